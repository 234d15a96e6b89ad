//! Programs that try to escape: addresses at every boundary, jumps to anywhere, descriptors and indices
//! out of every range, on both backends.
//!
//! Whatever a program does, a run ends with its end, a fault, or its budget; memory outside the
//! allocations and what is read-only stay as they were; and the backends agree on how it ended and on
//! what it left behind. What lies around the host's own memory (registers, LDS, temporaries) is watched
//! by the allocator of the fuzz targets, which puts canaries there.

use std::cell::RefCell;

use super::case::Tier;
use super::values::INT;
use super::{Outcome, Source};
use crate::decode::{decode, decode_executed, executable};
use crate::encode::encode;
use crate::interp::Interpreter;
use crate::isa::{EXEC_LO, Flags, Gen, Gens, Inst, M0, Operand, VCC_LO, Vop};
use crate::jit::Jit;
use crate::jit::host::HostLevel;
use crate::loader::CodeObject;
use crate::machine::lds::Lds;
use crate::machine::memory::{Access, GUEST_BASE, Memory};
use crate::machine::program::Program;
use crate::machine::scratch::PRIVATE_BASE;
use crate::machine::wave::{LANES, Vgpr, Wave};
use crate::machine::{Engine, Env, Exit, PRIVATE_APERTURE_HI, SHARED_APERTURE_HI, Scratch};
use crate::runtime::{Backend, Device, Launch, LaunchError};

/// Bytes of the arena.
const ARENA: usize = 1 << 20;
/// Bytes of a buffer, of one that cannot be written, of the code.
const BUFFER: u64 = 4000;
const CONSTANTS: u64 = 1000;
const CODE: u64 = 512;
/// Bytes of LDS, and of private memory per lane.
const LDS: u32 = 1030;
const PRIVATE: u32 = 36;
/// Instructions that a wave executes at most.
const LIMIT: i64 = 600;
/// `s_endpgm` on every generation.
const S_ENDPGM: u32 = 0xbf81_0000;
/// Programs that one compiler compiles: what it keeps about each must not add up.
const PROGRAMS: u32 = 512;

/// What programs run in, and the engines.
struct Bench {
    memory: Memory,
    buffer: u64,
    constants: u64,
    code: u64,
    scratch: Scratch,
    /// What the allocations hold before a program runs, one after the other, except the code.
    image: Vec<u8>,
    /// What the host has.
    most: HostLevel,
    /// A compiler for each level up to that, and how many programs it has seen.
    jits: [Option<(Jit, u32)>; HostLevel::ALL.len()],
    /// For whole launches, and how many it has seen.
    device: Option<(Device, u32)>,
}

impl Bench {
    fn new() -> Result<Bench, String> {
        let memory = Memory::new(ARENA).map_err(|e| e.to_string())?;
        let alloc = |len, access, name: &str| {
            let base = memory.alloc(len, 1, access, name);
            base.map_err(|e| e.to_string())
        };
        let buffer = alloc(BUFFER, Access::ReadWrite, "buffer")?;
        let constants = alloc(CONSTANTS, Access::ReadOnly, "constants")?;
        let code = alloc(CODE, Access::ReadOnly, "code")?;
        let scratch = Scratch::new(&memory, PRIVATE).map_err(|e| e.to_string())?;
        Ok(Bench {
            buffer,
            constants,
            code,
            scratch,
            memory,
            image: (0..BUFFER + CONSTANTS + CODE + u64::from(PRIVATE) * 64)
                .map(|i| (i * 37 + i / 256) as u8)
                .collect(),
            most: HostLevel::chosen().map_err(|e| e.to_string())?,
            jits: Default::default(),
            device: None,
        })
    }

    /// Allocations, and their sizes.
    fn allocations(&self) -> [(u64, u64); 3] {
        [
            (self.buffer, BUFFER),
            (self.constants, CONSTANTS),
            (self.code, CODE),
        ]
    }

    fn read(&self) -> Vec<u8> {
        let mut out = vec![];
        for (base, len) in self.allocations() {
            let start = out.len();
            out.resize(start + len as usize, 0);
            // Allocated by `new`, and never freed.
            let _ = self.memory.read(base, &mut out[start..]);
        }
        out.extend(self.scratch.contents(&self.memory));
        out
    }

    /// Fills all memory.
    fn fill(&self, words: &[u32]) {
        let mut rest = self.image.as_slice();
        for (base, len) in self.allocations() {
            let (part, others) = rest.split_at(len as usize);
            // Allocated by `new`, and never freed.
            let _ = self.memory.write(base, part);
            rest = others;
        }
        self.scratch.fill(&self.memory, rest);
        let code: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        let _ = self.memory.write(self.code, &code);
    }

    /// Takes a compiler out; a new one now and then.
    fn jit(&mut self, level: HostLevel) -> Result<(Jit, u32), String> {
        match self.jits[level as usize]
            .take()
            .filter(|(_, n)| *n < PROGRAMS)
        {
            Some(jit) => Ok(jit),
            None => match Jit::with_level(level, None) {
                Ok(jit) => Ok((jit, 0)),
                Err(e) => Err(e.to_string()),
            },
        }
    }
}

/// An address that is worth a try.
fn address(r: &mut Source<'_>, bench: &Bench) -> u64 {
    let [buffer, constants, code] = bench.allocations();
    let aperture = |hi: u32, len: u32| (u64::from(hi) << 32, u64::from(len));
    let (base, len) = r.pick(&[
        buffer,
        buffer,
        buffer,
        constants,
        code,
        (PRIVATE_BASE, u64::from(PRIVATE) * 64),
        (PRIVATE_BASE, PRIVATE_BASE),
        aperture(SHARED_APERTURE_HI, LDS),
        aperture(PRIVATE_APERTURE_HI, PRIVATE),
        (GUEST_BASE, ARENA as u64),
        (0, 1 << 32),
        (0, 0),
        (1 << 47, 1 << 40),
    ]);
    let near = r.below(33).wrapping_sub(16);
    match r.below(8) {
        0 => base,
        1 => base.wrapping_add(near),
        2 | 3 => base.wrapping_add(len).wrapping_add(near),
        4 => base
            .wrapping_add(len)
            .next_multiple_of(4096)
            .wrapping_add(near),
        5 => base.wrapping_add(r.bits() >> r.below(64)),
        6 => base.wrapping_sub(r.bits() >> r.below(64)),
        _ => base.wrapping_add(r.below(len.max(1))),
    }
}

/// An offset or an index that is worth a try.
fn offset(r: &mut Source<'_>) -> u32 {
    let near = (r.below(33) as u32).wrapping_sub(16);
    let len = r.pick(&[BUFFER as u32, LDS, PRIVATE, 0, 64 * 1024, 1 << 31]);
    match r.below(5) {
        0 => len.wrapping_add(near),
        1 => (r.bits() as u32) >> r.below(32),
        2 => r.pick(INT),
        3 => near,
        _ => r.below(u64::from(LDS)) as u32,
    }
}

/// Values of the lanes: of one kind, or with some that leave the pattern.
fn lanes(
    r: &mut Source<'_>,
    first: u64,
    mut other: impl FnMut(&mut Source<'_>) -> u64,
) -> [u64; LANES] {
    let stride = match r.below(3) {
        0 => r.pick(&[0, 1, 2, 3, 4096, 1 << 32, u64::MAX, 1 << 58]),
        _ => r.pick(&[4, 4, 4, 8, 12, 16]),
    };
    let mut out = std::array::from_fn(|n| first.wrapping_add(stride.wrapping_mul(n as u64)));
    for _ in 0..r.below(4) {
        out[r.below(64) as usize] = other(r);
    }
    out
}

/// A descriptor of a buffer (CLRX GcnInstrsMubuf): V#.
fn buffer_descriptor(r: &mut Source<'_>, bench: &Bench) -> [u32; 4] {
    let base = address(r, bench);
    let stride = r.pick(&[0, 0, 1, 4, 12, 16, 0x3fff]) as u32;
    let high = if r.one_in(3) {
        r.bits() as u32 & 0xc000_0000
    } else {
        0
    };
    let any = r.bits() as u32;
    [
        base as u32,
        (base >> 32) as u32 & 0xffff | stride << 16 | high,
        offset(r),
        // A format that exists, most often.
        r.pick(&[any, any & 0xf_ffff, 0x0002_4fac, 0x0007_7fac, 0x0082_4fac]),
    ]
}

/// A descriptor of an image (CLRX GcnInstrsMimg): T#.
fn image_descriptor(r: &mut Source<'_>, bench: &Bench) -> [u32; 8] {
    let base = address(r, bench);
    let mut size = |bits: u32| match r.below(3) {
        0 => r.bits() as u32 & ((1 << bits) - 1),
        _ => r.below(5) as u32,
    };
    let sizes = size(14) | size(14) << 14;
    let (depth, pitch) = (size(13), size(14));
    let formats = r.pick(&[4, 11, 14, 10, 1, 2, 5, 12]) as u32;
    let numbers = r.pick(&[0, 1, 4, 5, 7, 9]) as u32;
    let any = r.below(32) as u32;
    let linear = r.pick(&[0, 8, 8, any]);
    let mut out = [
        (base >> 8) as u32,
        (base >> 40) as u32 & 0xff | formats << 20 | numbers << 26,
        sizes,
        0xfac | linear << 20 | (8 + r.below(8) as u32) << 28,
        depth | pitch << 13,
        r.below(4) as u32,
        0,
        0,
    ];
    if r.one_in(3) {
        let i = r.below(8) as usize;
        out[i] = r.bits() as u32;
    }
    out
}

/// The registers at the start: v\[0:7\] four addresses, v\[8:11\] offsets, v\[12:\] small numbers;
/// s\[0:5\] three addresses, s\[6:7\] offsets, s\[8:15\] two V#, s\[16:23\] a T#, s\[24:27\] an S#,
/// s\[28:31\] two places in the code.
fn wave(r: &mut Source<'_>, bench: &Bench, words: usize) -> Wave {
    let vgprs = r.pick(&[24, 24, 24, 24, 32, 64, 12, 4, 1, 256]);
    let mut w = Wave::new(vgprs);
    for (i, v) in w.vgprs_mut().iter_mut().enumerate().skip(12) {
        *v = Vgpr(std::array::from_fn(|n| {
            ((i * 64 + n) as u32).wrapping_mul(0x9e37_79b9) >> (i % 32)
        }));
    }
    for i in 0..4 {
        let first = address(r, bench);
        let at = lanes(r, first, |r| address(r, bench));
        if let Some([low, high]) = w.vgprs_mut().get_mut(2 * i..2 * i + 2) {
            *low = Vgpr(at.map(|a| a as u32));
            *high = Vgpr(at.map(|a| (a >> 32) as u32));
        }
    }
    for i in 8..12 {
        let first = offset(r);
        let at = lanes(r, first.into(), |r| offset(r).into());
        if let Some(v) = w.vgprs_mut().get_mut(i) {
            *v = Vgpr(at.map(|a| a as u32));
        }
    }
    for s in 32..128 {
        w.sgpr[s] = (s as u32).wrapping_mul(0x85eb_ca6b) >> (s % 32);
    }
    for s in [0, 2, 4] {
        w.set_s64(s, address(r, bench));
    }
    w.sgpr[6] = offset(r);
    w.sgpr[7] = offset(r);
    w.sgpr[8..12].copy_from_slice(&buffer_descriptor(r, bench));
    w.sgpr[12..16].copy_from_slice(&buffer_descriptor(r, bench));
    w.sgpr[16..24].copy_from_slice(&image_descriptor(r, bench));
    for s in 24..28 {
        w.sgpr[s] = r.bits() as u32;
    }
    for s in [28, 30] {
        let to = match r.below(6) {
            0 => address(r, bench),
            1 => bench.code + r.below(CODE),
            _ => bench.code + 4 * r.below(words as u64 + 1),
        };
        w.set_s64(s, to);
    }
    w.sgpr[usize::from(M0)] = match r.below(3) {
        0 => u32::MAX,
        1 => r.below(40) as u32,
        _ => offset(r),
    };
    w.set_exec(match r.below(6) {
        0 => 0,
        1 => r.bits(),
        2 => 1 << r.below(64),
        _ => u64::MAX,
    });
    w.set_vcc(r.bits());
    w.scc = r.below(2) as u32;
    w.mode = if r.one_in(4) {
        r.bits() as u32 & 0xf980_03ff
    } else {
        0x3f0
    };
    w.pc = bench.code;
    w
}

/// A copy of the registers.
fn copy(w: &Wave) -> Box<Wave> {
    let mut c = Box::new(Wave::new(w.vgpr_count()));
    c.sgpr = w.sgpr;
    c.scc = w.scc;
    c.mode = w.mode;
    c.pc = w.pc;
    c.vgprs_mut().copy_from_slice(w.vgprs());
    c
}

/// First dwords' upper bits of what is tried most: memory, and what changes PC, M0, EXEC or MODE.
const MEMORY: [u32; 7] = [
    0xc000_0000, // SMRD, SMEM
    0xd800_0000, // DS
    0xdc00_0000, // FLAT
    0xdc00_0000,
    0xe000_0000, // MUBUF
    0xe800_0000, // MTBUF
    0xf000_0000, // MIMG
];
const CONTROL: [u32; 4] = [
    0xbe80_0000, // SOP1
    0xb000_0000, // SOPK
    0xbf80_0000, // SOPP
    0xbf00_0000, // SOPC
];

/// A scalar source.
fn scalar(r: &mut Source<'_>, op: Operand) -> Operand {
    match op {
        Operand::Sgpr(_) => {
            Operand::Sgpr(r.pick(&[28, 30, 28, 30, 0, 6, 7, 40, M0, VCC_LO, EXEC_LO]))
        }
        Operand::Literal(_) => Operand::Literal(offset(r)),
        other => other,
    }
}

/// Vector registers that the wave has.
fn vector(r: &mut Source<'_>, f: &mut Vop, vgprs: u32) {
    f.vdst = (u32::from(f.vdst) % vgprs) as u8;
    for src in &mut f.src {
        *src = match *src {
            Operand::Vgpr(v) => Operand::Vgpr((u32::from(v) % vgprs) as u8),
            other => scalar(r, other),
        };
    }
}

/// The instruction on the registers that hold something.
fn aim(r: &mut Source<'_>, mut inst: Inst, vgprs: u32) -> Inst {
    let scalar_dst = [28, 30, 32, 40, 64, 96, 100, VCC_LO, EXEC_LO, M0];
    let mut any = || r.below(vgprs.into()) as u8;
    match &mut inst {
        Inst::Flat { f, .. } => {
            (f.vdst, f.vdata) = (any(), any());
            f.vaddr = r.pick(&[0, 2, 4, 6, 8]);
            f.saddr = f.saddr.map(|_| r.pick(&[0, 2, 4, 6]));
            f.lds &= r.one_in(4);
            f.tfe &= r.one_in(4);
        }
        Inst::Ds { f, .. } => {
            (f.vdst, f.data0, f.data1) = (any(), any(), any());
            f.addr = r.pick(&[8, 9, 10, 11]);
            f.gds &= r.one_in(4);
        }
        Inst::Smem { f, .. } => {
            f.sbase = r.pick(&[0, 2, 4, 8, 12, 28]);
            f.sdata = r.pick(&scalar_dst);
            f.soffset = f.soffset.map(|_| r.pick(&[6, 7, M0]));
        }
        Inst::Mubuf { f, .. } => {
            f.vdata = any();
            f.srsrc = r.pick(&[8, 12]);
            f.vaddr = r.pick(&[0, 8, 9, 10]);
            f.soffset = scalar(r, f.soffset);
            f.lds &= r.one_in(4);
            f.tfe &= r.one_in(4);
        }
        Inst::Mtbuf { f, .. } => {
            f.buffer.vdata = any();
            f.buffer.srsrc = r.pick(&[8, 12]);
            f.buffer.vaddr = r.pick(&[0, 8, 9, 10]);
            f.buffer.soffset = scalar(r, f.buffer.soffset);
            f.buffer.tfe &= r.one_in(4);
            // A format that exists.
            if !r.one_in(4) {
                (f.dfmt, f.nfmt) =
                    r.pick(&[(4, 4), (4, 7), (14, 7), (11, 4), (5, 7), (10, 0), (1, 4)]);
            }
        }
        Inst::Mimg { f, .. } => {
            (f.vdata, f.vaddr) = (any(), any());
            (f.srsrc, f.ssamp) = (16, if f.ssamp == 0 { 0 } else { 24 });
            f.tfe &= r.one_in(4);
            f.lwe &= r.one_in(4);
        }
        Inst::Sop1 { sdst, ssrc0, .. } => {
            *sdst = r.pick(&scalar_dst);
            *ssrc0 = scalar(r, *ssrc0);
        }
        Inst::Sop2 {
            sdst, ssrc0, ssrc1, ..
        } => {
            *sdst = r.pick(&scalar_dst);
            *ssrc0 = scalar(r, *ssrc0);
            *ssrc1 = scalar(r, *ssrc1);
        }
        Inst::Sopc { ssrc0, ssrc1, .. } => {
            *ssrc0 = scalar(r, *ssrc0);
            *ssrc1 = scalar(r, *ssrc1);
        }
        Inst::Sopk { sdst, simm16, .. } => {
            *sdst = r.pick(&scalar_dst);
            *simm16 = match r.below(4) {
                // hwreg(HW_REG_MODE), and a near place in the code.
                0 => 1 | (r.below(32) << 6 | r.below(32) << 11) as u16,
                1 | 2 => r.below(25).wrapping_sub(12) as u16,
                _ => *simm16,
            };
        }
        Inst::Sopp { simm16, .. } => {
            if !r.one_in(4) {
                *simm16 = r.below(25).wrapping_sub(12) as u16;
            }
        }
        Inst::Vop1 { f, .. }
        | Inst::Vop2 { f, .. }
        | Inst::Vopc { f, .. }
        | Inst::Vop3 { f, .. }
        | Inst::Vop3p { f, .. } => vector(r, f, vgprs),
        Inst::Mai { .. } | Inst::Vintrp { .. } | Inst::Exp { .. } => {}
    }
    inst
}

/// Whether the instruction is one that no kernel may execute: it ends the program without trying.
fn is_refused(generation: Gen, inst: &Inst) -> bool {
    let row = inst.row();
    let filters = ["SAMPLE", "GATHER", "GET_LOD"];
    executable(generation, inst).is_err()
        || row.flags.has(Flags::SYSTEM)
        || matches!(inst, Inst::Vintrp { .. } | Inst::Exp { .. })
        || matches!(inst, Inst::Mimg { .. }) && filters.iter().any(|f| row.name.contains(f))
}

/// The words of one instruction.
fn instruction(r: &mut Source<'_>, generation: Gen, vgprs: u32) -> Vec<u32> {
    if r.one_in(12) {
        // What indices and limits are taken from: s_mov_b32 m0, literal.
        return vec![
            if generation.is_gfx9() || generation.has(Gens::UNPACKED_D16) {
                0xbefc_00ff
            } else {
                0xbefc_03ff
            },
            offset(r),
        ];
    }
    for _ in 0..64 {
        let top = match r.below(8) {
            0..=3 => r.pick(&MEMORY),
            4 | 5 => r.pick(&CONTROL),
            _ => r.pick(&super::decode::TOPS),
        };
        let (a, b) = (r.bits() as u32, r.bits() as u32);
        let keep = 23 + r.below(3);
        let words = [a & ((1 << keep) - 1) | top, b];
        let Ok(d) = decode(generation, &words) else {
            continue;
        };
        if r.one_in(32) {
            return words[..usize::from(d.size) / 4].to_vec();
        }
        let inst = aim(r, d.inst, vgprs);
        if is_refused(generation, &inst) && !r.one_in(32) {
            continue;
        }
        if let Some(words) = encode(generation, &inst) {
            return words.to_vec();
        }
    }
    vec![0xbf80_0000]
}

/// A program for a wave with `vgprs` vector registers.
fn program(r: &mut Source<'_>, generation: Gen, vgprs: u32) -> Vec<u32> {
    let mut words = vec![];
    for _ in 0..1 + r.below(10) {
        words.extend(instruction(r, generation, vgprs));
    }
    if !r.one_in(16) {
        words.push(S_ENDPGM);
    }
    words
}

/// Whether the results depend on when the program runs: it may read a clock, from whatever word it is
/// entered at.
fn reads_clock(generation: Gen, words: &[u32]) -> bool {
    (0..words.len()).any(|i| {
        let inst = decode_executed(generation, &words[i..]).map(|d| d.inst);
        matches!(inst, Ok(Inst::Smem { op, .. }) if op.row().name.contains("TIME"))
    })
}

/// How a run ended, and what it left.
struct Run {
    /// `None`: the budget was used up.
    end: Option<Result<Exit, crate::error::Fault>>,
    wave: Box<Wave>,
    memory: Vec<u8>,
    lds: Vec<u8>,
    gds: Vec<u8>,
}

/// Runs the words from the state `before`.
fn run(bench: &Bench, engine: &dyn Engine, program: &Program, before: &Wave, limit: i64) -> Run {
    bench.fill(program.words());
    let mut wave = copy(before);
    let lds = Lds::new(LDS);
    let uses_gds = program_uses_gds(program);
    if uses_gds {
        bench.memory.gds().lock().clear();
    }
    for (i, d) in lds.dwords().iter().enumerate() {
        d.set((i as u32).wrapping_mul(0x9e37_79b9));
    }
    let env = Env {
        program,
        memory: &bench.memory,
        lds: &lds,
        scratch: &bench.scratch,
        observed: true,
        clocks: crate::machine::clocks::Clocks::default(),
    };
    let mut left = limit;
    let end = loop {
        // What may be left of a slice that ended early is lost, so that barriers end too.
        let slice = left.min(100);
        wave.budget = slice;
        left -= slice;
        match engine.run(&mut wave, &env) {
            Ok(Exit::Barrier | Exit::Yield | Exit::Sync) if left > 0 => {}
            Ok(Exit::Barrier | Exit::Yield | Exit::Sync) => break None,
            other => break Some(other),
        }
    };
    let bytes = |lds: &Lds| {
        let dwords = lds.dwords().iter();
        dwords.flat_map(|d| d.get().to_le_bytes()).collect()
    };
    let gds = if uses_gds {
        bytes(&bench.memory.gds().lock())
    } else {
        vec![]
    };
    Run {
        end,
        wave,
        memory: bench.read(),
        lds: bytes(&lds),
        gds,
    }
}

/// Whether some word of the program starts an access to the GDS.
fn program_uses_gds(program: &Program) -> bool {
    let words = program.words();
    (0..words.len()).any(|i| {
        match decode_executed(program.generation(), &words[i..]).map(|d| d.inst) {
            Ok(Inst::Ds { f, .. }) => f.gds,
            _ => false,
        }
    })
}

/// What is wrong with memory after a run, whatever the program was.
fn harm(bench: &Bench, run: &Run, words: &[u32]) -> Option<String> {
    if let Some(addr) = bench.memory.stray(4096) {
        return Some(format!("a write to {addr:#x}, where no allocation is"));
    }
    let code = (BUFFER + CONSTANTS) as usize;
    let end = code + CODE as usize;
    let (constants, rest) = (BUFFER as usize..code, code + 4 * words.len()..end);
    let same = run.memory[constants.clone()] == bench.image[constants]
        && run.memory[rest.clone()] == bench.image[rest];
    let mut now = run.memory[code..end].chunks_exact(4);
    let same = same && words.iter().all(|w| now.next() == Some(&w.to_le_bytes()));
    (!same).then(|| "a write to memory that is read-only".to_owned())
}

/// In what two runs differ that have ended.
fn difference(a: &Run, b: &Run) -> Option<String> {
    let text = |run: &Run| match &run.end {
        None => "does not end".to_owned(),
        Some(Ok(exit)) => format!("{exit:?}"),
        Some(Err(f)) => format!("{} at {:#x}, lane {:?}", f.kind, f.pc, f.lane),
    };
    let (x, y) = (text(a), text(b));
    if x != y {
        return Some(format!("interp: {x}; jit: {y}"));
    }
    // After a fault, registers are those of some other point.
    if !matches!(a.end, Some(Ok(_))) {
        return None;
    }
    for (i, (x, y)) in a.wave.sgpr.iter().zip(&b.wave.sgpr).enumerate() {
        if x != y {
            return Some(format!("s{i}: interp {x:#x}, jit {y:#x}"));
        }
    }
    for (i, (x, y)) in a.wave.vgprs().iter().zip(b.wave.vgprs()).enumerate() {
        if let Some(n) = (0..LANES).find(|n| x.0[*n] != y.0[*n]) {
            return Some(format!(
                "v{i}, lane {n}: interp {:#x}, jit {:#x}",
                x.0[n], y.0[n]
            ));
        }
    }
    let rest = |w: &Wave| (w.pc, w.scc, w.mode, w.trapsts);
    let (x, y) = (rest(&a.wave), rest(&b.wave));
    if x != y {
        return Some(format!("PC, SCC, MODE, TRAPSTS: interp {x:x?}, jit {y:x?}"));
    }
    let places = [
        ("memory", &a.memory, &b.memory),
        ("LDS", &a.lds, &b.lds),
        ("GDS", &a.gds, &b.gds),
    ];
    places.into_iter().find_map(|(name, x, y)| {
        let at = x.iter().zip(y).position(|(x, y)| x != y)?;
        Some(format!(
            "{name}, byte {at}: interp {:#x}, jit {:#x}",
            x[at], y[at]
        ))
    })
}

thread_local! {
    static BENCH: RefCell<Option<Bench>> = const { RefCell::new(None) };
}

fn with_bench<T>(f: impl FnOnce(&mut Bench) -> Result<T, String>) -> Result<T, String> {
    BENCH.with_borrow_mut(|bench| {
        let bench = match bench {
            Some(bench) => bench,
            None => bench.insert(Bench::new()?),
        };
        f(bench)
    })
}

/// The program and the registers, for a report.
fn report(generation: Gen, words: &[u32], wave: &Wave, what: &str) -> String {
    let mut out = format!("{generation}: {what}\n");
    let mut i = 0;
    while let Some(rest) = words.get(i..).filter(|rest| !rest.is_empty()) {
        let (text, n) = match decode(generation, rest) {
            Ok(d) => (
                crate::disasm::disasm(generation, &d, None),
                usize::from(d.size) / 4,
            ),
            Err(e) => (e.to_string(), 1),
        };
        let hex: Vec<String> = rest[..n].iter().map(|w| format!("{w:08x}")).collect();
        out += &format!("  {:4x}: {:17}  {text}\n", 4 * i, hex.join(" "));
        i += n;
    }
    for (i, s) in wave.sgpr.chunks(4).enumerate() {
        out += &format!("  s{}: {s:08x?}\n", 4 * i);
    }
    for (i, v) in wave.vgprs().iter().enumerate().take(12) {
        out += &format!("  v{i}: {:x?}\n", v.0);
    }
    out + &format!(
        "  scc {} mode {:#x} vgprs {}\n",
        wave.scc,
        wave.mode,
        wave.vgpr_count()
    )
}

/// One program on the interpreter, and on compiled code once in `jit_in` times.
///
/// # Errors
/// What it did that no program may do, or in what the backends differ, with the program.
pub fn check_wave(r: &mut Source<'_>, generation: Gen, jit_in: u64) -> Result<Outcome, String> {
    with_bench(|bench| {
        let both = r.one_in(jit_in);
        let before = wave(r, bench, 16);
        let words = program(r, generation, before.vgpr_count());
        let words = &words[..words.len().min(CODE as usize / 4)];
        let wrong = |before: &Wave, what: &str| Err(report(generation, words, before, what));
        let program = Program::new(generation, bench.code, words.to_vec());
        let a = run(bench, &Interpreter, &program, &before, LIMIT);
        if let Some(what) = harm(bench, &a, words) {
            return wrong(&before, &format!("interp: {what}"));
        }
        if !both {
            return Ok(Outcome::Checked);
        }
        let levels = HostLevel::ALL.into_iter().filter(|l| *l <= bench.most);
        let level = r.pick(&levels.collect::<Vec<_>>());
        let (jit, n) = bench.jit(level)?;
        // Compiled code yields at the ends of blocks.
        jit.set_hot(r.pick(&Tier::ALL).hot());
        let b = run(bench, &jit, &program, &before, 4 * LIMIT);
        bench.jits[level as usize] = Some((jit, n + 1));
        if let Some(what) = harm(bench, &b, words) {
            return wrong(&before, &format!("jit, {level}: {what}"));
        }
        if a.end.is_none() || reads_clock(generation, words) {
            return Ok(Outcome::Checked);
        }
        match difference(&a, &b) {
            Some(what) => wrong(&before, &format!("{level}: {what}")),
            None => Ok(Outcome::Checked),
        }
    })
}

/// A number of work-items, sensible or not.
fn extent(r: &mut Source<'_>) -> u32 {
    match r.below(4) {
        0 => r.pick(&[
            0,
            1,
            63,
            65,
            1023,
            1024,
            1025,
            1 << 31,
            u32::MAX,
            u32::MAX - 63,
        ]),
        1 => 1 + r.below(200) as u32,
        _ => r.pick(&[1, 64, 128, 256]),
    }
}

/// A whole launch with parameters that may be wrong, of a program with barriers.
///
/// # Errors
/// When guest memory stays allocated.
pub fn check_launch(r: &mut Source<'_>, generation: Gen) -> Result<Outcome, String> {
    with_bench(|bench| {
        // The registers that `aim` expects, as far as instructions can set them.
        let vgprs = r.pick(&[24, 24, 64, 256]);
        let state = wave(r, bench, 64);
        let s_mov = if generation.is_legacy() {
            0xbe80_0300
        } else {
            0xbe80_0000
        } | 0xff;
        let v_mov = 0x7e00_0200;
        let mut words = vec![];
        for s in (0..32).filter(|s| !(28..32).contains(s)) {
            words.extend([s_mov | s << 16, state.sgpr[s as usize]]);
        }
        for v in 0..12 {
            words.push(v_mov | v << 17 | if v < 8 { v % 6 } else { 6 + v % 2 });
        }
        for _ in 0..1 + r.below(8) {
            if r.one_in(4) {
                words.push(0xbf8a_0000)
            } else {
                words.extend(instruction(r, generation, vgprs))
            }
        }
        words.push(S_ENDPGM);
        let code: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        let object = CodeObject::parse(&code, Some(generation.target()));
        let object = object.map_err(|e| e.to_string())?;

        if bench.device.as_ref().is_some_and(|(_, n)| *n >= PROGRAMS) {
            bench.device = None;
        }
        if bench.device.is_none() {
            bench.device = Some((Device::new().map_err(|e| e.to_string())?, 0));
        }
        let Some((device, n)) = &mut bench.device else {
            return Err("no device".to_owned());
        };
        *n += 1;
        let mut loaded = device.load(&object).map_err(|e| e.to_string())?;
        let kernel = &mut loaded.kernels[0];
        kernel.vgprs = vgprs;
        if r.one_in(4) {
            let size = offset(r);
            match r.below(5) {
                0 => kernel.lds_size = size,
                1 => kernel.private_size = size,
                2 => kernel.kernarg_size = (size & 0xf_ffff).into(),
                3 => kernel.kernarg_align = 1 << (size & 15).min(12),
                _ => kernel.max_flat_workgroup_size = Some(size),
            }
        }
        let mut launch = Launch::new(r.pick(&[0, 0, 0, 0, 0, 0, 0, 1, usize::MAX]), 64, 64);
        launch.grid = [extent(r), 1, 1];
        launch.local = [r.pick(&[64, 128, 256, 100]), 1, 1];
        if r.one_in(3) {
            launch.grid = [extent(r), extent(r), extent(r)];
            launch.local = [extent(r), extent(r), extent(r)];
            launch.dimensions = r.below(5) as u32;
        }
        launch.backend = if r.one_in(8) {
            Backend::Jit
        } else {
            Backend::Interp
        };
        launch.threads = if r.one_in(8) { 2 } else { 1 };
        launch.lds_limit = r
            .one_in(2)
            .then(|| offset(r) & if r.one_in(8) { u32::MAX } else { 0xffff });
        launch.max_instructions = Some(r.pick(&[0, 1, 500, 4000]));
        launch.timeout = Some(std::time::Duration::from_secs(5));
        let result = device.launch(&loaded, &launch);
        drop(loaded);
        if let Some(w) = device.memory().window(GUEST_BASE) {
            return Err(format!("{} bytes at {:#x} stay allocated", w.len, w.base));
        }
        match result {
            Ok(_) | Err(LaunchError::Fault(_)) => Ok(Outcome::Checked),
            Err(LaunchError::Usage(_) | LaunchError::Alloc(_)) => {
                Ok(Outcome::Rejected("no launch that fits"))
            }
            Err(e @ (LaunchError::Compile(_) | LaunchError::OtherDevice(_))) => Err(e.to_string()),
        }
    })
}

/// A program or a launch.
///
/// # Errors
/// As [`check_wave`] and [`check_launch`].
pub fn check(r: &mut Source<'_>, generation: Gen) -> Result<Outcome, String> {
    if r.one_in(16) {
        check_launch(r, generation)
    } else {
        check_wave(r, generation, 16)
    }
}

/// As [`check`], with the choices of `bytes`.
///
/// # Errors
/// As [`check`].
pub fn check_bytes(bytes: &[u8]) -> Result<Outcome, String> {
    let mut r = Source::from_bytes(bytes);
    let generation = r.pick(&Gen::ALL);
    check(&mut r, generation)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a run would have done that escaped is found, and nothing before.
    #[test]
    fn planted_escapes_are_found() {
        let bench = Bench::new().expect("memory");
        let mut r = Source::seeded(4);
        let before = wave(&mut r, &bench, 16);
        let words = [S_ENDPGM];
        let program = Program::new(Gen::Gfx9, bench.code, words.to_vec());
        let mut run = run(&bench, &Interpreter, &program, &before, LIMIT);
        assert_eq!(harm(&bench, &run, &words), None);
        // Next to allocations, inside a dword that belongs to none, and some way off.
        for (base, len) in bench.allocations() {
            for addr in [base + len, base + len + 9, base + len + 4000] {
                bench.memory.plant(addr, 1);
                let what = harm(&bench, &run, &words).expect("an escape");
                assert!(what.contains("where no allocation is"), "{what}");
                bench.memory.plant(addr, 0);
            }
        }
        assert_eq!(harm(&bench, &run, &words), None);
        for addr in [bench.constants, bench.code, bench.code + CODE - 1] {
            let mut byte = [0];
            bench.memory.read(addr, &mut byte).expect("allocated");
            bench.memory.plant(addr, !byte[0]);
            run.memory = bench.read();
            let what = harm(&bench, &run, &words).expect("an escape");
            assert!(what.contains("read-only"), "{what}");
            bench.memory.plant(addr, byte[0]);
        }
    }

    fn many(seed: u64, n: u64, jit_in: u64) {
        let mut r = Source::seeded(seed);
        for i in 0..n {
            let generation = Gen::ALL[i as usize % Gen::ALL.len()];
            if let Err(what) = check_wave(&mut r, generation, jit_in) {
                panic!("program {i}: {what}");
            }
        }
    }

    #[test]
    fn interpreted_programs() {
        many(1, 3_000, u64::MAX);
    }

    #[test]
    fn compiled_programs() {
        many(2, 400, 1);
    }

    #[test]
    fn launches() {
        let mut r = Source::seeded(3);
        let mut checked = 0;
        for i in 0..400 {
            match check_launch(&mut r, Gen::ALL[i % Gen::ALL.len()]) {
                Ok(outcome) => checked += (outcome == Outcome::Checked) as u32,
                Err(what) => panic!("launch {i}: {what}"),
            }
        }
        assert!(checked > 100, "only {checked} launches ran");
    }
}
