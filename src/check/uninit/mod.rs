//! Undefined data: which bits of registers and memory nobody has defined, and where one of them decides something.
//!
//! Every bit of registers, LDS, private memory and, where somebody has said so, global memory has a shadow, which is 1
//! while it is undefined. Instructions take shadows along with values (`how`, `alu`, `step`, `access`); that alone is
//! not a mistake. A finding is the place where an undefined bit decides: a branch, EXEC, an address. After it the value
//! counts as defined, so that one mistake is one finding.

mod access;
mod alu;
mod follow;
mod how;
mod matrix;
pub mod memory;
pub mod regs;
pub mod run;
pub mod step;

use std::ops::Range;
use std::sync::Arc;

use super::accesses::{self, Accesses, Part, bits};
use super::finding::{Class, Found, Other, Severity};
use super::operands::{Bank, Half, Operands, Role, register_name, vector_name};
use crate::interp::seen::{Seen, Space};
use crate::isa::{Flags, Gen, Inst};
use crate::machine::Env;
use crate::machine::start::Defined;
use crate::machine::wave::Wave;
use access::{Act, Spaces};
pub(super) use follow::Step;
use follow::Values;
use memory::{Global, Local, Private};
use regs::{Origin, Registers};
use run::{Reach, Summary, Vectors, insert};
use step::{State, Use, What};

/// What there is to know of an instruction: sets of registers, in which one looks first.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// Whether it is for [`State::memory`], or for [`State::alu`].
    memory: bool,
    reads: (u128, Vectors),
    writes: (u128, Vectors),
    reads_scc: bool,
    writes_scc: bool,
    /// Whether it writes whole registers in the active lanes, and nothing else decides where.
    simple: bool,
    /// What there is to know of it as of a run of instructions.
    alone: Option<Summary>,
    /// Whether it reads LDS_DIRECT.
    direct: bool,
    /// Whether it accesses the GDS.
    gds: bool,
}

/// What all waves of a launch share.
#[derive(Debug)]
pub(super) struct Launch {
    defined: Defined,
    pub(super) global: Global,
    /// The GDS: as of global memory, what is undefined there is what has been stored so.
    gds: Global,
}

/// What the waves of a work-group share.
#[derive(Debug)]
pub(super) struct Group {
    lds: Local,
}

/// What is known of a wave.
#[derive(Debug)]
pub(super) struct Known {
    state: State,
    private: Private,
    launch: Arc<Launch>,
    pedantic: bool,
}

impl Default for Group {
    fn default() -> Group {
        Group {
            lds: Local::new(Origin::LDS),
        }
    }
}

impl Launch {
    /// One that begins so.
    pub fn new(defined: Defined) -> Launch {
        let ranges: Vec<_> = defined.undefined.iter().map(|(r, _)| r.clone()).collect();
        Launch {
            global: Global::new(&ranges),
            gds: Global::default(),
            defined,
        }
    }
}

impl Plan {
    pub fn new(inst: &Inst, lists: &Operands) -> Plan {
        let set = |list: &[super::operands::Registers], write: bool| {
            let (mut scalars, mut vectors) = (0, Vectors::default());
            for r in list {
                // These are looked at where memory was reached by them, and only then.
                let flat = matches!(inst, Inst::Flat { .. });
                if !write && flat && matches!(r.role, Role::LdsLimit | Role::Implicit) {
                    continue;
                }
                if r.is_vector() {
                    r.in_file().for_each(|n| insert(&mut vectors, n))
                } else {
                    r.numbers().for_each(|n| scalars |= 1 << (n & 127))
                }
            }
            (scalars, vectors)
        };
        let row = inst.row();
        let dpp = match inst {
            Inst::Vop1 { f, .. } | Inst::Vop2 { f, .. } | Inst::Vopc { f, .. } => f.dpp.is_some(),
            _ => false,
        };
        let whole = lists.writes.iter().all(|r| r.half == Half::Whole);
        let depends = [Flags::IGNORES_EXEC, Flags::WRITES_EXEC, Flags::READS_DST];
        let memory = accesses::is_memory(inst);
        let multiplies = matches!(inst, Inst::Mai { op, .. } if op.multiplies());
        Plan {
            memory,
            direct: !memory && step::reads_direct(lists),
            gds: matches!(inst, Inst::Ds { f, .. } if f.gds),
            reads: set(&lists.reads, false),
            writes: set(&lists.writes, true),
            reads_scc: lists.reads_scc,
            writes_scc: lists.writes_scc,
            alone: Summary::default().then(inst, lists),
            simple: whole && !dpp && !multiplies && !depends.iter().any(|f| row.flags.has(*f)),
        }
    }

    /// Whether accesses to memory are to be told.
    pub fn wants_log(&self) -> bool {
        self.memory
    }
}

impl Known {
    /// A wave of that launch which is about to begin, or of which nothing is known.
    pub fn new(launch: Arc<Launch>, wave: &Wave, pedantic: bool) -> Known {
        let size = wave.size();
        let regs = match wave.instructions {
            0 => {
                let (scalars, ids) = (launch.defined.scalars, launch.defined.ids);
                Registers::start(size, scalars | regs::ALWAYS, ids, wave.exec())
            }
            _ => Registers::defined(size),
        };
        Known {
            state: State::new(regs),
            private: Private::default(),
            launch,
            pedantic,
        }
    }

    /// It becomes as [`Known::new`] makes it, of another wave.
    pub fn restart(&mut self, launch: Arc<Launch>, wave: &Wave) {
        let regs = &mut self.state.regs;
        if wave.instructions != 0 || regs.bits.size() != wave.size() {
            *self = Known::new(launch, wave, self.pedantic);
            return;
        }
        let (scalars, ids) = (launch.defined.scalars, launch.defined.ids);
        regs.restart(scalars | regs::ALWAYS, ids, wave.exec());
        self.state.open = None;
        self.private = Private::default();
        self.launch = launch;
    }

    /// Whether all is defined that a run of instructions needs before it, except what is in memory.
    #[inline]
    pub fn is_calm(&self, run: &Summary, wave: &Wave) -> bool {
        self.state.regs.meet(&run.before, wave.exec())
    }

    /// Whether it has to be known where the first of them goes.
    #[inline]
    pub fn wants_accesses(&self, run: &Summary) -> bool {
        match run.reach {
            Reach::None => false,
            Reach::Global => !self.launch.global.is_defined(),
            Reach::Any => true,
        }
    }

    /// Whether all that the first of them loads is defined; then all that it stores is from here on. Not where it is
    /// going to fault on private memory.
    pub fn moves_defined(
        &mut self,
        run: &Summary,
        seen: &Accesses,
        env: &Env<'_>,
        group: &mut Group,
    ) -> bool {
        // What scalar memory does to private memory, it does lane by lane.
        if seen.scalar && parts_begin(seen).any(|at| private_range(env).contains(&at)) {
            return false;
        }
        let global = &self.launch.global;
        let is_global = |p: &&Part| p.space == Space::Global;
        if self.state.regs.meets(run.before.aside, &Vectors::default())
            && !seen.parts().iter().all(|p| is_global(&p))
        {
            return false;
        }
        let parts = || seen.parts().iter().filter(|p| p.lanes != 0 && p.bytes != 0);
        if !fits(seen, env) {
            return false;
        }
        let defined = |p: &Part| match p.space {
            Space::Lds => group.lds.is_defined_at(p),
            Space::Private if seen.scalar => false,
            Space::Private => self.private.is_defined_at(p),
            Space::Global => global.is_defined() || global.is_defined_at(p),
        };
        if !parts().filter(|p| p.reads).all(defined) {
            return false;
        }
        for p in parts().filter(|p| p.writes) {
            match p.space {
                Space::Lds => group.lds.define_at(p),
                Space::Private => self.private.define_at(p),
                Space::Global if global.is_defined() => {}
                Space::Global => global.define_at(p),
            }
        }
        true
    }

    /// What a run of instructions defines, of which all that it needs is.
    #[inline]
    pub fn defines_all(&mut self, run: &Summary, wave: &Wave) {
        self.state.regs.define_all(run, wave.exec());
    }

    /// `wave` has executed all that this was told of.
    #[inline]
    pub fn settle(&mut self, wave: &Wave) {
        self.state.close(wave);
    }

    /// Follows a run of instructions of which not all is defined, before it is executed; whether that can be done.
    /// `seen` is where the first of them goes, if somewhere; `behind` is what is known of all the others.
    pub fn follows<'a>(
        &mut self,
        mut steps: impl Iterator<Item = Step<'a>>,
        (seen, behind): (Option<&Accesses>, Option<&Summary>),
        (wave, env, group): (&Wave, &Env<'_>, &mut Group),
        found: &mut Vec<Found>,
    ) -> bool {
        self.state.regs.try_on();
        let first = seen.and_then(|seen| Some((seen, steps.next()?)));
        let (mut values, mut open) = (Values::new(wave, env.program.generation()), None);
        let mut done = first.is_none_or(|(seen, first)| {
            // What it loads is not there yet.
            values.executes(first.inst, first.lists);
            self.moves(&first, (seen, behind), (wave, env, group), found)
        });
        for step in steps {
            done = done && self.state.follow(&step, &mut values, &mut open);
        }
        self.state.regs.decide(done);
        self.state.open = open.filter(|_| done);
        done
    }

    /// An instruction that accesses memory by addresses that are defined, as `seen` tells; whether it is one. What is
    /// `behind` one that stores must need nothing that is not defined: a store is not taken back.
    fn moves(
        &mut self,
        first: &Step<'_>,
        (seen, behind): (&Accesses, Option<&Summary>),
        (wave, env, group): (&Wave, &Env<'_>, &mut Group),
        found: &mut Vec<Found>,
    ) -> bool {
        let act = access::act(first.inst);
        let regs = &self.state.regs;
        let goes = match act {
            Act::Loads(_, _, false) | Act::Loads2(..) => true,
            Act::Stores(..) | Act::Stores2(..) => {
                behind.is_some_and(|behind| regs.meet(&behind.before, wave.exec()))
            }
            _ => false,
        };
        let inside = |p: &Part| p.outside == 0 && p.misaligned == 0;
        if !goes
            || !seen.parts().iter().all(inside)
            || !fits(seen, env)
            || !self.state.goes_defined(first, seen, wave)
        {
            return false;
        }
        if self
            .state
            .moves_row(act, first.pc, seen, wave, &mut self.private)
        {
            return true;
        }
        let mut spaces = Spaces {
            lds: &mut group.lds,
            private: &mut self.private,
            global: &self.launch.global,
            scratch: private_range(env),
            ecc: env.program.has_ecc(),
        };
        let what = (first.inst, first.lists, first.pc);
        let seen = access::told(first.inst, seen);
        self.state
            .memory(what, &seen, wave, &mut spaces, self.pedantic);
        if !self.state.uses.is_empty() {
            self.tell(first.pc, env.program.generation(), found);
        }
        true
    }

    /// Before an instruction.
    #[inline]
    pub fn before(
        &mut self,
        (inst, plan, lists): (&Inst, &Plan, &Operands),
        (wave, env, group): (&Wave, &Env<'_>, &Group),
        found: &mut Vec<Found>,
    ) {
        self.settle(wave);
        self.state.regs.direct = if plan.direct {
            group.lds.direct(wave.m0(), env.lds.size())
        } else {
            (0, Origin::REGISTER)
        };
        let regs = &mut self.state.regs;
        let reads = regs.meets(plan.reads.0, &plan.reads.1)
            || plan.reads_scc && regs.scc().0
            || plan.direct && regs.direct.0 != 0;
        if plan.memory {
            if reads {
                self.state.addresses(inst, lists, wave, env);
            }
        } else if reads || !plan.simple && regs.meets(plan.writes.0, &plan.writes.1) {
            self.state.alu(inst, lists, wave, env);
        } else {
            self.defines(plan, lists, wave);
        }
        if !self.state.uses.is_empty() {
            self.tell(wave.pc, env.program.generation(), found);
        }
    }

    /// What an instruction writes is defined.
    #[inline]
    fn defines(&mut self, plan: &Plan, lists: &Operands, wave: &Wave) {
        let regs = &mut self.state.regs;
        if plan.writes_scc {
            regs.set_scc(false, Origin::REGISTER);
        }
        if !regs.meets(plan.writes.0, &plan.writes.1) {
            return;
        }
        regs.define_listed(lists, wave.exec());
    }

    /// After an instruction at `pc`.
    #[inline]
    pub fn after(
        &mut self,
        (inst, plan, lists, pc): (&Inst, &Plan, &Operands, u64),
        seen: &[Seen],
        (wave, env, group): (&Wave, &Env<'_>, &mut Group),
        found: &mut Vec<Found>,
    ) {
        if !plan.memory {
            return;
        }
        let regs = &self.state.regs;
        let vectors: Vectors = std::array::from_fn(|i| plan.reads.1[i] | plan.writes.1[i]);
        let memory = if plan.gds {
            &self.launch.gds
        } else {
            &self.launch.global
        };
        let scratch = private_range(env);
        let far = |s: &Seen| s.space == Space::Global && !scratch.contains(&s.address);
        if memory.is_defined()
            && (plan.gds || seen.iter().all(far))
            && !regs.meets(plan.reads.0 | plan.writes.0, &vectors)
        {
            return;
        }
        let in_gds = seen.iter().map(|s| Seen {
            space: Space::Global,
            ..*s
        });
        let in_gds: Vec<Seen> = in_gds.filter(|_| plan.gds).collect();
        let mut spaces = Spaces {
            lds: &mut group.lds,
            private: &mut self.private,
            global: memory,
            scratch: if plan.gds { 0..0 } else { scratch },
            ecc: env.program.has_ecc(),
        };
        let seen = if plan.gds { &in_gds } else { seen };
        // What is stored to the GDS is of no interest before it decides something.
        let pedantic = self.pedantic && !plan.gds;
        let what = (inst, lists, pc);
        self.state.memory(what, seen, wave, &mut spaces, pedantic);
        if !self.state.uses.is_empty() {
            self.tell(pc, env.program.generation(), found);
        }
    }

    /// Makes findings of what was found at the instruction at `pc`.
    #[cold]
    fn tell(&mut self, pc: u64, generation: Gen, found: &mut Vec<Found>) {
        for u in std::mem::take(&mut self.state.uses) {
            let other = u.from.pc().filter(|other| *other != pc);
            let severity = match u.rule {
                "U10" | "U11" => Severity::Warning,
                _ => Severity::Error,
            };
            found.push(Found {
                class: Class::Uninit,
                rule: u.rule,
                severity,
                other: other.map(Other::earlier),
                lane: u.lane,
                message: format!("{}{}", sentence(generation, &u), self.because(&u, pc)),
            });
        }
    }

    /// Where an undefined value comes from.
    fn because(&self, u: &Use, pc: u64) -> String {
        let name = |i: usize| self.launch.defined.undefined.get(i).map(|(_, name)| name);
        match u.from {
            Origin::REGISTER => ": nothing has written it".to_owned(),
            Origin::LDS => ": it comes from LDS that nothing has written".to_owned(),
            Origin::PRIVATE => ": it comes from private memory that nothing has written".to_owned(),
            from => match (from.as_range().and_then(name), from.pc()) {
                (Some(name), _) => format!(": it comes from {name} that nothing has written"),
                (None, Some(other)) if other != pc => {
                    ": the other instruction has read a register that nothing had written"
                        .to_owned()
                }
                _ => ": nothing has written it".to_owned(),
            },
        }
    }
}

/// Where scalar memory finds the wave's private memory.
fn private_range(env: &Env<'_>) -> Range<u64> {
    let window = env.scratch.window();
    window.base..window.base.saturating_add(window.len)
}

/// Where the first lane of each part goes.
fn parts_begin(seen: &Accesses) -> impl Iterator<Item = u64> {
    (seen.parts().iter()).map(|p| p.at[p.lanes.trailing_zeros() as usize & 63])
}

/// Whether what accesses private memory lies there.
fn fits(seen: &Accesses, env: &Env<'_>) -> bool {
    let room = u64::from(env.scratch.per_lane());
    let end = |p: &Part, l: usize| p.at[l].saturating_add(p.bytes.into());
    let inside = |p: &Part| {
        if p.same {
            end(p, 0) <= room
        } else {
            bits(p.lanes).all(|l| end(p, l) <= room)
        }
    };
    let mut private = (seen.parts().iter()).filter(|p| p.space == Space::Private);
    private.all(inside)
}

/// What is wrong with a use.
fn sentence(generation: Gen, u: &Use) -> String {
    let name = match u.what {
        What::Scc => "SCC".to_owned(),
        What::Vccz => "VCC".to_owned(),
        What::Scalar(n) => register_name(generation, Bank::Scalar, n),
        What::Vector(n) => vector_name(n),
        What::Data => String::new(),
    };
    match u.rule {
        "U01" => format!("{name} decides a branch and is undefined"),
        "U02" => format!("{name} is where the wave goes and is undefined"),
        "U03" => "EXEC gets undefined bits, of lanes that were active".to_owned(),
        "U04" => format!("{name} is an address and is undefined"),
        "U05" => format!("{name} says where in memory and is undefined"),
        "U06" => format!("{name} is the number of a lane and is undefined"),
        "U07" => format!("{name} is the distance between registers and is undefined"),
        "U08" => format!("{name} goes to a hardware register and is undefined"),
        "U09" => format!("{name} goes into a message and is undefined"),
        "U10" => "undefined data is stored to global memory".to_owned(),
        "U11" => "an atomic on global memory has an undefined operand".to_owned(),
        _ => format!("{name} is undefined"),
    }
}
