//! The language server: what editors ask of a workspace, answered by the compiler's own front end.
//!
//! [`serve`] speaks the Language Server Protocol over a reader and a writer. The files of the workspace are parsed and
//! analysed one by one ([`world`]); names are found by a walk over the tree with the scopes that sema kept ([`walk`]);
//! what is asked at a place where the text is not finished is read from the text before it ([`context`]).
#![forbid(unsafe_code)]

mod answers;
mod complete;
mod context;
mod describe;
mod server;
mod symbols;
mod target;
mod text;
mod walk;
mod world;

pub use server::serve;
pub use text::uri_of;

use ferrotran_sema::{Imports, Options};
use ferrotran_source::SourceMap;
use ferrotran_source::message::{Diagnostics, ErrorCode};
use ferrotran_syntax::{ParseOptions, ast};
use std::sync::Arc;

/// What became of an offloaded statement.
#[derive(Clone, Debug)]
pub struct Remark {
    /// The file.
    pub path: String,
    /// Its line, from 1.
    pub line: u32,
    /// The remark, as `explain` prints it.
    pub text: String,
}

/// What the server needs of the compiler around it.
pub trait Host {
    /// How files are parsed.
    fn parse_options(&self) -> ParseOptions;
    /// What programs mean.
    fn sema_options(&self) -> Options;
    /// Sets limits and levels of messages.
    fn set_up(&self, diag: &mut Diagnostics);
    /// Marks what errors of syntax may have hidden of a tree; false where nothing of it can be used.
    fn recover(&self, tree: &mut ast::File, map: &SourceMap, diag: &Diagnostics) -> bool;
    /// Modules that module files describe and these files use: the first is the one that is analysed, the others are modules
    /// of the workspace that it uses.
    fn module_files(&self, files: Vec<(String, ast::File)>, map: &mut SourceMap, diag: &mut Diagnostics) -> Imports;
    /// Compiles sources together and tells what became of their offloaded statements; none where they have errors.
    fn explain(&self, sources: &[(String, Arc<[u8]>)]) -> Vec<Remark>;
    /// Where the page of a code is.
    fn href(&self, code: ErrorCode) -> Option<String>;
}
