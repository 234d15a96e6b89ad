//! The public API: `docs/public-api.txt` lists it, so that a change of it is seen in a review.
//!
//! Listed are the modules that [`STABLE`] names. The others are public for this project's own tests,
//! benchmarks and fuzz targets.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use quote::ToTokens;
use syn::{Fields, ImplItem, Item, TraitItem, Visibility};

/// What users of the library build on. The opcodes of `isa` are not among what is listed: a macro makes
/// them of the table, and `docs/coverage.md` lists those.
const STABLE: &[&str] = &[
    "asm",
    "decode",
    "disasm",
    "encode",
    "error",
    "isa",
    "loader",
    "machine::memory",
    "objdump",
    "report",
    "runtime",
];

/// The file of module `name` below `dir`.
fn file_of(dir: &Path, name: &str) -> PathBuf {
    let flat = dir.join(format!("{name}.rs"));
    if flat.exists() {
        flat
    } else {
        dir.join(name).join("mod.rs")
    }
}

fn is_public(vis: &Visibility) -> bool {
    matches!(vis, Visibility::Public(_))
}

/// Whether an attribute is worth a line of the list.
fn kept(attr: &syn::Attribute) -> bool {
    attr.path().is_ident("non_exhaustive") || attr.path().is_ident("must_use")
}

/// A declaration on one line, without what stands behind it.
fn line(item: Item) -> String {
    let file = syn::parse_quote!(#item);
    let text = prettyplease::unparse(&file);
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ").replace("( ", "(").replace(", )", ")");
    text.trim_end_matches("{}").trim_end().to_owned()
}

/// A type as the list shows it.
fn name_of(ty: &syn::Type) -> String {
    let alias = line(syn::parse_quote!(type T = #ty;));
    alias
        .trim_start_matches("type T = ")
        .trim_end_matches(';')
        .to_owned()
}

/// A signature as the list shows it.
fn signature(sig: &syn::Signature) -> String {
    let function = syn::parse_quote!(#sig {});
    line(Item::Fn(function))
}

/// Adds the public items of `items` in module `path`; files of modules are below `dir`.
fn list(path: &str, dir: &Path, items: &[Item], out: &mut Vec<String>) {
    let private: Vec<String> = items
        .iter()
        .filter_map(|item| match item {
            Item::Struct(s) if !is_public(&s.vis) => Some(s.ident.to_string()),
            Item::Enum(e) if !is_public(&e.vis) => Some(e.ident.to_string()),
            _ => None,
        })
        .collect();
    for item in items {
        match item {
            Item::Mod(m) if is_public(&m.vis) && m.content.is_none() => {
                module(path, dir, &m.ident.to_string(), out);
            }
            Item::Use(u) if is_public(&u.vis) => {
                let tree = u.tree.to_token_stream().to_string().replace(' ', "");
                out.push(format!("{path}: pub use {}", tree.replace(',', ", ")));
            }
            Item::Struct(s) if is_public(&s.vis) => {
                let mut bare = s.clone();
                bare.attrs.retain(kept);
                bare.fields = Fields::Unit;
                let name = line(Item::Struct(bare));
                out.push(format!("{path}: {}", name.trim_end_matches(';')));
                for (i, f) in s.fields.iter().enumerate() {
                    let field = f.ident.as_ref().map_or(i.to_string(), |i| i.to_string());
                    if is_public(&f.vis) {
                        out.push(format!("{path}::{}.{field}: {}", s.ident, name_of(&f.ty)));
                    }
                }
            }
            Item::Enum(e) if is_public(&e.vis) => {
                let mut bare = e.clone();
                bare.attrs.retain(kept);
                bare.variants.clear();
                out.push(format!("{path}: {}", line(Item::Enum(bare))));
                for v in &e.variants {
                    let fields = v.fields.iter().map(|f| {
                        let name = f.ident.as_ref().map_or(String::new(), |i| format!("{i}: "));
                        format!("{name}{}", name_of(&f.ty))
                    });
                    let fields: Vec<String> = fields.collect();
                    let fields = if fields.is_empty() {
                        String::new()
                    } else {
                        format!("({})", fields.join(", "))
                    };
                    out.push(format!("{path}::{}::{}{fields}", e.ident, v.ident));
                }
            }
            Item::Fn(f) if is_public(&f.vis) => {
                out.push(format!("{path}: pub {}", signature(&f.sig)));
            }
            Item::Const(c) if is_public(&c.vis) => {
                out.push(format!("{path}: pub const {}: {}", c.ident, name_of(&c.ty)));
            }
            Item::Type(t) if is_public(&t.vis) => {
                let mut t = t.clone();
                t.attrs.clear();
                out.push(format!("{path}: {}", line(Item::Type(t))));
            }
            Item::Trait(t) if is_public(&t.vis) => {
                out.push(format!("{path}: pub trait {}", t.ident));
                for i in &t.items {
                    if let TraitItem::Fn(f) = i {
                        out.push(format!("{path}::{}: {}", t.ident, signature(&f.sig)));
                    }
                }
            }
            Item::Impl(i) if i.trait_.is_none() => {
                let ty = name_of(&i.self_ty);
                if private.contains(&ty) {
                    continue;
                }
                for f in &i.items {
                    if let ImplItem::Fn(f) = f
                        && is_public(&f.vis)
                    {
                        out.push(format!("{path}::{ty}: pub {}", signature(&f.sig)));
                    }
                }
            }
            _ => {}
        }
    }
}

/// Adds the public items of the module `name` in module `parent`, whose files are in `dir`.
fn module(parent: &str, dir: &Path, name: &str, out: &mut Vec<String>) {
    let file = file_of(dir, name);
    let text = std::fs::read_to_string(&file).expect("the module's file");
    let parsed = syn::parse_file(&text).expect("Rust");
    let path = match parent {
        "" => name.to_owned(),
        _ => format!("{parent}::{name}"),
    };
    // Private files whose items a `pub use` shows are read too.
    let below = dir.join(name);
    let mut items = parsed.items;
    for item in items.clone() {
        if let Item::Use(u) = &item
            && is_public(&u.vis)
            && let syn::UseTree::Path(p) = &u.tree
            && below.join(format!("{}.rs", p.ident)).exists()
        {
            let text = std::fs::read_to_string(file_of(&below, &p.ident.to_string()));
            items.extend(syn::parse_file(&text.expect("a file")).expect("Rust").items);
        }
    }
    list(&path, &below, &items, out);
}

/// `GCN_JIT_BLESS=1 cargo test api` writes the list anew.
#[test]
fn the_public_api_is_the_listed_one() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut lines = Vec::new();
    for name in STABLE {
        let (parent, name) = name.rsplit_once("::").unwrap_or(("", name));
        module(parent, &root.join("src").join(parent), name, &mut lines);
    }
    lines.sort();
    lines.dedup();
    let mut text = String::new();
    for l in lines {
        writeln!(text, "{l}").expect("memory");
    }
    let path = root.join("docs/public-api.txt");
    if std::env::var_os("GCN_JIT_BLESS").is_some() {
        std::fs::write(&path, &text).expect("docs/ can be written");
    }
    let listed = std::fs::read_to_string(&path).unwrap_or_default();
    let missing = |a: &str, b: &str| {
        let known: std::collections::BTreeSet<&str> = b.lines().collect();
        let new = a.lines().filter(|l| !known.contains(l));
        new.map(str::to_owned).collect::<Vec<_>>().join("\n")
    };
    assert!(
        listed == text,
        "docs/public-api.txt is not the public API; where that is meant, GCN_JIT_BLESS=1 writes it \
         anew.\nnew:\n{}\ngone:\n{}",
        missing(&text, &listed),
        missing(&listed, &text),
    );
}
