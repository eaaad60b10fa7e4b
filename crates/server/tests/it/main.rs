//! The house as clients see it: a real server, real sockets, a real database.

// Nothing outside sees a test binary, and in a test to unwrap is to assert.
#![allow(unreachable_pub, clippy::unwrap_used)]

mod alerts;
mod analysis;
mod away;
mod bad_http;
mod bad_lines;
mod bad_sockets;
mod boards;
mod bots;
mod challenges;
mod clocks;
mod closed;
mod codes;
mod coexistence_port;
mod conduct;
mod finding;
mod half_open;
mod health;
mod hidden;
mod idempotent;
mod lists;
mod lobby;
mod logs;
mod manners;
mod marelles_port;
mod names_kept;
mod nodes;
mod operators;
mod pairing;
mod playing;
mod previews;
mod ratings;
mod refusals;
mod rulings;
mod screen;
mod sessions;
mod shared_links;
mod sides;
mod sign_ins;
mod support;
mod terminal_port;
mod typescript;
mod vacations;
mod watching;
