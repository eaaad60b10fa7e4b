//! What the page is told: the last frame, what changed, and how the connection is. No I/O.

use parlor_coexistence::{Action, COLUMNS, Frame, GOAL, Hand, ROUNDS, Turn, Unit, letter};
use serde::Serialize;

/// Older messages are forgotten.
const MOST_LINES: usize = 300;

/// The page's picture of the foreign game. Seat 0 is ours, seat 1 the opponent's.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub(super) struct JoinedGame {
    server: String,
    status: JoinStatus,
    trouble: Option<Trouble>,
    names: [String; 2],
    /// Absent until cards were dealt.
    view: Option<View>,
    /// Two-letter commands that the rules allow now.
    pub(super) legal: Vec<String>,
    /// Sent and not answered.
    pending: Option<String>,
    outcome: Option<Outcome>,
    /// The server's messages, oldest first.
    log: Vec<String>,
    /// Counts frames, so that a change is animated once.
    news: u32,
    events: Vec<Event>,
    #[serde(skip)]
    last: Option<Frame>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "snake_case")]
enum JoinStatus {
    Connecting,
    /// Connected, and nobody to play with yet.
    Waiting,
    Playing,
    Over,
    Lost,
}

/// Why there is no connection, in a sentence.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub(super) struct Trouble {
    code: &'static str,
    message: String,
}

/// The form that the page's board draws.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
struct View {
    hands: [Hand; 2],
    scores: [u8; 2],
    goal: u8,
    round: u8,
    rounds: u8,
    turn: Option<u8>,
    last: Option<()>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    Won,
    Lost,
    Nobody,
    /// Somebody left, say: the server's message tells.
    Told,
}

/// What a frame shows in comparison with the one before. Frames do not say who struck.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Event {
    Attacked {
        seat: u8,
        own: Option<u8>,
        target: u8,
        attacker_unit: Option<Unit>,
        target_unit: Unit,
        points: u8,
    },
    Passed {
        seat: u8,
    },
    Dealt {
        round: u8,
    },
}

impl Trouble {
    pub(super) fn refused(why: &str) -> Trouble {
        Trouble::new(
            "join/refused",
            format!("the server cannot be reached: {why}"),
        )
    }

    pub(super) fn broken(why: &str) -> Trouble {
        Trouble::new("join/lost", format!("the connection broke: {why}"))
    }

    pub(super) fn closed(understood: bool) -> Trouble {
        if understood {
            let message = "the server has closed the connection";
            return Trouble::new("join/lost", message.to_owned());
        }
        let message = "the server closed the connection before it sent a frame";
        Trouble::new("join/no_frame", message.to_owned())
    }

    pub(super) fn garbage() -> Trouble {
        let message = "what the server sends are no CoExistence frames; is it another service?";
        Trouble::new("join/garbage", message.to_owned())
    }

    pub(super) fn silent() -> Trouble {
        let message = "the server took the connection but says nothing";
        Trouble::new("join/silent", message.to_owned())
    }

    fn new(code: &'static str, message: String) -> Trouble {
        Trouble { code, message }
    }
}

impl JoinedGame {
    pub(super) fn new(server: &str) -> JoinedGame {
        JoinedGame {
            server: server.to_owned(),
            status: JoinStatus::Connecting,
            trouble: None,
            names: Default::default(),
            view: None,
            legal: Vec::new(),
            pending: None,
            outcome: None,
            log: Vec::new(),
            news: 0,
            events: Vec::new(),
            last: None,
        }
    }

    /// A new connection is a new game; nothing of the old one can go on.
    pub(super) fn connecting(&mut self) {
        *self = JoinedGame {
            news: self.news,
            ..JoinedGame::new(&self.server)
        };
    }

    pub(super) fn connected(&mut self) {
        self.status = JoinStatus::Waiting;
    }

    /// A game that has ended stays on the board; its server may hang up.
    pub(super) fn lost(&mut self, trouble: Trouble) {
        self.legal.clear();
        self.pending = None;
        if self.status != JoinStatus::Over {
            self.status = JoinStatus::Lost;
            self.trouble = Some(trouble);
        }
    }

    pub(super) fn sent(&mut self, command: &str) {
        self.pending = Some(command.to_owned());
        self.legal.clear();
    }

    pub(super) fn hear(&mut self, frame: Frame) {
        self.events = match &self.last {
            Some(before) => changes(before, &frame, self.pending.as_deref()),
            None => Vec::new(),
        };
        self.news += 1;
        self.pending = None;
        self.names = [frame.own.name.clone(), frame.opponent.name.clone()];
        let dealt = frame.own.hand.alive() + frame.opponent.hand.alive() > 0;
        self.status = match frame.turn {
            Turn::Over => JoinStatus::Over,
            Turn::Own => JoinStatus::Playing,
            Turn::Opponent if dealt || self.view.is_some() => JoinStatus::Playing,
            Turn::Opponent => JoinStatus::Waiting,
        };
        if self.status != JoinStatus::Waiting {
            self.view = Some(View::of(&frame));
        }
        self.legal = legal(&frame);
        self.outcome = (frame.turn == Turn::Over).then(|| Outcome::of(&frame));
        if !frame.log.is_empty() {
            self.log.push(frame.log.clone());
            let surplus = self.log.len().saturating_sub(MOST_LINES);
            self.log.drain(..surplus);
        }
        self.last = Some(frame);
    }
}

impl View {
    fn of(frame: &Frame) -> View {
        View {
            hands: [frame.own.hand, frame.opponent.hand],
            scores: [frame.own.score, frame.opponent.score],
            goal: GOAL,
            round: frame.round,
            rounds: ROUNDS,
            turn: match frame.turn {
                Turn::Own => Some(0),
                Turn::Opponent => Some(1),
                Turn::Over => None,
            },
            last: None,
        }
    }
}

impl Outcome {
    fn of(frame: &Frame) -> Outcome {
        if frame.own.score >= GOAL {
            Outcome::Won
        } else if frame.opponent.score >= GOAL {
            Outcome::Lost
        } else if frame.round > ROUNDS {
            Outcome::Nobody
        } else {
            Outcome::Told
        }
    }
}

/// Killing blows by the rules of the house, and the pass, which is always allowed.
fn legal(frame: &Frame) -> Vec<String> {
    if frame.turn != Turn::Own {
        return Vec::new();
    }
    let mut commands = Vec::new();
    for own in 0..COLUMNS {
        let Some(unit) = frame.own.hand.unit(own) else {
            continue;
        };
        let targets = frame.opponent.hand.targets_of(unit, false);
        commands.extend(
            targets
                .iter()
                .map(|target| format!("{}{}", letter(own), letter(target))),
        );
    }
    commands.push("PS".to_owned());
    commands
}

fn changes(before: &Frame, after: &Frame, sent: Option<&str>) -> Vec<Event> {
    let living = |frame: &Frame| frame.own.hand.alive() + frame.opponent.hand.alive();
    if after.round != before.round || living(after) > living(before) {
        return vec![Event::Dealt { round: after.round }];
    }
    let ours = fallen(before.opponent.hand, after.opponent.hand).map(|(target, target_unit)| {
        let own = sent.and_then(|text| match Action::read(text.as_bytes()) {
            Ok(Action::Attack { own, .. }) => Some(own),
            _ => None,
        });
        Event::Attacked {
            seat: 0,
            own,
            target,
            attacker_unit: own.and_then(|own| before.own.hand.unit(own)),
            target_unit,
            points: after.own.score.saturating_sub(before.own.score),
        }
    });
    let theirs =
        fallen(before.own.hand, after.own.hand).map(|(target, target_unit)| Event::Attacked {
            seat: 1,
            own: None,
            target,
            attacker_unit: None,
            target_unit,
            points: after.opponent.score.saturating_sub(before.opponent.score),
        });
    let struck: Vec<Event> = ours.into_iter().chain(theirs).collect();
    if !struck.is_empty() {
        return struck;
    }
    match (before.turn, after.turn) {
        (Turn::Own, Turn::Opponent) => vec![Event::Passed { seat: 0 }],
        (Turn::Opponent, Turn::Own) => vec![Event::Passed { seat: 1 }],
        _ => Vec::new(),
    }
}

/// The card that lived and lives no more; more than one is no blow of this game.
fn fallen(before: Hand, after: Hand) -> Option<(u8, Unit)> {
    let mut gone = (0..COLUMNS).filter_map(|column| {
        let unit = before.unit(column)?;
        after.unit(column).is_none().then_some((column, unit))
    });
    gone.next().filter(|_| gone.next().is_none())
}
