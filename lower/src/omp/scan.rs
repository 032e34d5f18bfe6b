//! SCAN: the two phases of an iteration (OpenMP 6.0, 7.7).

use super::*;

impl<'p> Lower<'p> {
    /// One iteration of the loop around the directive, both phases. In the input phase reductions have copies, which are
    /// combined with the variables at its end; the scan phase reads these.
    pub(super) fn scan(&mut self, o: &'p Omp, span: Span) -> Lowered<()> {
        let inclusive =
            o.clauses.iter().find_map(|c| if let Clause::Scan { inclusive } = c { Some(*inclusive) } else { None });
        let (input, scan) = match (inclusive, &o.sections[..]) {
            (Some(true), [input, scan]) | (Some(false), [scan, input]) => (input, scan),
            _ => return unsupported(span, "`scan` in this place"),
        };
        let loc = self.f.loc;
        let copies = self.reduced_copies(o)?;
        let [input_phase, scan_phase] = [copies.types(), Vec::new()].map(|t| self.m.new_region(&t));
        let phase = |s: &mut Self| {
            s.with_temps(|s| {
                s.begin_copies(&copies, input_phase)?;
                s.stmts(input);
                Ok(())
            })
        };
        let out = self.with_bindings(|s| s.within(input_phase, phase));
        self.with_bindings(|s| s.within(scan_phase, |s| s.stmts(scan)));
        let (originals, copies) = self.copy_operands(&copies);
        self.f.loc = loc;
        self.b()
            .op(OpKind::OmpScan)
            .args(&originals)
            .flag("inclusive", inclusive == Some(true))
            .copies(&copies)
            .region(input_phase)
            .region(scan_phase)
            .build();
        out
    }
}
