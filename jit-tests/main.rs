mod kernels;
mod loader;

fn main() {}
