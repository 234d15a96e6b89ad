//! What is said of ranges of shared virtual memory (`hsa_amd_svm_attribute_t` of `hsa_ext_amd.h`), page by page.
//!
//! What holds where nothing was said is what AMD's driver has for it (`svm_range_set_default_attributes` of Linux'
//! `kfd_svm.c`): fine-grained, for the host alone, nowhere in particular.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::status::Status;

/// `HSA_AMD_SVM_ATTRIB_*`
const GLOBAL_FLAG: u64 = 0;
const READ_ONLY: u64 = 1;
const HIVE_LOCAL: u64 = 2;
const MIGRATION_GRANULARITY: u64 = 3;
const PREFERRED_LOCATION: u64 = 4;
const PREFETCH_LOCATION: u64 = 5;
const READ_MOSTLY: u64 = 6;
const ACCESSIBLE: u64 = 0x200;
const ACCESSIBLE_IN_PLACE: u64 = 0x201;
const NO_ACCESS: u64 = 0x202;
const ACCESS_QUERY: u64 = 0x203;

/// `HSA_AMD_SVM_GLOBAL_FLAG_*`
const FINE: u64 = 0;
const COARSE: u64 = 1;
const INDETERMINATE: u64 = 2;

/// Of what is yes or no, the attribute's number is its bit; coarse-grained has that of `GLOBAL_FLAG`.
const fn bit(attribute: u64) -> u32 {
    1 << attribute
}

/// What the CPU's access is among them.
const HOST: u32 = 1 << 31;

/// Pages that move at once, as a power of two: 2 MiB by themselves, 1 GiB at most.
const GRANULARITY: u64 = 9;
const LARGEST_GRANULARITY: u64 = 18;

/// An attribute and its value (`hsa_amd_svm_attribute_pair_t`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Pair {
    attribute: u64,
    value: u64,
}

/// What is said of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attributes {
    flags: u32,
    granularity: u64,
    /// Agents; 0 is none.
    preferred: u64,
    prefetched: u64,
    /// A prefetch that is under way: its number and where to.
    prefetch: Option<(u64, u64)>,
    /// GPUs that have access, and whether in place.
    access: BTreeMap<u64, bool>,
}

impl Attributes {
    /// Whether kernels may read it, and write it.
    pub fn rights(&self) -> (bool, bool) {
        let any = !self.access.is_empty();
        (any, any && self.flags & bit(READ_ONLY) == 0)
    }

    /// Says that a prefetch to an agent is under way.
    pub fn begin_prefetch(&mut self, number: u64, agent: u64) {
        self.prefetch = Some((number, agent));
    }

    /// Says that it is complete, or without an agent that it has not begun; later ones may still be under way.
    pub fn end_prefetch(&mut self, number: u64, agent: Option<u64>) {
        self.prefetched = agent.unwrap_or(self.prefetched);
        self.prefetch = self.prefetch.filter(|p| p.0 != number);
    }

    /// Where the last prefetch goes, or went.
    fn location(&self) -> u64 {
        self.prefetch.map_or(self.prefetched, |p| p.1)
    }
}

/// What holds where nothing was said.
static DEFAULT: Attributes = Attributes {
    flags: HOST,
    granularity: GRANULARITY,
    preferred: 0,
    prefetched: 0,
    prefetch: None,
    access: BTreeMap::new(),
};

/// What a call is to change.
#[derive(Debug, Default)]
pub struct Change {
    set: u32,
    clear: u32,
    granularity: Option<u64>,
    preferred: Option<u64>,
    /// Of GPUs: whether they are to have access, and whether in place.
    access: BTreeMap<u64, Option<bool>>,
}

impl Change {
    /// What a list asks for. `is_gpu` knows the agents.
    ///
    /// # Errors
    /// When an attribute or value is none that can be set, an agent is none, or something is asked for twice.
    pub fn of(
        pairs: &[Pair],
        is_gpu: impl Fn(u64) -> Result<bool, Status>,
    ) -> Result<Change, Status> {
        let mut change = Change::default();
        let (mut seen, mut agents) = (0, Vec::new());
        for &Pair { attribute, value } in pairs {
            let is_new = match attribute {
                ACCESSIBLE | ACCESSIBLE_IN_PLACE | NO_ACCESS => {
                    let is_new = !agents.contains(&value);
                    agents.push(value);
                    is_new
                }
                GLOBAL_FLAG..=READ_MOSTLY => {
                    let is_new = seen & bit(attribute) == 0;
                    seen |= bit(attribute);
                    is_new
                }
                _ => return Err(Status::INVALID_ARGUMENT),
            };
            let mut flag = |bit: u32, value: bool| {
                if value {
                    change.set |= bit;
                } else {
                    change.clear |= bit;
                }
            };
            match attribute {
                GLOBAL_FLAG if value > COARSE => return Err(Status::INVALID_ARGUMENT),
                GLOBAL_FLAG | READ_ONLY | HIVE_LOCAL | READ_MOSTLY => {
                    flag(bit(attribute), value != 0)
                }
                MIGRATION_GRANULARITY => change.granularity = Some(value.min(LARGEST_GRANULARITY)),
                PREFERRED_LOCATION => {
                    if value != 0 {
                        is_gpu(value)?;
                    }
                    change.preferred = Some(value);
                }
                ACCESSIBLE | ACCESSIBLE_IN_PLACE | NO_ACCESS if !is_gpu(value)? => {
                    flag(HOST, attribute != NO_ACCESS);
                }
                ACCESSIBLE => drop(change.access.insert(value, Some(false))),
                ACCESSIBLE_IN_PLACE => drop(change.access.insert(value, Some(true))),
                NO_ACCESS => drop(change.access.insert(value, None)),
                _ => return Err(Status::INVALID_ARGUMENT),
            }
            if !is_new {
                return Err(Status::INCOMPATIBLE_ARGUMENTS);
            }
        }
        Ok(change)
    }

    /// Changes it.
    pub fn apply(&self, to: &mut Attributes) {
        to.flags = to.flags & !self.clear | self.set;
        to.granularity = self.granularity.unwrap_or(to.granularity);
        to.preferred = self.preferred.unwrap_or(to.preferred);
        for (&agent, access) in &self.access {
            match access {
                Some(in_place) => drop(to.access.insert(agent, *in_place)),
                None => drop(to.access.remove(&agent)),
            }
        }
    }
}

/// What all have in common, if it is one.
fn uniform<T: PartialEq>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

impl Pair {
    /// What is asked for, of pages of which `all` is said: where that differs, what the header states for it, or else
    /// what AMD's driver answers (`svm_range_get_attr`): no, the least, nowhere, no access.
    ///
    /// # Errors
    /// When it cannot be asked for, or an agent is none.
    pub fn answer(
        &mut self,
        all: &[&Attributes],
        is_gpu: impl Fn(u64) -> Result<bool, Status>,
    ) -> Result<(), Status> {
        let every = |bit: u32| all.iter().all(|a| a.flags & bit != 0);
        match self.attribute {
            GLOBAL_FLAG => {
                let coarse = uniform(all.iter().map(|a| a.flags & bit(GLOBAL_FLAG) != 0));
                self.value = match coarse {
                    Some(false) => FINE,
                    Some(true) => COARSE,
                    None => INDETERMINATE,
                };
            }
            READ_ONLY | HIVE_LOCAL | READ_MOSTLY => self.value = every(bit(self.attribute)).into(),
            MIGRATION_GRANULARITY => {
                let least = all.iter().map(|a| a.granularity).min();
                self.value = least.unwrap_or(GRANULARITY);
            }
            PREFERRED_LOCATION => {
                self.value = uniform(all.iter().map(|a| a.preferred)).unwrap_or(0);
            }
            PREFETCH_LOCATION => {
                self.value = uniform(all.iter().map(|a| a.location())).unwrap_or(0);
            }
            ACCESS_QUERY => {
                let access = if is_gpu(self.value)? {
                    uniform(all.iter().map(|a| a.access.get(&self.value))).flatten()
                } else {
                    every(HOST).then_some(&false)
                };
                self.attribute = match access {
                    Some(true) => ACCESSIBLE_IN_PLACE,
                    Some(false) => ACCESSIBLE,
                    None => NO_ACCESS,
                };
            }
            _ => return Err(Status::INVALID_ARGUMENT),
        }
        Ok(())
    }
}

/// What is said of ranges of addresses.
#[derive(Debug, Default)]
pub struct Ranges(BTreeMap<u64, (u64, Attributes)>);

impl Ranges {
    /// Has a range begin at `at`, if one goes over it.
    fn split(&mut self, at: u64) {
        let over = self.0.range_mut(..at).next_back();
        let Some((_, (end, attributes))) = over.filter(|(_, (end, _))| *end > at) else {
            return;
        };
        let rest = (*end, attributes.clone());
        *end = at;
        self.0.insert(at, rest);
    }

    /// Forgets what is said of a range.
    pub fn remove(&mut self, range: &Range<u64>) {
        self.split(range.start);
        self.split(range.end);
        let inside: Vec<u64> = self.0.range(range.clone()).map(|r| *r.0).collect();
        inside.iter().for_each(|at| drop(self.0.remove(at)));
    }

    /// Changes what is said of all of a range.
    pub fn change(&mut self, range: &Range<u64>, f: impl Fn(&mut Attributes)) {
        let parts = self.over(range);
        let parts: Vec<_> = parts.into_iter().map(|(r, a)| (r, a.clone())).collect();
        self.remove(range);
        for (part, mut attributes) in parts {
            f(&mut attributes);
            self.add(part, attributes);
        }
    }

    /// Adds a range where there is none, or makes one with that before it if it is said alike.
    fn add(&mut self, range: Range<u64>, attributes: Attributes) {
        let before = self.0.range_mut(..range.start).next_back();
        match before {
            Some((_, (end, a))) if *end == range.start && *a == attributes => *end = range.end,
            _ => drop(self.0.insert(range.start, (range.end, attributes))),
        }
    }

    /// The parts of a range, in order, and what is said of them.
    pub fn over(&self, range: &Range<u64>) -> Vec<(Range<u64>, &Attributes)> {
        let first = self.0.range(..=range.start).next_back().map_or(0, |r| *r.0);
        let mut out = Vec::new();
        let mut at = range.start;
        for (&start, (end, attributes)) in self.0.range(first..range.end) {
            let (start, end) = (start.max(range.start), (*end).min(range.end));
            if start >= end {
                continue;
            }
            if at < start {
                out.push((at..start, &DEFAULT));
            }
            out.push((start..end, attributes));
            at = end;
        }
        if at < range.end {
            out.push((at..range.end, &DEFAULT));
        }
        out
    }
}
