//! What an instruction accesses in memory, for those who watch: where each lane really went.

use std::cell::{Cell, RefCell};

/// A place that one lane accesses.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    /// Guest address in global memory.
    Global(u64),
    /// LDS address; `None` outside.
    Lds(Option<u32>),
    /// Byte offset in the lane's private memory.
    Private { offset: u32, lane: u8 },
}

/// How an instruction accesses memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    Read,
    Write,
    /// An atomic does both.
    Update,
}

/// A kind of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// Global memory, by guest address.
    Global,
    /// LDS; of instructions with the GDS bit the GDS.
    Lds,
    /// Private memory, by the offset in the lane's.
    Private,
}

/// One access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Of which memory.
    pub space: Space,
    /// Address of the first byte.
    pub address: u64,
    /// Number of bytes; 0 where the access is dropped since it is out of range.
    pub bytes: u32,
    /// Whether it writes; an atomic does both.
    pub writes: bool,
    /// Whether it reads.
    pub reads: bool,
    /// The lane for which it is; `None` where it is the wave's.
    pub lane: Option<u8>,
}

/// The accesses of an instruction, in their order.
#[derive(Debug, Default)]
pub struct Log {
    /// The lane that the instruction is at.
    lane: Cell<Option<u8>>,
    all: RefCell<Vec<Seen>>,
}

impl Log {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.lane.set(None);
        self.all.get_mut().clear();
    }

    /// What has been noted since it was cleared.
    pub fn list(&mut self) -> &[Seen] {
        self.all.get_mut()
    }

    /// The instruction comes to a lane.
    #[inline]
    pub(super) fn enter(&self, lane: usize) {
        self.lane.set(Some(lane as u8));
    }
}

/// Notes an access, if somebody watches.
#[inline]
pub(super) fn note(log: Option<&Log>, at: Place, bytes: u32, how: How) {
    let Some(log) = log else { return };
    let (space, address, bytes) = match at {
        Place::Global(address) => (Space::Global, address, bytes),
        Place::Lds(Some(address)) => (Space::Lds, address.into(), bytes),
        Place::Lds(None) => (Space::Lds, 0, 0),
        Place::Private { offset, .. } => (Space::Private, offset.into(), bytes),
    };
    log.all.borrow_mut().push(Seen {
        space,
        address,
        bytes,
        writes: how != How::Read,
        reads: how != How::Write,
        lane: log.lane.get(),
    });
}
