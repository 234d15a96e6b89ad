//! What of an address is meant by a name: LLVM's relocation specifiers (LLVM AMDGPUUsage, "Relocation Records"), and
//! where the things are that have addresses.

use crate::isa::Gen;
use crate::isa::target::TargetId;

/// What stands behind a name: `name@rel32@lo`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// The distance of the slot with the address in the global offset table.
    GotPcRel,
    GotPcRel32Lo,
    GotPcRel32Hi,
    /// The distance itself.
    Rel32Lo,
    Rel32Hi,
    Rel64,
    /// The address.
    Abs32Lo,
    Abs32Hi,
}

impl How {
    /// Reads what is behind the first `@` of a name.
    pub fn parse(text: &str) -> Result<How, String> {
        Ok(match text {
            "gotpcrel" | "GOTPCREL" => How::GotPcRel,
            "gotpcrel32@lo" => How::GotPcRel32Lo,
            "gotpcrel32@hi" => How::GotPcRel32Hi,
            "rel32@lo" => How::Rel32Lo,
            "rel32@hi" => How::Rel32Hi,
            "rel64" => How::Rel64,
            "abs32@lo" => How::Abs32Lo,
            "abs32@hi" => How::Abs32Hi,
            other => return Err(format!("there is no '@{other}'")),
        })
    }

    /// Whether it takes the address from the global offset table.
    pub fn is_slot(self) -> bool {
        match self {
            How::GotPcRel | How::GotPcRel32Lo | How::GotPcRel32Hi => true,
            How::Rel32Lo | How::Rel32Hi | How::Rel64 | How::Abs32Lo | How::Abs32Hi => false,
        }
    }

    /// What is written for the address `target` at the address `place`: 64 bits for [`How::Rel64`], else 32.
    pub fn resolve(self, target: i64, place: i64) -> Result<i64, String> {
        let distance = target.wrapping_sub(place);
        Ok(match self {
            How::GotPcRel => near(distance)?,
            How::GotPcRel32Lo | How::Rel32Lo => i64::from(distance as u32),
            How::GotPcRel32Hi | How::Rel32Hi => i64::from((distance >> 32) as u32),
            How::Rel64 => distance,
            How::Abs32Lo | How::Abs32Hi => {
                return Err(
                    "an address is known only when the code is loaded; @rel32 and @gotpcrel32 \
                     are distances"
                        .to_owned(),
                );
            }
        })
    }
}

/// A distance, which must fit into 32 bits.
pub fn near(distance: i64) -> Result<i64, String> {
    match i32::try_from(distance) {
        Ok(n) => Ok(i64::from(n)),
        Err(_) => Err(format!(
            "the target is {distance} bytes away, too far for 32 bits"
        )),
    }
}

/// What an object file is for, and where its parts are as far as that is known.
#[derive(Clone, Debug)]
pub struct Places {
    pub generation: Gen,
    pub target: TargetId,
    /// The address of each section, in the order of the text.
    pub sections: Vec<u64>,
    /// The address of the global offset table.
    pub got: i64,
}

impl Places {
    /// In place of a section's number: that of a slot of the global offset table.
    pub const GOT: usize = usize::MAX;
    /// In place of a section's number: that of a name which is defined nowhere.
    pub const NOWHERE: usize = usize::MAX - 1;

    /// The address of section `section`.
    pub fn base(&self, section: usize) -> i64 {
        self.sections.get(section).map_or(0, |a| *a as i64)
    }
}
