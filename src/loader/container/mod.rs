//! Files that have code objects in them, and those that have none: [`kind`] says what a file is, [`find`] what is in it.

pub(super) mod amdcl1;
pub(super) mod amdcl2;
mod archive;
mod bundle;
mod bytes;
pub(super) mod gallium;
mod host;
mod kind;
mod packager;
mod packed;
mod sections;
mod table;

use super::{Format, target};
use crate::error::LoadError;
#[cfg(feature = "fuzz")]
pub(super) use bundle::all as unbundle;
#[cfg(feature = "cli")]
pub(crate) use bundle::inside;
use bytes::Bytes;
use host::Holds;
pub(super) use kind::{Container, Kind};
pub(super) use packed::Budget;
use packed::Method;

/// How deep containers may lie in each other.
const DEEPEST: u32 = 8;

/// Code objects that a file may have: libraries have some hundreds, for a dozen of targets each.
const MOST: usize = 1 << 16;

/// Code that was found in a file.
#[derive(Debug)]
pub(super) struct Found<'a> {
    /// Its bytes.
    pub code: Bytes<'a>,
    /// How they are laid out.
    pub format: Format,
    /// The target id, where the container tells it.
    pub id: Option<String>,
    /// Of which bundle it is. Of each, one runs on a card.
    pub bundle: usize,
}

/// What is in a file.
#[derive(Debug)]
pub(super) struct Inside<'a> {
    /// The code.
    pub found: Vec<Found<'a>>,
    /// What there is beside it, in words, each once.
    pub others: Vec<String>,
}

/// The file without what it is packed in by gzip or zstd.
///
/// # Errors
/// When it is damaged, too large, or packed too often.
pub(super) fn peeled<'a>(bytes: &'a [u8], budget: &mut Budget) -> Result<Bytes<'a>, LoadError> {
    let mut out = Bytes::Lent(bytes);
    for _ in 0..DEEPEST {
        let (container, method) = match Kind::of(&out) {
            Kind::Container(c @ Container::Gzip) => (c, Method::Gzip),
            Kind::Container(c @ Container::Zstd) => (c, Method::Zstd),
            Kind::Container(_) | Kind::Code(_) | Kind::Other(_) | Kind::Unknown => return Ok(out),
        };
        out = Bytes::new(unpacked(container, &out, method, budget)?);
    }
    Err(too_deep())
}

fn unpacked(
    container: Container,
    bytes: &[u8],
    method: Method,
    budget: &mut Budget,
) -> Result<Vec<u8>, LoadError> {
    let unpacked = packed::unpack(bytes, method, budget, None);
    let (out, _) = unpacked.map_err(|problem| error(container, problem))?;
    Ok(out)
}

fn too_deep() -> LoadError {
    LoadError::Container {
        kind: "file".to_owned(),
        problem: format!("containers lie in each other more than {DEEPEST} deep"),
    }
}

/// All code in the file `bytes`, which is a container.
///
/// # Errors
/// When a container is damaged, or there is too much in it.
pub(super) fn find(bytes: &[u8], budget: Budget) -> Result<Inside<'_>, LoadError> {
    let mut walk = Walk {
        inside: Inside {
            found: Vec::new(),
            others: Vec::new(),
        },
        budget,
        bundles: 0,
    };
    let place = Place {
        id: None,
        bundle: None,
        depth: 0,
    };
    walk.walk(Bytes::Lent(bytes), &place)?;
    Ok(walk.inside)
}

/// What a file without code says of itself.
pub(super) fn nothing_in(bytes: &[u8], container: Container, others: &[String]) -> LoadError {
    let has = match others {
        [] => String::new(),
        others => format!(", but {}", others.join(", ")),
    };
    let problem = match container {
        Container::Host => {
            let machine = kind::machine_name(bytes);
            let what = if kind::is_linked(bytes) || machine == "Windows" {
                "a program or library"
            } else {
                "an object file"
            };
            return LoadError::NotCode {
                what: format!("this is {what} for {machine}, without AMDGPU code in it{has}"),
                advice:
                    "; `gcn-jit exec -- PROGRAM` runs a program that gets its kernels elsewhere"
                        .to_owned(),
            };
        }
        Container::Bundle
        | Container::Packager
        | Container::Archive
        | Container::Gzip
        | Container::Zstd => format!("it holds no AMDGPU code object{has}"),
    };
    error(container, problem)
}

/// The error of a container.
pub(super) fn error(container: Container, problem: String) -> LoadError {
    match container {
        Container::Bundle => LoadError::Bundle(problem),
        Container::Host
        | Container::Packager
        | Container::Archive
        | Container::Gzip
        | Container::Zstd => LoadError::Container {
            kind: container.name().to_owned(),
            problem,
        },
    }
}

/// Where something is.
#[derive(Clone)]
struct Place {
    /// The target id that a container has given.
    id: Option<String>,
    /// The bundle that it is in.
    bundle: Option<usize>,
    depth: u32,
}

struct Walk<'a> {
    inside: Inside<'a>,
    budget: Budget,
    /// How many bundles have been met.
    bundles: usize,
}

impl<'a> Walk<'a> {
    /// The number of the next bundle.
    fn next_bundle(&mut self) -> usize {
        self.bundles += 1;
        self.bundles
    }

    /// Notes something without code, in a word.
    fn other(&mut self, what: &str) {
        if !self.inside.others.iter().any(|o| o == what) && self.inside.others.len() < 8 {
            self.inside.others.push(what.to_owned());
        }
    }

    fn walk(&mut self, bytes: Bytes<'a>, at: &Place) -> Result<(), LoadError> {
        if at.depth > DEEPEST {
            return Err(too_deep());
        }
        let inner = |id: Option<String>, bundle: Option<usize>| Place {
            id: id.or_else(|| at.id.clone()),
            bundle,
            depth: at.depth + 1,
        };
        let container = match Kind::of(&bytes) {
            Kind::Code(format) => {
                if self.inside.found.len() >= MOST {
                    return Err(LoadError::Container {
                        kind: "file".to_owned(),
                        problem: format!("it has more than {MOST} code objects"),
                    });
                }
                let bundle = match at.bundle {
                    Some(bundle) => bundle,
                    None => self.next_bundle(),
                };
                self.inside.found.push(Found {
                    code: bytes,
                    format,
                    id: at.id.clone(),
                    bundle,
                });
                return Ok(());
            }
            Kind::Other(kind::Other::Empty) => return Ok(()),
            Kind::Other(other) => {
                let (what, _) = other.words();
                let what = what.trim_start_matches("this is ");
                self.other(what);
                return Ok(());
            }
            Kind::Unknown => {
                self.other("data of an unknown kind");
                return Ok(());
            }
            Kind::Container(container) => container,
        };
        match container {
            Container::Gzip | Container::Zstd => {
                let method = match container {
                    Container::Zstd => Method::Zstd,
                    Container::Gzip
                    | Container::Host
                    | Container::Bundle
                    | Container::Packager
                    | Container::Archive => Method::Gzip,
                };
                let out = unpacked(container, &bytes, method, &mut self.budget)?;
                self.walk(Bytes::new(out), &inner(None, at.bundle))
            }
            Container::Bundle => self.bundles(&bytes, &inner(None, None)),
            Container::Packager => self.packages(&bytes, &inner(None, None)),
            Container::Archive => {
                for (_, member) in archive::members(&bytes)? {
                    self.walk(bytes.part(member), &inner(None, None))?;
                }
                Ok(())
            }
            Container::Host => {
                let mut ones = None;
                for (holds, section) in host::sections(&bytes)? {
                    let section = bytes.part(section);
                    match holds {
                        Holds::Bundles => self.bundles(&section, &inner(None, None))?,
                        Holds::Packages => self.packages(&section, &inner(None, None))?,
                        Holds::One(id) => {
                            let Some(id) = target::id_of_name(&id) else {
                                continue;
                            };
                            let bundle = *ones.get_or_insert_with(|| self.next_bundle());
                            self.walk(section, &inner(Some(id), Some(bundle)))?;
                        }
                    }
                }
                Ok(())
            }
        }
    }

    /// The bundles that follow each other in `bytes`.
    fn bundles(&mut self, bytes: &Bytes<'a>, at: &Place) -> Result<(), LoadError> {
        let mut from = 0;
        while let Some(start) = bundle::next(bytes, from) {
            let rest = &bytes[start..];
            let (bundle, len) = if rest.starts_with(bundle::COMPRESSED) {
                let (unpacked, len) = bundle::unpack(rest, &mut self.budget)?;
                (Bytes::new(unpacked), len)
            } else {
                let len = bundle::read(rest)?.len;
                (bytes.part(start..start + len), len)
            };
            let number = self.next_bundle();
            for (id, place) in bundle::read(&bundle)?.entries {
                if place.is_empty() || id.starts_with("host") {
                    continue;
                }
                let Some(id) = target::id_of_name(&id) else {
                    self.other(&format!("an entry for {id}"));
                    continue;
                };
                let at = Place {
                    id: Some(id),
                    bundle: Some(number),
                    ..*at
                };
                self.walk(bundle.part(place), &at)?;
            }
            from = start + len;
        }
        Ok(())
    }

    /// The packages that follow each other in `bytes`. Each image of a translation unit is in a package of its own, so a
    /// target that there has been already begins the next unit.
    fn packages(&mut self, bytes: &Bytes<'a>, at: &Place) -> Result<(), LoadError> {
        let mut seen: Vec<String> = Vec::new();
        let mut number = self.next_bundle();
        for image in packager::read(bytes)? {
            if !image.triple.starts_with("amdgcn") {
                self.other(&format!("an image for {}", image.triple));
                continue;
            }
            let id = target::id_of_name(&image.arch);
            let key = id.clone().unwrap_or_default();
            if seen.contains(&key) {
                seen.clear();
                number = self.next_bundle();
            }
            seen.push(key);
            let at = Place {
                id,
                bundle: Some(number),
                ..*at
            };
            self.walk(bytes.part(image.place), &at)?;
        }
        Ok(())
    }
}
