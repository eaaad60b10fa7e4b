use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};

use crate::{Code, Refusal, random};

const SHORTEST: usize = 6;
const LONGEST: usize = 256;

/// Hashing is slow on purpose, so it runs beside the sockets' threads.
pub(super) async fn hash(password: &str) -> Result<String, Refusal> {
    if !(SHORTEST..=LONGEST).contains(&password.len()) {
        let message = format!("a password has {SHORTEST} to {LONGEST} bytes");
        return Err(Refusal::new(Code::PeoplePassword, message));
    }
    let password = password.to_owned();
    blocking(move || {
        let salt = SaltString::encode_b64(&random::bytes::<16>()).ok()?;
        Some(
            Argon2::default()
                .hash_password(password.as_bytes(), &salt)
                .ok()?
                .to_string(),
        )
    })
    .await
    .flatten()
    .ok_or_else(Refusal::unavailable)
}

pub(super) async fn matches(password: &str, hash: &str) -> bool {
    if password.len() > LONGEST {
        return false;
    }
    let (password, hash) = (password.to_owned(), hash.to_owned());
    blocking(move || {
        PasswordHash::new(&hash).is_ok_and(|hash| {
            Argon2::default()
                .verify_password(password.as_bytes(), &hash)
                .is_ok()
        })
    })
    .await
    .unwrap_or(false)
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    tokio::task::spawn_blocking(work).await.ok()
}
