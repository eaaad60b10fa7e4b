//! The frames of `CoExistence` on its own port; rule page, 3 to 5.

use parlor_coexistence::{
    FRAME_BYTES, Frame, FrameReader, INVALID_MOVE, SYNTAX_ERROR, Turn, WAITING,
};
use serde_json::{Value, json};

use crate::support::{Choice, House, PATIENCE, Player, Text, eventually};

/// The next message: exactly one frame, which is written back the same.
async fn frame(line: &mut Text) -> Frame {
    let bytes = line.bytes(FRAME_BYTES).await;
    assert_eq!(bytes.len(), 779);
    for row in bytes.chunks(41) {
        assert_eq!(row.last(), Some(&b'\n'));
    }
    let mut reader = FrameReader::new();
    let frames: Vec<Frame> = reader.read(&bytes).collect();
    let [frame] = frames.try_into().expect("one frame");
    assert_eq!(frame.bytes().as_slice(), bytes);
    frame
}

async fn two_lines(house: &House) -> (Text, Text) {
    let mut first = house.text(house.coexistence()).await;
    let waiting = frame(&mut first).await;
    assert_eq!(
        (waiting.log.trim(), waiting.turn, waiting.round),
        (WAITING, Turn::Opponent, 1)
    );
    let mut second = house.text(house.coexistence()).await;
    assert_eq!(frame(&mut second).await.log.trim(), WAITING);
    (first, second)
}

/// Any legal move of the hand in a frame, found by trying.
fn moves(choice: &mut Choice) -> String {
    let letter = |choice: &mut Choice| char::from(b'A' + choice.below(6) as u8);
    match choice.below(8) {
        0 => "ps".to_owned(),
        _ => format!("{}{}", letter(choice), letter(choice)),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_terminals_play_to_the_end() {
    let house = House::open().await;
    let (first, second) = two_lines(&house).await;
    let mut lines = [first, second];
    let mut shown = [frame(&mut lines[0]).await, frame(&mut lines[1]).await];
    let mut choice = Choice::new(11);
    let mut rounds = 0;
    while shown[0].turn != Turn::Over {
        rounds += 1;
        assert!(rounds < 20_000);
        let actor = usize::from(shown[1].turn == Turn::Own);
        assert_eq!(shown[1 - actor].turn, Turn::Opponent);
        lines[actor].type_line(&moves(&mut choice)).await;
        let answer = frame(&mut lines[actor]).await;
        if answer.log.trim() == INVALID_MOVE {
            assert_eq!(
                answer,
                shown[actor].clone().with_log(&answer.log),
                "nothing else changed"
            );
            continue;
        }
        shown[actor] = answer;
        shown[1 - actor] = frame(&mut lines[1 - actor]).await;
        let [one, two] = &shown;
        assert_eq!(
            (&one.own.hand, one.own.score),
            (&two.opponent.hand, two.opponent.score)
        );
        assert_eq!(one.round, two.round);
    }
    assert_eq!(shown[1].turn, Turn::Over);
    // Afterwards every move is invalid, and the connection is the client's to close.
    lines[0].type_line("PS").await;
    assert_eq!(frame(&mut lines[0]).await.log.trim(), INVALID_MOVE);
    assert!(lines[1].is_silent().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_sender_sees_a_mistake() {
    let house = House::open().await;
    let mut first = house.text(house.coexistence()).await;
    frame(&mut first).await;
    // Alone: whatever is typed is no move.
    first.type_line("AB").await;
    assert_eq!(frame(&mut first).await.log.trim(), INVALID_MOVE);
    let mut second = house.text(house.coexistence()).await;
    frame(&mut second).await;
    let (one, two) = (frame(&mut first).await, frame(&mut second).await);
    assert_eq!(one.own.name, two.opponent.name);
    let (mut actor, mut other) = if one.turn == Turn::Own {
        (first, second)
    } else {
        (second, first)
    };
    for (typed, log) in [
        ("", SYNTAX_ERROR),
        ("A", SYNTAX_ERROR),
        ("ABC", SYNTAX_ERROR),
        ("XY", SYNTAX_ERROR),
        ("A\u{e9}", SYNTAX_ERROR),
        (&"x".repeat(200), SYNTAX_ERROR),
    ] {
        actor.type_line(typed).await;
        assert_eq!(frame(&mut actor).await.log.trim(), log, "{typed:?}");
    }
    actor.send(b"\xff\x00\n").await;
    assert_eq!(frame(&mut actor).await.log.trim(), SYNTAX_ERROR);
    other.type_line("PS").await;
    assert_eq!(
        frame(&mut other).await.log.trim(),
        INVALID_MOVE,
        "not its turn"
    );
    assert!(other.is_silent().await && actor.is_silent().await);
    actor.send(b"  pS \r\n").await;
    frame(&mut actor).await;
    assert_eq!(frame(&mut other).await.turn, Turn::Own);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_terminal_meets_a_browser() {
    let house = House::open().await;
    let (person, mut socket) = house.enter("Ann").await;
    let table = socket
        .table(json!({ "type": "quick_pair", "game": "coexistence" }))
        .await;
    let mut line = house.text(house.coexistence()).await;
    frame(&mut line).await;
    let started = |frame: &Value| frame["table"]["status"] == "running";
    socket.until(started).await;
    let mut ann = Player::open(Some(person), socket, table["id"].as_str().unwrap()).await;
    let shown = frame(&mut line).await;
    assert_eq!(shown.opponent.name.trim(), "Ann");
    if ann.may_act() {
        ann.play("PS").await;
        assert_eq!(frame(&mut line).await.turn, Turn::Own);
    } else {
        assert_eq!(shown.turn, Turn::Own);
    }
    line.type_line("ps").await;
    frame(&mut line).await;
    ann.news().await;
    // The line goes away: the match is over at once, because it cannot come back.
    drop(line);
    let end = ann.news().await;
    assert_eq!(end["outcome"]["reason"], "left");
    assert_eq!(end["outcome"]["winner"], json!(ann.seat));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disconnect_ends_the_match_of_the_other() {
    let house = House::open().await;
    let (mut first, mut second) = two_lines(&house).await;
    frame(&mut first).await;
    frame(&mut second).await;
    // In the middle of a line.
    first.send(b"A").await;
    drop(first);
    let last = frame(&mut second).await;
    assert_eq!(last.turn, Turn::Over);
    assert!(last.log.contains("left"), "{}", last.log);
    assert_eq!(
        second.rest(PATIENCE).await,
        Some(Vec::new()),
        "and is closed"
    );

    // Whoever waits and goes away is not paired with the next.
    let mut gone = house.text(house.coexistence()).await;
    frame(&mut gone).await;
    drop(gone);
    eventually("the house has noticed", async || {
        let metrics = house.get(None, "/metrics").await.text;
        // None but the one that asks: a place in the count is given up last.
        metrics.contains("parlor_sockets 1\n")
    })
    .await;
    let mut next = house.text(house.coexistence()).await;
    assert_eq!(frame(&mut next).await.log.trim(), WAITING);
    assert!(next.is_silent().await);
}

/// Rule page 5: whatever is typed while one waits is an invalid move.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn junk_while_waiting_is_an_invalid_move() {
    let house = House::open().await;
    let mut line = house.text(house.coexistence()).await;
    assert_eq!(frame(&mut line).await.log.trim(), WAITING);
    for typed in ["PS", "", "junk and more", "AA", &"x".repeat(200)] {
        line.type_line(typed).await;
        let answer = frame(&mut line).await;
        assert_eq!(
            (answer.log.trim(), answer.turn),
            (INVALID_MOVE, Turn::Opponent),
            "{typed:?}"
        );
    }
    line.send(b"\xff\x00\n").await;
    assert_eq!(frame(&mut line).await.log.trim(), INVALID_MOVE);
    // It is paired all the same, and the same junk is a syntax error then.
    let mut other = house.text(house.coexistence()).await;
    frame(&mut other).await;
    frame(&mut line).await;
    line.type_line("junk").await;
    assert_eq!(frame(&mut line).await.log.trim(), SYNTAX_ERROR);
}
