//! `parlor join`: our board on somebody else's `CoExistence` server.

mod board;
mod foreign;

use std::io::Write;
use std::thread;
use std::time::Duration;

use parlor_server::{Config, Server};
use serde_json::{Value, json};

use board::Board;
use foreign::{Foreign, Picture};

/// A house of our own with only the frames' port besides the page.
async fn house(folder: &tempfile::TempDir) -> Server {
    let config = Config {
        listen: "127.0.0.1:0".to_owned(),
        database: format!("sqlite:{}/p.db", folder.path().display()),
        coexistence: "127.0.0.1:0".to_owned(),
        marelles: String::new(),
        terminal: String::new(),
        ..Config::default()
    };
    Server::start(config).await.expect("the house opens")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_boards_play_a_whole_match_on_our_own_port() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = house(&folder).await;
    let port = house.addresses.coexistence.expect("it is open");
    let played = tokio::task::spawn_blocking(move || play_to_the_end(&port.to_string()));
    let (ends, moves) = played.await.expect("both boards play");
    assert!(
        moves >= 8,
        "only {moves} moves: four rounds need two passes each"
    );
    // The two pages must agree: both over, mirrored scores, and mirrored words for the result.
    let [a, b] = &ends;
    assert_eq!(a["view"]["scores"][0], b["view"]["scores"][1]);
    assert_eq!(a["view"]["hands"][0], b["view"]["hands"][1]);
    let mirrored = match a["outcome"].as_str() {
        Some("won") => "lost",
        Some("lost") => "won",
        other => other.expect("there is a result"),
    };
    assert_eq!(b["outcome"], mirrored);
    house.stop().await;
}

/// Attacks while there is something to attack, and passes otherwise.
fn play_to_the_end(server: &str) -> ([Value; 2], u32) {
    let mut boards = [Board::open(server), Board::open(server)];
    for board in &mut boards {
        board.until(|table| table["status"] == "playing");
    }
    let mut moves = 0;
    while boards[0].latest()["status"] != "over" {
        let actor = usize::from(boards[0].latest()["legal"] == json!([]));
        let command = boards[actor].latest()["legal"][0].clone();
        let command = command.as_str().expect("one of the two can act");
        assert_eq!(boards[actor].play(command), 200);
        moves += 1;
        // Both get a frame after every accepted command; the actor hears first that it was sent.
        for board in &mut boards {
            let news = board.latest()["news"].as_u64();
            board.until(|table| table["news"].as_u64() > news);
        }
    }
    (boards.map(|board| board.latest().clone()), moves)
}

#[test]
fn frames_of_another_program_are_understood_and_clicks_become_letters() {
    let server = Foreign::listen();
    let mut board = Board::open(&server.address);
    let mut game = server.accept();
    game.show(&Picture {
        turn: '^',
        log: "please wait",
        ..Picture::empty()
    });
    let waiting = board.until(|table| table["status"] == "waiting" && table["news"] == 1);
    assert_eq!(waiting["view"], Value::Null);
    assert_eq!(waiting["log"], json!(["please wait"]));

    let opening = Picture {
        own: "A.....",
        enemy: "H.S..W",
        turn: 'v',
        log: "your move",
        ..Picture::empty()
    };
    game.show(&opening);
    let table = board.until(|table| table["status"] == "playing");
    assert_eq!(table["names"], json!(["Bo", "Wilhelmine"]));
    assert_eq!(table["view"]["hands"][0][0], "axe");
    assert_eq!(
        table["view"]["hands"][1],
        json!(["hammer", null, "sword", null, null, "arrow"])
    );
    assert_eq!(table["legal"], json!(["AA", "AF", "PS"]));

    // What the rules forbid never reaches the other server.
    assert_eq!(board.play("AC"), 409);
    assert_eq!(board.play("rm -rf"), 409);
    assert_eq!(board.play(" aa "), 200);
    assert_eq!(game.hear(), "AA");
    let killed = Picture {
        enemy: "..S..W",
        own_score: 1,
        turn: '^',
        log: "well struck",
        ..opening
    };
    game.show(&killed);
    let table = board.until(|table| table["view"]["turn"] == 1);
    assert_eq!(table["events"][0]["kind"], "attacked");
    assert_eq!(table["events"][0]["own"], 0);
    assert_eq!(table["events"][0]["target_unit"], "hammer");
    assert_eq!(table["events"][0]["points"], 1);
    assert_eq!(table["legal"], json!([]));

    // Half a frame and then a whole one: the half is dropped.
    let answered = Picture {
        own: "......",
        turn: 'v',
        log: "ouch",
        ..killed
    };
    game.send(&killed.lines()[..300]);
    game.show(&answered);
    let table = board.until(|table| table["view"]["turn"] == 0);
    assert_eq!(
        table["log"].as_array().map(Vec::len),
        Some(4),
        "{}",
        table["log"]
    );
    assert_eq!(table["events"][0]["seat"], 1);
    assert_eq!(table["legal"], json!(["PS"]));

    game.show(&Picture {
        own_score: 9,
        turn: '-',
        log: "You win 9:0",
        ..answered
    });
    drop(game);
    let table = board.until(|table| table["status"] == "over");
    assert_eq!(table["outcome"], "won");
    // The server hung up; the finished game stays, and the button begins a new one.
    assert_eq!(board.post("/join/reconnect", "{}"), 200);
    let mut again = server.accept();
    again.show(&Picture {
        turn: '^',
        ..Picture::empty()
    });
    board.until(|table| table["status"] == "waiting" && table["view"].is_null());
}

#[test]
fn refused_lost_and_garbage_are_said_and_can_be_tried_again() {
    let address = format!("127.0.0.1:{}", parlor_testkit::own_port());
    let mut board = Board::open(&address);
    let table = board.until(|table| table["trouble"]["code"] == "join/refused");
    assert!(
        table["trouble"]["message"]
            .as_str()
            .is_some_and(|it| it.contains("cannot be reached"))
    );

    let server = Foreign::listen_at(&address);
    assert_eq!(board.post("/join/reconnect", "{}"), 200);
    let mut game = server.accept();
    game.show(&Picture {
        own: "A.....",
        enemy: "H.....",
        turn: 'v',
        ..Picture::empty()
    });
    board.until(|table| table["status"] == "playing");
    drop(game);
    let table = board.until(|table| table["trouble"]["code"] == "join/lost");
    assert_eq!(table["legal"], json!([]), "nothing can be clicked");

    assert_eq!(board.post("/join/reconnect", "{}"), 200);
    let mut web = server.accept();
    web.send(b"HTTP/1.1 400 Bad Request\r\n\r\n");
    web.send("<html>this is no frame</html>\n".repeat(300).as_bytes());
    board.until(|table| table["trouble"]["code"] == "join/garbage");

    assert_eq!(board.post("/join/reconnect", "{}"), 200);
    drop(server.accept());
    board.until(|table| table["trouble"]["code"] == "join/no_frame");
}

#[test]
fn only_the_own_page_may_click() {
    let server = Foreign::listen();
    let board = Board::open(&server.address);
    let other_site = "Origin: http://evil.example\r\n";
    assert_eq!(
        board.request("POST", "/join/reconnect", other_site, "{}"),
        403
    );
    // A name that points to loopback, as in a rebinding attack.
    let rebound = board.request_to("evil.example", "GET", "/join/events", "", "");
    assert_eq!(rebound, 403);
    assert_eq!(board.request("GET", "/join", "", ""), 200);
    assert_eq!(board.request("GET", "/", "", ""), 307);
}

#[test]
fn a_bad_address_is_refused_in_a_sentence() {
    for bad in ["", "host:0", "http://host:1", ":21357"] {
        let (good, text) = board::run(&["join", "coexistence", bad]);
        assert!(!good && text.contains("is no address"), "{bad:?}: {text}");
    }
    let (good, text) = board::run(&["join", "chess", "host:1"]);
    assert!(!good && text.contains("coexistence"), "{text}");
}

/// A server that never stops talking must not stop the page, nor fill the memory.
#[test]
fn a_flood_of_frames_is_followed() {
    let server = Foreign::listen();
    let mut board = Board::open(&server.address);
    let mut game = server.accept();
    let flood = thread::spawn(move || {
        for n in 0..2000 {
            let turn = if n % 2 == 0 { 'v' } else { '^' };
            game.show(&Picture {
                own: "A.....",
                enemy: "H.....",
                turn,
                log: "again",
                ..Picture::empty()
            });
        }
        thread::sleep(Duration::from_secs(1));
        let _ = game.stream.flush();
    });
    let table = board.until(|table| table["news"] == 2000);
    assert!(table["log"].as_array().is_some_and(|log| log.len() <= 300));
    flood.join().expect("everything was taken");
}
