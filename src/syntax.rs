//! What [`disasm`](mod@crate::disasm) and [`asm`](mod@crate::asm) share: the names that LLVM's text
//! has for numbers, each once (LLVM AMDGPUOperandSyntax, AMDGPUModifierSyntax).

use crate::isa::{Gen, Gens, Sopk, Sopp};

/// A name, the number that it stands for, and where it does.
pub(crate) struct Name {
    pub name: &'static str,
    pub value: u16,
    pub gens: Gens,
}

const fn name(name: &'static str, value: u16, gens: Gens) -> Name {
    Name { name, value, gens }
}

/// The name of `value` in a generation.
pub(crate) fn name_of(table: &[Name], generation: Gen, value: u16) -> Option<&'static str> {
    let found = table
        .iter()
        .find(|n| n.value == value && n.gens.has(generation));
    found.map(|n| n.name)
}

/// The number that `name` stands for in a generation.
pub(crate) fn value_of(table: &[Name], generation: Gen, name: &str) -> Option<u16> {
    let found = table
        .iter()
        .find(|n| n.name == name && n.gens.has(generation));
    found.map(|n| n.value)
}

/// Scalar registers with names of their own, by the operand code of the (first) register. All but
/// `m0` are pairs, whose halves are called `_lo` and `_hi`.
pub(crate) const SGPRS: &[Name] = &[
    name("flat_scratch", 102, Gens::FROM_GFX8),
    name("flat_scratch", 104, Gens::FLAT_SCRATCH_104),
    name("xnack_mask", 104, Gens::FROM_GFX8),
    name("vcc", 106, Gens::ALL),
    name("tba", 108, Gens::TO_GFX8),
    name("tma", 110, Gens::TO_GFX8),
    name("m0", 124, Gens::ALL),
    name("exec", 126, Gens::ALL),
];

/// Operand code of the register that LLVM names `null`, of any width. Its disassembler has it on gfx8
/// and gfx9, which do not.
pub(crate) const NULL: u8 = 125;

/// The flags of vector memory instructions about caches, as GLC, SLC and SCC are called.
pub(crate) const fn cache_flags(generation: Gen) -> [&'static str; 3] {
    if generation.has(Gens::SCOPES) {
        ["sc0", "nt", "sc1"]
    } else {
        ["glc", "slc", "scc"]
    }
}

/// Sources that are neither registers nor constants, by operand code. The assembler also knows them
/// without `src_`.
pub(crate) const SOURCES: &[Name] = &[
    // gfx8 has no such registers, but LLVM's disassembler names the codes there too.
    name("src_shared_base", 235, Gens::FROM_GFX8),
    name("src_shared_limit", 236, Gens::FROM_GFX8),
    name("src_private_base", 237, Gens::FROM_GFX8),
    name("src_private_limit", 238, Gens::FROM_GFX8),
    name("src_pops_exiting_wave_id", 239, Gens::FROM_GFX8),
    name("src_vccz", 251, Gens::ALL),
    name("src_execz", 252, Gens::ALL),
    name("src_scc", 253, Gens::ALL),
    name("src_lds_direct", 254, Gens::ALL),
];

/// First operand code and number of the trap handler's registers.
pub(crate) const fn ttmps(generation: Gen) -> (u8, u8) {
    if generation.is_gfx9() {
        (108, 16)
    } else {
        (112, 12)
    }
}

/// Hardware registers of `s_getreg_b32` and `s_setreg_b32`.
pub(crate) const HWREGS: &[Name] = &[
    name("HW_REG_MODE", 1, Gens::ALL),
    name("HW_REG_STATUS", 2, Gens::ALL),
    name("HW_REG_TRAPSTS", 3, Gens::ALL),
    name("HW_REG_HW_ID", 4, Gens::ALL),
    name("HW_REG_GPR_ALLOC", 5, Gens::ALL),
    name("HW_REG_LDS_ALLOC", 6, Gens::ALL),
    name("HW_REG_IB_STS", 7, Gens::ALL),
    name("HW_REG_SH_MEM_BASES", 15, Gens::GFX9),
    name("HW_REG_TBA_LO", 16, Gens::GFX9),
    name("HW_REG_TBA_HI", 17, Gens::GFX9),
    name("HW_REG_TMA_LO", 18, Gens::GFX9),
    name("HW_REG_TMA_HI", 19, Gens::GFX9),
    name("HW_REG_XCC_ID", 20, Gens::XCC),
    name("HW_REG_SQ_PERF_SNAPSHOT_DATA", 21, Gens::XCC),
    name("HW_REG_SQ_PERF_SNAPSHOT_DATA1", 22, Gens::XCC),
    name("HW_REG_SQ_PERF_SNAPSHOT_PC_LO", 23, Gens::XCC),
    name("HW_REG_SQ_PERF_SNAPSHOT_PC_HI", 24, Gens::XCC),
];

/// Messages of `s_sendmsg`.
pub(crate) const MESSAGES: &[Name] = &[
    name("MSG_INTERRUPT", 1, Gens::ALL),
    name("MSG_GS", MSG_GS, Gens::ALL),
    name("MSG_GS_DONE", MSG_GS_DONE, Gens::ALL),
    name("MSG_SAVEWAVE", 4, Gens::FROM_GFX8),
    name("MSG_STALL_WAVE_GEN", 5, Gens::GFX9),
    name("MSG_HALT_WAVES", 6, Gens::GFX9),
    name("MSG_ORDERED_PS_DONE", 7, Gens::GFX9),
    name("MSG_EARLY_PRIM_DEALLOC", 8, Gens::GFX9),
    name("MSG_GS_ALLOC_REQ", 9, Gens::GFX9),
    name("MSG_GET_DOORBELL", 10, Gens::GFX9),
    name("MSG_SYSMSG", MSG_SYSMSG, Gens::ALL),
];

const MSG_GS: u16 = 2;
pub(crate) const MSG_GS_DONE: u16 = 3;
const MSG_SYSMSG: u16 = 15;

/// What the geometry shader's messages ask for.
const GS_OPS: &[Name] = &[
    name("GS_OP_CUT", 1, Gens::ALL),
    name("GS_OP_EMIT", 2, Gens::ALL),
    name("GS_OP_EMIT_CUT", 3, Gens::ALL),
];
const GS_DONE_OPS: &[Name] = &[
    name("GS_OP_NOP", 0, Gens::ALL),
    name("GS_OP_CUT", 1, Gens::ALL),
    name("GS_OP_EMIT", 2, Gens::ALL),
    name("GS_OP_EMIT_CUT", 3, Gens::ALL),
];
const SYSMSG_OPS: &[Name] = &[
    name("SYSMSG_OP_ECC_ERR_INTERRUPT", 1, Gens::ALL),
    name("SYSMSG_OP_REG_RD", 2, Gens::ALL),
    name("SYSMSG_OP_HOST_TRAP_ACK", 3, Gens::TO_GFX8),
    name("SYSMSG_OP_TTRACE_PC", 4, Gens::ALL),
];

/// The operations of a message; empty where it has none.
pub(crate) fn message_ops(message: u16) -> &'static [Name] {
    match message {
        MSG_GS => GS_OPS,
        MSG_GS_DONE => GS_DONE_OPS,
        MSG_SYSMSG => SYSMSG_OPS,
        _ => &[],
    }
}

/// Whether the operation of a message takes a stream number.
pub(crate) fn message_has_stream(message: u16, op: u16) -> bool {
    matches!(message, MSG_GS | MSG_GS_DONE) && op != 0
}

/// A counter of `s_waitcnt`: its name, and its bits as (position, width), low part first.
#[derive(Debug)]
pub(crate) struct Counter {
    pub name: &'static str,
    parts: [(u16, u16); 2],
}

impl Counter {
    /// The largest value: do not wait.
    pub const fn max(&self) -> u16 {
        (1 << (self.parts[0].1 + self.parts[1].1)) - 1
    }

    /// The counter in SIMM16.
    pub const fn get(&self, simm16: u16) -> u16 {
        let [(lo, low), (hi, high)] = self.parts;
        (simm16 >> lo & ((1 << low) - 1)) | (simm16 >> hi & ((1 << high) - 1)) << low
    }

    /// SIMM16 with the counter set to `n`.
    pub const fn set(&self, simm16: u16, n: u16) -> u16 {
        let [(lo, low), (hi, high)] = self.parts;
        let (low_mask, high_mask) = ((1 << low) - 1, (1 << high) - 1);
        simm16 & !(low_mask << lo | high_mask << hi)
            | (n & low_mask) << lo
            | (n >> low & high_mask) << hi
    }
}

/// The counters of `s_waitcnt` in the order of the text.
pub(crate) const fn counters(generation: Gen) -> [Counter; 3] {
    let high = if generation.is_gfx9() { 2 } else { 0 };
    [
        Counter {
            name: "vmcnt",
            parts: [(0, 4), (14, high)],
        },
        Counter {
            name: "expcnt",
            parts: [(4, 3), (0, 0)],
        },
        Counter {
            name: "lgkmcnt",
            parts: [(8, 4), (0, 0)],
        },
    ]
}

/// The modes of `s_set_gpr_idx_on`, by bit.
pub(crate) const GPR_IDX: [&str; 4] = ["SRC0", "SRC1", "SRC2", "DST"];

/// The parts of a dword that SDWA selects, by number.
pub(crate) const SDWA_SEL: [&str; 7] = [
    "BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD",
];

/// What SDWA does with the rest of the destination, by number.
pub(crate) const SDWA_UNUSED: [&str; 3] = ["UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"];

/// A DPP control: its name, the values that may follow it, and DPP_CTRL for the first of them.
pub(crate) struct DppControl {
    pub name: &'static str,
    /// `None` for a name that stands alone.
    pub values: Option<(u16, u16)>,
    pub ctrl: u16,
}

const fn dpp(name: &'static str, first: u16, last: u16, ctrl: u16) -> DppControl {
    DppControl {
        name,
        values: Some((first, last)),
        ctrl,
    }
}

/// The DPP controls but `quad_perm` (DPP_CTRL 0 to 255: two bits per lane of four).
pub(crate) const DPP_CONTROLS: &[DppControl] = &[
    dpp("row_shl", 1, 15, 0x101),
    dpp("row_shr", 1, 15, 0x111),
    dpp("row_ror", 1, 15, 0x121),
    dpp("wave_shl", 1, 1, 0x130),
    dpp("wave_rol", 1, 1, 0x134),
    dpp("wave_shr", 1, 1, 0x138),
    dpp("wave_ror", 1, 1, 0x13c),
    DppControl {
        name: "row_mirror",
        values: None,
        ctrl: 0x140,
    },
    DppControl {
        name: "row_half_mirror",
        values: None,
        ctrl: 0x141,
    },
    dpp("row_bcast", 15, 15, 0x142),
    dpp("row_bcast", 31, 31, 0x143),
    dpp("row_newbcast", 0, 15, 0x150),
];

/// The parameters of `v_interp_mov_f32`, by number.
pub(crate) const INTERP_PARAMS: [&str; 3] = ["p10", "p20", "p0"];

/// The channels of an attribute, by number.
pub(crate) const CHANNELS: [&str; 4] = ["x", "y", "z", "w"];

/// In front of the names of [`BUFFER_DATA`].
pub(crate) const DATA_FORMAT: &str = "BUF_DATA_FORMAT_";

/// In front of the names of [`buffer_numbers`].
pub(crate) const NUMBER_FORMAT: &str = "BUF_NUM_FORMAT_";

/// Data formats of MTBUF, by DFMT.
pub(crate) const BUFFER_DATA: [&str; 16] = [
    "INVALID",
    "8",
    "16",
    "8_8",
    "32",
    "16_16",
    "10_11_11",
    "11_11_10",
    "10_10_10_2",
    "2_10_10_10",
    "8_8_8_8",
    "32_32",
    "16_16_16_16",
    "32_32_32",
    "32_32_32_32",
    "RESERVED_15",
];

/// Number formats of MTBUF, by NFMT.
pub(crate) const fn buffer_numbers(generation: Gen) -> [&'static str; 8] {
    let sixth = if generation.is_legacy() {
        "SNORM_OGL"
    } else {
        "RESERVED_6"
    };
    [
        "UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT", sixth, "FLOAT",
    ]
}

/// Targets of EXP with one name: `count` of them are numbered from `first` on.
pub(crate) struct ExpTarget {
    pub name: &'static str,
    pub first: u8,
    pub count: u8,
}

impl ExpTarget {
    /// The numbers in the encoding.
    pub fn numbers(&self) -> std::ops::Range<u8> {
        self.first..self.first + self.count
    }
}

const fn target(name: &'static str, first: u8, count: u8) -> ExpTarget {
    ExpTarget { name, first, count }
}

/// The targets of EXP; the first that has a number names it.
pub(crate) const EXP_TARGETS: &[ExpTarget] = &[
    target("mrtz", 8, 1),
    target("null", 9, 1),
    target("mrt", 0, 8),
    target("pos", 12, 4),
    target("param", 32, 32),
    target("invalid_target_", 0, 64),
];

/// What SIMM16 of a SOPP instruction is in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SoppOperand {
    /// Zero, and not written.
    None,
    /// A number, not written when it is zero.
    Optional,
    Number,
    Branch,
    Waitcnt,
    Message,
    GprIdx,
}

/// See [`SoppOperand`].
pub(crate) fn sopp_operand(op: Sopp) -> SoppOperand {
    match op {
        Sopp::S_BARRIER
        | Sopp::S_WAKEUP
        | Sopp::S_ICACHE_INV
        | Sopp::S_TTRACEDATA
        | Sopp::S_ENDPGM_SAVED
        | Sopp::S_SET_GPR_IDX_OFF
        | Sopp::S_ENDPGM_ORDERED_PS_DONE => SoppOperand::None,
        Sopp::S_ENDPGM => SoppOperand::Optional,
        Sopp::S_BRANCH
        | Sopp::S_CBRANCH_SCC0
        | Sopp::S_CBRANCH_SCC1
        | Sopp::S_CBRANCH_VCCZ
        | Sopp::S_CBRANCH_VCCNZ
        | Sopp::S_CBRANCH_EXECZ
        | Sopp::S_CBRANCH_EXECNZ
        | Sopp::S_CBRANCH_CDBGSYS
        | Sopp::S_CBRANCH_CDBGUSER
        | Sopp::S_CBRANCH_CDBGSYS_OR_USER
        | Sopp::S_CBRANCH_CDBGSYS_AND_USER => SoppOperand::Branch,
        Sopp::S_WAITCNT => SoppOperand::Waitcnt,
        Sopp::S_SENDMSG | Sopp::S_SENDMSGHALT => SoppOperand::Message,
        Sopp::S_SET_GPR_IDX_MODE => SoppOperand::GprIdx,
        Sopp::S_NOP
        | Sopp::S_SETKILL
        | Sopp::S_SETHALT
        | Sopp::S_SLEEP
        | Sopp::S_SETPRIO
        | Sopp::S_TRAP
        | Sopp::S_INCPERFLEVEL
        | Sopp::S_DECPERFLEVEL => SoppOperand::Number,
    }
}

/// The operands of a SOPK instruction in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SopkOperands {
    /// SDST, SIMM16.
    Number,
    /// SDST, where to go.
    Branch,
    /// SDST, hardware register.
    GetReg,
    /// Hardware register, SDST.
    SetReg,
    /// Hardware register, literal.
    SetRegLiteral,
}

/// See [`SopkOperands`].
pub(crate) fn sopk_operands(op: Sopk) -> SopkOperands {
    match op {
        Sopk::S_GETREG_B32 => SopkOperands::GetReg,
        Sopk::S_SETREG_B32 => SopkOperands::SetReg,
        Sopk::S_SETREG_IMM32_B32 => SopkOperands::SetRegLiteral,
        Sopk::S_CBRANCH_I_FORK | Sopk::S_CALL_B64 => SopkOperands::Branch,
        _ => SopkOperands::Number,
    }
}
