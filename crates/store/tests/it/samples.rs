//! Records to store.

use std::sync::Arc;

use parlor_engine::Seq;
use parlor_store::{
    ChatLine, MatchRowUpdate, MatchStatus, NewEntry, NewMatch, Pass, Player, Seated, Secret,
    Session, Store,
};

/// Chinese, an emoji of several code points, four-byte characters, quotes and a backslash.
pub const WORDS: &str = "中文 你好 👩‍🚀🎲 𝄞 𠮷 ñ \"'\\%_?$1 \u{10FFFF}";

pub const MAX_ID: i64 = (1 << 53) - 1;

pub fn player(id: i64, name: &str) -> Player {
    Player {
        id,
        name: name.to_owned(),
        name_key: name.to_lowercase(),
        password: None,
        created_ms: 1_000 + id,
        is_bot: false,
    }
}

/// Players with the ids 1 to `count`.
pub async fn people(store: &Store, count: i64) {
    for id in 1..=count {
        let player = player(id, &format!("player {id}"));
        store.insert_player(&player).await.unwrap();
    }
}

pub fn session(hash: u8, player: i64, created_ms: i64, expires_ms: i64) -> Session {
    Session {
        token_hash: [hash; 32],
        player,
        kind: "cookie".to_owned(),
        label: WORDS.to_owned(),
        created_ms,
        expires_ms,
        seen_ms: created_ms,
    }
}

pub fn pass(hash: u8, player: i64, kind: &str, expires_ms: i64) -> Pass {
    Pass {
        hash: [hash; 32],
        player,
        kind: kind.to_owned(),
        note: WORDS.to_owned(),
        created_ms: 5,
        expires_ms,
    }
}

pub fn seats(players: &[i64]) -> Vec<Seated> {
    let seated = |(seat, &player)| Seated { seat, player };
    (0..).zip(players).map(seated).collect()
}

pub fn new_match(id: &str, status: MatchStatus, created_ms: i64, players: &[i64]) -> NewMatch {
    NewMatch {
        id: id.to_owned(),
        status,
        game: "marelles".to_owned(),
        host: players.first().copied().unwrap_or(7),
        body: format!("{{\"name\":\"{id}\"}}"),
        secret: None,
        created_ms,
        seats: seats(players),
        quick: false,
    }
}

pub fn update(status: MatchStatus) -> MatchRowUpdate {
    MatchRowUpdate {
        status,
        body: "{\"new\":true}".to_owned(),
        secret: None,
        updated_ms: 5_000,
        ended_ms: None,
        seats: None,
    }
}

pub fn seed() -> Secret {
    Secret((0..=255).step_by(8).collect())
}

pub fn entry(match_id: &str, seq: u32) -> NewEntry {
    NewEntry {
        match_id: Arc::from(match_id),
        seq: Seq(seq),
        at_ms: i64::from(seq) * 10,
        act: format!("{{\"kind\":\"action\",\"seat\":0,\"action\":\"{match_id} {seq}\"}}"),
        by_player: Some(1),
        cmd: Some(format!("cmd-{seq}").into()),
    }
}

/// The same number, written by somebody else.
pub fn rival(match_id: &str, seq: u32) -> NewEntry {
    NewEntry {
        act: "rival".to_owned(),
        ..entry(match_id, seq)
    }
}

pub fn line(seq: u32, text: &str) -> ChatLine {
    ChatLine {
        seq,
        at_ms: 77,
        player: 1,
        name: WORDS.to_owned(),
        seat: Some(3),
        text: text.to_owned(),
        cmd: Some(format!("say {seq}")),
    }
}

pub async fn acts(store: &Store, match_id: &str) -> Vec<(u32, String)> {
    let entries = store.entries(match_id, Seq::START).await.unwrap();
    entries
        .into_iter()
        .map(|entry| (entry.seq.0, entry.act))
        .collect()
}

pub async fn seqs(store: &Store, match_id: &str) -> Vec<u32> {
    acts(store, match_id)
        .await
        .into_iter()
        .map(|(seq, _)| seq)
        .collect()
}
