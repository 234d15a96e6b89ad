//! The cards that the environment asks for, as the HSA library reads it (`hsa/src/config.rs`), and what it says of them.

use std::sync::OnceLock;

use crate::cards::{Card, card};

/// AMD's PCI vendor number.
pub const VENDOR: u16 = 0x1002;
/// Bytes of each card's memory: the size of the HSA library's pool (`hsa/src/pool.rs`).
pub const MEMORY: u64 = 8 << 30;

/// A card at its place.
#[derive(Clone, Copy)]
pub struct Gpu {
    /// From 0, as HIP counts.
    pub index: usize,
    /// What it is.
    pub card: &'static Card,
}

/// All of them.
pub fn all() -> &'static [Gpu] {
    static ALL: OnceLock<Vec<Gpu>> = OnceLock::new();
    ALL.get_or_init(|| {
        let targets = targets();
        let names = targets.split([',', ' ']).filter(|n| !n.is_empty());
        let cards = names.filter_map(card).enumerate();
        cards.map(|(index, card)| Gpu { index, card }).collect()
    })
}

fn targets() -> String {
    let var = |name: &str| std::env::var(name).ok().filter(|v| !v.is_empty());
    let of_version = || {
        let version = var("HSA_OVERRIDE_GFX_VERSION")?;
        let numbers: Option<Vec<u32>> = version.split('.').map(|n| n.parse().ok()).collect();
        match numbers?[..] {
            [major, minor, stepping] => Some(format!("gfx{major}{minor}{stepping:x}")),
            _ => None,
        }
    };
    let asked = var("GCN_JIT_TARGETS").or_else(of_version);
    asked.unwrap_or_else(|| "gfx906".to_owned())
}

impl Gpu {
    /// The number of the HSA library's agent: the first is the host's.
    fn agent(self) -> u64 {
        self.index as u64 + 2
    }

    /// Bus, device and function of the PCI address; the domain is 0.
    pub fn pci(self) -> u64 {
        self.agent() << 8
    }

    /// The number of the node that the driver would have for it.
    pub fn node(self) -> u32 {
        self.index as u32 + 1
    }

    /// The name of the product.
    pub fn name(self) -> String {
        format!("gcn-jit ({})", self.card.name)
    }

    /// The number that tells it from all others: HSA has it as `GPU-` with 16 digits.
    pub fn unique(self) -> u64 {
        u64::from(self.card.chip) << 32 | self.agent()
    }

    /// Bytes of a kind of memory (0: all of the card's; 1: what the host sees of it), of which the host lends it none.
    pub fn memory(self, kind: u32) -> Option<u64> {
        matches!(kind, 0 | 1).then_some(MEMORY)
    }
}
