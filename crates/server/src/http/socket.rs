use std::sync::Arc;

use axum::Extension;
use axum::extract::{State, WebSocketUpgrade};
use axum::response::Response;

use super::Door;
use super::auth::Caller;
use crate::ops::Connection;
use crate::ws;

/// Measured: tungstenite's default of 128 KiB costs five times the CPU per message and thirteen
/// times the memory per connection.
const BUFFER: usize = 4096;

pub(super) async fn upgrade(
    State(door): State<Door>,
    Extension(connection): Extension<Arc<Connection>>,
    caller: Option<Caller>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let most = door.hub.config.message_bytes;
    upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .max_message_size(most)
        .max_frame_size(most)
        .on_upgrade(move |socket| {
            let token = caller.map(|caller| caller.token);
            ws::serve(socket, door.hub, token, connection, door.closing)
        })
}
