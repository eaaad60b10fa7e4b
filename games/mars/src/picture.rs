//! The board for a terminal. A cell reads side, counter, veterancy, health, and a mark for a town;
//! an empty one shows whose territory it is.

use std::fmt::Write as _;

use parlor_engine::{Charset, OutcomeKind};

use crate::map::town_at;
use crate::{Deed, Eyes, Icon, LastView, Placed, Side, Tile, View};

/// Letters wide within a cell.
const CELL: usize = 8;

struct Style {
    corner: [[&'static str; 3]; 3],
    across: &'static str,
    down: &'static str,
    icons: [char; 4],
    /// Towns of 5 and of 10 points.
    towns: [char; 2],
    empty: [&'static str; 2],
    dash: &'static str,
}

const ASCII: Style = Style {
    corner: [["+", "+", "+"], ["+", "+", "+"], ["+", "+", "+"]],
    across: "-",
    down: "|",
    icons: ['i', 'c', 'a', 't'],
    towns: ['*', '@'],
    empty: ["   s   ", "   g   "],
    dash: "-",
};

const UNICODE: Style = Style {
    corner: [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]],
    across: "─",
    down: "│",
    // As on a staff map: crossed straps, a sabre, a cannon ball, a track.
    icons: ['⊠', '⊘', '⊡', '⊖'],
    towns: ['☆', '★'],
    empty: ["░░░░░░░", "   ·   "],
    dash: "–",
};

pub(crate) fn draw(view: &View, charset: Charset) -> String {
    let style = match charset {
        Charset::Ascii => &ASCII,
        Charset::Unicode => &UNICODE,
    };
    let mut text = String::with_capacity(6000);
    let _ = writeln!(text, "{}", title(view));
    let _ = writeln!(text);
    board(&mut text, view, style);
    scores(&mut text, view);
    towns(&mut text, view, style);
    let _ = writeln!(text, "{}", legend(style));
    if let Some(last) = &view.last {
        let _ = writeln!(text, "Last: {}", last_words(last));
    }
    let _ = writeln!(text, "{}", advice(view));
    text
}

/// The status line of section 7.2.
fn title(view: &View) -> String {
    let who = match view.viewer {
        Eyes::Soviets => "Faction: Soviets".to_string(),
        Eyes::Germans => "Faction: Germans".to_string(),
        Eyes::Spectator => "Spectator".to_string(),
        Eyes::Referee => "Referee".to_string(),
    };
    let turn = match (view.to_move, view.viewer.side()) {
        (None, _) => banner(view),
        (Some(mover), Some(own)) if mover == own => "Your Turn".to_string(),
        (Some(_), Some(_)) => "Opponent's Turn".to_string(),
        (Some(mover), None) => format!("{mover}' Turn"),
    };
    format!(
        "Operation Mars | {who} | {turn} | Turn: {} of {}",
        view.turn, view.options.turns
    )
}

/// The banner at the end, section 7.5.
fn banner(view: &View) -> String {
    let Some(outcome) = &view.outcome else {
        return "Over".to_string();
    };
    let winner = outcome.winner.and_then(Side::of);
    match (outcome.kind, winner, view.viewer.side()) {
        (OutcomeKind::Win, Some(winner), Some(own)) if winner == own => "YOU WON".to_string(),
        (OutcomeKind::Win, Some(_), Some(_)) => "YOU LOST".to_string(),
        (OutcomeKind::Win, Some(Side::Soviets), None) => "SOVIETS WON".to_string(),
        (OutcomeKind::Win, Some(Side::Germans), None) => "GERMANS WON".to_string(),
        _ => "DRAW".to_string(),
    }
}

fn board(text: &mut String, view: &View, style: &Style) {
    let mut units: Vec<Option<&Placed>> = vec![None; crate::tile::TILES];
    for placed in &view.units {
        units[placed.at.index()] = Some(placed);
    }
    let columns: Vec<String> = (0..10).map(|x| format!("{x:^9}")).collect();
    let _ = writeln!(text, "    {}", columns.concat().trim_end());
    rule(text, style, 0);
    for y in 0..10u8 {
        let _ = write!(text, " {y} {}", style.down);
        for tile in (0..10u8).filter_map(|x| Tile::new(x, y)) {
            let inside = match units[tile.index()] {
                Some(placed) => counter(placed, view, style),
                None => style.empty[view.territory.owner(tile).index()].to_string(),
            };
            let town = town_at(tile).map_or_else(
                || {
                    inside
                        .chars()
                        .last()
                        .filter(|&fill| fill == '░')
                        .unwrap_or(' ')
                },
                |town| style.towns[usize::from(town.points > 5)],
            );
            let _ = write!(text, "{inside}{town}{}", style.down);
        }
        let _ = writeln!(text, " {y}");
        rule(text, style, if y == 9 { 2 } else { 1 });
    }
}

fn rule(text: &mut String, style: &Style, place: usize) {
    let [left, middle, right] = style.corner[place];
    let cells = vec![style.across.repeat(CELL); 10].join(middle);
    let _ = writeln!(text, "   {left}{cells}{right}");
}

/// Seven letters: `Si2 100`, with `!` in the gap for an encircled unit.
fn counter(placed: &Placed, view: &View, style: &Style) -> String {
    let unit = &placed.unit;
    let icon = style.icons[match unit.icon {
        Icon::Inf => 0,
        Icon::Cav => 1,
        Icon::Art => 2,
        Icon::Arm => 3,
    }];
    let veterancy = match unit.veterancy {
        0 => ' ',
        level => char::from_digit(u32::from(level), 10).unwrap_or('?'),
    };
    let gap = if view.encircled.contains(&placed.at) {
        '!'
    } else {
        ' '
    };
    let letter = unit.side.letter();
    format!("{letter}{icon}{veterancy}{gap}{:>3}", unit.health)
}

fn scores(text: &mut String, view: &View) {
    for side in Side::BOTH {
        let place = side.index();
        let score = &view.scores[place];
        let seen = view.units.iter().filter(|placed| placed.unit.side == side);
        let turn = if view.to_move == Some(side) { '>' } else { ' ' };
        let _ = writeln!(
            text,
            " {turn} {side}: {:>3} points (kills {}, towns {}); {} units alive, {} of them in sight",
            score.total,
            score.kills,
            score.towns,
            view.alive[place],
            seen.count()
        );
    }
}

fn towns(text: &mut String, view: &View, style: &Style) {
    for side in Side::BOTH {
        let held: Vec<String> = view
            .towns
            .iter()
            .filter(|town| town.owner == side)
            .map(|town| {
                let mark = style.towns[usize::from(town.points > 5)];
                format!("{} {}{mark}", town.name, town.at)
            })
            .collect();
        let mut line = format!("   Towns of the {side}:");
        if held.is_empty() {
            line.push_str(" none");
        }
        for (place, town) in held.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            if line.chars().count() + comma.len() + 1 + town.chars().count() > 95 {
                let _ = writeln!(text, "{line}{comma}");
                line = format!("     {town}");
            } else {
                let _ = write!(line, "{comma} {town}");
            }
        }
        let _ = writeln!(text, "{line}");
    }
}

fn legend(style: &Style) -> String {
    let [inf, cav, art, arm] = style.icons;
    let [small, large] = style.towns;
    let [soviet, german] = style
        .empty
        .map(|fill| fill.trim().chars().take(3).collect::<String>());
    format!(
        "   S Soviets, G Germans; {inf} infantry, {cav} cavalry (fights as infantry), {art} artillery, {arm} armour\n   \
         then veterancy 1{}6 and health; ! encircled; {small} town of 5, {large} of 10; empty: {soviet} Soviet, {german} German",
        style.dash
    )
}

fn last_words(last: &LastView) -> String {
    let side = last.side;
    let deed = match last.what {
        Deed::Moved => "moved",
        Deed::Swapped => "swapped",
        Deed::Fought => "attacked",
    };
    match last.tiles.as_slice() {
        [from, to] => format!("the {side} {deed} {from}-{to}"),
        [only] => format!("the {side} {deed}, seen at {only}"),
        _ => format!("the {side} {deed}"),
    }
}

fn advice(view: &View) -> String {
    let Some(mover) = view.to_move else {
        let [soviets, germans] = view.scores.map(|score| score.total);
        return format!("The game is over: Soviets {soviets}, Germans {germans}");
    };
    match view.viewer.side() {
        Some(own) if own == mover => {
            "To do: x,y-x,y for one unit: onto an empty tile to move, an own unit to swap, an enemy to attack\n\
             (infantry and artillery reach the 4 tiles beside them, armour all 8 around)"
                .to_string()
        }
        _ => format!("Waiting for the {mover}"),
    }
}
