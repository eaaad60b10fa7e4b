//! Reviews under way and those made lately. Each is made once, however many ask for it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use parlor_engine::Record;
use serde::Serialize;
use utoipa::ToSchema;

use super::review::{Review, review};
use super::{BotPool, Cancel};
use crate::Refusal;

/// Reviews that are kept; older ones are made anew.
const KEPT: usize = 64;

#[derive(Clone, Debug)]
pub(crate) struct Reviews {
    bot_pool: BotPool,
    desk: Arc<Mutex<VecDeque<Arc<Job>>>>,
}

#[derive(Debug)]
struct Job {
    id: String,
    done: AtomicUsize,
    of: usize,
    result: OnceLock<Result<Review, Refusal>>,
    cancel: Cancel,
}

/// How far a review is.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(tag = "status", rename_all = "snake_case")]
pub(crate) enum Progress {
    Working { done: usize, of: usize },
    Done(Review),
}

impl Reviews {
    pub(crate) fn new(bot_pool: BotPool) -> Reviews {
        Reviews {
            bot_pool,
            desk: Arc::default(),
        }
    }

    /// How far the review of this match is, if somebody has asked for it lately.
    pub(crate) fn progress(&self, id: &str) -> Option<Result<Progress, Refusal>> {
        let desk = self.desk.lock().unwrap_or_else(PoisonError::into_inner);
        let job = desk.iter().find(|job| job.id == id)?;
        Some(match job.result.get() {
            None => Ok(Progress::Working {
                done: job.done.load(Ordering::Relaxed),
                of: job.of,
            }),
            Some(Ok(review)) => Ok(Progress::Done(review.clone())),
            Some(Err(refusal)) => Err(refusal.clone()),
        })
    }

    pub(crate) fn begin(&self, id: &str, record: Record) -> Progress {
        let job = Arc::new(Job {
            id: id.to_owned(),
            done: AtomicUsize::new(0),
            of: record.entries.len() + 1,
            result: OnceLock::new(),
            cancel: Cancel::new(),
        });
        let mut desk = self.desk.lock().unwrap_or_else(PoisonError::into_inner);
        desk.push_back(job.clone());
        if desk.len() > KEPT
            && let Some(oldest) = desk.pop_front()
        {
            oldest.cancel.cancel();
        }
        drop(desk);
        let progress = Progress::Working {
            done: 0,
            of: job.of,
        };
        let bot_pool = self.bot_pool.clone();
        tokio::spawn(async move {
            let thinking = job.clone();
            let work = move || {
                let count = |done| {
                    thinking.done.store(done, Ordering::Relaxed);
                    !thinking.cancel.is_cancelled()
                };
                review(&record, count, &thinking.cancel)
            };
            let result = bot_pool.run_long(work).await;
            let _ = job
                .result
                .set(result.unwrap_or_else(|| Err(Refusal::unavailable())));
        });
        progress
    }
}
