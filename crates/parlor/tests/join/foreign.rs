//! A small frame server that shares nothing with ours: it draws frames from the picture on the
//! rule page.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

pub(crate) struct Foreign {
    listener: TcpListener,
    pub(crate) address: String,
}

pub(crate) struct Game {
    pub(crate) stream: TcpStream,
    lines: BufReader<TcpStream>,
}

/// One frame: hands by the letters A, H, S, W (axe, hammer, sword, arrow) and dots.
#[derive(Clone, Copy)]
pub(crate) struct Picture {
    pub(crate) own: &'static str,
    pub(crate) enemy: &'static str,
    pub(crate) own_score: u8,
    pub(crate) round: u8,
    /// `v` own turn, `^` the opponent's, `-` over.
    pub(crate) turn: char,
    pub(crate) log: &'static str,
}

impl Foreign {
    pub(crate) fn listen() -> Foreign {
        Foreign::listen_at("127.0.0.1:0")
    }

    pub(crate) fn listen_at(address: &str) -> Foreign {
        let listener = TcpListener::bind(address).expect("a port");
        let address = listener.local_addr().expect("bound").to_string();
        Foreign { listener, address }
    }

    pub(crate) fn accept(&self) -> Game {
        let (stream, _) = self.listener.accept().expect("somebody comes");
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .expect("a live socket");
        let lines = BufReader::new(stream.try_clone().expect("a live socket"));
        Game { stream, lines }
    }
}

impl Game {
    pub(crate) fn show(&mut self, picture: &Picture) {
        self.send(&picture.lines());
    }

    pub(crate) fn send(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).expect("it is read");
    }

    /// The next command.
    pub(crate) fn hear(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).expect("a line comes");
        line.trim_end().to_owned()
    }
}

impl Picture {
    pub(crate) fn empty() -> Picture {
        Picture {
            own: "......",
            enemy: "......",
            own_score: 0,
            round: 1,
            turn: '^',
            log: "",
        }
    }

    pub(crate) fn lines(&self) -> Vec<u8> {
        let row = |hand: &str, line: usize| -> String {
            let of = |card: char| match card {
                'A' => ["<7>", " I ", " L "][line],
                'H' => ["[=]", " | ", " | "][line],
                'S' => ["  /", " / ", "X  "][line],
                'W' => [" ^ ", " | ", "/^\\"][line],
                _ => "   ",
            };
            let cards: Vec<&str> = hand.chars().flat_map(|card| ["|", of(card), "|"]).collect();
            cards.concat()
        };
        let (top, bottom) = match self.turn {
            'v' => ('-', 'v'),
            '^' => ('^', '-'),
            _ => ('-', '-'),
        };
        let boxes = |edge: (char, char)| format!("{}---{}", edge.0, edge.1).repeat(6);
        let (above, below) = (boxes(('/', '\\')), boxes(('\\', '/')));
        let (own, enemy, round, score) = (self.own, self.enemy, self.round, self.own_score);
        let letters = "|  A    B    C    D    E    F          |";
        [
            format!("/{}\\", "-".repeat(38)),
            letters.to_owned(),
            format!("|{above}Wilhe  {top}|"),
            format!("|{}lmine  ||", row(enemy, 0)),
            format!("|{}       {bottom}|", row(enemy, 1)),
            format!("|{}        |", row(enemy, 2)),
            format!("|{below}        |"),
            format!("|{}[0]", " ".repeat(36)),
            format!("<{}>R{round}<", "=".repeat(35)),
            format!("|{}[{score}]", " ".repeat(36)),
            format!("|{above}        |"),
            format!("|{}        |", row(own, 0)),
            format!("|{}Bo     {top}|", row(own, 1)),
            format!("|{}       ||", row(own, 2)),
            format!("|{below}       {bottom}|"),
            letters.to_owned(),
            format!("|{}|", "-".repeat(38)),
            format!("|{:38}|", self.log),
            format!("\\{}/", "-".repeat(38)),
        ]
        .iter()
        .flat_map(|line| {
            assert_eq!(line.len(), 40, "{line:?}");
            format!("{line}\n").into_bytes()
        })
        .collect()
    }
}
