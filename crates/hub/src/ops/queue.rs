//! Who may do next what only a few can do at once: bots that think, lines that are played through,
//! pictures that are drawn. People or addresses take turns, however much each of them asks for.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// What turns are counted by.
pub trait Key: Copy + Eq + Hash + std::fmt::Debug {}

impl<K: Copy + Eq + Hash + std::fmt::Debug> Key for K {}

#[derive(Clone, Debug)]
pub(crate) struct Queue<K: Key>(Arc<Mutex<Inside<K>>>);

#[derive(Debug)]
struct Inside<K: Key> {
    free: usize,
    /// The first come first.
    lanes: Vec<Lane<K>>,
    /// How many may wait in a lane.
    most: usize,
}

/// Those who wait for the same reason, by whoever they wait for.
#[derive(Debug)]
struct Lane<K: Key> {
    /// Whose turn it is, the next first; everybody who waits is in it once.
    turns: VecDeque<Option<K>>,
    waiting: HashMap<Option<K>, VecDeque<oneshot::Sender<Room<K>>>>,
}

/// The right to go on, given back when dropped.
#[derive(Debug)]
pub struct Room<K: Key>(Option<Queue<K>>);

impl<K: Key> Drop for Room<K> {
    fn drop(&mut self) {
        if let Some(queue) = self.0.take() {
            queue.give_back();
        }
    }
}

impl<K: Key> Queue<K> {
    /// With so many lanes, in each of which so many may wait.
    pub(crate) fn new(at_once: usize, lanes: usize, most: usize) -> Queue<K> {
        Queue(Arc::new(Mutex::new(Inside {
            free: at_once.max(1),
            lanes: (0..lanes.max(1)).map(|_| Lane::default()).collect(),
            most,
        })))
    }

    fn inside(&self) -> MutexGuard<'_, Inside<K>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg(test)]
    pub(crate) fn has_room(&self) -> bool {
        self.inside().free > 0
    }

    /// How many wait in a lane for one of them.
    pub(crate) fn waiting(&self, lane: usize, key: Option<K>) -> usize {
        let inside = self.inside();
        let lane = inside.lanes.get(lane);
        lane.map_or(0, |lane| lane.waiting_for(key))
    }

    /// Whether somebody waits who comes before this lane: long work makes room for them.
    pub(crate) fn is_wanted(&self, lane: usize) -> bool {
        let inside = self.inside();
        let before = inside.lanes.iter().take(lane);
        before
            .flat_map(|lane| lane.waiting.values().flatten())
            .any(|sender| !sender.is_closed())
    }

    /// Waits for a turn. Work for several waits with the one who has least. `None` when so many wait
    /// that others come first.
    pub(crate) async fn enter(&self, lane: usize, keys: &[K]) -> Option<Room<K>> {
        let turn = {
            let mut inside = self.inside();
            if inside.free > 0 {
                inside.free -= 1;
                return Some(Room(Some(self.clone())));
            }
            let most = inside.most;
            let lane = inside.lanes.get_mut(lane)?;
            let key = keys.iter().copied().map(Some);
            let key = key.min_by_key(|it| lane.waiting_for(*it)).flatten();
            if !lane.make_room(key, most) {
                return None;
            }
            let (sender, turn) = oneshot::channel();
            let own = lane.waiting.entry(key).or_default();
            own.push_back(sender);
            if own.len() == 1 {
                lane.turns.push_back(key);
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

impl<K: Key> Default for Lane<K> {
    fn default() -> Lane<K> {
        Lane {
            turns: VecDeque::new(),
            waiting: HashMap::new(),
        }
    }
}

impl<K: Key> Lane<K> {
    fn waiting_for(&self, key: Option<K>) -> usize {
        let own = self.waiting.get(&key).into_iter().flatten();
        own.filter(|sender| !sender.is_closed()).count()
    }

    fn next(&mut self) -> Option<oneshot::Sender<Room<K>>> {
        let key = self.turns.pop_front()?;
        let own = self.waiting.get_mut(&key)?;
        let next = own.pop_front();
        if own.is_empty() {
            self.waiting.remove(&key);
        } else {
            self.turns.push_back(key);
        }
        next
    }

    /// Whether one more may wait. When there is no place left, whoever holds most of them gives one
    /// up for somebody who would still have fewer.
    fn make_room(&mut self, key: Option<K>, most: usize) -> bool {
        if most == usize::MAX {
            return true;
        }
        let count = |lane: &Lane<K>| lane.waiting.values().map(VecDeque::len).sum::<usize>();
        if count(self) < most {
            return true;
        }
        for own in self.waiting.values_mut() {
            own.retain(|sender| !sender.is_closed());
        }
        self.forget_empty();
        if count(self) < most {
            return true;
        }
        let own = self.waiting_for(key);
        let greediest = self.waiting.values_mut().max_by_key(|it| it.len());
        let Some(greediest) = greediest.filter(|it| it.len() > own + 1) else {
            return false;
        };
        // The last of them is told that others come first.
        greediest.pop_back();
        true
    }

    fn forget_empty(&mut self) {
        self.waiting.retain(|_, own| !own.is_empty());
        self.turns.retain(|key| self.waiting.contains_key(key));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::PlayerId;

    /// Lanes as the bots have them.
    const MATCH: usize = 0;
    const HINT: usize = 1;
    const REVIEW: usize = 2;

    fn queue() -> Queue<PlayerId> {
        Queue::new(1, 3, usize::MAX)
    }

    /// Lets everybody wait in this order, and says in which they get their turn.
    async fn turns(wanted: &[(usize, i64)]) -> Vec<i64> {
        let queue = queue();
        let busy = queue.enter(MATCH, &[]).await.unwrap();
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
        let m = |person| (MATCH, person);
        assert_eq!(
            turns(&[m(1), m(1), m(1), m(1), m(2), m(3), m(2)]).await,
            [1, 2, 3, 1, 2, 1, 1]
        );
        let h = |person| (HINT, person);
        assert_eq!(
            turns(&[(REVIEW, 9), h(5), h(5), h(6), m(1), m(1)]).await,
            [1, 1, 5, 6, 5, 9]
        );
    }

    #[tokio::test]
    async fn long_work_hears_who_comes_before_it() {
        let queue = queue();
        let busy = queue.enter(REVIEW, &[PlayerId(1)]).await.unwrap();
        assert!(!queue.is_wanted(REVIEW));
        for (why, wanted) in [(REVIEW, false), (HINT, true), (MATCH, true)] {
            let others = queue.clone();
            let waiting = tokio::spawn(async move { others.enter(why, &[PlayerId(2)]).await });
            tokio::task::yield_now().await;
            assert_eq!(queue.is_wanted(REVIEW), wanted, "{why}");
            assert!(!queue.is_wanted(MATCH));
            waiting.abort();
            let _ = waiting.await;
        }
        assert!(!queue.is_wanted(REVIEW), "they have gone");
        drop(busy);
    }

    #[tokio::test]
    async fn those_who_have_gone_lose_their_turn() {
        let queue = queue();
        let busy = queue.enter(MATCH, &[]).await.unwrap();
        let gone = tokio::time::timeout(
            std::time::Duration::from_millis(10),
            queue.enter(MATCH, &[PlayerId(1)]),
        );
        assert!(gone.await.is_err());
        assert_eq!(queue.waiting(MATCH, Some(PlayerId(1))), 0);
        drop(busy);
        assert!(queue.enter(HINT, &[PlayerId(2)]).await.is_some());
    }

    /// However many one address asks for, another that comes late finds a place, and its turn comes
    /// after one of the other's.
    #[tokio::test]
    async fn no_address_holds_all_places() {
        let queue = Queue::new(1, 1, 8);
        let busy = queue.enter(0, &[1]).await.unwrap();
        let wait = |who: u8| {
            let queue = queue.clone();
            tokio::spawn(async move { queue.enter(0, &[who]).await.map(|_room| who) })
        };
        let greedy: Vec<_> = (0..12).map(|_| wait(1)).collect();
        tokio::task::yield_now().await;
        assert_eq!(queue.waiting(0, Some(1)), 8);
        let others: Vec<_> = (0..6).map(|_| wait(2)).collect();
        tokio::task::yield_now().await;
        let held = [1, 2].map(|who| queue.waiting(0, Some(who)));
        assert_eq!(held, [4, 4], "half and half");
        let third = wait(3);
        tokio::task::yield_now().await;
        assert_eq!(queue.waiting(0, Some(3)), 1);
        drop(busy);
        assert_eq!(third.await.unwrap(), Some(3));
        let mut served = 0;
        for task in greedy.into_iter().chain(others) {
            served += usize::from(task.await.unwrap().is_some());
        }
        assert_eq!(served, 7, "the rest were told that others come first");
        assert!(queue.has_room());
    }
}
