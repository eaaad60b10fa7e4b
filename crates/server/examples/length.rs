//! What a long match costs more than a short one: a move, coming back, and a look at an earlier
//! entry, in matches of 10, 1,000 and 20,000 entries. Without sockets and store, whose cost does
//! not depend on it. Fails when anything costs more than twice as much.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a measuring tool, not the house

use std::time::{Duration, Instant};

use parlor_engine::{Fast, Seat, Seq};
use parlor_server::Draw;
use parlor_server::matches::{
    Effect, LiveMatch, MatchCommand, MatchPolicy, Outages, Outbox, Outgoing, Requester, Subscriber,
    TableRow, Vacations,
};
use parlor_server::people::PlayerId;
use parlor_server::protocol::ServerMessage;
use parlor_server::tables::{Sitter, Table};
use parlor_store::EntryRow;
use serde_json::json;
use tokio::sync::mpsc::Receiver;

const LENGTHS: [u32; 3] = [10, 1_000, 20_000];
const TIMES: u32 = 400;
/// Asked for.
const FACTOR: f64 = 2.0;

fn main() {
    let [short, middle, long] = LENGTHS.map(|length| Scene::new(length).measure());
    let mut fails = false;
    println!("medians in µs, in a match of Obliteration of 10, 1,000 and 20,000 entries");
    for ((&(name, short), &(_, middle)), &(_, long)) in short.iter().zip(&middle).zip(&long) {
        let factor = middle.max(long) / short;
        println!(
            "  {name:<28}{short:>9.1}{middle:>9.1}{long:>9.1}   {factor:.2} times (at most {FACTOR} asked)"
        );
        fails |= factor > FACTOR;
    }
    std::process::exit(i32::from(fails));
}

/// A generator that says the same every time.
struct Same;

impl Draw for Same {
    fn fill(&self, bytes: &mut [u8]) {
        bytes.fill(7);
    }
}

struct Scene {
    live: LiveMatch,
    people: Vec<PlayerId>,
    outboxes: Vec<(Outbox, Receiver<Outgoing>)>,
    chance: Fast,
    now_ms: i64,
}

impl Scene {
    fn new(length: u32) -> Scene {
        let people = vec![PlayerId(1), PlayerId(2)];
        let sitter = |player: PlayerId| Sitter {
            player,
            name: format!("Player {}", player.0),
        };
        let new = json!({ "game": "obliteration", "seats": 2 });
        let new = serde_json::from_value(new).unwrap();
        let (mut table, seed) = Table::new(&new, sitter(people[0]), 0, &Same).unwrap();
        for &player in &people {
            let nonce = parlor_engine::Nonce([player.0 as u8; 32]);
            table.join(sitter(player), None, None, nonce).unwrap();
        }
        let mut chance = Fast::new(1);
        let mut played = table.opening(seed).unwrap();
        let mut rows = Vec::new();
        for seq in 1..=length {
            let state = played.state();
            let seat = state.to_act().iter().next().expect("a long match");
            let action = state.sample(seat, &mut chance).unwrap();
            let judged = played.judge_line(seat, &action).unwrap();
            for judged in judged {
                let act = serde_json::to_string(&judged.entry.act).unwrap();
                rows.push(EntryRow {
                    seq: Seq(seq),
                    at_ms: i64::from(seq),
                    act,
                    by_player: None,
                    cmd: None,
                });
                played.commit(judged);
            }
        }
        let row = TableRow { table, version: 1 };
        let policy = MatchPolicy {
            most_entries: Seq(50_000),
            abandoned_ms: 21 * 86_400_000,
            delay_ms: 0,
            grace_ms: 60_000,
            fallback_ms: 0,
        };
        let (chat, outages) = (Vec::new(), Outages::default());
        let now_ms = i64::from(length);
        let mut live = LiveMatch::load(
            row,
            seed,
            rows,
            chat,
            (outages, Vacations::default()),
            policy,
            now_ms,
        )
        .unwrap();
        let mut outboxes = Vec::new();
        for &player in &people {
            let (outbox, queue) = Outbox::open();
            let subscriber = Subscriber {
                outbox: outbox.clone(),
                player: Some(player),
                viewer: live.viewer_for(Some(player)).unwrap(),
                covered: false,
            };
            live.subscribe(subscriber, now_ms);
            outboxes.push((outbox, queue));
        }
        Scene {
            live,
            people,
            outboxes,
            chance,
            now_ms,
        }
    }

    fn measure(&mut self) -> [(&'static str, f64); 4] {
        let length = self.live.seq().0;
        let (me, now_ms) = (Some(self.people[0]), self.now_ms);
        let places: Vec<Seq> = (0..TIMES)
            .map(|time| Seq((u64::from(time) * 7919 % u64::from(length + 1)) as u32))
            .collect();
        let (live, lately) = (&self.live, |missed| Some(Seq(length - missed)));
        let back = median(places.iter().map(|_| {
            timed(|| {
                let snapshot = live.snapshot(me, lately(3), None, now_ms).unwrap();
                ServerMessage::Match(Box::new(snapshot)).write_json(&mut Vec::new());
            })
        }));
        let look = median(
            places
                .iter()
                .map(|&place| timed(|| drop(live.view_at(me, place, now_ms).unwrap()))),
        );
        let missed = median(
            places
                .iter()
                .map(|_| timed(|| drop(live.snapshot(me, lately(10), None, now_ms).unwrap()))),
        );
        let play = median((0..TIMES).map(|_| self.play()));
        [
            ("a move", play),
            ("coming back", back),
            ("coming back, 10 missed", missed),
            ("a view at an entry", look),
        ]
    }

    /// From the command to everybody's frames.
    fn play(&mut self) -> Duration {
        let state = self.live.matched().state();
        let seat = state.to_act().iter().next().expect("a long match");
        let action = state.sample(seat, &mut self.chance).unwrap();
        let seq = self.live.seq();
        let (player, outbox) = self.person(seat);
        let mut effects = Vec::new();
        let time = timed(|| {
            let requester = Some(Requester { player, outbox });
            let command = MatchCommand::Play { seq, action };
            let live = &mut self.live;
            live.submit(requester, None, command, self.now_ms, &mut effects);
            live.appended(true, self.now_ms, &mut effects);
        });
        assert!(effects.iter().any(|it| matches!(it, Effect::Append { .. })));
        for (_, queue) in &mut self.outboxes {
            while queue.try_recv().is_ok() {}
        }
        time
    }

    fn person(&self, seat: Seat) -> (Option<PlayerId>, Outbox) {
        let of_seat = |player: &&PlayerId| {
            self.live
                .viewer_for(Some(**player))
                .is_ok_and(|it| it.seat() == Some(seat))
        };
        let player = self.people.iter().find(of_seat).copied();
        (player, self.outboxes[0].0.clone())
    }
}

fn timed(work: impl FnOnce()) -> Duration {
    let begun = Instant::now();
    work();
    begun.elapsed()
}

fn median(times: impl Iterator<Item = Duration>) -> f64 {
    let mut times: Vec<Duration> = times.collect();
    times.sort_unstable();
    times[times.len() / 2].as_nanos() as f64 / 1000.0
}
