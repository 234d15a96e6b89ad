//! The kernels that programs are made from: code objects that compilers made, which the archive
//! `src/fuzz/corpus/kernels.bin` holds, in pieces that can be taken apart.

use std::collections::BTreeMap;
use std::io::Read;
use std::ops::Range;
use std::sync::OnceLock;

use crate::decode::decode_executed;
use crate::disasm::branch_target;
use crate::fuzz::code::{Item, To, Words};
use crate::isa::{Gen, Inst, Operand, Sop1, Sop2, Sopp};
use crate::loader::{CodeObject, Kernel, RelocValue, Segment};
use crate::machine::memory::GUEST_BASE;

/// What `src/fuzz/corpus/build.py` makes.
static ARCHIVE: &[u8] = include_bytes!("../corpus/kernels.bin");

/// `s_nop 0`, with which compilers fill up the code between functions.
const S_NOP: u32 = 0xbf80_0000;

/// The most instructions between `s_getpc_b64` and one that adds a distance to what it gives.
const NEAR: usize = 16;

/// A kernel of the archive.
#[derive(Debug)]
pub struct Entry {
    /// The target that it was compiled for.
    pub target: String,
    /// With which level of optimisation.
    pub level: String,
    /// Its name in the source.
    pub name: String,
    /// The target's generation.
    pub generation: Gen,
    object: Range<usize>,
    model: OnceLock<Model>,
}

/// A kernel as pieces.
#[derive(Debug)]
pub struct Model {
    /// Its generation.
    pub generation: Gen,
    /// What the file says of it.
    pub kernel: Kernel,
    /// Its code, then that of the functions that it calls.
    pub items: Vec<Item>,
    /// The constants that it reaches, which lie at [`GUEST_BASE`].
    pub constants: Vec<u8>,
    /// Where in the constants the address of a label is to stand.
    pub pointers: Vec<(usize, u32)>,
    /// Whether one of its functions calls itself.
    pub recursive: bool,
}

/// The archive, unpacked.
fn archive() -> &'static (Vec<u8>, Vec<Entry>) {
    static UNPACKED: OnceLock<(Vec<u8>, Vec<Entry>)> = OnceLock::new();
    UNPACKED.get_or_init(|| {
        let mut bytes = vec![];
        let mut packed = flate2::read::ZlibDecoder::new(ARCHIVE);
        packed.read_to_end(&mut bytes).expect("a whole archive");
        let end = bytes.windows(2).position(|w| w == b"\n\n");
        let end = end.expect("an index");
        let index = std::str::from_utf8(&bytes[..end]).expect("an index in letters");
        let mut at = end + 2;
        let mut entry = |line: &str| {
            let [target, level, name, size] = line.split(' ').collect::<Vec<_>>()[..] else {
                return None;
            };
            let start = at;
            at += size.parse::<usize>().ok()?;
            Some(Entry {
                target: target.to_owned(),
                level: level.to_owned(),
                name: name.to_owned(),
                generation: Gen::from_target(target)?,
                object: start..at,
                model: OnceLock::new(),
            })
        };
        let entries = index
            .lines()
            .map(|l| entry(l).expect("a line of the index"));
        let entries = entries.collect();
        (bytes, entries)
    })
}

/// Every kernel.
pub fn entries() -> &'static [Entry] {
    &archive().1
}

/// Those of a generation; there are some of each.
pub fn of(generation: Gen) -> &'static [&'static Entry] {
    static SORTED: OnceLock<[Vec<&Entry>; Gen::ALL.len()]> = OnceLock::new();
    let sorted = SORTED
        .get_or_init(|| Gen::ALL.map(|g| entries().iter().filter(|e| e.generation == g).collect()));
    &sorted[generation as usize]
}

impl Entry {
    /// Its bytes of code, about.
    pub fn size(&self) -> usize {
        self.object.len()
    }

    /// The kernel in pieces.
    pub fn model(&self) -> &Model {
        self.model.get_or_init(|| {
            let object = CodeObject::parse(&archive().0[self.object.clone()], None);
            let object = object.expect("a code object in the archive");
            Model::new(&object).expect("a kernel whose code is all there")
        })
    }
}

/// A segment of constants, from the lowest address on that the kernel reaches.
struct Constants<'a> {
    segment: &'a Segment,
    start: u64,
    /// Where it lies among the constants.
    at: u64,
}

/// Takes a code object apart.
struct Lifter<'a> {
    object: &'a CodeObject,
    code: &'a Segment,
    generation: Gen,
    words: Vec<u32>,
    /// The instructions with their places in words; `None` for words that are none.
    insts: Vec<(usize, usize, Option<Inst>)>,
    /// Labels by the place where they stand.
    labels: BTreeMap<usize, u32>,
    constants: Vec<Constants<'a>>,
}

/// An instruction that adds a distance to PC.
struct Distance {
    /// The place in words that it is the distance from.
    from: usize,
    /// The address that it leads to, in the object.
    to: u64,
    high: bool,
}

/// Whether nothing runs on behind the instruction.
fn ends(inst: &Inst) -> bool {
    let branch = Sopp::S_BRANCH;
    ends_function(inst) || matches!(inst, Inst::Sopp { op, .. } if *op == branch)
}

/// Whether a function ends with the instruction.
fn ends_function(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Sopp {
            op: Sopp::S_ENDPGM,
            ..
        } | Inst::Sop1 {
            op: Sop1::S_SETPC_B64,
            ..
        }
    )
}

impl Model {
    fn new(object: &CodeObject) -> Option<Model> {
        let [kernel] = &object.kernels[..] else {
            return None;
        };
        let code = object.code_segment(kernel.entry)?;
        let word = |b: &[u8]| u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
        let mut l = Lifter {
            object,
            code,
            generation: object.generation,
            words: code.data.chunks_exact(4).map(word).collect(),
            insts: vec![],
            labels: BTreeMap::new(),
            constants: vec![],
        };
        l.sweep();
        let distances = l.distances();
        l.place_constants(&distances);
        let entry = l.index(kernel.entry)?;
        let recursive = l.recursive(&distances);
        let (constants, pointers) = l.contents();
        Some(Model {
            generation: object.generation,
            kernel: kernel.clone(),
            items: l.items(entry, &distances),
            constants,
            pointers,
            recursive,
        })
    }
}

impl Lifter<'_> {
    /// The place in words of an address in the code.
    fn index(&self, vaddr: u64) -> Option<usize> {
        let at = vaddr.checked_sub(self.code.vaddr)? / 4;
        (at < self.words.len() as u64).then_some(at as usize)
    }

    /// The label at a place.
    fn label(&mut self, at: usize) -> u32 {
        let next = self.labels.len() as u32;
        *self.labels.entry(at).or_insert(next)
    }

    /// Finds the instructions.
    fn sweep(&mut self) {
        let mut at = 0;
        while at < self.words.len() {
            let d = decode_executed(self.generation, &self.words[at..]).ok();
            let n = d.map_or(1, |d| usize::from(d.size) / 4);
            self.insts.push((at, n, d.map(|d| d.inst)));
            at += n;
        }
    }

    /// The pairs of `s_add_u32` and `s_addc_u32` with literals that follow `s_getpc_b64`, by the place of
    /// the instruction.
    fn distances(&self) -> BTreeMap<usize, Distance> {
        let mut out = BTreeMap::new();
        for (k, (at, n, inst)) in self.insts.iter().enumerate() {
            let Some(Inst::Sop1 {
                op: Sop1::S_GETPC_B64,
                sdst,
                ..
            }) = *inst
            else {
                continue;
            };
            let from = at + n;
            let after = &self.insts[k + 1..];
            let after = &after[..after.len().min(NEAR)];
            let added = |wanted: Sop2, s: u8| {
                after.iter().find_map(|(at, _, inst)| match *inst {
                    Some(Inst::Sop2 {
                        op,
                        ssrc0: Operand::Sgpr(from),
                        ssrc1: Operand::Literal(v),
                        ..
                    }) if op == wanted && from == s => Some((*at, v)),
                    _ => None,
                })
            };
            let low = added(Sop2::S_ADD_U32, sdst);
            let high = added(Sop2::S_ADDC_U32, sdst + 1);
            let (Some((low, l)), Some((high, h))) = (low, high) else {
                continue;
            };
            let pc = self.code.vaddr + 4 * from as u64;
            let to = pc.wrapping_add(u64::from(l) | u64::from(h) << 32);
            for (at, high) in [(low, false), (high, true)] {
                out.insert(at, Distance { from, to, high });
            }
        }
        out
    }

    /// Whether a function has its own address: one that leads back, with no end of a function between.
    fn recursive(&self, distances: &BTreeMap<usize, Distance>) -> bool {
        distances.iter().any(|(at, d)| {
            let Some(to) = self.index(d.to).filter(|to| to < at) else {
                return false;
            };
            let between = self.insts.iter().filter(|i| (to..*at).contains(&i.0));
            let mut between = between.filter_map(|i| i.2.as_ref());
            !between.any(ends_function)
        })
    }

    /// The segment of constants with this address.
    fn constant(&self, vaddr: u64) -> Option<&Segment> {
        let mut all = self.object.segments.iter().filter(|s| !s.executable);
        all.find(|s| vaddr >= s.vaddr && vaddr < s.vaddr + s.size)
    }

    /// Finds which constants are reached, by code or by pointers among them, and places them.
    fn place_constants(&mut self, distances: &BTreeMap<usize, Distance>) {
        let mut lowest: BTreeMap<u64, u64> = BTreeMap::new();
        let mut reached: Vec<u64> = distances.values().map(|d| d.to).collect();
        while let Some(to) = reached.pop() {
            let Some(s) = self.constant(to) else {
                continue;
            };
            let (start, end) = (to & !63, s.vaddr + s.size);
            let old = lowest.get(&s.vaddr).copied().unwrap_or(end);
            if start >= old {
                continue;
            }
            lowest.insert(s.vaddr, start);
            for r in &self.object.relocations {
                if let RelocValue::Base64(v) = r.value
                    && (start..old).contains(&r.offset)
                {
                    reached.push(v);
                }
            }
        }
        let mut at = 0;
        for segment in &self.object.segments {
            if let Some(start) = lowest.get(&segment.vaddr) {
                self.constants.push(Constants {
                    segment,
                    start: *start,
                    at,
                });
                at += (segment.vaddr + segment.size - start).next_multiple_of(64);
            }
        }
    }

    /// Where an address of a constant lies in a case.
    fn moved(&self, vaddr: u64) -> Option<u64> {
        let mut all = self.constants.iter();
        let c = all.find(|c| vaddr >= c.start && vaddr < c.segment.vaddr + c.segment.size)?;
        Some(c.at + (vaddr - c.start))
    }

    /// The constants, and the places in them that hold the address of a label.
    fn contents(&mut self) -> (Vec<u8>, Vec<(usize, u32)>) {
        let mut out = vec![];
        for c in &self.constants {
            out.resize(c.at as usize, 0);
            let skip = c.start.saturating_sub(c.segment.vaddr) as usize;
            let data = c.segment.data.get(skip..).unwrap_or_default();
            out.resize((c.at + c.segment.vaddr.saturating_sub(c.start)) as usize, 0);
            out.extend_from_slice(data);
            out.resize(
                (c.at + c.segment.vaddr + c.segment.size - c.start) as usize,
                0,
            );
        }
        out.resize(out.len().next_multiple_of(64), 0);
        let mut pointers = vec![];
        for r in &self.object.relocations {
            let (RelocValue::Base64(v), Some(at)) = (r.value, self.moved(r.offset)) else {
                continue;
            };
            if let Some(to) = self.moved(v) {
                let to = GUEST_BASE + to;
                out[at as usize..][..8].copy_from_slice(&to.to_le_bytes());
            } else if let Some(i) = self.index(v) {
                pointers.push((at as usize, self.label(i)));
            }
        }
        (out, pointers)
    }

    /// The code from `entry` on, then what lies before it.
    fn items(&mut self, entry: usize, distances: &BTreeMap<usize, Distance>) -> Vec<Item> {
        let insts = std::mem::take(&mut self.insts);
        let mut made = Vec::with_capacity(insts.len());
        let mut ended = false;
        for &(at, n, inst) in &insts {
            let words = &self.words[at..at + n];
            let filling = ended && words == [S_NOP];
            ended = filling || inst.is_some_and(|i| ends(&i));
            let words = Words::new(words);
            let target = inst.and_then(|i| branch_target(&i, self.code.vaddr + 4 * at as u64));
            let target = target.and_then(|to| self.index(to));
            let item = match (target, distances.get(&at)) {
                _ if filling => None,
                (Some(to), _) => Some(Item::Branch {
                    word: words[0] & !0xffff,
                    label: self.label(to),
                }),
                (None, Some(d)) => {
                    let to = match (self.moved(d.to), self.index(d.to)) {
                        (Some(at), _) => Some(To::Address(GUEST_BASE + at)),
                        (None, Some(i)) => Some(To::Label(self.label(i))),
                        (None, None) => None,
                    };
                    Some(to.map_or(Item::Inst(words), |to| Item::Far {
                        word: words[0],
                        from: self.label(d.from),
                        to,
                        high: d.high,
                    }))
                }
                (None, None) => Some(Item::Inst(words)),
            };
            made.push((at, item));
        }
        let first = made.iter().position(|(at, _)| *at == entry).unwrap_or(0);
        made.rotate_left(first);
        let mut out = vec![];
        for (at, item) in made {
            out.extend(self.labels.get(&at).map(|l| Item::Label(*l)));
            out.extend(item);
        }
        out
    }
}
