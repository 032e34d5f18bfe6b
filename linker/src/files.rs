//! The files of a link: those of the system, and those that only exist in memory.

use libwild::{FileSystem, FileType, InputFileData, OsFileSystem, OutputFileData, OutputOptions};
use rustc_hash::FxHashMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Contents of a file in memory.
#[derive(Clone, Debug)]
pub enum Bytes {
    /// Part of this program.
    Static(&'static [u8]),
    /// Made for this link.
    Made(Arc<Vec<u8>>),
}

impl Bytes {
    fn get(&self) -> &[u8] {
        match self {
            Bytes::Static(b) => b,
            Bytes::Made(b) => b,
        }
    }
}

/// The folder of the files in memory; no path of the system begins like that.
const MEMORY: &str = "/\0";

/// The files of one link.
#[derive(Debug, Default, Clone)]
pub struct Files {
    memory: FxHashMap<PathBuf, Bytes>,
    output: Arc<Mutex<Vec<u8>>>,
}

impl Files {
    /// Adds a file in memory; gives the path by which the linker is told of it. `name` stands in messages.
    pub fn add(&mut self, name: &str, bytes: Bytes) -> String {
        let path = format!("{MEMORY}{}/{name}", self.memory.len());
        self.memory.insert(path.clone().into(), bytes);
        path
    }

    /// A word of the linker's command line for a linker that knows no files in memory: where it names one, that file is
    /// written to the folder, and the word names it there.
    pub fn on_disk(&self, word: &str, folder: &Path) -> std::io::Result<String> {
        let Some(at) = word.find(MEMORY) else { return Ok(word.to_string()) };
        let (before, path) = word.split_at(at);
        let Some(bytes) = self.memory.get(Path::new(path)) else { return Ok(word.to_string()) };
        // Paths of members begin at the root: of `../a.o` the name is taken, behind the number, which is its own.
        let mut parts = path[MEMORY.len()..].splitn(2, '/');
        let number = parts.next().unwrap_or_default();
        let name = parts.next().and_then(|p| p.rsplit('/').next()).unwrap_or_default();
        let file = folder.join(number).join(name);
        std::fs::create_dir_all(folder.join(number))?;
        std::fs::write(&file, bytes.get())?;
        Ok(format!("{before}{}", file.display()))
    }

    /// What the linker wrote.
    pub fn output(&self) -> Vec<u8> {
        std::mem::take(&mut self.output.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The text with the paths of files in memory as names.
pub fn readable(text: &str) -> String {
    let mut parts = text.split(MEMORY);
    let mut out = parts.next().unwrap_or_default().to_string();
    for p in parts {
        out.push_str(p.split_once('/').map_or(p, |p| p.1));
    }
    out
}

/// An opened input.
#[derive(Debug)]
pub enum Input {
    /// A file of the system.
    System(<OsFileSystem as FileSystem>::Input),
    /// A file in memory.
    Memory(Bytes),
}

impl InputFileData for Input {
    fn bytes(&self) -> &[u8] {
        match self {
            Input::System(f) => f.bytes(),
            Input::Memory(b) => b.get(),
        }
    }
    fn verify_unchanged(&self) -> std::io::Result<bool> {
        match self {
            Input::System(f) => f.verify_unchanged(),
            Input::Memory(_) => Ok(true),
        }
    }
}

/// The output, which stays in memory until it is known to be whole.
pub struct Output {
    bytes: Vec<u8>,
    to: Arc<Mutex<Vec<u8>>>,
}

impl OutputFileData for Output {
    fn bytes(&self) -> &[u8] {
        &self.bytes
    }
    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }
    fn finish(self) -> libwild::error::Result {
        *self.to.lock().unwrap_or_else(PoisonError::into_inner) = self.bytes;
        Ok(())
    }
}

impl FileSystem for Files {
    type Input = Input;
    type Output = Output;

    fn open_input(&self, path: &Path, populate: bool) -> libwild::error::Result<(Input, Option<Arc<File>>)> {
        if let Some(b) = self.memory.get(path) {
            return Ok((Input::Memory(b.clone()), None));
        }
        let (input, file) = OsFileSystem::new().open_input(path, populate)?;
        Ok((Input::System(input), file))
    }
    fn file_type(&self, path: &Path) -> libwild::error::Result<FileType> {
        if self.memory.contains_key(path) { Ok(FileType::File) } else { OsFileSystem::new().file_type(path) }
    }
    fn canonicalize(&self, path: &Path) -> libwild::error::Result<PathBuf> {
        if self.memory.contains_key(path) { Ok(path.into()) } else { OsFileSystem::new().canonicalize(path) }
    }
    fn remove_file(&self, _: &Path) -> libwild::error::Result<()> {
        Ok(())
    }
    fn rename_file(&self, _: &Path, _: &Path) -> libwild::error::Result<()> {
        Ok(())
    }
    fn create_output(&self, _: Arc<Path>, options: OutputOptions) -> libwild::error::Result<Output> {
        let size = usize::try_from(options.size).map_err(|_| libwild::error!("the output is too large"))?;
        Ok(Output { bytes: vec![0; size], to: self.output.clone() })
    }
    fn write_auxiliary(&self, path: &Path, bytes: &[u8]) -> libwild::error::Result {
        OsFileSystem::new().write_auxiliary(path, bytes)
    }
}
