//! Tables with a shared screen. Those at it hand one computer round: whose view it shows is said by the
//! log (`Act::Lift`), and between two who may not see the same a curtain hangs. Behind it nothing of the
//! position is told, no clock of theirs runs, and a connection that comes anew is behind it too. Whoever
//! plays at the same table with a device of their own is told as at any other.

use std::sync::Arc;

use parlor_engine::{Act, AnyState, JudgedLine, Seat, SeatSet, Seq, Viewer};
use smallvec::smallvec;

use super::super::outbox::SharedMessage;
use super::append::Events;
use super::command::Verdict;
use super::publish::Shared;
use super::{Effect, LiveMatch, QueuedCommand, Requester, Subscriber, is_conn};
use crate::people::PlayerId;
use crate::protocol::{CurtainView, ServerMessage};
use crate::tables::Table;
use crate::{Code, CommandId, Refusal};

/// The one of them who has to act.
fn actor(table: &Table, state: &dyn AnyState) -> Option<Seat> {
    let acting = state.to_act();
    let mut shared = table.seats_at_screen().iter();
    shared.find(|&seat| acting.contains(seat))
}

/// Whose time runs: nobody's before they can see the board.
pub(super) fn thinking(table: &Table, state: &dyn AnyState, holder: Option<Seat>) -> SeatSet {
    let mut acting = state.to_act();
    if let Some(seat) = actor(table, state)
        && holder.is_none()
        && !state.decides_openly(seat)
    {
        acting.remove(seat);
    }
    acting
}

impl LiveMatch {
    /// Whether this person owns the screen that several share.
    pub fn is_screen_of(&self, player: Option<PlayerId>) -> bool {
        let owner = self.table.screen && player == Some(self.table.host.player);
        owner && !self.table.seats_at_screen().is_empty()
    }

    /// The seats for which a connection speaks.
    pub(super) fn seats_of(&self, subscriber: &Subscriber) -> SeatSet {
        if self.is_screen_of(subscriber.player) {
            return self.table.seats_at_screen();
        }
        subscriber.viewer.seat().into_iter().collect()
    }

    /// For whom somebody answers: at a shared screen for all who sit there, also behind the curtain.
    pub(super) fn seats_asking(&self, queued: &QueuedCommand) -> Result<SeatSet, Refusal> {
        if self.is_screen_of(queued.player()) {
            return Ok(self.table.seats_at_screen());
        }
        Ok(SeatSet::only(self.seat_asking(queued)?))
    }

    /// Whose view the screen shows, unless a bot has taken over for them.
    fn holder(&self) -> Option<Seat> {
        let shared = self.table.seats_at_screen();
        self.holder.filter(|&seat| shared.contains(seat))
    }

    /// In whose name the screen speaks.
    pub(super) fn screen_voice(&self) -> Option<Seat> {
        let first = || self.table.seats_at_screen().first();
        self.screen_actor().or(self.holder()).or_else(first)
    }

    fn screen_actor(&self) -> Option<Seat> {
        actor(&self.table, self.matched.state())
    }

    /// After an entry: whoever held the screen looks away when another's secrets are to be shown.
    pub(super) fn hand_on(&mut self, act: &Act) {
        if !self.table.screen {
            return;
        }
        if let Act::Lift { seat } = act {
            self.holder = Some(*seat);
        } else if let Some(next) = self.screen_actor()
            && self.holder != Some(next)
            && !self.matched.state().decides_openly(next)
        {
            self.holder = None;
        }
    }

    /// Through whose eyes the screen shows the position; `None` while the curtain hangs.
    pub(super) fn screen_viewer(&self) -> Option<Viewer> {
        let state = self.matched.state();
        let seats = self.table.seats_at_screen();
        if !state.meta().hidden {
            let seat = self.screen_actor().or_else(|| seats.first());
            return seat.map(Viewer::Seat);
        }
        if let Some(holder) = self.holder() {
            return Some(Viewer::Seat(holder));
        }
        if self.is_over() {
            return seats.first().map(Viewer::Seat);
        }
        // Nobody has anything to hide yet.
        let next = self.screen_actor().or_else(|| state.to_act().first())?;
        state.decides_openly(next).then_some(Viewer::Spectator)
    }

    /// What the screen shows is for one seat alone.
    fn is_secret(&self, viewer: Viewer) -> bool {
        self.matched.state().meta().hidden && !self.is_over() && viewer.seat().is_some()
    }

    /// Whether the screen shows something that is for one seat alone.
    pub fn hides_from_glances(&self, player: Option<PlayerId>) -> bool {
        let shown = self.screen_viewer();
        self.is_screen_of(player) && shown.is_none_or(|it| self.is_secret(it))
    }

    /// The seat that a message to this viewer is about: at one screen whoever is asked now, not whose
    /// view is shown.
    pub(super) fn asked(&self, viewer: Viewer) -> Option<Seat> {
        let shared = self.table.seats_at_screen();
        if shared.is_empty() || viewer.seat().is_some_and(|it| !shared.contains(it)) {
            return viewer.seat();
        }
        // A last look before the curtain falls asks for nothing.
        let shown = self.screen_viewer() == Some(viewer);
        self.screen_actor().filter(|_| shown)
    }

    /// For whom the owner of the screen acts.
    pub(super) fn screen_seat(&self) -> Result<Seat, Refusal> {
        if self.screen_viewer().is_none() {
            return Err(Refusal::curtain());
        }
        let message = "it is not the turn of anybody at this screen";
        let seat = self.screen_actor().or(self.holder());
        seat.ok_or_else(|| Refusal::new(Code::MatchNotNext, message))
    }

    /// Somebody sits down before the screen. Nothing is written if it was theirs already.
    pub(super) fn judge_lift(
        &mut self,
        queued: &QueuedCommand,
        seat: Seat,
        now_ms: i64,
    ) -> Verdict {
        if !self.is_screen_of(queued.player()) {
            return Err(Refusal::not_seated());
        }
        if self.is_over() {
            return Err(Refusal::new(Code::MatchOver, "the match is over"));
        }
        if self.holder == Some(seat) {
            let shown = queued.requester.as_ref().map(|it| it.outbox.conn());
            let curtain = SharedMessage::new(self.curtain(None, now_ms));
            let owner = Some(self.table.host.player);
            for screen in self.subscribers.iter_mut().filter(|it| it.player == owner) {
                screen.covered = shown != Some(screen.outbox.conn());
                if screen.covered {
                    screen.outbox.share(&curtain);
                } else {
                    screen.viewer = Viewer::Seat(seat);
                }
            }
            self.show(
                queued.requester.as_ref(),
                queued.command_id.as_ref(),
                now_ms,
            );
            return Ok(JudgedLine::new());
        }
        if self.screen_actor() != Some(seat) || !self.matched.state().meta().hidden {
            let message = "the curtain is lifted by whoever has to act";
            return Err(Refusal::new(Code::MatchNotNext, message));
        }
        Ok(smallvec![self.matched.judge(Act::Lift { seat })?])
    }

    fn show(&self, requester: Option<&Requester>, id: Option<&CommandId>, now_ms: i64) {
        let Some(requester) = requester else { return };
        match self.snapshot(requester.player, None, id.cloned(), now_ms) {
            Ok(snapshot) => requester
                .outbox
                .message(ServerMessage::Match(Box::new(snapshot))),
            Err(refusal) => {
                let id = id.cloned();
                requester.outbox.refuse(id, Some(self.id()), &refusal);
            }
        }
    }

    /// A screen comes, or comes back: it is given nothing secret until somebody lifts the curtain.
    pub fn open_screen(
        &mut self,
        requester: Requester,
        since: Option<Seq>,
        id: Option<CommandId>,
        now_ms: i64,
    ) {
        let Requester { player, outbox } = requester;
        let viewer = self.screen_viewer().filter(|&it| !self.is_secret(it));
        if viewer.is_some() {
            match self.snapshot(player, since, id.clone(), now_ms) {
                Ok(snapshot) => outbox.message(ServerMessage::Match(Box::new(snapshot))),
                Err(refusal) => return outbox.refuse(id, Some(self.id()), &refusal),
            }
        } else {
            outbox.message(self.curtain(id, now_ms));
        }
        let subscriber = Subscriber {
            outbox,
            player,
            viewer: viewer.unwrap_or(Viewer::Spectator),
            covered: viewer.is_none(),
        };
        self.subscribe(subscriber, now_ms);
    }

    fn curtain(&self, id: Option<CommandId>, now_ms: i64) -> ServerMessage {
        let mut table = self.table.info(Some(self.table.host.player));
        table.to_act = Some(
            self.matched
                .state()
                .to_act()
                .iter()
                .map(|it| it.0)
                .collect(),
        );
        ServerMessage::Curtain(Box::new(CurtainView {
            table,
            seq: self.seq(),
            next: self.holder().or_else(|| self.screen_actor()).map(|it| it.0),
            clock: self.clocks.view(now_ms),
            id,
        }))
    }

    /// The screens of this match hear of new entries. Whether the one who asked was among them.
    pub(super) fn publish_screens(
        &mut self,
        events: &[Events],
        by: Option<(&Requester, Option<&CommandId>)>,
        now_ms: i64,
        effects: &mut Vec<Effect>,
    ) -> bool {
        let lifted = matches!(
            self.matched.log().last().map(|it| &it.act),
            Some(Act::Lift { .. })
        );
        let mut acknowledged = false;
        let mut subscribers = std::mem::take(&mut self.subscribers);
        for screen in &mut subscribers {
            if !self.is_screen_of(screen.player) {
                continue;
            }
            let own = by.filter(|(it, _)| is_conn(screen, it.outbox.conn()));
            let id = own.and_then(|(_, id)| id.cloned());
            acknowledged |= own.is_some();
            if lifted && own.is_none() {
                screen.covered = true;
            } else if lifted || screen.covered {
                self.uncover(screen, lifted);
            } else {
                self.tell_screen(screen, events, id, now_ms);
                effects.push(Effect::Flush(screen.outbox.clone()));
                continue;
            }
            if screen.covered {
                screen.outbox.message(self.curtain(id, now_ms));
            } else {
                let requester = Requester {
                    player: screen.player,
                    outbox: screen.outbox.clone(),
                };
                self.show(Some(&requester), id.as_ref(), now_ms);
            }
            effects.push(Effect::Flush(screen.outbox.clone()));
        }
        self.subscribers = subscribers;
        if !acknowledged
            && lifted
            && let Some((requester, id)) = by
        {
            // Whoever follows nothing, as over HTTP, asked to see the position.
            self.show(Some(requester), id, now_ms);
            acknowledged = true;
        }
        acknowledged
    }

    fn uncover(&self, screen: &mut Subscriber, lifted: bool) {
        let viewer = self.screen_viewer();
        if let Some(viewer) = viewer.filter(|&it| lifted || !self.is_secret(it)) {
            screen.covered = false;
            screen.viewer = viewer;
        }
    }

    /// News to a screen that shows the position; perhaps the last before the curtain falls.
    fn tell_screen(
        &self,
        screen: &mut Subscriber,
        events: &[Events],
        id: Option<CommandId>,
        now_ms: i64,
    ) {
        let next = self.screen_viewer();
        let viewer = next.unwrap_or(screen.viewer);
        screen.viewer = viewer;
        let log = self.news(viewer, events, &mut Shared::default());
        let update: Arc<SharedMessage> = self.update(viewer, log, id, now_ms);
        screen.outbox.post(&update);
        if next.is_none() {
            screen.covered = true;
            screen.outbox.message(self.curtain(None, now_ms));
        }
    }
}
