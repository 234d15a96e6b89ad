//! Races and accesses out of place in compiled kernels: each is found, on the right lines, by the interpreter and in
//! compiled code; and nothing is found in those that are right.

use gcn_jit::asm::assemble;
use gcn_jit::check::{Class, Options};
use gcn_jit::isa::Gen;
use gcn_jit::loader::CodeObject;
use gcn_jit::runtime::check::Report;
use gcn_jit::runtime::{Backend, Device, Launch};

/// Where a file of the tests is.
fn data(name: &str) -> String {
    format!("{}/jit-tests/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Rule, the text of the line, and that of the line of the other access.
type Found = (&'static str, &'static str, Option<&'static str>);

/// What there is to find in which kernel; before gfx9 alone where that is said.
const KERNELS: &[(&str, &[Found])] = &[
    (
        "no_barrier",
        &[
            (
                "R01",
                "t[LOCAL] = in[GLOBAL];",
                Some("out[GLOBAL] = t[255 - LOCAL];"),
            ),
            (
                "R01",
                "out[GLOBAL] = t[255 - LOCAL];",
                Some("t[LOCAL] = in[GLOBAL];"),
            ),
        ],
    ),
    ("barrier_between", &[]),
    (
        "one_barrier",
        &[
            (
                "R01",
                "sum += t[LOCAL ^ 64];",
                Some("t[LOCAL] = in[GLOBAL] + i;"),
            ),
            (
                "R01",
                "t[LOCAL] = in[GLOBAL] + i;",
                Some("sum += t[LOCAL ^ 64];"),
            ),
        ],
    ),
    ("bytes", &[]),
    (
        "groups",
        &[("R04", "out[LOCAL] = GROUP;", Some("out[LOCAL] = GROUP;"))],
    ),
    ("same_value", &[]),
    ("counts", &[]),
    (
        "mixed",
        &[(
            "R05",
            "out[GLOBAL] = out[0];",
            Some("ADD(&out[0], 1, memory_order_relaxed, DEVICE);"),
        )],
    ),
    ("last_group", &[]),
    (
        "last_unordered",
        &[("R04", "sum += part[i];", Some("part[GROUP] = GROUP + 1;"))],
    ),
    (
        "last_released",
        &[("R07", "sum += part[i];", Some("part[GROUP] = GROUP + 1;"))],
    ),
    ("overrun", &[("M01", "t[LOCAL] = LOCAL;", None)]),
    ("crooked", &[("M03", "out[GLOBAL] = *p;", None)]),
];

/// What is found in a kernel, by a backend on so many host threads.
fn found(target: &str, kernel: &str, backend: Backend, threads: usize) -> Vec<Report> {
    let file = std::fs::read(data(&format!("kernels/checks/memory.{target}.hsaco")));
    let object = CodeObject::parse(&file.expect("the file"), None).expect("a code object");
    let device = Device::new().expect("a device");
    let program = device.load(&object).expect("loads");
    let buffer = |value: fn(u32) -> u32| {
        let values: Vec<u32> = (0..2048).map(value).collect();
        device.buffer("buffer", &values).expect("room")
    };
    let buffers = [buffer(|_| 0), buffer(|i| i + 1), buffer(|_| 0)];
    let launch = program.launch(kernel).expect("a kernel");
    let mut launch = launch
        .grid(2048)
        .local(256)
        .threads(threads)
        .backend(backend);
    let args = match kernel {
        k if k.starts_with("last") => 3,
        "no_barrier" | "barrier_between" | "one_barrier" | "bytes" => 2,
        _ => 1,
    };
    // The counter begins at 0.
    let order = if args == 3 { [0, 2, 1] } else { [0, 1, 2] };
    for i in &order[..args] {
        launch = launch.arg(&buffers[*i]);
    }
    let options = Options {
        classes: Class::DEFAULT
            .iter()
            .copied()
            .filter(|c| *c != Class::Uninit)
            .collect(),
        pedantic: false,
    };
    device
        .check(&program, &launch, &options)
        .expect("a launch")
        .reports
}

#[test]
fn races_and_accesses_out_of_place_are_found() {
    let source = std::fs::read_to_string(data("kernels/checks/memory.cl")).expect("the source");
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let line = |source: &[gcn_jit::error::SourceLine]| {
        let first = source.first().expect("a line");
        assert!(first.file.ends_with("memory.cl"), "{first:?}");
        lines[first.line as usize - 1].to_owned()
    };
    for target in ["gfx803", "gfx900"] {
        for (kernel, want) in KERNELS {
            let reports = found(target, kernel, Backend::Jit, 1);
            assert_eq!(
                reports,
                found(target, kernel, Backend::Interp, 1),
                "{target} {kernel}"
            );
            let told: Vec<_> = reports
                .iter()
                .map(|r| {
                    let other = r.other.as_ref().map(|o| line(&o.source));
                    (r.rule, line(&r.source), other)
                })
                .collect();
            let wanted: Vec<_> = match (*kernel, target) {
                // LDS addresses may be any there.
                ("crooked", "gfx900") => vec![],
                _ => want
                    .iter()
                    .map(|(r, l, o)| (*r, (*l).to_owned(), o.map(str::to_owned)))
                    .collect(),
            };
            assert_eq!(told, wanted, "{target} {kernel}");
        }
    }
}

/// Which wave comes first depends on chance then; that something is found does not.
#[test]
fn races_are_found_on_several_threads() {
    for kernel in ["groups", "no_barrier", "barrier_between", "counts"] {
        let rules = |threads| -> Vec<&str> {
            let mut rules: Vec<&str> = (found("gfx900", kernel, Backend::Jit, threads).iter())
                .map(|r| r.rule)
                .collect();
            rules.sort();
            rules.dedup();
            rules
        };
        assert_eq!(rules(2), rules(1), "{kernel}");
    }
}

/// A card allocates LDS in granules, of 256 bytes on gfx6 and of 512 on later ones (LLVM AMDGPUUsage, GRANULATED_LDS_SIZE):
/// what lies in the last of them beyond what the launch asks for is accessed, and is found.
#[test]
fn lds_beyond_what_the_launch_asks_for() {
    for &generation in &Gen::GCN {
        let granule = if generation == Gen::Gfx6 { 256 } else { 512 };
        for (size, offset) in [
            (4, 0),
            (128, 0),
            (252, 0),
            (256, 0),
            (255, 0),
            (256, 4),
            (512, 256),
        ] {
            let text = format!(
                "s_mov_b32 m0, -1
                v_lshlrev_b32 v1, 2, v0
                ds_write_b32 v1, v0 offset:{offset}
                s_waitcnt lgkmcnt(0)
                ds_read_b32 v2, v1 offset:{offset}
                s_waitcnt lgkmcnt(0)
                s_endpgm"
            );
            let code = assemble(generation, &text).expect("assembles");
            let object = CodeObject::parse(&code.bytes, Some(generation.target())).expect("raw");
            let device = Device::new().expect("a device");
            let program = device.load(&object).expect("loads");
            // The first lane whose dword is not all inside, and whether the card has something there.
            let first = (0..64u32).find(|lane| offset + 4 * lane + 4 > size);
            let wanted = first.map(|lane| {
                let inside = offset + 4 * lane + 4 <= size.next_multiple_of(granule);
                (lane as u8, inside)
            });
            for backend in [Backend::Jit, Backend::Interp] {
                // Compiled code that shows nothing else looks for itself.
                for classes in [vec![Class::Memory], vec![Class::Memory, Class::Races]] {
                    let options = Options {
                        classes,
                        pedantic: false,
                    };
                    let mut launch = Launch::new(0, 64, 64).threads(1).backend(backend);
                    launch.lds_limit = Some(size);
                    let checked = device.check(&program, &launch, &options).expect("runs");
                    let found: Vec<_> = (checked.reports.iter())
                        .map(|r| {
                            let says = format!("and the work-group has {size:#x}: ");
                            assert!(r.message.contains(&says), "{}", r.message);
                            let inside = r.message.contains("it works only because");
                            (
                                r.rule,
                                r.mnemonic.as_str(),
                                (r.lane.expect("a lane"), inside),
                            )
                        })
                        .collect();
                    let wanted: Vec<_> = ["ds_write_b32", "ds_read_b32"]
                        .into_iter()
                        .filter_map(|name| Some(("M01", name, wanted?)))
                        .collect();
                    assert_eq!(found, wanted, "{backend:?} {generation} {size} {offset}");
                }
            }
        }
    }
}
