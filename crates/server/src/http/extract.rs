//! What a request carries. What cannot be read is refused with a code like everything else.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use super::{ApiError, Door, Peer};
use crate::ops::{Closed, Turn};
use crate::{Code, Refusal};

/// A JSON body.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Door> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, door: &Door) -> Result<Body<T>, ApiError> {
        let longest = Duration::from_millis(door.hub.config.request_ms);
        let Ok(read) = timeout(longest, Json::<T>::from_request(request, door)).await else {
            Closed::TooSlow.note(None, None);
            return Err(refused(Code::RequestTooSlow, "the body took too long"));
        };
        match read {
            Ok(Json(body)) => Ok(Body(body)),
            Err(rejection) => {
                let text = rejection.body_text();
                let code = match rejection.status() {
                    StatusCode::PAYLOAD_TOO_LARGE => Code::RequestTooLarge,
                    StatusCode::UNSUPPORTED_MEDIA_TYPE => Code::RequestContentType,
                    _ => Code::RequestMalformed,
                };
                Err(refused(code, &text))
            }
        }
    }
}

/// The variable parts of the address.
#[derive(Debug)]
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, ApiError> {
        match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(path)) => Ok(Path(path)),
            Err(rejection) => Err(refused(Code::RequestMalformed, &rejection.body_text())),
        }
    }
}

/// What follows the question mark.
#[derive(Debug)]
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, ApiError> {
        match axum::extract::Query::from_request_parts(parts, state).await {
            Ok(axum::extract::Query(query)) => Ok(Query(query)),
            Err(rejection) => Err(refused(Code::RequestMalformed, &rejection.body_text())),
        }
    }
}

/// The caller's turn to ask something of a match: these come one or two at a time, whoever asks, so
/// that moves never wait behind a crowd of them.
#[derive(Debug)]
pub(crate) struct Turned(#[expect(dead_code, reason = "held until the answer is made")] Turn);

impl FromRequestParts<Door> for Turned {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, door: &Door) -> Result<Turned, ApiError> {
        let peer = parts.extensions.get::<Peer>();
        let from = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0.ip());
        Ok(Turned(door.hub.limits.reads.wait(from).await?))
    }
}

fn refused(code: Code, text: &str) -> ApiError {
    ApiError(Refusal::new(code, crate::shorten(text, 200)))
}
