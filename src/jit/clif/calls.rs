//! Calls of the code of regions that is not Cranelift's: what it is given, and what it leaves.

use super::*;

impl Emit<'_, '_> {
    /// Calls the code of a region that is not Cranelift's, under `csr` if given. `copies` are values to
    /// store to given temporaries.
    pub(super) fn call_region(
        &mut self,
        s: &mut BlockState<'_>,
        r: &Region,
        copies: Option<&[(Val, u32)]>,
        csr: Option<u32>,
    ) {
        let plan = s.plan;
        let stores: Vec<(Val, u32)> = match copies {
            Some(c) => c.to_vec(),
            None => r.temps.iter().map(|v| (*v, plan.temps[v])).collect(),
        };
        let exec = self.partial_exec(s, r);
        // Behind what `scratch_temp` gives.
        let slots_at = (plan.temp_size + 64).next_multiple_of(64);
        let input = Input {
            block: s.block,
            region: r,
            stores: &stores,
            exec,
            skips: self.skips(s, r),
            csr: csr.map(|c| (c, self.csr.f32)),
            slots_at,
        };
        let rows = self.places_to_store(s, r);
        let Some(regions) = self.regions.as_deref_mut() else {
            return;
        };
        let out = regions.emit(&input, &mut s.slots);
        self.temp_size = self.temp_size.max(slots_at + out.size);
        if let Some(v) = r.nodes.first() {
            self.locate(self.node(s, *v));
        }
        let slot = |at: u32| (slots_at + 8 * at) as i32;
        self.call_code(s, &out, slots_at, rows.as_ref());
        if let Some(rows) = &rows {
            self.store_elsewhere(s, r, rows);
        }
        if out.loads {
            let failed = self.b.ins().load(I64, trusted(), self.ctx, Ctx::FAILED);
            let go = self.b.create_block();
            self.b.ins().brif(failed, self.fault, &[], go, &[]);
            self.next_block(go);
        }
        for (v, at) in &out.masks {
            let bits = self.b.ins().load(I64, trusted(), self.temps, slot(*at));
            s.scalars.insert(*v, bits);
        }
    }

    /// Fills the slots, which begin there in the temporaries, and calls the code.
    pub(super) fn call_code(
        &mut self,
        s: &BlockState<'_>,
        out: &Output,
        slots_at: u32,
        rows: Option<&ToStore>,
    ) {
        let slot = |at: u32| (slots_at + 8 * at) as i32;
        for (v, how, at) in &out.scalars {
            if let (How::Row, Some(rows)) = (how, rows) {
                let to = rows.to[v];
                self.b.ins().store(trusted(), to, self.temps, slot(*at));
                continue;
            }
            let v = self.scalar_as(s.scalars[v], how);
            self.b.ins().store(trusted(), v, self.temps, slot(*at));
        }
        for based in &out.based {
            self.fill_based(s, based, slot(based.slot));
        }
        let signature = match self.region_signature {
            Some(signature) => signature,
            None => {
                let mut signature = Signature::new(CallConv::SystemV);
                signature.params = vec![AbiParam::new(I64); 3];
                self.b.func.import_signature(signature)
            }
        };
        self.region_signature = Some(signature);
        let name = UserExternalName::new(REGIONS, out.number);
        let name = self.b.func.declare_imported_user_function(name);
        let code = self.b.func.import_function(ExtFuncData {
            name: ExternalName::user(name),
            signature,
            colocated: true,
            patchable: false,
        });
        self.b.ins().call(code, &[self.vgprs, self.temps, self.ctx]);
    }

    /// Scalar `v` in the form in which a region gets it.
    pub(super) fn scalar_as(&mut self, v: Value, how: &How) -> Value {
        match how {
            How::Plain => v,
            How::Bits => {
                let bit = self.b.ins().uextend(I64, v);
                self.b.ins().ineg(bit)
            }
            How::Modulo(width) => {
                let v = self.b.ins().band_imm_u(v, *width as i64 - 1);
                self.b.ins().uextend(I64, v)
            }
            // Known by the store, not by what it is.
            How::Row => v,
            How::Lds => self.lds(),
            How::LdsRoom(bytes) => self.lds_room(v, *bytes),
            How::LdsPlace { offset, align } => {
                let at = self.b.ins().iadd_imm_u(v, i64::from(*offset));
                let at = self.b.ins().band_imm_u(at, i64::from(!u32::from(*align)));
                // As lanes whose addresses wrap around have it; what else is beyond is not accessed.
                let at = self.b.ins().sextend(I64, at);
                let base = self.lds();
                self.b.ins().iadd(base, at)
            }
        }
    }

    /// Fills the slots of addresses, which are at this offset in the temporaries.
    fn fill_based(&mut self, s: &BlockState<'_>, based: &Based, at: i32) {
        let mut sum: Option<Value> = None;
        for (v, shift) in &based.terms {
            let mut v = s.scalars[v];
            if self.b.func.dfg.value_type(v) == I32 {
                v = self.b.ins().uextend(I64, v);
            }
            if *shift != 0 {
                v = self.b.ins().ishl_imm_u(v, i64::from(*shift));
            }
            sum = Some(match sum {
                Some(sum) => self.b.ins().iadd(sum, v),
                None => v,
            });
        }
        let sum = sum.unwrap_or_else(|| self.k64(0));
        let w = self.window(based.pc, based.size);
        let shift = i64::from(based.shift);
        // Dword 0 may be in front of the window, and negative ones in it.
        let zero = self.b.ins().isub(sum, w.base);
        let none = self.k64(0);
        let most = self.k64(Based::MOST as u64);
        let mut more = self.b.ins().sshr_imm_u(zero, shift);
        more = if based.signed {
            let far = self.b.ins().icmp(IntCC::SignedGreaterThan, more, most);
            self.b.ins().select(far, none, more)
        } else {
            self.b.ins().smin(more, none)
        };
        let back = self.b.ins().ishl_imm_u(more, shift);
        let first = self.b.ins().isub(zero, back);
        let host = self.b.ins().iadd(w.host, first);
        // None, if the first is behind the window.
        let first = self.b.ins().umin(first, w.count);
        let room = self.b.ins().isub(w.count, first);
        let rounded = self.b.ins().iadd_imm_s(room, (1 << shift) - 1);
        let mut dwords = self.b.ins().ushr_imm_u(rounded, shift);
        if planted(Fault::BasedLimit) {
            let more = self.b.ins().iadd_imm_s(dwords, 1);
            dwords = self.b.ins().select(dwords, more, none);
        }
        let dwords = self.b.ins().umin(dwords, most);
        let near = self
            .b
            .ins()
            .icmp_imm_s(IntCC::SignedGreaterThan, more, -Based::MOST);
        let dwords = self.b.ins().select(near, dwords, none);
        for (k, v) in (0..).zip([more, dwords, host, sum]) {
            self.b.ins().store(trusted(), v, self.temps, at + 8 * k);
        }
    }

    /// Where the LDS is.
    pub(super) fn lds(&mut self) -> Value {
        self.b.ins().load(I64, trusted(), self.ctx, Ctx::LDS)
    }

    /// At how many addresses, from 0 on, the LDS has so many bytes below `limit`.
    pub(super) fn lds_room(&mut self, limit: Value, bytes: u32) -> Value {
        let limit = self.b.ins().uextend(I64, limit);
        let size = self.b.ins().load(I64, trusted(), self.ctx, Ctx::LDS_SIZE);
        let end = self.b.ins().umin(limit, size);
        let less = i64::from(bytes) - 1 - i64::from(planted(Fault::LdsRoom));
        let room = self.b.ins().iadd_imm_s(end, -less);
        let none = self.k64(0);
        self.b.ins().smax(room, none)
    }

    /// EXEC for the region's writes, unless it is known to be full.
    pub(super) fn partial_exec(&self, s: &BlockState<'_>, r: &Region) -> Option<Val> {
        // A block for full EXEC has it as a constant.
        let all = |e: &Val| self.node(s, *e).op != Uop::Const || self.node(s, *e).imm != u64::MAX;
        r.exec.filter(all)
    }

    /// Whether nothing that the region does matters with EXEC zero.
    pub(super) fn skips(&self, s: &BlockState<'_>, r: &Region) -> bool {
        // What was read from a register is needed in all lanes, and then not skipped.
        let all_lanes = |v: &Val| self.node(s, *v).op == Uop::ReadV;
        // Stores and atomics to the LDS say which lanes do.
        let others = |v: &Val| {
            let n = self.node(s, *v);
            matches!(n.op, Uop::LdsStore | Uop::LdsAtomic) && r.exec != Some(n.args[1])
        };
        !r.writes.is_empty() && !r.temps.iter().any(all_lanes) && !r.stores.iter().any(others)
    }
}
