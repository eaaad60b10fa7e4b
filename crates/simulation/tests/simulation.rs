//! The cluster holds under thousands of seeds, and planted mistakes are found.

use std::thread::available_parallelism;

use parlor_simulation::{Fault, Plan, many, run, tell};

const SEEDS: u64 = 1500;
/// A planted mistake shows within so many seeds.
const FOUND_WITHIN: u64 = 60;

#[test]
fn thousands_of_seeds() {
    let threads = available_parallelism().map_or(1, usize::from);
    let plan = Plan::default();
    match many(1, SEEDS, threads, &plan, || {}) {
        Ok(seen) => {
            // It was not quiet: things happened and things broke.
            assert!(seen.entries as u64 > 20 * SEEDS, "{seen:?}");
            assert!(seen.matches as u64 > SEEDS, "{seen:?}");
            assert!(seen.pairs as u64 > SEEDS, "{seen:?}");
            assert!(seen.crashes as u64 > SEEDS, "{seen:?}");
            assert!(seen.claims as u64 > SEEDS / 100, "{seen:?}");
            assert!(seen.told as u64 > SEEDS / 10, "{seen:?}");
        }
        Err((seed, _)) => {
            let told = tell(seed, &plan, 60).expect_err("the same seed fails again");
            panic!("seed {seed}\n{told}\nparlor simulate --seed {seed}");
        }
    }
}

#[test]
fn the_same_seed_is_the_same_run() {
    for seed in 1..20 {
        let once = run(seed, &Plan::default());
        assert!(once.is_ok(), "seed {seed}: {once:?}");
        assert_eq!(once, run(seed, &Plan::default()), "seed {seed}");
    }
}

/// The mistake is found, and found again in the same way with the seed that was printed.
fn finds(fault: Fault) {
    let plan = Plan {
        fault: Some(fault),
        ..Plan::default()
    };
    let found = many(1, FOUND_WITHIN, 1, &plan, || {});
    let (seed, failure) = found.expect_err("the mistake was not found");
    let again = run(seed, &plan).expect_err("the same seed fails again");
    assert_eq!(failure, again);
    let told = tell(seed, &plan, 60).expect_err("the same seed fails again");
    assert_eq!((&told.what, told.at_ms), (&failure.what, failure.at_ms));
    assert!(!told.story.is_empty());
}

#[test]
fn acknowledging_early_is_found() {
    finds(Fault::AcknowledgeEarly);
}

#[test]
fn taking_a_conflict_for_success_is_found() {
    finds(Fault::ConflictIsSuccess);
}

#[test]
fn ignoring_gaps_is_found() {
    finds(Fault::IgnoreGaps);
}

#[test]
fn claiming_against_those_who_are_here_is_found() {
    finds(Fault::IgnorePresence);
}

#[test]
fn telling_somebody_twice_is_found() {
    finds(Fault::TellUnclaimed);
}

#[test]
fn joining_before_leaving_is_found() {
    finds(Fault::JoinThenLeave);
}
