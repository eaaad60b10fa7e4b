//! Positions that somebody studies. The tree of moves lives with whoever studies it; here a line of it is
//! played through by the rules, as often as asked, and nothing is kept.

mod import;
mod line;
mod probe;
mod spread;

#[cfg(test)]
mod tests;

pub use import::{Imported, from_record, from_view};
pub use line::{Eyes, Look, Question, Start, Step};
pub use probe::answer;
pub use spread::Chanced;
