//! The benchmark kernels: `suite.json` names each with its shape (what kind of code it is), code object,
//! launch and arguments. The script that compares with others (jit-tests/peers.py) reads the same file
//! and makes the same data.

use std::time::{Duration, Instant};

use gcn_jit::loader::CodeObject;
use gcn_jit::runtime::check::{Class, Options, Report};
use gcn_jit::runtime::estimate::{self, Card};
use gcn_jit::runtime::profile::{self, Profiled};
use gcn_jit::runtime::{ArgValue, Backend, Device, Launch, LoadedProgram, Stats};
use serde::Deserialize;

/// An entry of `suite.json`.
#[derive(Deserialize)]
pub struct Entry {
    pub name: String,
    object: String,
    kernel: String,
    global: Vec<u32>,
    local: Vec<u32>,
    args: Vec<Arg>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Arg {
    Buffer(Data),
    /// Where each row of a compressed matrix starts, and the last ends. How many rows have a length or
    /// more falls as the length grows, from `least` to `longest`.
    Offsets {
        offsets: u32,
        least: u32,
        longest: u32,
    },
    U32 {
        u32: u32,
    },
    F32 {
        f32: f32,
    },
    F64 {
        f64: f64,
    },
    Local {
        local: u32,
    },
}

/// What a buffer has: elements of a type, made from their index.
#[derive(Deserialize)]
struct Data {
    buffer: String,
    len: u32,
    /// The index of the first element, so that two buffers differ.
    #[serde(default)]
    first: u32,
    /// Elements lie below this, in no order; else they are `noise`.
    below: Option<u32>,
}

/// Every entry of `suite.json`.
pub fn entries() -> Vec<Entry> {
    serde_json::from_str(include_str!("suite.json")).expect("suite.json")
}

/// A kernel ready to run.
pub struct Kernel {
    pub name: String,
    pub device: Device,
    pub program: LoadedProgram,
    pub launch: Launch<'static>,
    /// Address and size of each buffer.
    pub buffers: Vec<(u64, u64)>,
}

/// Element `i` of most buffers, before its conversion to the element's type.
fn noise(i: u32) -> u32 {
    i.wrapping_mul(0x9e37_79b9)
}

fn unit(i: u32) -> f32 {
    (noise(i) >> 8) as f32 / 16_777_216.0
}

/// As `noise`, but neighbours have nothing in common.
fn mixed(i: u32) -> u32 {
    let i = (i ^ i >> 16).wrapping_mul(0x85eb_ca6b);
    let i = (i ^ i >> 13).wrapping_mul(0xc2b2_ae35);
    i ^ i >> 16
}

impl Data {
    fn bytes(&self) -> Vec<u8> {
        let n = self.first..self.first + self.len;
        if let Some(below) = self.below {
            let n = n.map(|i| ((mixed(i) as u64 * below as u64) >> 32) as u32);
            return match self.buffer.as_str() {
                "u8" => n.map(|v| v as u8).collect(),
                "u32" => n.flat_map(u32::to_le_bytes).collect(),
                other => panic!("suite.json: element type {other} with \"below\""),
            };
        }
        let wide = |i| (mixed(i) as u64) << 32 | noise(i) as u64;
        match self.buffer.as_str() {
            "u8" => n.map(|i| (noise(i) >> 24) as u8).collect(),
            "u16" => n
                .flat_map(|i| ((noise(i) >> 16) as u16).to_le_bytes())
                .collect(),
            "u32" => n.flat_map(|i| noise(i).to_le_bytes()).collect(),
            "u64" => n.flat_map(|i| wide(i).to_le_bytes()).collect(),
            "f32" => n.flat_map(|i| unit(i).to_le_bytes()).collect(),
            "f64" => n.flat_map(|i| (unit(i) as f64).to_le_bytes()).collect(),
            other => panic!("suite.json: element type {other}"),
        }
    }
}

/// See `Arg::Offsets`.
fn offsets(rows: u32, least: u32, longest: u32) -> Vec<u8> {
    let length = |r| (((least as u64) << 32) / (mixed(r) as u64 + 1)).min(longest as u64);
    let ends = (0..rows).scan(0, |end, r| {
        *end += length(r) as u32;
        Some(*end)
    });
    std::iter::once(0)
        .chain(ends)
        .flat_map(u32::to_le_bytes)
        .collect()
}

impl Kernel {
    /// Loads the code object and fills the buffers.
    pub fn new(e: &Entry) -> Kernel {
        let root = env!("CARGO_MANIFEST_DIR");
        let file = std::fs::read(format!("{root}/{}", e.object)).expect(&e.object);
        let object = CodeObject::parse(&file, None).expect(&e.object);
        let mut device = Device::new().expect("a device");
        device.set_perf_map(std::env::var_os("GCN_JIT_PERF_MAP").is_some());
        let program = device.load(&object).expect(&e.object);
        let kernel = program.kernel(&e.kernel).expect(&e.kernel);
        let mut launch = Launch::new(kernel, e.global[0], e.local[0]);
        launch.dimensions = e.global.len() as u32;
        launch.grid[..e.global.len()].copy_from_slice(&e.global);
        launch.local[..e.local.len()].copy_from_slice(&e.local);
        launch.threads = 1;
        let mut k = Kernel {
            name: e.name.clone(),
            device,
            program,
            launch,
            buffers: vec![],
        };
        for arg in &e.args {
            let arg = k.argument(arg);
            k.launch.args.push(arg);
        }
        k
    }

    fn argument(&mut self, arg: &Arg) -> ArgValue {
        match arg {
            Arg::U32 { u32 } => ArgValue::Bytes(u32.to_le_bytes().to_vec()),
            Arg::F32 { f32 } => ArgValue::Bytes(f32.to_le_bytes().to_vec()),
            Arg::F64 { f64 } => ArgValue::Bytes(f64.to_le_bytes().to_vec()),
            Arg::Local { local } => ArgValue::Local(*local),
            Arg::Buffer(data) => self.buffer(&data.bytes()),
            Arg::Offsets {
                offsets: rows,
                least,
                longest,
            } => self.buffer(&offsets(*rows, *least, *longest)),
        }
    }

    fn buffer(&mut self, bytes: &[u8]) -> ArgValue {
        let size = bytes.len() as u64;
        let address = self.device.alloc_raw("buffer", size).expect("room");
        self.device.memory().write(address, bytes).expect("inside");
        self.buffers.push((address, size));
        ArgValue::Buffer(address)
    }

    /// Makes launches small enough for the interpreter: at most `waves` waves, in whole work-groups.
    /// Every kernel of the suite works on any part of its grid.
    pub fn shrink(&mut self, waves: u64) {
        let l = &mut self.launch;
        while l.grid.iter().map(|g| *g as u64).product::<u64>() > 64 * waves {
            let more = |d: &usize| l.grid[*d] > l.local[*d];
            let Some(d) = (0..3).rev().find(more) else {
                return;
            };
            l.grid[d] = (l.grid[d] / 2).next_multiple_of(l.local[d]);
        }
    }

    /// One launch.
    pub fn run(&mut self, backend: Backend, threads: usize) -> Stats {
        self.launch.backend = backend;
        self.launch.threads = threads;
        match self.device.launch(&self.program, &self.launch) {
            Ok(stats) => stats,
            Err(e) => panic!("{}: {e}", self.name),
        }
    }

    /// The shortest of several launches, for `at_least` in all.
    pub fn best(&mut self, backend: Backend, threads: usize, at_least: Duration) -> Duration {
        shortest(at_least, || {
            self.run(backend, threads);
        })
    }

    /// The shortest of several launches with these checks, for `at_least` in all; and what they found.
    pub fn checked(&mut self, classes: &[Class], at_least: Duration) -> (Duration, Vec<Report>) {
        self.launch.backend = Backend::Jit;
        self.launch.threads = 1;
        let options = Options {
            classes: classes.to_vec(),
            pedantic: false,
        };
        let (mut best, start) = (Duration::MAX, Instant::now());
        loop {
            let t = Instant::now();
            let checked = self.device.check(&self.program, &self.launch, &options);
            best = best.min(t.elapsed());
            if start.elapsed() > at_least {
                return (best, checked.expect("a launch").reports);
            }
        }
    }

    /// One launch that is profiled, on one thread.
    pub fn profiled(&mut self, backend: Backend, options: &profile::Options) -> Profiled {
        self.launch.backend = backend;
        self.launch.threads = 1;
        let profiled = self.device.profile(&self.program, &self.launch, options);
        profiled.expect("a launch")
    }

    /// The shortest of several such launches, for `at_least` in all.
    pub fn best_profiled(&mut self, at_least: Duration) -> Duration {
        shortest(at_least, || {
            self.profiled(Backend::Jit, &profile::Options::default());
        })
    }

    /// The shortest of several launches of compiled code whose time on the first card that runs it is estimated, on one
    /// thread.
    pub fn best_estimated(&mut self, at_least: Duration) -> Duration {
        self.launch.backend = Backend::Jit;
        self.launch.threads = 1;
        let card = Card::of(self.program.generation()).expect("a card");
        let options = estimate::Options::default();
        shortest(at_least, || {
            let cards = std::slice::from_ref(&card);
            let done = self
                .device
                .estimate(&self.program, &self.launch, cards, &options);
            done.expect("a launch");
        })
    }

    /// A sum over all buffers' dwords, each multiplied by an odd number of its own.
    pub fn checksum(&self) -> u32 {
        let mut sum = 0u32;
        for (address, size) in &self.buffers {
            let mut bytes = vec![0; *size as usize];
            self.device
                .memory()
                .read(*address, &mut bytes)
                .expect("inside");
            for (i, b) in bytes.chunks_exact(4).enumerate() {
                let word = u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
                sum = sum.wrapping_add(word.wrapping_mul(2 * i as u32 + 1));
            }
        }
        sum
    }
}

/// How long the shortest of several turns takes, for `at_least` in all.
fn shortest(at_least: Duration, mut turn: impl FnMut()) -> Duration {
    let (mut best, start) = (Duration::MAX, Instant::now());
    loop {
        let t = Instant::now();
        turn();
        best = best.min(t.elapsed());
        if start.elapsed() > at_least {
            return best;
        }
    }
}
