-- Nothing: this step concerns SQLite.
DO 0;
