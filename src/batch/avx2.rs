//! The points of 32 hands at a time, with AVX2.
#![allow(clippy::inline_always, reason = "these functions must be inlined into one that enables the instructions")]
#![allow(clippy::cast_ptr_alignment, reason = "all loads and stores may be unaligned")]

use std::arch::x86_64::{
    __m128i, __m256i, _mm_loadu_si128, _mm256_add_epi8, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_broadcastsi128_si256, _mm256_castsi128_si256, _mm256_cmpeq_epi8, _mm256_cmpgt_epi8, _mm256_inserti128_si256,
    _mm256_max_epu8, _mm256_or_si256, _mm256_set1_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_storeu_si256,
    _mm256_testz_si256,
};

use super::lanes::{self, Lanes};
use crate::scoring::Scoring;

/// Writes the points of all rows. Returns whether all rows are hands; if not, the points are unspecified.
///
/// # Safety
/// The machine must have AVX2, and `cards` must have three bytes for each element of `points`.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn points(cards: &[u8], scoring: Scoring, points: &mut [u8]) -> bool {
    // SAFETY: the caller guarantees both, and this function enables the instructions for the code inlined into it.
    unsafe { lanes::points::<Bytes>(cards, scoring, points) }
}

#[derive(Clone, Copy)]
struct Bytes(__m256i);

/// The arguments of `_mm256_shuffle_epi8` that gather the first, second or third bytes of 16 rows.
///
/// 16 rows are three groups of 16 bytes. `PLACES[column][group][row]` is the place within the group of the row's byte
/// in this column, or 0x80 if that byte is in another group.
const PLACES: [[[u8; 16]; 3]; 3] = {
    let mut places = [[[0x80; 16]; 3]; 3];
    let mut byte = 0;
    while byte < 48 {
        places[byte % 3][byte / 16][byte / 3] = (byte % 16) as u8;
        byte += 1;
    }
    places
};

/// # Safety
/// The machine must have AVX2.
#[inline(always)]
unsafe fn twice(bytes: &[u8; 16]) -> __m256i {
    // SAFETY: 16 bytes are read from an array of 16.
    unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast::<__m128i>())) }
}

// SAFETY (of all blocks here): the trait's contract guarantees AVX2, and the memory that is read and written.
impl Lanes for Bytes {
    const COUNT: usize = 32;
    type Table = [__m256i; 2];

    #[inline(always)]
    unsafe fn splat(byte: u8) -> Bytes {
        // SAFETY: see above.
        unsafe { Bytes(_mm256_set1_epi8(i8::from_ne_bytes([byte]))) }
    }

    #[inline(always)]
    unsafe fn table(bytes: &[u8; 32]) -> [__m256i; 2] {
        let mut halves = [[0; 16]; 2];
        halves[0].copy_from_slice(&bytes[..16]);
        halves[1].copy_from_slice(&bytes[16..]);
        // SAFETY: see above.
        unsafe { [twice(&halves[0]), twice(&halves[1])] }
    }

    #[inline(always)]
    unsafe fn load_rows(rows: *const u8) -> [Bytes; 3] {
        // SAFETY: see above; 96 bytes are read, each once.
        unsafe {
            // A shuffle moves bytes only within each half of a register, so the low halves hold the first 16 rows and
            // the high halves the other 16.
            let load = |offset: usize| {
                let low = _mm_loadu_si128(rows.add(offset).cast::<__m128i>());
                let high = _mm_loadu_si128(rows.add(offset + 48).cast::<__m128i>());
                _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high)
            };
            let parts = [load(0), load(16), load(32)];
            let gather = |places: &[[u8; 16]; 3]| {
                let first = _mm256_shuffle_epi8(parts[0], twice(&places[0]));
                let second = _mm256_shuffle_epi8(parts[1], twice(&places[1]));
                let third = _mm256_shuffle_epi8(parts[2], twice(&places[2]));
                Bytes(_mm256_or_si256(_mm256_or_si256(first, second), third))
            };
            [gather(&PLACES[0]), gather(&PLACES[1]), gather(&PLACES[2])]
        }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: see above; 32 bytes are written.
        unsafe { _mm256_storeu_si256(to.cast::<__m256i>(), self.0) }
    }

    #[inline(always)]
    unsafe fn look_up(self, table: [__m256i; 2]) -> Bytes {
        // A shuffle gives 0 where the highest bit is set; elsewhere the lowest four bits select the byte.
        // SAFETY: see above.
        unsafe {
            let low = _mm256_add_epi8(self.0, _mm256_set1_epi8(0x70)); // 0–15 become 0x70–0x7f, 16–31 0x80–0x8f
            let high = _mm256_add_epi8(self.0, _mm256_set1_epi8(-16)); // 0–15 become 0xf0–0xff, 16–31 0–15
            Bytes(_mm256_or_si256(_mm256_shuffle_epi8(table[0], low), _mm256_shuffle_epi8(table[1], high)))
        }
    }

    #[inline(always)]
    unsafe fn and(self, other: Bytes) -> Bytes {
        // SAFETY: see above.
        unsafe { Bytes(_mm256_and_si256(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn or(self, other: Bytes) -> Bytes {
        // SAFETY: see above.
        unsafe { Bytes(_mm256_or_si256(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn and_not(self, mask: Bytes) -> Bytes {
        // SAFETY: see above.
        unsafe { Bytes(_mm256_andnot_si256(mask.0, self.0)) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Bytes) -> Bytes {
        // SAFETY: see above.
        unsafe { Bytes(_mm256_add_epi8(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn max(self, other: Bytes) -> Bytes {
        // SAFETY: see above.
        unsafe { Bytes(_mm256_max_epu8(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn equal(self, other: Bytes) -> Bytes {
        // SAFETY: see above.
        unsafe { Bytes(_mm256_cmpeq_epi8(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn highest_bit(self) -> Bytes {
        // SAFETY: see above.
        unsafe { Bytes(_mm256_cmpgt_epi8(_mm256_setzero_si256(), self.0)) }
    }

    #[inline(always)]
    unsafe fn any(self) -> bool {
        // SAFETY: see above.
        unsafe { _mm256_testz_si256(self.0, self.0) == 0 }
    }
}
