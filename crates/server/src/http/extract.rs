//! What a request carries. What cannot be read is refused with a code like everything else.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use parlor_hub::ops::{Closed, TurnPermit};
use parlor_hub::{Code, Refusal};
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use super::{ApiError, Door, Peer};

/// A JSON body.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Door> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, door: &Door) -> Result<Body<T>, ApiError> {
        let bytes = read_json(request, door).await?;
        let body = serde_json::from_slice(&bytes);
        body.map(Body)
            .map_err(|error| refused(Code::RequestMalformed, &format!("the body: {error}")))
    }
}

/// The bytes of a body that says it is JSON. Not by axum's `Json`, which is compiled anew for everything that can
/// be sent.
async fn read_json(request: Request, door: &Door) -> Result<Bytes, ApiError> {
    if !is_json(request.headers()) {
        let asked = "send it with the header `Content-Type: application/json`";
        return Err(refused(Code::RequestContentType, asked));
    }
    let longest = Duration::from_millis(door.hub.config.request_ms);
    let Ok(read) = timeout(longest, Bytes::from_request(request, door)).await else {
        Closed::TooSlow.note(None, None);
        return Err(refused(Code::RequestTooSlow, "the body took too long"));
    };
    read.map_err(|rejection| {
        let code = match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Code::RequestTooLarge,
            _ => Code::RequestMalformed,
        };
        refused(code, &rejection.body_text())
    })
}

fn is_json(headers: &HeaderMap) -> bool {
    let Some(Ok(kind)) = headers.get(CONTENT_TYPE).map(HeaderValue::to_str) else {
        return false;
    };
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json")
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
pub(crate) struct Turned(#[expect(dead_code, reason = "held until the answer is made")] TurnPermit);

impl FromRequestParts<Door> for Turned {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, door: &Door) -> Result<Turned, ApiError> {
        let peer = parts.extensions.get::<Peer>();
        let from = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0.ip());
        Ok(Turned(door.hub.limits.reads.wait(from).await?))
    }
}

fn refused(code: Code, text: &str) -> ApiError {
    ApiError(Refusal::new(code, parlor_hub::shorten(text, 200)))
}
