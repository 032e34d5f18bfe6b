//! Loop nests of independent iterations: vector loops for straight-line bodies, and reductions.

pub(crate) mod reduce;

use crate::codegen::func::FuncGen;
use crate::error::Res;
use ferrotran_ir::Op;

/// Generates a loop.parallel with vector instructions; false where it is not of the right form.
pub(crate) fn parallel(_g: &mut FuncGen<'_, '_, '_>, _op: Op) -> Res<bool> {
    Ok(false)
}
