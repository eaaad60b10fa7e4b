//! Who may think next. People take turns, however many bots each of them has set to work; and
//! whoever waits at a table comes before whoever asks for a hint, and both before whoever looks back
//! at a match.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::people::PlayerId;

/// Why somebody thinks; the first come first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
pub(crate) enum Why {
    Match,
    Hint,
    Review,
}

const REASONS: usize = 3;

#[derive(Clone, Debug)]
pub(super) struct Queue(Arc<Mutex<Inside>>);

#[derive(Debug)]
struct Inside {
    free: usize,
    lanes: [Lane; REASONS],
}

/// Those who wait for the same reason, by person.
#[derive(Debug, Default)]
struct Lane {
    /// Whose turn it is, the next first; everybody who waits is in it once.
    turns: VecDeque<Option<PlayerId>>,
    waiting: HashMap<Option<PlayerId>, VecDeque<oneshot::Sender<Room>>>,
}

/// The right to think, given back when dropped.
#[derive(Debug)]
pub(super) struct Room(Option<Queue>);

impl Drop for Room {
    fn drop(&mut self) {
        if let Some(queue) = self.0.take() {
            queue.give_back();
        }
    }
}

impl Queue {
    pub(super) fn new(at_once: usize) -> Queue {
        Queue(Arc::new(Mutex::new(Inside {
            free: at_once.max(1),
            lanes: Default::default(),
        })))
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg(test)]
    pub(super) fn has_room(&self) -> bool {
        self.inside().free > 0
    }

    /// How many wait for this person and reason.
    pub(super) fn waiting(&self, why: Why, person: Option<PlayerId>) -> usize {
        let mut inside = self.inside();
        inside.lane(why).waiting_for(person)
    }

    /// Whether somebody waits who comes before this: long work makes room for them.
    pub(super) fn is_wanted(&self, why: Why) -> bool {
        let inside = self.inside();
        let before = inside.lanes.iter().take(why as usize);
        before
            .flat_map(|lane| lane.waiting.values().flatten())
            .any(|sender| !sender.is_closed())
    }

    /// Waits for a turn. Work for several people waits with the one who has least.
    pub(super) async fn enter(&self, why: Why, people: &[PlayerId]) -> Option<Room> {
        let turn = {
            let mut inside = self.inside();
            if inside.free > 0 {
                inside.free -= 1;
                return Some(Room(Some(self.clone())));
            }
            let lane = inside.lane(why);
            let person = people.iter().copied().map(Some);
            let person = person.min_by_key(|it| lane.waiting_for(*it)).flatten();
            let (sender, turn) = oneshot::channel();
            let own = lane.waiting.entry(person).or_default();
            own.push_back(sender);
            if own.len() == 1 {
                lane.turns.push_back(person);
            }
            turn
        };
        turn.await.ok()
    }

    fn give_back(&self) {
        let mut room = Room(Some(self.clone()));
        loop {
            let next = {
                let mut inside = self.inside();
                let next = inside.lanes.iter_mut().find_map(Lane::next);
                if next.is_none() {
                    inside.free += 1;
                }
                next
            };
            let Some(next) = next else {
                room.0 = None;
                return;
            };
            // Whoever has gone meanwhile leaves the turn to the next.
            match next.send(room) {
                Ok(()) => return,
                Err(back) => room = back,
            }
        }
    }
}

impl Inside {
    fn lane(&mut self, why: Why) -> &mut Lane {
        let [matches, hints, reviews] = &mut self.lanes;
        match why {
            Why::Match => matches,
            Why::Hint => hints,
            Why::Review => reviews,
        }
    }
}

impl Lane {
    fn waiting_for(&self, person: Option<PlayerId>) -> usize {
        let own = self.waiting.get(&person).into_iter().flatten();
        own.filter(|sender| !sender.is_closed()).count()
    }

    fn next(&mut self) -> Option<oneshot::Sender<Room>> {
        let person = self.turns.pop_front()?;
        let own = self.waiting.get_mut(&person)?;
        let next = own.pop_front();
        if own.is_empty() {
            self.waiting.remove(&person);
        } else {
            self.turns.push_back(person);
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lets everybody wait in this order, and says in which they get their turn.
    async fn turns(wanted: &[(Why, i64)]) -> Vec<i64> {
        let queue = Queue::new(1);
        let busy = queue.enter(Why::Match, &[]).await.unwrap();
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for &(why, person) in wanted {
            let (queue, order) = (queue.clone(), order.clone());
            tasks.push(tokio::spawn(async move {
                let _room = queue.enter(why, &[PlayerId(person)]).await.unwrap();
                order.lock().unwrap().push(person);
            }));
            tokio::task::yield_now().await;
        }
        drop(busy);
        for task in tasks {
            task.await.unwrap();
        }
        let free = queue.inside().free;
        assert_eq!(free, 1);
        let order = order.lock().unwrap();
        order.clone()
    }

    #[tokio::test]
    async fn people_take_turns_and_matches_come_first() {
        let m = |person| (Why::Match, person);
        assert_eq!(
            turns(&[m(1), m(1), m(1), m(1), m(2), m(3), m(2)]).await,
            [1, 2, 3, 1, 2, 1, 1]
        );
        let h = |person| (Why::Hint, person);
        assert_eq!(
            turns(&[(Why::Review, 9), h(5), h(5), h(6), m(1), m(1)]).await,
            [1, 1, 5, 6, 5, 9]
        );
    }

    #[tokio::test]
    async fn long_work_hears_who_comes_before_it() {
        let queue = Queue::new(1);
        let busy = queue.enter(Why::Review, &[PlayerId(1)]).await.unwrap();
        assert!(!queue.is_wanted(Why::Review));
        for (why, wanted) in [(Why::Review, false), (Why::Hint, true), (Why::Match, true)] {
            let others = queue.clone();
            let waiting = tokio::spawn(async move { others.enter(why, &[PlayerId(2)]).await });
            tokio::task::yield_now().await;
            assert_eq!(queue.is_wanted(Why::Review), wanted, "{why:?}");
            assert!(!queue.is_wanted(Why::Match));
            waiting.abort();
            let _ = waiting.await;
        }
        assert!(!queue.is_wanted(Why::Review), "they have gone");
        drop(busy);
    }

    #[tokio::test]
    async fn those_who_have_gone_lose_their_turn() {
        let queue = Queue::new(1);
        let busy = queue.enter(Why::Match, &[]).await.unwrap();
        let gone = tokio::time::timeout(
            std::time::Duration::from_millis(10),
            queue.enter(Why::Match, &[PlayerId(1)]),
        );
        assert!(gone.await.is_err());
        assert_eq!(queue.waiting(Why::Match, Some(PlayerId(1))), 0);
        drop(busy);
        assert!(queue.enter(Why::Hint, &[PlayerId(2)]).await.is_some());
    }
}
