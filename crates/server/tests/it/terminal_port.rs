//! The lobby for terminals.

use crate::support::{House, Text};

async fn enter(house: &House, name: &str) -> Text {
    let mut line = house.text(house.terminal()).await;
    line.until("Tell me your name").await;
    line.type_line(&format!("name {name}")).await;
    line.until(&format!("Welcome, {name}")).await;
    line
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_terminals_play_a_short_match() {
    let house = House::open().await;
    let mut ann = enter(&house, "Ann").await;
    let mut bo = enter(&house, "Bo").await;
    ann.type_line("new marelles max_plies=18").await;
    let said = ann.until("Others join with: sit ").await;
    assert!(said.contains("marelles"));
    let invitation = ann.line().await;
    bo.type_line("list").await;
    let table = invitation.split(' ').next().unwrap();
    bo.until(table).await;
    bo.type_line(&format!("sit {invitation}")).await;
    ann.until("You have seat 1 of Ann, Bo.").await;
    bo.until("You have seat 2 of Ann, Bo.").await;
    ann.until("your move> ").await;
    bo.type_line("A1").await;
    bo.until("(action/wait)").await;
    ann.type_line("legal").await;
    ann.until("A1").await;
    ann.type_line("odds A1").await;
    ann.until("A quiet move").await;
    bo.type_line("odds A1").await;
    bo.until("(wait)").await;
    ann.type_line("say good luck").await;
    bo.until("Ann: good luck").await;
    // All stones without a mill; then the limit of plies is reached.
    let black = ["A1", "A4", "B2", "B6", "C3", "C5", "D1", "E4", "F4"];
    let white = ["A7", "B4", "C4", "D2", "F6", "G1", "E3", "D5", "G4"];
    for (first, second) in black.iter().zip(white) {
        ann.type_line(first).await;
        bo.until(&format!("Ann places a stone on {first}")).await;
        bo.until("your move> ").await;
        bo.type_line(second).await;
        ann.until(&format!("Bo places a stone on {second}")).await;
    }
    ann.until("The match is over").await;
    bo.until("The match is over").await;
    ann.type_line("quit").await;
    ann.until("Goodbye.").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn against_a_bot() {
    let house = House::open().await;
    let mut ann = enter(&house, "Ann").await;
    for (typed, said) in [
        ("help", "new GAME"),
        ("games", "marelles"),
        ("options marelles", "max_plies"),
        ("new chess", "table/unknown_game"),
        ("new marelles removal=sometimes", "table/option"),
        ("new marelles what", "NAME=VALUE"),
        ("new marelles bots=1 level=god", "table/bot_level"),
        ("dance", "I do not know that"),
    ] {
        ann.type_line(typed).await;
        ann.until(said).await;
    }
    ann.type_line("new marelles bots=1 level=Classic").await;
    ann.until("your move> ").await;
    ann.type_line("unicode").await;
    ann.type_line("A1").await;
    ann.until("Bot 2 (classic) places").await;
    ann.type_line("log").await;
    ann.until("  2. ").await;
    ann.type_line("undo").await;
    ann.until("Ann took back to move 0").await;
    ann.type_line("A9").await;
    ann.until("(action/").await;
    ann.type_line("resign").await;
    ann.until("The match is over: Bot 2 wins").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_are_asked_for_and_kept() {
    let house = House::open().await;
    let mut line = house.text(house.terminal()).await;
    line.type_line("new marelles").await;
    line.until("Tell me your name first").await;
    line.type_line("name \u{1}").await;
    line.until("(people/name)").await;
    let _ann = enter(&house, "Ann").await;
    line.type_line("name ANN").await;
    line.until("(people/name_taken)").await;
    // A spectator sees the match and cannot play.
    line.type_line("name Eve").await;
    line.until("Welcome, Eve").await;
    let (player, _other, _) = crate::support::two_named(
        &house,
        ["Cid", "Dan"],
        serde_json::json!({ "game": "marelles" }),
    )
    .await;
    line.type_line(&format!("watch {}", player.id)).await;
    line.until("You watch Cid, Dan.").await;
    line.type_line("A1").await;
    line.until("(match/not_seated)").await;
}

/// News come on lines of their own, and there is one prompt at the end, whenever answers arrive.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_prompt() {
    let house = House::open().await;
    let mut ann = enter(&house, "Ann").await;
    let mut bo = enter(&house, "Bo").await;
    for line in [&mut ann, &mut bo] {
        assert!(line.until("> ").await.ends_with("what is going on.\n> "));
    }
    ann.type_line("new marelles").await;
    let said = ann.until("> ").await;
    assert_eq!(said.matches("Ann's Marelles").count(), 1, "{said}");
    let invitation = said.split("Others join with: ").nth(1).unwrap();
    let invitation = invitation.lines().next().unwrap().to_owned();
    assert!(ann.is_silent().await);
    bo.type_line(&invitation).await;
    let said = bo.until("\n> ").await;
    assert!(said.contains("You have seat 2 of Ann, Bo."), "{said}");
    assert!(bo.is_silent().await);
    // The other one had a prompt on the screen: a new line first.
    let said = ann.until("your move> ").await;
    assert!(
        said.starts_with('\n') && said.contains("You have seat 1"),
        "{said}"
    );
    assert_eq!(said.matches("> ").count(), 1, "{said}");

    ann.type_line("A1").await;
    let said = ann.until("> ").await;
    assert!(said.starts_with("Ann places a stone on A1"), "{said}");
    assert!(ann.is_silent().await);
    let said = bo.until("your move> ").await;
    assert!(said.starts_with("\nAnn places a stone on A1"), "{said}");
    bo.type_line("A1").await;
    let said = bo.until("> ").await;
    assert!(
        said.contains("(action/") && said.ends_with(")\nyour move> "),
        "{said}"
    );
    ann.type_line("say hello").await;
    assert_eq!(ann.until("> ").await, "Ann: hello\n> ");
    assert_eq!(bo.until("your move> ").await, "\nAnn: hello\nyour move> ");
    ann.type_line("").await;
    assert_eq!(ann.until("> ").await, "> ");
    for line in [&mut ann, &mut bo] {
        assert!(line.is_silent().await);
    }
}

/// Two at one table, from terminals; what the first is to type to come to it again.
async fn table_of_two(house: &House, options: &str) -> (Text, Text, String) {
    let mut ann = enter(house, "Ann").await;
    let mut bo = enter(house, "Bo").await;
    ann.type_line(&format!("new marelles {options}")).await;
    ann.until("Others join with: sit ").await;
    let invitation = ann.line().await;
    bo.type_line(&format!("sit {invitation}")).await;
    ann.until("your move> ").await;
    bo.until("You have seat 2").await;
    let id = invitation.split(' ').next().unwrap().to_owned();
    (ann, bo, id)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn offers_are_told_to_their_end() {
    let house = House::open().await;
    let (mut ann, mut bo, id) = table_of_two(&house, "undo=ask").await;
    let mut eve = enter(&house, "Eve").await;
    eve.type_line(&format!("watch {id}")).await;
    eve.until("You watch Ann, Bo.").await;
    ann.type_line("A1").await;
    bo.until("your move> ").await;
    ann.type_line("undo").await;
    ann.until("You ask to take back a move.").await;
    bo.until("Ann asks to take back a move: 'accept' or 'decline'?")
        .await;
    eve.until("Ann asks to take back a move.\n").await;
    bo.type_line("decline").await;
    ann.until("You asked to take back a move: that was declined, or nobody answered.")
        .await;
    bo.until("Ann no longer asks to take back a move.").await;
    // What is accepted says so by what happens.
    ann.type_line("undo").await;
    bo.until("Ann asks to take back").await;
    bo.type_line("accept").await;
    let said = ann.until("your move> ").await;
    assert!(said.contains("took back to move 0"), "{said}");
    assert!(!said.contains("declined"), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ones_own_private_match_is_in_the_list() {
    let house = House::open().await;
    let (mut ann, _bo, id) = table_of_two(&house, "private=yes").await;
    let mut eve = enter(&house, "Eve").await;
    ann.type_line("close").await;
    ann.type_line("list").await;
    ann.until(&id).await;
    eve.type_line("list").await;
    let said = eve.until("> ").await;
    let said = said + &eve.until("No tables are open.").await;
    assert!(!said.contains(&id), "{said}");
    // From the list back to the match.
    ann.type_line(&format!("watch {id}")).await;
    ann.until("You have seat 1 of Ann, Bo.").await;
}

/// The result is in the books a moment after the last move is told.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn again_at_the_very_end() {
    let house = House::open().await;
    let (mut ann, mut bo, _) = table_of_two(&house, "").await;
    for _ in 0..5 {
        ann.type_line("resign").await;
        ann.until("The match is over").await;
        ann.type_line("again").await;
        let said = ann.until("Others join with: sit ").await;
        assert!(!said.contains("(table/not_over)"), "{said}");
        bo.until("The match is over").await;
        bo.type_line("again").await;
        bo.until("You have seat").await;
        ann.until("You have seat").await;
    }
}
