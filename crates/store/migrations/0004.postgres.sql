-- Nothing: this step concerns SQLite.
SELECT 1;
