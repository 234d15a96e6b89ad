//! What of the host's instruction set extensions is used.
//!
//! Everything that chooses between variants of host code, generated or not, looks at one
//! [`HostLevel`], which a compiler gets when it is made; no other place asks the processor. All levels
//! give the same bits. They follow the levels of the x86-64 psABI: v4 is [`HostLevel::Avx512`], v3 is
//! [`HostLevel::Avx2`], and [`HostLevel::Base`] needs less than v2.

#[cfg(test)]
pub(super) mod needs;

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::str::FromStr;
use std::sync::OnceLock;

use cranelift_codegen::isa::{self, OwnedTargetIsa};
use cranelift_codegen::settings::{Configurable, Flags};

use crate::error::CompileError;
use crate::ir::lane_fn::{Fmt, LaneCall, LaneFn};
use crate::ir::{self, FpClass, Uop};
use crate::listed::listed;

/// The environment variable that [`HostLevel::chosen`] reads.
pub const VARIABLE: &str = "GCN_JIT_HOST_LEVEL";

/// The one that [`Gathers::chosen`] reads.
pub const GATHERS: &str = "GCN_JIT_HOST_GATHERS";

listed! {
    /// What of the host's vector extensions is used; each level includes the ones before it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum HostLevel {
        /// Up to SSE4.1: neither AVX nor FMA.
        Base,
        /// AVX2 and FMA, and what came with them: SSE4.2, POPCNT, LZCNT, BMI1, BMI2, F16C.
        Avx2,
        /// AVX-512 F, BW, CD, DQ and VL.
        Avx512,
    }
}

/// An instruction set extension that levels are made of.
struct Extension {
    /// Its name for Cranelift; empty for F16C, AVX512BW and AVX512CD, for which it has no setting.
    setting: &'static str,
    /// The lowest level that includes it.
    level: HostLevel,
    /// Whether the host has it.
    is_here: fn() -> bool,
}

macro_rules! extensions {
    ($($setting:literal $level:ident $feature:tt;)+) => {
        const EXTENSIONS: &[Extension] = &[$(Extension {
            setting: $setting,
            level: HostLevel::$level,
            is_here: || is_x86_feature_detected!($feature),
        }),+];
    };
}

extensions! {
    "has_sse3" Base "sse3";
    "has_ssse3" Base "ssse3";
    "has_sse41" Base "sse4.1";
    "has_sse42" Avx2 "sse4.2";
    "has_popcnt" Avx2 "popcnt";
    "has_lzcnt" Avx2 "lzcnt";
    "has_bmi1" Avx2 "bmi1";
    "has_bmi2" Avx2 "bmi2";
    "has_avx" Avx2 "avx";
    "has_avx2" Avx2 "avx2";
    "has_fma" Avx2 "fma";
    "" Avx2 "f16c";
    "has_avx512f" Avx512 "avx512f";
    "has_avx512dq" Avx512 "avx512dq";
    "has_avx512vl" Avx512 "avx512vl";
    "" Avx512 "avx512bw";
    "" Avx512 "avx512cd";
}

impl HostLevel {
    /// The name: `base`, `avx2` or `avx512`.
    pub fn name(self) -> &'static str {
        match self {
            HostLevel::Base => "base",
            HostLevel::Avx2 => "avx2",
            HostLevel::Avx512 => "avx512",
        }
    }

    /// The highest level all of whose extensions the host has.
    ///
    /// # Errors
    /// [`CompileError::Host`] when it lacks some of [`HostLevel::Base`]: only the interpreter runs
    /// there.
    pub fn detected() -> Result<HostLevel, CompileError> {
        let lacks = |level| {
            EXTENSIONS
                .iter()
                .any(|e| e.level <= level && !(e.is_here)())
        };
        let usable = HostLevel::ALL.into_iter().rev().find(|l| !lacks(*l));
        // Without SSE4.1 Cranelift would call library functions that know nothing of MXCSR.
        usable.ok_or_else(|| CompileError::Host("compiled code needs SSE4.1".to_owned()))
    }

    /// The level that compiled code uses unless its maker says otherwise: what is detected, lowered
    /// to what the environment variable [`VARIABLE`] names.
    ///
    /// # Errors
    /// [`CompileError::Level`] when the variable names no level or one that the host lacks, otherwise
    /// as [`HostLevel::detected`].
    pub fn chosen() -> Result<HostLevel, CompileError> {
        match std::env::var_os(VARIABLE).filter(|v| !v.is_empty()) {
            None => HostLevel::detected(),
            Some(name) => {
                let level = name.to_string_lossy().parse::<HostLevel>();
                let level = level.and_then(HostLevel::checked);
                level.map_err(|e| match e {
                    CompileError::Level(what) => CompileError::Level(format!("{VARIABLE}: {what}")),
                    e @ (CompileError::Host(_) | CompileError::Backend(_)) => e,
                })
            }
        }
    }

    /// The level, if the host has it.
    ///
    /// # Errors
    /// [`CompileError::Level`] when the host has not, otherwise as [`HostLevel::detected`].
    pub fn checked(self) -> Result<HostLevel, CompileError> {
        let most = HostLevel::detected()?;
        if self > most {
            let what = format!("this host has no {self}, only {most} and below");
            return Err(CompileError::Level(what));
        }
        Ok(self)
    }

    /// The levels that the host has, lowest first.
    ///
    /// # Errors
    /// As [`HostLevel::detected`].
    pub fn available() -> Result<Vec<HostLevel>, CompileError> {
        let most = HostLevel::detected()?;
        Ok(HostLevel::ALL.into_iter().filter(|l| *l <= most).collect())
    }

    /// Cranelift's code generator with the extensions of this level and no others, so that two hosts
    /// of one level get the same code.
    pub(super) fn isa(self, flags: Flags) -> Result<OwnedTargetIsa, CompileError> {
        let refused = |e: &dyn fmt::Display| CompileError::Backend(e.to_string());
        let mut builder =
            isa::lookup_by_name("x86_64-unknown-linux-gnu").map_err(|e| refused(&e))?;
        for e in EXTENSIONS {
            if e.level <= self && !e.setting.is_empty() {
                builder.enable(e.setting).map_err(|e| refused(&e))?;
            }
        }
        builder.finish(flags).map_err(|e| refused(&e))
    }

    /// Whether the host's multiply-add may be used.
    pub fn has_fma(self) -> bool {
        self >= HostLevel::Avx2
    }
}

listed! {
    /// How lanes that lie anywhere are loaded, from [`HostLevel::Avx2`] on. Both give the same bits.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Gathers {
        /// By a load of each: on Zen 4 VPGATHERDD takes 1.4 times as long, that of qwords 1.7 times, and Intel's
        /// processors that need protection against Gather Data Sampling (INTEL-SA-00828) are slowed down by it.
        LaneByLane,
        /// By the instructions for it: on Intel's other processors the loads of single lanes take 1.5 to 1.7 times as
        /// long.
        AtOnce,
    }
}

impl Gathers {
    /// What the environment variable [`GATHERS`] says, `0` or `1`, or what is faster on this host.
    ///
    /// # Errors
    /// [`CompileError::Level`] when the variable says something else.
    pub fn chosen() -> Result<Gathers, CompileError> {
        match std::env::var_os(GATHERS).filter(|v| !v.is_empty()) {
            None => Ok(Gathers::of_host()),
            Some(v) if v == "0" => Ok(Gathers::LaneByLane),
            Some(v) if v == "1" => Ok(Gathers::AtOnce),
            Some(v) => {
                let what = format!("{GATHERS}: '{}' is neither 0 nor 1", v.to_string_lossy());
                Err(CompileError::Level(what))
            }
        }
    }

    /// The other one.
    pub fn other(self) -> Gathers {
        match self {
            Gathers::LaneByLane => Gathers::AtOnce,
            Gathers::AtOnce => Gathers::LaneByLane,
        }
    }

    /// What is faster on this host, as far as the kernel tells of it.
    fn of_host() -> Gathers {
        static FOUND: OnceLock<Gathers> = OnceLock::new();
        *FOUND.get_or_init(|| {
            let begins = |path: &str, most, with: &str| {
                let mut text = String::new();
                let read = File::open(path).and_then(|f| f.take(most).read_to_string(&mut text));
                read.is_ok() && text.contains(with)
            };
            // The first lines are of the first processor.
            let is_intel = || begins("/proc/cpuinfo", 200, "GenuineIntel");
            let file = "/sys/devices/system/cpu/vulnerabilities/gather_data_sampling";
            if begins(file, 200, "Not affected") && is_intel() {
                Gathers::AtOnce
            } else {
                Gathers::LaneByLane
            }
        })
    }
}

/// Whether a host of [`HostLevel::Avx512`] has sums of products of words as one instruction (AVX512_VNNI).
pub(super) fn has_sums_of_words() -> bool {
    is_x86_feature_detected!("avx512vnni")
}

/// What of a host's extensions code uses: a level, the instruction for counting bits of vectors, which
/// not all hosts of [`HostLevel::Avx512`] have, and those for gathers, which are slow on some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extensions {
    level: HostLevel,
    has_vector_popcnt: bool,
    gathers: Gathers,
}

impl Extensions {
    /// Those up to `level` that this host has.
    ///
    /// # Errors
    /// When the host lacks the level.
    pub fn of_host(level: HostLevel, gathers: Gathers) -> Result<Extensions, CompileError> {
        let level = level.checked()?;
        let has_vector_popcnt =
            level >= HostLevel::Avx512 && is_x86_feature_detected!("avx512vpopcntdq");
        Ok(Extensions {
            level,
            has_vector_popcnt,
            gathers,
        })
    }

    /// Those of a host of this level that lacks none, whatever this host is.
    #[cfg(feature = "listing")]
    pub fn of_level(level: HostLevel, gathers: Gathers) -> Extensions {
        Extensions {
            level,
            has_vector_popcnt: level >= HostLevel::Avx512,
            gathers,
        }
    }

    /// The level.
    pub fn level(self) -> HostLevel {
        self.level
    }

    /// How lanes that lie anywhere are loaded.
    pub fn gathers(self) -> Gathers {
        self.gathers
    }

    /// Whether regions may count bits with the instruction for vectors.
    pub fn has_vector_popcnt(self) -> bool {
        self.has_vector_popcnt
    }
}

impl fmt::Display for HostLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for HostLevel {
    type Err = CompileError;

    fn from_str(s: &str) -> Result<HostLevel, CompileError> {
        let level = HostLevel::ALL.into_iter().find(|l| l.name() == s);
        level.ok_or_else(|| {
            let names = HostLevel::ALL.map(HostLevel::name).join(", ");
            CompileError::Level(format!("'{s}' is none of {names}"))
        })
    }
}

/// `func` with lane functions in place of multiply-adds, for MODE `mode`.
pub(super) fn without_fma(func: &ir::Func, mode: u32) -> ir::Func {
    /// MODE's denormal field of f32.
    const DENORMALS: u32 = 3 << 4;
    let mut func = func.clone();
    for n in func.blocks.iter_mut().flat_map(|b| &mut b.nodes) {
        let class = n.fp_class();
        let fmt = if n.op == Uop::FFma64 {
            Fmt::F64
        } else if n.op == Uop::FFma32 {
            Fmt::F32
        } else {
            continue;
        };
        let mode = match class {
            Some(FpClass::F32Flush) => mode & !DENORMALS,
            Some(FpClass::F32 | FpClass::F64) | None => mode,
        };
        n.op = Uop::Call3;
        n.imm = LaneCall {
            f: LaneFn::Fma,
            fmt,
            mode,
            extra: 0,
        }
        .pack();
    }
    func
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for level in HostLevel::ALL {
            assert_eq!(level.to_string().parse::<HostLevel>().unwrap(), level);
        }
        let e = "sse9".parse::<HostLevel>().unwrap_err();
        assert_eq!(
            e.to_string(),
            "host level: 'sse9' is none of base, avx2, avx512"
        );
    }

    #[test]
    fn higher_than_the_host_is_refused() {
        let most = HostLevel::detected().unwrap();
        for level in HostLevel::ALL {
            let ok = HostLevel::available().unwrap().contains(&level);
            assert_eq!(level.checked().is_ok(), ok);
            assert_eq!(level <= most, ok);
        }
    }
}
