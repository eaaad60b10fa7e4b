//! Files that are mapped at the first question, and checked page by page.

use std::fs::File;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use parlor_mapped::Mapped;

use crate::error::Fault;
use crate::file::HEADER;
use crate::store::{self, PAGE};

/// What could not be used and why, for people.
#[derive(Debug, Default)]
pub(crate) struct Notes(Mutex<Vec<String>>);

impl Notes {
    pub(crate) fn all(&self) -> Vec<String> {
        let notes = self.0.lock();
        notes.unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn add(&self, note: String) {
        let notes = self.0.lock();
        notes.unwrap_or_else(PoisonError::into_inner).push(note);
    }
}

/// A file with a good header and the right length.
#[derive(Debug)]
pub(crate) struct Lazy {
    file: File,
    payload: u64,
    /// Of the sums of all pages.
    sum: u64,
    label: String,
    /// `None` if it cannot be mapped or its sums are damaged.
    sheet: OnceLock<Option<Sheet>>,
    notes: Arc<Notes>,
}

/// A mapped file. Its pages are checked one by one, each before the first answer from it.
#[derive(Debug)]
struct Sheet {
    bytes: Mapped,
    pages: Vec<AtomicU8>,
}

/// What is known of a page.
const UNCHECKED: u8 = 0;
const GOOD: u8 = 1;
const DAMAGED: u8 = 2;

impl Lazy {
    pub(crate) fn new(
        file: File,
        payload: u64,
        sum: u64,
        label: String,
        notes: &Arc<Notes>,
    ) -> Lazy {
        Lazy {
            file,
            payload,
            sum,
            label,
            sheet: OnceLock::new(),
            notes: Arc::clone(notes),
        }
    }

    /// A byte of the payload; `None` where the file is damaged.
    #[inline]
    pub(crate) fn byte(&self, at: u64) -> Option<u8> {
        let sheet = self.sheet.get_or_init(|| self.map()).as_ref()?;
        let at = HEADER + at as usize;
        let page = at / PAGE;
        match sheet.pages.get(page)?.load(Relaxed) {
            GOOD => {}
            UNCHECKED if self.check(sheet, page) => {}
            _ => return None,
        }
        sheet.bytes.get(at).copied()
    }

    fn map(&self) -> Option<Sheet> {
        match store::map(&self.file, self.payload, self.sum) {
            Ok(bytes) => {
                bytes.expect_random();
                let pages = 0..store::pages(self.payload);
                let pages = pages.map(|_| AtomicU8::new(UNCHECKED)).collect();
                Some(Sheet { bytes, pages })
            }
            Err(fault) => {
                self.note(&fault);
                None
            }
        }
    }

    /// Two threads may check the same page, and find the same.
    #[cold]
    fn check(&self, sheet: &Sheet, page: usize) -> bool {
        let is_good = store::is_good(&sheet.bytes, self.payload, page);
        let known = if is_good { GOOD } else { DAMAGED };
        let before = sheet.pages[page].swap(known, Relaxed);
        if !is_good && before == UNCHECKED {
            self.note(&Fault::Page(page));
        }
        is_good
    }

    fn note(&self, fault: &Fault) {
        self.notes
            .add(format!("{} are left out: {fault}", self.label));
    }
}
