//! What is said to people: standard error, or standard output, is a terminal.

use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use super::*;

/// A terminal: what reads from it, and what a program writes to.
fn terminal() -> (File, OwnedFd) {
    let reader = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&reader).unwrap();
    unlockpt(&reader).unwrap();
    let name = ptsname(&reader, Vec::new()).unwrap().into_string().unwrap();
    let writer = File::options().read(true).write(true).open(name).unwrap();
    (reader.into(), writer.into())
}

/// What was written to the terminal. When nobody can write any more, reading fails.
fn written(mut reader: File) -> String {
    let mut bytes = Vec::new();
    let _ = reader.read_to_end(&mut bytes);
    String::from_utf8(bytes).unwrap().replace("\r\n", "\n")
}

#[test]
fn diff_says_what_is_identical() {
    let line = "diff examples/gfx900/saxpy.hsaco --global 128 --local 64 --arg 2.5 --arg zeros:f32[128] \
                --arg fill:f32[128]=1 --arg 128";
    let said = "identical: 2 buffers, 2 waves\n";
    for (args, want) in [(line.to_owned(), said), (format!("{line} --quiet"), "")] {
        let (reader, writer) = terminal();
        let mut command = command(&args);
        let output = command
            .stdin(Stdio::null())
            .stderr(writer)
            .output()
            .unwrap();
        drop(command);
        assert!(output.status.success());
        assert!(output.stdout.is_empty());
        assert_eq!(written(reader), want);

        let (reader, writer) = terminal();
        let mut command = self::command(&args);
        let child = command
            .stdin(Stdio::null())
            .stdout(writer)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(command);
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
        assert_eq!(written(reader), want);
    }
    gcn_jit(line).ok();
}

/// At a terminal the debugger asks, edits lines, and takes an empty one as the last command again.
#[test]
fn debug_asks_for_commands() {
    let (mut reader, writer) = terminal();
    let f = Folder::new();
    let p = f.program(&[0xbf80_0000, 0xbf80_0000, 0xbf81_0000]);
    let mut command = command(&format!("debug {p} --isa gfx803 --global 64 --local 64"));
    let mut child = command
        .env("TERM", "xterm")
        .stdin(writer.try_clone().unwrap())
        .stdout(writer)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(command);
    // The third letter goes again.
    let dialogue = [
        ("=> program+0x0: s_nop 0", "six\x7f\r"),
        ("=> program+0x4: s_nop 0", "\r"),
        ("=> program+0x8: s_endpgm", "quit\r"),
    ];
    for (place, line) in dialogue {
        until(&mut reader, place);
        until(&mut reader, "(gcn) ");
        reader.write_all(line.as_bytes()).unwrap();
    }
    let rest = written(reader);
    assert!(child.wait().unwrap().success());
    assert!(!rest.contains("error"), "{rest}");
}

/// Reads until `end` is written.
fn until(reader: &mut File, end: &str) {
    let mut said = Vec::new();
    let mut byte = [0];
    while !said.ends_with(end.as_bytes()) {
        reader.read_exact(&mut byte).unwrap();
        said.push(byte[0]);
    }
}
