//! Plays `best` of Marelles against every level from random openings, and holds each of its plies
//! against the tables: none may make a won position drawn, or a drawn one lost.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Parser, ValueEnum};
use parlor_bots::{Budget, Cancel, choose, use_tables};
use parlor_endgame::{Tables, Value};
use parlor_engine::{Fast, Game, Seat, Viewer};
use parlor_marelles::{Marelles, Options, Removal};

const STONES: u8 = 9;
const LONGEST: u32 = 200;

#[derive(Parser, Debug)]
struct Arguments {
    #[arg(long, default_value = "data/tables")]
    dir: PathBuf,
    #[arg(long, value_enum, default_value_t = Rule::Standard)]
    removal: Rule,
    /// Games against each level.
    #[arg(long, default_value_t = 1000)]
    games: u64,
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "random,classic,beginner,easy,medium,hard,expert"
    )]
    levels: Vec<String>,
    /// Random plies before a game, from none to as many as this.
    #[arg(long, default_value_t = 12)]
    opening: u64,
    /// Nodes for a decision where the tables do not decide.
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Seconds after which no game against a level begins.
    #[arg(long, default_value_t = 86_400)]
    seconds: u64,
}

#[derive(Clone, Copy, ValueEnum, Debug)]
enum Rule {
    Document,
    Standard,
}

/// What came of the games against a level.
#[derive(Default)]
struct Result {
    /// Lost, drawn, won.
    games: [u32; 3],
    judged: u64,
    given_away: Vec<String>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let removal = match arguments.removal {
        Rule::Document => Removal::Document,
        Rule::Standard => Removal::Standard,
    };
    use_tables(&arguments.dir);
    let tables = Tables::open(&arguments.dir, removal);
    for note in tables.notes() {
        println!("{note}");
    }
    if tables.is_empty() {
        eprintln!("without tables there is nothing to be held against");
        return ExitCode::FAILURE;
    }
    let mut is_clean = true;
    for level in &arguments.levels {
        let (begun, limit) = (Instant::now(), Duration::from_secs(arguments.seconds));
        let mut result = Result::default();
        for seed in (0..arguments.games).take_while(|_| begun.elapsed() < limit) {
            play(&arguments, removal, &tables, level, seed, &mut result);
        }
        let [lost, drawn, won] = result.games;
        println!(
            "against {level}: {won} won, {drawn} drawn, {lost} lost; {} plies known to the tables, \
             {} of them gave something away",
            result.judged,
            result.given_away.len()
        );
        for what in result.given_away.iter().take(5) {
            println!("  {what}");
        }
        is_clean &= result.given_away.is_empty();
    }
    if is_clean {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn play(
    arguments: &Arguments,
    removal: Removal,
    tables: &Tables,
    level: &str,
    seed: u64,
    result: &mut Result,
) {
    // Tables know no draw rules; the number of plies ends the game.
    let options = Options {
        removal,
        repetition: 0,
        no_capture: 0,
        max_plies: LONGEST,
        ..Options::default()
    };
    let Ok(mut state) = Marelles::new(&options, 2, &mut Fast::new(seed)) else {
        return;
    };
    let own = Seat((seed % 2) as u8);
    let opening = (seed / 2) % (arguments.opening + 1);
    while let Some(seat) = state.to_act().iter().next() {
        let name = match seat {
            _ if u64::from(state.plies()) < opening => "random",
            seat if seat == own => "best",
            _ => level,
        };
        let side = state.side();
        let (start, before) = (state.position(), value(tables, &state));
        while state.outcome().is_none() && state.side() == side {
            if !act(&mut state, seat, name, arguments.nodes, seed) {
                return;
            }
        }
        let after = match state.outcome() {
            Some(outcome) => Some(worth(outcome.winner, seat)),
            None => value(tables, &state).map(Value::other),
        };
        if name != "best" {
            continue;
        }
        if let (Some(before), Some(after)) = (before, after) {
            // The last ply may be one too late, which no table can know.
            let is_late = state.plies() >= LONGEST;
            result.judged += 1;
            if after < before && !is_late {
                let what = format!("{start}: a {} became a {}", before.word(), after.word());
                result.given_away.push(what);
            }
        }
    }
    let winner = state.outcome().and_then(|outcome| outcome.winner);
    result.games[worth(winner, own) as usize] += 1;
}

fn worth(winner: Option<Seat>, seat: Seat) -> Value {
    match winner {
        None => Value::Draw,
        Some(winner) if winner == seat => Value::Win,
        Some(_) => Value::Loss,
    }
}

fn act(state: &mut Marelles, seat: Seat, level: &str, nodes: u64, seed: u64) -> bool {
    let budget = Budget::of_nodes(nodes);
    let seed = seed ^ u64::from(state.plies()) << 32;
    let Ok(view) = serde_json::to_string(&state.view(Viewer::Seat(seat))) else {
        return false;
    };
    let chosen = choose(
        "marelles",
        &view,
        seat,
        level,
        &budget,
        seed,
        &Cancel::new(),
    );
    let actions = chosen
        .ok()
        .and_then(|chosen| Marelles::parse(&chosen.action).ok());
    let mut all = actions.into_iter().flatten();
    all.all(|action| {
        state
            .apply(seat, &action, &mut Fast::new(0), &mut Vec::new())
            .is_ok()
    })
}

/// For the side to move, between two plies; `None` where no table reaches.
fn value(tables: &Tables, state: &Marelles) -> Option<Value> {
    let side = state.side();
    let placed = 2 * STONES - state.hand(side) - state.hand(side.other());
    tables.placing_value(placed, state.stones(side), state.stones(side.other()))
}
