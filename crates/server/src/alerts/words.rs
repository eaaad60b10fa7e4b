//! What is said, in the reader's language.

use parlor_alerts::Message;
use parlor_hub::matches::Waited;
use parlor_store::Channel;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    English,
    Chinese,
}

impl Language {
    pub(super) fn of(text: &str) -> Language {
        if text.starts_with("zh") {
            Language::Chinese
        } else {
            Language::English
        }
    }

    pub(super) fn as_str(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Chinese => "zh",
        }
    }

    /// What people call a game.
    fn game(self, id: &str) -> &str {
        let chinese = parlor_cards::chinese(id).filter(|_| self == Language::Chinese);
        let english = || parlor_catalog::game(id).map(|game| game.meta().name);
        let name = chinese.map(|(name, _)| name).or_else(english);
        name.unwrap_or(id)
    }

    fn pick<'a>(self, english: &'a str, chinese: &'a str) -> &'a str {
        match self {
            Language::English => english,
            Language::Chinese => chinese,
        }
    }
}

/// Why somebody is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Turn,
    Reminder,
}

impl Kind {
    pub(super) const TURN: &'static str = "turn";
    pub(super) const REMINDER: &'static str = "reminder";

    pub(super) fn of(text: &str) -> Kind {
        if text == Kind::REMINDER {
            Kind::Reminder
        } else {
            Kind::Turn
        }
    }

    fn as_str(self) -> &'static str {
        match self {
            Kind::Turn => Kind::TURN,
            Kind::Reminder => Kind::REMINDER,
        }
    }
}

/// A message that is not fetched for so long has been overtaken.
const LIFETIME_S: i64 = 3 * 86_400;

fn base(channel: &Channel, link: String, id: &str) -> (Language, Message) {
    let language = Language::of(&channel.language);
    let message = Message {
        link,
        stop: format!("{}/alerts/stop/{}", channel.site, channel.stop),
        stop_text: language
            .pick("No more of these messages", "不再接收这类消息")
            .into(),
        id: id.to_owned(),
        lifetime_s: LIFETIME_S as u32,
        ..Message::default()
    };
    (language, message)
}

/// It is somebody's turn, or their time runs out.
pub(super) fn turn(
    channel: &Channel,
    (kind, match_id, game): (Kind, &str, &str),
    waited: &Waited,
    now_ms: i64,
) -> Message {
    let link = format!("{}/t/{match_id}", channel.site);
    let id = format!(
        "{match_id}.{}.{}.{}",
        waited.since_seq,
        kind.as_str(),
        channel.id
    );
    let (language, message) = base(channel, link, &id);
    let game = language.game(game);
    let others = waited.opponents.join(", ");
    let left_ms = waited.ends_ms.map(|ends| (ends - now_ms).max(0));
    let left = left_ms.map(|ms| left(language, ms));
    let (title, text) = match (language, kind) {
        (Language::English, Kind::Turn) => (
            format!("Your turn: {game}"),
            match &left {
                Some(left) => format!("{game} with {others} waits for you. {left} left."),
                None => format!("{game} with {others} waits for you."),
            },
        ),
        (Language::English, Kind::Reminder) => (
            format!("{} left: {game}", left.as_deref().unwrap_or("Little time")),
            format!("{game} with {others}: your time runs out."),
        ),
        (Language::Chinese, Kind::Turn) => (
            format!("轮到你了:{game}"),
            match &left {
                Some(left) => format!("{game}(对手 {others})在等你,还剩{left}。"),
                None => format!("{game}(对手 {others})在等你。"),
            },
        ),
        (Language::Chinese, Kind::Reminder) => (
            format!("还剩{}:{game}", left.as_deref().unwrap_or("一点时间")),
            format!("{game}(对手 {others}):你的时间快到了。"),
        ),
    };
    let lifetime_s = left_ms.map_or(LIFETIME_S, |ms| (ms / 1000).clamp(60, LIFETIME_S));
    Message {
        title,
        text,
        link_text: language.pick("Move", "去走棋").into(),
        tag: match_id.to_owned(),
        lifetime_s: lifetime_s as u32,
        urgent: kind == Kind::Reminder,
        ..message
    }
}

/// Days and hours, hours, or minutes.
fn left(language: Language, ms: i64) -> String {
    let minutes = ms / 60_000;
    let (days, hours) = (minutes / 1440, minutes / 60 % 24);
    match language {
        Language::English if days > 1 => format!("{days} days, {hours} h"),
        Language::English if days > 0 => format!("1 day, {hours} h"),
        Language::English if hours > 0 => format!("{hours} h"),
        Language::English => format!("{minutes} min"),
        Language::Chinese if days > 0 => format!("{days} 天 {hours} 小时"),
        Language::Chinese if hours > 0 => format!("{hours} 小时"),
        Language::Chinese => format!("{minutes} 分钟"),
    }
}

/// Somebody wants to be written to at this address.
pub(super) fn confirmation(channel: &Channel, link: String, id: &str) -> Message {
    let (language, message) = base(channel, link, id);
    let english = "Somebody wants to be told at this address when it is their turn in a game. If \
                   that was you, follow the link; otherwise do nothing, and nothing more comes.";
    let chinese = "有人希望在轮到自己走棋时用这个邮箱接收通知。如果是你,请点击链接;\
                   如果不是,无需理会,不会再有邮件。";
    Message {
        title: language
            .pick("Parlor: is this your address?", "Parlor:这是你的邮箱吗?")
            .into(),
        text: language.pick(english, chinese).into(),
        link_text: language.pick("Yes, this is mine", "是我的").into(),
        ..message
    }
}

/// Somebody tries it.
pub(super) fn trial(channel: &Channel, id: &str) -> Message {
    let (language, message) = base(channel, format!("{}/games", channel.site), id);
    Message {
        title: language.pick("It works", "成功了").into(),
        text: language
            .pick(
                "You will be told here when it is your turn.",
                "轮到你时会在这里通知你。",
            )
            .into(),
        link_text: language.pick("My games", "我的对局").into(),
        tag: "trial".into(),
        ..message
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_called_by_their_names() {
        let both = |id| [Language::English, Language::Chinese].map(|it| it.game(id).to_owned());
        assert_eq!(both("mars"), ["Operation Mars", "火星行动"]);
        assert_eq!(both("another"), ["another", "another"]);
        for &game in parlor_catalog::GAMES {
            let [english, chinese] = both(game.meta().id);
            assert_ne!(english, chinese, "{english} has a Chinese name");
        }
    }

    #[test]
    fn how_much_is_left() {
        const HOUR: i64 = 3_600_000;
        let both = |ms| [Language::English, Language::Chinese].map(|it| left(it, ms));
        assert_eq!(both(68 * HOUR), ["2 days, 20 h", "2 天 20 小时"]);
        assert_eq!(both(30 * HOUR), ["1 day, 6 h", "1 天 6 小时"]);
        assert_eq!(both(5 * HOUR + 1), ["5 h", "5 小时"]);
        assert_eq!(both(HOUR - 1), ["59 min", "59 分钟"]);
    }
}
