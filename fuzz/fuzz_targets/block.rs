//! Programs that follow from the bytes, on both backends; see `gcn_jit::fuzz::block`.
#![no_main]

use std::cell::RefCell;

use gcn_jit::fuzz::block::Block;
use gcn_jit::fuzz::{Counts, Found, Round, Session, Source, Target, gcn};
use gcn_jit::isa::Gen;
use libfuzzer_sys::fuzz_target;

thread_local! {
    static SESSION: RefCell<Session> =
        RefCell::new(Session::new().expect("a compiler for this host"));
}

fuzz_target!(|bytes: &[u8]| {
    let found = SESSION.with_borrow_mut(|session| {
        Block.round(&mut Round {
            source: &mut Source::from_bytes(bytes),
            session,
            counts: &mut Counts::default(),
            generations: &Gen::ALL,
        })
    });
    match found.map_err(|found| *found) {
        Ok(()) => {}
        Err(Found::Case(case, difference)) => {
            panic!("{difference}\n{}", gcn::text(&case, "as found"))
        }
        Err(Found::Input { what, .. }) => panic!("{what}"),
    }
});
