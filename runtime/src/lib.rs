//! What compiled programs call
