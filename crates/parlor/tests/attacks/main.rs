//! Strangers who mean harm, at the real program with its default limits. During and after each
//! attack two friends at other machines play on, the program is slim, and the log says once what
//! happened.
//!
//! A move is promised within a second. Other tests run on the same cores meanwhile, so one of three
//! moves in a row must keep the promise and none may take five seconds (`friends`).

#![allow(unreachable_pub, clippy::unwrap_used, clippy::expect_used)]

mod confused;
mod crowd;
mod disk;
mod floods;
mod friends;
mod half_open;
mod house;
mod net;
mod proxies;
mod thieves;
mod work;
