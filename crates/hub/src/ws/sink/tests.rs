use std::time::Duration;

use tokio::io::AsyncReadExt as _;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

use super::*;
use crate::ops::Connections;
use crate::protocol::ServerMessage;

/// A sink and the other end of its socket.
async fn pair() -> (Arc<Sink>, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (theirs, ours) = tokio::join!(TcpStream::connect(address), listener.accept());
    let admission = Arc::new(Connections::new(1, 1))
        .admit(address.ip())
        .unwrap();
    let (_, output) = ours.unwrap().0.into_split();
    let sink = Sink::new(Box::new(output), admission.connection.clone());
    (Arc::new(sink), theirs.unwrap())
}

fn message(number: usize, length: usize) -> Outgoing {
    let reason = format!("{number} {}", "m".repeat(length));
    Outgoing::Message(SharedMessage::new(ServerMessage::Bye { reason }))
}

fn frame(out: &Outgoing) -> Vec<u8> {
    match out {
        Outgoing::Message(message) => message.frame().to_vec(),
        Outgoing::SessionEnded => SharedMessage::new(session_ended()).frame().to_vec(),
    }
}

/// What the other side does not take at once comes later, whole and in order.
#[tokio::test]
async fn nothing_is_lost_between_flush_and_drain() {
    let (sink, mut theirs) = pair().await;
    let sent: Vec<Outgoing> = (0..200).map(|number| message(number, 50_000)).collect();
    for out in &sent {
        assert!(sink.push(out));
        sink.flush();
    }
    assert!(sink.out().blocked, "ten megabytes fit into no socket");
    timeout(Duration::from_secs(5), sink.bell.notified())
        .await
        .expect("the task is told");
    let wanted: Vec<u8> = sent.iter().flat_map(frame).collect();
    let mut read = vec![0; wanted.len()];
    let (drained, _) = tokio::join!(sink.drain(), theirs.read_exact(&mut read));
    drained.unwrap();
    assert!(read == wanted);
    // And then it goes out at once again.
    assert!(sink.push(&message(0, 10)));
    sink.flush();
    assert!(sink.out().frames.is_empty());
}

#[tokio::test]
async fn whoever_does_not_read_is_cut_off() {
    let (sink, _theirs) = pair().await;
    let pushed = |number| {
        let taken = sink.push(&message(number, 50_000));
        sink.flush();
        taken
    };
    let fell_behind = (0..1000).position(|number| !pushed(number));
    assert!(fell_behind.is_some_and(|count| count >= LONGEST_QUEUE));
    assert_eq!(sink.end(), Some(End::TooSlow));
    assert!(sink.out().frames.len() <= LONGEST_QUEUE);
}

/// The last word comes after everything else, and nothing after it.
#[tokio::test]
async fn a_session_ends() {
    let (sink, mut theirs) = pair().await;
    for out in [&message(1, 10), &Outgoing::SessionEnded, &message(2, 10)] {
        sink.push(out);
    }
    sink.drain().await.unwrap();
    assert_eq!(sink.end(), Some(End::SessionEnded));
    sink.close();
    assert!(sink.is_closed());
    let mut read = Vec::new();
    theirs.read_to_end(&mut read).await.unwrap();
    let wanted = [message(1, 10), Outgoing::SessionEnded];
    assert_eq!(read, wanted.iter().flat_map(frame).collect::<Vec<u8>>());
}
