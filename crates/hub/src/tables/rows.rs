//! A table as the store keeps it.

use parlor_store::{MatchRowUpdate, Seated};

use super::Table;
use crate::protocol::Status;
use crate::{Code, Refusal};

/// The row of a table as it is now.
pub(super) fn update(table: &Table, now_ms: i64) -> MatchRowUpdate {
    MatchRowUpdate {
        status: status(table.status),
        body: body(table),
        secret: None,
        updated_ms: now_ms,
        ended_ms: table.ended_ms,
        seats: Some(seats(table)),
    }
}

/// The row of a table that everybody has left.
pub(super) fn retired(table: &Table, now_ms: i64) -> MatchRowUpdate {
    MatchRowUpdate {
        status: parlor_store::MatchStatus::Aborted,
        seats: Some(Vec::new()),
        ..update(table, now_ms)
    }
}

pub(super) fn parse(body: &str) -> Result<Table, Refusal> {
    serde_json::from_str(body).map_err(|error| {
        tracing::error!(%error, "unreadable table");
        Refusal::new(Code::TableCorrupt, "the table cannot be read")
    })
}

pub(super) fn body(table: &Table) -> String {
    serde_json::to_string(table).unwrap_or_default()
}

pub(super) fn status(status: Status) -> parlor_store::MatchStatus {
    match status {
        Status::Open => parlor_store::MatchStatus::Open,
        Status::Ready => parlor_store::MatchStatus::Ready,
        Status::Running => parlor_store::MatchStatus::Running,
        Status::Over => parlor_store::MatchStatus::Over,
    }
}

pub(super) fn seats(table: &Table) -> Vec<Seated> {
    let mut seated: Vec<Seated> = Vec::new();
    for (seat, chair) in (0..).zip(&table.chairs) {
        let Some(sitter) = &chair.sitter else {
            continue;
        };
        // Whoever shares a screen with others finds the match once in the list of their own.
        if !seated.iter().any(|it| it.player == sitter.player.0) {
            seated.push(Seated {
                seat,
                player: sitter.player.0,
            });
        }
    }
    seated
}
