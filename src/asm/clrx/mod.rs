//! CLRX's language (CLRX ClrxAsmSyntax, ClrxAsmPseudoOps, GcnOperands): what differs from LLVM's.
//!
//! | file | what it has |
//! |---|---|
//! | `names` | names that stand for LLVM's: of formats, hardware registers, selects, targets |
//! | `scopes` | the scopes of symbols |
//! | `operands` | operands of instructions |
//! | `modifiers` | modifiers of instructions |
//! | `data` | integers, floats and strings |
//! | `settings` | what is assembled for |
//! | `pseudo` | directives |

pub mod data;
pub mod modifiers;
pub mod names;
pub mod operands;
pub mod pseudo;
pub mod scopes;
pub mod settings;
