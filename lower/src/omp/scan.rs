//! SCAN: the two phases of an iteration (OpenMP 6.0, 7.7).
//!
//! The iterations of a loop with scans run one after the other, by one thread, so the variables themselves hold the
//! prefixes. The input phase has copies that begin with the identity and are combined into them; the scan phase reads them.

use super::*;

impl<'p> Lower<'p> {
    /// One iteration of the loop around the directive, both phases.
    pub(super) fn scan(&mut self, o: &'p Omp, span: Span) -> Lowered<()> {
        let inclusive =
            o.clauses.iter().find_map(|c| if let Clause::Scan { inclusive } = c { Some(*inclusive) } else { None });
        match (inclusive, &o.sections[..]) {
            (Some(true), [input, scan]) => {
                self.input_phase(o, input)?;
                self.stmts(scan);
            }
            (Some(false), [scan, input]) => {
                self.stmts(scan);
                self.input_phase(o, input)?;
            }
            _ => return unsupported(span, "`scan` in this place"),
        }
        Ok(())
    }

    fn input_phase(&mut self, o: &'p Omp, list: &'p [Stmt]) -> Lowered<()> {
        let phase = |s: &mut Self| {
            let reductions = s.begin_reductions(o)?;
            s.stmts(list);
            reductions.iter().try_for_each(|r| s.combine_here(r))
        };
        self.with_bindings(|s| s.with_temps(phase))
    }
}
