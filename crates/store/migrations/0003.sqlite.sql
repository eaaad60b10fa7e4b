-- Who works on this database, and when it was last seen. A node without a row here is not listened to.
CREATE TABLE IF NOT EXISTS nodes (
    id INTEGER NOT NULL PRIMARY KEY,
    version VARCHAR(32) NOT NULL,
    started_ms INTEGER NOT NULL,
    seen_ms INTEGER NOT NULL
);
