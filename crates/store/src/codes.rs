//! Short codes that people say to each other in place of a table's address.

use crate::exec::args;
use crate::{Store, StoreError, limits};

impl Store {
    /// Gives the code to a table. False when another one has it.
    pub async fn claim_code(
        &self,
        code: &str,
        match_id: &str,
        now_ms: i64,
    ) -> Result<bool, StoreError> {
        limits::id(code)?;
        limits::id(match_id)?;
        let sql = "INSERT INTO codes (code, match_id, made_ms) VALUES (?, ?, ?)";
        match self.db.execute(sql, &args![code, match_id, now_ms]).await {
            Ok(_) => Ok(true),
            Err(StoreError::Conflict) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The table that has, or had, this code.
    pub async fn match_by_code(&self, code: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT match_id FROM codes WHERE code = ?";
        self.db.fetch_optional(sql, &args![code]).await
    }

    /// Codes given before a moment can be given again; how many.
    pub async fn prune_codes(&self, before_ms: i64) -> Result<u64, StoreError> {
        let sql = "DELETE FROM codes WHERE made_ms < ?";
        self.db.execute(sql, &args![before_ms]).await
    }
}
