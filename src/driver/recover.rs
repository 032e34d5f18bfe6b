//! What the errors of the parser leave of a file: whether the rest can be analysed, too.

use crate::source::SourceMap;
use crate::syntax::ast::{Expr, ExprKind, File, Stmt, StmtKind, Unit, UnitKind};

/// The number of executable statements that could not be parsed, where nothing else could not: the declarations are all
/// there then, and so are the constructs.
pub(crate) fn lost_statements(files: &[&File], map: &SourceMap) -> Option<usize> {
    files.iter().flat_map(|f| &f.units).map(|u| of_unit(u, map)).sum()
}

/// Whether a statement that was not understood cannot have been a declaration.
fn executable(s: &Stmt, map: &SourceMap) -> bool {
    let text = String::from_utf8_lossy(map.text(s.span)).to_ascii_lowercase();
    let begins = |words: &[&str]| words.iter().any(|w| text.trim_start().starts_with(w));
    let said = ["call", "print", "write", "read", "if", "allocate", "deallocate", "open", "close", "stop", "goto"];
    let declared = ["int", "real", "comp", "log", "char", "doub", "type", "class", "par", "data", "dim", "impl", "use"];
    !text.contains("::") && (begins(&said) || text.contains('=') && !begins(&declared))
}

fn of_unit(u: &Unit, map: &SourceMap) -> Option<usize> {
    let lost = |s: &Stmt| matches!(s.kind, StmtKind::Error);
    if u.spec.iter().any(lost) {
        return None;
    }
    for s in &u.spec {
        if let StmtKind::Interface(b) = &s.kind
            && b.bodies.iter().map(|b| of_unit(b, map)).sum::<Option<usize>>() != Some(0)
        {
            return None;
        }
    }
    // A declaration that was not understood may be the first of what seems to be the body.
    let program = matches!(u.kind, UnitKind::Program | UnitKind::Subroutine(_) | UnitKind::Function { .. });
    if u.body.first().is_some_and(|s| lost(s) && !executable(s, map)) || !program && u.body.iter().any(lost) {
        return None;
    }
    let mut n = 0;
    of_block(&u.body, &mut n)?;
    for c in &u.contains {
        n += of_unit(c, map)?;
    }
    Some(n)
}

fn of_block(b: &[Stmt], n: &mut usize) -> Option<()> {
    for s in b {
        match &s.kind {
            StmtKind::Error => *n += 1,
            StmtKind::BlockConstruct { spec, .. } if spec.iter().any(|s| matches!(s.kind, StmtKind::Error)) => {
                return None;
            }
            StmtKind::Assign { target: Expr { kind: ExprKind::Error, .. }, .. } => return None,
            _ => {}
        }
        let mut fine = true;
        crate::sema::each_block(&s.kind, &mut |b| fine &= of_block(b, n).is_some());
        if !fine {
            return None;
        }
    }
    Some(())
}
