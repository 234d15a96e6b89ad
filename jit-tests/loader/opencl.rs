//! AMD's and Mesa's OpenCL binaries: kernels of our own, made into files of these formats, loaded and run. What registers and
//! arguments hold is CLRX's AmdAbi, AmdCl2Abi and GalliumAbi.

use gcn_jit::asm::assemble;
use gcn_jit::fuzz::containers::{self as make, Cl1Kernel, Cl2Arg, GalliumArg};
use gcn_jit::runtime::{ArgValue, Backend, Device, Dims};

use super::*;

/// The bytes of a program.
pub fn code(generation: Gen, text: &str) -> Vec<u8> {
    let assembled = assemble(generation, text);
    assembled.unwrap_or_else(|e| panic!("{e:?}")).bytes
}

/// Runs the kernel `name` on both backends; gives the contents of buffer `out` of 4-byte numbers.
fn run(
    object: &CodeObject,
    name: &str,
    (grid, local): (Dims, Dims),
    args: impl Fn(&Device) -> (Vec<ArgValue>, gcn_jit::runtime::Buffer),
) -> Result<Vec<i32>, String> {
    let mut results = Vec::new();
    for backend in [Backend::Jit, Backend::Interp] {
        let device = Device::new().expect("a device");
        let program = device.load(object).expect("loads");
        let (args, out) = args(&device);
        let mut launch = program.launch(name).expect("the kernel");
        launch = launch.grid(grid).local(local).backend(backend);
        launch.args = args;
        device
            .launch(&program, &launch)
            .map_err(|e| e.to_string())?;
        results.push(out.read::<i32>());
    }
    assert_eq!(results[0], results[1]);
    Ok(results.swap_remove(0))
}

/// Where the two literals of `text` with that value are in its code, and the code.
fn literals(code: &[u8], value: u32) -> Vec<u64> {
    let words = code.chunks_exact(4).enumerate();
    let found = words.filter(|(_, w)| **w == value.to_le_bytes());
    found.map(|(i, _)| 4 * i as u64).collect()
}

const OUT: Cl2Arg<'static> = ("out", "int*", [1, 7, 4, 4, 1, 5]);
const FACTOR: Cl2Arg<'static> = ("factor", "int", [1, 8, 0, 0, 0, 4]);

fn cl2_args(more: &[Cl2Arg<'static>]) -> Vec<Cl2Arg<'static>> {
    [&make::CL2_HIDDEN[..], more].concat()
}

/// `out[i] = factor * i + constants[0]`, with the work-group's size from the dispatch packet.
fn cl2_binary(reqd: [u32; 3], more: &[Cl2Arg<'static>]) -> Vec<u8> {
    let text = "
        s_load_dword s11, s[4:5], 0x4
        s_load_dwordx2 s[0:1], s[6:7], 0x30
        s_load_dword s2, s[6:7], 0x38
        s_mov_b32 s12, 0x5ca1ab1e
        s_mov_b32 s13, 0x5ca1ab1e
        s_load_dword s14, s[12:13], 0x0
        s_waitcnt lgkmcnt(0)
        s_and_b32 s11, s11, 0xffff
        s_mul_i32 s10, s10, s11
        v_add_u32_e32 v0, s10, v0
        v_mul_lo_u32 v1, v0, s2
        v_add_u32_e32 v1, s14, v1
        v_lshlrev_b32_e32 v0, 2, v0
        global_store_dword v0, v1, s[0:1]
        s_endpgm";
    // 10 user SGPRs: buffer of private memory, packet, arguments, scratch; and the work-group's x.
    let rsrc = [1 | 3 << 6 | 0xc0 << 12 | 1 << 21, 10 << 1 | 1 << 7];
    let mut kernel = make::kernel_code([9, 0, 0], rsrc, 0x2b, 0);
    kernel.extend(code(Gen::Gfx9, text));
    let places = literals(&kernel, 0x5ca1_ab1e);
    let metadata = make::cl2_metadata(true, reqd, &cl2_args(more));
    let constants = 7i32.to_le_bytes();
    let patches = [places[0], places[1]];
    make::amd_cl2([9, 0, 0], &kernel, &metadata, Some((&constants, patches)))
}

#[test]
fn amd_opencl_2_kernels_run() {
    let file = cl2_binary([0; 3], &[OUT, FACTOR]);
    let object = CodeObject::parse(&file, None).expect("loads");
    assert_eq!(
        (object.target.as_str(), object.format),
        ("gfx900", Format::AmdOpenCl2)
    );
    let found = explicit(&object, "k");
    let wanted = [
        (
            "out".to_owned(),
            48,
            8,
            ArgKind::GlobalBuffer,
            String::new(),
        ),
        (
            "factor".to_owned(),
            56,
            4,
            ArgKind::ByValue,
            "i32".to_owned(),
        ),
    ];
    let same = |a: &(String, u64, u64, ArgKind, String),
                b: &(String, u64, u64, ArgKind, String)| {
        (&a.0, a.1, a.2, a.3) == (&b.0, b.1, b.2, b.3)
    };
    assert!(
        found.len() == 2 && found.iter().zip(&wanted).all(|(a, b)| same(a, b)),
        "{found:?}"
    );
    let got = run(&object, "k", (128.into(), 64.into()), |device| {
        let out = device.alloc("out", 512).expect("room");
        (vec![(&out).into(), 3i32.into()], out)
    });
    let wanted: Vec<i32> = (0..128).map(|i| 3 * i + 7).collect();
    assert_eq!(got.as_deref(), Ok(&wanted[..]));

    // What it demands of the work-group's size.
    let object = CodeObject::parse(&cl2_binary([32, 1, 1], &[OUT, FACTOR]), None).expect("loads");
    assert_eq!(object.kernels[0].reqd_workgroup_size, Some([32, 1, 1]));
}

/// Arguments lie at the alignment of their elements, vectors too (CLRX, AmdCL2BinGen.cpp, `calculateKernelArgSize`).
#[test]
fn amd_opencl_2_arguments_are_laid_out() {
    let args = [
        ("c", "uchar", [1, 6, 0, 0, 0, 4]),
        ("v", "float3", [4, 11, 0, 0, 0, 4]),
        ("s", "ushort2", [2, 7, 0, 0, 0, 4]),
        ("d", "double", [1, 12, 0, 0, 0, 4]),
        ("l", "int*", [1, 7, 4, 3, 1, 5]),
        ("i", "image2d_t", [0, 1, 1, 0, 0, 2]),
        ("m", "sampler_t", [0, 0, 0, 0, 0, 1]),
        ("q", "queue_t", [0, 18, 4, 0, 0, 7]),
        // Later drivers have other numbers for single integers.
        ("n", "int", [1, 4, 0, 0, 0, 4]),
    ];
    let object = CodeObject::parse(&cl2_binary([0; 3], &args), None).expect("loads");
    let found: Vec<_> = object.kernels[0].args[6..]
        .iter()
        .map(|a| (a.offset, a.size, a.kind))
        .collect();
    use ArgKind::*;
    assert_eq!(
        found,
        [
            (48, 1, ByValue),
            (52, 16, ByValue),
            (68, 4, ByValue),
            (72, 8, ByValue),
            (80, 8, DynamicSharedPointer),
            (88, 8, Image),
            (96, 8, Sampler),
            (104, 8, Queue),
            (112, 4, ByValue),
        ]
    );
    let hidden: Vec<_> = object.kernels[0].args[..6]
        .iter()
        .map(|a| a.offset)
        .collect();
    assert_eq!(hidden, [0, 8, 16, 24, 32, 40]);
    let value_types = object.kernels[0].args[6..].iter();
    let value_types: Vec<_> = value_types.map(|a| a.value_type.as_deref()).collect();
    assert_eq!(value_types[0], Some("u8"));
    assert_eq!(value_types[3], Some("f64"));
    let e = |arg| {
        CodeObject::parse(&cl2_binary([0; 3], &[arg]), None)
            .unwrap_err()
            .to_string()
    };
    let unknown = e(("x", "huge", [1, 77, 0, 0, 0, 4]));
    assert!(unknown.contains("argument 6 'x': type 77"), "{unknown}");
    let unknown = e(("x", "int5", [5, 8, 0, 0, 0, 4]));
    assert!(unknown.contains("no vectors of 5"), "{unknown}");
}

/// Those of the first drivers have no file in their `.text`; `e_flags` tells the card.
#[test]
fn amd_opencl_2_kernels_of_old_drivers_run() {
    let text = "
        s_load_dwordx2 s[0:1], s[4:5], 0xc
        s_load_dword s2, s[4:5], 0xe
        s_waitcnt lgkmcnt(0)
        v_mul_lo_u32 v1, v0, s2
        v_lshlrev_b32_e32 v0, 2, v0
        v_mov_b32_e32 v3, s1
        v_add_i32_e32 v2, vcc, s0, v0
        v_addc_u32_e32 v3, vcc, 0, v3, vcc
        flat_store_dword v[2:3], v1
        s_endpgm";
    let rsrc = [1 | 3 << 6 | 0xc0 << 12, 6 << 1 | 1 << 7];
    let mut kernel = make::kernel_code([7, 0, 1], rsrc, 9, 0);
    kernel.extend(code(Gen::Gfx7, text));
    let metadata = make::cl2_metadata(true, [0; 3], &cl2_args(&[OUT, FACTOR]));
    let file = make::amd_cl2_old(7, &kernel, &metadata);
    let object = CodeObject::parse(&file, None).expect("loads");
    assert_eq!(object.target, "gfx701");
    let got = run(&object, "k", (64.into(), 64.into()), |device| {
        let out = device.alloc("out", 256).expect("room");
        (vec![(&out).into(), 5i32.into()], out)
    });
    let wanted: Vec<i32> = (0..64).map(|i| 5 * i).collect();
    assert_eq!(got.as_deref(), Ok(&wanted[..]));
    let e = CodeObject::parse(&make::amd_cl2_old(77, &kernel, &metadata), None).unwrap_err();
    assert!(e.to_string().contains("77 is no device"), "{e}");
}

/// A pointer, a number, and what tells of the grid.
const GALLIUM_ARGS: [GalliumArg; 4] = [
    [2, 8, 8, 8, 0, 0],
    [0, 4, 4, 4, 1, 0],
    [0, 4, 4, 4, 0, 1],
    [0, 4, 4, 4, 0, 2],
];

/// `out[i] = factor * i + global size + constant`; the sizes of the grid lie before the arguments.
#[test]
fn mesa_kernels_run() {
    let text = "
        s_load_dword s5, s[0:1], 0x6
        s_load_dword s6, s[0:1], 0x3
        s_load_dwordx2 s[8:9], s[0:1], 0xa
        s_load_dword s7, s[0:1], 0xc
        s_getpc_b64 s[12:13]
        s_add_u32 s12, s12, 0x5ca1ab1e
        s_addc_u32 s13, s13, 0
        s_load_dword s14, s[12:13], 0x0
        s_waitcnt lgkmcnt(0)
        s_mul_i32 s4, s4, s5
        v_add_i32_e32 v0, vcc, s4, v0
        v_mul_lo_i32 v1, v0, s7
        v_add_i32_e32 v1, vcc, s6, v1
        v_add_i32_e32 v1, vcc, s14, v1
        s_mov_b32 s10, -1
        s_mov_b32 s11, 0xf000
        v_lshlrev_b32_e32 v0, 2, v0
        buffer_store_dword v1, v0, s[8:11], 0 offen
        s_endpgm";
    let mut bytes = code(Gen::Gfx6, text);
    // What is behind s_getpc, and where the constants begin.
    let at = literals(&bytes, 0x5ca1_ab1e)[0] as usize;
    let distance = (bytes.len() - (at - 4)) as u32;
    put(&mut bytes, at, distance.to_le_bytes());
    let registers = [1 | 1 << 6 | 0xc0 << 12, 4 << 1 | 1 << 7, 0];
    for is_64 in [false, true] {
        let constants = 1000i32.to_le_bytes();
        let file = make::gallium(is_64, &bytes, &GALLIUM_ARGS, Some(registers), &constants);
        let e = CodeObject::parse(&file, None).unwrap_err().to_string();
        assert!(e.contains("does not say its target"), "{e}");
        let object = CodeObject::parse(&file, Some("gfx601")).expect("loads");
        assert_eq!(
            (object.target.as_str(), object.format),
            ("gfx601", Format::Gallium)
        );
        let got = run(&object, "k", (128.into(), 64.into()), |device| {
            let out = device.alloc("out", 512).expect("room");
            (vec![(&out).into(), (-2i32).into()], out)
        });
        let wanted: Vec<i32> = (0..128).map(|i| -2 * i + 128 + 1000).collect();
        assert_eq!(got.as_deref(), Ok(&wanted[..]));
    }
    // Private memory has its address written into the code by the driver: said when it is launched.
    let registers = [registers[0], registers[1] | 1, 3 << 12];
    let file = make::gallium(true, &bytes, &GALLIUM_ARGS, Some(registers), &[0; 4]);
    let object = CodeObject::parse(&file, Some("gfx601")).expect("loads");
    assert_eq!(object.kernels[0].private_size, 48);
    let e = run(&object, "k", (64.into(), 64.into()), |device| {
        let out = device.alloc("out", 256).expect("room");
        (vec![(&out).into(), 1i32.into()], out)
    });
    assert!(e.unwrap_err().contains("kernel 'k' needs private memory"));
}

/// Since LLVM 4 each kernel has a header, which tells the card, and arguments begin at 0.
#[test]
fn mesa_kernels_with_headers_run() {
    let text = "
        s_load_dword s9, s[4:5], 0x1
        s_load_dwordx2 s[0:1], s[6:7], 0x0
        s_load_dword s2, s[6:7], 0x2
        s_load_dword s3, s[6:7], 0x3
        s_waitcnt lgkmcnt(0)
        s_and_b32 s9, s9, 0xffff
        s_mul_i32 s8, s8, s9
        v_add_i32_e32 v0, vcc, s8, v0
        v_mul_lo_u32 v1, v0, s2
        v_add_i32_e32 v1, vcc, s3, v1
        v_lshlrev_b32_e32 v0, 2, v0
        v_mov_b32_e32 v3, s1
        v_add_i32_e32 v2, vcc, s0, v0
        v_addc_u32_e32 v3, vcc, 0, v3, vcc
        flat_store_dword v[2:3], v1
        s_endpgm";
    // 8 user SGPRs: buffer of private memory, packet, arguments.
    let rsrc = [1 | 3 << 6 | 0xc0 << 12, 8 << 1 | 1 << 7];
    let mut kernel = make::kernel_code([7, 0, 0], rsrc, 0xb, 0);
    kernel.extend(code(Gen::Gfx7, text));
    let file = make::gallium(true, &kernel, &GALLIUM_ARGS, None, &[]);
    let object = CodeObject::parse(&file, None).expect("loads");
    assert_eq!(object.target, "gfx700");
    let got = run(&object, "k", (128.into(), 32.into()), |device| {
        let out = device.alloc("out", 512).expect("room");
        (vec![(&out).into(), 9i32.into()], out)
    });
    // The number of dimensions follows the arguments.
    let wanted: Vec<i32> = (0..128).map(|i| 9 * i + 1).collect();
    assert_eq!(got.as_deref(), Ok(&wanted[..]));
    assert!(CodeObject::parse(&file, Some("gfx900")).is_err());
}

const CL1_TEXT: &str = "
    s_buffer_load_dword s0, s[4:7], 0x0
    s_buffer_load_dword s1, s[4:7], 0x4
    s_buffer_load_dword s13, s[8:11], 0x0
    s_buffer_load_dword s14, s[8:11], 0x4
    s_buffer_load_dword s15, s[8:11], 0x8
    s_load_dwordx4 s[16:19], s[2:3], 0x60
    s_load_dwordx4 s[20:23], s[2:3], 0x68
    s_load_dwordx4 s[24:27], s[2:3], 0x50
    s_waitcnt lgkmcnt(0)
    s_buffer_load_dword s28, s[24:27], 0x0
    s_mul_i32 s12, s12, s1
    v_add_i32_e32 v0, vcc, s12, v0
    v_lshlrev_b32_e32 v1, 2, v0
    v_add_i32_e32 v2, vcc, s14, v1
    buffer_load_dword v3, v2, s[20:23], 0 offen
    s_waitcnt vmcnt(0) lgkmcnt(0)
    v_mul_lo_i32 v3, v3, s15
    v_add_i32_e32 v3, vcc, s28, v3
    v_add_i32_e32 v3, vcc, s0, v3
    v_add_i32_e32 v2, vcc, s13, v1
    buffer_store_dword v3, v2, s[16:19], 0 offen
    s_endpgm";

/// The address of the table of buffers, and descriptors of both constant buffers: 12 registers.
const CL1_DATA: [make::Cl1Data; 3] = [[23, 0, 2, 2], [2, 0, 4, 4], [2, 1, 8, 4]];

const CL1_METADATA: &str = ";ARGSTART:__OpenCL_k_kernel
;version:3:1:111
;memory:hwlocal:0
;pointer:out:i32:1:1:0:uav:12:4:RW:0:0
;pointer:in:i32:1:1:16:uav:13:4:RO:0:0
;value:factor:i32:1:1:32
;uavid:11
;printfid:9
;cbid:10
;privateid:8
;reflection:0:int*
;reflection:1:int*
;reflection:2:int
;ARGEND:__OpenCL_k_kernel
";

fn cl1_kernel<'a>(code: &'a [u8], metadata: &'a str) -> Cl1Kernel<'a> {
    Cl1Kernel {
        name: "k",
        code,
        metadata,
        user_data: &CL1_DATA,
        rsrc2: 12 << 1 | 1 << 7,
        private: 0,
    }
}

/// `out[i] = factor * in[i] + constant + global size`.
#[test]
fn amd_opencl_1_kernels_run() {
    let bytes = code(Gen::Gfx6, CL1_TEXT);
    let constants = 77i32.to_le_bytes();
    let wide = CL1_METADATA.replace(";uavid", ";memory:64bitABI\n;uavid");
    // Pointers that share a descriptor are apart by their offset in it.
    let shared = CL1_METADATA.replace("uav:13", "uav:12");
    let same = code(Gen::Gfx6, &CL1_TEXT.replace("0x68", "0x60"));
    for (is_64, metadata, bytes) in [
        (false, CL1_METADATA, &bytes),
        (true, &wide, &bytes),
        (false, &shared, &same),
    ] {
        let file = make::amd_cl1(0x3fe, is_64, &[cl1_kernel(bytes, metadata)], &constants);
        let object = CodeObject::parse(&file, None).expect("loads");
        assert_eq!(
            (object.target.as_str(), object.format),
            ("gfx601", Format::AmdOpenCl1)
        );
        let got = run(&object, "k", (128.into(), 64.into()), |device| {
            let data: Vec<i32> = (0..128).map(|i| i * i).collect();
            let input = device.buffer("in", &data).expect("room");
            let out = device.alloc("out", 512).expect("room");
            (vec![(&out).into(), (&input).into(), (-3i32).into()], out)
        });
        let wanted: Vec<i32> = (0..128).map(|i| -3 * i * i + 77 + 128).collect();
        assert_eq!(got.as_deref(), Ok(&wanted[..]), "{metadata}");
    }
}

/// Local memory behind the kernel's own, private memory by the second entry of the internal table, constants of old drivers
/// by the table of constant buffers.
#[test]
fn amd_opencl_1_kernels_have_all_kinds_of_memory() {
    let text = "
        s_buffer_load_dword s15, s[8:11], 0x0
        s_load_dwordx4 s[16:19], s[4:5], 0xc
        s_load_dwordx4 s[20:23], s[2:3], 0x4
        s_load_dwordx4 s[24:27], s[6:7], 0x50
        s_waitcnt lgkmcnt(0)
        s_buffer_load_dword s28, s[16:19], 0x1
        s_mov_b32 m0, -1
        v_lshlrev_b32_e32 v1, 2, v0
        v_add_i32_e32 v2, vcc, s15, v1
        v_add_i32_e32 v3, vcc, 5, v0
        ds_write_b32 v2, v3
        s_waitcnt lgkmcnt(0)
        ds_read_b32 v4, v2
        s_waitcnt lgkmcnt(0)
        v_mov_b32_e32 v5, 4
        buffer_store_dword v4, v5, s[20:23], s13 offen
        s_waitcnt vmcnt(0)
        buffer_load_dword v6, v5, s[20:23], s13 offen
        s_waitcnt vmcnt(0)
        v_add_i32_e32 v6, vcc, s28, v6
        v_add_i32_e32 v6, vcc, s15, v6
        buffer_store_dword v6, v1, s[24:27], 0 offen
        s_endpgm";
    let bytes = code(Gen::Gfx6, text);
    let metadata = ";memory:hwlocal:256
;pointer:tmp:i32:1:1:0:hl:1:4:RW:0:0
;pointer:table:i32:1:1:16:hc:3:4:RO:0:0
;pointer:out:i32:1:1:32:uav:10:4:RW:0:0
;uavid:9
";
    let kernel = Cl1Kernel {
        // Internal table, table of constant buffers, table of buffers, arguments.
        user_data: &[[24, 0, 2, 2], [20, 0, 4, 2], [23, 0, 6, 2], [2, 1, 8, 4]],
        // Private memory's offset comes behind the work-group's id.
        rsrc2: 1 | 12 << 1 | 1 << 7,
        private: 4,
        ..cl1_kernel(&bytes, metadata)
    };
    let object = CodeObject::parse(&make::amd_cl1(0x3fd, false, &[kernel], &[]), None);
    let object = object.expect("loads");
    let k = &object.kernels[0];
    assert_eq!((k.lds_size, k.private_size), (256, 16));
    let got = run(&object, "k", (64.into(), 64.into()), |device| {
        let table = device.buffer("table", &[0, 10_000]).expect("room");
        let out = device.alloc("out", 256).expect("room");
        (
            vec![ArgValue::Local(256), (&table).into(), (&out).into()],
            out,
        )
    });
    // The dynamic part begins behind 256 static bytes.
    let wanted: Vec<i32> = (0..64).map(|i| i + 5 + 10_000 + 256).collect();
    assert_eq!(got.as_deref(), Ok(&wanted[..]));
}

/// It is loaded and listed; only who launches it is told.
#[test]
fn what_cannot_be_given_is_said_at_launch() {
    let bytes = code(Gen::Gfx6, CL1_TEXT);
    let launch = |line: &str, value: ArgValue| {
        let metadata = format!("{line}\n{}", CL1_METADATA.replace(";reflection", ";not"));
        let kernel = cl1_kernel(&bytes, &metadata);
        let file = make::amd_cl1(0x3fe, false, &[kernel], &[0; 4]);
        let object = CodeObject::parse(&file, None).expect("loads");
        run(&object, "k", (64.into(), 64.into()), |device| {
            let out = device.alloc("out", 256).expect("room");
            let out_arg: ArgValue = (&out).into();
            let args = vec![value.clone(), out_arg.clone(), out_arg, 1i32.into()];
            (args, out)
        })
        .expect_err(line)
    };
    let four = ArgValue::Bytes(vec![0; 4]);
    let e = launch(";image:img:2D:RO:0:1:48", ArgValue::Bytes(vec![0; 32]));
    assert!(
        e.contains("argument 0 'img'") && e.contains("is an image"),
        "{e}"
    );
    let e = launch(";value:smp:u32:1:1:48\n;sampler:smp:0:0:0", four.clone());
    assert!(
        e.contains("argument 0 'smp'") && e.contains("is a sampler"),
        "{e}"
    );
    let e = launch(";counter:cnt:32:0:1:48", four.clone());
    assert!(e.contains("needs a counter, argument 'cnt'"), "{e}");
    let e = launch(";value:n:i32:1:1:48", ArgValue::Bytes(vec![0; 8]));
    assert!(
        e.contains("argument 0 'n'") && e.contains("has 4 bytes, 8 given"),
        "{e}"
    );
    let e = launch(";pointer:p:i32:1:1:48:uav:14:4:RW:0:0", four);
    assert!(
        e.contains("argument 0 'p'") && e.contains("is a pointer"),
        "{e}"
    );

    let odd = Cl1Kernel {
        user_data: &[[14, 0, 2, 2]],
        ..cl1_kernel(&bytes, CL1_METADATA)
    };
    let object = CodeObject::parse(&make::amd_cl1(0x3fe, false, &[odd], &[]), None);
    let what = object.expect("loads").kernels[0].unsupported.clone();
    assert_eq!(
        what.as_deref(),
        Some("user data of class 14 in its registers")
    );
}

/// Files of each kind, for tests of damaged ones.
pub fn files() -> Vec<(&'static str, Vec<u8>)> {
    let bytes = code(Gen::Gfx6, CL1_TEXT);
    let kernel = cl1_kernel(&bytes, CL1_METADATA);
    let rsrc = [1 | 3 << 6 | 0xc0 << 12, 6 << 1 | 1 << 7];
    let mut old = make::kernel_code([7, 0, 1], rsrc, 9, 0);
    old.extend(code(Gen::Gfx7, "s_endpgm"));
    let metadata = make::cl2_metadata(true, [64, 1, 1], &cl2_args(&[OUT, FACTOR]));
    let registers = [1, 4 << 1 | 1 << 7, 0];
    vec![
        (
            "amd-cl1-32",
            make::amd_cl1(0x3fe, false, &[kernel], &[1; 8]),
        ),
        ("amd-cl1-64", make::amd_cl1(0x408, true, &[kernel], &[1; 8])),
        ("amd-cl2", cl2_binary([0; 3], &[OUT, FACTOR])),
        ("amd-cl2-old", make::amd_cl2_old(7, &old, &metadata)),
        (
            "gallium",
            make::gallium(false, &bytes, &GALLIUM_ARGS, Some(registers), &[1; 4]),
        ),
        (
            "gallium-hsa",
            make::gallium(true, &old, &GALLIUM_ARGS, None, &[]),
        ),
    ]
}
