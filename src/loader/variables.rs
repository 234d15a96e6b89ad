//! Variables of the source, as the DWARF of a code object places them.
//!
//! LLVM's output for amdgcn is read, no more: what is in registers, at fixed offsets in private memory or in LDS, and
//! constants. Sources: DWARF 5; LLVM AMDGPUUsage, "Register Identifier" and "Address Space Identifier". The address
//! spaces in LLVM's expressions are those of version 19, which end in `DW_OP_swap, DW_OP_xderef`: 1 private, 2 LDS.

use addr2line::gimli::{self, AttributeValue, EndianSlice, LittleEndian, Operation, UnitRef};

type Slice<'d> = EndianSlice<'d, LittleEndian>;
type Entry<'d> = gimli::DebuggingInformationEntry<Slice<'d>>;
type Node<'a, 't, 'd> = gimli::EntriesTreeNode<'a, 't, Slice<'d>>;

/// A variable or parameter that is visible at an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// What it is made of.
    pub shape: Shape,
    /// Where it is.
    pub place: Place,
    /// How many functions it is away from the innermost that was inlined there, whose variables have 0.
    pub depth: usize,
}

/// The kind of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Encoding {
    Signed,
    Unsigned,
    Float,
    Address,
}

/// Numbers of one kind, one behind the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The type's name, when it has one.
    pub name: Option<String>,
    /// Size in bytes; 0 when the file does not tell it.
    pub size: u64,
    /// Kind and size in bytes of each; `None` for structures and the like.
    pub element: Option<(Encoding, u64)>,
}

/// A register that DWARF names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Register {
    /// Scalar register, by number.
    Scalar(u8),
    /// Vector register, by number.
    Vector(u8),
}

/// Where a variable is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In registers, from the one that has the first bytes on; how many bytes each has.
    Registers(Vec<(Register, u64)>),
    /// In private memory of the lane, at `offset` from where the scalar register `base` points to, 64 bytes of which are
    /// one of a lane's.
    Private {
        /// The register; `None` for the beginning.
        base: Option<u8>,
        /// Bytes.
        offset: i64,
    },
    /// In LDS, at this address.
    Lds(u64),
    /// It is this, which is kept nowhere.
    Constant(u64),
    /// Nowhere here.
    OptimisedOut,
    /// In a way that is not supported: why.
    Unsupported(&'static str),
}

/// The variables that are visible at `vaddr`, those of the innermost function first.
pub(super) fn at(dwarf: &gimli::Dwarf<Slice<'_>>, vaddr: u64) -> gimli::Result<Vec<Variable>> {
    let mut units = dwarf.units();
    while let Some(header) = units.next()? {
        let unit = dwarf.unit(header)?;
        let unit = unit.unit_ref(dwarf);
        let mut ranges = unit.unit_ranges()?;
        let mut inside = false;
        while let Some(r) = ranges.next()? {
            inside |= (r.begin..r.end).contains(&vaddr);
        }
        if !inside {
            continue;
        }
        let mut search = Search {
            unit,
            vaddr,
            frame: None,
            found: Vec::new(),
            innermost: 0,
        };
        let mut tree = unit.entries_tree(None)?;
        search.scope(tree.root()?, 0)?;
        let Search {
            mut found,
            innermost,
            ..
        } = search;
        for v in &mut found {
            v.depth = innermost - v.depth;
        }
        // What is declared further inside hides what has the same name outside.
        found.reverse();
        found.sort_by_key(|v| v.depth);
        return Ok(found);
    }
    Ok(Vec::new())
}

struct Search<'a, 'd> {
    unit: UnitRef<'a, Slice<'d>>,
    vaddr: u64,
    /// The register that the function's frame begins at.
    frame: Option<Register>,
    /// With the depth counted from the outermost function.
    found: Vec<Variable>,
    innermost: usize,
}

/// Deepest nesting of scopes that is followed.
const MAX_DEPTH: usize = 64;

impl<'d> Search<'_, 'd> {
    /// Whether a scope has the instruction.
    fn covers(&self, entry: &Entry<'d>) -> gimli::Result<bool> {
        let mut ranges = self.unit.die_ranges(entry)?;
        while let Some(r) = ranges.next()? {
            if (r.begin..r.end).contains(&self.vaddr) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Goes through what is in a scope, in function number `depth` from outside.
    fn scope(&mut self, node: Node<'_, '_, 'd>, depth: usize) -> gimli::Result<()> {
        if depth > MAX_DEPTH {
            return Ok(());
        }
        let mut children = node.children();
        while let Some(child) = children.next()? {
            let entry = child.entry();
            match entry.tag() {
                gimli::DW_TAG_variable | gimli::DW_TAG_formal_parameter if depth > 0 => {
                    self.variable(entry, depth)?;
                }
                gimli::DW_TAG_subprogram if depth == 0 && self.covers(entry)? => {
                    self.frame = self.frame_of(entry)?;
                    self.innermost = 1;
                    self.scope(child, 1)?;
                }
                gimli::DW_TAG_inlined_subroutine if self.covers(entry)? => {
                    self.innermost = self.innermost.max(depth + 1);
                    self.scope(child, depth + 1)?;
                }
                gimli::DW_TAG_lexical_block if self.covers(entry)? => self.scope(child, depth)?,
                gimli::DW_TAG_namespace if depth == 0 => self.scope(child, depth)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn frame_of(&self, entry: &Entry<'d>) -> gimli::Result<Option<Register>> {
        let Some(AttributeValue::Exprloc(e)) = entry.attr_value(gimli::DW_AT_frame_base) else {
            return Ok(None);
        };
        let mut operations = e.operations(self.unit.encoding());
        Ok(match operations.next()? {
            Some(Operation::Register { register }) => register_of(register),
            _ => None,
        })
    }

    /// An attribute of an entry, or of the one that it is an instance of.
    fn attribute(
        &self,
        entry: &Entry<'d>,
        name: gimli::DwAt,
    ) -> gimli::Result<Option<AttributeValue<Slice<'d>>>> {
        if let Some(value) = entry.attr_value(name) {
            return Ok(Some(value));
        }
        match entry.attr_value(gimli::DW_AT_abstract_origin) {
            Some(AttributeValue::UnitRef(at)) => Ok(self.unit.entry(at)?.attr_value(name)),
            _ => Ok(None),
        }
    }

    fn variable(&mut self, entry: &Entry<'d>, depth: usize) -> gimli::Result<()> {
        let Some(name) = self.attribute(entry, gimli::DW_AT_name)? else {
            return Ok(());
        };
        let name = self.unit.attr_string(name)?.to_string_lossy().into_owned();
        let ty = self.attribute(entry, gimli::DW_AT_type)?;
        let shape = self.shape(ty, 0)?;
        let place = self.place(entry, shape.size)?;
        self.found.push(Variable {
            name,
            shape,
            place,
            depth,
        });
        Ok(())
    }

    fn name(&self, entry: &Entry<'d>) -> gimli::Result<Option<String>> {
        let name = entry.attr_value(gimli::DW_AT_name);
        let name = name.map(|n| self.unit.attr_string(n)).transpose()?;
        Ok(name.map(|n| n.to_string_lossy().into_owned()))
    }

    /// What a type is made of.
    fn shape(&self, ty: Option<AttributeValue<Slice<'d>>>, depth: usize) -> gimli::Result<Shape> {
        let unknown = Shape {
            name: None,
            size: 0,
            element: None,
        };
        let Some(AttributeValue::UnitRef(at)) = ty.filter(|_| depth < MAX_DEPTH) else {
            return Ok(unknown);
        };
        let entry = self.unit.entry(at)?;
        let size = entry.attr_value(gimli::DW_AT_byte_size);
        let size = size.and_then(|s| s.udata_value());
        let name = self.name(&entry)?;
        let inner = || self.shape(entry.attr_value(gimli::DW_AT_type), depth + 1);
        Ok(match entry.tag() {
            gimli::DW_TAG_base_type => {
                let encoding = match entry.attr_value(gimli::DW_AT_encoding) {
                    Some(AttributeValue::Encoding(e)) => encoding_of(e),
                    _ => None,
                };
                let size = size.unwrap_or(0);
                Shape {
                    name,
                    size,
                    element: encoding.map(|e| (e, size)),
                }
            }
            gimli::DW_TAG_pointer_type | gimli::DW_TAG_reference_type => {
                let to = inner()?.name.unwrap_or_else(|| "void".to_owned());
                // Pointers into LDS and private memory have four bytes.
                let size = size.unwrap_or(match entry.attr_value(gimli::DW_AT_address_class) {
                    None => self.unit.encoding().address_size.into(),
                    Some(_) => 4,
                });
                Shape {
                    name: Some(format!("{to} *")),
                    size,
                    element: Some((Encoding::Address, size)),
                }
            }
            gimli::DW_TAG_array_type => {
                let element = inner()?;
                let count = self.count(at)?;
                let size = size.unwrap_or(element.size.saturating_mul(count));
                let of = element.name.map(|n| format!("{n}[{count}]"));
                Shape {
                    name: name.or(of),
                    size,
                    element: element.element,
                }
            }
            gimli::DW_TAG_enumeration_type => Shape {
                name,
                size: size.unwrap_or(4),
                element: Some((Encoding::Signed, size.unwrap_or(4))),
            },
            gimli::DW_TAG_typedef => Shape { name, ..inner()? },
            gimli::DW_TAG_const_type
            | gimli::DW_TAG_volatile_type
            | gimli::DW_TAG_restrict_type
            | gimli::DW_TAG_atomic_type => inner()?,
            _ => Shape {
                name,
                size: size.unwrap_or(0),
                element: None,
            },
        })
    }

    /// The elements of the array type at `at`.
    fn count(&self, at: gimli::UnitOffset) -> gimli::Result<u64> {
        let mut tree = self.unit.entries_tree(Some(at))?;
        let mut children = tree.root()?.children();
        let mut count = 1u64;
        while let Some(child) = children.next()? {
            let entry = child.entry();
            let udata = |name| entry.attr_value(name).and_then(|v| v.udata_value());
            let n = udata(gimli::DW_AT_count)
                .or_else(|| Some(udata(gimli::DW_AT_upper_bound)?.saturating_add(1)));
            count = count.saturating_mul(n.unwrap_or(1));
        }
        Ok(count)
    }

    fn place(&self, entry: &Entry<'d>, size: u64) -> gimli::Result<Place> {
        let constant = entry.attr_value(gimli::DW_AT_const_value);
        if let Some(c) =
            constant.and_then(|c| c.sdata_value().map(|v| v as u64).or(c.udata_value()))
        {
            return Ok(Place::Constant(c));
        }
        let Some(value) = entry.attr_value(gimli::DW_AT_location) else {
            return Ok(Place::OptimisedOut);
        };
        if let AttributeValue::Exprloc(e) = value {
            return self.expression(e, size);
        }
        let Some(mut list) = self.unit.attr_locations(value)? else {
            return Ok(Place::OptimisedOut);
        };
        while let Some(one) = list.next()? {
            if (one.range.begin..one.range.end).contains(&self.vaddr) {
                return self.expression(one.data, size);
            }
        }
        Ok(Place::OptimisedOut)
    }

    /// What a location expression says.
    fn expression(&self, e: gimli::Expression<Slice<'d>>, size: u64) -> gimli::Result<Place> {
        let mut operations = e.operations(self.unit.encoding());
        let mut list = Vec::new();
        while let Some(op) = operations.next()? {
            list.push(op);
        }
        if let Some(Operation::StackValue) = list.last() {
            list.pop();
        }
        let space = match list[..] {
            [
                ..,
                Operation::UnsignedConstant { value },
                Operation::Swap,
                Operation::Deref { space: true, .. },
            ] => {
                list.truncate(list.len() - 3);
                Some(value)
            }
            _ => None,
        };
        let whole = |register| match register_of(register) {
            Some(first) => Place::Registers(consecutive(first, size)),
            None => Place::Unsupported("in a register that is neither an SGPR nor a VGPR"),
        };
        Ok(match (&list[..], space) {
            ([], _) => Place::OptimisedOut,
            // LLVM adds the space of the variable also where the register has its value.
            (&[Operation::Register { register }], _)
            | (
                &[
                    Operation::RegisterOffset {
                        register,
                        offset: 0,
                        ..
                    },
                ],
                _,
            ) => whole(register),
            (&[Operation::FrameOffset { offset }], Some(1) | None) => match self.frame {
                Some(Register::Scalar(base)) => Place::Private {
                    base: Some(base),
                    offset,
                },
                _ => Place::Unsupported("in a frame that no SGPR points to"),
            },
            (&[Operation::Address { address }], Some(2 | 3)) => Place::Lds(address),
            (&[Operation::AddressIndex { index }], Some(2 | 3)) => {
                Place::Lds(self.unit.address(index)?)
            }
            (&[Operation::UnsignedConstant { value }], _) => Place::Constant(value),
            (&[Operation::SignedConstant { value }], _) => Place::Constant(value as u64),
            (all, _) => pieces(all).unwrap_or(Place::Unsupported(
                "given by an expression that is not supported",
            )),
        })
    }
}

/// Registers each of which has a part.
fn pieces(list: &[Operation<Slice<'_>>]) -> Option<Place> {
    let mut out = Vec::new();
    for pair in list.chunks(2) {
        let [
            Operation::Register { register },
            Operation::Piece {
                size_in_bits,
                bit_offset: None,
            },
        ] = pair
        else {
            return None;
        };
        out.push((register_of(*register)?, size_in_bits / 8));
    }
    (!out.is_empty()).then_some(Place::Registers(out))
}

/// The registers from `first` on that have `size` bytes.
fn consecutive(first: Register, size: u64) -> Vec<(Register, u64)> {
    let count = size.clamp(1, 128).div_ceil(4);
    let nth = |i: u64| match first {
        Register::Scalar(s) => Register::Scalar(s.saturating_add(i as u8)),
        Register::Vector(v) => Register::Vector(v.saturating_add(i as u8)),
    };
    (0..count)
        .map(|i| (nth(i), (size - 4 * i).min(4)))
        .collect()
}

/// The register that DWARF has a number for, of wave64 (AMDGPUUsage).
fn register_of(register: gimli::Register) -> Option<Register> {
    match register.0 {
        n @ 32..=95 => Some(Register::Scalar((n - 32) as u8)),
        n @ 1088..=1129 => Some(Register::Scalar((n - 1088 + 64) as u8)),
        n @ 2560..=2815 => Some(Register::Vector((n - 2560) as u8)),
        _ => None,
    }
}

/// DWARF 5, 7.8.
fn encoding_of(e: gimli::DwAte) -> Option<Encoding> {
    Some(match e {
        gimli::DW_ATE_signed | gimli::DW_ATE_signed_char => Encoding::Signed,
        gimli::DW_ATE_unsigned
        | gimli::DW_ATE_unsigned_char
        | gimli::DW_ATE_UTF
        | gimli::DW_ATE_boolean => Encoding::Unsigned,
        gimli::DW_ATE_float => Encoding::Float,
        gimli::DW_ATE_address => Encoding::Address,
        _ => return None,
    })
}
