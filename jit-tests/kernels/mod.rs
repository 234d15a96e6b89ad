//! The programs of `examples/`, run through the library with the data and arguments of
//! `examples/README.md`, on every backend; `reference.rs` has what they must compute.

mod abi;
pub mod builtins;
mod gemm;
mod old_compiler;
mod old_versions;
mod printf;
mod private;
pub mod reference;
pub mod suite;

use gcn_jit::loader::CodeObject;
use gcn_jit::runtime::{ArgValue, Backend, Device, Launch, LaunchError, LoadedProgram, Stats};
use reference::MulAdd;

/// The backends that every program runs on.
const BACKENDS: &[Backend] = &[Backend::Interp, Backend::Jit];

fn example(path: &str) -> Vec<u8> {
    let path = format!("{}/examples/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The contents of a version-1 `.npy` file, without its header.
fn npy(name: &str) -> Vec<u8> {
    let file = example(&format!("data/{name}.npy"));
    assert_eq!(file[..7], *b"\x93NUMPY\x01");
    let header = u16::from_le_bytes([file[8], file[9]]) as usize;
    file[10 + header..].to_vec()
}

fn words(bytes: &[u8]) -> Vec<u32> {
    let word = |b: &[u8]| u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
    bytes.chunks_exact(4).map(word).collect()
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    words(bytes).into_iter().map(f32::from_bits).collect()
}

fn rows<T: Copy + std::fmt::Debug, const N: usize>(values: &[T]) -> Vec<[T; N]> {
    let row = |r: &[T]| <[T; N]>::try_from(r).expect("N values");
    values.chunks_exact(N).map(row).collect()
}

fn bits<'a>(values: impl IntoIterator<Item = &'a f32>) -> Vec<u32> {
    values.into_iter().map(|v| v.to_bits()).collect()
}

/// A device with one program loaded, and a launch in the making.
struct Case {
    object: CodeObject,
    device: Device,
    program: LoadedProgram,
    launch: Launch<'static>,
}

impl Case {
    /// `file` on `backend`; raw programs name their target.
    fn new(file: &str, isa: Option<&str>, backend: Backend) -> Case {
        let object = CodeObject::parse(&example(file), isa).expect(file);
        Case::load(&object, backend)
    }

    fn load(object: &CodeObject, backend: Backend) -> Case {
        let device = Device::new().expect("a device");
        let program = device.load(object).expect("loads");
        let mut launch = Launch::new(0, 1, 1);
        launch.backend = backend;
        launch.threads = 2;
        Case {
            object: object.clone(),
            device,
            program,
            launch,
        }
    }

    /// The same kernel on a device of its own.
    fn again(&self) -> Case {
        let backend = self.launch.backend;
        let mut case = Case::load(&self.object, backend);
        case.launch.kernel = self.launch.kernel;
        case
    }

    fn kernel(mut self, name: &str) -> Case {
        self.launch.kernel = self.program.kernel(name).expect(name);
        self
    }

    fn grid(mut self, global: &[u32], local: &[u32]) -> Case {
        self.launch.dimensions = global.len() as u32;
        self.launch.grid[..global.len()].copy_from_slice(global);
        self.launch.local[..local.len()].copy_from_slice(local);
        self
    }

    fn buffer(mut self, contents: &[u8]) -> Case {
        let name = format!("argument {}", self.launch.args.len());
        let buffer = self.device.alloc_raw(&name, contents.len() as u64);
        let address = buffer.expect("room");
        self.device
            .memory()
            .write(address, contents)
            .expect("inside");
        self.launch.args.push(ArgValue::Buffer(address));
        self
    }

    fn zeros(self, bytes: usize) -> Case {
        self.buffer(&vec![0; bytes])
    }

    fn value(mut self, value: impl Into<Vec<u8>>) -> Case {
        self.launch.args.push(ArgValue::Bytes(value.into()));
        self
    }

    fn u32(self, value: u32) -> Case {
        self.value(value.to_le_bytes())
    }

    fn f32(self, value: f32) -> Case {
        self.value(value.to_le_bytes())
    }

    fn local(mut self, bytes: u32) -> Case {
        self.launch.args.push(ArgValue::Local(bytes));
        self
    }

    fn run(&self) -> Result<Stats, LaunchError> {
        self.device.launch(&self.program, &self.launch)
    }

    /// Runs and gives the contents of argument `arg`.
    fn output(&self, arg: usize, len: usize) -> Vec<u8> {
        if let Err(e) = self.run() {
            panic!("{e}");
        }
        self.contents(arg, len)
    }

    fn contents(&self, arg: usize, len: usize) -> Vec<u8> {
        let ArgValue::Buffer(address) = self.launch.args[arg] else {
            panic!("argument {arg} is not a buffer");
        };
        let mut out = vec![0; len];
        self.device
            .memory()
            .read(address, &mut out)
            .expect("inside");
        out
    }
}

/// Runs `test` for both targets on every backend, with how the target's objects round.
fn each(name: &str, test: impl Fn(Case, MulAdd)) {
    for (target, mul_add) in [("gfx803", MulAdd::Separate), ("gfx900", MulAdd::Fused)] {
        for &backend in BACKENDS {
            println!("{name} for {target} on {backend}");
            test(
                Case::new(&format!("{target}/{name}.hsaco"), None, backend),
                mul_add,
            );
        }
    }
}

#[test]
fn saxpy() {
    each("saxpy", |case, mul_add| {
        let (x, y) = (npy("x"), npy("y"));
        let case = case.grid(&[1024], &[64]);
        let case = case.f32(2.7).buffer(&x).buffer(&y).u32(1024);
        let expected = reference::saxpy(mul_add, 2.7, &floats(&x), &floats(&y));
        assert_eq!(words(&case.output(2, 4096)), bits(&expected));
    });
}

#[test]
fn nbody() {
    each("nbody", |case, mul_add| {
        let (positions, velocities) = (npy("positions"), npy("velocities"));
        let case = case
            .grid(&[256], &[64])
            .buffer(&positions)
            .buffer(&velocities)
            .zeros(4096)
            .zeros(4096)
            .u32(256)
            .f32(0.01)
            .f32(0.0625);
        let (new_positions, new_velocities) = reference::nbody(
            mul_add,
            &rows(&floats(&positions)),
            &rows(&floats(&velocities)),
            0.01,
            0.0625,
        );
        let found = case.output(2, 4096);
        assert_eq!(words(&found), bits(new_positions.as_flattened()));
        let found = case.contents(3, 4096);
        assert_eq!(words(&found), bits(new_velocities.as_flattened()));
    });
}

#[test]
fn matmul() {
    each("matmul", |case, mul_add| {
        let (a, b) = (npy("a"), npy("b"));
        let case = case.grid(&[64, 64], &[16, 16]);
        let case = case.buffer(&a).buffer(&b).zeros(4 * 4096).u32(64);
        let expected = reference::matmul(mul_add, &floats(&a), &floats(&b), 64);
        assert_eq!(words(&case.output(2, 4 * 4096)), bits(&expected));
    });
}

fn sum_of_values() -> u32 {
    let values: Vec<i32> = words(&npy("values"))
        .into_iter()
        .map(|v| v as i32)
        .collect();
    let sum = reference::reduction(&values);
    assert_eq!(sum, -1901174606);
    sum as u32
}

#[test]
fn reduce_tree() {
    each("reduction", |case, _| {
        let case = case
            .kernel("reduce_tree")
            .grid(&[1024], &[256])
            .buffer(&npy("values"))
            .zeros(4)
            .local(1024)
            .u32(4096);
        assert_eq!(words(&case.output(1, 4)), [sum_of_values()]);
    });
}

#[test]
fn reduce_wave() {
    each("reduction", |case, _| {
        let case = case.kernel("reduce_wave").grid(&[512], &[64]);
        let mut case = case.buffer(&npy("values")).zeros(4).u32(4096);
        assert_eq!(words(&case.output(1, 4)), [sum_of_values()]);

        // The kernel states the only work-group size that it works with.
        case.launch.local = [32, 1, 1];
        let e = case.run().expect_err("another work-group size");
        assert_eq!(
            e.to_string(),
            "kernel 'reduce_wave' requires the work-group size 64x1x1, not 32x1x1"
        );
    });
}

/// With a quarter of the iterations, for the sake of builds without optimisation.
#[test]
fn mandelbrot() {
    each("mandelbrot", |case, mul_add| {
        let case = case
            .grid(&[128, 96], &[16, 16])
            .zeros(4 * 12288)
            .u32(128)
            .u32(96)
            .f32(-2.1)
            .f32(-1.2)
            .f32(0.025)
            .u32(64);
        let expected = reference::mandelbrot(mul_add, 128, 96, -2.1, -1.2, 0.025, 64);
        assert_eq!(words(&case.output(0, 4 * 12288)), expected);
    });
}

#[test]
fn histogram() {
    each("histogram", |case, _| {
        let bytes = npy("bytes");
        let case = case.grid(&[1024], &[256]);
        let case = case.buffer(&bytes).zeros(4 * 256).u32(16384);
        let expected = reference::histogram(&bytes);
        assert_eq!(words(&case.output(1, 4 * 256)), expected);
    });
}

#[test]
fn sha256() {
    each("sha256", |case, _| {
        let messages = npy("messages");
        let case = case.grid(&[256], &[64]);
        let case = case.buffer(&messages).zeros(4 * 2048).u32(256);
        let digests = words(&case.output(1, 4 * 2048));
        assert_eq!(digests[0], 0x47265b69);
        let expected = reference::sha256(&rows(&words(&messages)));
        assert_eq!(digests, expected.as_flattened());
    });
}

#[test]
fn raw_program() {
    for &backend in BACKENDS {
        let input = npy("words");
        let case = Case::new("raw/kernel.bin", Some("gfx803"), backend)
            .grid(&[1024], &[64])
            .buffer(&input)
            .zeros(4000)
            .u32(12345)
            .u32(16)
            .u32(1000);
        let found = words(&case.output(1, 4000));
        assert_eq!(found[..3], [3886386664, 896005108, 1321856220]);
        assert_eq!(found, reference::raw_mix(&words(&input), 12345, 16));
    }
}

/// A grid that the work-group size does not divide has a partial last work-group.
#[test]
fn partial_work_groups() {
    each("saxpy", |case, mul_add| {
        let (x, y) = (npy("x"), npy("y"));
        let case = case.grid(&[1000], &[192]);
        let case = case.f32(2.7).buffer(&x).buffer(&y).u32(1024);
        let mut expected = floats(&y);
        let some = reference::saxpy(mul_add, 2.7, &floats(&x), &floats(&y)[..1000]);
        expected[..1000].copy_from_slice(&some);
        assert_eq!(words(&case.output(2, 4096)), bits(&expected));
        let stats = case.run().expect("runs again");
        // Five work-groups of 192 and one of 40.
        assert_eq!((stats.workgroups, stats.waves), (6, 16));
    });
}

/// The GDS is one for all work-groups, and stays from launch to launch: each work-item draws a number of
/// its own from a counter there, and stores 1 at that place.
#[test]
fn work_groups_share_the_gds() {
    const CODE: [u32; 13] = [
        0xc006_0200, // s_load_dwordx2 s[8:9], s[0:1], 0x0
        0,
        0xbefc_00c0, // s_mov_b32 m0, 64
        0x7e02_0280, // v_mov_b32_e32 v1, 0
        0x7e06_0281, // v_mov_b32_e32 v3, 1
        0xd841_0000, // ds_add_rtn_u32 v2, v1, v3 gds
        0x0200_0301,
        0xbf8c_c07f, // s_waitcnt lgkmcnt(0)
        0x2404_0482, // v_lshlrev_b32_e32 v2, 2, v2
        0xdc70_8000, // global_store_dword v2, v3, s[8:9]
        0x0008_0302,
        0xbf81_0000, // s_endpgm
        0xbf81_0000,
    ];
    let bytes: Vec<u8> = CODE.iter().flat_map(|w| w.to_le_bytes()).collect();
    let object = CodeObject::parse(&bytes, Some("gfx900")).expect("raw code");
    for &backend in BACKENDS {
        let case = Case::load(&object, backend).grid(&[64 * 64], &[128]);
        let case = case.zeros(4 * 2 * 64 * 64);
        case.run().expect("runs");
        // This runs it again.
        assert_eq!(words(&case.output(0, 4 * 2 * 64 * 64)), [1; 2 * 64 * 64]);
    }
}

/// An access past the end of a buffer is reported with everything that helps to find it.
#[test]
fn out_of_bounds_access() {
    each("saxpy", |case, _| {
        let case = case.grid(&[1024], &[64]);
        let case = case.f32(1.0).zeros(4096).zeros(2400).u32(1024);
        let Err(LaunchError::Fault(fault)) = case.run() else {
            panic!("no fault");
        };
        // Element 600 is lane 24 of work-group 9.
        assert_eq!(fault.workgroup, [9, 0, 0]);
        assert_eq!((fault.wave, fault.lane), (0, Some(24)));
        assert_eq!(fault.context.kernel, "saxpy");
        let inst = &fault.context.inst;
        assert!(inst.contains("_load_dword v"), "{inst}");
        assert_eq!(
            fault.context.place.as_deref(),
            Some("0 bytes past the end of 'argument 2' (2400 bytes)")
        );
    });
}
