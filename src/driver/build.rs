//! Compiling and linking: which inputs are compiled, in what order, and what is written.

use super::cli;
use super::commands::io_error;
use super::modfile::{self, Unit};
use super::pipeline::{Failed, Form, Res, Session};
use crate::diag::ErrorCode;
use crate::source::Span;
use std::path::Path;

/// Objects and archives among the inputs.
pub(super) fn split_inputs(s: &mut Session, files: &[String]) -> Res<(Vec<String>, Vec<(String, Vec<u8>)>)> {
    let (mut sources, mut objects) = (vec![], vec![]);
    for f in files {
        if f.ends_with(".o") || f.ends_with(".obj") {
            match std::fs::read(f) {
                Ok(b) => objects.push((f.clone(), b)),
                Err(e) => return Err(s.fail(format!("cannot read {f}: {e}"))),
            }
        } else {
            sources.push(f.clone());
        }
    }
    Ok((sources, objects))
}

/// The command without a subcommand.
pub(super) fn compile(s: &mut Session, c: &cli::Compile) -> Res<u8> {
    if let Some(l) = c.libs.iter().find(|l| !matches!(l.as_str(), "m" | "c" | "gfortran" | "pthread" | "gomp")) {
        return Err(s.fail(format!("-l{l}: linking with libraries is not supported yet")));
    }
    let (sources, objects) = split_inputs(s, &c.files)?;
    if c.compile_only {
        objects_of(s, &sources, c.output.as_deref())?;
        return Ok(0);
    }
    let path = c.output.clone().unwrap_or("a.out".into());
    let copy = ferrotran_backend::link::ExeCopy::begin(Path::new(&path));
    let image = if sources.is_empty() {
        s.link(&objects)?
    } else {
        let (mut m, form) = s.module(&sources)?;
        s.bring_to(&mut m, form, Form::Device)?;
        if s.flags.dirs.output.is_some() {
            write_modules(s)?;
        }
        s.image(&mut m, &objects)?
    };
    if image.symbol("MAIN__").is_none() {
        s.diag.error(ErrorCode::Link, Span::default(), "there is no main program");
        return Err(Failed);
    }
    copy.finish(&image).map_err(|e| io_error(s, &path, &e))?;
    Ok(0)
}

fn write_modules(s: &mut Session) -> Res<()> {
    let dirs = s.flags.dirs.clone();
    s.modules().write(&dirs).map_err(|e| s.fail(e))
}

/// `-c`: an object for each file, modules before what uses them.
fn objects_of(s: &mut Session, sources: &[String], output: Option<&str>) -> Res<()> {
    if output.is_some() && sources.len() > 1 {
        return Err(s.fail("-o with -c takes one source file: each file becomes an object of its own".into()));
    }
    let is_ir = |f: &&String| f.ends_with(".ir") || *f == "-";
    for f in sources.iter().filter(is_ir) {
        let (mut m, form) = s.module(std::slice::from_ref(f))?;
        s.bring_to(&mut m, form, Form::Device)?;
        write_object(s, &mut m, f, output)?;
    }
    let fortran: Vec<String> = sources.iter().filter(|f| !is_ir(f)).cloned().collect();
    let units = s.parse(&fortran)?;
    let order = modfile::dependency_order(&units);
    let mut units: Vec<Option<Unit>> = units.into_iter().map(Some).collect();
    for i in order {
        let Some(u) = units[i].take() else { continue };
        let name = u.name.clone();
        let mut m = s.compile(vec![u])?;
        s.bring_to(&mut m, Form::Array, Form::Device)?;
        write_object(s, &mut m, &name, output)?;
        write_modules(s)?;
    }
    Ok(())
}

fn write_object(s: &mut Session, m: &mut ferrotran_ir::Module, source: &str, output: Option<&str>) -> Res<()> {
    let object = s.object(m)?;
    let stem = Path::new(source).file_stem().map_or("a".into(), |n| n.to_string_lossy().into_owned());
    let path = output.map_or(format!("{stem}.o"), str::to_string);
    modfile::replace_file(Path::new(&path), &object).map_err(|e| io_error(s, &path, &e))
}
