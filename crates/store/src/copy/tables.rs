//! What a copy consists of: every table but those that say where things are on one back end and who
//! is at work just now.

use super::value::Kind;

/// The first schema that can be copied.
pub(super) const OLDEST: i64 = 9;

pub(super) struct SqlTable {
    pub(super) name: &'static str,
    /// `name:kind`, and `@n` for what came with step `n` of the schema.
    columns: &'static str,
    /// The step of the schema it came with, if that was later than [`OLDEST`].
    since: i64,
    /// Rows that are the database's own and not the house's.
    pub(super) except: &'static str,
    /// A house that has just been opened for the first time has rows here.
    pub(super) may_have_rows: bool,
}

const fn table(name: &'static str, columns: &'static str) -> SqlTable {
    SqlTable {
        name,
        columns,
        since: OLDEST,
        except: "",
        may_have_rows: false,
    }
}

/// In an order in which every row finds those it refers to.
pub(super) const TABLES: &[SqlTable] = &[
    SqlTable {
        except: " WHERE name <> 'schema' AND name <> 'indexed'",
        may_have_rows: true,
        ..table("meta", "name:text value:text")
    },
    SqlTable {
        may_have_rows: true,
        ..table("house_keys", "name:text value:text")
    },
    SqlTable {
        may_have_rows: true,
        ..table("outages", "from_ms:int to_ms:int")
    },
    table(
        "players",
        "id:int name:text name_key:text password:text created_ms:int is_bot:int",
    ),
    table(
        "sessions",
        "token_hash:bytes player:int kind:text label:text created_ms:int expires_ms:int seen_ms:int",
    ),
    table(
        "passes",
        "hash:bytes player:int kind:text note:text created_ms:int expires_ms:int",
    ),
    SqlTable {
        since: 11,
        ..table(
            "invites",
            "hash:bytes id:text label:text uses_left:int by_name:text created_ms:int \
             expires_ms:int",
        )
    },
    SqlTable {
        since: 11,
        ..table(
            "player_groups",
            "id:text name:text leader:int created_ms:int",
        )
    },
    SqlTable {
        since: 11,
        ..table("group_members", "group_id:text player:int added_ms:int")
    },
    SqlTable {
        since: 10,
        ..table("relations", "player:int other:int kind:text at_ms:int")
    },
    SqlTable {
        since: 10,
        ..table(
            "reports",
            "id:int at_ms:int by_player:int by_name:text about_player:int about_name:text \
             match_id:text reason:text talk:text closed_by:text",
        )
    },
    SqlTable {
        since: 10,
        ..table("codes", "code:text match_id:text made_ms:int")
    },
    table("roles", "player:int role:text by_name:text at_ms:int"),
    table(
        "bans",
        "id:int player:int network:text reason:text by_name:text at_ms:int until_ms:int",
    ),
    table(
        "audit",
        "id:int at_ms:int actor:text act:text target:text detail:text",
    ),
    table(
        "matches",
        "id:text version:int status:text game:text host:int body:text secret:bytes created_ms:int \
         updated_ms:int ended_ms:int quick:int",
    ),
    table(
        "match_players",
        "match_id:text seat:int player:int status:text created_ms:int",
    ),
    table(
        "entries",
        "match_id:text seq:int at_ms:int act:text by_player:int cmd:text",
    ),
    table(
        "chat",
        "match_id:text seq:int at_ms:int player:int name:text seat:int text:text cmd:text",
    ),
    table(
        "standings",
        "player:int game:text rating:real deviation:real volatility:real games:int wins:int \
         draws:int losses:int undos:int ran_away:int updated_ms:int",
    ),
    table(
        "rating_changes",
        "player:int game:text at_ms:int match_id:text before_rating:real after_rating:real",
    ),
    SqlTable {
        since: 12,
        ..table(
            "puzzle_tries",
            "player:int puzzle:text game:text state:text offered_ms:int done_ms:int day:int",
        )
    },
    table(
        "vacations",
        "player:int version:int until_ms:int spans:text",
    ),
    table(
        "channels",
        "id:text player:int kind:text target:text secret:text stop:text site:text language:text \
         label:text state:int created_ms:int",
    ),
    table("alert_settings", "player:int body:text"),
    table(
        "alerts",
        "match_id:text seq:int channel:text kind:text player:int state:int claim:int tries:int \
         due_ms:int made_ms:int",
    ),
];

impl SqlTable {
    /// The columns it has in a schema; None when it is not there yet.
    pub(super) fn columns(&self, schema: i64) -> Option<Vec<(String, Kind)>> {
        if schema < self.since {
            return None;
        }
        let known = |spec: &str| {
            let (spec, since) = spec.split_once('@').unwrap_or((spec, "0"));
            let (name, kind) = spec.split_once(':')?;
            let is_there = since.parse::<i64>().is_ok_and(|since| since <= schema);
            is_there.then(|| Some((name.to_owned(), Kind::of(kind)?)))?
        };
        Some(self.columns.split_whitespace().filter_map(known).collect())
    }

    pub(super) fn named(name: &str) -> Option<&'static SqlTable> {
        TABLES.iter().find(|table| table.name == name)
    }
}

/// Reads the columns of the rows that are the house's.
pub(super) fn select(table: &SqlTable, columns: &[(String, Kind)]) -> String {
    let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
    let (names, name, except) = (names.join(", "), table.name, table.except);
    // Logs in order: on SQLite, rows of one match that lie together are found faster.
    let order = if matches!(name, "entries" | "chat") {
        " ORDER BY match_id, seq"
    } else {
        ""
    };
    format!("SELECT {names} FROM {name}{except}{order}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::migrate::SCHEMA;

    /// What one back end needs for itself, and who is at work just now.
    const LEFT_OUT: [&str; 3] = ["entries.id", "entry_runs.", "nodes."];

    /// A table or column that is added to the schema and forgotten here would be missing in every
    /// copy.
    #[tokio::test]
    async fn every_column_is_copied() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p.db");
        let url = format!("sqlite:{}", path.display());
        crate::Store::connect(&url).await.unwrap().close().await;
        let conn = rusqlite::Connection::open(path).unwrap();
        let sql = "SELECT m.name || '.' || c.name FROM sqlite_master m, pragma_table_info(m.name) c \
                   WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'";
        let mut statement = conn.prepare(sql).unwrap();
        let there: BTreeSet<String> = statement
            .query_map([], |row| row.get(0))
            .unwrap()
            .map(Result::unwrap)
            .filter(|it: &String| !LEFT_OUT.iter().any(|out| it.starts_with(out)))
            .collect();
        let copied: BTreeSet<String> = TABLES
            .iter()
            .flat_map(|table| {
                let columns = table.columns(SCHEMA).unwrap();
                columns
                    .into_iter()
                    .map(|it| format!("{}.{}", table.name, it.0))
            })
            .collect();
        assert_eq!(copied, there);
    }

    #[test]
    fn what_came_later_is_left_out_of_older_schemas() {
        let table = SqlTable {
            since: 10,
            ..table("t", "a:int b:text@11")
        };
        assert!(table.columns(9).is_none());
        assert_eq!(table.columns(10).unwrap(), [("a".to_owned(), Kind::Int)]);
        assert_eq!(table.columns(11).unwrap().len(), 2);
    }
}
