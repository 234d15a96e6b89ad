//! Random memory instructions on both backends: registers, global memory, LDS and faults must be equal.
//!
//! Every row of SMEM, DS, FLAT, MUBUF, MTBUF and MIMG but those that are refused runs on every
//! generation that has it, on addresses of all shapes: consecutive, equal, scattered, unaligned, in the
//! apertures, outside; DS also on the GDS. Settings are those of [`super::differential`]. After a fault
//! only kind, lane and PC are compared.

use std::collections::HashSet;

use gcn_jit::disasm::disasm;
use gcn_jit::encode::encode;
use gcn_jit::exec::lds::Lds;
use gcn_jit::exec::memory::{Access, Memory};
use gcn_jit::exec::program::Program;
use gcn_jit::exec::{Env, Exit, PRIVATE_APERTURE_HI, SHARED_APERTURE_HI, Scratch};
use gcn_jit::interp;
use gcn_jit::isa::{
    Decoded, Ds, DsFields, Flags, Flat, FlatFields, Gen, Inst, Mimg, MimgFields, Mtbuf,
    MtbufFields, Mubuf, MubufFields, Operand, Segment, Smem, SmemFields,
};
use gcn_jit::jit::Jit;
use gcn_jit::lower::left::MEMORY_LEFT_TO_INTERPRETER;
use gcn_jit::lower::{Target, is_interpreted};
use gcn_jit::state::{Vgpr, Wave};

use crate::differential::{Rng, compilers, setting};

const VGPRS: u32 = 32;
const CODE: u64 = 0x1000;
/// Instructions per program.
const BATCH: usize = 3;
/// States that each program runs on.
const STATES: usize = 6;
const S_ENDPGM: u32 = 0xbf81_0000;
/// Bytes of the buffer, of LDS, and of private memory per lane.
const BUFFER: u64 = 4096;
const LDS: u32 = 1026;
const PRIVATE: u32 = 64;
/// Bytes of the GDS that are filled, and compared.
const GDS: u32 = 1060;
const M0: usize = 124;

/// Global memory: a buffer, one that cannot be written, private memory.
struct Arena {
    memory: Memory,
    buffer: u64,
    constants: u64,
    scratch: Scratch,
}

fn arena(seed: u64) -> Arena {
    let memory = Memory::new(1 << 20).expect("address space for a small arena");
    let alloc = |len: u64, access, name: &str| {
        let base = memory.alloc(len, 1, access, name).expect("room");
        let mut r = Rng::seeded(seed ^ len);
        let bytes: Vec<u8> = (0..len).map(|_| r.bits() as u8).collect();
        memory.write(base, &bytes).expect("inside");
        base
    };
    let buffer = alloc(BUFFER, Access::ReadWrite, "buffer");
    let constants = alloc(BUFFER - 4, Access::ReadOnly, "constants");
    let base = alloc(64 * PRIVATE as u64, Access::ReadWrite, "private");
    Arena {
        memory,
        buffer,
        constants,
        scratch: Scratch {
            base,
            per_lane: PRIVATE,
        },
    }
}

fn exec(r: &mut Rng<'_>) -> u64 {
    match r.below(6) {
        0..=2 => u64::MAX,
        3 => r.bits(),
        4 => r.bits() & r.bits() & r.bits(),
        _ => r.pick(&[0, 1, 1 << 63, 0xffff_ffff, 0xffff_ffff_0000_0000, 0xff0]),
    }
}

/// Offsets of the lanes in a space of `size` bytes, mostly inside.
fn offsets(r: &mut Rng<'_>, size: u64) -> [u64; 64] {
    let unit = r.pick(&[4, 4, 4, 8, 12, 16, 1, 2]);
    let room = size.saturating_sub(64 * unit).max(1);
    let first = match r.below(4) {
        0 => 0,
        1 => r.below(room),
        2 => room.saturating_sub(r.below(40)),
        _ => r.below(room) & !3,
    };
    let mut out: [u64; 64] = match r.below(8) {
        0..=2 => std::array::from_fn(|n| first + n as u64 * unit),
        3 | 4 => [first; 64],
        5 => std::array::from_fn(|n| first + (n as u64 / 2) * unit),
        6 => std::array::from_fn(|_| r.below(size)),
        _ => std::array::from_fn(|_| r.below(size / 4) * 4),
    };
    if r.one_in(5) {
        // One lane leaves the pattern, perhaps the memory.
        let lane = r.below(64) as usize;
        out[lane] = match r.below(3) {
            0 => r.below(size),
            1 => size - r.below(20),
            _ => r.bits() >> r.below(40),
        };
    }
    out
}

/// The fourth word of a V#: any, or with a format that exists, perhaps for the texels of an image.
fn format(r: &mut Rng<'_>) -> u32 {
    let (data, number) = typed(r);
    let any = r.bits() as u32 & 0xfff;
    let sel = r.pick(&[0xfac, 0xfac, 0x5b1, any]);
    let index_stride = r.below(4) as u32;
    sel | number << 12 | data << 15 | r.below(4) as u32 >> 1 << 19 | index_stride << 21
}

/// Data and number format of elements, that most often exist.
fn typed(r: &mut Rng<'_>) -> (u32, u32) {
    match r.below(8) {
        0..=2 => (r.pick(&[4, 11, 13, 14]), r.pick(&[4, 5, 7])),
        3 | 4 => (r.pick(&[2, 5, 12]), r.pick(&[0, 1, 2, 3, 4, 5, 7])),
        5 | 6 => (r.pick(&[1, 3, 8, 9, 10]), r.pick(&[0, 1, 2, 3, 4, 5])),
        _ => (r.below(16) as u32, r.below(8) as u32),
    }
}

/// A T# of a small image in the buffer.
fn image(r: &mut Rng<'_>, generation: Gen, base: u64) -> [u32; 8] {
    let gfx9 = generation.is_gfx9();
    let (data, number) = match r.below(2) {
        0 => typed(r),
        _ => (r.pick(&[4, 4, 11, 14]), r.pick(&[4, 5])),
    };
    let mut small = |n: u64| r.below(n) as u32;
    let (width, height, levels) = (small(4), small(4), small(8) / 7);
    let depth = small(3);
    let tiling = if gfx9 { 0 } else { 8 };
    let kind = 8 + small(6);
    let pad = if gfx9 { 0 } else { small(2) };
    [
        (base >> 8) as u32,
        (base >> 40) as u32 | data << 20 | number << 26,
        width | height << 14,
        0xfac | levels << 16 | tiling << 20 | pad << 25 | kind << 28,
        depth | 3 << 13,
        small(2) | if gfx9 { 0 } else { depth << 13 },
        0,
        0,
    ]
}

/// A wave: v[2:9] addresses, v[10:13] offsets in LDS, v[26:29] coordinates, v[30:31] offsets in the
/// buffer; s[0:3] addresses, s4 an offset, s[8:11] a V#, s[80:87] a T#.
fn wave(r: &mut Rng<'_>, generation: Gen, a: &Arena, mode: u32) -> Wave {
    let mut w = Wave::new(VGPRS);
    for v in w.vgprs_mut() {
        *v = Vgpr(std::array::from_fn(|_| match r.below(3) {
            0 => r.below(16) as u32,
            _ => r.bits() as u32,
        }));
    }
    for s in &mut w.sgpr {
        *s = r.bits() as u32;
    }
    let flat = |r: &mut Rng<'_>| {
        let (base, size) = match r.below(8) {
            0 => (a.constants, BUFFER - 4),
            1 => ((SHARED_APERTURE_HI as u64) << 32, LDS as u64),
            2 | 3 => ((PRIVATE_APERTURE_HI as u64) << 32, PRIVATE as u64),
            _ => (a.buffer, BUFFER),
        };
        offsets(r, size).map(|o| base.wrapping_add(o))
    };
    for v in [2, 4, 6, 8] {
        let mut at = flat(r);
        if r.one_in(4) {
            let other = flat(r);
            let mask = r.bits();
            for n in 0..64 {
                if mask >> n & 1 != 0 {
                    at[n] = other[n];
                }
            }
        }
        w.vgprs_mut()[v] = Vgpr(at.map(|a| a as u32));
        w.vgprs_mut()[v + 1] = Vgpr(at.map(|a| (a >> 32) as u32));
    }
    for v in 10..14 {
        let size = r.pick(&[LDS, LDS, PRIVATE]);
        w.vgprs_mut()[v] = Vgpr(offsets(r, size as u64).map(|o| o as u32));
    }
    let o = offsets(r, BUFFER);
    w.vgprs_mut()[30] = Vgpr(o.map(|o| o as u32));
    w.vgprs_mut()[31] = Vgpr([0; 64]);
    let mut pair = |s: usize, v: u64| {
        w.sgpr[s] = v as u32;
        w.sgpr[s + 1] = (v >> 32) as u32;
    };
    pair(0, a.buffer + r.below(64));
    pair(2, r.pick(&[a.constants, a.buffer + BUFFER - 16, a.buffer]));
    // Stride, and whether addresses are swizzled.
    let swizzle = r.below(2) << 63;
    pair(8, a.buffer | r.pick(&[0, 0, 4, 16, 60]) << 48 | swizzle);
    w.sgpr[4] = r.below(200) as u32;
    w.sgpr[10] = r.below(BUFFER) as u32;
    if r.one_in(2) {
        w.sgpr[11] = format(r);
    }
    w.sgpr[80..88].copy_from_slice(&image(r, generation, a.buffer));
    for v in 26..30 {
        w.vgprs_mut()[v] = Vgpr(std::array::from_fn(|_| match r.below(40) {
            0 => r.bits() as u32,
            1..=4 => r.below(4) as u32 | (r.below(4) as u32) << 16,
            _ => r.below(3) as u32,
        }));
    }
    w.sgpr[M0] = match r.below(5) {
        0 => r.below(LDS as u64 + 8) as u32,
        // A part of the GDS.
        1 | 2 => r.pick(&[0, 8, 4, 6, 0xfff0]) << 16 | r.below(GDS as u64 + 8) as u32,
        _ => u32::MAX,
    };
    w.set_exec(exec(r));
    w.mode = mode;
    w.pc = CODE;
    w.budget = 1000;
    w
}

fn smem(r: &mut Rng<'_>, op: Smem) -> Inst {
    let buffer = op.row().name.contains("BUFFER");
    let soffset = r.pick(&[None, None, Some(4), Some(M0 as u8)]);
    let imm = match r.below(4) {
        0 => 0,
        1 => r.below(256) as i64 * 4,
        2 => r.below(1 << 12) as i64,
        _ => -(r.below(16) as i64),
    };
    if r.one_in(8) {
        // Without operands, or with a destination only.
        let f = SmemFields {
            sdata: r.pick(&[0, 16]),
            sbase: 0,
            imm: 0,
            soffset: None,
            has_imm: r.one_in(2),
            glc: false,
            nv: false,
        };
        return Inst::Smem { op, f };
    }
    Inst::Smem {
        op,
        f: SmemFields {
            sdata: r.pick(&[0, 16, 32, 64, 106]),
            sbase: if buffer { 8 } else { r.pick(&[0, 2]) },
            imm: if soffset.is_some() { 0 } else { imm },
            soffset,
            has_imm: soffset.is_none(),
            glc: r.one_in(2),
            nv: false,
        },
    }
}

/// A register for data or results; seldom one of the addresses'.
fn data(r: &mut Rng<'_>) -> u8 {
    match r.below(8) {
        0 => 2 + r.below(12) as u8,
        _ => 14 + r.below(12) as u8,
    }
}

/// As `data`, or 0: encodings have no other register in fields that the instruction does not use.
fn data_or_none(r: &mut Rng<'_>) -> u8 {
    match r.below(2) {
        0 => 0,
        _ => data(r),
    }
}

fn ds(r: &mut Rng<'_>, op: Ds) -> Inst {
    if r.one_in(8) {
        // Without operands.
        let f = DsFields {
            vdst: 0,
            addr: 0,
            data0: 0,
            data1: 0,
            offset0: r.pick(&[0, 1]),
            offset1: 0,
            gds: r.one_in(2),
        };
        return Inst::Ds { op, f };
    }
    Inst::Ds {
        op,
        f: DsFields {
            vdst: data_or_none(r),
            addr: match r.below(4) {
                0 => 0,
                _ => 10 + r.below(4) as u8,
            },
            data0: data_or_none(r),
            data1: data_or_none(r),
            offset0: r.pick(&[0, 0, 4, 1, 7, 0xff]),
            offset1: r.pick(&[0, 0, 0, 1, 2, 0x80, 0xc0, 0xe0]),
            gds: r.one_in(6),
        },
    }
}

fn flat(r: &mut Rng<'_>, op: Flat) -> Inst {
    let seg = r.pick(&[Segment::Flat, Segment::Global, Segment::Scratch]);
    let pairs = 2 + 2 * r.below(4) as u8;
    let offsets = 10 + r.below(4) as u8;
    let (vaddr, saddr) = match (seg, r.below(2)) {
        (Segment::Flat, _) | (Segment::Global, 0) => (pairs, None),
        (Segment::Global, _) => (offsets, Some(r.pick(&[0, 2]))),
        (Segment::Scratch, 0) => (offsets, None),
        (Segment::Scratch, _) => (0, Some(4)),
    };
    Inst::Flat {
        op,
        f: FlatFields {
            seg,
            vdst: data_or_none(r),
            vaddr,
            vdata: data_or_none(r),
            saddr,
            offset: r.pick(&[0, 0, 4, 3, -4, 64, 4095]),
            glc: r.one_in(2),
            slc: false,
            nv: false,
            lds: r.one_in(8),
            tfe: r.one_in(8),
        },
    }
}

fn mubuf(r: &mut Rng<'_>, op: Mubuf) -> Inst {
    let addr64 = r.one_in(2);
    if r.one_in(8) {
        // Without operands.
        let f = MubufFields {
            vdata: 0,
            vaddr: 0,
            srsrc: 0,
            soffset: r.pick(&[Operand::Int(0), Operand::Sgpr(0)]),
            offset: 0,
            offen: false,
            idxen: false,
            addr64: false,
            glc: false,
            slc: false,
            lds: false,
            tfe: false,
        };
        return Inst::Mubuf { op, f };
    }
    let offen = !addr64 && r.one_in(2);
    let idxen = !addr64 && r.one_in(3);
    Inst::Mubuf {
        op,
        f: MubufFields {
            vdata: data_or_none(r),
            vaddr: if offen || idxen || addr64 { 30 } else { 0 },
            srsrc: 8,
            soffset: r.pick(&[Operand::Int(0), Operand::Sgpr(4), Operand::Sgpr(4)]),
            offset: r.pick(&[0, 0, 4, 3, 100]),
            offen,
            idxen,
            addr64,
            glc: r.one_in(2),
            slc: false,
            lds: op == Mubuf::BUFFER_STORE_LDS_DWORD || r.one_in(16),
            tfe: r.one_in(16),
        },
    }
}

fn mtbuf(r: &mut Rng<'_>, op: Mtbuf) -> Inst {
    let addr64 = r.one_in(4);
    let (dfmt, nfmt) = typed(r);
    let offen = !addr64 && r.one_in(2);
    let idxen = !addr64 && r.one_in(3);
    Inst::Mtbuf {
        op,
        f: MtbufFields {
            buffer: MubufFields {
                vdata: data(r),
                vaddr: if offen || idxen || addr64 { 30 } else { 0 },
                srsrc: 8,
                soffset: r.pick(&[Operand::Int(0), Operand::Int(4), Operand::Sgpr(4)]),
                offset: r.pick(&[0, 0, 4, 3, 100]),
                offen,
                idxen,
                addr64,
                glc: r.one_in(2),
                slc: false,
                lds: false,
                tfe: r.one_in(8),
            },
            dfmt: dfmt as u8,
            nfmt: nfmt as u8,
        },
    }
}

fn mimg(r: &mut Rng<'_>, op: Mimg) -> Inst {
    let atomic = op.row().flags.has(Flags::ATOMIC);
    let dmask = match (atomic, r.below(6)) {
        (true, 1..) => r.pick(&[1, 3, 3, 15]),
        _ => r.below(16) as u8,
    };
    Inst::Mimg {
        op,
        f: MimgFields {
            vdata: data(r),
            vaddr: r.pick(&[26, 26, 26, 26, 26, 27, 28, 31]),
            srsrc: 80,
            ssamp: 0,
            dmask,
            unorm: r.one_in(2),
            glc: r.one_in(2),
            slc: false,
            da: r.one_in(2),
            r128: r.one_in(6),
            a16: r.one_in(4),
            tfe: r.one_in(6),
            lwe: r.one_in(8),
            d16: r.one_in(4),
        },
    }
}

type Make = Box<dyn Fn(&mut Rng<'_>) -> Inst>;

/// Every row; `refused` too.
fn all(refused: bool) -> Vec<Make> {
    let mut out: Vec<Make> = vec![];
    for &op in Smem::ALL {
        out.push(Box::new(move |r| smem(r, op)));
    }
    for &op in Ds::ALL {
        if refused || !op.row().flags.has(Flags::SYSTEM) {
            out.push(Box::new(move |r| ds(r, op)));
        }
    }
    for &op in Flat::ALL {
        out.push(Box::new(move |r| flat(r, op)));
    }
    for &op in Mubuf::ALL {
        out.push(Box::new(move |r| mubuf(r, op)));
    }
    for &op in Mtbuf::ALL {
        out.push(Box::new(move |r| mtbuf(r, op)));
    }
    for &op in Mimg::ALL {
        let name = op.row().name;
        let filters = ["SAMPLE", "GATHER", "LOD"].iter().any(|s| name.contains(s));
        if refused || !filters {
            out.push(Box::new(move |r| mimg(r, op)));
        }
    }
    out
}

fn instruction(r: &mut Rng<'_>, generation: Gen, make: &Make) -> Option<(Inst, Vec<u32>)> {
    for _ in 0..150 {
        let inst = make(r);
        if let Some(words) = encode(generation, &inst) {
            return Some((inst, words.to_vec()));
        }
    }
    None
}

/// How a run ended, and everything that it left behind unless it faulted.
#[derive(PartialEq)]
struct Outcome {
    end: String,
    fault: bool,
    sgpr: Vec<u32>,
    vgpr: Vec<[u32; 64]>,
    counts: [u64; 4],
    lds: Vec<u8>,
    gds: Vec<u8>,
    memory: Vec<u8>,
}

fn bytes(lds: &Lds, n: u32) -> Vec<u8> {
    let byte = |at| lds.read::<1>(at).map_or(0, |b| b[0]);
    (0..n).map(byte).collect()
}

fn run(backend: Option<&Jit>, program: &Program, mode: u32, seed: u64, state: u64) -> Outcome {
    let a = arena(seed);
    let lds = Lds::new(LDS);
    let mut r = Rng::seeded(state);
    for at in 0..LDS / 4 {
        lds.write(4 * at, (r.bits() as u32).to_le_bytes());
    }
    for at in 0..GDS / 4 {
        let v = (r.bits() as u32).to_le_bytes();
        a.memory.gds().lock().write(4 * at, v);
    }
    let mut w = wave(&mut r, program.generation(), &a, mode);
    let env = Env {
        program,
        memory: &a.memory,
        lds: &lds,
        scratch: a.scratch,
        observed: true,
    };
    let result = match backend {
        None => interp::run(&mut w, &env),
        Some(jit) => jit.run(&mut w, &env),
    };
    let fault = result.is_err();
    let end = match result {
        Ok(e) => format!("{e:?}"),
        Err(f) => format!("{:?} in lane {:?} at {:#x}", f.kind, f.lane, f.pc),
    };
    if fault {
        return Outcome {
            end,
            fault,
            sgpr: vec![],
            vgpr: vec![],
            counts: [0; 4],
            lds: vec![],
            gds: vec![],
            memory: vec![],
        };
    }
    assert_eq!(end, format!("{:?}", Exit::End));
    let mut memory = vec![0; 2 * BUFFER as usize];
    let (first, second) = memory.split_at_mut(BUFFER as usize);
    a.memory.read(a.buffer, first).expect("inside");
    a.memory.read(a.scratch.base, second).expect("inside");
    Outcome {
        end,
        fault,
        sgpr: w.sgpr.to_vec(),
        vgpr: w.vgprs().iter().map(|v| v.0).collect(),
        counts: [w.scc as u64, w.pc, w.instructions, w.lanes],
        lds: bytes(&lds, LDS),
        gds: bytes(&a.memory.gds().lock(), GDS),
        memory,
    }
}

/// What differs, in words.
fn differences(a: &Outcome, b: &Outcome) -> String {
    if a.end != b.end {
        return format!("interp {}, jit {}", a.end, b.end);
    }
    let mut out = vec![];
    for (i, (x, y)) in a.sgpr.iter().zip(&b.sgpr).enumerate() {
        if x != y {
            out.push(format!("s{i}: interp {x:#x}, jit {y:#x}"));
        }
    }
    for (v, (x, y)) in a.vgpr.iter().zip(&b.vgpr).enumerate() {
        for lane in 0..64 {
            if x[lane] != y[lane] {
                let (x, y) = (x[lane], y[lane]);
                out.push(format!("v{v}[{lane}]: interp {x:#x}, jit {y:#x}"));
            }
        }
    }
    let memories = [
        ("lds", &a.lds, &b.lds),
        ("gds", &a.gds, &b.gds),
        ("memory", &a.memory, &b.memory),
    ];
    for (name, x, y) in memories {
        for (i, (x, y)) in x.iter().zip(y).enumerate() {
            if x != y {
                out.push(format!("{name} byte {i}: interp {x:#x}, jit {y:#x}"));
            }
        }
    }
    if a.counts != b.counts {
        let (x, y) = (a.counts, b.counts);
        out.push(format!(
            "scc, pc, instructions, lanes: interp {x:?}, jit {y:?}"
        ));
    }
    out.truncate(6);
    out.join("\n    ")
}

#[test]
fn random_memory_instructions() {
    for jit in compilers() {
        random_memory_instructions_on(&jit);
    }
}

fn random_memory_instructions_on(jit: &Jit) {
    let mut r = Rng::seeded(setting("GCN_JIT_DIFF_SEED", 1));
    let rows = all(false);
    let (mut failures, mut faults, mut runs) = (vec![], 0, 0);
    for _ in 0..setting("GCN_JIT_DIFF_CASES", 1) {
        for generation in Gen::ALL {
            let mut insts: Vec<_> = rows
                .iter()
                .filter_map(|make| instruction(&mut r, generation, make))
                .collect();
            // Any order, so that programs mix encodings.
            for i in (1..insts.len()).rev() {
                insts.swap(i, r.below(i as u64 + 1) as usize);
            }
            for batch in insts.chunks(BATCH) {
                let mut words: Vec<u32> = batch.iter().flat_map(|(_, w)| w.clone()).collect();
                words.push(S_ENDPGM);
                let program = Program::new(generation, CODE, words);
                // What flushes or rounds in arithmetic does not in memory instructions.
                let mode = r.pick(&[0x3f0, 0x300, 0x30f]);
                for _ in 0..STATES {
                    let (seed, state) = (r.bits(), r.bits());
                    let a = run(None, &program, mode, seed, state);
                    let b = run(Some(jit), &program, mode, seed, state);
                    runs += 1;
                    faults += a.fault as u32;
                    if a != b {
                        let text = |(inst, w): &(Inst, Vec<u32>)| {
                            let (inst, size) = (*inst, 4 * w.len() as u8);
                            disasm(generation, &Decoded { inst, size }, None)
                        };
                        let code: Vec<_> = batch.iter().map(text).collect();
                        failures.push(format!(
                            "{generation}: {}\n    {}",
                            code.join("; "),
                            differences(&a, &b)
                        ));
                    }
                }
            }
        }
    }
    let n = failures.len();
    failures.truncate(20);
    assert!(n == 0, "{n} differ:\n{}", failures.join("\n"));
    assert!(
        faults * 4 < runs * 3,
        "{faults} of {runs} runs fault: most must get through"
    );
}

/// The place of a row in the list of what is left to the interpreter.
fn left(row: &str) -> Option<usize> {
    let is = |name: &str| match name.strip_suffix('*') {
        Some(first) => row.starts_with(first),
        None => row == name,
    };
    MEMORY_LEFT_TO_INTERPRETER.iter().position(|l| is(l.row))
}

#[test]
fn memory_instructions_are_compiled_in_every_form() {
    let mut r = Rng::seeded(7);
    let mut reached = HashSet::new();
    let (mut wrong, mut seen) = (vec![], [[false; 2]; MEMORY_LEFT_TO_INTERPRETER.len()]);
    for generation in Gen::ALL {
        let target = Target {
            generation,
            mode: 0x3f0,
            vgprs: VGPRS,
        };
        for make in all(true) {
            for _ in 0..40 {
                let Some((inst, words)) = instruction(&mut r, generation, &make) else {
                    continue;
                };
                let interpreted = is_interpreted(&target, &inst);
                let row = inst.row().name;
                reached.insert((row, generation as usize));
                let place = left(row);
                if let Some(place) = place {
                    seen[place][interpreted as usize] = true;
                }
                if !interpreted {
                    continue;
                }
                let size = 4 * words.len() as u8;
                let text = disasm(generation, &Decoded { inst, size }, None);
                let code = [&words[..], &[S_ENDPGM]].concat();
                let program = Program::new(generation, CODE, code);
                let end = run(None, &program, 0x3f0, 1, 2);
                // Registers that the wave lacks are no matter of the row.
                let missing = end.end.starts_with("Illegal(\"operand v");
                if !end.fault {
                    wrong.push(format!("{generation}: {text}: left, and executes"));
                } else if place.is_none() && !missing {
                    wrong.push(format!("{generation}: {text}: not compiled: {}", end.end));
                }
            }
        }
    }
    let tables = [
        Smem::ROWS,
        Ds::ROWS,
        Flat::ROWS,
        Mubuf::ROWS,
        Mtbuf::ROWS,
        Mimg::ROWS,
    ];
    for row in tables.into_iter().flatten() {
        for generation in Gen::ALL {
            if row.exists(generation) && !reached.contains(&(row.name, generation as usize)) {
                wrong.push(format!("{generation}: {}: never encoded", row.name));
            }
        }
    }
    for (l, [compiled, interpreted]) in MEMORY_LEFT_TO_INTERPRETER.iter().zip(seen) {
        if !interpreted || compiled == (l.when == "always") {
            wrong.push(format!("{}: left {}", l.row, l.when));
        }
    }
    wrong.sort();
    wrong.dedup();
    let n = wrong.len();
    wrong.truncate(30);
    assert!(n == 0, "{n} wrong:\n{}", wrong.join("\n"));
}
