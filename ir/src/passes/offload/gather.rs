//! Kernels that pick objects of an array by what they compute, and use allocatable components of them: `o(i)%v(j)`. There
//! are no addresses in device memory, so in front of such a kernel what the component holds in all objects is copied, on
//! the device, into one array (`dev.gather`), with a table that says where that of each object begins, how large it is and
//! what its lower bounds are (`dev.gather_table`). Behind the kernel it is copied back (`dev.scatter`).
//!
//! A row of the table has the place of the first element (-1: not allocated), then for each dimension extent and lower bound.
//! Where the objects are picked in what a component of objects holds that are picked themselves (`o(i)%p(j)%v(k)`), there are
//! rows for each of the components on the way, and the place is that of the row of the first object there. What such objects
//! themselves hold as numbers (`o(i)%p(j)%x`) is gathered like elements: whole objects, whose descriptors nobody looks at.

use super::maps::bring_before;
use super::memory::{Base, Root, effects_deep, is_scalar, may_alias, root_of, same_value};
use super::objects::{field_offset, is_class, is_pointer, owners};
use super::omp_maps::name_of;
use super::split::layout;
use crate::analysis::effects::{is_box_read, is_pure};
use crate::choices::{KernelKind, Pred};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::{OpKind, Traits};
use crate::section::{Part, parts};
use crate::types::{Type, TypeKind};

/// A component of the elements of an array of objects, as a kernel names it.
#[derive(Clone, Copy)]
struct Picked {
    /// The element.
    elem: Op,
    /// The type of the address of an element.
    of: Type,
    /// Bytes from the begin of an element to the descriptor.
    offset: i64,
    /// Dimensions of the component.
    rank: usize,
    /// The type of what it holds.
    held: Type,
}

/// An array as a kernel sees it in the gathered elements.
#[derive(Clone)]
struct Shape {
    /// The elements of all objects.
    data: Value,
    /// Where it begins.
    first: Value,
    /// Extent and distance of elements of each dimension.
    dims: Vec<(Value, Value)>,
}

/// Kernels of a region get such components as arrays.
pub fn run(m: &mut Module, body: Region) {
    let mut kernels = Vec::new();
    outermost(m, body, &mut kernels);
    for kernel in kernels {
        for region in m.ops[kernel].regions.clone() {
            in_kernel(m, kernel, region);
        }
    }
}

fn is_kernel(m: &Module, op: Op) -> bool {
    KernelKind::of_op(m.kind(op)).is_some()
}

/// The ops of a plan that become kernels or parts of one.
fn outermost(m: &Module, region: Region, out: &mut Vec<Op>) {
    for &op in &m.regions[region].ops {
        if is_kernel(m, op) {
            out.push(op);
            continue;
        }
        let around = m.ops[op].regions.iter().any(|&r| m.walk(r).iter().any(|&o| is_kernel(m, o)));
        if around {
            m.ops[op].regions.iter().for_each(|&r| outermost(m, r, out));
        } else if m.has(op, Traits::STRUCTURED) {
            out.push(op);
        }
    }
}

fn in_kernel(m: &mut Module, kernel: Op, region: Region) {
    // The descriptors that are read, in order, and by which ops.
    let mut read: Vec<(Value, Vec<Op>)> = Vec::new();
    for op in m.walk(region).into_iter().filter(|&o| is_box_read(m.kind(o))) {
        let d = m.operand(op, 0);
        match read.iter_mut().find(|r| r.0 == d) {
            Some(r) => r.1.push(op),
            None => read.push((d, vec![op])),
        }
    }
    let mut any = false;
    while let Some(i) = next(m, region, &mut read) {
        let Some(way) = path(m, region, read[i].0) else {
            read.remove(i);
            continue;
        };
        let (first, one) = (way[0], way[way.len() - 1]);
        // All uses of the component in these objects are uses of the gathered elements.
        let begins_like = |m: &Module, other: &[Picked]| {
            let objects = (m.operand(other[0].elem, 0), m.operand(first.elem, 0));
            other.len() <= way.len()
                && other.iter().zip(&way).all(|(a, b)| a.same_kind(b))
                && same_value(m, objects.0, objects.1)
        };
        let like = |d: Value| path(m, region, d).is_some_and(|c| c.len() == way.len() && begins_like(m, &c));
        let (mine, rest): (Vec<_>, Vec<_>) = read.into_iter().partition(|r| like(r.0));
        read = rest;
        let able = mine.iter().all(|r| r.1.iter().all(|&o| can_become(m, o)));
        let Some(changed) = (if able { alone(m, kernel, &one, &mine) } else { None }) else { continue };
        let Some(objects) = bring_before(m, kernel, region, m.operand(first.elem, 0)) else { continue };
        let called = name_of(m, mine[0].0).unwrap_or_default();
        let gathered = gather(m, kernel, objects, &way, (changed, &called));
        for (d, ops) in mine {
            if let Some(c) = path(m, region, d) {
                rewrite(m, &c, objects, gathered, &ops);
            }
        }
        // What is asked of the descriptors on the way stands in the table, too.
        for (d, ops) in &read {
            if let Some(c) = path(m, region, *d).filter(|c| begins_like(m, c)) {
                let there = |&&o: &&Op| m.ops[o].parent.is_some() && m.kind(o) == OpKind::BoxView;
                let views: Vec<Value> = ops.iter().filter(there).map(|&o| m.result(o)).collect();
                views.into_iter().for_each(|v| shape(m, &c, objects, gathered.1, v));
                let asks =
                    |&o: &Op| m.ops[o].parent.is_some() && !matches!(m.kind(o), OpKind::BoxView | OpKind::BoxRef);
                let ops: Vec<Op> = ops.iter().copied().filter(asks).filter(|&o| can_become(m, o)).collect();
                rewrite(m, &c, objects, gathered, &ops);
            }
        }
        any = true;
    }
    if any {
        sweep(m, region);
    }
}

/// The next component to gather. Those that hold objects come last, the innermost first: what is left of their use then is
/// their own numbers.
fn next(m: &mut Module, region: Region, read: &mut Vec<(Value, Vec<Op>)>) -> Option<usize> {
    if let Some(i) = read.iter().position(|r| is_picked(m, region, r.0, false)) {
        return Some(i);
    }
    let innermost = |m: &Module, read: &[(Value, Vec<Op>)]| {
        let all = (0..read.len()).filter(|&i| is_picked(m, region, read[i].0, true));
        all.max_by_key(|&i| path(m, region, read[i].0).map_or(0, |way| way.len()))
    };
    innermost(m, read)?;
    sweep(m, region);
    for r in read.iter_mut() {
        r.1.retain(|&o| m.ops[o].parent.is_some());
    }
    read.retain(|r| !r.1.is_empty());
    innermost(m, read)
}

impl Picked {
    /// The same component of objects of the same type.
    fn same_kind(&self, other: &Picked) -> bool {
        self.offset == other.offset && self.rank == other.rank && self.held == other.held && self.of == other.of
    }
}

/// An allocatable component that only the kernel can find, and that can be gathered: of numbers and strings, or of objects.
fn is_picked(m: &Module, region: Region, d: Value, objects: bool) -> bool {
    let held = |c: &Picked| {
        let right = match m.types.kind(c.held) {
            TypeKind::Derived(_) => objects,
            TypeKind::Char(..) => !objects,
            _ => !objects && is_scalar(m, c.held),
        };
        right && size(m, c.held).is_some()
    };
    !depends_on_plan_only(m, region, d) && component(m, d).is_some_and(|c| held(&c))
}

/// Bytes of an element.
fn size(m: &Module, held: Type) -> Option<i64> {
    match m.types.kind(held) {
        TypeKind::Derived(name) => layout(m, name).map(|(bytes, _)| bytes),
        _ => m.types.size_of(held).map(|n| n as i64),
    }
}

/// The descriptor is that of an allocatable component of an element of an array.
fn component(m: &Module, d: Value) -> Option<Picked> {
    let ty = m.types.elem(m.ty(d));
    let TypeKind::Box { .. } = m.types.kind(ty) else { return None };
    let (held, rank) = (m.types.elem(ty), m.types.rank(ty));
    let (mut at, mut offset, mut last) = (d, 0, true);
    loop {
        let op = m.def(at)?;
        match m.kind(op) {
            OpKind::BoxGuard | OpKind::Declare => {}
            OpKind::Field => {
                // Elements of another type have other sizes.
                let other = matches!(m.types.kind(held), TypeKind::Derived(_)) && is_class(m, op);
                if last && (is_pointer(m, op) || other) {
                    return None;
                }
                last = false;
                offset += field_offset(m, op)?;
            }
            OpKind::ViewElem if !last => return Some(Picked { elem: op, of: m.ty(at), offset, rank, held }),
            _ => return None,
        }
        at = m.operand(op, 0);
    }
}

/// The components on the way from an array that the plan knows to what a descriptor describes, the outermost first.
fn path(m: &Module, region: Region, d: Value) -> Option<Vec<Picked>> {
    let one = component(m, d)?;
    let mut objects = m.operand(one.elem, 0);
    if depends_on_plan_only(m, region, objects) {
        return Some(vec![one]);
    }
    while let Some(op) = m.def(objects).filter(|&o| matches!(m.kind(o), OpKind::ViewCast | OpKind::Declare)) {
        objects = m.operand(op, 0);
    }
    let view = m.def_of(objects, OpKind::BoxView)?;
    let mut way = path(m, region, m.operand(view, 0))?;
    way.push(one);
    Some(way)
}

/// Nothing else in the kernel may use what these descriptors describe while something changes it: then, whether they
/// themselves are used to change it.
fn alone(m: &Module, kernel: Op, p: &Picked, mine: &[(Value, Vec<Op>)]) -> Option<bool> {
    let plain = |mut v: Value| {
        while let Some(op) = m.def_of(v, OpKind::Declare) {
            v = m.operand(op, 0);
        }
        v
    };
    let own: Vec<Value> = mine.iter().map(|r| plain(r.0)).collect();
    let is_own = |r: &Root| matches!(&r.base, Base::Box(d) if own.contains(d));
    let all = effects_deep(m, kernel);
    let changed = all.writes.iter().any(is_own);
    let objects = root_of(m, m.operand(p.elem, 0));
    let meets = |r: &Root| match &r.base {
        Base::Box(d) => match component(m, *d) {
            Some(c) => c.same_kind(p) && may_alias(m, &root_of(m, m.operand(c.elem, 0)), &objects),
            None => {
                let owners = owners(m, *d);
                let held = owners.iter().any(|o| may_alias(m, o, &objects));
                held || owners.is_empty() && r.shared && objects.shared
            }
        },
        Base::Arg(_) => r.shared && objects.shared,
        Base::Unknown(_) => true,
        Base::Local(_) | Base::Heap(_) | Base::Global(..) | Base::Constant => false,
    };
    let conflict = all.writes.iter().any(|r| !is_own(r) && meets(r))
        || changed && all.reads.iter().any(|r| !is_own(r) && meets(r));
    if conflict { None } else { Some(changed) }
}

/// The plan can compute it: it is no matter of the kernel.
fn depends_on_plan_only(m: &Module, region: Region, v: Value) -> bool {
    if !m.home(v).is_some_and(|h| m.is_inside(h, region)) {
        return true;
    }
    m.def(v).is_some_and(|op| {
        (is_pure(m, op) || is_box_read(m.kind(op)))
            && m.ops[op].regions.is_empty()
            && m.operands(op).iter().all(|&x| depends_on_plan_only(m, region, x))
    })
}

/// Everything that is done with what the op reads can be done with the gathered elements.
fn can_become(m: &Module, read: Op) -> bool {
    match m.kind(read) {
        OpKind::BoxView => array_can(m, m.result(read)),
        OpKind::BoxRef => object_can(m, m.result(read)),
        OpKind::BoxExtent | OpKind::BoxLbound | OpKind::BoxAllocated => true,
        _ => false,
    }
}

fn array_can(m: &Module, view: Value) -> bool {
    m.users(view).into_iter().all(|u| match m.kind(u) {
        OpKind::ViewExtent => m.operand(u, 0) == view,
        OpKind::ViewElem => m.operand(u, 0) == view && object_can(m, m.result(u)),
        OpKind::ViewCast | OpKind::Declare => array_can(m, m.result(u)),
        OpKind::ViewSection => m.operand(u, 0) == view && parts(m, u).is_some() && array_can(m, m.result(u)),
        _ => false,
    })
}

/// Of an element that is an object only numbers, strings and arrays in it are used. What its descriptors say is none of them.
fn object_can(m: &Module, element: Value) -> bool {
    let ty = m.types.elem(m.ty(element));
    if !matches!(m.types.kind(ty), TypeKind::Derived(_)) {
        return true;
    }
    m.users(element).into_iter().all(|u| match m.kind(u) {
        OpKind::Declare => object_can(m, m.result(u)),
        OpKind::Field => {
            let part = m.result(u);
            let unused = m.users(part).is_empty();
            match m.types.kind(m.types.elem(m.ty(part))) {
                TypeKind::Derived(_) => unused || matches!(m.tk(part), TypeKind::Ref(_)) && object_can(m, part),
                TypeKind::Box { .. } | TypeKind::Ptr => unused,
                _ => true,
            }
        }
        _ => false,
    })
}

/// Elements and table, in front of the kernel, and the copy back behind it.
fn gather(m: &mut Module, kernel: Op, objects: Value, way: &[Picked], (changed, name): (bool, &str)) -> (Value, Value) {
    let (p, outer) = (&way[way.len() - 1], &way[..way.len() - 1]);
    let outer: Vec<i64> = outer.iter().flat_map(|o| [o.offset, o.rank as i64]).collect();
    let bytes = size(m, p.held).unwrap_or(0);
    let data_ty = m.types.view(vec![None], p.held, true);
    let table_ty = m.types.view(vec![None], Type::I32, true);
    let mut b = Builder::before(m, kernel);
    let gathered = b
        .op(OpKind::DevGather)
        .arg(objects)
        .attr("offset", Attr::Int(p.offset))
        .attr("bytes", Attr::Int(bytes))
        .attr("rank", Attr::Int(p.rank as i64))
        .attr_opt("outer", (!outer.is_empty()).then(|| Attr::ints(&outer)))
        .attr("name", Attr::str(name))
        .result(Type::PTR)
        .value();
    let count = b.op(OpKind::DevGatherCount).arg(gathered).result(Type::INDEX).value();
    let rows = b.op(OpKind::DevGatherTable).arg(gathered).result(Type::PTR).value();
    let words = b.op(OpKind::DevGatherCount).arg(gathered).flag("table", true).result(Type::INDEX).value();
    let make = |b: &mut Builder<'_>, at, n, ty| {
        b.op(OpKind::ViewMake).arg(at).args(&[n]).args(&[]).opt(None).result(ty).value()
    };
    let data = make(&mut b, gathered, count, data_ty);
    let table = make(&mut b, rows, words, table_ty);
    Builder::after(m, kernel).op(OpKind::DevScatter).arg(gathered).flag("changed", changed).build();
    (data, table)
}

/// Reads of the descriptor become reads of the table, and elements those of the gathered ones.
fn rewrite(m: &mut Module, way: &[Picked], objects: Value, (data, table): (Value, Value), reads: &[Op]) {
    let p = way[way.len() - 1];
    for &read in reads {
        let mut b = Builder::before(m, read);
        let Some(row) = row(&mut b, way, objects, table) else { continue };
        let entry = |b: &mut Builder<'_>, k: i64| entry(b, table, row, k);
        let dim = b.m.attr_int(read, "dim").unwrap_or(0);
        let new = match b.m.kind(read) {
            OpKind::BoxExtent => entry(&mut b, 1 + 2 * dim),
            OpKind::BoxLbound => entry(&mut b, 2 + 2 * dim),
            OpKind::BoxAllocated => {
                let first = entry(&mut b, 0);
                let zero = b.index(0);
                b.cmp(Pred::Ge, first, zero)
            }
            OpKind::BoxRef => {
                let first = entry(&mut b, 0);
                b.elem(data, &[first])
            }
            _ => {
                let first = entry(&mut b, 0);
                let mut stride = b.index(1);
                let mut dims = Vec::new();
                for d in 0..p.rank as i64 {
                    let n = entry(&mut b, 1 + 2 * d);
                    dims.push((n, stride));
                    stride = b.binary(OpKind::Mul, stride, n);
                }
                let view = m.result(read);
                array(m, view, &Shape { data, first, dims });
                m.detach(read);
                continue;
            }
        };
        replace(m, read, new);
    }
}

/// The extents of an array of objects on the way.
fn shape(m: &mut Module, way: &[Picked], objects: Value, table: Value, view: Value) {
    for user in m.users(view) {
        match m.kind(user) {
            OpKind::ViewCast | OpKind::Declare => {
                let same = m.result(user);
                shape(m, way, objects, table, same);
            }
            OpKind::ViewExtent => {
                let d = m.attr_int(user, "dim").unwrap_or(0);
                let mut b = Builder::before(m, user);
                if let Some(row) = row(&mut b, way, objects, table) {
                    let n = entry(&mut b, table, row, 1 + 2 * d);
                    replace(m, user, n);
                }
            }
            _ => {}
        }
    }
}

/// A number in the row of the table that begins at a place.
fn entry(b: &mut Builder<'_>, table: Value, row: Value, k: i64) -> Value {
    let k = b.index(k);
    let at = b.binary(OpKind::Add, row, k);
    let at = b.elem(table, &[at]);
    let x = b.load(at);
    b.cast(x, Type::INDEX)
}

/// Where the row begins in the table of the object that the last component is a part of.
fn row(b: &mut Builder<'_>, way: &[Picked], objects: Value, table: Value) -> Option<Value> {
    let mut row: Option<Value> = None;
    for p in way {
        let subscripts = b.m.operands(p.elem)[1..].to_vec();
        let mut number = None;
        for (d, &i) in subscripts.iter().enumerate().rev() {
            let i = b.cast(i, Type::INDEX);
            number = Some(match number {
                None => i,
                Some(outer) => {
                    let n = match row {
                        None => b.extent(objects, d),
                        Some(row) => entry(b, table, row, 1 + 2 * d as i64),
                    };
                    let x = b.binary(OpKind::Mul, outer, n);
                    b.binary(OpKind::Add, x, i)
                }
            });
        }
        let width = b.index(1 + 2 * p.rank as i64);
        let ahead = b.binary(OpKind::Mul, number?, width);
        row = Some(match row {
            None => ahead,
            Some(before) => {
                let first = entry(b, table, before, 0);
                b.binary(OpKind::Add, first, ahead)
            }
        });
    }
    row
}

fn replace(m: &mut Module, op: Op, new: Value) {
    let old = m.result(op);
    for (user, i) in m.uses(old) {
        m.set_operand(user, i, new);
    }
    m.detach(op);
}

/// The users of an array that is in the gathered elements.
fn array(m: &mut Module, view: Value, shape: &Shape) {
    for user in m.users(view) {
        match m.kind(user) {
            OpKind::ViewExtent => {
                let d = m.attr_int(user, "dim").unwrap_or(0) as usize;
                replace(m, user, shape.dims[d].0);
            }
            OpKind::ViewElem => {
                let subscripts = m.operands(user)[1..].to_vec();
                let mut b = Builder::before(m, user);
                let mut at = shape.first;
                for (&i, &(_, stride)) in subscripts.iter().zip(&shape.dims) {
                    let i = b.cast(i, Type::INDEX);
                    let x = b.binary(OpKind::Mul, i, stride);
                    at = b.binary(OpKind::Add, at, x);
                }
                let new = b.elem(shape.data, &[at]);
                replace(m, user, new);
            }
            OpKind::ViewSection => {
                let Some(list) = parts(m, user) else { continue };
                let mut b = Builder::before(m, user);
                let mut part = Shape { dims: Vec::new(), ..shape.clone() };
                for (p, &(extent, stride)) in list.iter().zip(&shape.dims) {
                    let mut skip = |b: &mut Builder<'_>, start: Value| {
                        let start = b.cast(start, Type::INDEX);
                        let x = b.binary(OpKind::Mul, start, stride);
                        part.first = b.binary(OpKind::Add, part.first, x);
                    };
                    match *p {
                        Part::Whole => part.dims.push((extent, stride)),
                        Part::Index(start) => skip(&mut b, start),
                        Part::Range { start, extent, step } => {
                            skip(&mut b, start);
                            let step = b.binary(OpKind::Mul, stride, step);
                            part.dims.push((extent, step));
                        }
                    }
                }
                let result = m.result(user);
                array(m, result, &part);
                m.detach(user);
            }
            // Casts and declarations: `can_become` knows no others.
            _ => {
                let result = m.result(user);
                array(m, result, shape);
                m.detach(user);
            }
        }
    }
}

/// What nobody uses any more goes.
fn sweep(m: &mut Module, region: Region) {
    for op in m.walk(region).into_iter().rev() {
        let unused = m.ops[op].results.iter().all(|&r| m.users(r).is_empty());
        let plain = is_pure(m, op) || is_box_read(m.kind(op));
        if plain && m.ops[op].regions.is_empty() && !m.ops[op].results.is_empty() && unused {
            m.detach(op);
        }
    }
}
