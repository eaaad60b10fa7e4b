//! Whom somebody does not want to hear, or does not want to meet.

use serde::{Deserialize, Serialize};

use super::{People, Player, PlayerId, clean_nickname};
use crate::{Code, Refusal, clock};

/// What one person wants of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, parlor_describe::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// Not to read what they say.
    Mute,
    /// Not to read them, not to be challenged by them, not to be paired with them.
    Block,
}

impl Wish {
    pub fn as_str(self) -> &'static str {
        match self {
            Wish::Mute => "mute",
            Wish::Block => "block",
        }
    }
}

/// People whom one person may mute or block.
const MOST: usize = 500;

impl People {
    /// Somebody by name.
    pub async fn by_name(&self, name: &str) -> Result<Player, Refusal> {
        let unknown = || Refusal::new(Code::PeopleUnknown, "nobody has that name");
        let name = clean_nickname(name).map_err(|_| unknown())?;
        let found = self.named(&name).await?.ok_or_else(unknown)?;
        Ok(found.into())
    }

    /// Whether one of the two does not want to meet the other.
    pub async fn is_blocked(&self, one: PlayerId, other: PlayerId) -> Result<bool, Refusal> {
        let kind = Wish::Block.as_str();
        Ok(self.store.is_either(one.0, other.0, kind).await?)
    }

    /// The names of those whom somebody has muted, and blocked.
    pub async fn relations(&self, player: PlayerId) -> Result<(Vec<String>, Vec<String>), Refusal> {
        let (mut muted, mut blocked) = (Vec::new(), Vec::new());
        for relation in self.store.relations(player.0).await? {
            if relation.kind == Wish::Block.as_str() {
                blocked.push(relation.name);
            } else if relation.kind == Wish::Mute.as_str() {
                muted.push(relation.name);
            }
        }
        Ok((muted, blocked))
    }

    /// Sets or ends a wish against somebody.
    pub async fn wish(
        &self,
        player: PlayerId,
        name: &str,
        wish: Wish,
        on: bool,
    ) -> Result<(), Refusal> {
        let other = self.by_name(name).await?;
        if other.id == player {
            let message = "that is you";
            return Err(Refusal::new(Code::PeopleYourself, message));
        }
        let (kind, now) = (wish.as_str(), clock::now_ms());
        if on {
            if self.store.relations(player.0).await?.len() >= MOST {
                let message = "your list of people is full; take somebody off it first";
                return Err(Refusal::new(Code::PeopleTooManyWishes, message));
            }
            let set = self.store.set_relation(player.0, other.id.0, kind, now);
            set.await?;
        } else {
            let end = self.store.end_relation(player.0, other.id.0, kind);
            end.await?;
        }
        Ok(())
    }
}
