//! `printf/printf.cl`: OpenCL's `printf`, lowered by a compiler. What must be printed is written down here by hand,
//! after OpenCL C 6.15.14 and ISO C 7.21.6.1.

use super::*;
use gcn_jit::error::FaultKind;
use gcn_jit::loader::ArgKind;
use std::sync::Mutex;

/// The objects of `printf/build.sh`.
const OBJECTS: [&str; 3] = ["gfx803-v4-O2", "gfx900-v4-O1", "gfx900-v5-O2"];

fn load(object: &str, kernel: &str, backend: Backend) -> Case {
    let path = format!("../jit-tests/kernels/printf/{object}.hsaco");
    Case::new(&path, None, backend).kernel(kernel)
}

fn halves(values: &[f32]) -> Vec<u8> {
    let half = |v: &f32| half::f16::from_f32(*v).to_le_bytes();
    values.iter().flat_map(half).collect()
}

/// What the launch prints, text by text, and how it ends.
fn printed(case: &Case) -> (Vec<String>, Result<Stats, LaunchError>) {
    let texts = Mutex::new(Vec::new());
    let print = |text: &str| texts.lock().expect("no panic").push(text.to_owned());
    let launch = case.launch.clone().print(&print);
    let ended = case.device.launch(&case.program, &launch);
    (texts.into_inner().expect("no panic"), ended)
}

/// Runs `kernel` of every object on every backend with the arguments that `with` gives it.
#[track_caller]
fn prints(kernel: &str, with: impl Fn(Case) -> Case, expected: &str) {
    for object in OBJECTS {
        for &backend in BACKENDS {
            let (texts, ended) = printed(&with(load(object, kernel, backend)));
            assert!(ended.is_ok(), "{object} on {backend}: {ended:?}");
            assert_eq!(texts.concat(), expected, "{object} on {backend}");
        }
    }
}

#[test]
fn integers() {
    prints(
        "integers",
        |c| c.u32(-300i32 as u32).value(i64::MIN.to_le_bytes()),
        "-300 -300| -300|-300 |-0300|-300|-300|-300\n\
         4294966996 37777777324 fffffed4 FFFFFED4 0xfffffed4 037777777324\n\
         -9223372036854775808 9223372036854775808 8000000000000000\n\
         -44 212 -300 65236\n\
         eZ 100%\n",
    );
    prints(
        "integers",
        |c| c.u32(7).value((1i64 << 40).to_le_bytes()),
        "7 7|    7|7    |00007|+7| 7|007\n\
         7 7 7 7 0x7 07\n\
         1099511627776 1099511627776 10000000000\n\
         7 7 7 7\n\
         hZ 100%\n",
    );
}

#[test]
fn floats() {
    prints(
        "floats",
        |c| {
            let c = c.f32(1.25).value((-2.5e-7f64).to_le_bytes());
            c.buffer(&halves(&[0.5, -3.0]))
        },
        "1.250000 1.25    1.250 1.2     |\n\
         1.250000e+00 1.250000E+00 1.2e+00\n\
         1.25 1.25 0x1.4p+0\n\
         -0.000000 -2.500000e-07 -2.5e-07 -0x1.0c6f7a0b5ed8dp-22\n\
         2.500000 2.500000e+00 0.100\n\
         0.500000 -3\n\
         inf -inf nan\n",
    );
}

#[test]
fn vectors() {
    let chars: Vec<u8> = (0..16i32).map(|i| (16 * i - 128) as u8).collect();
    let shorts: Vec<u8> = [1i16, -2, 32767, -32768, 5, 6, 7, 8]
        .iter()
        .flat_map(|s| s.to_le_bytes())
        .collect();
    let integers = [1, -2, 300, 4].map(i32::to_le_bytes).concat();
    let floats = [1.0f32, -0.5, 100.25, 1e10].map(f32::to_le_bytes).concat();
    let doubles = [0.125f64, -1.0].map(f64::to_le_bytes).concat();
    prints(
        "vectors",
        |c| {
            let c = c
                .value(integers.as_slice())
                .value(floats.as_slice())
                .buffer(&chars);
            let c = c
                .buffer(&shorts)
                .buffer(&halves(&[1.0, 2.5, -0.25, 65504.0]));
            c.value(doubles.as_slice())
        },
        "1,-2,300,4|1,-2,300,4|   1,  -2, 300,   4|1,fffffffe,12c,4\n\
         1.000000,-0.500000,100.250000,10000000000.000000|1.0,-0.5,100.2,10000000000.0|1,-0.5\n\
         1,-2,300|1.000000,-0.500000,100.250000\n\
         -128,-112|-128,-112,-96|-128,-112,-96,-80|-128,-112,-96,-80,-64,-48,-32,-16|\
         -128,-112,-96,-80,-64,-48,-32,-16,0,16,32,48,64,80,96,112\n\
         128,144,160,176|0x80,0x90,0xa0,0xb0\n\
         1,-2|1,-2,32767|1,65534,32767,32768|1,-2,32767,-32768,5,6,7,8\n\
         1.000000,2.500000|1.000000,2.500000,-0.250000,65504.000000\n\
         0.125000,-1.000000|4593671619917905920,-4616189618054758400\n\
         1.000000,-0.500000,100.250000\n",
    );
}

#[test]
fn strings() {
    prints(
        "strings",
        |c| c.u32(65),
        "<> <a> <ab> <abc> <abcd> <abcde> 65\n\
         four is long\n\
         65 end of eighteen...\n\
         text 1.000000,2.000000,65.000000\n\
         abcd65abcde\n     right|left      |cu|\n\
         ???\n",
    );
}

#[test]
fn texts() {
    prints(
        "texts",
        |c| c.buffer(&42u32.to_le_bytes()),
        "no arguments, a colon: \x07\x08\x0c\r\x0b\t\\ \"quoted\"\n\
         % 42%\n\
         without a newline äöü 42 €\n\
         one of two: 1\n\
         two of one: 1 \n",
    );
}

#[test]
fn pointers() {
    for object in OBJECTS {
        let case = load(object, "pointers", Backend::Jit).zeros(4);
        let case = case.local(4);
        let ArgValue::Buffer(address) = case.launch.args[0] else {
            panic!("no buffer");
        };
        let (texts, ended) = printed(&case);
        ended.expect("no fault");
        assert_eq!(texts, [format!("{address:#x} 0x0\n")]);
    }
}

/// All lanes of all waves, in the order of the buffer. That is any where waves run at once, and on one host thread each
/// wave's in the order of its lanes.
#[test]
fn lines_of_many_waves() {
    let values: Vec<i32> = (0..1000).map(|i| i * i - 5000).collect();
    let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
    let line = |i: usize| format!("item {i}: {}\n", values[i]);
    let expected: Vec<String> = (0..1000).map(line).collect();
    let item = |text: &String| {
        let rest = text.strip_prefix("item ").expect("a line");
        let (item, _) = rest.split_once(':').expect("a line");
        item.parse::<usize>().expect("a number")
    };
    for object in OBJECTS {
        for &backend in BACKENDS {
            for threads in [1, 2] {
                let case = load(object, "lines", backend).grid(&[1000], &[256]);
                let mut case = case.buffer(&bytes);
                case.launch.threads = threads;
                let (mut texts, ended) = printed(&case);
                ended.expect("no fault");
                for wave in (0..16).filter(|_| threads == 1) {
                    let own = texts.iter().map(item).filter(|i| i / 64 == wave);
                    assert!(own.is_sorted(), "wave {wave}, {object} on {backend}");
                }
                texts.sort_by_key(item);
                assert_eq!(texts, expected, "{object} on {backend}");
            }
        }
    }
}

/// What fits is printed, and the kernel learns what does not.
#[test]
fn more_than_fits() {
    const PER_RECORD: usize = 64;
    let fit = (4096 * 1024 - 16) / PER_RECORD;
    let rest = "................................................";
    for &backend in BACKENDS {
        for n in [fit - 100, fit + 100] {
            let case = load("gfx900-v5-O2", "much", backend).zeros(4).u32(n as u32);
            let (texts, ended) = printed(&case);
            ended.expect("no fault");
            let line = |k: usize| format!("line {k} of {n}, padded: {rest}\n");
            let lines = n.min(fit);
            assert_eq!(texts[lines - 1], line(lines - 1));
            assert_eq!(texts[0], line(0));
            let result = words(&case.contents(0, 4))[0] as i32;
            if n > fit {
                assert_eq!(texts.len(), lines + 1);
                assert!(texts[lines].contains("full") && texts[lines].ends_with("is lost\n"));
                assert_eq!(result, -1);
            } else {
                assert_eq!((texts.len(), result), (lines, 0));
            }
        }
    }
}

/// What was printed before a fault is not lost.
#[test]
fn text_before_a_fault() {
    for object in OBJECTS {
        for &backend in BACKENDS {
            let mut case = load(object, "faults", backend)
                .grid(&[128], &[64])
                .zeros(4)
                .u32(1 << 30);
            case.launch.threads = 1;
            let (texts, ended) = printed(&case);
            match ended {
                Err(LaunchError::Fault(f)) => {
                    assert!(matches!(f.kind, FaultKind::Write { .. }), "{f}")
                }
                other => panic!("{object} on {backend}: no fault: {other:?}"),
            }
            let expected = |n: usize, word: &str| {
                let lines = (0..n).map(|i| format!("item {i} {word}\n"));
                lines.collect::<Vec<_>>()
            };
            let of = |word: &str| {
                let end = format!("{word}\n");
                let own = texts.iter().filter(|t| t.ends_with(&end));
                own.cloned().collect::<Vec<_>>()
            };
            assert_eq!(
                of("before"),
                expected(128, "before"),
                "{object} on {backend}"
            );
            assert_eq!(of("after"), expected(64, "after"), "{object} on {backend}");
        }
    }
}

/// A kernel that writes anything where the records are.
#[test]
fn records_overwritten() {
    for (used, first, expected) in [
        (8, 77777, "number 77777 of no call"),
        (u32::MAX, 1, "is full"),
        (4, 1, "number 1 of no call"),
        (0x8000_0001, 0, "number 0 of no call"),
    ] {
        let case = load("gfx900-v5-O2", "overwrites", Backend::Jit);
        let case = case.u32(used).u32(first);
        let (texts, ended) = printed(&case);
        ended.expect("no fault");
        let all = texts.concat();
        assert!(all.contains(expected), "{used:#x}, {first}: {all}");
    }
}

/// The backends print the same, and registers that hold addresses of records are none of the comparison.
#[test]
fn both_backends_print_the_same() {
    for object in OBJECTS {
        let case = load(object, "lines", Backend::Jit)
            .grid(&[512], &[128])
            .zeros(2048);
        let compared = case
            .device
            .compare(&case.program, &case.launch)
            .expect("runs");
        assert_eq!(compared.difference, None, "{object}");
        let case = load(object, "strings", Backend::Jit).u32(1);
        let compared = case
            .device
            .compare(&case.program, &case.launch)
            .expect("runs");
        assert_eq!(compared.difference, None, "{object}");
    }
}

#[test]
fn the_formats_of_a_file() {
    for object in OBJECTS {
        let case = load(object, "lines", Backend::Jit);
        let formats = &case.object.printf;
        let numbers: Vec<u32> = formats.iter().map(|f| f.id).collect();
        assert_eq!(numbers, (1..=formats.len() as u32).collect::<Vec<_>>());
        let of = |text: &str| {
            let format = formats.iter().find(|f| f.text == text);
            format.expect(text).sizes.clone()
        };
        assert_eq!(of("item %u: %d\n"), [4, 4]);
        assert_eq!(of("%s %v3hlf\n"), [8, 16]);
        assert!(of("\n").is_empty());
        let hidden = case.object.kernels.iter().map(|k| {
            let kinds = k.args.iter().map(|a| a.kind);
            kinds.filter(|k| *k == ArgKind::HiddenPrintfBuffer).count()
        });
        assert!(hidden.clone().count() > 5 && hidden.into_iter().all(|n| n == 1));
    }
}
