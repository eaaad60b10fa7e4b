//! One short word for each type of action, then territories (id or key) and numbers.

use parlor_engine::Rejection;

use crate::action::Action;
use crate::cards::{CARD_COUNT, Cards};
use crate::world::{TERRITORIES, TERRITORY_COUNT, TerritoryId, by_key};

const EXPECTED: &str = "claim T, place T, cards 1 2 .., reinforce T:N T:N .., attack T T DICE, \
    defend DICE, occupy N, move T T N or skip";

/// Longer than any action can be written.
const LONGEST: usize = 2_000;

pub(crate) fn write(action: &Action) -> String {
    match action {
        Action::Claim { territory } => format!("claim {}", key(*territory)),
        Action::Place { territory } => format!("place {}", key(*territory)),
        Action::TurnIn { cards } => cards
            .iter()
            .fold("cards".to_owned(), |text, card| format!("{text} {card}")),
        Action::Reinforce { troops } => troops
            .pairs()
            .iter()
            .fold("reinforce".to_owned(), |text, &(id, count)| {
                format!("{text} {}:{count}", key(id))
            }),
        Action::Attack { from, to, dice } => format!("attack {} {} {dice}", key(*from), key(*to)),
        Action::Defend { dice } => format!("defend {dice}"),
        Action::Occupy { troops } => format!("occupy {troops}"),
        Action::Transfer { from, to, troops } => {
            format!("move {} {} {troops}", key(*from), key(*to))
        }
        Action::Skip {} => "skip".to_owned(),
    }
}

/// The key of a territory; the plain number if there is none.
fn key(id: TerritoryId) -> String {
    TERRITORIES
        .get(usize::from(id))
        .map_or_else(|| id.to_string(), |land| land.key.to_owned())
}

pub(crate) fn read(text: &str) -> Result<Action, Rejection> {
    words(text).ok_or_else(|| Rejection::notation(EXPECTED))
}

fn words(text: &str) -> Option<Action> {
    if text.len() > LONGEST {
        return None;
    }
    let mut words = text.split_whitespace();
    let verb = words.next()?.to_ascii_lowercase();
    let words: Vec<&str> = words.take(TERRITORY_COUNT + 1).collect();
    Some(match (verb.as_str(), words.as_slice()) {
        ("claim", [land]) => Action::Claim {
            territory: territory(land)?,
        },
        ("place", [land]) => Action::Place {
            territory: territory(land)?,
        },
        ("cards" | "turn_in", cards) if cards.len() <= usize::from(CARD_COUNT) => {
            let stars: Option<Vec<u8>> = cards.iter().map(|card| number(card)).collect();
            Action::TurnIn {
                cards: Cards::of(stars?)?,
            }
        }
        ("reinforce", pairs) if pairs.len() <= TERRITORY_COUNT => {
            let pairs: Option<Vec<_>> = pairs.iter().map(|pair| deployed(pair)).collect();
            Action::Reinforce {
                troops: pairs?.into(),
            }
        }
        ("attack", [from, to, dice]) => Action::Attack {
            from: territory(from)?,
            to: territory(to)?,
            dice: number(dice)?,
        },
        ("defend", [dice]) => Action::Defend {
            dice: number(dice)?,
        },
        ("occupy", [troops]) => Action::Occupy {
            troops: number(troops)?,
        },
        ("move" | "transfer", [from, to, troops]) => Action::Transfer {
            from: territory(from)?,
            to: territory(to)?,
            troops: number(troops)?,
        },
        ("skip", []) => Action::Skip {},
        _ => return None,
    })
}

/// Digits only: no sign, and small enough for its type.
fn number<N: std::str::FromStr>(word: &str) -> Option<N> {
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().ok())?
}

fn territory(word: &str) -> Option<TerritoryId> {
    by_key(word).or_else(|| number(word))
}

fn deployed(word: &str) -> Option<(TerritoryId, u32)> {
    let (land, troops) = word.split_once(':')?;
    Some((territory(land)?, number(troops)?))
}
