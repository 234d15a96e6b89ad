mod loader;

fn main() {}
