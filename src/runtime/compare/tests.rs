use super::*;
use crate::interp;
use crate::loader::CodeObject;
use crate::machine::memory::Window;
use crate::machine::wave::Wave;
use crate::machine::{Env, Exit};

/// What an engine that is wrong does to a wave that has ended.
type Wrong = fn(&mut Wave, &Env<'_>);

/// The interpreter, except that.
struct Broken(Wrong);

impl Engine for Broken {
    fn run(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        let exit = interp::run(wave, env)?;
        if exit == Exit::End {
            (self.0)(wave, env);
        }
        Ok(exit)
    }

    fn slice(&self) -> i64 {
        Interpreter.slice()
    }
}

/// `s_load_dwordx2 s[4:5], s[0:1], 0x0; s_load_dword s6, s[0:1], 0x8; s_waitcnt lgkmcnt(0);
/// s_store_dword s6, s[4:5], 0x4; s_endpgm` (encodings by llvm-mc).
const STORE: [u32; 8] = [
    0xc006_0100,
    0x0000_0000,
    0xc002_0180,
    0x0000_0008,
    0xbf8c_007f,
    0xc042_0182,
    0x0000_0004,
    0xbf81_0000,
];

/// Compares `words` for gfx803 on a buffer of four dwords, the address of which is given, too, and 0x102; two
/// work-groups of one wave.
fn compared(words: &[u32], wrong: Wrong) -> (Comparison, u64, u64) {
    let device = Device::new().expect("a device");
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    let object = CodeObject::parse(&bytes, Some("gfx803")).expect("a program");
    let program = device.load(&object).expect("room");
    let buffer = device.buffer("b", &[7u32; 4]).expect("room");
    let launch = program.launch("kernel").expect("the kernel");
    let launch = launch.grid(2).local(1).arg(&buffer).arg(0x102u32);
    let broken = Broken(wrong);
    let compared = device.compare_with(&program, &launch, Some(&broken));
    assert_eq!(buffer.read::<u32>(), [7; 4], "the memory is as it was");
    (compared.expect("no limit"), program.base, buffer.address())
}

#[test]
fn equal_runs() {
    let (c, ..) = compared(&STORE, |_, _| {});
    assert_eq!(c.difference, None);
    assert_eq!(c.interp.expect("no fault").captured.len(), 2);
    assert_eq!(c.jit.expect("no fault").captured.len(), 2);
}

#[test]
fn memory_and_its_writer() {
    let (c, base, at) = compared(&STORE, |wave, env| {
        let address = u64::from(wave.sgpr[4]) | u64::from(wave.sgpr[5]) << 32;
        let stored = env
            .memory
            .store(&mut Window::EMPTY.clone(), address + 4, [1, 0, 0, 0]);
        stored.expect("inside");
    });
    let d = c.difference.expect("another dword");
    let at = at + 4;
    assert_eq!(
        d.text,
        format!("buffer 'b', offset 0x4, address {at:#x}: interp 0x00000102, jit 0x00000001")
    );
    assert_eq!(
        (d.place, d.values),
        (Some(Place::Memory(at)), Some([0x102, 1]))
    );
    let writer = d.writer.clone().expect("a store");
    assert_eq!(
        (writer.pc, writer.text.as_str()),
        (base + 4 * 5, "s_store_dword s6, s[4:5], 0x4")
    );
    let line = d.to_string();
    assert!(line.ends_with(&format!(
        "; interp wrote it last at PC {:#x} [{}]",
        writer.pc, writer.text
    )));
}

/// What the interpreter did not write has no writer.
#[test]
fn memory_that_only_one_writes() {
    let (c, ..) = compared(&STORE, |wave, env| {
        let address = u64::from(wave.sgpr[4]) | u64::from(wave.sgpr[5]) << 32;
        let stored = env
            .memory
            .store(&mut Window::EMPTY.clone(), address + 13, [9]);
        stored.expect("inside");
    });
    let d = c.difference.expect("another byte");
    assert_eq!((d.values, d.writer), (Some([7, 0x907]), None));
}

#[test]
fn registers() {
    let text = |wrong: Wrong| {
        let (c, ..) = compared(&STORE, wrong);
        c.difference.expect("another register")
    };
    let d = text(|w, _| w.sgpr[6] = 5);
    assert_eq!(
        d.text,
        "work-group (0,0,0), wave 0, s6: interp 0x00000102, jit 0x00000005"
    );
    assert_eq!(
        d.writer.expect("a load").text,
        "s_load_dword s6, s[0:1], 0x8"
    );
    let d = text(|w, _| w.vgprs_mut()[3].0[17] = 5);
    assert_eq!(
        d.text,
        "work-group (0,0,0), wave 0, v3, lane 17: interp 0x00000000, jit 0x00000005"
    );
    assert!(text(|w, _| w.sgpr[107] ^= 1).text.contains("vcc_hi"));
    assert!(text(|w, _| w.sgpr[124] ^= 1).text.contains("m0"));
    assert!(text(|w, _| w.scc ^= 1).text.contains("SCC"));
    assert!(text(|w, _| w.mode ^= 1).text.contains("MODE"));
    assert!(text(|w, _| w.pc += 4).text.contains("ends at PC: interp"));
    // Of the second work-group only.
    let d = text(|w, _| w.sgpr[6] ^= w.workgroup[0]);
    assert!(d.text.starts_with("work-group (1,0,0)"), "{}", d.text);
}

#[test]
fn gds() {
    let (c, ..) = compared(&STORE, |_, env| {
        env.memory
            .gds()
            .lock()
            .write(64, [3u8, 0, 0, 0])
            .expect("inside");
    });
    let d = c.difference.expect("another dword");
    assert_eq!(
        d.text,
        "GDS, offset 0x40: interp 0x00000000, jit 0x00000003"
    );
}

/// `s_trap 2`: both fault in the same way. A limit is not a result.
#[test]
fn faults() {
    let (c, ..) = compared(&[0xbf92_0002], |_, _| {});
    assert_eq!(c.difference, None);
    assert!(c.interp.is_err() && c.jit.is_err());
    let one = Ok(Stats::default());
    let d = difference(&c.interp, &one, || None, [&[]; 2]).expect("one faults");
    assert!(
        d.text.starts_with("only interp faults: trap 2"),
        "{}",
        d.text
    );
    let d = difference(&one, &c.jit, || None, [&[]; 2]).expect("one faults");
    assert!(d.text.starts_with("only jit faults: trap 2"), "{}", d.text);

    let device = Device::new().expect("a device");
    let object = CodeObject::parse(&0xbf82_ffffu32.to_le_bytes(), Some("gfx803"));
    let program = device.load(&object.expect("a program")).expect("room");
    let launch = program
        .launch("kernel")
        .expect("the kernel")
        .max_instructions(1000);
    let e = device
        .compare(&program, &launch)
        .expect_err("it does not end");
    assert!(
        e.to_string()
            .starts_with("interp: instruction limit of 1000 reached"),
        "{e}"
    );
}

/// What is printed is compared in any order, and registers only where nothing is.
#[test]
fn texts() {
    let texts = |texts: &[&str]| texts.iter().map(|t| (*t).to_owned()).collect::<Vec<_>>();
    let (none, x, y) = (texts(&[]), texts(&["a\n", "b\n"]), texts(&["a\n", "c\n"]));
    let text = printed_difference(&x, &y);
    assert_eq!(text.as_deref(), Some("only interp prints \"b\\n\""));
    let text = printed_difference(&texts(&["a\n", "c\n"]), &texts(&["a\n", "b\n", "c\n"]));
    assert_eq!(text.as_deref(), Some("only jit prints \"b\\n\""));
    let text = printed_difference(&none, &x);
    assert_eq!(text.as_deref(), Some("only jit prints \"a\\n\""));
    let text = printed_difference(&texts(&["a\n", "a\n"]), &texts(&["a\n"]));
    assert_eq!(text.as_deref(), Some("only interp prints \"a\\n\""));
    assert_eq!(printed_difference(&x, &x), None);
    // What still had room in a full buffer depends on the order.
    let full = texts(&["a\n", LOST]);
    assert_eq!(printed_difference(&full, &y), None);

    let (c, ..) = compared(&STORE, |wave, _| wave.sgpr[6] = 1);
    let [one, other] = [c.interp, c.jit];
    let registers = difference(&one, &other, || None, [&none; 2]).expect("s6 differs");
    assert!(registers.text.contains("s6: interp"), "{}", registers.text);
    assert_eq!(difference(&one, &other, || None, [&x; 2]), None);
    let d = difference(&one, &other, || None, [&x, &y]).expect("texts differ");
    assert_eq!(
        (d.text.as_str(), d.place),
        ("only interp prints \"b\\n\"", None)
    );
}

/// A kernel with line numbers (`jit-tests/kernels/checks`): it stores at line 10, in `put`, which is inlined into
/// `scale` at line 16.
#[test]
fn writers_have_lines_of_the_source() {
    let device = Device::new().expect("a device");
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/jit-tests/kernels/checks/whole.hsaco"
    );
    let object = std::fs::read(file).expect("the kernel");
    let object = CodeObject::parse(&object, None).expect("an object");
    let program = device.load(&object).expect("room");
    let buffer = device.buffer("to", &[7u32; 64]).expect("room");
    let launch = program.launch("scale").expect("the kernel");
    let launch = launch.grid(64).local(64).arg(&buffer);
    let broken = Broken(|wave, env| {
        let address = u64::from(wave.sgpr[0]) | u64::from(wave.sgpr[1]) << 32;
        let stored = env
            .memory
            .store(&mut Window::EMPTY.clone(), address + 4, [1, 0, 0, 0]);
        stored.expect("inside");
    });
    let compared = device.compare_with(&program, &launch, Some(&broken));
    let d = compared.expect("no limit").difference.expect("a dword");
    let writer = d.writer.as_ref().expect("a store");
    let lines: Vec<String> = writer.source.iter().map(|l| l.to_string()).collect();
    assert_eq!(
        lines,
        ["/src/missing.cl:10 in put", "/src/missing.cl:16 in scale"]
    );
    assert!(
        d.to_string().ends_with(
            "[global_store_dword v0, v1, s[0:1]], at /src/missing.cl:10 in put, inlined at /src/missing.cl:16 in scale"
        ),
        "{d}"
    );
}
