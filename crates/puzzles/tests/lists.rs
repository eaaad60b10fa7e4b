//! Every puzzle that comes with the program: it can be played, it is what the list says, and its move
//! is the only one.

#![allow(clippy::unwrap_used)]

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use parlor_endgame::build::{Event, Plan, Progress, build};
use parlor_endgame::solve::{Stage, Watch};
use parlor_endgame::{Removal, Tables};
use parlor_puzzles::build::{holds_in_coexistence, holds_in_marelles, holds_in_search};
use parlor_puzzles::{GAMES, Goal, Verdict, collection, grade};

#[test]
fn every_puzzle_can_be_solved_and_failed() {
    let mut ids = HashSet::new();
    for &game in GAMES {
        for puzzle in collection().of(game) {
            assert!(ids.insert(&puzzle.id), "{} twice", puzzle.id);
            let walk = puzzle.solution().unwrap();
            assert_eq!(walk.verdict, Verdict::Solved, "{puzzle}");
            assert_eq!(walk.steps.len(), puzzle.line.len(), "{puzzle}");
            assert_eq!(walk.steps[0].seat, walk.seat);
            assert_eq!(walk.steps.last().unwrap().seat, walk.seat, "{puzzle}");
            let own: Vec<String> = walk
                .steps
                .iter()
                .filter(|it| it.seat == walk.seat)
                .map(|it| it.action.clone())
                .collect();
            assert_eq!(puzzle.walk(&own).unwrap().verdict, Verdict::Solved);
            let legal = walk.start.legal(walk.seat).actions.to_vec();
            let is_wrong = |it: &&String| {
                let walk = puzzle.walk(std::slice::from_ref(it)).unwrap();
                walk.verdict == Verdict::Wrong
            };
            let rights = puzzle.line[0].split('/').count();
            assert_eq!(legal.iter().filter(is_wrong).count(), legal.len() - rights);
            let hint = puzzle.walk(&[]).unwrap().hint(puzzle);
            assert!(
                hint.contains(&own[0]) && hint.len() < legal.len(),
                "{puzzle}"
            );
        }
    }
}

#[test]
fn there_are_as_many_as_promised() {
    let count = |game| collection().of(game).len();
    assert!(count("marelles") >= 2000, "{}", count("marelles"));
    assert!(count("coexistence") >= 100, "{}", count("coexistence"));
    assert!(count("obliteration") >= 100, "{}", count("obliteration"));
    assert!(count("risk") >= 50, "{}", count("risk"));
    let marelles = collection().of("marelles");
    for goal in [Goal::Win, Goal::Draw] {
        assert!(marelles.iter().filter(|it| it.goal == goal).count() > 200);
    }
    let longer = marelles.iter().filter(|it| it.line.len() > 2).count();
    assert!(longer > 300, "{longer} go on after the first move");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let size: u64 = std::fs::read_dir(folder)
        .unwrap()
        .map(|it| it.unwrap().metadata().unwrap().len())
        .sum();
    assert!(size < 300_000, "{size} bytes of lists");
}

#[test]
fn grades_follow_from_what_the_bots_found() {
    for &game in GAMES {
        let levels = grade::levels(game);
        for puzzle in collection().of(game) {
            assert_eq!(puzzle.solved.len(), levels.len());
            for (found, grader) in puzzle.solved.iter().zip(levels) {
                assert!(*found <= grader.trials);
            }
            assert_eq!(
                puzzle.rating,
                grade::rating(game, &puzzle.solved),
                "{puzzle}"
            );
        }
    }
}

/// The bots try some again: a level looks at so many positions, so the answer is always the same.
#[test]
fn bots_find_what_they_found() {
    for &game in GAMES {
        for puzzle in collection().of(game).iter().step_by(211) {
            let solved = grade::measure(puzzle, &AtomicBool::new(false));
            assert_eq!(solved.as_ref(), Some(&puzzle.solved), "{puzzle}");
        }
    }
}

struct Quiet;

impl Watch for Quiet {
    fn stage(&self, _stage: Stage) {}
    fn advance(&self, _work: u64) {}
    fn replan(&self, _work: i64) {}
}

impl Progress for Quiet {
    fn event(&self, _event: &Event) {}
}

/// Those with so few stones that their tables are built here in seconds.
#[test]
fn the_tables_know_no_other_move() {
    let folder = tempfile::tempdir().unwrap();
    let mut held = 0;
    for removal in [Removal::Document, Removal::Standard] {
        let plan = Plan {
            removal,
            up_to: "4-4".parse().unwrap(),
            threads: 0,
            verify: false,
            dir: folder.path().to_owned(),
        };
        build(&plan, &Quiet).unwrap();
        let tables = Tables::open(folder.path(), removal);
        let rule = match removal {
            Removal::Document => "document ",
            Removal::Standard => "standard ",
        };
        let of_rule = |it: &&&parlor_puzzles::Puzzle| it.position.starts_with(rule);
        for puzzle in collection().of("marelles").iter().filter(of_rule) {
            if let Some(holds) = holds_in_marelles(&tables, puzzle) {
                assert!(holds, "{puzzle}");
                held += 1;
            }
        }
    }
    assert!(held > 50, "{held} were held against tables");
}

#[test]
fn computed_chances_know_no_other_move() {
    for puzzle in collection().of("coexistence") {
        assert_eq!(holds_in_coexistence(puzzle), Some(true), "{puzzle}");
    }
}

/// Some of them, by all looks but the dearest.
#[test]
fn searches_find_the_same_move_again() {
    for (game, step) in [("obliteration", 40), ("risk", 15)] {
        for puzzle in collection().of(game).iter().step_by(step) {
            assert_eq!(holds_in_search(puzzle), Some(true), "{puzzle}");
        }
    }
}
