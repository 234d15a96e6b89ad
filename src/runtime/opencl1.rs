//! How kernels of AMD's OpenCL 1.2 binaries take their arguments: buffer descriptors for all that they access, in tables of
//! which user SGPRs have the addresses, or in these themselves (CLRX, AmdAbi).
//!
//! All that a launch needs is one block of memory, which begins with the contents of the user SGPRs: as many dwords of a
//! kernel-argument segment as there are of them are preloaded.

use std::ops::Range;

use super::abi::{Kernarg, Shape, private_buffer};
use super::launch::ArgValue;
use crate::isa::Gen;
use crate::loader::{AmdCl1, Arg, ArgKind, Kernel, Resource, Table};
use crate::machine::memory::Memory;
use crate::machine::scratch::PRIVATE_BASE;
use crate::machine::start::USER_SGPRS;

/// Bytes of the buffer that tells of the grid.
const GRID: usize = 256;
/// Bytes of a descriptor in the two kinds of tables.
const UAV: usize = 32;
const CONSTANT: usize = 16;

/// Where things are in the block, in bytes.
struct Layout {
    grid: usize,
    args: usize,
    constants: usize,
    uavs: usize,
    internal: usize,
    end: usize,
}

impl Layout {
    fn of(k: &AmdCl1) -> Layout {
        let mut highest = [1u32, 0];
        let pointers = k.pointers.iter().flatten().copied();
        let own = k.constants.map(|(resource, ..)| resource);
        let immediate = k.user_data.iter().filter_map(|u| match u.table {
            Table::Immediate(resource) => Some(resource),
            Table::Resources
            | Table::Samplers
            | Table::ConstantBuffers
            | Table::Uavs
            | Table::Internal => None,
        });
        for resource in pointers.chain(own).chain(immediate) {
            match resource {
                Resource::Constant(n) => highest[0] = highest[0].max(n),
                Resource::Uav(n) => highest[1] = highest[1].max(n),
            }
        }
        let [constants_len, uavs_len] = [
            (highest[0] as usize + 1) * CONSTANT,
            (highest[1] as usize + 1) * UAV,
        ];
        let grid = (USER_SGPRS * 4).next_multiple_of(64);
        let args = grid + GRID;
        let constants = args + (k.args_size as usize).next_multiple_of(64);
        let uavs = (constants + constants_len).next_multiple_of(64);
        let internal = uavs + uavs_len;
        Layout {
            grid,
            args,
            constants,
            uavs,
            internal,
            end: internal + 2 * CONSTANT,
        }
    }

    /// Where the descriptor is.
    fn place(&self, resource: Resource) -> usize {
        match resource {
            Resource::Constant(n) => self.constants + n as usize * CONSTANT,
            Resource::Uav(n) => self.uavs + n as usize * UAV,
        }
    }
}

/// The block of a launch, and where in it 64-bit addresses are relative to its own.
struct Block {
    bytes: Vec<u8>,
    relative: Vec<usize>,
}

impl Block {
    fn put(&mut self, at: usize, bytes: &[u8]) {
        self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
    }

    /// An address in the block.
    fn address(&mut self, at: usize, of: usize) {
        self.put(at, &(of as u64).to_le_bytes());
        self.relative.push(at);
    }
}

/// The descriptor of `size` bytes at `base`: dwords, without a stride.
fn descriptor(base: u64, size: u64) -> [u8; 16] {
    const DST_SEL_XYZW: u32 = 4 | 5 << 3 | 6 << 6 | 7 << 9;
    const NUM_FORMAT_UINT: u32 = 4 << 12;
    const DATA_FORMAT_32: u32 = 4 << 15;
    let words = [
        base as u32,
        (base >> 32) as u32 & 0xffff,
        u32::try_from(size).unwrap_or(u32::MAX),
        DST_SEL_XYZW | NUM_FORMAT_UINT | DATA_FORMAT_32,
    ];
    let mut out = [0; 16];
    for (to, word) in out.chunks_exact_mut(4).zip(words) {
        to.copy_from_slice(&word.to_le_bytes());
    }
    out
}

/// Where something lies that a launch is about.
pub struct Place<'a> {
    /// The memory.
    pub memory: &'a Memory,
    /// Where the program is.
    pub base: u64,
    /// The generation that runs it.
    pub generation: Gen,
    /// Whether waves have private memory.
    pub has_private: bool,
}

/// Lays out what the kernel finds. What the second result names are 64-bit numbers to which the address of the block is to
/// be added.
///
/// # Errors
/// One line that says which argument does not fit, and why.
pub fn pack(
    kernel: &Kernel,
    k: &AmdCl1,
    args: &[ArgValue],
    shape: &Shape,
    at: &Place<'_>,
) -> Result<(Kernarg, Vec<usize>), String> {
    if args.len() != kernel.args.len() {
        return Err(format!(
            "kernel '{}' takes {} arguments, {} given",
            kernel.name,
            kernel.args.len(),
            args.len()
        ));
    }
    let layout = Layout::of(k);
    let mut block = Block {
        bytes: vec![0; layout.end],
        relative: Vec::new(),
    };
    grid(&mut block, layout.grid, shape);
    let mut lds = u64::from(kernel.lds_size);
    let mut set: Vec<Range<usize>> = Vec::new();
    // Which part of the memory each descriptor leads to.
    let mut buffers: Vec<(Resource, Range<u64>)> = Vec::new();
    let name = |i: usize, arg: &Arg| {
        let name = arg.name.as_deref().unwrap_or_default();
        format!("argument {i} '{name}' of kernel '{}'", kernel.name)
    };
    for (i, (arg, value)) in kernel.args.iter().zip(args).enumerate() {
        let start = layout.args + arg.offset as usize;
        let fits = |problem: String| format!("{}: {problem}", name(i, arg));
        set.push(start..start + arg.size as usize);
        if let Some(resource) = k.pointers.get(i).copied().flatten() {
            let ArgValue::Buffer(address) = value else {
                return Err(fits("is a pointer".to_owned()));
            };
            // A null pointer is offset 0 in a buffer that has nothing.
            let range = match address {
                0 => 0..0,
                address => {
                    let window = at.memory.window(*address);
                    let window = window
                        .ok_or_else(|| fits(format!("there is no memory at {address:#x}")))?;
                    *address..window.base + window.len
                }
            };
            match buffers.iter_mut().find(|(r, _)| *r == resource) {
                Some((_, all)) if all.is_empty() => *all = range,
                Some((_, all)) if !range.is_empty() => {
                    *all = all.start.min(range.start)..all.end.max(range.end);
                }
                Some(_) => {}
                None => buffers.push((resource, range)),
            }
            continue;
        }
        let bytes = by_value(arg, value, &mut lds).map_err(fits)?;
        block.put(start, &bytes);
    }
    // Pointers that share a descriptor are apart by their offset in it.
    for (i, (arg, value)) in kernel.args.iter().zip(args).enumerate() {
        let (Some(resource), ArgValue::Buffer(address)) =
            (k.pointers.get(i).copied().flatten(), value)
        else {
            continue;
        };
        let buffer = buffers.iter().find(|(r, _)| *r == resource);
        let base = buffer.map_or(0, |(_, range)| range.start);
        let offset = if *address == 0 { 0 } else { address - base };
        let start = layout.args + arg.offset as usize;
        match u32::try_from(offset) {
            Ok(narrow) if arg.size == 4 => block.put(start, &narrow.to_le_bytes()),
            _ if arg.size == 8 => block.put(start, &offset.to_le_bytes()),
            _ => {
                let problem = "it is more than 4 GiB away from another one of its descriptor";
                return Err(format!("{}: {problem}", name(i, arg)));
            }
        }
    }
    for (resource, range) in &buffers {
        let place = layout.place(*resource);
        block.put(place, &descriptor(range.start, range.end - range.start));
    }
    if let Some((resource, vaddr, size)) = k.constants {
        let place = layout.place(resource);
        block.put(place, &descriptor(at.base.wrapping_add(vaddr), size));
    }
    let own = [
        (0, layout.grid, GRID),
        (1, layout.args, k.args_size as usize),
    ];
    for (number, start, len) in own {
        let place = layout.place(Resource::Constant(number));
        block.put(place, &descriptor(0, len as u64));
        block.address(place, start);
    }
    if at.has_private {
        let words = private_buffer(at.generation, PRIVATE_BASE);
        for (i, word) in words.iter().enumerate() {
            block.put(layout.internal + CONSTANT + 4 * i, &word.to_le_bytes());
        }
    }
    registers(&mut block, k, &layout);
    let lds = u32::try_from(lds).map_err(|_| format!("{lds} bytes of LDS are too many"))?;
    // What is not an argument is all set.
    set.push(0..layout.args);
    set.push(layout.args + k.args_size as usize..layout.end);
    let kernarg = Kernarg {
        bytes: block.bytes,
        align: 256,
        lds,
        set,
    };
    Ok((kernarg, block.relative))
}

/// The user SGPRs.
fn registers(block: &mut Block, k: &AmdCl1, layout: &Layout) {
    for data in &k.user_data {
        let at = 4 * usize::from(data.first);
        match data.table {
            Table::Immediate(resource) => {
                let from = layout.place(resource);
                let bytes: [u8; 16] = std::array::from_fn(|i| block.bytes[from + i]);
                block.put(at, &bytes);
                if block.relative.contains(&from) {
                    block.relative.push(at);
                }
            }
            // They are empty: images and samplers are no arguments.
            Table::Resources | Table::Samplers => block.address(at, layout.end),
            Table::ConstantBuffers => block.address(at, layout.constants),
            Table::Uavs => block.address(at, layout.uavs),
            Table::Internal => block.address(at, layout.internal),
        }
    }
}

/// Constant buffer 0: sizes, dimensions, and offsets, which are zero.
fn grid(block: &mut Block, start: usize, shape: &Shape) {
    let mut dword = |n: usize, value: u32| block.put(start + 4 * n, &value.to_le_bytes());
    let groups = shape.groups();
    for (start, sizes) in [(0, shape.grid), (4, shape.local), (8, groups)] {
        for (d, size) in sizes.into_iter().enumerate() {
            dword(start + d, size);
        }
    }
    dword(3, shape.dimensions);
}

/// The bytes of an argument that is no pointer to global memory.
fn by_value(arg: &Arg, value: &ArgValue, lds: &mut u64) -> Result<Vec<u8>, String> {
    let size = arg.size as usize;
    match (arg.kind, value) {
        (ArgKind::Image, _) => {
            Err("is an image, which AMD OpenCL 1.2 kernels cannot be given here".to_owned())
        }
        (ArgKind::Sampler, _) => {
            Err("is a sampler, which AMD OpenCL 1.2 kernels cannot be given here".to_owned())
        }
        (ArgKind::DynamicSharedPointer, ArgValue::Local(bytes)) => {
            let at = lds.next_multiple_of(arg.pointee_align.unwrap_or(16).max(16));
            *lds = at + u64::from(*bytes);
            Ok((at as u32).to_le_bytes().to_vec())
        }
        (ArgKind::DynamicSharedPointer, _) => {
            Err("is a dynamic LDS pointer and needs a size in bytes".to_owned())
        }
        (_, ArgValue::Local(_)) => Err("is not a dynamic LDS pointer".to_owned()),
        (_, ArgValue::Bytes(bytes)) if bytes.len() == size => Ok(bytes.clone()),
        (_, ArgValue::Bytes(bytes)) => Err(format!("has {size} bytes, {} given", bytes.len())),
        (_, ArgValue::Buffer(_) | ArgValue::Handle(_)) => {
            Err(format!("is not a pointer: it has {size} bytes"))
        }
    }
}
