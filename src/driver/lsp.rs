//! `lsp`: the language server, over standard input and output.

use super::cli::Common;
use super::modfile::{self, Unit};
use super::pipeline::{Form, Session};
use super::recover;
use ferrotran_lsp::{Host, Remark};
use ferrotran_sema::{Imports, Options};
use ferrotran_source::SourceMap;
use ferrotran_source::message::{Diagnostics, ErrorCode, Level};
use ferrotran_syntax::{ParseOptions, ast};
use std::path::PathBuf;
use std::sync::Arc;

struct Compiler {
    common: Common,
    session: Session,
    /// Where pages of codes are written.
    pages: PathBuf,
}

/// Serves an editor; gives the exit status.
pub fn serve(common: &Common) -> Result<u8, String> {
    let mut common = common.clone();
    // Objects are never made, only what their offloaded statements become.
    common.time = false;
    let session = Session::new(&common)?;
    let pages = super::install::cache().join("explain");
    let host = Compiler { common, session, pages };
    let input = std::io::BufReader::new(std::io::stdin());
    Ok(ferrotran_lsp::serve(Box::new(host), input, std::io::stdout()))
}

impl Host for Compiler {
    fn parse_options(&self) -> ParseOptions {
        self.session.flags.parse.clone()
    }

    fn sema_options(&self) -> Options {
        self.session.flags.sema()
    }

    fn set_up(&self, diag: &mut Diagnostics) {
        diag.no_warnings = self.session.diag.no_warnings;
        diag.warnings_are_errors = self.session.diag.warnings_are_errors;
    }

    fn recover(&self, tree: &mut ast::File, map: &SourceMap, diag: &Diagnostics) -> bool {
        let faults: Vec<recover::Fault> = diag.iter().filter(|d| d.level == Level::Error).map(Into::into).collect();
        let usable = faults.len() == diag.error_count() && recover::recoverable(&faults);
        if usable {
            recover::mark(std::iter::once(tree), map, &faults);
        }
        usable
    }

    fn module_files(&self, files: Vec<(String, ast::File)>, map: &mut SourceMap, diag: &mut Diagnostics) -> Imports {
        let units: Vec<Unit> = files.into_iter().map(|(name, tree)| Unit { name, lines: vec![], tree }).collect();
        let all: Vec<&Unit> = units.iter().collect();
        let flags = &self.session.flags;
        modfile::closure(&all, &flags.dirs, flags.kinds(), (&flags.parse, &flags.sema()), map, diag).0
    }

    fn explain(&self, sources: &[(String, Arc<[u8]>)]) -> Vec<Remark> {
        let Ok(mut s) = Session::new(&self.common) else { return vec![] };
        s.diag.no_warnings = true;
        let Ok(units) = s.parse_texts(sources) else { return vec![] };
        let Ok(mut m) = s.compile(units) else { return vec![] };
        if s.bring_to(&mut m, Form::Array, Form::Device).is_err() {
            return vec![];
        }
        let mut out = vec![];
        for ((file, line), remarks) in super::explain::by_line(&s) {
            let path = m.files.get(usize::from(file)).cloned().unwrap_or_default();
            // Of loops of the host it is said elsewhere.
            for (pass, kind, text) in remarks.into_iter().filter(|r| !matches!(r.0, "vectorize" | "dependence")) {
                out.push(Remark { path: path.clone(), line, text: format!("{kind}: {text} [{pass}]") });
            }
        }
        out
    }

    fn href(&self, code: ErrorCode) -> Option<String> {
        let dir = &self.pages;
        let path = dir.join(format!("{}.md", code.number()));
        let page = ferrotran_diag::page(code);
        if !std::fs::read(&path).is_ok_and(|b| b == page.as_bytes()) {
            std::fs::create_dir_all(dir).ok()?;
            modfile::replace_file(&path, page.as_bytes()).ok()?;
        }
        Some(ferrotran_lsp::uri_of(&std::path::absolute(path).ok()?.to_string_lossy()))
    }
}
