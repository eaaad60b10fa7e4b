use parlor_engine::Rejection;
use serde_json::{Map, Value};

/// What goes back besides `"ok":true`.
pub(super) type Reply = Result<Map<String, Value>, Failure>;

/// A refused request: a stable code and a sentence.
#[derive(Debug)]
pub(super) struct Failure {
    code: String,
    message: String,
}

impl Failure {
    pub(super) fn new(code: &str, message: impl Into<String>) -> Failure {
        Failure {
            code: code.to_owned(),
            message: message.into(),
        }
    }
}

impl From<Rejection> for Failure {
    fn from(refused: Rejection) -> Failure {
        Failure {
            code: format!("action/{}", refused.code),
            message: refused.message,
        }
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
            object.insert("code".into(), failure.code.into());
        }
    }
    Value::Object(object)
}
