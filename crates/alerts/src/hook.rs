//! Webhooks: the same message in the words of a few well-known receivers.

use http::{HeaderMap, HeaderValue, header};
use serde_json::{Value, json};

use crate::{Client, Message, SendError, Target};

/// Whose JSON it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Our own, for programs of one's own.
    Plain,
    Ntfy,
    Discord,
    /// Matrix (hookshot) and others that take `text`, such as Slack and Mattermost.
    Matrix,
}

impl Style {
    pub const ALL: [Style; 4] = [Style::Plain, Style::Ntfy, Style::Discord, Style::Matrix];

    pub fn as_str(self) -> &'static str {
        match self {
            Style::Plain => "json",
            Style::Ntfy => "ntfy",
            Style::Discord => "discord",
            Style::Matrix => "matrix",
        }
    }

    pub fn parse(text: &str) -> Option<Style> {
        Style::ALL.into_iter().find(|it| it.as_str() == text)
    }
}

#[derive(Clone, Debug)]
pub struct Hook {
    pub target: Target,
    pub style: Style,
}

impl Hook {
    pub async fn send(&self, client: &Client, message: &Message) -> Result<(), SendError> {
        let (target, body) = self.request(client, message)?;
        let mut headers = HeaderMap::new();
        let json = HeaderValue::from_static("application/json");
        headers.insert(header::CONTENT_TYPE, json);
        let body = body.to_string().into_bytes();
        client.post(&target, headers, body).await
    }

    fn request(&self, client: &Client, message: &Message) -> Result<(Target, Value), SendError> {
        let Message {
            title,
            text,
            link,
            link_text,
            stop,
            stop_text,
            tag,
            id,
            ..
        } = message;
        let mut target = self.target.clone();
        let body = match self.style {
            Style::Plain => json!({
                "id": id, "title": title, "text": text, "url": link, "match": tag, "stop": stop,
            }),
            // The topic is the end of the path; JSON goes to the server itself.
            Style::Ntfy => {
                let uri = self.target.uri();
                let (path, topic) = uri.path().rsplit_once('/').unwrap_or_default();
                let server = format!("{}{path}/", self.target.origin());
                let never = |_| SendError::Never("no address of an ntfy topic".into());
                target = client.target(&server).map_err(never)?;
                let ends =
                    json!({ "action": "http", "label": stop_text, "url": stop, "clear": true });
                json!({
                    "topic": topic, "title": title, "message": text, "click": link,
                    "actions": [{ "action": "view", "label": link_text, "url": link }, ends],
                })
            }
            Style::Discord => json!({
                "content": format!("**{}**\n{}\n<{link}>\n-# {stop_text}: <{stop}>", plain(title), plain(text)),
                // Nobody is called by a name that somebody chose.
                "allowed_mentions": { "parse": [] },
            }),
            Style::Matrix => json!({
                "text": format!("{title}\n{text}\n{link}\n{stop_text}: {stop}"),
                "username": "Parlor",
            }),
        };
        Ok((target, body))
    }
}

/// Names are no formatting.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        if "*_~`|<>[]()\\#@".contains(letter) {
            plain.push('\\');
        }
        plain.push(letter);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_gets_their_own_form() {
        let client = Client::new(false);
        let message = Message {
            title: "Your turn".into(),
            text: "Marelles with *Bo* @everyone".into(),
            link: "https://games.example/t/abc".into(),
            link_text: "Move".into(),
            stop: "https://games.example/stop/key".into(),
            stop_text: "Stop".into(),
            tag: "abc".into(),
            ..Message::default()
        };
        let made = |style: &str, url: &str| {
            let target = client.target(url).unwrap();
            let style = Style::parse(style).unwrap();
            let (target, body) = Hook { target, style }.request(&client, &message).unwrap();
            (target.uri().to_string(), body)
        };
        let (url, ntfy) = made("ntfy", "https://ntfy.example/base/my-topic");
        assert_eq!(url, "https://ntfy.example/base/");
        assert_eq!(
            (&ntfy["topic"], &ntfy["click"]),
            (&json!("my-topic"), &json!(message.link))
        );
        assert_eq!(ntfy["actions"][1]["url"], json!(message.stop));
        let (url, discord) = made("discord", "https://discord.example/api/webhooks/1/x");
        assert_eq!(url, "https://discord.example/api/webhooks/1/x");
        let content = discord["content"].as_str().unwrap();
        assert!(content.contains(r"\*Bo\* \@everyone"), "{content}");
        assert_eq!(discord["allowed_mentions"]["parse"], json!([]));
        let (_, matrix) = made("matrix", "https://hooks.example/x");
        assert!(matrix["text"].as_str().unwrap().contains(&message.stop));
        let (_, plain) = made("json", "https://hooks.example/x");
        assert_eq!(
            (&plain["match"], &plain["url"]),
            (&json!("abc"), &json!(message.link))
        );
        assert_eq!(Style::parse("carrier pigeon"), None);
    }
}
