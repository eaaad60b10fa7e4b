//! Puzzles: offered, solved, failed, given up, and what nobody learns before its time.

use parlor_puzzles::{Puzzle, Verdict, collection};
use serde_json::{Value, json};

use crate::operators::{done, operator};
use crate::support::{Answer, House, Person};

async fn next(house: &House, who: Option<&Person>, game: &str) -> Value {
    let wish = json!({ "game": game });
    let answer = house.post(who, "/api/v1/puzzles/next", &wish).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

fn puzzle(posed: &Value) -> &'static Puzzle {
    collection().get(posed["id"].as_str().unwrap()).unwrap()
}

async fn attempt(house: &House, who: Option<&Person>, puzzle: &Puzzle, moves: &[String]) -> Answer {
    let path = format!("/api/v1/puzzles/at/{}/try", puzzle.id);
    house.post(who, &path, &json!({ "moves": moves })).await
}

/// The solver's own moves of the line.
fn solution(puzzle: &Puzzle) -> Vec<String> {
    let walk = puzzle.solution().unwrap();
    let own = walk.steps.iter().filter(|it| it.seat == walk.seat);
    own.map(|it| it.action.clone()).collect()
}

fn wrong(puzzle: &Puzzle) -> Vec<String> {
    let start = puzzle.state().unwrap();
    let seat = start.to_act().first().unwrap();
    let legal = start.legal(seat).actions.to_vec();
    let is_wrong = |it: &String| {
        let walk = puzzle.walk(std::slice::from_ref(it));
        walk.is_ok_and(|walk| walk.verdict == Verdict::Wrong)
    };
    vec![legal.into_iter().find(is_wrong).unwrap()]
}

/// Plays the line move by move, as a page does; the last answer.
async fn solve(house: &House, who: Option<&Person>, puzzle: &Puzzle) -> Value {
    let moves = solution(puzzle);
    let mut last = Value::Null;
    for count in 1..=moves.len() {
        let answer = attempt(house, who, puzzle, &moves[..count]).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        last = answer.json();
        if count < moves.len() {
            assert_eq!(last["verdict"], "right");
            assert_eq!(
                (&last["solution"], &last["outcome"]),
                (&Value::Null, &Value::Null)
            );
        }
    }
    assert_eq!(last["verdict"], "solved");
    last
}

async fn rating(house: &House, who: &Person) -> f64 {
    let all = house.get(Some(who), "/api/v1/puzzles").await.json();
    let games = all["games"].as_array().unwrap();
    let own = games.iter().find(|it| it["game"] == "marelles").unwrap();
    own["rating"].as_f64().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_first_attempt_counts() {
    let house = House::open().await;
    let ann = house.person("Ann").await;
    let posed = next(&house, Some(&ann), "marelles").await;
    assert_eq!(
        (&posed["state"], &posed["rated"]),
        (&json!("open"), &json!(true))
    );
    let same = next(&house, Some(&ann), "marelles").await;
    assert_eq!(same["id"], posed["id"], "it stays until it is answered");
    let first = puzzle(&posed);
    let solved = solve(&house, Some(&ann), first).await;
    assert_eq!(solved["outcome"]["state"], "solved");
    let [before, after] = [0, 1].map(|at| solved["outcome"]["rating"][at].as_f64().unwrap());
    assert!(
        (before - 1500.0).abs() < 0.1 && after > before + 20.0,
        "{after}"
    );
    let again = solve(&house, Some(&ann), first).await;
    assert_eq!(again["outcome"], Value::Null, "once is once");

    let posed = next(&house, Some(&ann), "marelles").await;
    let second = puzzle(&posed);
    assert_ne!(second.id, first.id);
    let failed = attempt(&house, Some(&ann), second, &wrong(second))
        .await
        .json();
    assert_eq!(
        (&failed["verdict"], &failed["solution"]),
        (&json!("wrong"), &Value::Null)
    );
    assert_eq!(failed["outcome"]["state"], "failed");
    let low = rating(&house, &ann).await;
    assert!(low < after);
    let path = "/api/v1/puzzles/history?failures=true";
    let missed = house.get(Some(&ann), path).await.json();
    assert_eq!(missed[0]["id"], second.id.as_str());
    assert!(missed[0]["view"].is_object());
    let later = solve(&house, Some(&ann), second).await;
    assert_eq!(
        later["outcome"],
        json!({ "state": "later", "rating": null })
    );
    assert!((rating(&house, &ann).await - low).abs() < 0.1);
    assert_eq!(house.get(Some(&ann), path).await.json(), json!([]));

    // Another one, picked by its id, was not offered and does not count.
    let other = collection()
        .of("marelles")
        .iter()
        .find(|it| ![&first.id, &second.id].contains(&&it.id));
    let picked = solve(&house, Some(&ann), other.unwrap()).await;
    assert_eq!(picked["outcome"], Value::Null);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hints_cost_half_and_giving_up_all() {
    let house = House::open().await;
    let ann = house.person("Ann").await;
    let first = puzzle(&next(&house, Some(&ann), "marelles").await);
    let hint = format!("/api/v1/puzzles/at/{}/hint", first.id);
    let told = house
        .post(Some(&ann), &hint, &json!({ "moves": [] }))
        .await
        .json();
    let among: Vec<&str> = told["among"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert!(
        among.contains(&solution(first)[0].as_str()) && among.len() > 1,
        "{among:?}"
    );
    let twice = house
        .post(Some(&ann), &hint, &json!({ "moves": [] }))
        .await
        .json();
    assert_eq!(twice, told, "whoever asks twice learns no more");
    let solved = solve(&house, Some(&ann), first).await;
    assert_eq!(solved["outcome"]["state"], "hinted");

    let second = puzzle(&next(&house, Some(&ann), "marelles").await);
    let before = rating(&house, &ann).await;
    let path = format!("/api/v1/puzzles/at/{}/give-up", second.id);
    let shown = house.post(Some(&ann), &path, &json!({})).await.json();
    assert_eq!(shown["outcome"]["state"], "shown");
    assert!(rating(&house, &ann).await < before);
    let line: Vec<&str> = shown["solution"]["line"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|it| it["action"].as_str())
        .collect();
    assert_eq!(line[0], solution(second)[0]);
    let looks = shown["solution"]["looks"].as_array().unwrap();
    assert_eq!(looks.len(), line.len() + 1);
    let known = solve(&house, Some(&ann), second).await;
    assert_eq!(known["outcome"]["state"], "learned");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_days_puzzle_is_the_same_for_all_and_makes_a_row() {
    let house = House::open().await;
    let ann = house.person("Ann").await;
    let path = "/api/v1/puzzles/today";
    let [mine, stranger] = [Some(&ann), None].map(|who| house.get(who, path));
    let (mine, stranger) = (mine.await.json(), stranger.await.json());
    assert_eq!(mine["id"], stranger["id"]);
    assert_eq!(
        (&mine["rated"], &stranger["rated"]),
        (&json!(true), &json!(false))
    );
    let today = puzzle(&mine);
    // Without a name it is solved and forgotten.
    assert_eq!(solve(&house, None, today).await["outcome"], Value::Null);
    assert_eq!(house.get(None, path).await.json()["found"]["of"], 0);
    let solved = solve(&house, Some(&ann), today).await;
    assert_eq!(solved["outcome"]["state"], "solved");
    let all = house.get(Some(&ann), "/api/v1/puzzles").await.json();
    assert_eq!(
        (&all["streak"]["now"], &all["streak"]["best"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(all["streak"]["week"][6]["state"], "solved");
    assert_eq!(
        house.get(None, path).await.json()["found"],
        json!({ "at_once": 1, "later": 0, "of": 1 })
    );
}

/// Everything that is told before the end is the position, who found it and how hard it is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_learns_the_line_before_its_time() {
    let house = House::open().await;
    for &game in parlor_puzzles::GAMES {
        let posed = next(&house, None, game).await;
        let keys: Vec<&String> = posed.as_object().unwrap().keys().collect();
        let told = [
            "day", "found", "game", "goal", "id", "levels", "look", "rated", "rating", "state",
        ];
        assert_eq!(keys, told);
        assert_eq!(posed["look"]["last"], Value::Null);
        assert_eq!(posed["look"].get("state"), None);
        let one = puzzle(&posed);
        let answer = attempt(&house, None, one, &wrong(one)).await.json();
        assert_eq!(
            answer["looks"].as_array().unwrap().len(),
            1,
            "a wrong move is not answered"
        );
        assert_eq!(answer["solution"], Value::Null);
        for look in answer["looks"].as_array().unwrap() {
            assert_eq!(look.get("state"), None);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bad_requests_are_refused_and_count_for_nothing() {
    let house = House::open().await;
    let ann = house.person("Ann").await;
    let one = puzzle(&next(&house, Some(&ann), "marelles").await);
    let illegal = ["Z9".to_owned()];
    let refused = attempt(&house, Some(&ann), one, &illegal).await;
    assert_eq!(
        (refused.status, refused.code().as_str()),
        (400, "action/bad_point")
    );
    let many = vec!["A1".to_owned(); 17];
    assert_eq!(
        attempt(&house, Some(&ann), one, &many).await.code(),
        "puzzle/too_long"
    );
    let long = ["A".repeat(81)];
    assert_eq!(
        attempt(&house, Some(&ann), one, &long).await.code(),
        "puzzle/too_long"
    );
    let path = "/api/v1/puzzles/at/00000000/try";
    let unknown = house.post(Some(&ann), path, &json!({ "moves": [] })).await;
    assert_eq!(
        (unknown.status, unknown.code().as_str()),
        (404, "puzzle/unknown")
    );
    for game in ["chess", "mars"] {
        let body = json!({ "game": game });
        let refused = house.post(Some(&ann), "/api/v1/puzzles/next", &body).await;
        assert_eq!(refused.status, 404, "{}", refused.text);
    }
    assert_eq!(
        house.get(None, "/api/v1/puzzles/history").await.code(),
        "people/sign_in"
    );
    let hint = format!("/api/v1/puzzles/at/{}/hint", one.id);
    for moves in [json!(["Z9"]), json!(wrong(one))] {
        let asked = json!({ "moves": moves });
        let told = house.post(Some(&ann), &hint, &asked).await.json();
        assert!(told["among"].as_array().is_none_or(Vec::is_empty), "{told}");
    }
    let same = next(&house, Some(&ann), "marelles").await;
    assert_eq!(
        (&same["id"], &same["state"]),
        (&json!(one.id), &json!("open")),
        "it still waits, and no hint was taken"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_somebody_tried_is_exported_and_forgotten() {
    let house = House::open().await;
    let olga = operator(&house).await;
    let bo = house.person("Bo").await;
    let one = puzzle(&next(&house, Some(&bo), "marelles").await);
    solve(&house, Some(&bo), one).await;
    let all = done(&house, &olga, json!({ "act": "export", "name": "Bo" })).await;
    assert_eq!(all["puzzles"][0]["puzzle"], one.id.as_str());
    let profile = house.get(None, "/api/v1/players/Bo").await.json();
    assert_eq!(profile["puzzles"][0]["game"], "marelles:puzzles");
    assert_eq!(
        profile["records"],
        json!([]),
        "solvers are rated apart from players"
    );
    let path = "/api/v1/leaderboards/marelles:puzzles";
    assert_eq!(house.get(None, path).await.json()["rows"][0]["name"], "Bo");
    done(&house, &olga, json!({ "act": "erase", "name": "Bo" })).await;
    assert_eq!(house.get(None, path).await.json()["rows"], json!([]));
    let again = house
        .get(None, &format!("/api/v1/puzzles/at/{}", one.id))
        .await
        .json();
    assert_eq!(again["found"]["of"], 0);
}
