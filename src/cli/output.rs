//! `--out`: files that appear whole or not at all.

use std::fs::{self, OpenOptions, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::Failure;

/// A file to be written after the run. Until [`Output::commit`], what was at its path stays.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    target: Target,
}

#[derive(Debug)]
enum Target {
    /// A new file beside the old one, which it will replace.
    Beside(NamedTempFile, PathBuf),
    /// A device, pipe or the like, which nothing can replace.
    Special(fs::File),
}

impl Output {
    /// Checks that `path` can be written, without changing it.
    ///
    /// # Errors
    /// When it cannot.
    pub fn open(path: &Path) -> Result<Output, Failure> {
        let fail = |e: std::io::Error| fail(path, &e);
        // A symbolic link stays, and what it leads to is replaced.
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut mode = 0o666;
        let target = match fs::metadata(&real) {
            Ok(m) if m.is_dir() => return Err(fail(std::io::ErrorKind::IsADirectory.into())),
            Ok(m) if !m.is_file() => {
                Target::Special(OpenOptions::new().write(true).open(&real).map_err(fail)?)
            }
            found => {
                if let Ok(m) = found {
                    // Replacing it needs no right to write it, but the user may have meant that.
                    OpenOptions::new().write(true).open(&real).map_err(fail)?;
                    mode = m.permissions().mode() & 0o777;
                }
                let folder = match real.parent() {
                    Some(p) if p != Path::new("") => p,
                    _ => Path::new("."),
                };
                let file = tempfile::Builder::new()
                    .prefix(".gcn-jit-")
                    .permissions(Permissions::from_mode(mode))
                    .tempfile_in(folder)
                    .map_err(|e| {
                        // The message would name the temporary file.
                        fail(e.kind().into())
                    })?;
                Target::Beside(file, real)
            }
        };
        Ok(Output {
            path: path.to_owned(),
            target,
        })
    }

    /// The path that the user gave.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn file(&mut self) -> &mut fs::File {
        match &mut self.target {
            Target::Beside(file, _) => file.as_file_mut(),
            Target::Special(file) => file,
        }
    }

    /// Writes the next piece of the contents; `path` still has the old ones.
    ///
    /// # Errors
    /// When the disk is full, for example.
    pub fn write(&mut self, piece: &[u8]) -> Result<(), Failure> {
        let written = self.file().write_all(piece);
        written.map_err(|e| fail(&self.path, &e))
    }

    /// Ends the contents.
    ///
    /// # Errors
    /// As [`Output::write`].
    pub fn flush(&mut self) -> Result<(), Failure> {
        let flushed = self.file().flush();
        flushed.map_err(|e| fail(&self.path, &e))
    }

    /// Puts the new file in the old one's place.
    ///
    /// # Errors
    /// When the file system refuses.
    pub fn commit(self) -> Result<(), Failure> {
        match self.target {
            Target::Beside(file, real) => match file.persist(real) {
                Ok(_) => Ok(()),
                Err(e) => Err(fail(&self.path, &e.error)),
            },
            Target::Special(_) => Ok(()),
        }
    }
}

fn fail(path: &Path, e: &std::io::Error) -> Failure {
    Failure::Usage(format!("cannot write {}: {e}", path.display()))
}
