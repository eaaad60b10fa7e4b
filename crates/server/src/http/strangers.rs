//! A house that is not open shows itself to those who have come in. Strangers see what leads inside, and
//! the table whose link they hold.

use axum::extract::{OptionalFromRequestParts, Query, Request, State};
use axum::http::Uri;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use parlor_hub::{MatchId, Refusal};
use serde::Deserialize;

use super::auth::Caller;
use super::{ApiError, Door};

/// What strangers may ask for. Whatever is not named here is for those who have come in, so that an
/// address added later tells strangers nothing.
const DOORWAY: [&str; 9] = [
    "/session",
    "/session/phrase",
    "/session/link",
    "/house",
    "/house/logo",
    "/games",
    "/games/risk/world",
    "/openapi.json",
    "/alerts/confirm",
];
/// The same with something of the caller's behind it. A code stands for the link of its table.
const DOORWAYS: [&str; 2] = ["/codes/", "/alerts/stop/"];

fn is_doorway(path: &str) -> bool {
    DOORWAY.contains(&path) || DOORWAYS.iter().any(|begin| path.starts_with(begin))
}

/// Stands before every address of the API.
pub(super) async fn keep_out(State(door): State<Door>, request: Request, next: Next) -> Response {
    if !door.hub.config.hides_people() || is_doorway(request.uri().path()) {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    let caller =
        <Caller as OptionalFromRequestParts<Door>>::from_request_parts(&mut parts, &door).await;
    let judged = match caller {
        Ok(Some(_)) => Ok(()),
        Ok(None) => is_invited(&door, &parts.uri).await.map_err(ApiError),
        Err(refused) => Err(refused),
    };
    match judged {
        Ok(()) => next.run(Request::from_parts(parts, body)).await,
        Err(refused) => refused.into_response(),
    }
}

#[derive(Deserialize, Debug, Default)]
#[serde(default)]
struct Link {
    invite: Option<String>,
}

/// Whether the address is one of a table and carries the secret of its link.
async fn is_invited(door: &Door, uri: &Uri) -> Result<(), Refusal> {
    let mut parts = uri.path().split('/').skip(1);
    let id = match (parts.next(), parts.next()) {
        (Some("tables" | "matches"), Some(id)) => MatchId::parse(id),
        _ => None,
    };
    let link = Query::<Link>::try_from_uri(uri);
    let invite = link.ok().and_then(|Query(link)| link.invite);
    let (Some(id), Some(invite)) = (id, invite) else {
        return Err(Refusal::members_only());
    };
    // Whether there is such a table is no stranger's business either.
    match door.hub.tables.get(id).await {
        Ok(table) => door.hub.may_see(None, &table, Some(&invite)),
        Err(refusal) if refusal.is_temporary() => Err(refusal),
        Err(_) => Err(Refusal::members_only()),
    }
}

#[cfg(test)]
mod tests {
    use super::is_doorway;

    #[test]
    fn doors_are_named_one_by_one() {
        for open in ["/session", "/house", "/codes/KETRA", "/alerts/stop/x"] {
            assert!(is_doorway(open), "{open}");
        }
        for closed in [
            "/people",
            "/sessions",
            "/session/",
            "/house/x",
            "/codes",
            "/me/games",
        ] {
            assert!(!is_doorway(closed), "{closed}");
        }
    }
}
