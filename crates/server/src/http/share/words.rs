//! What links and their pictures say, in both languages of the page.

use axum::http::{HeaderMap, header};
use parlor_cards::Card;
use parlor_engine::{AnyGame, Meta, OutcomeKind};
use parlor_hub::protocol::{SeatInfo, Status, TableInfo};

use super::Unfolded;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    English,
    Chinese,
}

impl Language {
    /// What the reader asks for first; programs that fetch links mostly ask for nothing.
    pub(super) fn of(headers: &HeaderMap) -> Language {
        let spoken = headers.get(header::ACCEPT_LANGUAGE);
        let spoken = spoken.and_then(|it| it.to_str().ok()).unwrap_or_default();
        if spoken.trim_start().starts_with("zh") {
            Language::Chinese
        } else {
            Language::English
        }
    }

    pub(super) fn locale(self) -> &'static str {
        self.say("en_GB", "zh_CN")
    }

    fn say<T>(self, english: T, chinese: T) -> T {
        match self {
            Language::English => english,
            Language::Chinese => chinese,
        }
    }

    /// A game's name and the line that lures.
    fn game(self, meta: &'static Meta) -> (&'static str, &'static str) {
        let english = (meta.name, meta.about);
        match self {
            Language::English => english,
            Language::Chinese => parlor_cards::chinese(meta.id).unwrap_or(english),
        }
    }
}

impl Unfolded {
    pub(super) fn house(language: Language) -> Unfolded {
        let text = language.say(
            "A house of turn-based games: open a link and play.",
            "回合制游戏之家:打开链接就能玩。",
        );
        Unfolded {
            title: "Parlor".to_owned(),
            text: text.to_owned(),
            picture: "/cards/house.png".to_owned(),
        }
    }

    pub(super) fn game(language: Language, meta: &'static Meta) -> Unfolded {
        let (name, about) = language.game(meta);
        Unfolded {
            title: format!("{name} · Parlor"),
            text: about.to_owned(),
            picture: format!("/cards/game/{}.png", meta.id),
        }
    }

    pub(super) fn table(language: Language, table: &TableInfo, invite: Option<&str>) -> Unfolded {
        let game = parlor_catalog::game(&table.game).map(|game| language.game(game.meta()));
        let game = game.map_or(table.game.as_str(), |(name, _)| name);
        let people = people(language, table);
        let (host, free) = (&table.host, free(table));
        let (title, text) = match table.status {
            Status::Open | Status::Ready => (
                language.say(
                    format!("{host} invites you to {game}"),
                    format!("{host} 邀请你来玩{game}"),
                ),
                match (language, free) {
                    (Language::English, 1) => {
                        "One seat is free. Open the link, choose a name, play.".to_owned()
                    }
                    (Language::English, n) => {
                        format!("{n} seats are free. Open the link, choose a name, play.")
                    }
                    (Language::Chinese, n) => {
                        format!("还有 {n} 个座位。打开链接,取个名字,就能开始。")
                    }
                },
            ),
            Status::Running => (
                format!("{people} · {game}"),
                language
                    .say("A match is being played.", "对局进行中。")
                    .to_owned(),
            ),
            Status::Over => (
                format!("{} · {game}", result(language, table)),
                language.say(
                    format!("{people}. Step through it, or review it with the computer."),
                    format!("{people}。可以逐步回放,也可以让电脑复盘。"),
                ),
            ),
        };
        let secret = invite.filter(|_| table.private);
        let secret = secret.map_or_else(String::new, |it| format!("?invite={it}"));
        Unfolded {
            title,
            text,
            picture: format!("/cards/t/{}.png{secret}", table.id),
        }
    }
}

fn free(table: &TableInfo) -> usize {
    let empty = |seat: &&SeatInfo| seat.name.is_none() && seat.bot.is_none();
    table.seats.iter().filter(empty).count()
}

fn name(language: Language, seat: &SeatInfo) -> String {
    match (&seat.name, &seat.bot) {
        (Some(name), _) => name.clone(),
        (None, Some(_)) => language.say("the computer", "电脑").to_owned(),
        (None, None) => "…".to_owned(),
    }
}

fn people(language: Language, table: &TableInfo) -> String {
    let names = table.seats.iter().map(|seat| name(language, seat));
    let joint = if table.seats.len() == 2 {
        " – "
    } else {
        ", "
    };
    names.collect::<Vec<_>>().join(joint)
}

fn result(language: Language, table: &TableInfo) -> String {
    let outcome = table.outcome.as_ref();
    let winner = outcome.and_then(|it| table.seats.get(it.winner?.index()));
    match (winner, outcome.map(|it| it.kind)) {
        (Some(seat), _) => {
            let name = name(language, seat);
            language.say(format!("{name} won"), format!("{name} 获胜"))
        }
        (None, Some(OutcomeKind::Draw)) => language.say("A draw", "和局").to_owned(),
        (None, _) => language.say("Nobody won", "无人获胜").to_owned(),
    }
}

/// The picture's words: English, for its fonts know no Chinese.
pub(super) fn card(table: &TableInfo, view: Option<String>) -> Card {
    let meta = parlor_catalog::game(&table.game).map(AnyGame::meta);
    let language = Language::English;
    let people = people(language, table);
    let lines = match table.status {
        Status::Open | Status::Ready => {
            let free = match free(table) {
                1 => "One seat is free".to_owned(),
                n => format!("{n} seats are free"),
            };
            vec![format!("{} invites you", table.host), free]
        }
        Status::Running => vec![people, "A match is being played".to_owned()],
        Status::Over => vec![result(language, table), people],
    };
    Card {
        game: Some(table.game.clone()),
        view,
        title: meta.map_or_else(|| table.game.clone(), |meta| meta.name.to_owned()),
        lines,
    }
}

pub(super) fn game_card(meta: &'static Meta) -> Card {
    Card {
        game: Some(meta.id.to_owned()),
        title: meta.name.to_owned(),
        lines: vec!["Open the link and play".to_owned()],
        view: None,
    }
}

pub(super) fn house_card() -> Card {
    Card {
        title: "Come in and play".to_owned(),
        lines: vec![
            "Five games, friends and bots".to_owned(),
            "No account needed".to_owned(),
        ],
        ..Card::default()
    }
}
