//! Cube map coordinates of a direction (x, y, z) (CLRX GcnInstrsVop3). The axis of the largest
//! magnitude is the face's; z wins ties over y, and y over x.

use super::{F32, Mode, add};

enum Axis {
    X,
    Y,
    Z,
}

fn major(x: u32, y: u32, z: u32) -> Axis {
    let [ax, ay, az] = [x, y, z].map(|v| f32::from_bits(v).abs());
    if az >= ay && az >= ax {
        Axis::Z
    } else if ay >= ax {
        Axis::Y
    } else {
        Axis::X
    }
}

fn flush(v: u32, m: Mode) -> u32 {
    F32.flush_in(v as u64, m) as u32
}

/// `v` with its sign flipped when `sign` is below zero.
fn with_sign_of(v: u32, sign: u32) -> u32 {
    v ^ if f32::from_bits(sign) < 0.0 {
        1 << 31
    } else {
        0
    }
}

fn negated(v: u32) -> u32 {
    v ^ 1 << 31
}

/// V_CUBEID_F32: the face, 0 to 5 for +x, -x, +y, -y, +z, -z.
pub fn cube_id(x: u32, y: u32, z: u32, m: Mode) -> u32 {
    let [x, y, z] = [x, y, z].map(|v| flush(v, m));
    let (face, v) = match major(x, y, z) {
        Axis::X => (0.0, x),
        Axis::Y => (2.0, y),
        Axis::Z => (4.0, z),
    };
    let face: f32 = if f32::from_bits(v) < 0.0 {
        face + 1.0
    } else {
        face
    };
    face.to_bits()
}

/// V_CUBESC_F32: the S coordinate on the face, not yet divided by the major axis.
pub fn cube_sc(x: u32, y: u32, z: u32, m: Mode) -> u32 {
    let [x, y, z] = [x, y, z].map(|v| flush(v, m));
    let s = match major(x, y, z) {
        Axis::X => negated(with_sign_of(z, x)),
        Axis::Y => x,
        Axis::Z => with_sign_of(x, z),
    };
    F32.flush_out(s as u64, m) as u32
}

/// V_CUBETC_F32: the T coordinate on the face, not yet divided by the major axis.
pub fn cube_tc(x: u32, y: u32, z: u32, m: Mode) -> u32 {
    let [x, y, z] = [x, y, z].map(|v| flush(v, m));
    let t = match major(x, y, z) {
        Axis::X | Axis::Z => negated(y),
        Axis::Y => with_sign_of(z, y),
    };
    F32.flush_out(t as u64, m) as u32
}

/// V_CUBEMA_F32: twice the value on the major axis, with its sign.
pub fn cube_ma(x: u32, y: u32, z: u32, m: Mode) -> u32 {
    let [x, y, z] = [x, y, z].map(|v| flush(v, m));
    let v = match major(x, y, z) {
        Axis::X => x,
        Axis::Y => y,
        Axis::Z => z,
    };
    add(F32, v as u64, v as u64, m) as u32
}
