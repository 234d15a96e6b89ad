//! Code objects of versions that current compilers no longer make: version 2, built here around
//! code of its own, and version 3, which differs from version 4 in little more than its number.

use super::*;
use crate::loader::build::{Elf, HSA_KERNEL, KernelCode, RX, isa_version_note, put};

/// Where the kernels lie: descriptor, then code.
const MIRROR_AT: u64 = 0x1000;
const SEGMENT_AT: u64 = 0x2000;

/// Passes values between mirror images in a work-group through static and dynamic LDS, through
/// private memory by both ways to reach it, and tells what it was started with.
///
/// `s[0:3]` private segment buffer, `s[4:5]` dispatch packet, `s[6:7]` queue, `s[8:9]` arguments
/// (in, out, dynamic, k, global offset x), `s[10:11]` flat scratch, `s12` work-group count x, `s13`
/// work-group id x, `s14` wave's scratch offset.
#[rustfmt::skip]
const MIRROR: &[u32] = &[
    // gid = global offset + group * work-group size + local id
    0xc0020402, 0x00000004, // s_load_dword s16, s[4:5], 0x4
    0xc0020442, 0x0000000c, // s_load_dword s17, s[4:5], 0xc
    0xc0060483, 0x00000040, // s_load_dwordx2 s[18:19], s[6:7], 0x40
    0xc00a0504, 0x00000000, // s_load_dwordx4 s[20:23], s[8:9], 0x0
    0xc00a0604, 0x00000010, // s_load_dwordx4 s[24:27], s[8:9], 0x10
    0xbefc00c1, // s_mov_b32 m0, -1
    0x800a0e0a, // s_add_u32 s10, s10, s14
    0x8f67880a, // s_lshr_b32 flat_scratch_hi, s10, 8
    0xbee6000b, // s_mov_b32 flat_scratch_lo, s11
    0xbf8c007f, // s_waitcnt lgkmcnt(0)
    0x8610ff10, 0x0000ffff, // s_and_b32 s16, s16, 0xffff
    0x920f100d, // s_mul_i32 s15, s13, s16
    0x810f1a0f, // s_add_i32 s15, s15, s26
    0x3202000f, // v_add_u32_e32 v1, vcc, s15, v0
    // v4 = in[gid]
    0x24040282, // v_lshlrev_b32_e32 v2, 2, v1
    0x7e060215, // v_mov_b32_e32 v3, s21
    0x32040414, // v_add_u32_e32 v2, vcc, s20, v2
    0x38060680, // v_addc_u32_e32 v3, vcc, 0, v3, vcc
    0xdc500000, 0x04000002, // flat_load_dword v4, v[2:3]
    // fixed[local id] = in[gid] * 3 + k, dynamic[local id] = in[gid] ^ local id
    0x240a0082, // v_lshlrev_b32_e32 v5, 2, v0
    0x320c0a18, // v_add_u32_e32 v6, vcc, s24, v5
    0xbf8c0070, // s_waitcnt vmcnt(0) lgkmcnt(0)
    0xd2850007, 0x00010704, // v_mul_lo_u32 v7, v4, 3
    0x320e0e19, // v_add_u32_e32 v7, vcc, s25, v7
    0x2a100104, // v_xor_b32_e32 v8, v4, v0
    0xd81a0000, 0x00000705, // ds_write_b32 v5, v7
    0xd81a0000, 0x00000806, // ds_write_b32 v6, v8
    0xbf8c007f, // s_waitcnt lgkmcnt(0)
    0xbf8a0000, // s_barrier
    // both of the mirror image of the work-item
    0x34120010, // v_sub_u32_e32 v9, vcc, s16, v0
    0x24121282, // v_lshlrev_b32_e32 v9, 2, v9
    0x32141218, // v_add_u32_e32 v10, vcc, s24, v9
    0x321212c4, // v_add_u32_e32 v9, vcc, -4, v9
    0x321414c4, // v_add_u32_e32 v10, vcc, -4, v10
    0xd86c0000, 0x0c000009, // ds_read_b32 v12, v9
    0xd86c0000, 0x0d00000a, // ds_read_b32 v13, v10
    // private memory: written through the buffer and read through a flat pointer, and the reverse
    0x320e0887, // v_add_u32_e32 v7, vcc, 7, v4
    0x7e040288, // v_mov_b32_e32 v2, 8
    0x7e060213, // v_mov_b32_e32 v3, s19
    0xe0700008, 0x0e000700, // buffer_store_dword v7, off, s[0:3], s14 offset:8
    0xbf8c0f70, // s_waitcnt vmcnt(0)
    0xdc500000, 0x0e000002, // flat_load_dword v14, v[2:3]
    0x7e04028c, // v_mov_b32_e32 v2, 12
    0x7e105704, // v_not_b32_e32 v8, v4
    0xbf8c0070, // s_waitcnt vmcnt(0) lgkmcnt(0)
    0xdc700000, 0x00000802, // flat_store_dword v[2:3], v8
    0xbf8c0070, // s_waitcnt vmcnt(0) lgkmcnt(0)
    0xe0501000, 0x0e000f02, // buffer_load_dword v15, v2, s[0:3], s14 offen
    // the work-item's own fixed LDS through a flat pointer
    0x7e0c0212, // v_mov_b32_e32 v6, s18
    0xdc500000, 0x10000005, // flat_load_dword v16, v[5:6]
    0x7e220218, // v_mov_b32_e32 v17, s24
    0x7e24020c, // v_mov_b32_e32 v18, s12
    0x7e260211, // v_mov_b32_e32 v19, s17
    // out[gid]: eight words
    0x24040285, // v_lshlrev_b32_e32 v2, 5, v1
    0x7e060217, // v_mov_b32_e32 v3, s23
    0x32040416, // v_add_u32_e32 v2, vcc, s22, v2
    0x38060680, // v_addc_u32_e32 v3, vcc, 0, v3, vcc
    0xbf8c0070, // s_waitcnt vmcnt(0) lgkmcnt(0)
    0xdc7c0000, 0x00000c02, // flat_store_dwordx4 v[2:3], v[12:15]
    0x32040490, // v_add_u32_e32 v2, vcc, 16, v2
    0x38060680, // v_addc_u32_e32 v3, vcc, 0, v3, vcc
    0xdc7c0000, 0x00001002, // flat_store_dwordx4 v[2:3], v[16:19]
    0xbf810000, // s_endpgm
];

/// Copies the kernel-argument segment at `s[4:5]`, one word per work-item, to where the first
/// argument points.
#[rustfmt::skip]
const SEGMENT: &[u32] = &[
    0xc0060202, 0x00000000, // s_load_dwordx2 s[8:9], s[4:5], 0x0
    0x24000082, // v_lshlrev_b32_e32 v0, 2, v0
    0x7e040205, // v_mov_b32_e32 v2, s5
    0x32020004, // v_add_u32_e32 v1, vcc, s4, v0
    0x38040480, // v_addc_u32_e32 v2, vcc, 0, v2, vcc
    0xdc500000, 0x03000001, // flat_load_dword v3, v[1:2]
    0xbf8c007f, // s_waitcnt lgkmcnt(0)
    0x7e040209, // v_mov_b32_e32 v2, s9
    0x32020008, // v_add_u32_e32 v1, vcc, s8, v0
    0x38040480, // v_addc_u32_e32 v2, vcc, 0, v2, vcc
    0xbf8c0070, // s_waitcnt vmcnt(0) lgkmcnt(0)
    0xdc700000, 0x00000301, // flat_store_dword v[1:2], v3
    0xbf810000, // s_endpgm
];

/// The hidden arguments of version 2. Compilers of successive years appended the first three, six, or
/// all seven.
const HIDDEN: &[&str] = &[
    "HiddenGlobalOffsetX",
    "HiddenGlobalOffsetY",
    "HiddenGlobalOffsetZ",
    "HiddenNone",
    "HiddenNone",
    "HiddenNone",
    "HiddenMultiGridSyncArg",
];

/// The metadata of one kernel: size, alignment, kind and what else there is of each argument.
fn metadata(name: &str, args: &[(u32, u32, &str, &str)], hidden: &[&str], size: u64) -> String {
    let mut out = format!("  - Name: {name}\n    SymbolName: '{name}@kd'\n    Args:\n");
    let hidden = hidden.iter().map(|kind| (8, 8, *kind, "ValueType: I64"));
    for (size, align, kind, more) in args.iter().copied().chain(hidden) {
        out += &format!("      - Size: {size}\n        Align: {align}\n");
        out += &format!("        ValueKind: {kind}\n");
        if !more.is_empty() {
            out += &format!("        {more}\n");
        }
    }
    out + &format!("    CodeProps:\n      KernargSegmentSize: {size}\n")
}

/// An object of version 2 with both kernels. `stated` is what it says of the size of `segment`'s
/// arguments.
fn version_2(hidden: &[&str], stated: u64) -> CodeObject {
    const MODE: u32 = 0xc0 << 12 | 1 << 21 | 1 << 23;
    /// Bits of `kernel_code_properties`: 64-bit pointers, private elements of 4 bytes.
    const COMMON: u32 = 1 << 19 | 1 << 17;
    let mirror = KernelCode {
        // 20 VGPRs, 40 SGPRs.
        rsrc1: 4 | 4 << 6 | MODE,
        // Scratch, 13 user SGPRs, work-group id x.
        rsrc2: 1 | 13 << 1 | 1 << 7,
        // Private segment buffer, dispatch packet, queue, arguments, flat scratch, count x.
        properties: 1 | 1 << 1 | 1 << 2 | 1 << 3 | 1 << 5 | 1 << 7 | COMMON,
        private: 16,
        lds: 520,
        kernarg: 24,
    };
    let segment = KernelCode {
        // 4 VGPRs, 16 SGPRs.
        rsrc1: 1 << 6 | MODE,
        rsrc2: 6 << 1 | 1 << 7,
        // Private segment buffer and arguments.
        properties: 1 | 1 << 3 | COMMON,
        private: 0,
        lds: 0,
        kernarg: stated,
    };
    let mut text = vec![0; 0x1200];
    for (at, header, words) in [
        (MIRROR_AT, &mirror, MIRROR),
        (SEGMENT_AT, &segment, SEGMENT),
    ] {
        let at = (at - MIRROR_AT) as usize;
        put(&mut text, at, header.bytes());
        for (i, word) in words.iter().enumerate() {
            put(&mut text, at + 256 + 4 * i, word.to_le_bytes());
        }
    }
    let pointer = (8, 8, "GlobalBuffer", "AddrSpaceQual: Global");
    let value = |size, align| (size, align, "ByValue", "");
    let local = |align| (4, 4, "DynamicSharedPointer", align);
    let mirror_args = [pointer, pointer, local("PointeeAlign: 16"), value(4, 4)];
    let segment_args = [
        pointer,
        value(1, 1),
        value(2, 2),
        value(16, 16),
        local("PointeeAlign: 4"),
        local("PointeeAlign: 16"),
        value(8, 8),
    ];
    let mut yaml = "---\nVersion: [ 1, 0 ]\nKernels:\n".to_owned();
    yaml += &metadata("mirror", &mirror_args, hidden, 24 + 8 * hidden.len() as u64);
    yaml += &metadata("segment", &segment_args, hidden, stated);
    yaml += "...\n";

    let size = text.len() as u64;
    let mut elf = Elf::new(0, 2);
    elf.segments = vec![(MIRROR_AT, text, size, RX)];
    elf.notes = vec![
        ("AMD", 3, isa_version_note(8, 0, 3)),
        ("AMD", 10, yaml.into_bytes()),
    ];
    let length = |words: &[u32]| 256 + 4 * words.len() as u64;
    elf.symbols = vec![
        ("mirror", HSA_KERNEL, Some(MIRROR_AT), length(MIRROR)),
        ("segment", HSA_KERNEL, Some(SEGMENT_AT), length(SEGMENT)),
    ];
    let object = CodeObject::parse(&elf.bytes(), None).expect("an object of version 2");
    assert_eq!((object.version, object.target.as_str()), (2, "gfx803"));
    object
}

/// `test` for each layout of hidden arguments, with a correct size of the argument segment and with
/// the size of the explicit arguments only, which some compilers stated; on every backend.
fn each_version_2(kernel: &str, test: impl Fn(Case, usize)) {
    for hidden in [3, 6, 7].map(|n| &HIDDEN[..n]) {
        for stated in [48, 48 + 8 * hidden.len() as u64] {
            let object = version_2(hidden, stated);
            for &backend in BACKENDS {
                println!("{kernel} with {} hidden on {backend}", hidden.len());
                test(Case::load(&object, backend).kernel(kernel), hidden.len());
            }
        }
    }
}

#[test]
fn version_2_memory_and_registers() {
    each_version_2("mirror", |case, _| {
        let (groups, local, k) = (3, 128, 0x1000_0001u32);
        let total = groups * local;
        let input: Vec<u32> = (0..total)
            .map(|i: u32| i.wrapping_mul(0x9e37_79b9))
            .collect();
        let bytes: Vec<u8> = input.iter().flat_map(|v| v.to_le_bytes()).collect();
        let size = 32 * total as usize;
        let case = case.grid(&[total], &[local]).buffer(&bytes).zeros(size);
        let case = case.local(4 * local).u32(k);
        let found: Vec<[u32; 8]> = rows(&words(&case.output(1, size)));
        let fixed = |i: u32| input[i as usize].wrapping_mul(3).wrapping_add(k);
        for (i, found) in (0..total).zip(found) {
            let group = i / local * local;
            let other = group + local - 1 - i % local;
            let own = input[i as usize];
            let expected = [
                fixed(other),
                input[other as usize] ^ (other % local),
                own.wrapping_add(7),
                !own,
                fixed(i),
                // After 520 bytes of static LDS, at a multiple of 16.
                528,
                groups,
                total,
            ];
            assert_eq!(found, expected, "work-item {i}");
        }
    });
}

#[test]
fn version_2_argument_segment() {
    each_version_2("segment", |case, hidden| {
        let words_of_segment = 12 + 2 * hidden as u32;
        let kernel = &case.object.kernels[case.launch.kernel];
        assert_eq!(kernel.kernarg_size, 4 * u64::from(words_of_segment));
        let size = 4 * words_of_segment as usize;
        let mut case = case
            .grid(&[words_of_segment], &[words_of_segment])
            .zeros(size);
        let vector: Vec<u8> = (0x40..0x50).collect();
        case.launch.args.extend([
            ArgValue::Bytes(vec![0x81]),
            ArgValue::Bytes(vec![0x92, 0x93]),
            ArgValue::Bytes(vector.clone()),
            ArgValue::Local(20),
            ArgValue::Local(64),
            ArgValue::Bytes(0x0123_4567_89ab_cdefu64.to_le_bytes().to_vec()),
        ]);
        let ArgValue::Buffer(out) = case.launch.args[0] else {
            panic!("no buffer");
        };
        // Each at its alignment: the byte at 8, the half at 10, the vector at 16; the second part of
        // dynamic LDS starts at the multiple of 16 after the 20 bytes of the first.
        let mut expected = vec![out as u32, (out >> 32) as u32, 0x9392_0081, 0];
        expected.extend(words(&vector));
        expected.extend([0, 32, 0x89ab_cdef, 0x0123_4567]);
        expected.resize(words_of_segment as usize, 0);
        assert_eq!(words(&case.output(0, size)), expected);
    });
}

/// An object of version 4 made one of version 3: the number in the ELF header and in the metadata,
/// and the feature bits of e_flags, which had another meaning.
pub fn as_version_3(mut file: Vec<u8>) -> CodeObject {
    assert_eq!(file[8], 2, "EI_ABIVERSION");
    file[8] = 1;
    file[49] = 0;
    let key = b"amdhsa.version";
    let at = file.windows(key.len()).position(|w| w == key);
    let version = at.expect("metadata") + key.len();
    assert_eq!(file[version..version + 3], [0x92, 1, 1]);
    file[version + 2] = 0;
    let object = CodeObject::parse(&file, None).expect("an object of version 3");
    assert_eq!(object.version, 3);
    object
}

#[test]
fn version_3_reduction() {
    let object = as_version_3(example("gfx900/reduction.hsaco"));
    for &backend in BACKENDS {
        for (kernel, grid, local) in [("reduce_tree", 1024, 256), ("reduce_wave", 512, 64)] {
            let case = Case::load(&object, backend).kernel(kernel);
            let case = case.grid(&[grid], &[local]).buffer(&npy("values")).zeros(4);
            let case = if kernel == "reduce_tree" {
                case.local(1024)
            } else {
                case
            };
            let case = case.u32(4096);
            assert_eq!(words(&case.output(1, 4)), [sum_of_values()], "{kernel}");
        }
    }
}
