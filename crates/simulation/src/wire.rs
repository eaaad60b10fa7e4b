//! The way from a node to the database: every call is a future that waits for events.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use parlor_store::StoreError;

use crate::database::Database;

/// What a node has asked for since it was last looked at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wire(Arc<Mutex<Vec<Request>>>);

pub(crate) enum Request {
    /// Something to be done by the database.
    Call(&'static str, Apply),
    /// To be woken after so many milliseconds.
    Pause(i64, Deliver),
}

/// Does the work, or finds the database away, and gives back how to answer.
pub(crate) type Apply = Box<dyn FnOnce(Option<&mut Database>) -> Deliver + Send>;

/// Answers; or, if the answer is lost on the way, says that nobody answered.
pub(crate) type Deliver = Box<dyn FnOnce(bool) + Send>;

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Request::Call(what, _) => write!(f, "Call({what})"),
            Request::Pause(ms, _) => write!(f, "Pause({ms})"),
        }
    }
}

/// An answer that has not come yet.
#[derive(Debug)]
pub(crate) struct Pending<T>(Slot<T>);

type Slot<T> = Arc<Mutex<Option<T>>>;

impl<T> Future for Pending<T> {
    type Output = T;

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<T> {
        match lock(&self.0).take() {
            Some(answer) => Poll::Ready(answer),
            None => Poll::Pending,
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Wire {
    pub(crate) fn call<T: Send + 'static>(
        &self,
        what: &'static str,
        op: impl FnOnce(&mut Database) -> Result<T, StoreError> + Send + 'static,
    ) -> Pending<Result<T, StoreError>> {
        let slot = Slot::default();
        let answer = slot.clone();
        let apply: Apply = Box::new(move |database| {
            let result = database.map_or(Err(StoreError::Closed), op);
            Box::new(move |lost| {
                let result = if lost {
                    Err(StoreError::Closed)
                } else {
                    result
                };
                *lock(&answer) = Some(result);
            })
        });
        lock(&self.0).push(Request::Call(what, apply));
        Pending(slot)
    }

    pub(crate) fn pause(&self, ms: i64) -> Pending<()> {
        let slot = Slot::default();
        let answer = slot.clone();
        let wake: Deliver = Box::new(move |_| *lock(&answer) = Some(()));
        lock(&self.0).push(Request::Pause(ms, wake));
        Pending(slot)
    }

    pub(crate) fn take(&self) -> Vec<Request> {
        std::mem::take(&mut lock(&self.0))
    }
}
