//! `parlor engine` as another program sees it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

const SEED: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

fn games() -> impl Iterator<Item = &'static str> {
    parlor_catalog::GAMES.iter().map(|game| game.meta().id)
}

struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        Engine::with(&[])
    }

    fn with(arguments: &[&str]) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
            .arg("engine")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("piped");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        Engine {
            child,
            input,
            output,
        }
    }

    fn raw(&mut self, line: &[u8]) -> Value {
        self.input.write_all(line).expect("the engine listens");
        self.input.write_all(b"\n").expect("the engine listens");
        let mut reply = String::new();
        self.output
            .read_line(&mut reply)
            .expect("the engine answers");
        serde_json::from_str(&reply).unwrap_or_else(|error| panic!("{error}: {reply:?}"))
    }

    fn ask(&mut self, request: &Value) -> Value {
        self.raw(request.to_string().as_bytes())
    }

    fn good(&mut self, request: &Value) -> Value {
        let reply = self.ask(request);
        assert_eq!(reply["ok"], true, "{request} was refused: {reply}");
        reply
    }

    fn refused(&mut self, request: &Value) -> String {
        let reply = self.ask(request);
        assert_eq!(reply["ok"], false, "{request} was accepted: {reply}");
        assert!(
            reply["error"].as_str().is_some_and(|text| !text.is_empty()),
            "{reply}"
        );
        reply["code"]
            .as_str()
            .expect("a refusal has a code")
            .to_owned()
    }

    fn begin(&mut self, game: &str, options: &Value) -> Value {
        self.good(&json!({"cmd":"new","game":game,"seed":SEED,"options":options}))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Options under which random play comes to an end soon.
fn short(game: &str) -> Value {
    match game {
        "mars" => json!({"turns": 20}),
        "obliteration" => json!({"columns": 4, "rows": 4, "turn_limit": 60}),
        _ => json!({}),
    }
}

/// A whole game by taking some legal action each time; returns how many it took.
fn play_to_the_end(engine: &mut Engine, game: &str) -> u32 {
    let mut at = engine.begin(game, &short(game));
    for step in 0..20_000u32 {
        let Some(seat) = at["to_act"][0].as_u64() else {
            assert!(
                at["outcome"].is_object(),
                "{game}: nobody acts, but there is no outcome"
            );
            return step;
        };
        let legal = engine.good(&json!({"cmd":"legal","seat":seat}));
        if game == "risk" && step == 400 {
            at = engine.good(&json!({"cmd":"resign","seat":seat}));
            continue;
        }
        let list = legal["actions"].as_array().or(legal["examples"].as_array());
        let list = list.expect("actions or examples");
        assert!(!list.is_empty(), "{game}: {legal}");
        let action = &list[(step as usize * 7919) % list.len()];
        let preview = json!({"cmd":"preview","seat":seat,"action":action});
        assert!(
            engine.good(&preview)["effect"].is_object(),
            "{game} {action}"
        );
        at = engine.good(&json!({"cmd":"play","seat":seat,"action":action}));
    }
    panic!("{game} does not end");
}

#[test]
fn every_game_is_played_to_its_end_and_its_record_verifies() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut engine = Engine::start();
    for game in games() {
        let steps = play_to_the_end(&mut engine, game);
        assert!(steps > 5, "{game} took {steps} actions");
        let text = engine.good(&json!({"cmd":"text","seat":0,"ascii":true}));
        assert!(text["text"].as_str().is_some_and(str::is_ascii));
        let record = engine.good(&json!({"cmd":"record"}))["record"].clone();
        let path = folder.path().join(format!("{game}.json"));
        std::fs::write(&path, record.to_string()).expect("writable");
        assert_eq!(verify(&path), (true, 1), "{game}");
        assert!(said_of(&path).contains("moves, dice and commitment check out"));
        // What is not said cannot be checked, and is not called so.
        let mut silent = record.clone();
        let entry = silent["entries"][1].as_object_mut().expect("an entry");
        entry.remove("events");
        std::fs::write(&path, silent.to_string()).expect("writable");
        let said = said_of(&path);
        assert!(
            said.contains("1 entries do not say what was rolled") && !said.contains("dice"),
            "{said}"
        );
        // One byte of the seed, one die, one move: each is noticed, in one line.
        for forged in forgeries(&record) {
            std::fs::write(&path, forged.to_string()).expect("writable");
            assert_eq!(verify(&path), (false, 1), "{game}: a forged record passed");
        }
        std::fs::write(&path, &record.to_string()[..100]).expect("writable");
        assert_eq!(
            verify(&path),
            (false, 1),
            "{game}: a truncated record passed"
        );
    }
}

fn forgeries(record: &Value) -> Vec<Value> {
    let mut seed = record.clone();
    seed["seed"] = json!("ff".repeat(32));
    let mut commitment = record.clone();
    commitment["commitment"] = json!("00".repeat(32));
    let mut events = record.clone();
    events["entries"][1]["events"] = json!([]);
    let mut order = record.clone();
    order["entries"][1]["seq"] = json!(7);
    let mut outcome = record.clone();
    outcome["outcome"] = json!(null);
    let mut missing = record.clone();
    missing["entries"]
        .as_array_mut()
        .expect("entries")
        .remove(0);
    vec![seed, commitment, events, order, outcome, missing]
}

fn verified(path: &std::path::Path) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_parlor"))
        .arg("verify")
        .arg(path)
        .output()
        .expect("the program runs")
}

fn said_of(path: &std::path::Path) -> String {
    String::from_utf8_lossy(&verified(path).stdout).into_owned()
}

fn verify(path: &std::path::Path) -> (bool, usize) {
    let output = verified(path);
    let lines = String::from_utf8_lossy(&output.stdout).lines().count();
    (output.status.success(), lines)
}

/// Finished matches as an earlier program (598f23a) has written them, one a game.
#[test]
fn records_of_an_earlier_version_verify() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/records");
    let mut kept = 0;
    for file in std::fs::read_dir(folder).expect("a folder") {
        let path = file.expect("a file").path();
        let said = said_of(&path);
        let game = path.file_stem().and_then(|it| it.to_str());
        let good = format!(
            "good record: {},",
            game.expect("the file has the game's name")
        );
        assert!(said.starts_with(&good), "{said}");
        let whole = said.contains("moves, dice and commitment check out");
        assert!(whole && !said.contains("unfinished"), "{said}");
        kept += 1;
    }
    assert_eq!(kept, 5);
}

#[test]
fn the_same_seed_gives_the_same_match() {
    let runs: Vec<Value> = (0..2)
        .map(|_| {
            let mut engine = Engine::start();
            play_to_the_end(&mut engine, "risk");
            engine.good(&json!({"cmd":"record"}))["record"].clone()
        })
        .collect();
    assert_eq!(runs[0], runs[1]);
}

#[test]
fn bad_lines_are_answered_and_the_session_goes_on() {
    let mut engine = Engine::start();
    let cases: [(&[u8], &str); 13] = [
        (b"", "engine/malformed"),
        (b"   ", "engine/malformed"),
        (
            b"{\"cmd\":\"new\",\"game\":\"mars\",\"options\":{\"turns\":99}}",
            "action/option",
        ),
        (b"not json", "engine/malformed"),
        (b"[1,2]", "engine/malformed"),
        (b"{\"cmd\":7}", "engine/malformed"),
        (b"{\"cmd\":\"fly\"}", "engine/unknown_command"),
        (b"{\"cmd\":\"legal\",\"seat\":0}", "engine/no_match"),
        (
            b"{\"cmd\":\"new\",\"game\":\"chess\"}",
            "engine/unknown_game",
        ),
        (
            b"{\"cmd\":\"new\",\"game\":\"mars\",\"seats\":3}",
            "action/seats",
        ),
        (
            b"{\"cmd\":\"new\",\"game\":\"mars\",\"seed\":\"12\"}",
            "engine/malformed",
        ),
        (
            b"{\"cmd\":\"new\",\"game\":\"mars\",\"options\":{\"x\":1}}",
            "action/option",
        ),
        (b"\xff\xfe{}", "engine/malformed"),
    ];
    for (line, code) in cases {
        let reply = engine.raw(line);
        assert_eq!(
            (&reply["ok"], &reply["code"]),
            (&json!(false), &json!(code)),
            "{reply}"
        );
    }
    engine.begin("marelles", &json!({}));
    let before = engine.good(&json!({"cmd":"state"}));
    for (request, code) in [
        (json!({"cmd":"play","seat":1,"action":"d6"}), "action/wait"),
        (
            json!({"cmd":"play","seat":9,"action":"d6"}),
            "engine/unknown_seat",
        ),
        (
            json!({"cmd":"play","seat":0,"action":"hello"}),
            "action/notation",
        ),
        (
            json!({"cmd":"play","seat":0,"action":"z9"}),
            "action/bad_point",
        ),
        (
            json!({"cmd":"play","seat":0,"action":{"kind":"fly"}}),
            "action/notation",
        ),
        (json!({"cmd":"legal","seat":-1}), "engine/malformed"),
        (json!({"cmd":"perft","depth":99}), "engine/out_of_range"),
        (
            json!({"cmd":"playouts","seconds":1e9}),
            "engine/out_of_range",
        ),
        (json!({"cmd":"undo"}), "action/take_back"),
        (
            json!({"cmd":"load","game":"marelles","state":{}}),
            "action/state",
        ),
        (
            json!({"cmd":"load","game":"marelles","state":"x"}),
            "action/state",
        ),
    ] {
        assert_eq!(engine.refused(&request), code, "{request}");
    }
    assert_eq!(
        engine.good(&json!({"cmd":"state"})),
        before,
        "refusals change nothing"
    );
}

#[test]
fn huge_requests_are_refused_by_bounds() {
    let mut engine = Engine::start();
    for size in [41u64, 1_000_000_000, u64::MAX] {
        let options = json!({"columns": size, "rows": size});
        let code = engine.refused(&json!({"cmd":"new","game":"obliteration","options":options}));
        assert_eq!(code, "action/option");
    }
    let mut line = br#"{"cmd":"new","game":""#.to_vec();
    line.resize(9 << 20, b'a');
    assert_eq!(engine.raw(&line)["code"], "engine/too_long");
    engine.begin("obliteration", &json!({}));
}

#[test]
fn a_line_of_two_actions_stands_or_falls_whole() {
    let mut engine = Engine::start();
    engine.begin("marelles", &json!({}));
    for (seat, action) in [(0, "a1"), (1, "d7"), (0, "a4"), (1, "g7")] {
        engine.good(&json!({"cmd":"play","seat":seat,"action":action}));
    }
    let before = engine.good(&json!({"cmd":"state"}));
    engine.refused(&json!({"cmd":"play","seat":0,"action":"A7xA1"}));
    assert_eq!(engine.good(&json!({"cmd":"state"})), before);
    let reply = engine.good(&json!({"cmd":"play","seat":0,"action":"A7xD7"}));
    assert_eq!(reply["to_act"], json!([1]));
    engine.good(&json!({"cmd":"undo"}));
    assert_eq!(
        engine.good(&json!({"cmd":"legal","seat":0}))["actions"],
        json!(["xD7", "xG7"]),
        "undo goes back one action: the removal"
    );
}

#[test]
fn states_go_out_and_in() {
    let mut engine = Engine::start();
    for game in games() {
        let mut at = engine.begin(game, &short(game));
        for _ in 0..12 {
            let seat = at["to_act"][0].clone();
            let legal = engine.good(&json!({"cmd":"legal","seat":seat}));
            let action = legal["actions"][0].clone();
            at = engine.good(&json!({"cmd":"play","seat":seat,"action":action}));
        }
        let state = engine.good(&json!({"cmd":"state"}))["state"].clone();
        let loaded = engine.good(&json!({"cmd":"load","game":game,"state":state,"seed":SEED}));
        assert_eq!(loaded["to_act"], at["to_act"]);
        assert_eq!(
            engine.good(&json!({"cmd":"state"}))["state"],
            state,
            "{game}"
        );
    }
}

#[test]
fn counts_and_playouts() {
    let mut engine = Engine::start();
    engine.begin("marelles", &json!({}));
    assert_eq!(
        engine.good(&json!({"cmd":"perft","depth":4}))["nodes"],
        255_024
    );
    let reply = engine.good(&json!({"cmd":"playouts","seconds":0.05,"threads":2,"seed":1}));
    assert!(reply["playouts"].as_u64() > Some(0) && reply["plies"].as_u64() > Some(0));
    engine.begin("risk", &json!({}));
    assert_eq!(
        engine.refused(&json!({"cmd":"perft","depth":2})),
        "action/no_perft"
    );
}

#[test]
fn hidden_information_stays_hidden() {
    let mut engine = Engine::start();
    engine.begin("mars", &json!({}));
    let count = |view: &Value| view["view"]["units"].as_array().map(Vec::len);
    let seats: Vec<_> = [json!(0), json!(1), json!(null)]
        .map(|seat| engine.good(&json!({"cmd":"view","seat":seat})))
        .to_vec();
    // Rule page, section 6: 46 + 25, 27 + 29, and 54 for spectators.
    assert_eq!(
        seats.iter().map(count).collect::<Vec<_>>(),
        [Some(71), Some(56), Some(54)]
    );
}

#[test]
fn best_names_a_move_that_can_be_played() {
    let mut engine = Engine::start();
    for game in games() {
        let mut at = engine.begin(game, &short(game));
        for level in ["beginner", "medium", "best"] {
            let seat = at["to_act"][0].as_u64().expect("the game goes on");
            let best = json!({"cmd":"best","seat":seat,"level":level,"ms":100});
            let advice = engine.good(&best);
            assert!(advice["trouble"].is_null(), "{game} {level}: {advice}");
            let play = json!({"cmd":"play","seat":seat,"action":advice["action"]});
            at = engine.good(&play);
        }
        let seat = at["to_act"][0].as_u64().expect("the game goes on");
        for (wrong, code) in [
            (json!({"level": "god"}), "engine/unknown_level"),
            (json!({"ms": 0}), "engine/out_of_range"),
            (json!({"ms": 1_000_000_000}), "engine/out_of_range"),
            (json!({"seat": 9}), "engine/unknown_seat"),
            (json!({"ms": "soon"}), "engine/malformed"),
        ] {
            let mut request = json!({"cmd":"best","seat":seat});
            let fields = request.as_object_mut().expect("an object");
            fields.extend(wrong.as_object().expect("an object").clone());
            assert_eq!(engine.refused(&request), code, "{game}: {request}");
        }
    }
}

/// Whoever asks what each viewer learns is told so, whatever ended the match.
#[test]
fn ends_are_seen_too() {
    let mut engine = Engine::start();
    for end in ["resign", "leave", "time_out"] {
        engine.begin("mars", &json!({}));
        let reply = engine.good(&json!({"cmd":end,"seat":0,"seen":true}));
        let seen = reply["seen"].as_array().expect("for every viewer");
        assert_eq!(seen.len(), 3, "two seats and a spectator: {reply}");
        for heard in seen {
            assert!(!heard.as_array().expect("events").is_empty(), "{reply}");
        }
    }
}

/// Three stones each, black to move, which closes a row and so wins.
fn won() -> Value {
    let mut engine = Engine::start();
    engine.begin("marelles", &json!({"removal": "standard"}));
    let mut state = engine.good(&json!({"cmd":"state"}))["state"].take();
    // A1, A4, G7 against B2, D3, F6.
    state["stones"] = json!([0b1 | 0b10 | 1 << 23, 1 << 3 | 1 << 11 | 1 << 20]);
    state["hands"] = json!([0, 0]);
    state["plies"] = json!(40);
    state["history"] = json!([0b1 | 0b10 | 1 << 23 | (1u64 << 3 | 1 << 11 | 1 << 20) << 24]);
    state
}

#[test]
fn tables_are_where_the_command_line_says() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().to_str().expect("a name");
    let refused = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(["engine", "--tables", path])
        .stdin(Stdio::null())
        .output()
        .expect("it runs");
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("no tables"));
    let built = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args([
            "tables",
            "marelles",
            "--up-to",
            "3-3",
            "--removal",
            "standard",
            "--dir",
            path,
        ])
        .output()
        .expect("it runs");
    assert!(built.status.success());

    let state = won();
    let load = json!({"cmd":"load","game":"marelles","state":state});
    let mut without = Engine::start();
    without.good(&load);
    let proven = json!({"cmd":"proven","seat":0});
    assert_eq!(without.good(&proven)["proven"], Value::Null);
    let mut with = Engine::with(&["--tables", path]);
    with.good(&load);
    assert_eq!(
        with.good(&proven)["proven"],
        json!({"ending":"win","plies":1})
    );
    let other = with.good(&json!({"cmd":"proven","seat":1}));
    assert_eq!(other["proven"], json!({"ending":"loss","plies":1}));
    with.good(&json!({"cmd":"play","seat":0,"action":"G7-A7"}));
    assert_eq!(
        with.good(&proven)["proven"],
        Value::Null,
        "a removal is owed"
    );
    assert_eq!(
        with.refused(&json!({"cmd":"proven","seat":2})),
        "engine/unknown_seat"
    );
}
