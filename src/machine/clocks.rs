//! The clocks that kernels read (S_MEMTIME, S_MEMREALTIME).

/// A clock that kernels can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The one of the shaders: their cycles.
    Cycles,
    /// The one that goes at the same pace whatever the shaders do.
    RealTime,
}

impl Which {
    /// The one with this number.
    pub(crate) fn of(number: u64) -> Which {
        if number == Which::Cycles as u64 {
            Which::Cycles
        } else {
            Which::RealTime
        }
    }
}

/// What a clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Clock {
    /// When the launch begins.
    pub begin: u64,
    /// By how much it rises with an instruction of a wave, in 2^-32: kernels have controls of their own for floats.
    pub instruction: u64,
    /// How much later than the work-group before each begins of those that do not begin with the launch, in 2^-32.
    pub group: u64,
}

impl Clock {
    /// One that begins at 0, with all work-groups.
    const fn from_zero(instruction: u64) -> Clock {
        Clock {
            begin: 0,
            instruction,
            group: 0,
        }
    }
}

/// What the clocks show that the kernel of a launch reads: they count the instructions that the wave has executed, never
/// go back in a wave, and show the same in every run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Clocks {
    /// That of S_MEMTIME.
    pub cycles: Clock,
    /// That of S_MEMREALTIME.
    pub real_time: Clock,
    /// So many work-groups begin with the launch, in the order of their numbers: x counts fastest.
    pub at_once: u64,
    /// Work-groups in x and y, by which they are numbered.
    pub(crate) row: [u32; 2],
}

impl Default for Clocks {
    /// From 0 on four cycles for each instruction, in which a SIMD issues one of a wave, and a tick of the slower clock for
    /// every 16. All work-groups begin with the launch.
    fn default() -> Clocks {
        Clocks::NONE
    }
}

impl Clocks {
    /// Ticks of the real-time clock in a second, on cards since the MI50: that of their reference clock (Linux,
    /// `soc15_get_xclk`).
    pub const TICKS_PER_SECOND: u64 = 100_000_000;

    /// As [`Clocks::default`].
    pub(crate) const NONE: Clocks = Clocks {
        cycles: Clock::from_zero(4 << 32),
        real_time: Clock::from_zero(1 << 28),
        at_once: u64::MAX,
        row: [0; 2],
    };

    /// These, of a launch of so many work-groups.
    pub(crate) fn of_launch(self, [x, y, _]: [u32; 3]) -> Clocks {
        Clocks {
            row: [x, y],
            ..self
        }
    }

    /// What `which` shows to a wave of a work-group that has executed so many instructions.
    pub(crate) fn show(&self, which: Which, workgroup: [u32; 3], instructions: u64) -> u64 {
        let ([x, y, z], [row, rows]) = (workgroup.map(u64::from), self.row.map(u64::from));
        let group = x + row * (y + rows * z);
        let clock = match which {
            Which::Cycles => &self.cycles,
            Which::RealTime => &self.real_time,
        };
        let later = (group + 1).saturating_sub(self.at_once);
        let product = |n: u64, each: u64| u128::from(n) * u128::from(each);
        let since = product(later, clock.group) + product(instructions, clock.instruction);
        clock.begin.wrapping_add((since >> 32) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_times_instructions_are_counted() {
        let clocks = Clocks::default();
        let show = |n| [Which::Cycles, Which::RealTime].map(|w| clocks.show(w, [123, 4, 5], n));
        assert_eq!(show(0), [0, 0]);
        assert_eq!(show(15), [60, 0]);
        assert_eq!(show(16), [64, 1]);
        assert_eq!(show(1 << 40 | 31), [1 << 42 | 124, 1 << 36 | 1]);
    }

    #[test]
    fn work_groups_begin_in_turn() {
        let clock = |begin, instruction: f64, group: f64| Clock {
            begin,
            instruction: (instruction * 2f64.powi(32)) as u64,
            group: (group * 2f64.powi(32)) as u64,
        };
        let clocks = Clocks {
            cycles: clock(1000, 7.5, 20.0),
            real_time: clock(600, 0.5, 1.5),
            at_once: 4,
            row: [3, 2],
        };
        // Numbers 0, 3, 4, 5, 14.
        let ids = [[0, 0, 0], [0, 1, 0], [1, 1, 0], [2, 1, 0], [2, 0, 2]];
        let show = |which| ids.map(|id| clocks.show(which, id, 3));
        assert_eq!(show(Which::Cycles), [1022, 1022, 1042, 1062, 1242]);
        assert_eq!(show(Which::RealTime), [601, 601, 603, 604, 618]);
        // It wraps around as the register does.
        let late = Clocks {
            cycles: clock(u64::MAX, 4.0, 0.0),
            ..clocks
        };
        assert_eq!(late.show(Which::Cycles, [0; 3], 1), 3);
    }
}
