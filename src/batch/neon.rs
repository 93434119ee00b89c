//! The points of 16 hands at a time, with the NEON instructions of 64-bit ARM.
#![allow(clippy::inline_always, reason = "these functions must be inlined into one that enables the instructions")]

use std::arch::aarch64::{
    uint8x16_t, uint8x16x2_t, vaddq_u8, vandq_u8, vbicq_u8, vceqq_u8, vcltzq_s8, vdupq_n_u8, vld1q_u8, vld3q_u8,
    vmaxq_u8, vmaxvq_u8, vorrq_u8, vqtbl2q_u8, vreinterpretq_s8_u8, vst1q_u8,
};

use super::lanes::{self, Lanes};
use crate::scoring::Scoring;

/// Writes the points of all rows. Returns whether all rows are hands; if not, the points are unspecified.
///
/// # Safety
/// The machine must have NEON, and `cards` must have three bytes for each element of `points`.
#[target_feature(enable = "neon")]
pub(super) unsafe fn points(cards: &[u8], scoring: Scoring, points: &mut [u8]) -> bool {
    // SAFETY: the caller guarantees both, and this function enables the instructions for the code inlined into it.
    unsafe { lanes::points::<Bytes>(cards, scoring, points) }
}

#[derive(Clone, Copy)]
struct Bytes(uint8x16_t);

// SAFETY (of all blocks here): the trait's contract guarantees NEON, and the memory that is read and written.
impl Lanes for Bytes {
    const COUNT: usize = 16;
    type Table = uint8x16x2_t;

    #[inline(always)]
    unsafe fn splat(byte: u8) -> Bytes {
        // SAFETY: see above.
        unsafe { Bytes(vdupq_n_u8(byte)) }
    }

    #[inline(always)]
    unsafe fn table(bytes: &[u8; 32]) -> uint8x16x2_t {
        // SAFETY: see above; the array has 32 bytes.
        unsafe { uint8x16x2_t(vld1q_u8(bytes.as_ptr()), vld1q_u8(bytes.as_ptr().add(16))) }
    }

    #[inline(always)]
    unsafe fn load_rows(rows: *const u8) -> [Bytes; 3] {
        // SAFETY: see above; 48 bytes are read.
        let rows = unsafe { vld3q_u8(rows) };
        [Bytes(rows.0), Bytes(rows.1), Bytes(rows.2)]
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: see above; 16 bytes are written.
        unsafe { vst1q_u8(to, self.0) }
    }

    #[inline(always)]
    unsafe fn look_up(self, table: uint8x16x2_t) -> Bytes {
        // SAFETY: see above.
        unsafe { Bytes(vqtbl2q_u8(table, self.0)) }
    }

    #[inline(always)]
    unsafe fn and(self, other: Bytes) -> Bytes {
        // SAFETY: see above.
        unsafe { Bytes(vandq_u8(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn or(self, other: Bytes) -> Bytes {
        // SAFETY: see above.
        unsafe { Bytes(vorrq_u8(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn and_not(self, mask: Bytes) -> Bytes {
        // SAFETY: see above.
        unsafe { Bytes(vbicq_u8(self.0, mask.0)) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Bytes) -> Bytes {
        // SAFETY: see above.
        unsafe { Bytes(vaddq_u8(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn max(self, other: Bytes) -> Bytes {
        // SAFETY: see above.
        unsafe { Bytes(vmaxq_u8(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn equal(self, other: Bytes) -> Bytes {
        // SAFETY: see above.
        unsafe { Bytes(vceqq_u8(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn highest_bit(self) -> Bytes {
        // SAFETY: see above.
        unsafe { Bytes(vcltzq_s8(vreinterpretq_s8_u8(self.0))) }
    }

    #[inline(always)]
    unsafe fn any(self) -> bool {
        // SAFETY: see above.
        unsafe { vmaxvq_u8(self.0) != 0 }
    }
}
