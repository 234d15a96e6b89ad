//! When which work-group ran, and on which host thread.

use std::collections::{BTreeMap, HashMap};
use std::thread::ThreadId;
use std::time::Instant;

/// When the work-groups of a launch ran.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Timeline {
    /// Host threads that ran any.
    pub threads: u32,
    /// The first work-groups, in the order in which they ended, as many as were to be kept.
    pub workgroups: Vec<WorkGroup>,
    /// The others, summed by host thread.
    pub rest: Vec<Rest>,
}

/// A work-group's time. It was not alone on its thread all that time if work-groups waited for each other.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct WorkGroup {
    /// Its id.
    pub id: [u32; 3],
    /// Its waves.
    pub waves: u32,
    /// Number of the host thread, in the order in which they began.
    pub thread: u32,
    /// Seconds from the beginning of the launch until its first wave began.
    pub start: f64,
    /// Seconds until its last wave had ended, or what stopped the launch.
    pub end: f64,
    /// Whether all of its waves ended.
    pub ended: bool,
}

/// Work-groups that are not kept apart.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Rest {
    /// Number of the host thread.
    pub thread: u32,
    /// How many they are.
    pub workgroups: u64,
    /// Seconds from the beginning of the launch until the first of them began.
    pub start: f64,
    /// Seconds until the last had ended.
    pub end: f64,
    /// Sum of their times in seconds.
    pub busy: f64,
}

/// Makes a [`Timeline`] while a launch runs.
#[derive(Debug)]
pub(super) struct Recorder {
    began: Instant,
    /// Most work-groups that are kept apart.
    limit: usize,
    threads: HashMap<ThreadId, u32>,
    /// Those under way, each with its waves that have ended.
    open: BTreeMap<[u32; 3], (WorkGroup, u32)>,
    kept: Vec<WorkGroup>,
    rest: BTreeMap<u32, Rest>,
}

impl Recorder {
    /// Keeps `limit` work-groups apart. The launch begins now.
    pub fn new(limit: usize) -> Recorder {
        Recorder {
            began: Instant::now(),
            limit,
            threads: HashMap::new(),
            open: BTreeMap::new(),
            kept: Vec::new(),
            rest: BTreeMap::new(),
        }
    }

    /// Seconds since the launch began.
    pub fn now(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }

    /// The number of this host thread.
    fn thread(&mut self) -> u32 {
        let next = self.threads.len() as u32;
        let this = std::thread::current().id();
        *self.threads.entry(this).or_insert(next)
    }

    /// A wave of the work-group `id`, which has `waves`, begins or goes on on this thread. Whether the work-group is kept
    /// apart.
    pub fn begins(&mut self, id: [u32; 3], waves: u32) -> bool {
        if self.open.contains_key(&id) {
            return true;
        }
        if self.kept.len() + self.open.len() >= self.limit {
            return false;
        }
        self.open(id, waves);
        true
    }

    /// As [`Recorder::begins`], for one that is kept apart.
    pub fn open(&mut self, id: [u32; 3], waves: u32) {
        let (now, thread) = (self.now(), self.thread());
        let group = WorkGroup {
            id,
            waves,
            thread,
            start: now,
            end: now,
            ended: false,
        };
        self.open.insert(id, (group, 0));
    }

    /// Waves of the work-group `id` have run for a while, and some have ended.
    pub fn ran(&mut self, id: [u32; 3], ended: u32) {
        let now = self.now();
        let Some((group, waves)) = self.open.get_mut(&id) else {
            return;
        };
        group.end = now;
        *waves += ended;
        if *waves == group.waves {
            group.ended = true;
            if let Some((group, _)) = self.open.remove(&id) {
                self.keep(group);
            }
        }
    }

    /// Since `start` this thread has run work-groups that are not kept apart, and so many of them have ended.
    pub fn more(&mut self, workgroups: u64, start: f64) {
        let (thread, end) = (self.thread(), self.now());
        self.sum(Rest {
            thread,
            workgroups,
            start,
            end,
            busy: end - start,
        });
    }

    fn sum(&mut self, more: Rest) {
        let rest = self.rest.entry(more.thread).or_insert(Rest {
            thread: more.thread,
            start: more.start,
            ..Rest::default()
        });
        rest.workgroups += more.workgroups;
        rest.start = rest.start.min(more.start);
        rest.end = rest.end.max(more.end);
        rest.busy += more.busy;
    }

    fn keep(&mut self, group: WorkGroup) {
        if self.kept.len() < self.limit {
            self.kept.push(group);
            return;
        }
        self.sum(Rest {
            thread: group.thread,
            workgroups: 1,
            start: group.start,
            end: group.end,
            busy: group.end - group.start,
        });
    }

    /// The timeline of what there was.
    pub fn finish(mut self) -> Timeline {
        for (_, (group, _)) in std::mem::take(&mut self.open) {
            self.keep(group);
        }
        Timeline {
            threads: self.threads.len() as u32,
            workgroups: self.kept,
            rest: self.rest.into_values().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_groups_beyond_the_limit_are_summed() {
        let mut r = Recorder::new(2);
        for id in 0..2 {
            assert!(r.begins([id, 0, 0], 2));
            r.ran([id, 0, 0], 1);
            assert!(r.begins([id, 0, 0], 2));
            r.ran([id, 0, 0], 1);
        }
        assert!(!r.begins([2, 0, 0], 2));
        let start = r.now();
        r.more(2, start);
        r.more(1, start);
        let t = r.finish();
        assert_eq!(t.threads, 1);
        let ids: Vec<u32> = t.workgroups.iter().map(|g| g.id[0]).collect();
        assert_eq!(ids, [0, 1]);
        assert!(t.workgroups.iter().all(|g| g.ended && g.waves == 2));
        assert!(t.workgroups[0].start <= t.workgroups[0].end);
        assert!(t.workgroups[0].end <= t.workgroups[1].start);
        let [rest] = &t.rest[..] else {
            panic!("{:?}", t.rest)
        };
        assert_eq!((rest.thread, rest.workgroups), (0, 3));
        assert!(rest.start >= t.workgroups[1].end && rest.start <= rest.end);
    }

    #[test]
    fn a_work_group_that_is_stopped_has_not_ended() {
        let mut r = Recorder::new(8);
        assert!(r.begins([3, 0, 0], 2));
        r.ran([3, 0, 0], 1);
        let t = r.finish();
        assert_eq!(t.workgroups.len(), 1);
        assert!(!t.workgroups[0].ended);
    }
}
