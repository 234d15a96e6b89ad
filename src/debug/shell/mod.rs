//! The debugger's commands: lines of text from a user, and lines of text in return.

mod find;
mod info;
mod show;

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;

use super::Key;
use super::code::{number, workgroup};
use super::points::{Kind, On, Watched, Whose};
use super::session::{Go, Goal, Stop, Stopped, User, View};
use crate::check::operands::Bank;
use crate::interp::seen::Space;
use find::{Lanes, Register};

/// What a reader of lines gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A line, without its end.
    Line(String),
    /// The user does not want to end this line.
    Interrupted,
    /// There are no more.
    End,
}

/// Asks for the next line.
pub type Reader<'a> = &'a mut (dyn FnMut() -> Input + Send);

/// A user who gives commands.
pub struct Shell<'a> {
    input: Reader<'a>,
    out: &'a mut (dyn Write + Send),
    /// Whether a person is there: then an empty line is the last command again, and lines are not repeated.
    person: bool,
    /// Folders in which source files may be.
    folders: Vec<PathBuf>,
    /// Buffers by name: address and size in bytes.
    buffers: Vec<(String, u64, u64)>,
    /// What commands are about.
    chosen: Option<Key>,
    lane: u8,
    frame: usize,
    /// The file that is listed, and the line that comes next.
    listed: Option<(String, usize)>,
    files: HashMap<String, Vec<String>>,
    last: String,
}

/// Whether the user looks on, or how the run goes on.
enum Step {
    Stay,
    Go(Go),
}

/// What a command makes of its arguments; an error is one line.
type Run = fn(&mut Shell<'_>, &mut Stopped<'_>, &str) -> Result<Step, String>;

/// A command.
struct Command {
    /// Its name, and shorter ones. The beginning of a name will do, too, where it is that of one command only.
    names: &'static [&'static str],
    args: &'static str,
    help: &'static str,
    run: Run,
}

const COMMANDS: &[Command] = &[
    Command {
        names: &["break", "b", "br"],
        args: "[PLACE] [group X,Y,Z] [wave N]",
        help: "stop before an instruction, of one work-group or wave only if so wanted; without PLACE here. PLACE is \
               an offset in the kernel or an address, FILE:LINE, :LINE of this file, a function, behind what sets up its frame, or FUNCTION+OFFSET",
        run: |s, at, args| s.add_breakpoint(at, args, false),
    },
    Command {
        names: &["tbreak", "tb"],
        args: "[PLACE] [group X,Y,Z] [wave N]",
        help: "the same, once",
        run: |s, at, args| s.add_breakpoint(at, args, true),
    },
    Command {
        names: &["watch", "wa"],
        args: "WHAT",
        help: "stop behind an instruction that writes registers of this wave (s4, s[4:5], v3, v3[LANE], vcc, scc), memory \
               (ADDRESS[,BYTES], lds:OFFSET[,BYTES], private:OFFSET[,BYTES] of this lane) or a variable",
        run: |s, at, args| s.add_watchpoint(at, args, On::Write),
    },
    Command {
        names: &["rwatch", "rw"],
        args: "WHAT",
        help: "the same for reads",
        run: |s, at, args| s.add_watchpoint(at, args, On::Read),
    },
    Command {
        names: &["awatch", "aw"],
        args: "WHAT",
        help: "the same for reads and writes",
        run: |s, at, args| s.add_watchpoint(at, args, On::Access),
    },
    Command {
        names: &["delete", "d"],
        args: "[N]",
        help: "remove a breakpoint or watchpoint, or all",
        run: |s, at, args| s.delete(at, args),
    },
    Command {
        names: &["continue", "c"],
        args: "",
        help: "go on to the next breakpoint or watchpoint",
        run: |s, at, _| match at.stop {
            Stop::Ended(_) => s.alive(at).map(|_| Step::Stay),
            _ => Ok(Step::Go(Go::On)),
        },
    },
    Command {
        names: &["stepi", "si"],
        args: "[N]",
        help: "execute one instruction of this wave, or N",
        run: |s, at, args| {
            let n = count(args)?;
            s.until(at, Goal::Instructions(n))
        },
    },
    Command {
        names: &["nexti", "ni"],
        args: "",
        help: "the same, but over the function that the instruction calls",
        run: |s, at, _| s.until(at, Goal::Over),
    },
    Command {
        names: &["step", "s"],
        args: "",
        help: "go on to another line of the source",
        run: |s, at, _| s.until(at, Goal::Line { over: false }),
    },
    Command {
        names: &["next", "n"],
        args: "",
        help: "the same, but over functions that are called",
        run: |s, at, _| s.until(at, Goal::Line { over: true }),
    },
    Command {
        names: &["finish", "fin"],
        args: "",
        help: "go on until this function, or inlined function, is left; of the kernel, to the end of the wave",
        run: |s, at, _| s.until(at, Goal::Finish),
    },
    Command {
        names: &["barrier", "ba"],
        args: "",
        help: "go on until this wave comes to a barrier",
        run: |s, at, _| s.until(at, Goal::Barrier),
    },
    Command {
        names: &["stepwave", "sw"],
        args: "",
        help: "go on until another wave has its turn",
        run: |s, at, _| s.until(at, Goal::OtherWave),
    },
    Command {
        names: &["rstep", "rs", "rsi"],
        args: "[N]",
        help: "go back by one instruction of this wave, or N",
        run: |s, at, args| {
            let n = count(args)?;
            let key = s.chosen.or(at.key()).ok_or("no wave has run")?;
            Ok(Step::Go(Go::Back(key, n)))
        },
    },
    Command {
        names: &["rcontinue", "rc"],
        args: "",
        help: "go back to the last breakpoint or watchpoint, or to the start",
        run: |_, _, _| Ok(Step::Go(Go::BackToStop)),
    },
    Command {
        names: &["run", "r"],
        args: "",
        help: "start again",
        run: |_, _, _| Ok(Step::Go(Go::Again)),
    },
    Command {
        names: &["print", "p"],
        args: "WHAT[:TYPE]",
        help: "print registers (s4, s[4:5]:u64, v3:f32, v3[0..7]:f16, v3[5], vcc, exec, m0, scc, mode, pc) or a variable; TYPE \
               is i8 to i64, u8 to u64, f16, f32, f64, or x8 to x64 for hexadecimal",
        run: |s, at, args| s.print(at, args),
    },
    Command {
        names: &["x"],
        args: "/[N][TYPE] ADDRESS",
        help: "print N numbers in memory; TYPE i: instructions. ADDRESS is a sum of numbers, names of buffers and \
               registers (s[4:5]; of vector registers this lane's), lds:OFFSET, or private:OFFSET of this lane",
        run: |s, at, args| s.examine(at, args),
    },
    Command {
        names: &["list", "l"],
        args: "[[FILE:]LINE]",
        help: "print the source around a line, or what follows",
        run: |s, at, args| s.list(at, args),
    },
    Command {
        names: &["directory", "dir"],
        args: "FOLDER",
        help: "look for source files in a folder, too",
        run: |s, _, args| {
            s.folders.push(PathBuf::from(args));
            s.files.clear();
            Ok(Step::Stay)
        },
    },
    Command {
        names: &["disassemble", "disas"],
        args: "[PLACE]",
        help: "print the instructions around a place",
        run: |s, at, args| s.disassemble(at, args),
    },
    Command {
        names: &["backtrace", "bt", "where"],
        args: "",
        help: "print the functions that this wave is in, inlined ones too",
        run: |s, at, _| s.backtrace(at),
    },
    Command {
        names: &["frame", "f"],
        args: "[N]",
        help: "choose one of them for list, print and info locals",
        run: |s, at, args| {
            let n = match args {
                "" => s.frame,
                n => small(n)?,
            };
            s.choose_frame(at, n)
        },
    },
    Command {
        names: &["up"],
        args: "",
        help: "choose the function outside",
        run: |s, at, _| {
            let n = s.frame + 1;
            s.choose_frame(at, n)
        },
    },
    Command {
        names: &["down"],
        args: "",
        help: "choose the function inside",
        run: |s, at, _| {
            let n = s.frame.checked_sub(1).ok_or("it is the innermost one")?;
            s.choose_frame(at, n)
        },
    },
    Command {
        names: &["group", "g"],
        args: "X,Y,Z",
        help: "choose a work-group: its first wave",
        run: |s, at, args| {
            let id = workgroup(args)?;
            let first = at.keys().into_iter().find(|k| k.0 == id);
            s.choose(
                at,
                first.ok_or_else(|| format!("no wave of work-group {args} is under way"))?,
            )
        },
    },
    Command {
        names: &["wave", "w"],
        args: "[N]",
        help: "choose a wave of this work-group",
        run: |s, at, args| {
            let (group, wave) = s.alive(at)?;
            let n = match args {
                "" => wave,
                n => small(n)?,
            };
            s.choose(at, (group, n))
        },
    },
    Command {
        names: &["lane"],
        args: "[N]",
        help: "choose a lane for variables, private memory and addresses in vector registers",
        run: |s, _, args| {
            if !args.is_empty() {
                let n = number(args)?;
                if n >= 64 {
                    return Err(format!("there is no lane {n}: a wave has lanes 0 to 63"));
                }
                s.lane = n as u8;
            }
            s.say(&format!("lane {}", s.lane));
            Ok(Step::Stay)
        },
    },
    Command {
        names: &["info", "i"],
        args: "waves|groups|breakpoints|registers|exec|mode|locals|buffers",
        help: "print what there is of it; registers are the scalar ones, exec has # for each active lane",
        run: |s, at, args| s.info(at, args),
    },
    Command {
        names: &["help", "h"],
        args: "[COMMAND]",
        help: "print the commands, or what one does",
        run: |s, _, args| s.help(args),
    },
    Command {
        names: &["quit", "q", "exit"],
        args: "",
        help: "end the session",
        run: |_, _, _| Ok(Step::Go(Go::Quit)),
    },
];

/// The command called `name`, or that alone begins so.
fn command(name: &str) -> Result<&'static Command, String> {
    if let Some(c) = COMMANDS.iter().find(|c| c.names.contains(&name)) {
        return Ok(c);
    }
    let begin = COMMANDS.iter().filter(|c| c.names[0].starts_with(name));
    let all: Vec<&Command> = begin.collect();
    match all[..] {
        [one] => Ok(one),
        [] => Err(format!("there is no command '{name}'; help lists them")),
        _ => {
            let names: Vec<&str> = all.iter().map(|c| c.names[0]).collect();
            Err(format!("'{name}' may be {}", names.join(", ")))
        }
    }
}

/// A number of times; 1 when none is given.
fn count(args: &str) -> Result<u64, String> {
    match args {
        "" => Ok(1),
        n => number(n).and_then(|n| match n {
            0 => Err("want at least 1".to_owned()),
            n => Ok(n),
        }),
    }
}

/// A number that something small has.
fn small<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    let n = number(text)?;
    T::try_from(n).map_err(|_| format!("{n} is too large"))
}

impl<'a> Shell<'a> {
    /// One that takes commands from `input` and writes to `out`. `buffers` are the arguments that are buffers, with address
    /// and size in bytes; sources that are not where the file says are looked for in `folders`.
    pub fn new(
        input: Reader<'a>,
        out: &'a mut (dyn Write + Send),
        person: bool,
        buffers: Vec<(String, u64, u64)>,
        folders: Vec<PathBuf>,
    ) -> Shell<'a> {
        Shell {
            input,
            out,
            person,
            folders,
            buffers,
            chosen: None,
            lane: 0,
            frame: 0,
            listed: None,
            files: HashMap::new(),
            last: String::new(),
        }
    }

    /// Prints a line. A reader that has gone away is not an error.
    fn say(&mut self, text: &str) {
        // What files and names hold is not to move a terminal's cursor.
        let text: String = text
            .chars()
            .map(|c| {
                if c.is_control() && c != '\n' && c != '\t' {
                    ' '
                } else {
                    c
                }
            })
            .collect();
        let _ = writeln!(self.out, "{text}");
        let _ = self.out.flush();
    }

    /// The wave that commands are about.
    ///
    /// # Errors
    /// When there is none any more.
    fn alive(&self, at: &Stopped<'_>) -> Result<Key, String> {
        let key = self.chosen.filter(|k| at.view(*k).is_some());
        key.ok_or_else(|| match at.stop {
            Stop::Ended(_) => {
                "the kernel has ended; run starts it again, rstep goes back".to_owned()
            }
            _ => "the wave has ended; continue goes on".to_owned(),
        })
    }

    /// Its registers.
    fn view<'s>(&self, at: &'s Stopped<'_>) -> Result<View<'s>, String> {
        let key = self.alive(at)?;
        at.view(key).ok_or_else(|| "the wave has ended".to_owned())
    }

    fn until(&mut self, at: &Stopped<'_>, goal: Goal) -> Result<Step, String> {
        let key = self.alive(at)?;
        Ok(Step::Go(Go::Until(key, goal)))
    }

    fn choose(&mut self, at: &Stopped<'_>, key: Key) -> Result<Step, String> {
        let ([x, y, z], wave) = key;
        if at.view(key).is_none() {
            return Err(format!(
                "wave {wave} of work-group {x},{y},{z} is not under way; info waves lists those that are"
            ));
        }
        (self.chosen, self.frame, self.listed) = (Some(key), 0, None);
        self.place(at)?;
        Ok(Step::Stay)
    }

    /// `PLACE`, and which waves.
    fn add_breakpoint(
        &mut self,
        at: &mut Stopped<'_>,
        args: &str,
        once: bool,
    ) -> Result<Step, String> {
        let mut words: Vec<&str> = args.split_whitespace().filter(|w| *w != "if").collect();
        let mut whose = Whose::default();
        while let [.., what @ ("group" | "wave"), id] = words[..] {
            match what {
                "group" => whose.workgroup = Some(workgroup(id)?),
                _ => whose.wave = Some(small(id)?),
            }
            words.truncate(words.len() - 2);
        }
        let text = words.join(" ");
        let pcs = if text.is_empty() {
            vec![self.view(at)?.pc]
        } else {
            let file = self.file(at);
            let pcs = at.code.resolve(&text, file.as_deref())?;
            match pcs[..] {
                [pc] if at.code.function(pc) == Some((pc, &text)) => vec![at.code.body(pc)],
                _ => pcs,
            }
        };
        let mut said = match &pcs[..] {
            [pc] => at.code.name(*pc),
            [pc, ..] => format!("{} and {} more places", at.code.name(*pc), pcs.len() - 1),
            [] => return Err(format!("there is no code at '{text}'")),
        };
        if let (Some(line), 1) = (at.code.source(pcs[0]).first(), pcs.len()) {
            said += &format!(", {line}");
        }
        if let Some([x, y, z]) = whose.workgroup {
            said += &format!(", work-group {x},{y},{z}");
        }
        if let Some(wave) = whose.wave {
            said += &format!(", wave {wave}");
        }
        let kind = Kind::Break { pcs, whose, once };
        let id = at.points.add(kind, said.clone());
        self.say(&format!("Breakpoint {id} at {said}"));
        Ok(Step::Stay)
    }

    fn add_watchpoint(&mut self, at: &mut Stopped<'_>, args: &str, on: On) -> Result<Step, String> {
        let key = self.alive(at)?;
        let watched = self.watched(at, key, args)?;
        let id = at.points.add(Kind::Watch { watched, on }, args.to_owned());
        self.say(&format!("Watchpoint {id}: {args}"));
        Ok(Step::Stay)
    }

    /// What `text` names.
    fn watched(&self, at: &Stopped<'_>, key: Key, text: &str) -> Result<Watched, String> {
        if text.is_empty() {
            return Err("what: want registers, an address or a variable".to_owned());
        }
        if text == "scc" {
            return Ok(Watched::Scc(key));
        }
        let generation = at.code.program().generation();
        if let Some((register, lanes)) = find::register(generation, text)? {
            let (bank, first, count) = match register {
                Register::Scalar(first, count) => (Bank::Scalar, first, count),
                Register::Vector(bank, first, count) => (bank, first, count),
                Register::Other(name) => return Err(format!("{name} cannot be watched")),
            };
            let lane = match lanes {
                None => None,
                Some(Lanes(a, b)) if a == b => Some(a),
                Some(_) => return Err("watch one lane, or all".to_owned()),
            };
            let wave = key;
            return Ok(Watched::Registers {
                wave,
                bank,
                first,
                count,
                lane,
            });
        }
        let (place, len) = match text.rsplit_once(',') {
            Some((place, len)) => (place, number(len)?),
            None => (text, 4),
        };
        let (space, start) = match self.address(at, place) {
            Ok(found) => found,
            Err(e) => match self.variable_memory(at, place)? {
                Some((watched, _)) => return Ok(watched),
                None => return Err(e),
            },
        };
        Ok(Watched::Memory {
            space,
            start,
            len,
            lane: (space == Space::Private).then_some(self.lane),
            wave: Some(key),
        })
    }

    fn delete(&mut self, at: &mut Stopped<'_>, args: &str) -> Result<Step, String> {
        match args {
            "" => at.points.clear(),
            n => {
                let n = small(n)?;
                if !at.points.remove(n) {
                    return Err(format!("there is no breakpoint {n}"));
                }
            }
        }
        Ok(Step::Stay)
    }

    fn help(&mut self, args: &str) -> Result<Step, String> {
        let line = |c: &Command| {
            let short = match c.names {
                [_, short, ..] => format!(" ({short})"),
                _ => String::new(),
            };
            let blank = if c.args.is_empty() || c.args.starts_with('/') {
                ""
            } else {
                " "
            };
            format!("{}{short}{blank}{}: {}", c.names[0], c.args, c.help)
        };
        match args {
            "" => {
                for c in COMMANDS {
                    self.say(&line(c));
                }
            }
            name => self.say(&line(command(name)?)),
        }
        Ok(Step::Stay)
    }

    /// Runs one line.
    fn execute(&mut self, at: &mut Stopped<'_>, line: &str) -> Result<Step, String> {
        let line = line.trim();
        let end = line.find(|c: char| c.is_whitespace() || c == '/');
        let (name, args) = line.split_at(end.unwrap_or(line.len()));
        if name.is_empty() {
            return match line {
                "" => Ok(Step::Stay),
                _ => Err(format!("there is no command '{line}'; help lists them")),
            };
        }
        (command(name)?.run)(self, at, args.trim())
    }
}

impl User for Shell<'_> {
    fn stopped(&mut self, at: &mut Stopped<'_>) -> Go {
        if let Some(key) = at.key() {
            self.chosen = Some(key);
        }
        (self.frame, self.listed) = (0, None);
        self.report(at);
        loop {
            let line = match (self.input)() {
                Input::Line(line) => line,
                Input::Interrupted => continue,
                Input::End => return Go::Quit,
            };
            let mut line = line.trim().to_owned();
            if line.starts_with('#') {
                continue;
            }
            match (self.person, line.is_empty()) {
                (true, true) => line = self.last.clone(),
                (true, false) => self.last = line.clone(),
                (false, _) => {
                    let echo = format!("(gcn) {line}");
                    self.say(&echo);
                }
            }
            match self.execute(at, &line) {
                Ok(Step::Stay) => {}
                Ok(Step::Go(go)) => return go,
                Err(e) => {
                    let e = e.split_whitespace().collect::<Vec<_>>().join(" ");
                    self.say(&format!("error: {e}"));
                }
            }
        }
    }
}
