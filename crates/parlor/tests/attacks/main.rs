//! Strangers who mean harm, at the real program with its default limits. During and after each
//! attack two friends at other machines play on, the program is slim, and the log says once what
//! happened.
//!
//! Every move is promised within a second; only for how long the machine itself stood still, because of
//! the tests beside this one, it may take longer (`machine`).

#![allow(unreachable_pub, clippy::unwrap_used, clippy::expect_used)]

mod confused;
mod crowd;
mod disk;
mod doors;
mod floods;
mod friends;
mod half_open;
mod house;
mod machine;
mod net;
mod proxies;
mod solvers;
mod stopping;
mod study;
mod thieves;
mod work;
