//! Imports go down the layers only. The order stands once, in the map of `src/lib.rs`, and for the HSA library in that of
//! `hsa/src/lib.rs`; this reads it, and the `use` lines and paths of every source file. In no member do files import each
//! other in a circle.
//!
//! Modules of tests at the end of a file may import what they like: they stand on top of everything.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The folders of sources of the crate and of its members.
const SOURCES: &[&str] = &["src", "hsa/src", "capi/src", "python/src", "smi/src"];

/// The modules of the map of a folder, lowest first, as paths below the crate (`runtime::launch`).
pub fn order(folder: &str) -> Vec<String> {
    let lib = root().join(folder).join("lib.rs");
    let text = std::fs::read_to_string(lib).expect("lib.rs");
    let mut out = Vec::new();
    for line in text.lines() {
        let line = line.trim_start_matches("//! ").trim();
        let row = line.strip_prefix("doc = \"").unwrap_or(line);
        let Some(row) = row.strip_prefix("| [`").or(row.strip_prefix("| `")) else {
            continue;
        };
        // `[`runtime`]` is its files, which the second column lists.
        let cells: Vec<&str> = row.split('|').collect();
        let names: Vec<&str> = if row.starts_with("runtime") && folder == "src" {
            let files = cells[1].split('`').skip(1).step_by(2);
            files.collect()
        } else {
            let first = cells[0].split('`').step_by(2);
            first.filter(|n| !n.contains([']', '['])).collect()
        };
        out.extend(
            names
                .iter()
                .map(|n| n.trim_start_matches("mod@").to_owned()),
        );
    }
    out
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every source file of a folder: its path as a module, and its text without comments and without the tests at its
/// end.
fn sources(folder: &str) -> BTreeMap<String, String> {
    fn walk(top: &Path, dir: &Path, out: &mut BTreeMap<String, String>) {
        for entry in std::fs::read_dir(dir).expect("a folder").flatten() {
            let path = entry.path();
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            if path.is_dir() && stem != "bin" {
                walk(top, &path, out);
            } else if path.extension().is_some_and(|e| e == "rs") && stem != "tests" {
                let inside = path.strip_prefix(top).expect("below the folder");
                let module = inside
                    .with_extension("")
                    .to_string_lossy()
                    .replace('/', "::");
                let module = module.strip_suffix("::mod").unwrap_or(&module).to_owned();
                let text = std::fs::read_to_string(&path).expect("a source file");
                let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
                let code = text.lines().map(|l| l.split("//").next().unwrap_or(""));
                out.insert(module, code.collect::<Vec<_>>().join("\n"));
            }
        }
    }
    let mut out = BTreeMap::new();
    let top = root().join(folder);
    walk(&top, &top, &mut out);
    out.remove("lib");
    out
}

/// The paths that a `use` tree names: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn leaves(prefix: &str, tree: &str, out: &mut Vec<String>) {
    let Some(open) = tree.find('{') else {
        let path = tree.split(" as ").next().unwrap_or(tree).trim();
        out.push(format!("{prefix}{path}"));
        return;
    };
    let prefix = format!("{prefix}{}", tree[..open].trim());
    let body = &tree[open + 1..tree.rfind('}').unwrap_or(tree.len())];
    let (mut depth, mut start) = (0, 0);
    for (i, c) in body.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                leaves(&prefix, body[start..i].trim(), out);
                start = i + 1;
            }
            _ => {}
        }
    }
    if !body[start..].trim().is_empty() {
        leaves(&prefix, body[start..].trim(), out);
    }
}

/// The modules (keys of `files`) that `module` names, by `crate::` and `super::` paths.
fn imports(files: &BTreeMap<String, String>, module: &str) -> BTreeSet<String> {
    let text = &files[module];
    let mut paths = Vec::new();
    for statement in text.split("use ").skip(1) {
        if statement.starts_with("crate::") || statement.starts_with("super::") {
            let tree = statement.split(';').next().unwrap_or("").replace('\n', " ");
            leaves("", &tree, &mut paths);
        }
    }
    for start in ["crate::", "super::"] {
        let starts = text.match_indices(start).map(|(i, _)| i);
        for i in starts.filter(|&i| !text[..i].ends_with("::")) {
            let path = text[i..].chars();
            let path = path.take_while(|c| c.is_alphanumeric() || matches!(c, '_' | ':'));
            paths.push(path.collect());
        }
    }
    let mut out = BTreeSet::new();
    for path in paths {
        let mut base: Vec<&str> = module.split("::").collect();
        let mut parts: Vec<&str> = path.split("::").filter(|p| !p.is_empty()).collect();
        if parts.first() == Some(&"crate") {
            base.clear();
            parts.remove(0);
        }
        while parts.first() == Some(&"super") {
            base.pop();
            parts.remove(0);
        }
        base.extend(parts);
        let longest = (1..=base.len()).rev().map(|n| base[..n].join("::"));
        if let Some(found) = longest.clone().find(|m| files.contains_key(m)) {
            out.insert(found);
        }
    }
    out.remove(module);
    out
}

/// Where `module` stands in the order: by its own name, or that of the folder that it is in.
fn rank(order: &[String], module: &str) -> Option<usize> {
    let is = |name: &String| {
        let rest = module.strip_prefix(name.as_str());
        rest.is_some_and(|r| r.is_empty() || r.starts_with("::"))
    };
    order.iter().position(is)
}

/// The imports that go up.
fn upwards(order: &[String], files: &BTreeMap<String, String>) -> Vec<String> {
    let mut wrong = Vec::new();
    for module in files.keys() {
        // The root of a folder whose files are in the order by themselves stands with the last of them.
        let own = rank(order, module).or_else(|| {
            let below = format!("{module}::");
            order.iter().rposition(|n| n.starts_with(&below))
        });
        let Some(own) = own else {
            wrong.push(format!("{module} is not in the map of lib.rs"));
            continue;
        };
        for other in imports(files, module) {
            if rank(order, &other).is_some_and(|other| other > own) {
                wrong.push(format!("{module} imports {other}"));
            }
        }
    }
    wrong
}

/// The pairs of files that import each other, by others or not.
fn circles(files: &BTreeMap<String, String>) -> BTreeSet<String> {
    let graph: BTreeMap<&String, BTreeSet<String>> =
        files.keys().map(|m| (m, imports(files, m))).collect();
    // A file and the root of its folder are one room: what all share stands in the root.
    let is_root = |a: &str, b: &str| b.starts_with(a) && b[a.len()..].starts_with("::");
    let reach = |from: &String| {
        let (mut seen, mut next) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(m) = next.pop() {
            for other in graph[&m]
                .iter()
                .filter(|o| !is_root(o, &m) && !is_root(&m, o))
            {
                if seen.insert(other.clone()) {
                    next.push(other.clone());
                }
            }
        }
        seen
    };
    let reached: BTreeMap<&String, BTreeSet<String>> =
        files.keys().map(|m| (m, reach(m))).collect();
    let mut wrong = BTreeSet::new();
    for (m, others) in &reached {
        for other in others.iter().filter(|o| *o > *m) {
            if reached[other].contains(*m) {
                wrong.insert(format!("{m} and {other}"));
            }
        }
    }
    wrong
}

#[test]
fn imports_go_down_the_layers_only() {
    for folder in ["src", "hsa/src"] {
        let (order, files) = (order(folder), sources(folder));
        assert!(
            order.len() > 20,
            "the map of {folder}/lib.rs is not read: {order:?}"
        );
        let wrong = upwards(&order, &files);
        assert!(wrong.is_empty(), "{folder}:\n{}", wrong.join("\n"));
    }
}

#[test]
fn files_import_each_other_in_no_circle() {
    for folder in SOURCES {
        let files = sources(folder);
        assert!(files.len() >= 5, "{folder}: {:?}", files.keys());
        let wrong: Vec<String> = circles(&files).into_iter().collect();
        assert!(
            wrong.is_empty(),
            "circles of imports in {folder}:\n{}",
            wrong.join("\n")
        );
    }
}

/// The test sees what it should: an import upwards in any of the forms that the sources have.
/// What decides by a row's name, in code without comments.
fn decides_by_name(code: &str) -> Vec<String> {
    const AFTER: [&str; 6] = [
        ".contains(",
        ".starts_with(",
        ".ends_with(",
        ".strip_",
        " ==",
        " !=",
    ];
    const BEFORE: [&str; 2] = ["match ", "matches!("];
    // A row's name as a text of its own.
    const STEMS: [&str; 6] = [
        "\"V_",
        "\"S_",
        "\"DS_",
        "\"BUFFER_",
        "\"TBUFFER_",
        "\"IMAGE_",
    ];
    let mut found = Vec::new();
    for line in code.lines() {
        for name in ["row.name", "row().name"] {
            for (at, _) in line.match_indices(name) {
                let (before, after) = (&line[..at], &line[at + name.len()..]);
                let before =
                    before.trim_end_matches(|c: char| c == '.' || c == '_' || c.is_alphanumeric());
                if AFTER.iter().any(|a| after.starts_with(a))
                    || BEFORE
                        .iter()
                        .any(|b| before.ends_with(b) || before.ends_with(&format!("{b}(")))
                {
                    found.push(line.trim().to_owned());
                }
            }
        }
        if STEMS.iter().any(|s| line.contains(s)) {
            found.push(line.trim().to_owned());
        }
    }
    found
}

/// What compares a generation with one that it names, in code without comments.
fn compares_generations(code: &str) -> Vec<String> {
    let names_one = |line: &&str| {
        let line = line.replace("Gen::", "");
        ["== Gfx", "!= Gfx"].iter().any(|c| line.contains(c))
            || line.split("matches!(").skip(1).any(|m| m.contains(" Gfx"))
    };
    code.lines()
        .filter(names_one)
        .map(|l| l.trim().to_owned())
        .collect()
}

/// What an instruction does stands in its row, and what a generation has in the table of `isa::generation`. Text is made
/// of names, and fuzzing may choose by them.
#[test]
fn names_of_rows_and_generations_decide_nothing() {
    const TEXT: [&str; 6] = ["asm", "disasm", "syntax", "isa", "fuzz", "lower::left"];
    for folder in SOURCES {
        for (module, code) in sources(folder) {
            let is = |m: &str| module == m || module.starts_with(&format!("{m}::"));
            let names = if TEXT.into_iter().any(is) {
                Vec::new()
            } else {
                decides_by_name(&code)
            };
            assert!(
                names.is_empty(),
                "{folder}: {module} decides by names:\n{}",
                names.join("\n")
            );
            let generations = compares_generations(&code);
            assert!(
                is("isa::generation") || generations.is_empty(),
                "{folder}: {module} compares generations, for which isa::generation has a table:\n{}",
                generations.join("\n")
            );
        }
    }
}

/// They find what they are about.
#[test]
fn decisions_by_name_are_found() {
    for code in [
        "if op.row().name.starts_with(X) {",
        "let select = i == 1 && row.name == other;",
        "match inst.row().name {",
        "match (row.name, i) {",
        "matches!(row.name, A)",
        "by: \"V_ACCVGPR_READ_B32\",",
    ] {
        assert_eq!(decides_by_name(code).len(), 1, "{code}");
    }
    assert!(decides_by_name("format!(\"{}\", row.name)").is_empty());
    for code in [
        "if self.g == Gen::Gfx6 {",
        "a != Gfx8",
        "matches!(g, Gen::Gfx8 | Gen::Gfx9)",
    ] {
        assert_eq!(compares_generations(code).len(), 1, "{code}");
    }
    assert!(compares_generations("Gen::Gfx8 => 1,").is_empty());
}

#[test]
fn imports_are_read_in_every_form() {
    let files: BTreeMap<String, String> = [
        ("a", "use crate::{b::{X, Y}, c};\n"),
        ("b", "fn f() { crate::a::g(); super::c::h() }"),
        ("c", "pub use super::d::e::Name as Other;"),
        ("d::e", "use super::super::a;"),
        ("d", "mod e;"),
    ]
    .map(|(m, t)| (m.to_owned(), t.to_owned()))
    .into();
    let names = |m: &str| imports(&files, m).into_iter().collect::<Vec<_>>().join(" ");
    assert_eq!(names("a"), "b c");
    assert_eq!(names("b"), "a c");
    assert_eq!(names("c"), "d::e");
    assert_eq!(names("d::e"), "a");
    assert_eq!(rank(&["x".into(), "d".into()], "d::e"), Some(1));
    assert_eq!(rank(&["x".into(), "d".into()], "dd"), None);
    // `a` and `b` import each other, `c` and `d::e` by them; all but the last go up.
    let all = circles(&files);
    assert!(
        all.contains("a and b") && all.contains("a and d::e"),
        "{all:?}"
    );
    let order = ["a", "b", "c", "d::e"].map(str::to_owned);
    let up = [
        "a imports b",
        "a imports c",
        "b imports c",
        "c imports d::e",
    ];
    assert_eq!(upwards(&order, &files), up);
}
