//! Host calls: what a kernel asks of the host while it runs, and waits for. `printf` and assertions of HIP and
//! Triton are such calls.
//!
//! The buffer that `hidden_hostcall_buffer` points to has packets, one for each wave that may call at once. A wave
//! takes one from the stack of free ones, has each lane write what it asks for into a slot of eight qwords, puts the
//! packet onto the stack of ready ones, and looks at its control word until the host has cleared the ready bit there.
//! Stacks are linked by indices with a tag in the bits above, so that nobody mistakes a packet that has come back.
//!
//! Source: ROCm's device libraries (`ockl`, hostcall) and ROCclr (`devhostcall`, `devhcmessages`).

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::launch::Print;
use super::printf;
use crate::machine::memory::{BadAccess, Memory, Window};

/// Bytes of the buffer's own fields, and the doorbell's signal (`amd_signal_t`) behind them.
const FIELDS: u64 = 64;
const SIGNAL: u64 = 64;
/// Bytes of a packet's header: next packet, active lanes, service, control.
const HEADER: u64 = 24;
/// Bytes of a packet's slots: eight qwords per lane.
const SLOT: u64 = 64;
const PAYLOAD: u64 = 64 * SLOT;

/// Offsets of fields of the buffer.
const FREE: u64 = 24;
const READY: u64 = 32;

/// Offsets of fields of a header.
const ACTIVE: u64 = 8;
const SERVICE: u64 = 16;
const CONTROL: u64 = 20;
const READY_BIT: u32 = 1;

/// The service that formats and prints messages.
const PRINTF: u32 = 2;

/// How long to wait for the next packet: at first, and after nothing has come for a while.
const SHORTEST: Duration = Duration::from_micros(20);
const LONGEST: Duration = Duration::from_millis(1);

/// Qwords of a message, at most: far more than any compiler sends.
const MAX_MESSAGE: usize = 1 << 17;

/// Bytes that a buffer with so many packets, a power of two, needs.
pub(super) fn size(packets: u64) -> u64 {
    payloads(packets) + packets * PAYLOAD
}

/// Where the slots begin.
fn payloads(packets: u64) -> u64 {
    (FIELDS + SIGNAL + packets * HEADER).next_multiple_of(SLOT)
}

/// A launch's buffer for host calls, in guest memory.
pub(super) struct HostCalls<'a> {
    memory: &'a Memory,
    base: u64,
    packets: u64,
    answered: AtomicU64,
}

impl<'a> HostCalls<'a> {
    /// Makes one of zeroed memory at `base`, of [`size`]`(packets)` bytes.
    pub(super) fn new(
        memory: &'a Memory,
        base: u64,
        packets: u64,
    ) -> Result<HostCalls<'a>, BadAccess> {
        let calls = HostCalls {
            memory,
            base,
            packets,
            answered: AtomicU64::new(0),
        };
        let headers = base + FIELDS + SIGNAL;
        let fields = [headers, base + payloads(packets), base + FIELDS];
        // All are free; the tag of the first keeps its link from being zero, which ends the stack.
        let mask = packets - 1;
        let link = |i: u64| match i {
            0 => 0,
            1 => packets,
            _ => i - 1,
        };
        for (i, value) in fields.into_iter().chain([mask, 0, mask]).enumerate() {
            memory.write(base + 8 * i as u64, &value.to_le_bytes())?;
        }
        for i in 0..packets {
            memory.write(headers + HEADER * i, &link(i).to_le_bytes())?;
        }
        // The signal: of the user's kind, with the value 1.
        memory.write(base + FIELDS, &1u64.to_le_bytes())?;
        memory.write(base + FIELDS + 8, &1u64.to_le_bytes())?;
        debug_assert_eq!(calls.qword(base + FREE), mask);
        Ok(calls)
    }

    /// Its guest address.
    pub(super) fn base(&self) -> u64 {
        self.base
    }

    /// Packets that were answered.
    pub(super) fn answered(&self) -> u64 {
        self.answered.load(Ordering::Relaxed)
    }

    fn qword(&self, at: u64) -> u64 {
        let mut bytes = [0; 8];
        // All of the buffer is there for as long as the launch.
        self.memory.read(at, &mut bytes).unwrap_or_default();
        u64::from_le_bytes(bytes)
    }

    /// Answers calls until `ended`, and those that are there then.
    pub(super) fn serve(&self, ended: &AtomicBool, print: Print<'_>) {
        let mut messages = Messages::default();
        let mut pause = SHORTEST;
        loop {
            let last = ended.load(Ordering::Acquire);
            if self.answer(&mut messages, print) {
                pause = SHORTEST;
            } else if last {
                return;
            } else {
                std::thread::park_timeout(pause);
                pause = (2 * pause).min(LONGEST);
            }
        }
    }

    /// Answers the calls that are there; whether there were some.
    fn answer(&self, messages: &mut Messages, print: Print<'_>) -> bool {
        let mut window = Window::EMPTY;
        let taken = self
            .memory
            .update_u64(&mut window, self.base + READY, |_| 0);
        let mut ready = Vec::new();
        let mut next = taken.unwrap_or_default();
        // A kernel may have written anything there, but there are no more packets than that.
        while next != 0 && (ready.len() as u64) < self.packets {
            let index = next & (self.packets - 1);
            ready.push(index);
            next = self.qword(self.header(index));
        }
        // The stack has the latest first.
        for index in ready.iter().rev() {
            let header = self.header(*index);
            let active = self.qword(header + ACTIVE);
            let service = self.qword(header + SERVICE) as u32;
            let slots = self.base + payloads(self.packets) + PAYLOAD * index;
            for lane in (0..64).filter(|lane| active >> lane & 1 != 0) {
                let slot = slots + SLOT * lane;
                let words = std::array::from_fn(|i| self.qword(slot + 8 * i as u64));
                let result = match service {
                    PRINTF => messages.take(words, print),
                    other => {
                        print(&format!(
                            "gcn-jit: a kernel called service {other} of the host, which is not there\n"
                        ));
                        0
                    }
                };
                self.memory
                    .write(slot, &result.to_le_bytes())
                    .unwrap_or_default();
            }
            let control = header + CONTROL;
            let clear = |c: u32| c & !READY_BIT;
            let _ = self.memory.update_u32(&mut window, control, clear);
        }
        self.answered
            .fetch_add(ready.len() as u64, Ordering::Relaxed);
        !ready.is_empty()
    }

    fn header(&self, index: u64) -> u64 {
        self.base + FIELDS + SIGNAL + HEADER * index
    }
}

/// Messages that lanes have begun: each comes in pieces of up to seven qwords.
#[derive(Default)]
struct Messages {
    begun: Vec<Option<Vec<u64>>>,
}

impl Messages {
    /// Takes the next piece. The first qword says whether it begins a message, and whether it ends it, how many
    /// qwords follow, and which message it is of. Gives the first qword of the answer: that again with the message's
    /// number, or at its end the characters that were printed.
    fn take(&mut self, words: [u64; 8], print: Print<'_>) -> u64 {
        const FAILED: u64 = u64::MAX;
        let [about, piece @ ..] = words;
        let (begins, ends) = (about & 1 != 0, about & 2 != 0);
        let (len, mut number) = (about >> 5 & 7, about >> 8);
        if begins {
            let free = self.begun.iter().position(Option::is_none);
            let at = free.unwrap_or(self.begun.len());
            if free.is_none() {
                self.begun.push(None);
            }
            self.begun[at] = Some(Vec::new());
            number = at as u64;
        }
        let at = usize::try_from(number).unwrap_or(usize::MAX);
        let Some(Some(message)) = self.begun.get_mut(at) else {
            return FAILED;
        };
        if message.len() < MAX_MESSAGE {
            message.extend(&piece[..len as usize]);
        }
        if !ends {
            return about & 0xfe | number << 8;
        }
        let message = self.begun[at].take().unwrap_or_default();
        match message.split_first() {
            // To standard output, or to standard error: here the same.
            Some((0 | 1, rest)) => {
                let text = printf::format(rest);
                print(&text);
                text.len() as u64
            }
            _ => FAILED,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::machine::memory::Access;

    /// What a kernel does: takes a packet, fills two lanes' slots, hands it over, and looks for the answer.
    fn call(m: &Memory, base: u64, words: [[u64; 8]; 2]) -> [u64; 2] {
        let mut w = Window::EMPTY;
        let qword = |at: u64| {
            let mut b = [0; 8];
            m.read(at, &mut b).expect("inside");
            u64::from_le_bytes(b)
        };
        let free = qword(base + FREE);
        assert_ne!(free, 0);
        let mask = qword(base + 40);
        let header = qword(base) + HEADER * (free & mask);
        let slots = qword(base + 8) + PAYLOAD * (free & mask);
        m.update_u64(&mut w, base + FREE, |_| qword(header))
            .expect("inside");
        let lanes = [3, 60];
        let active: u64 = lanes.iter().map(|l| 1 << l).sum();
        m.write(header + ACTIVE, &active.to_le_bytes())
            .expect("inside");
        m.write(header + SERVICE, &PRINTF.to_le_bytes())
            .expect("inside");
        m.write(header + CONTROL, &READY_BIT.to_le_bytes())
            .expect("inside");
        for (lane, words) in lanes.iter().zip(words) {
            for (i, v) in words.iter().enumerate() {
                m.write(slots + SLOT * lane + 8 * i as u64, &v.to_le_bytes())
                    .expect("inside");
            }
        }
        let before = qword(base + READY);
        m.write(header, &before.to_le_bytes()).expect("inside");
        m.update_u64(&mut w, base + READY, |_| free)
            .expect("inside");
        while m.load::<4>(&mut w, header + CONTROL).expect("inside") != [0; 4] {
            std::thread::yield_now();
        }
        let answer = lanes.map(|lane| qword(slots + SLOT * lane));
        m.write(header, &qword(base + FREE).to_le_bytes())
            .expect("inside");
        // A packet comes back with another tag.
        let back = free.wrapping_add(mask + 1);
        m.update_u64(&mut w, base + FREE, |_| back).expect("inside");
        answer
    }

    #[test]
    fn messages_of_two_lanes() {
        let m = Memory::new(16 << 20).expect("16 MiB");
        let base = m
            .alloc(size(4), 64, Access::ReadWrite, "calls")
            .expect("room");
        let calls = HostCalls::new(&m, base, 4).expect("inside");
        let (ended, printed) = (AtomicBool::new(false), Mutex::new(String::new()));
        let print = |text: &str| printed.lock().expect("no panic").push_str(text);
        let text = |s: &[u8; 8]| u64::from_le_bytes(*s);
        std::thread::scope(|s| {
            s.spawn(|| calls.serve(&ended, &print));
            for round in 0..10 {
                let begin = 1 | 1 << 5;
                let about = call(&m, base, [[begin, 0, 0, 0, 0, 0, 0, 0]; 2]);
                assert_eq!(about.map(|a| a >> 8), [0, 1]);
                let end = about.map(|a| a & !0xff | 2 | 2 << 5);
                let lane =
                    |k: usize| [end[k], text(b"n %d, \n\0"), round + k as u64, 0, 0, 0, 0, 0];
                assert_eq!(
                    call(&m, base, [lane(0), lane(1)]),
                    [6, 6 + (round + 1) / 10]
                );
            }
            // What was never begun.
            assert_eq!(
                call(&m, base, [[2 | 77 << 8, 0, 0, 0, 0, 0, 0, 0]; 2]),
                [u64::MAX; 2]
            );
            ended.store(true, Ordering::Release);
        });
        let printed = printed.into_inner().expect("no panic");
        let expected: Vec<String> = (0..10)
            .flat_map(|r| [r, r + 1])
            .map(|n| format!("n {n}, \n"))
            .collect();
        assert_eq!(printed, expected.concat());
    }
}
