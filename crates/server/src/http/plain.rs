//! Those who come without TLS to a house that has it: they are shown the way, and whatever must be
//! reachable before anybody trusts the certificate.

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HOST, LOCATION};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;

use super::{Door, headers};

/// Where the same page is over TLS.
#[derive(Clone, Copy, Debug)]
pub(super) enum Way {
    /// Whoever speaks HTTP at the TLS port.
    SamePort,
    /// From a port of its own to this one.
    Port(u16),
}

pub(super) fn router(door: &Door, way: Way) -> Router {
    // An ACME server has asked at port 443: that is where the world finds the house, wherever this
    // program listens.
    let way = match way {
        Way::Port(_) if door.hub.config.tls == "acme" => Way::Port(443),
        way => way,
    };
    let known = door.clone();
    Router::new()
        .route("/.well-known/acme-challenge/{token}", get(challenge))
        .merge(authority(door))
        .fallback(move |request: Request| {
            let door = known.clone();
            async move { lead(&door, &request, way) }
        })
        .layer(axum::middleware::from_fn_with_state(
            door.clone(),
            headers::guard,
        ))
        .with_state(door.clone())
}

fn lead(door: &Door, request: &Request, way: Way) -> Response {
    let host = request.headers().get(HOST);
    let host = host.and_then(|host| host.to_str().ok()).unwrap_or_default();
    let host = match way {
        Way::SamePort => host.to_owned(),
        Way::Port(port) => {
            let name = match host.rsplit_once(':') {
                Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
                _ => host,
            };
            match port {
                443 => name.to_owned(),
                port => format!("{name}:{port}"),
            }
        }
    };
    let host = match (host.is_empty(), door.hub.config.domain.first()) {
        (true, Some(name)) => name.clone(),
        _ => host,
    };
    let path = request.uri().path_and_query();
    let path = path.map_or("/", |path| path.as_str());
    match HeaderValue::from_str(&format!("https://{host}{path}")) {
        Ok(there) => (StatusCode::PERMANENT_REDIRECT, [(LOCATION, there)]).into_response(),
        Err(_) => StatusCode::BAD_REQUEST.into_response(),
    }
}

async fn challenge(State(door): State<Door>, Path(token): Path<String>) -> Response {
    let answer = door.tls.as_ref().and_then(|tls| tls.challenge(&token));
    answer.map_or_else(
        || StatusCode::NOT_FOUND.into_response(),
        IntoResponse::into_response,
    )
}

/// Our own authority's certificate and how to trust it; nothing where we are none.
pub(super) fn authority(door: &Door) -> Router<Door> {
    if door
        .tls
        .as_ref()
        .and_then(parlor_tls::Tls::authority)
        .is_none()
    {
        return Router::new();
    }
    Router::new()
        .route("/ca", get(instructions))
        .route("/ca.crt", get(certificate))
}

async fn certificate(State(door): State<Door>) -> Response {
    let own = door.tls.as_ref().and_then(parlor_tls::Tls::authority);
    let Some((_, der, _)) = own else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let headers = [
        (CONTENT_TYPE, "application/x-x509-ca-cert"),
        (
            CONTENT_DISPOSITION,
            "attachment; filename=\"parlor-ca.crt\"",
        ),
    ];
    (headers, der.to_vec()).into_response()
}

async fn instructions(State(door): State<Door>, request: Request) -> Response {
    let own = door.tls.as_ref().and_then(parlor_tls::Tls::authority);
    let Some((_, _, fingerprint)) = own else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let spoken = request.headers().get("accept-language");
    let spoken = spoken.and_then(|it| it.to_str().ok()).unwrap_or_default();
    let page = if spoken.trim_start().starts_with("zh") {
        include_str!("ca.zh.html")
    } else {
        include_str!("ca.en.html")
    };
    Html(page.replace("{fingerprint}", &fingerprint)).into_response()
}
