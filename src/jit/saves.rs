//! Lines of assembler that keep registers, for functions that are written in it.

/// Keeps the general registers that a function of C may change.
macro_rules! push_scratch {
    () => {
        "push rax\npush rcx\npush rdx\npush rsi\npush rdi\npush r8\npush r9\npush r10\npush r11"
    };
}

/// The reverse of `push_scratch`.
macro_rules! pop_scratch {
    () => {
        "pop r11\npop r10\npop r9\npop r8\npop rdi\npop rsi\npop rdx\npop rcx\npop rax"
    };
}

/// `store_each!(OP, FILE, BASE + SIZE * (N ...))` stores the registers FILE N with OP, each SIZE bytes behind the one
/// before it, from RSP + BASE on.
macro_rules! store_each {
    ($op:literal, $file:literal, $base:literal + $size:literal * ($($n:literal)+)) => {
        concat!($($op, " [rsp + ", $base, " + ", $size, " * ", $n, "], ", $file, $n, "\n"),+)
    };
}

/// The reverse of `store_each`.
macro_rules! load_each {
    ($op:literal, $file:literal, $base:literal + $size:literal * ($($n:literal)+)) => {
        concat!($($op, " ", $file, $n, ", [rsp + ", $base, " + ", $size, " * ", $n, "]\n"),+)
    };
}

pub(super) use {load_each, pop_scratch, push_scratch, store_each};
