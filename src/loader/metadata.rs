//! The metadata note: MessagePack since version 3, YAML in version 2 (LLVM AMDGPUUsage, "Code
//! Object Metadata"). Both have the same shape under different keys, so one set of structures reads
//! both; unknown keys are skipped.

use serde::Deserialize;

use super::printf::PrintfFormat;
use super::{Arg, ArgKind, Kernel};
use crate::error::LoadError;

/// Nothing in a kernel-argument segment can be larger, or lie beyond this.
const MAX_KERNARG: u64 = 1 << 20;

/// The metadata of a file, or one note of it.
#[derive(Deserialize, Debug, Default)]
pub(super) struct Metadata {
    #[serde(rename = "amdhsa.version", alias = "Version")]
    pub version: Option<Vec<u32>>,
    /// Since version 4.
    #[serde(rename = "amdhsa.target")]
    pub target: Option<String>,
    #[serde(rename = "amdhsa.kernels", alias = "Kernels", default)]
    pub kernels: Vec<KernelMeta>,
    #[serde(rename = "amdhsa.printf", alias = "Printf", default)]
    pub printf: Vec<PrintfFormat>,
}

/// The metadata of one kernel.
#[derive(Deserialize, Debug)]
pub(super) struct KernelMeta {
    #[serde(rename = ".name", alias = "Name")]
    pub name: String,
    /// `name.kd` or `name@kd`.
    #[serde(rename = ".symbol", alias = "SymbolName")]
    symbol: Option<String>,
    #[serde(rename = ".args", alias = "Args", alias = "Arguments", default)]
    pub args: Vec<ArgMeta>,
    #[serde(rename = ".kernarg_segment_size")]
    kernarg_size: Option<u64>,
    #[serde(rename = ".kernarg_segment_align")]
    kernarg_align: Option<u64>,
    #[serde(rename = ".reqd_workgroup_size")]
    reqd_workgroup_size: Option<Vec<u32>>,
    #[serde(rename = ".max_flat_workgroup_size")]
    max_flat_workgroup_size: Option<u32>,
    #[serde(rename = "CodeProps", default)]
    code_props: CodeProps,
    #[serde(rename = "Attrs", default)]
    attrs: Attrs,
}

/// Version 2 keeps some of a kernel's numbers one level further down.
#[derive(Deserialize, Debug, Default)]
struct CodeProps {
    #[serde(rename = "KernargSegmentSize")]
    kernarg_size: Option<u64>,
    #[serde(rename = "KernargSegmentAlign")]
    kernarg_align: Option<u64>,
    #[serde(rename = "MaxFlatWorkGroupSize")]
    max_flat_workgroup_size: Option<u32>,
}

#[derive(Deserialize, Debug, Default)]
struct Attrs {
    #[serde(rename = "ReqdWorkGroupSize")]
    reqd_workgroup_size: Option<Vec<u32>>,
}

#[derive(Deserialize, Debug)]
pub(super) struct ArgMeta {
    #[serde(rename = ".name", alias = "Name")]
    pub name: Option<String>,
    #[serde(rename = ".type_name", alias = "TypeName")]
    pub type_name: Option<String>,
    #[serde(rename = ".size", alias = "Size")]
    pub size: u64,
    /// Absent in version 2, where arguments are packed at their alignment.
    #[serde(rename = ".offset")]
    pub offset: Option<u64>,
    #[serde(rename = "Align")]
    pub align: Option<u64>,
    #[serde(rename = ".value_kind", alias = "ValueKind")]
    pub value_kind: String,
    #[serde(rename = ".value_type", alias = "ValueType")]
    pub value_type: Option<String>,
    #[serde(rename = ".pointee_align", alias = "PointeeAlign")]
    pub pointee_align: Option<u64>,
}

impl KernelMeta {
    /// Name of the kernel's symbol, without the mark that tells the descriptor from the code.
    pub fn symbol(&self) -> &str {
        let symbol = self.symbol.as_deref().unwrap_or(&self.name);
        let bare = symbol.strip_suffix(".kd");
        bare.or_else(|| symbol.strip_suffix("@kd"))
            .unwrap_or(symbol)
    }

    pub fn kernarg_size(&self) -> Option<u64> {
        self.kernarg_size.or(self.code_props.kernarg_size)
    }

    pub fn kernarg_align(&self) -> Option<u64> {
        self.kernarg_align.or(self.code_props.kernarg_align)
    }

    pub fn reqd_workgroup_size(&self) -> Option<&Vec<u32>> {
        let size = self.reqd_workgroup_size.as_ref();
        size.or(self.attrs.reqd_workgroup_size.as_ref())
    }

    pub fn max_flat_workgroup_size(&self) -> Option<u32> {
        let size = self.max_flat_workgroup_size;
        size.or(self.code_props.max_flat_workgroup_size)
    }
}

/// Reads the MessagePack of note type 32.
pub(super) fn from_msgpack(bytes: &[u8]) -> Result<Metadata, LoadError> {
    let mut d = rmp_serde::Deserializer::from_read_ref(bytes);
    // The format nests five deep; the rest of the stack is for the reader's recursion.
    d.set_max_depth(64);
    serde_path_to_error::deserialize(&mut d).map_err(|e| named(&e, &e.inner().to_string()))
}

/// Reads the YAML of note type 10.
pub(super) fn from_yaml(bytes: &[u8]) -> Result<Metadata, LoadError> {
    let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
    // What is wrong with a field is told as such; the rest are errors of the text as a whole.
    let mut in_field = None;
    let read = serde_saphyr::with_deserializer_from_slice_with_options(
        &bytes[..end],
        yaml_options(),
        |d| {
            serde_path_to_error::deserialize(d).map_err(|e| {
                in_field = Some(named(&e, &yaml_problem(e.inner())));
                e.into_inner()
            })
        },
    );
    read.map_err(|e| {
        in_field.unwrap_or_else(|| LoadError::Field {
            field: "metadata".to_owned(),
            problem: one_line(&yaml_problem(&e)),
        })
    })
}

/// How much YAML may hold. By an anchor (`&name`) a small text can repeat parts of itself without end; no
/// compiler writes one.
fn yaml_options() -> serde_saphyr::Options {
    serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_anchors: 0,
            max_aliases: 0,
            // The format nests five deep.
            max_depth: 64,
            max_documents: 1,
        },
        merge_keys: serde_saphyr::MergeKeyPolicy::AsOrdinary,
        with_snippet: false,
    }
}

/// What is wrong, `problem`, at the place to which `e` belongs.
fn named<E>(e: &serde_path_to_error::Error<E>, problem: &str) -> LoadError {
    let field = match e.path().to_string() {
        // What is not YAML has no place.
        path if path == "?" => "metadata".to_owned(),
        // Keys begin with a dot of their own.
        path => format!("metadata: {path}").replace("..", "."),
    };
    LoadError::Field {
        field,
        problem: one_line(problem),
    }
}

/// What the YAML reader says to users: to programmers it says which of its options would help.
fn yaml_problem(e: &serde_saphyr::Error) -> String {
    use serde_saphyr::budget::BudgetBreach::{Aliases, Anchors};
    if let serde_saphyr::Error::Budget { breach, .. } = e
        && matches!(breach, Anchors { .. } | Aliases { .. })
    {
        return "YAML anchors are not supported".to_owned();
    }
    e.render_with_formatter(&serde_saphyr::UserMessageFormatter)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Fills in what the metadata says about `kernel`.
pub(super) fn apply(kernel: &mut Kernel, meta: &KernelMeta) -> Result<(), LoadError> {
    let error = |field: &str, problem: String| LoadError::Field {
        field: format!("kernel '{}': {field}", meta.name),
        problem,
    };
    let mut end = 0u64;
    for (i, a) in meta.args.iter().enumerate() {
        let error = |field: &str, problem: String| error(&format!("args[{i}].{field}"), problem);
        let kind = arg_kind(&a.value_kind)
            .ok_or_else(|| error("value_kind", format!("unknown kind '{}'", a.value_kind)))?;
        let align = a.align.unwrap_or(1);
        if !align.is_power_of_two() || align > MAX_KERNARG {
            return Err(error(
                "align",
                format!("{align} is not a plausible power of two"),
            ));
        }
        let offset = match a.offset {
            Some(offset) => offset,
            // `end` is at most MAX_KERNARG, so this cannot overflow.
            None => end.next_multiple_of(align),
        };
        if a.size > MAX_KERNARG {
            return Err(error("size", format!("{} bytes is not plausible", a.size)));
        }
        if offset > MAX_KERNARG - a.size {
            return Err(error("offset", format!("{offset} is not plausible")));
        }
        end = end.max(offset + a.size);
        let pointer = matches!(kind, ArgKind::GlobalBuffer);
        if pointer && a.size != 8 || kind == ArgKind::DynamicSharedPointer && a.size != 4 {
            return Err(error(
                "size",
                format!("{} bytes is not the size of a pointer of this kind", a.size),
            ));
        }
        kernel.args.push(Arg {
            name: a.name.clone().filter(|n| !n.is_empty()),
            type_name: a.type_name.clone().filter(|n| !n.is_empty()),
            offset,
            size: a.size,
            kind,
            value_type: (kind == ArgKind::ByValue)
                .then(|| value_type(a))
                .flatten()
                .map(str::to_owned),
            pointee_align: a.pointee_align,
        });
    }
    if let Some(i) = kernel.args.iter().position(|a| a.kind.is_hidden())
        && let Some(late) = kernel.args[i..].iter().position(|a| !a.kind.is_hidden())
    {
        return Err(error(
            &format!("args[{}].value_kind", i + late),
            "an explicit argument after hidden ones".to_owned(),
        ));
    }
    // Some compilers of version 2 leave hidden arguments out of the size.
    let size = meta
        .kernarg_size()
        .unwrap_or(0)
        .max(kernel.kernarg_size)
        .max(end);
    if size > MAX_KERNARG {
        return Err(error(
            "kernarg_segment_size",
            format!("{size} bytes is not plausible"),
        ));
    }
    kernel.kernarg_size = size;
    if let Some(align) = meta.kernarg_align() {
        if !align.is_power_of_two() || align > 4096 {
            return Err(error(
                "kernarg_segment_align",
                format!("{align} is not a plausible power of two"),
            ));
        }
        kernel.kernarg_align = kernel.kernarg_align.max(align);
    }
    // Version 2 writes zeros when the source demands nothing.
    if let Some(reqd) = meta
        .reqd_workgroup_size()
        .filter(|r| r.iter().any(|n| *n != 0))
    {
        let reqd = <[u32; 3]>::try_from(reqd.as_slice())
            .ok()
            .filter(|r| r.iter().all(|n| *n != 0))
            .ok_or_else(|| {
                error(
                    "reqd_workgroup_size",
                    format!("{reqd:?}: want three positive sizes"),
                )
            })?;
        kernel.reqd_workgroup_size = Some(reqd);
    }
    kernel.max_flat_workgroup_size = meta.max_flat_workgroup_size().filter(|n| *n != 0);
    Ok(())
}

/// `.value_kind` since version 3, `ValueKind` in version 2, and what they mean.
const KINDS: &[(&str, &str, ArgKind)] = {
    use ArgKind::*;
    &[
        ("by_value", "ByValue", ByValue),
        ("global_buffer", "GlobalBuffer", GlobalBuffer),
        (
            "dynamic_shared_pointer",
            "DynamicSharedPointer",
            DynamicSharedPointer,
        ),
        ("sampler", "Sampler", Sampler),
        ("image", "Image", Image),
        ("pipe", "Pipe", Pipe),
        ("queue", "Queue", Queue),
        (
            "hidden_global_offset_x",
            "HiddenGlobalOffsetX",
            HiddenGlobalOffsetX,
        ),
        (
            "hidden_global_offset_y",
            "HiddenGlobalOffsetY",
            HiddenGlobalOffsetY,
        ),
        (
            "hidden_global_offset_z",
            "HiddenGlobalOffsetZ",
            HiddenGlobalOffsetZ,
        ),
        ("hidden_none", "HiddenNone", HiddenNone),
        (
            "hidden_printf_buffer",
            "HiddenPrintfBuffer",
            HiddenPrintfBuffer,
        ),
        (
            "hidden_hostcall_buffer",
            "HiddenHostcallBuffer",
            HiddenHostcallBuffer,
        ),
        (
            "hidden_default_queue",
            "HiddenDefaultQueue",
            HiddenDefaultQueue,
        ),
        (
            "hidden_completion_action",
            "HiddenCompletionAction",
            HiddenCompletionAction,
        ),
        (
            "hidden_multigrid_sync_arg",
            "HiddenMultiGridSyncArg",
            HiddenMultigridSyncArg,
        ),
        ("hidden_block_count_x", "", HiddenBlockCountX),
        ("hidden_block_count_y", "", HiddenBlockCountY),
        ("hidden_block_count_z", "", HiddenBlockCountZ),
        ("hidden_group_size_x", "", HiddenGroupSizeX),
        ("hidden_group_size_y", "", HiddenGroupSizeY),
        ("hidden_group_size_z", "", HiddenGroupSizeZ),
        ("hidden_remainder_x", "", HiddenRemainderX),
        ("hidden_remainder_y", "", HiddenRemainderY),
        ("hidden_remainder_z", "", HiddenRemainderZ),
        ("hidden_grid_dims", "", HiddenGridDims),
        ("hidden_heap_v1", "", HiddenHeapV1),
        ("hidden_dynamic_lds_size", "", HiddenDynamicLdsSize),
        ("hidden_private_base", "", HiddenPrivateBase),
        ("hidden_shared_base", "", HiddenSharedBase),
        ("hidden_queue_ptr", "", HiddenQueuePtr),
    ]
};

fn arg_kind(name: &str) -> Option<ArgKind> {
    KINDS
        .iter()
        .find(|(v3, v2, _)| name == *v3 || !v2.is_empty() && name == *v2)
        .map(|(_, _, kind)| *kind)
}

/// The scalar type of a by-value argument: as stated, or else from its OpenCL C or C++ type name.
/// `None` for structures and vectors, which have a scalar type in the metadata too but another size.
fn value_type(a: &ArgMeta) -> Option<&'static str> {
    let stated = a.value_type.as_deref().map(str::to_ascii_lowercase);
    let stated = stated.and_then(|t| SCALARS.iter().find(|(name, _)| *name == t));
    let from_name = || {
        let scalar = scalar_type(a.type_name.as_deref()?)?;
        SCALARS.iter().find(|(s, _)| *s == scalar)
    };
    let (name, size) = stated.or_else(from_name)?;
    (*size == a.size).then_some(*name)
}

/// The scalar type (`f32`, `i32`, ...) that OpenCL C or C++ calls `name`.
pub fn scalar_type(name: &str) -> Option<&'static str> {
    let words = name.split_whitespace();
    let words: Vec<&str> = words
        .filter(|w| !matches!(*w, "const" | "volatile" | "restrict" | "__global"))
        .collect();
    let name = words.join(" ");
    let (_, scalar) = TYPE_NAMES
        .iter()
        .find(|(names, _)| names.contains(&name.as_str()))?;
    Some(scalar)
}

/// Scalar types and their sizes in bytes.
const SCALARS: &[(&str, u64)] = &[
    ("i8", 1),
    ("u8", 1),
    ("i16", 2),
    ("u16", 2),
    ("f16", 2),
    ("i32", 4),
    ("u32", 4),
    ("f32", 4),
    ("i64", 8),
    ("u64", 8),
    ("f64", 8),
];

/// Type names of the source languages.
const TYPE_NAMES: &[(&[&str], &str)] = &[
    (&["char", "signed char", "int8_t"], "i8"),
    (&["uchar", "unsigned char", "uint8_t", "bool"], "u8"),
    (&["short", "int16_t"], "i16"),
    (&["ushort", "unsigned short", "uint16_t"], "u16"),
    (&["int", "int32_t"], "i32"),
    (&["uint", "unsigned int", "unsigned", "uint32_t"], "u32"),
    (
        &["long", "long long", "int64_t", "ptrdiff_t", "intptr_t"],
        "i64",
    ),
    (
        &[
            "ulong",
            "unsigned long",
            "unsigned long long",
            "uint64_t",
            "size_t",
            "uintptr_t",
        ],
        "u64",
    ),
    (&["half", "_Float16", "__half"], "f16"),
    (&["float"], "f32"),
    (&["double"], "f64"),
];
