//! Races within a wave, on hand-written code.

use gcn_jit::check::{Class, Severity};
use gcn_jit::isa::Gen::{Gfx6, Gfx7, Gfx8};
use gcn_jit::runtime::Backend;

use super::rules::{ADDRESSES, ALL, findings_on, shown};

/// Lanes of one store that write different values to the same bytes (R09), in each of two waves that do not meet.
#[test]
fn lanes_of_a_store_differ() {
    // Lane n of a wave, and where the wave's part begins.
    let begin = format!(
        "{ADDRESSES}
        s_mov_b32 s8, s4
        s_mov_b32 s9, s5
        s_mov_b32 s10, 0x1000
        s_mov_b32 s11, 0
        v_and_b32 v6, 63, v0
        v_and_b32 v7, 64, v0
        v_lshlrev_b32 v7, 4, v7
        v_lshrrev_b32 v8, 1, v6
        v_lshlrev_b32 v8, 2, v8
        v_or_b32 v8, v8, v7
        v_lshlrev_b32 v9, 2, v6
        v_or_b32 v9, v9, v7
        v_add_INT"
    );
    // Two lanes for each dword; each lane's own dword and the next lane's first one, with what that has there or not.
    let texts = [
        (true, "ds_write_b32 v8, v6"),
        (false, "ds_write_b32 v8, v7"),
        (false, "ds_write_b32 v9, v6"),
        (true, "buffer_store_dword v6, v8, s[8:11], 0 offen"),
        (false, "buffer_store_dword v7, v8, s[8:11], 0 offen"),
        (false, "buffer_store_dwordx2 v[10:11], v9, s[8:11], 0 offen"),
        (true, "buffer_store_dwordx2 v[11:12], v9, s[8:11], 0 offen"),
    ];
    for &generation in ALL {
        let add = match generation {
            Gfx6 | Gfx7 => "add_i32 v11, vcc, 1, v6",
            Gfx8 => "add_u32 v11, vcc, 1, v6",
            _ => "add_u32 v11, 1, v6",
        };
        let begin = begin.replace("add_INT", add);
        for (wanted, store) in texts {
            let text = format!(
                "{begin}
                v_mov_b32 v10, v6
                v_mov_b32 v12, v6
                {store}
                s_waitcnt vmcnt(0) lgkmcnt(0)
                s_endpgm"
            );
            for backend in [Backend::Jit, Backend::Interp] {
                let found = |pedantic| {
                    findings_on(backend, generation, &text, Class::Races, pedantic)
                        .expect("it runs")
                };
                let told = found(true);
                let one = told.len() == 1
                    && (told[0].rule, told[0].severity, told[0].count)
                        == ("R09", Severity::Warning, 2);
                let right = if wanted { one } else { told.is_empty() };
                assert!(
                    right,
                    "{backend:?}, {generation}: {store}\n{}",
                    shown(&told)
                );
                assert_eq!(found(false), []);
            }
        }
    }
}
