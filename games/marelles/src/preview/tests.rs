//! Every preview of random games comes true.

use parlor_engine::{Chance, Ends, Fast, Game, Seat, Viewer};
use parlor_testkit::Specimen;

use super::Preview;
use crate::board::MILLS;
use crate::{Action, Event, Marelles, Point, Stage, View};

fn full_lines(view: &View, seat: Seat) -> usize {
    let own = Some(view.colours[seat.index()]);
    MILLS
        .iter()
        .filter(|mill| mill.iter().all(|&at| view.cells[usize::from(at)] == own))
        .count()
}

fn holds(preview: &Preview, seat: Seat, before: &View, after: &View, events: &[Event]) {
    let closed = events.iter().find_map(|event| match event {
        Event::Mill { lines, .. } => Some(*lines),
        _ => None,
    });
    let enemy = Seat(1 - seat.0);
    let outcome = after.outcome.clone().map(Ends::from);
    match preview {
        Preview::Arrive {
            mills,
            opened,
            blocked,
            threats,
            removable,
            ends,
            to,
            ..
        } => {
            assert_eq!(closed.map_or(0, |lines| lines.0), mills.0);
            let (gone, come) = (opened.0.count_ones(), mills.0.count_ones());
            let lines = full_lines(before, seat) + come as usize - gone as usize;
            assert_eq!(full_lines(after, seat), lines);
            assert_eq!(*removable, after.removable);
            assert_eq!(*ends, outcome);
            let foe = Some(before.colours[enemy.index()]);
            for mill in blocked.mills() {
                let theirs = |at: &&Point| before.cells[usize::from(at.0)] == foe;
                assert!(mill.contains(to) && mill.iter().filter(theirs).count() == 2);
            }
            let own = Some(before.colours[seat.index()]);
            for mill in threats.mills() {
                let cells = mill.map(|at| after.cells[usize::from(at.0)]);
                assert_eq!(cells.iter().filter(|&&cell| cell == own).count(), 2);
                assert!(cells.contains(&None));
            }
        }
        Preview::Remove {
            broken,
            left,
            flies,
            ends,
            ..
        } => {
            let lines = full_lines(before, enemy) - broken.0.count_ones() as usize;
            assert_eq!(full_lines(after, enemy), lines);
            let place = enemy.index();
            assert_eq!(after.on_board[place] + after.hands[place], *left);
            let flying = after.stages[place] == Stage::Flying && outcome.is_none();
            assert_eq!(flying, *flies);
            assert_eq!(*ends, outcome);
        }
    }
}

#[test]
fn what_was_foreseen_happens() {
    let (mut removals, mut over) = (0, 0);
    for (place, (seats, options)) in Marelles::cases().into_iter().enumerate() {
        for game in 0..40 {
            let mut chance = Fast::new(1_000 * place as u64 + game);
            let mut state = Marelles::new(&options, seats, &mut chance).expect("good options");
            while let Some(seat) = state.to_act().first() {
                let mut legal = Vec::new();
                state.legal_actions(seat, &mut legal);
                let action = legal[chance.below(legal.len() as u32) as usize];
                let before = state.view(Viewer::Seat(seat));
                let preview = Marelles::preview(&before, seat, &action).expect("it is legal");
                let mut events = Vec::new();
                state.execute(seat, &action, &mut chance, &mut events);
                let after = state.view(Viewer::Seat(seat));
                holds(&preview, seat, &before, &after, &events);
                removals += u32::from(matches!(action, Action::Remove { .. }));
            }
            over += 1;
        }
    }
    assert!(removals > 500 && over > 200, "{removals} {over}");
}
