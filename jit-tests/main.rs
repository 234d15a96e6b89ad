//! The tests of whole programs and of the tables against LLVM.

mod decode;
