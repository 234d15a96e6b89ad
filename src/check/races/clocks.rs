//! What a wave knows to have happened before: vector clocks, as far as waves have told each other.
//!
//! In a launch of many work-groups that count on one another, each knows of all before it. So clocks are trees that
//! share what they have in common: to copy one is nothing, and to join two takes as long as they differ.
//!
//! Source: Okasaki and Gill, "Fast Mergeable Integer Maps", 1998, of the trees.

use std::sync::Arc;

use smallvec::SmallVec;

use super::shadow::Mark;

/// A wave, and the time until which what it did is known to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Until {
    /// Number of the work-group.
    pub group: u32,
    /// Number of the wave in it.
    pub wave: u32,
    /// The wave's time.
    pub time: u32,
}

/// Waves of which something is known.
#[derive(Clone, Debug, Default)]
pub struct Clock(Option<Arc<Node>>);

/// Of one work-group, or of all whose numbers have the same bits above one.
#[derive(Debug)]
enum Node {
    Group {
        number: u32,
        /// By wave: the time and one, or 0 of a wave of which nothing is known.
        times: SmallVec<[u32; 4]>,
    },
    Fork {
        /// The bits above `bit`.
        prefix: u32,
        /// The bit in which the two sides differ, as a mask.
        bit: u32,
        /// Those without the bit, and those with it.
        sides: [Arc<Node>; 2],
    },
}

impl Node {
    /// What all numbers in it have in common, and which bits these are.
    fn common(&self) -> (u32, u32) {
        match self {
            Node::Group { number, .. } => (*number, u32::MAX),
            Node::Fork { prefix, bit, .. } => (*prefix, above(*bit)),
        }
    }
}

/// The bits above this one.
fn above(bit: u32) -> u32 {
    !(bit | (bit - 1))
}

/// The fork of two that have no number in common.
fn fork(a: &Arc<Node>, b: &Arc<Node>) -> Arc<Node> {
    let (x, y) = (a.common().0, b.common().0);
    let bit = 1 << (31 - (x ^ y).leading_zeros());
    let sides = match x & bit {
        0 => [a.clone(), b.clone()],
        _ => [b.clone(), a.clone()],
    };
    Arc::new(Node::Fork {
        prefix: x & above(bit),
        bit,
        sides,
    })
}

/// What both know: one of them, where that knows it all.
fn join(a: &Arc<Node>, b: &Arc<Node>) -> Arc<Node> {
    if Arc::ptr_eq(a, b) {
        return a.clone();
    }
    let ((x, in_a), (y, in_b)) = (a.common(), b.common());
    if (x ^ y) & in_a & in_b != 0 {
        return fork(a, b);
    }
    match (&**a, &**b) {
        (Node::Group { number, times: s }, Node::Group { times: t, .. }) => {
            let at = |v: &[u32], i: usize| v.get(i).copied().unwrap_or(0);
            let n = s.len().max(t.len());
            let times: SmallVec<_> = (0..n).map(|i| at(s, i).max(at(t, i))).collect();
            match () {
                () if times == *s => a.clone(),
                () if times == *t => b.clone(),
                () => Arc::new(Node::Group {
                    number: *number,
                    times,
                }),
            }
        }
        (Node::Fork { sides: s, .. }, Node::Fork { sides: t, .. }) if in_a == in_b => {
            let sides = [join(&s[0], &t[0]), join(&s[1], &t[1])];
            let is = |of: &[Arc<Node>; 2]| (0..2).all(|i| Arc::ptr_eq(&sides[i], &of[i]));
            match () {
                () if is(s) => a.clone(),
                () if is(t) => b.clone(),
                () => with_sides(a, sides),
            }
        }
        // The one with fewer bits in common has the other on one of its sides.
        (Node::Fork { bit, sides, .. }, _) if in_a & !in_b == 0 => beside(a, *bit, sides, (b, y)),
        (_, Node::Fork { bit, sides, .. }) => beside(b, *bit, sides, (a, x)),
        (Node::Fork { bit, sides, .. }, Node::Group { .. }) => beside(a, *bit, sides, (b, y)),
    }
}

/// Fork `all` with `one`, whose numbers are like `number`, joined to one of its sides.
fn beside(
    all: &Arc<Node>,
    bit: u32,
    sides: &[Arc<Node>; 2],
    (one, number): (&Arc<Node>, u32),
) -> Arc<Node> {
    let i = usize::from(number & bit != 0);
    let joined = join(&sides[i], one);
    if Arc::ptr_eq(&joined, &sides[i]) {
        return all.clone();
    }
    let mut sides = sides.clone();
    sides[i] = joined;
    with_sides(all, sides)
}

fn with_sides(of: &Node, sides: [Arc<Node>; 2]) -> Arc<Node> {
    let (prefix, common) = of.common();
    // The bit below those in common.
    let bit = (!common >> 1) + 1;
    Arc::new(Node::Fork { prefix, bit, sides })
}

impl Clock {
    /// Learns of a wave.
    pub fn learn(&mut self, u: Until) {
        let mut times = SmallVec::from_elem(0, u.wave as usize);
        times.push(u.time.saturating_add(1));
        self.join(&Clock(Some(Arc::new(Node::Group {
            number: u.group,
            times,
        }))));
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Learns all that the other knows.
    pub fn join(&mut self, other: &Clock) {
        let Some(other) = &other.0 else { return };
        self.0 = Some(match &self.0 {
            None => other.clone(),
            Some(mine) => join(mine, other),
        });
    }

    /// Whether the access is known to have happened before.
    pub fn covers(&self, m: Mark) -> bool {
        let mut at = match &self.0 {
            None => return false,
            Some(at) => at,
        };
        loop {
            match &**at {
                Node::Group { number, times } => {
                    let until = times.get(m.wave() as usize);
                    return *number == m.group() && until.is_some_and(|t| m.time() < *t);
                }
                Node::Fork { bit, sides, .. } => at = &sides[usize::from(m.group() & bit != 0)],
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::shadow::How;
    use super::*;

    fn until(group: u32, wave: u32, time: u32) -> Until {
        Until { group, wave, time }
    }

    fn mark(u: Until) -> Mark {
        Mark::new(How {
            group: u.group,
            time: u.time,
            site: 0,
            wave: u.wave,
            atomic: false,
            released: false,
            scalar: false,
        })
    }

    fn nodes(of: &Arc<Node>) -> usize {
        match &**of {
            Node::Group { .. } => 1,
            Node::Fork { sides, .. } => 1 + nodes(&sides[0]) + nodes(&sides[1]),
        }
    }

    /// What a plain map says, in any order of learning.
    #[test]
    fn a_clock_is_the_latest_of_what_it_has_learned() {
        let mut seed = 1u64;
        let mut next = |n: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((seed >> 33) % n) as u32
        };
        let (mut clocks, mut maps) = (
            vec![Clock::default(); 4],
            vec![std::collections::BTreeMap::<(u32, u32), u32>::new(); 4],
        );
        for _ in 0..4000 {
            let (i, j) = (next(4) as usize, next(4) as usize);
            if next(20) == 0 {
                let (other, map) = (clocks[j].clone(), maps[j].clone());
                clocks[i].join(&other);
                for (k, v) in map {
                    let known = maps[i].entry(k).or_default();
                    *known = v.max(*known);
                }
                if let Some(root) = &clocks[i].0 {
                    let groups: std::collections::BTreeSet<_> =
                        maps[i].keys().map(|(group, _)| group).collect();
                    assert_eq!(nodes(root), 2 * groups.len() - 1);
                }
            } else {
                let u = until(1 + next(70) * next(3000), next(16), next(50));
                clocks[i].learn(u);
                let known = maps[i].entry((u.group, u.wave)).or_default();
                *known = u.time.max(*known);
            }
            let asked = until(1 + next(70) * next(3000), next(16), next(50));
            let known = maps[i].get(&(asked.group, asked.wave));
            let right = known.is_some_and(|time| asked.time <= *time);
            assert_eq!(clocks[i].covers(mark(asked)), right);
        }
        for (clock, map) in clocks.iter().zip(&maps) {
            for ((group, wave), time) in map {
                assert!(clock.covers(mark(until(*group, *wave, *time))));
                assert!(!clock.covers(mark(until(*group, *wave, time + 1))));
            }
        }
    }

    /// Whoever knows all that another knows has the same tree.
    #[test]
    fn what_is_in_common_is_shared() {
        let mut all = Clock::default();
        for group in 1..=10_000 {
            all.learn(until(group, 0, 1));
        }
        let mut one = all.clone();
        one.learn(until(77, 0, 9));
        let mut joined = all.clone();
        joined.join(&one);
        let same = |a: &Clock, b: &Clock| match (&a.0, &b.0) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            _ => false,
        };
        assert!(same(&joined, &one));
        one.join(&all);
        assert!(same(&joined, &one));
    }
}
