use parlor_server::Draw;
use parlor_server::people::{PlayerId, clean_nickname, moderate, name_key};
use parlor_server::protocol::{NewTable, Request};
use parlor_server::tables::{Sitter, Table};

struct Zeros;

impl Draw for Zeros {
    fn fill(&self, bytes: &mut [u8]) {
        bytes.fill(0);
    }
}

fn host() -> Sitter {
    Sitter {
        player: PlayerId(1),
        name: "Ann".to_owned(),
    }
}

fn open(new: &NewTable) {
    let Ok((mut table, _)) = Table::new(new, host(), 0, &Zeros) else {
        return;
    };
    let invite = table.invite.clone();
    let _ = table.join(host(), Some(&invite), None, None);
    let stored = serde_json::to_string(&table).expect("a table can be written");
    let again: Table = serde_json::from_str(&stored).expect("and read again");
    assert_eq!(again, table);
    let _ = serde_json::to_string(&table.info(None)).expect("and shown");
}

/// A text frame of the socket.
pub fn ws_message(data: &[u8]) {
    let Ok(request) = serde_json::from_slice::<Request>(data) else {
        return;
    };
    if let parlor_server::protocol::Command::CreateTable(new) = &request.command {
        open(new);
    }
    let _ = request.command.subject();
}

/// The body of a request that opens a table: the largest that there is.
pub fn http_body(data: &[u8]) {
    if let Ok(new) = serde_json::from_slice::<NewTable>(data) {
        open(&new);
    }
}

/// A line to study, from any position, with an action to be foreseen and thrown. A position that is
/// told is one to go on from, and looks the same then.
pub fn analysis_line(data: &[u8]) {
    let Some(Ok(answer)) = parlor_server::analysis::answer(data) else {
        return;
    };
    let look = &answer["look"];
    if look["state"].is_null() {
        return;
    }
    let eyes = match &look["seat"] {
        serde_json::Value::Null => serde_json::json!("all"),
        seat => serde_json::json!({ "seat": seat }),
    };
    let line = serde_json::json!({ "start": { "position": look["state"] }, "eyes": eyes });
    let again = serde_json::json!({ "game": look["game"], "line": line });
    let again = parlor_server::analysis::answer(again.to_string().as_bytes());
    let again = again
        .expect("a question")
        .expect("a position that was told");
    // One that its people or the house ended, and not its rules, is told as it stood, to be played on.
    let by_rules = look["last"]["kind"] == "action" || look["outcome"].is_null();
    let parts: &[&str] = if by_rules || !again["look"]["outcome"].is_null() {
        &["view", "to_act", "legal", "outcome"]
    } else {
        &["view"]
    };
    for &part in parts {
        assert_eq!(again["look"][part], look[part], "{part}");
    }
}

/// Whatever people call themselves and say.
pub fn names(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(name) = clean_nickname(&text) {
        assert_eq!(
            clean_nickname(&name).ok(),
            Some(name.clone()),
            "clean stays clean"
        );
        let key = name_key(&name);
        assert_eq!(name_key(&key), key, "a key is its own key: {name:?}");
        assert!(!key.is_empty() && key.chars().count() <= 128);
        assert!(!name.chars().any(char::is_control));
    }
    let _ = moderate(&text);
}
