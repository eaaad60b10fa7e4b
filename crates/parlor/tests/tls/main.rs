//! HTTPS of the real program: certificates of its own, from files, and by ACME from a real server.

#![allow(unreachable_pub, clippy::unwrap_used, clippy::expect_used)]

mod acme;
mod client;
mod files;
mod house;
mod own;
