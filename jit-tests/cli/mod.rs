//! The command from outside: exit codes, messages, files. The programs it runs are a few scalar
//! instructions, so that these tests are about the command and nothing else.

mod assembling;
mod bad_input;
mod caching;
mod checking;
mod containers;
mod debugging;
mod estimating;
mod examples;
mod executing;
mod expecting;
mod faults;
mod fuzzing;
mod host_levels;
mod json_faults;
mod listing;
mod made;
mod mapping;
mod memory;
mod pages;
mod places;
mod printing;
mod profile_page;
mod profiling;
mod running;
mod stages;
mod terminal;
mod tracing;
mod trusting;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Both values of `--backend`.
pub const BACKENDS: [&str; 2] = ["jit", "interp"];

/// A run of the command.
pub struct Ran {
    pub code: i32,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

impl Ran {
    fn new(output: Output) -> Ran {
        Ran {
            code: output.status.code().expect("killed by a signal"),
            stdout: output.stdout,
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Exit code 0 and no word on standard error; gives standard output.
    #[track_caller]
    pub fn ok(self) -> String {
        assert_eq!((self.code, self.stderr.as_str()), (0, ""));
        String::from_utf8(self.stdout).unwrap()
    }

    /// Exit code `code`, nothing on standard output, and one line `error: ...` with all of `words`.
    #[track_caller]
    pub fn fails(self, code: i32, words: &[&str]) -> String {
        let Ran {
            code: got,
            stdout,
            stderr,
        } = self;
        assert_eq!(got, code, "{stderr}");
        assert!(stdout.is_empty());
        assert!(stderr.starts_with("error: "), "{stderr}");
        assert_eq!(stderr.matches('\n').count(), 1, "{stderr}");
        for word in words {
            assert!(stderr.contains(word), "no '{word}' in: {stderr}");
        }
        stderr
    }
}

/// The command with `args`, separated by blanks, in the root of the repository.
pub fn gcn_jit(args: &str) -> Ran {
    Ran::new(command(args).stdin(Stdio::null()).output().unwrap())
}

/// The same with `input` on standard input.
pub fn gcn_jit_reading(args: &str, input: &[u8]) -> Ran {
    let mut child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The command may be gone before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input);
    Ran::new(child.wait_with_output().unwrap())
}

/// The command, ready to be started.
pub fn command(args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gcn-jit"));
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("GCN_JIT_CACHE")
        .args(args.split_whitespace());
    command
}

/// A folder for one test's files.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The path of a new file with these contents.
    pub fn file(&self, name: &str, contents: &[u8]) -> String {
        let path = self.path(name);
        std::fs::write(&path, contents).unwrap();
        path.display().to_string()
    }

    /// The path of a raw program.
    pub fn program(&self, words: &[u32]) -> String {
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        self.file("program.bin", &bytes)
    }

    /// The path of a NumPy array, as NumPy writes it, with a type string and a shape.
    pub fn npy(&self, name: &str, descr: &str, shape: &str, data: &[u8]) -> String {
        let text = format!("{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}");
        let header = format!("{text:<117}\n");
        let mut file = b"\x93NUMPY\x01\x00".to_vec();
        file.extend((header.len() as u16).to_le_bytes());
        file.extend(header.as_bytes());
        file.extend(data);
        self.file(name, &file)
    }

    /// What the folder holds.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(self.0.path())
            .unwrap()
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

/// The bytes of an example.
pub fn example(name: &str) -> Vec<u8> {
    std::fs::read(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("examples")
            .join(name),
    )
    .unwrap()
}

/// For gfx803: stores the second argument, a dword, 4 bytes behind the first, a pointer.
/// `s_load_dwordx2 s[4:5], s[0:1], 0x0; s_load_dword s6, s[0:1], 0x8; s_waitcnt lgkmcnt(0);
/// s_store_dword s6, s[4:5], 0x4; s_endpgm` (encodings by llvm-mc).
pub const STORE: [u32; 8] = [
    0xc006_0100,
    0x0000_0000,
    0xc002_0180,
    0x0000_0008,
    0xbf8c_007f,
    0xc042_0182,
    0x0000_0004,
    0xbf81_0000,
];

/// `s_branch` to itself.
pub const LOOP: [u32; 1] = [0xbf82_ffff];

/// `s_endpgm`.
pub const END: [u32; 1] = [0xbf81_0000];
