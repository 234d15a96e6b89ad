//! What is packed by zlib, gzip or zstd, and how much of it may be unpacked: a few bytes must not fill the memory.

use std::io::Read;

use super::table::u32_at;

/// Bytes that are unpacked of one file in all.
const LARGEST: u64 = 1 << 30;

/// Bytes that are unpacked whatever the packed size.
const SMALL: u64 = 1 << 20;

/// How many times as large as the packed bytes more may be. Code packs ten times as small; zlib cannot do better than
/// this, but zstd can make a gigabyte of a few kilobytes.
const MOST: u64 = 1032;

const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// How much may still be unpacked.
#[derive(Clone, Debug)]
pub(in crate::loader) struct Budget(u64);

impl Budget {
    /// That of a file.
    pub fn new() -> Budget {
        Budget(LARGEST)
    }

    /// How much `packed` bytes may become.
    pub fn limit(&self, packed: usize) -> u64 {
        self.0.min(SMALL + MOST * packed as u64)
    }
}

/// How bytes are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Zlib,
    /// Several may follow each other.
    Gzip,
    /// The same.
    Zstd,
}

/// Unpacks what `packed` begins with, and tells how many of its bytes that took.
///
/// # Errors
/// When it is damaged, or unpacks to more than its budget, or than `most`.
pub(super) fn unpack(
    packed: &[u8],
    method: Method,
    budget: &mut Budget,
    most: Option<u64>,
) -> Result<(Vec<u8>, usize), String> {
    let limit = budget.limit(packed.len());
    let limit = most.map_or(limit, |most| most.min(limit));
    let mut out = Vec::new();
    // One byte more than allowed, to see whether that is all.
    let mut rest = packed;
    match method {
        Method::Zlib => {
            let mut zlib = flate2::bufread::ZlibDecoder::new(rest);
            let read = (&mut zlib).take(limit + 1).read_to_end(&mut out);
            read.map_err(|e| e.to_string())?;
            rest = zlib.into_inner();
        }
        Method::Gzip => {
            let mut gzip = flate2::bufread::MultiGzDecoder::new(rest);
            let read = (&mut gzip).take(limit + 1).read_to_end(&mut out);
            read.map_err(|e| e.to_string())?;
            rest = gzip.into_inner();
        }
        Method::Zstd => loop {
            let frame = ruzstd::decoding::StreamingDecoder::new(&mut rest);
            let mut frame = frame.map_err(|e| format!("zstd: {e}"))?;
            let room = (limit + 1).saturating_sub(out.len() as u64);
            let read = (&mut frame).take(room).read_to_end(&mut out);
            read.map_err(|e| e.to_string())?;
            // Frames that have no contents may stand between.
            while let Some(0x184d_2a50..=0x184d_2a5f) = u32_at(rest, 0) {
                let size = u32_at(rest, 4).and_then(|size| rest.get(8 + size as usize..));
                rest = size.ok_or("zstd: a frame is cut off")?;
            }
            if !rest.starts_with(&ZSTD) || out.len() as u64 > limit {
                break;
            }
        },
    }
    if out.len() as u64 > limit {
        return Err(format!("it unpacks to more than {limit} bytes"));
    }
    budget.0 -= out.len() as u64;
    Ok((out, packed.len() - rest.len()))
}
