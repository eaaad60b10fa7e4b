use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use parlor_hub::ops::{Connection, Notice};
use parlor_hub::{Code, Config, Refusal, TRACE};
use parlor_tls::Tls;
use tracing::field::Empty;
use tracing::{Instrument as _, Span};

use super::{ApiError, Door, Peer};

/// The page needs nothing from elsewhere, so nothing from elsewhere is allowed.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; font-src 'self'; media-src 'self' data:; connect-src 'self'; \
    manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// What a browser never opens as a page, and the policy it has nevertheless: data and drawings opened
/// on their own load nothing, a worker speaks with the house alone. The rest has no use for one. A
/// first visit is 20 answers and all but one are of these, so that every word here counts.
const PLAIN: [(&str, &str); 5] = [
    ("application/json", ALONE),
    ("image/", ALONE),
    ("text/javascript", "default-src 'none'; connect-src 'self'"),
    ("text/css", ""),
    ("font/", ""),
];
const ALONE: &str = "default-src 'none'; frame-ancestors 'none'";

/// What a page says, and whatever is of no known kind.
const PAGE: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
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

/// Who asks, rate limit, origin check and security headers for every request.
pub(super) async fn guard(
    State(door): State<Door>,
    ConnectInfo(peer): Peer,
    mut request: Request,
    next: Next,
) -> Response {
    let over_tls = request.extensions().get::<OverTls>().is_some();
    let client = door
        .proxies
        .resolve(peer.ip(), over_tls, request.headers_mut());
    let address = SocketAddr::new(client.address, peer.port());
    request.extensions_mut().insert(ConnectInfo(address));
    if let Some(connection) = request.extensions().get::<Arc<Connection>>() {
        connection.comes_from(client.address);
    }
    // The connection is the proxy's: the request counts as one of the client's while it lasts.
    let charge = if door.proxies.trust(peer.ip()) {
        let charge = door.hub.connections.charge(client.address);
        charge.map(|charge| Some(Arc::new(charge)))
    } else {
        Ok(None)
    };
    let checked = charge.and_then(|charge| {
        door.hub.people.bans.check_address(client.address)?;
        door.hub.limits.request(client.address)?;
        check_host(&request, &door.hub.config)?;
        check_origin(&request, &door.hub.config)?;
        Ok(charge)
    });
    let response = match checked {
        Ok(charge) => {
            if let Some(charge) = &charge {
                request.extensions_mut().insert(charge.clone());
            }
            let span = span(&request);
            let response = next.run(request).instrument(span.clone()).await;
            span.record("http.response.status_code", response.status().as_u16());
            response
        }
        Err(refusal) => {
            if matches!(refusal.code, Code::ServerHost | Code::ServerOrigin) {
                note_foreign(&request, &refusal);
            }
            ApiError(refusal).into_response()
        }
    };
    let mut response = protect(response).await;
    if over_tls && let Some(value) = strict_transport(&door) {
        let name = header::STRICT_TRANSPORT_SECURITY;
        response.headers_mut().insert(name, value);
    }
    response
}

/// The trace of a request. It says which address was asked for by its pattern: names, codes and the
/// secrets of links do not leave the house.
fn span(request: &Request) -> Span {
    let route = || {
        let path = request.extensions().get::<MatchedPath>();
        path.map_or("the page", MatchedPath::as_str)
    };
    let method = request.method();
    tracing::trace_span!(
        target: TRACE, "http", otel.kind = "server", otel.name = format!("{method} {}", route()),
        http.request.method = %method, http.route = route(), http.response.status_code = Empty,
    )
}

/// A connection that is encrypted as far as this program.
#[derive(Clone, Copy, Debug)]
pub(super) struct OverTls;

/// Browsers shall not come without TLS any more; said only when they have no reason to doubt it.
fn strict_transport(door: &Door) -> Option<HeaderValue> {
    let days = door.hub.config.hsts_days;
    let certified = door.tls.as_ref().is_some_and(Tls::is_certified);
    if days == 0 || !certified {
        return None;
    }
    let value = format!("max-age={}", u64::from(days) * 86_400);
    HeaderValue::from_str(&value).ok()
}

/// A page elsewhere tries it, or the operator has forgotten a name: either way worth a line.
fn note_foreign(request: &Request, refusal: &Refusal) {
    static NOTICE: Notice = Notice::new();
    metrics::counter!("parlor_foreign_requests_total").increment(1);
    if let Some(times) = NOTICE.happened() {
        let header = |name| {
            let value: Option<&HeaderValue> = request.headers().get(name);
            let value = value.and_then(|it| it.to_str().ok()).unwrap_or_default();
            parlor_hub::shorten(value, 100)
        };
        let (host, origin) = (header(header::HOST), header(header::ORIGIN));
        let code = &refusal.code;
        tracing::warn!(host, origin, %code, times, "a request of another site was refused");
    }
}

pub(super) async fn protect(mut response: Response) -> Response {
    let plain = plain(response.headers());
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    };
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    match plain {
        Some("") => {}
        Some(policy) => set(header::CONTENT_SECURITY_POLICY, policy),
        None => PAGE.into_iter().for_each(|(name, value)| set(name, value)),
    }
    response
}

/// The policy of what is no page, if it needs one; nothing for a page.
fn plain(headers: &HeaderMap) -> Option<&'static str> {
    let kind = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    let found = PLAIN.iter().find(|(plain, _)| kind.starts_with(plain));
    found.map(|(_, policy)| *policy)
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

/// Whether the browser reached us over TLS, as the door found out (`Proxies::resolve`) or the
/// page's origin says.
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
