//! Text of MTBUF, MIMG, VINTRP and EXP.

use super::Text;
use crate::isa::{
    ExpFields, Flags, Gen, Mimg, MimgFields, Mtbuf, MtbufFields, Ty, Vintrp, VintrpFields,
};
use crate::syntax::{
    BUFFER_DATA, CHANNELS, DATA_FORMAT, EXP_TARGETS, INTERP_PARAMS, NUMBER_FORMAT, buffer_numbers,
};

impl Text {
    pub(super) fn mtbuf(&mut self, op: Mtbuf, f: &MtbufFields) {
        let b = &f.buffer;
        self.mnemonic(op.row());
        self.data(b.acc, b.vdata, op.data_dwords(self.generation));
        self.buffer_address(b);
        self.sgpr(b.srsrc, 4);
        self.ssrc(b.soffset, Ty::B32);
        self.buffer_format(f);
        self.buffer_offset(b);
        self.cache(b.glc, b.slc, b.scc);
    }

    /// The format, without the halves that are the assembler's defaults.
    fn buffer_format(&mut self, f: &MtbufFields) {
        let data = BUFFER_DATA[usize::from(f.dfmt & 15)];
        let number = buffer_numbers(self.generation)[usize::from(f.nfmt & 7)];
        match (f.dfmt, f.nfmt) {
            (1, 0) => {}
            (_, 0) => self.put(format_args!(" format:[{DATA_FORMAT}{data}]")),
            (1, _) => self.put(format_args!(" format:[{NUMBER_FORMAT}{number}]")),
            _ => self.put(format_args!(
                " format:[{DATA_FORMAT}{data},{NUMBER_FORMAT}{number}]"
            )),
        }
    }

    pub(super) fn mimg(&mut self, op: Mimg, f: &MimgFields) {
        self.mnemonic(op.row());
        self.data(f.acc, f.vdata, image_data(self.generation, op, f));
        self.vgpr(f.vaddr, op.address_dwords());
        self.sgpr(f.srsrc, 8);
        if op.has_sampler() {
            self.sgpr(f.ssamp, 4);
        }
        if f.dmask != 0 {
            self.put(format_args!(" dmask:{:#x}", f.dmask));
        }
        self.flag(f.unorm, "unorm");
        self.cache(f.glc, f.slc, f.scc);
        self.flag(f.r128, "r128");
        self.flag(f.a16, "a16");
        self.flag(f.tfe, "tfe");
        self.flag(f.lwe, "lwe");
        self.flag(f.da, "da");
        self.flag(f.d16, "d16");
    }

    pub(super) fn vintrp(&mut self, op: Vintrp, f: &VintrpFields) {
        self.mnemonic(op.row());
        // gfx6 and gfx7 have no other form.
        if !self.generation.is_legacy() {
            self.word("_e32");
        }
        self.vgpr(f.vdst, 1);
        if op == Vintrp::V_INTERP_MOV_F32 {
            self.sep();
            self.interp_param(f.vsrc.into());
        } else {
            self.vgpr(f.vsrc, 1);
        }
        self.attribute(f.attr.into(), f.chan.into());
    }

    /// The parameter that `v_interp_mov_f32` takes, without separator.
    pub(super) fn interp_param(&mut self, param: u32) {
        match INTERP_PARAMS.get(param as usize) {
            Some(name) => self.word(name),
            None => self.put(format_args!("invalid_param_{param}")),
        }
    }

    /// An attribute's component as an operand.
    pub(super) fn attribute(&mut self, number: u32, component: u32) {
        self.sep();
        let component = CHANNELS[(component & 3) as usize];
        self.put(format_args!("attr{number}.{component}"));
    }

    pub(super) fn exp(&mut self, f: &ExpFields) {
        self.word("exp");
        self.sep();
        let target = EXP_TARGETS.iter().find(|t| t.numbers().contains(&f.target));
        if let Some(t) = target {
            self.word(t.name);
            if t.count > 1 {
                self.put(format_args!("{}", f.target - t.first));
            }
        }
        // The first operand follows the target without a comma.
        self.args = 0;
        for i in 0..4 {
            let source = if f.compr { i / 2 } else { i };
            match f.en >> i & 1 {
                0 => {
                    self.sep();
                    self.word("off");
                }
                _ => self.vgpr(f.vsrc[source], 1),
            }
        }
        self.flag(f.done, "done");
        self.flag(f.compr, "compr");
        self.flag(f.vm, "vm");
    }
}

/// How many registers of VDATA are written out.
///
/// LLVM's disassembler writes the least number where it has no form with as many registers as
/// there are (some atomics; past v255), and one too many for atomics with all components.
pub(crate) fn image_data(generation: Gen, op: Mimg, f: &MimgFields) -> u8 {
    let least = op.least_data_dwords();
    let mut n = f.data_dwords(op, generation);
    if !generation.is_legacy() {
        let atomic = op.row().flags.has(Flags::ATOMIC);
        n = match (atomic, least, n) {
            (true, 1, 4) => 5,
            (true, _, 1 | 3 | 5) | (false, 4, 3) => least,
            _ => n,
        };
    }
    if u32::from(f.vdata) + u32::from(n) <= 256 {
        n
    } else {
        least
    }
}
