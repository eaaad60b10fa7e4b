//! One suite for every back end, and what is special about each.

// Nothing outside sees a test binary, and in a test to unwrap is to assert.
#![allow(unreachable_pub, clippy::unwrap_used, clippy::doc_markdown)]

mod cases;
mod faults;
mod hung;
mod journal;
mod kept;
mod kill;
mod opening;
mod samples;
mod schema;
mod sqlite;
mod upgrade;
mod world;

use parlor_store::Backend;

/// Every case of the suite as a test of its own, each on a fresh database.
macro_rules! suite {
    ($backend:ident, $kind:expr) => {
        mod $backend {
            use super::*;

            suite!(@cases $kind,
                players: insert_and_find, names_are_unique, change_name_and_password, search,
                    many_at_once, texts_and_limits, guests_that_never_played_are_forgotten;
                sessions: life_of_a_session, sessions_of_a_player, unknown_player;
                passes: life_of_a_pass, taken_once, kept_names_stay;
                matches: insert_and_get, versions, seats_change, delete, bodies;
                both: both_or_neither, not_as_expected, to_each_other, many_to_one;
                lists: by_status, by_game_and_page, of_a_player, waiting, counts;
                entries: append_and_read, a_number_once, conflict_spares_others, all_or_none, lost_matches_stay_lost,
                    larger_than_a_statement, texts, refused_values;
                appender: many_callers, batches_of_one_match, conflicts_are_answered,
                    closed_database, bad_batches, drains_when_dropped;
                races: one_winner_per_number, two_appenders, one_winner_per_version,
                    one_winner_per_name, crossing_batches;
                chat: lines, chat_conflict, said_once, old_chat_is_forgotten;
                doors: life_of_an_invite, an_invite_is_for_so_many, groups_and_members;
                puzzles: first_attempts_count_once, hints_and_later_solutions;
                finish: standings_and_match, exactly_once, concurrent_matches_of_the_same_players,
                    unknown_players, leaderboard, refused_standings;
                admin: roles, find_by_part, bans, audit_and_notes, old_acts_are_forgotten, chat_can_be_blanked;
                around: codes, relations, reports;
                alive: silences_are_noted;
                amend: results_are_corrected, not_as_it_was_read;
                days: vacations_by_turns, life_of_a_channel, alerts_wait_and_end, one_sends, a_key_is_drawn_once;
                views: the_marelles_database;
                nodes: who_is_there, heads_of_logs, its_clock;
                copy: restored_everywhere, of_an_older_house, moved_everywhere, taken_while_open, bad_files, not_into_a_house,
                    not_from_an_open_house;
                reopen: everything_is_there, two_nodes_at_once, newer_schema, older_schema, ping_and_close, healthy;
            );
        }
    };
    (@cases $kind:expr, $($module:ident: $($case:ident),*;)*) => {
        $(mod $module {
            use super::*;

            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() {
                let world = world::World::fresh($kind).await;
                cases::$module::$case(&world).await;
                world.end().await;
            })*
        })*
    };
}

suite!(on_sqlite, Backend::Sqlite);
suite!(on_postgres, Backend::Postgres);
suite!(on_mysql, Backend::Mysql);
