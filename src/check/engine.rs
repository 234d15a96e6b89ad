//! The engine that checks: the interpreter, one instruction at a time.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Class, Findings};
use crate::error::Fault;
use crate::interp;
use crate::machine::wave::Wave;
use crate::machine::{Engine, Env, Exit};

/// What to look for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The checks.
    pub classes: Vec<Class>,
    /// Whether to find also what sources disagree about and what is harmless in practice, as
    /// [`Severity::Warning`](super::Severity::Warning).
    pub pedantic: bool,
}

/// The interpreter with checks. What they find in all launches with it is collected.
#[derive(Debug)]
pub struct Checker {
    options: Options,
    findings: Mutex<Findings>,
}

impl Checker {
    /// Looks for what `options` say.
    pub fn new(options: Options) -> Checker {
        Checker {
            options,
            findings: Mutex::default(),
        }
    }

    /// What it looks for.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// What has been found until now.
    pub fn findings(&self) -> Findings {
        self.list().clone()
    }

    fn list(&self) -> MutexGuard<'_, Findings> {
        self.findings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Engine for Checker {
    fn run(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        let mut budget = wave.budget;
        loop {
            wave.budget = 1;
            let result = interp::run(wave, env);
            budget -= 1;
            wave.budget = budget;
            if !matches!(result, Ok(Exit::Yield)) || budget <= 0 {
                return result;
            }
        }
    }

    fn slice(&self) -> i64 {
        8192
    }
}
