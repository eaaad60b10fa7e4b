//! Sentences for the match log (rule page 8.6).

use std::borrow::Cow;

use parlor_engine::{Names, Seat};

use crate::action::Deployment;
use crate::dice::Roll;
use crate::event::{Battle, Event, Exit, Succession};
use crate::state::{End, PhaseName};
use crate::world::name;

pub(crate) fn sentence(event: &Event, names: Names<'_>) -> String {
    let who = |seat: Seat| names.of(seat);
    match event {
        Event::Claimed { seat, territory } => {
            format!("{} takes {}", who(*seat), name(*territory))
        }
        Event::Placed { seat, territory } => {
            format!("{} adds a troop to {}", who(*seat), name(*territory))
        }
        Event::TurnedIn {
            seat,
            cards,
            troops,
        } => format!(
            "{} turns in {} for {}",
            who(*seat),
            counted(u32::from(cards.count()), "card"),
            counted(*troops, "troop")
        ),
        Event::Reinforced { seat, troops } => {
            format!("{} deploys {}", who(*seat), places(troops))
        }
        Event::Attacked { seat, from, to, .. } => {
            format!(
                "{} marches on {} from {}",
                who(*seat),
                name(*to),
                name(*from)
            )
        }
        Event::AttackRoll { seat, roll, .. } | Event::DefenceRoll { seat, roll, .. } => {
            format!("{} throws {}", who(*seat), faces(*roll))
        }
        Event::Battle(battle) => fought(battle, who),
        Event::Eliminated { seat, .. } => format!("{} is out", who(*seat)),
        Event::Captured {
            seat, from, count, ..
        } => format!(
            "{} captures {} from {}",
            who(*seat),
            counted(u32::from(*count), "card"),
            who(*from)
        ),
        Event::Occupied {
            seat, to, troops, ..
        } => format!("{} garrisons {} with {troops}", who(*seat), name(*to)),
        Event::Transferred {
            seat,
            from,
            to,
            troops,
        } => format!(
            "{} shifts {troops} from {} to {}",
            who(*seat),
            name(*from),
            name(*to)
        ),
        Event::Skipped { seat, phase } => format!("{} {}", who(*seat), skipped(*phase)),
        Event::Drew { seat, stars } => match stars {
            Some(stars) => format!(
                "{} draws a card with {}",
                who(*seat),
                counted(u32::from(*stars), "star")
            ),
            None => format!("{} draws a card", who(*seat)),
        },
        Event::NoCardsLeft => "No cards remain".to_owned(),
        Event::TimedOut { seat } => format!("{} runs out of time", who(*seat)),
        Event::Departed { seat, how, then } => {
            format!("{} {}", who(*seat), departed(*how, *then))
        }
        Event::Ended { end } => ended(*end, who),
    }
}

fn counted(count: u32, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

fn places(troops: &Deployment) -> String {
    let parts: Vec<String> = troops
        .pairs()
        .iter()
        .map(|&(id, count)| format!("{count} in {}", name(id)))
        .collect();
    parts.join(", ")
}

pub(crate) fn faces(roll: Roll) -> String {
    let faces: Vec<String> = roll.faces().iter().map(u8::to_string).collect();
    faces.join(" ")
}

fn fought<'n>(battle: &Battle, who: impl Fn(Seat) -> Cow<'n, str>) -> String {
    if battle.fell {
        return format!("{} captures {}", who(battle.attacker), name(battle.to));
    }
    format!(
        "{} loses {}, {} loses {}",
        who(battle.attacker),
        battle.attacker_loses,
        who(battle.defender),
        battle.defender_loses
    )
}

fn skipped(phase: PhaseName) -> &'static str {
    match phase {
        PhaseName::TurnIn => "keeps the cards",
        PhaseName::Attack => "ends the attack",
        PhaseName::Transfer => "makes no transfer",
        _ => "passes",
    }
}

fn departed(how: Exit, then: Succession) -> String {
    let how = match how {
        Exit::Resigned => "gives up",
        Exit::Left => "left",
        Exit::TimedOut => "was away for too long",
    };
    let then = match then {
        Succession::MatchOver => "the match is over",
        Succession::Neutral => "the troops stay as neutral",
        Succession::Bot => "the computer takes the seat",
    };
    format!("{how}, {then}")
}

fn ended<'n>(end: End, who: impl Fn(Seat) -> Cow<'n, str>) -> String {
    match end {
        End::Conquest { winner } => format!("{} rules the world", who(winner)),
        End::LastStanding { winner } => {
            format!(
                "{} is the last one standing and rules the world",
                who(winner)
            )
        }
        End::Resigned { winner } => format!("{} wins by resignation", who(winner)),
        End::Left {} => "The match ends without a winner".to_owned(),
        End::NoPeople {} => "Only computers are left: the match ends without a winner".to_owned(),
    }
}
