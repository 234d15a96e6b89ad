//! What kernels print.

use super::*;

/// `printf` of HIP: the text on standard error, each work-group's in the order of its lanes, and the number of
/// characters as its result.
#[test]
fn printf_of_hip() {
    let object = "jit-tests/loader/prints/prints.hsaco";
    let line = |group: u32, item: u32| {
        let word = ["even", "odd"][item as usize % 2];
        let (quarter, minus) = (f64::from(item) / 4.0, -i64::from(item));
        format!("group {group}, item {item}: {word} {quarter:.2}, {minus:5}%")
    };
    for backend in BACKENDS {
        for threads in [1, 2] {
            let sizes = "--global 256 --local 64 --arg zeros:i32[256] --print 0";
            let ran = gcn_jit(&format!(
                "run {object} {sizes} --backend {backend} --threads {threads}"
            ));
            assert_eq!(ran.code, 0, "{}", ran.stderr);
            for group in 0..4 {
                let begin = format!("group {group},");
                let printed: Vec<&str> = ran
                    .stderr
                    .lines()
                    .filter(|l| l.starts_with(&begin))
                    .collect();
                let expected: Vec<String> = (0..64).map(|item| line(group, item)).collect();
                assert_eq!(printed, expected, "on {backend}");
            }
            assert_eq!(ran.stderr.lines().count(), 256);
            let lengths = (0..256).map(|i| (line(i / 64, i % 64).len() + 1).to_string());
            let stdout = String::from_utf8_lossy(&ran.stdout);
            assert_eq!(
                stdout.trim_end(),
                format!("0: {}", lengths.collect::<Vec<_>>().join(" "))
            );
        }
    }
    // Both backends print the same, and `diff` compares other things.
    let ran = gcn_jit(&format!(
        "diff {object} --global 128 --local 64 --arg zeros:i32[128]"
    ));
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
}

const PRINTF: &str = "jit-tests/kernels/printf/gfx900-v5-O2.hsaco";

/// `printf` of OpenCL: the text on standard error when the kernel has ended, and nothing on standard output.
#[test]
fn printf_of_opencl() {
    for backend in BACKENDS {
        for threads in [1, 2] {
            let ran = gcn_jit(&format!(
                "run {PRINTF} --kernel lines --global 200 --local 100 --arg iota:i32[200] --backend {backend} \
                 --threads {threads} --print 0"
            ));
            assert_eq!(ran.code, 0, "{}", ran.stderr);
            let mut lines: Vec<&str> = ran.stderr.lines().collect();
            lines.sort_unstable();
            let mut expected: Vec<String> = (0..200).map(|i| format!("item {i}: {i}")).collect();
            expected.sort_unstable();
            assert_eq!(lines, expected, "on {backend}");
            let stdout = String::from_utf8_lossy(&ran.stdout);
            assert!(stdout.starts_with("0: 0 1 2") && !stdout.contains("item"));
        }
    }
    let ran = gcn_jit(&format!(
        "diff {PRINTF} --kernel lines --global 128 --local 64 --arg zeros:i32[128]"
    ));
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
}

/// A fault's line comes after what was printed before it; what does not fit is lost, and that is said.
#[test]
fn printf_of_opencl_before_a_fault_and_in_a_full_buffer() {
    for backend in BACKENDS {
        let ran = gcn_jit(&format!(
            "run {PRINTF} --kernel faults --global 64 --local 64 --arg null --arg 0 --backend {backend}"
        ));
        assert_eq!(ran.code, 1);
        let lines: Vec<&str> = ran.stderr.lines().collect();
        assert_eq!(lines.len(), 65, "{}", ran.stderr);
        for (i, line) in lines[..64].iter().enumerate() {
            assert_eq!(*line, format!("item {i} before"));
        }
        assert!(lines[64].starts_with("error: "), "{}", lines[64]);
    }
    let ran = gcn_jit(&format!(
        "run {PRINTF} --kernel much --global 64 --local 64 --arg zeros:i32[64] --arg 2000"
    ));
    assert_eq!(ran.code, 0);
    let (lines, last) = ran.stderr.trim_end().rsplit_once('\n').expect("lines");
    assert!(
        last.starts_with("gcn-jit: the buffer for printf is full"),
        "{last}"
    );
    assert!(
        lines
            .lines()
            .all(|l| l.starts_with("line ") && l.ends_with("...."))
    );
    assert!((65_000..66_000).contains(&lines.lines().count()));
}
