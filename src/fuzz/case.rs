//! A differential test in full: a program, and everything that its run depends on.

use crate::isa::Gen;
use crate::listed::listed;
use crate::machine::memory::{Access, GAP, GUEST_BASE, PAGE};
use crate::machine::wave::{FileSize, Vgpr, Wave};

use super::checks::Checks;
use super::code::{Item, link};
use super::source::Source;

pub use super::code::CODE;

/// `s_endpgm` on every generation.
pub const S_ENDPGM: u32 = 0xbf81_0000;

/// The registers of a wave before the program starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaveState {
    /// Scalar registers by operand code, as in [`Wave::sgpr`]: VCC, M0 and EXEC are among them.
    pub sgpr: [u32; 128],
    /// 0 or 1.
    pub scc: u32,
    /// The MODE register.
    pub mode: u32,
    /// The VGPRs; all waves of a case have the same number. Accumulation registers begin with the same values, each
    /// one lane further on.
    pub vgprs: Vec<Vgpr>,
}

impl WaveState {
    /// All registers zero, EXEC full, and the MODE that compilers ask for: round to nearest even,
    /// denormals kept, IEEE and DX10_CLAMP on (LLVM AMDGPUUsage, compute_pgm_rsrc1).
    pub fn new(vgprs: u32) -> WaveState {
        let mut w = WaveState {
            sgpr: [0; 128],
            scc: 0,
            mode: 0x3f0,
            vgprs: vec![Vgpr::ZERO; vgprs as usize],
        };
        w.set_s64(crate::isa::EXEC_LO, u64::MAX);
        w
    }

    /// The 64-bit scalar at operand code `s`, below 127.
    pub fn s64(&self, s: u8) -> u64 {
        let half = |i: usize| self.sgpr.get(i).copied().unwrap_or(0) as u64;
        half(s as usize) | half(s as usize + 1) << 32
    }

    /// Sets the 64-bit scalar at operand code `s`, below 127.
    pub fn set_s64(&mut self, s: u8, v: u64) {
        for (i, half) in [v as u32, (v >> 32) as u32].into_iter().enumerate() {
            if let Some(r) = self.sgpr.get_mut(s as usize + i) {
                *r = half;
            }
        }
    }

    /// Puts the registers into `wave`, which has as many vector registers, with PC at the start of the
    /// code and all counts zero.
    pub fn load(&self, wave: &mut Wave) {
        wave.sgpr = self.sgpr;
        wave.scc = self.scc;
        wave.mode = self.mode;
        wave.trapsts = 0;
        wave.pc = CODE;
        wave.instructions = 0;
        wave.lanes = 0;
        wave.forget_stale();
        wave.vgprs_mut().copy_from_slice(&self.vgprs);
        for (a, v) in wave.acc_mut().iter_mut().zip(&self.vgprs) {
            *a = *v;
            a.0.rotate_left(1);
        }
    }
}

/// A buffer in global memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// Its contents; as many bytes are allocated.
    pub bytes: Vec<u8>,
    /// What the program may do with it.
    pub access: Access,
}

/// For which wave the code was compiled: code depends on the first wave that comes to it, see
/// [`Start`](crate::lower::Start).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// For the case's own, as far as the session has not run the same program before.
    Itself,
    /// For one with inactive lanes: the code serves any wave.
    Masked,
    /// For one with all lanes active and other registers: the wave finds code for its like, or makes
    /// more.
    Other,
}

listed! {
    /// With how much effort code is compiled: see [`Effort`](crate::jit::compile::Effort). A tier's place in `ALL` is its
    /// number in `.gcn` files.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Tier {
        /// Quickly.
        #[default]
        Quick,
        /// With full effort.
        Full,
        /// Quickly at first, and with full effort where it is entered again.
        Both,
    }
}

impl Tier {
    /// A random one, mostly that which costs least.
    pub fn random(r: &mut Source<'_>) -> Tier {
        r.pick(&[
            Tier::Quick,
            Tier::Quick,
            Tier::Quick,
            Tier::Full,
            Tier::Both,
        ])
    }

    /// What [`Jit::set_hot`](crate::jit::Jit::set_hot) takes.
    pub fn hot(self) -> i64 {
        match self {
            Tier::Quick => i64::MAX,
            Tier::Full => -1,
            Tier::Both => 0,
        }
    }
}

/// A program with the state that it starts in. The same case always gives the same run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The generation.
    pub generation: Gen,
    /// The program, at guest address [`CODE`]; `s_endpgm` must be in it for a run to end well.
    pub items: Vec<Item>,
    /// The waves of one work-group, at least one.
    pub waves: Vec<WaveState>,
    /// Buffers in global memory; [`Case::addresses`] tells where they lie.
    pub buffers: Vec<Buffer>,
    /// Contents of the LDS; as many bytes are allocated.
    pub lds: Vec<u8>,
    /// The first bytes of the GDS, whose rest is zero; those and no others are compared.
    pub gds: Vec<u8>,
    /// Bytes of private memory per lane, a multiple of 4.
    pub private: u32,
    /// Contents of the private memory of each wave after the other, `64 * private` bytes each, as
    /// [`Scratch`](crate::machine::Scratch) orders them.
    pub scratch: Vec<u8>,
    /// Budget of each call of compiled code in instructions.
    pub slice: i64,
    /// Whether registers count at the end; without, memory alone does, as in a kernel.
    pub observed: bool,
    /// For which wave the code was compiled.
    pub first: First,
    /// With how much effort.
    pub tier: Tier,
    /// What is looked for.
    pub checks: Checks,
    /// Instructions per wave after which a run that does not end is given up.
    pub limit: u64,
}

impl Case {
    /// A case of one wave with `vgprs` vector registers and nothing else, whose registers count.
    pub fn new(generation: Gen, vgprs: u32) -> Case {
        Case {
            generation,
            items: vec![],
            waves: vec![WaveState::new(vgprs)],
            buffers: vec![],
            lds: vec![],
            gds: vec![],
            private: 0,
            scratch: vec![],
            slice: i64::MAX,
            observed: true,
            first: First::Itself,
            tier: Tier::Quick,
            checks: Checks::default(),
            limit: 10_000,
        }
    }

    /// The program's words.
    pub fn words(&self) -> Vec<u32> {
        link(&self.items)
    }

    /// Vector registers per wave.
    pub fn vgprs(&self) -> u32 {
        self.waves[0].vgprs.len() as u32
    }

    /// Vector registers per wave: where there are accumulation registers, as many as VGPRs.
    pub fn size(&self) -> FileSize {
        FileSize::even(self.generation, self.vgprs())
    }

    /// Guest address of each buffer.
    pub fn addresses(&self) -> Vec<u64> {
        addresses(self.buffers.iter().map(|b| b.bytes.len() as u64))
    }
}

/// Where a case's memory lies: see [`Case::addresses`]. `buffers` gives lengths in bytes.
pub fn addresses(buffers: impl IntoIterator<Item = u64>) -> Vec<u64> {
    let mut next = GUEST_BASE;
    let place = |len: u64| {
        let base = next;
        next = (base + len + GAP).next_multiple_of(PAGE);
        base
    };
    buffers.into_iter().map(place).collect()
}
