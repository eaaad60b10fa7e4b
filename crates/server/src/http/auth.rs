use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::http::request::Parts;
use parlor_hub::people::{Player, Token};
use parlor_hub::{Code, Refusal};

use super::{ApiError, Door};

pub(super) const COOKIE_NAME: &str = "parlor_session";

/// The person who asks, by cookie or bearer token.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) player: Player,
    pub(crate) token: Token,
    pub(crate) by_cookie: bool,
}

/// The token a request carries, if any. The header wins: a script says who it is on purpose.
pub(super) fn token(parts: &Parts) -> Option<Token> {
    let header = parts
        .headers
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok());
    if let Some(bearer) = header.and_then(|value| value.strip_prefix("Bearer ")) {
        return Token::parse(bearer.trim());
    }
    parts
        .headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().strip_prefix(COOKIE_NAME)?.strip_prefix('='))
        .find_map(Token::parse)
}

impl FromRequestParts<Door> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, door: &Door) -> Result<Self, ApiError> {
        let token = token(parts).ok_or_else(Refusal::sign_in)?;
        let player = door.hub.people.identify(token.reveal()).await?;
        let by_cookie = by_cookie(parts);
        Ok(Caller {
            player,
            token,
            by_cookie,
        })
    }
}

fn by_cookie(parts: &Parts) -> bool {
    !parts.headers.contains_key(AUTHORIZATION)
}

impl OptionalFromRequestParts<Door> for Caller {
    type Rejection = ApiError;

    /// A token that has ended counts as none: the page then asks for a name again.
    async fn from_request_parts(parts: &mut Parts, door: &Door) -> Result<Option<Self>, ApiError> {
        let Some(token) = token(parts) else {
            return Ok(None);
        };
        match door.hub.people.identify(token.reveal()).await {
            Ok(player) => Ok(Some(Caller {
                player,
                token,
                by_cookie: by_cookie(parts),
            })),
            Err(refusal) if refusal.code == Code::PeopleBadToken => Ok(None),
            Err(refusal) => Err(refusal.into()),
        }
    }
}
