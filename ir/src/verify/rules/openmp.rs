//! OpenMP and the device plan.

use super::loops::one_each;
use super::{Checked, Verdict, need};
use crate::analysis::effects::is_pure;
use crate::choices::{ChoiceAttr, DataSharing, LoopShare, MapKind, Mapping, MemoryOrder, Schedule, SingleKind};
use crate::entity::{Op, Region, Value};
use crate::ops::{Effect, OpKind, Traits};
use crate::passes::openmp::nest;
use crate::reduction;
use crate::types::{Type, TypeKind};
use ferrotran_abi::reduction::ReduceOp;

/// What is mapped: variables, not addresses without a type.
pub(super) fn variables(c: &Checked<'_>, group: usize) -> Verdict {
    need(c.group(group).iter().all(|&v| c.m.ty(v) != Type::PTR), "an address without a type is no variable")
}

/// `omp.map`
pub fn omp_map(c: &Checked<'_>) -> Verdict {
    variables(c, 0)?;
    let bounds = c.group(1).len();
    let rank = if let TypeKind::View { shape, .. } = c.kind(c.ty(0)) { shape.len() } else { 0 };
    need(bounds == 0 || bounds == rank, &format!("{bounds} bounds for a variable of rank {rank}"))?;
    let class = c.m.mapping(c.op).class;
    let descriptor = matches!(c.kind(c.ty(0)), TypeKind::Ref(e) if matches!(c.kind(*e), TypeKind::Box { .. }));
    need(!class || descriptor, "the dynamic type is in a descriptor")?;
    need(!c.m.flag(c.op, "descriptor") || descriptor, "`descriptor` is for descriptors")?;
    let objects = matches!(c.kind(c.m.types.held(c.ty(0))), TypeKind::Derived(_));
    need(!c.m.flag(c.op, "deep") || objects, "only objects have components")?;
    member(c)?;
    let taker = |&u: &Op| c.m.kind(u) == OpKind::OmpMap || c.m.info(u).operands.contains(&"maps...");
    need(c.m.users(c.m.result(c.op)).iter().all(taker), "directives alone take maps")
}

/// What an object holds is mapped as the object.
fn member(c: &Checked<'_>) -> Verdict {
    if !c.m.flag(c.op, "member") {
        return Ok(());
    }
    let object = c.m.opt(c.op, "parent").and_then(|p| c.m.def_of(p, OpKind::OmpMap));
    let Some(object) = object else { return Err("a member has the map of an object as `parent`".into()) };
    let (a, b) = (c.m.mapping(c.op), c.m.mapping(object));
    need(Mapping { class: b.class, ..a } == b, "a member is mapped as its object is")
}

/// `omp.end_on_devices`
pub fn omp_end_on_devices(c: &Checked<'_>) -> Verdict {
    variables(c, 0)
}

/// `omp.target`
pub fn omp_target(c: &Checked<'_>) -> Verdict {
    use MapKind::*;
    map_kinds(c, 3, |kind| matches!(kind, To | From | ToFrom | Alloc))?;
    copies(c, &[])
}

/// Data directives of OpenMP.
pub fn data_maps(c: &Checked<'_>) -> Verdict {
    use MapKind::*;
    map_kinds(c, 2, |kind| match c.m.kind(c.op) {
        OpKind::OmpTargetUpdate => matches!(kind, To | From),
        OpKind::OmpTargetExit => matches!(kind, From | ToFrom | Release | Delete),
        OpKind::OmpTargetEnter => matches!(kind, To | ToFrom | Alloc),
        _ => matches!(kind, To | From | ToFrom | Alloc),
    })
}

fn map_kinds(c: &Checked<'_>, group: usize, fits: impl Fn(MapKind) -> bool) -> Verdict {
    for &v in c.group(group) {
        let Some(map) = c.m.def_of(v, OpKind::OmpMap) else { return Err("a map that no omp.map says".into()) };
        let Some(kind) = c.m.attr_str(map, MapKind::KEY).and_then(MapKind::from_name) else { continue };
        need(fits(kind), &format!("map kind {} has no meaning here", kind.name()))?;
    }
    Ok(())
}

/// `omp.wsloop`
pub fn omp_wsloop(c: &Checked<'_>) -> Verdict {
    let Some(nest) = nest::root(c.m, c.op) else { return Err("the body is one loop nest".into()) };
    collapse(c, nest)?;
    let mut at = nest;
    while at != c.op {
        let region = c.m.position(at).0;
        need(c.m.regions[region].ops.iter().all(|&o| o == at || is_pure(c.m, o)), "the body is one loop nest")?;
        at = c.m.regions[region].parent.unwrap_or(c.op);
    }
    need(c.group(1).is_empty() || c.m.flag(c.op, "kind"), "`dist_chunk` is for loops that teams share")?;
    use Schedule::*;
    let by_chunks = matches!(c.m.choice_opt(c.op), Some(Static | Dynamic | Guided));
    need(c.group(0).is_empty() || by_chunks, "iterations are not shared by chunks of that size")?;
    let distribute = c.m.choice_opt(c.op) == Some(LoopShare::Distribute);
    need(!distribute || !c.m.flag(c.op, "ordered"), "what teams share has no order")?;
    copies(c, &[])
}

/// `omp.simd`
pub fn omp_simd(c: &Checked<'_>) -> Verdict {
    need(c.items("alignments").len() == c.group(0).len(), "`alignments` has a number for each of `aligned`")?;
    copies(c, &[])
}

/// `omp.sections`
pub fn omp_sections(c: &Checked<'_>) -> Verdict {
    let ops = &c.m.regions[c.m.region(c.op, 0)].ops;
    let sections = ops.iter().filter(|&&o| c.m.kind(o) == OpKind::OmpSection).count();
    let pure = ops.iter().all(|&o| c.m.kind(o) == OpKind::OmpSection || is_pure(c.m, o));
    need(sections > 0 && pure, "the body is one or more sections")?;
    copies(c, &[])
}

/// `omp.section`
pub fn omp_section(c: &Checked<'_>) -> Verdict {
    let around = c.m.parent_op(c.op).map(|p| c.m.kind(p));
    need(around == Some(OpKind::OmpSections), "stands in no omp.sections")
}

/// `omp.loop_nest`
pub fn omp_loop_nest(c: &Checked<'_>) -> Verdict {
    let n = c.group(0).len();
    need(n > 0 && c.group(1).len() == n && c.group(2).len() == n, "bounds and steps are not as many")?;
    let sloped = nest::slopes(c.m, c.op);
    need(c.items("sloped").len() == 3 * c.group(3).len(), "`sloped` has three numbers for each slope")?;
    let mut seen: Vec<(usize, bool)> = Vec::new();
    for s in &sloped {
        need(s.outer < s.of && s.of < n, "a bound depends on the variable of a loop further out")?;
        need(!seen.contains(&(s.of, s.upper)), "a bound depends on one variable")?;
        seen.push((s.of, s.upper));
    }
    c.args_are(c.m.region(c.op, 0), &vec![c.ty(0); n])
}

/// How many loops a construct takes, where transformations generate them.
fn collapse(c: &Checked<'_>, nest: Op) -> Verdict {
    let taken = c.m.attr_int(c.op, "collapse");
    need(taken != Some(0), "a construct takes one loop or more")?;
    let generated = nest::is_transformation(c.m.kind(nest));
    need(taken.is_some() || !generated, "`collapse` says how many of the generated loops are taken")
}

/// The nests in a transformation.
fn nests(c: &Checked<'_>) -> Result<usize, String> {
    let ops = &c.m.regions[c.m.region(c.op, 0)].ops;
    let nest = |&&o: &&Op| c.m.kind(o) == OpKind::OmpLoopNest || nest::is_transformation(c.m.kind(o));
    let n = ops.iter().filter(nest).count();
    need(ops.iter().all(|o| nest(&o) || is_pure(c.m, *o)), "there are only nests in a transformation")?;
    Ok(n)
}

/// `omp.tile`, `omp.stripe`, `omp.unroll` and `omp.reverse`
pub fn omp_transformation(c: &Checked<'_>) -> Verdict {
    need(nests(c)? == 1, "a transformation has one nest")?;
    let sized = matches!(c.m.kind(c.op), OpKind::OmpTile | OpKind::OmpStripe);
    need(!sized || !c.group(0).is_empty(), "there is a size for each loop")?;
    let unroll = c.m.kind(c.op) == OpKind::OmpUnroll;
    need(!unroll || !c.m.flag(c.op, "full") || c.group(0).is_empty(), "a loop is unrolled by a factor or as a whole")
}

/// `omp.interchange`
pub fn omp_interchange(c: &Checked<'_>) -> Verdict {
    need(nests(c)? == 1, "a transformation has one nest")?;
    let mut order: Vec<i64> = c.items("permutation").iter().filter_map(|a| a.as_int()).collect();
    order.sort_unstable();
    need(!order.is_empty() && order.iter().copied().eq(0..order.len() as i64), "`permutation` has each loop once")
}

/// `omp.split`
pub fn omp_split(c: &Checked<'_>) -> Verdict {
    need(nests(c)? == 1, "a transformation has one nest")?;
    let parts = c.items("counts").len() as i64;
    need(parts > 0 && c.m.attr_int(c.op, "fill").is_some_and(|k| k < parts), "there is a count for each part")
}

/// `omp.fuse`
pub fn omp_fuse(c: &Checked<'_>) -> Verdict {
    need(nests(c)? > 0, "there are nests to be fused")?;
    let range = c.m.flag(c.op, "first") == c.m.flag(c.op, "count");
    need(range && c.m.attr_int(c.op, "count") != Some(0), "`first` and `count` name nests")
}

/// `omp.scan`
pub fn omp_scan(c: &Checked<'_>) -> Verdict {
    let reductions = c.m.copies(c.op).into_iter().all(|copy| copy.how == DataSharing::Reduction);
    need(reductions, "a scan has reductions")?;
    copies(c, &[])
}

/// `omp.last_iteration` and `omp.iteration`
pub fn omp_last_iteration(c: &Checked<'_>) -> Verdict {
    let mut at = c.op;
    while let Some(p) = c.m.parent_op(at) {
        if c.m.kind(p) == OpKind::OmpLoopNest {
            return Ok(());
        }
        at = p;
    }
    Err("stands in no loop nest".into())
}

/// `omp.recipe`
pub fn omp_recipe(c: &Checked<'_>) -> Verdict {
    let [init, copy, combine, dealloc] = [0, 1, 2, 3].map(|i| c.m.region(c.op, i));
    let (&[original, ref more @ ..], &[fresh]) = (c.m.args(init), c.yielded(init)) else {
        return Err("`init` makes one variable from one".into());
    };
    let more: Vec<Type> = more.iter().map(|&v| c.m.ty(v)).collect();
    let (original, fresh) = (c.m.ty(original), c.m.ty(fresh));
    for t in [original, fresh] {
        let variable = matches!(c.kind(t), TypeKind::Ref(_) | TypeKind::View { .. });
        need(variable, "a recipe is for a ref, a view or a ref<box>")?;
    }
    let way = c.m.flag(c.op, "linear").then(|| c.m.types.held(fresh));
    let copied: Vec<Type> = [original, fresh].into_iter().chain(way).collect();
    c.args_are(copy, &copied)?;
    c.args_are(combine, &[&[original, fresh], &more[..]].concat())?;
    c.args_are(dealloc, &[&[fresh], &more[..]].concat())?;
    // Its code is repeated, several times in one procedure, and control comes to what is behind it.
    let leads = |&o: &Op| c.m.attr(o, "copies").is_some() || matches!(c.m.kind(o), OpKind::Label | OpKind::Return);
    let inside = [init, copy, combine, dealloc].iter().any(|&r| c.m.walk(r).iter().any(leads));
    need(!inside, "a recipe has no labels, returns from no procedure, and makes no use of recipes")?;
    let ends = |&r: &Region| c.m.regions[r].ops.last().is_some_and(|&o| c.m.has(o, Traits::TERMINATOR));
    need(![copy, combine, dealloc].iter().any(ends), "`copy`, `combine` and `dealloc` end where control comes to")
}

/// `omp.single`
pub fn omp_single(c: &Checked<'_>) -> Verdict {
    let masked = c.m.choice_opt(c.op) == Some(SingleKind::Masked);
    need(masked || c.group(0).is_empty(), "`filter` is for masked")?;
    let single = matches!(c.m.choice_opt(c.op), None | Some(SingleKind::Single));
    let all = c.group(2).is_empty() || single && !c.m.flag(c.op, "nowait");
    need(all, "the values of one thread go to those that wait for it")?;
    received(c, "copyprivate", DataSharing::Copyprivate)?;
    copies(c, &[])
}

/// `omp.parallel`
pub fn omp_parallel(c: &Checked<'_>) -> Verdict {
    received(c, "copyin", DataSharing::Copyin)?;
    copies(c, &[])
}

/// Variables that get values of another thread's, by the copy of their recipes.
fn received(c: &Checked<'_>, key: &str, how: DataSharing) -> Verdict {
    let variables = c.m.group(c.op, key);
    one_each(c.items(key), variables.len(), key)?;
    for (copy, &variable) in c.m.copies_in(c.op, key).iter().zip(variables) {
        need(copy.how == how, &format!("the sharing of what is in `{key}` is {key}"))?;
        recipe_of(c, &copy.recipe, variable)?;
    }
    Ok(())
}

/// `omp.reduced`
pub fn omp_reduced(c: &Checked<'_>) -> Verdict {
    let bounds = c.group(1).len();
    let rank = match c.kind(c.ty(0)) {
        TypeKind::View { shape, .. } => shape.len(),
        _ => 0,
    };
    need(bounds == 0 || bounds == rank, "there are bounds for each dimension of a view")
}

/// The recipe of that name, which is for such a variable.
fn recipe_of(c: &Checked<'_>, name: &str, variable: Value) -> Result<Op, String> {
    let recipe = c.symbols.linked(name).filter(|&r| c.m.kind(r) == OpKind::OmpRecipe);
    let Some(recipe) = recipe else { return Err(format!("there is no omp.recipe {name}")) };
    let wanted = [&[variable], &c.m.reduced_with(variable).unwrap_or_default()[..]].concat();
    let types = |l: &[Value]| l.iter().map(|&v| c.m.ty(v)).collect::<Vec<Type>>();
    let fits = types(c.m.args(c.m.region(recipe, 0))) == types(&wanted);
    need(fits, &format!("the recipe {name} is not for a variable of this type"))?;
    Ok(recipe)
}

/// Constructs that make copies of variables and have no other arguments of their bodies.
pub fn omp_copies(c: &Checked<'_>) -> Verdict {
    copies(c, &[])
}

/// Checks the copies of a construct: recipes are for the types of the originals, and the body has an argument for each
/// copy behind those of the types `before`.
fn copies(c: &Checked<'_>, before: &[Type]) -> Verdict {
    let originals = c.m.group(c.op, "originals");
    one_each(c.items("copies"), originals.len(), "copies")?;
    let mut args = before.to_vec();
    let of_loops = c.m.copies(c.op).iter().filter(|copy| copy.how.is_loop_variable()).count();
    let gives = c.m.copies(c.op).iter().any(|copy| copy.how.gives_value());
    let generated = c.m.attr(c.op, "collapse").is_some();
    let loops = nest::find(c.m, c.op).filter(|_| !generated).map_or(0, |n| c.m.group(n, "lbs").len());
    let last = loops > 0 || generated || c.m.kind(c.op) == OpKind::OmpSections;
    need(last || !gives, "only a loop has a last iteration")?;
    need(of_loops == 0 || of_loops == loops, "variables of loops are not as many as the loops")?;
    let mut steps = c.m.steps(c.op).iter().map(|&v| c.m.ty(v));
    let reductions = c.m.copies(c.op).into_iter().map(|copy| copy.how.is_reduction());
    need(reductions.is_sorted(), "reductions stand behind the other copies")?;
    for (copy, &original) in c.m.copies(c.op).iter().zip(originals) {
        let received = matches!(copy.how, DataSharing::Copyin | DataSharing::Copyprivate);
        need(!received, "what gets values of another thread's is no copy that the construct makes")?;
        let recipe = recipe_of(c, &copy.recipe, original)?;
        let init = c.m.region(recipe, 0);
        let linear = copy.how.is_linear();
        need(linear == c.m.flag(recipe, "linear"), "a recipe is for linear variables or for others")?;
        let step = c.m.types.held(c.m.ty(original));
        need(!linear || steps.next() == Some(step), "`linear` has a step of its type for each linear variable")?;
        let tasks = matches!(c.m.kind(c.op), OpKind::OmpTask | OpKind::OmpTargetTask | OpKind::OmpTaskloop);
        need(tasks == (copy.how == DataSharing::InReduction) || !copy.how.is_reduction(), "in_reduction is for tasks")?;
        let fresh = c.yielded(init).iter().map(|&v| c.m.ty(v));
        let number =
            |t: Type| matches!(c.kind(t), TypeKind::Ref(e) if matches!(c.kind(*e), TypeKind::Int(_) | TypeKind::Index));
        need(!copy.how.is_loop_variable() || fresh.clone().all(number), "the variable of a loop is an integer")?;
        args.extend(fresh);
    }
    need(steps.next().is_none(), "`linear` has a step of its type for each linear variable")?;
    c.args_are(c.m.region(c.op, 0), &args)
}

/// `omp.reduce_into`
pub fn omp_reduce_into(c: &Checked<'_>) -> Verdict {
    let kind: ReduceOp = c.m.choice(c.op);
    let elem = c.elem(c.ty(0));
    // The strides of the shared variable are its own.
    let arrays = |v: Type| matches!(c.kind(v), TypeKind::View { .. });
    c.fit(elem == c.elem(c.ty(1)) && arrays(c.ty(0)) == arrays(c.ty(1)))?;
    if arrays(c.ty(0)) {
        c.fit(c.shapes_fit(c.ty(0), c.ty(1)))?;
    }
    let fits = reduction::sort(c.kind(elem)).is_some_and(|s| kind.takes(s));
    need(fits, &format!("{} of values of type {}", kind.name(), c.m.types.text(elem)))
}

/// What atomic operations are about: numbers, truth values and addresses.
fn is_atomic_type(k: &TypeKind) -> bool {
    matches!(
        k,
        TypeKind::Int(_)
            | TypeKind::Index
            | TypeKind::Logical(_)
            | TypeKind::Float(_)
            | TypeKind::Complex(_)
            | TypeKind::Ptr
    )
}

fn atomic_variable(c: &Checked<'_>) -> Verdict {
    let elem = c.elem(c.ty(0));
    need(is_atomic_type(c.kind(elem)), &format!("an atomic operation on a value of type {}", c.m.types.text(elem)))
}

/// `omp.atomic_read`
pub fn omp_atomic_read(c: &Checked<'_>) -> Verdict {
    atomic_variable(c)?;
    c.fit(c.m.ty(c.m.result(c.op)) == c.elem(c.ty(0)))
}

/// `omp.atomic_write`
pub fn omp_atomic_write(c: &Checked<'_>) -> Verdict {
    atomic_variable(c)?;
    c.fit(c.ty(1) == c.elem(c.ty(0)))
}

/// `omp.atomic_update`
pub fn omp_atomic_update(c: &Checked<'_>) -> Verdict {
    atomic_variable(c)?;
    let elem = c.elem(c.ty(0));
    let body = c.m.region(c.op, 0);
    c.args_are(body, &[elem])?;
    let results = &c.m.ops[c.op].results;
    let yielded: Vec<Type> = c.yielded(body).iter().map(|&v| c.m.ty(v)).collect();
    let want = std::iter::once(elem).chain(results.iter().map(|&v| c.m.ty(v)));
    need(yielded.into_iter().eq(want), "the body ends with the new value and one value for each result")?;
    let changes = |&o: &Op| {
        let effects = &c.m.info(o).effects;
        effects.iter().any(|e| !matches!(e, Effect::Reads(_) | Effect::TrapsOnZero(_) | Effect::Traps))
    };
    match c.m.walk(body).into_iter().find(|o| !c.m.has(*o, Traits::TERMINATOR) && changes(o)) {
        Some(o) => need(false, &format!("{} in the body, which may run more than once", c.m.info(o).name)),
        None => Ok(()),
    }
}

/// `omp.task_depend`, and in `omp.task`
pub fn dep_kinds(c: &Checked<'_>) -> Verdict {
    let deps = c.m.group(c.op, "deps").len();
    one_each(c.items("dep_kinds"), deps, "dep_kinds")
}

/// `omp.interop`
pub fn omp_interop(c: &Checked<'_>) -> Verdict {
    let objects = c.m.group(c.op, "objects");
    need(objects.iter().all(|&v| c.elem(c.m.ty(v)) == Type::I64), "an object is an integer of 64 bits")?;
    one_each(c.items("actions"), objects.len(), "actions")?;
    need(!objects.is_empty(), "interop is about objects")?;
    if c.m.attr(c.op, "prefer").is_some() {
        one_each(c.items("prefer"), objects.len(), "prefer")?;
    }
    dep_kinds(c)
}

/// `omp.depobj`
pub fn omp_depobj(c: &Checked<'_>) -> Verdict {
    let kinds = c.items("dep_kinds").len();
    need(kinds == 1 || kinds == 0 && c.group(1).is_empty(), "a dependence object has one kind")
}

/// `omp.flush`
pub fn omp_flush(c: &Checked<'_>) -> Verdict {
    need(c.m.choice_opt(c.op) != Some(MemoryOrder::Relaxed), "a flush orders something")
}

/// `omp.taskgroup`
pub fn omp_taskgroup(c: &Checked<'_>) -> Verdict {
    variables(c, 0)?;
    need(c.group(0).len() == c.group(1).len(), "variables and sizes are not as many")
}

/// `omp.target_task`
pub fn omp_target_task(c: &Checked<'_>) -> Verdict {
    dep_kinds(c)?;
    need(c.group(0).is_empty() || c.m.flag(c.op, "nowait"), "only a task with `nowait` is deferred")?;
    copies(c, &[])
}

/// `omp.taskloop`
pub fn omp_taskloop(c: &Checked<'_>) -> Verdict {
    need(c.group(0).is_empty() || c.group(1).is_empty(), "the size of tasks and their number are given")?;
    let Some(nest) = nest::root(c.m, c.op) else { return Err("the body has one loop nest".into()) };
    collapse(c, nest)?;
    copies(c, &[])
}

/// `omp.task`
pub fn omp_task(c: &Checked<'_>) -> Verdict {
    dep_kinds(c)?;
    let event = c.m.group(c.op, "event").first();
    let made = event.is_none_or(|&v| c.m.def_of(v, OpKind::OmpEvent).is_some());
    need(made, "the event of a task is that of an omp.event")?;
    copies(c, &[])
}
