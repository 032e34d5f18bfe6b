//! Vectors.

use super::scalars::in_range;
use super::{Checked, Verdict, need};
use crate::reduction::sort;
use crate::types::{Type, TypeKind};
use ferrotran_abi::reduction::ReduceOp;

/// Most bytes between elements that lie apart.
const MAX_STRIDE: i64 = 1 << 32;

/// The type of the lanes of a vector.
fn lane(c: &Checked<'_>, t: Type) -> Type {
    c.m.types.lane(t)
}

/// `vec.splat`
pub fn vec_splat(c: &Checked<'_>) -> Verdict {
    c.fit(lane(c, c.result()) == c.ty(0))
}

/// `vec.ramp`
pub fn vec_ramp(c: &Checked<'_>) -> Verdict {
    vec_splat(c)?;
    let step = c.m.attr_int(c.op, "step").unwrap_or(0);
    let fits = matches!(c.kind(c.ty(0)), TypeKind::Int(bits) if in_range(*bits, step)) || c.ty(0) == Type::INDEX;
    need(fits, "`step` is no number of the type of the lanes")
}

/// `vec.build`
pub fn vec_build(c: &Checked<'_>) -> Verdict {
    let values = c.group(0);
    let lanes = c.m.types.lanes(c.result());
    c.fit(lanes.is_some_and(|n| n as usize == values.len()) && lane(c, c.result()) == c.ty(0))
}

/// `vec.lane`
pub fn vec_lane(c: &Checked<'_>) -> Verdict {
    c.fit(lane(c, c.ty(0)) == c.result())?;
    let lanes = c.m.types.lanes(c.ty(0)).map_or(0, i64::from);
    need(c.m.attr_int(c.op, "lane").is_some_and(|n| n < lanes), "there is no such lane")
}

fn elements(c: &Checked<'_>, vec: Type, at: Type) -> Verdict {
    c.fit(matches!(c.kind(at), TypeKind::Ref(e) if *e == lane(c, vec)))?;
    let stride = c.m.attr_int(c.op, "stride").unwrap_or(0);
    need(stride.checked_abs().is_some_and(|s| s <= MAX_STRIDE), "elements too far apart")?;
    let size = c.m.types.size_of(lane(c, vec)).unwrap_or(1) as i64;
    need(!c.m.flag(c.op, "stride") || stride.abs() >= size, "elements that lie in each other")
}

/// `vec.load`
pub fn vec_load(c: &Checked<'_>) -> Verdict {
    elements(c, c.result(), c.ty(0))?;
    mask(c, 2, c.result())
}

/// The mask of an access of a vector, if it has one.
fn mask(c: &Checked<'_>, group: usize, vec: Type) -> Verdict {
    let mask = c.group(group).first().map(|&v| c.m.ty(v));
    let fits = |t| lane(c, t) == Type::BOOL && c.m.types.lanes(t) == c.m.types.lanes(vec);
    need(mask.is_none_or(fits), "the mask does not fit the lanes")
}

/// `vec.store`
pub fn vec_store(c: &Checked<'_>) -> Verdict {
    elements(c, c.ty(0), c.ty(1))?;
    mask(c, 3, c.ty(0))
}

/// `vec.any`
pub fn vec_any(c: &Checked<'_>) -> Verdict {
    c.fit(lane(c, c.ty(0)) == Type::BOOL)
}

/// `vec.fold`
pub fn vec_fold(c: &Checked<'_>) -> Verdict {
    c.fit(lane(c, c.ty(1)) == c.ty(0))?;
    let kind: ReduceOp = c.m.choice(c.op);
    let takes = sort(c.kind(c.ty(0))).is_some_and(|s| kind.takes(s));
    need(takes, &format!("{} of values of type {}", kind.name(), c.m.types.text(c.ty(0))))
}
