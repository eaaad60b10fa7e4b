use std::sync::Arc;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::{State, WebSocketUpgrade};
use axum::http::header::{CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, UPGRADE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use parlor_hub::ops::{Charge, Connection};
use parlor_hub::ws::{self, Upgraded};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use super::Door;
use super::auth::Caller;
use super::listener::Watched;

/// `_checked` has judged the request; the socket itself is ours, so that a match can write to it
/// without waking anybody.
pub(super) async fn upgrade(
    State(door): State<Door>,
    Extension(connection): Extension<Arc<Connection>>,
    charge: Option<Extension<Arc<Charge>>>,
    upgrade: Option<Extension<OnUpgrade>>,
    caller: Option<Caller>,
    headers: HeaderMap,
    _checked: WebSocketUpgrade,
) -> Response {
    let Some(Extension(upgrade)) = upgrade else {
        return StatusCode::UPGRADE_REQUIRED.into_response();
    };
    let key = headers.get(SEC_WEBSOCKET_KEY).map(HeaderValue::as_bytes);
    let accept = derive_accept_key(key.unwrap_or_default());
    tokio::spawn(async move {
        let Ok(upgraded) = upgrade.await else { return };
        let upgraded = match upgraded.downcast::<TokioIo<Watched>>() {
            Ok(parts) => {
                let (stream, admission) = parts.io.into_inner().into_parts();
                let (input, output) = stream.into_split();
                Upgraded {
                    input: Box::new(input),
                    output: Box::new(output),
                    read: parts.read_buf,
                    connection,
                    // Counted to whoever is behind a proxy as long as the socket lasts.
                    kept: Box::new((admission, charge)),
                }
            }
            // TLS, or whatever else lies between here and the socket.
            Err(upgraded) => {
                let (input, output) = tokio::io::split(TokioIo::new(upgraded));
                Upgraded {
                    input: Box::new(input),
                    output: Box::new(output),
                    read: Bytes::new(),
                    connection,
                    kept: Box::new(charge),
                }
            }
        };
        let token = caller.map(|caller| caller.token);
        ws::open(upgraded, door.hub, token, door.closing);
    });
    let headers = [
        (CONNECTION, "upgrade".to_owned()),
        (UPGRADE, "websocket".to_owned()),
        (SEC_WEBSOCKET_ACCEPT, accept),
    ];
    (StatusCode::SWITCHING_PROTOCOLS, headers).into_response()
}
