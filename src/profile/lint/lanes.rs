//! Which lanes branches leave out.

use smallvec::SmallVec;

/// A place at which lanes were left out, and those that were not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Left {
    pc: u64,
    lanes: u64,
}

/// The active lanes of a wave, and how they have come to be so few: each place at which some were left out that are not
/// back, the outermost first.
#[derive(Clone, Debug)]
pub struct Lanes {
    /// Those that began.
    present: u64,
    exec: u64,
    /// The instruction that was executed last: where EXEC is another one now, it has written it.
    last: u64,
    left: SmallVec<[Left; 4]>,
}

impl Lanes {
    /// Of a wave that begins with these lanes.
    pub fn new(present: u64) -> Lanes {
        Lanes {
            present,
            exec: present,
            last: 0,
            left: SmallVec::new(),
        }
    }

    /// EXEC is this now. Gives the instruction that has left lanes out, if one has.
    pub fn come_to(&mut self, exec: u64) -> Option<u64> {
        if exec == self.exec {
            return None;
        }
        self.exec = exec;
        // Code may make lanes active that did not begin.
        self.present |= exec;
        let lanes_of = |left: &Left| left.lanes;
        while self.left.last().is_some_and(|l| exec & !l.lanes != 0) {
            self.left.pop();
        }
        let outer = self.left.last().map_or(self.present, lanes_of);
        if exec == outer {
            return None;
        }
        let pc = self.last;
        match self.left.last_mut() {
            // A loop that lanes leave one after the other.
            Some(left) if left.pc == pc => left.lanes = exec,
            _ => self.left.push(Left { pc, lanes: exec }),
        }
        Some(pc)
    }

    /// Whether all lanes that began are active.
    pub fn are_all(&self) -> bool {
        self.exec == self.present
    }

    /// The instruction at `pc` was executed.
    pub fn executed(&mut self, pc: u64) {
        self.last = pc;
    }

    /// Each place at which lanes are left out: the instruction, how many lanes were active in front of it, and how many
    /// it has left.
    pub fn left_out(&self) -> impl Iterator<Item = (u64, u32, u32)> + '_ {
        let outer = self.left.iter().map(|l| l.lanes);
        let outer = std::iter::once(self.present).chain(outer);
        let count = |(l, outer): (&Left, u64)| (l.pc, outer.count_ones(), l.lanes.count_ones());
        self.left.iter().zip(outer).map(count)
    }
}
