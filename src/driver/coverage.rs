//! `--coverage`: where the files of gcov are, and the notes of the compiler, which say what the counters of a program
//! count. (GCC 12 to 14, `gcov-io.h`; see [`ferrotran_abi::coverage`].)

use super::cli::Flags;
use super::pipeline::{Res, Session};
use super::{commands, modfile};
use ferrotran_abi::coverage::{FUNCTION, NOTES, VERSION};
use ferrotran_ir::{Attr, Module, Op, OpKind};
use std::path::{Path, PathBuf};

/// What the flags ask for.
#[derive(Clone, Debug, Default)]
pub struct CoverageFlags {
    /// `-fprofile-arcs`: programs count.
    pub counts: bool,
    /// `-ftest-coverage`: notes are written.
    pub notes: bool,
    /// `-fprofile-update=`: whether threads may count at once; else as the program has threads.
    pub atomic: Option<bool>,
    /// `-fprofile-dir=`
    pub dir: Option<String>,
}

/// The names of the two files without their endings, as gcc chooses them: that of the object, or of the source with that
/// of the executable in front of it.
pub(super) fn beside_object(object: &str) -> PathBuf {
    Path::new(object).with_extension("")
}

/// As [`beside_object`], where a program is linked at once.
pub(super) fn beside_program(program: &Path, sources: &[String]) -> PathBuf {
    let stem = |p: &Path| p.file_stem().map_or("a".into(), |n| n.to_string_lossy().into_owned());
    let source = sources.first().map_or("a".into(), |s| stem(Path::new(s)));
    let own = match program.file_name() {
        Some(n) if n != "a.out" => n.to_string_lossy().into_owned(),
        _ => "a".into(),
    };
    program.with_file_name(if own == source && sources.len() == 1 { source } else { format!("{own}-{source}") })
}

/// How the files that are compiled next are instrumented; `base` as the functions above give it.
pub(super) fn instrumented(flags: &Flags, base: Option<&Path>) -> Option<ferrotran_lower::Coverage> {
    let c = &flags.coverage;
    let base = base.filter(|_| c.counts || c.notes)?;
    let here = std::env::current_dir().unwrap_or_default().join(base);
    let data = here.with_added_extension("gcda").to_string_lossy().into_owned();
    let data = match &c.dir {
        Some(dir) => std::env::current_dir()
            .unwrap_or_default()
            .join(dir)
            .join(data.replace('/', "#"))
            .to_string_lossy()
            .into_owned(),
        None => data,
    };
    let threads = flags.parse.openmp || matches!(flags.do_concurrent, ferrotran_sema::DoConcurrent::Host);
    Some(ferrotran_lower::Coverage { data, counts: c.counts, atomic: c.atomic.unwrap_or(threads) })
}

/// Writes the notes of a module.
pub(super) fn write_notes(s: &mut Session, m: &Module, base: &Path) -> Res<()> {
    if !s.flags.coverage.notes {
        return Ok(());
    }
    let Some(bytes) = notes(m) else { return Ok(()) };
    let path = base.with_added_extension("gcno");
    modfile::replace_file(&path, &bytes).map_err(|e| commands::io_error(s, &path.display().to_string(), &e))
}

const BLOCKS: u32 = 0x0141_0000;
const ARCS: u32 = 0x0143_0000;
const LINES: u32 = 0x0145_0000;

/// A file of notes in the making.
struct Notes(Vec<u8>);

impl Notes {
    fn word(&mut self, w: u32) {
        self.0.extend(w.to_le_bytes());
    }

    fn number(&mut self, w: i64) {
        self.word(w as u32);
    }

    /// Its bytes with a zero behind them; of no text nothing.
    fn text(&mut self, t: &str) {
        if t.is_empty() {
            return self.word(0);
        }
        self.word(t.len() as u32 + 1);
        self.0.extend(t.as_bytes());
        self.0.push(0);
    }

    fn record(&mut self, tag: u32, f: impl FnOnce(&mut Notes)) {
        self.word(tag);
        let at = self.0.len();
        self.word(0);
        f(self);
        let len = (self.0.len() - at - 4) as u32;
        self.0[at..at + 4].copy_from_slice(&len.to_le_bytes());
    }
}

/// The notes of a module, if it is instrumented.
fn notes(m: &Module) -> Option<Vec<u8>> {
    let stamp = m.attr_int(m.top_ops(OpKind::CoverageFile).next()?, "stamp")?;
    let mut n = Notes(vec![]);
    n.word(NOTES);
    n.word(VERSION);
    n.number(stamp);
    n.word(0);
    n.text(&std::env::current_dir().map(|d| d.display().to_string()).unwrap_or_default());
    // Lines with blocks that did not run are told from others.
    n.word(1);
    for p in m.top_ops(OpKind::CoverageProcedure) {
        procedure(&mut n, m, p);
    }
    Some(n.0)
}

fn procedure(n: &mut Notes, m: &Module, p: Op) {
    let number = |key: &str| m.attr_int(p, key).unwrap_or(0);
    let list = |key: &str| -> Vec<i64> {
        m.attr(p, key).map_or(&[][..], Attr::items).iter().map(|a| a.as_int().unwrap_or(0)).collect()
    };
    let file = |i: i64| usize::try_from(i).ok().and_then(|i| m.files.get(i)).map_or("", String::as_str);
    n.record(FUNCTION, |n| {
        for key in ["ident", "place_sum", "graph_sum"] {
            n.number(number(key));
        }
        n.text(m.attr_str(p, "name").unwrap_or_default());
        // Nothing that the compiler made.
        n.word(0);
        n.text(file(number("file")));
        for key in ["line", "column", "last"] {
            n.number(number(key));
        }
        n.word(0);
    });
    let blocks = number("blocks");
    n.record(BLOCKS, |n| n.number(blocks));
    let (arcs, lines) = (list("arcs"), list("lines"));
    for one in arcs.chunks_exact(3).collect::<Vec<_>>().chunk_by(|a, b| a[0] == b[0]) {
        n.record(ARCS, |n| {
            n.number(one[0][0]);
            for a in one {
                n.number(a[1]);
                n.number(a[2]);
            }
        });
    }
    for one in lines.chunks_exact(3).collect::<Vec<_>>().chunk_by(|a, b| a[0] == b[0]) {
        n.record(LINES, |n| {
            n.number(one[0][0]);
            for same in one.chunk_by(|a, b| a[1] == b[1]) {
                n.word(0);
                n.text(file(same[0][1]));
                for l in same {
                    n.number(l[2]);
                }
            }
            n.word(0);
            n.text("");
        });
    }
}
