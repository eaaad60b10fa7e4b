//! What must be so when everything has come to rest.

use std::collections::BTreeMap;

use parlor_engine::Seq;
use parlor_server::MatchId;
use parlor_server::protocol::{Clock, Status};
use parlor_server::tables::Table;
use parlor_store::MatchStatus;

use crate::client::Client;
use crate::node::POLICY;
use crate::referee::Fold;
use crate::world::{MOST_SKEW_MS, World};

type Checked = Result<(), String>;

/// What was written so lately need not have come to everybody: some matches go on by themselves,
/// because time runs out in them again and again.
const LATELY_MS: i64 = 5000;
/// How much later than it might a clock may be found to have run out.
const PATIENCE_MS: i64 = 20_000;

impl World {
    pub(crate) fn verdict(&mut self) -> Checked {
        self.every_client_has_come_to_the_end()?;
        self.every_node_folds_alike()?;
        self.every_result_is_written_once()?;
        self.every_clock_has_run()?;
        self.every_command_is_logged_once()?;
        self.everybody_is_paired_once()?;
        self.every_turn_was_told()?;
        self.seen.entries = self
            .db
            .referee
            .folds()
            .map(|(_, fold)| fold.seq().length())
            .sum();
        self.seen.matches = self.db.referee.folds().count();
        self.seen.told = self.db.post.sent();
        self.seen.pairs = self.clients.iter().map(|client| client.met.len()).sum();
        Ok(())
    }

    /// The last entry that everybody should have heard of, if they hear of entries after `delay_ms`.
    fn settled(&self, fold: &Fold, delay_ms: i64) -> Seq {
        let early = self.now - delay_ms - LATELY_MS - 2 * MOST_SKEW_MS;
        let old = |&seq: &Seq| fold.at_ms(seq) <= early;
        let entries = (1..=fold.seq().0).rev().map(Seq);
        entries.into_iter().find(old).unwrap_or_default()
    }

    fn every_client_has_come_to_the_end(&self) -> Checked {
        for (place, client) in self.clients.iter().enumerate() {
            if self.is_asleep(place) {
                continue;
            }
            if let Some((id, pending)) = client.pending.iter().next() {
                let what = &pending.request.command;
                return Err(format!(
                    "client {place}: {id:?} was never answered: {what:?}"
                ));
            }
            for (id, follow) in &client.follows {
                let (Some(cursor), Some(fold)) = (follow.cursor, self.db.referee.fold(id)) else {
                    continue;
                };
                let late = follow.delayed && !fold.is_over();
                let end = self.settled(fold, if late { POLICY.delay_ms } else { 0 });
                if cursor < end {
                    return Err(format!(
                        "client {place}: {id} is at {end}, they at {cursor}"
                    ));
                }
                if follow.delayed && !fold.is_over() {
                    // What is said goes with the position they may not know yet.
                    continue;
                }
                let chat = self.db.chat(id);
                if let Some(line) = chat
                    .iter()
                    .rev()
                    .take(50)
                    .find(|it| !follow.chat.contains_key(&it.seq))
                {
                    return Err(format!(
                        "client {place}: {id}: line {} was not heard",
                        line.seq
                    ));
                }
            }
        }
        Ok(())
    }

    fn every_node_folds_alike(&self) -> Checked {
        for (place, node) in self.nodes.iter().enumerate() {
            let Some(node) = node else { continue };
            for (id, fold) in self.db.referee.folds() {
                if let Some(live) = node.shard.live(MatchId::from_outside(id))
                    && (live.seq() < self.settled(fold, 0)
                        || live.seq() == fold.seq() && !fold.equals(live.matched()))
                {
                    let (here, log) = (live.seq(), fold.seq());
                    return Err(format!("node {place}: {id} is at {here}, its log at {log}"));
                }
            }
        }
        Ok(())
    }

    fn every_result_is_written_once(&self) -> Checked {
        for (id, fold) in self.db.referee.folds() {
            if self.settled(fold, 0) < fold.seq() {
                continue;
            }
            let written = self.db.finished.get(id).copied().unwrap_or(0);
            let over = fold.table.status == Status::Over;
            if written != u32::from(fold.is_over()) || over != fold.is_over() {
                let over = fold.is_over();
                return Err(format!("{id}: over: {over}, results written: {written}"));
            }
        }
        Ok(())
    }

    fn every_clock_has_run(&self) -> Checked {
        for (id, fold) in self.db.referee.folds() {
            let Clock::PerMove { seconds } = fold.table.clock else {
                continue;
            };
            let since = self.now - fold.at_ms(fold.seq()).max(0);
            if fold.seq() > Seq::START
                && !fold.is_over()
                && since > i64::from(seconds) * 1000 + PATIENCE_MS
            {
                return Err(format!(
                    "{id}: nobody has moved for {since} ms at {seconds} s a move"
                ));
            }
        }
        Ok(())
    }

    fn every_command_is_logged_once(&self) -> Checked {
        for (id, _) in self.db.referee.folds() {
            let mut seen: BTreeMap<(i64, &str), Seq> = BTreeMap::new();
            for entry in self.db.log(id) {
                let (Some(player), Some(cmd)) = (entry.by_player, entry.cmd.as_deref()) else {
                    continue;
                };
                let before = seen.insert((player, cmd), entry.seq);
                if before.is_some_and(|seq| seq.next() != entry.seq) {
                    return Err(format!(
                        "{id}: {cmd} is in the log twice, again at {}",
                        entry.seq
                    ));
                }
            }
        }
        Ok(())
    }

    /// Everybody but the one who has gone for good, whose last commands may have been heard or not.
    fn awake(&self) -> impl Iterator<Item = &Client> {
        let awake = |(place, _): &(usize, &Client)| !self.is_asleep(*place);
        let clients = self.clients.iter().enumerate();
        clients.filter(awake).map(|(_, client)| client)
    }

    fn everybody_is_paired_once(&self) -> Checked {
        let mut waiting: BTreeMap<String, Vec<MatchId>> = BTreeMap::new();
        for (found, ..) in self.db.all().filter(|(.., quick)| *quick) {
            let Ok(table) = serde_json::from_str::<Table>(&found.row.body) else {
                return Err(format!("the row of {} is unreadable", found.row.id));
            };
            let id = &table.id;
            match found.row.status {
                MatchStatus::Open => {
                    waiting.entry(table.game.clone()).or_default().push(*id);
                }
                MatchStatus::Running | MatchStatus::Over => {
                    for client in self.awake() {
                        let sits = table.seat_of(client.player.id).is_some();
                        if sits && !client.met.contains(id) {
                            let name = &client.player.name;
                            return Err(format!("{name} plays {id} without having asked for it"));
                        }
                    }
                }
                _ => {}
            }
        }
        if let Some((game, tables)) = waiting.iter().find(|(_, tables)| tables.len() > 1) {
            return Err(format!("{tables:?} all wait for a partner at {game}"));
        }
        for client in self.awake() {
            let mut met = client.met.clone();
            met.sort();
            met.dedup();
            if met.len() != client.met.len() {
                return Err(format!(
                    "{} met somebody twice at one table",
                    client.player.name
                ));
            }
            let Some(wish) = &client.wish else { continue };
            let waits = self.db.all().any(|(found, seats, quick)| {
                let sits = seats.iter().any(|it| it.player == client.player.id.0);
                let row = &found.row;
                quick && sits && row.status == MatchStatus::Open && row.game == wish.game
            });
            if !waits {
                return Err(format!("{} waits at no table", client.player.name));
            }
        }
        Ok(())
    }
}
