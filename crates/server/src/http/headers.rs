use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{ApiError, Door, Peer};
use crate::{Code, Config, Refusal};

/// The page needs nothing from elsewhere, so nothing from elsewhere is allowed.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; font-src 'self'; media-src 'self' data:; connect-src 'self'; \
    manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const FIXED: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), microphone=(), geolocation=()",
    ),
];

/// Rate limit, origin check and security headers for every request.
pub(super) async fn guard(
    State(door): State<Door>,
    ConnectInfo(peer): Peer,
    request: Request,
    next: Next,
) -> Response {
    let checked = door
        .hub
        .limits
        .request(peer.ip())
        .and_then(|()| check_host(&request, &door.hub.config))
        .and_then(|()| check_origin(&request, &door.hub.config));
    let response = match checked {
        Ok(()) => next.run(request).await,
        Err(refusal) => ApiError(refusal).into_response(),
    };
    protect(response).await
}

pub(super) async fn protect(mut response: Response) -> Response {
    for (name, value) in FIXED {
        response
            .headers_mut()
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    response
}

/// A page elsewhere may let its own name point here, and then is no other site to the browser. So
/// a house knows its names: those that are set; on loopback, nobody comes under any other.
fn check_host(request: &Request, config: &Config) -> Result<(), Refusal> {
    let host = request.headers().get(header::HOST);
    let Some(host) = host.and_then(|host| host.to_str().ok()) else {
        return Ok(());
    };
    if config.hosts.is_empty() && !config.is_local() || config.is_called(host) {
        return Ok(());
    }
    Err(Refusal::new(
        Code::ServerHost,
        "this house is not called so; its operator can add the name to `hosts`",
    ))
}

/// Whether the browser reached us over TLS, as a proxy in front says or the page's origin.
pub(super) fn is_secure(headers: &HeaderMap) -> bool {
    let is = |name: &str, wanted: &str| {
        let value = headers.get(name).and_then(|value| value.to_str().ok());
        value.is_some_and(|value| value.to_ascii_lowercase().starts_with(wanted))
    };
    is("x-forwarded-proto", "https") || is("origin", "https://")
}

/// A browser says from which page a request comes. Only our own pages may change something or
/// open a socket; programs that are no browsers send no origin.
fn check_origin(request: &Request, config: &Config) -> Result<(), Refusal> {
    let safe = matches!(
        *request.method(),
        Method::GET | Method::HEAD | Method::OPTIONS
    );
    if safe && request.uri().path() != "/ws" {
        return Ok(());
    }
    let Some(origin) = request.headers().get(header::ORIGIN) else {
        return Ok(());
    };
    let origin = origin.to_str().unwrap_or_default();
    let host = request
        .headers()
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let own = origin
        .split_once("://")
        .is_some_and(|(_, origin_host)| Some(origin_host) == host);
    if own || config.origins.iter().any(|allowed| allowed == origin) {
        return Ok(());
    }
    Err(Refusal::new(
        Code::ServerOrigin,
        "requests from other sites are refused",
    ))
}
