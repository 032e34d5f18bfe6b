//! What may not happen in bodies that stand for values, and in pure procedures.

use super::symbols::Symbols;
use crate::analysis::alias::root;
use crate::analysis::effects::{Access, own_writes};
use crate::choices::DeclareAttr;
use crate::entity::{Op, Region, Value};
use crate::module::Module;
use crate::ops::{Effect, OpKind, Traits};
use ferrotran_abi::rt;

/// True for ops whose regions give values and change nothing.
pub fn has_pure_body(kind: OpKind) -> bool {
    matches!(kind, OpKind::ArrayElemental | OpKind::ArrayForall | OpKind::LibMatmul)
}

/// True for ops that wait for other threads of the team or tasks, or give devices something to do.
pub fn orders_threads(kind: OpKind) -> bool {
    use OpKind::*;
    matches!(
        kind,
        OmpBarrier
            | OmpTaskwait
            | OmpTaskgroup
            | OmpTaskgraph
            | OmpTaskDepend
            | OmpSingle
            | OmpWsLoop
            | OmpSections
            | OmpWorkshare
            | OmpOrdered
            | OmpTeams
            | OmpWorkdistribute
            | OmpTarget
            | OmpTargetData
            | OmpTargetEnter
            | OmpTargetExit
            | OmpTargetUpdate
            | OmpTargetTask
            | OmpMapsEnd
            | OmpMapsKept
            | OmpEndOnDevices
            | DevEnter
            | DevHost
            | DevLeave
            | DevLaunch
            | DevMap
            | DevUnmap
            | DevUpdate
    )
}

/// The variable that an op changes though it is `constant`. What a procedure does with a dummy argument it need not do where
/// the actual argument is a constant, and its body may stand in place of the call.
pub fn changed_constant<'m>(m: &'m Module, symbols: &Symbols<'m>, op: Op) -> Option<&'m str> {
    if matches!(m.kind(op), OpKind::Call | OpKind::CallPtr) {
        return None;
    }
    own_writes(m, op).into_iter().find_map(|a| {
        let (Access::Data(v) | Access::Desc(v)) = a else { return None };
        let mut v = v;
        loop {
            let d = m.def(v)?;
            match m.kind(d) {
                OpKind::Declare if m.has_choice(d, DeclareAttr::Dummy) => return None,
                OpKind::AddrOf => {
                    let sym = m.attr_str(d, "sym")?;
                    return symbols.linked(sym).filter(|&g| m.flag(g, "constant")).map(|_| sym);
                }
                _ if m.has(d, Traits::ADDRESS) => v = m.operand(d, 0),
                _ => return None,
            }
        }
    })
}

/// True for ops that other threads or devices take part in.
pub fn is_shared(m: &Module, op: Op) -> bool {
    m.info(op).effects.contains(&Effect::Synchronizes)
}

/// True for what opens, closes, positions or asks of an external file. Internal files are written and read by the same
/// functions as others, so that transfers are left to those who make the call.
pub fn controls_file(m: &Module, op: Op) -> bool {
    const CONTROL: [rt::RuntimeFn; 8] = [
        rt::frt_open,
        rt::frt_close,
        rt::frt_inquire,
        rt::frt_rewind,
        rt::frt_backspace,
        rt::frt_endfile,
        rt::frt_flush,
        rt::frt_wait,
    ];
    m.runtime_fn(op).is_some_and(|f| CONTROL.contains(&f))
}

/// True where an op of a body that stands for a value changes anything but what was made in the body.
pub fn changes_more(m: &Module, op: Op, body: Region) -> bool {
    own_writes(m, op).into_iter().any(|a| match a {
        Access::All | Access::Object(_) | Access::Described(_) | Access::Static(_) => !call_is_harmless(m, op),
        Access::Data(v) | Access::Desc(v) | Access::Pointee(v) => !is_made_in(m, v, body),
    })
}

/// True for labels, pure calls, and functions of the runtime that only make and change values.
fn call_is_harmless(m: &Module, op: Op) -> bool {
    if m.kind(op) == OpKind::Label || m.flag(op, "pure") {
        return true;
    }
    let family = |f: rt::RuntimeFn| f.place().0;
    let outside = [family(rt::frt_write_end), family(rt::frt_dev_update)];
    m.runtime_fn(op).is_some_and(|f| !outside.contains(&family(f)))
}

/// True where the object behind an address was made in a region, as far as can be seen.
fn is_made_in(m: &Module, v: Value, body: Region) -> bool {
    let r = root(m, v);
    m.def_of(r, OpKind::AddrOf).is_none() && m.home(r).is_some_and(|home| m.is_inside(home, body))
}
