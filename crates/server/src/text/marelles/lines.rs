//! Between the protocol's `wait|F|T|A` and the game's actions.

use parlor_engine::{Game, Seat};
use parlor_hub::Code;
use parlor_hub::protocol::LogLine;
use parlor_marelles::{Action, Event, Marelles};

/// What a player's line says, apart from `[…]` lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Said {
    /// `wait` keeps the turn, `nowait` hands it over.
    Ply {
        wait: bool,
        from: u8,
        to: u8,
        affect: u8,
    },
    Undo,
    UndoAsk,
    DrawAsk,
    /// Answer to an offer.
    Answer {
        accept: bool,
    },
    RunAway,
}

pub(super) fn parse(line: &str) -> Option<Said> {
    let mut parts = line.trim().split('|');
    let word = parts.next()?;
    match word {
        "wait" | "nowait" => {
            let mut point = || parts.next()?.trim().parse::<u8>().ok();
            let (from, to, affect) = (point()?, point()?, point()?);
            let wait = word == "wait";
            parts.next().is_none().then_some(Said::Ply {
                wait,
                from,
                to,
                affect,
            })
        }
        "control" => {
            let said = match parts.next()? {
                "undo" => Said::Undo,
                "undo-ask" => Said::UndoAsk,
                "draw-ask" => Said::DrawAsk,
                "undo-yes" | "draw-yes" => Said::Answer { accept: true },
                "undo-no" | "draw-no" => Said::Answer { accept: false },
                "runAway" => Said::RunAway,
                _ => return None,
            };
            parts.next().is_none().then_some(said)
        }
        _ => None,
    }
}

/// The actions of a line in notation, judged against the position: `wait` must close a mill and
/// leave the removal open, `nowait` must leave nothing open. `begun` is the arrival of a ply whose
/// removal is owed: the line that brings it must repeat it. The error is the protocol's code.
pub(super) fn actions(
    position: &Marelles,
    seat: Seat,
    begun: Option<(u8, u8)>,
    wait: bool,
    [from, to, affect]: [u8; 3],
) -> Result<String, &'static str> {
    let point = |index: u8| serde_json::from_value(index.into()).map_err(|_| "illegal");
    let [from_point, to_point, affect_point] = [point(from)?, point(to)?, point(affect)?];
    let mut trial = position.clone();
    let mut done = Vec::new();
    // The second line of a ply repeats the first and adds the removal.
    if trial.is_mid_ply() {
        if begun.is_some_and(|begun| begun != (from, to)) {
            return Err("illegal");
        }
    } else {
        done.push(if from == to {
            Action::Place { at: to_point }
        } else {
            Action::Move {
                from: from_point,
                to: to_point,
            }
        });
    }
    if affect != to || trial.is_mid_ply() {
        done.push(Action::Remove { at: affect_point });
    }
    for (place, action) in done.iter().enumerate() {
        trial
            .validate(seat, action)
            // A removal that was not earned comes when the turn has passed already.
            .map_err(|refused| {
                if place == 0 {
                    rules_code(&refused.code)
                } else {
                    "illegal"
                }
            })?;
        trial.execute(
            seat,
            action,
            &mut parlor_engine::Fast::new(0),
            &mut Vec::new(),
        );
    }
    if trial.is_mid_ply() != wait {
        return Err("illegal");
    }
    Ok(done.iter().map(Marelles::notate).collect())
}

/// The protocol's word for a refusal.
pub(super) fn code(refusal: &Code) -> &'static str {
    match refusal {
        Code::Action(word) => rules_code(word),
        Code::MatchStale => "not-your-turn",
        Code::MatchOver | Code::TableOver => "game-over",
        Code::PeopleName
        | Code::PeopleNameTaken
        | Code::PeoplePasswordNeeded
        | Code::PeoplePhraseNeeded
        | Code::PeopleWrongPassword
        | Code::PeopleBadToken => "name-taken",
        Code::ServerTooFast | Code::ServerBusy | Code::ServerUnavailable => "full",
        _ => "illegal",
    }
}

/// The same for the word in which the rules of Marelles refuse an action.
fn rules_code(word: &str) -> &'static str {
    match word {
        "wait" => "not-your-turn",
        "in_mill" => "in-mill",
        "over" => "game-over",
        _ => "illegal",
    }
}

/// What a seat played, told by what happened.
pub(super) fn action_of(line: &LogLine) -> Option<Action> {
    let events: Vec<Event> = serde_json::from_str(line.events.0.get()).ok()?;
    events.into_iter().find_map(|event| match event {
        Event::Placed { at, .. } => Some(Action::Place { at }),
        Event::Moved { from, to, .. } => Some(Action::Move { from, to }),
        Event::Removed { at, .. } => Some(Action::Remove { at }),
        _ => None,
    })
}

/// The line that tells a player what the opponent played. `before` is the arrival of a ply whose
/// removal comes now.
pub(super) fn told(action: Action, mid_ply: bool, before: &mut Option<(u8, u8)>) -> Option<String> {
    let index = |point| serde_json::to_value(point).ok()?.as_u64();
    match action {
        Action::Place { at } => {
            let at = index(at)? as u8;
            *before = Some((at, at));
            Some(format!("{}|{at}|{at}|{at}", word(mid_ply)))
        }
        Action::Move { from, to } => {
            let (from, to) = (index(from)? as u8, index(to)? as u8);
            *before = Some((from, to));
            Some(format!("{}|{from}|{to}|{to}", word(mid_ply)))
        }
        Action::Remove { at } => {
            let (from, to) = (*before)?;
            Some(format!("nowait|{from}|{to}|{}", index(at)?))
        }
    }
}

fn word(mid_ply: bool) -> &'static str {
    if mid_ply { "wait" } else { "nowait" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_rule_page() {
        assert_eq!(
            parse("nowait|0|0|0"),
            Some(Said::Ply {
                wait: false,
                from: 0,
                to: 0,
                affect: 0
            })
        );
        assert_eq!(parse("control|runAway"), Some(Said::RunAway));
        assert_eq!(
            parse("control|undo-yes"),
            Some(Said::Answer { accept: true })
        );
        for bad in [
            "",
            "nowait",
            "nowait|1|2",
            "nowait|1|2|3|4",
            "nowait|-1|0|0",
            "nowait|999|0|0",
            "control",
            "control|x",
            "hello",
        ] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn wait_and_nowait_must_fit() {
        let options = parlor_marelles::Options::default();
        let position =
            Marelles::from_position("bb............w........w b 7 7 -", &options).unwrap();
        let seat = Seat(0);
        assert_eq!(
            actions(&position, seat, None, true, [2, 2, 2]).as_deref(),
            Ok("A7")
        );
        assert_eq!(
            actions(&position, seat, None, false, [2, 2, 14]).as_deref(),
            Ok("A7xD7")
        );
        assert_eq!(
            actions(&position, seat, None, false, [2, 2, 2]),
            Err("illegal"),
            "a mill is owed"
        );
        assert_eq!(
            actions(&position, seat, None, true, [5, 5, 5]),
            Err("illegal"),
            "no mill closed"
        );
        assert_eq!(
            actions(&position, Seat(1), None, false, [5, 5, 5]),
            Err("not-your-turn")
        );
        assert_eq!(
            actions(&position, seat, None, false, [24, 24, 24]),
            Err("illegal")
        );
    }

    #[test]
    fn refusals_have_the_words_of_the_port() {
        for (refusal, word) in [
            (Code::Action("wait".into()), "not-your-turn"),
            (Code::Action("over".into()), "game-over"),
            (Code::Action("occupied".into()), "illegal"),
            (Code::MatchStale, "not-your-turn"),
            (Code::MatchOver, "game-over"),
            (Code::PeopleName, "name-taken"),
            (Code::TableName, "illegal"),
            (Code::ServerBusy, "full"),
        ] {
            assert_eq!(code(&refusal), word, "{refusal}");
        }
    }

    /// Rule page 6.3: the second line amends the first, with the same F and T.
    #[test]
    fn the_second_line_of_a_ply_repeats_the_first() {
        let options = parlor_marelles::Options::default();
        let mut position =
            Marelles::from_position("bb............w........w b 7 7 -", &options).unwrap();
        let seat = Seat(0);
        let at = serde_json::from_value(2.into()).unwrap();
        let mut chance = parlor_engine::Fast::new(0);
        position.execute(seat, &Action::Place { at }, &mut chance, &mut Vec::new());
        assert!(position.is_mid_ply());
        let begun = Some((2, 2));
        let line = |fields| actions(&position, seat, begun, false, fields);
        assert_eq!(line([2, 2, 14]).as_deref(), Ok("xD7"));
        for other in [[5, 5, 14], [2, 5, 14], [5, 2, 14]] {
            assert_eq!(line(other), Err("illegal"), "{other:?}");
        }
        // Somebody who has come back meanwhile does not know it any more.
        let back = actions(&position, seat, None, false, [0, 0, 14]);
        assert_eq!(back.as_deref(), Ok("xD7"));
    }
}
