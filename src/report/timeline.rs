//! Estimated time as a trace that ui.perfetto.dev shows.
//!
//! The format is Chrome's "Trace Event Format": complete events, which have a beginning and a duration, on threads of
//! processes that have names. Perfetto counts whole nanoseconds, and events of a thread have to lie in each other or
//! apart: so ends are rounded, and not durations.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::runtime::estimate::Estimate;

/// A trace on its way.
#[derive(Debug, Default)]
struct Trace {
    events: Vec<Value>,
}

impl Trace {
    /// A process, and where among the others it is shown.
    fn process(&mut self, id: usize, name: &str) {
        self.named("process", (id, 0), name);
    }

    fn thread(&mut self, place: (usize, usize), name: &str) {
        self.named("thread", place, name);
    }

    fn named(&mut self, what: &str, (process, thread): (usize, usize), name: &str) {
        let order = if what == "process" { process } else { thread };
        for (event, args) in [
            ("name", json!({ "name": name })),
            ("sort_index", json!({ "sort_index": order })),
        ] {
            let event = format!("{what}_{event}");
            self.events.push(
                json!({"ph": "M", "name": event, "pid": process, "tid": thread, "args": args}),
            );
        }
    }

    /// What happened on a thread of a process from one time to another, in seconds.
    fn event(
        &mut self,
        (process, thread): (usize, usize),
        name: &str,
        [from, to]: [f64; 2],
        args: Value,
    ) {
        let [from, to] = [from, to].map(|t| (t * 1e9).round());
        let microseconds = |ns: f64| ns / 1e3;
        let mut event = json!({
            "ph": "X", "name": name, "pid": process, "tid": thread,
            "ts": microseconds(from), "dur": microseconds(to - from),
        });
        if !args.is_null() {
            event["args"] = args;
        }
        self.events.push(event);
    }

    fn text(self) -> String {
        let mut out = "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n".to_owned();
        for (k, event) in self.events.iter().enumerate() {
            out += if k == 0 { "" } else { ",\n" };
            out += &event.to_string();
        }
        out + "\n]}\n"
    }
}

/// Rows, of which each has one thing at a time.
#[derive(Default)]
struct Rows(Vec<f64>);

impl Rows {
    /// The first row that is free, or a new one.
    fn place(&mut self, [from, to]: [f64; 2]) -> usize {
        let free = self.0.iter().position(|end| *end <= from);
        let row = free.unwrap_or(self.0.len());
        if row == self.0.len() {
            self.0.push(0.0);
        }
        self.0[row] = to;
        row
    }
}

/// Threads of a SIMD, more than it has waves.
const SIMD: usize = 100;

/// The launch of a kernel on cards, each a process: the launch, and the waves of one unit with what they do.
pub fn of_launch(kernel: &str, estimates: &[Estimate]) -> String {
    let mut trace = Trace::default();
    for (k, e) in estimates.iter().enumerate() {
        let process = k + 1;
        trace.process(process, &format!("{}, one unit", e.card));
        trace.thread((process, 1), "launch");
        let begin = e.launch_seconds;
        trace.event((process, 1), "launch", [0.0, begin], Value::Null);
        let figures =
            json!({"bound by": e.bound, "instructions": e.instructions, "recorded": e.recorded});
        trace.event((process, 1), kernel, [begin, e.seconds], figures);
        let mut rows: BTreeMap<u32, Rows> = BTreeMap::new();
        for wave in &e.waves {
            let row = rows.entry(wave.simd).or_default().place(wave.time);
            let place = (process, (wave.simd as usize + 1) * SIMD + row);
            let [from, to] = wave.time.map(|t| begin + t);
            let name = format!("work-group {}, wave {}", wave.group, wave.wave);
            trace.event(place, &name, [from, to], Value::Null);
            for span in &wave.spans {
                let (name, args) = if span.waits {
                    (format!("waits: {}", span.what), Value::Null)
                } else {
                    (
                        span.what.to_owned(),
                        json!({"instructions": span.instructions}),
                    )
                };
                trace.event(place, &name, span.time.map(|t| begin + t), args);
            }
        }
        for (simd, rows) in rows {
            for row in 0..rows.0.len() {
                let place = (process, (simd as usize + 1) * SIMD + row);
                trace.thread(place, &format!("SIMD {simd}, wave {row}"));
            }
        }
    }
    trace.text()
}

/// Dispatches of programs as their processes have told them, each an estimate with its kernel, process, queue and
/// beginning: for each process its queues, and below each the work-groups of one unit.
pub fn of_programs(dispatches: &[Value]) -> String {
    let number = |v: &Value, name: &str| v[name].as_f64().unwrap_or(0.0);
    let begins = dispatches.iter().map(|d| number(d, "begin_ns"));
    let first = begins.fold(f64::INFINITY, f64::min);
    // By process and queue.
    let mut queues: BTreeMap<(u64, u64), Vec<&Value>> = BTreeMap::new();
    for d in dispatches {
        let key = |name: &str| d[name].as_u64().unwrap_or(0);
        queues
            .entry((key("process"), key("queue")))
            .or_default()
            .push(d);
    }
    let mut trace = Trace::default();
    let mut processes: BTreeMap<u64, usize> = BTreeMap::new();
    for ((id, queue), all) in &queues {
        let next = processes.len() + 1;
        let process = *processes.entry(*id).or_insert(next);
        if process == next {
            trace.process(process, &format!("process {id}"));
        }
        let thread = *queue as usize * SIMD + 1;
        let card = all
            .first()
            .and_then(|d| d["card"].as_str())
            .unwrap_or_default();
        trace.thread((process, thread), &format!("queue {queue}, {card}"));
        let mut rows = Rows::default();
        for d in all {
            let begin = (number(d, "begin_ns") - first) * 1e-9;
            let time = [begin, begin + number(d, "kernel_seconds")];
            let kernel = d["kernel"].as_str().unwrap_or_default();
            let figures = json!({"bound by": d["bound"], "instructions": d["instructions"]});
            trace.event((process, thread), kernel, time, figures);
            for group in d["groups"].as_array().into_iter().flatten() {
                let at = |k: usize| begin + group["time"][k].as_f64().unwrap_or(0.0);
                let time = [at(0), at(1)];
                let place = (process, thread + 1 + rows.place(time));
                trace.event(
                    place,
                    &format!("work-group {}", group["group"]),
                    time,
                    Value::Null,
                );
            }
        }
        for row in 0..rows.0.len() {
            let name = format!("queue {queue}, one unit, work-group {row}");
            trace.thread((process, thread + 1 + row), &name);
        }
    }
    trace.text()
}
