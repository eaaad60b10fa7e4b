//! Keeping one's name, and coming back to it.

use parlor_hub::people::SessionKind;

use super::commands::Visit;

impl Visit {
    /// A recovery phrase, shown once.
    pub(super) async fn phrase(&mut self) {
        let Some(player) = self.conn.player.clone() else {
            return;
        };
        let made = self.hub.people.new_phrase(self.from, &player, None).await;
        match made {
            Ok(phrase) => {
                self.say("Write this down; it is shown once and brings your name back anywhere:");
                self.say(&format!("  recover {phrase}"));
            }
            Err(refusal) => self.say(&format!("{} ({})", refusal.message, refusal.code)),
        }
    }

    pub(super) async fn recover(&mut self, phrase: &str) {
        if self.conn.player.is_some() {
            return self.say("You are here already.");
        }
        let (people, kind) = (&self.hub.people, SessionKind::Line);
        let back = people.recover(self.from, phrase, kind, "terminal").await;
        self.admit(back).await;
    }

    /// With the code of a link that was made in the page.
    pub(super) async fn use_link(&mut self, code: &str) {
        if self.conn.player.is_some() {
            return self.say("You are here already.");
        }
        let (people, kind) = (&self.hub.people, SessionKind::Line);
        let back = people.use_link(self.from, code, kind, "terminal").await;
        self.admit(back).await;
    }
}
