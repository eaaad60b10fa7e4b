//! The rules of Risk for two to six players.

mod action;
mod board;
mod bot;
mod cards;
mod check;
mod departure;
mod dice;
mod event;
mod execute;
mod foretell;
mod game;
mod imagine;
mod legal;
mod notation;
mod odds;
mod options;
mod picture;
mod preview;
mod prompt;
mod referee;
mod rules;
mod state;
mod view;
mod words;
pub mod world;

pub use action::{Action, Deployment};
pub use board::{Board, attack_dice, defence_dice};
pub use cards::{CARD_COUNT, Cards, Pool, trade};
pub use dice::{Roll, best_defence, losses};
pub use event::{Battle, Event, Exit, Succession};
pub use legal::MOST_LISTED;
pub use odds::{Defence, Spread, Throw};
pub use options::{AutoDefend, CardTable, ClaimMin, Fortify, OnLeave, Options, Spectators};
pub use preview::{Bonus, Change, Conquest, Income, Next, Preview, Reinforced};
pub use referee::{AttackSource, TransferSource, Valid};
pub use state::{End, Phase, PhaseName, Player, Risk, Standing, starting_troops};
pub use view::{PendingAttack, SeatView, Secrets, View};

#[cfg(test)]
mod conformance;
