//! The library's name and symbol version, as its consumers ask for them.
//!
//! rustc passes a version script of its own, without a version, and a linker takes a symbol's version from the first
//! script that lists it. So `rocr.map` only defines the version, and each function says that it belongs to it by
//! `.symver` (`src/border.rs`). LLD, which rustc uses for this target, links that; GNU ld takes no scripts with and
//! without versions together.

fn main() {
    let folder = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| ".".to_owned());
    println!("cargo::rerun-if-changed=rocr.map");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libhsa-runtime64.so.1");
    println!("cargo::rustc-cdylib-link-arg=-Wl,--version-script={folder}/rocr.map");
}
