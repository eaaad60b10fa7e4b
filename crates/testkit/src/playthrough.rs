//! Golden playthroughs: a text file with a header and inputs, in which everything else is made by
//! the program. `UPDATE_PLAYTHROUGHS=1` writes the files anew; the difference is then reviewed.
//!
//! An input line is `> SEAT ACTION`. While updating, `> * N` stands for N random actions.

use std::fmt::Write as _;
use std::path::Path;

use parlor_engine::{Act, AnyGame, Charset, Fast, Match, Names, Seat, Seed, Setup, Viewer};

/// Checks every playthrough below `folder`; a game without one fails.
pub fn check_folder(game: &'static dyn AnyGame, folder: &Path) {
    let id = game.meta().id;
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{id} has no playthroughs at {}: {error}", folder.display()))
        .filter_map(|file| Some(file.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .collect();
    files.sort();
    assert!(
        !files.is_empty(),
        "{id} has no playthrough in {}",
        folder.display()
    );
    for path in files {
        let written = std::fs::read_to_string(&path).expect("a playthrough is readable");
        let update = std::env::var_os("UPDATE_PLAYTHROUGHS").is_some();
        let played = replay(game, &written, update);
        if update {
            std::fs::write(&path, played).expect("a playthrough is writable");
            continue;
        }
        let differs = written
            .lines()
            .zip(played.lines())
            .position(|(was, is)| was != is);
        if let Some(line) = differs {
            let was = written.lines().nth(line).unwrap_or_default();
            let is = played.lines().nth(line).unwrap_or_default();
            panic!("{}:{}:\n  was {was}\n  is  {is}", path.display(), line + 1);
        }
        assert_eq!(
            written.lines().count(),
            played.lines().count(),
            "{}",
            path.display()
        );
    }
}

fn header<'a>(text: &'a str, key: &str) -> &'a str {
    text.lines()
        .find_map(|line| line.strip_prefix(key)?.strip_prefix(": "))
        .unwrap_or_else(|| panic!("the playthrough has no line '{key}: …'"))
}

fn replay(game: &'static dyn AnyGame, written: &str, update: bool) -> String {
    let [id, seats, seed, options] =
        ["game", "seats", "seed", "options"].map(|key| header(written, key));
    assert_eq!(id, game.meta().id);
    let setup = Setup::new(
        game,
        &serde_json::from_str(options).expect("the options are JSON"),
        seats.parse().expect("a number of seats"),
        Seed::from_hex(seed).expect("a seed"),
        Vec::new(),
    )
    .expect("good options");
    let mut matched = Match::start(setup).expect("the match starts");
    let mut text = format!("game: {id}\nseats: {seats}\nseed: {seed}\noptions: {options}\n");
    write_position(&mut text, &matched);
    let mut chance = Fast::new(1);
    for input in written.lines().filter_map(|line| line.strip_prefix("> ")) {
        if let Some(count) = input.strip_prefix("* ") {
            assert!(update, "'> * N' only works while updating");
            for _ in 0..count.parse::<u32>().expect("a number of random actions") {
                let Some(seat) = matched.state().to_act().first() else {
                    break;
                };
                let action = matched
                    .state()
                    .sample(seat, &mut chance)
                    .expect("an actor acts");
                play(&mut text, &mut matched, seat, &action);
            }
        } else {
            let (seat, action) = input.split_once(' ').expect("an input is '> SEAT ACTION'");
            play(
                &mut text,
                &mut matched,
                Seat(seat.parse().expect("a seat")),
                action,
            );
        }
    }
    write_end(&mut text, &matched);
    text
}

fn play(text: &mut String, matched: &mut Match, seat: Seat, action: &str) {
    let _ = writeln!(text, "\n> {seat} {action}");
    match matched.push(Act::action(seat, action)) {
        Err(refused) => {
            let _ = writeln!(text, "refused {}: {}", refused.code, refused.message);
        }
        Ok(events) => {
            let events = events.expect("an action has events");
            let all = events.json(Viewer::Referee);
            let _ = writeln!(text, "events {all}");
            for viewer in viewers(matched.state().seats()) {
                let seen = events.json(viewer);
                if seen != all {
                    let _ = writeln!(text, "  to {viewer:?} {seen}");
                }
            }
            for sentence in events.words(Viewer::Referee, Names(&[])) {
                let _ = writeln!(text, "  {sentence}");
            }
            write_position(text, matched);
        }
    }
}

fn viewers(seats: u8) -> impl Iterator<Item = Viewer> {
    (0..seats)
        .map(|seat| Viewer::Seat(Seat(seat)))
        .chain([Viewer::Spectator])
}

fn write_position(text: &mut String, matched: &Match) {
    let state = matched.state();
    for line in state.picture(Viewer::Referee, Charset::Ascii).lines() {
        let _ = writeln!(text, "| {}", line.trim_end());
    }
    for seat in state.to_act().iter() {
        let legal = state.legal(seat);
        let more = if legal.pattern.is_some() { "+" } else { "" };
        let _ = writeln!(
            text,
            "seat {seat} has {}{more} legal actions",
            legal.actions.len()
        );
    }
    if let Some(outcome) = state.outcome() {
        let outcome = serde_json::to_string(&outcome).expect("an outcome serialises");
        let _ = writeln!(text, "outcome {outcome}");
    }
}

fn write_end(text: &mut String, matched: &Match) {
    let state = matched.state();
    let _ = writeln!(text, "\nthe end as it is seen");
    for viewer in viewers(state.seats()) {
        let _ = writeln!(text, "{viewer:?} {}", state.view(viewer));
        for line in state.picture(viewer, Charset::Unicode).lines() {
            let _ = writeln!(text, "| {}", line.trim_end());
        }
    }
}
