//! Disk, open files and the certificate.

use std::path::{Path, PathBuf};

use parlor_server::Config;

use super::{Finding, now_ms};

const MIB: u64 = 1 << 20;
/// Entries are small: a hundred megabytes are some days of a busy house.
const FULL: u64 = 100 * MIB;
const TIGHT: u64 = 1024 * MIB;
const FEW_FILES: u64 = 4096;
const DAY: i64 = 86_400;

pub(super) fn look(config: &Config) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut folders: Vec<PathBuf> = Vec::new();
    if let Some(file) = config.database.strip_prefix("sqlite:") {
        let file = Path::new(file.trim_start_matches("//"));
        folders.extend(
            std::path::absolute(file)
                .ok()
                .and_then(|it| Some(it.parent()?.to_owned())),
        );
    }
    if config.tls == "self" || config.tls == "acme" {
        folders.push(PathBuf::from(&config.tls_folder));
    }
    findings.extend(folders.iter().map(|folder| disk(folder)));
    findings.push(open_files());
    findings.extend(certificate(config));
    findings
}

/// The nearest folder that is there.
fn existing(folder: &Path) -> &Path {
    let mut at = folder;
    while !at.exists() {
        match at.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => at = parent,
            _ => return Path::new("."),
        }
    }
    at
}

fn disk(folder: &Path) -> Finding {
    const ABOUT: &str = "disk";
    let there = existing(folder);
    let name = folder.display();
    if rustix::fs::access(there, rustix::fs::Access::WRITE_OK).is_err() {
        let advice = "give the house's user the folder: chown, or another path in the settings";
        return Finding::wrong(ABOUT, format!("{name} cannot be written to"), advice);
    }
    let Ok(about) = rustix::fs::statvfs(there) else {
        let advice = "is the disk mounted?";
        return Finding::mind(
            ABOUT,
            format!("{name}: nobody says how much is free"),
            advice,
        );
    };
    let free = about.f_bavail * about.f_frsize;
    let found = format!("{} MB free for {name}", free / MIB);
    let advice = "make room: when the disk is full nothing can be played";
    match free {
        0..FULL => Finding::wrong(ABOUT, found, advice),
        FULL..TIGHT => Finding::mind(ABOUT, found, advice),
        _ => Finding::fine(ABOUT, found),
    }
}

fn open_files() -> Finding {
    const ABOUT: &str = "open files";
    let Ok((_, most)) = rlimit::Resource::NOFILE.get() else {
        return Finding::mind(ABOUT, "the system does not say how many", "ulimit -Hn");
    };
    let found = format!("{most} are allowed, one for each connection");
    if most < FEW_FILES {
        let advice = "LimitNOFILE=65536 in the unit, or `ulimit -n` before the start";
        return Finding::mind(ABOUT, found, advice);
    }
    Finding::fine(ABOUT, found)
}

fn certificate(config: &Config) -> Option<Finding> {
    const ABOUT: &str = "certificate";
    // What is wrong with the settings was said before.
    let settings = config.tls_settings().ok()??;
    let advice = match config.tls.as_str() {
        "acme" => {
            "are the ports 443 and 80 open to the world, and is the name's address ours? The log says more"
        }
        "files" => "renew it; the house reads the files again by itself",
        _ => "it is renewed when the house opens",
    };
    let present = match parlor_server::certificate(&settings) {
        Err(error) => return Some(Finding::wrong(ABOUT, error.to_string(), advice)),
        Ok(None) => {
            return Some(Finding::mind(
                ABOUT,
                "there is none yet",
                "it is made or asked for when the house opens",
            ));
        }
        Ok(Some(present)) => present,
    };
    let now = now_ms() / 1000;
    if let Some(fault) = present.fault(&settings.names, now) {
        return Some(Finding::wrong(ABOUT, fault, advice));
    }
    let days = (present.expires() - now) / DAY;
    let found = format!("good for {days} more days");
    if days < 10 {
        return Some(Finding::mind(ABOUT, found, advice));
    }
    Some(Finding::fine(ABOUT, found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::Verdict;

    #[test]
    fn a_folder_that_is_not_there_yet_is_judged_by_the_one_above() {
        let folder = tempfile::tempdir().unwrap();
        let found = disk(&folder.path().join("a/b"));
        assert_ne!(found.verdict, Verdict::Wrong, "{found:?}");
        assert!(found.found.contains("MB free"), "{found:?}");
    }

    #[test]
    fn certificates_are_read_where_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| Some(folder.path().join(name).display().to_string());
        let config = Config {
            tls: "files".into(),
            cert: path("cert.pem"),
            key: path("key.pem"),
            domain: vec!["house.example".into()],
            ..Config::default()
        };
        let missing = certificate(&config).unwrap();
        assert_eq!(missing.verdict, Verdict::Wrong);
        let write = |days: i64, name: &str| {
            let key = rcgen::KeyPair::generate().unwrap();
            let mut params = rcgen::CertificateParams::new(vec![name.to_owned()]).unwrap();
            let now = time::OffsetDateTime::from_unix_timestamp(now_ms() / 1000).unwrap();
            params.not_before = now - time::Duration::days(30);
            params.not_after = now + time::Duration::days(days);
            let made = params.self_signed(&key).unwrap();
            std::fs::write(config.cert.as_ref().unwrap(), made.pem()).unwrap();
            std::fs::write(config.key.as_ref().unwrap(), key.serialize_pem()).unwrap();
            certificate(&config).unwrap()
        };
        assert_eq!(write(60, "house.example").verdict, Verdict::Fine);
        assert_eq!(write(5, "house.example").verdict, Verdict::Mind);
        assert_eq!(write(-1, "house.example").verdict, Verdict::Wrong);
        let foreign = write(60, "other.example");
        assert_eq!(foreign.verdict, Verdict::Wrong);
        assert!(foreign.found.contains("house.example"), "{foreign:?}");
    }
}
