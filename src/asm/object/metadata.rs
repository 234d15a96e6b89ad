//! `.amdgpu_metadata`: YAML to the MessagePack of a note (LLVM AMDGPUUsage, "Code Object Metadata"). What a scalar is,
//! and what must be there, is as LLVM's assembler has it (MsgPackDocumentYAML, AMDGPUMetadataVerifier).

use std::collections::BTreeMap;

use granit_parser::{Event, Parser, Tag};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// Nesting that is certainly a mistake: the format nests five deep.
const DEEPEST: usize = 32;

/// A part of the metadata. The order is that of the keys of a map in a note.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
enum Node {
    Int(i64),
    UInt(u64),
    Nil,
    Bool(bool),
    Float(f64),
    Str(String),
    List(Vec<Node>),
    Map(BTreeMap<Key, Node>),
}

/// A key of a map.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Int(i64),
    UInt(u64),
    Bool(bool),
    Str(String),
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            Key::Int(n) => s.serialize_i64(*n),
            Key::UInt(n) => s.serialize_u64(*n),
            Key::Bool(b) => s.serialize_bool(*b),
            Key::Str(text) => s.serialize_str(text),
        }
    }
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            Node::Int(n) => s.serialize_i64(*n),
            Node::UInt(n) => s.serialize_u64(*n),
            Node::Nil => s.serialize_unit(),
            Node::Bool(b) => s.serialize_bool(*b),
            Node::Float(f) => s.serialize_f64(*f),
            Node::Str(text) => s.serialize_str(text),
            Node::List(nodes) => s.collect_seq(nodes),
            Node::Map(nodes) => {
                let mut map = s.serialize_map(Some(nodes.len()))?;
                for (key, node) in nodes {
                    map.serialize_entry(key, node)?;
                }
                map.end()
            }
        }
    }
}

/// Metadata as a note has it.
#[derive(Clone, Debug)]
pub struct Metadata {
    /// MessagePack.
    pub bytes: Vec<u8>,
    /// Major and minor version of the format.
    pub version: [u64; 2],
}

/// What is wrong, and in which line of the metadata, from 0.
pub struct Mistake {
    pub line: usize,
    pub message: String,
}

/// Reads the lines between `.amdgpu_metadata` and `.end_amdgpu_metadata`.
pub fn parse(text: &str) -> Result<Metadata, Mistake> {
    let mut root = tree(text)?;
    let version = verify(&mut root).map_err(|message| Mistake { line: 0, message })?;
    let bytes = rmp_serde::to_vec(&root).map_err(|e| Mistake {
        line: 0,
        message: e.to_string(),
    })?;
    Ok(Metadata { bytes, version })
}

/// What is being read: a list, or a map with the key whose value comes next.
enum Open {
    List(Vec<Node>),
    Map(BTreeMap<Key, Node>, Option<Key>),
}

/// Reads YAML.
fn tree(text: &str) -> Result<Node, Mistake> {
    let mut open: Vec<Open> = Vec::new();
    let mut root = None;
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|e| Mistake {
            line: e.marker().line().saturating_sub(1),
            message: format!("the metadata is not YAML: {}", e.info()),
        })?;
        let fail = |message: &str| {
            Err(Mistake {
                line: span.start.line().saturating_sub(1),
                message: message.to_owned(),
            })
        };
        let node = match event {
            Event::Scalar(value, _, _, tag) => match scalar(&value, tag.as_deref()) {
                Ok(node) => node,
                Err(message) => return fail(&message),
            },
            Event::SequenceStart(..) | Event::MappingStart(..) if open.len() == DEEPEST => {
                return fail("the metadata is nested too deeply");
            }
            Event::SequenceStart(..) => {
                open.push(Open::List(Vec::new()));
                continue;
            }
            Event::MappingStart(..) => {
                open.push(Open::Map(BTreeMap::new(), None));
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some(Open::List(nodes)) => Node::List(nodes),
                Some(Open::Map(nodes, _)) => Node::Map(nodes),
                None => continue,
            },
            Event::Alias(..) => return fail("the metadata has YAML anchors"),
            _ => continue,
        };
        match open.last_mut() {
            None if root.is_some() => return fail("the metadata has more than one document"),
            None => root = Some(node),
            Some(Open::List(nodes)) => nodes.push(node),
            Some(Open::Map(nodes, key @ None)) => {
                let new = match node {
                    Node::Int(n) => Key::Int(n),
                    Node::UInt(n) => Key::UInt(n),
                    Node::Bool(b) => Key::Bool(b),
                    Node::Str(text) => Key::Str(text),
                    Node::Nil | Node::Float(_) | Node::List(_) | Node::Map(_) => {
                        return fail("a key of the metadata is no text");
                    }
                };
                if nodes.contains_key(&new) {
                    return fail("a key of the metadata is there twice");
                }
                *key = Some(new);
            }
            Some(Open::Map(nodes, key)) => {
                if let Some(key) = key.take() {
                    nodes.insert(key, node);
                }
            }
        }
    }
    root.ok_or_else(|| Mistake {
        line: 0,
        message: "the metadata is empty".to_owned(),
    })
}

/// What a scalar is: as its tag says, or else what it looks like.
fn scalar(text: &str, tag: Option<&Tag>) -> Result<Node, String> {
    let tag = tag.map(|t| t.suffix().to_owned());
    let wrong = |what: &str| format!("'{text}' in the metadata is not {what}");
    match tag.as_deref() {
        None | Some("") => Ok(implicit(text)),
        Some("str") => Ok(Node::Str(text.to_owned())),
        Some("int") => int(text).ok_or_else(|| wrong("an integer")),
        Some("bool") => bool_(text)
            .map(Node::Bool)
            .ok_or_else(|| wrong("a boolean")),
        Some("float") => text.parse().map(Node::Float).map_err(|_| wrong("a number")),
        Some("nil" | "null") => Ok(Node::Nil),
        Some(other) => Err(format!("the metadata has an unknown tag '{other}'")),
    }
}

/// What a scalar without tag is, in quotes or not.
fn implicit(text: &str) -> Node {
    if text.is_empty() {
        return Node::Nil;
    }
    let float = || text.parse().ok().map(Node::Float);
    // LLVM took YAML 1.1's other words for booleans up to version 20, and wrote !str before names that are so; since then
    // it writes such names as they are.
    let bool = || match text {
        "true" => Some(Node::Bool(true)),
        "false" => Some(Node::Bool(false)),
        _ => None,
    };
    let known = int(text).or_else(bool);
    known
        .or_else(float)
        .unwrap_or_else(|| Node::Str(text.to_owned()))
}

/// An integer by its prefix: `0x`, `0b`, `0o`, or `0` alone for octal.
fn int(text: &str) -> Option<Node> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let lower = digits.to_ascii_lowercase();
    let (radix, digits) = match lower.get(..2) {
        Some("0x") => (16, &lower[2..]),
        Some("0b") => (2, &lower[2..]),
        Some("0o") => (8, &lower[2..]),
        Some(_) if lower.starts_with('0') => (8, &lower[1..]),
        _ => (10, &lower[..]),
    };
    if !digits.starts_with(|c: char| c.is_ascii_hexdigit()) {
        return None;
    }
    if negative {
        let n = i64::from_str_radix(&format!("-{digits}"), radix);
        return n.ok().map(Node::Int);
    }
    u64::from_str_radix(digits, radix).ok().map(Node::UInt)
}

/// YAML 1.1's words for true and false, in the three ways of capitals.
fn bool_(text: &str) -> Option<bool> {
    let lower = text.to_ascii_lowercase();
    let capital = || {
        let mut rest = text.chars();
        rest.next().is_some_and(char::is_uppercase)
            && rest.as_str() == lower.get(1..).unwrap_or_default()
    };
    if text != lower && text != text.to_ascii_uppercase() && !capital() {
        return None;
    }
    match lower.as_str() {
        "true" | "yes" | "on" | "y" => Some(true),
        "false" | "no" | "off" | "n" => Some(false),
        _ => None,
    }
}

/// What a value must be.
#[derive(Clone, Copy)]
enum Kind {
    Str,
    Int,
    Bool,
    /// One of these.
    OneOf(&'static [&'static str]),
    /// So many integers.
    Ints(usize),
    Strs,
    Args,
}

/// Keys with what they must be, and whether they must be there.
type Keys = &'static [(&'static str, Kind, bool)];

const KERNEL: Keys = &[
    (".name", Kind::Str, true),
    (".symbol", Kind::Str, true),
    (
        ".language",
        Kind::OneOf(&[
            "OpenCL C",
            "OpenCL C++",
            "HCC",
            "HIP",
            "OpenMP",
            "Assembler",
        ]),
        false,
    ),
    (".language_version", Kind::Ints(2), false),
    (".args", Kind::Args, false),
    (".reqd_workgroup_size", Kind::Ints(3), false),
    (".workgroup_size_hint", Kind::Ints(3), false),
    (".vec_type_hint", Kind::Str, false),
    (".device_enqueue_symbol", Kind::Str, false),
    (".kernarg_segment_size", Kind::Int, true),
    (".group_segment_fixed_size", Kind::Int, true),
    (".private_segment_fixed_size", Kind::Int, true),
    (".uses_dynamic_stack", Kind::Bool, false),
    (".workgroup_processor_mode", Kind::Bool, false),
    (".kernarg_segment_align", Kind::Int, true),
    (".wavefront_size", Kind::Int, true),
    (".sgpr_count", Kind::Int, true),
    (".vgpr_count", Kind::Int, true),
    (".max_flat_workgroup_size", Kind::Int, true),
    (".agpr_count", Kind::Int, false),
    (".sgpr_spill_count", Kind::Int, false),
    (".vgpr_spill_count", Kind::Int, false),
    (".uniform_work_group_size", Kind::Int, false),
];

const ACCESS: Kind = Kind::OneOf(&["read_only", "write_only", "read_write"]);

const ARG: Keys = &[
    (".name", Kind::Str, false),
    (".type_name", Kind::Str, false),
    (".size", Kind::Int, true),
    (".offset", Kind::Int, true),
    (
        ".value_kind",
        Kind::OneOf(&[
            "by_value",
            "global_buffer",
            "dynamic_shared_pointer",
            "sampler",
            "image",
            "pipe",
            "queue",
            "hidden_block_count_x",
            "hidden_block_count_y",
            "hidden_block_count_z",
            "hidden_group_size_x",
            "hidden_group_size_y",
            "hidden_group_size_z",
            "hidden_remainder_x",
            "hidden_remainder_y",
            "hidden_remainder_z",
            "hidden_global_offset_x",
            "hidden_global_offset_y",
            "hidden_global_offset_z",
            "hidden_grid_dims",
            "hidden_none",
            "hidden_printf_buffer",
            "hidden_hostcall_buffer",
            "hidden_heap_v1",
            "hidden_default_queue",
            "hidden_completion_action",
            "hidden_multigrid_sync_arg",
            "hidden_dynamic_lds_size",
            "hidden_private_base",
            "hidden_shared_base",
            "hidden_queue_ptr",
        ]),
        true,
    ),
    (".pointee_align", Kind::Int, false),
    (
        ".address_space",
        Kind::OneOf(&[
            "private", "global", "constant", "local", "generic", "region",
        ]),
        false,
    ),
    (".access", ACCESS, false),
    (".actual_access", ACCESS, false),
    (".is_const", Kind::Bool, false),
    (".is_restrict", Kind::Bool, false),
    (".is_volatile", Kind::Bool, false),
    (".is_pipe", Kind::Bool, false),
];

/// Checks what must be there, and gives its version.
fn verify(root: &mut Node) -> Result<[u64; 2], String> {
    let Node::Map(root) = root else {
        return Err("the metadata is no map".to_owned());
    };
    let mut key = |name: &str| root.remove_entry(&Key::Str(name.to_owned()));
    let (version, printf, kernels) = (
        key("amdhsa.version"),
        key("amdhsa.printf"),
        key("amdhsa.kernels"),
    );
    let Some((version_key, mut version)) = version else {
        return Err("the metadata has no amdhsa.version".to_owned());
    };
    check(&mut version, Kind::Ints(2), "amdhsa.version")?;
    let numbers = match &version {
        Node::List(parts) => match parts[..] {
            [Node::UInt(major), Node::UInt(minor)] => [major, minor],
            _ => return Err("metadata: amdhsa.version is below zero".to_owned()),
        },
        _ => [0; 2],
    };
    root.insert(version_key, version);
    if let Some((key, mut printf)) = printf {
        check(&mut printf, Kind::Strs, "amdhsa.printf")?;
        root.insert(key, printf);
    }
    let Some((kernels_key, mut kernels)) = kernels else {
        return Err("the metadata has no amdhsa.kernels".to_owned());
    };
    let Node::List(list) = &mut kernels else {
        return Err("metadata: amdhsa.kernels is no list".to_owned());
    };
    for (i, kernel) in list.iter_mut().enumerate() {
        keys(kernel, KERNEL, &format!("amdhsa.kernels[{i}]"))?;
    }
    root.insert(kernels_key, kernels);
    Ok(numbers)
}

/// Checks the keys of a map.
fn keys(node: &mut Node, table: Keys, path: &str) -> Result<(), String> {
    let Node::Map(map) = node else {
        return Err(format!("metadata: {path} is no map"));
    };
    for &(name, kind, required) in table {
        match map.get_mut(&Key::Str(name.to_owned())) {
            Some(node) => check(node, kind, &format!("{path}{name}"))?,
            None if required => return Err(format!("metadata: {path} has no {name}")),
            None => {}
        }
    }
    Ok(())
}

/// Checks a value; text that looks like what is wanted is taken for it.
fn check(node: &mut Node, kind: Kind, path: &str) -> Result<(), String> {
    let wrong = |what: &str| Err(format!("metadata: {path} is not {what}"));
    if let (Node::Str(text), Kind::Int | Kind::Bool) = (&*node, kind) {
        *node = match bool_(text) {
            Some(word) => Node::Bool(word),
            None => implicit(text),
        };
    }
    let list = |node: &mut Node, count: Option<usize>, kind: Kind| match node {
        Node::List(nodes) if count.is_none_or(|n| n == nodes.len()) => {
            let mut nodes = nodes.iter_mut().enumerate();
            nodes.try_for_each(|(i, n)| check(n, kind, &format!("{path}[{i}]")))
        }
        _ => match count {
            Some(n) => wrong(&format!("a list of {n}")),
            None => wrong("a list"),
        },
    };
    match (kind, &mut *node) {
        (Kind::Str, Node::Str(_)) => Ok(()),
        (Kind::Int, Node::UInt(_) | Node::Int(_)) => Ok(()),
        (Kind::Bool, Node::Bool(_)) => Ok(()),
        (Kind::OneOf(words), Node::Str(text)) if words.contains(&text.as_str()) => Ok(()),
        (Kind::OneOf(words), _) => wrong(&format!("one of {}", words.join(", "))),
        (Kind::Ints(n), node) => list(node, Some(n), Kind::Int),
        (Kind::Strs, node) => list(node, None, Kind::Str),
        (Kind::Args, Node::List(args)) => {
            let mut args = args.iter_mut().enumerate();
            args.try_for_each(|(i, arg)| keys(arg, ARG, &format!("{path}[{i}]")))
        }
        (Kind::Args, _) => wrong("a list"),
        (Kind::Str, _) => wrong("a text (!str makes it one)"),
        (Kind::Int, _) => wrong("an integer"),
        (Kind::Bool, _) => wrong("true or false"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What llvm-mc 19 makes of these.
    #[test]
    fn scalars() {
        let str = |s: &str| Node::Str(s.to_owned());
        for (text, want) in [
            ("5", Node::UInt(5)),
            ("0x10", Node::UInt(16)),
            ("-5", Node::Int(-5)),
            ("010", Node::UInt(8)),
            ("0b11", Node::UInt(3)),
            ("0o17", Node::UInt(15)),
            ("0", Node::UInt(0)),
            ("~", str("~")),
            ("null", str("null")),
            (".inf", str(".inf")),
            ("", Node::Nil),
            ("TRUE", str("TRUE")),
            ("true", Node::Bool(true)),
            ("y", str("y")),
            ("tRUE", str("tRUE")),
            ("true_", str("true_")),
            ("gfx900", str("gfx900")),
        ] {
            assert_eq!(implicit(text), want, "{text}");
        }
        let tagged = tree("a: !str y\nb: '5'\nc: |\n  a\n   b\n").ok().unwrap();
        let Node::Map(map) = tagged else { panic!() };
        let values: Vec<Node> = map.into_values().collect();
        assert_eq!(values, [str("y"), Node::UInt(5), str("a\n b\n")]);
    }
}
