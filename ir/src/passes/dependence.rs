//! `dependence`: which DO loops may run several consecutive iterations together, op by op, as vector code does.
//!
//! Two accesses of one variable are compared subscript by subscript: both are sums of what does not change in the loop
//! and a multiple of its index. They never meet (constants that differ, distances that the step does not divide,
//! ranges apart), or always at one distance, or nobody can say. Running W iterations together, every op for all of
//! them before the next op, keeps what an earlier op of the body has to do with a later one in the same or a later
//! iteration. It breaks what a later op has to do with an earlier one fewer than W iterations on.
//!
//! Loops in the body come as a whole: all iterations run through such a loop together. Their accesses must not meet what other
//! iterations access at all.
//!
//! Local scalars that are `unshared` are not looked at: code generation holds them in registers and sees what becomes
//! of them.

use crate::analysis::alias::{Place, entity, place_of_ref};
use crate::analysis::effects::{Access, clobbers, depends_on_operands_only, is_box_read, is_volatile_access, reads};
use crate::analysis::locals::mark_unshared;
use crate::analysis::poly::{Atom, Poly, Space, poly};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Module};
use crate::ops::OpKind;
use crate::passes::math_expand::{self, is_batched};
use crate::passes::{PassCtx, PassError};
use crate::types::TypeKind;
use rustc_hash::FxHashMap;

/// Bodies with more ops are left alone.
const MAX_OPS: usize = 300;
/// Bodies with more accesses are left alone.
const MAX_ACCESSES: usize = 64;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        let body = m.region(f, 0);
        mark_unshared(m, body);
        for op in m.walk(body) {
            if m.kind(op) != OpKind::For {
                continue;
            }
            let loc = m.ops[op].loc;
            let found = lanes(m, op);
            if let Err(why) = found
                && !m.flag(op, "lanes")
                && !has_loops(m, m.region(op, 0))
            {
                cx.remark(loc, "scalar", format!("no vectors: {why}"));
            }
            if let Ok(lanes) = found {
                m.set_attr(op, "lanes", Attr::Int(lanes));
                cx.count("loops", 1);
                if lanes == 0 && !has_loops(m, m.region(op, 0)) {
                    mark_functions(m, op, cx.machine.same_bits);
                }
            }
        }
    }
    Ok(())
}

/// Elementary functions of a loop whose iterations are independent are left to the runtime's block functions, as those of
/// array statements are, or become the code that kernels have (`same_bits`). Not those of conditions, which must not be computed where they are not asked for; and not
/// where the loop is short, or keeps a sum of floats in order, since it will not be vector code.
fn mark_functions(m: &mut Module, op: Op, same_bits: bool) {
    /// Elements of real64 that a block function works on at once.
    const BLOCK: i64 = 16;
    let body = m.region(op, 0);
    let Some((around, env)) = Around::of(m, op) else { return };
    if around.trips.is_some_and(|n| n < BLOCK) {
        return;
    }
    let (mut loaded, mut stored) = (Vec::new(), Vec::new());
    for o in m.walk(body) {
        let write = match m.kind(o) {
            OpKind::Load => false,
            OpKind::Store => true,
            _ => continue,
        };
        let r = m.operand(o, usize::from(write));
        let place = place_of_ref(m, r, &env);
        if is_register(m, &place)
            && !is_inside(m, place.root, body)
            && matches!(m.types.kind(m.types.elem(m.ty(r))), TypeKind::Float(_))
        {
            if write { &mut stored } else { &mut loaded }.push(place.root);
        }
    }
    if loaded.iter().any(|r| stored.contains(r)) {
        return;
    }
    for o in m.regions[body].ops.clone() {
        if m.kind(o) == OpKind::Math && is_batched(m.choice(o), m.ty(m.result(o))) {
            if same_bits {
                math_expand::expand(m, o, math_expand::Target::Inline);
            } else {
                m.set_attr(o, "batch", Attr::Unit);
            }
        }
    }
}

/// True for a region with loops.
fn has_loops(m: &Module, r: Region) -> bool {
    m.walk(r).iter().any(|&o| matches!(m.kind(o), OpKind::For | OpKind::While))
}

/// Whether an op stands in a loop in the body of another one.
fn is_nested(m: &Module, op: Op, body: Region) -> bool {
    let mut at = op;
    while let Some(r) = m.ops[at].parent.filter(|&r| r != body) {
        let Some(parent) = m.regions[r].parent else { return false };
        if matches!(m.kind(parent), OpKind::For | OpKind::While) {
            return true;
        }
        at = parent;
    }
    false
}

/// Whether a loop.break leaves a loop in a body.
pub(crate) fn stays_inside(m: &Module, jump: Op, body: Region) -> bool {
    m.jump_target(jump).is_some_and(|t| {
        matches!(m.kind(t), OpKind::For | OpKind::While) && m.ops[t].parent.is_some_and(|r| m.is_inside(r, body))
    })
}

/// An access of memory in the body of a loop.
struct Element {
    place: Place,
    write: bool,
    /// It stands in a loop in the body.
    nested: bool,
}

/// How two accesses of a loop lie to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meeting {
    /// Never in the same element.
    Never,
    /// The first one in an iteration, the second one that many iterations before it.
    At(i64),
    /// The first one never later than the second one.
    NotLater,
    /// The second one never later than the first one.
    NotEarlier,
    /// Nobody can say.
    Unknown,
}

/// The loop around accesses that are compared.
pub(super) struct Around {
    body: Region,
    space: Space,
    /// Number of iterations, where it is known.
    pub trips: Option<i64>,
    /// By which its variable advances.
    pub step: i64,
}

impl Around {
    /// Of a loop.for whose step is known; with its variable as a polynomial of the number of the iteration.
    pub fn of(m: &Module, op: Op) -> Option<(Around, FxHashMap<Value, Poly>)> {
        let body = m.region(op, 0);
        let step = m.const_int(m.operand(op, 2)).filter(|s| *s != 0 && *s != i64::MIN)?;
        let (lb, ub) = (poly(m, m.operand(op, 0)), poly(m, m.operand(op, 1)));
        let mut env: FxHashMap<Value, Poly> = FxHashMap::default();
        env.insert(*m.args(body).first()?, lb.add_scaled(&Poly::atom(Atom::Index(0)), step));
        // trips * |step| <= (ub - lb + step) * sign(step)
        let span = ub.sub(&lb).add(&Poly::constant(step));
        let num = if step > 0 { span } else { Poly::default().sub(&span) };
        let trips = num.as_const().map(|n| n.div_euclid(step.abs()).max(0));
        let mut space = Space::default();
        space.bounds.push(Some((num, step.abs())));
        Some((Around { body, space, trips, step }, env))
    }
}

/// A local scalar that code generation holds in a register.
pub(super) fn is_register(m: &Module, p: &Place) -> bool {
    m.def_of(p.root, OpKind::Alloca).is_some_and(|a| m.flag(a, "unshared") && matches!(m.tk(p.root), TypeKind::Ref(_)))
}

const LARGE: &str = "the loop is too large";
const OTHER: &str = "the loop does more than to compute and to access memory, or is left from within";
const MEET: &str = "an iteration may need what another one stores, or stores where it does";

/// How many iterations of a loop may run together (0: any number), or why no more than one may.
fn lanes(m: &Module, op: Op) -> Result<i64, &'static str> {
    let body = m.region(op, 0);
    let (around, env) = Around::of(m, op).ok_or("the step is not known")?;
    let ops = m.walk(body);
    if ops.len() > MAX_OPS {
        return Err(LARGE);
    }
    let mut list: Vec<Element> = Vec::new();
    let mut descriptors: Vec<Access> = Vec::new();
    for &o in &ops {
        match m.kind(o) {
            OpKind::Load | OpKind::Store => {
                let write = m.kind(o) == OpKind::Store;
                let r = m.operand(o, usize::from(write));
                let place = place_of_ref(m, r, &env);
                if is_register(m, &place) {
                    continue;
                }
                if is_volatile_access(m, o) {
                    return Err(OTHER);
                }
                list.push(Element { place, write, nested: is_nested(m, o, body) });
            }
            OpKind::If | OpKind::For | OpKind::While | OpKind::Yield => {}
            // Leaves a loop in the body.
            OpKind::Break if stays_inside(m, o, body) => {}
            OpKind::Alloca if m.flag(o, "unshared") => {}
            k if is_box_read(k) => descriptors.extend(reads(m, o)),
            _ if depends_on_operands_only(m, o) && m.ops[o].regions.is_empty() => {}
            _ => return Err(OTHER),
        }
    }
    if list.len() > MAX_ACCESSES {
        return Err(LARGE);
    }
    let mut limit = i64::MAX;
    for (i, a) in list.iter().enumerate() {
        if a.write && descriptors.iter().any(|&d| clobbers(m, Access::Data(a.place.origin), d)) {
            return Err(MEET);
        }
        for (j, b) in list.iter().enumerate().skip(i) {
            if !a.write && !b.write {
                continue;
            }
            let itself = i == j;
            match meeting(m, &around, &a.place, &b.place) {
                Meeting::Never => {}
                Meeting::NotLater if !a.nested && !b.nested => {}
                // An access and itself: every distance that is possible is so both ways.
                Meeting::At(0) => {}
                _ if a.nested || b.nested => return Err(MEET),
                Meeting::At(d) if d > 0 && !itself => limit = limit.min(d),
                Meeting::At(d) if d < 0 && !itself => {}
                _ => return Err(MEET),
            }
        }
    }
    match limit {
        i64::MAX => Ok(0),
        n if n >= 2 => Ok(n),
        _ => Err(MEET),
    }
}

/// True where a loop that says how many of its iterations may run together breaks what one of them has to do with another
/// one: two accesses of every iteration, of which one stores, surely meet so many iterations apart.
pub(crate) fn is_broken(m: &Module, op: Op) -> bool {
    let body = m.region(op, 0);
    let lanes = m.attr_int(op, "lanes").unwrap_or(0);
    let Some((around, env)) = Around::of(m, op) else { return false };
    // What stands behind it some iterations leave out.
    if m.walk(body).iter().any(|&o| m.kind(o) == OpKind::Continue) {
        return false;
    }
    let mut list: Vec<Element> = Vec::new();
    for &o in &m.regions[body].ops {
        let write = match m.kind(o) {
            OpKind::Load => false,
            OpKind::Store => true,
            _ => continue,
        };
        let place = place_of_ref(m, m.operand(o, usize::from(write)), &env);
        if !is_register(m, &place) {
            list.push(Element { place, write, nested: false });
        }
        if list.len() > MAX_ACCESSES {
            return false;
        }
    }
    list.iter().enumerate().any(|(i, a)| {
        list[i + 1..].iter().filter(|b| a.write || b.write).any(|b| {
            match sure_meeting(m, &around, &a.place, &b.place) {
                Some(Meeting::At(d)) => d > 0 && (lanes == 0 || d < lanes),
                Some(Meeting::Unknown) => a.write != b.write && a.place.fields.len() == b.place.fields.len(),
                Some(Meeting::Never | Meeting::NotLater | Meeting::NotEarlier) | None => false,
            }
        })
    })
}

/// How two accesses lie to each other, if they meet at all.
pub(super) fn meeting(m: &Module, l: &Around, a: &Place, b: &Place) -> Meeting {
    compared(m, l, a, b).0
}

/// How two accesses lie to each other that meet in every pair of iterations that lie so; none where they may not.
pub(super) fn sure_meeting(m: &Module, l: &Around, a: &Place, b: &Place) -> Option<Meeting> {
    let (meeting, sure) = compared(m, l, a, b);
    sure.then_some(meeting)
}

/// How two accesses lie to each other if they meet, and whether they then do.
fn compared(m: &Module, l: &Around, a: &Place, b: &Place) -> (Meeting, bool) {
    if a.root != b.root {
        let apart = entity(m, a.origin).disjoint(&entity(m, b.origin));
        return (if apart { Meeting::Never } else { Meeting::Unknown }, false);
    }
    if !a.exact || !b.exact || is_inside(m, a.root, l.body) {
        return (Meeting::Unknown, false);
    }
    let mut sure = true;
    let mut all: Option<Meeting> = None;
    let mut lists = vec![(&a.subs, &b.subs)];
    for ((fa, sa), (fb, sb)) in a.fields.iter().zip(&b.fields) {
        lists.push((sa, sb));
        if fa != fb {
            // Components at different places of an object; what is before them may still be apart.
            return (Meeting::Never, false);
        }
    }
    // A whole object and a component of it.
    let mut known = a.fields.len() == b.fields.len();
    for (x, y) in lists {
        known &= x.len() == y.len();
        for (p, q) in x.iter().zip(y) {
            match subscripts(m, l, p, q) {
                Subscripts::Apart => return (Meeting::Never, false),
                Subscripts::Any => {}
                Subscripts::Meet(at) => {
                    sure &= matches!(at, Meeting::At(_));
                    all = Some(match (all, at) {
                        (None, x) => x,
                        (Some(Meeting::At(d)), Meeting::At(e)) if d != e => return (Meeting::Never, false),
                        (Some(Meeting::At(d)), _) | (_, Meeting::At(d)) => Meeting::At(d),
                        (Some(x), y) if x == y => x,
                        (Some(Meeting::Unknown), x) => x,
                        (Some(x), Meeting::Unknown) => x,
                        // Never later and never earlier.
                        (Some(_), _) => Meeting::At(0),
                    });
                }
            }
        }
    }
    if known { (all.unwrap_or(Meeting::Unknown), sure) } else { (Meeting::Unknown, false) }
}

/// What one pair of subscripts says.
enum Subscripts {
    /// They are never equal.
    Apart,
    /// They are equal in every pair of iterations.
    Any,
    /// They are equal where the iterations lie so.
    Meet(Meeting),
}

fn subscripts(m: &Module, l: &Around, a: &Poly, b: &Poly) -> Subscripts {
    const UNKNOWN: Subscripts = Subscripts::Meet(Meeting::Unknown);
    let varies = |p: &Poly| {
        p.atoms().any(|x| match x {
            Atom::Value(v) | Atom::Extent(v, _) => is_inside(m, v, l.body),
            Atom::Index(_) => false,
        })
    };
    if varies(a) || varies(b) {
        return UNKNOWN;
    }
    let (Some((ra, ca)), Some((rb, cb))) = (a.split(), b.split()) else { return UNKNOWN };
    let coefficient = |c: &[(u16, i64)]| c.iter().map(|&(_, c)| c).sum::<i64>();
    let (ca, cb) = (coefficient(&ca), coefficient(&cb));
    // Equal where ca * i + ra = cb * k + rb.
    let apart = rb.sub(&ra);
    let constant = apart.as_const();
    if ca == 0 && cb == 0 {
        return match constant {
            Some(0) => Subscripts::Any,
            Some(_) => Subscripts::Apart,
            None => {
                let sure = |p: &Poly| p.lower_bound(m).is_some_and(|c| c > 0);
                if sure(&apart) || sure(&Poly::default().sub(&apart)) { Subscripts::Apart } else { UNKNOWN }
            }
        };
    }
    if let Some(c) = constant {
        if c.checked_rem(gcd(ca, cb)) != Some(0) {
            return Subscripts::Apart;
        }
        if ca == cb {
            let Some(d) = c.checked_div(ca) else { return UNKNOWN };
            if l.trips.is_some_and(|n| d.checked_abs().is_none_or(|d| d >= n)) {
                return Subscripts::Apart;
            }
            return Subscripts::Meet(Meeting::At(d));
        }
    }
    if let (Some(ea), Some(eb)) = (a.range(&l.space), b.range(&l.space)) {
        let above = |lo: &Poly, hi: &Poly| lo.sub(hi).lower_bound(m).is_some_and(|c| c > 0);
        if above(&ea.0, &eb.1) || above(&eb.0, &ea.1) {
            return Subscripts::Apart;
        }
    }
    if ca == cb {
        // The sign of the distance may be known where the distance is not.
        let d = if ca > 0 { apart } else { Poly::default().sub(&apart) };
        if Poly::default().sub(&d).lower_bound(m).is_some_and(|c| c >= 0) {
            return Subscripts::Meet(Meeting::NotLater);
        }
        if d.lower_bound(m).is_some_and(|c| c >= 0) {
            return Subscripts::Meet(Meeting::NotEarlier);
        }
    }
    UNKNOWN
}

/// True for a value made in a region.
fn is_inside(m: &Module, v: Value, r: Region) -> bool {
    m.home(v).is_some_and(|h| m.is_inside(h, r))
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1) as i64
}
