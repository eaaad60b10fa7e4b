//! A game's types for the page, made from the Rust ones.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use ts_rs::{Config, TS, TypeVisitor};

use crate::Specimen;

/// Declarations by name, of a type and of all it is made of.
#[derive(Default)]
struct Declared(BTreeMap<String, (TypeId, String)>);

impl TypeVisitor for Declared {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() {
            // Numbers, lists and the like have no declaration, but what they hold may have.
            return;
        }
        let config = Config::default().with_array_tuple_limit(8);
        let (id, name) = (TypeId::of::<T>(), T::ident(&config));
        if let Some((known, _)) = self.0.get(&name) {
            assert_eq!(*known, id, "two types are called {name}");
            return;
        }
        self.0.insert(name, (id, T::decl(&config)));
        T::visit_dependencies(self);
    }
}

/// The page's file of this game's types is what the Rust types say. `UPDATE=1` writes it anew.
pub fn the_page_has_the_types<G: Specimen>()
where
    G::Options: TS + 'static,
    G::Action: TS + 'static,
    G::Event: TS + 'static,
    G::View: TS + 'static,
    G::Preview: TS + 'static,
{
    let mut declared = Declared::default();
    declared.visit::<G::Options>();
    declared.visit::<G::Action>();
    declared.visit::<G::Event>();
    declared.visit::<G::View>();
    declared.visit::<G::Preview>();
    let id = G::META.id;
    let mut made = format!("// Made from games/{id} by its tests (UPDATE=1); do not edit.\n");
    for (_, declaration) in declared.0.values() {
        let _ = write!(made, "\nexport {declaration}\n");
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = root.join(G::TYPES);
    let file = folder.join(format!("{id}.ts"));
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, &made).expect("the file can be written");
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        kept == made,
        "{} is out of date: run this test with UPDATE=1",
        file.display()
    );
}
