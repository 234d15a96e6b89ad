//! The scopes of symbols: a tree whose root is the global one (CLRX ClrxAsmSyntax, "Scopes").
//!
//! A symbol's full name is the path to its scope and its own, `a::b::name`; in the global scope it is the name alone.

use std::collections::{HashMap, HashSet};

/// What may be seen from where the text is.
#[derive(Debug, Default)]
pub struct Scopes {
    /// The path to the scope that is open.
    now: Vec<String>,
    /// The scopes that each uses, the last one first in the search.
    using: HashMap<String, Vec<String>>,
    /// All that there are, by their paths.
    known: HashSet<String>,
    /// How many without a name there were.
    unnamed: usize,
}

/// What the names of scopes without a name begin with, which no name can.
pub const UNNAMED: &str = "~";

/// Scopes in scopes that are certainly a mistake.
const DEEPEST: usize = 100;

/// The full name of `name` in a scope.
fn joined(scope: &str, name: &str) -> String {
    if scope.is_empty() {
        name.to_owned()
    } else {
        format!("{scope}::{name}")
    }
}

impl Scopes {
    /// Begins a pass: which scopes there are stays known.
    pub fn start(&mut self) {
        self.now.clear();
        self.using.clear();
        self.unnamed = 0;
    }

    /// The path to the open scope.
    pub fn here(&self) -> String {
        self.now.join("::")
    }

    /// The scopes from the open one to the global one.
    fn outwards(&self) -> impl Iterator<Item = String> {
        (0..=self.now.len()).rev().map(|n| self.now[..n].join("::"))
    }

    /// Opens a scope, below the present one.
    pub fn open(&mut self, name: Option<&str>) -> Result<(), String> {
        if self.now.len() >= DEEPEST {
            return Err(format!("scopes are nested more than {DEEPEST} deep"));
        }
        let name = name.map(str::to_owned).unwrap_or_else(|| {
            self.unnamed += 1;
            format!("{UNNAMED}{}", self.unnamed)
        });
        self.now.push(name);
        self.known.insert(self.here());
        Ok(())
    }

    /// Closes the present scope; whether there is one beside the global.
    pub fn close(&mut self) -> bool {
        self.now.pop().is_some()
    }

    /// The path that `written`, a path or a name, means: it begins at the global scope, or at the nearest one around that
    /// has its first part, or uses one that has. One that there is not is below the present one.
    fn scope(&self, written: &str) -> String {
        let (mut scope, path) = match written.strip_prefix("::") {
            Some(path) => (String::new(), path),
            None => {
                let first = written.split("::").next().unwrap_or_default();
                let mut seen = HashSet::new();
                let mut around = self.outwards();
                let found = around.find(|s| self.below(s, first, &mut seen).is_some());
                (found.unwrap_or_else(|| self.here()), written)
            }
        };
        for part in path.split("::") {
            let below = self.below(&scope, part, &mut HashSet::new());
            scope = below.unwrap_or_else(|| joined(&scope, part));
        }
        scope
    }

    /// The scope called `name` in a scope, or in one that it uses.
    fn below(&self, scope: &str, name: &str, seen: &mut HashSet<String>) -> Option<String> {
        self.in_scope(scope, name, &|path| self.known.contains(path), seen)
    }

    /// The scope and the name in it that `written` consists of; no scope where there is only a name.
    fn parts<'a>(&self, written: &'a str) -> (Option<String>, &'a str) {
        match written.rsplit_once("::") {
            // `::name` is global.
            Some(("", name)) => (Some(String::new()), name),
            Some((path, name)) => (Some(self.scope(path)), name),
            None => (None, written),
        }
    }

    /// The full name that a definition of `written` is of.
    pub fn place(&self, written: &str) -> String {
        let (scope, name) = self.parts(written);
        joined(&scope.unwrap_or_else(|| self.here()), name)
    }

    /// The full name that `written` means among those that there are.
    pub fn find(&self, written: &str, exists: &dyn Fn(&str) -> bool) -> Option<String> {
        let (scope, name) = self.parts(written);
        let mut seen = HashSet::new();
        match scope {
            Some(scope) => self.in_scope(&scope, name, exists, &mut seen),
            None => self
                .outwards()
                .find_map(|scope| self.in_scope(&scope, name, exists, &mut seen)),
        }
    }

    /// The full name of `name` in a scope, or in one that it uses.
    fn in_scope(
        &self,
        scope: &str,
        name: &str,
        exists: &dyn Fn(&str) -> bool,
        seen: &mut HashSet<String>,
    ) -> Option<String> {
        if !seen.insert(scope.to_owned()) || seen.len() > DEEPEST {
            return None;
        }
        let own = joined(scope, name);
        if exists(&own) {
            return Some(own);
        }
        let used = self.using.get(scope)?;
        used.iter()
            .rev()
            .find_map(|s| self.in_scope(s, name, exists, seen))
    }

    /// Uses what is in a scope.
    pub fn using(&mut self, written: &str) {
        let scope = self.scope(written);
        let using = self.using.entry(self.now.join("::")).or_default();
        using.retain(|s| *s != scope);
        using.push(scope);
    }

    /// Uses a scope no more, or none.
    pub fn unusing(&mut self, written: Option<&str>) {
        let scope = written.map(|w| self.scope(w));
        if let Some(using) = self.using.get_mut(&self.now.join("::")) {
            using.retain(|s| scope.as_ref().is_some_and(|scope| s != scope));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search() {
        let mut scopes = Scopes::default();
        let names = ["x", "a::x", "a::b::x", "c::y", "a::z"];
        let exists = |name: &str| names.contains(&name);
        scopes.open(Some("c")).unwrap();
        assert!(scopes.close());
        scopes.open(Some("a")).unwrap();
        assert_eq!(scopes.find("x", &exists).as_deref(), Some("a::x"));
        scopes.open(Some("b")).unwrap();
        assert_eq!(scopes.find("x", &exists).as_deref(), Some("a::b::x"));
        assert_eq!(scopes.find("z", &exists).as_deref(), Some("a::z"));
        assert_eq!(scopes.find("::x", &exists).as_deref(), Some("x"));
        assert_eq!(scopes.find("a::x", &exists).as_deref(), Some("a::x"));
        assert_eq!(scopes.find("y", &exists), None);
        scopes.using("c");
        assert_eq!(scopes.find("y", &exists).as_deref(), Some("c::y"));
        scopes.unusing(None);
        assert_eq!(scopes.find("y", &exists), None);
        assert_eq!(scopes.place("new"), "a::b::new");
        assert_eq!(scopes.place("::new"), "new");
        assert_eq!(scopes.place("a::new"), "a::new");
        assert!(scopes.close() && scopes.close() && !scopes.close());
    }
}
