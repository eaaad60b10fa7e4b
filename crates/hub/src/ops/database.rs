use std::fmt;
use std::path::PathBuf;

/// Where the house's data is, for the operator's eyes: without a password.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Database {
    File(PathBuf),
    Server(String),
}

impl Database {
    pub fn of(url: &str) -> Database {
        if let Some(rest) = url.strip_prefix("sqlite:") {
            let path = rest.strip_prefix("//").unwrap_or(rest);
            let path = path.split('?').next().unwrap_or_default();
            let path = PathBuf::from(path);
            return Database::File(std::path::absolute(&path).unwrap_or(path));
        }
        let hidden = match (url.find("://"), url.rfind('@')) {
            (Some(scheme), Some(at)) if scheme + 3 <= at => {
                let (start, rest) = url.split_at(scheme + 3);
                format!(
                    "{start}…{}",
                    rest.get(at - scheme - 3..).unwrap_or_default()
                )
            }
            _ => url.to_owned(),
        };
        Database::Server(hidden)
    }

    /// Names, hashes and seeds are nobody else's business: the file is for its owner alone. What
    /// the database puts beside it gets the same rights.
    #[cfg(unix)]
    pub fn keep_private(&self) {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        let Database::File(path) = self else { return };
        if path.ends_with(":memory:") {
            return;
        }
        if let Some(folder) = path.parent() {
            let _ = std::fs::create_dir_all(folder);
        }
        let mut file = std::fs::OpenOptions::new();
        let opened = file.write(true).create(true).truncate(false).mode(0o600);
        let Ok(file) = opened.open(path) else {
            // Whatever it is, the store says it better.
            return;
        };
        let mode = file.metadata().map_or(0, |it| it.permissions().mode());
        if mode & 0o077 != 0 {
            let private = std::fs::Permissions::from_mode(0o600);
            if let Err(error) = file.set_permissions(private) {
                tracing::warn!(database = %self, %error, "others can read the database");
            }
        }
    }

    #[cfg(not(unix))]
    pub(crate) fn keep_private(&self) {}
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Database::File(path) => write!(f, "sqlite:{}", path.display()),
            Database::Server(url) => f.write_str(url),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        let shown = |url: &str| Database::of(url).to_string();
        assert_eq!(
            shown("postgres://parlor:s@cret@db/parlor"),
            "postgres://…@db/parlor"
        );
        assert_eq!(shown("mysql://db/parlor"), "mysql://db/parlor");
        assert_eq!(shown("sqlite:/a/b.db?x=1"), "sqlite:/a/b.db");
        assert_eq!(shown("sqlite:///a/b.db"), "sqlite:/a/b.db");
    }
}
