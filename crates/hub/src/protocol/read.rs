//! Reading what a client sent.

use parlor_engine::Seq;
use serde::Deserialize;

use super::{Command, Request};
use crate::{Code, CommandId, MatchId, Refusal};

/// A request that could not be read, and whose it was as far as that can be made out.
#[derive(Debug)]
pub struct Unreadable {
    pub id: Option<CommandId>,
    pub refusal: Refusal,
}

/// The command that comes all the time, read without the detour that tagged enums take.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Play {
    #[serde(rename = "type")]
    _type: PlayTag,
    #[serde(default)]
    id: Option<CommandId>,
    #[serde(rename = "match")]
    match_id: MatchId,
    seq: Seq,
    action: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum PlayTag {
    Play,
}

/// What can be made out of any object.
#[derive(Deserialize)]
struct Outline {
    #[serde(default)]
    id: Option<CommandId>,
    #[serde(default, rename = "type")]
    kind: Option<String>,
}

/// The longest part of an error that is repeated to whoever caused it.
const LONGEST_ERROR: usize = 200;

impl Request {
    pub fn read(text: &str) -> Result<Request, Unreadable> {
        if let Ok(play) = serde_json::from_str::<Play>(text) {
            return Request::checked(Request {
                id: play.id,
                command: Command::Play {
                    match_id: play.match_id,
                    seq: play.seq,
                    action: play.action,
                },
            });
        }
        match serde_json::from_str(text) {
            Ok(request) => Request::checked(request),
            Err(error) => Err(Unreadable::new(text, &error)),
        }
    }

    /// The id of a command that is not read any further.
    pub fn id_of(text: &str) -> Option<CommandId> {
        let outline: Outline = serde_json::from_str(text).ok()?;
        outline.id.filter(|id| !id.is_too_long())
    }

    fn checked(request: Request) -> Result<Request, Unreadable> {
        match &request.id {
            Some(id) if id.is_too_long() => {
                let most = CommandId::LONGEST;
                let message = format!("a command's id has at most {most} characters");
                Err(Unreadable {
                    id: None,
                    refusal: Refusal::new(Code::RequestBadId, message),
                })
            }
            _ => Ok(request),
        }
    }
}

impl Unreadable {
    fn new(text: &str, error: &serde_json::Error) -> Unreadable {
        let outline: Option<Outline> = serde_json::from_str(text).ok();
        let (id, kind) = outline.map_or((None, None), |it| (it.id, it.kind));
        let unknown = kind.is_some_and(|kind| !Command::KINDS.contains(&kind.as_str()));
        let code = if unknown {
            Code::RequestUnknown
        } else {
            Code::RequestMalformed
        };
        Unreadable {
            id: id.filter(|id| !id.is_too_long()),
            refusal: Refusal::new(code, crate::shorten(&error.to_string(), LONGEST_ERROR)),
        }
    }
}

#[cfg(test)]
mod tests {
    use ts_rs::TS as _;

    use super::*;

    fn code(text: &str) -> Code {
        Request::read(text).unwrap_err().refusal.code
    }

    /// The list of words is the list of commands.
    #[test]
    fn every_command_is_known() {
        let declared = Command::inline(&ts_rs::Config::default());
        let mut words: Vec<&str> = declared.split("\"type\": \"").skip(1).collect();
        for word in &mut words {
            *word = word.split('"').next().unwrap();
        }
        assert_eq!(words, Command::KINDS);
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        assert_eq!(code("nonsense"), Code::RequestMalformed);
        assert_eq!(code(r#"{"type":"dance"}"#), Code::RequestUnknown);
        assert_eq!(code(r#"{"type":"resign"}"#), Code::RequestMalformed);
        let id = "i".repeat(65);
        assert_eq!(
            code(&format!(r#"{{"type":"ping","id":"{id}"}}"#)),
            Code::RequestBadId
        );
        let unreadable = Request::read(r#"{"type":"dance","id":"seven"}"#).unwrap_err();
        assert_eq!(unreadable.id.as_deref(), Some("seven"));
    }
}
