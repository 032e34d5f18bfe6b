//! Emission of the family *collectives*: subroutines of coarrays, teams and events, where there is one image.

use super::*;
use ferrotran_typed::intrinsics::family::Collectives;

impl<'p> Expressions<'p> {
    /// The subroutines.
    pub(super) fn call_collectives(&mut self, id: Collectives, call: Arguments<'p>) -> Lowered<()> {
        match id {
            Collectives::EndTeam => {
                self.rt(rt::frt_team_end, &[]);
                Ok(())
            }
            Collectives::SetCobounds => {
                let base = self.coarray_base(call.need(0)?)?;
                let dim = self.i32_arg(call.need(1)?)?;
                let mut bounds = [base; 2];
                for (i, b) in bounds.iter_mut().enumerate() {
                    let v = self.scalar(call.need(2 + i)?)?;
                    *b = self.cast(v, Type::I64);
                }
                self.rt(rt::frt_cobounds_set, &[base, dim, bounds[0], bounds[1]]);
                Ok(())
            }
            Collectives::CoindexedPut
            | Collectives::CoarrayAllocated
            | Collectives::CriticalOfImages
            | Collectives::FailImage
            | Collectives::BroadcastOfImages
            | Collectives::MessageOfStatus => self.call_of_images(call.id, call.args, call.span),
            // One image: what it has is the result already.
            Collectives::CoBroadcast
            | Collectives::CoMax
            | Collectives::CoMin
            | Collectives::CoReduce
            | Collectives::CoSum => {
                let zero = self.b().int(0, Type::I32);
                self.store_cast(call.named("stat"), zero)
            }
            Collectives::AtomicDefine
            | Collectives::AtomicRef
            | Collectives::AtomicAdd
            | Collectives::AtomicAnd
            | Collectives::AtomicOr
            | Collectives::AtomicXor
            | Collectives::AtomicFetchAdd
            | Collectives::AtomicFetchAnd
            | Collectives::AtomicFetchOr
            | Collectives::AtomicFetchXor
            | Collectives::AtomicCas
            | Collectives::EventQuery => call.not_supported(),
        }
    }
}
