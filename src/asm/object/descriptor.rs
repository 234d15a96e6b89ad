//! Kernel descriptors: `.amdhsa_kernel` and what stands in it (LLVM AMDGPUUsage, "Kernel Descriptor", "AMDHSA Kernel
//! Assembler Directives"; AMDHSAKernelDescriptor.h).

use super::functions::extra_sgprs;
use super::reference::Places;
use crate::asm::args::integer;
use crate::asm::expr::{Cursor, Symbols, expression};
use crate::asm::lex::{Error, Tok};
use crate::isa::Gens;

/// Bytes of a descriptor.
pub const SIZE: usize = 64;
/// Where it has the distance of the first instruction.
pub const ENTRY: usize = 16;

/// Its words, by their offsets in bytes.
const RSRC3: usize = 44;
const RSRC1: usize = 48;
const RSRC2: usize = 52;
/// KERNEL_CODE_PROPERTIES, and KERNARG_PRELOAD in the upper half.
const PROPERTIES: usize = 56;

/// What a directive says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    /// A field: word, lowest bit, width.
    Field(usize, u32, u32),
    /// A bit of KERNEL_CODE_PROPERTIES that puts so many registers before the others.
    UserSgprs(u32, i64),
    /// How many there are, whatever is before the others.
    UserSgprCount,
    /// Arguments that are in registers at the start: how many, and the first one.
    PreloadLength,
    PreloadOffset,
    NextFreeVgpr,
    NextFreeSgpr,
    AccumOffset,
    ReserveVcc,
    ReserveFlatScratch,
    ReserveXnack,
    /// For later generations, whatever the value.
    Later,
}

/// A directive, where it may stand, and what is said where it may not.
struct Row {
    name: &'static str,
    act: Act,
    gens: Gens,
    else_: &'static str,
}

const fn row(name: &'static str, act: Act) -> Row {
    let (gens, else_) = (Gens::ALL, "");
    Row {
        name,
        act,
        gens,
        else_,
    }
}

const fn only(name: &'static str, act: Act, gens: Gens, else_: &'static str) -> Row {
    Row {
        name,
        act,
        gens,
        else_,
    }
}

const ARCHITECTED: &str = "is not for targets whose FLAT_SCRATCH is set before the start";
const NOT_GCN: &str = "is for gfx10 and later";

const ROWS: &[Row] = {
    use Act::*;
    const BEFORE: Gens = Gens::SCRATCH_BY_OFFSET;
    &[
        row(".amdhsa_group_segment_fixed_size", Field(0, 0, 32)),
        row(".amdhsa_private_segment_fixed_size", Field(4, 0, 32)),
        row(".amdhsa_kernarg_size", Field(8, 0, 32)),
        row(".amdhsa_user_sgpr_count", UserSgprCount),
        only(
            ".amdhsa_user_sgpr_private_segment_buffer",
            UserSgprs(0, 4),
            BEFORE,
            ARCHITECTED,
        ),
        row(".amdhsa_user_sgpr_dispatch_ptr", UserSgprs(1, 2)),
        row(".amdhsa_user_sgpr_queue_ptr", UserSgprs(2, 2)),
        row(".amdhsa_user_sgpr_kernarg_segment_ptr", UserSgprs(3, 2)),
        row(".amdhsa_user_sgpr_dispatch_id", UserSgprs(4, 2)),
        only(
            ".amdhsa_user_sgpr_flat_scratch_init",
            UserSgprs(5, 2),
            BEFORE,
            ARCHITECTED,
        ),
        row(".amdhsa_user_sgpr_private_segment_size", UserSgprs(6, 1)),
        only(
            ".amdhsa_user_sgpr_kernarg_preload_length",
            PreloadLength,
            Gens::ONE_FILE,
            "is for gfx90a and later",
        ),
        only(
            ".amdhsa_user_sgpr_kernarg_preload_offset",
            PreloadOffset,
            Gens::ONE_FILE,
            "is for gfx90a and later",
        ),
        row(".amdhsa_uses_dynamic_stack", Field(PROPERTIES, 11, 1)),
        only(
            ".amdhsa_system_sgpr_private_segment_wavefront_offset",
            Field(RSRC2, 0, 1),
            BEFORE,
            ARCHITECTED,
        ),
        only(
            ".amdhsa_enable_private_segment",
            Field(RSRC2, 0, 1),
            Gens::ARCHITECTED_FLAT_SCRATCH,
            "is for targets whose FLAT_SCRATCH is set before the start",
        ),
        row(".amdhsa_system_sgpr_workgroup_id_x", Field(RSRC2, 7, 1)),
        row(".amdhsa_system_sgpr_workgroup_id_y", Field(RSRC2, 8, 1)),
        row(".amdhsa_system_sgpr_workgroup_id_z", Field(RSRC2, 9, 1)),
        row(".amdhsa_system_sgpr_workgroup_info", Field(RSRC2, 10, 1)),
        row(".amdhsa_system_vgpr_workitem_id", Field(RSRC2, 11, 2)),
        row(".amdhsa_next_free_vgpr", NextFreeVgpr),
        row(".amdhsa_next_free_sgpr", NextFreeSgpr),
        only(
            ".amdhsa_accum_offset",
            AccumOffset,
            Gens::ONE_FILE,
            "is for gfx90a and later",
        ),
        row(".amdhsa_reserve_vcc", ReserveVcc),
        only(
            ".amdhsa_reserve_flat_scratch",
            ReserveFlatScratch,
            Gens::FLAT,
            "is for gfx7 and later",
        ),
        only(
            ".amdhsa_reserve_xnack_mask",
            ReserveXnack,
            Gens::FROM_GFX8,
            "is for gfx8 and later",
        ),
        row(".amdhsa_float_round_mode_32", Field(RSRC1, 12, 2)),
        row(".amdhsa_float_round_mode_16_64", Field(RSRC1, 14, 2)),
        row(".amdhsa_float_denorm_mode_32", Field(RSRC1, 16, 2)),
        row(".amdhsa_float_denorm_mode_16_64", Field(RSRC1, 18, 2)),
        row(".amdhsa_dx10_clamp", Field(RSRC1, 21, 1)),
        row(".amdhsa_ieee_mode", Field(RSRC1, 23, 1)),
        only(
            ".amdhsa_fp16_overflow",
            Field(RSRC1, 26, 1),
            Gens::GFX9,
            "is for gfx9 and later",
        ),
        only(
            ".amdhsa_tg_split",
            Field(RSRC3, 16, 1),
            Gens::ONE_FILE,
            "is for gfx90a and later",
        ),
        row(".amdhsa_exception_fp_ieee_invalid_op", Field(RSRC2, 24, 1)),
        row(".amdhsa_exception_fp_denorm_src", Field(RSRC2, 25, 1)),
        row(".amdhsa_exception_fp_ieee_div_zero", Field(RSRC2, 26, 1)),
        row(".amdhsa_exception_fp_ieee_overflow", Field(RSRC2, 27, 1)),
        row(".amdhsa_exception_fp_ieee_underflow", Field(RSRC2, 28, 1)),
        row(".amdhsa_exception_fp_ieee_inexact", Field(RSRC2, 29, 1)),
        row(".amdhsa_exception_int_div_zero", Field(RSRC2, 30, 1)),
        row(".amdhsa_wavefront_size32", Later),
        row(".amdhsa_workgroup_processor_mode", Later),
        row(".amdhsa_memory_ordered", Later),
        row(".amdhsa_forward_progress", Later),
        row(".amdhsa_shared_vgpr_count", Later),
        row(".amdhsa_inst_pref_size", Later),
        row(".amdhsa_round_robin_scheduling", Later),
        row(".amdhsa_named_barrier_count", Later),
    ]
};

/// A kernel whose directives are being read.
#[derive(Clone, Debug)]
pub struct Described {
    /// The symbol of its code.
    pub name: String,
    bytes: [u8; SIZE],
    /// The directives that were there, with their values.
    seen: Vec<(&'static str, Act, i64)>,
}

impl Described {
    /// A kernel with what descriptors have unless they say otherwise.
    pub fn new(name: &str) -> Described {
        let mut new = Described {
            name: name.to_owned(),
            bytes: [0; SIZE],
            seen: Vec::new(),
        };
        // Denormals of f16 and f64 are kept, clamping makes zero of NaN, IEEE rules for signalling NaN, and the number
        // of the work-group along x is in a register.
        new.put(RSRC1, 18, 2, 3);
        new.put(RSRC1, 21, 1, 1);
        new.put(RSRC1, 23, 1, 1);
        new.put(RSRC2, 7, 1, 1);
        new
    }

    /// Puts `value` into a field.
    fn put(&mut self, at: usize, low: u32, width: u32, value: u32) {
        let mut bytes = [0; 4];
        bytes.copy_from_slice(&self.bytes[at..at + 4]);
        let mask = (((1u64 << width) - 1) << low) as u32;
        let word = u32::from_le_bytes(bytes) & !mask | value << low & mask;
        self.bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
    }

    fn value(&self, act: Act) -> Option<i64> {
        let found = self.seen.iter().find(|(_, a, _)| *a == act);
        found.map(|(_, _, value)| *value)
    }

    /// Reads a line of the block.
    pub fn directive(
        &mut self,
        c: &mut Cursor,
        symbols: &Symbols,
        places: &Places,
    ) -> Result<(), Error> {
        let column = c.column();
        let Some(Tok::Word(name)) = c.next() else {
            return Err(Error::new(
                column,
                "expected a directive of a kernel, .amdhsa_...",
            ));
        };
        let Some(row) = ROWS.iter().find(|r| r.name == name) else {
            let message = if name.starts_with(".amdhsa_") {
                format!("kernels have no directive '{name}'")
            } else {
                format!("expected .amdhsa_... or .end_amdhsa_kernel, not '{name}'")
            };
            return Err(Error::new(column, message));
        };
        let g = places.generation;
        let architected = g.has(Gens::ARCHITECTED_FLAT_SCRATCH);
        let unfit = if row.act == Act::Later {
            Some(NOT_GCN)
        } else if row.act == Act::ReserveFlatScratch && architected {
            Some(ARCHITECTED)
        } else if !g.has(row.gens) {
            Some(row.else_)
        } else {
            None
        };
        if let Some(unfit) = unfit {
            return Err(Error::new(column, format!("'{name}' {unfit}, not for {g}")));
        }
        if self.seen.iter().any(|(n, ..)| *n == row.name) {
            return Err(Error::new(column, format!("'{name}' is there twice")));
        }
        let at = c.column();
        let v = expression(c, symbols)?;
        if !c.done() {
            return Err(c.fail(format!("expected the end of the line{}", c.but_got())));
        }
        let value = if !symbols.complete && v.late {
            0
        } else {
            integer(&v, at)?
        };
        self.seen.push((row.name, row.act, value));
        let within = |most: i64| {
            if (0..=most).contains(&value) {
                return Ok(value as u32);
            }
            let message = format!("{value} is out of range: '{name}' is from 0 to {most}");
            Err(Error::new(at, message))
        };
        match row.act {
            Act::Field(word, low, width) => {
                let value = within((1i64 << width) - 1)?;
                self.put(word, low, width, value);
            }
            Act::UserSgprs(bit, _) => {
                let value = within(1)?;
                self.put(PROPERTIES, bit, 1, value);
            }
            Act::UserSgprCount => {
                within(31)?;
            }
            Act::PreloadLength => {
                let value = within(127)?;
                self.put(PROPERTIES, 16, 7, value);
            }
            Act::PreloadOffset => {
                let value = within(511)?;
                self.put(PROPERTIES, 23, 9, value);
            }
            Act::NextFreeVgpr | Act::NextFreeSgpr | Act::AccumOffset => {
                within(i64::from(u32::MAX))?;
            }
            Act::ReserveVcc | Act::ReserveFlatScratch => {
                within(1)?;
            }
            Act::ReserveXnack => {
                let has = places.target.may_have_xnack();
                if (within(1)? != 0) != has {
                    let message = format!("the target {} says {}", places.target, u8::from(has));
                    return Err(Error::new(at, message));
                }
            }
            Act::Later => {}
        }
        Ok(())
    }

    /// The descriptor, without the distance of the code.
    ///
    /// # Errors
    /// What is missing, or does not fit together.
    pub fn finish(mut self, places: &Places) -> Result<[u8; SIZE], String> {
        let g = places.generation;
        let vgprs = required(self.value(Act::NextFreeVgpr), ".amdhsa_next_free_vgpr")?;
        let sgprs = required(self.value(Act::NextFreeSgpr), ".amdhsa_next_free_sgpr")?;
        let granule = if g.has(Gens::ONE_FILE) { 8 } else { 4 };
        let vgpr_blocks = blocks(vgprs, granule);
        if vgpr_blocks > 63 {
            let most = 64 * granule;
            return Err(format!("{vgprs} vector registers; there are {most}"));
        }
        let preloaded = self.value(Act::PreloadLength).unwrap_or(0);
        let mut implied = preloaded;
        for (_, act, value) in &self.seen {
            if let (Act::UserSgprs(_, count), true) = (act, *value != 0) {
                implied += count;
            }
        }
        let count = self.value(Act::UserSgprCount).unwrap_or(implied);
        if count < implied {
            return Err(format!(
                ".amdhsa_user_sgpr_count is {count}, but {implied} registers are asked for"
            ));
        }
        if count > 31 {
            return Err(format!("{count} registers are asked for before the start"));
        }
        self.put(RSRC2, 1, 5, count as u32);
        // Arguments that are preloaded need their registers, as LLVM 22 counts them.
        let named = if preloaded != 0 {
            sgprs.max(count)
        } else {
            sgprs
        };
        let sgpr_blocks = blocks(self.sgprs(named, places)?, 8);
        self.put(RSRC1, 0, 6, vgpr_blocks as u32);
        self.put(RSRC1, 6, 4, sgpr_blocks as u32);
        let kernarg = self.value(Act::Field(8, 0, 32)).unwrap_or(0);
        let first = self.value(Act::PreloadOffset).unwrap_or(0);
        if preloaded != 0 && kernarg != 0 && (preloaded + first) * 4 > kernarg {
            return Err(format!(
                "arguments up to {} are preloaded, but all of them have {kernarg} bytes",
                (preloaded + first) * 4
            ));
        }
        if g.has(Gens::ONE_FILE) {
            let offset = required(self.value(Act::AccumOffset), ".amdhsa_accum_offset")?;
            if !(4..=256).contains(&offset) || offset % 4 != 0 {
                return Err(format!(
                    ".amdhsa_accum_offset is {offset}: it is a multiple of 4 from 4 to 256"
                ));
            }
            let all = (blocks(vgprs, 4) + 1) * 4;
            if offset > all {
                return Err(format!(
                    ".amdhsa_accum_offset is {offset}, but there are {all} registers"
                ));
            }
            self.put(RSRC3, 0, 6, (offset / 4 - 1) as u32);
        }
        Ok(self.bytes)
    }

    /// All scalar registers of a kernel that names those below `named`.
    fn sgprs(&self, named: i64, places: &Places) -> Result<i64, String> {
        let g = places.generation;
        // The number must be this one: fewer are not initialised (LLVM's FeatureSGPRInitBug).
        let bug = matches!(places.target.processor, "gfx802" | "gfx805");
        let most = match (bug, g.is_legacy()) {
            (true, _) => 96,
            (false, true) => 104,
            (false, false) => 102,
        };
        let on = |act: Act, unless: bool| self.value(act).map_or(unless, |v| v != 0);
        let extra = extra_sgprs(
            g,
            [
                on(Act::ReserveVcc, true),
                on(Act::ReserveFlatScratch, true),
                on(Act::ReserveXnack, places.target.may_have_xnack()),
            ],
        );
        let all = named + extra;
        // Up to gfx7 those for VCC and the like are among what can be named.
        let counted = if g.is_legacy() || bug { all } else { named };
        if counted > most {
            return Err(format!("{counted} scalar registers; there are {most}"));
        }
        Ok(if bug { 96 } else { all })
    }
}

fn required(value: Option<i64>, name: &str) -> Result<i64, String> {
    value.ok_or_else(|| format!("the kernel needs a line '{name}'"))
}

/// How many granules `registers` take, less one, as descriptors count them.
fn blocks(registers: i64, granule: i64) -> i64 {
    (registers.max(1) + granule - 1) / granule - 1
}
