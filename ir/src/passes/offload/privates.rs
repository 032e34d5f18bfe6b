//! Variables of a thread or of a team in the SPIR-V copy of a target region. One thread of one team runs the sequential
//! code there, while the iterations of a worksharing loop run at once, so every iteration has a copy of what each of the
//! threads that would share the loop has for itself. That is right where no value goes from one iteration of a thread to
//! its next, or to the code behind the loop; a region that does so stays on the host. What the threads of a team share
//! has no copies.

use super::Unsupported;
use super::memory::{Base, effects, is_scalar_ref, root_of};
use crate::analysis::effects::is_pure;
use crate::choices::LoopShare;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module, Point};
use crate::ops::{Effect, OpKind, Reach, Traits};
use crate::passes::openmp::nest;
use crate::types::TypeKind;

/// Prepares the loops of a region whose constructs are all there yet.
pub fn prepare(m: &mut Module, body: Region) -> Result<(), Unsupported> {
    let all = m.walk(body);
    let loops: Vec<Op> = all.iter().copied().filter(|&o| m.kind(o) == OpKind::OmpWsLoop).collect();
    for &l in &loops {
        if one_thread(m, body, l) {
            m.set_attr(l, "ordered", Attr::Unit);
        }
    }
    // The conversion of the loop gives the iterations accumulators of their own.
    let reduced: Vec<Base> =
        all.iter().filter(|&&o| m.kind(o) == OpKind::OmpReduction).map(|&o| root_of(m, m.operand(o, 0)).base).collect();
    for &a in &all {
        let base = match m.kind(a) {
            OpKind::Alloca => Base::Local(a),
            OpKind::Alloc => Base::Heap(a),
            _ => continue,
        };
        if reduced.contains(&base) {
            continue;
        }
        for &l in &loops {
            if !m.flag(l, "ordered") && of_each_worker(m, a, l) && writes(m, l, &base) {
                // Iterations have no memory of a size that is not known here.
                if m.kind(a) == OpKind::Alloc || carried(m, &base, l) {
                    if m.choice_opt(l) == Some(LoopShare::Distribute) {
                        // One team has the loop: leagues that are told how many there are have their shares.
                        m.set_attr(l, "ordered", Attr::Unit);
                        continue;
                    }
                    let what = "a private variable of a thread keeps its value from one iteration to the next";
                    return Err(Unsupported::new(m, l, what));
                }
                copy_for_iterations(m, a, l);
            }
        }
    }
    Ok(())
}

/// Whether a loop changes what each of those that share it has for itself, and a value goes from one of its iterations to the
/// next: it makes a difference who runs which. `scalar`: a variable of one value does so.
pub fn carries(m: &Module, l: Op, scalar: bool) -> bool {
    let Some(mut at) = m.ops[l].parent else { return false };
    let of_teams = m.choice_opt(l) == Some(LoopShare::Distribute);
    loop {
        for &a in &m.regions[at].ops {
            let base = match m.kind(a) {
                OpKind::Alloca => Base::Local(a),
                OpKind::Alloc => Base::Heap(a),
                _ => continue,
            };
            let fits = !scalar || is_scalar_ref(m, m.ty(m.result(a)));
            let kept = fits && writes(m, l, &base) && carried(m, &base, l);
            if kept && !is_reduced(m, at, &base) && !accumulates(m, l, &base) {
                return true;
            }
        }
        let Some(p) = m.regions[at].parent else { return false };
        let end = match m.kind(p) {
            OpKind::OmpParallel | OpKind::OmpTarget | OpKind::Func => true,
            OpKind::OmpTeams => of_teams,
            _ => false,
        };
        match m.ops[p].parent {
            Some(r) if !end => at = r,
            _ => return false,
        }
    }
}

/// What the loop reads of a variable goes into that variable alone: nobody sees which iterations came before.
fn accumulates(m: &Module, l: Op, base: &Base) -> bool {
    fn stays(m: &Module, v: Value, base: &Base) -> bool {
        m.uses(v).into_iter().all(|(u, i)| match m.kind(u) {
            OpKind::Store => i == 0 && root_of(m, m.operand(u, 1)).base == *base,
            _ => {
                let plain = is_pure(m, u) && m.ops[u].regions.is_empty() && !m.has(u, Traits::TERMINATOR);
                plain && m.ops[u].results.iter().all(|&r| stays(m, r, base))
            }
        })
    }
    m.walk(m.region(l, 0)).into_iter().all(|o| match m.kind(o) {
        OpKind::Load if root_of(m, m.operand(o, 0)).base == *base => stays(m, m.result(o), base),
        _ => effects(m, o).reads.iter().all(|r| r.base != *base) && !escapes(m, o, base),
    })
}

/// The variable is the copy of a reduction: it makes no difference which iterations add to it.
fn is_reduced(m: &Module, region: Region, base: &Base) -> bool {
    m.walk(region).into_iter().any(|o| m.kind(o) == OpKind::OmpReduction && root_of(m, m.operand(o, 0)).base == *base)
}

/// Whether one thread runs all iterations of a loop: that of a loop outside of parallel constructs, or the only one of
/// its team.
fn one_thread(m: &Module, body: Region, l: Op) -> bool {
    if m.choice_opt::<LoopShare>(l).is_some() {
        return false;
    }
    let mut at = l;
    while let Some(p) = m.parent_op(at) {
        if m.kind(p) == OpKind::OmpParallel {
            let is = |name: &str, n: i64| m.opt(p, name).and_then(|v| m.const_int(v)) == Some(n);
            return is("num_threads", 1) || is("if", 0);
        }
        if m.ops[p].parent.is_none_or(|r| r == body) {
            break;
        }
        at = p;
    }
    m.ops[l].parent.is_some()
}

/// Whether each of those that share the loop `l` has the variable `a` for itself: it lives longer than an iteration,
/// and no parallel construct around the loop shares it.
fn of_each_worker(m: &Module, a: Op, l: Op) -> bool {
    let (Some(home), Some(mut at)) = (m.ops[a].parent, m.ops[l].parent) else { return false };
    loop {
        if at == home {
            return true;
        }
        match m.regions[at].parent {
            Some(p) if m.kind(p) != OpKind::OmpParallel => match m.ops[p].parent {
                Some(r) => at = r,
                None => return false,
            },
            _ => return false,
        }
    }
}

/// Whether anything in the loop writes the variable, or may.
fn writes(m: &Module, l: Op, base: &Base) -> bool {
    m.walk(m.region(l, 0))
        .into_iter()
        .any(|o| effects(m, o).writes.iter().any(|w| w.base == *base) || escapes(m, o, base))
}

/// Whether an op may do anything with the variable: it gets its address and is not known to do less.
pub(super) fn escapes(m: &Module, o: Op, base: &Base) -> bool {
    let gets = |&v: &Value| is_address(m, v) && root_of(m, v).base == *base;
    m.operands(o).iter().enumerate().any(|(i, v)| !uses_address(m, o, i) && gets(v))
}

/// Whether an op does no more with the address that is its operand `i` than to read or write there, to make another
/// address of it, or to ask for the shape of a view.
fn uses_address(m: &Module, o: Op, i: usize) -> bool {
    let there =
        |e: &Effect| matches!(e, Effect::Reads(Reach::At(k)) | Effect::Writes(Reach::At(k)) if usize::from(*k) == i);
    let of_view = || is_pure(m, o) && matches!(m.tk(m.operand(o, i)), TypeKind::View { .. });
    i == 0 && m.has(o, Traits::ADDRESS) || m.info(o).effects.iter().any(there) || of_view()
}

fn is_address(m: &Module, v: Value) -> bool {
    matches!(m.types.kind(m.ty(v)), TypeKind::Ref(_) | TypeKind::View { .. } | TypeKind::Ptr)
}

/// Whether a value of the variable goes from one iteration of the loop to another, or to what follows.
fn carried(m: &Module, base: &Base, l: Op) -> bool {
    let (Base::Local(a) | Base::Heap(a)) = *base else { return true };
    if reads_first(m, nest::body(m, l), base) {
        return true;
    }
    let mut written = false;
    let mut at = l;
    while let Some(home) = m.ops[at].parent {
        let ops = &m.regions[home].ops;
        let i = m.position(at).1;
        if reads(m, &ops[i + 1..], base, &mut written) {
            return true;
        }
        if written || m.ops[a].parent == Some(home) {
            return false;
        }
        let Some(p) = m.regions[home].parent else { return true };
        if matches!(m.kind(p), OpKind::For | OpKind::While | OpKind::OmpWsLoop) && reads(m, &ops[..i], base, &mut false)
        {
            return true;
        }
        at = p;
    }
    true
}

/// Whether a region may read a variable before it surely writes all of it.
pub fn reads_first(m: &Module, region: Region, base: &Base) -> bool {
    reads(m, &m.regions[region].ops, base, &mut false)
}

/// Whether the ops may read the variable before they surely write all of it. `written`: they do, or do not get to
/// what follows.
fn reads(m: &Module, ops: &[Op], base: &Base, written: &mut bool) -> bool {
    for &o in ops {
        if *written {
            return false;
        }
        let e = effects(m, o);
        if e.reads.iter().any(|r| r.base == *base) || escapes(m, o, base) {
            return true;
        }
        if e.writes.iter().any(|w| w.base == *base && w.whole) {
            *written = true;
            continue;
        }
        let regions = &m.ops[o].regions;
        match m.kind(o) {
            OpKind::If | OpKind::SelectCase => {
                // A choice without a default may choose nothing.
                let is_default = |of: &Attr| of.items().is_empty();
                let mut all = m.attr(o, "cases").is_none_or(|c| c.items().iter().any(is_default));
                for &r in regions {
                    let mut w = false;
                    if reads(m, &m.regions[r].ops, base, &mut w) {
                        return true;
                    }
                    all &= w;
                }
                *written = all;
            }
            OpKind::Break | OpKind::Continue | OpKind::Return => *written = true,
            OpKind::Block => {
                let left = m.walk(regions[0]).into_iter().any(|x| matches!(m.kind(x), OpKind::Break | OpKind::Goto));
                let mut w = false;
                if reads(m, &m.regions[regions[0]].ops, base, &mut w) {
                    return true;
                }
                *written = w && !left;
            }
            _ => {
                for &r in regions {
                    if reads_first(m, r, base) {
                        return true;
                    }
                }
            }
        }
    }
    false
}

/// Gives every iteration of the loop a variable of its own.
fn copy_for_iterations(m: &mut Module, a: Op, l: Op) {
    let body = nest::body(m, l);
    let v = m.result(a);
    let ty = m.ty(v);
    let data = m.ops[a].clone();
    let mut b = Builder { m, point: Point { region: body, at: Some(0) }, loc: data.loc };
    let mut copy = b.op(OpKind::Alloca);
    for (k, x) in &data.attrs {
        copy = copy.attr(k, x.clone());
    }
    let copy = copy.result(ty).value();
    // No iteration reads it before it has written it.
    m.replace_uses(body, v, copy);
}
