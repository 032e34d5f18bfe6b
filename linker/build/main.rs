//! Takes the archive of the runtime, which Cargo made before this runs because it is a dependency of this script, and
//! makes of it what the linker carries: without what debuggers want to know of it, without objects that no function of
//! the ABI needs, and in parts, so that programs
//! without devices need not look at what those need.

mod archive;
mod reach;
mod strip;

use ferrotran_abi::rt::{self, Part};
use ferrotran_rtlib::ferrotran_runtime::cfi;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    if let Err(e) = make(&out) {
        println!("cargo::error={e}");
    }
}

fn make(out: &Path) -> Result<(), String> {
    let mut members = archive::read(&find(out)?)?;
    for m in &mut members {
        if let Some(data) = strip::without_debugging(&m.data) {
            m.data = data;
        }
    }
    let graph = reach::Graph::new(&members);
    let mut roots: Vec<&str> = ferrotran_rtlib::START.iter().copied().flatten().chain(cfi::NAMES).copied().collect();
    let mut placed: HashSet<usize> = HashSet::new();
    let mut parts = vec![];
    for part in Part::ALL {
        roots.extend(rt::all().filter(|f| f.part() == part).map(|f| f.name()));
        let reached = graph.from(roots.iter().copied());
        let mut new: Vec<usize> = reached.difference(&placed).copied().collect();
        new.sort();
        placed.extend(reached);
        parts.push((part, new));
    }
    let cut = graph.cut(&placed);
    drop(graph);
    let cut = cut.iter().flat_map(|s| [s.as_str(), "\n"]).collect::<String>();
    std::fs::write(out.join("cut"), cut).map_err(|e| format!("cannot write names: {e}"))?;
    let mut members: Vec<Option<archive::Member>> = members.into_iter().map(Some).collect();
    for (part, list) in parts {
        let list: Vec<_> = list.into_iter().filter_map(|i| members[i].take()).collect();
        let file = out.join(format!("{part:?}.a"));
        std::fs::write(file, archive::write(&list)).map_err(|e| format!("cannot write the runtime's archive: {e}"))?;
    }
    Ok(())
}

/// The archive beside the library that this script is linked with: of all that lie there, the one with its mark.
fn find(out: &Path) -> Result<Vec<u8>, String> {
    let mark = ferrotran_rtlib::ID.as_bytes();
    let profile = out.ancestors().nth(3).ok_or("the folder of the build is not where Cargo puts it")?;
    let mut archives: Vec<PathBuf> = [profile.join("deps"), profile.to_path_buf()]
        .iter()
        .filter_map(|dir| std::fs::read_dir(dir).ok())
        .flat_map(|list| list.flatten().map(|e| e.path()))
        .filter(|p| {
            let name = p.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            name.starts_with("libferrotran_rtlib") && name.ends_with(".a")
        })
        .collect();
    // The newest first: of one configuration there may be several, where its name changed.
    archives.sort_by_key(|p| std::fs::metadata(p).and_then(|m| m.modified()).ok());
    for path in archives.iter().rev() {
        let bytes = std::fs::read(path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
        if memchr::memmem::find(&bytes, mark).is_some() {
            return Ok(bytes);
        }
    }
    Err(format!("the runtime's archive is not in {}", profile.display()))
}
