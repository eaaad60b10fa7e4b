//! Every preview of random games comes true.

use parlor_engine::{Chance, Ends, Fast, Game, Viewer};
use parlor_testkit::Specimen;

use crate::{Event, Obliteration};

#[test]
fn what_was_foreseen_happens() {
    let (mut waves, mut ends, mut outs) = (0, 0, 0);
    for (place, (seats, options)) in Obliteration::cases().into_iter().enumerate() {
        for game in 0..3 {
            let mut chance = Fast::new(100 * place as u64 + game);
            let mut state = Obliteration::new(&options, seats, &mut chance).expect("good options");
            for _ in 0..400 {
                let Some(seat) = state.to_act().first() else {
                    break;
                };
                let mut legal = Vec::new();
                state.legal_actions(seat, &mut legal);
                let action = legal[chance.below(legal.len() as u32) as usize];
                let view = state.view(Viewer::Seat(seat));
                let preview = Obliteration::preview(&view, seat, &action).expect("it is legal");
                let mut events = Vec::new();
                state.execute(seat, &action, &mut chance, &mut events);
                let happened: Vec<_> = events
                    .iter()
                    .filter_map(|event| match *event {
                        Event::Converted {
                            x, y, wave, from, ..
                        } => Some((x, y, wave, from)),
                        _ => None,
                    })
                    .collect();
                let foreseen: Vec<_> = preview
                    .converted
                    .iter()
                    .map(|it| (it.x, it.y, it.wave, it.from))
                    .collect();
                assert_eq!(foreseen, happened);
                let after = state.view(Viewer::Seat(seat));
                let hexes: Vec<u16> = after.seats.iter().map(|seat| seat.hexes).collect();
                assert_eq!(preview.hexes, hexes);
                assert_eq!(preview.gains.iter().sum::<i32>(), -preview.neutral);
                assert_eq!(preview.ends, state.outcome().map(Ends::from));
                let rotation = |at: usize| after.rotations.as_bytes()[at] - b'0';
                let index = usize::from(preview.x) * usize::from(after.rows);
                assert_eq!(rotation(index + usize::from(preview.y)), preview.rotation);
                for seat in &preview.eliminated {
                    assert!(after.seats[seat.index()].exit.is_some());
                }
                waves += u32::from(foreseen.last().is_some_and(|last| last.2 > 1));
                outs += preview.eliminated.len();
                ends += u32::from(preview.ends.is_some());
            }
        }
    }
    assert!(waves > 100 && ends > 2 && outs > 2, "{waves} {ends} {outs}");
}
