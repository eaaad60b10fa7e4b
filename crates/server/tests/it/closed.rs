//! A house that is not open to everybody.

use serde_json::{Value, json};

use crate::operators::{act, done, operator, secured};
use crate::support::{Answer, House, Person};

pub async fn come(house: &House, name: &str, invite: Option<&str>) -> Answer {
    let body = json!({ "name": name, "invite": invite, "bearer": true });
    house.post(None, "/api/v1/session", &body).await
}

/// The first operator of a closed house comes in by the link of the first start.
pub async fn first(house: &House) -> Person {
    let code = house.operator_code().to_owned();
    let body = json!({ "name": "Olga", "bearer": true, "password": "a long way to Tipperary", "invite": code });
    let entered = house.post(None, "/api/v1/session", &body).await;
    assert_eq!(entered.status, 200, "{}", entered.text);
    let olga = Person {
        name: "Olga".to_owned(),
        token: entered.json()["token"].as_str().unwrap().to_owned(),
    };
    let claim = json!({ "code": code });
    let claimed = house.post(Some(&olga), "/api/v1/admin/claim", &claim).await;
    assert_eq!(claimed.status, 200, "{}", claimed.text);
    olga
}

pub fn code_of(made: &Value) -> String {
    let path = made["path"].as_str().unwrap();
    path.split_once('#').unwrap().1.to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn by_invitation() {
    let mut house = House::with(|config| config.sign_up = "invited".into()).await;
    let refused = come(&house, "Ann", None).await;
    assert_eq!(
        (refused.status, refused.code().as_str()),
        (403, "people/closed")
    );
    assert_eq!(
        come(&house, "Ann", Some("nonsense")).await.code(),
        "people/invite"
    );
    let olga = first(&house).await;
    // The link of the first start is used up, also as an invitation.
    let made = done(
        &house,
        &olga,
        json!({ "act": "invite", "label": "Thursday", "uses": 2 }),
    )
    .await;
    let code = code_of(&made);
    assert_eq!(come(&house, "Ann", Some(&code)).await.status, 200);
    // A name that somebody has costs nobody's place.
    assert_eq!(
        come(&house, "Ann", Some(&code)).await.code(),
        "people/name_taken"
    );
    let left = done(&house, &olga, json!({ "act": "invites" })).await;
    assert_eq!(left["invites"][0]["uses_left"], 1, "{left}");
    assert!(!left.to_string().contains(&code), "shown once");
    assert_eq!(come(&house, "Bo", Some(&code)).await.status, 200);
    assert_eq!(
        come(&house, "Cy", Some(&code)).await.code(),
        "people/invite"
    );
    // Withdrawn, it lets nobody in.
    let made = done(&house, &olga, json!({ "act": "invite" })).await;
    done(
        &house,
        &olga,
        json!({ "act": "uninvite", "invite": made["invite"] }),
    )
    .await;
    assert_eq!(
        come(&house, "Cy", Some(&code_of(&made))).await.code(),
        "people/invite"
    );
    let silly = json!({ "act": "invite", "uses": 0 });
    assert_eq!(act(&house, &olga, silly).await.code(), "request/malformed");
    // Text ports are doors like any other.
    let mut line = house.text(house.terminal()).await;
    line.until("name").await;
    line.type_line("name Zed").await;
    line.until("invitation").await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_class_comes_in_by_cards() {
    let house = House::with(|config| config.sign_up = "operator".into()).await;
    let olga = first(&house).await;
    let group = json!({ "act": "make_group", "name": "Class 5b", "leader": "Olga" });
    let group = done(&house, &olga, group).await;
    let id = group["group"].as_str().unwrap();
    let cards = format!("/api/v1/groups/{id}/cards");
    let names: Vec<String> = (1..=30).map(|n| format!("Pupil {n}")).collect();
    let made = house
        .post(Some(&olga), &cards, &json!({ "names": names }))
        .await;
    assert_eq!(made.status, 200, "{}", made.text);
    let made = made.json();
    assert_eq!(made["cards"].as_array().unwrap().len(), 30);
    let code = made["cards"][0]["code"].as_str().unwrap().to_owned();
    let tap = async |code: &str| {
        let body = json!({ "code": code, "bearer": true });
        house.post(None, "/api/v1/session/link", &body).await
    };
    // A card works again and again.
    for _ in 0..3 {
        let entered = tap(&code).await;
        assert_eq!(entered.json()["you"]["name"], "Pupil 1", "{}", entered.text);
    }
    // Nobody else comes in under the name, also not when it rests.
    assert_eq!(come(&house, "Pupil 1", None).await.status, 403);
    let token = tap(&code).await.json()["token"]
        .as_str()
        .unwrap()
        .to_owned();
    let pupil = Person {
        name: "Pupil 1".to_owned(),
        token,
    };
    let refused = house
        .post(Some(&pupil), &cards, &json!({ "names": ["Zoe"] }))
        .await;
    assert_eq!(refused.code(), "group/unknown");
    // A lost card is replaced, and is void from then on.
    let again = house
        .post(
            Some(&olga),
            &cards,
            &json!({ "names": ["Pupil 1", "Olga"] }),
        )
        .await;
    let again = again.json();
    assert_eq!(again["cards"][1]["code"], Value::Null);
    assert!(
        again["cards"][1]["refused"]
            .as_str()
            .unwrap()
            .contains("somebody else")
    );
    assert_eq!(tap(&code).await.code(), "people/link");
    assert_eq!(
        house.get(Some(&pupil), "/api/v1/me/games").await.status,
        401
    );
    assert_eq!(
        tap(again["cards"][0]["code"].as_str().unwrap())
            .await
            .status,
        200
    );
    let own = house.get(Some(&olga), "/api/v1/me/groups").await.json();
    assert_eq!(own["groups"][0]["members"].as_array().unwrap().len(), 30);
    let many: Vec<String> = (0..61).map(|n| format!("Many {n}")).collect();
    let refused = house
        .post(Some(&olga), &cards, &json!({ "names": many }))
        .await;
    assert_eq!(refused.code(), "group/too_many");
    done(&house, &olga, json!({ "act": "drop_group", "group": id })).await;
    let gone = house
        .post(Some(&olga), &cards, &json!({ "names": ["Zoe"] }))
        .await;
    assert_eq!(gone.code(), "group/unknown");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_leader_removes_a_member() {
    let house = House::with(|config| config.sign_up = "operator".into()).await;
    let olga = first(&house).await;
    let group = json!({ "act": "make_group", "name": "Class 5b", "leader": "Olga" });
    let group = done(&house, &olga, group).await;
    let group = format!("/api/v1/groups/{}", group["group"].as_str().unwrap());
    let names = json!({ "names": ["Pia", "Quin Ö", "Rea"] });
    let made = house
        .post(Some(&olga), &format!("{group}/cards"), &names)
        .await
        .json();
    let mut people = Vec::new();
    for card in made["cards"].as_array().unwrap() {
        let body = json!({ "code": card["code"], "bearer": true });
        let entered = house.post(None, "/api/v1/session/link", &body).await.json();
        let token = entered["token"].as_str().unwrap().to_owned();
        let name = card["name"].as_str().unwrap().to_owned();
        people.push((Person { name, token }, card["code"].clone()));
    }
    let [(pia, _), (quin, card), (rea, _)] = &people[..] else {
        panic!("{made}");
    };
    // Only its leader may, and only those who belong to it can be removed.
    let of = |name: &str| format!("{group}/members/{name}");
    let refused = house.delete(Some(pia), &of("Rea")).await;
    assert_eq!(refused.code(), "group/unknown");
    for nobody in ["Olga", "Zoe", "%00"] {
        let refused = house.delete(Some(&olga), &of(nobody)).await;
        assert_eq!(refused.code(), "people/unknown", "{nobody}");
    }
    // Whoever has only the card is out, with every session, and the card lets nobody in.
    let removed = house.delete(Some(&olga), &of("quin%20%C3%B6")).await;
    assert_eq!(removed.status, 204, "{}", removed.text);
    assert_eq!(house.get(Some(quin), "/api/v1/me/games").await.status, 401);
    let body = json!({ "code": card, "bearer": true });
    let again = house.post(None, "/api/v1/session/link", &body).await;
    assert_eq!(again.code(), "people/link");
    let twice = house.delete(Some(&olga), &of("Quin%20%C3%96")).await;
    assert_eq!(twice.code(), "people/unknown");
    // Whoever keeps the name by a password stays.
    let password = json!({ "new": "a long way to Tipperary" });
    let kept = house
        .post(Some(rea), "/api/v1/me/password", &password)
        .await;
    assert_eq!(kept.status, 200, "{}", kept.text);
    let enter = json!({ "name": "Rea", "password": "a long way to Tipperary", "bearer": true });
    let entered = house.post(None, "/api/v1/session", &enter).await.json();
    let rea = Person {
        name: "Rea".to_owned(),
        token: entered["token"].as_str().unwrap().to_owned(),
    };
    let removed = house.delete(Some(&olga), &of("Rea")).await;
    assert_eq!(removed.status, 204, "{}", removed.text);
    assert_eq!(house.get(Some(&rea), "/api/v1/me/games").await.status, 200);
    let own = house.get(Some(&olga), "/api/v1/me/groups").await.json();
    let left = own["groups"][0]["members"].as_array().unwrap();
    assert_eq!(left.len(), 1, "{own}");
    let acts = done(&house, &olga, json!({ "act": "audit" })).await;
    let acts = acts.to_string();
    assert!(
        acts.contains("remove_member") && acts.contains("Quin Ö"),
        "{acts}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_leader_has_a_password() {
    let house = House::open().await;
    let olga = operator(&house).await;
    house.person("Bo").await;
    let group = json!({ "act": "make_group", "name": "Club", "leader": "Bo" });
    assert_eq!(
        act(&house, &olga, group).await.code(),
        "people/password_needed"
    );
    secured(&house, "Cy").await;
    let group = json!({ "act": "make_group", "name": "Club", "leader": "Cy" });
    done(&house, &olga, group).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_house_presents_itself() {
    let folder = tempfile::tempdir().unwrap();
    let logo = folder.path().join("logo.svg");
    std::fs::write(&logo, "<svg xmlns=\"http://www.w3.org/2000/svg\"/>").unwrap();
    let house = House::with(|config| {
        config.house_name = Some("Chess club".into());
        config.announcement = Some("Thursday at seven".into());
        config.house_colour = Some("#203050".into());
        config.house_logo = Some(logo.display().to_string());
    })
    .await;
    let told = house.get(None, "/api/v1/house").await.json();
    assert_eq!(told["name"], "Chess club");
    assert_eq!(told["announcement"], "Thursday at seven");
    assert_eq!(
        (&told["colour"], &told["logo"]),
        (&json!("#203050"), &json!(true))
    );
    assert_eq!(told["sign_up"], "open");
    let picture = house.get(None, "/api/v1/house/logo").await;
    assert!(picture.text.contains("<svg"), "{}", picture.text);
    let plain = House::open().await;
    assert_eq!(plain.get(None, "/api/v1/house/logo").await.status, 404);
}
