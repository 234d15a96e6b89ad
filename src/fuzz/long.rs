//! Long programs of one kind of code or of several: for how long it takes to compile them, and for what is done only
//! where functions have many blocks.
//!
//! They are gfx9 assembly for a launch with [`LDS`] and [`PRIVATE_BYTES`]; they end, whatever the registers hold.

/// Bytes of LDS that they need.
pub const LDS: u32 = 4096;

/// Bytes of private memory per work-item that they need.
pub const PRIVATE_BYTES: u32 = 2048;

/// Random numbers.
pub struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        let next = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = next.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    /// A vector register.
    fn v(&mut self) -> String {
        format!("v{}", 4 + self.below(56))
    }

    /// Two.
    fn vv(&mut self) -> String {
        let first = 4 + 2 * self.below(28);
        format!("v[{first}:{}]", first + 1)
    }

    /// A scalar register.
    fn s(&mut self) -> String {
        format!("s{}", 16 + self.below(72))
    }

    /// Two.
    fn ss(&mut self) -> String {
        let first = 16 + 2 * self.below(36);
        format!("s[{first}:{}]", first + 1)
    }
}

/// A few lines of code, each an instruction but for labels, whose names end with the number.
pub type Piece = fn(&mut Rng, usize) -> Vec<String>;

/// The kinds of code, by name.
pub const KINDS: &[(&str, Piece)] = &[
    ("add", |r, _| {
        vec![format!("v_add_u32 {}, {}, {}", r.v(), r.v(), r.v())]
    }),
    ("fma64", |r, _| {
        vec![format!(
            "v_fma_f64 {}, {}, {}, {}",
            r.vv(),
            r.vv(),
            r.vv(),
            r.vv()
        )]
    }),
    // What exp() and division in double precision are made of.
    ("exp64", |r, _| match r.below(6) {
        0 => vec![format!(
            "v_fma_f64 {}, {}, {}, {}",
            r.vv(),
            r.vv(),
            r.vv(),
            r.vv()
        )],
        1 => vec![format!("v_mul_f64 {}, {}, {}", r.vv(), r.vv(), r.vv())],
        2 => vec![format!(
            "v_mov_b32 {}, 0x{:x}",
            r.v(),
            64 + r.below(1 << 31)
        )],
        3 => vec![
            format!("v_cmp_gt_f64 vcc, {}, {}", r.vv(), r.vv()),
            format!("v_cndmask_b32 {}, {}, {}, vcc", r.v(), r.v(), r.v()),
        ],
        4 => vec![format!("v_ldexp_f64 {}, {}, {}", r.vv(), r.vv(), r.v())],
        _ => vec![format!("v_rcp_f64 {}, {}", r.vv(), r.vv())],
    }),
    ("scalars", |r, _| match r.below(4) {
        0 => vec![format!("s_add_u32 {}, {}, {}", r.s(), r.s(), r.s())],
        1 => vec![format!("s_lshl_b64 {}, {}, {}", r.ss(), r.ss(), r.s())],
        2 => vec![format!("s_cmp_lt_i32 {}, {}", r.s(), r.s())],
        _ => vec![format!("s_cselect_b32 {}, {}, {}", r.s(), r.s(), r.s())],
    }),
    // Private memory at offsets that are known, and that are not.
    ("spills", |r, _| {
        let (load, store) = (4 * r.below(256), 4 * r.below(256));
        vec![
            format!("buffer_load_dword {}, off, s[8:11], 0 offset:{load}", r.v()),
            format!("v_fma_f64 {}, {}, {}, {}", r.vv(), r.vv(), r.vv(), r.vv()),
            format!(
                "buffer_store_dword {}, off, s[8:11], 0 offset:{store}",
                r.v()
            ),
        ]
    }),
    ("private", |r, _| {
        let (load, store) = (4 * r.below(64), 4 * r.below(64));
        vec![
            "v_and_b32 v1, 0x3c, v0".to_owned(),
            format!(
                "buffer_load_dword {}, v1, s[8:11], 0 offen offset:{load}",
                r.v()
            ),
            format!("v_fma_f64 {}, {}, {}, {}", r.vv(), r.vv(), r.vv(), r.vv()),
            format!(
                "buffer_store_dword {}, v1, s[8:11], 0 offen offset:{store}",
                r.v()
            ),
        ]
    }),
    ("lds", |r, _| {
        let (load, store) = (4 * r.below(64), 4 * r.below(64));
        vec![
            format!("ds_write_b32 v0, {} offset:{store}", r.v()),
            format!("ds_read_b32 {}, v0 offset:{load}", r.v()),
            format!("v_add_f32 {}, {}, {}", r.v(), r.v(), r.v()),
        ]
    }),
    ("rows", |r, _| {
        let by = 1 + r.below(15);
        vec![format!(
            "v_add_f32_dpp {}, {}, {} row_shr:{by} row_mask:0xf bank_mask:0xf",
            r.v(),
            r.v(),
            r.v()
        )]
    }),
    ("lanes", |r, _| {
        vec![
            format!("v_readlane_b32 {}, {}, {}", r.s(), r.v(), r.below(64)),
            format!("v_writelane_b32 {}, {}, {}", r.v(), r.s(), r.below(64)),
            format!("v_readfirstlane_b32 {}, {}", r.s(), r.v()),
        ]
    }),
    // Short blocks: lanes that part, waves that jump, over the next few blocks too, and loops of both, into which nothing
    // jumps: they count.
    ("ifs", |r, k| {
        let saved = r.ss();
        vec![
            format!("v_cmp_gt_f32 vcc, {}, {}", r.v(), r.v()),
            format!("s_and_saveexec_b64 {saved}, vcc"),
            format!("s_cbranch_execz L{k}"),
            format!("v_add_f32 {}, {}, {}", r.v(), r.v(), r.v()),
            format!("v_mul_f32 {}, {}, {}", r.v(), r.v(), r.v()),
            format!("L{k}:"),
            format!("s_or_b64 exec, exec, {saved}"),
        ]
    }),
    ("jumps", |r, k| {
        vec![
            format!("L{k}:"),
            format!("s_cmp_lt_u32 {}, {}", r.s(), r.s()),
            format!("s_cbranch_scc1 L{}", k + 1 + r.below(AHEAD)),
            format!("v_add_f32 {}, {}, {}", r.v(), r.v(), r.v()),
            format!("s_add_u32 {}, {}, {}", r.s(), r.s(), r.s()),
        ]
    }),
    ("loops", |r, k| {
        vec![
            "s_mov_b32 s5, 2".to_owned(),
            format!("B{k}:"),
            format!("v_add_f32 {}, {}, {}", r.v(), r.v(), r.v()),
            "s_sub_u32 s5, s5, 1".to_owned(),
            "s_cmp_lg_u32 s5, 0".to_owned(),
            format!("s_cbranch_scc1 B{k}"),
        ]
    }),
    ("lane-loops", |r, k| {
        vec![
            "s_mov_b64 s[4:5], exec".to_owned(),
            "v_mov_b32 v1, 2".to_owned(),
            format!("B{k}:"),
            format!("v_add_f32 {}, {}, {}", r.v(), r.v(), r.v()),
            "v_subrev_u32 v1, 1, v1".to_owned(),
            "v_cmp_ne_u32 vcc, 0, v1".to_owned(),
            "s_and_b64 exec, exec, vcc".to_owned(),
            format!("s_cbranch_execnz B{k}"),
            "s_mov_b64 exec, s[4:5]".to_owned(),
        ]
    }),
    ("masks", |r, _| {
        vec![
            format!("s_and_b64 exec, {}, {}", r.ss(), r.ss()),
            format!("v_add_f32 {}, {}, {}", r.v(), r.v(), r.v()),
            format!("v_add_f64 {}, {}, {}", r.vv(), r.vv(), r.vv()),
        ]
    }),
    // Registers of which much is known, in some blocks and not in others, and barriers.
    ("known", |r, k| {
        let (known, from) = (r.v(), r.v());
        let set = match r.below(4) {
            0 => format!("v_mov_b32 {known}, {}", r.below(64)),
            1 => format!("v_mov_b32 {known}, {}", r.s()),
            2 => format!("v_lshlrev_b32 {known}, 2, v0"),
            _ => format!("v_add_u32 {known}, {}, {from}", 1 + r.below(64)),
        };
        let mut lines = vec![
            set,
            format!("s_cmp_lt_u32 {}, {}", r.s(), r.s()),
            format!("s_cbranch_scc1 L{k}"),
            format!("v_add_u32 {}, {known}, {}", r.v(), r.v()),
            format!("L{k}:"),
        ];
        if r.below(8) == 0 {
            lines.push("s_barrier".to_owned());
        }
        lines
    }),
];

/// How many labels ahead a jump may go.
const AHEAD: usize = 40;

/// Has a buffer resource of private memory in s[8:11]: what `runtime::abi` makes for gfx9.
const PRIVATE: &str =
    "s_mov_b32 s8, 0x20000\ns_mov_b32 s9, 0x80000100\ns_mov_b32 s10, -1\ns_mov_b32 s11, 0xe04fac\n";

/// A program with `n` instructions of some kinds, and an end.
pub fn source(pieces: &[Piece], n: usize, seed: u64) -> String {
    let mut rng = Rng(seed);
    let mut text = PRIVATE.to_owned();
    let (mut done, mut count) = (0, 0);
    while done < n {
        let piece = pieces[rng.below(pieces.len())];
        for line in piece(&mut rng, count) {
            done += usize::from(!line.ends_with(':'));
            text.push_str(&line);
            text.push('\n');
        }
        // A label that jumps lead to; pieces that have none of that name do without.
        let label = format!("L{count}:");
        if !text.lines().rev().take(8).any(|l| l == label) {
            text.push_str(&label);
            text.push('\n');
        }
        count += 1;
    }
    for k in count..count + AHEAD {
        text.push_str(&format!("L{k}:\n"));
    }
    text + "s_endpgm\n"
}
