//! The header of the C interface is that of its sources.

use std::path::Path;

#[test]
fn the_header_is_that_of_the_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("capi");
    let made = cbindgen::Builder::new()
        .with_crate(&root)
        .with_config(cbindgen::Config::from_root_or_default(&root))
        .generate()
        .expect("the sources have a header");
    let mut text = Vec::new();
    made.write(&mut text);
    let file = root.join("include/gcn_jit.h");
    if std::env::var_os("GCN_JIT_BLESS").is_some() {
        std::fs::write(&file, &text).expect("the header can be written");
    }
    let there = std::fs::read(&file).expect("there is a header");
    assert!(
        there == text,
        "capi/include/gcn_jit.h is old: run this test with GCN_JIT_BLESS=1"
    );
}
