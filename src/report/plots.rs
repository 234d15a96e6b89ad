//! The drawings of the page, as SVG.

use super::text::escape;
use crate::runtime::profile::{Card, Profile, Timeline};

/// Size of the roofline, and where its axes are.
const WIDE: f64 = 720.0;
const HIGH: f64 = 330.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 700.0;
const TOP: f64 = 15.0;
const BOTTOM: f64 = 285.0;

/// A logarithmic axis: from one value at one place to another.
struct Axis {
    values: (f64, f64),
    places: (f64, f64),
}

impl Axis {
    fn at(&self, value: f64) -> f64 {
        let ((low, high), (from, to)) = (self.values, self.places);
        from + (to - from) * (value / low).ln() / (high / low).ln()
    }

    /// Powers of `base` within it.
    fn ticks(&self, base: f64) -> impl Iterator<Item = f64> {
        let exponent = |v: f64| v.ln() / base.ln();
        let first = (exponent(self.values.0) - 1e-9).ceil() as i32;
        let last = (exponent(self.values.1) + 1e-9).floor() as i32;
        (first..=last).map(move |e| base.powi(e))
    }
}

/// A number with a prefix of the SI: `12.66 T`.
fn si(value: f64) -> String {
    let prefixes = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    let found = prefixes.iter().find(|(unit, _)| value >= *unit * 0.9995);
    let (unit, prefix) = found.copied().unwrap_or((1.0, ""));
    let text = format!("{:.2}", value / unit);
    let text = text.trim_end_matches('0').trim_end_matches('.');
    format!("{text} {prefix}")
}

/// What operations per second a card can reach at `intensity` operations per byte.
fn attainable(peak: f64, card: &Card, intensity: f64) -> f64 {
    peak.min(intensity * card.bytes_per_second)
}

/// The kernel's places on the axis of operations per byte, each with what bytes it is about.
fn points(profile: &Profile) -> Vec<(f64, &'static str)> {
    let operations = profile.totals.operations as f64;
    let asked = profile.totals.traffic.global.total() as f64;
    let all = [
        (asked, "bytes that lanes ask for"),
        (
            profile.footprint.unwrap_or(0) as f64,
            "lines that were touched, once each",
        ),
    ];
    let all = all
        .into_iter()
        .filter(|(bytes, _)| *bytes > 0.0 && operations > 0.0);
    all.map(|(bytes, what)| (operations / bytes, what))
        .collect()
}

/// Operations against bytes, below what the card can do at most, where that is known.
pub fn roofline(profile: &Profile) -> String {
    let points = points(profile);
    if points.is_empty() {
        return "<p class=\"note\">There is none: the kernel did no arithmetic on lanes, or accessed no global \
                memory.</p>\n"
            .to_owned();
    }
    let card = profile.card.as_ref();
    let doubles = profile.totals.f64_operations;
    let ridge = card.map_or(1.0, |c| c.f32_per_second / c.bytes_per_second);
    let lowest = points.iter().fold(0.125, |low, p| p.0.min(low)) / 2.0;
    let highest = points.iter().fold(ridge * 4.0, |high, p| p.0.max(high)) * 2.0;
    let x = Axis {
        values: (lowest, highest),
        places: (LEFT, RIGHT),
    };
    let mut out = format!(
        "<svg viewBox=\"0 0 {WIDE} {HIGH}\" width=\"{WIDE}\" role=\"img\" aria-label=\"roofline\">\n"
    );
    let spread = (highest / lowest).log2();
    for tick in x.ticks(if spread > 14.0 { 10.0 } else { 4.0 }) {
        let at = x.at(tick);
        out += &format!(
            "<line class=\"grid\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{TOP}\" y2=\"{BOTTOM}\"/>\
             <text class=\"soft\" x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
            BOTTOM + 16.0,
            short(tick)
        );
    }
    out += &format!(
        "<text class=\"soft\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">operations per byte of global memory</text>\n",
        (LEFT + RIGHT) / 2.0,
        BOTTOM + 36.0
    );
    let y = card.map(|card| Axis {
        values: (
            attainable(card.f64_per_second, card, lowest) / 2.0,
            card.f32_per_second * 2.0,
        ),
        places: (BOTTOM, TOP),
    });
    if let (Some(card), Some(y)) = (card, &y) {
        out += &roofs(card, &x, y, doubles != 0);
    }
    // Where most of the arithmetic is on f64, that roof is the kernel's.
    let mostly_doubles = 2 * doubles > profile.totals.operations;
    for (i, (intensity, what)) in points.iter().enumerate() {
        let at = x.at(*intensity);
        let height = match (card, &y) {
            (Some(card), Some(y)) => {
                let peak = if mostly_doubles {
                    card.f64_per_second
                } else {
                    card.f32_per_second
                };
                y.at(attainable(peak, card, *intensity))
            }
            _ => (TOP + BOTTOM) / 2.0 + 30.0 * i as f64,
        };
        out += &format!(
            "<line class=\"drop\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{height:.1}\" y2=\"{BOTTOM}\"/>\
             <circle class=\"point\" cx=\"{at:.1}\" cy=\"{height:.1}\" r=\"5\"/>\n"
        );
        // Beside the drop line, on the side that has room.
        let (anchor, shift) = if at > (LEFT + RIGHT) / 2.0 {
            ("end", -8.0)
        } else {
            ("start", 8.0)
        };
        out += &format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}: {what}</text>\n",
            at + shift,
            BOTTOM - 10.0 - 18.0 * i as f64,
            short(*intensity)
        );
    }
    out += "</svg>\n";
    let note = match card {
        Some(card) => format!(
            "The roof is what a {} can do at most, of {}: {}op/s on f32, {}op/s on f64, {}B/s. The points say how much \
             of that is in reach at the kernel's operations per byte: of the bytes that lanes ask for, as if no cache \
             helped; and of the lines of 64 bytes that were touched, each once, as if caches kept everything. They do \
             not say how fast a card runs it. Operations are those of lanes by vector ALU instructions, a \
             multiply-add being two.",
            card.name,
            card.source,
            si(card.f32_per_second),
            si(card.f64_per_second),
            si(card.bytes_per_second)
        ),
        None => format!(
            "There is no roof: no published peak is known for {}.",
            escape(&profile.target)
        ),
    };
    out + &format!("<p class=\"note\">{note}</p>\n")
}

/// A number without more digits than it needs.
fn short(value: f64) -> String {
    match value {
        v if v >= 1000.0 => format!("{v:.0}"),
        v if v >= 1.0 => {
            let text = format!("{v:.2}");
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        v => {
            let text = format!("{v:.4}");
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
    }
}

/// The lines of the roof, and the axis of operations per second.
fn roofs(card: &Card, x: &Axis, y: &Axis, with_doubles: bool) -> String {
    let mut out = String::new();
    for tick in y.ticks(10.0) {
        let at = y.at(tick);
        out += &format!(
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text class=\"soft\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}op/s</text>\n",
            LEFT - 6.0,
            at + 4.0,
            si(tick)
        );
    }
    let roofs = [
        (card.f32_per_second, "f32", ""),
        (card.f64_per_second, "f64", " second"),
    ];
    for (peak, name, class) in &roofs[..if with_doubles { 2 } else { 1 }] {
        let corners = [x.values.0, peak / card.bytes_per_second, x.values.1];
        let corners: Vec<String> = corners
            .iter()
            .map(|i| format!("{:.1},{:.1}", x.at(*i), y.at(attainable(*peak, card, *i))))
            .collect();
        out += &format!(
            "<polyline class=\"roof{class}\" points=\"{}\"/>\
             <text x=\"{RIGHT}\" y=\"{:.1}\" text-anchor=\"end\">{}, {name}: {}op/s</text>\n",
            corners.join(" "),
            y.at(*peak) - 6.0,
            card.name,
            si(*peak)
        );
    }
    out
}

/// Size of a thread's row, and where bars begin and end.
const ROW: f64 = 20.0;
const BARS: (f64, f64) = (80.0, 990.0);

/// When work-groups ran, with a row for each host thread.
pub fn timeline(timeline: &Timeline) -> String {
    let ends = timeline.workgroups.iter().map(|g| g.end);
    let all = ends
        .chain(timeline.rest.iter().map(|r| r.end))
        .fold(0.0, f64::max);
    if all <= 0.0 {
        return "<p class=\"note\">No work-group ran.</p>\n".to_owned();
    }
    let bar = |thread: u32, start: f64, end: f64, class: &str, title: &str| {
        let at = |t: f64| BARS.0 + (BARS.1 - BARS.0) * t / all;
        let width = (at(end) - at(start)).max(0.5);
        format!(
            "<rect class=\"{class}\" x=\"{:.2}\" y=\"{:.1}\" width=\"{width:.2}\" height=\"{:.1}\">\
             <title>{title}</title></rect>\n",
            at(start),
            f64::from(thread) * ROW + 2.0,
            ROW - 4.0
        )
    };
    let ms = |t: f64| format!("{:.3} ms", 1e3 * t);
    let high = f64::from(timeline.threads) * ROW + 20.0;
    let mut out = format!(
        "<svg viewBox=\"0 0 1000 {high}\" width=\"1000\" role=\"img\" aria-label=\"timeline\">\n"
    );
    for thread in 0..timeline.threads {
        let y = f64::from(thread) * ROW + 14.0;
        out += &format!("<text class=\"soft\" x=\"0\" y=\"{y:.1}\">thread {thread}</text>\n");
    }
    for r in &timeline.rest {
        let title = format!("{} more work-groups, {} together", r.workgroups, ms(r.busy));
        out += &bar(r.thread, r.start, r.end, "rest", &title);
    }
    for g in &timeline.workgroups {
        let [x, y, z] = g.id;
        let (class, ended) = if g.ended {
            ("work", "")
        } else {
            ("broken", ", did not end")
        };
        let title = format!(
            "work-group {x},{y},{z}, waves: {}; {} from {} on{ended}",
            g.waves,
            ms(g.end - g.start),
            ms(g.start)
        );
        out += &bar(g.thread, g.start, g.end, class, &title);
    }
    out += &format!(
        "<text class=\"soft\" x=\"{}\" y=\"{:.1}\">0</text>\
         <text class=\"soft\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\n</svg>\n",
        BARS.0,
        high - 4.0,
        BARS.1,
        high - 4.0,
        ms(all)
    );
    let more: u64 = timeline.rest.iter().map(|r| r.workgroups).sum();
    if more != 0 {
        let shown = timeline.workgroups.len();
        out += &format!(
            "<p class=\"note\">The first {shown} work-groups have a bar each; {more} more are summed.</p>\n"
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(si(12.664832e12), "12.66 T");
        assert_eq!(si(483.84e9), "483.84 G");
        assert_eq!(si(1e12), "1 T");
        assert_eq!(si(64.0), "64 ");
        assert_eq!(short(0.125), "0.125");
        assert_eq!(short(2.0), "2");
        assert_eq!(short(1024.0), "1024");
    }

    /// An axis from 1 to 16 over 400 units: each doubling is 100.
    #[test]
    fn axes_are_logarithmic() {
        let axis = Axis {
            values: (1.0, 16.0),
            places: (0.0, 400.0),
        };
        for (value, at) in [(1.0, 0.0), (2.0, 100.0), (8.0, 300.0), (16.0, 400.0)] {
            assert!((axis.at(value) - at).abs() < 1e-9);
        }
        assert_eq!(axis.ticks(4.0).collect::<Vec<_>>(), [1.0, 4.0, 16.0]);
    }
}
