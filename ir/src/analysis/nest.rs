//! Nests of counted loops: what is accessed in which iterations, and the distance vectors of dependences.
//!
//! A subscript is a sum of what does not change in the nest and multiples of the indices, the numbers of the iterations
//! of each loop. Two accesses of one variable meet where their subscripts are equal; where every subscript has one index
//! at most, that gives for each loop either the one distance at which they meet or nothing (Wolfe, High Performance
//! Compilers for Parallel Computing, chapter 7; Goff, Kennedy and Tseng, Practical Dependence Testing).

use super::alias::{Place, entity, place_of_ref};
use super::effects::{is_pure, is_volatile_access};
use super::poly::{Atom, Poly, Space, poly};
use crate::entity::{Op, Region, Value};
use crate::module::Module;
use crate::ops::OpKind;
use rustc_hash::FxHashMap;

/// An access of memory in the innermost body.
pub struct Element {
    /// Where, with the indices of the nest as [`Atom::Index`], the outermost first.
    pub place: Place,
    /// Whether it is written.
    pub write: bool,
}

/// Loops each of which is all that the one around it does.
pub struct Nest {
    /// The loops, outermost first: `loop.for`s with bounds from outside of the nest and constant steps.
    pub loops: Vec<Op>,
    /// How often each of them runs, where it is known.
    pub trips: Vec<Option<i64>>,
    env: FxHashMap<Value, Poly>,
    space: Space,
}

/// At which distance of iterations two accesses meet, for each loop: none where at any or nobody can say.
pub type Distances = Vec<Option<i64>>;

impl Nest {
    /// The deepest nest that begins with this loop. Between one loop and the next stand ops that nobody sees the order of.
    pub fn of(m: &Module, outermost: Op) -> Nest {
        let mut nest =
            Nest { loops: Vec::new(), trips: Vec::new(), env: FxHashMap::default(), space: Space::default() };
        let home = m.ops[outermost].parent;
        let mut at = Some(outermost);
        while let Some(op) = at {
            let outside = |v: &Value| m.home(*v).is_some_and(|h| home.is_some_and(|r| h == r || m.is_inside(r, h)));
            let step = m.const_int(m.operand(op, 2)).filter(|s| *s != 0 && *s != i64::MIN);
            let (Some(step), true) = (step, m.operands(op)[..2].iter().all(outside)) else { break };
            let (lb, ub) = (poly(m, m.operand(op, 0)), poly(m, m.operand(op, 1)));
            let body = m.region(op, 0);
            let span = ub.sub(&lb).add(&Poly::constant(step));
            let num = if step > 0 { span } else { Poly::default().sub(&span) };
            nest.trips.push(num.as_const().map(|n| n.div_euclid(step.abs()).max(0)));
            nest.space.bounds.push(Some((num, step.abs())));
            let index = Poly::atom(Atom::Index(nest.loops.len() as u16));
            nest.env.extend(m.args(body).iter().map(|&iv| (iv, lb.add_scaled(&index, step))));
            nest.loops.push(op);
            at = only_loop(m, body);
        }
        nest
    }

    /// The body of the innermost loop.
    pub fn body(&self, m: &Module) -> Option<Region> {
        self.loops.last().map(|&l| m.region(l, 0))
    }

    /// What a reference in the innermost body refers to.
    pub fn place(&self, m: &Module, at: Value) -> Place {
        place_of_ref(m, at, &self.env)
    }

    /// The accesses of the innermost body; none where it does anything but load, compute and store, or is left early.
    pub fn elements(&self, m: &Module) -> Option<Vec<Element>> {
        let body = self.body(m)?;
        let mut out = Vec::new();
        for o in m.walk(body) {
            match m.kind(o) {
                OpKind::Load | OpKind::Store if !is_volatile_access(m, o) => {
                    let write = m.kind(o) == OpKind::Store;
                    let place = self.place(m, m.operand(o, usize::from(write)));
                    // What every iteration has for itself.
                    if m.def_of(place.root, OpKind::Alloca).is_none() || !self.holds(m, place.root) {
                        out.push(Element { place, write });
                    }
                }
                OpKind::If => {}
                OpKind::Alloca if m.flag(o, "unshared") => {}
                _ if is_pure(m, o) && m.ops[o].regions.is_empty() => {}
                _ => return None,
            }
        }
        Some(out)
    }

    /// True for a value made in the nest.
    fn holds(&self, m: &Module, v: Value) -> bool {
        let first = self.loops.first().map(|&l| m.region(l, 0));
        m.home(v).is_some_and(|h| first.is_some_and(|r| m.is_inside(h, r)))
    }

    /// How many iterations of each loop the first access comes after the second one where both meet; none where they
    /// never do.
    pub fn distances(&self, m: &Module, a: &Place, b: &Place) -> Option<Distances> {
        let mut out: Distances = vec![None; self.loops.len()];
        if a.root != b.root {
            return (!entity(m, a.origin).disjoint(&entity(m, b.origin))).then_some(out);
        }
        if !a.exact || !b.exact || self.holds(m, a.root) {
            return Some(out);
        }
        let mut lists = vec![(&a.subs, &b.subs)];
        for ((fa, sa), (fb, sb)) in a.fields.iter().zip(&b.fields) {
            if fa != fb {
                return None;
            }
            lists.push((sa, sb));
        }
        for (p, q) in lists.into_iter().flat_map(|(x, y)| x.iter().zip(y)) {
            match self.subscripts(m, p, q) {
                Meet::Never => return None,
                Meet::Anywhere => {}
                Meet::At(k, d) => match out.get(k).copied().flatten() {
                    Some(other) if other != d => return None,
                    _ => out[k] = Some(d),
                },
            }
        }
        Some(out)
    }

    fn subscripts(&self, m: &Module, a: &Poly, b: &Poly) -> Meet {
        let varies = |p: &Poly| {
            p.atoms().any(|x| match x {
                Atom::Value(v) | Atom::Extent(v, _) => self.holds(m, v),
                Atom::Index(_) => false,
            })
        };
        if varies(a) || varies(b) {
            return Meet::Anywhere;
        }
        let (Some((ra, ca)), Some((rb, cb))) = (a.split(), b.split()) else { return Meet::Anywhere };
        if let (Some(ea), Some(eb)) = (a.range(&self.space), b.range(&self.space)) {
            let above = |lo: &Poly, hi: &Poly| lo.sub(hi).lower_bound(m).is_some_and(|c| c > 0);
            if above(&ea.0, &eb.1) || above(&eb.0, &ea.1) {
                return Meet::Never;
            }
        }
        // Equal where ca * i + ra = cb * k + rb.
        let apart = rb.sub(&ra);
        let Some(constant) = apart.as_const() else {
            let sure = |p: &Poly| p.lower_bound(m).is_some_and(|c| c > 0);
            let never = ca.is_empty() && cb.is_empty() && (sure(&apart) || sure(&Poly::default().sub(&apart)));
            return if never { Meet::Never } else { Meet::Anywhere };
        };
        let divisor = ca.iter().chain(&cb).fold(0u64, |g, (_, c)| gcd(g, c.unsigned_abs()));
        if constant.unsigned_abs().checked_rem(divisor).unwrap_or(constant.unsigned_abs()) != 0 {
            return Meet::Never;
        }
        match (ca.as_slice(), cb.as_slice()) {
            (&[(k, c)], &[(l, d)]) if k == l && c == d => {
                let Some(n) = constant.checked_div(c) else { return Meet::Anywhere };
                let k = usize::from(k);
                let beyond = |t: i64| n.checked_abs().is_none_or(|n| n >= t);
                if self.trips.get(k).copied().flatten().is_some_and(beyond) { Meet::Never } else { Meet::At(k, n) }
            }
            _ => Meet::Anywhere,
        }
    }
}

/// What one pair of subscripts says.
enum Meet {
    Never,
    /// Where one index of the first is so many iterations after that of the second.
    At(usize, i64),
    /// Nobody can say, or wherever the other subscripts are equal.
    Anywhere,
}

/// The loop that is all that a region does, but for ops that it does not matter how often and when they run.
fn only_loop(m: &Module, body: Region) -> Option<Op> {
    let (&last, before) = m.regions[body].ops.split_last()?;
    let pure = |&o: &Op| is_pure(m, o) && m.ops[o].regions.is_empty();
    (m.kind(last) == OpKind::For && before.iter().all(pure)).then_some(last)
}

fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
