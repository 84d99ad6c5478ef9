//! The modules of a crate as its sources define them: what each defines, imports and names.
//!
//! Tests are left out, and so are macros, except the paths in the arguments of a call.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, Item, ItemMacro, ItemMod, ItemUse, Lit, Meta, UseTree, Visibility};

/// The parts of a path: `crate::a::B` is `["crate", "a", "B"]`.
pub type Segments = Vec<String>;

/// What a name of a module is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// A type or a trait that the file defines.
    Type,
    /// A function or a constant that the file defines: no path continues after its name.
    Value,
    /// A module, by its number.
    Module(usize),
    /// What a `use` imports, by this path.
    Import(Segments),
}

/// A module.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The module that contains it; the root contains itself.
    pub parent: usize,
    /// Its file, from the root of the repository.
    pub file: String,
    /// Its names. One name may be both a module and a function.
    pub names: BTreeMap<String, Vec<Name>>,
    /// A macro defines names of it that cannot be seen here.
    pub has_unseen_names: bool,
    /// Modules whose names it imports by `*`.
    pub globs: Vec<Segments>,
    /// Every path in its code, including imports.
    pub paths: Vec<Segments>,
}

/// Reads a crate from its root file; `text` returns the text of a file, if it exists.
///
/// The modules come in the order of their declarations, the root first.
///
/// # Errors
///
/// The file that is not valid Rust, and why.
pub fn read<'a>(
    root: &str,
    text: &dyn Fn(&str) -> Option<&'a str>,
) -> Result<Vec<Module>, (String, String)> {
    let module = Module { file: root.to_owned(), ..Module::default() };
    let folder = Path::new(root).parent().unwrap_or(Path::new("")).to_owned();
    let mut reader = Reader { modules: vec![module], current: 0, folder, text, error: None };
    reader.file(root);
    reader.error.map_or(Ok(reader.modules), Err)
}

struct Reader<'t, 'a> {
    modules: Vec<Module>,
    /// The module that is being read.
    current: usize,
    /// Where the files of its modules are.
    folder: PathBuf,
    text: &'t dyn Fn(&str) -> Option<&'a str>,
    /// The first file that could not be read.
    error: Option<(String, String)>,
}

impl Reader<'_, '_> {
    fn file(&mut self, path: &str) {
        match syn::parse_file((self.text)(path).unwrap_or_default()) {
            Ok(file) if is_test(&file.attrs) => {}
            Ok(file) => self.visit_file(&file),
            Err(error) => {
                self.error.get_or_insert_with(|| (path.to_owned(), error.to_string()));
            }
        }
    }

    fn module(&mut self) -> Option<&mut Module> {
        self.modules.get_mut(self.current)
    }

    fn name(&mut self, name: &syn::Ident, is: Name) {
        if let Some(module) = self.module() {
            module.names.entry(name.to_string()).or_default().push(is);
        }
    }

    fn path(&mut self, path: Segments) {
        if let Some(module) = self.module() {
            module.paths.push(path);
        }
    }

    /// The file of a module that is declared here: the first possible place where there is one.
    fn file_of(&self, module: &ItemMod) -> Option<String> {
        let name = module.ident.to_string();
        let places = match path_attribute(&module.attrs) {
            // Relative to the folder of the file, not to that of its modules.
            Some(path) => {
                let file = self.modules.get(self.current).map(|module| Path::new(&module.file));
                vec![file?.parent()?.join(path)]
            }
            None => {
                vec![self.folder.join(format!("{name}.rs")), self.folder.join(&name).join("mod.rs")]
            }
        };
        places.iter().map(|path| plain(path)).find(|path| (self.text)(path).is_some())
    }

    /// Reads a module into a place of its own.
    fn enter(&mut self, module: &ItemMod, file: &str, folder: PathBuf) {
        let number = self.modules.len();
        self.name(&module.ident, Name::Module(number));
        self.modules.push(Module {
            parent: self.current,
            file: file.to_owned(),
            ..Module::default()
        });
        let outer = (self.current, std::mem::replace(&mut self.folder, folder));
        self.current = number;
        if module.content.is_some() {
            visit::visit_item_mod(self, module);
        } else {
            self.file(file);
        }
        (self.current, self.folder) = outer;
    }

    fn import(&mut self, tree: &UseTree, before: &Segments) {
        let through = |name: &syn::Ident| [before.as_slice(), &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.import(&path.tree, &through(&path.ident)),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.import(tree, before)),
            UseTree::Glob(_) => {
                self.path(before.clone());
                if let Some(module) = self.module() {
                    module.globs.push(before.clone());
                }
            }
            UseTree::Name(name) if name.ident == "self" => {
                self.path(before.clone());
                if let Some(last) = before.last() {
                    self.name(
                        &syn::Ident::new(last, name.ident.span()),
                        Name::Import(before.clone()),
                    );
                }
            }
            UseTree::Name(name) => {
                self.path(through(&name.ident));
                self.name(&name.ident, Name::Import(through(&name.ident)));
            }
            UseTree::Rename(name) => {
                let path = if name.ident == "self" { before.clone() } else { through(&name.ident) };
                self.path(path.clone());
                self.name(&name.rename, Name::Import(path));
            }
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_, '_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if is_test(attributes(item)) {
            return;
        }
        if let Some((name, is)) = defined(item) {
            self.name(name, is);
        }
        visit::visit_item(self, item);
    }

    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        let inner = self.folder.join(module.ident.to_string());
        if module.content.is_some() {
            let file = self.module().map(|module| module.file.clone()).unwrap_or_default();
            self.enter(module, &file, inner);
        } else if let Some(file) = self.file_of(module) {
            let own = Path::new(&file).file_name() == Some("mod.rs".as_ref());
            let folder = Path::new(&file).parent().filter(|_| own).map_or(inner, Path::to_owned);
            self.enter(module, &file, folder);
        }
    }

    /// Re-exporting a name is not a use of it: code that names it here imports its definition.
    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let known = self.module().map_or(0, |module| module.paths.len());
        self.import(&item.tree, &Segments::new());
        if let Some(module) = self.module().filter(|_| !matches!(item.vis, Visibility::Inherited)) {
            module.paths.truncate(known);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() {
            self.path(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    /// The body of a macro gets its meaning where the macro is called, not here.
    fn visit_item_macro(&mut self, item: &'ast ItemMacro) {
        if item.ident.is_none() {
            if let Some(module) = self.module() {
                module.has_unseen_names = true;
            }
            visit::visit_item_macro(self, item);
        }
    }

    /// The name of a macro is not a path of ours; its arguments may contain some.
    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        for path in paths(call.tokens.clone()) {
            self.path(path);
        }
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}

/// The paths of at least two parts in the arguments of a macro, of which nothing else is known.
fn paths(tokens: TokenStream) -> Vec<Segments> {
    let mut found = Vec::new();
    let mut path = Segments::new();
    let mut colons = 0;
    for token in tokens {
        match token {
            TokenTree::Ident(name) if path.is_empty() || colons == 2 => {
                path.push(name.to_string());
                colons = 0;
                continue;
            }
            TokenTree::Punct(mark) if mark.as_char() == ':' && colons < 2 && !path.is_empty() => {
                colons += 1;
                continue;
            }
            TokenTree::Group(ref group) => found.extend(paths(group.stream())),
            _ => {}
        }
        found.push(std::mem::take(&mut path));
        colons = 0;
        if let TokenTree::Ident(name) = token {
            path.push(name.to_string());
        }
    }
    found.push(path);
    found.retain(|path| path.len() > 1);
    found
}

/// Whether something exists for tests only.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let is_cfg = attribute.path().is_ident("cfg");
        is_cfg && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    })
}

/// The file of `#[path = "file"]`.
fn path_attribute(attributes: &[Attribute]) -> Option<String> {
    attributes.iter().find_map(|attribute| {
        let Meta::NameValue(pair) = &attribute.meta else { return None };
        let Expr::Lit(value) = &pair.value else { return None };
        match &value.lit {
            Lit::Str(text) if pair.path.is_ident("path") => Some(text.value()),
            _ => None,
        }
    })
}

/// A path without `.` and `..`, with `/` between the parts.
fn plain(path: &Path) -> String {
    let mut parts: Vec<String> = Vec::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(parts.pop()),
            Component::CurDir => {}
            part => parts.push(part.as_os_str().to_string_lossy().into_owned()),
        }
    }
    parts.join("/")
}

/// The name that an item defines.
fn defined(item: &Item) -> Option<(&syn::Ident, Name)> {
    Some(match item {
        Item::Const(item) => (&item.ident, Name::Value),
        Item::Fn(item) => (&item.sig.ident, Name::Value),
        Item::Static(item) => (&item.ident, Name::Value),
        Item::Enum(item) => (&item.ident, Name::Type),
        Item::Struct(item) => (&item.ident, Name::Type),
        Item::Trait(item) => (&item.ident, Name::Type),
        Item::Type(item) => (&item.ident, Name::Type),
        Item::Union(item) => (&item.ident, Name::Type),
        _ => return None,
    })
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}
