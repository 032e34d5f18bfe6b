//! Procedures and calls.

use super::{Checked, Verdict, need};
use crate::analysis::calls;
use crate::choices::CallEffects;
use crate::entity::{Op, Value};
use crate::module::{Attr, Module};
use crate::ops::OpKind;
use crate::types::{Type, TypeKind};
use ferrotran_abi::MachineTy;

/// What the machine passes for a value of a type.
#[derive(PartialEq, Eq, Debug)]
enum Passed {
    Address,
    Int(u8),
    Float(u8),
    Complex(u8),
    /// Address and length.
    Text,
    /// A view, an array or a map, of no use to a callee.
    Other,
}

fn passed(m: &Module, t: Type) -> Passed {
    match m.types.kind(t) {
        TypeKind::Ptr | TypeKind::Ref(_) => Passed::Address,
        TypeKind::Bool => Passed::Int(8),
        TypeKind::Int(bits) | TypeKind::Logical(bits) => Passed::Int(*bits),
        TypeKind::Index => Passed::Int(64),
        TypeKind::Float(bits) => Passed::Float(*bits),
        TypeKind::Complex(bits) => Passed::Complex(*bits),
        TypeKind::Char(..) => Passed::Text,
        TypeKind::Derived(_)
        | TypeKind::Box { .. }
        | TypeKind::View { .. }
        | TypeKind::Array { .. }
        | TypeKind::Vec { .. }
        | TypeKind::Map
        | TypeKind::Bounds => Passed::Other,
    }
}

/// Types that arguments and results of procedures may have.
fn passable(m: &Module, t: Type) -> bool {
    passed(m, t) != Passed::Other
}

/// Types that results of procedures may have: those that come as one value. A string without a length in its type is two.
fn is_one_word(m: &Module, t: Type) -> bool {
    passable(m, t) && !matches!(m.types.kind(m.types.elem(t)), TypeKind::Char(None, _))
}

/// Checks that calls give results of these types.
fn returned(m: &Module, types: &[Type]) -> Verdict {
    need(types.iter().all(|&t| is_one_word(m, t)), "a result has a type that calls do not give")
}

/// Types of the results of a call.
fn given(c: &Checked<'_>) -> Vec<Type> {
    c.m.ops[c.op].results.iter().map(|&v| c.m.ty(v)).collect()
}

/// Result types of a procedure.
fn results_of(m: &Module, func: Op) -> Vec<Type> {
    let list = m.attr(func, "results").map(Attr::items).unwrap_or_default();
    list.iter().filter_map(|a| if let Attr::Type(t) = a { Some(*t) } else { None }).collect()
}

/// Checks that a func.return gives what its procedure or kernel does.
pub fn fits_results(m: &Module, func: Op, ret: Op) -> Verdict {
    let want = results_of(m, func);
    let have: Vec<Type> = m.operands(ret).iter().map(|&v| m.ty(v)).collect();
    let text = |list: &[Type]| list.iter().map(|&t| m.types.text(t)).collect::<Vec<_>>().join(", ");
    if have == want {
        return Ok(());
    }
    Err(format!("gives ({}), the results are ({})", text(&have), text(&want)))
}

/// `func.func`
pub fn func(c: &Checked<'_>) -> Verdict {
    let args = c.m.args(c.m.region(c.op, 0));
    need(args.iter().all(|&v| passable(c.m, c.m.ty(v))), "an argument has a type that calls do not pass")?;
    let results = results_of(c.m, c.op);
    returned(c.m, &results)?;
    own_name(c, "procedure")?;
    let none = args.is_empty() && results.is_empty();
    let several = ["main", "constructor", "available"].iter().filter(|k| c.m.flag(c.op, k)).count() > 1;
    need(!several, "only one of `main`, `constructor` and `available` is true")?;
    need(!c.m.flag(c.op, "struct_result") || results.is_empty(), "a `struct_result` is the only result")?;
    need(!c.m.flag(c.op, "constructor") || none, "a constructor has no arguments and no results")?;
    if c.m.flag(c.op, "main") {
        need(none, "the main program has no arguments and no results")?;
        need(c.symbols.main() == Some(c.op), "there is a main program already")?;
    }
    structures(c, args)
}

/// What the runtime calls and is called by has the names of its table alone.
pub(super) fn own_name(c: &Checked<'_>, what: &str) -> Verdict {
    let sym = c.word("sym");
    let taken = sym.starts_with("frt_") && ferrotran_abi::lookup(sym).is_some();
    need(!taken, &format!("the runtime has the {what} {sym}"))
}

/// `byval` and `struct_result` name arguments that are addresses.
fn structures(c: &Checked<'_>, args: &[Value]) -> Verdict {
    let address = |i: usize| args.get(i).is_some_and(|&v| passed(c.m, c.m.ty(v)) == Passed::Address);
    let by_value = c.items("byval").iter().all(|a| a.as_int().is_some_and(|i| address(i as usize)));
    need(by_value, "`byval` names what is no argument, or no address")?;
    let mut numbers: Vec<i64> = c.items("byval").iter().filter_map(Attr::as_int).collect();
    numbers.sort_unstable();
    need(numbers.windows(2).all(|w| w[0] != w[1]), "`byval` names an argument twice")?;
    need(!c.m.flag(c.op, "struct_result") || address(0), "`struct_result` demands an address as first argument")
}

/// `func.call`
pub fn call(c: &Checked<'_>) -> Verdict {
    let m = c.m;
    let args = m.operands(c.op);
    need(args.iter().all(|&v| passable(m, m.ty(v))), "an argument has a type that calls do not pass")?;
    structures(c, args)?;
    need(calls::names_operands(m, c.op), "`reads` or `writes` names an operand that is not there, or no address")?;
    let writes = !c.items("writes").is_empty();
    need(!writes || m.choice_opt(c.op) != Some(CallEffects::Read), "what only reads has nothing in `writes`")?;
    let variable = |a: &Attr| matches!(a.items().first().unwrap_or(a), Attr::Sym(_));
    need(!m.flag(c.op, "pure") || !c.items("writes").iter().any(variable), "what is `pure` writes no variable")?;
    returned(m, &given(c))?;
    let callee = c.word("callee");
    let func = c.symbols.linked(callee);
    // What the module does not define is known by its name. Routines with C binding pass structures as C does.
    let structs = m.flag(c.op, "struct_result") || m.flag(c.op, "byval");
    let known = func.is_none() && !structs && ferrotran_abi::lookup(callee).is_some();
    if m.flag(c.op, "runtime") || known {
        return runtime_call(c, callee);
    }
    let Some(func) = func else { return need(c.symbols.kernel(callee).is_none(), "a kernel is launched, not called") };
    need(m.kind(func) == OpKind::Func, "`callee` is no procedure")?;
    need(!m.flag(func, "main"), "the main program is not called")?;
    let alike = ["byval", "struct_result"].iter().all(|k| m.attr(c.op, k) == m.attr(func, k));
    need(alike, &format!("passes structures otherwise than {callee}"))?;
    need(!m.flag(c.op, "pure") || m.flag(func, "pure"), &format!("{callee} is not pure"))?;
    let params = m.ops[func].regions.first().map(|&r| m.args(r)).unwrap_or_default();
    let fits = |(&a, &p): (&Value, &Value)| passed(m, m.ty(a)) == passed(m, m.ty(p));
    if args.len() != params.len() {
        return Err(format!("{callee} has {} arguments, not {}", params.len(), args.len()));
    }
    if let Some(i) = args.iter().zip(params).position(|pair| !fits(pair)) {
        let (a, p) = (m.types.text(m.ty(args[i])), m.types.text(m.ty(params[i])));
        return Err(format!("argument {} of {callee} has type {p}, not {a}", i + 1));
    }
    let want = results_of(m, func);
    let have = &m.ops[c.op].results;
    let fits = have.len() == want.len() && have.iter().zip(&want).all(|(&h, &w)| passed(m, m.ty(h)) == passed(m, w));
    // What a function gives may be left.
    need(fits || have.is_empty(), &format!("results are not those of {callee}"))
}

/// A call of a function of the runtime.
fn runtime_call(c: &Checked<'_>, callee: &str) -> Verdict {
    let m = c.m;
    let Some(f) = ferrotran_abi::lookup(callee) else { return Err(format!("the runtime has no function {callee}")) };
    let machine = |ty: MachineTy| match ty {
        MachineTy::Ptr => Passed::Address,
        MachineTy::I8 => Passed::Int(8),
        MachineTy::I32 => Passed::Int(32),
        MachineTy::I64 => Passed::Int(64),
        MachineTy::F32 => Passed::Float(32),
        MachineTy::F64 => Passed::Float(64),
    };
    let args = m.operands(c.op);
    // What no register holds goes by address; such a result is the first argument.
    let of = |v: Value| if m.types.is_wide(m.ty(v)) { Passed::Address } else { passed(m, m.ty(v)) };
    let wide = args.iter().chain(&m.ops[c.op].results).any(|&v| m.types.is_wide(m.ty(v)));
    // The back end widens integers beside them.
    let fits = |a: Passed, p: Passed| a == p || (wide && matches!((a, p), (Passed::Int(_), Passed::Int(_))));
    let results = m.ops[c.op].results.as_slice();
    let (params, results) = match results {
        [v] if m.types.is_wide(m.ty(*v)) => (f.params().get(1..).unwrap_or_default(), &results[1..]),
        _ => (f.params(), results),
    };
    if args.len() != params.len() {
        return Err(format!("{callee} has {} arguments, not {}", params.len(), args.len()));
    }
    let wrong = args.iter().zip(params).find(|&(&a, &(_, p))| !fits(of(a), machine(p)));
    if let Some((&a, (name, p))) = wrong {
        return Err(format!("argument {name} of {callee} is {p:?}, not {}", m.types.text(m.ty(a))));
    }
    match (results, f.result()) {
        ([], _) => Ok(()),
        ([v], Some(r)) if fits(of(*v), machine(r)) => Ok(()),
        _ => Err(format!("the result is not that of {callee}")),
    }
}

/// `func.call_ptr`
pub fn call_ptr(c: &Checked<'_>) -> Verdict {
    let args = c.group(1);
    need(args.iter().all(|&v| passable(c.m, c.m.ty(v))), "an argument has a type that calls do not pass")?;
    structures(c, args)?;
    returned(c.m, &given(c))
}

/// `func.addr`
pub fn func_addr(c: &Checked<'_>) -> Verdict {
    let is_func = |f| c.m.kind(f) == OpKind::Func && !c.m.flag(f, "main");
    let callee = c.word("callee");
    let fits = c.symbols.linked(callee).map_or(c.symbols.kernel(callee).is_none(), is_func);
    need(fits, "`callee` is no procedure that can be called")
}
