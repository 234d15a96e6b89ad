//! Stands in for AMD's management libraries, `librocm_smi64` and `libamd_smi`, beside the HSA runtime whose GPUs are
//! gcn-jit: programs that ask these how many cards there are, and what they are called, get the cards of that runtime
//! for an answer, where AMD's libraries find no driver and fail. One file serves under both names.
//!
//! Sources: the headers `rocm_smi.h` of ROCm SMI 6.4 and 7.2, and `amdsmi.h` of AMD SMI 27. What is served takes
//! numbers and text only, no structure whose layout differs between releases. All else that these headers declare is
//! there and returns "not supported", as AMD's libraries do for what a card does not tell.
//!
//! | modules | what they are |
//! |---|---|
//! | `cards` | the HSA library's own table of cards |
//! | `gpus` | the cards that the environment asks for |
//! | `border` | how functions are exported, and write their results |
//! | `rocm`, `amd` | the functions of the two libraries |
//! | `unsupported` | the names of all others |
#![allow(unsafe_code)]

mod amd;
mod border;
#[allow(dead_code, reason = "the HSA library asks for more of it")]
#[path = "../../hsa/src/cards.rs"]
mod cards;
mod gpus;
mod rocm;
mod unsupported;
