//! Output modifiers of floating-point results: first OMOD, then CLAMP (CLRX GcnInstrsVop3).

use super::{Format, Mode, mul};

/// OMOD: 1 times 2, 2 times 4, 3 divided by 2. Without effect when output denormals are kept or IEEE
/// is set; else a denormal is flushed and -0 becomes +0 before the multiplication.
pub fn omod(f: Format, x: u64, omod: u8, m: Mode) -> u64 {
    let exponent = match omod {
        1 => f.bias() + 1,
        2 => f.bias() + 2,
        3 => f.bias() - 1,
        _ => return x,
    };
    if m.denorm_out || m.ieee {
        return x;
    }
    let x = f.flush_out(x, m);
    if f.is_zero(x) {
        0
    } else {
        mul(f, x, (exponent as u64) << f.fraction, m)
    }
}

/// CLAMP to [0, 1]; -0 becomes +0. NaN becomes +0 with [`Mode::dx10_clamp`], else it stays.
pub fn clamp(f: Format, x: u64, m: Mode) -> u64 {
    if f.is_nan(x) {
        if m.dx10_clamp { 0 } else { x }
    } else if f.is_negative(x) {
        0
    } else {
        x.min(f.one())
    }
}
