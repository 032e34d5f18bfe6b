//! From kernels to SPIR-V
