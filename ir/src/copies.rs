//! What constructs of OpenMP say of variables: those of which they make copies, and those that they share.

use crate::choices::{ChoiceAttr, DataSharing, DefaultSharing, SharedVariables, VariableCopy};
use crate::entity::{Op, Value};
use crate::module::{Attr, Key, Module, OpBuilder};
use crate::ops::OpKind;

/// The key of [`VariableCopy`]s.
const COPIES: Key = "copies";
/// Names of variables that a construct shares with what is around it.
const SHARED: Key = "shared";
/// What becomes of variables of a category that no clause lists: [sharing, category].
const DEFAULT_OF: Key = "default_of";
/// The group of the variables that these are copies of.
const ORIGINALS: &str = "originals";
/// The group of operands with the steps of those that are linear.
const LINEAR: &str = "linear";

impl Module {
    /// The copies that a construct makes of the variables in its group `originals`.
    ///
    /// Panics where an entry is not as the verifier wants it.
    pub fn copies(&self, op: Op) -> Vec<VariableCopy> {
        self.copies_in(op, COPIES)
    }
    /// The same of another attribute of that form. Panics like that.
    pub fn copies_in(&self, op: Op, key: &str) -> Vec<VariableCopy> {
        let word = |a: &Attr| a.as_str().expect("the verifier knows the texts").to_string();
        let one = |a: &Attr| match a.items() {
            [how, recipe, name] => VariableCopy {
                how: how.as_str().and_then(DataSharing::from_name).expect("the verifier knows the word"),
                recipe: word(recipe),
                name: word(name),
            },
            _ => unreachable!("the verifier knows the form"),
        };
        self.attr(op, key).map(Attr::items).unwrap_or_default().iter().map(one).collect()
    }
    /// What the regions of the recipe get beside the variable and its copy, of an original that an `omp.reduced` gives: lower
    /// bound, extent and stride of each dimension of a part, what the copy is combined with, and what the code uses.
    pub fn reduced_with(&self, original: Value) -> Option<Vec<Value>> {
        let reduced = self.def_of(original, OpKind::OmpReduced)?;
        let mut out = Vec::new();
        for &bound in self.group(reduced, "bounds") {
            out.extend(self.def_of(bound, OpKind::OmpBounds).map(|b| self.operands(b).to_vec()).unwrap_or_default());
        }
        out.extend(self.opt(reduced, "with"));
        out.extend(self.group(reduced, "more"));
        Some(out)
    }
    /// What a construct shares is no more than what its body uses of the outside.
    pub fn forget_sharing(&mut self, op: Op) {
        self.remove_attr(op, SHARED);
        self.remove_attr(op, DefaultSharing::KEY);
        self.remove_attr(op, DEFAULT_OF);
    }
    /// The steps of the linear variables of a construct.
    pub fn steps(&self, op: Op) -> &[Value] {
        let has = self.info(op).operands.iter().any(|o| o.trim_end_matches(['?', '.']) == LINEAR);
        if has { self.group(op, LINEAR) } else { &[] }
    }
    /// Says something else of the copies that a construct makes of the same variables.
    pub fn set_copies(&mut self, op: Op, list: &[VariableCopy]) {
        if !list.is_empty() {
            self.set_attr(op, COPIES, entries(list));
        }
    }
    /// Takes from a construct all copies of variables behind the first `keep`: the originals are no operands of it any
    /// more, nor the copies arguments of its body, the last of which they are.
    pub fn forget_copies(&mut self, op: Op, keep: usize) {
        let range = self.group_range(op, ORIGINALS);
        let gone = range.start + keep..range.end;
        let body = self.region(op, 0);
        let args = self.regions[body].args.len() - gone.len();
        self.regions[body].args.truncate(args);
        match self.ops[op].attrs.iter_mut().find(|(k, _)| *k == COPIES) {
            Some((_, Attr::List(list))) if keep > 0 => list.truncate(keep),
            _ => self.remove_attr(op, COPIES),
        }
        self.truncate_group(op, ORIGINALS, keep);
        if keep == 0 && !self.steps(op).is_empty() {
            self.truncate_group(op, LINEAR, 0);
        }
    }
}

impl OpBuilder<'_, '_> {
    /// The copies that a construct makes of the variables in the group `originals`.
    pub fn copies(self, list: &[VariableCopy]) -> Self {
        self.copies_in(COPIES, list)
    }
    /// The same as another attribute.
    pub fn copies_in(self, key: Key, list: &[VariableCopy]) -> Self {
        if list.is_empty() { self } else { self.attr(key, entries(list)) }
    }
    /// What a construct says of the variables that it shares with those around.
    pub fn sharing(self, of: &SharedVariables) -> Self {
        let names = of.names.iter().map(|n| Attr::str(n)).collect::<Vec<_>>();
        let pair = |(how, of): &(DefaultSharing, &str)| Attr::List(vec![Attr::str(how.name()), Attr::str(of)]);
        let categories = of.of.iter().map(pair).collect::<Vec<_>>();
        let op = self.choice_opt(of.default);
        let op = if categories.is_empty() { op } else { op.attr(DEFAULT_OF, Attr::List(categories)) };
        if names.is_empty() { op } else { op.attr(SHARED, Attr::List(names)) }
    }
}

/// Copies as an attribute has them.
fn entries(list: &[VariableCopy]) -> Attr {
    let one = |c: &VariableCopy| {
        Attr::List(vec![Attr::str(c.how.name()), Attr::Sym(c.recipe.as_str().into()), Attr::str(&c.name)])
    };
    Attr::List(list.iter().map(one).collect())
}
