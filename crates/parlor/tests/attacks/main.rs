//! Strangers who mean harm, at the real program with its default limits. After each attack two
//! friends at other machines still play, the program is still slim, and the log says once what
//! happened. A move is promised within a second; a test fails at five, for this machine may be
//! busy with others.

#![allow(unreachable_pub, clippy::unwrap_used, clippy::expect_used)]

mod confused;
mod floods;
mod friends;
mod half_open;
mod house;
mod net;
mod thieves;
