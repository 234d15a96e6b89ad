//! The interrupt by which a wave tells the host that it has written something the host waits for (`s_sendmsg` with
//! MSG_INTERRUPT).

use std::sync::OnceLock;

/// Who is told of a device's interrupts: nobody at first.
#[derive(Default)]
pub struct Interrupt(OnceLock<Box<dyn Fn() + Send + Sync>>);

impl Interrupt {
    /// Has `f` called on the thread of the wave, for good; `false` when somebody is told already.
    pub fn set(&self, f: impl Fn() + Send + Sync + 'static) -> bool {
        self.0.set(Box::new(f)).is_ok()
    }

    /// Tells.
    pub fn send(&self) {
        if let Some(f) = self.0.get() {
            f();
        }
    }
}

impl std::fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let told = if self.0.get().is_some() {
            "set"
        } else {
            "unset"
        };
        write!(f, "Interrupt({told})")
    }
}
