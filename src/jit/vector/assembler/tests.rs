//! Each instruction with each kind of operand, as iced-x86 decodes it. What is expected is made of the mnemonic and
//! the names of the operands alone.

use iced_x86::{Decoder, DecoderOptions, Formatter, IntelFormatter};

use super::*;
use crate::jit::vector::isa::AVX512;

/// The registers, and their names by size.
const GPRS: [(Gpr, [&str; 4]); 16] = [
    (Gpr::Rax, ["al", "ax", "eax", "rax"]),
    (Gpr::Rcx, ["cl", "cx", "ecx", "rcx"]),
    (Gpr::Rdx, ["dl", "dx", "edx", "rdx"]),
    (Gpr::Rbx, ["bl", "bx", "ebx", "rbx"]),
    (Gpr::Rsp, ["spl", "sp", "esp", "rsp"]),
    (Gpr::Rbp, ["bpl", "bp", "ebp", "rbp"]),
    (Gpr::Rsi, ["sil", "si", "esi", "rsi"]),
    (Gpr::Rdi, ["dil", "di", "edi", "rdi"]),
    (Gpr::R8, ["r8b", "r8w", "r8d", "r8"]),
    (Gpr::R9, ["r9b", "r9w", "r9d", "r9"]),
    (Gpr::R10, ["r10b", "r10w", "r10d", "r10"]),
    (Gpr::R11, ["r11b", "r11w", "r11d", "r11"]),
    (Gpr::R12, ["r12b", "r12w", "r12d", "r12"]),
    (Gpr::R13, ["r13b", "r13w", "r13d", "r13"]),
    (Gpr::R14, ["r14b", "r14w", "r14d", "r14"]),
    (Gpr::R15, ["r15b", "r15w", "r15d", "r15"]),
];

const CONDITIONS: [(Cond, &str); 10] = [
    (Cond::B, "b"),
    (Cond::Ae, "ae"),
    (Cond::E, "e"),
    (Cond::Ne, "ne"),
    (Cond::Be, "be"),
    (Cond::A, "a"),
    (Cond::L, "l"),
    (Cond::Ge, "ge"),
    (Cond::Le, "le"),
    (Cond::G, "g"),
];

/// The instructions of `code`, with the immediates and displacements in hexadecimal, in lower case and signed.
fn decode(code: &[u8]) -> Vec<String> {
    let mut formatter = IntelFormatter::new();
    let options = formatter.options_mut();
    options.set_hex_prefix("0x");
    options.set_hex_suffix("");
    options.set_uppercase_hex(false);
    options.set_small_hex_numbers_in_decimal(false);
    options.set_branch_leading_zeros(false);
    options.set_signed_immediate_operands(true);
    options.set_rip_relative_addresses(true);
    options.set_space_after_operand_separator(true);
    options.set_memory_size_options(iced_x86::MemorySizeOptions::Always);
    let mut decoder = Decoder::with_ip(64, code, 0, DecoderOptions::NONE);
    let mut out = vec![];
    while decoder.can_decode() {
        let mut text = String::new();
        formatter.format(&decoder.decode(), &mut text);
        out.push(text);
    }
    out
}

/// That `emit` gives this instruction alone; how many bytes it has.
fn is(expected: &str, emit: impl FnOnce(&mut Assembler)) -> usize {
    let mut asm = Assembler::new(&AVX512);
    emit(&mut asm);
    let code = asm.linked();
    assert_eq!(decode(&code), [expected], "{code:02x?}");
    code.len()
}

fn number(n: i64) -> String {
    if n < 0 {
        format!("-{:#x}", -n)
    } else {
        format!("{n:#x}")
    }
}

/// Addresses of every base, with displacements of every length, alone and with an index and every factor; and as they
/// are written.
fn addresses() -> Vec<(Address, String)> {
    let mut out = vec![];
    for (base, [.., name]) in GPRS {
        let indices = GPRS.into_iter().filter(|g| g.0 != Gpr::Rsp);
        let scales = [Scale::X1, Scale::X2, Scale::X4, Scale::X8];
        let indices = indices.zip(scales.into_iter().zip([1, 2, 4, 8]).cycle());
        let mut with = |address: Address, disp: &str| {
            out.push((address, format!("[{name}{disp}]")));
            for ((index, [.., of_index]), (scale, times)) in indices.clone() {
                // A factor of 1 is not written.
                let times = if times == 1 {
                    String::new()
                } else {
                    format!("*{times}")
                };
                let text = format!("[{name}+{of_index}{times}{disp}]");
                out.push((address.plus(index, scale), text));
            }
        };
        let signed = |n: i32| match n {
            0 => String::new(),
            n if n < 0 => number(n.into()),
            n => format!("+{n:#x}"),
        };
        with(base.address(), "");
        for disp in [-128, -1, 0, 64, 127] {
            with(base.near(disp), &signed(disp.into()));
        }
        for disp in [i32::MIN + 1, -129, -8, 0, 8, 128, i32::MAX] {
            with(base.at(disp), &signed(disp));
        }
    }
    out
}

/// `$body` for each size, with its index among names, and what memory of it is called.
macro_rules! each_size {
    ($($method:ident $ptr:ident $index:literal $memory:literal),+; |$r:ident, $m:ident, $i:ident, $name:ident| $body:block) => {
        $({
            #[allow(unused)]
            let $r = |g: Gpr| g.$method();
            #[allow(unused)]
            let $m = |a: Address| a.$ptr();
            let ($i, $name) = ($index, $memory);
            $body
        })+
    };
}

#[test]
fn arithmetic_has_every_operand() {
    let all = [
        (Arithmetic::Add, "add"),
        (Arithmetic::Or, "or"),
        (Arithmetic::Sbb, "sbb"),
        (Arithmetic::And, "and"),
        (Arithmetic::Sub, "sub"),
        (Arithmetic::Xor, "xor"),
        (Arithmetic::Cmp, "cmp"),
    ];
    let addresses = addresses();
    let mut places = addresses.iter().cycle();
    for (op, name) in all {
        each_size!(b byte 0 "byte ptr", w word 1 "word ptr", d dword 2 "dword ptr", q qword 3 "qword ptr";
            |r, m, i, size| {
            for (to, to_name) in GPRS {
                for (from, from_name) in GPRS {
                    is(&format!("{name} {}, {}", to_name[i], from_name[i]), |a| {
                        a.arithmetic(op, r(to), r(from));
                    });
                }
                for imm in [-128i8, -1, 0, 5, 127] {
                    let shown = number(imm.into());
                    is(&format!("{name} {}, {shown}", to_name[i]), |a| {
                        a.arithmetic(op, r(to), imm);
                    });
                    let (at, place) = places.next().unwrap();
                    is(&format!("{name} {size} {place}, {shown}"), |a| {
                        a.arithmetic(op, m(*at), imm);
                    });
                }
                for _ in 0..20 {
                    let (at, place) = places.next().unwrap();
                    is(&format!("{name} {}, {size} {place}", to_name[i]), |a| {
                        a.arithmetic(op, r(to), *at);
                    });
                    is(&format!("{name} {size} {place}, {}", to_name[i]), |a| {
                        a.arithmetic(op, *at, r(to));
                    });
                }
            }
        });
        each_size!(d dword 2 "dword ptr", q qword 3 "qword ptr"; |_r, m, _i, size| {
            for imm in [i32::MIN + 1, -129, -1, 0, 1, 127, i32::MAX] {
                let (at, place) = places.next().unwrap();
                let shown = number(imm.into());
                is(&format!("{name} {size} {place}, {shown}"), |a| {
                    a.arithmetic(op, m(*at), imm);
                });
            }
        });
    }
    // The short names are the same.
    type Short = (&'static str, fn(&mut Assembler));
    let short: [Short; 7] = [
        ("add", |a| a.add(Gpr::R9.d(), Gpr::Rcx.d())),
        ("or", |a| a.or(Gpr::R9.d(), Gpr::Rcx.d())),
        ("sbb", |a| a.sbb(Gpr::R9.d(), Gpr::Rcx.d())),
        ("and", |a| a.and(Gpr::R9.d(), Gpr::Rcx.d())),
        ("sub", |a| a.sub(Gpr::R9.d(), Gpr::Rcx.d())),
        ("xor", |a| a.xor(Gpr::R9.d(), Gpr::Rcx.d())),
        ("cmp", |a| a.cmp(Gpr::R9.d(), Gpr::Rcx.d())),
    ];
    for (name, emit) in short {
        is(&format!("{name} r9d, ecx"), emit);
    }
}

#[test]
fn moves_have_every_operand_and_every_address() {
    let addresses = addresses();
    assert_eq!(addresses.len(), 16 * 13 * 16);
    let mut registers = GPRS.iter().cycle();
    each_size!(b byte 0 "byte ptr", w word 1 "word ptr", d dword 2 "dword ptr", q qword 3 "qword ptr";
        |r, m, i, size| {
        for (at, place) in &addresses {
            let (g, names) = registers.next().unwrap();
            is(&format!("mov {}, {size} {place}", names[i]), |a| a.mov(r(*g), *at));
            is(&format!("mov {size} {place}, {}", names[i]), |a| a.mov(*at, r(*g)));
            is(&format!("mov {size} {place}, 0x0"), |a| a.mov(m(*at), 0));
            is(&format!("mov {size} {place}, -0x1"), |a| a.mov(m(*at), -1));
            is(&format!("mov {size} {place}, 0x7f"), |a| a.mov(m(*at), 127));
        }
        for (to, to_name) in GPRS {
            for (from, from_name) in GPRS {
                is(&format!("mov {}, {}", to_name[i], from_name[i]), |a| {
                    a.mov(r(to), r(from));
                });
            }
        }
    });
    is("mov word ptr [rcx+0x10], 0x1234", |a| {
        a.mov(Gpr::Rcx.at(16).word(), 0x1234);
    });
    is("mov qword ptr [rcx+0x10], -0x12345678", |a| {
        a.mov(Gpr::Rcx.at(16).qword(), -0x1234_5678);
    });
    for (g, [_, _, dword, qword]) in GPRS {
        for imm in [0, 1, -1, 0x1234_5678] {
            is(&format!("mov {dword}, {}", number(imm.into())), |a| {
                a.mov(g.d(), imm);
            });
        }
        for imm in [0, 1, 0x1234_5678_9abc_def0, i64::MAX] {
            is(&format!("mov {qword}, {imm:#x}"), |a| {
                a.mov(g.q(), imm as u64)
            });
        }
    }
}

/// Displacements have the length that was asked for, and none is made longer than that but where it must be.
#[test]
fn displacements_are_as_long_as_asked_for() {
    for (base, [.., name]) in GPRS {
        // RSP and R12 have one byte more, RBP and R13 none without a displacement.
        let more = usize::from(matches!(base, Gpr::Rsp | Gpr::R12));
        let must = usize::from(matches!(base, Gpr::Rbp | Gpr::R13));
        let text = format!("lea rax, [{name}]");
        let len = |address: Address| is(&text, |a| a.lea(Gpr::Rax.q(), address));
        assert_eq!(len(base.address()), 3 + more + must, "{name}");
        assert_eq!(len(base.near(0)), 4 + more, "{name}");
        assert_eq!(len(base.at(0)), 7 + more, "{name}");
    }
}

#[test]
fn instructions_on_registers() {
    let one = |name: &str, index: usize, emit: &dyn Fn(&mut Assembler, Gpr)| {
        for (g, names) in GPRS {
            is(&format!("{name} {}", names[index]), |a| emit(a, g));
        }
    };
    one("push", 3, &|a, g| a.push(g));
    one("pop", 3, &|a, g| a.pop(g));
    one("neg", 3, &|a, g| a.neg(g.q()));
    one("inc", 2, &|a, g| a.inc(g.d()));
    for (cond, name) in CONDITIONS {
        one(&format!("set{name}"), 0, &|a, g| a.setcc(cond, g.b()));
    }
    for (g, [byte, word, dword, qword]) in GPRS {
        for by in [1, 4, 32, 63] {
            // A shift by 1 is not written in a shorter way.
            is(&format!("shl {qword}, {by:#x}"), |a| a.shl(g.q(), by));
            is(&format!("shr {qword}, {by:#x}"), |a| a.shr(g.q(), by));
        }
        is(&format!("test {byte}, 0x1"), |a| a.test(g.b(), 1));
        is(&format!("test {word}, 0x100"), |a| a.test(g.w(), 0x100));
        is(&format!("test {dword}, 0x10000"), |a| {
            a.test(g.d(), 1 << 16)
        });
        is(&format!("test {qword}, -0x2"), |a| a.test(g.q(), -2));
    }
    let two = |name: &str, indices: [usize; 2], emit: &dyn Fn(&mut Assembler, Gpr, Gpr)| {
        for (to, to_name) in GPRS {
            for (from, from_name) in GPRS {
                let text = format!("{name} {}, {}", to_name[indices[0]], from_name[indices[1]]);
                is(&text, |a| emit(a, to, from));
            }
        }
    };
    two("movzx", [2, 0], &|a, x, y| a.movzx(x.d(), y.b()));
    two("movzx", [2, 1], &|a, x, y| a.movzx(x.d(), y.w()));
    two("movsx", [2, 0], &|a, x, y| a.movsx(x.d(), y.b()));
    two("movsx", [2, 1], &|a, x, y| a.movsx(x.d(), y.w()));
    two("movsxd", [3, 2], &|a, x, y| a.movsxd(x.q(), y.d()));
    two("btr", [2, 2], &|a, x, y| a.btr(x.d(), y.d()));
    two("popcnt", [2, 2], &|a, x, y| a.popcnt(x.d(), y.d()));
    two("tzcnt", [3, 3], &|a, x, y| a.tzcnt(x.q(), y.q()));
    two("blsr", [3, 3], &|a, x, y| a.blsr(x.q(), y.q()));
    for (x, x_name) in GPRS {
        for (y, y_name) in GPRS {
            let [x64, y64] = [x_name[3], y_name[3]];
            is(&format!("shrd {x64}, {y64}, 0x10"), |a| {
                a.shrd(x.q(), y.q(), 16);
            });
            for by in [-129, 8, 0x1234_5678] {
                let shown = number(by.into());
                // The formatter names a register that is both once.
                let names = if x == y {
                    x64.to_owned()
                } else {
                    format!("{x64}, {y64}")
                };
                is(&format!("imul {names}, {shown}"), |a| {
                    a.imul(x.q(), y.q(), by);
                });
            }
            for (z, z_name) in GPRS {
                let names = format!("{}, {}, {}", x_name[2], y_name[2], z_name[2]);
                is(&format!("shlx {names}"), |a| a.shlx(x.d(), y.d(), z.d()));
                is(&format!("shrx {names}"), |a| a.shrx(x.d(), y.d(), z.d()));
            }
        }
    }
}

#[test]
fn instructions_on_memory() {
    let mut registers = GPRS.iter().cycle();
    for (at, place) in addresses() {
        let (g, [_, _, dword, qword]) = registers.next().unwrap();
        is(&format!("lea {qword}, {place}"), |a| a.lea(g.q(), at));
        for (size, ptr) in [("byte ptr", true), ("word ptr", false)] {
            is(&format!("movzx {dword}, {size} {place}"), |a| {
                if ptr {
                    a.movzx(g.d(), at.byte());
                } else {
                    a.movzx(g.d(), at.word());
                }
            });
            is(&format!("movsx {dword}, {size} {place}"), |a| {
                if ptr {
                    a.movsx(g.d(), at.byte());
                } else {
                    a.movsx(g.d(), at.word());
                }
            });
        }
        is(&format!("call qword ptr {place}"), |a| a.call(at.qword()));
        is(&format!("prefetcht0 byte ptr {place}"), |a| {
            a.prefetcht0(at);
        });
        is(&format!("ldmxcsr dword ptr {place}"), |a| a.ldmxcsr(at));
    }
    for (g, [.., name]) in GPRS {
        is(&format!("lea {name}, [rip]"), |a| a.lea_rip(g.q()));
    }
}

#[test]
fn instructions_on_masks() {
    for k in 0..8 {
        for (g, [_, _, dword, _]) in GPRS {
            is(&format!("kmovw {dword}, k{k}"), |a| a.kmovw(g.d(), K(k)));
            is(&format!("kmovw k{k}, {dword}"), |a| a.kmovw(K(k), g.d()));
        }
        for other in 0..8 {
            is(&format!("kmovw k{k}, k{other}"), |a| {
                a.kmovw(K(k), K(other))
            });
            is(&format!("kortestw k{k}, k{other}"), |a| {
                a.kortestw(K(k), K(other));
            });
            is(&format!("kortestb k{k}, k{other}"), |a| {
                a.kortestb(K(k), K(other));
            });
        }
    }
    is("vzeroupper", |a| a.vzeroupper());
    is("ret", |a| a.ret());
}

/// A jump over more than 127 bytes leads to its label like any other, forward and back.
#[test]
fn jumps_lead_to_their_labels() {
    for between in [0, 1, 127, 128, 129, 40_000] {
        for (cond, name) in CONDITIONS {
            let mut a = Assembler::new(&AVX512);
            let (head, end) = (a.here(), a.label());
            a.jcc(cond, end);
            a.bytes(&vec![0x90; between]);
            a.jmp(head);
            a.jcc(cond, head);
            a.jmp(end);
            a.bind(end);
            a.ret();
            let text = decode(&a.linked());
            let all = 6 + between + 5 + 6 + 5;
            assert_eq!(text[0], format!("j{name} {all:#x}"));
            let last = &text[1 + between..];
            let back = format!("j{name} 0x0");
            let on = format!("jmp {all:#x}");
            assert_eq!(last, ["jmp 0x0", &back, &on, "ret"]);
        }
    }
}

/// Labels of one piece of code are none of the next.
#[test]
fn nothing_is_left_behind_a_clear() {
    let mut a = Assembler::new(&AVX512);
    let old = a.here();
    a.jmp(old);
    a.align(16);
    assert_eq!(a.len(), 16);
    a.clear();
    assert!(a.is_empty());
    let end = a.label();
    a.jmp(end);
    a.bind(end);
    assert_eq!(a.linked(), [0xe9, 0, 0, 0, 0]);
}
