//! The types of the protocol for the page. `UPDATE=1` writes the file anew.

use std::fmt::Write as _;
use std::path::Path;

use parlor_engine::Seq;
use parlor_server::protocol::{
    AwayView, ChatLine, ClaimKind, Clock, ClockView, Command, CurtainView, LogLine, LogPage,
    MatchSnapshot, MatchUpdate, Me, NewTable, OfferKind, OfferView, Pace, Request, SeatChoice,
    SeatInfo, ServerMessage, Status, TableInfo, Watch,
};
use parlor_server::{CommandId, MatchId};
use ts_rs::{Config, TS};

/// What the games' own types look like from outside.
const OF_THE_GAMES: [&str; 3] = [
    "type Outcome = { kind: 'win' | 'draw' | 'no_winner' | 'aborted', winner: number | null, places: number[], reason: string };",
    "type GameEvent = { kind: string, [field: string]: unknown };",
    "type Pattern = { form: string, bounds: unknown };",
];

fn protocol() -> String {
    let config = Config::default();
    let mut text =
        "// Made from crates/hub/src/protocol by its tests (UPDATE=1); do not edit.\n".to_owned();
    let mut add = |declaration: String| {
        let _ = write!(text, "\nexport {declaration}\n");
    };
    add(Request::decl(&config));
    add(Command::decl(&config));
    add(NewTable::decl(&config));
    add(SeatChoice::decl(&config));
    add(Clock::decl(&config));
    add(Watch::decl(&config));
    add(Status::decl(&config));
    add(TableInfo::decl(&config));
    add(SeatInfo::decl(&config));
    add(Me::decl(&config));
    add(ServerMessage::decl(&config));
    add(MatchSnapshot::decl(&config));
    add(MatchUpdate::decl(&config));
    add(CurtainView::decl(&config));
    add(MatchId::decl(&config));
    add(CommandId::decl(&config));
    add(Seq::decl(&config));
    add(LogPage::decl(&config));
    add(LogLine::decl(&config));
    add(ChatLine::decl(&config));
    add(ClockView::decl(&config));
    add(OfferKind::decl(&config));
    add(AwayView::decl(&config));
    add(ClaimKind::decl(&config));
    add(Pace::decl(&config));
    add(OfferView::decl(&config));
    for declaration in OF_THE_GAMES {
        add(declaration.to_owned());
    }
    text
}

#[test]
fn the_page_has_the_types_of_the_protocol() {
    let made = protocol();
    assert!(made.contains("export type ServerMessage") && made.contains("\"type\": \"play\""));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/generated");
    let file = folder.join("protocol.ts");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(&file, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        kept == made,
        "{} is out of date: run this test with UPDATE=1",
        file.display()
    );
}
