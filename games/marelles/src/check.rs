//! Judges states from outside: whatever passes can be played on, and every count in it agrees.

use parlor_engine::Rejection;

use crate::board::{FULL, Point, completes, in_mills, slides};
use crate::options::PLACING_PLIES;
use crate::state::{Closing, Colour, End, Marelles, Reason, STONES, unkey};
use crate::{First, Last};

/// No game gets here; below it no counter can overflow.
const PLIES_LIMIT: u32 = 1_000_000_000;

impl Marelles {
    pub(crate) fn check(&self) -> Result<(), Rejection> {
        self.options.check()?;
        self.check_stones()?;
        self.check_counters()?;
        self.check_pending()?;
        if let Some(last) = self.last {
            self.check_last(last)?;
        }
        self.check_history()?;
        self.check_end()
    }

    fn placed(&self) -> u32 {
        PLACING_PLIES - u32::from(self.hands[0]) - u32::from(self.hands[1])
    }

    fn check_stones(&self) -> Result<(), Rejection> {
        let seat = self.black_seat.0;
        Rejection::demand(
            match self.options.first {
                First::Host => seat == 0,
                First::Guest => seat == 1,
                First::Random => seat <= 1,
            },
            "the seat of black does not fit the option 'first'",
        )?;
        let [black, white] = self.stones;
        Rejection::demand(
            (black | white) <= FULL && black & white == 0,
            "the stones do not fit on the board",
        )?;
        Rejection::demand(
            self.hands.iter().all(|&hand| hand <= STONES)
                && [Colour::Black, Colour::White]
                    .iter()
                    .all(|&colour| self.total(colour) <= STONES),
            "a player has more than nine stones",
        )
    }

    /// Black begins and both place in turn, so the hands follow from the number of plies.
    fn check_counters(&self) -> Result<(), Rejection> {
        let placed = self.placed();
        Rejection::demand(
            u32::from(self.hands[0]) == 9 - placed.div_ceil(2)
                && u32::from(self.hands[1]) == 9 - placed / 2,
            "the hands do not fit alternate placing",
        )?;
        Rejection::demand(
            match self.pending {
                Some(Closing::Placement) => self.plies + 1 == placed,
                Some(Closing::Movement) => placed == PLACING_PLIES && self.plies >= placed,
                None if placed == PLACING_PLIES => self.plies >= placed,
                None => self.plies == placed,
            } && self.plies <= PLIES_LIMIT,
            "the number of plies does not fit the hands",
        )?;
        Rejection::demand(
            self.quiet <= self.plies.saturating_sub(PLACING_PLIES),
            "there are more quiet plies than plies",
        )
    }

    fn check_pending(&self) -> Result<(), Rejection> {
        Rejection::demand(
            self.pending.is_none()
                || in_mills(self.stones(self.side())) != 0 && self.stones(self.side().other()) != 0,
            "a removal is owed, but there is no mill or nothing to remove",
        )
    }

    fn check_last(&self, last: Last) -> Result<(), Rejection> {
        let mover = match self.pending {
            Some(_) => self.side(),
            None => self.side().other(),
        };
        let own = self.stones(mover);
        let vacant = |at: Option<Point>| {
            at.is_none_or(|at| at.is_on_board() && self.empty() & at.bit() != 0)
        };
        Rejection::demand(
            (self.plies > 0 || self.pending.is_some())
                && last.to.is_on_board()
                && own & last.to.bit() != 0
                && vacant(last.from)
                && vacant(last.removed)
                && (last.removed.is_none() || last.removed != last.from),
            "the last ply does not fit the board",
        )?;
        let placement =
            self.plies < PLACING_PLIES || self.plies == PLACING_PLIES && self.pending.is_none();
        Rejection::demand(
            last.from.is_none() == placement,
            "the last ply does not fit the number of plies",
        )?;
        Rejection::demand(
            if self.pending.is_some() {
                last.removed.is_none() && completes(own, last.to)
            } else {
                last.removed.is_some() == completes(own, last.to)
            },
            "the last ply does not fit the mills",
        )
    }

    /// The history is a chain of quiet plies that ends with the present position.
    fn check_history(&self) -> Result<(), Rejection> {
        let counted = self.options.repetition > 0
            && self.plies >= PLACING_PLIES
            && (self.pending.is_none() || self.last.is_some());
        if !counted {
            return Rejection::demand(
                self.history.is_empty() && (self.options.repetition == 0 || self.quiet == 0),
                "there is a history where none is kept",
            );
        }
        Rejection::demand(
            self.history.len() as u64 == u64::from(self.quiet) + 1
                && self.history.last() == Some(&self.settled_key()),
            "the history does not lead to the position",
        )?;
        Rejection::demand(
            self.history
                .windows(2)
                .all(|pair| is_quiet_ply(pair[0], pair[1])),
            "the history has a gap",
        )
    }

    /// The key of the position after the last complete ply.
    pub(crate) fn settled_key(&self) -> u64 {
        let mut stones = self.stones;
        if let (Some(Closing::Movement), Some(Last { from, to, .. })) = (self.pending, self.last) {
            let own = &mut stones[self.side() as usize];
            *own = *own & !to.bit() | from.map_or(0, Point::bit);
        }
        crate::state::key(stones, self.side())
    }

    fn check_end(&self) -> Result<(), Rejection> {
        let side = self.side();
        let enough = [Colour::Black, Colour::White].map(|colour| self.total(colour) >= 3);
        let stuck = self.pending.is_none()
            && self.hand(side) == 0
            && !self.flies(side)
            && self.slides(side) == 0;
        let can_go_on = enough == [true; 2] && !stuck;
        let mut keys = self.history.clone();
        keys.sort_unstable();
        let most = keys
            .chunk_by(|a, b| a == b)
            .map(<[u64]>::len)
            .max()
            .unwrap_or(0) as u32;
        let options = &self.options;
        // A limit of 0 is off. The counters stop at a limit, they never pass it.
        let reached = |count: u32, limit: u32| limit > 0 && count >= limit;
        let limits = [
            reached(most, options.repetition),
            reached(self.quiet, options.no_capture),
            self.pending.is_none()
                && self.hands_are_empty()
                && reached(self.plies, options.max_plies),
        ];
        let at_rest = self.pending.is_none();
        let fits = match self.end {
            None => can_go_on && limits == [false; 3],
            Some(End { winner, reason }) => match reason {
                Reason::Two => {
                    at_rest
                        && winner == Some(side.other())
                        && self.total(side) == 2
                        && enough[side.other() as usize]
                        && self.last.is_none_or(|last| last.removed.is_some())
                }
                Reason::Blocked => winner == Some(side.other()) && enough == [true; 2] && stuck,
                Reason::RanAway | Reason::Time => {
                    winner.is_some() && can_go_on && limits == [false; 3]
                }
                Reason::Agreed => {
                    winner.is_none()
                        && options.draw_by_agreement
                        && can_go_on
                        && limits == [false; 3]
                }
                Reason::Repetition => winner.is_none() && at_rest && can_go_on && limits[0],
                Reason::NoCapture => winner.is_none() && at_rest && can_go_on && limits[1],
                Reason::MaxPlies => winner.is_none() && at_rest && can_go_on && limits[2],
            },
        };
        let message = match self.end {
            None => "the game would be over in this position",
            Some(_) => "the end of the game does not fit the position",
        };
        Rejection::demand(fits, message)
    }
}

/// Whether one slide or flight that closes no mill leads from one position to the next.
fn is_quiet_ply(before: u64, after: u64) -> bool {
    let ((old, mover), (new, next)) = (unkey(before), unkey(after));
    let (me, foe) = (mover as usize, mover.other() as usize);
    let (from, to) = (old[me] & !new[me], new[me] & !old[me]);
    if next == mover || old[foe] != new[foe] || from.count_ones() != 1 || to.count_ones() != 1 {
        return false;
    }
    let reach = if old[me].count_ones() <= 3 {
        true
    } else {
        slides(from, to) != 0
    };
    let target = Point(to.trailing_zeros() as u8);
    reach && to & old[foe] == 0 && !completes(new[me], target)
}
