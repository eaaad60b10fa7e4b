use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use parlor_hub::Conn;
use parlor_hub::matches::{Outbox, Outgoing, SharedMessage};
use parlor_hub::protocol::{Command, Request, ServerMessage};
use parlor_hub::{Code, Refusal, random};
use serde_json::value::RawValue;
use tokio::time::timeout;

use super::auth::Caller;
use super::extract::Body;
use super::{ApiError, Door};

pub(super) fn router() -> Router<Door> {
    Router::new().route("/commands", post(command))
}

/// Longer than any commit takes.
const PATIENCE: Duration = Duration::from_secs(20);

/// Any command of the socket protocol, answered in the reply. Commands that ask to be pushed
/// something (`lobby`, `open`) need the socket.
#[parlor_describe::path(
    post, path = "/api/v1/commands", tag = "matches", request_body = Request,
    responses(
        (status = 200, description = "What the socket would have answered: `done`, `pong`", body = serde_json::Value),
        (status = "4XX", description = "Refused: `{\"error\":{\"code\",\"message\"}}`"),
    )
)]
pub(super) async fn command(
    State(door): State<Door>,
    caller: Caller,
    Body(request): Body<Box<RawValue>>,
) -> Result<Response, ApiError> {
    let request = Request::read(request.get()).map_err(|it| it.refusal)?;
    if matches!(
        request.command,
        Command::Lobby {}
            | Command::Turns {}
            | Command::Open { .. }
            | Command::Login { .. }
            | Command::QuickPair { .. }
    ) {
        let message = "this command pushes messages: use the socket, or GET the resource";
        return Err(Refusal::new(Code::RequestNeedsSocket, message).into());
    }
    let answer = carry_out(&door, caller, request).await?;
    Ok(Json(&**answer).into_response())
}

/// Hands a command to the hub as a connection of one message would.
pub(super) async fn carry_out(
    door: &Door,
    caller: Caller,
    mut request: Request,
) -> Result<Arc<SharedMessage>, ApiError> {
    request
        .id
        .get_or_insert_with(|| random::id().as_str().into());
    let (outbox, mut queue) = Outbox::open();
    let mut conn = Conn::new(outbox, Some(caller.player), None);
    door.hub.handle(&mut conn, request).await;
    let answer = timeout(PATIENCE, queue.recv()).await.ok().flatten();
    door.hub.gone(conn).await;
    match answer {
        Some(Outgoing::Message(message)) => match &**message {
            ServerMessage::Error { code, message, .. } => Err(ApiError(Refusal {
                code: code.clone(),
                message: message.clone(),
            })),
            _ => Ok(message),
        },
        _ => Err(Refusal::unavailable().into()),
    }
}
