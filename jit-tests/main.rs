mod cli;
mod kernels;
mod loader;

fn main() {}
