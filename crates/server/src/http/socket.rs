use axum::extract::{ConnectInfo, State, WebSocketUpgrade};
use axum::response::{IntoResponse, Response};

use super::auth::Caller;
use super::{ApiError, Door, Peer};
use crate::ws;

/// Measured: tungstenite's default of 128 KiB costs five times the CPU per message and thirteen
/// times the memory per connection.
const BUFFER: usize = 4096;

pub(super) async fn upgrade(
    State(door): State<Door>,
    ConnectInfo(peer): Peer,
    caller: Option<Caller>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let visitor = match door.hub.limits.visitor(peer.ip()) {
        Ok(visitor) => visitor,
        Err(refusal) => return ApiError(refusal).into_response(),
    };
    let most = door.hub.config.message_bytes;
    upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .max_message_size(most)
        .max_frame_size(most)
        .on_upgrade(move |socket| {
            let token = caller.map(|caller| caller.token);
            ws::serve(socket, door.hub, token, visitor, door.closing)
        })
}
