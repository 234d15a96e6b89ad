//! Which of the code objects in a file run on a card.
//!
//! As HIP has it (comgr and `hip_fatbin.cpp` of clr): of each bundle one code object, which has to be for the card's processor,
//! and whose settings of XNACK and SRAM ECC do not contradict the card's. Code that does not say fits both. Of several that
//! fit, the one that says the most of what is asked for is the right one. Code for the card itself comes before that for a
//! generic target.

use super::container::{self, Container, Found};
use super::target;
use crate::error::LoadError;
use crate::isa::Feature;
use crate::isa::target::TargetId;

/// How well code for `of` fits to `card`; `None` when it does not run there. More is better.
fn fit(card: &TargetId, of: &TargetId) -> Option<(bool, u32)> {
    if !target::runs_on(of.processor, card.processor) {
        return None;
    }
    let mut same = 0;
    for (card, of) in [(card.xnack, of.xnack), (card.sramecc, of.sramecc)] {
        match (card, of) {
            (Feature::On, Feature::Off) | (Feature::Off, Feature::On) => return None,
            (Feature::On, Feature::On)
            | (Feature::Off, Feature::Off)
            | (Feature::Any | Feature::Unsupported, Feature::Any | Feature::Unsupported) => {
                same += 1;
            }
            (Feature::Any | Feature::Unsupported, Feature::On | Feature::Off)
            | (Feature::On | Feature::Off, Feature::Any | Feature::Unsupported) => {}
        }
    }
    Some((of.processor == card.processor, same))
}

/// The names of targets, each once, in the order in which they come.
fn names<'a>(ids: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut out: Vec<&str> = Vec::new();
    for id in ids {
        if !out.contains(&id) {
            out.push(id);
        }
    }
    out
}

/// The code that runs on a card called `isa`, or, when that is not given, all of it where it is for one target alone that
/// this crate runs. `ids` are the target ids of `found`.
///
/// # Errors
/// When nothing does, or when it is not clear what.
pub(super) fn choose<'a>(
    container: Container,
    found: Vec<Found<'a>>,
    ids: &[String],
    isa: Option<&str>,
) -> Result<Vec<Found<'a>>, LoadError> {
    let all = || names(ids.iter().map(String::as_str));
    let Some(isa) = isa else {
        let runs = |id: &&str| target::generation(id).is_ok();
        let usable = names(ids.iter().map(String::as_str).filter(runs));
        return match usable[..] {
            [] => Err(LoadError::Target(all().join(", "))),
            [only] => Ok(picked(found, |i| ids[i] == only)),
            [..] => Err(LoadError::Several(usable.join(", "))),
        };
    };
    // Whether it is a target that runs here is said elsewhere.
    let card = TargetId::parse(isa).map_err(|_| LoadError::Target(isa.to_owned()))?;
    let fits: Vec<Option<(bool, u32)>> = ids
        .iter()
        .map(|id| fit(&card, &TargetId::parse(id).ok()?))
        .collect();
    let mut chosen = vec![false; found.len()];
    let mut start = 0;
    // Those of a bundle are beside each other.
    while start < found.len() {
        let rest = found[start..].iter();
        let end = start + rest.take_while(|f| f.bundle == found[start].bundle).count();
        let best = (start..end).filter_map(|i| fits[i]).max();
        if let Some(best) = best {
            let equal: Vec<usize> = (start..end).filter(|i| fits[*i] == Some(best)).collect();
            let first = equal[0];
            let same = |i: &usize| *found[*i].code == *found[first].code;
            if !equal.iter().all(same) {
                let ids: Vec<&str> = equal.iter().map(|i| ids[*i].as_str()).collect();
                let problem = format!("several fit {isa} equally well: {}", ids.join(", "));
                return Err(container::error(container, problem));
            }
            chosen[first] = true;
        }
        start = end;
    }
    if !chosen.contains(&true) {
        let problem = format!("nothing in it is for {isa}; it has: {}", all().join(", "));
        return Err(container::error(container, problem));
    }
    Ok(picked(found, |i| chosen[i]))
}

/// Those of which `wanted` says so, by their number.
fn picked<'a>(found: Vec<Found<'a>>, wanted: impl Fn(usize) -> bool) -> Vec<Found<'a>> {
    let numbered = found.into_iter().enumerate();
    let chosen = numbered.filter(|(i, _)| wanted(*i));
    chosen.map(|(_, f)| f).collect()
}
