//! Which target a code object is for (LLVM AMDGPUUsage, "Processors", "ELF Header Flags", "Note
//! Records").

use crate::error::LoadError;
use crate::isa::target::{self as names, MACH, SRAMECC, TargetId, XNACK};
pub(super) use crate::isa::target::{processor, runs_on};
use crate::isa::{Feature, Gen, Gens};

/// The generation that runs code for `target`, which may be a target id (`gfx90a:xnack-`).
///
/// Code for `gfx9-generic` keeps to what all of gfx900 to gfx90c have, so it runs as gfx900; that for `gfx9-4-generic`
/// to what gfx940 to gfx942 and gfx950 have, and runs as gfx942.
///
/// # Errors
/// [`LoadError::Target`] for a target that this crate does not run.
pub fn generation(target: &str) -> Result<Gen, LoadError> {
    let id = TargetId::parse(target).ok();
    let found = id.and_then(|id| names::generation(id.processor));
    found.ok_or_else(|| LoadError::Target(target.to_owned()))
}

/// The names of the targets that this crate runs.
pub fn targets() -> impl Iterator<Item = &'static str> {
    MACH.iter()
        .map(|(_, name)| *name)
        .filter(|name| generation(name).is_ok())
}

/// The target that `e_flags` names.
pub(super) fn from_flags(e_flags: u32) -> Result<&'static str, LoadError> {
    let mach = (e_flags & 0xff) as u8;
    MACH.iter()
        .find(|(m, _)| *m == mach)
        .map(|(_, name)| *name)
        .ok_or_else(|| LoadError::Target(format!("with EF_AMDGPU_MACH {mach:#04x} in e_flags")))
}

/// Optional features of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Features {
    pub xnack: Feature,
    pub sramecc: Feature,
}

impl Features {
    /// Those of code that says of each whether it is on, where there is no third way.
    pub fn of(target: &str, is_on: [bool; 2]) -> Features {
        let [xnack, sramecc] =
            [(XNACK, is_on[0]), (SRAMECC, is_on[1])].map(|(with, is_on)| {
                match (with.contains(&target), is_on) {
                    (false, _) => Feature::Unsupported,
                    (true, false) => Feature::Off,
                    (true, true) => Feature::On,
                }
            });
        Features { xnack, sramecc }
    }

    /// Those that `e_flags` tell from version 3 on.
    pub fn from_flags(target: &str, version: u8, e_flags: u32) -> Features {
        // EF_AMDGPU_FEATURE_XNACK_V3 and EF_AMDGPU_FEATURE_SRAMECC_V3: a bit each.
        if version == 3 {
            let is_on = [e_flags & 0x100 != 0, e_flags & 0x200 != 0];
            return Features::of(target, is_on);
        }
        // EF_AMDGPU_FEATURE_XNACK_V4 and EF_AMDGPU_FEATURE_SRAMECC_V4.
        let [xnack, sramecc] = [8, 10].map(|shift| match e_flags >> shift & 3 {
            0 => Feature::Unsupported,
            1 => Feature::Any,
            2 => Feature::Off,
            _ => Feature::On,
        });
        Features { xnack, sramecc }
    }
}

/// Which features version 2 says are on: in the name of the ISA, `gfx900+xnack+sram-ecc`, or by a number of its own for
/// the part with XNACK on. Two parts it knows only so.
pub(super) fn named_features(name: &str) -> [bool; 2] {
    let processor = name.split(['+', ':']).next().unwrap_or_default();
    let processor = processor.rsplit('-').next().unwrap_or_default();
    let always = ["gfx801", "gfx810", "gfx901", "gfx903", "gfx905", "gfx907"];
    let has = |feature: &str| name.contains(feature);
    [
        always.contains(&processor) || has("+xnack") || has(":xnack+"),
        has("+sram-ecc") || has("+sramecc") || has(":sramecc+"),
    ]
}

/// Whether the card that code is for has SRAM ECC. Those with accumulation registers have it, unless the code says that it
/// is for others, for which version 2 has no way. Of gfx906 there are such (MI50, MI60) and others (Radeon VII): code that
/// does not say runs as on one without, since what is written by hand may keep one half while it loads the other.
pub(super) fn has_ecc(generation: Gen, target: &str, version: u8, sramecc: Feature) -> bool {
    match sramecc {
        Feature::On => SRAMECC.contains(&target),
        Feature::Off => version < 3 && generation.has(Gens::MAI),
        Feature::Any | Feature::Unsupported => generation.has(Gens::MAI),
    }
}

/// The target in an ISA name such as `amdgcn-amd-amdhsa--gfx803` or
/// `amdgcn-amd-amdhsa-amdgizcl-gfx900+xnack` (note type 11 of version 2).
pub(super) fn from_isa_name(name: &str) -> Option<String> {
    // Features follow, and may end in a minus sign: `gfx900:xnack-`.
    let name = name.split(['+', ':']).next()?;
    // Names of generic targets have more of them: `gfx9-4-generic`.
    let at = name.rfind("-gfx").map(|at| at + 1);
    let processor = &name[at.or_else(|| name.starts_with("gfx").then_some(0))?..];
    Some(without_xnack(processor).to_owned())
}

/// The target id in the name of an ISA or of an entry of a bundle, such as `hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-`, in
/// the words of today: `gfx906+xnack` is `gfx906:xnack+`.
pub(super) fn id_of_name(name: &str) -> Option<String> {
    let mut id = from_isa_name(name)?;
    let at = name.rfind("gfx")?;
    let name = &name[at..];
    let Some(features) = name.find(['+', ':']).map(|at| &name[at..]) else {
        // Parts of version 2 that have it always.
        let has = named_features(name)[0] && id != name;
        return Some(id + if has { ":xnack+" } else { "" });
    };
    if features.starts_with(':') {
        id += features;
    } else {
        for feature in features.split('+').filter(|f| !f.is_empty()) {
            // Version 2 has a name of its own for this one.
            let feature = feature.replace("sram-ecc", "sramecc");
            id += &format!(":{feature}+");
        }
    }
    Some(id)
}

/// The name of an ISA version (note type 3 of version 2), as version 2 has it.
pub(super) fn isa_version(major: u32, minor: u32, stepping: u32) -> String {
    format!("gfx{major}{minor}{stepping:x}")
}

/// Version 2 has numbers of its own for parts with XNACK on, and two synonyms; the instruction set
/// is that of the part whose name later versions use.
fn without_xnack(name: &str) -> &str {
    match name {
        "gfx800" => "gfx802",
        "gfx804" => "gfx803",
        "gfx901" => "gfx900",
        "gfx903" => "gfx902",
        "gfx905" => "gfx904",
        "gfx907" => "gfx906",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::id_of_name;

    /// Clang documentation, "Clang Offload Bundler", "Bundle Entry ID"; LLVM AMDGPUUsage, "Target ID".
    #[test]
    fn ids_of_entries() {
        for (name, id) in [
            (
                "hipv4-amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-",
                Some("gfx90a:sramecc+:xnack-"),
            ),
            ("hip-amdgcn-amd-amdhsa-gfx803", Some("gfx803")),
            (
                "openmp-amdgcn-amd-amdhsa--gfx906+xnack+sram-ecc",
                Some("gfx906:xnack+:sramecc+"),
            ),
            ("amdgcn-amd-amdhsa--gfx901", Some("gfx900:xnack+")),
            (
                "hip-amdgcn-amd-amdhsa--gfx9-4-generic:xnack+",
                Some("gfx9-4-generic:xnack+"),
            ),
            ("gfx1030", Some("gfx1030")),
            ("host-x86_64-unknown-linux--", None),
        ] {
            assert_eq!(id_of_name(name).as_deref(), id, "{name}");
        }
    }
}
