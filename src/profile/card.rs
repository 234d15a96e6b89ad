//! What cards can do at most, as AMD published it: the roof of a roofline.

/// A card that stands for a target.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Card {
    /// Its name.
    pub name: &'static str,
    /// Operations on f32 per second, a multiply-add being two.
    pub f32_per_second: f64,
    /// Operations on f64 per second, a multiply-add being two.
    pub f64_per_second: f64,
    /// Bytes per second from and to the card's memory.
    pub bytes_per_second: f64,
    /// Where the numbers come from.
    pub source: &'static str,
}

/// What AMD says of a card, from which its peaks follow.
struct Published {
    target: &'static str,
    name: &'static str,
    /// Lanes of all SIMD units together ("stream processors").
    lanes: u32,
    /// Highest engine clock, in MHz.
    clock: u32,
    /// How many times as long as an f32 operation one on f64 takes.
    f64_slower: u32,
    /// Width of the memory interface in bits.
    bus: u32,
    /// Mbit/s on each of them.
    rate: u32,
}

const fn published(
    target: &'static str,
    name: &'static str,
    [lanes, clock, f64_slower]: [u32; 3],
    [bus, rate]: [u32; 2],
) -> Published {
    Published {
        target,
        name,
        lanes,
        clock,
        f64_slower,
        bus,
        rate,
    }
}

/// One for each target with a card that is well known. Others share their instruction set and not their speed.
const CARDS: [Published; 6] = [
    published("gfx600", "Radeon HD 7970", [2048, 925, 4], [384, 5500]),
    published("gfx701", "FirePro W9100", [2816, 930, 2], [512, 5000]),
    published("gfx702", "Radeon R9 290X", [2816, 1000, 8], [512, 5000]),
    published("gfx803", "Radeon RX 480 8GB", [2304, 1266, 16], [256, 8000]),
    published(
        "gfx900",
        "Radeon RX Vega 64",
        [4096, 1546, 16],
        [2048, 1890],
    ),
    published(
        "gfx906",
        "Radeon Instinct MI50",
        [3840, 1725, 2],
        [4096, 2000],
    ),
];

impl Card {
    /// The card that stands for `target` (`gfx900`); `None` where none is known.
    pub fn of(target: &str) -> Option<Card> {
        let p = CARDS.iter().find(|c| c.target == target)?;
        let f32_per_second = 2.0 * f64::from(p.lanes) * f64::from(p.clock) * 1e6;
        Some(Card {
            name: p.name,
            f32_per_second,
            f64_per_second: f32_per_second / f64::from(p.f64_slower),
            bytes_per_second: f64::from(p.bus) / 8.0 * f64::from(p.rate) * 1e6,
            source: "AMD's product specifications: stream processors x 2 x highest engine clock; memory interface x \
                     data rate",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The peaks that AMD printed, rounded as it did: GFLOPS of f32 and of f64, GB/s.
    #[test]
    fn peaks_are_those_that_amd_printed() {
        for (target, f32_, f64_, bytes) in [
            ("gfx600", 3790.0, 947.0, 264.0),
            ("gfx701", 5240.0, 2620.0, 320.0),
            ("gfx702", 5630.0, 704.0, 320.0),
            ("gfx803", 5830.0, 365.0, 256.0),
            ("gfx900", 12660.0, 792.0, 483.8),
            ("gfx906", 13300.0, 6600.0, 1024.0),
        ] {
            let card = Card::of(target).expect("a card");
            let near = |got: f64, want: f64| (got / 1e9 - want).abs() < want * 0.005;
            assert!(near(card.f32_per_second, f32_), "{card:?}");
            assert!(near(card.f64_per_second, f64_), "{card:?}");
            assert!(near(card.bytes_per_second, bytes), "{card:?}");
        }
        assert_eq!(Card::of("gfx90c"), None);
    }
}
