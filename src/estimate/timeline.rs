//! What each wave of a unit did over estimated time.

/// A time in which a wave issued instructions of a kind, or waited.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Span {
    /// What executes the instructions, or what the wave waits for.
    pub what: &'static str,
    /// Whether it waits.
    pub waits: bool,
    /// Instructions that were issued.
    pub instructions: u32,
    /// From when and until when, in seconds from the beginning of the kernel.
    pub time: [f64; 2],
}

/// The spans of a wave, one after the other; none where nobody wants them.
#[derive(Clone, Debug, Default)]
pub(super) struct Spans(Option<Vec<Span>>);

impl Spans {
    /// Spans are kept where they are `wanted`.
    pub fn new(wanted: bool) -> Spans {
        Spans(wanted.then(Vec::new))
    }

    /// The wave waits for `what`.
    pub fn waits(&mut self, what: &'static str, from: f64, to: f64) {
        self.add(what, true, [from, to]);
    }

    /// It issues an instruction that `what` executes.
    pub fn issues(&mut self, what: &'static str, from: f64, to: f64) {
        self.add(what, false, [from, to]);
    }

    fn add(&mut self, what: &'static str, waits: bool, time: [f64; 2]) {
        let Some(spans) = &mut self.0 else { return };
        if time[1] <= time[0] {
            return;
        }
        let instructions = u32::from(!waits);
        match spans.last_mut() {
            // What goes on is one span.
            Some(last) if (last.what, last.waits, last.time[1]) == (what, waits, time[0]) => {
                last.time[1] = time[1];
                last.instructions += instructions;
            }
            _ => spans.push(Span {
                what,
                waits,
                instructions,
                time,
            }),
        }
    }

    fn scaled(self, by: f64) -> Vec<Span> {
        let mut spans = self.0.unwrap_or_default();
        for span in &mut spans {
            span.time = span.time.map(|t| t * by);
        }
        spans
    }
}

/// A wave's way through the unit, in cycles.
#[derive(Clone, Debug)]
pub(super) struct Track {
    /// Number of its work-group among those of the unit, and its own in it.
    pub group: usize,
    pub wave: usize,
    pub simd: usize,
    pub time: [f64; 2],
    pub spans: Spans,
}

/// A wave on a unit: as much of it as was recorded.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct WaveTime {
    /// Number of its work-group (x counts fastest), and its own in it.
    pub group: u64,
    /// See there.
    pub wave: u32,
    /// The SIMD that it was on.
    pub simd: u32,
    /// From when and until when, in seconds from the beginning of the kernel.
    pub time: [f64; 2],
    /// What it did, one after the other.
    pub spans: Vec<Span>,
}

impl WaveTime {
    /// That of a track, where the unit's work-groups have these numbers and a cycle takes so many seconds.
    pub(super) fn of(track: Track, numbers: &[u64], cycle: f64) -> WaveTime {
        WaveTime {
            group: numbers.get(track.group).copied().unwrap_or(0),
            wave: track.wave as u32,
            simd: track.simd as u32,
            time: track.time.map(|t| t * cycle),
            spans: track.spans.scaled(cycle),
        }
    }
}

/// A work-group on a unit.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct GroupTime {
    /// Its number; x counts fastest.
    pub group: u64,
    /// From when and until when, in seconds from the beginning of the kernel; of a work-group that was recorded in part,
    /// what all of it would take.
    pub time: [f64; 2],
}
