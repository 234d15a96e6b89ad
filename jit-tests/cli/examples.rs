//! The commands in `README.md` and `examples/README.md`, as they stand there, on compiled code; and
//! the numbers that the pages state.

use gcn_jit::check::rules::RULES;

use super::*;
use crate::kernels::reference::{self, MulAdd};

/// The text of a page.
fn page(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// What a command printed for people, as pages show it.
fn output_of(ran: &Ran) -> String {
    format!("```text\n{}```\n", ran.stderr)
}

/// Every `gcn-jit` command of a page, without the program's name.
fn commands(name: &str) -> Vec<String> {
    commands_in(&page(name))
}

fn commands_in(page: &str) -> Vec<String> {
    let blocks = page.split("```sh\n").skip(1);
    let mut commands = Vec::new();
    for block in blocks.filter_map(|b| b.split("```").next()) {
        for line in block.replace("\\\n", " ").replace('\'', "").lines() {
            let names = ["cargo run -- ", "gcn-jit "];
            commands.extend(
                names
                    .iter()
                    .find_map(|n| line.strip_prefix(n))
                    .map(str::to_owned),
            );
        }
    }
    commands
}

/// The dwords in an array file: the headers of all of them take 128 bytes.
fn elements(file: &[u8]) -> Vec<u32> {
    let words = file[128..].chunks_exact(4);
    words
        .map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]]))
        .collect()
}

/// The values that `--print` printed for the argument `label`, on the only line.
fn printed(text: &str, label: &str) -> Vec<u32> {
    assert_eq!(text.matches('\n').count(), 1, "{text}");
    let values = text.trim_end().strip_prefix(&format!("{label}: ")).unwrap();
    values.split(' ').map(|v| v.parse().unwrap()).collect()
}

const MIXED: [u32; 3] = [3_886_386_664, 896_005_108, 1_321_856_220];

#[test]
fn commands_of_the_readme() {
    let f = Folder::new();
    let folder = f.path("").display().to_string();
    let commands = commands("README.md");
    let kinds: Vec<_> = commands
        .iter()
        .filter_map(|c| c.split_whitespace().next())
        .collect();
    let want = [
        "run",
        "run",
        "run",
        "run",
        "asm",
        "check",
        "trace",
        "debug",
        "info",
        "disasm",
        "diff",
        "ir",
        "completions",
        "man",
    ];
    assert_eq!(kinds, want);
    let ran: Vec<Ran> = commands
        .iter()
        .map(|c| gcn_jit(&c.replace("/tmp/", &folder)))
        .collect();
    for (command, ran) in commands.iter().zip(&ran) {
        // Something is missing in the kernel that is checked.
        let code = i32::from(command.starts_with("check "));
        assert_eq!(ran.code, code, "{command}: {}", ran.stderr);
    }
    let stdout = |i: usize| std::str::from_utf8(&ran[i].stdout).unwrap();

    // "The 102nd of the 256 numbers ... is 49."
    let bins = printed(stdout(0), "bins");
    assert_eq!((bins.len(), bins[101]), (256, 49));
    let licence = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("LICENSE-MIT")).unwrap();
    assert_eq!(licence.len(), 1071);
    assert_eq!(bins, reference::histogram(&licence));

    let floats = |name: &str| -> Vec<f32> {
        let words = elements(&example(name));
        words.into_iter().map(f32::from_bits).collect()
    };
    let y = std::fs::read(f.path("gcn-jit-y.npy")).unwrap();
    let want = reference::saxpy(
        MulAdd::Fused,
        2.5,
        &floats("data/x.npy"),
        &floats("data/y.npy"),
    );
    let want: Vec<u32> = want.into_iter().map(f32::to_bits).collect();
    assert_eq!(elements(&y), want);
    assert!(ran[1].stdout.is_empty());
    assert!(ran[1].stderr.starts_with("target "), "{}", ran[1].stderr);

    assert!(stdout(2).starts_with('{') && !stdout(2).contains("fault"));
    let mixed = printed(stdout(3), "1");
    assert_eq!((mixed.len(), &mixed[..3]), (1000, &MIXED[..]));
    assert_eq!((stdout(4), ran[4].stderr.as_str()), ("", ""));
    let assembled = std::fs::read(f.path("gcn-jit-kernel.bin")).unwrap();
    assert_eq!(assembled, example("raw/kernel.bin"));
    assert!(page("README.md").contains(&output_of(&ran[5])));
    assert_eq!(stdout(6).lines().count(), 5);
    assert!(stdout(7).starts_with("The kernel starts\n"));
    assert!(stdout(8).contains("kernel reduce_tree\n"));
    assert!(stdout(9).contains("<saxpy>:\n"));
    assert_eq!((stdout(10), ran[10].stderr.as_str()), ("", ""));
    assert!(stdout(11).contains(": s_load_dword ") && stdout(11).contains(": ret\n"));
    assert!(stdout(12).contains("complete -F"));
    assert!(f.path("gcn-jit-man/gcn-jit-run.1").exists());
}

/// The cells of the row of a page that begins with `first`.
fn row(page: &str, first: &str) -> Vec<String> {
    let rows = page.lines().filter_map(|l| l.strip_prefix("| "));
    let rows = rows.map(|l| l.split('|').map(|c| c.trim().to_owned()).collect());
    let mut rows = rows.filter(|cells: &Vec<String>| cells[0] == first);
    rows.next().unwrap_or_else(|| panic!("no row {first}"))
}

/// The figures of the first page are those of the pages that it names.
#[test]
fn figures_of_the_readme() {
    let readme = page("README.md");
    let readme: Vec<&str> = readme.split_whitespace().collect();
    let readme = readme.join(" ");
    let says = |text: String| assert!(readme.contains(&text), "{text}");

    let performance = page("docs/performance.md");
    let all = row(&performance, "**all**");
    let [_, _, _, pocl, pocl_first, intel, intel_first, ..] = &all[..] else {
        panic!("{all:?}");
    };
    let table = performance.split("<!-- table -->\n").nth(1).unwrap();
    let table = table.split("<!-- end of table -->").next().unwrap();
    let kernels = table
        .lines()
        .skip(2)
        .filter(|l| l.starts_with("| ") && !l.starts_with("| **"));
    says(format!(
        "Launches of {} kernels are {pocl} times as fast as on PoCL and {intel} times",
        kernels.count()
    ));
    says(format!(
        "which compiles, {pocl_first} and {intel_first} times"
    ));

    let coverage = page("docs/coverage.md");
    let counts = |name: &str| -> Vec<usize> {
        let cells = row(&coverage, name);
        let cells = cells[1..].iter().filter(|c| !c.is_empty());
        cells.map(|c| c.parse().unwrap()).collect()
    };
    let (mut compiled, counts) = (counts("compiled"), counts("interpreted"));
    assert_eq!(counts.len(), 9);
    // All but global wave sync is compiled.
    for name in [
        "init",
        "barrier",
        "sema_v",
        "sema_br",
        "sema_p",
        "sema_release_all",
    ] {
        let cells = row(&coverage, &format!("ds_gws_{name}"));
        for (n, cell) in compiled.iter_mut().zip(&cells[1..]) {
            *n += usize::from(*cell == "DIT");
        }
    }
    assert_eq!(compiled, counts);
    let thousands = |n: usize| format!("{},{:03}", n / 1000, n % 1000);
    let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
    says(format!(
        "{} to {} instructions are executed",
        thousands(*least),
        thousands(*most)
    ));

    says(format!("by {} rules", RULES.len()));

    let hip = page("docs/rocm-5.md");
    let hip = hip.split("\n## HIP 5.2.3\n").nth(1).unwrap();
    let programs = hip
        .split("\n\n")
        .find(|b| b.starts_with("| program |"))
        .unwrap();
    let programs = programs.lines().skip(2);
    let right = programs
        .clone()
        .filter(|l| l.contains("| right |") && !l.contains("wrong"));
    assert_eq!(programs.count(), right.clone().count());
    says(format!("{} HIP programs are right", right.count()));

    let core = row(&page("docs/python.md"), "`test_core`");
    says(format!(
        "Of the {} cases of Triton's `test_core` {} pass on gfx906",
        core[1], core[3]
    ));
}

/// The page shows what the commands print, each block of commands before that of what it prints; and so on both
/// backends.
#[test]
fn commands_of_the_page_on_findings() {
    let page = page("docs/found.md");
    let f = Folder::new();
    let folder = f.path("").display().to_string();
    let blocks: Vec<&str> = page.split("```").skip(1).step_by(2).collect();
    let mut codes = vec![];
    for (i, block) in blocks.iter().enumerate() {
        let mut printed = String::new();
        for command in commands_in(&format!("```{block}```")) {
            let command = command.replace("/tmp/", &folder);
            let ran = gcn_jit(&command);
            if command.starts_with("run ") {
                let other = gcn_jit(&format!("{command} --backend interp"));
                assert_eq!((&other.stdout, &other.stderr), (&ran.stdout, &ran.stderr));
            }
            codes.push(ran.code);
            printed += &String::from_utf8(ran.stdout).unwrap();
            printed += &ran.stderr;
        }
        if !printed.is_empty() {
            let printed = format!("text\n{}", printed.replace(&folder, "/tmp/"));
            assert_eq!(blocks.get(i + 1), Some(&&*printed));
        }
    }
    assert_eq!(codes, [0, 0, 0, 1, 0, 1, 0, 1]);
    // Those in a pipe.
    let select = "7e0002f9 00060700";
    assert!(page.contains(&format!(
        "echo '{select}' | gcn-jit disasm --hex --isa gfx900\n"
    )));
    let ran = gcn_jit_reading("disasm --hex --isa gfx900", select.as_bytes());
    assert_eq!(ran.stdout, b"<invalid>\n");
}

#[test]
fn commands_of_the_page_on_checking() {
    let name = "docs/checking.md";
    let ran: Vec<Ran> = commands(name).iter().map(|c| gcn_jit(c)).collect();
    let codes: Vec<i32> = ran.iter().map(|r| r.code).collect();
    assert_eq!(codes, [1, 0, 0, 0, 1, 1]);
    for shown in [&ran[0], &ran[4], &ran[5]] {
        assert!(page(name).contains(&output_of(shown)), "{}", shown.stderr);
    }
    assert_eq!((ran[1].stdout.len(), ran[1].stderr.as_str()), (0, ""));
    assert_eq!(ran[2].stdout, b"{\"findings\": []}\n");
    assert_eq!((ran[3].stdout.len(), ran[3].stderr.as_str()), (0, ""));
}

/// The text blocks of a page that begin so.
fn blocks<'p>(page: &'p str, begin: &str) -> Vec<&'p str> {
    let blocks = page.split("```text\n").skip(1);
    let blocks = blocks.filter_map(|b| b.split("```").next());
    blocks.filter(|b| b.starts_with(begin)).collect()
}

/// The page shows what the commands print: the trace, the session with the lines that it is given, and the help.
#[test]
fn commands_of_the_page_on_debugging() {
    let name = "docs/debugging.md";
    let (page, commands) = (page(name), commands(name));
    let [trace, debug] = &commands[..] else {
        panic!("{commands:?}");
    };
    assert_eq!(blocks(&page, "0,0,0 "), [gcn_jit(trace).ok()]);
    let session = blocks(&page, "The kernel starts\n");
    assert_eq!(session.len(), 1);
    let lines = session[0].lines().filter_map(|l| l.strip_prefix("(gcn) "));
    let input: String = lines.map(|l| format!("{l}\n")).collect();
    assert_eq!(gcn_jit_reading(debug, input.as_bytes()).ok(), session[0]);
    let help = gcn_jit_reading(debug, b"help\n").ok();
    let help = help.split_once("(gcn) help\n").unwrap().1;
    assert_eq!(blocks(&page, "break "), [help]);
}

#[test]
fn commands_of_the_page_on_profiling() {
    let name = "docs/profiling.md";
    let f = Folder::new();
    let folder = f.path("").display().to_string();
    let commands = commands(name);
    let outputs: Vec<String> = commands
        .iter()
        .map(|c| gcn_jit(&c.replace("/tmp/", &folder)).ok())
        .collect();
    assert_eq!(outputs.len(), 4);
    let tour = format!("```text\n{}```\n", outputs[0]);
    assert!(page(name).contains(&tour), "{tour}");
    assert!(outputs[1].contains("<histogram>:\n"), "{}", outputs[1]);
    assert!(outputs[2].starts_with('{') && outputs[2].ends_with("}\n"));
    assert_eq!(
        f.names(),
        ["gcn-jit-profile.folded", "gcn-jit-profile.html"]
    );
}

/// The page on profiling has the cost of each kind of instruction.
#[test]
fn costs_of_the_page_on_profiling() {
    let page = page("docs/profiling.md");
    for kind in gcn_jit::runtime::profile::Kind::ALL {
        let name = match kind.name() {
            "scalarmemory" => "scalar memory",
            name => name,
        };
        let row = format!(" | {} |", kind.cost());
        let has = |l: &&str| l.starts_with('|') && l.contains(name) && l.ends_with(&row);
        assert!(page.lines().any(|l| has(&l)), "{name}");
    }
}

/// The numbers of rules that a source has as texts of their own: `"H02"`.
fn rules_in(source: &str) -> Vec<String> {
    let is_rule = |s: &&str| {
        let digits = s
            .strip_prefix(['F', 'H', 'M', 'R', 'U', 'V'])
            .unwrap_or_default();
        s.len() <= 4 && digits.len() >= 2 && digits[..2].parse::<u8>().is_ok()
    };
    // As a text, or at the beginning of a line of a table: `H01 Error: ...`.
    let texts = source.split('"').filter(is_rule);
    let lines = source.lines().filter_map(|l| {
        let (id, rest) = l.trim_start().split_once(' ')?;
        rest.starts_with(['E', 'W']).then_some(id)
    });
    texts
        .chain(lines.filter(is_rule))
        .map(str::to_owned)
        .collect()
}

/// What the pages for contributors have people do, they can do.
#[test]
fn commands_of_the_pages_for_contributors() {
    let f = Folder::new();
    let folder = f.path("").display().to_string();
    for (name, count) in [("CONTRIBUTING.md", 10), ("docs/architecture.md", 5)] {
        let commands = commands(name);
        assert_eq!(commands.len(), count, "{name}: {commands:?}");
        for command in commands {
            let ran = gcn_jit(&command.replace("/tmp/", &folder));
            assert_eq!(ran.code, 0, "{command}: {}", ran.stderr);
        }
    }
}

/// The page has a row for each rule, as findings name it, and for no other; and its file of suppressions is one.
#[test]
fn rules_of_the_page_on_checking() {
    let page = page("docs/checking.md");
    let is_rule = |l: &&str| {
        ["| F", "| H", "| M", "| R", "| U", "| V"]
            .iter()
            .any(|start| l.starts_with(start))
    };
    let rows: Vec<&str> = page.lines().filter(is_rule).collect();
    let want: Vec<String> = RULES
        .iter()
        .map(|r| format!("| {} | {} | {} |", r.id, r.text, r.source))
        .collect();
    assert_eq!(rows, want);

    let files = [
        "src/check/nops.rs",
        "src/check/nops/clause.rs",
        "src/check/nops/late.rs",
        "src/check/nops/table.rs",
        "src/check/waits.rs",
        "src/check/waits/barrier.rs",
        "src/check/memory.rs",
        "src/check/races/mod.rs",
        "src/check/uninit/step.rs",
        "src/check/uninit/access.rs",
        "src/profile/lint/figures.rs",
        "src/runtime/check.rs",
    ];
    let mut found: Vec<String> = files
        .iter()
        .flat_map(|file| rules_in(&self::page(file)))
        .collect();
    found.sort();
    found.dedup();
    let mut known: Vec<&str> = RULES.iter().map(|r| r.id).collect();
    known.sort_unstable();
    assert_eq!(found, known);

    let example = page
        .split("one rule per line:\n\n```text\n")
        .nth(1)
        .unwrap();
    let f = Folder::new();
    let file = f.file("known", example.split("```").next().unwrap().as_bytes());
    let ran = gcn_jit(&format!(
        "-v check jit-tests/kernels/checks/whole.hsaco --global 64 --local 64 --arg iota:u32[64] --suppress {file}"
    ));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(
        ran.stderr.matches("suppresses nothing").count(),
        2,
        "{}",
        ran.stderr
    );
}

#[test]
fn commands_of_the_examples() {
    let commands = commands("examples/README.md");
    assert_eq!(commands.len(), 9);
    for target in ["gfx900", "gfx803"] {
        let f = Folder::new();
        let folder = f.path("").display().to_string();
        for command in &commands {
            let command = command.replace("gfx900", target).replace("/tmp/", &folder);
            assert_eq!(gcn_jit(&command).ok(), "", "{command}");
        }
        // The values that the page names.
        let words = |name: &str| elements(&std::fs::read(f.path(name)).unwrap());
        assert_eq!(words("total.npy"), [(-1_901_174_606i32) as u32]);
        assert_eq!(words("digests.npy")[0], 0x4726_5b69);
        assert_eq!(words("mixed.npy")[..3], MIXED);
        assert_eq!(words("bins.npy").iter().sum::<u32>(), 16384);
        assert_eq!(words("c.npy").len(), 4096);
        assert_eq!(f.names().len(), 9);
    }
}

/// Both backends, with the same options, as examples are compiled and without optimisation: then kernels
/// keep what they have in private memory, in many work-groups.
#[test]
fn diff_of_the_examples() {
    for folder in ["examples", "jit-tests/kernels/examples-O0"] {
        for target in ["gfx900", "gfx803"] {
            for command in commands("examples/README.md") {
                let command = command
                    .replacen("run", "diff", 1)
                    .replace("examples/gfx900", &format!("{folder}/{target}"))
                    // The interpreter is slow in a debug build.
                    .replace("limit=256", "limit=24");
                assert_eq!(gcn_jit(&command).ok(), "", "{command}");
            }
        }
    }
}

/// What a compiler has made waits as it must.
#[test]
fn checks_of_the_examples() {
    for folder in ["examples", "jit-tests/kernels/examples-O0"] {
        for target in ["gfx900", "gfx803"] {
            for command in commands("examples/README.md") {
                let command = command
                    .replacen("run", "check", 1)
                    .replace("examples/gfx900", &format!("{folder}/{target}"))
                    .replace("limit=256", "limit=24");
                assert_eq!(gcn_jit(&command).ok(), "", "{command}");
            }
        }
    }
}
