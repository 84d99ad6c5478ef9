//! Finds the file that a path means.

use super::modules::{Module, Name, Segments};

/// What a path means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// A type that this module defines.
    Type(usize),
    /// A function or a constant that this module defines.
    Value(usize),
    /// A module.
    Module(usize),
}

/// The modules whose files define what a path means, as seen from a module of the crate.
///
/// Imports are followed to the definition, including those that re-export a name. A path to a
/// module does not count as one to a definition: the longer paths through it say what is used.
/// Names from other crates and macros are unknown; in a module that calls a macro for its items, an
/// unknown name is one of these.
pub fn defining(modules: &[Module], from: usize, path: &[String]) -> Vec<usize> {
    let mut search = Search { modules, open: Vec::new() };
    let meanings = search.path(from, path);
    let items = meanings.into_iter().filter_map(|meaning| match meaning {
        Meaning::Type(module) | Meaning::Value(module) => Some(module),
        Meaning::Module(_) => None,
    });
    items.collect()
}

struct Search<'a> {
    modules: &'a [Module],
    /// The names being looked up: an import may lead back to itself.
    open: Vec<(usize, String)>,
}

impl Search<'_> {
    fn path(&mut self, from: usize, path: &[String]) -> Vec<Meaning> {
        let Some((first, rest)) = path.split_first() else { return Vec::new() };
        let mut meanings = match first.as_str() {
            "crate" => vec![Meaning::Module(0)],
            "self" => vec![Meaning::Module(from)],
            "super" => self.parent(from),
            name => self.name(from, name),
        };
        for name in rest {
            meanings = meanings.into_iter().flat_map(|meaning| self.next(meaning, name)).collect();
        }
        meanings
    }

    /// What a name after something means. After a type it is a part of it: a variant, a function.
    fn next(&mut self, meaning: Meaning, name: &str) -> Vec<Meaning> {
        match meaning {
            Meaning::Type(_) => vec![meaning],
            Meaning::Value(_) => Vec::new(),
            Meaning::Module(module) if name == "super" => self.parent(module),
            Meaning::Module(module) if name == "self" => vec![Meaning::Module(module)],
            Meaning::Module(module) => {
                let meanings = self.name(module, name);
                let is_unseen = meanings.is_empty() && self.has_unseen(module, name);
                if is_unseen { vec![Meaning::Type(module)] } else { meanings }
            }
        }
    }

    /// Whether only a macro can define a name of a module.
    fn has_unseen(&self, module: usize, name: &str) -> bool {
        let module = self.modules.get(module);
        module.is_some_and(|it| it.has_unseen_names && !it.names.contains_key(name))
    }

    fn parent(&self, module: usize) -> Vec<Meaning> {
        self.modules.get(module).map(|module| Meaning::Module(module.parent)).into_iter().collect()
    }

    fn name(&mut self, module: usize, name: &str) -> Vec<Meaning> {
        let key = (module, name.to_owned());
        let Some(here) = self.modules.get(module).filter(|_| !self.open.contains(&key)) else {
            return Vec::new();
        };
        self.open.push(key);
        let meanings = match here.names.get(name) {
            Some(names) => names.iter().flat_map(|name| self.meaning(module, name)).collect(),
            None => here.globs.iter().flat_map(|glob| self.through(module, glob, name)).collect(),
        };
        self.open.pop();
        meanings
    }

    fn meaning(&mut self, module: usize, name: &Name) -> Vec<Meaning> {
        match name {
            Name::Type => vec![Meaning::Type(module)],
            Name::Value => vec![Meaning::Value(module)],
            Name::Module(module) => vec![Meaning::Module(*module)],
            Name::Import(path) => self.path(module, path),
        }
    }

    /// A name that `use path::*` may import.
    fn through(&mut self, module: usize, path: &Segments, name: &str) -> Vec<Meaning> {
        let meanings = self.path(module, path);
        let modules = meanings.into_iter().filter(|meaning| matches!(meaning, Meaning::Module(_)));
        modules.flat_map(|meaning| self.next(meaning, name)).collect()
    }
}
