use parlor_engine::{AnyGame, Commitment, Conduct, Fast, Lots, Match, Nonce, Outcome, Seed, Setup};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::screen::seats_of;
use super::{Challenge, Invitation, Place};
use crate::people::PlayerId;
use crate::protocol::{AgreedOptions, Clock, NewTable, SeatInfo, Status, TableInfo, Watch};
use crate::random::Draw;
use crate::{Code, MatchId, Refusal};

/// A table, and the match it becomes: what is stored besides the log and the secret seed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[allow(clippy::struct_excessive_bools)] // settings, each on its own
pub struct Table {
    pub id: MatchId,
    pub game: String,
    pub name: String,
    pub status: Status,
    pub options: AgreedOptions,
    pub chairs: Vec<Chair>,
    pub host: Sitter,
    pub private: bool,
    pub rated: bool,
    pub clock: Clock,
    pub watch: Watch,
    pub confirm: bool,
    /// Made by quick pairing: whoever asks next sits down here.
    #[serde(default)]
    pub quick: bool,
    /// Its host's screen is shared by several of its people: all those who sit there as the host.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub screen: bool,
    /// Where the match starts, if not at the opening. Never shown before the end: it may hold secrets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<AgreedOptions>,
    pub invite: String,
    /// What people call the table when they tell each other of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The person a seat is kept for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challenge: Option<Challenge>,
    /// Those who were asked to come.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invitations: Vec<Invitation>,
    pub commitment: Commitment,
    /// What the house decides by lot at this table; never shown, and it does not give the seed away.
    #[serde(default)]
    pub lots: Option<Lots>,
    pub created_ms: i64,
    #[serde(default)]
    pub started_ms: Option<i64>,
    #[serde(default)]
    pub ended_ms: Option<i64>,
    #[serde(default)]
    pub outcome: Option<Outcome>,
    #[serde(default)]
    pub rematch: Option<MatchId>,
    /// Whoever waited here for a partner has found one there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved_to: Option<MatchId>,
    /// Whoever waited here does not want to any more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Chair {
    #[serde(default)]
    pub sitter: Option<Sitter>,
    /// A bot's level.
    #[serde(default)]
    pub bot: Option<String>,
    #[serde(default)]
    pub confirmed: bool,
    #[serde(default)]
    pub nonce: Option<Nonce>,
    #[serde(default)]
    pub left: bool,
    #[serde(default, skip_serializing_if = "Place::is_any")]
    pub place: Place,
    /// The seat of somebody with whom this person would change places.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wants: Option<u8>,
    /// The connection that waits here for a partner: when it goes, so does the wish.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waits: Option<String>,
}

/// A person at a table. The name is kept as it was when they sat down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sitter {
    pub player: PlayerId,
    pub name: String,
}

const LONGEST_NAME: usize = 60;
/// From a second to a month.
const CLOCK_RANGE: std::ops::RangeInclusive<u32> = 1..=31 * 86_400;

impl Table {
    /// A table nobody sits at yet. The seed is drawn now, so that its hash is out before anybody joins.
    pub fn new(
        new: &NewTable,
        host: Sitter,
        now_ms: i64,
        draw: &impl Draw,
    ) -> Result<(Table, Seed), Refusal> {
        let game = find(&new.game)?;
        let meta = game.meta();
        let screen = !new.screen.is_empty();
        let (options, seats) = match &new.position {
            Some(position) => super::position::judge(game, position, new)?,
            None => opening(game, new)?,
        };
        // Nobody comes with a device of their own.
        let alone = screen && usize::from(seats) == new.screen.len() + new.bots.len();
        check_clock(new.clock)?;
        let conduct = game.conduct(&options);
        if new.bots.len() >= usize::from(seats) {
            return Err(Refusal::new(
                Code::TableBots,
                "leave at least one seat for a person",
            ));
        }
        let seed = Seed(draw.bytes());
        let mut chairs = vec![Chair::default(); usize::from(seats)];
        let bots = chairs.iter_mut().enumerate().rev();
        for ((seat, chair), level) in bots.zip(new.bots.iter().rev()) {
            chair.seat_bot(meta.id, level)?;
            chair.nonce = Some(seed.lots().nonce(seat as u8));
        }
        let name = match new.name.as_deref().map(str::trim) {
            None | Some("") => format!("{}'s {}", host.name, meta.name),
            Some(name) => clean_name(name)?,
        };
        let table = Table {
            id: draw.match_id(),
            game: meta.id.to_owned(),
            name,
            status: Status::Open,
            clock: clock_of(new, conduct),
            chairs,
            host,
            private: new.private || alone,
            rated: new.rated && new.bots.is_empty() && !screen && new.position.is_none(),
            watch: watch_of(new, conduct),
            options: options.into(),
            confirm: new.confirm && !alone,
            quick: false,
            screen,
            position: new.position.clone().map(AgreedOptions::from),
            invite: draw.id(),
            code: None,
            challenge: None,
            invitations: Vec::new(),
            commitment: seed.commitment(),
            lots: Some(seed.lots()),
            created_ms: now_ms,
            started_ms: None,
            ended_ms: None,
            outcome: None,
            rematch: None,
            moved_to: None,
            withdrawn: false,
        };
        Ok((table, seed))
    }

    /// Nothing that the house draws for a table is drawn after its seed has been committed to.
    pub fn lots(&self) -> Lots {
        self.lots.unwrap_or(Lots(self.commitment.0))
    }

    pub fn game(&self) -> Result<&'static dyn AnyGame, Refusal> {
        find(&self.game)
    }

    /// What the game's options say about things around the rules.
    pub fn conduct(&self) -> Conduct {
        find(&self.game).map_or_else(|_| Conduct::default(), |game| game.conduct(&self.options))
    }

    pub fn seat_of(&self, player: PlayerId) -> Option<u8> {
        let sits = |chair: &Chair| chair.sitter.as_ref().is_some_and(|it| it.player == player);
        self.chairs.iter().position(sits).map(|seat| seat as u8)
    }

    pub fn is_host(&self, player: PlayerId) -> bool {
        self.host.player == player
    }

    pub fn people(&self) -> impl Iterator<Item = &Sitter> {
        self.chairs.iter().filter_map(|chair| chair.sitter.as_ref())
    }

    /// Whether the lobby shows it.
    pub fn is_listed(&self) -> bool {
        !self.private && self.status != Status::Over
    }

    /// Whether this person may look at the match.
    pub fn may_watch(&self, player: Option<PlayerId>, invite: Option<&str>) -> bool {
        let seated = player.is_some_and(|player| self.seat_of(player).is_some());
        let invited = !self.private || invite == Some(self.invite.as_str());
        seated || (invited && (self.watch != Watch::Off || self.status == Status::Over))
    }

    pub fn names(&self) -> Vec<String> {
        let name = |(seat, chair): (usize, &Chair)| match (&chair.sitter, &chair.bot) {
            (Some(sitter), _) => sitter.name.clone(),
            (None, Some(level)) => format!("Bot {} ({level})", seat + 1),
            (None, None) => format!("Player {}", seat + 1),
        };
        self.chairs.iter().enumerate().map(name).collect()
    }

    pub fn setup(&self, seed: Seed) -> Result<Setup, Refusal> {
        let nonces = self
            .chairs
            .iter()
            .filter_map(|chair| chair.nonce)
            .collect::<Vec<_>>();
        let seats = self.chairs.len() as u8;
        let mut setup = Setup::new(self.game()?, &self.options, seats, seed, nonces)?;
        setup.position = self.position.as_deref().cloned();
        Ok(setup)
    }

    /// The match at its start.
    pub fn opening(&self, seed: Seed) -> Result<Match, Refusal> {
        Ok(Match::start(self.setup(seed)?)?)
    }

    /// As everybody may see it; those at the table also learn the invite secret.
    pub fn info(&self, reader: Option<PlayerId>) -> TableInfo {
        let waits = matches!(self.status, Status::Open | Status::Ready);
        let sides = if waits { self.sides() } else { &[] };
        let inside = reader.is_some_and(|player| self.is_inside(player));
        let challenge = self.challenge.as_ref().filter(|_| inside);
        TableInfo {
            id: self.id,
            game: self.game.clone(),
            name: self.name.clone(),
            status: self.status,
            options: self.options.clone(),
            seats: self.seat_infos(waits),
            sides: sides.iter().map(|side| side.id.to_owned()).collect(),
            host: self.host.name.clone(),
            private: self.private,
            rated: self.rated,
            clock: self.clock,
            watch: self.watch,
            confirm: self.confirm,
            screen: self.screen,
            position: self.position.is_some(),
            commitment: self.commitment.to_string(),
            created_ms: self.created_ms,
            ended_ms: self.ended_ms,
            outcome: self.outcome.clone(),
            to_act: None,
            rematch: self.rematch,
            invite: inside.then(|| self.invite.clone()),
            challenged: challenge.map(|it| it.to.name.clone()),
            invited: if inside && waits {
                self.invited().map(|it| it.to.name.clone()).collect()
            } else {
                Vec::new()
            },
            code: self.code.clone().filter(|_| inside && waits),
        }
    }

    fn seat_infos(&self, waits: bool) -> Vec<SeatInfo> {
        let chairs = self.chairs.iter();
        let info = chairs.map(|chair| SeatInfo {
            screen: self.is_at_screen(chair),
            ..chair.info(waits)
        });
        info.collect()
    }
}

impl Chair {
    pub fn is_free(&self) -> bool {
        self.sitter.is_none() && self.bot.is_none()
    }

    /// A bot sits down; the share in the seed that the chair has stays.
    pub fn seat_bot(&mut self, game: &str, level: &str) -> Result<(), Refusal> {
        if !crate::bots::is_level(game, level) {
            let known: Vec<_> = crate::bots::levels(game).iter().map(|it| it.name).collect();
            let level = crate::shorten(level, 32);
            let message = format!(
                "there is no bot level {level:?}: there are {}",
                known.join(", ")
            );
            return Err(Refusal::new(Code::TableBotLevel, message));
        }
        self.bot = Some(level.to_owned());
        self.confirmed = true;
        Ok(())
    }

    /// `waits`: the match has not started.
    fn info(&self, waits: bool) -> SeatInfo {
        SeatInfo {
            name: self.sitter.as_ref().map(|sitter| sitter.name.clone()),
            bot: self.bot.clone(),
            confirmed: self.confirmed,
            left: self.left,
            random: waits && self.place == Place::Random,
            wants: self.wants.filter(|_| waits),
            screen: false,
        }
    }
}

fn find(id: &str) -> Result<&'static dyn AnyGame, Refusal> {
    parlor_catalog::game(id).ok_or_else(|| {
        Refusal::new(
            Code::TableUnknownGame,
            format!("there is no game {:?}", crate::shorten(id, 32)),
        )
    })
}

/// The options and the number of seats of a table that begins at the beginning.
fn opening(game: &dyn AnyGame, new: &NewTable) -> Result<(Value, u8), Refusal> {
    let options = game.complete_options(new.options.as_ref().unwrap_or(&Value::Null))?;
    let seats = if new.screen.is_empty() {
        new.seats.unwrap_or(game.meta().min_seats)
    } else {
        seats_of(new)?
    };
    game.check_new(&options)?;
    // A trial start refuses every option and seat count out of bounds.
    game.start(&options, seats, &mut Fast::new(0))?;
    Ok((options, seats))
}

/// Some games bring a turn timer among their options.
fn clock_of(new: &NewTable, conduct: Conduct) -> Clock {
    match conduct.turn_seconds {
        Some(seconds) if new.clock == Clock::None => Clock::PerMove { seconds },
        _ => new.clock,
    }
}

/// Some games let only those watch who have played; the stricter of the two holds.
fn watch_of(new: &NewTable, conduct: Conduct) -> Watch {
    if conduct.players_only || !new.screen.is_empty() {
        Watch::Off
    } else {
        new.watch
    }
}

fn check_clock(clock: Clock) -> Result<(), Refusal> {
    let good = match clock {
        Clock::None => true,
        Clock::PerMove { seconds } => CLOCK_RANGE.contains(&seconds),
        Clock::Total { seconds, increment } => {
            CLOCK_RANGE.contains(&seconds) && (increment == 0 || CLOCK_RANGE.contains(&increment))
        }
    };
    if good {
        return Ok(());
    }
    Err(Refusal::new(
        Code::TableClock,
        "clock times are from 1 second to 31 days",
    ))
}

fn clean_name(name: &str) -> Result<String, Refusal> {
    if crate::people::usual(name).chars().count() > LONGEST_NAME {
        let message = format!("a table's name has at most {LONGEST_NAME} characters");
        return Err(Refusal::new(Code::TableName, message));
    }
    let name = crate::people::usual(name);
    if crate::people::is_deceptive(&name) {
        return Err(Refusal::new(
            Code::TableName,
            "a table's name has no hidden or control characters",
        ));
    }
    Ok(crate::people::moderate(&name))
}
