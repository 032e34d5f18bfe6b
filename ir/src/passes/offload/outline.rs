//! `outline`: units become kernels of `dev.module [target = "spirv"]` and launches; the maps of the
//! region become `dev.map` before and `dev.unmap` after its plan, which then ends with `dev.leave`.
//!
//! A kernel's arguments are what its unit takes from the plan: whole views (sections, elements and
//! fields of them are computed again in the kernel), scalar variables as views of rank 0, and values.

use super::distribute::strings::is_address_of_bytes;
use super::maps::{bring_before, drop_unused, place};
use super::memory::{Base, is_box_ref, is_scalar, is_view, root_of};
use super::omp_maps::name_of;
use super::{Unsupported, for_device_copies, host_copies};
use crate::analysis::locals::unmark_shared;
use crate::choices::{DeclareAttr, DeviceTarget, KernelKind, KernelWidth};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use crate::types::{Type, TypeKind};
use ferrotran_abi::map;
use ferrotran_abi::rt;
use rustc_hash::FxHashMap;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    super::constructs::open_ends(m);
    for_device_copies(m, cx, |m, cx, op| {
        let body = m.region(op, 0);
        let units = super::fission::units(m, body);
        if units.is_empty() {
            cx.count("regions-without-kernels", 1);
        }
        // All kernels are made before the plan changes, so that a refusal leaves nothing behind.
        for &u in &units {
            check_arguments(m, u)?;
        }
        let bits = needs(m, &units);
        require(m, op, bits);
        let wide = super::counts::expect(m, op, &units);
        for (u, wide) in units.into_iter().zip(wide) {
            outline_unit(m, cx, u, wide)?;
            cx.count("kernels", 1);
        }
        let maps = maps_of(m, op);
        for (_, bits, name) in &maps {
            let name = name.as_deref().unwrap_or("a variable");
            let way = match bits & (map::TO | map::FROM) {
                0 => "is allocated on the device and not copied",
                map::TO => "is copied to the device only",
                map::FROM => "is copied back only",
                _ => "is copied both ways",
            };
            let loc = m.ops[op].loc;
            cx.remark(loc, "transfer", format!("{name} {way}, unless it is present already"));
        }
        expect(m, op, &maps);
        plan(m, op, &maps);
        Ok(())
    })?;
    for op in host_copies(m) {
        super::lend::surround(m, op);
        m.set_group(op, "maps", &[]);
    }
    unmark_shared(m);
    drop_unused(m);
    super::guards::lower(m);
    Ok(())
}

/// What is mapped, bits of [`map`], and a name.
pub type Map = (Value, i32, Option<String>);

/// What the maps of a directive say (see `omp-maps`). Sections of which they are stand in front of it then.
pub fn maps_of(m: &mut Module, op: Op) -> Vec<Map> {
    const FLAGS: [(&str, i32); 4] =
        [("deep", map::DEEP), ("descriptor", map::BOX), ("implicit", map::IMPLICIT), ("member", map::MEMBER)];
    let mut out = Vec::new();
    for map in m.maps(op) {
        let v = place(m, op, map);
        let flags = FLAGS.iter().filter(|(key, _)| m.flag(map, key)).fold(0, |bits, (_, bit)| bits | bit);
        out.push((v, m.mapping(map).bits() | flags, m.attr_str(map, "name").map(str::to_string)));
    }
    out
}

/// Emits `dev.map`, `dev.unmap` or `dev.update` for one variable.
pub fn emit_map(b: &mut Builder<'_>, op: OpKind, item: &Map, cond: Option<Value>, device: Option<Value>) {
    b.op(op)
        .arg(item.0)
        .opt(cond)
        .opt(device)
        .attr("kind", Attr::Int(item.1.into()))
        .attr_opt("name", item.2.as_deref().map(Attr::str))
        .build();
}

/// Maps in the order in which they are made, as those of one directive.
pub fn directive(mut maps: Vec<Map>, more: bool) -> Vec<Map> {
    let last = if more { maps.len() } else { maps.len().saturating_sub(1) };
    for item in &mut maps[..last] {
        item.1 |= map::MORE;
    }
    maps
}

fn plan(m: &mut Module, op: Op, maps: &[Map]) {
    let device = m.opt(op, "device");
    for host in super::fission::host_statements(m, m.region(op, 0)) {
        super::lend::stand_aside(m, host, maps, device);
    }
    let mut b = Builder::before(m, op);
    for item in directive(maps.to_vec(), false) {
        emit_map(&mut b, OpKind::DevMap, &item, None, device);
    }
    add_tail(m, op, maps, device);
    super::constructs::splice(m, op);
}

/// Adds the end of the plan to the region, before it takes the place of its op.
fn add_tail(m: &mut Module, op: Op, maps: &[Map], device: Option<Value>) {
    let body = m.region(op, 0);
    if let Some(&last) = m.regions[body].ops.last()
        && m.kind(last) == OpKind::Yield
    {
        m.detach(last);
    }
    let loc = m.ops[op].loc;
    let mut b = Builder::at_end(m, body);
    b.loc = loc;
    for item in directive(maps.iter().rev().cloned().collect(), false) {
        emit_map(&mut b, OpKind::DevUnmap, &item, None, device);
    }
    b.op(OpKind::DevLeave).build();
}

/// Device features that the region's units use, as the runtime's `frt_dev_require` takes them.
fn needs(m: &Module, units: &[Op]) -> i64 {
    const F64: i64 = 1;
    const I64: i64 = 2;
    let mut bits = 0;
    for &u in units {
        for o in m.walk(m.region(u, 0)) {
            for &v in m.operands(o).iter().chain(&m.ops[o].results) {
                bits |= match m.types.kind(m.types.elem(m.ty(v))) {
                    // Elementary functions of doubles work on their bits.
                    TypeKind::Float(64) | TypeKind::Complex(64) if m.kind(o) == OpKind::Math => F64 | I64,
                    TypeKind::Float(64) | TypeKind::Complex(64) => F64,
                    TypeKind::Int(64) | TypeKind::Logical(64) => I64,
                    TypeKind::Bool
                    | TypeKind::Index
                    | TypeKind::Int(_)
                    | TypeKind::Logical(_)
                    | TypeKind::Float(_)
                    | TypeKind::Complex(_)
                    | TypeKind::Char(..)
                    | TypeKind::Derived(_)
                    | TypeKind::Ptr
                    | TypeKind::Ref(_)
                    | TypeKind::Box { .. }
                    | TypeKind::View { .. }
                    | TypeKind::Array { .. }
                    // Device regions have no vectors.
                    | TypeKind::Vec { .. }
                    | TypeKind::Map
                    | TypeKind::Bounds => 0,
                };
            }
        }
    }
    bits
}

/// Says before the choice of the region's copy what a device must have to run it.
fn require(m: &mut Module, target: Op, bits: i64) {
    let choice = m.parent_op(target).filter(|&p| m.kind(p) == OpKind::If);
    let Some(enter) = choice.and_then(|c| m.def_of(m.operand(c, 0), OpKind::DevEnter)) else { return };
    if bits == 0 {
        return;
    }
    let mut b = Builder::before(m, enter);
    let n = b.int(bits, Type::I32);
    b.runtime(rt::frt_dev_require, &[n], None);
}

/// No device refuses an array of so many bytes.
const ALWAYS_FITS: i64 = 64 << 10;

/// Says before the choice of the region's copy what the region needs room for, where that can be large and is known there.
fn expect(m: &mut Module, target: Op, maps: &[Map]) {
    let choice = m.parent_op(target).filter(|&p| m.kind(p) == OpKind::If);
    let Some((choice, enter)) = choice.and_then(|c| Some((c, m.def_of(m.operand(c, 0), OpKind::DevEnter)?))) else {
        return;
    };
    let device = m.region(choice, 0);
    for (v, bits, name) in maps {
        if bits & (map::SELF | map::DEEP) == 0 && static_bytes(m, *v).is_some_and(|n| n <= ALWAYS_FITS) {
            continue;
        }
        let Some(v) = bring_before(m, enter, device, *v) else { continue };
        let mut b = Builder::before(m, enter);
        b.op(OpKind::DevExpect)
            .arg(v)
            .attr("kind", Attr::Int((*bits).into()))
            .attr_opt("name", name.as_deref().map(Attr::str))
            .build();
    }
    for o in m.walk(m.region(target, 0)) {
        if m.kind(o) != OpKind::DevAlloc || m.const_int(m.operand(o, 0)).is_some_and(|n| n <= ALWAYS_FITS) {
            continue;
        }
        let Some(bytes) = bring_before(m, enter, device, m.operand(o, 0)) else { continue };
        Builder::before(m, enter).op(OpKind::DevExpect).arg(bytes).build();
    }
}

/// The descriptor that is a component of an argument, or an empty one where that is absent.
pub fn of_present_object(b: &mut Builder<'_>, v: Value) -> Value {
    let ty = b.m.ty(v);
    let mut object = v;
    while let Some(op) = b.m.def(object).filter(|&o| matches!(b.m.kind(o), OpKind::Field | OpKind::CastRef)) {
        object = b.m.operand(op, 0);
    }
    let declared = b.m.def_of(object, OpKind::Declare);
    let optional = declared.is_some_and(|d| b.m.has_choice(d, DeclareAttr::Optional));
    if !is_box_ref(b.m, ty) || object == v || !optional {
        return v;
    }
    let null = b.op(OpKind::NullPtr).result(Type::PTR).value();
    let at = b.op(OpKind::CastRef).arg(object).result(Type::PTR).value();
    let absent = b.op(OpKind::PtrCmp).arg(at).arg(null).result(Type::BOOL).value();
    b.op(OpKind::BoxGuard).arg(v).arg(absent).result(ty).value()
}

/// Bytes of a variable whose type says its size.
pub fn static_bytes(m: &Module, v: Value) -> Option<i64> {
    let t = m.ty(v);
    if is_box_ref(m, t) {
        return None;
    }
    let elem = m.types.elem(t);
    let size = match m.types.kind(elem) {
        TypeKind::Derived(name) => super::split::layout(m, name)?.0,
        _ => m.types.size_of(elem)? as i64,
    };
    m.types.shape(t).iter().try_fold(size, |n, e| n.checked_mul((*e)?))
}

/// Ops that a kernel computes again from its arguments.
fn recomputed(m: &Module, op: Op) -> bool {
    matches!(
        m.kind(op),
        OpKind::ViewSection
            | OpKind::ViewElem
            | OpKind::ViewField
            | OpKind::ViewPermute
            | OpKind::ViewCast
            | OpKind::ViewAddr
            | OpKind::PtrAdd
            | OpKind::Field
            | OpKind::Declare
            | OpKind::Const
            | OpKind::ChrConst
            | OpKind::ChrSubstr
    ) || m.kind(op) == OpKind::ViewExtent && !is_section(m, m.operand(op, 0))
        || matches!(m.kind(op), OpKind::ChrRef | OpKind::ChrMake | OpKind::ChrAddr | OpKind::ChrLen)
            && (is_string_constant(m, m.operand(op, 0)) || is_address_of_bytes(m, m.operand(op, 0)))
}

/// The string, or its address, is that of a constant.
fn is_string_constant(m: &Module, mut v: Value) -> bool {
    while let Some(op) = m.def(v) {
        match m.kind(op) {
            OpKind::ChrConst => return true,
            OpKind::ChrRef | OpKind::ChrMake | OpKind::ChrAddr | OpKind::Declare => v = m.operand(op, 0),
            _ => return false,
        }
    }
    false
}

/// The view is cut out of another: its extents are values of the plan.
fn is_section(m: &Module, v: Value) -> bool {
    let mut at = v;
    while let Some(op) = m.def(at) {
        match m.kind(op) {
            OpKind::Declare | OpKind::ViewCast => at = m.operand(op, 0),
            OpKind::ViewSection | OpKind::ViewField | OpKind::ViewPermute => return true,
            _ => return false,
        }
    }
    false
}

/// Values that the unit's kernel takes as arguments, and the ops copied into it.
fn arguments(m: &Module, unit: Op) -> (Vec<Value>, Vec<Op>) {
    let mut args = Vec::new();
    let mut copied = Vec::new();
    fn visit(m: &Module, v: Value, args: &mut Vec<Value>, copied: &mut Vec<Op>) {
        if let Some(op) = m.def(v)
            && recomputed(m, op)
        {
            if !copied.contains(&op) {
                for &o in m.operands(op) {
                    visit(m, o, args, copied);
                }
                copied.push(op);
            }
            return;
        }
        if !args.contains(&v) {
            args.push(v);
        }
    }
    for v in m.free_values(m.region(unit, 0)) {
        visit(m, v, &mut args, &mut copied);
    }
    (args, copied)
}

fn check_arguments(m: &Module, unit: Op) -> Result<(), Unsupported> {
    for v in arguments(m, unit).0 {
        let t = m.ty(v);
        let ok = is_scalar(m, t)
            || is_view(m, t)
            || matches!(m.types.kind(t), TypeKind::Ref(e)
                if is_scalar(m, *e) || matches!(m.types.kind(*e), TypeKind::Char(..) | TypeKind::Derived(_)));
        if !ok {
            let what = format!("a kernel would need a value of type {}", m.types.text(t));
            return Err(Unsupported::new(m, unit, what));
        }
    }
    Ok(())
}

fn outline_unit(m: &mut Module, cx: &mut PassCtx, unit: Op, wide: Option<KernelWidth>) -> Result<(), Unsupported> {
    let (args, copied) = arguments(m, unit);
    let loc = m.ops[unit].loc;
    let kind = m.choice_opt(unit).unwrap_or(KernelKind::Scalar);
    let body = m.region(unit, 0);

    let stmts = statements(m, body, loc.line);
    let line = stmts.items().first().and_then(Attr::as_int).unwrap_or(i64::from(loc.line));
    let sym = kernel_name(m, unit, line, kind);
    for n in stmts.items().iter().filter_map(Attr::as_int) {
        let at = crate::module::Loc { file: loc.file, col: 0, line: n as u32, call: 0 };
        cx.remark(at, "kernel", format!("computed by kernel {sym} ({})", describe(kind)));
    }

    // Launch arguments: scalar variables as views of rank 0.
    let mut launch = Vec::new();
    let mut types = Vec::new();
    {
        let mut b = Builder::before(m, unit);
        for &v in &args {
            let t = b.m.ty(v);
            if let TypeKind::Ref(e) = b.m.types.kind(t).clone() {
                let vt = b.m.types.view(Vec::new(), e, true);
                let len = matches!(b.m.types.kind(e), TypeKind::Char(None, _))
                    .then(|| b.op(OpKind::ChrLen).arg(v).result(Type::INDEX).value());
                let view = b.op(OpKind::ViewMake).arg(v).args(&[]).args(&[]).opt(len).result(vt).value();
                launch.push(view);
                types.push(vt);
            } else {
                launch.push(v);
                types.push(t);
            }
        }
    }

    let names = names(m, &args);

    // The kernel.
    let kernel_body = m.new_region(&types);
    let mut map: FxHashMap<Value, Value> = FxHashMap::default();
    for (i, &v) in args.iter().enumerate() {
        let a = m.args(kernel_body)[i];
        if matches!(m.tk(v), TypeKind::Ref(_)) {
            let mut b = Builder::at_end(m, kernel_body);
            b.loc = loc;
            let r = b.elem(a, &[]);
            map.insert(v, r);
        } else {
            map.insert(v, a);
        }
    }
    for op in copied {
        if m.kind(op) == OpKind::Declare {
            let (r, o) = (m.result(op), m.operand(op, 0));
            let n = map[&o];
            map.insert(r, n);
            continue;
        }
        let c = m.clone_op(op, &mut map);
        let end = m.regions[kernel_body].ops.len();
        m.insert(kernel_body, end, c);
    }
    let inner = m.clone_region(body, &mut map);
    super::constructs::move_ops(m, inner, kernel_body);
    let mut b = Builder::at_end(m, kernel_body);
    b.loc = loc;
    b.op(OpKind::Return).build();

    let one_pass = m.flag(unit, "one_pass");
    let module = device_module(m);
    let mut b = Builder::at_end(m, module);
    b.loc = loc;
    let mut kernel = b.op(OpKind::Kernel).attr("sym", Attr::Sym(sym.clone())).choice(kind);
    if let Some(wide) = wide {
        kernel = kernel.choice(wide);
    }
    kernel = kernel.flag("one_pass", one_pass);
    kernel.attr("statements", stmts.clone()).attr_opt("names", names).region(kernel_body).build();
    let mut b = Builder::before(m, unit);
    b.op(OpKind::DevLaunch).args(&launch).attr("kernel", Attr::Sym(sym)).attr("stmts", stmts).build();
    m.detach(unit);
    Ok(())
}

/// What the arguments of a kernel are, where some are memory of which only the address is known: nothing else says of that at
/// run time what it is.
fn names(m: &Module, args: &[Value]) -> Option<Attr> {
    let given = |&v: &Value| match root_of(m, v).base {
        Base::Unknown(address) if !is_scalar(m, m.ty(v)) => Some(address),
        _ => None,
    };
    args.iter().any(|v| given(v).is_some()).then(|| {
        let name = |v: &Value| {
            let of_address = given(v).and_then(|a| {
                let held = m.def(a).filter(|&o| matches!(m.kind(o), OpKind::DevRead | OpKind::Load))?;
                Some(format!("what '{}' points to", name_of(m, m.operand(held, 0))?))
            });
            of_address.or_else(|| Some(format!("'{}'", name_of(m, *v)?))).unwrap_or_default()
        };
        Attr::str(&args.iter().map(name).collect::<Vec<_>>().join("\n"))
    })
}

/// A kernel kind in words.
fn describe(kind: KernelKind) -> &'static str {
    match kind {
        KernelKind::Parallel => "one invocation for each element",
        KernelKind::Reduce => "a reduction in two stages",
        KernelKind::Matmul => "a matrix product in tiles",
        KernelKind::Transpose => "a transpose in tiles",
        KernelKind::Scalar => "one invocation",
        KernelKind::Teams => "teams of threads that work together",
    }
}

/// Source lines that a unit computes.
fn statements(m: &Module, body: Region, line: u32) -> Attr {
    let mut lines: Vec<i64> = Vec::new();
    for o in m.walk(body) {
        if let Some(a) = m.attr(o, "stmts") {
            lines.extend(a.items().iter().filter_map(Attr::as_int));
        }
    }
    // Scalar statements beside the parallel ones of the unit.
    for &o in &m.regions[body].ops {
        let stores = match m.kind(o) {
            OpKind::Store | OpKind::ChrAssign => Some(m.operand(o, 1)),
            OpKind::CopyObject => Some(m.operand(o, 0)),
            _ => None,
        };
        if stores.is_some_and(|v| root_of(m, v).name.is_some()) && m.ops[o].loc.line != 0 {
            lines.push(i64::from(m.ops[o].loc.line));
        }
    }
    if lines.is_empty() {
        lines.push(i64::from(line));
    }
    lines.sort_unstable();
    lines.dedup();
    Attr::ints(&lines)
}

/// A name that says where the kernel comes from.
fn kernel_name(m: &Module, unit: Op, line: i64, kind: KernelKind) -> String {
    let mut at = unit;
    let mut func = "region".to_string();
    while let Some(p) = m.parent_op(at) {
        if m.kind(p) == OpKind::Func {
            func = m.attr_str(p, "sym").unwrap_or("region").to_string();
        }
        at = p;
    }
    let stem = format!("{func}.{line}.{}", kind.name());
    let taken = |s: &str| {
        m.top_ops(OpKind::DevModule)
            .any(|d| m.regions[m.region(d, 0)].ops.iter().any(|&k| m.attr_str(k, "sym") == Some(s)))
    };
    if !taken(&stem) {
        return stem;
    }
    (2..).map(|n| format!("{stem}.{n}")).find(|s| !taken(s)).expect("some number is free")
}

/// The body of the module's `dev.module [target = "spirv"]`.
fn device_module(m: &mut Module) -> Region {
    if let Some(d) = m.top_ops(OpKind::DevModule).find(|&d| m.choice::<DeviceTarget>(d) == DeviceTarget::Spirv) {
        return m.region(d, 0);
    }
    let body = m.new_region(&[]);
    let top = m.top;
    let mut b = Builder::at_end(m, top);
    b.op(OpKind::DevModule).choice(DeviceTarget::Spirv).region(body).build();
    body
}
