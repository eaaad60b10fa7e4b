//! Names, passwords and seats belong to whoever has them, at every door.

use serde_json::json;

use crate::support::{House, Person, eventually, two};

async fn protect(house: &House, name: &str, password: &str) {
    let person = house.person(name).await;
    let set = json!({ "new": password });
    let answer = house.post(Some(&person), "/api/v1/me/password", &set).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
}

async fn sign_in(house: &House, name: &str, password: &str) -> crate::support::Answer {
    let body = json!({ "name": name, "password": password, "bearer": true });
    house.post(None, "/api/v1/session", &body).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_limit_for_all_doors() {
    let house = House::with(|config| config.sign_ins_per_minute = 4).await;
    house.person("Ann").await;
    let mut terminal = house.text(house.terminal()).await;
    terminal.type_line("name Bo").await;
    terminal.until("Welcome, Bo").await;
    let mut marelles = house.text(house.marelles()).await;
    marelles.type_line("[guest]Cy").await;
    marelles.until("[guest]Cy\n").await;
    let mut frames = house.text(house.coexistence()).await;
    frames.until("Guest").await;

    let di = json!({ "name": "Di" });
    let refused = house.post(None, "/api/v1/session", &di).await;
    assert_eq!(refused.code(), "server/too_fast");
    let mut terminal = house.text(house.terminal()).await;
    terminal.type_line("name Di").await;
    terminal.until("(server/too_fast)").await;
    let mut marelles = house.text(house.marelles()).await;
    marelles.type_line("[guest]Di").await;
    marelles.until("[error]full\n").await;
    let mut frames = house.text(house.coexistence()).await;
    frames.until("TOO FAST").await;
    let seen = house.get(None, "/api/v1/players/Di").await;
    assert_eq!(seen.code(), "people/unknown");
    assert!(crate::logs::all().contains("too many sign-ins from one address"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guessing_takes_longer_and_longer_and_is_logged() {
    let house = House::open().await;
    protect(&house, "Guessed Ann", "correct horse").await;
    let mut codes = Vec::new();
    for guess in 0..8 {
        let answer = sign_in(&house, "Guessed Ann", &format!("secret guess {guess}")).await;
        codes.push(answer.code());
    }
    assert_eq!(codes[..5], vec!["people/wrong_password"; 5]);
    assert_eq!(codes[6..], vec!["people/too_many_guesses"; 2]);
    // Not even the right one is looked at now, and another door is no way round.
    let refused = sign_in(&house, "guessed ann", "correct horse").await;
    assert_eq!(
        (refused.status, refused.code().as_str()),
        (429, "people/too_many_guesses")
    );
    let mut line = house.text(house.terminal()).await;
    line.type_line("name Guessed Ann").await;
    line.type_line("correct horse").await;
    line.until("(people/too_many_guesses)").await;
    eventually("the owner gets in after a while", async || {
        sign_in(&house, "Guessed Ann", "correct horse").await.status == 200
    })
    .await;
    let log = crate::logs::all();
    let lines = log.lines().filter(|line| line.contains("wrong password"));
    assert!(lines.filter(|line| line.contains("Guessed Ann")).count() >= 5);
    assert!(!log.contains("secret guess"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn passwords_are_worth_having() {
    let house = House::open().await;
    let ann = house.person("Ann").await;
    for bad in ["seven77", "password1", "12345678", "ann12345"] {
        let set = json!({ "new": bad });
        let answer = house.post(Some(&ann), "/api/v1/me/password", &set).await;
        assert_eq!(answer.code(), "people/password", "{bad}");
    }
}

/// Nobody takes the seat of somebody on the frames' port by their name.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guest_without_a_name_keeps_the_seat() {
    let house = House::open().await;
    let mut one = house.text(house.coexistence()).await;
    one.until("Waiting").await;
    let _other = house.text(house.coexistence()).await;
    let seats = async || {
        let list = house.get(None, "/api/v1/tables").await.json();
        let running = list["tables"][0]["status"] == "running";
        let names = list["tables"][0]["seats"].as_array().cloned();
        running.then(|| names.unwrap_or_default())
    };
    eventually("a match", async || seats().await.is_some()).await;
    for seat in seats().await.unwrap() {
        let body = json!({ "name": seat["name"] });
        let taken = house.post(None, "/api/v1/session", &body).await;
        assert_eq!(taken.code(), "people/name_taken", "{seat}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_with_a_running_match_is_never_free() {
    let house = House::open().await;
    let (ann, _bo, _) = two(&house, json!({ "game": "marelles" })).await;
    let person = ann.person.clone().unwrap();
    let left = house.delete(Some(&person), "/api/v1/session").await;
    assert_eq!(left.status, 200);
    let body = json!({ "name": person.name });
    let taken = house.post(None, "/api/v1/session", &body).await;
    assert_eq!(taken.code(), "people/name_taken");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sign_ins_do_not_pile_up() {
    let house = House::with(|config| config.sessions_per_player = 3).await;
    protect(&house, "Ann", "correct horse").await;
    let mut tokens = Vec::new();
    for _ in 0..5 {
        let answer = sign_in(&house, "Ann", "correct horse").await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        tokens.push(Person {
            name: "Ann".to_owned(),
            token: answer.json()["token"].as_str().unwrap().to_owned(),
        });
    }
    let mut known = Vec::new();
    for person in &tokens {
        let you = house.get(Some(person), "/api/v1/session").await.json();
        known.push(you["name"] == "Ann");
    }
    assert_eq!(known, [false, false, true, true, true]);
    // Tokens that were made on purpose are not pushed out by others of their kind.
    let last = tokens.last().unwrap();
    let mut made = Vec::new();
    for _ in 0..4 {
        let label = json!({ "label": "robot" });
        made.push(house.post(Some(last), "/api/v1/me/tokens", &label).await);
    }
    assert!(made.iter().all(|answer| answer.status != 201));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_person_on_the_same_socket_sees_nothing_of_the_first() {
    let house = House::open().await;
    let (mut ann, mut bo, _) = two(&house, json!({ "game": "mars" })).await;
    let id = ann.id.clone();
    let cy = house.person("Cy").await;
    ann.socket
        .say(&json!({ "type": "login", "token": cy.token }))
        .await;
    let welcome = ann.socket.next("welcome").await;
    assert_eq!(welcome["you"]["name"], "Cy");
    ann.socket.forget().await;
    // Mars hides what others plan: whatever Bo does now is news for Ann's seat, and she is gone.
    bo.socket
        .ask(json!({ "type": "say", "match": id, "text": "hello" }))
        .await;
    assert!(
        ann.socket
            .nothing(|frame| frame["match"] == id.as_str())
            .await
    );
    let play = json!({ "type": "resign", "match": id });
    assert_eq!(ann.socket.refusal(play).await, "match/not_seated");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_terminal_comes_back_with_its_key() {
    let house = House::open().await;
    let mut line = house.text(house.terminal()).await;
    line.type_line("name Ann").await;
    line.until("If the line breaks in a match: ").await;
    let back = line.line().await;
    line.type_line("new marelles bots=1").await;
    line.until("your move> ").await;
    drop(line);
    let mut thief = house.text(house.terminal()).await;
    thief.type_line("name Ann").await;
    thief.until("(people/name_taken)").await;
    thief.type_line("back abcdefghijkmnpqrstuv").await;
    thief.until("(people/bad_token)").await;
    let mut line = house.text(house.terminal()).await;
    line.type_line(&back).await;
    line.until("Welcome, Ann").await;
    line.type_line("list").await;
    line.until("running").await;
}

/// A password typed behind the name does not become part of a name that everybody sees.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_password_is_asked_for_on_a_line_of_its_own() {
    let house = House::open().await;
    protect(&house, "Ann Lee", "correct horse battery").await;
    let mut line = house.text(house.terminal()).await;
    line.type_line("name Ann Lee correct horse battery").await;
    line.until("Ann Lee has a password: type 'name Ann Lee'")
        .await;
    let name = "Ann%20Lee%20correct%20horse%20battery";
    let seen = house.get(None, &format!("/api/v1/players/{name}")).await;
    assert_eq!(seen.code(), "people/unknown");
    line.type_line("name Ann Lee").await;
    line.until("Type it on a line of its own").await;
    line.type_line("correct horse battery").await;
    let said = line.until("Welcome, Ann Lee").await;
    assert!(!said.contains("correct horse"), "{said}");
    assert!(!crate::logs::all().contains("correct horse battery"));
}
