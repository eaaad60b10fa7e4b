use parlor_catalog::GAMES;
use parlor_engine::{Fast, Viewer};
use serde_json::Value;

use super::*;

fn card(game: &str, view: Option<String>) -> Card {
    Card {
        game: Some(game.to_owned()),
        view,
        title: "A title that is longer than its place".to_owned(),
        lines: vec![
            "Ann Ō'Brien – 二".to_owned(),
            "二".to_owned(),
            "third".to_owned(),
        ],
    }
}

/// The spectators' view after some random moves.
fn position(game: &str) -> String {
    let game = parlor_catalog::game(game).unwrap();
    let mut chance = Fast::new(7);
    let mut state = game
        .start(&Value::Null, game.meta().min_seats, &mut chance)
        .unwrap();
    for _ in 0..60 {
        let Some(seat) = state.to_act().first() else {
            break;
        };
        let action = state.sample(seat, &mut chance).unwrap();
        state.act(seat, &action, &mut chance).unwrap();
    }
    state.view(Viewer::Spectator)
}

/// Width and height, as the file says.
fn size(png: &[u8]) -> (u32, u32) {
    let at = |n: usize| u32::from_be_bytes(png[n..n + 4].try_into().unwrap());
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    (at(16), at(20))
}

#[test]
fn every_game_has_a_board_and_a_poster() {
    let folder = std::env::var_os("CARDS");
    for game in GAMES.iter().map(|game| game.meta().id) {
        let view = position(game);
        let (board, poster) = (svg(&card(game, Some(view.clone()))), svg(&card(game, None)));
        assert!(board.contains("viewBox"), "{game}");
        assert_ne!(board, poster, "{game} draws its position");
        assert_eq!(
            poster,
            svg(&card(game, Some("{}".to_owned()))),
            "{game}: a view it cannot have"
        );
        for (name, view) in [("board", Some(view)), ("poster", None)] {
            let png = png(&card(game, view)).unwrap();
            assert_eq!(size(&png), (WIDTH, HEIGHT));
            assert!(png.len() < 900_000, "{game} {name}: {} bytes", png.len());
            if let Some(folder) = &folder {
                std::fs::write(
                    std::path::Path::new(folder).join(format!("{game}-{name}.png")),
                    png,
                )
                .unwrap();
            }
        }
    }
    let house = png(&Card {
        title: "Parlor".to_owned(),
        ..Card::default()
    })
    .unwrap();
    assert_eq!(size(&house), (WIDTH, HEIGHT));
}

/// The page has them in its own folder of the game.
#[test]
fn chinese_words_are_the_page_s() {
    let games = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/games");
    for game in GAMES.iter().map(|game| game.meta().id) {
        let shelf = std::fs::read_to_string(games.join(game).join("shelf.ts")).unwrap();
        let second = |key: &str| {
            let key = format!("  {key}: [");
            let line = shelf.lines().find(|line| line.starts_with(&key)).unwrap();
            let both = line.strip_suffix("'],").unwrap();
            both.rsplit_once("', '").unwrap().1.to_owned()
        };
        let (name, lure) = chinese(game).unwrap();
        assert_eq!(
            (second("title"), second("lure")),
            (name.into(), lure.into())
        );
    }
}

#[test]
fn a_game_that_came_later_has_a_card() {
    let png = png(&card("sixth", None)).unwrap();
    assert_eq!(size(&png), (WIDTH, HEIGHT));
}

#[test]
fn words_fit_their_place_and_know_their_letters() {
    let long = "W".repeat(80);
    let cut = shorten(Face::Text, &long, 36.0, ROOM);
    assert!(cut.ends_with('…') && width(Face::Text, &cut, 36.0) <= ROOM);
    assert_eq!(shorten(Face::Text, "Ann", 36.0, ROOM), "Ann");
    assert_eq!(drawable("  <b>二 Zoë </b>"), "<b> Zoë </b>");
    assert!(letters::knows('é') && !letters::knows('二'));
    // Whatever a name is, it is drawn as a path and never read as a drawing.
    let card = Card {
        lines: vec!["\"/><script>&".to_owned()],
        ..Card::default()
    };
    assert!(!svg(&card).contains("script"));
}
