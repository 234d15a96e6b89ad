//! Targets by name: processors, what may be on or off of them, and their numbers in ELF files (LLVM AMDGPUUsage,
//! "Processors", "Target ID", "ELF Header Flags").

use std::fmt;

use super::{Feature, Gen};

/// `EF_AMDGPU_MACH` of `e_flags`, from code-object version 3 on. Targets that this crate does not
/// run are listed so that an error can name them.
pub(crate) const MACH: &[(u8, &str)] = &[
    (0x20, "gfx600"),
    (0x21, "gfx601"),
    (0x22, "gfx700"),
    (0x23, "gfx701"),
    (0x24, "gfx702"),
    (0x25, "gfx703"),
    (0x26, "gfx704"),
    (0x28, "gfx801"),
    (0x29, "gfx802"),
    (0x2a, "gfx803"),
    (0x2b, "gfx810"),
    (0x2c, "gfx900"),
    (0x2d, "gfx902"),
    (0x2e, "gfx904"),
    (0x2f, "gfx906"),
    (0x30, "gfx908"),
    (0x31, "gfx909"),
    (0x32, "gfx90c"),
    (0x33, "gfx1010"),
    (0x34, "gfx1011"),
    (0x35, "gfx1012"),
    (0x36, "gfx1030"),
    (0x37, "gfx1031"),
    (0x38, "gfx1032"),
    (0x39, "gfx1033"),
    (0x3a, "gfx602"),
    (0x3b, "gfx705"),
    (0x3c, "gfx805"),
    (0x3d, "gfx1035"),
    (0x3e, "gfx1034"),
    (0x3f, "gfx90a"),
    (0x40, "gfx940"),
    (0x41, "gfx1100"),
    (0x42, "gfx1013"),
    (0x43, "gfx1150"),
    (0x44, "gfx1103"),
    (0x45, "gfx1036"),
    (0x46, "gfx1101"),
    (0x47, "gfx1102"),
    (0x48, "gfx1200"),
    (0x4a, "gfx1151"),
    (0x4b, "gfx941"),
    (0x4c, "gfx942"),
    (0x4e, "gfx1201"),
    (0x4f, "gfx950"),
    (0x51, "gfx9-generic"),
    (0x52, "gfx10-1-generic"),
    (0x53, "gfx10-3-generic"),
    (0x54, "gfx11-generic"),
    (0x55, "gfx1152"),
    (0x59, "gfx12-generic"),
    (0x5f, "gfx9-4-generic"),
];

/// Generic targets with their version (LLVM AMDGPUUsage, "Generic Processor Versioning") and the cards that run their
/// code, the one whose generation runs it first ("Generic Processors").
const GENERIC: &[(&str, u8, &[&str])] = &[
    (
        "gfx9-generic",
        1,
        &["gfx900", "gfx902", "gfx904", "gfx906", "gfx909", "gfx90c"],
    ),
    (
        "gfx9-4-generic",
        1,
        &["gfx942", "gfx940", "gfx941", "gfx950"],
    ),
];

/// The generation that runs code for `target`.
///
/// Code for `gfx9-generic` keeps to what all of gfx900 to gfx90c have, so it runs as gfx900; that for `gfx9-4-generic`
/// to what gfx940 to gfx942 and gfx950 have, and runs as gfx942.
pub(crate) fn generation(target: &str) -> Option<Gen> {
    let name = match generic(target) {
        Some((_, cards)) => cards.first()?,
        None => target,
    };
    Gen::from_target(name)
}

/// The version of a generic target, and the cards that run its code.
pub(crate) fn generic(target: &str) -> Option<(u8, &'static [&'static str])> {
    let row = GENERIC.iter().find(|(name, ..)| *name == target);
    row.map(|(_, version, cards)| (*version, *cards))
}

/// Whether a card called `isa` runs code for `target`: that for a generic target runs on several. Both are processors.
pub(crate) fn runs_on(target: &str, isa: &str) -> bool {
    let several = generic(target).map_or(&[][..], |(_, cards)| cards);
    target == isa || several.contains(&isa)
}

/// The processor of a target id: what stands before its features.
pub(crate) fn processor(id: &str) -> &str {
    id.split(':').next().unwrap_or(id)
}

/// Targets that have XNACK, retries of memory accesses (LLVM AMDGPUUsage, "Processors").
pub(crate) const XNACK: &[&str] = &[
    "gfx801",
    "gfx810",
    "gfx900",
    "gfx902",
    "gfx904",
    "gfx906",
    "gfx908",
    "gfx909",
    "gfx90a",
    "gfx90c",
    "gfx940",
    "gfx941",
    "gfx942",
    "gfx950",
    "gfx9-generic",
    "gfx9-4-generic",
];

/// Targets with SRAM ECC that can be turned off.
pub(crate) const SRAMECC: &[&str] = &[
    "gfx906",
    "gfx908",
    "gfx90a",
    "gfx940",
    "gfx941",
    "gfx942",
    "gfx950",
    "gfx9-4-generic",
];

/// A target id: a processor, and whether code is for those with XNACK and SRAM ECC on, off, or either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TargetId {
    /// As LLVM names it, `gfx90a`.
    pub processor: &'static str,
    pub xnack: Feature,
    pub sramecc: Feature,
}

impl TargetId {
    /// Reads a target id, alone (`gfx90a:sramecc+:xnack-`) or behind its triple (`amdgcn-amd-amdhsa--gfx90a`,
    /// `amdgcn-amd-amdhsa-unknown-gfx90a`).
    ///
    /// # Errors
    /// What is wrong with it, in a sentence that goes on after a colon.
    pub fn parse(text: &str) -> Result<TargetId, String> {
        // The architecture, `amdgcn`, or in newer texts with a version, `amdgpu9.04`.
        let triple = text.split_once('-').filter(|(arch, _)| {
            let version = arch.strip_prefix("amdgcn").or(arch.strip_prefix("amdgpu"));
            let digit = |c: char| c.is_ascii_alphanumeric() || c == '.';
            version.is_some_and(|v| v.chars().all(digit))
        });
        let id = match triple {
            Some((_, rest)) => {
                // Vendor, system and environment, the last of which may be empty.
                let mut parts = rest.splitn(4, '-');
                let system = (parts.next(), parts.next(), parts.next());
                match (system, parts.next()) {
                    ((Some("amd"), Some("amdhsa"), _), Some(id)) => id,
                    ((Some("amd"), Some("amdhsa"), _), None) => {
                        return Err("it names no processor".to_owned());
                    }
                    _ => return Err("only amdgcn-amd-amdhsa is known".to_owned()),
                }
            }
            None => text,
        };
        let mut parts = id.split(':');
        let name = parts.next().unwrap_or_default();
        let known = MACH.iter().find(|(_, n)| *n == name);
        let Some((_, processor)) = known else {
            return Err(format!("there is no processor '{name}'"));
        };
        let of = |with: &[&str]| {
            if with.contains(&name) {
                Feature::Any
            } else {
                Feature::Unsupported
            }
        };
        let mut id = TargetId {
            processor,
            xnack: of(XNACK),
            sramecc: of(SRAMECC),
        };
        for part in parts {
            let (feature, value) = match (part.strip_suffix('+'), part.strip_suffix('-')) {
                (Some(feature), _) => (feature, Feature::On),
                (_, Some(feature)) => (feature, Feature::Off),
                _ => return Err(format!("'{part}' does not end in + or -")),
            };
            let slot = match feature {
                "xnack" => &mut id.xnack,
                "sramecc" => &mut id.sramecc,
                _ => return Err(format!("there is no feature '{feature}'")),
            };
            match slot {
                Feature::Unsupported => return Err(format!("{name} has no {feature}")),
                Feature::Any => *slot = value,
                Feature::On | Feature::Off => return Err(format!("{feature} is there twice")),
            }
        }
        Ok(id)
    }

    /// `e_flags` of a code object of a version from 3 to 6.
    pub fn e_flags(self, version: u8) -> u32 {
        let mach = MACH.iter().find(|(_, name)| *name == self.processor);
        let mach = mach.map_or(0, |(mach, _)| u32::from(*mach));
        let on = |f: Feature| u32::from(f == Feature::On);
        if version == 3 {
            return mach | on(self.xnack) << 8 | on(self.sramecc) << 9;
        }
        let number = |f: Feature| match f {
            Feature::Unsupported => 0,
            Feature::Any => 1,
            Feature::Off => 2,
            Feature::On => 3,
        };
        let generic = match generic(self.processor) {
            Some((version, _)) => u32::from(version),
            None => 0,
        };
        mach | number(self.xnack) << 8 | number(self.sramecc) << 10 | generic << 24
    }

    /// Major and minor version and stepping of the instruction set (LLVM AMDGPUTargetParser, getIsaVersion): of a generic
    /// target those of the oldest card that has it.
    pub fn version(self) -> [i64; 3] {
        let name = match self.processor {
            "gfx9-4-generic" => "gfx940",
            "gfx9-generic" => "gfx900",
            name => name,
        };
        let digits = name.strip_prefix("gfx").unwrap_or_default();
        let (major, rest) = digits.split_at(digits.len().saturating_sub(2));
        let rest: Vec<i64> = rest
            .chars()
            .map(|c| c.to_digit(16).map_or(0, i64::from))
            .collect();
        let rest = |i: usize| rest.get(i).copied().unwrap_or(0);
        [major.parse().unwrap_or(0), rest(0), rest(1)]
    }

    /// Whether XNACK is on, or may be.
    pub fn may_have_xnack(self) -> bool {
        matches!(self.xnack, Feature::On | Feature::Any)
    }
}

impl fmt::Display for TargetId {
    /// As LLVM writes it: features that are on or off, by name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.processor)?;
        for (name, feature) in [("sramecc", self.sramecc), ("xnack", self.xnack)] {
            match feature {
                Feature::On => write!(f, ":{name}+")?,
                Feature::Off => write!(f, ":{name}-")?,
                Feature::Any | Feature::Unsupported => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn target_ids() {
        for (text, want, flags) in [
            ("gfx900", "gfx900", 0x12c),
            (
                "amdgpu9.0-amd-amdhsa--gfx900:xnack-",
                "gfx900:xnack-",
                0x22c,
            ),
            (
                "amdgcn-amd-amdhsa--gfx90a:xnack+:sramecc-",
                "gfx90a:sramecc-:xnack+",
                0xb3f,
            ),
            (
                "amdgcn-amd-amdhsa-unknown-gfx9-4-generic:xnack-",
                "gfx9-4-generic:xnack-",
                0x0100_065f,
            ),
        ] {
            let id = TargetId::parse(text).unwrap();
            assert_eq!(
                (id.to_string().as_str(), id.e_flags(6)),
                (want, flags),
                "{text}"
            );
        }
        assert_eq!(TargetId::parse("gfx900:xnack+").unwrap().e_flags(3), 0x12c);
        for bad in [
            "gfx901",
            "gfx900:xnack",
            "gfx900:sramecc+",
            "gfx803:xnack-",
            "gfx900:xnack+:xnack-",
            "amdgcn-amd-amdpal--gfx900",
            "amdgcn-amd-amdhsa",
            "",
        ] {
            assert!(TargetId::parse(bad).is_err(), "{bad}");
        }
    }
}
