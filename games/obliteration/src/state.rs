//! The state of a game, how it is saved, and what must be true of it.

use parlor_describe::TS;
use parlor_engine::{Rejection, Seat};
use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::hex::Hex;
use crate::options::{Colours, MAX_SEATS, Options};
use crate::verdict::{Exit, How, Reason, Verdict};

/// A game of Obliteration.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "Saved", try_from = "Saved")]
pub struct Obliteration {
    pub(crate) options: Options,
    pub(crate) board: Board,
    /// Colour numbers by seat.
    pub(crate) colours: [u8; MAX_SEATS],
    /// Whose turn it is; the winner's when the game is over.
    pub(crate) turn: Seat,
    /// Single turns played by all.
    pub(crate) turns: u32,
    pub(crate) exits: [Option<Exit>; MAX_SEATS],
    pub(crate) last: Option<LastMove>,
    pub(crate) verdict: Option<Verdict>,
    /// Hexes that win at once, or more than there are.
    needed: u16,
}

/// The hex that was turned last and who turned it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct LastMove {
    pub seat: Seat,
    pub x: u8,
    pub y: u8,
}

/// The JSON of a state.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Saved {
    pub(crate) options: Options,
    pub(crate) seats: u8,
    pub(crate) colours: Vec<u8>,
    /// One letter for each hex by index: `.` or `A` to `F`.
    pub(crate) owners: String,
    /// One digit for each hex by index.
    pub(crate) rotations: String,
    pub(crate) turn: Seat,
    pub(crate) turns: u32,
    pub(crate) exits: Vec<Option<Exit>>,
    pub(crate) last: Option<LastMove>,
    pub(crate) verdict: Option<Verdict>,
}

impl From<Obliteration> for Saved {
    fn from(state: Obliteration) -> Saved {
        let seats = usize::from(state.board.seats());
        Saved {
            options: state.options,
            seats: state.board.seats(),
            colours: state.colours[..seats].to_vec(),
            owners: state.board.owners(),
            rotations: state.board.rotations(),
            turn: state.turn,
            turns: state.turns,
            exits: state.exits[..seats].to_vec(),
            last: state.last,
            verdict: state.verdict,
        }
    }
}

impl TryFrom<Saved> for Obliteration {
    type Error = String;

    /// Judges what indexing relies on; `check` judges the rest.
    fn try_from(saved: Saved) -> Result<Obliteration, String> {
        let seats = usize::from(saved.seats);
        if !(2..=MAX_SEATS).contains(&seats) {
            return Err("there must be 2 to 6 seats".to_owned());
        }
        if saved.colours.len() != seats || saved.exits.len() != seats {
            return Err("every seat needs a colour and an exit (or null)".to_owned());
        }
        let grid = saved
            .options
            .check_position(saved.seats)
            .map_err(|refused| refused.message)?;
        let board = Board::from_strings(grid, saved.seats, &saved.owners, &saved.rotations)?;
        let mut state = Obliteration::with(saved.options, board);
        state.colours[..seats].copy_from_slice(&saved.colours);
        state.turn = saved.turn;
        state.turns = saved.turns;
        state.exits[..seats].copy_from_slice(&saved.exits);
        state.last = saved.last;
        state.verdict = saved.verdict;
        Ok(state)
    }
}

impl Obliteration {
    pub(crate) fn with(options: Options, board: Board) -> Obliteration {
        Obliteration {
            needed: options.needed(board.grid()).unwrap_or(u16::MAX),
            options,
            board,
            colours: [0; MAX_SEATS],
            turn: Seat(0),
            turns: 0,
            exits: [None; MAX_SEATS],
            last: None,
            verdict: None,
        }
    }

    /// A game that goes on from a given board, for tests and puzzles. The options' size is that of
    /// the board; seats without hexes are out; `turns` have been played.
    pub fn from_board(
        options: &Options,
        board: Board,
        turn: Seat,
        turns: u32,
    ) -> Result<Obliteration, Rejection> {
        let options = Options {
            columns: u32::from(board.grid().columns),
            rows: u32::from(board.grid().rows),
            ..*options
        };
        options.check_position(board.seats())?;
        let mut state = Obliteration::with(options, board);
        state.colours = [0, 1, 2, 3, 4, 5];
        let chosen = options.colours.as_slice();
        state.colours[..chosen.len()].copy_from_slice(chosen);
        state.turn = turn;
        state.turns = turns;
        for seat in state.all_seats() {
            if state.board.count(seat) == 0 {
                state.exits[seat.index()] = Some(Exit {
                    how: How::Obliterated,
                    order: 1,
                });
            }
        }
        state.conclude();
        state.check()?;
        Ok(state)
    }

    pub fn options(&self) -> &Options {
        &self.options
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Single turns played so far by all.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    pub(crate) fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.board.seats()).map(Seat)
    }

    pub(crate) fn is_in(&self, seat: Seat) -> bool {
        seat.0 < self.board.seats() && self.exits[seat.index()].is_none()
    }

    /// How many occasions there were on which seats went out.
    pub(crate) fn exit_order(&self) -> u8 {
        let orders = self.exits.iter().flatten().map(|exit| exit.order);
        orders.max().unwrap_or(0)
    }

    /// Whether the game is over, and who has won, from everything else in the state.
    fn judge(&self) -> Option<Verdict> {
        let verdict = |winner, reason| Some(Verdict { winner, reason });
        let mut still_in = self.all_seats().filter(|&seat| self.is_in(seat));
        let first = still_in.next()?;
        if still_in.next().is_none() {
            // Everybody else is out; how the last of them went is the reason.
            let last = self.exits.iter().flatten().max_by_key(|exit| exit.order)?;
            return verdict(first, last.how.into());
        }
        let most = self
            .all_seats()
            .filter(|&seat| self.is_in(seat))
            // On equal counts the later in turn order is the greater.
            .max_by_key(|&seat| (self.board.count(seat), seat))?;
        if self.board.count(most) >= self.needed {
            return verdict(most, Reason::Domination);
        }
        let limit = self.options.turn_limit?;
        (self.turns >= limit).then_some(Verdict {
            winner: most,
            reason: Reason::TurnLimit,
        })
    }

    /// Whether a move after which the mover owns this many can have ended the game.
    pub(crate) fn is_decided_by(&self, count: u16) -> bool {
        count >= self.needed
            || self
                .options
                .turn_limit
                .is_some_and(|limit| self.turns >= limit)
    }

    /// Ends the game if it is over.
    pub(crate) fn conclude(&mut self) {
        self.verdict = self.judge();
        if let Some(verdict) = self.verdict {
            self.turn = verdict.winner;
        }
    }

    /// Everything the rules rely on. The form was judged when the state was read.
    pub(crate) fn check(&self) -> Result<(), Rejection> {
        let (seats, bad) = (self.board.seats(), |what| Err(Rejection::state(what)));
        self.options.check_position(seats)?;
        let colours = Colours::new(&self.colours[..usize::from(seats)])?;
        if !self.options.colours.is_empty() && self.options.colours != colours {
            return bad("the colours are not those of the options");
        }
        let departed =
            |seat: Seat| self.exits[seat.index()].is_some_and(|exit| exit.how != How::Obliterated);
        for seat in self.all_seats() {
            // Of two players the one who leaves keeps the hexes: the game is over.
            let keeps_hexes = self.is_in(seat) || seats == 2 && departed(seat);
            if keeps_hexes != (self.board.count(seat) > 0) {
                return bad("a seat is out exactly if it has no hexes");
            }
        }
        for order in 1..=self.exit_order() {
            let exits = || {
                self.all_seats()
                    .filter(move |seat| self.exits[seat.index()].is_some_and(|e| e.order == order))
            };
            let shared = exits().count() > 1;
            if exits().next().is_none() || shared && exits().any(departed) {
                return bad(
                    "exits must be numbered from 1, only one move's victims share a number",
                );
            }
        }
        if self.exits.iter().flatten().any(|exit| exit.order == 0) {
            return bad("exits are numbered from 1");
        }
        if !self.all_seats().any(|seat| self.is_in(seat)) {
            return bad("nobody is in the game");
        }
        if self.verdict != self.judge() {
            return bad("the verdict does not follow from the position");
        }
        match self.verdict {
            None if !self.is_in(self.turn) => return bad("the turn is a seat's that is out"),
            Some(verdict) if verdict.winner != self.turn => {
                return bad("when the game is over the turn is the winner's");
            }
            _ => {}
        }
        let limit = self.options.turn_limit.unwrap_or(u32::MAX);
        if self.turns > limit {
            return bad("more turns were played than the limit allows");
        }
        if let Some(LastMove { seat, x, y }) = self.last {
            let hex = Hex { x, y };
            if self.turns == 0 || seat.0 >= seats || !self.board.grid().contains(hex) {
                return bad("the last move is impossible");
            }
            let owner = self.board.owner(hex);
            let freed = seats > 2 && departed(seat) && owner.is_none();
            if owner != Some(seat) && !freed {
                return bad("the last move's hex does not belong to the mover");
            }
        }
        Ok(())
    }
}
