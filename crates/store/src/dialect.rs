//! Where the three languages differ. Every statement is written once, with `?` for its values.

use std::fmt::Write as _;

use sqlx::{AssertSqlSafe, SqlSafeStr, SqlStr};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backend {
    Sqlite,
    Postgres,
    /// MySQL and MariaDB.
    Mysql,
}

impl Backend {
    pub fn name(self) -> &'static str {
        match self {
            Backend::Sqlite => "sqlite",
            Backend::Postgres => "postgres",
            Backend::Mysql => "mysql",
        }
    }

    /// By the scheme of a URL.
    pub(crate) fn of_url(url: &str) -> Option<Backend> {
        let (scheme, _) = url.split_once(':')?;
        match scheme {
            "sqlite" => Some(Backend::Sqlite),
            "postgres" | "postgresql" => Some(Backend::Postgres),
            "mysql" | "mariadb" => Some(Backend::Mysql),
            _ => None,
        }
    }

    /// No statement of this crate has a question mark inside a literal, and none is built from
    /// outside text: values are always bound.
    pub(crate) fn sql(self, text: &str) -> SqlStr {
        if self != Backend::Postgres {
            return AssertSqlSafe(text).into_sql_str();
        }
        let mut numbered = String::with_capacity(text.len() + 16);
        let mut parts = text.split('?');
        numbered.push_str(parts.next().unwrap_or_default());
        for (place, part) in parts.enumerate() {
            // Writing to a string cannot fail.
            let _ = write!(numbered, "${}", place + 1);
            numbered.push_str(part);
        }
        AssertSqlSafe(numbered).into_sql_str()
    }

    /// Ends a SELECT whose rows must not change before the transaction is over. SQLite has one
    /// writer at a time and needs nothing.
    pub(crate) fn for_update(self) -> &'static str {
        match self {
            Backend::Sqlite => "",
            Backend::Postgres | Backend::Mysql => " FOR UPDATE",
        }
    }
}

/// `(?, ?, ?), (?, ?, ?)` for two rows of three.
pub(crate) fn rows_of_marks(rows: usize, columns: usize) -> String {
    let row = format!("({})", marks(columns));
    let mut text = String::with_capacity((row.len() + 1) * rows);
    for place in 0..rows {
        if place > 0 {
            text.push(',');
        }
        text.push_str(&row);
    }
    text
}

/// `?,?,?` for three.
pub(crate) fn marks(count: usize) -> String {
    let mut text = "?,".repeat(count);
    text.pop();
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_per_back_end() {
        let text = format!("INSERT INTO t VALUES {} -- end", rows_of_marks(2, 2));
        assert_eq!(text, "INSERT INTO t VALUES (?,?),(?,?) -- end");
        assert_eq!(Backend::Sqlite.sql(&text).as_str(), text);
        assert_eq!(Backend::Mysql.sql(&text).as_str(), text);
        assert_eq!(
            Backend::Postgres.sql(&text).as_str(),
            "INSERT INTO t VALUES ($1,$2),($3,$4) -- end"
        );
        assert_eq!(Backend::Postgres.sql("SELECT 1").as_str(), "SELECT 1");
    }

    #[test]
    fn schemes() {
        let of = Backend::of_url;
        assert_eq!(of("sqlite:data/p.db"), Some(Backend::Sqlite));
        assert_eq!(of("sqlite::memory:"), Some(Backend::Sqlite));
        assert_eq!(of("postgres://u@h/d"), Some(Backend::Postgres));
        assert_eq!(of("mariadb://u@h/d"), Some(Backend::Mysql));
        for bad in ["", "data/p.db", "http://h/", "SQLITE", "redis:"] {
            assert_eq!(of(bad), None, "{bad}");
        }
    }
}
