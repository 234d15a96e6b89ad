//! A program as a list of items, so that one can be left out and branches still lead where they led.

use rustc_hash::FxHashMap;

use crate::encode::{encode, encode_executed};
use crate::isa::{Gen, Inst};

/// Guest address of the first instruction of every case.
pub const CODE: u64 = 0x1000;

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
    /// An instruction with a literal that becomes half of the distance in bytes from a label to
    /// somewhere, as `s_add_u32` and `s_addc_u32` after `s_getpc_b64` have.
    Far {
        /// The instruction's word.
        word: u32,
        /// The number of the label that it is the distance from.
        from: u32,
        /// Where it leads.
        to: To,
        /// Whether it is the upper half.
        high: bool,
    },
    /// A place that branches name; no words.
    Label(u32),
}

/// Where an [`Item::Far`] leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum To {
    /// To a label, by its number.
    Label(u32),
    /// To a guest address.
    Address(u64),
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
            Item::Distance { .. } | Item::Far { .. } => 2,
            Item::Label(_) => 0,
        }
    }

    /// Whether it names the label.
    pub fn names(&self, wanted: u32) -> bool {
        match *self {
            Item::Branch { label, .. } | Item::Distance { label, .. } => label == wanted,
            Item::Far { from, to, .. } => from == wanted || to == To::Label(wanted),
            Item::Inst(_) | Item::Label(_) => false,
        }
    }

    /// Whether it has no words.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The place of each label in words, and the program's length.
fn places(items: &[Item]) -> (FxHashMap<u32, i64>, i64) {
    let mut labels = FxHashMap::default();
    let mut at = 0i64;
    for i in items {
        if let Item::Label(l) = i {
            labels.insert(*l, at);
        }
        at += i.len() as i64;
    }
    (labels, at)
}

/// Guest address of a label that stands in the program.
pub fn address_of(items: &[Item], label: u32) -> Option<u64> {
    let before = items.iter().position(|i| *i == Item::Label(label))?;
    let words: usize = items[..before].iter().map(Item::len).sum();
    Some(CODE + 4 * words as u64)
}

/// The program's words. A label that does not stand in the program lies behind the item that names it.
pub fn link(items: &[Item]) -> Vec<u32> {
    let (labels, len) = places(items);
    let mut out = Vec::with_capacity(len as usize);
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
            Item::Far {
                word,
                from,
                to: target,
                high,
            } => {
                let address = |l: &u32| CODE as i64 + 4 * to(l, 2);
                let target = match target {
                    To::Label(l) => address(l),
                    To::Address(a) => *a as i64,
                };
                let distance = target.wrapping_sub(address(from));
                out.push(*word);
                out.push((distance >> if *high { 32 } else { 0 }) as u32);
            }
            Item::Label(_) => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `s_getpc_b64`, and both halves of the distances to a label behind it and to an address.
    #[test]
    fn distances_count_from_their_label() {
        let far = |to, high| Item::Far {
            word: 0x8000_ff00,
            from: 1,
            to,
            high,
        };
        let to = To::Address(0x12_3456_7004);
        let items = [
            Item::Inst(Words::new(&[0xbe80_1c00])),
            Item::Label(1),
            far(To::Label(2), false),
            far(To::Label(2), true),
            far(to, false),
            far(to, true),
            far(To::Label(0), true),
            Item::Label(2),
        ];
        let literals: Vec<u32> = link(&items)[2..].iter().copied().step_by(2).collect();
        // The code begins at 0x1000, so the first label is 0x1004.
        assert_eq!(literals, [40, 0, 0x3456_6000, 0x12, 0]);
        assert_eq!(address_of(&items, 2), Some(CODE + 44));
        assert_eq!(address_of(&items, 3), None);
    }
}
