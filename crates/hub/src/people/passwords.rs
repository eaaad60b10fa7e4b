use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use tokio::sync::Semaphore;

use crate::{Code, Refusal, random};

const SHORTEST: usize = 8;
/// In bytes.
const LONGEST: usize = 256;
/// One computation takes 19 MiB and a core for a while.
const AT_ONCE: usize = 2;
/// Whoever comes when so many wait already is asked to come back.
const MOST_WAITING: usize = 64;

/// The first word of most passwords that are guessed first.
const COMMON: &str = include_str!("common_passwords.txt");

/// Hashes passwords, a few at a time: that is slow on purpose, and takes memory.
#[derive(Debug)]
pub(super) struct Hashing {
    room: Arc<Semaphore>,
    waiting: AtomicUsize,
}

impl Default for Hashing {
    fn default() -> Hashing {
        Hashing {
            room: Arc::new(Semaphore::new(AT_ONCE)),
            waiting: AtomicUsize::new(0),
        }
    }
}

impl Hashing {
    pub(super) async fn hash(&self, password: &str) -> Result<String, Refusal> {
        let password = password.to_owned();
        self.run(move || {
            let salt = SaltString::encode_b64(&random::bytes::<16>()).ok()?;
            let hash = Argon2::default().hash_password(password.as_bytes(), &salt);
            Some(hash.ok()?.to_string())
        })
        .await?
        .ok_or_else(Refusal::unavailable)
    }

    pub(super) async fn matches(&self, password: &str, hash: &str) -> Result<bool, Refusal> {
        if password.len() > LONGEST {
            return Ok(false);
        }
        let (password, hash) = (password.to_owned(), hash.to_owned());
        self.run(move || {
            PasswordHash::new(&hash).is_ok_and(|hash| {
                Argon2::default()
                    .verify_password(password.as_bytes(), &hash)
                    .is_ok()
            })
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let waiting = Waiting::begin(&self.waiting).ok_or_else(Refusal::busy)?;
        let permit = self.room.clone().acquire_owned().await;
        drop(waiting);
        let permit = permit.map_err(|_| Refusal::busy())?;
        // The thread holds its place until it is done, also if nobody waits for it any more.
        let work = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        });
        work.await.map_err(|_| Refusal::unavailable())
    }
}

struct Waiting<'a>(&'a AtomicUsize);

impl Waiting<'_> {
    fn begin(count: &AtomicUsize) -> Option<Waiting<'_>> {
        let waiting = Waiting(count);
        (count.fetch_add(1, Ordering::Relaxed) < MOST_WAITING).then_some(waiting)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Whether a new password is worth having.
pub(super) fn check(password: &str, name: &str) -> Result<(), Refusal> {
    let refuse = |message: String| Err(Refusal::new(Code::PeoplePassword, message));
    if password.chars().count() < SHORTEST || password.len() > LONGEST {
        return refuse(format!(
            "a password has at least {SHORTEST} characters and at most {LONGEST} bytes"
        ));
    }
    if is_common(password) || is_like(password, name) {
        return refuse("that password is one of the first that others would try".to_owned());
    }
    Ok(())
}

/// A well-known word with the usual ornaments, or keys in a row.
fn is_common(password: &str) -> bool {
    let plain = plain(password);
    let word = plain.trim_matches(|c: char| !c.is_alphabetic());
    let ornaments = plain.chars().count() - word.chars().count();
    let known = |word: &str| COMMON.lines().any(|line| line == word);
    let undone = word.replace('0', "o").replace(['1', '!'], "i");
    let undone = undone
        .replace('3', "e")
        .replace(['4', '@'], "a")
        .replace(['5', '$'], "s");
    known(&plain) || (ornaments <= 4 && (known(word) || known(&undone))) || is_row(&plain)
}

fn plain(password: &str) -> String {
    password
        .to_lowercase()
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect()
}

/// The same sign, or signs that follow each other, or one short piece again and again.
fn is_row(text: &str) -> bool {
    let codes: Vec<i64> = text.chars().map(|c| i64::from(u32::from(c))).collect();
    let steps: Vec<i64> = codes
        .iter()
        .zip(codes.iter().skip(1))
        .map(|(a, b)| b - a)
        .collect();
    let first = steps.first().copied();
    let even = steps
        .iter()
        .all(|&step| Some(step) == first && step.abs() <= 1);
    let repeats = |length: usize| {
        let (first, rest) = codes.split_at(length.min(codes.len()));
        !rest.is_empty() && rest.chunks(length).all(|part| first.starts_with(part))
    };
    (!steps.is_empty() && even) || (1..=3).any(repeats)
}

/// The name itself, with numbers and signs at most.
fn is_like(password: &str, name: &str) -> bool {
    let letters = |text: &str| -> String {
        let text = text.to_lowercase();
        text.chars().filter(|c| c.is_alphabetic()).collect()
    };
    let name = letters(name);
    !name.is_empty() && letters(password) == name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_everybody_tries_first_is_refused() {
        for bad in [
            "1234567",
            "12345678",
            "87654321",
            "aaaaaaaa",
            "abcabcabc",
            "password",
            "Password1",
            "P@ssw0rd!",
            "qwertyuiop",
            "iloveyou12",
            "Ann-Lee 2026",
            "annlee123",
            "letmein!!",
            &"x1".repeat(200),
        ] {
            assert!(check(bad, "Ann Lee").is_err(), "{bad}");
        }
        for good in [
            "correct horse",
            "horse-battery",
            "tiger under the piano",
            "8 Pferde, 3 Esel",
            "马蹄声碎喇叭声咽",
            "xK3.qq81",
        ] {
            assert!(check(good, "Ann Lee").is_ok(), "{good}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn a_few_at_once_and_not_too_many_waiting() {
        let hashing = Arc::new(Hashing::default());
        let running = Arc::new((AtomicUsize::new(0), AtomicUsize::new(0)));
        let tasks: Vec<_> = (0..200)
            .map(|_| {
                let (hashing, running) = (hashing.clone(), running.clone());
                tokio::spawn(async move {
                    let work = move || {
                        let now = running.0.fetch_add(1, Ordering::SeqCst) + 1;
                        running.1.fetch_max(now, Ordering::SeqCst);
                        std::thread::sleep(std::time::Duration::from_millis(2));
                        running.0.fetch_sub(1, Ordering::SeqCst);
                    };
                    hashing.run(work).await.is_ok()
                })
            })
            .collect();
        let mut done = 0;
        for task in tasks {
            done += usize::from(task.await.unwrap());
        }
        assert!(running.1.load(Ordering::SeqCst) <= AT_ONCE);
        assert!(done >= MOST_WAITING, "{done}");
        assert!(hashing.run(|| ()).await.is_ok(), "nobody is left waiting");
    }
}
