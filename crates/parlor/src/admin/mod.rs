//! `parlor admin`: what whoever answers for the house does from the command line. A running house is
//! reached through the socket beside its database; one that is closed is opened for the moment.

mod show;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use parlor_server::{Actor, AdminCommand, Config, Server};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;

use crate::settings;

#[derive(Args, Debug)]
pub(crate) struct Admin {
    /// The settings file [default: ./parlor.toml, else that of the installed house]
    #[arg(long)]
    config: Option<PathBuf>,
    /// sqlite:PATH, postgres://… or mysql://…, as for `parlor serve`
    #[arg(long)]
    database: Option<String>,
    /// The socket of the running house [default: beside the database]
    #[arg(long)]
    socket: Option<String>,
    /// Answer with JSON
    #[arg(long)]
    json: bool,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// People whose name contains this
    People {
        #[arg(default_value = "")]
        find: String,
    },
    /// One person: role, sessions, bans
    Person {
        name: String,
    },
    /// Give somebody another name
    Rename {
        name: String,
        to: String,
    },
    /// Make a name free; its owner keeps games and password under another one
    Release {
        name: String,
    },
    /// For somebody who has lost the password: a link that lets them in once
    ResetPassword {
        name: String,
    },
    /// Keep a person, or with --address a range of addresses, out
    Ban {
        name: Option<String>,
        /// An address or a range such as 192.0.2.0/24
        #[arg(long, conflicts_with = "name", required_unless_present = "name")]
        address: Option<String>,
        /// They are told it
        #[arg(long, default_value = "")]
        reason: String,
        /// For so long; for good if absent
        #[arg(long)]
        hours: Option<u32>,
    },
    /// Lift the ban of a person or an address, or the one with this number
    Unban {
        /// NAME, ADDRESS, or the number that `bans` shows
        ban: String,
    },
    /// Who is kept out
    Bans,
    /// Let somebody answer for the house
    Operator {
        name: String,
        /// No longer
        #[arg(long)]
        remove: bool,
    },
    /// Who answers for the house
    Operators,
    /// Tables and matches: those going on, or of one status (open, ready, running, over)
    Tables {
        #[arg(long)]
        status: Option<String>,
        /// Of one person
        #[arg(long)]
        name: Option<String>,
    },
    /// Close a table that has not started
    Close {
        table: String,
    },
    /// End a running match; it does not count
    Abort {
        table: String,
    },
    /// Say how a match that is over should have ended; all ratings are reckoned anew
    Correct {
        table: String,
        /// Who has won: a name, or the number of a seat, counted from 1
        #[arg(long)]
        winner: Option<String>,
        #[arg(long, conflicts_with = "winner")]
        draw: bool,
        /// It does not count
        #[arg(long, conflicts_with_all = ["winner", "draw"], required_unless_present_any = ["winner", "draw"])]
        void: bool,
    },
    /// What was said at a table
    Chat {
        table: String,
    },
    /// Take a line of chat away, by the number that `chat` shows
    RemoveChat {
        table: String,
        line: u32,
    },
    /// What people have reported, with what was said around it (--json)
    Reports {
        /// Also what somebody has dealt with
        #[arg(long)]
        all: bool,
    },
    /// Mark a report as dealt with, by the number that `reports` shows
    CloseReport {
        report: String,
    },
    /// Everything the house knows about a person, as JSON
    Export {
        name: String,
    },
    /// Forget a person; their games stay under a neutral name
    Erase {
        name: String,
        /// Really
        #[arg(long)]
        yes: bool,
    },
    /// Make a link by which new people may come in, where `sign_up` is "invited"
    Invite {
        /// For whom, to tell links apart
        #[arg(default_value = "")]
        label: String,
        /// How many may use it
        #[arg(long, default_value_t = 1)]
        uses: u32,
        #[arg(long, default_value_t = 7)]
        days: u32,
    },
    /// Links that still let somebody in
    Invites,
    /// Withdraw a link, by the word that `invites` shows
    Uninvite {
        invite: String,
    },
    /// Make a group, such as a class, whose leader enters people and prints cards for them
    MakeGroup {
        name: String,
        /// Somebody with a password
        #[arg(long)]
        leader: String,
    },
    Groups,
    /// Dissolve a group; its people stay
    DropGroup {
        group: String,
    },
    /// What was done by those who answer for the house
    Audit,
}

impl What {
    fn act(&self) -> io::Result<AdminCommand> {
        let act = match self {
            What::People { find } => json!({ "act": "people", "find": find }),
            What::Person { name } => json!({ "act": "person", "name": name }),
            What::Rename { name, to } => json!({ "act": "rename", "name": name, "to": to }),
            What::Release { name } => json!({ "act": "release", "name": name }),
            What::ResetPassword { name } => json!({ "act": "reset_password", "name": name }),
            What::Ban {
                name,
                address,
                reason,
                hours,
            } => json!({
                "act": "ban", "name": name, "address": address, "reason": reason, "hours": hours,
            }),
            What::Unban { ban } => json!({ "act": "unban", "ban": ban }),
            What::Bans => json!({ "act": "bans" }),
            What::Operator { name, remove } => {
                json!({ "act": "operator", "name": name, "yes": !remove })
            }
            What::Operators => json!({ "act": "operators" }),
            What::Tables { status, name } => {
                json!({ "act": "tables", "status": status, "name": name })
            }
            What::Close { table } => json!({ "act": "close_table", "table": table }),
            What::Abort { table } => json!({ "act": "abort_match", "table": table }),
            What::Correct {
                table,
                winner,
                draw,
                ..
            } => json!({
                "act": "correct_result", "table": table, "winner": winner, "draw": draw,
            }),
            What::Chat { table } => json!({ "act": "chat", "table": table }),
            What::RemoveChat { table, line } => {
                json!({ "act": "remove_chat", "table": table, "line": line })
            }
            What::Reports { all } => json!({ "act": "reports", "all": all }),
            What::CloseReport { report } => json!({ "act": "close_report", "report": report }),
            What::Export { name } => json!({ "act": "export", "name": name }),
            What::Erase { name, yes: true } => json!({ "act": "erase", "name": name }),
            What::Erase { name, .. } => {
                return Err(io::Error::other(format!(
                    "{name} will be forgotten for good; say --yes"
                )));
            }
            What::Invite { label, uses, days } => {
                json!({ "act": "invite", "label": label, "uses": uses, "days": days })
            }
            What::Invites => json!({ "act": "invites" }),
            What::Uninvite { invite } => json!({ "act": "uninvite", "invite": invite }),
            What::MakeGroup { name, leader } => {
                json!({ "act": "make_group", "name": name, "leader": leader })
            }
            What::Groups => json!({ "act": "groups" }),
            What::DropGroup { group } => json!({ "act": "drop_group", "group": group }),
            What::Audit => json!({ "act": "audit" }),
        };
        serde_json::from_value(act).map_err(io::Error::other)
    }
}

#[derive(Serialize)]
struct Flags<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    database: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    admin_socket: Option<&'a str>,
}

impl Admin {
    pub(crate) fn run(&self) -> io::Result<()> {
        let act = self.what.act()?;
        let flags = Flags {
            database: self.database.as_deref(),
            admin_socket: self.socket.as_deref(),
        };
        let file = settings::of_house(self.config.as_deref());
        let config = settings::read(&file, &flags)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()?;
        let answer = runtime.block_on(ask(config, act))?;
        runtime.shutdown_background();
        let text = if self.json || matches!(self.what, What::Export { .. }) {
            serde_json::to_string_pretty(&answer).map_err(io::Error::other)?
        } else {
            show::show(&answer)
        };
        writeln!(io::stdout(), "{text}")
    }
}

async fn ask(config: Config, act: AdminCommand) -> io::Result<Value> {
    if let Some(path) = config.admin_socket()
        && let Ok(stream) = UnixStream::connect(&path).await
    {
        return ask_running(stream, &act, &path).await;
    }
    // Nobody is there: the house is opened without doors, and closed again.
    let config = Config {
        listen: "127.0.0.1:0".into(),
        coexistence: String::new(),
        marelles: String::new(),
        terminal: String::new(),
        redirect: String::new(),
        ops: String::new(),
        tls: "off".into(),
        ..config
    };
    let server = Server::start(config)
        .await
        .map_err(|error| io::Error::other(error.to_string()))?;
    let actor = Actor::Console("console (house closed)".into());
    let done = server.hub().operate(&actor, act).await;
    server.stop().await;
    done.map_err(|refusal| io::Error::other(format!("{refusal} ({})", refusal.code)))
}

async fn ask_running(mut stream: UnixStream, act: &AdminCommand, path: &Path) -> io::Result<Value> {
    let body = serde_json::to_string(act).map_err(io::Error::other)?;
    let length = body.len();
    let request = format!(
        "POST /api/v1/admin HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let unreadable = || {
        let path = path.display();
        io::Error::other(format!("{path} answers, but not as a house does"))
    };
    let (_, body) = answer.split_once("\r\n\r\n").ok_or_else(unreadable)?;
    let body: Value = serde_json::from_str(body).map_err(|_| unreadable())?;
    match body.get("error") {
        None => Ok(body),
        Some(error) => {
            let word = |name: &str| error[name].as_str().unwrap_or_default().to_owned();
            let (message, code) = (word("message"), word("code"));
            Err(io::Error::other(format!("{message} ({code})")))
        }
    }
}
