//! Rules for make: what an object depends on (`-M`, `-MM`, `-MD`, `-MMD` with `-MF`, `-MT`, `-MQ`, `-MP`).

use super::cli::Compile;
use super::commands::write_output;
use super::modfile::{self, Unit};
use super::pipeline::{Res, Session};
use std::path::Path;

/// The options as they were written, without `-M`.
#[derive(Default)]
struct Request {
    /// Instead of compiling.
    only: bool,
    /// Beside compiling.
    beside: bool,
    file: Option<String>,
    targets: Vec<String>,
    /// A rule without prerequisites for every file, so that make does not miss one that is gone.
    phony: bool,
}

fn request(list: &[String]) -> Result<Request, String> {
    let mut r = Request::default();
    let mut words = list.iter();
    while let Some(w) = words.next() {
        let mut value = |rest: &str| -> Result<String, String> {
            if rest.is_empty() {
                words.next().cloned().ok_or(format!("-M{w} needs a value"))
            } else {
                Ok(rest.to_string())
            }
        };
        match w.as_str() {
            "" | "M" => r.only = true,
            "D" | "MD" => r.beside = true,
            "P" => r.phony = true,
            w if w.starts_with('F') => r.file = Some(value(&w[1..])?),
            w if w.starts_with('T') || w.starts_with('Q') => {
                let v = value(&w[1..])?;
                r.targets.push(v);
            }
            "G" => {}
            other => return Err(format!("unrecognized option `-M{other}`")),
        }
    }
    Ok(r)
}

/// Whether the command prints rules instead of compiling.
pub fn instead(c: &Compile) -> Result<bool, String> {
    request(&c.depend).map(|r| r.only)
}

/// A name as make reads it.
fn quoted(name: &str) -> String {
    name.replace('$', "$$").replace(' ', "\\ ").replace('#', "\\#")
}

/// Writes the rules of files that were parsed in this session, where any are asked for.
pub fn write(s: &mut Session, c: &Compile, units: &[Unit]) -> Res<()> {
    let r = request(&c.depend).map_err(|e| s.fail(e))?;
    if !r.only && !r.beside {
        return Ok(());
    }
    let mut all = String::new();
    for u in units {
        let stem = Path::new(&u.name).file_stem().map_or("a".into(), |n| n.to_string_lossy().into_owned());
        let object = match (&c.output, r.only) {
            (Some(o), false) => o.clone(),
            _ => format!("{stem}.o"),
        };
        let (defined, used) = modfile::names(u, &s.flags.dirs);
        let mut targets = r.targets.clone();
        if targets.is_empty() {
            targets.push(object);
            targets.extend(defined);
        }
        // What was included: files that the lines of this one come from.
        let mut needs = vec![u.name.clone()];
        for l in &u.lines {
            for m in &l.map {
                if let Some(at) = s.map.loc(m.pos) {
                    let name = s.map.file(at.file).name.to_string();
                    if !needs.contains(&name) {
                        needs.push(name);
                    }
                }
            }
        }
        needs.extend(used);
        let list = |v: &[String]| v.iter().map(|n| quoted(n)).collect::<Vec<_>>().join(" ");
        let text = format!("{}: {}\n", list(&targets), list(&needs));
        all.push_str(&text);
        if r.phony {
            needs[1..].iter().for_each(|n| all.push_str(&format!("{}:\n", quoted(n))));
        }
        if !r.only && r.file.is_none() {
            let base = c.output.as_deref().map_or(stem, |o| o.strip_suffix(".o").unwrap_or(o).to_string());
            write_output(s, Some(&format!("{base}.d")), all.as_bytes())?;
            all.clear();
        }
    }
    if r.only || r.file.is_some() {
        let output = r.file.or(c.output.clone().filter(|_| r.only));
        write_output(s, output.as_deref(), all.as_bytes())?;
    }
    Ok(())
}
