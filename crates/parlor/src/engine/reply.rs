use std::borrow::Cow;

use parlor_engine::Rejection;
use serde_json::{Map, Value};

/// What goes back besides `"ok":true`.
pub(super) type Reply = Result<Map<String, Value>, Failure>;

macro_rules! codes {
    ($($name:ident $text:literal)*) => {
        /// A stable name for programs. The list stands in docs/engine.md.
        #[derive(PartialEq, Eq, Debug)]
        pub(super) enum Code {
            $($name,)*
            /// What the rules refuse, in their own word.
            Action(Cow<'static, str>),
        }

        impl Code {
            /// All but those of the rules.
            #[cfg(test)]
            const ALL: &'static [Code] = &[$(Code::$name),*];

            fn as_str(&self) -> Cow<'static, str> {
                match self {
                    $(Code::$name => Cow::Borrowed($text),)*
                    Code::Action(word) => Cow::Owned(format!("action/{word}")),
                }
            }
        }
    };
}

codes! {
    Malformed "engine/malformed"
    TooLong "engine/too_long"
    UnknownCommand "engine/unknown_command"
    UnknownGame "engine/unknown_game"
    UnknownSeat "engine/unknown_seat"
    NoMatch "engine/no_match"
    OutOfRange "engine/out_of_range"
    UnknownLevel "engine/unknown_level"
    NoMove "engine/no_move"
    Internal "engine/internal"
}

/// A refused request: a code and a sentence.
#[derive(Debug)]
pub(super) struct Failure {
    code: Code,
    message: String,
}

impl Failure {
    pub(super) fn new(code: Code, message: impl Into<String>) -> Failure {
        Failure {
            code,
            message: message.into(),
        }
    }
}

impl From<Rejection> for Failure {
    fn from(refused: Rejection) -> Failure {
        Failure::new(Code::Action(refused.code), refused.message)
    }
}

pub(super) fn line(reply: Reply) -> Value {
    let mut object = Map::new();
    match reply {
        Ok(fields) => {
            object.insert("ok".into(), true.into());
            object.extend(fields);
        }
        Err(failure) => {
            object.insert("ok".into(), false.into());
            object.insert("error".into(), failure.message.into());
            object.insert("code".into(), failure.code.as_str().into());
        }
    }
    Value::Object(object)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_documented() {
        let page = include_str!("../../../../docs/engine.md");
        let codes = page.split("\n\n").find(|part| part.starts_with("Codes:"));
        let quoted = codes.unwrap().split('`').skip(1).step_by(2);
        let documented: Vec<&str> = quoted.filter(|code| code.starts_with("engine/")).collect();
        let known: Vec<_> = Code::ALL.iter().map(Code::as_str).collect();
        assert_eq!(documented, known);
    }
}
