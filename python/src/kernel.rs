//! Kernels: what they need, and launches.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use gcn_jit::debug::code::Code;
use gcn_jit::error::{Fault, SourceLine};
use gcn_jit::loader;
use gcn_jit::objdump;
use gcn_jit::report::timeline::of_launch;
use gcn_jit::runtime::check::{self, Class, Report};
use gcn_jit::runtime::compare::{CompareError, Ended, Place};
use gcn_jit::runtime::estimate::{self, Card};
use gcn_jit::runtime::profile;
use gcn_jit::runtime::{
    Backend, CancelToken, FinalWave, Launch, LaunchError, Outcome, Stage, Stats,
};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyMapping, PyString, PyTuple};

use crate::arguments;
use crate::errors;
use crate::given::Bind;
use crate::host::Hosts;
use crate::listing;
use crate::loaded::{Loaded, Module};
use crate::profile::Reporter;
use crate::trace::{self, Wanted};

/// Instructions that a fault's note shows before the one that faulted, and after it.
const AROUND: usize = 3;

/// A kernel of a module. Calling it launches it.
#[pyclass(frozen, module = "gcn_jit")]
pub struct Kernel {
    loaded: Arc<Loaded>,
    index: usize,
}

impl Kernel {
    /// Kernel number `index` of `loaded`.
    pub fn new(loaded: &Arc<Loaded>, index: usize) -> Kernel {
        Kernel {
            loaded: Arc::clone(loaded),
            index,
        }
    }

    /// What the file says of it.
    pub fn about(&self) -> &loader::Kernel {
        &self.loaded.program.kernels[self.index]
    }

    /// The code object's version.
    pub fn version(&self) -> u8 {
        self.loaded.object.version
    }
}

/// How to run: what `Kernel.launch` takes by keyword.
struct Options<'py> {
    grid: [u32; 3],
    local: [u32; 3],
    dimensions: u32,
    lds: u32,
    backend: Backend,
    threads: Option<usize>,
    max_instructions: Option<u64>,
    timeout: Option<Duration>,
    capture: bool,
    progress: Option<Bound<'py, PyAny>>,
    print: Option<Bound<'py, PyAny>>,
}

/// What `Kernel.launch` takes by keyword.
const OPTIONS: [&str; 12] = [
    "grid",
    "block",
    "global_size",
    "local_size",
    "lds",
    "backend",
    "threads",
    "max_instructions",
    "timeout",
    "capture",
    "progress",
    "print",
];

/// An argument of a method that may be left out.
type Maybe<'py> = Option<Bound<'py, PyAny>>;

impl<'py> Options<'py> {
    /// From values, each with its keyword.
    fn given(py: Python<'py>, values: &[(&str, Maybe<'py>)]) -> PyResult<Options<'py>> {
        let keywords = PyDict::new(py);
        for (name, value) in values {
            keywords.set_item(name, value)?;
        }
        Options::of(py, &keywords)
    }

    /// From the keywords, of which there may be none that [`OPTIONS`] does not have.
    fn of(py: Python<'py>, given: &Bound<'py, PyDict>) -> PyResult<Options<'py>> {
        let get = |name: &str| -> PyResult<Option<Bound<'py, PyAny>>> {
            Ok(given.get_item(name)?.filter(|v| !v.is_none()))
        };
        let refuse = |e: String| errors::launch(py, e, None);
        let dims = |name: &str| -> PyResult<Option<(Vec<u32>, String)>> {
            let Some(value) = get(name)? else {
                return Ok(None);
            };
            let sizes = match value.extract::<u32>() {
                Ok(n) => Some(vec![n]),
                Err(_) => value.extract::<Vec<u32>>().ok(),
            };
            match sizes.filter(|s| (1..=3).contains(&s.len())) {
                Some(sizes) => Ok(Some((sizes, name.to_owned()))),
                None => Err(refuse(format!(
                    "{name} must be one to three sizes, not {}",
                    value.repr()?
                ))),
            }
        };
        let (blocks, block) = (dims("grid")?, dims("block")?);
        let (items, local) = (dims("global_size")?, dims("local_size")?);
        let (global, local, blocks) = match (blocks, block, items, local) {
            (Some(grid), Some(block), None, None) => (grid, block, true),
            (None, None, Some(items), Some(local)) => (items, local, false),
            _ => {
                return Err(refuse(
                    "give grid= and block= (in work-groups, as HIP), or global_size= and local_size= (in \
                     work-items, as OpenCL)"
                        .to_owned(),
                ));
            }
        };
        let dimensions = global.0.len().max(local.0.len()) as u32;
        let three =
            |v: &[u32]| -> [u32; 3] { std::array::from_fn(|d| v.get(d).copied().unwrap_or(1)) };
        let (mut grid, local) = (three(&global.0), three(&local.0));
        if blocks {
            for d in 0..3 {
                grid[d] = grid[d].checked_mul(local[d]).ok_or_else(|| {
                    refuse("the grid has more than 2^32 work-items in one dimension".to_owned())
                })?;
            }
        }
        let backend = match get("backend")? {
            None => Backend::Jit,
            Some(name) => match name.extract::<String>()?.as_str() {
                "jit" => Backend::Jit,
                "interp" => Backend::Interp,
                other => {
                    return Err(refuse(format!(
                        "backend must be 'jit' or 'interp', not '{other}'"
                    )));
                }
            },
        };
        let timeout = match get("timeout")? {
            None => None,
            Some(seconds) => {
                let seconds: f64 = seconds.extract()?;
                let time = Duration::try_from_secs_f64(seconds);
                Some(time.map_err(|_| {
                    refuse(format!("timeout must be a time in seconds, not {seconds}"))
                })?)
            }
        };
        fn typed<'py, T>(value: Option<Bound<'py, PyAny>>) -> PyResult<Option<T>>
        where
            T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
        {
            value.map(|v| v.extract()).transpose()
        }
        let threads: Option<usize> = typed(get("threads")?)?;
        if threads == Some(0) {
            return Err(refuse("threads must be at least 1".to_owned()));
        }
        Ok(Options {
            grid,
            local,
            dimensions,
            lds: typed(get("lds")?)?.unwrap_or(0),
            backend,
            threads,
            max_instructions: typed(get("max_instructions")?)?,
            timeout,
            capture: typed(get("capture")?)?.unwrap_or(false),
            progress: get("progress")?,
            print: get("print")?,
        })
    }
}

impl Kernel {
    /// Gives `f` the launch with these values of the arguments. Arrays that lie elsewhere are in the device's memory
    /// meanwhile; with `back`, what the kernel wrote to them is in them afterwards.
    fn with_launch<'py, R>(
        &self,
        py: Python<'py>,
        positional: Vec<Bound<'py, PyAny>>,
        named: Vec<(String, Bound<'py, PyAny>)>,
        options: &Options<'py>,
        back: bool,
        f: impl FnOnce(Launch<'_>) -> R,
    ) -> PyResult<R> {
        let core = &self.loaded.core;
        core.check(py)?;
        let given = arguments::assign(py, self.about(), self.version(), positional, named)?;
        let mut hosts = Hosts::new(core);
        let mut binds = Vec::with_capacity(given.len());
        for g in &given {
            binds.push(arguments::bind(g, &mut hosts)?);
        }
        hosts.enter(py)?;
        let values = binds.into_iter().map(|b| match b {
            Bind::Value(v) => v,
            Bind::Host(i) => gcn_jit::runtime::ArgValue::Buffer(hosts.address(i)),
        });
        let mut launch = Launch::new(self.index, 1, 1);
        launch.args = values.collect();
        launch.grid = options.grid;
        launch.local = options.local;
        launch.dimensions = options.dimensions;
        launch.backend = options.backend;
        launch.threads = options.threads.unwrap_or(core.threads);
        launch.max_instructions = options.max_instructions;
        launch.timeout = options.timeout;
        launch.capture = options.capture;
        if options.lds != 0 {
            let lds = self.about().lds_size.checked_add(options.lds);
            launch.lds_limit = Some(lds.unwrap_or(u32::MAX));
        }
        let result = f(launch);
        if back {
            hosts.leave(py);
        }
        Ok(result)
    }

    /// Launches it with the values of its arguments.
    fn run<'py>(
        &self,
        py: Python<'py>,
        positional: Vec<Bound<'py, PyAny>>,
        named: Vec<(String, Bound<'py, PyAny>)>,
        options: &Options<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let tell = [&options.progress, &options.print].map(Option::as_ref);
        let outcome = self.with_launch(py, positional, named, options, true, |launch| {
            let (device, program) = (&self.loaded.core.device, &self.loaded.program);
            self.attend(py, launch, tell, |launch| {
                device.attempt(program, launch, None)
            })
        })?;
        let outcome = outcome?.map_err(|e| errors::launched(py, e, |_| None))?;
        match outcome.fault {
            None => stats(py, &outcome.stats),
            Some(fault) => Err(self.fault(py, fault)),
        }
    }

    /// A fault as an exception.
    fn fault(&self, py: Python<'_>, fault: Box<Fault>) -> PyErr {
        errors::launched(py, LaunchError::Fault(fault), |pc| self.note(pc))
    }

    /// Compares both backends.
    fn compare<'py>(
        &self,
        py: Python<'py>,
        positional: Vec<Bound<'py, PyAny>>,
        named: Vec<(String, Bound<'py, PyAny>)>,
        options: &Options<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let tell = [options.progress.as_ref(), None];
        let compared = self.with_launch(py, positional, named, options, false, |mut launch| {
            // With more, the order of atomics differs from run to run.
            launch.threads = options.threads.unwrap_or(1);
            let (device, program) = (&self.loaded.core.device, &self.loaded.program);
            self.attend(py, launch, tell, |launch| device.compare(program, launch))
        })?;
        let comparison = compared?.map_err(|e| match e {
            CompareError::Limit { fault, .. } => self.fault(py, fault),
            CompareError::Launch(e) => errors::launched(py, e, |_| None),
            e => errors::error(py, e),
        })?;
        let side = |ended: Ended| match ended {
            Ok(s) => stats(py, &s),
            Err(fault) => Ok(self
                .fault(py, fault)
                .into_value(py)
                .into_bound(py)
                .into_any()),
        };
        let first = comparison.difference.map(|d| {
            let (place, register, wave) = match d.place {
                Some(Place::Memory(at)) => (Some(at), None, None),
                Some(Place::Register {
                    workgroup: [x, y, z],
                    wave,
                    register,
                }) => (None, Some(register.to_string()), Some(((x, y, z), wave))),
                None => (None, None, None),
            };
            let [interp, jit] = d.values.map_or([None; 2], |v| v.map(Some));
            let (pc, instruction) = d.writer.map(|w| (w.pc, w.text)).unzip();
            let class = py.import("gcn_jit._compare")?.getattr("Difference")?;
            class.call1((d.text, place, register, wave, interp, jit, pc, instruction))
        });
        let values = (
            first.transpose()?,
            side(comparison.interp)?,
            side(comparison.jit)?,
        );
        py.import("gcn_jit._compare")?
            .getattr("Comparison")?
            .call1(values)
    }

    /// Runs it with checks.
    fn checked<'py>(
        &self,
        py: Python<'py>,
        positional: Vec<Bound<'py, PyAny>>,
        named: Vec<(String, Bound<'py, PyAny>)>,
        options: &Options<'py>,
        wanted: &check::Options,
    ) -> PyResult<Bound<'py, PyAny>> {
        let tell = [&options.progress, &options.print].map(Option::as_ref);
        let checked = self.with_launch(py, positional, named, options, true, |mut launch| {
            // With more, it depends on chance where something is first found.
            launch.threads = options.threads.unwrap_or(1);
            let (device, program) = (&self.loaded.core.device, &self.loaded.program);
            self.attend(py, launch, tell, |launch| {
                device.check(program, launch, wanted)
            })
        })?;
        let checked = checked?.map_err(|e| errors::launched(py, e, |_| None))?;
        let module = py.import(intern!(py, "gcn_jit._check"))?;
        let findings = checked.reports.iter().map(|r| finding(py, &module, r));
        let findings = PyTuple::new(py, findings.collect::<PyResult<Vec<_>>>()?)?;
        let class = module.getattr(intern!(py, "Checked"))?;
        class.call1((findings, self.ended(py, checked.outcome)?))
    }

    /// How a launch ended: a `gcn_jit.Stats`, or the fault.
    fn ended<'py>(&self, py: Python<'py>, outcome: Outcome) -> PyResult<Bound<'py, PyAny>> {
        match outcome.fault {
            None => stats(py, &outcome.stats),
            Some(fault) => Ok(self
                .fault(py, fault)
                .into_value(py)
                .into_bound(py)
                .into_any()),
        }
    }

    /// Runs it and counts.
    fn profiled<'py>(
        &self,
        py: Python<'py>,
        positional: Vec<Bound<'py, PyAny>>,
        named: Vec<(String, Bound<'py, PyAny>)>,
        options: &Options<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let tell = [&options.progress, &options.print].map(Option::as_ref);
        let profiled = self.with_launch(py, positional, named, options, true, |launch| {
            let (device, program) = (&self.loaded.core.device, &self.loaded.program);
            self.attend(py, launch, tell, |launch| {
                device.profile(program, launch, &profile::Options::default())
            })
        })?;
        let profiled = profiled?.map_err(|e| errors::launched(py, e, |_| None))?;
        let ended = self.ended(py, profiled.outcome.clone())?;
        let report = Reporter::new(&self.loaded, self.index, profiled);
        let class = py
            .import(intern!(py, "gcn_jit._profile"))?
            .getattr(intern!(py, "Profile"))?;
        class.call1((report, ended))
    }

    /// Runs it and estimates how long a card would take.
    fn estimated<'py>(
        &self,
        py: Python<'py>,
        positional: Vec<Bound<'py, PyAny>>,
        named: Vec<(String, Bound<'py, PyAny>)>,
        options: &Options<'py>,
        card: Option<&str>,
        timeline: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let card = match card {
            Some(name) => {
                Card::named(name).map_err(|e| PyValueError::new_err(format!("card {name}: {e}")))?
            }
            None => Card::of(self.loaded.program.generation()).ok_or_else(|| {
                let target = &self.loaded.program.target;
                PyValueError::new_err(format!("no card is known that runs code for {target}"))
            })?,
        };
        let tell = [&options.progress, &options.print].map(Option::as_ref);
        let estimated = self.with_launch(py, positional, named, options, true, |launch| {
            let (device, program) = (&self.loaded.core.device, &self.loaded.program);
            let mut how = estimate::Options::default();
            how.timeline = timeline;
            self.attend(py, launch, tell, |launch| {
                device.estimate(program, launch, std::slice::from_ref(&card), &how)
            })
        })?;
        let estimated = estimated?.map_err(|e| errors::launched(py, e, |_| None))?;
        let text = estimated.estimates.first().map(|e| e.json());
        let kernel = self.loaded.program.kernels.get(self.index);
        let name = kernel.map_or("", |k| k.name.as_str());
        let timeline = timeline.then(|| of_launch(name, &estimated.estimates));
        let ended = self.ended(py, estimated.outcome)?;
        py.import(intern!(py, "gcn_jit._estimate"))?
            .call_method1(intern!(py, "_estimate"), (text, ended, timeline))
    }

    /// Runs it and keeps what each instruction does.
    fn traced<'py>(
        &self,
        py: Python<'py>,
        positional: Vec<Bound<'py, PyAny>>,
        named: Vec<(String, Bound<'py, PyAny>)>,
        options: &Options<'py>,
        wanted: &Wanted<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let code = Code::new(&self.loaded.program, self.index);
        let filter = wanted.filter(py, &code)?;
        let tell = [&options.progress, &options.print].map(Option::as_ref);
        let mut records = Vec::new();
        let outcome = self.with_launch(py, positional, named, options, true, |mut launch| {
            // With more, waves take turns by chance.
            launch.threads = options.threads.unwrap_or(1);
            let (device, program) = (&self.loaded.core.device, &self.loaded.program);
            let mut keep = |record| {
                records.push(record);
                true
            };
            self.attend(py, launch, tell, |launch| {
                device.trace(program, launch, filter, &mut keep)
            })
        })?;
        let outcome = outcome?.map_err(|e| errors::launched(py, e, |_| None))?;
        let records = trace::records(py, &code, records)?;
        let class = py
            .import(intern!(py, "gcn_jit._trace"))?
            .getattr(intern!(py, "Trace"))?;
        class.call1((records, self.ended(py, outcome)?))
    }

    /// Gives `f` the launch, to run it. Meanwhile other Python threads run, and now and then this one looks for
    /// signals, tells `progress`, and gives `print` (or `sys.stderr`) what the kernel has printed. What a signal's
    /// handler or one of them raises ends the launch.
    fn attend<R: Send>(
        &self,
        py: Python<'_>,
        launch: Launch<'_>,
        [progress, print]: [Option<&Bound<'_, PyAny>>; 2],
        f: impl FnOnce(&Launch<'_>) -> R + Send,
    ) -> PyResult<R> {
        let meanwhile = Meanwhile {
            progress: progress.map(|t| t.clone().unbind()),
            print: print.map(|t| t.clone().unbind()),
            reached: Mutex::default(),
            printed: Mutex::default(),
        };
        let (cancel, raised) = (CancelToken::new(), Mutex::new(None));
        let poll = || {
            if cancel.is_cancelled() {
                return;
            }
            let looked = Python::attach(|py| {
                py.check_signals()?;
                meanwhile.tell(py)
            });
            if let Err(e) = looked {
                cancel.cancel();
                *locked(&raised) = Some(e);
            }
        };
        let note = |done, total| {
            let mut reached = locked(&meanwhile.reached);
            *reached = (reached.0.max(done), total);
        };
        let text = |text: &str| locked(&meanwhile.printed).push_str(text);
        let mut launch = launch.cancel(&cancel).poll(&poll).print(&text);
        if meanwhile.progress.is_some() {
            launch = launch.progress(&note);
        }
        let result = py.detach(|| f(&launch));
        if let Some(e) = locked(&raised).take() {
            return Err(e);
        }
        meanwhile.tell(py)?;
        Ok(result)
    }

    /// The instructions around the one at `pc`.
    fn note(&self, pc: u64) -> Option<String> {
        let vaddr = pc.wrapping_sub(self.loaded.program.base);
        let text = objdump::around(&self.loaded.object, vaddr, AROUND);
        let lines = self.loaded.program.source(pc);
        let lines: String = lines.iter().map(|l| format!("  {l}\n")).collect();
        (!text.is_empty())
            .then(|| format!("at {pc:#x}, address {vaddr:#x} of the file:\n{text}{lines}"))
    }
}

/// Whom to tell what a launch does meanwhile.
struct Meanwhile {
    progress: Option<Py<PyAny>>,
    print: Option<Py<PyAny>>,
    /// Work-groups that are done, of how many.
    reached: Mutex<(u64, u64)>,
    printed: Mutex<String>,
}

impl Meanwhile {
    /// Tells what is new.
    fn tell(&self, py: Python<'_>) -> PyResult<()> {
        if let Some(progress) = &self.progress {
            let reached = *locked(&self.reached);
            progress.call1(py, reached)?;
        }
        let text = std::mem::take(&mut *locked(&self.printed));
        if text.is_empty() {
            return Ok(());
        }
        match &self.print {
            Some(print) => print.call1(py, (text,)).map(drop),
            None => {
                let stderr = py
                    .import(intern!(py, "sys"))?
                    .getattr(intern!(py, "stderr"))?;
                stderr.call_method1(intern!(py, "write"), (text,)).map(drop)
            }
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[pymethods]
impl Kernel {
    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.about().name
    }

    /// The module that it is of.
    #[getter]
    fn module(&self) -> Module {
        Module(Arc::clone(&self.loaded))
    }

    /// Its arguments in declaration order, hidden ones last: `Arg`s.
    #[getter]
    fn args<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        listing::args(py, self.about())
    }

    /// Static LDS of a work-group in bytes.
    #[getter]
    fn lds(&self) -> u32 {
        self.about().lds_size
    }

    /// SGPRs that its instructions may address.
    #[getter]
    fn sgprs(&self) -> u32 {
        self.about().sgprs
    }

    /// VGPRs that are allocated per wave.
    #[getter]
    fn vgprs(&self) -> u32 {
        self.about().vgprs
    }

    /// Private memory per work-item in bytes.
    #[getter]
    fn private(&self) -> u32 {
        self.about().private_size
    }

    /// Most work-items of a work-group, when the file states it.
    #[getter]
    fn max_workgroup(&self) -> Option<u32> {
        self.about().max_flat_workgroup_size
    }

    /// The work-group size that the source demands, if it does.
    #[getter]
    fn required_workgroup(&self) -> Option<(u32, u32, u32)> {
        self.about().reqd_workgroup_size.map(|[x, y, z]| (x, y, z))
    }

    /// Launches it. Arguments are given by position, or by the names that the file has for them; the size of the
    /// grid by `grid=` and `block=`, in work-groups and work-items per group, or by `global_size=` and
    /// `local_size=`, both in work-items. `launch` describes the other keywords.
    #[pyo3(signature = (*args, **options))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        args: &Bound<'py, PyTuple>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (keywords, mut named) = (PyDict::new(py), Vec::new());
        for (name, value) in options.into_iter().flatten() {
            let name = name.cast_into::<PyString>()?;
            if OPTIONS.contains(&name.to_cow()?.as_ref()) {
                keywords.set_item(name, value)?
            } else {
                named.push((name.to_string(), value))
            }
        }
        let options = Options::of(py, &keywords)?;
        self.run(py, args.iter().collect(), named, &options)
    }

    /// Launches it with the arguments `args`: a sequence in declaration order, or a mapping by name. It returns
    /// when the kernel has ended, with `Stats`.
    ///
    /// `lds` is dynamic LDS in bytes, in addition to what the file states; `backend` is `"jit"` or `"interp"`, the
    /// reference interpreter; `threads` the number of host threads; `max_instructions` and `timeout` (in seconds)
    /// end a kernel that does not end; `capture=True` keeps the final registers of all waves in `Stats.waves`;
    /// `progress(done, total)` is called now and then with numbers of work-groups; `print(text)` is given what the
    /// kernel prints, which goes to `sys.stderr` without it.
    #[pyo3(signature = (args=None, *, grid=None, block=None, global_size=None, local_size=None, lds=None, backend=None, threads=None, max_instructions=None, timeout=None, capture=None, progress=None, print=None))]
    #[allow(clippy::too_many_arguments)]
    fn launch<'py>(
        &self,
        py: Python<'py>,
        args: Option<&Bound<'py, PyAny>>,
        grid: Option<Bound<'py, PyAny>>,
        block: Option<Bound<'py, PyAny>>,
        global_size: Option<Bound<'py, PyAny>>,
        local_size: Option<Bound<'py, PyAny>>,
        lds: Option<Bound<'py, PyAny>>,
        backend: Option<Bound<'py, PyAny>>,
        threads: Option<Bound<'py, PyAny>>,
        max_instructions: Option<Bound<'py, PyAny>>,
        timeout: Option<Bound<'py, PyAny>>,
        capture: Option<Bound<'py, PyAny>>,
        progress: Option<Bound<'py, PyAny>>,
        print: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let values = [
            grid,
            block,
            global_size,
            local_size,
            lds,
            backend,
            threads,
            max_instructions,
            timeout,
            capture,
            progress,
            print,
        ];
        let keywords = PyDict::new(py);
        for (name, value) in OPTIONS.iter().zip(values) {
            keywords.set_item(name, value)?;
        }
        let options = Options::of(py, &keywords)?;
        let (positional, named) = sorted(args)?;
        self.run(py, positional, named, &options)
    }

    /// Runs it on the interpreter and as compiled code, from the same memory, and compares how the runs end, what
    /// they leave in the device's memory, and the final registers: a `Comparison`. The memory, and arrays that lie
    /// elsewhere, are as they were afterwards. Nobody else may use the device meanwhile.
    ///
    /// The arguments are those of `launch`; one host thread is used unless `threads` says otherwise.
    #[pyo3(signature = (args=None, *, grid=None, block=None, global_size=None, local_size=None, lds=None, threads=None, max_instructions=None, timeout=None, progress=None))]
    #[allow(clippy::too_many_arguments)]
    fn diff<'py>(
        &self,
        py: Python<'py>,
        args: Option<&Bound<'py, PyAny>>,
        grid: Option<Bound<'py, PyAny>>,
        block: Option<Bound<'py, PyAny>>,
        global_size: Option<Bound<'py, PyAny>>,
        local_size: Option<Bound<'py, PyAny>>,
        lds: Option<Bound<'py, PyAny>>,
        threads: Option<Bound<'py, PyAny>>,
        max_instructions: Option<Bound<'py, PyAny>>,
        timeout: Option<Bound<'py, PyAny>>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = Options::given(
            py,
            &[
                ("grid", grid),
                ("block", block),
                ("global_size", global_size),
                ("local_size", local_size),
                ("lds", lds),
                ("threads", threads),
                ("max_instructions", max_instructions),
                ("timeout", timeout),
                ("progress", progress),
            ],
        )?;
        let (positional, named) = sorted(args)?;
        self.compare(py, positional, named, &options)
    }

    /// Runs it and looks for what a card would have done wrong: `Checked`, with what was found and how the run ended.
    /// `docs/checking.md` has the rules. Compiled code is checked as it runs.
    ///
    /// `checks` names what to look for, `"waits"`, `"nops"`, `"uninit"`, `"races"`, `"memory"`, `"lint"`; unless given, all
    /// but lints, which find nothing wrong but what a card does slower than it could. `pedantic=True` finds also what
    /// sources disagree about and what is harmless in practice. The other arguments are those of `launch`; one host
    /// thread is used unless `threads` says otherwise.
    #[pyo3(signature = (args=None, *, checks=None, pedantic=false, grid=None, block=None, global_size=None, local_size=None, lds=None, threads=None, max_instructions=None, timeout=None, progress=None, print=None))]
    #[allow(clippy::too_many_arguments)]
    fn check<'py>(
        &self,
        py: Python<'py>,
        args: Option<&Bound<'py, PyAny>>,
        checks: Option<Vec<String>>,
        pedantic: bool,
        grid: Option<Bound<'py, PyAny>>,
        block: Option<Bound<'py, PyAny>>,
        global_size: Option<Bound<'py, PyAny>>,
        local_size: Option<Bound<'py, PyAny>>,
        lds: Option<Bound<'py, PyAny>>,
        threads: Option<Bound<'py, PyAny>>,
        max_instructions: Option<Bound<'py, PyAny>>,
        timeout: Option<Bound<'py, PyAny>>,
        progress: Option<Bound<'py, PyAny>>,
        print: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = Options::given(
            py,
            &[
                ("grid", grid),
                ("block", block),
                ("global_size", global_size),
                ("local_size", local_size),
                ("lds", lds),
                ("threads", threads),
                ("max_instructions", max_instructions),
                ("timeout", timeout),
                ("progress", progress),
                ("print", print),
            ],
        )?;
        let (positional, named) = sorted(args)?;
        let wanted = wanted(py, checks, pedantic)?;
        self.checked(py, positional, named, &options, &wanted)
    }

    /// Runs it and counts what it does: a `Profile`, by instruction and line of the source. `docs/profiling.md` tells
    /// what the numbers are. All but `share` and the timeline are exact, and the same on both backends and any number
    /// of threads.
    ///
    /// The arguments are those of `launch`. After a fault the profile has what was done until then.
    #[pyo3(signature = (args=None, *, grid=None, block=None, global_size=None, local_size=None, lds=None, backend=None, threads=None, max_instructions=None, timeout=None, progress=None, print=None))]
    #[allow(clippy::too_many_arguments)]
    fn profile<'py>(
        &self,
        py: Python<'py>,
        args: Maybe<'py>,
        grid: Maybe<'py>,
        block: Maybe<'py>,
        global_size: Maybe<'py>,
        local_size: Maybe<'py>,
        lds: Maybe<'py>,
        backend: Maybe<'py>,
        threads: Maybe<'py>,
        max_instructions: Maybe<'py>,
        timeout: Maybe<'py>,
        progress: Maybe<'py>,
        print: Maybe<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = Options::given(
            py,
            &[
                ("grid", grid),
                ("block", block),
                ("global_size", global_size),
                ("local_size", local_size),
                ("lds", lds),
                ("backend", backend),
                ("threads", threads),
                ("max_instructions", max_instructions),
                ("timeout", timeout),
                ("progress", progress),
                ("print", print),
            ],
        )?;
        let (positional, named) = sorted(args.as_ref())?;
        self.profiled(py, positional, named, &options)
    }

    /// Runs it and estimates how long a card would take: an `Estimate`. `docs/estimating.md` tells how, and how far such
    /// estimates are from measured times.
    ///
    /// `card` is the name of a card, such as `"mi300a"`, or the path of a file that describes one; without it the first
    /// that runs the code. With `timeline` the estimate has what the waves of one unit do over estimated time. The other
    /// arguments are those of `launch`.
    #[pyo3(signature = (args=None, *, card=None, timeline=false, grid=None, block=None, global_size=None, local_size=None, lds=None, backend=None, threads=None, max_instructions=None, timeout=None, progress=None, print=None))]
    #[allow(clippy::too_many_arguments)]
    fn estimate<'py>(
        &self,
        py: Python<'py>,
        args: Maybe<'py>,
        card: Option<&str>,
        timeline: bool,
        grid: Maybe<'py>,
        block: Maybe<'py>,
        global_size: Maybe<'py>,
        local_size: Maybe<'py>,
        lds: Maybe<'py>,
        backend: Maybe<'py>,
        threads: Maybe<'py>,
        max_instructions: Maybe<'py>,
        timeout: Maybe<'py>,
        progress: Maybe<'py>,
        print: Maybe<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = Options::given(
            py,
            &[
                ("grid", grid),
                ("block", block),
                ("global_size", global_size),
                ("local_size", local_size),
                ("lds", lds),
                ("backend", backend),
                ("threads", threads),
                ("max_instructions", max_instructions),
                ("timeout", timeout),
                ("progress", progress),
                ("print", print),
            ],
        )?;
        let (positional, named) = sorted(args.as_ref())?;
        self.estimated(py, positional, named, &options, card, timeline)
    }

    /// Runs it on the interpreter and keeps what each instruction does: a `Trace`, a sequence of records with the
    /// registers and the memory that were read and written. A record takes about a kilobyte and more, so of long runs
    /// ask for some:
    ///
    /// `group`, the id of a work-group, and `wave`, the number of a wave in its group, keep only theirs; `from_` begins
    /// in each wave when it first comes to that place; `at`, a place or several, keeps only what is there; `count` ends
    /// the run when so many are kept. A place is a number, the offset in the kernel or an address, or text:
    /// `"file.cl:12"`, a function, `"function+0x10"`. A line is where its code begins in `from_`, and all of its code
    /// in `at`.
    ///
    /// The other arguments are those of `launch`; one host thread is used unless `threads` says otherwise.
    #[pyo3(signature = (args=None, *, group=None, wave=None, from_=None, at=None, count=None, grid=None, block=None, global_size=None, local_size=None, lds=None, threads=None, max_instructions=None, timeout=None, progress=None, print=None))]
    #[allow(clippy::too_many_arguments)]
    fn trace<'py>(
        &self,
        py: Python<'py>,
        args: Maybe<'py>,
        group: Maybe<'py>,
        wave: Option<u32>,
        from_: Maybe<'py>,
        at: Maybe<'py>,
        count: Option<u64>,
        grid: Maybe<'py>,
        block: Maybe<'py>,
        global_size: Maybe<'py>,
        local_size: Maybe<'py>,
        lds: Maybe<'py>,
        threads: Maybe<'py>,
        max_instructions: Maybe<'py>,
        timeout: Maybe<'py>,
        progress: Maybe<'py>,
        print: Maybe<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = Options::given(
            py,
            &[
                ("grid", grid),
                ("block", block),
                ("global_size", global_size),
                ("local_size", local_size),
                ("lds", lds),
                ("threads", threads),
                ("max_instructions", max_instructions),
                ("timeout", timeout),
                ("progress", progress),
                ("print", print),
            ],
        )?;
        let (positional, named) = sorted(args.as_ref())?;
        let wanted = Wanted {
            group,
            wave,
            from: from_,
            at,
            count,
        };
        self.traced(py, positional, named, &options, &wanted)
    }

    /// The code as text.
    #[pyo3(signature = (clrx=false))]
    fn disassemble<'py>(&self, py: Python<'py>, clrx: bool) -> PyResult<Bound<'py, PyAny>> {
        let lines = objdump::kernel(&self.loaded.object, self.about(), clrx);
        listing::disassembly(py, &lines)
    }

    /// A stage of the compilation of the function that runs first, as text: `"region"`, the micro-operations on
    /// scalars and 64 lanes, `"clif"`, Cranelift's, or `"asm"`, the host's instructions.
    #[pyo3(signature = (stage="region"))]
    fn ir(&self, py: Python<'_>, stage: &str) -> PyResult<String> {
        let stage = match stage {
            "region" => Stage::Region,
            "clif" => Stage::Clif,
            "asm" => Stage::Asm,
            other => {
                return Err(PyValueError::new_err(format!(
                    "stage must be 'region', 'clif' or 'asm', not '{other}'"
                )));
            }
        };
        let text = py.detach(|| self.loaded.program.listing(self.index, None, stage));
        match text {
            Some(Ok(text)) => Ok(text),
            Some(Err(e)) => Err(errors::launched(py, e.into(), |_| None)),
            None => Err(errors::error(py, "there is no such kernel")),
        }
    }

    fn __repr__(&self) -> String {
        let k = self.about();
        let explicit = k.args.iter().filter(|a| !a.kind.is_hidden()).enumerate();
        let names = explicit.map(|(i, a)| a.name.clone().unwrap_or_else(|| i.to_string()));
        let names: Vec<String> = names.collect();
        let target = &self.loaded.object.target;
        format!(
            "<gcn_jit.Kernel {}({}) for {target}>",
            k.name,
            names.join(", ")
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Module, String))> {
        let get = py
            .import(intern!(py, "operator"))?
            .getattr(intern!(py, "getitem"))?;
        Ok((get, (self.module(), self.about().name.clone())))
    }
}

/// What to look for: the classes called so, or all but lints.
fn wanted(py: Python<'_>, names: Option<Vec<String>>, pedantic: bool) -> PyResult<check::Options> {
    let class = |name: &String| {
        let found = Class::ALL.iter().find(|c| c.name() == name);
        found.copied().ok_or_else(|| {
            let names: Vec<&str> = Class::ALL.iter().map(|c| c.name()).collect();
            let what = format!(
                "there is no check '{name}'; there are: {}",
                names.join(", ")
            );
            errors::launch(py, what, None)
        })
    };
    let classes = match &names {
        None => Class::DEFAULT.to_vec(),
        Some(names) => names.iter().map(class).collect::<PyResult<_>>()?,
    };
    Ok(check::Options { classes, pedantic })
}

/// A `gcn_jit.Finding`.
fn finding<'py>(
    py: Python<'py>,
    module: &Bound<'py, PyModule>,
    r: &Report,
) -> PyResult<Bound<'py, PyAny>> {
    let line_class = module.getattr(intern!(py, "SourceLine"))?;
    let place_class = module.getattr(intern!(py, "Place"))?;
    let place =
        |pc: i64, inst: &str, [x, y, z]: [u32; 3], wave: u32, lane, lines: &[SourceLine]| {
            let lines = lines
                .iter()
                .map(|l| line_class.call1((&l.file, l.line, l.function.as_deref())));
            let source = PyTuple::new(py, lines.collect::<PyResult<Vec<_>>>()?)?;
            let lane: Option<u8> = lane;
            place_class.call1((pc, inst, (x, y, z), wave, lane, source))
        };
    let at = place(r.pc, &r.instruction, r.workgroup, r.wave, r.lane, &r.source)?;
    let other = r
        .other
        .as_ref()
        .map(|o| place(o.pc, &o.instruction, o.workgroup, o.wave, o.lane, &o.source));
    let class_of = module.getattr(intern!(py, "Finding"))?;
    class_of.call1((
        r.class,
        r.rule,
        r.severity.name(),
        &r.kernel,
        &r.mnemonic,
        r.count,
        &r.message,
        at,
        other.transpose()?,
    ))
}

/// Values by position, and by name.
type Values<'py> = (Vec<Bound<'py, PyAny>>, Vec<(String, Bound<'py, PyAny>)>);

/// The arguments in a sequence or a mapping.
fn sorted<'py>(args: Option<&Bound<'py, PyAny>>) -> PyResult<Values<'py>> {
    let (mut positional, mut named) = (Vec::new(), Vec::new());
    if let Some(args) = args {
        match args.cast::<PyMapping>() {
            Ok(mapping) => {
                for item in mapping.items()?.iter() {
                    named.push(item.extract::<(String, Bound<'py, PyAny>)>()?);
                }
            }
            Err(_) => positional = args.try_iter()?.collect::<PyResult<_>>()?,
        }
    }
    Ok((positional, named))
}

/// A `gcn_jit.Stats`.
fn stats<'py>(py: Python<'py>, s: &Stats) -> PyResult<Bound<'py, PyAny>> {
    let module = py.import(intern!(py, "gcn_jit._stats"))?;
    let waves = if s.captured.is_empty() {
        PyTuple::empty(py)
    } else {
        let class = module.getattr(intern!(py, "FinalWave"))?;
        let waves = s.captured.iter().map(|w| wave(py, &class, w));
        PyTuple::new(py, waves.collect::<PyResult<Vec<_>>>()?)?
    };
    let values = (
        (s.kernel_seconds, s.compile_seconds),
        (s.instructions, s.lanes, s.waves, s.workgroups, s.host_calls),
        (
            s.blocks_compiled,
            s.instructions_compiled,
            s.code_bytes,
            s.cache_hits,
        ),
        (s.backend.as_str(), s.isa.as_str(), s.threads),
        waves,
    );
    module
        .getattr(intern!(py, "Stats"))?
        .call_method1(intern!(py, "_of"), values)
}

/// A `gcn_jit.FinalWave`.
fn wave<'py>(
    py: Python<'py>,
    class: &Bound<'py, PyAny>,
    w: &FinalWave,
) -> PyResult<Bound<'py, PyAny>> {
    let dwords = |words: &mut dyn Iterator<Item = u32>| {
        let bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
        PyBytes::new(py, &bytes)
    };
    let [x, y, z] = w.workgroup;
    let sgprs = dwords(&mut w.sgpr.iter().copied());
    let vgprs = dwords(&mut w.vgprs.iter().flat_map(|v| v.0));
    class.call1(((x, y, z), w.wave, w.pc, w.scc, w.mode, sgprs, vgprs))
}
