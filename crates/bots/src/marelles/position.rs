use parlor_endgame::Value;
use parlor_marelles::board::{FULL, Point, SLIDES, completes, in_mills, points, slides};
use parlor_marelles::{Colour, Marelles, Ply, Removal};

use super::chase::Chase;
use super::evaluation::evaluate;
use super::perfect;
use crate::alphabeta::{self, LOUD, WIN};

/// A position seen by the side to move. A ply includes its removal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    pub own: u32,
    pub enemy: u32,
    pub hand: u8,
    pub enemy_hand: u8,
    side: Colour,
    /// The stones of which one must be taken before anything else; only at the root of a search.
    owed: u32,
    quiet: u32,
    plies: u32,
    is_reversible: bool,
    rules: Rules,
    /// Whether tables are asked.
    knows: bool,
    /// Set where they say who wins, and not how.
    chase: Option<Chase>,
}

/// The options that matter to a search; 0 is off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rules {
    protects_mills: bool,
    no_capture: u32,
    max_plies: u32,
}

impl Rules {
    fn removal(self) -> Removal {
        if self.protects_mills {
            Removal::Standard
        } else {
            Removal::Document
        }
    }
}

impl Position {
    /// Of each side at the start.
    pub const STONES: u8 = 9;

    pub fn of(state: &Marelles) -> Position {
        let (side, options) = (state.side(), state.options());
        Position {
            own: state.stones(side),
            enemy: state.stones(side.other()),
            hand: state.hand(side),
            enemy_hand: state.hand(side.other()),
            side,
            owed: state.removable(),
            quiet: state.quiet_plies(),
            plies: state.plies(),
            is_reversible: false,
            rules: Rules {
                protects_mills: options.removal == Removal::Standard,
                no_capture: options.no_capture,
                max_plies: options.max_plies,
            },
            knows: false,
            chase: None,
        }
    }

    /// With what the tables know.
    pub fn knowing(self) -> Position {
        Position {
            knows: true,
            chase: Chase::of(&self),
            ..self
        }
    }

    pub fn side(&self) -> Colour {
        self.side
    }

    pub fn removal(&self) -> Removal {
        self.rules.removal()
    }

    /// The value that tables give, wins and losses only if the draw rules leave the time for them.
    pub fn known(&self) -> Option<i32> {
        if !self.knows || self.owed != 0 || self.hand > 0 || self.enemy_hand > 0 {
            return None;
        }
        let (score, plies) = perfect::known(self.rules.removal(), self.own, self.enemy)?;
        let in_time = |count: u32, limit: u32| limit == 0 || count + plies < limit;
        let in_time =
            in_time(self.quiet, self.rules.no_capture) && in_time(self.plies, self.rules.max_plies);
        (score == 0 || in_time).then_some(score)
    }

    /// The value that tables give whatever the draw rules say, also while stones are placed.
    pub fn table_value(&self) -> Option<Value> {
        if self.owed != 0 {
            return None;
        }
        match self.over() {
            Some(0) => return Some(Value::Draw),
            Some(_) => return Some(Value::Loss),
            None => {}
        }
        let placed = |hand: u8| Position::STONES.checked_sub(hand);
        let (own, enemy) = (placed(self.hand)?, placed(self.enemy_hand)?);
        let ply = own + enemy;
        // Black begins, so the other has placed as many stones or one more.
        let in_hand = ply < 2 * Position::STONES;
        if in_hand && (own, enemy) != (ply / 2, ply.div_ceil(2)) {
            return None;
        }
        let removal = self.rules.removal();
        perfect::value(removal, in_hand.then_some(ply), self.own, self.enemy)
    }

    /// Whether a stone must be taken before anything else.
    pub fn is_owing(&self) -> bool {
        self.owed != 0
    }

    /// The value of a finished game.
    pub fn over(&self) -> Option<i32> {
        if self.owed != 0 {
            return None;
        }
        let stones = self.own.count_ones() + u32::from(self.hand);
        let is_blocked = self.hand == 0 && !self.flies() && slides(self.own, self.empty()) == 0;
        if stones < 3 || is_blocked {
            return Some(-WIN);
        }
        let reached = |count: u32, limit: u32| limit > 0 && count >= limit;
        let drawn =
            reached(self.quiet, self.rules.no_capture) || reached(self.plies, self.rules.max_plies);
        (drawn && self.hand == 0 && self.enemy_hand == 0).then_some(0)
    }

    pub fn empty(&self) -> u32 {
        !(self.own | self.enemy) & FULL
    }

    fn flies(&self) -> bool {
        self.own.count_ones() <= 3
    }

    fn victims(&self, by_placement: bool) -> u32 {
        let free = self.enemy & !in_mills(self.enemy);
        if free == 0 || !(by_placement || self.rules.protects_mills) {
            self.enemy
        } else {
            free
        }
    }

    fn each_arrival(&self, mut visit: impl FnMut(Option<Point>, Point)) {
        if self.hand > 0 {
            points(self.empty()).for_each(|to| visit(None, to));
        } else if self.flies() {
            for from in points(self.own) {
                points(self.empty()).for_each(|to| visit(Some(from), to));
            }
        } else {
            let mut edges = slides(self.own, self.empty());
            while edges != 0 {
                let (from, to) = SLIDES[edges.trailing_zeros() as usize];
                visit(Some(from), to);
                edges &= edges - 1;
            }
        }
    }

    fn closes(&self, from: Option<Point>, to: Point) -> bool {
        completes(self.own & !from.map_or(0, Point::bit), to)
    }

    fn push_removals(&self, from: Option<Point>, to: Point, out: &mut Vec<Ply>) {
        out.extend(points(self.victims(from.is_none())).map(|at| Ply {
            from,
            to,
            removed: Some(at),
        }));
    }
}

impl alphabeta::Position for Position {
    type Move = Ply;

    const SLOTS: usize = 25 * 24;

    fn key(&self) -> u64 {
        u64::from(self.own)
            | u64::from(self.enemy) << 24
            | u64::from(self.hand) << 48
            | u64::from(self.enemy_hand) << 52
            | (self.side as u64) << 56
    }

    /// Known draws are played on: the other may err.
    fn ended(&self) -> Option<i32> {
        self.over().or_else(|| match self.chase {
            Some(chase) => chase.ended(self),
            None => self.known().filter(|&score| score != 0),
        })
    }

    fn moves(&self, out: &mut Vec<Ply>) {
        if self.owed != 0 {
            out.extend(points(self.owed).map(|at| Ply {
                from: None,
                to: at,
                removed: Some(at),
            }));
            return;
        }
        self.each_arrival(|from, to| {
            if self.closes(from, to) {
                self.push_removals(from, to, out);
            } else {
                out.push(Ply {
                    from,
                    to,
                    removed: None,
                });
            }
        });
    }

    fn noisy(&self, out: &mut Vec<Ply>) {
        self.each_arrival(|from, to| {
            if self.closes(from, to) {
                self.push_removals(from, to, out);
            }
        });
    }

    fn after(&self, ply: Ply) -> Position {
        let (mut own, mut hand) = (self.own, self.hand);
        if self.owed == 0 {
            own = own & !ply.from.map_or(0, Point::bit) | ply.to.bit();
            hand -= u8::from(ply.from.is_none());
        }
        let is_reversible = ply.from.is_some() && ply.removed.is_none();
        Position {
            own: self.enemy & !ply.removed.map_or(0, Point::bit),
            enemy: own,
            hand: self.enemy_hand,
            enemy_hand: hand,
            side: self.side.other(),
            owed: 0,
            quiet: match ply.removed {
                Some(_) => 0,
                None => self.quiet + u32::from(is_reversible),
            },
            plies: self.plies + 1,
            is_reversible,
            rules: self.rules,
            knows: self.knows,
            chase: self.chase,
        }
    }

    fn evaluate(&self) -> i32 {
        evaluate(self) + self.chase.map_or(0, |chase| chase.bonus(self))
    }

    fn rank(&self, ply: Ply) -> i32 {
        let near = |at: Point| at.neighbours().count_ones() as i32;
        match ply.removed {
            Some(at) => {
                let threat = i32::from(completes(self.enemy & !at.bit(), at));
                LOUD + 1000 * threat + 10 * near(at)
            }
            None if completes(self.enemy, ply.to) => LOUD * 3 / 5,
            None => 100 * near(ply.to) - ply.from.map_or(0, |from| 20 * near(from)),
        }
    }

    fn slot(ply: Ply) -> usize {
        usize::from(ply.from.map_or(24, |from| from.0)) * 24 + usize::from(ply.to.0)
    }

    fn is_reversible(&self) -> bool {
        self.is_reversible
    }
}

/// The keys of the earlier positions that may recur.
pub(crate) fn past(state: &Marelles) -> Vec<u64> {
    let history = state.history();
    let before = history
        .len()
        .saturating_sub(usize::from(state.pending().is_none()));
    history[..before]
        .iter()
        .map(|&key| {
            let (black, white) = (key & u64::from(FULL), key >> 24 & u64::from(FULL));
            let side = key >> 48 & 1;
            let (own, enemy) = if side == 0 {
                (black, white)
            } else {
                (white, black)
            };
            own | enemy << 24 | side << 56
        })
        .collect()
}
