//! Settings: a file, `PARLOR_…` variables and flags.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use figment::Figment;
use figment::providers::{Env, Format, Serialized, Toml};
use parlor_server::Config;
use serde::Serialize;

/// The settings file, if there is one.
pub(crate) const FILE: &str = "parlor.toml";

/// Where the Debian package has it.
const INSTALLED: &str = "/etc/parlor/parlor.toml";

/// The file of the house that somebody wants to look after: the one named, the one in this folder, or else
/// that of the package.
pub(crate) fn of_house(named: Option<&Path>) -> PathBuf {
    match named {
        Some(file) => file.into(),
        None if installed(Path::new(""), Path::new(INSTALLED)) => INSTALLED.into(),
        None => FILE.into(),
    }
}

/// Whether the package's house is meant: `here` is none.
fn installed(here: &Path, file: &Path) -> bool {
    file.is_file() && !here.join(FILE).exists() && !here.join("data/parlor.db").exists()
}

/// Settings from a file, variables and flags.
pub(crate) fn read(file: &Path, flags: &impl Serialize) -> io::Result<Config> {
    let explicit = file != Path::new(FILE);
    if explicit && !file.is_file() {
        let message = format!("there is no settings file {}", file.display());
        return Err(io::Error::other(message));
    }
    // Other variables may begin the same way; they are none of our business.
    let known = names();
    let config: Config = Figment::from(Serialized::defaults(Config::default()))
        .merge(Toml::file(file))
        .merge(
            Env::prefixed("PARLOR_")
                .filter(move |key| known.contains(&key.as_str().to_lowercase())),
        )
        .merge(Serialized::defaults(flags))
        .extract()
        .map_err(|error| io::Error::other(format!("settings: {error}")))?;
    Ok(config)
}

/// What can be set.
fn names() -> Vec<String> {
    let defaults = serde_json::to_value(Config::default()).unwrap_or_default();
    let names = defaults.as_object().into_iter().flatten();
    names.map(|(name, _)| name.clone()).collect()
}

pub(crate) fn warn_of_unknown_variables() {
    for name in unknown_variables(std::env::vars_os(), &names()) {
        tracing::warn!(name, "this variable is no setting: is it misspelt?");
    }
}

/// Variables that begin like ours and mean something to other parts of this project.
const OTHERS: [&str; 7] = [
    "PARLOR_BIN",
    "PARLOR_FAULT_",
    "PARLOR_KILL_",
    "PARLOR_OLD_BIN",
    "PARLOR_SERVICES_",
    "PARLOR_TEST_",
    "PARLOR_TOKEN",
];

fn unknown_variables(
    variables: impl Iterator<Item = (OsString, OsString)>,
    known: &[String],
) -> Vec<String> {
    variables
        .filter_map(|(name, _)| name.into_string().ok())
        .filter(|name| !OTHERS.iter().any(|other| name.starts_with(other)))
        .filter(|name| {
            let setting = name.strip_prefix("PARLOR_").map(str::to_lowercase);
            setting.is_some_and(|setting| !known.contains(&setting))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use figment::Figment;
    use figment::providers::{Format, Serialized, Toml};

    use super::{Config, installed};

    const SAMPLE: &str = include_str!("../../../parlor.toml.sample");

    #[test]
    fn the_sample_says_what_holds_without_it() {
        let sample: Config = Figment::from(Toml::string(SAMPLE)).extract().unwrap();
        assert_eq!(sample, Config::default());
    }

    #[test]
    fn misspelt_variables_are_noticed() {
        let variables = ["PARLOR_LISTEN", "PARLOR_LISTNE", "PARLOR_TEST_NATS", "HOME"];
        let variables = variables.map(|name| (name.into(), "x".into()));
        let unknown = super::unknown_variables(variables.into_iter(), &["listen".to_owned()]);
        assert_eq!(unknown, ["PARLOR_LISTNE"]);
    }

    #[test]
    fn a_file_of_settings_must_be_one() {
        let folder = tempfile::tempdir().unwrap();
        let read = |path: &std::path::Path| {
            super::read(path, &serde_json::json!({})).map_err(|error| error.to_string())
        };
        let error = read(folder.path()).unwrap_err();
        assert!(error.contains("there is no settings file"), "{error}");
        let file = folder.path().join("parlor.toml");
        std::fs::write(&file, "listne = \"0.0.0.0:80\"\n").unwrap();
        let error = read(&file).unwrap_err();
        assert!(error.contains("listne"), "{error}");
        std::fs::write(&file, "listen = \"0.0.0.0:80\"\n").unwrap();
        assert_eq!(read(&file).unwrap().listen, "0.0.0.0:80");
    }

    #[test]
    fn the_sample_names_every_setting() {
        let settings = Figment::from(Serialized::defaults(Config::default()));
        let settings: serde_json::Value = settings.extract().unwrap();
        for name in settings.as_object().unwrap().keys() {
            let is_line = |line: &str| {
                let line = line.trim_start_matches("# ");
                line.split(" = ").next() == Some(name)
            };
            assert!(SAMPLE.lines().any(is_line), "{name} is missing");
        }
    }

    #[test]
    fn the_installed_house_is_meant_where_there_is_no_other() {
        let (here, system) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let file = system.path().join("parlor.toml");
        assert!(!installed(here.path(), &file), "nothing is installed");
        std::fs::write(&file, "").unwrap();
        assert!(installed(here.path(), &file));
        std::fs::create_dir(here.path().join("data")).unwrap();
        std::fs::write(here.path().join("data/parlor.db"), "").unwrap();
        assert!(!installed(here.path(), &file), "a house of one's own");
        std::fs::remove_file(here.path().join("data/parlor.db")).unwrap();
        std::fs::write(here.path().join("parlor.toml"), "").unwrap();
        assert!(!installed(here.path(), &file), "settings of one's own");
    }
}
