//! Whether storing the elements of an assignment one by one could change what other elements still
//! have to read.

use super::{Bufferize, is_array};
use crate::analysis::alias::{Alias, Place, any_element, compare, entity, place, place_of_ref};
use crate::analysis::effects::{Access, is_box_read, reads};
use crate::analysis::poly::{Atom, Poly, Space, extent_bound, poly_with, value_extent};
use crate::entity::{Op, Region, Value};
use crate::module::Module;
use crate::ops::{Forms, OpKind};
use crate::types::TypeKind;
use rustc_hash::FxHashMap;

/// What to do with an assignment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// Storing directly is right.
    Safe,
    /// Right where the target overlaps none of these views at run time.
    Check(Vec<Value>),
    /// The value must be complete first.
    Temporary,
}

/// A read that computing an element does.
enum Read {
    /// Of a place; the view to check at run time.
    At(Place, Option<Value>),
    /// Of memory that cannot be named.
    Anything,
}

type Env = FxHashMap<Value, Poly>;

/// Most views that a run-time check compares.
const MAX_CHECKS: usize = 6;

impl Bufferize<'_> {
    /// Verdict on `dst(idx) = values(idx)`.
    pub(super) fn assign_verdict(&self, at: Op, dst: Value, extents: &[Value], values: &[Option<Value>]) -> Verdict {
        let m = &*self.m;
        let env = Env::default();
        let mut space = Space::default();
        let mut idx = Vec::new();
        for &e in extents {
            space.bounds.push(Some(extent_bound(m, e, &env)));
            idx.push(Poly::atom(Atom::Index(space.bounds.len() as u16 - 1)));
        }
        let write = place(m, dst, idx.clone(), &env);
        let mut reads = Vec::new();
        for v in values.iter().flatten() {
            if is_array(m, *v) {
                self.gather(*v, Some(&idx), &env, &mut space, &mut reads, 0);
            }
        }
        self.judge(at, dst, &write, &reads, &space)
    }

    /// Verdict on a forall with that body.
    pub(super) fn forall_verdict(&self, at: Op, dst: Value, extents: &[Value], body: Region) -> Verdict {
        let m = &*self.m;
        let mut env = Env::default();
        let mut space = Space::default();
        for (&e, &a) in extents.iter().zip(m.args(body)) {
            space.bounds.push(Some(extent_bound(m, e, &Env::default())));
            env.insert(a, Poly::atom(Atom::Index(space.bounds.len() as u16 - 1)));
        }
        let mut reads = Vec::new();
        self.gather_body(body, &env, &mut space, &mut reads, 0);
        let y = m.regions[body].ops.last().map_or(&[][..], |&o| m.operands(o));
        let subs = y.iter().skip(2).map(|&s| poly_with(m, s, &env)).collect();
        let write = place(m, dst, subs, &env);
        self.judge(at, dst, &write, &reads, &space)
    }

    fn judge(&self, at: Op, dst: Value, write: &Place, reads: &[Read], space: &Space) -> Verdict {
        let m = &*self.m;
        let home = m.ops[at].parent;
        let visible = |v: Value| m.home(v).is_some_and(|h| home.is_some_and(|r| m.is_inside(r, h)));
        let varying = |v: Value| !visible(v);
        let mut checks = Vec::new();
        for r in reads {
            match r {
                Read::Anything => {
                    // Calls may read any variable but those that nobody else has the address of.
                    if entity(m, dst).local().is_none_or(|o| m.kind(o) != OpKind::Alloc) {
                        return Verdict::Temporary;
                    }
                }
                Read::At(p, view) => match compare(m, write, p, space, &varying) {
                    Alias::Disjoint | Alias::Same => {}
                    Alias::Overlap => return Verdict::Temporary,
                    Alias::Maybe => match view {
                        // A view overlaps itself: no need to ask.
                        Some(v) if visible(*v) && *v != dst => {
                            if !checks.contains(v) {
                                checks.push(*v);
                            }
                        }
                        _ => return Verdict::Temporary,
                    },
                },
            }
        }
        match checks.len() {
            0 => Verdict::Safe,
            1..=MAX_CHECKS if matches!(m.tk(dst), TypeKind::View { .. }) => Verdict::Check(checks),
            _ => Verdict::Temporary,
        }
    }

    /// Reads of one element of `v` (at `subs`), or of any (`None`).
    fn gather(&self, v: Value, subs: Option<&[Poly]>, env: &Env, space: &mut Space, out: &mut Vec<Read>, depth: u32) {
        let m = &*self.m;
        if self.stored.contains_key(&v) {
            return; // a temporary or a constant
        }
        let Some(op) = m.def(v).filter(|_| depth < 60) else {
            out.push(Read::Anything);
            return;
        };
        let whole: Vec<Poly>;
        let subs = match subs {
            Some(s) => s,
            None => {
                whole = (0..m.types.rank(m.ty(v)))
                    .map(|d| {
                        space.bounds.push(value_extent(m, v, d).map(|p| (p, 1)));
                        Poly::atom(Atom::Index(space.bounds.len() as u16 - 1))
                    })
                    .collect();
                &whole
            }
        };
        match m.kind(op) {
            OpKind::ArrayLoad => {
                let view = m.operand(op, 0);
                out.push(Read::At(place(m, view, subs.to_vec(), env), Some(view)));
            }
            OpKind::ArrayElemental => {
                let r = m.region(op, 0);
                let mut inner = env.clone();
                inner.extend(m.args(r).iter().copied().zip(subs.iter().cloned()));
                self.gather_body(r, &inner, space, out, depth + 1);
            }
            OpKind::ArrayTranspose if subs.len() == 2 => {
                let swapped = [subs[1].clone(), subs[0].clone()];
                self.gather(m.operand(op, 0), Some(&swapped), env, space, out, depth + 1);
            }
            _ => {
                for &a in m.operands(op) {
                    if is_array(m, a) {
                        self.gather(a, None, env, space, out, depth + 1);
                    }
                }
            }
        }
    }

    /// Reads of the body of an array region.
    fn gather_body(&self, r: Region, env: &Env, space: &mut Space, out: &mut Vec<Read>, depth: u32) {
        let m = &*self.m;
        for &o in &m.regions[r].ops {
            match m.kind(o) {
                // Read where they are used.
                OpKind::ArrayElemental | OpKind::ArrayLoad | OpKind::ArrayTranspose | OpKind::ArrayReshape => continue,
                OpKind::ArrayConst
                | OpKind::ArrayFrom
                | OpKind::ArrayShape
                | OpKind::ArrayElemLen
                | OpKind::ArrayYield => continue,
                OpKind::ArrayAt => {
                    let subs: Vec<Poly> = m.operands(o)[1..].iter().map(|&s| poly_with(m, s, env)).collect();
                    self.gather(m.operand(o, 0), Some(&subs), env, space, out, depth);
                }
                OpKind::Load => {
                    let target = m.operand(o, 0);
                    let view = m.def_of(target, OpKind::ViewElem).map(|d| m.operand(d, 0));
                    out.push(Read::At(place_of_ref(m, target, env), view));
                }
                OpKind::CopyObject => {
                    let target = m.operand(o, 1);
                    let view = m.def_of(target, OpKind::ViewElem).map(|d| m.operand(d, 0));
                    out.push(Read::At(place_of_ref(m, target, env), view));
                }
                OpKind::Call if m.flag(o, "runtime") => {
                    // A function of the runtime reads what its addresses lead to.
                    for &a in m.operands(o) {
                        if matches!(m.tk(a), TypeKind::Ptr | TypeKind::Ref(_) | TypeKind::View { .. }) {
                            out.push(address_read(m, a, env, space));
                        }
                    }
                }
                OpKind::Call => {
                    for a in reads(m, o) {
                        match a {
                            Access::Data(v) | Access::Object(v) => out.push(address_read(m, v, env, space)),
                            Access::Desc(_) => {}
                            Access::Pointee(_) | Access::Described(_) | Access::Static(_) | Access::All => {
                                out.push(Read::Anything);
                            }
                        }
                    }
                }
                k if is_box_read(k) => {}
                k if k.info().forms == Forms::ARRAY => {
                    for &a in m.operands(o) {
                        if is_array(m, a) {
                            self.gather(a, None, env, space, out, depth);
                        }
                    }
                }
                _ if !reads(m, o).is_empty() => out.push(Read::Anything),
                _ => {}
            }
            // A returned object reference is read when it is copied.
            for &inner in &m.ops[o].regions {
                self.gather_body(inner, env, space, out, depth);
            }
        }
        if let Some(&last) = m.regions[r].ops.last() {
            for &y in m.operands(last) {
                if let TypeKind::Ref(_) = m.tk(y) {
                    let view = m.def_of(y, OpKind::ViewElem).map(|d| m.operand(d, 0));
                    out.push(Read::At(place_of_ref(m, y, env), view));
                }
            }
        }
    }
}

/// A read of the object or array behind an address.
fn address_read(m: &Module, a: Value, env: &Env, space: &mut Space) -> Read {
    match m.tk(a) {
        TypeKind::View { .. } => {
            let subs = any_element(m, a, space, env);
            Read::At(place(m, a, subs, env), Some(a))
        }
        TypeKind::Ref(e) if !matches!(m.types.kind(*e), TypeKind::Box { .. }) => {
            let view = m.def_of(a, OpKind::ViewElem).map(|d| m.operand(d, 0));
            Read::At(place_of_ref(m, a, env), view)
        }
        _ => {
            let d = m.def(a);
            match d.map(|d| (d, m.kind(d))) {
                // Storage of the element itself.
                Some((_, OpKind::Alloca)) => Read::At(place_of_ref(m, a, env), None),
                _ => Read::Anything,
            }
        }
    }
}
