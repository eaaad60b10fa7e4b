//! Mail, through the server that the house's operator has named.

use std::time::Duration;

use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport as _, Message as Letter, Tokio1Executor};

use crate::{BadTarget, Message, SendError};

/// For everything together, and for each command of it.
const PATIENCE: Duration = Duration::from_secs(30);
const COMMAND: Duration = Duration::from_secs(10);
/// RFC 5321 allows no more.
const LONGEST: usize = 254;
/// A mail server's words for an address that does not exist.
const NOBODY: [&str; 4] = ["550", "551", "553", "556"];

/// An address that can be written to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MailAddress(Address);

impl MailAddress {
    /// Nothing but an address: no name, no second one, no line of a header.
    pub fn parse(text: &str) -> Result<MailAddress, BadTarget> {
        let text = text.trim();
        let odd = |letter: char| {
            letter.is_control() || letter.is_whitespace() || ",;<>\"".contains(letter)
        };
        if text.len() > LONGEST || text.contains(odd) {
            return Err(BadTarget::Mail);
        }
        let address: Address = text.parse().map_err(|_| BadTarget::Mail)?;
        // To a host inside, or to nowhere in particular.
        if !address.domain().contains('.') || address.domain().starts_with('[') {
            return Err(BadTarget::Mail);
        }
        Ok(MailAddress(address))
    }

    pub fn as_str(&self) -> &str {
        self.0.as_ref()
    }
}

#[derive(Clone, Debug)]
pub struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

impl Mailer {
    /// `url` is `smtps://user:password@host`, `smtp://host:587?tls=required` or `smtp://host:25`;
    /// `from` an address with or without a name.
    pub fn new(url: &str, from: &str) -> Result<Mailer, String> {
        // What is wrong with it may not repeat the password.
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
            .map_err(|_| "smtp is no address such as smtps://user:password@mail.example.org")?
            .timeout(Some(COMMAND))
            .build();
        let from = from.parse().map_err(|_| {
            "mail_from is no mail address such as Parlor <games@example.org>".to_owned()
        })?;
        Ok(Mailer { transport, from })
    }

    /// The address under which the house can be reached.
    pub fn contact(&self) -> String {
        format!("mailto:{}", self.from.email)
    }

    pub async fn send(&self, to: &MailAddress, message: &Message) -> Result<(), SendError> {
        let letter = self.letter(to, message);
        let letter = letter.map_err(|error| SendError::Never(error.to_string()))?;
        match tokio::time::timeout(PATIENCE, self.transport.send(letter)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) if error.is_timeout() => Err(SendError::Unknown(error.to_string())),
            Ok(Err(error)) => {
                let status = error.status().map(|it| it.to_string()).unwrap_or_default();
                // Nobody has that address. Other refusals may be about us, and pass.
                if NOBODY.contains(&status.as_str()) {
                    return Err(SendError::Gone(status));
                }
                Err(SendError::later(&error))
            }
            Err(_) => Err(SendError::Unknown("in time".into())),
        }
    }

    fn letter(&self, to: &MailAddress, message: &Message) -> Result<Letter, lettre::error::Error> {
        let Message {
            title,
            text,
            link,
            link_text,
            stop,
            stop_text,
            id,
            ..
        } = message;
        let plain = format!("{text}\n\n{link_text}: {link}\n\n-- \n{stop_text}: {stop}\n");
        let html = format!(
            "<!doctype html><meta charset=utf-8><p>{}</p><p><a href=\"{}\">{}</a></p>\
             <p style=\"color:#555;font-size:small\"><a href=\"{}\">{}</a></p>",
            escape(text),
            escape(link),
            escape(link_text),
            escape(stop),
            escape(stop_text)
        );
        let domain = self.from.email.domain();
        let mut letter = Letter::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to.0.clone()))
            .message_id(Some(format!("<{id}@{domain}>")))
            .subject(one_line(title));
        // RFC 8058: a mail program's own button ends it.
        for (name, value) in [
            ("List-Unsubscribe", format!("<{}>", one_line(stop))),
            ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".into()),
            ("Auto-Submitted", "auto-generated".into()),
        ] {
            if let Ok(name) = HeaderName::new_from_ascii(name.into()) {
                letter = letter.raw_header(HeaderValue::new(name, value));
            }
        }
        letter.multipart(MultiPart::alternative_plain_html(plain, html))
    }
}

/// A header is one line, whatever somebody put into it.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect()
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for good in [
            "rosa@example.org",
            " a.b+c@mail.example.co.uk ",
            "x@xn--bcher-kva.example",
        ] {
            assert!(MailAddress::parse(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "rosa",
            "rosa@",
            "@example.org",
            "rosa@localhost",
            "rosa@[127.0.0.1]",
            "Rosa <rosa@example.org>",
            "rosa@example.org, ned@example.org",
            "rosa@example.org\r\nBcc: ned@example.org",
            "rosa@example.org\nX: y",
            "\"rosa bcc\"@example.org",
            "rosa@exam ple.org",
            &format!("{}@example.org", "a".repeat(260)),
        ] {
            assert_eq!(MailAddress::parse(bad), Err(BadTarget::Mail), "{bad:?}");
        }
    }

    #[tokio::test]
    async fn nothing_gets_into_the_head() {
        let mailer = Mailer::new("smtp://localhost:2525", "Parlor <games@example.org>").unwrap();
        let to = MailAddress::parse("rosa@example.org").unwrap();
        let message = Message {
            title: "Your turn\r\nBcc: ned@example.org".into(),
            text: "<b>Bo</b> moved".into(),
            stop: "https://games.example/stop/key".into(),
            id: "m.3.turn".into(),
            ..Message::default()
        };
        let letter = mailer.letter(&to, &message).unwrap();
        assert_eq!(letter.envelope().to().len(), 1);
        let text = String::from_utf8(letter.formatted()).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(!head.lines().any(|line| line.starts_with("Bcc")), "{head}");
        assert!(
            head.contains("Message-ID: <m.3.turn@example.org>"),
            "{head}"
        );
        assert!(head.contains("List-Unsubscribe: <https://games.example/stop/key>"));
        assert!(head.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"));
        assert!(body.contains("&lt;b&gt;Bo"), "{body}");
    }

    #[tokio::test]
    async fn settings_that_are_none() {
        for (url, from) in [
            ("mail.example.org", "games@example.org"),
            ("http://mail.example.org", "games@example.org"),
            ("smtp://mail.example.org", "games"),
        ] {
            assert!(Mailer::new(url, from).is_err(), "{url} {from}");
        }
        let wrong = Mailer::new("ftp://me:secret@x", "a@b.example").unwrap_err();
        assert!(!wrong.contains("secret"), "{wrong}");
        let good = Mailer::new("smtps://me:secret@mail.example.org", "games@example.org");
        assert_eq!(good.unwrap().contact(), "mailto:games@example.org");
    }
}
