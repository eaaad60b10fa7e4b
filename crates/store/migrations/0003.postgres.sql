-- Who works on this database, and when it was last seen. A node without a row here is not listened to.
CREATE TABLE IF NOT EXISTS nodes (
    id BIGINT NOT NULL PRIMARY KEY,
    version VARCHAR(32) NOT NULL,
    started_ms BIGINT NOT NULL,
    seen_ms BIGINT NOT NULL
);
