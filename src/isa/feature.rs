/// What code says of an optional feature of its target (LLVM AMDGPUUsage, "Target Features").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Feature {
    /// The target does not have it.
    #[default]
    Unsupported,
    /// The code runs whether it is on or off.
    Any,
    /// It is for cards where it is off.
    Off,
    /// It is for cards where it is on.
    On,
}

impl Feature {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Feature::Unsupported => "unsupported",
            Feature::Any => "any",
            Feature::Off => "off",
            Feature::On => "on",
        }
    }
}
