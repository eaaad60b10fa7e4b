//! Links that unfold: words in the page's head and a picture, and nothing in them that the link's
//! reader may not see. Needs the page (`make web`).

use serde_json::json;

use crate::support::{Answer, Choice, House, play_on, raw_request, two_named};

/// The page or a picture, as a program fetches it that unfolds links.
async fn fetch(house: &House, path: &str, language: &str) -> Answer {
    let address = house.address();
    let request = format!(
        "GET {path} HTTP/1.1\r\nhost: {address}\r\naccept-language: {language}\r\nconnection: close\r\n\r\n"
    );
    raw_request(address, request.as_bytes()).await
}

/// The value of a tag such as `og:title`.
fn tag(page: &Answer, name: &str) -> String {
    let from = format!("property=\"{name}\" content=\"");
    let found = page.text.split_once(&from);
    let (_, rest) = found.unwrap_or_else(|| panic!("{name} in {}", page.text));
    rest.split_once('"').unwrap().0.to_owned()
}

/// What the link's picture shows.
async fn picture(house: &House, page: &Answer) -> String {
    let picture = tag(page, "og:image").replace("&amp;", "&");
    let origin = format!("http://{}", house.address());
    let path = picture.strip_prefix(&origin).unwrap();
    let answer = fetch(house, path, "en").await;
    assert_eq!(answer.status, 200, "{path}");
    assert_eq!(answer.header("content-type"), Some("image/png"));
    assert!(answer.text.contains("PNG") && answer.text.len() > 10_000);
    answer.text
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_house_and_its_games_unfold() {
    let house = House::open().await;
    for (path, language, title) in [
        ("/", "en", "Parlor"),
        ("/rules/mars", "en-GB,en;q=0.9", "Operation Mars · Parlor"),
        ("/new/risk", "zh-CN", "大战役 · Parlor"),
        ("/rules/nothing", "en", "Parlor"),
        ("/t/nothing", "en", "Parlor"),
        ("/t/aaaaaaaaaaaa", "en", "Parlor"),
    ] {
        let page = fetch(&house, path, language).await;
        assert_eq!(page.status, 200, "{path}");
        assert_eq!(tag(&page, "og:title"), title, "{path}");
        assert!(page.text.contains("summary_large_image"));
        picture(&house, &page).await;
    }
    for (path, code) in [
        ("/cards/game/nothing.png", "table/unknown_game"),
        ("/cards/game/mars", "table/unknown_game"),
        ("/cards/t/aaaaaaaaaaaa.png", "table/unknown"),
        ("/cards/t/x.png", "table/unknown"),
        ("/cards/t/%22%3E.png", "table/unknown"),
    ] {
        assert_eq!(fetch(&house, path, "en").await.code(), code, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_unfolds_from_the_invitation_to_the_result() {
    let house = House::open().await;
    let carol = house.person("carol").await;
    let new = json!({ "game": "marelles", "name": "\"><script>" });
    let open = house.post(Some(&carol), "/api/v1/tables", &new).await;
    let path = format!("/t/{}", open.json()["id"].as_str().unwrap());
    let page = fetch(&house, &path, "en").await;
    assert_eq!(tag(&page, "og:title"), "carol invites you to Marelles");
    assert!(tag(&page, "og:description").starts_with("One seat is free."));
    assert!(!page.text.contains("\"><script>"));
    let page = fetch(&house, &path, "zh-CN,zh;q=0.9").await;
    assert_eq!(tag(&page, "og:title"), "carol 邀请你来玩九子棋");
    let invitation = picture(&house, &page).await;

    let new = json!({ "game": "marelles" });
    let (ann, bo, table) = two_named(&house, ["ann", "bo"], new).await;
    let path = format!("/t/{}", table["id"].as_str().unwrap());
    let page = fetch(&house, &path, "en").await;
    let title = tag(&page, "og:title");
    assert!(
        ["ann – bo · Marelles", "bo – ann · Marelles"].contains(&&*title),
        "{title}"
    );
    let begun = picture(&house, &page).await;
    assert_ne!(begun, invitation);
    let mut players = [ann, bo];
    play_on(&mut players, &mut Choice::new(1), 6).await;
    // Positions are kept for two seconds, for all who look.
    tokio::time::sleep(std::time::Duration::from_millis(2100)).await;
    assert_ne!(
        picture(&house, &page).await,
        begun,
        "the board is the present one"
    );
    players[0].act("resign", &json!({})).await;
    tokio::time::sleep(std::time::Duration::from_millis(2100)).await;
    let page = fetch(&house, &path, "en").await;
    assert_eq!(tag(&page, "og:title"), "bo won · Marelles");
    picture(&house, &page).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_table_says_nothing_without_its_secret() {
    let house = House::open().await;
    let ann = house.person("ann").await;
    let new = json!({ "game": "marelles", "private": true, "bots": ["beginner"] });
    let table = house.post(Some(&ann), "/api/v1/tables", &new).await.json();
    let (id, invite) = (
        table["id"].as_str().unwrap(),
        table["invite"].as_str().unwrap(),
    );
    let unknown = fetch(&house, "/t/aaaaaaaaaaaa", "en").await;
    for link in [format!("/t/{id}"), format!("/t/{id}?invite=wrong")] {
        let page = fetch(&house, &link, "en").await;
        let plain = page.text.replace(id, "aaaaaaaaaaaa");
        assert_eq!(plain, unknown.text, "as if there were nothing");
    }
    for link in [
        format!("/cards/t/{id}.png"),
        format!("/cards/t/{id}.png?invite=wrong"),
    ] {
        assert_eq!(fetch(&house, &link, "en").await.code(), "table/private");
    }
    let page = fetch(&house, &format!("/t/{id}?invite={invite}"), "en").await;
    assert_eq!(tag(&page, "og:title"), "ann – the computer · Marelles");
    picture(&house, &page).await;
}

/// What nobody but a player may see is on no picture, whoever fetches it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_shows_what_spectators_see() {
    let house = House::open().await;
    let (ann, bo, table) = two_named(&house, ["ann", "bo"], json!({ "game": "mars" })).await;
    let path = format!("/cards/t/{}.png", table["id"].as_str().unwrap());
    let anybody = fetch(&house, &path, "en").await.text;
    for player in [&ann, &bo] {
        let own = house.get(player.person.as_ref(), &path).await;
        assert_eq!(own.text, anybody);
    }
    let closed = json!({ "game": "mars", "watch": "off" });
    let (_carol, _dan, table) = two_named(&house, ["carol", "dan"], closed).await;
    let path = format!("/t/{}", table["id"].as_str().unwrap());
    let page = fetch(&house, &path, "en").await;
    assert_ne!(
        picture(&house, &page).await,
        anybody,
        "the game's own picture, no position"
    );
}
