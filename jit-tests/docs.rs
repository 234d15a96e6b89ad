//! What pages say of the repository is so: links lead somewhere, files that are named exist, and the tables of modules,
//! of unsafe code and of environment variables are complete.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use crate::layers;

/// The pages whose named files have to exist.
const GUIDES: [&str; 3] = ["CONTRIBUTING.md", "docs/architecture.md", "docs/adding.md"];

/// The folders and files that have code or scripts.
const CODE: [&str; 11] = [
    ".ci",
    "benches",
    "build.rs",
    "capi",
    "examples",
    "fuzz",
    "hsa",
    "jit-tests",
    "python",
    "smi",
    "src",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The files below a folder, or the file itself, as paths from the root. What is built there is none.
fn files(path: &str, out: &mut Vec<String>) {
    let full = root().join(path);
    if !full.is_dir() {
        out.push(path.to_owned());
        return;
    }
    for entry in std::fs::read_dir(&full).expect("a folder").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let built = path == "fuzz" && ["target", "corpus", "artifacts"].contains(&name.as_str());
        if built || name.starts_with("__") {
            continue;
        }
        files(&format!("{path}/{name}"), out);
    }
}

/// A page without its blocks of code.
fn prose(page: &str) -> String {
    let mut inside = false;
    let lines = page.lines().filter(|line| {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        !inside && !fence
    });
    lines.map(|l| format!("{l}\n")).collect()
}

/// Where the links of a page lead.
fn links(page: &str) -> Vec<String> {
    let text = prose(page);
    let targets = text.split("](").skip(1);
    let targets = targets.filter_map(|t| t.split(')').next());
    targets.map(str::to_owned).collect()
}

/// What a page has between backticks.
fn named(page: &str) -> Vec<String> {
    let text = prose(page);
    let spans = text.split('`').skip(1).step_by(2);
    spans.map(str::to_owned).collect()
}

/// The anchors of a page: those of its headings, as GitHub makes them, and those that it sets itself.
fn anchors(page: &str) -> BTreeSet<String> {
    let text = prose(page);
    let headings = text.lines().filter(|l| l.starts_with('#'));
    let anchor = |h: &str| -> String {
        let letters = h.trim_start_matches('#').trim().chars();
        let kept = letters.filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.flat_map(char::to_lowercase)
            .map(|c| if c == ' ' { '-' } else { c })
            .collect()
    };
    let ids = text.split("<a id=\"").skip(1);
    let ids = ids.filter_map(|t| t.split('"').next());
    headings.map(anchor).chain(ids.map(str::to_owned)).collect()
}

/// `path` with `..` taken away.
fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(out.pop()),
            Component::CurDir => {}
            part => out.push(part),
        }
    }
    out
}

/// The links of `page`, which lies at `path`, that lead nowhere.
fn dead_links(path: &str, page: &str) -> Vec<String> {
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    let mut dead = links(page);
    dead.retain(|link| {
        if link.contains("://") || link.starts_with("mailto:") {
            return false;
        }
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        let target = match file {
            "" => PathBuf::from(path),
            file => plain(&folder.join(file)),
        };
        if !root().join(&target).exists() {
            return true;
        }
        let text = || std::fs::read_to_string(root().join(&target)).unwrap_or_default();
        !anchor.is_empty() && !anchors(&text()).contains(anchor)
    });
    dead
}

#[test]
fn links_lead_somewhere() {
    let mut pages = vec![];
    for entry in std::fs::read_dir(root()).expect("the root").flatten() {
        pages.push(entry.file_name().to_string_lossy().into_owned());
    }
    CODE.iter()
        .chain(&["docs"])
        .for_each(|folder| files(folder, &mut pages));
    pages.retain(|p| p.ends_with(".md"));
    for guide in GUIDES {
        assert!(pages.iter().any(|p| p == guide), "{guide}: {pages:?}");
    }
    let dead: Vec<String> = pages
        .iter()
        .flat_map(|p| {
            let dead = dead_links(p, &read(p));
            dead.into_iter().map(move |l| format!("{p}: {l}"))
        })
        .collect();
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}

/// Whether `name` is the path of something in the repository; a `*` in its last part stands for anything, and
/// `ENCODING` for the name of any encoding.
fn exists(name: &str) -> bool {
    let name = name.replace("ENCODING", "*");
    let Some((before, after)) = name.split_once('*') else {
        return root().join(name).exists();
    };
    let (folder, begin) = before.rsplit_once('/').unwrap_or(("", before));
    let entries = std::fs::read_dir(root().join(folder));
    entries.into_iter().flatten().flatten().any(|e| {
        let file = e.file_name().to_string_lossy().into_owned();
        file.len() >= begin.len() + after.len() && file.starts_with(begin) && file.ends_with(after)
    })
}

/// The path that a span of code begins with, if it is one: commands have theirs first, too.
fn path_of(span: &str) -> Option<&str> {
    let path = span.split_whitespace().next()?;
    let first = path.split('/').next()?;
    let is_path = path.contains('/') && (CODE.contains(&first) || first == "docs");
    is_path.then_some(path)
}

#[test]
fn files_that_the_guides_name_exist() {
    for guide in GUIDES {
        let spans = named(&read(guide));
        let paths: Vec<&str> = spans.iter().filter_map(|s| path_of(s)).collect();
        assert!(paths.len() > 20, "{guide}: {paths:?}");
        let missing: Vec<&&str> = paths.iter().filter(|p| !exists(p)).collect();
        assert!(missing.is_empty(), "{guide} names {missing:?}");
    }
}

/// The commands that a page shows in blocks.
fn commands(page: &str) -> Vec<&str> {
    let mut inside = false;
    let lines = page.lines().filter(|line| {
        let line = line.trim_start();
        let is_fence = line.starts_with("```");
        if is_fence {
            inside = line == "```sh";
        }
        inside && !is_fence
    });
    lines.collect()
}

/// Files that the commands of pages name exist, and so do tests: `cargo test` runs what has one of the names behind `--`.
#[test]
fn commands_of_the_guides_have_their_files_and_tests() {
    let this = std::env::current_exe().expect("the path of this test");
    let list = std::process::Command::new(this).arg("--list").output();
    let list = String::from_utf8(list.expect("this test again").stdout).expect("names");
    let (mut wrong, mut tests) = (vec![], 0);
    for guide in GUIDES {
        let page = read(guide);
        for line in commands(&page) {
            let paths = line.split_whitespace().filter_map(path_of);
            wrong.extend(
                paths
                    .filter(|p| !exists(p))
                    .map(|p| format!("{guide}: {p}")),
            );
            let Some((command, names)) = line.split_once(" -- ") else {
                continue;
            };
            if !command.ends_with("test --test jit-tests") {
                continue;
            }
            for name in names.split_whitespace() {
                tests += 1;
                if !list.contains(name) {
                    wrong.push(format!("{guide}: no test has {name} in its name"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tests > 10, "{tests}");
}

/// The names of environment variables in a text.
fn variables(text: &str) -> BTreeSet<String> {
    const PREFIX: &str = "GCN_JIT_";
    let rest = text.split(PREFIX).skip(1);
    let ends = rest.map(|r| {
        let name = r.chars();
        let name = name.take_while(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || *c == '_');
        name.collect::<String>()
    });
    ends.filter(|e| !e.is_empty())
        .map(|e| format!("{PREFIX}{e}"))
        .collect()
}

/// The page has a row for each variable that code, tests and scripts name, and no other; and the files that it names
/// name the variable.
#[test]
fn environment_variables_are_listed() {
    let page = read("CONTRIBUTING.md");
    let mut listed = BTreeMap::new();
    for line in page.lines().filter(|l| l.starts_with("| `GCN_JIT_")) {
        let cells: Vec<&str> = line.split('|').collect();
        let name = cells[1].trim().trim_matches('`').to_owned();
        let places: Vec<String> = cells[2]
            .split('`')
            .skip(1)
            .step_by(2)
            .map(str::to_owned)
            .collect();
        assert!(!places.is_empty(), "{name} is read nowhere");
        for place in &places {
            let text = read(place);
            assert!(
                variables(&text).contains(&name),
                "{place} does not name {name}"
            );
        }
        assert!(listed.insert(name, places).is_none(), "twice: {line}");
    }
    let mut sources = vec![];
    CODE.iter().for_each(|folder| files(folder, &mut sources));
    // Pages tell of variables, and this test has names that are none.
    sources.retain(|f| !f.ends_with(".md") && f != "jit-tests/docs.rs");
    let mut found = BTreeSet::new();
    for file in &sources {
        let bytes = std::fs::read(root().join(file)).unwrap_or_default();
        found.extend(variables(&String::from_utf8_lossy(&bytes)));
    }
    // The guard of the C header.
    assert!(found.remove("GCN_JIT_H"));
    let listed: BTreeSet<String> = listed.into_keys().collect();
    let (new, old) = (found.difference(&listed), listed.difference(&found));
    let (new, old): (Vec<_>, Vec<_>) = (new.collect(), old.collect());
    assert!(
        new.is_empty() && old.is_empty(),
        "CONTRIBUTING.md lacks {new:?}, and nothing reads {old:?}"
    );
}

/// The page's table of modules is the map of `src/lib.rs`, in its order.
#[test]
fn modules_are_listed_in_their_order() {
    let page = read("docs/architecture.md");
    let table = page.split("## Modules").nth(1).expect("a chapter");
    let table = table.split("\n## ").next().expect("its end");
    let rows = table.lines().filter(|l| l.starts_with("| `"));
    let names = rows.flat_map(|l| {
        l.split('|')
            .nth(1)
            .expect("a cell")
            .split('`')
            .skip(1)
            .step_by(2)
    });
    let names: Vec<String> = names.map(str::to_owned).collect();
    let mut order = layers::order("src");
    // The files of `runtime` have an order of their own.
    order.iter_mut().for_each(|m| {
        m.truncate(m.find("::").unwrap_or(m.len()));
    });
    order.dedup();
    assert_eq!(names, order);
}

/// Unsafe code is allowed where the page says so, and nowhere else.
#[test]
fn unsafe_code_is_where_the_page_says() {
    let page = read("docs/architecture.md");
    let chapter = page.split("## Unsafe code").nth(1).expect("a chapter");
    let chapter = chapter.split("\n## ").next().expect("its end");
    let named = named(chapter);
    let folders = ["src", "capi/src", "hsa/src", "python/src", "smi/src"];
    let mut sources = vec![];
    folders.iter().for_each(|f| files(f, &mut sources));
    let mut with: BTreeSet<String> = sources.into_iter().collect();
    with.retain(|f| f.ends_with(".rs") && read(f).contains("allow(unsafe_code)"));
    assert!(with.len() > 10, "{with:?}");
    let is_named = |f: &str| f.starts_with("src/jit/") || named.iter().any(|n| n == f);
    let unnamed: Vec<&String> = with.iter().filter(|f| !is_named(f)).collect();
    assert!(unnamed.is_empty(), "unsafe code in {unnamed:?}");
    let safe = named
        .iter()
        .filter(|n| n.ends_with(".rs") && !with.contains(*n));
    let safe: Vec<&String> = safe.collect();
    assert!(safe.is_empty(), "none in {safe:?}");
}

/// What `cargo smoke` passes by is there: tests of this program, or a file of the crate's with tests.
#[test]
fn what_smoke_skips_is_there() {
    let this = std::env::current_exe().expect("the path of this test");
    let list = std::process::Command::new(this).arg("--list").output();
    let list = String::from_utf8(list.expect("this test again").stdout).expect("names");
    let alias = read(".cargo/config.toml");
    let names: Vec<&str> = alias.split("\"--skip\", \"").skip(1).collect();
    assert!(names.len() > 10, "{alias}");
    for name in names {
        let name = &name[..name.find('"').expect("a string")];
        let file = format!("src/jit/{}.rs", name.replace("::", "/"));
        assert!(list.contains(name) || root().join(file).exists(), "{name}");
    }
}

/// The tests see what they should.
#[test]
fn pages_are_read() {
    let page = "# A page, `x` of it\n[a](../README.md) `src/lib.rs`\n```sh\n[b](none) `src/none`\n```\n## Of two-fold\n<a id=\"set\"></a>\n";
    assert_eq!(links(page), ["../README.md"]);
    assert_eq!(named(page), ["x", "src/lib.rs"]);
    assert_eq!(commands(page), ["[b](none) `src/none`"]);
    let want = ["a-page-x-of-it", "of-two-fold", "set"].map(str::to_owned);
    assert_eq!(anchors(page), want.into());
    assert!(dead_links("docs/x.md", page).is_empty());
    assert_eq!(dead_links("x.md", "[a](none.md)"), ["none.md"]);
    assert_eq!(dead_links("README.md", "[a](#none)"), ["#none"]);
    assert!(exists("src/isa/ENCODING.rs") && exists("jit-tests/exec/generate_*.py"));
    assert!(!exists("src/isa/none.rs") && !exists("jit-tests/exec/none_*.py"));
    assert_eq!(path_of("src/lib.rs"), Some("src/lib.rs"));
    assert_eq!(
        path_of("jit-tests/decode/generate.py gfx900"),
        Some("jit-tests/decode/generate.py")
    );
    assert_eq!(path_of("numerics/matrix"), None);
    let names = variables("GCN_JIT_A_1, GCN_JIT_ and GCN_JIT_B=1");
    assert_eq!(
        names,
        ["GCN_JIT_A_1", "GCN_JIT_B"].map(str::to_owned).into()
    );
}
