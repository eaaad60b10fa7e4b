//! Three servers, one house: whoever is sent where plays, reads and talks with everybody else.

use serde_json::{Value, json};

use crate::hidden;
use crate::support::{Choice, Cluster, House, Nats, Player, Postgres, Socket, nats, play_on, seat};
use parlor_engine::Record;

/// Ann at the first node and Bo at the second play, somebody watches at the third. Who begins comes
/// first.
async fn across(cluster: &Cluster, new: Value) -> Vec<Player> {
    let [first, second, third] = &cluster.nodes[..] else {
        panic!("three nodes");
    };
    let (person, mut socket) = first.enter("Ann").await;
    let mut create = new;
    create["type"] = json!("create_table");
    let table = socket.table(create).await;
    let id = table["id"].as_str().unwrap().to_owned();
    let bo = seat(second, "Bo", &id).await;
    let ann = Player::open(Some(person), socket, &id).await;
    let watcher = Player::open(None, third.stranger().await, &id).await;
    // Seats are drawn: the one who begins comes first.
    if ann.may_act() {
        vec![ann, bo, watcher]
    } else {
        vec![bo, ann, watcher]
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_across_nodes() {
    let cluster = Cluster::open(3).await;
    let new = json!({ "game": "risk", "options": { "spectators": "anyone" } });
    let mut players = across(&cluster, new).await;
    let mut choice = Choice::new(3);
    play_on(&mut players, &mut choice, 60).await;
    // Everybody is sent elsewhere, and goes on from where they were.
    for (place, player) in players.iter_mut().enumerate() {
        player.come_back(&cluster.nodes[(place + 1) % 3]).await;
    }
    play_on(&mut players, &mut choice, 60).await;
    let (ann, rest) = players.split_first_mut().unwrap();
    assert_eq!(ann.act("resign", &json!({})).await["type"], "update");
    for player in rest {
        player.follow(ann.seq).await;
    }
    let path = format!("/api/v1/matches/{}/record", players[0].id);
    let mut records = Vec::new();
    for node in &cluster.nodes {
        records.push(node.get(None, &path).await.text);
    }
    assert!(records.iter().all(|it| *it == records[0]));
    let record = Record::parse(&records[0]).unwrap();
    assert_eq!(
        record.verify(parlor_catalog::GAMES).unwrap().seq().0,
        players[0].seq
    );
    hidden::nothing_more_than_the_record(&players, &record);
    cluster.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_nodes_race_on_one_match() {
    let cluster = Cluster::open(3).await;
    let mut players = across(&cluster, json!({ "game": "marelles" })).await;
    let mut again = {
        let person = players[0].person.clone().unwrap();
        let socket = cluster.nodes[2].socket(&person).await;
        Player::open(Some(person), socket, &players[0].id).await
    };
    // One and the same command at two nodes is played once; two different ones: one is too late.
    for round in 0..10 {
        let [first, second, _] = &mut players[..] else {
            panic!("three");
        };
        let seq = first.seq;
        let actions = [&first.legal[0], again.legal.last().unwrap()].map(Clone::clone);
        let same = round % 2 == 0;
        let [one, two] = [round, if same { round } else { 100 + round }].map(|id| format!("r{id}"));
        let other = &actions[usize::from(!same)];
        let (a, b) = tokio::join!(
            first.play_as(&one, seq, &actions[0]),
            again.play_as(&two, seq, other)
        );
        let kinds = [&a, &b].map(|answer| answer["type"].clone());
        assert!(kinds.contains(&json!("update")), "{a} {b}");
        let late = [&a, &b]
            .iter()
            .any(|answer| answer["code"] == "match/stale");
        assert_eq!(late, !same, "{a} {b}");
        for player in [&mut *first, second, &mut again] {
            player.follow(seq + 1).await;
        }
        assert_eq!(first.view, again.view);
        while !first.may_act() {
            let answer = second.legal[0].clone();
            second.play(&answer).await;
            for player in [&mut *first, &mut again] {
                player.follow(second.seq).await;
            }
        }
        assert_eq!(first.seq, again.seq);
    }
    cluster.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn talk_and_offers_reach_everybody_once() {
    let cluster = Cluster::open(3).await;
    let mut players = across(&cluster, json!({ "game": "marelles" })).await;
    for round in 0..6 {
        let speaker = round % 2;
        let text = format!("line {round}");
        let command = players[speaker].command("say", &json!({ "text": text }));
        assert_eq!(players[speaker].socket.ask(command).await["type"], "done");
    }
    for player in &mut players {
        let mut lines = Vec::new();
        for _ in 0..6 {
            let frame = player.socket.next("chat").await;
            lines.push((frame["line"]["seq"].clone(), frame["line"]["text"].clone()));
        }
        let expected: Vec<_> = (0..6)
            .map(|round| (json!(round + 1), json!(format!("line {round}"))))
            .collect();
        assert_eq!(lines, expected);
        assert!(player.socket.nothing(|frame| frame["type"] == "chat").await);
    }
    assert_eq!(
        players[0].act("offer_draw", &json!({})).await["type"],
        "done"
    );
    let by = players[0].seat;
    for player in &mut players {
        let offer = player.socket.next("offer").await;
        assert_eq!(offer["offer"]["by"], json!(by), "{offer}");
    }
    let accepted = players[1].act("answer", &json!({ "accept": true })).await;
    assert_eq!(accepted["type"], "update", "{accepted}");
    for player in &mut players {
        player.follow(1).await;
        assert_eq!(player.outcome["kind"], "draw");
    }
    cluster.end().await;
}

async fn listed(socket: &mut Socket, id: &Value, status: &str) {
    let fits = |frame: &Value| {
        frame["type"] == "table"
            && frame["table"]["id"] == *id
            && frame["table"]["status"] == status
    };
    socket.until(fits).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_lobby() {
    let cluster = Cluster::open(3).await;
    let [first, second, third] = &cluster.nodes[..] else {
        panic!("three nodes");
    };
    let mut reader = third.stranger().await;
    reader.say(&json!({ "type": "lobby" })).await;
    reader.next("lobby").await;
    let (person, mut ann) = first.enter("Ann").await;
    let create = json!({ "type": "create_table", "game": "marelles" });
    let id = ann.table(create).await["id"].clone();
    listed(&mut reader, &id, "open").await;
    let (_, mut bo) = second.enter("Bo").await;
    bo.table(json!({ "type": "join", "table": id })).await;
    listed(&mut reader, &id, "running").await;
    // Whoever waits at the first node is told by the second's news.
    ann.say(&json!({ "type": "open", "match": id })).await;
    ann.next("match").await;
    bo.ask(json!({ "type": "open", "match": id })).await;
    bo.ask(json!({ "type": "resign", "match": id })).await;
    let gone = |frame: &Value| frame["type"] == "table_gone" && frame["id"] == id;
    reader.until(gone).await;

    // Quick pairing across nodes.
    let quick = json!({ "type": "quick_pair", "game": "coexistence" });
    let waiting = ann.table(quick.clone()).await;
    assert_eq!(bo.table(quick).await["id"], waiting["id"]);
    listed(&mut ann, &waiting["id"], "running").await;

    // Signing out at one node closes the socket at another.
    let mut away = third.socket(&person).await;
    let answer = second.delete(Some(&person), "/api/v1/session").await;
    assert!(answer.status < 300, "{}", answer.text);
    assert!(away.closed_within(crate::support::PATIENCE).await);
    cluster.end().await;
}

/// Two houses on one bus, by mistake even under the same name: they do not hear each other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strangers_on_the_bus() {
    let databases = [Postgres::fresh().await, Postgres::fresh().await];
    let mut houses = Vec::new();
    for database in &databases {
        let house = House::with(|config| {
            config.database.clone_from(&database.url);
            config.bus = Some(nats());
            config.cluster = Some(format!("same-{}", std::process::id()));
        });
        houses.push(house.await);
    }
    let mut reader = houses[1].stranger().await;
    reader.say(&json!({ "type": "lobby" })).await;
    reader.next("lobby").await;
    let (_, mut ann) = houses[0].enter("Ann").await;
    for _ in 0..3 {
        ann.table(json!({ "type": "create_table", "game": "marelles" }))
            .await;
    }
    crate::support::eventually("the news have come and were not believed", async || {
        let metrics = houses[1].get(None, "/metrics").await.text;
        metrics.contains("parlor_bus_strangers_total")
    })
    .await;
    assert!(reader.nothing(|frame| frame["type"] == "table").await);
    for mut house in houses {
        house.close().await;
    }
    for database in databases {
        database.end().await;
    }
}

async fn refused(change: impl FnOnce(&mut parlor_server::Config)) -> String {
    let folder = tempfile::tempdir().unwrap();
    let any = || "127.0.0.1:0".to_owned();
    let mut config = parlor_server::Config {
        listen: any(),
        database: format!("sqlite:{}/parlor.db", folder.path().display()),
        coexistence: String::new(),
        marelles: String::new(),
        terminal: String::new(),
        ..parlor_server::Config::default()
    };
    change(&mut config);
    let error = parlor_server::Server::start(config).await.unwrap_err();
    error.to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bus_that_cannot_be_used() {
    let said = refused(|config| config.bus = Some("what is this".into())).await;
    assert!(
        said.starts_with("bus: ") && said.contains("nats://"),
        "{said}"
    );
    let said = refused(|config| config.bus = Some("nats://user:secret@127.0.0.1:1".into())).await;
    assert!(said.contains("cannot reach nats://…@127.0.0.1:1"), "{said}");
    assert!(!said.contains("secret"), "{said}");
    let said = refused(|config| {
        config.bus = Some(nats());
        config.cluster = Some("a.b".into());
    })
    .await;
    assert!(said.contains("\"a.b\""), "{said}");
    let own = Nats::start(Some("parlor")).await;
    for wrong in ["", "parlor:wrong@"] {
        let said = refused(|config| config.bus = Some(own.url(wrong))).await;
        assert!(said.contains("authorization"), "{said}");
    }
    let right = own.url("parlor:right@");
    let mut house = House::with(|config| config.bus = Some(right)).await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn play_goes_on_while_the_bus_is_down() {
    let mut bus = Nats::start(None).await;
    let url = bus.url("");
    let cluster = Cluster::with(3, |config| config.bus = Some(url.clone())).await;
    let mut players = across(&cluster, json!({ "game": "marelles" })).await;
    let mut choice = Choice::new(5);
    play_on(&mut players, &mut choice, 4).await;
    bus.stop();
    // Each move reaches the other nodes when they next look into the database.
    play_on(&mut players, &mut choice, 3).await;
    let say = players[0].command("say", &json!({ "text": "still here" }));
    assert_eq!(players[0].socket.ask(say).await["type"], "done");
    for player in &mut players {
        let line = player.socket.next("chat").await;
        assert_eq!(line["line"]["text"], "still here");
    }
    bus.go_on().await;
    play_on(&mut players, &mut choice, 6).await;
    let (_, mut bo) = cluster.nodes[1].enter("Cleo").await;
    let id = bo
        .table(json!({ "type": "create_table", "game": "marelles" }))
        .await;
    crate::support::eventually("the lists agree", async || {
        let list = cluster.nodes[2].get(None, "/api/v1/tables").await.json();
        let list = list["tables"].as_array().unwrap().clone();
        list.iter().any(|table| table["id"] == id["id"])
    })
    .await;
    cluster.end().await;
}
