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
