//! The Marelles text protocol; rule page, 6.3 to 6.5.

use serde_json::json;

use crate::support::{House, Player, Text, eventually};

/// The session of section 6.5: `A>` types, `>A` must be the next line.
const SESSION: &str = "\
>A  Successfully connected to server. Current ID is 0
A>  [host]Ann
>A  [host]Ann
>B  Successfully connected to server. Current ID is 1
B>  [guest]Bo
>B  [guest]Bo
B>  [find-host]Ann
>A  [oppo-name]Bo
>B  [find-host]Ann
>A  [role]black
>B  [role]white
A>  nowait|0|0|0
>B  nowait|0|0|0
B>  nowait|14|14|14
>A  nowait|14|14|14
A>  nowait|1|1|1
>B  nowait|1|1|1
B>  nowait|23|23|23
>A  nowait|23|23|23
A>  wait|2|2|2
>B  wait|2|2|2
A>  nowait|2|2|14
>B  nowait|2|2|14
B>  nowait|13|13|13
>A  nowait|13|13|13
B>  control|undo-ask
>A  control|undo-ask
A>  control|undo-yes
>A  control|undo
>B  control|undo
B>  nowait|12|12|12
>A  nowait|12|12|12
A>  control|runAway
>B  control|runAway
>B  result|white|ran_away";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_session() {
    let house = House::open().await;
    let mut ann = house.text(house.marelles()).await;
    assert_eq!(
        ann.line().await,
        "Successfully connected to server. Current ID is 0"
    );
    let mut bo = house.text(house.marelles()).await;
    for step in SESSION.lines().skip(1) {
        let (who, text) = step.split_once("  ").unwrap();
        match who {
            "A>" => ann.type_line(text).await,
            "B>" => bo.type_line(text).await,
            ">A" => assert_eq!(ann.line().await, text, "at {step}"),
            _ => assert_eq!(bo.line().await, text, "at {step}"),
        }
    }
    eventually("the books", || async {
        let ann = house.get(None, "/api/v1/players/ann").await.json();
        let bo = house.get(None, "/api/v1/players/bo").await.json();
        ann["records"][0]["ran_away"] == 1
            && bo["records"][0]["wins"] == 1
            && bo["records"][0]["undos"] == 1
    })
    .await;
}

async fn pair(house: &House) -> (Text, Text) {
    let mut ann = house.text(house.marelles()).await;
    ann.type_line("[host]Ann").await;
    ann.until("[host]Ann\n").await;
    let mut bo = house.text(house.marelles()).await;
    bo.type_line("[guest]Bo").await;
    bo.type_line("[find-host]Ann").await;
    ann.until("[role]black\n").await;
    bo.until("[role]white\n").await;
    (ann, bo)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn errors_have_codes() {
    let house = House::open().await;
    let mut line = house.text(house.marelles()).await;
    line.line().await;
    for (typed, codes) in [
        ("hello", vec!["[error]bad-line"]),
        ("nowait|1|1", vec!["[error]bad-line"]),
        ("nowait|1|1|1", vec!["[error]no-opponent"]),
        ("[dance]", vec!["[dance]", "[error]bad-line"]),
        ("[guest]Carol", vec!["[guest]Carol"]),
        (
            "[find-host]Nobody",
            vec!["[find-host]Nobody", "[error]no-room"],
        ),
        ("[host]Carol", vec!["[host]Carol"]),
        ("[host]Carol", vec!["[host]Carol", "[error]room-busy"]),
        ("nowait|1|1|1", vec!["[error]no-opponent"]),
    ] {
        line.type_line(typed).await;
        for code in codes {
            assert_eq!(line.line().await, code, "after {typed}");
        }
    }
    let mut twin = house.text(house.marelles()).await;
    twin.line().await;
    twin.type_line("[guest]carol").await;
    assert_eq!(twin.line().await, "[guest]carol");
    assert_eq!(twin.line().await, "[error]name-taken");

    let (mut ann, mut bo) = pair(&house).await;
    bo.type_line("nowait|0|0|0").await;
    assert_eq!(bo.line().await, "[error]not-your-turn");
    for typed in [
        "nowait|24|24|24",
        "wait|0|0|0",
        "nowait|0|1|1",
        "nowait|0|0|5",
    ] {
        ann.type_line(typed).await;
        assert_eq!(ann.line().await, "[error]illegal", "{typed}");
    }
    // A line for the server in mid-game cuts nobody off.
    ann.type_line("[find-host]Carol").await;
    assert_eq!(ann.line().await, "[find-host]Carol");
    assert_eq!(ann.line().await, "[error]room-busy");
    ann.type_line("nowait|0|0|0").await;
    assert_eq!(bo.line().await, "nowait|0|0|0");
    // The room is not found by a third once it is taken.
    twin.type_line("[guest]Dan").await;
    assert_eq!(twin.line().await, "[guest]Dan");
    twin.type_line("[find-host]Ann").await;
    assert_eq!(twin.line().await, "[find-host]Ann");
    assert_eq!(twin.line().await, "[error]no-room");

    bo.type_line("control|draw-ask").await;
    assert_eq!(ann.line().await, "control|draw-ask");
    ann.type_line("control|draw-no").await;
    assert_eq!(bo.line().await, "control|draw-no");
    bo.type_line("control|draw-ask").await;
    assert_eq!(ann.line().await, "control|draw-ask");
    ann.type_line("control|draw-yes").await;
    assert_eq!(ann.line().await, "result|draw|agreed");
    assert_eq!(bo.line().await, "result|draw|agreed");
    bo.type_line("nowait|3|3|3").await;
    assert_eq!(bo.line().await, "[error]game-over");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_slots_and_they_are_freed() {
    let house = House::open().await;
    let mut lines = Vec::new();
    for slot in 0..20 {
        let mut line = house.text(house.marelles()).await;
        let greeting = format!("Successfully connected to server. Current ID is {slot}");
        assert_eq!(line.line().await, greeting);
        lines.push(line);
    }
    let mut extra = house.text(house.marelles()).await;
    assert_eq!(extra.line().await, "[error]full");
    drop(lines.remove(7));
    eventually("slot 7 is given out again", || async {
        let mut again = house.text(house.marelles()).await;
        again.line().await == "Successfully connected to server. Current ID is 7"
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_text_player_meets_a_browser_player_and_comes_back() {
    let house = House::open().await;
    let mut line = house.text(house.marelles()).await;
    line.type_line("[host]Ann").await;
    line.until("[host]Ann\n").await;
    let list = house.get(None, "/api/v1/tables").await.json();
    let id = list["tables"][0]["id"].as_str().unwrap().to_owned();
    let (person, mut socket) = house.enter("Bo").await;
    socket.table(json!({ "type": "join", "table": id })).await;
    let mut bo = Player::open(Some(person), socket, &id).await;
    assert_eq!(line.line().await, "[oppo-name]Bo");
    assert_eq!(line.line().await, "[role]black");
    line.type_line("nowait|0|0|0").await;
    bo.news().await;
    bo.play("D7").await;
    assert_eq!(line.line().await, "nowait|14|14|14");
    line.type_line("nowait|1|1|1").await;
    bo.news().await;
    line.type_line("[key]").await;
    assert_eq!(line.line().await, "[key]");
    let key = line.line().await.strip_prefix("[key]").unwrap().to_owned();
    drop(line);

    // The seat waits for its player and for nobody else, at whatever door they try the name.
    bo.play("G7").await;
    let ann = json!({ "name": "Ann" });
    let taken = house.post(None, "/api/v1/session", &ann).await;
    assert_eq!(taken.code(), "people/name_taken");
    let mut terminal = house.text(house.terminal()).await;
    terminal.type_line("name Ann").await;
    terminal.until("(people/name_taken)").await;
    let mut line = house.text(house.marelles()).await;
    line.line().await;
    for (typed, code) in [
        ("[guest]Ann", "[error]name-taken"),
        ("[back]abcdefghijkmnpqrstuv", "[error]name-taken"),
    ] {
        line.type_line(typed).await;
        assert_eq!(line.line().await, typed);
        assert_eq!(line.line().await, code);
    }
    line.type_line(&format!("[back]{key}")).await;
    let mut told = Vec::new();
    while !told.iter().any(|it: &String| it.starts_with("state|")) {
        told.push(line.line().await);
    }
    assert_eq!(
        told.last().unwrap(),
        "state|bb............w........w b 7 7 -"
    );
    assert!(told.contains(&"[role]black".to_owned()), "{told:?}");
    // A whole ply in one line, and the browser sees both entries.
    line.type_line("nowait|2|2|14").await;
    let news = bo.news().await;
    assert_eq!(news["log"].as_array().unwrap().len(), 2);
    bo.act("resign", &json!({})).await;
    line.until("control|runAway\nresult|black|ran_away\n").await;
}

/// Rule page 6.3: the second line of a ply amends the first, with the same F and T.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_removal_repeats_its_ply() {
    let house = House::open().await;
    let (mut ann, mut bo) = pair(&house).await;
    for (typed, other) in [
        ("nowait|0|0|0", "nowait|14|14|14"),
        ("nowait|1|1|1", "nowait|23|23|23"),
    ] {
        ann.type_line(typed).await;
        assert_eq!(bo.line().await, typed);
        bo.type_line(other).await;
        assert_eq!(ann.line().await, other);
    }
    ann.type_line("wait|2|2|2").await;
    assert_eq!(bo.line().await, "wait|2|2|2");
    for wrong in ["nowait|5|5|14", "nowait|2|5|14", "nowait|14|14|14"] {
        ann.type_line(wrong).await;
        assert_eq!(ann.line().await, "[error]illegal", "{wrong}");
    }
    ann.type_line("nowait|2|2|14").await;
    assert_eq!(bo.line().await, "nowait|2|2|14");
}
