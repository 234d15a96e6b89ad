//! How long a card would take for a launch, as text and as a part of a page.

use super::text::{escape, percent, plain};
use crate::runtime::estimate::Estimate;

/// A time in a unit that suits it.
pub(crate) fn time(seconds: f64) -> String {
    match seconds {
        s if s >= 1.0 => format!("{s:.3} s"),
        s if s >= 1e-3 => format!("{:.3} ms", s * 1e3),
        s => format!("{:.2} us", s * 1e6),
    }
}

/// Bytes in a unit that suits them.
fn size(bytes: f64) -> String {
    match bytes {
        b if b >= 1e9 => format!("{:.2} GB", b / 1e9),
        b if b >= 1e6 => format!("{:.2} MB", b / 1e6),
        b => format!("{:.1} KB", b / 1e3),
    }
}

/// Everything by name.
fn rows(e: &Estimate) -> [(&'static str, String); 8] {
    let parts: Vec<String> = (e.parts.iter())
        .filter(|p| p.seconds > 0.0)
        .map(|p| format!("{} {}", p.name, time(p.seconds)))
        .collect();
    [
        ("card", plain(&e.card)),
        (
            "estimate",
            format!(
                "{}: launch {}, kernel {}",
                time(e.seconds),
                time(e.launch_seconds),
                time(e.kernel_seconds)
            ),
        ),
        ("bound by", e.bound.to_owned()),
        ("busy", parts.join(", ")),
        ("waves", format!("{:.1} per SIMD", e.waves_per_simd)),
        (
            "bytes",
            format!(
                "{} accessed, {} through the L2, {} behind it",
                size(e.footprint as f64),
                size(e.l2_bytes),
                size(e.outer_bytes)
            ),
        ),
        (
            "recorded",
            format!("{} of {} instructions", e.recorded, e.instructions),
        ),
        (
            "error",
            match &e.accuracy {
                Some(a) => format!(
                    "{:.0} % on average, weighted by time, {:.0} % in the median of {} launches (docs/estimating.md)",
                    a.mean * 100.0,
                    a.median * 100.0,
                    a.launches
                ),
                None => "unknown: never compared with this card".to_owned(),
            },
        ),
    ]
}

/// An estimate, a line for each figure.
pub fn table(e: &Estimate) -> String {
    let rows = rows(e).into_iter();
    rows.map(|(name, value)| format!("{name:<15} {value}\n"))
        .collect()
}

/// Estimates for a page: their figures, and how much of the kernel's time each part of the card is busy.
pub(super) fn sections(estimates: &[Estimate]) -> String {
    let mut out = String::new();
    for e in estimates {
        out += &format!("<h2>Estimate for {}</h2>\n", escape(&e.card));
        out += "<table class=\"summary\">";
        for (name, value) in rows(e).iter().filter(|(name, _)| *name != "card") {
            let value = escape(value);
            out += &format!("<tr><th>{name}</th><td>{value}</td></tr>\n");
        }
        out += "</table>\n<table>\n";
        for p in e.parts.iter().filter(|p| p.seconds > 0.0) {
            let part = (p.seconds / e.kernel_seconds).min(1.0);
            out += &format!(
                "<tr><td>{}</td><td>{}</td><td><span class=\"lanes\"><i style=\"width: {:.1}%\"></i></span>{}</td></tr>\n",
                p.name,
                time(p.seconds),
                100.0 * part,
                percent(part)
            );
        }
        out += "</table>\n";
    }
    out
}
