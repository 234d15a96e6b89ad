//! A program as a list of items, so that one can be left out and branches still lead where they led.

use crate::encode::{encode, encode_executed};
use crate::isa::{Gen, Inst};

/// The words of one instruction: one or two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Words {
    words: [u32; 2],
    count: u8,
}

impl Words {
    /// From the first one or two of `words`; one word too few counts as zero.
    pub fn new(words: &[u32]) -> Words {
        let get = |i: usize| words.get(i).copied().unwrap_or(0);
        Words {
            words: [get(0), get(1)],
            count: words.len().clamp(1, 2) as u8,
        }
    }
}

impl std::ops::Deref for Words {
    type Target = [u32];

    fn deref(&self) -> &[u32] {
        &self.words[..self.count as usize]
    }
}

/// One piece of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    /// An instruction as it is.
    Inst(Words),
    /// A SOPP or SOPK branch to a label: its word, with zero as the offset.
    Branch {
        /// The instruction's word.
        word: u32,
        /// The label's number.
        label: u32,
    },
    /// An instruction with a literal that becomes the distance in bytes from its own first byte to a
    /// label.
    Distance {
        /// The instruction's word.
        word: u32,
        /// The label's number.
        label: u32,
    },
    /// A place that branches name; no words.
    Label(u32),
}

impl Item {
    /// An instruction; `None` where the generation cannot encode it.
    pub fn inst(generation: Gen, inst: &Inst) -> Option<Item> {
        Some(Item::Inst(Words::new(&encode(generation, inst)?)))
    }

    /// As [`Item::inst`], also with modifiers that have no text; and the instruction that is executed.
    pub fn executed(generation: Gen, inst: &Inst) -> Option<(Inst, Item)> {
        let (words, inst) = encode_executed(generation, inst)?;
        Some((inst, Item::Inst(Words::new(&words))))
    }

    /// Number of words.
    pub fn len(&self) -> usize {
        match self {
            Item::Inst(w) => w.len(),
            Item::Branch { .. } => 1,
            Item::Distance { .. } => 2,
            Item::Label(_) => 0,
        }
    }

    /// Whether it has no words.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The program's words. A label that does not stand in the program lies behind the branch that names it.
pub fn link(items: &[Item]) -> Vec<u32> {
    let mut labels = rustc_hash::FxHashMap::default();
    let mut at = 0i64;
    for i in items {
        if let Item::Label(l) = i {
            labels.insert(*l, at);
        }
        at += i.len() as i64;
    }
    let mut out = Vec::with_capacity(at as usize);
    for i in items {
        let here = out.len() as i64;
        let to = |l: &u32, size: i64| labels.get(l).copied().unwrap_or(here + size);
        match i {
            Item::Inst(w) => out.extend_from_slice(w),
            Item::Branch { word, label } => {
                out.push(word & !0xffff | (to(label, 1) - here - 1) as u16 as u32);
            }
            Item::Distance { word, label } => {
                out.push(*word);
                out.push((4 * (to(label, 2) - here)) as u32);
            }
            Item::Label(_) => {}
        }
    }
    out
}
