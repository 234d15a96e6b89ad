//! Which memory an access goes to, and where in private memory:
//!
//! * MUBUF through the V# of private memory. Before gfx9 the range check is always made, and a negative VGPR offset fails
//!   it; on gfx9 there is none, and the sum of offsets has 32 bits (LLVM AMDGPUISelDAGToDAG, `SelectMUBUFScratchOffen`,
//!   and GCNSubtarget, `privateMemoryResourceIsRangeChecked`).
//! * SCRATCH: VADDR and SADDR are unsigned before gfx12, and their sum with the immediate does not wrap around (LLVM
//!   AMDGPUISelDAGToDAG, `isFlatScratchBaseLegal`).
//! * FLAT: the high half of VADDR decides, and the immediate is added later (LLVM AMDGPUISelDAGToDAG,
//!   `SelectFlatOffsetImpl`).
//!
//! What leaves a lane's private memory is a fault, what leaves the LDS reads as zero and is not written.

use super::*;

/// Bytes of memory.
const BYTES: usize = 1 << 12;
/// Bytes of a lane's private memory.
const PRIVATE: u32 = 256;
/// High halves of FLAT addresses of the LDS and of private memory, as this emulator has them.
const SHARED: u64 = 0x1_0000;
const APERTURE: u64 = 0x2_0000;
/// Of private memory for V#s.
const PRIVATE_BASE: u64 = 1 << 40;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Mubuf,
    Flat,
    /// With VADDR, or with SADDR, or with both (gfx942).
    Scratch {
        vaddr: bool,
        saddr: bool,
    },
}

/// An instruction that loads to v8, or stores from there.
#[derive(Clone, Copy, Debug)]
struct Access {
    generation: Gen,
    way: Way,
    offset: i64,
    soffset: u32,
    dwords: u32,
    stores: bool,
}

/// Where a lane's dword goes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    Private(u64),
    Lds(u64),
    Memory(u64),
    /// It reads as zero and is not written.
    Nowhere,
}

impl Access {
    fn text(&self) -> String {
        let n = match self.dwords {
            1 => String::new(),
            n => format!("x{n}"),
        };
        let data = match self.dwords {
            1 => "v8".to_owned(),
            n => format!("v[8:{}]", 7 + n),
        };
        let offset = match self.offset {
            0 => String::new(),
            n => format!(" offset:{n}"),
        };
        let (name, address) = match self.way {
            Way::Mubuf => ("buffer", "v2, s[4:7], s3 offen".to_owned()),
            Way::Flat => ("flat", "v[2:3]".to_owned()),
            Way::Scratch { vaddr, saddr } => {
                let name = |on, name: &'static str| if on { name } else { "off" };
                (
                    "scratch",
                    format!("{}, {}", name(vaddr, "v2"), name(saddr, "s3")),
                )
            }
        };
        match (self.stores, self.way) {
            (false, _) => format!("{name}_load_dword{n} {data}, {address}{offset}"),
            (true, Way::Mubuf) => format!("{name}_store_dword{n} {data}, {address}{offset}"),
            (true, Way::Flat) => format!("{name}_store_dword{n} {address}, {data}{offset}"),
            (true, Way::Scratch { .. }) => {
                let (v, s) = address.split_once(", ").expect("two");
                format!("{name}_store_dword{n} {v}, {data}, {s}{offset}")
            }
        }
    }

    /// Where dword `k` of a lane goes whose VGPRs for the address are these.
    fn place(&self, vgprs: [u32; 2], k: u32) -> Place {
        let [low, high] = vgprs.map(u64::from);
        let more = self.offset + 4 * i64::from(k);
        match self.way {
            Way::Mubuf => {
                let sum = low + more as u64;
                let checks = matches!(self.generation, Gen::Gfx6 | Gen::Gfx7 | Gen::Gfx8);
                if checks && sum + u64::from(self.soffset) >= 0xffff_ffff {
                    Place::Nowhere
                } else {
                    Place::Private((sum & 0xffff_ffff) + u64::from(self.soffset) / 64)
                }
            }
            Way::Scratch { vaddr, saddr } => {
                let v = if vaddr { low } else { 0 };
                let s = if saddr { u64::from(self.soffset) } else { 0 };
                Place::Private((v + s).wrapping_add_signed(more))
            }
            Way::Flat => {
                let sum = low.wrapping_add_signed(more);
                match high {
                    SHARED => Place::Lds(sum),
                    APERTURE => Place::Private(sum),
                    _ => Place::Memory((high << 32 | low).wrapping_add_signed(more)),
                }
            }
        }
    }

    fn model(&self, base: u64, state: &State, private: &mut [[u32; 64]]) -> Ended {
        let mut s = state.clone();
        for lane in (0..64).filter(|lane| state.active(*lane)) {
            let vgprs = [2, 3].map(|v| state.wave.vgprs[v].0[lane]);
            for k in 0..self.dwords {
                let fault = Err(Some(lane as u8));
                let register = 8 + k as usize;
                let own = s.wave.vgprs[register].0[lane];
                let mut moved = |bytes: &mut [u8]| {
                    if self.stores {
                        bytes.copy_from_slice(&own.to_le_bytes());
                    } else {
                        *s.wave.vgprs[register].0.get_mut(lane).expect("a lane") =
                            u32::from_le_bytes(bytes.try_into().expect("four bytes"));
                    }
                };
                match self.place(vgprs, k) {
                    Place::Private(at) if at <= u64::from(PRIVATE - 4) => {
                        let at = &mut private[at as usize / 4][lane];
                        let mut bytes = at.to_le_bytes();
                        moved(&mut bytes);
                        *at = u32::from_le_bytes(bytes);
                    }
                    Place::Lds(at) if at <= u64::from(LDS - 4) => {
                        moved(&mut s.lds[at as usize..][..4])
                    }
                    Place::Memory(at) if at >= base && at + 4 <= base + BYTES as u64 => {
                        moved(&mut s.memory[(at - base) as usize..][..4]);
                    }
                    Place::Lds(_) | Place::Nowhere => moved(&mut if self.stores {
                        own.to_le_bytes()
                    } else {
                        [0; 4]
                    }),
                    Place::Private(_) | Place::Memory(_) => return fault,
                }
            }
        }
        Ok(s)
    }
}

/// The V# of private memory (LLVM SIInstrInfo, `getScratchRsrcWords23`): swizzled, 64 lanes, 4 bytes of each.
fn descriptor(generation: Gen) -> [u32; 4] {
    let element = match generation {
        Gen::Gfx6 | Gen::Gfx7 | Gen::Gfx8 => 1 << 19,
        _ => 0,
    };
    let high = (PRIVATE_BASE >> 32) as u32 | 1 << 31;
    [
        PRIVATE_BASE as u32,
        high,
        u32::MAX,
        1 << 23 | 3 << 21 | element,
    ]
}

fn random(r: &mut Source<'_>, generation: Gen, way: Way) -> Access {
    let most = match generation {
        Gen::Gfx6 | Gen::Gfx7 | Gen::Gfx8 if way == Way::Flat => 1,
        _ => 80,
    };
    let signed = matches!(way, Way::Scratch { .. }) && r.one_in(2);
    let offset = 4 * r.below(most) as i64;
    Access {
        generation,
        way,
        offset: if signed { -offset } else { offset },
        soffset: match way {
            // Rows of all lanes.
            Way::Mubuf => 256 * r.below(3) as u32,
            Way::Flat => 0,
            // Alone it is a pointer; beside VADDR an offset.
            Way::Scratch { .. } => offsets(r),
        },
        // Wide accesses to the LDS have rules of their own.
        dwords: if way == Way::Flat {
            1
        } else {
            r.pick(&[1, 1, 2, 4])
        },
        stores: r.one_in(3),
    }
}

/// An offset in private memory, or one that the immediate may bring there.
fn offsets(r: &mut Source<'_>) -> u32 {
    match r.below(6) {
        0 => 0u32.wrapping_sub(4 * r.below(24) as u32),
        1 => (1u32 << 31).wrapping_sub(4 * r.below(8) as u32),
        _ => 4 * r.below(48) as u32,
    }
}

/// Addresses of all lanes; whether some are meant to be far off.
fn addresses(r: &mut Source<'_>, way: Way, base: u64, far: bool) -> [Vgpr; 2] {
    let low = |r: &mut Source<'_>| {
        if far {
            offsets(r)
        } else {
            4 * r.below(40) as u32
        }
    };
    if way != Way::Flat {
        let same = low(r);
        let one = r.one_in(3);
        return [each(|_| if one { same } else { low(r) }), noise(r)];
    }
    let at: Vec<u64> = (0..64)
        .map(|_| {
            let back = if far && r.one_in(4) {
                4 * r.below(24)
            } else {
                0
            };
            let forth = 4 * r.below(24);
            let start = match r.below(3) {
                0 => SHARED << 32,
                1 => APERTURE << 32,
                _ => base + 512,
            };
            start + forth - back
        })
        .collect();
    [
        each(|lane| at[lane] as u32),
        each(|lane| (at[lane] >> 32) as u32),
    ]
}

fn check(generation: Gen) {
    let jits = compilers();
    let r = &mut source(9, generation);
    let mut ways = vec![Way::Mubuf, Way::Mubuf];
    if generation != Gen::Gfx6 {
        ways.push(Way::Flat);
    }
    if !matches!(generation, Gen::Gfx6 | Gen::Gfx7 | Gen::Gfx8) {
        ways.push(Way::Flat);
        ways.extend(
            [(true, false), (false, true)].map(|(vaddr, saddr)| Way::Scratch { vaddr, saddr }),
        );
    }
    if matches!(generation, Gen::Gfx942 | Gen::Gfx950) {
        // They have SCRATCH alone.
        ways.retain(|way| *way != Way::Mubuf);
        ways.push(Way::Scratch {
            vaddr: true,
            saddr: true,
        });
    }
    let (mut ended, mut all) = (0, 0);
    for i in 0..times(240) {
        let access = random(r, generation, ways[i as usize % ways.len()]);
        let text = format!("{}\ns_waitcnt vmcnt(0) & lgkmcnt(0)", access.text());
        let jit = &jits[i as usize / ways.len() % jits.len()];
        let machine = Machine::new(generation, &text, BYTES, jit).with_private(PRIVATE);
        let filled = State::random(r, BYTES);
        for _ in 0..12 {
            let mut state = filled.clone();
            let far = r.one_in(3);
            let at = addresses(r, access.way, machine.base, far);
            [state.wave.vgprs[2], state.wave.vgprs[3]] = at;
            state.set_exec(exec(r));
            state.wave.sgpr[3] = access.soffset;
            state.wave.sgpr[4..8].copy_from_slice(&descriptor(generation));
            // No limit for FLAT before gfx9.
            state.wave.sgpr[124] = u32::MAX;
            let mut private: Vec<[u32; 64]> = (0..PRIVATE / 4)
                .map(|row| std::array::from_fn(|lane| row << 16 | lane as u32 | 0x1000))
                .collect();
            let before: Vec<u8> = private
                .iter()
                .flatten()
                .flat_map(|v| v.to_le_bytes())
                .collect();
            let expected = access.model(machine.base, &state, &mut private);
            let after: Vec<u8> = private
                .iter()
                .flatten()
                .flat_map(|v| v.to_le_bytes())
                .collect();
            for jit in [None, Some(jit)] {
                machine.private.fill(&machine.memory, &before);
                let what = || format!("{access:?}, {:x?}", &state.wave.vgprs[2].0[..4]);
                machine.check_one(&state, &expected, jit, &what);
                if expected.is_ok() {
                    let backend = if jit.is_some() { "jit" } else { "interp" };
                    let found = machine.private.contents(&machine.memory);
                    assert!(
                        found == after,
                        "{generation}, {backend}: {text}: {}: private memory",
                        what()
                    );
                }
            }
            all += 1;
            ended += u64::from(expected.is_ok());
        }
    }
    assert!(ended > all / 4, "{ended} of {all}");
}

#[test]
fn places_of_gcn() {
    [Gen::Gfx6, Gen::Gfx7, Gen::Gfx8]
        .into_iter()
        .for_each(check);
}

#[test]
fn places_of_vega() {
    [Gen::Gfx9, Gen::Gfx906].into_iter().for_each(check);
}

#[test]
fn places_of_cdna() {
    [Gen::Gfx908, Gen::Gfx90a, Gen::Gfx942, Gen::Gfx950]
        .into_iter()
        .for_each(check);
}

#[cfg(debug_assertions)]
#[test]
fn wrong_places_are_found() {
    use gcn_jit::fuzz::plant::Fault;
    is_found(Fault::PrivateUnchecked, || check(Gen::Gfx8));
    is_found(Fault::FlatSum, || check(Gen::Gfx906));
    is_found(Fault::ScratchWrap, || check(Gen::Gfx90a));
}
