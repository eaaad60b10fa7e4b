//! What somebody is told.

use parlor_engine::{AnyGame, Names, Outcome, Seat, SeatSet, Seq};
use parlor_hub::MatchId;
use parlor_hub::matches::Outgoing;
use parlor_hub::protocol::{
    Command, MatchSnapshot, MatchUpdate, OfferKind, OfferView, ServerMessage, Status, TableInfo,
};

use super::commands::Visit;
use super::{seating, words};

/// The match somebody looks at.
pub(super) struct At {
    pub(super) id: MatchId,
    game: &'static dyn AnyGame,
    names: Vec<String>,
    pub(super) seat: Option<u8>,
    pub(super) seq: Seq,
    view: String,
    pub(super) legal: Vec<String>,
    pub(super) form: Option<String>,
    pub(super) to_act: SeatSet,
    outcome: Option<Outcome>,
    /// What is asked of the table, and by whom.
    offer: Option<(OfferKind, u8)>,
}

impl At {
    fn name(&self, seat: u8) -> &str {
        let name = self.names.get(usize::from(seat));
        name.map_or("Somebody", String::as_str)
    }
}

impl Visit {
    pub(super) fn board(&mut self) {
        let Some(at) = &self.at else { return };
        let picture = at.game.picture(&at.view, self.charset).unwrap_or_default();
        let end = at
            .outcome
            .as_ref()
            .map(|outcome| words::outcome(outcome, &at.names));
        self.say(picture.trim_end());
        if let Some(end) = end {
            self.say(&end);
        }
    }

    /// What an action would do.
    pub(super) fn odds(&mut self, action: &str) {
        let Some(at) = &self.at else { return };
        let Some(seat) = at.seat else {
            return self.say("Only players can ask for odds.");
        };
        let said = match at.game.preview(&at.view, Seat(seat), action) {
            Ok(preview) => preview.words(Names(&at.names)),
            Err(refused) => vec![format!("{} ({})", refused.message, refused.code)],
        };
        for line in said {
            self.say(&format!("  {line}"));
        }
    }

    /// False when the visit must end.
    pub(super) async fn hear(&mut self, out: Outgoing) -> bool {
        if self.awaited.is_some() && self.awaited.as_deref() == answers(&out) {
            self.awaited = None;
        }
        match out {
            Outgoing::SessionEnded => {
                self.say("Your session has ended.");
                return false;
            }
            Outgoing::Message(message) => match &**message {
                ServerMessage::Done {
                    table: Some(table), ..
                }
                | ServerMessage::Table { table, .. } => self.hear_table(table).await,
                ServerMessage::TableGone { id, .. }
                    if self.table.as_ref().is_some_and(|table| table.id == *id) =>
                {
                    self.table = None;
                    self.say("The table is gone.");
                }
                ServerMessage::Challenge { table, invited_by } => {
                    let (game, id) = (&table.game, table.id);
                    let what = match invited_by {
                        Some(name) => format!("{name} invites you to a table of {game}"),
                        None => format!("{} challenges you to {game}", table.host),
                    };
                    self.say(&format!(
                        "{what}: 'sit {id}' accepts, 'refuse {id}' declines."
                    ));
                }
                ServerMessage::Declined {
                    by, instead, stays, ..
                } => {
                    self.say(&match instead {
                        Some(_) => format!("{by} proposes other terms."),
                        None if *stays => format!("{by} does not come to your table."),
                        None => format!("{by} declines your challenge."),
                    });
                }
                ServerMessage::Match(snapshot) => self.hear_match(snapshot),
                ServerMessage::Update(update) => self.hear_update(update),
                ServerMessage::Chat { line, .. } => {
                    self.say(&format!("{}: {}", line.name, line.text));
                }
                ServerMessage::Offer { match_id, offer } => {
                    self.hear_offer(*match_id, offer.as_ref());
                }
                ServerMessage::Curtain(_) => {
                    self.say("People share one screen there: go on in the browser.");
                }
                ServerMessage::Error { code, message, .. } => {
                    self.say(&format!("{message} ({code})"));
                }
                _ => {}
            },
        }
        true
    }

    /// An offer was made; or it is there no more without having led to anything.
    fn hear_offer(&mut self, match_id: MatchId, offer: Option<&OfferView>) {
        let Some(at) = self.at.as_mut().filter(|at| at.id == match_id) else {
            return;
        };
        let line = match (offer, at.offer.take()) {
            (Some(offer), before) => {
                at.offer = Some((offer.kind, offer.by));
                if before == at.offer {
                    return;
                }
                let what = words::wish(offer.kind);
                if at.seat == Some(offer.by) {
                    format!("You ask {what}.")
                } else if at.seat.is_none() {
                    format!("{} asks {what}.", at.name(offer.by))
                } else {
                    format!("{} asks {what}: 'accept' or 'decline'?", at.name(offer.by))
                }
            }
            (None, Some((kind, by))) => {
                let what = words::wish(kind);
                if at.seat == Some(by) {
                    format!("You asked {what}: that was declined, or nobody answered.")
                } else {
                    format!("{} no longer asks {what}.", at.name(by))
                }
            }
            (None, None) => return,
        };
        self.say(&line);
    }

    async fn hear_table(&mut self, table: &TableInfo) {
        let me = self.conn.player.as_ref().map(|player| player.name.clone());
        let mine = table
            .seats
            .iter()
            .any(|seat| seat.name.is_some() && seat.name == me && !seat.screen);
        let open =
            self.at.as_ref().is_some_and(|at| at.id == table.id) || self.opening == Some(table.id);
        match table.status {
            Status::Open | Status::Ready if mine => {
                if self.table.as_ref() == Some(table) {
                    return;
                }
                let news = self.table.as_ref().is_none_or(|known| known.id != table.id);
                self.say(&words::table_line(table));
                for line in seating::wishes(table, me.as_deref()) {
                    self.say(&line);
                }
                if news {
                    let invite = table.invite.clone().unwrap_or_default();
                    self.say(&format!("Others join with: sit {} {invite}", table.id));
                    if let Some(code) = &table.code {
                        self.say(&format!("Or by the code {code}, here and on the web page."));
                    }
                    self.table = Some(table.clone());
                    let match_id = table.id;
                    self.ask(Command::Open {
                        match_id,
                        since: None,
                        invite: None,
                    })
                    .await;
                }
                self.table = Some(table.clone());
            }
            Status::Running if mine && !open => {
                self.table = None;
                self.opening = Some(table.id);
                let match_id = table.id;
                self.ask(Command::Open {
                    match_id,
                    since: None,
                    invite: None,
                })
                .await;
            }
            _ => {}
        }
    }

    fn hear_match(&mut self, snapshot: &MatchSnapshot) {
        let Some(game) = parlor_catalog::game(&snapshot.table.game) else {
            return;
        };
        let name = |(place, seat): (usize, &parlor_hub::protocol::SeatInfo)| {
            seat.name
                .clone()
                .unwrap_or_else(|| format!("Bot {}", place + 1))
        };
        let names: Vec<String> = snapshot.table.seats.iter().enumerate().map(name).collect();
        self.table = None;
        self.opening = None;
        match snapshot.seat {
            Some(seat) => {
                let line = format!("You have seat {} of {}.", seat + 1, names.join(", "));
                self.say(&line);
                let sides = game.sides(&snapshot.table.options);
                if let Some(side) = sides.get(usize::from(seat)) {
                    self.say(&format!("{}: {}.", side.name, side.about));
                }
            }
            None => self.say(&format!("You watch {}.", names.join(", "))),
        }
        self.at = Some(At {
            id: snapshot.table.id,
            game,
            names,
            seat: snapshot.seat,
            seq: snapshot.seq,
            view: snapshot.view.get().to_owned(),
            legal: snapshot.legal.to_vec(),
            form: snapshot
                .pattern
                .as_ref()
                .map(|pattern| pattern.form.to_owned()),
            to_act: snapshot.to_act,
            outcome: snapshot.outcome.clone(),
            offer: None,
        });
        self.board();
    }

    fn hear_update(&mut self, update: &MatchUpdate) {
        let Some(at) = self.at.as_mut().filter(|at| at.id == update.match_id) else {
            return;
        };
        at.seq = update.seq;
        update.view.get().clone_into(&mut at.view);
        at.legal = update.legal.to_vec();
        let pattern = update.pattern.as_ref();
        at.form = pattern.map(|pattern| pattern.form.to_owned());
        at.to_act = update.to_act;
        at.outcome.clone_from(&update.outcome);
        // A move answers whatever was asked before it.
        at.offer = None;
        for sentence in update.log.iter().flat_map(|line| &line.words) {
            self.say(&format!("{sentence}."));
        }
        self.board();
    }
}

/// The command that a message answers.
fn answers(out: &Outgoing) -> Option<&str> {
    match out {
        Outgoing::Message(message) => match &***message {
            ServerMessage::Done { id, .. }
            | ServerMessage::Pong { id, .. }
            | ServerMessage::Error { id, .. } => id.as_deref(),
            ServerMessage::Match(snapshot) => snapshot.id.as_deref(),
            ServerMessage::Update(update) => update.id.as_deref(),
            ServerMessage::Curtain(curtain) => curtain.id.as_deref(),
            _ => None,
        },
        Outgoing::SessionEnded => None,
    }
}
