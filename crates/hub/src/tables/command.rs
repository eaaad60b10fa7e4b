//! What is asked of a table in a message, and of which method that is.

use super::Tables;
use crate::environment::Environment;
use crate::people::Player;
use crate::protocol::{Command, TableInfo};
use crate::{CommandId, Refusal};

impl<O: Environment> Tables<O> {
    /// Carries out a command about a table. One that is about something else comes back.
    pub async fn carry_out(
        &self,
        player: &Player,
        id: Option<&CommandId>,
        command: Command,
    ) -> Result<Result<TableInfo, Refusal>, Command> {
        let me = player.id;
        Ok(match command {
            Command::CreateTable(new) => self.create(player, &new, id.map(|id| &**id)).await,
            Command::Join {
                table,
                invite,
                seat,
                nonce,
            } => {
                self.join(player, table, invite.as_deref(), seat, nonce)
                    .await
            }
            Command::Leave { table } => self.leave(me, table).await,
            Command::Start { table } => self.start(me, table).await,
            Command::Confirm { table } => self.confirm(me, table).await,
            Command::SeatBot { table, seat, level } => self.seat_bot(me, table, seat, &level).await,
            Command::FreeSeat { table, seat } => self.free_seat(me, table, seat).await,
            Command::SeatHere { table, name, seat } => self.seat_here(me, table, &name, seat).await,
            Command::BotTakeOver {
                match_id,
                seat,
                level,
            } => self.bot_take_over(me, match_id, seat, &level).await,
            Command::Rematch { table } => self.rematch(player, table).await,
            Command::DeclineRematch { table } => self.decline_rematch(me, table).await,
            Command::Decline { table } => self.decline(player, table, None).await,
            command => return Err(command),
        })
    }
}
