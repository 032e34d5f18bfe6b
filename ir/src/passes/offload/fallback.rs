//! Pass `device-fallback`: regions that a device cannot run after all, and those that the host may have to run again.
//! What the host copy needs of a device stands in front of it already, see [`super::lend`].

use super::{Unsupported, c_string};
use crate::analysis::effects::{is_box_read, is_pure};
use crate::choices::Pred;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Loc, Module, Point};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use crate::types::Type;
use ferrotran_abi::codes::{NO_DEVICE, on_host};
use ferrotran_abi::rt;
use rustc_hash::{FxHashMap, FxHashSet};

/// The pass: what `kernel-check` found becomes a plan. Its attributes are consumed.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    let kernels: Vec<Op> = m.walk(m.top).into_iter().filter(|&o| m.kind(o) == OpKind::Kernel).collect();
    let mut loops = FxHashSet::default();
    for k in kernels {
        let name = m.attr_str(k, "sym").unwrap_or_default().to_string();
        if let Some(reason) = m.attr_str(k, "refused") {
            let why = Unsupported { loc: refused_at(m, k), reason: reason.to_string(), op: None, stands_in: false };
            // Each launch stands in a region of its own; falling back takes the launch away.
            while let Some(launch) = launch_of(m, &name) {
                fall_back(m, cx, launch, &why)?;
            }
        } else if m.flag(k, "loops") {
            loops.insert(name);
            m.remove_attr(k, "loops");
        }
    }
    drop_unused_kernels(m);
    require_buffers(m);
    allow_second_run(m, &loops);
    forbid_second_run(m, &loops);
    Ok(())
}

/// Says before the choice of a region's copy how many buffers its kernels bind, where devices differ in that.
fn require_buffers(m: &mut Module) {
    let kernels: Vec<Op> = m.walk(m.top).into_iter().filter(|&o| m.kind(o) == OpKind::Kernel).collect();
    let mut most: FxHashMap<Op, i64> = FxHashMap::default();
    for k in kernels {
        let Some(n) = m.attr_int(k, "buffers") else { continue };
        let name = m.attr_str(k, "sym").unwrap_or_default();
        for launch in m.walk(m.top) {
            if m.kind(launch) == OpKind::DevLaunch && m.attr_str(launch, "kernel") == Some(name) {
                if let Some((_, enter)) = choice_of(m, launch) {
                    let slot = most.entry(enter).or_default();
                    *slot = n.max(*slot);
                }
            }
        }
        m.remove_attr(k, "buffers");
    }
    let mut list: Vec<(Op, i64)> = most.into_iter().collect();
    list.sort_unstable();
    for (enter, n) in list {
        let mut b = Builder::before(m, enter);
        let n = b.int(n, Type::I32);
        b.runtime(rt::frt_dev_buffers, &[n], None);
    }
}

/// The choice of a copy that an op of the device's copy stands in, and its `dev.enter`.
fn choice_of(m: &Module, op: Op) -> Option<(Op, Op)> {
    let mut at = op;
    loop {
        at = m.parent_op(at)?;
        if m.kind(at) == OpKind::If
            && let Some(enter) = m.def_of(m.operand(at, 0), OpKind::DevEnter)
        {
            return Some((at, enter));
        }
    }
}

/// The place that the attribute `refused_at` of a kernel names.
fn refused_at(m: &Module, kernel: Op) -> Loc {
    let list = m.attr(kernel, "refused_at").map_or(&[][..], Attr::items);
    let part = |i: usize| list.get(i).and_then(Attr::as_int).unwrap_or(0);
    Loc { file: part(0) as u16, line: part(1) as u32, col: part(2) as u16, call: 0 }
}

fn launch_of(m: &Module, kernel: &str) -> Option<Op> {
    let launches = |o: &Op| m.kind(*o) == OpKind::DevLaunch && m.attr_str(*o, "kernel") == Some(kernel);
    m.walk(m.top).into_iter().find(launches)
}

/// Drops the device copy that `op` stands in (any op inside the device branch): the host copy
/// remains, after a call that reports the reason where offloading is mandatory.
pub fn fall_back(m: &mut Module, cx: &mut PassCtx, op: Op, why: &Unsupported) -> Result<(), PassError> {
    let Some((choice, enter)) = choice_of(m, op) else {
        return Err(PassError::new(m.ops[op].loc, "a device region without a host copy"));
    };
    let region_loc = m.ops[enter].loc;
    let text = format!("the target region runs on the host only: {}", why.reason);
    cx.remark(if why.loc.line != 0 { why.loc } else { region_loc }, "fallback", text);
    cx.count("fallbacks", 1);

    let file = m.files.get(region_loc.file as usize).cloned().unwrap_or_default();
    let line = m.attr_int(enter, "line").unwrap_or(i64::from(region_loc.line));
    let reason = if why.loc.line != 0 { format!("{} (line {})", why.reason, why.loc.line) } else { why.reason.clone() };
    let (device, cond) = (m.opt(enter, "device"), m.opt(enter, "if"));
    let mut b = Builder::before(m, enter);
    let number = match device {
        Some(v) => b.cast(v, Type::I32),
        None => b.int(NO_DEVICE.into(), Type::I32),
    };
    let yes = i64::from(if why.stands_in { on_host::STANDS_IN } else { on_host::INSTEAD });
    let cond = match cond {
        Some(v) => {
            let (yes, no) = (b.int(yes, Type::I32), b.int(0, Type::I32));
            b.op(OpKind::Select).arg(v).arg(yes).arg(no).result(Type::I32).value()
        }
        None => b.int(yes, Type::I32),
    };
    let file = c_string(&mut b, &file);
    let line = b.int(line, Type::I32);
    let s = b.op(OpKind::ChrConst).attr("value", Attr::str(&reason)).result(Type::CHR).value();
    let text = b.op(OpKind::ChrAddr).arg(s).result(Type::PTR).value();
    let len = b.int(reason.len() as i64, Type::I64);
    b.runtime(rt::frt_dev_unsupported, &[number, cond, file, line, text, len], None);
    // The host copy takes the place of the choice.
    let (region, _) = m.position(choice);
    let host = m.region(choice, 1);
    let ops = std::mem::take(&mut m.regions[host].ops);
    let (_, mut pos) = m.position(choice);
    m.detach(choice);
    for o in ops {
        m.ops[o].parent = None;
        m.insert(region, pos, o);
        pos += 1;
    }
    let (region, at) = m.position(enter);
    let before: Vec<Op> = m.regions[region].ops[..at].to_vec();
    for o in before {
        let questions = [rt::frt_dev_require, rt::frt_dev_buffers, rt::frt_dev_steady];
        let asks = m.runtime_fn(o).is_some_and(|f| questions.contains(&f));
        let prelude = asks || m.kind(o) == OpKind::DevExpect;
        if prelude && required_by(m, o) == Some(enter) {
            m.detach(o);
        }
    }
    m.detach(enter);
    Ok(())
}

/// The choices of regions that launch one of these kernels, with or without statements of the host in between.
fn choices_with(m: &Module, kernels: &FxHashSet<String>, aside: bool) -> Vec<Op> {
    let mut choices = m.walk(m.top);
    choices.retain(|&o| {
        if m.kind(o) != OpKind::If || m.def_of(m.operand(o, 0), OpKind::DevEnter).is_none() {
            return false;
        }
        let inside = m.walk(m.region(o, 0));
        let launches =
            |&l: &Op| m.kind(l) == OpKind::DevLaunch && m.attr_str(l, "kernel").is_some_and(|k| kernels.contains(k));
        inside.iter().any(|&l| m.runtime_fn(l) == Some(rt::frt_dev_aside)) == aside && inside.iter().any(launches)
    });
    choices
}

/// What the host has done in between nothing undoes.
fn forbid_second_run(m: &mut Module, kernels: &FxHashSet<String>) {
    for choice in choices_with(m, kernels, true) {
        if let Some(enter) = m.def_of(m.operand(choice, 0), OpKind::DevEnter) {
            Builder::before(m, enter).runtime(rt::frt_dev_steady, &[], None);
        }
    }
}

/// Regions that launch one of these kernels run on the host after all where the device could not run a loop to its end:
/// the host copy moves behind the choice, which is left where the device's results count.
fn allow_second_run(m: &mut Module, kernels: &FxHashSet<String>) {
    let choices = choices_with(m, kernels, false);
    for (i, choice) in choices.into_iter().enumerate() {
        let label = format!("device.region.{i}");
        let (device, host) = (m.region(choice, 0), m.region(choice, 1));
        let loc = m.ops[choice].loc;
        let plan = format!("device.plan.{i}");
        let reads: Vec<Op> = m.walk(device).into_iter().filter(|&o| m.kind(o) == OpKind::DevRead).collect();
        for &read in &reads {
            let mut b = Builder::after(m, read);
            let going = b.runtime(rt::frt_dev_going, &[], Some(Type::I32));
            let going = b.m.result(going);
            leave_where(&mut b, going, Pred::Eq, &plan);
        }
        if !reads.is_empty() {
            enclose_plan(m, device, &plan);
        }
        let mut b = Builder { m, point: Point { region: device, at: Some(0) }, loc };
        b.runtime(rt::frt_dev_guard, &[], None);
        let mut b = Builder::at_end(m, device);
        b.loc = loc;
        let kept = b.runtime(rt::frt_dev_kept, &[], Some(Type::I32));
        let kept = b.m.result(kept);
        leave_where(&mut b, kept, Pred::Ne, &label);
        // The block takes the place of the choice, which it holds, and the host's ops follow there.
        let body = m.new_region(&[]);
        let mut b = Builder::before(m, choice);
        b.op(OpKind::Block).attr("label", Attr::str(&label)).region(body).build();
        m.detach(choice);
        m.insert(body, 0, choice);
        for (at, o) in std::mem::take(&mut m.regions[host].ops).into_iter().enumerate() {
            m.ops[o].parent = None;
            m.insert(body, at + 1, o);
        }
    }
}

/// Leaves the block with that label where the comparison of the number with 0 is true.
fn leave_where(b: &mut Builder<'_>, number: Value, pred: Pred, label: &str) {
    let zero = b.int(0, Type::I32);
    let cond = b.cmp(pred, number, zero);
    let (leave, no) = (b.m.new_region(&[]), b.m.new_region(&[]));
    b.inside(leave, |b| {
        b.op(OpKind::Break).attr("label", Attr::str(label)).build();
    });
    b.op(OpKind::If).arg(cond).region(leave).region(no).build();
}

/// Puts what stands between the maps of a device region and its end in a block.
fn enclose_plan(m: &mut Module, device: Region, label: &str) {
    let ops = m.regions[device].ops.clone();
    let first = ops.iter().position(|&o| m.kind(o) != OpKind::DevMap && !pure(m, o)).unwrap_or(0);
    let ends = |o: &Op| !matches!(m.kind(*o), OpKind::DevUnmap | OpKind::DevLeave);
    let end = ops.iter().rposition(ends).map_or(ops.len(), |i| i + 1).max(first);
    let body = m.new_region(&[]);
    for (at, &o) in ops[first..end].iter().enumerate() {
        m.detach(o);
        m.insert(body, at, o);
    }
    let loc = m.ops[ops[first]].loc;
    let mut b = Builder { m, point: Point { region: device, at: Some(first) }, loc };
    b.op(OpKind::Block).attr("label", Attr::str(label)).region(body).build();
}

/// An op of which nothing is seen but its results.
fn pure(m: &Module, op: Op) -> bool {
    is_pure(m, op) && m.ops[op].regions.is_empty() || is_box_read(m.kind(op)) || m.kind(op) == OpKind::Load
}

/// The `dev.enter` that a call of `frt_dev_require` or a `dev.expect` belongs to: the next one.
fn required_by(m: &Module, call: Op) -> Option<Op> {
    let (region, at) = m.position(call);
    m.regions[region].ops[at..].iter().copied().find(|&o| m.kind(o) == OpKind::DevEnter)
}

/// Removes kernels without a launch, and device modules without kernels.
pub fn drop_unused_kernels(m: &mut Module) {
    let all = m.walk(m.top);
    let launched: Vec<String> = all
        .iter()
        .filter(|&&o| m.kind(o) == OpKind::DevLaunch)
        .filter_map(|&o| m.attr_str(o, "kernel").map(str::to_string))
        .collect();
    for &k in &all {
        if m.kind(k) == OpKind::Kernel && !m.attr_str(k, "sym").is_some_and(|s| launched.iter().any(|l| l == s)) {
            m.detach(k);
        }
    }
    for d in m.top_ops(OpKind::DevModule).collect::<Vec<_>>() {
        let body = m.region(d, 0);
        if m.regions[body].ops.is_empty() {
            m.detach(d);
        }
    }
}
