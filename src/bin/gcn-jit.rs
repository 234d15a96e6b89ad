//! The command. What it does is in `gcn_jit::cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    match gcn_jit::cli::main(std::env::args_os()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(gcn_jit::cli::Failure::Program(code)) => ExitCode::from(code),
        Err(failure) => {
            gcn_jit::cli::warn(&format!("error: {failure}"));
            ExitCode::from(failure.code())
        }
    }
}
