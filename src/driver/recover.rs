//! What the errors of the parser leave of a file: whether the rest can be analysed, too.

use crate::diag::ErrorCode;
use crate::source::{SourceMap, Span};
use crate::syntax::ast::{Expr, ExprKind, File, Stmt, StmtKind, Unit, UnitKind};

/// Whether an error is about a single statement.
pub(crate) fn of_a_statement(code: Option<ErrorCode>) -> bool {
    use ErrorCode as C;
    matches!(
        code,
        Some(C::Syntax | C::UnbalancedParens | C::BadLiteral | C::UnknownStatement | C::BadCharacter | C::BadLabel)
    )
}

/// Whether the errors at these places are in executable statements that could not be parsed, and nothing else could not
/// be: the declarations are all there then, and so are the constructs.
pub(crate) fn only_statements(files: &[&File], map: &SourceMap, errors: &[u32]) -> bool {
    files
        .iter()
        .flat_map(|f| &f.units)
        .map(|u| of_unit(u, map))
        .try_fold(vec![], |mut all, lost| {
            all.extend(lost?);
            Some(all)
        })
        .is_some_and(|lost| covers(&lost, errors))
}

fn covers(lost: &[Span], errors: &[u32]) -> bool {
    errors.iter().all(|e| lost.iter().any(|s| (s.lo..=s.hi).contains(e)))
}

/// Drops the program units that an error in the order of statements is in, or before, and marks those that declarations
/// are missing of; gives the names of modules among those dropped. Errors are places, and whether a single statement was not understood.
pub(crate) fn keep_sound<'t>(
    files: impl Iterator<Item = &'t mut File>,
    map: &SourceMap,
    errors: &[(u32, bool)],
) -> Vec<String> {
    let mut lost = vec![];
    for f in files {
        let Some(first) = f.units.first().map(|u| u.span.lo) else { continue };
        let file = map.file_at(first);
        let here = |at: u32| map.file_at(at) == file;
        let cut = errors.iter().filter(|e| !e.1 && here(e.0)).map(|e| e.0).min();
        for u in &mut f.units {
            mark_lost(u, map, errors);
        }
        f.units.retain(|u| {
            let sound = cut.is_none_or(|c| extent(u) < c);
            if let (false, Some(key)) = (sound, crate::sema::module_key(u)) {
                lost.push(key.to_string());
            }
            sound
        });
    }
    lost
}

/// Marks the units of which more than executable statements was not understood.
fn mark_lost(u: &mut Unit, map: &SourceMap, errors: &[(u32, bool)]) {
    let inner: Vec<(u32, u32)> = u.contains.iter().map(|c| (c.span.lo, extent(c))).collect();
    let within = |e: u32| (u.span.lo..=extent(u)).contains(&e) && !inner.iter().any(|(l, h)| (*l..=*h).contains(&e));
    let own: Vec<u32> = errors.iter().map(|e| e.0).filter(|e| within(*e)).collect();
    let contains = std::mem::take(&mut u.contains);
    u.lost = !own.is_empty() && !of_unit(u, map).is_some_and(|lost| covers(&lost, &own));
    u.contains = contains;
    for c in &mut u.contains {
        mark_lost(c, map, errors);
    }
}

/// Where a unit ends, its END statement or not.
fn extent(u: &Unit) -> u32 {
    let last = u.spec.iter().chain(&u.body).map(|s| s.span.hi).max().unwrap_or(0);
    u.contains.iter().map(extent).chain([last, u.end_span.hi, u.span.hi]).max().unwrap_or(0)
}

/// Whether a statement that was not understood cannot have been a declaration.
fn executable(s: &Stmt, map: &SourceMap) -> bool {
    let text = String::from_utf8_lossy(map.text(s.span)).to_ascii_lowercase();
    let begins = |words: &[&str]| words.iter().any(|w| text.trim_start().starts_with(w));
    let said = ["call", "print", "write", "read", "if", "allocate", "deallocate", "open", "close", "stop", "goto"];
    let declared = ["int", "real", "comp", "log", "char", "doub", "type", "class", "par", "data", "dim", "impl", "use"];
    !text.contains("::") && (begins(&said) || text.contains('=') && !begins(&declared))
}

fn of_unit(u: &Unit, map: &SourceMap) -> Option<Vec<Span>> {
    let lost = |s: &Stmt| matches!(s.kind, StmtKind::Error);
    if u.spec.iter().any(lost) {
        return None;
    }
    for s in &u.spec {
        if let StmtKind::Interface(b) = &s.kind
            && !b.bodies.iter().all(|b| of_unit(b, map).is_some_and(|l| l.is_empty()))
        {
            return None;
        }
    }
    // A declaration that was not understood may be the first of what seems to be the body.
    let program = matches!(u.kind, UnitKind::Program | UnitKind::Subroutine(_) | UnitKind::Function { .. });
    if u.body.first().is_some_and(|s| lost(s) && !executable(s, map)) || !program && u.body.iter().any(lost) {
        return None;
    }
    let mut out = vec![];
    of_block(&u.body, &mut out)?;
    for c in &u.contains {
        out.extend(of_unit(c, map)?);
    }
    Some(out)
}

fn of_block(b: &[Stmt], out: &mut Vec<Span>) -> Option<()> {
    for s in b {
        match &s.kind {
            StmtKind::Error => out.push(s.span),
            StmtKind::BlockConstruct { spec, .. } if spec.iter().any(|s| matches!(s.kind, StmtKind::Error)) => {
                return None;
            }
            StmtKind::Assign { target: Expr { kind: ExprKind::Error, .. }, .. } => return None,
            _ => {}
        }
        let mut fine = true;
        crate::sema::each_block(&s.kind, &mut |b| fine &= of_block(b, out).is_some());
        if !fine {
            return None;
        }
    }
    Some(())
}
