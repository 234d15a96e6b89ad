//! `gcn-jit completions` and `gcn-jit man`: what packagers install beside the command.

use std::path::PathBuf;

use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use super::output::Output;
use super::{Cli, Failure};

/// Options of `gcn-jit completions`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Example:
  gcn-jit completions bash > ~/.local/share/bash-completion/completions/gcn-jit")]
pub struct CompletionArgs {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

/// Options of `gcn-jit man`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Without --dir the page of gcn-jit itself is printed.

Example:
  gcn-jit man --dir ~/.local/share/man/man1")]
pub struct ManArgs {
    /// Write gcn-jit.1 and a page for each command, such as gcn-jit-run.1, to this directory
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// Prints a shell's script.
pub fn completions(a: &CompletionArgs) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(a.shell, &mut Cli::command(), "gcn-jit", &mut script);
    super::print(&String::from_utf8_lossy(&script))
}

/// Prints or writes manual pages.
pub fn man(a: &ManArgs) -> Result<(), Failure> {
    let command = {
        let mut command = Cli::command().disable_help_subcommand(true);
        // Gives the commands their full names.
        command.build();
        command
    };
    let page = |command: &clap::Command| {
        let mut page = Vec::new();
        let name = command.get_display_name().unwrap_or(command.get_name());
        let man = Man::new(command.clone()).title(name.to_uppercase());
        match man.render(&mut page) {
            Ok(()) => Ok((format!("{name}.1"), page)),
            Err(e) => Err(Failure::Usage(format!("cannot make {name}.1: {e}"))),
        }
    };
    let Some(dir) = &a.dir else {
        let (_, page) = page(&command)?;
        return super::print(&String::from_utf8_lossy(&page));
    };
    std::fs::create_dir_all(dir)
        .map_err(|e| Failure::Usage(format!("cannot create {}: {e}", dir.display())))?;
    let commands = std::iter::once(&command).chain(command.get_subcommands());
    for command in commands {
        let (name, page) = page(command)?;
        let mut output = Output::open(&dir.join(name))?;
        output.write(&page)?;
        output.flush()?;
        output.commit()?;
    }
    Ok(())
}
