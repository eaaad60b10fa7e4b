//! How people treat each other in a match: take-backs, draws, resigning, talking, leaving.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::{Choice, House, PATIENCE, Player, play_on, seat, spectator, two};

async fn all_follow(players: &mut [&mut Player], seq: u32) {
    for player in players {
        player.follow(seq).await;
    }
}

/// Plays these actions by turns, `first` begins; an `x…` belongs to whoever moved before it.
async fn moves(players: &mut [Player; 2], actions: &[&str]) {
    for action in actions {
        let actor = players.iter().position(Player::may_act).unwrap();
        players[actor].play(action).await;
        let seq = players[actor].seq;
        players[1 - actor].follow(seq).await;
    }
}

async fn offer(player: &mut Player) -> Value {
    player.socket.next("offer").await["offer"].clone()
}

/// Marelles page 4.1 and example 10.18.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_take_back_by_agreement() {
    let house = House::open().await;
    let (ann, bo, _) = two(&house, json!({ "game": "marelles" })).await;
    let mut players = [ann, bo];
    moves(&mut players, &["A1", "D7", "A4", "G7", "A7", "xD7", "D6"]).await;
    let [mut ann, mut bo] = players;

    assert_eq!(bo.act("offer_take_back", &json!({})).await["type"], "done");
    assert_eq!(
        offer(&mut ann).await,
        json!({ "kind": "take_back", "by": 1 })
    );
    bo.socket.next("offer").await;
    // Who asked cannot accept.
    assert_eq!(
        bo.refusal("answer", &json!({ "accept": true })).await,
        "match/no_offer"
    );
    let answer = ann.act("answer", &json!({ "accept": true })).await;
    assert_eq!(answer["log"][0]["kind"], "take_back");
    bo.follow(ann.seq).await;
    let after = "bbb....................w w 6 7 -";
    assert_eq!(
        (&ann.view["position"], &bo.view["position"]),
        (&json!(after), &json!(after))
    );
    assert_eq!(offer(&mut ann).await, Value::Null);

    // Had Ann asked on her turn, D6 and A7xD7 would both go.
    bo.play("D6").await;
    ann.follow(bo.seq).await;
    ann.act("offer_take_back", &json!({})).await;
    bo.act("answer", &json!({ "accept": true })).await;
    ann.follow(bo.seq).await;
    assert_eq!(ann.view["position"], "bb............w........w b 7 7 -");

    // Declined: nothing changes. A move ends a request as well.
    ann.act("offer_take_back", &json!({})).await;
    bo.socket.until(|frame| frame["offer"]["by"] == 0).await;
    assert_eq!(
        bo.act("answer", &json!({ "accept": false })).await["type"],
        "done"
    );
    assert_eq!(
        bo.refusal("answer", &json!({ "accept": true })).await,
        "match/no_offer"
    );
    ann.act("offer_take_back", &json!({})).await;
    ann.play("A7").await;
    bo.follow(ann.seq).await;
    assert_eq!(
        bo.refusal("answer", &json!({ "accept": true })).await,
        "match/no_offer"
    );

    // The record shows every take-back and still verifies.
    bo.act("resign", &json!({})).await;
    let path = format!("/api/v1/matches/{}/record", bo.id);
    let record = parlor_engine::Record::parse(&house.get(None, &path).await.text).unwrap();
    record.verify(parlor_catalog::GAMES).unwrap();
    let person = house.get(None, "/api/v1/players/Bo").await;
    assert_eq!(person.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn take_backs_as_the_table_says() {
    let house = House::open().await;
    let options = json!({ "undo": "off" });
    let (mut ann, mut bo, _) = two(&house, json!({ "game": "marelles", "options": options })).await;
    assert_eq!(
        ann.refusal("offer_take_back", &json!({})).await,
        "match/no_take_back"
    );
    ann.play("A1").await;
    bo.follow(1).await;
    assert_eq!(
        ann.refusal("offer_take_back", &json!({})).await,
        "match/no_take_back"
    );
    drop(house);

    let house = House::open().await;
    let options = json!({ "undo": "instant" });
    let (mut ann, mut bo, _) = two(&house, json!({ "game": "marelles", "options": options })).await;
    assert_eq!(
        bo.refusal("offer_take_back", &json!({})).await,
        "action/take_back"
    );
    ann.play("A1").await;
    bo.follow(1).await;
    let answer = ann.act("offer_take_back", &json!({})).await;
    assert_eq!(answer["type"], "update", "{answer}");
    bo.follow(2).await;
    assert!(ann.may_act() && !bo.may_act());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn against_bots_at_once() {
    let house = House::open().await;
    let (person, mut socket) = house.enter("Ann").await;
    let create = json!({ "type": "create_table", "game": "marelles", "bots": ["beginner"] });
    let id = socket.table(create).await["id"].clone();
    let mut ann = Player::open(Some(person), socket, id.as_str().unwrap()).await;
    ann.play("A1").await;
    ann.follow(2).await;
    assert_eq!(
        ann.act("offer_take_back", &json!({})).await["type"],
        "update"
    );
    assert_eq!(ann.view["position"], "........................ b 9 9 -");
    assert!(ann.may_act());
    assert_eq!(
        ann.refusal("offer_draw", &json!({})).await,
        "match/bots_decline"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dice_cannot_be_taken_back() {
    let house = House::open().await;
    let (ann, bo, _) = two(&house, json!({ "game": "risk" })).await;
    let mut players = [ann, bo];
    let mut choice = Choice::new(3);
    // Until somebody has attacked and it is the defender's answer.
    while players[0].view["phase"] != "defend" {
        let actor = players.iter().position(Player::may_act).unwrap();
        let attack = players[actor]
            .legal
            .iter()
            .find(|it| it.starts_with("attack"));
        let action = match attack {
            Some(attack) => attack.clone(),
            None => choice.of(&players[actor].legal).to_owned(),
        };
        players[actor].play(&action).await;
        let seq = players[actor].seq;
        players[1 - actor].follow(seq).await;
    }
    let defender = players.iter().position(Player::may_act).unwrap();
    let attacker = &mut players[1 - defender];
    let command = attacker.command("offer_take_back", &json!({}));
    let answer = attacker.socket.ask(command).await;
    assert_eq!(answer["code"], "action/revealed", "{answer}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn draws_by_agreement() {
    let house = House::open().await;
    let (mut ann, mut bo, _) = two(&house, json!({ "game": "marelles" })).await;
    let mut eve = spectator(&house, &ann.id).await;
    ann.play("A1").await;
    all_follow(&mut [&mut bo, &mut eve], 1).await;
    assert_eq!(ann.act("offer_draw", &json!({})).await["type"], "done");
    assert_eq!(offer(&mut bo).await, json!({ "kind": "draw", "by": 0 }));
    assert_eq!(offer(&mut eve).await, json!({ "kind": "draw", "by": 0 }));
    bo.act("answer", &json!({ "accept": false })).await;
    assert_eq!(offer(&mut eve).await, Value::Null);
    assert_eq!(bo.seq, 1);
    // A new offer, and somebody who comes back sees it.
    ann.act("offer_draw", &json!({})).await;
    let socket = house.socket(bo.person.as_ref().unwrap()).await;
    let mut late = Player::open(bo.person.clone(), socket, &bo.id).await;
    let snapshot: Value = serde_json::from_str(late.socket.heard.last().unwrap()).unwrap();
    assert_eq!(snapshot["offer"]["kind"], "draw");
    late.act("answer", &json!({ "accept": true })).await;
    for player in [&mut ann, &mut bo, &mut eve] {
        player.follow(2).await;
        assert_eq!(player.outcome["kind"], "draw");
        assert_eq!(player.outcome["reason"], "agreed");
    }
    assert_eq!(ann.refusal("offer_draw", &json!({})).await, "action/over");
    drop(house);

    // Games without draws give their reason.
    let house = House::open().await;
    let (mut ann, _bo, _) = two(&house, json!({ "game": "coexistence" })).await;
    let code = ann.refusal("offer_draw", &json!({})).await;
    assert!(code.starts_with("action/"), "{code}");
}

/// Both ask at once: the second offer is the answer to the first.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn crossing_offers_agree() {
    let house = House::open().await;
    let (mut ann, mut bo, _) = two(&house, json!({ "game": "marelles" })).await;
    ann.act("offer_draw", &json!({})).await;
    let answer = bo.act("offer_draw", &json!({})).await;
    assert_eq!(answer["type"], "update", "{answer}");
    ann.news().await;
    assert_eq!(ann.outcome["kind"], "draw");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn resigning() {
    let house = House::open().await;
    let (mut ann, mut bo, _) = two(&house, json!({ "game": "marelles" })).await;
    // Also when it is the other's turn.
    let answer = bo.act("resign", &json!({})).await;
    assert_eq!(answer["outcome"]["winner"], 0);
    ann.news().await;
    assert_eq!(ann.outcome["reason"], "ran_away");
    assert_eq!(bo.refusal("resign", &json!({})).await, "action/over");
    bo.socket
        .until(|frame| frame["table"]["status"] == "over")
        .await;
    let record = house.get(None, "/api/v1/players/bo").await.json();
    let row = &record["records"][0];
    assert_eq!((&row["ran_away"], &row["losses"]), (&json!(0), &json!(1)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn talking() {
    let house = House::open().await;
    let (mut ann, mut bo, _) = two(&house, json!({ "game": "marelles" })).await;
    let mut eve = spectator(&house, &ann.id).await;
    for (said, heard) in [
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        (
            "  <img src=x onerror=alert(1)>\u{7}  ",
            "<img src=x onerror=alert(1)>",
        ),
        (
            "Scunthorpe scrap assassin 王",
            "Scunthorpe scrap assassin 王",
        ),
    ] {
        assert_eq!(
            ann.act("say", &json!({ "text": said })).await["type"],
            "done"
        );
        for player in [&mut ann, &mut bo, &mut eve] {
            let line = player.socket.next("chat").await["line"].clone();
            assert_eq!(line["text"], heard);
            assert_eq!((&line["name"], &line["seat"]), (&json!("Ann"), &json!(0)));
        }
    }
    bo.act("say", &json!({ "text": "SHIT happens" })).await;
    let line = ann.socket.next("chat").await["line"].clone();
    assert_ne!(line["text"], "SHIT happens");
    assert!(
        line["text"].as_str().unwrap().ends_with("happens"),
        "{line}"
    );

    assert_eq!(
        bo.refusal("say", &json!({ "text": "  \n " })).await,
        "chat/empty"
    );
    let long = "x".repeat(301);
    assert_eq!(
        bo.refusal("say", &json!({ "text": long })).await,
        "chat/too_long"
    );
    assert_eq!(
        eve.refusal("say", &json!({ "text": "hi" })).await,
        "people/sign_in"
    );
    let (_, mut carol) = house.enter("Carol").await;
    let say = ann.command("say", &json!({ "text": "hi" }));
    assert_eq!(carol.refusal(say).await, "chat/not_seated");

    // Faster than a person speaks.
    let mut codes = Vec::new();
    for _ in 0..12 {
        let command = bo.command("say", &json!({ "text": "spam" }));
        codes.push(bo.socket.ask(command).await["code"].clone());
    }
    assert!(codes.contains(&json!("chat/too_fast")), "{codes:?}");

    // Whoever comes later reads what was said.
    let late = spectator(&house, &ann.id).await;
    let snapshot: Value = serde_json::from_str(late.socket.heard.last().unwrap()).unwrap();
    assert_eq!(snapshot["chat"][0]["text"], "<script>alert(1)</script>");
    assert_eq!(snapshot["chat"][0]["seq"], 1);
}

/// A bot plays on for somebody who has gone, in games of three and more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_leavers_seat_goes_to_a_bot() {
    let house = House::with(|config| config.grace_ms = 2000).await;
    let (person, mut socket) = house.enter("Ann").await;
    let create = json!({ "type": "create_table", "game": "obliteration", "seats": 3,
        "options": { "columns": 8, "rows": 8, "turn_limit": 50 } });
    let id = socket.table(create).await["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let (other, mut waiting) = house.enter("Bo").await;
    waiting.table(json!({ "type": "join", "table": id })).await;
    let carol = seat(&house, "Carol", &id).await;
    let bo = Player::open(Some(other), waiting, &id).await;
    let ann = Player::open(Some(person), socket, &id).await;
    let mut players = [ann, bo, carol];
    play_on(&mut players, &mut Choice::new(1), 3).await;
    let [mut ann, mut bo, carol] = players;

    let take = json!({ "seat": 2, "level": "beginner" });
    assert_eq!(
        ann.refusal("bot_take_over", &take).await,
        "table/still_here"
    );
    let person = carol.person.clone();
    drop(carol);
    assert_eq!(
        ann.refusal("bot_take_over", &take).await,
        "table/still_here"
    );
    let own = json!({ "seat": 7, "level": "beginner" });
    assert_eq!(ann.refusal("bot_take_over", &own).await, "table/no_seat");
    let begun = Instant::now();
    let answer = loop {
        let answer = ann.act("bot_take_over", &take).await;
        if answer["code"] != "table/still_here" || begun.elapsed() > PATIENCE {
            break answer;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert_eq!(answer["type"], "done", "{answer}");
    assert_eq!(answer["table"]["seats"][2]["bot"], "beginner");
    assert_eq!(answer["table"]["seats"][2]["left"], true);

    while !ann.is_over() {
        for player in [&mut ann, &mut bo] {
            if player.may_act() {
                let action = player.legal[0].clone();
                player.play(&action).await;
            }
        }
        let most = ann.seq.max(bo.seq);
        ann.follow(most).await;
        bo.follow(most).await;
        if !ann.is_over() && !ann.may_act() && !bo.may_act() {
            ann.news().await;
            bo.follow(ann.seq).await;
        }
    }
    assert!(ann.seq > 3 && ann.seq <= 50);
    // Whoever left watches now, and has run away in the books.
    let socket = house.socket(person.as_ref().unwrap()).await;
    let late = Player::open(person, socket, &ann.id).await;
    assert_eq!(late.seat, None);
    ann.socket
        .until(|frame| frame["table"]["status"] == "over")
        .await;
    let record = house.get(None, "/api/v1/players/carol").await.json();
    assert_eq!(record["records"][0]["ran_away"], 1, "{record}");
}
