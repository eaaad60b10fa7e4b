//! Every preview of random games comes true.

use parlor_engine::{Chance, Ends, Fast, Game, Seat, Viewer};
use parlor_testkit::Specimen;

use super::{Deal, Preview};
use crate::{Action, CoExistence, Event};

#[test]
fn what_was_foreseen_happens() {
    let (mut deals, mut wins, mut answers) = (0, 0, 0);
    for (place, (seats, options)) in CoExistence::cases().into_iter().enumerate() {
        for game in 0..60 {
            let mut chance = Fast::new(1_000 * place as u64 + game);
            let mut state = CoExistence::new(&options, seats, &mut chance).expect("good options");
            while let Some(seat) = state.to_act().first() {
                let mut legal = Vec::new();
                state.legal_actions(seat, &mut legal);
                let action = legal[chance.below(legal.len() as u32) as usize];
                let view = state.view(Viewer::Seat(seat));
                let preview = CoExistence::preview(&view, seat, &action).expect("it is legal");
                let mut events = Vec::new();
                state.execute(seat, &action, &mut chance, &mut events);
                let outcome = state.outcome().map(Ends::from);
                match preview {
                    Preview::Attack {
                        own,
                        scores,
                        strikes_back,
                        ends,
                        ..
                    } => {
                        assert_eq!(scores, state.scores());
                        let mut replies = Vec::new();
                        state.legal_actions(Seat(1 - seat.0), &mut replies);
                        let columns: Vec<u8> = replies
                            .iter()
                            .filter_map(|reply| match *reply {
                                Action::Attack { own: by, target } if target == own => Some(by),
                                _ => None,
                            })
                            .collect();
                        let foreseen: Vec<u8> =
                            strikes_back.iter().map(|strike| strike.column).collect();
                        assert_eq!(foreseen, columns);
                        answers += columns.len();
                        wins += u32::from(ends.is_some());
                        assert_eq!(ends, outcome);
                    }
                    Preview::Pass {
                        round_ends,
                        round,
                        starts,
                        deal,
                        ends,
                    } => {
                        assert_eq!((round, starts), (state.round(), state.turn()));
                        let told = |is: fn(&Event) -> bool| events.iter().any(is);
                        let over = told(|event| matches!(event, Event::RoundOver { .. }));
                        let dealt = told(|event| matches!(event, Event::Dealt { .. }));
                        assert_eq!((round_ends, deal), (over, dealt.then_some(Deal::Unknown)));
                        deals += u32::from(dealt);
                        assert_eq!(ends, outcome);
                    }
                }
            }
        }
    }
    assert!(deals > 50 && answers > 50, "{deals} {wins} {answers}");
}
