//! The world as a table for a terminal: three columns, as the continents lie on a map.

use std::fmt::Write as _;

use parlor_engine::{Charset, Seat};

use crate::cards::Cards;
use crate::event::Battle;
use crate::prompt::{key, prompt};
use crate::referee::Valid;
use crate::state::{PhaseName, Standing};
use crate::view::{SeatView, View};
use crate::words::faces;
use crate::world::{
    AFRICA, ASIA, AUSTRALIA, CONTINENTS, EUROPE, NORTH_AMERICA, SOUTH_AMERICA, TerritoryId,
};

/// The continents of each column and the length of their longest key.
const COLUMNS: [([u8; 2], usize); 3] = [
    ([NORTH_AMERICA, SOUTH_AMERICA], 19),
    ([EUROPE, AFRICA], 15),
    ([ASIA, AUSTRALIA], 17),
];

/// Of a cell without its key: mark, id, owner, troops.
const FRAME: usize = 10;

/// What differs between the two character sets.
pub(crate) struct Signs {
    rule: char,
    gap: &'static str,
    mark: char,
    pub(crate) arrow: &'static str,
    star: char,
    turn: char,
}

const ASCII: Signs = Signs {
    rule: '-',
    gap: " | ",
    mark: '*',
    arrow: "->",
    star: '*',
    turn: '>',
};

const UNICODE: Signs = Signs {
    rule: '─',
    gap: " │ ",
    mark: '•',
    arrow: "→",
    star: '★',
    turn: '▶',
};

pub(crate) fn draw(view: &View, charset: Charset) -> String {
    let signs = match charset {
        Charset::Ascii => &ASCII,
        Charset::Unicode => &UNICODE,
    };
    let mut text = String::new();
    draw_map(&mut text, view, signs);
    draw_seats(&mut text, view, signs);
    draw_cards(&mut text, view, signs);
    if let Some(battle) = &view.last_battle {
        let _ = writeln!(text, "last battle: {}", battle_line(battle));
    }
    let _ = writeln!(text, "{}", headline(view));
    text.push_str(&prompt(view, signs));
    text
}

pub(crate) fn letter(seat: Seat) -> char {
    char::from(b'A' + seat.0.min(25))
}

fn owner_letter(view: &View, id: TerritoryId) -> char {
    match view.owners.get(usize::from(id)) {
        Some(Some(seat)) => letter(*seat),
        _ => '.',
    }
}

fn draw_map(text: &mut String, view: &View, signs: &Signs) {
    let columns = COLUMNS.map(|(continents, width)| column(view, continents, width, signs));
    let height = columns.iter().map(Vec::len).max().unwrap_or(0);
    for row in 0..height {
        let cells: Vec<String> = columns
            .iter()
            .zip(COLUMNS)
            .map(|(lines, (_, key_width))| {
                let line = lines.get(row).map_or("", String::as_str);
                format!("{line:<width$}", width = key_width + FRAME)
            })
            .collect();
        let _ = writeln!(text, "{}", cells.join(signs.gap).trim_end());
    }
    let width = COLUMNS
        .map(|(_, key_width)| key_width + FRAME)
        .iter()
        .sum::<usize>()
        + 6;
    let rule: String = std::iter::repeat_n(signs.rule, width).collect();
    let _ = writeln!(text, "{rule}");
}

fn column(view: &View, continents: [u8; 2], key_width: usize, signs: &Signs) -> Vec<String> {
    let mut lines = Vec::new();
    for continent in continents.map(|id| &CONTINENTS[usize::from(id)]) {
        let bonus = match continent.id {
            ASIA => view.options.asia_bonus,
            _ => continent.bonus,
        };
        let holder = view
            .seats
            .iter()
            .find(|seat| seat.continents.contains(&continent.id))
            .map_or(String::new(), |seat| {
                format!(" held by {}", letter(seat.seat))
            });
        let title = continent.name.to_uppercase();
        lines.push(format!("{title} +{bonus}{holder}"));
        for &id in continent.members {
            let mark = if is_marked(view, id) { signs.mark } else { ' ' };
            let owner = owner_letter(view, id);
            let troops = troops_at(view, id);
            lines.push(format!(
                "{mark}{id:>2} {:<key_width$} {owner}{troops:>4}",
                key(id)
            ));
        }
    }
    lines
}

pub(crate) fn troops_at(view: &View, id: TerritoryId) -> u32 {
    view.troops.get(usize::from(id)).copied().unwrap_or(0)
}

/// Whether a territory can be chosen now, or is fought over.
fn is_marked(view: &View, id: TerritoryId) -> bool {
    match &view.valid {
        Some(
            Valid::Setup { territories, .. }
            | Valid::SetupReinforce { territories, .. }
            | Valid::Reinforce { territories, .. },
        ) => territories.contains(&id),
        Some(Valid::Attack { sources, .. }) => sources.iter().any(|source| source.id == id),
        Some(Valid::Transfer { sources, .. }) => sources.iter().any(|source| source.id == id),
        Some(Valid::Defend { territory, .. }) => *territory == id,
        Some(Valid::Occupy { to, .. }) => *to == id,
        Some(Valid::TurnIn { .. }) | None => false,
    }
}

fn draw_seats(text: &mut String, view: &View, signs: &Signs) {
    for seat in &view.seats {
        let turn = if seat.seat == view.current && view.end.is_none() {
            signs.turn
        } else {
            ' '
        };
        let _ = writeln!(text, "{turn} {}", seat_line(view, seat).trim_end());
    }
}

fn seat_line(view: &View, seat: &SeatView) -> String {
    let head = format!("{} {:<6}", letter(seat.seat), seat.colour);
    let note = match seat.standing {
        Standing::Eliminated => return format!("{head} eliminated"),
        Standing::Playing if view.you == Some(seat.seat) => " (you)",
        Standing::Playing => "",
        Standing::Bot => " (computer)",
        Standing::Neutral => " (neutral)",
    };
    let stock = match view.phase {
        PhaseName::Setup | PhaseName::SetupReinforce => format!("  {:>2} to place", seat.stock),
        _ => format!("  +{:>2} a turn", seat.income),
    };
    format!(
        "{head} {:>2} territories {:>4} troops {:>2} cards{stock}{note}",
        seat.territories, seat.troops, seat.cards,
    )
}

fn draw_cards(text: &mut String, view: &View, signs: &Signs) {
    let _ = writeln!(
        text,
        "cards: {} to draw, {} turned in, {} out of play{}",
        view.pool,
        view.used.count(),
        view.discarded,
        if view.card_pending {
            ", one earned this turn"
        } else {
            ""
        }
    );
    if let Some(hand) = view.hand.filter(|hand| !hand.is_empty()) {
        let _ = writeln!(text, "your hand: {}", tiles(hand, signs));
    }
    for (place, hand) in view
        .secrets
        .iter()
        .flat_map(|all| all.hands.iter().enumerate())
    {
        if !hand.is_empty() {
            let owner = letter(Seat(place as u8));
            let _ = writeln!(text, "hand of {owner}: {}", tiles(*hand, signs));
        }
    }
}

fn tiles(cards: Cards, signs: &Signs) -> String {
    let tiles: Vec<String> = [(1, cards.ones), (2, cards.twos)]
        .into_iter()
        .filter(|&(_, count)| count > 0)
        .map(|(stars, count)| {
            let shown: String = std::iter::repeat_n(signs.star, stars).collect();
            format!("{count} x {stars} [{shown}]")
        })
        .collect();
    tiles.join(", ")
}

fn battle_line(battle: &Battle) -> String {
    let end = if battle.fell { ", it fell" } else { "" };
    format!(
        "{} {} [{}] against {} {} [{}]: lost {} and {}{end}",
        letter(battle.attacker),
        key(battle.from),
        faces(battle.attack_roll),
        letter(battle.defender),
        key(battle.to),
        faces(battle.defence_roll),
        battle.attacker_loses,
        battle.defender_loses,
    )
}

/// Whose turn it is and what is done (rule page 8.2).
fn headline(view: &View) -> String {
    let Some(actor) = view.actor else {
        return match view.outcome.as_ref() {
            Some(outcome) => match outcome.winner {
                Some(winner) => format!(
                    "the match is over ({}): {} has won",
                    outcome.reason,
                    letter(winner)
                ),
                None => format!("the match is over ({}): nobody has won", outcome.reason),
            },
            None => "the match is over".to_owned(),
        };
    };
    let doing = match view.phase {
        PhaseName::Setup => "choose territories",
        PhaseName::SetupReinforce => "strengthen territories",
        PhaseName::TurnIn => "hand in cards",
        PhaseName::Reinforce => "reinforce",
        PhaseName::Attack => "attack",
        PhaseName::Defend => "defend",
        PhaseName::Occupy => "occupy",
        PhaseName::Transfer => "move troops",
        PhaseName::Over => "over",
    };
    let when = match view.turn {
        0 => "setup".to_owned(),
        turn => format!("turn {turn}"),
    };
    let you = if view.you == Some(actor) {
        " (you)"
    } else {
        ""
    };
    format!("{when}, {}{you}: {doing}", letter(actor))
}
