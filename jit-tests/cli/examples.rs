//! The commands in `examples/README.md`, as they stand there.

use super::*;

/// Every `gcn-jit run` command of the page.
fn commands() -> Vec<String> {
    let page = String::from_utf8(example("README.md")).unwrap();
    let blocks = page.split("```sh\n").skip(1);
    let commands: Vec<String> = blocks
        .filter_map(|b| b.split("```").next())
        .map(|b| b.replace("\\\n", " ").replace('\'', ""))
        .filter_map(|b| Some(b.trim().strip_prefix("gcn-jit ")?.to_owned()))
        .collect();
    assert_eq!(commands.len(), 9);
    commands
}

#[test]
fn every_command_does_what_the_page_says() {
    let f = Folder::new();
    let folder = f.path("");
    for target in ["gfx900", "gfx803"] {
        for command in commands() {
            let command = command
                .replace("gfx900", target)
                .replace("/tmp/", &folder.display().to_string());
            gcn_jit(&format!("{command} --backend interp")).ok();
        }
        // The values that the page names.
        let words = |name: &str| -> Vec<u32> {
            let file = std::fs::read(f.path(name)).unwrap();
            // The headers of all of them take 128 bytes.
            file[128..]
                .chunks_exact(4)
                .map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]]))
                .collect()
        };
        assert_eq!(words("total.npy"), [(-1_901_174_606i32) as u32]);
        assert_eq!(words("digests.npy")[0], 0x4726_5b69);
        let mixed = words("mixed.npy");
        assert_eq!(mixed[..3], [3_886_386_664, 896_005_108, 1_321_856_220]);
        for name in f.names() {
            std::fs::remove_file(f.path(&name)).unwrap();
        }
    }
}
