use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// The options a table was made with. They never change, and tables are copied with every change of
/// a seat and told to everybody: all copies share them.
#[derive(Clone, PartialEq, Debug)]
pub struct AgreedOptions(Arc<Value>);

impl From<Value> for AgreedOptions {
    fn from(options: Value) -> AgreedOptions {
        AgreedOptions(Arc::new(options))
    }
}

impl Deref for AgreedOptions {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.0
    }
}

impl Serialize for AgreedOptions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for AgreedOptions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<AgreedOptions, D::Error> {
        Value::deserialize(deserializer).map(AgreedOptions::from)
    }
}
