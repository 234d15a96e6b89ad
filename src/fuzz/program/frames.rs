//! Code as compilers make it without optimisation: every variable has a row of private memory, and scalar
//! registers are spilled into lanes of a vector register that has one, too, saved with all lanes active.

use super::*;
use crate::isa::{EXEC_LO, Mubuf, MubufFields};

/// A copy of the V# of the wave's private memory.
const COPY: u8 = 84;
/// Counts turns.
const TURNS: u8 = COPY + 4;
/// The frame pointer: where in the wave's private memory the frame begins, in bytes of all lanes.
const POINTER: u8 = COPY + 5;
/// Bytes of a row of all lanes, and frames that begin at one.
const ROW: u32 = 256;
const FRAMES: u64 = 3;
/// Rows that are used, and lanes.
const ROWS: u64 = 4;
const LANES: u64 = 4;

impl Maker<'_, '_> {
    /// A run of such instructions, of choices that no other piece sees: it comes last.
    pub fn unoptimised(&mut self) {
        if !self.private {
            return;
        }
        let aside = self.r.aside();
        let before = std::mem::replace(self.r, aside);
        if self.r.one_in(3) {
            self.frame();
        }
        *self.r = before;
    }

    fn frame(&mut self) {
        let again = self.label();
        let turns = self.r.one_in(3);
        self.other_frame();
        // What is known of a frame may go from turn to turn.
        for _ in 0..self.r.below(4) {
            self.frame_step();
        }
        if turns {
            self.sop1(Sop1::S_MOV_B32, TURNS, Operand::Int(2));
            self.place(again);
        }
        for _ in 0..6 + self.r.below(20) {
            self.frame_step();
        }
        if turns {
            let count = Operand::Sgpr(TURNS);
            self.sop2(Sop2::S_SUB_U32, TURNS, count, Operand::Int(1));
            self.push(Inst::Sopc {
                op: crate::isa::Sopc::S_CMP_LG_U32,
                ssrc0: count,
                ssrc1: Operand::Int(0),
            });
            self.branch(Sopp::S_CBRANCH_SCC1, again);
        }
    }

    fn frame_step(&mut self) {
        use Mubuf::*;
        let rows = self.rows;
        let v = self.r.below(3.min(self.pool)) as u8;
        match self.r.below(16) {
            0..=2 => self.row(BUFFER_STORE_DWORD, v),
            3..=5 => self.row(BUFFER_LOAD_DWORD, v),
            6 => self.row(BUFFER_STORE_DWORDX2, v),
            7 => self.row(BUFFER_LOAD_DWORDX2, v),
            14 if self.r.one_in(2) => {
                let small = [
                    BUFFER_LOAD_UBYTE,
                    BUFFER_LOAD_SBYTE,
                    BUFFER_LOAD_USHORT,
                    BUFFER_STORE_BYTE,
                    BUFFER_STORE_SHORT,
                ];
                let op = self.r.pick(&small);
                self.row(op, v);
            }
            8 | 9 => {
                let s = 2 + self.r.below(2 * self.pairs - 2) as u8;
                let lane = Operand::Int(self.r.below(LANES) as i8);
                if self.r.one_in(2) {
                    self.write_lane(v, s, lane)
                } else {
                    self.read_lane(s, v, lane)
                }
            }
            10..=12 => {
                self.sop1(Sop1::S_OR_SAVEEXEC_B64, SPILL_EXEC, Operand::Int(-1));
                let op = self.r.pick(&[BUFFER_STORE_DWORD, BUFFER_LOAD_DWORD]);
                self.row(op, v);
                let saved = Operand::Sgpr(SPILL_EXEC);
                self.sop1(Sop1::S_MOV_B64, EXEC_LO, saved);
            }
            13 => self.vector_alu(&rows.common),
            14 => {
                for k in [0, 2] {
                    let from = Operand::Sgpr(PRIVATE_VSHARP + k);
                    self.sop1(Sop1::S_MOV_B64, COPY + k, from);
                }
                let op = self.r.pick(&[BUFFER_STORE_DWORD, BUFFER_LOAD_DWORD]);
                self.row_through(op, v, COPY);
            }
            _ => match self.r.below(4) {
                0 => self.change_exec(),
                1 => self.mubuf(),
                2 => self.full_exec(),
                _ => self.other_frame(),
            },
        }
    }

    /// Makes the frame pointer another, or the same, as calls and returns do.
    fn other_frame(&mut self) {
        let at = ROW * self.r.below(FRAMES) as u32;
        self.sop1(Sop1::S_MOV_B32, POINTER, Operand::Literal(at));
    }

    fn row(&mut self, op: Mubuf, v: u8) {
        self.row_through(op, v, PRIVATE_VSHARP);
    }

    fn row_through(&mut self, op: Mubuf, vdata: u8, srsrc: u8) {
        let row = 4 * self.r.below(ROWS) as u16;
        // Not all dwords and words are aligned.
        let part = if self.r.one_in(6) {
            self.r.below(4) as u16
        } else {
            0
        };
        // At the memory's end, or past it.
        let far = !self.tame && self.r.one_in(48);
        let f = MubufFields {
            vdata,
            srsrc,
            soffset: if self.r.one_in(2) {
                Operand::Sgpr(POINTER)
            } else {
                Operand::Int(0)
            },
            offset: if far {
                PRIVATE as u16 - 8 + row
            } else {
                row + part
            },
            ..MubufFields::ZERO
        };
        self.push(Inst::Mubuf { op, f });
    }
}
