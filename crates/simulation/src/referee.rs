//! What is true: every log folded once, and what each viewer may know of every position.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use parlor_engine::{Act, Claim, Match, Notations, Outcome, Seat, SeatSet, Seed, Seq, Viewer};
use parlor_server::protocol::{Clock, LogLine};
use parlor_server::tables::Table;
use parlor_store::{EntryRow, MatchStatus};

#[derive(Debug, Default)]
pub(crate) struct Referee {
    folds: BTreeMap<String, Fold>,
    /// What must never happen, but did.
    pub(crate) complaints: Vec<String>,
    /// Claims that were written and not looked at yet.
    pub(crate) claims: Vec<Claimed>,
}

/// Those who stayed have ended a match, because these had gone.
#[derive(Debug)]
pub(crate) struct Claimed {
    pub(crate) match_id: String,
    pub(crate) away: SeatSet,
    /// By the clock of the node that wrote it.
    pub(crate) at_ms: i64,
}

#[derive(Debug)]
pub(crate) struct Fold {
    pub(crate) table: Table,
    pub(crate) matched: Match,
    /// By position and viewer.
    seen: Vec<Vec<u64>>,
    /// What happened, by entry and viewer.
    heard: Vec<Vec<u64>>,
    times: Vec<i64>,
    /// The entry after which each seat's turn began.
    turns: Vec<Seq>,
}

/// One viewer's picture of a position.
#[derive(Debug)]
pub(crate) struct Picture<'a> {
    pub(crate) view: &'a str,
    pub(crate) to_act: SeatSet,
    pub(crate) legal: &'a Notations,
    pub(crate) outcome: Option<&'a Outcome>,
}

impl Picture<'_> {
    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.view, self.to_act).hash(&mut hasher);
        self.legal.to_vec().hash(&mut hasher);
        let outcome = self.outcome.map(|it| format!("{it:?}"));
        outcome.hash(&mut hasher);
        hasher.finish()
    }
}

fn hash_line(kind: &str, seat: Option<u8>, events: &str, at_ms: i64) -> u64 {
    let mut hasher = DefaultHasher::new();
    (kind, seat, events, at_ms).hash(&mut hasher);
    hasher.finish()
}

impl Referee {
    /// A row was written; if that began a match, its fold begins.
    pub(crate) fn started(&mut self, found: &parlor_store::StoredMatch) {
        let row = &found.row;
        if !matches!(row.status, MatchStatus::Running | MatchStatus::Over) {
            return;
        }
        let Ok(table) = serde_json::from_str::<Table>(&row.body) else {
            self.complaints
                .push(format!("the row of {} is unreadable", row.id));
            return;
        };
        if let Some(fold) = self.folds.get_mut(&row.id) {
            fold.table = table;
            return;
        }
        let seed = found
            .secret
            .as_ref()
            .and_then(|it| it.0.as_slice().try_into().ok());
        let opening = seed.map(|seed| table.opening(Seed(seed)));
        let Some(Ok(matched)) = opening else {
            self.complaints.push(format!("{} cannot begin", row.id));
            return;
        };
        let seen = vec![pictures(&matched)];
        let fold = Fold {
            table,
            matched,
            seen,
            heard: Vec::new(),
            times: Vec::new(),
            turns: Vec::new(),
        };
        self.folds.insert(row.id.clone(), fold);
    }

    /// An entry was written.
    pub(crate) fn entry(&mut self, id: &str, entry: &EntryRow) {
        let Some(fold) = self.folds.get_mut(id) else {
            self.complaints
                .push(format!("an entry of {id}, which has not begun"));
            return;
        };
        if let Ok(Act::Claim { away, .. }) = serde_json::from_str(&entry.act) {
            self.claims.push(Claimed {
                match_id: id.to_owned(),
                away,
                at_ms: entry.at_ms,
            });
        }
        if let Err(complaint) = fold.push(entry) {
            self.complaints
                .push(format!("{id}, entry {}: {complaint}", entry.seq));
        }
    }

    pub(crate) fn fold(&self, id: &str) -> Option<&Fold> {
        self.folds.get(id)
    }

    pub(crate) fn folds(&self) -> impl Iterator<Item = (&String, &Fold)> {
        self.folds.iter()
    }
}

impl Fold {
    fn push(&mut self, entry: &EntryRow) -> Result<(), String> {
        let expected = self.matched.seq().next();
        if entry.seq != expected {
            return Err(format!("the log has a gap: {expected} was to come"));
        }
        let act: Act = serde_json::from_str(&entry.act).map_err(|error| error.to_string())?;
        let last = self.times.last().copied();
        if last.is_some_and(|last| entry.at_ms < last) {
            return Err("time runs backwards".to_owned());
        }
        if let (Act::TimeOut { .. }, Clock::PerMove { seconds }) = (&act, self.table.clock) {
            let left = last.map_or(i64::MAX, |last| last + i64::from(seconds) * 1000);
            if entry.at_ms < left {
                return Err(format!("time ran out {} ms early", left - entry.at_ms));
            }
        }
        if let Act::Claim { seat, claim, away } = &act {
            if away.contains(*seat) {
                return Err("whoever had gone has claimed".to_owned());
            }
            if away.is_empty() && *claim != Claim::Abort {
                return Err("claimed although everybody was there".to_owned());
            }
        }
        let (kind, seat) = (act.kind(), act.seat().map(|seat| seat.0));
        let before = self.matched.state().to_act();
        let mut judged = self.matched.judge(act).map_err(|refused| refused.message)?;
        let events = judged.events.take();
        self.matched.commit(judged);
        self.times.push(entry.at_ms);
        self.turns
            .resize(usize::from(self.matched.state().seats()), Seq::START);
        let after = self.matched.state().to_act();
        for (place, turn) in self.turns.iter_mut().enumerate() {
            let seat = Seat(place as u8);
            if after.contains(seat) && !before.contains(seat) {
                *turn = entry.seq;
            }
        }
        let heard = viewers(&self.matched).map(|viewer| {
            let events = events
                .as_ref()
                .map_or("[]".to_owned(), |it| it.json(viewer));
            hash_line(kind, seat, &events, entry.at_ms)
        });
        self.heard.push(heard.collect());
        self.seen.push(pictures(&self.matched));
        Ok(())
    }

    pub(crate) fn turn_since(&self, seat: Seat) -> Seq {
        self.turns.get(seat.index()).copied().unwrap_or_default()
    }

    pub(crate) fn seq(&self) -> Seq {
        self.matched.seq()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.matched.state().outcome().is_some()
    }

    pub(crate) fn at_ms(&self, seq: Seq) -> i64 {
        let times = seq.place().and_then(|place| self.times.get(place));
        times.copied().unwrap_or(i64::MIN)
    }

    /// Whether this is what the viewer may know of the position `seq`.
    pub(crate) fn is_so(&self, seq: Seq, viewer: Viewer, picture: &Picture<'_>) -> bool {
        let seen = self.seen.get(seq.length());
        seen.and_then(|all| all.get(place(viewer))) == Some(&picture.hash())
    }

    pub(crate) fn happened(&self, viewer: Viewer, line: &LogLine) -> bool {
        let heard = line.seq.place().and_then(|place| self.heard.get(place));
        let hash = hash_line(line.kind, line.seat, line.events.get(), line.at_ms);
        heard.and_then(|all| all.get(place(viewer))) == Some(&hash)
    }

    /// Whether another fold has come to the same end, in everybody's eyes.
    pub(crate) fn equals(&self, other: &Match) -> bool {
        other.seq() == self.seq() && self.seen.last() == Some(&pictures(other))
    }
}

/// Spectators first, then the seats.
fn viewers(matched: &Match) -> impl Iterator<Item = Viewer> + use<> {
    let seats = 0..matched.state().seats();
    std::iter::once(Viewer::Spectator).chain(seats.map(|seat| Viewer::Seat(Seat(seat))))
}

fn place(viewer: Viewer) -> usize {
    viewer.seat().map_or(0, |seat| seat.index() + 1)
}

fn pictures(matched: &Match) -> Vec<u64> {
    let state = matched.state();
    let outcome = state.outcome();
    let picture = |viewer: Viewer| {
        let legal = viewer.seat().map(|seat| state.legal(seat).actions);
        let picture = Picture {
            view: &state.view(viewer),
            to_act: state.to_act(),
            legal: &legal.unwrap_or_default(),
            outcome: outcome.as_ref(),
        };
        picture.hash()
    };
    viewers(matched).map(picture).collect()
}
