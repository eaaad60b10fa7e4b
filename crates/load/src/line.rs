//! A client's connection, which comes back where there is more than one node.

use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Instant;

use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::LoadError;
use crate::nodes::Nodes;
use crate::socket::Socket;
use crate::tally::Tally;

type Connecting = Pin<Box<dyn Future<Output = Result<(usize, Socket), LoadError>> + Send>>;

pub(crate) struct Line {
    nodes: Nodes,
    node: usize,
    token: Option<String>,
    state: State,
    /// When the connection broke; until the client is where it was before.
    lost: Option<Instant>,
}

enum State {
    Up(Box<Socket>),
    Away(Connecting),
}

/// What happened on one of several lines.
#[derive(Debug)]
pub(crate) enum Event {
    Text(usize, Utf8Bytes),
    /// The line stands again; the server at its end knows nothing of what was said before.
    Back(usize),
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line")
            .field("node", &self.node)
            .field("lost", &self.lost)
            .finish_non_exhaustive()
    }
}

impl Line {
    pub(crate) async fn open(
        nodes: &Nodes,
        node: usize,
        token: Option<String>,
    ) -> Result<Line, LoadError> {
        let (node, socket) = nodes.connect(node, token.as_deref()).await?;
        Ok(Line {
            nodes: nodes.clone(),
            node,
            token,
            state: State::Up(Box::new(socket)),
            lost: None,
        })
    }

    /// While the line is down nothing is sent: whoever hears that it is back says it again.
    pub(crate) async fn send(&mut self, text: Utf8Bytes) -> Result<(), LoadError> {
        match &mut self.state {
            State::Up(socket) => match socket.send(text).await {
                Ok(()) => Ok(()),
                Err(error) => self.cut(error),
            },
            State::Away(_) => Ok(()),
        }
    }

    pub(crate) fn is_lost(&self) -> bool {
        self.lost.is_some()
    }

    /// The client is where it was before the line broke, if it did.
    pub(crate) fn resumed(&mut self, tally: &Tally) {
        if let Some(lost) = self.lost.take() {
            tally.resumed(lost.elapsed());
        }
    }

    fn cut(&mut self, error: LoadError) -> Result<(), LoadError> {
        if !self.nodes.are_many() {
            return Err(error);
        }
        self.lost.get_or_insert_with(Instant::now);
        let coming = self
            .nodes
            .clone()
            .connect_again(self.node + 1, self.token.clone());
        self.state = State::Away(Box::pin(coming));
        Ok(())
    }

    /// A text, or `None` when the line has come back.
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Result<Option<Utf8Bytes>, LoadError>> {
        loop {
            match &mut self.state {
                State::Up(socket) => match socket.poll(context) {
                    Poll::Ready(Ok(text)) => return Poll::Ready(Ok(Some(text))),
                    Poll::Ready(Err(error)) => self.cut(error)?,
                    Poll::Pending => return Poll::Pending,
                },
                State::Away(connecting) => match connecting.as_mut().poll(context) {
                    Poll::Ready(Ok((node, socket))) => {
                        self.node = node;
                        self.state = State::Up(Box::new(socket));
                        return Poll::Ready(Ok(None));
                    }
                    Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                    Poll::Pending => return Poll::Pending,
                },
            }
        }
    }

    pub(crate) async fn close(self) {
        if let State::Up(socket) = self.state {
            socket.close().await;
        }
    }
}

/// What happens next on any of the lines.
pub(crate) async fn next(lines: &mut [Line]) -> Result<Event, LoadError> {
    poll_fn(|context| {
        for (place, line) in lines.iter_mut().enumerate() {
            match line.poll(context) {
                Poll::Ready(Ok(Some(text))) => return Poll::Ready(Ok(Event::Text(place, text))),
                Poll::Ready(Ok(None)) => return Poll::Ready(Ok(Event::Back(place))),
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Pending => {}
            }
        }
        Poll::Pending
    })
    .await
}
