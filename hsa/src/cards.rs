//! What is known of the cards that have a target.

/// A card. Clocks and widths are those that its data sheet states; nothing here depends on them.
#[derive(Debug)]
pub struct Card {
    /// LLVM's name of its target.
    pub target: &'static str,
    /// Code name.
    pub name: &'static str,
    /// PCI device number.
    pub chip: u32,
    /// Compute units.
    pub units: u32,
    /// MHz of the engine.
    pub clock: u32,
    /// MHz of the memory.
    pub memory_clock: u32,
    /// Bits of the memory's bus.
    pub bus: u32,
    /// KiB of the second level of cache.
    pub cache: u32,
    /// The driver's number of the family.
    pub family: u32,
    /// Optional features of the target, on or off, as they follow its name.
    pub features: &'static str,
}

macro_rules! cards {
    ($($target:ident $name:literal $chip:literal $units:literal $clock:literal $memory:literal $bus:literal
        $cache:literal $family:literal $features:literal)*) => {
        const CARDS: &[Card] = &[$(Card {
            target: stringify!($target),
            name: $name,
            chip: $chip,
            units: $units,
            clock: $clock,
            memory_clock: $memory,
            bus: $bus,
            cache: $cache,
            family: $family,
            features: $features,
        }),*];
    };
}

cards! {
    gfx600 "Tahiti" 0x6798 32 925 1375 384 768 110 ""
    gfx601 "Pitcairn" 0x6818 20 1000 1200 256 512 110 ""
    gfx602 "Oland" 0x6610 6 1000 900 128 256 110 ""
    gfx700 "Kaveri" 0x1304 8 720 1066 128 512 125 ""
    gfx701 "Hawaii" 0x67b0 44 1000 1250 512 1024 120 ""
    gfx702 "Hawaii" 0x67b1 40 947 1250 512 1024 120 ""
    gfx703 "Kabini" 0x9830 2 500 800 64 256 125 ""
    gfx704 "Bonaire" 0x6658 14 1100 1500 128 512 120 ""
    gfx705 "Mullins" 0x9850 2 500 666 64 256 125 ""
    gfx801 "Carrizo" 0x9874 8 800 1066 128 512 135 ":xnack-"
    gfx802 "Tonga" 0x6938 32 970 1425 256 512 130 ""
    gfx803 "Fiji" 0x7300 64 1050 500 4096 2048 130 ""
    gfx805 "Tonga Pro" 0x6939 28 918 1375 256 512 130 ""
    gfx810 "Stoney" 0x98e4 3 800 933 64 256 135 ":xnack-"
    gfx900 "Vega 10" 0x687f 64 1630 945 2048 4096 141 ":xnack-"
    gfx902 "Raven" 0x15dd 11 1100 1200 128 1024 142 ":xnack-"
    gfx904 "Vega 12" 0x69af 20 1190 700 1024 1024 141 ":xnack-"
    gfx906 "Vega 20" 0x66a1 60 1725 1000 4096 4096 141 ":sramecc+:xnack-"
    gfx908 "Arcturus" 0x738c 120 1502 1200 4096 8192 141 ":sramecc+:xnack-"
    gfx909 "Raven 2" 0x15d8 3 1100 1200 128 512 142 ":xnack-"
    gfx90a "Aldebaran" 0x740f 104 1700 1600 4096 8192 141 ":sramecc+:xnack-"
    gfx90c "Renoir" 0x1636 8 1750 1600 128 1024 142 ":xnack-"
    gfx942 "Aqua Vanjaram" 0x74a1 304 2100 2600 8192 4096 141 ":sramecc+:xnack-"
    gfx950 "AMD Instinct MI355X" 0x75a3 256 2400 4000 8192 4096 141 ":sramecc+:xnack-"
}

/// A card with the target.
pub fn card(target: &str) -> Option<&'static Card> {
    CARDS.iter().find(|c| c.target == target)
}

impl Card {
    /// Waves that one SIMD unit has room for (LLVM, `getMaxWavesPerEU`).
    pub fn waves_per_simd(&self) -> u32 {
        match self.target {
            "gfx90a" | "gfx942" | "gfx950" => 8,
            _ => 10,
        }
    }
}
