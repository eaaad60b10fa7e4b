//! What everybody sees. Nothing is hidden in this game, so a view is the whole position, laid out
//! for a page to draw.

use std::borrow::Cow;

use parlor_describe::TS;
use parlor_engine::{Outcome, Seat, Viewer};
use serde::de::Error;
use serde::de::value::{Error as ValueError, StrDeserializer};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;

use crate::board::{POINTS, Point, points};
use crate::position::{self, PositionText};
use crate::state::{Closing, Colour, End, Marelles, Reason, Stage, key, unkey};
use crate::{Last, Options};

/// Few are so many that they need memory of their own.
type QuietMoves = SmallVec<[[Point; 2]; 32]>;

const FIRST: u8 = b'a';

/// Lists with two items are by seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct View {
    /// The seat it was made for; `None` for anybody else.
    pub viewer: Option<Seat>,
    /// The stones by index.
    pub cells: [Option<Colour>; POINTS],
    pub colours: [Colour; 2],
    pub hands: [u8; 2],
    pub on_board: [u8; 2],
    /// Enemy stones that the seat has taken.
    pub captured: [u8; 2],
    pub stages: [Stage; 2],
    /// The phases 1 to 6 of §2.3.
    pub phases: [u8; 2],
    /// `None` when the game is over.
    pub to_move: Option<Seat>,
    pub pending_removal: bool,
    /// What may be taken while a removal is pending.
    pub removable: Vec<Point>,
    pub last: Option<Last>,
    pub last_seat: Option<Seat>,
    pub plies: u32,
    /// Plies in a row without a removal, against `options.no_capture`.
    pub quiet_plies: u32,
    /// How often the position has occurred, against `options.repetition`; 0 if not counted.
    pub repetitions: u32,
    /// The moves since the last removal, as far as repetition is counted: from and to, a letter each.
    #[serde(serialize_with = "letters", deserialize_with = "read_letters")]
    #[ts(type = "string")]
    pub quiet_moves: QuietMoves,
    #[ts(type = "string")]
    pub position: PositionText,
    pub options: Options,
    pub outcome: Option<Outcome>,
}

impl Marelles {
    pub(crate) fn view_for(&self, viewer: Viewer) -> View {
        let colours = [Seat(0), Seat(1)].map(|seat| self.colour_of(seat));
        let mover = match self.pending {
            Some(_) => self.side(),
            None => self.side().other(),
        };
        View {
            viewer: viewer.seat(),
            cells: std::array::from_fn(|at| {
                match (self.stones[0] >> at & 1, self.stones[1] >> at & 1) {
                    (0, 0) => None,
                    (0, _) => Some(Colour::White),
                    _ => Some(Colour::Black),
                }
            }),
            colours,
            hands: colours.map(|colour| self.hand(colour)),
            on_board: colours.map(|colour| self.on_board(colour)),
            captured: colours.map(|colour| self.captured_by(colour)),
            stages: colours.map(|colour| self.stage(colour)),
            phases: colours.map(|colour| self.phase(colour)),
            to_move: self.end.is_none().then(|| self.seat_of(self.side())),
            pending_removal: self.pending.is_some(),
            removable: points(self.removable()).collect(),
            last: self.last,
            last_seat: self.last.map(|_| self.seat_of(mover)),
            plies: self.plies,
            quiet_plies: self.quiet,
            repetitions: self.repetitions(),
            quiet_moves: self
                .history
                .windows(2)
                .map(|pair| quiet_move(pair[0], pair[1]))
                .collect(),
            position: self.position_text(),
            options: self.options,
            outcome: self.outcome(),
        }
    }

    /// The state of a view. A view that no state has gives some state, never a panic.
    pub(crate) fn from_view(view: &View) -> Marelles {
        let mut state = position::read(view.position.as_str(), view.options)
            .unwrap_or_else(|| Marelles::opening(view.options, Seat(0)));
        state.black_seat = Seat(u8::from(view.colours[0] == Colour::White));
        state.plies = view.plies;
        state.quiet = view.quiet_plies;
        state.last = view.last;
        state.end = view.outcome.as_ref().and_then(|outcome| {
            Some(End {
                winner: outcome.winner.map(|seat| state.colour_of(seat)),
                reason: Reason::deserialize(StrDeserializer::<ValueError>::new(&outcome.reason))
                    .ok()?,
            })
        });
        let placing = !state.hands_are_empty() || state.pending == Some(Closing::Placement);
        let unknown = state.pending.is_some() && state.last.is_none();
        if view.options.repetition > 0 && !placing && !unknown {
            state.history = unwind(state.settled_key(), &view.quiet_moves);
        }
        state
    }
}

/// Two letters a move, `a` for the first point: a text is written and read much faster than lists in
/// a list, and every frame carries it.
fn letters<S: Serializer>(moves: &QuietMoves, serializer: S) -> Result<S::Ok, S::Error> {
    let points = moves.iter().flatten();
    let text: SmallVec<[u8; 64]> = points.map(|point| FIRST + point.0).collect();
    serializer.serialize_str(std::str::from_utf8(&text).unwrap_or_default())
}

fn read_letters<'de, D: Deserializer<'de>>(deserializer: D) -> Result<QuietMoves, D::Error> {
    let text = Cow::<str>::deserialize(deserializer)?;
    let point = |letter: u8| {
        let point = Point(letter.wrapping_sub(FIRST));
        point.is_on_board().then_some(point)
    };
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let moves = pairs
        .iter()
        .map(|&[from, to]| Some([point(from)?, point(to)?]));
    let moves: Option<QuietMoves> = moves.collect();
    let bad = || D::Error::custom("quiet_moves has two letters from a to x for each move");
    moves.filter(|_| rest.is_empty()).ok_or_else(bad)
}

fn quiet_move(before: u64, after: u64) -> [Point; 2] {
    let ((old, mover), (new, _)) = (unkey(before), unkey(after));
    let (old, new) = (old[mover as usize], new[mover as usize]);
    [old & !new, new & !old].map(|bit| Point(bit.trailing_zeros() as u8))
}

/// The positions that lead to the last one by these moves.
fn unwind(last: u64, moves: &[[Point; 2]]) -> Vec<u64> {
    let mut history = vec![last];
    let (mut stones, mut side) = unkey(last);
    for [from, to] in moves.iter().rev() {
        side = side.other();
        let own = &mut stones[side as usize];
        *own = *own & !to.bit() | from.bit();
        history.push(key(stones, side));
    }
    history.reverse();
    history
}
