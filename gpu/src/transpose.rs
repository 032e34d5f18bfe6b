//! Tiled matrix products.
use crate::kernel::{Kernel, R};
/// Not yet.
pub fn compile(_k: &mut Kernel<'_>) -> R<Option<()>> {
    Ok(None)
}
