//! Every target, by the name that the command knows, and rounds of them.

use std::cell::RefCell;

use super::report::{Origin, report};
use super::target::{Round, Target};
use super::{Counts, Session, Source};
use crate::isa::Gen;

/// A kind of target, by the name that the command knows.
#[derive(Debug)]
pub struct Kind {
    /// As [`Target::name`].
    pub name: &'static str,
    /// What it checks, for the help text.
    pub about: &'static str,
    /// Makes one.
    pub make: fn() -> Box<dyn Target>,
}

/// Every target.
pub const TARGETS: &[Kind] = &[
    Kind {
        name: "inst",
        about: "single instructions of every row, on states full of edge values",
        make: || Box::new(super::inst::Insts::new()),
    },
    Kind {
        name: "scalar",
        about: "scalar instructions with forward branches",
        make: || Box::new(super::scalar::Scalar::default()),
    },
    Kind {
        name: "block",
        about: "straight code whose instructions depend on each other",
        make: || Box::new(super::block::Block),
    },
    Kind {
        name: "kernel",
        about: "control flow, by one wave or several",
        make: || Box::new(super::kernel::Kernel),
    },
    Kind {
        name: "splice",
        about: "kernels that a compiler made, changed a little",
        make: || Box::new(super::splice::Splice),
    },
    Kind {
        name: "gemm",
        about: "products of matrices as they are written by hand: what a model says",
        make: || Box::new(super::gemm::Gemm),
    },
    Kind {
        name: "check",
        about: "checks of programs: both backends find the same",
        make: || Box::new(super::check::Check),
    },
    Kind {
        name: "load",
        about: "files, and code objects with something wrong in them",
        make: || Box::new(super::total::Load),
    },
    Kind {
        name: "decode",
        about: "any dwords to instructions, to text, and back",
        make: || Box::new(super::total::Decode),
    },
    Kind {
        name: "asm",
        about: "any text as a program",
        make: || Box::new(super::total::Asm),
    },
    Kind {
        name: "hostile",
        about: "programs that try to escape, and malformed launches",
        make: || Box::new(super::total::Hostile),
    },
    Kind {
        name: "cache",
        about: "compiled code on disk whose files are damaged",
        make: || Box::new(super::cache::CacheTarget),
    },
];

thread_local! {
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
}

/// One round of the target called `name`, with the choices of `bytes`: what a coverage-guided fuzzer
/// calls.
///
/// # Panics
/// When something does not hold, with all that is known of it: a case that differs as a `.gcn` file, made
/// as small as possible. When there is no such target.
pub fn round_of(name: &str, bytes: &[u8]) {
    let kind = TARGETS.iter().find(|k| k.name == name);
    let kind = kind.unwrap_or_else(|| panic!("there is no target '{name}'"));
    let done = SESSION.with_borrow_mut(|session| {
        let session = session.get_or_insert_with(|| match Session::new() {
            Ok(session) => session,
            Err(e) => panic!("{e}"),
        });
        // An input must do the same alone as after others.
        session.forget();
        let done = (kind.make)().round(&mut Round {
            source: &mut Source::from_bytes(bytes),
            session,
            counts: &mut Counts::default(),
            generations: &Gen::ALL,
            wanted: &[],
            checks: Default::default(),
        });
        done.map_err(|found| {
            let origin = Origin {
                target: kind.name,
                seed: 0,
                round: 0,
            };
            report(session, *found, &origin).text
        })
    });
    if let Err(what) = done {
        panic!("{what}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A coverage-guided fuzzer gives the same inputs again, with others between.
    #[test]
    fn inputs_repeat() {
        for _ in 0..2 {
            round_of("block", b":");
            round_of("block", b"another program");
        }
    }
}
