//! Arrays as values, and library operations on views.

use super::{Checked, Verdict, need};
use crate::choices::{ChoiceAttr, LocateKind, ReduceKind};
use crate::module::Attr;
use crate::reduction;
use crate::types::{Type, TypeKind};
use ferrotran_abi::reduction::{ReduceOp, Sort};

/// Number of elements where the type says it.
fn elements(c: &Checked<'_>, t: Type) -> Option<i64> {
    c.m.types.shape(t).iter().copied().try_fold(1i64, |a, e| a.checked_mul(e?))
}

/// An array of i1 or logical of the shape of another.
fn masks(c: &Checked<'_>, mask: Type, of: Type) -> Verdict {
    let sort = matches!(c.kind(c.elem(mask)), TypeKind::Bool | TypeKind::Logical(_));
    need(sort && c.shapes_fit(mask, of), "the mask must be an array of i1 of that shape")
}

/// `array.load`
pub fn array_load(c: &Checked<'_>) -> Verdict {
    let (v, a) = (c.ty(0), c.result());
    c.fit(c.shapes_fit(v, a) && c.same_elem(c.elem(v), c.elem(a)))
}

/// `array.const`
pub fn array_const(c: &Checked<'_>) -> Verdict {
    let t = c.result();
    let data = if let Some(Attr::Bytes(b)) = c.m.attr(c.op, "data") { b.as_slice() } else { &[] };
    let want = elements(c, t).and_then(|n| n.checked_mul(c.symbols.size_of(c.m, c.elem(t))?));
    need(want == i64::try_from(data.len()).ok(), "`data` must have the bytes of an array of static shape")?;
    need(c.elem(t) != Type::BOOL || data.iter().all(|&b| b <= 1), "a truth value is 0 or 1")
}

/// `array.from`
pub fn array_from(c: &Checked<'_>) -> Verdict {
    let t = c.result();
    let fits = c.group(0).iter().all(|&v| c.same_elem(c.m.ty(v), c.elem(t)));
    c.fit(elements(c, t) == Some(c.group(0).len() as i64) && fits)
}

/// `array.elemental`
pub fn array_elemental(c: &Checked<'_>) -> Verdict {
    let n = c.group(0).len();
    c.fit(c.rank(c.result()) == n)?;
    c.extents_are(c.group(0), c.m.types.shape(c.result()))?;
    let body = c.m.region(c.op, 0);
    c.args_are(body, &vec![Type::INDEX; n])?;
    match c.yielded(body) {
        [v] => need(c.same_elem(c.m.ty(*v), c.elem(c.result())), "yields another type than its elements have"),
        other => Err(format!("yields {} values", other.len())),
    }
}

/// `array.elem_len`
pub fn array_elem_len(c: &Checked<'_>) -> Verdict {
    c.fit(matches!(c.kind(c.elem(c.ty(0))), TypeKind::Char(..)))
}

/// `array.at`
pub fn array_at(c: &Checked<'_>) -> Verdict {
    c.fit(c.rank(c.ty(0)) == c.group(1).len() && c.same_elem(c.elem(c.ty(0)), c.result()))
}

/// `array.assign`
pub fn array_assign(c: &Checked<'_>) -> Verdict {
    let (view, value) = (c.ty(0), c.ty(1));
    if c.is_array(value) {
        c.fit(c.shapes_fit(view, value) && c.assignable(c.elem(value), c.elem(view)))?;
    } else {
        c.fit(c.assignable(value, c.elem(view)))?;
    }
    c.group(2).iter().try_for_each(|&mask| masks(c, c.m.ty(mask), view))
}

/// `array.forall`
pub fn array_forall(c: &Checked<'_>) -> Verdict {
    let view = c.ty(0);
    let body = c.m.region(c.op, 0);
    c.args_are(body, &vec![Type::INDEX; c.group(1).len()])?;
    let [mask, value, subs @ ..] = c.yielded(body) else { return Err("yields too few values".into()) };
    need(subs.len() == c.rank(view), "yields not as many subscripts as the view has dimensions")?;
    let fits = c.m.ty(*mask) == Type::BOOL && c.assignable(c.m.ty(*value), c.elem(view));
    need(fits && subs.iter().all(|&v| c.m.ty(v) == Type::INDEX), "yields wrong types")
}

/// A result of one rank less where there is a `dim`, otherwise a scalar or, where that is so, an array of rank 1.
fn reduced(c: &Checked<'_>, without_dim: usize) -> Verdict {
    let (a, res) = (c.ty(0), c.result());
    super::memory::dim(c)?;
    let rank = if c.m.flag(c.op, "dim") { c.rank(a) - 1 } else { without_dim };
    c.fit(c.rank(res) == rank && c.is_array(res) == (rank > 0))?;
    let Some(dim) = c.m.attr_int(c.op, "dim") else { return Ok(()) };
    let mut shape = c.m.types.shape(a).to_vec();
    shape.remove(dim as usize);
    need(super::extents_fit(&shape, c.m.types.shape(res)), "the shape is not that of the other dimensions")
}

/// True where a reduction takes elements of a type.
pub(super) fn reduces(c: &Checked<'_>, kind: ReduceKind, elem: Type) -> bool {
    let k = c.kind(elem);
    match kind {
        // The extremes of strings leave array form as calls.
        ReduceKind::Op(ReduceOp::Max | ReduceOp::Min) if matches!(k, TypeKind::Char(..)) => true,
        ReduceKind::Op(op) => reduction::sort(k).is_some_and(|s| op.takes(s)),
        ReduceKind::Count => reduction::sort(k) == Some(Sort::Truth),
    }
}

/// `array.reduce`
pub fn array_reduce(c: &Checked<'_>) -> Verdict {
    reduced(c, 0)?;
    let elem = c.elem(c.ty(0));
    let kind: ReduceKind = c.m.choice(c.op);
    need(reduces(c, kind, elem), &format!("{} of elements of type {}", kind.word(), c.m.types.text(elem)))?;
    let want = if kind == ReduceKind::Count { Type::INDEX } else { elem };
    let res = if c.is_array(c.result()) { c.elem(c.result()) } else { c.result() };
    c.fit(c.same_elem(res, want))?;
    c.group(1).iter().try_for_each(|&mask| masks(c, c.m.ty(mask), c.ty(0)))
}

/// `array.locate`
pub fn array_locate(c: &Checked<'_>) -> Verdict {
    reduced(c, 1)?;
    let (a, res) = (c.ty(0), c.result());
    let elem = c.elem(a);
    let place = if c.is_array(res) { c.elem(res) } else { res };
    c.fit(place == Type::INDEX)?;
    if !c.m.flag(c.op, "dim") {
        let extent = c.m.types.shape(res)[0];
        need(
            extent.is_none_or(|n| n == c.rank(a) as i64),
            "a place has as many subscripts as the array has dimensions",
        )?;
    }
    let find = c.m.choice::<LocateKind>(c.op) == LocateKind::Find;
    need(find || reduces(c, ReduceKind::Op(ReduceOp::Max), elem), "elements that have no order")?;
    need(find != c.group(2).is_empty(), "a value is what `find` looks for")?;
    let fits = c.group(2).iter().all(|&v| c.same_elem(c.m.ty(v), elem) && !c.is_array(c.m.ty(v)));
    need(fits, "the value has another type than the elements")?;
    c.group(1).iter().try_for_each(|&mask| masks(c, c.m.ty(mask), a))
}

/// Types of the factors and the product of a matrix product.
fn product(c: &Checked<'_>, product: Type, a: Type, b: Type) -> Verdict {
    product_shapes(c, product, a, b)?;
    factors(c, c.elem(product), c.elem(a), c.elem(b))
}

/// Types of what is multiplied and summed.
fn factors(c: &Checked<'_>, sum: Type, a: Type, b: Type) -> Verdict {
    let sort = matches!(
        c.kind(sum),
        TypeKind::Int(_)
            | TypeKind::Index
            | TypeKind::Float(_)
            | TypeKind::Complex(_)
            | TypeKind::Bool
            | TypeKind::Logical(_)
    );
    c.fit(sort && a == sum && b == sum)?;
    let conjugated = ["ca", "cb"].iter().any(|f| c.m.flag(c.op, f));
    need(!conjugated || matches!(c.kind(sum), TypeKind::Complex(_)), "only complex numbers are conjugated")
}

/// Shapes of the factors and the product of a matrix product.
fn product_shapes(c: &Checked<'_>, product: Type, a: Type, b: Type) -> Verdict {
    let turned = |t: Type, flag: &str| {
        let mut s = c.m.types.shape(t).to_vec();
        if c.m.flag(c.op, flag) {
            s.reverse();
        }
        s
    };
    let (x, y) = (turned(a, "ta"), turned(b, "tb"));
    need(matches!((x.len(), y.len()), (2, 2) | (2, 1) | (1, 2)), "operands must have rank 2x2, 2x1 or 1x2")?;
    let vector = |rank: usize, flag: &str| rank == 1 && c.m.flag(c.op, flag);
    need(!vector(x.len(), "ta") && !vector(y.len(), "tb"), "a vector is not transposed")?;
    let (inner, outer) = (x[x.len() - 1], y[0]);
    need(inner.is_none() || outer.is_none() || inner == outer, "the inner extents differ")?;
    let mut shape: Vec<Option<i64>> = x[..x.len() - 1].to_vec();
    shape.extend(&y[1..]);
    need(super::extents_fit(&shape, c.m.types.shape(product)), "the shape is not that of the product")
}

/// `array.matmul`
pub fn array_matmul(c: &Checked<'_>) -> Verdict {
    product(c, c.result(), c.ty(0), c.ty(1))
}

/// The second has the first's dimensions in reverse.
fn transposed(c: &Checked<'_>, from: Type, to: Type) -> Verdict {
    let mut shape = c.m.types.shape(from).to_vec();
    shape.reverse();
    let fits = shape.len() == 2 && super::extents_fit(&shape, c.m.types.shape(to));
    c.fit(fits && c.elem(from) == c.elem(to))
}

/// `array.transpose`
pub fn array_transpose(c: &Checked<'_>) -> Verdict {
    transposed(c, c.ty(0), c.result())
}

/// `array.reshape`
pub fn array_reshape(c: &Checked<'_>) -> Verdict {
    let (a, res) = (c.ty(0), c.result());
    c.fit(c.rank(res) == c.group(1).len() && c.same_elem(c.elem(a), c.elem(res)))?;
    c.extents_are(c.group(1), c.m.types.shape(res))?;
    let fits = match (elements(c, a), elements(c, res)) {
        (Some(have), Some(want)) => want <= have,
        _ => true,
    };
    need(fits, "the array has fewer elements than the shape")
}

/// `array.pack`
pub fn array_pack(c: &Checked<'_>) -> Verdict {
    c.fit(c.rank(c.result()) == 1 && c.same_elem(c.elem(c.ty(0)), c.elem(c.result())))?;
    let more = elements(c, c.ty(0)).zip(elements(c, c.result())).is_some_and(|(have, taken)| taken > have);
    need(!more, "the result has more elements than the array")?;
    masks(c, c.ty(1), c.ty(0))
}

/// `array.unpack`
pub fn array_unpack(c: &Checked<'_>) -> Verdict {
    let e = c.elem(c.ty(0));
    let fits = c.same_elem(c.elem(c.ty(2)), e) && c.same_elem(c.elem(c.result()), e);
    c.fit(c.rank(c.ty(0)) == 1 && c.shapes_fit(c.ty(2), c.result()) && fits)?;
    masks(c, c.ty(1), c.result())
}

/// `lib.matmul`
pub fn lib_matmul(c: &Checked<'_>) -> Verdict {
    let m = c.m;
    let (product_type, a, b) = (c.ty(0), c.ty(1), c.ty(2));
    let present: Vec<&str> = ["prologue_a", "prologue_b", "epilogue"].into_iter().filter(|f| m.flag(c.op, f)).collect();
    need(m.ops[c.op].regions.len() == present.len(), "has not the regions that its flags say")?;
    product_shapes(c, product_type, a, b)?;
    // What becomes of elements on their way: into the product, and out of it.
    let (mut x, mut y, sum) = (c.elem(a), c.elem(b), c.elem(product_type));
    let mut stored = None;
    for (f, &r) in present.iter().zip(&m.ops[c.op].regions) {
        let rank = match *f {
            "prologue_a" => c.rank(a),
            "prologue_b" => c.rank(b),
            _ => c.rank(product_type),
        };
        let args = m.args(r);
        let subscripts = args.iter().skip(1).all(|&v| m.ty(v) == Type::INDEX);
        need(args.len() == 1 + rank && subscripts, "the arguments of the region do not fit")?;
        let [v] = c.yielded(r) else { return Err("a region yields no single value".into()) };
        let (given, gives) = (m.ty(args[0]), m.ty(*v));
        match *f {
            "prologue_a" => {
                need(given == x, "the prologue takes another type than the elements have")?;
                x = gives;
            }
            "prologue_b" => {
                need(given == y, "the prologue takes another type than the elements have")?;
                y = gives;
            }
            _ => {
                need(gives == sum, "the epilogue yields another type than the product has")?;
                stored = Some(given);
            }
        }
        let captures = c.group(3);
        let outside = m.free_values(r);
        need(outside.iter().all(|v| captures.contains(v)), "a region uses a value that is not among the captures")?;
    }
    factors(c, stored.unwrap_or(sum), x, y)?;
    apart(c, 2)
}

/// The first operand is none of those that are read: they do not overlap.
fn apart(c: &Checked<'_>, read: usize) -> Verdict {
    let all = c.m.operands(c.op);
    need(!all[1..=read].contains(&all[0]), "writes to what it reads")
}

/// `lib.transpose`
pub fn lib_transpose(c: &Checked<'_>) -> Verdict {
    transposed(c, c.ty(1), c.ty(0))?;
    apart(c, 1)
}

/// `lib.pack`
pub fn lib_pack(c: &Checked<'_>) -> Verdict {
    let (dst, src, mask) = (c.ty(0), c.ty(1), c.ty(2));
    c.fit(c.rank(dst) == 1 && c.same_elem(c.elem(dst), c.elem(src)) && c.shapes_fit(src, mask))?;
    let sort = matches!(c.kind(c.elem(mask)), TypeKind::Int(8) | TypeKind::Logical(_));
    need(sort, "the mask must be a view of i8 or logical")?;
    apart(c, 2)
}
