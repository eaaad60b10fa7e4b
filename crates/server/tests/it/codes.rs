//! docs/protocol.md lists every code there is. `UPDATE=1` writes the list anew.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use parlor_server::Code;

const BEGIN: &str = "<!-- codes: made from crates/hub/src/refusal.rs by its tests (UPDATE=1) -->\n";
const END: &str = "<!-- /codes -->";

fn table() -> String {
    let mut table = String::from("| code | HTTP | meaning |\n|---|---|---|\n");
    for code in Code::ALL {
        let (status, meaning) = (code.status().as_u16(), code.meaning());
        let _ = writeln!(table, "| `{code}` | {status} | {meaning} |");
    }
    table
}

#[test]
fn the_protocol_page_lists_every_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).expect("the list has a beginning");
    let (listed, after) = rest.split_once(END).expect("and an end");
    if std::env::var_os("UPDATE").is_some() {
        let page = format!("{before}{BEGIN}{}{END}{after}", table());
        return fs::write(&path, page).unwrap();
    }
    assert_eq!(listed, table(), "run this test with UPDATE=1");
}

#[test]
fn codes_are_unique_and_say_what_they_mean() {
    let mut codes: Vec<String> = Code::ALL.iter().map(ToString::to_string).collect();
    assert!(codes.is_sorted());
    codes.dedup();
    assert_eq!(codes.len(), Code::ALL.len());
    for code in Code::ALL {
        assert!(!code.meaning().is_empty());
        // What is our fault is not called the client's.
        let ours = [
            "/corrupt",
            "/failed",
            "server/unavailable",
            "server/busy",
            "bot/no_advice",
            "alert/not_sent",
        ];
        let ours = ours.iter().any(|it| code.to_string().ends_with(it));
        assert_eq!(code.status().is_server_error(), ours, "{code}");
        assert_eq!(code.status().is_client_error(), !ours, "{code}");
    }
}
