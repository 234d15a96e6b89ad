//! Shared virtual memory: which pages of the host program's are shared, what is said of them, and where kernels reach
//! them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock};

use gcn_jit::machine::memory::{Access, Memory, PAGE};

use crate::attributes::{Attributes, Change, Ranges};
use crate::mirror::{Mappings, Mirror, is_mapped, is_untouched};
use crate::status::Status;

/// Name of the memory in reports of faults.
const NAME: &str = "shared virtual memory";

/// Pages that are shared.
#[derive(Clone, Copy, Debug)]
struct Shared {
    end: u64,
    /// Where in the mirror's file they are.
    offset: u64,
    /// Where kernels' access ends: where the host program's own calls do, in whole dwords.
    reach: u64,
}

#[derive(Debug, Default)]
struct State {
    /// By first address.
    shared: BTreeMap<u64, Shared>,
    /// What is said of them. Of other memory nothing is: nobody tells when it is unmapped.
    ranges: Ranges,
    /// What kernels can access: by first address, how long it is and how.
    windows: BTreeMap<u64, (u64, Access)>,
    /// Prefetches so far.
    prefetches: u64,
}

/// The shared virtual memory of a device.
#[derive(Debug, Default)]
pub struct SharedMemory {
    mirror: OnceLock<Option<Mirror>>,
    state: Mutex<State>,
    /// Whether there is any.
    any: AtomicBool,
}

/// The whole pages around a range.
fn pages(range: &Range<u64>) -> Result<Range<u64>, Status> {
    let end = range.end.checked_next_multiple_of(PAGE);
    let end = end.filter(|_| range.start != 0 && !range.is_empty());
    Ok(range.start & !(PAGE - 1)..end.ok_or(Status::INVALID_ARGUMENT)?)
}

impl SharedMemory {
    fn mirror(&self) -> Result<&Mirror, Status> {
        let mirror = self.mirror.get_or_init(|| Mirror::new().ok());
        mirror.as_ref().ok_or(Status::ERROR)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// Whether the system lets the host program share memory so.
    pub fn is_supported(&self) -> bool {
        self.mirror().is_ok()
    }

    /// Whether an address is of memory that is shared, or was so the last time that somebody looked.
    pub fn contains(&self, at: u64) -> bool {
        self.any.load(Ordering::Acquire) && self.state().containing(at).is_some()
    }

    /// Says something of the pages around a range, which become shared if they are not yet.
    ///
    /// # Errors
    /// When there are pages in it that cannot be shared: what is not mapped, a file's, or not empty any more where the range
    /// does not begin a page; nothing has changed then. When memory runs out.
    pub fn set(
        &self,
        memory: &Memory,
        range: &Range<u64>,
        change: &Change,
        whole_pages: bool,
    ) -> Result<(), Status> {
        let (mirror, pages) = (self.mirror()?, pages(range)?);
        let mut state = self.state();
        state.look(memory, mirror)?;
        // HIP 7 has written its managed variables before it shares them. They begin a page: what begins in one may have
        // neighbours that other threads write to.
        state.share(memory, mirror, &pages, pages.start == range.start)?;
        self.any.store(true, Ordering::Release);
        let reach = if whole_pages {
            pages.end
        } else {
            range.end.next_multiple_of(4)
        };
        let shared = state.shared.range_mut(..pages.end);
        for (_, s) in shared.filter(|(_, s)| s.end > pages.start) {
            s.reach = s.reach.max(reach.min(s.end));
        }
        state.ranges.change(&pages, |a| change.apply(a));
        state.lend(memory, mirror, &pages)
    }

    /// Gives what is said of the pages around a range to a function, part by part.
    ///
    /// # Errors
    /// When some are not mapped, or the function's.
    pub fn get(
        &self,
        memory: &Memory,
        range: &Range<u64>,
        f: impl FnOnce(&[&Attributes]) -> Result<(), Status>,
    ) -> Result<(), Status> {
        let (mirror, pages) = (self.mirror()?, pages(range)?);
        let mut state = self.state();
        let mappings = state.look(memory, mirror)?;
        let arena = memory.addresses();
        let is_of_the_device = pages.start < arena.end && arena.start < pages.end;
        if is_of_the_device || !mappings.has(&pages) {
            return Err(Status::ERROR);
        }
        let over = state.ranges.over(&pages);
        f(&over.iter().map(|part| part.1).collect::<Vec<_>>())
    }

    /// Notes a prefetch to an agent; gives its number.
    pub fn begin_prefetch(
        &self,
        memory: &Memory,
        range: &Range<u64>,
        agent: u64,
    ) -> Result<u64, Status> {
        let (mirror, pages) = (self.mirror()?, pages(range)?);
        let mut state = self.state();
        state.look(memory, mirror)?;
        state.prefetches += 1;
        let number = state.prefetches;
        state.note(&pages, |a| a.begin_prefetch(number, agent));
        Ok(number)
    }

    /// Notes that it is complete, or without an agent that it has not begun.
    pub fn end_prefetch(&self, range: &Range<u64>, number: u64, agent: Option<u64>) {
        if let Ok(pages) = pages(range) {
            let mut state = self.state();
            state.note(&pages, |a| a.end_prefetch(number, agent));
        }
    }

    /// Before a kernel runs: has it reach nothing that the host program has unmapped.
    pub fn before_dispatch(&self, memory: &Memory) {
        if !self.any.load(Ordering::Acquire) {
            return;
        }
        let mut state = self.state();
        let all = state.shared.iter();
        let is_complete = all.map(|(&at, s)| at..s.end).all(|r| is_mapped(&r));
        if !is_complete && let Ok(mirror) = self.mirror() {
            // Where it cannot look, kernels go on to reach the pages, which are nobody else's.
            let _ = state.look(memory, mirror);
        }
        self.any.store(!state.shared.is_empty(), Ordering::Release);
    }
}

impl State {
    /// The shared pages around an address: the first, and the rest.
    fn containing(&self, at: u64) -> Option<(u64, Shared)> {
        let (&start, &shared) = self.shared.range(..=at).next_back()?;
        (at < shared.end).then_some((start, shared))
    }

    /// The parts of a range that are shared.
    fn inside(&self, range: &Range<u64>) -> Vec<Range<u64>> {
        let first = self.containing(range.start).map_or(range.start, |s| s.0);
        let all = self.shared.range(first..range.end);
        let all = all.map(|(&at, s)| at.max(range.start)..s.end.min(range.end));
        all.collect()
    }

    /// Changes what is said of those pages of a range that are shared.
    fn note(&mut self, range: &Range<u64>, f: impl Fn(&mut Attributes)) {
        for part in self.inside(range) {
            self.ranges.change(&part, &f);
        }
    }

    /// Shares the pages of a range that are not yet; such as have something in them only if they may.
    fn share(
        &mut self,
        memory: &Memory,
        mirror: &Mirror,
        range: &Range<u64>,
        may_be_full: bool,
    ) -> Result<(), Status> {
        let mut missing = Vec::new();
        let mut at = range.start;
        for part in self.inside(range) {
            if at < part.start {
                missing.push(at..part.start);
            }
            at = part.end;
        }
        if at < range.end {
            missing.push(at..range.end);
        }
        if missing.is_empty() {
            return Ok(());
        }
        let arena = memory.addresses();
        let mappings = Mappings::read().map_err(|_| Status::ERROR)?;
        let mut full = Vec::new();
        for part in &missing {
            let is_of_the_device = part.start < arena.end && arena.start < part.end;
            let is_full = !is_untouched(part).unwrap_or(false);
            if is_of_the_device || !mappings.is_plain(part) || is_full && !may_be_full {
                return Err(Status::ERROR);
            }
            full.push(is_full);
        }
        for (part, is_full) in missing.into_iter().zip(full) {
            let len = part.end - part.start;
            let offset = mirror.take(len).ok_or(Status::OUT_OF_RESOURCES)?;
            if is_full {
                // SAFETY: it is the host program's own memory, which it has given this call, and is mapped to be read; the
                // pages of the mirror are this call's until they are shared.
                unsafe {
                    std::ptr::copy_nonoverlapping(
                        part.start as *const u8,
                        mirror.host(offset),
                        len as usize,
                    );
                }
            }
            // SAFETY: as above, and what it has is in the pages that are put there.
            if unsafe { mirror.put(&part, offset) }.is_err() {
                mirror.give_back(offset..offset + len);
                return Err(Status::OUT_OF_RESOURCES);
            }
            let shared = Shared {
                end: part.end,
                offset,
                reach: part.start,
            };
            self.shared.insert(part.start, shared);
        }
        Ok(())
    }

    /// Looks at what is mapped now; what was shared, and is the host program's no more, ends.
    fn look(&mut self, memory: &Memory, mirror: &Mirror) -> Result<Mappings, Status> {
        let mappings = Mappings::read().map_err(|_| Status::ERROR)?;
        let ours = mappings.of(mirror);
        let mut gone = Vec::new();
        for (&start, shared) in &self.shared {
            let first = ours.range(..=start).next_back().map_or(start, |m| *m.0);
            let mut at = start;
            for (&from, &(to, offset)) in ours.range(first..shared.end) {
                let (from_here, to_here) = (from.max(start), to.min(shared.end));
                let is_same = offset + (from_here - from) == shared.offset + (from_here - start);
                if from_here < to_here && is_same {
                    if at < from_here {
                        gone.push(at..from_here);
                    }
                    at = to_here;
                }
            }
            if at < shared.end {
                gone.push(at..shared.end);
            }
        }
        let kernels = mirror.host(0) as u64;
        for range in gone {
            let Some(offset) = self.end(memory, mirror, &range)? else {
                continue;
            };
            let freed = offset..offset + (range.end - range.start);
            // Where the host program has moved the pages it still has them.
            let is_elsewhere = ours.iter().any(|(&at, &(end, from))| {
                let pages = from..from + (end - at);
                at != kernels && pages.start < freed.end && freed.start < pages.end
            });
            if !is_elsewhere {
                mirror.give_back(freed);
            }
        }
        Ok(mappings)
    }

    /// Ends the sharing of a range, all of it pages that are shared together: gives where they were in the file.
    fn end(
        &mut self,
        memory: &Memory,
        mirror: &Mirror,
        range: &Range<u64>,
    ) -> Result<Option<u64>, Status> {
        let Some((start, whole)) = self.containing(range.start) else {
            return Ok(None);
        };
        let part = |from: u64, end: u64| Shared {
            end,
            offset: whole.offset + (from - start),
            reach: whole.reach.clamp(from, end),
        };
        self.unlend(memory, &(start..whole.end))?;
        self.shared.remove(&start);
        self.ranges.remove(range);
        for rest in [start..range.start, range.end..whole.end] {
            if !rest.is_empty() {
                self.shared.insert(rest.start, part(rest.start, rest.end));
                self.lend(memory, mirror, &rest)?;
            }
        }
        Ok(Some(whole.offset + (range.start - start)))
    }

    /// Has kernels reach nothing that begins in a range.
    fn unlend(&mut self, memory: &Memory, range: &Range<u64>) -> Result<(), Status> {
        let bases: Vec<u64> = self.windows.range(range.clone()).map(|w| *w.0).collect();
        for base in bases {
            self.windows.remove(&base);
            memory.unmap(base).map_err(|_| Status::RESOURCE_FREE)?;
        }
        Ok(())
    }

    /// Has kernels reach what they may in the shared pages that a range touches.
    fn lend(&mut self, memory: &Memory, mirror: &Mirror, range: &Range<u64>) -> Result<(), Status> {
        for part in self.inside(range) {
            let Some((start, shared)) = self.containing(part.start) else {
                continue;
            };
            // One window for neighbours that are alike: accesses may go over their border.
            let mut wanted: Vec<(Range<u64>, Access)> = Vec::new();
            for (pages, attributes) in self.ranges.over(&(start..shared.end)) {
                let access = match attributes.rights() {
                    (false, _) => continue,
                    (true, false) => Access::ReadOnly,
                    (true, true) => Access::ReadWrite,
                };
                let end = pages.end.min(shared.reach);
                match wanted.last_mut() {
                    Some((w, a)) if w.end == pages.start && *a == access => w.end = end,
                    _ if pages.start < end => wanted.push((pages.start..end, access)),
                    _ => {}
                }
            }
            let has: Vec<(Range<u64>, Access)> = self
                .windows
                .range(start..shared.end)
                .map(|(&at, &(len, access))| (at..at + len, access))
                .collect();
            // What stays as it is stays all the time: kernels may be running.
            if has == wanted {
                continue;
            }
            self.unlend(memory, &(start..shared.end))?;
            for (w, access) in wanted {
                let host = mirror.host(shared.offset + (w.start - start));
                let len = w.end - w.start;
                // SAFETY: the mirror's mapping stays for good, has the bytes, and Rust code does not access it.
                let lent = unsafe { memory.map_at(w.start, host, len, access, NAME) };
                lent.map_err(|_| Status::OUT_OF_RESOURCES)?;
                self.windows.insert(w.start, (len, access));
            }
        }
        Ok(())
    }
}
