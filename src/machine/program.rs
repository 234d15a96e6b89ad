//! The code of a loaded program, decoded as execution reaches it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::OnceLock;

use sha2::{Digest, Sha256};

use crate::decode::{decode_executed, executable};
use crate::disasm::disasm;
use crate::error::{DecodeError, FaultKind};
use crate::isa::{Decoded, Feature, Gen, Gens};

/// Words that are decoded into one allocation: large objects are mostly never executed.
const CHUNK: usize = 256;

type Chunk = Box<[OnceLock<Result<Decoded, Refused>>]>;

/// Why the words at an address are not executed.
#[derive(Clone, Copy, Debug)]
enum Refused {
    /// They are not an instruction.
    Undecoded(DecodeError),
    /// They are one whose operands do not exist: why.
    Operands(&'static str),
}

/// Executable words at a fixed guest address.
#[derive(Debug)]
pub struct Program {
    generation: Gen,
    ecc: bool,
    xnack: Feature,
    base: u64,
    words: Vec<u32>,
    holes: Vec<Range<usize>>,
    decoded: Vec<OnceLock<Chunk>>,
    content_hash: u64,
    digest: OnceLock<[u8; 32]>,
}

impl Program {
    /// `words` loaded at guest address `base`, a multiple of 4.
    pub fn new(generation: Gen, base: u64, words: Vec<u32>) -> Program {
        let mut decoded = Vec::new();
        decoded.resize_with(words.len().div_ceil(CHUNK), OnceLock::new);
        let mut h = DefaultHasher::new();
        (generation, base, &words).hash(&mut h);
        Program {
            generation,
            ecc: generation.has(Gens::MAI),
            xnack: Feature::Unsupported,
            base,
            words,
            holes: Vec::new(),
            decoded,
            content_hash: h.finish(),
            digest: OnceLock::new(),
        }
    }

    /// Makes the word indices in `holes` no code: what lies between executable segments.
    pub fn with_holes(mut self, holes: Vec<Range<usize>>) -> Program {
        let mut h = DefaultHasher::new();
        (self.content_hash, &holes).hash(&mut h);
        self.content_hash = h.finish();
        self.holes = holes;
        self.digest = OnceLock::new();
        self
    }

    /// Says whether the card that the code is for has SRAM ECC. Unless it is said, those with accumulation registers do.
    pub fn with_ecc(mut self, ecc: bool) -> Program {
        if ecc == self.ecc {
            return self;
        }
        let mut h = DefaultHasher::new();
        (self.content_hash, ecc).hash(&mut h);
        self.content_hash = h.finish();
        self.ecc = ecc;
        self.digest = OnceLock::new();
        self
    }

    /// Says whether the code is for cards with XNACK. That changes nothing in what it does.
    pub fn with_xnack(mut self, xnack: Feature) -> Program {
        self.xnack = xnack;
        self
    }

    /// Whether it is for cards with XNACK, on which accesses to memory may be repeated.
    pub fn xnack(&self) -> Feature {
        self.xnack
    }

    /// Whether the card has SRAM ECC. There the loads of 16 bits write whole registers: the half that they do not load
    /// becomes zero.
    pub fn has_ecc(&self) -> bool {
        self.ecc
    }

    /// The generation whose instructions the words are.
    pub fn generation(&self) -> Gen {
        self.generation
    }

    /// Identifies the program by what it is: code, address and generation.
    pub fn content_hash(&self) -> u64 {
        self.content_hash
    }

    /// As [`Program::content_hash`], but the same in every process, and such that nobody can make
    /// another program with the same (SHA-256).
    pub fn digest(&self) -> &[u8; 32] {
        self.digest.get_or_init(|| {
            let mut h = Sha256::new();
            let mut number = |n: u64| h.update(n.to_le_bytes());
            number(self.generation as u64);
            number(self.ecc.into());
            number(self.base);
            number(self.words.len() as u64);
            number(self.holes.len() as u64);
            for hole in &self.holes {
                number(hole.start as u64);
                number(hole.end as u64);
            }
            for chunk in self.words.chunks(1024) {
                let bytes: Vec<u8> = chunk.iter().flat_map(|w| w.to_le_bytes()).collect();
                h.update(bytes);
            }
            h.finalize().into()
        })
    }

    /// Guest address of the first word.
    pub fn base(&self) -> u64 {
        self.base
    }

    /// The code.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Index of the word at `pc`, when it lies in the code and is aligned.
    pub fn index(&self, pc: u64) -> Option<usize> {
        let off = pc.checked_sub(self.base)?;
        let inside = off.is_multiple_of(4) && off / 4 < self.words.len() as u64;
        let i = (off / 4) as usize;
        (inside && !self.holes.iter().any(|h| h.contains(&i))).then_some(i)
    }

    /// The words from `i` to the end of the executable segment that contains it.
    fn tail(&self, i: usize) -> &[u32] {
        let hole = self.holes.iter().map(|h| h.start).find(|&start| start > i);
        &self.words[i..hole.unwrap_or(self.words.len())]
    }

    /// The instruction at `pc`.
    ///
    /// # Errors
    /// [`FaultKind::PcOutOfCode`], [`FaultKind::Illegal`].
    #[inline]
    pub fn at(&self, pc: u64) -> Result<&Decoded, FaultKind> {
        let i = self.index(pc).ok_or(FaultKind::PcOutOfCode)?;
        let chunk = self.decoded[i / CHUNK].get_or_init(|| {
            let mut chunk = Vec::new();
            chunk.resize_with(CHUNK, OnceLock::new);
            chunk.into_boxed_slice()
        });
        chunk[i % CHUNK]
            .get_or_init(|| {
                let d =
                    decode_executed(self.generation, self.tail(i)).map_err(Refused::Undecoded)?;
                executable(self.generation, &d.inst).map_err(Refused::Operands)?;
                Ok(d)
            })
            .as_ref()
            .map_err(|refused| self.fault(i, *refused))
    }

    /// The fault of executing the word at index `i`.
    #[cold]
    fn fault(&self, i: usize, refused: Refused) -> FaultKind {
        match refused {
            Refused::Operands(why) => FaultKind::Unsupported {
                gen_: self.generation,
                what: why.to_owned(),
            },
            Refused::Undecoded(e) => {
                let hex = self.hex(i, 2);
                FaultKind::Illegal(format!("{hex} on {} ({e})", self.generation))
            }
        }
    }

    /// The instruction at `pc` as text with its bytes, for fault reports.
    pub fn describe(&self, pc: u64) -> String {
        let Some(i) = self.index(pc) else {
            return "no code".to_owned();
        };
        match decode_executed(self.generation, self.tail(i)) {
            Ok(d) => {
                let text = disasm(self.generation, &d, Some(pc));
                format!("{text} ({})", self.hex(i, d.size as usize / 4))
            }
            Err(_) => self.hex(i, 2),
        }
    }

    /// Up to `n` words at index `i` in hexadecimal.
    fn hex(&self, i: usize, n: usize) -> String {
        let words = self.tail(i).iter().take(n);
        let hex: Vec<_> = words.map(|w| format!("{w:08x}")).collect();
        hex.join(" ")
    }
}
