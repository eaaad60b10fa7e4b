//! Files mapped into memory, to be read at random places without reading all of them.
//!
//! This is the only crate that may use `unsafe`, and it does so in one function. Nothing here knows
//! what the files are.

use std::fs::File;
use std::io;
use std::ops::Deref;

use memmap2::{Advice, Mmap};

/// The bytes of a file, as long as this lives; the file itself may be closed or deleted.
#[derive(Debug)]
pub struct Mapped(Mmap);

impl Mapped {
    /// Maps a file that nobody changes any more.
    ///
    /// A file that is cut short while it is mapped ends the process with SIGBUS as soon as a byte
    /// behind its new end is read, and so does a disk that fails to give a page. Replacing a file
    /// by renaming another one over it, or deleting it, does no harm.
    pub fn new(file: &File) -> io::Result<Mapped> {
        map(file).map(Mapped)
    }

    /// Questions will go to random places: reading ahead would read all of it in the end. A system
    /// that does not know this advice is only slower.
    pub fn expect_random(&self) {
        let _ = self.0.advise(Advice::Random);
    }
}

#[allow(
    unsafe_code,
    reason = "a mapping is only sound while the file keeps its bytes, which no type can promise"
)]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes of the mapping must not change while they are borrowed. Whoever calls this
    // maps files that are written under another name, renamed when they are whole, and never
    // written again. A stranger who may write in that folder can do worse than that: the bytes are
    // plain data that is checked before it is believed, and nothing is derived from them that a
    // changed byte could turn into a read out of bounds. No protection is possible against one who
    // cuts a file short: that is a signal, not undefined behaviour.
    unsafe { Mmap::map(file) }
}

impl Deref for Mapped {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_that_is_replaced_stays_as_it_was() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, other) = (folder.path().join("a"), folder.path().join("b"));
        fs::write(&path, b"first").expect("written");
        let mapped = Mapped::new(&File::open(&path).expect("there")).expect("mapped");
        fs::write(&other, b"second").expect("written");
        fs::rename(&other, &path).expect("renamed");
        assert_eq!(&*mapped, b"first");
        fs::remove_file(&path).expect("removed");
        assert_eq!(&*mapped, b"first");
    }
}
