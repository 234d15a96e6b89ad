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
