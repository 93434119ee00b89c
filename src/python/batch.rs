//! Many hands at once: access to Python's buffers, and the division of the work so that Ctrl-C can stop it.

use std::ops::Range;

use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyByteArray;

use super::arguments::{Seed, Threads, check_signals, type_name, whole_number};
use super::errors::exceptions;
use super::rules::RulesArgument;
use crate::shown::show_repr;
use crate::threads::share;
use crate::{BLOCK, InvalidRow, Scoring};

/// The number of rows that a thread scores at a time. They take about a megabyte of memory, and less than 10 ms on
/// every machine.
const SLICE: usize = 1 << 18;
/// The most hands or deals of one call. At 30 bytes each they need more memory than any machine has, and their size in
/// bytes is still far below 2⁶⁴.
const MAX_ROWS: u64 = 1 << 40;

/// Hands in the memory of a Python object.
enum Rows<'a> {
    Cards(&'a [u8]),
    Indices(&'a [u16]),
}

impl Rows<'_> {
    fn count(&self) -> usize {
        match self {
            Rows::Cards(cards) => cards.len() / 3,
            Rows::Indices(indices) => indices.len(),
        }
    }

    fn points(&self, rows: Range<usize>, scoring: Scoring, points: &mut [u8]) -> Result<(), InvalidRow> {
        let result = match self {
            Rows::Cards(cards) => crate::points_batch(&cards[3 * rows.start..3 * rows.end], scoring, points),
            Rows::Indices(indices) => crate::points_of_indices(&indices[rows.clone()], scoring, points),
        };
        result.map_err(|error| InvalidRow { row: rows.start + error.row, ..error })
    }
}

/// The buffer of an object, or an error that starts with `wanted`.
fn memory(object: &Bound<'_, PyAny>, wanted: &str) -> PyResult<PyUntypedBuffer> {
    let Ok(buffer) = PyUntypedBuffer::get(object) else {
        return Err(PyTypeError::new_err(format!("{wanted}, not {}", type_name(object))));
    };
    if !buffer.is_c_contiguous() {
        return Err(exceptions::InvalidCards::new_err((
            "the rows must follow each other in memory without gaps: call numpy.ascontiguousarray on the array",
        )));
    }
    Ok(buffer)
}

/// The address of a buffer's memory, valid for a slice: an empty buffer may have a null address, which is replaced.
fn address<T>(buffer: &PyUntypedBuffer) -> *mut T {
    let address = buffer.buf_ptr().cast::<T>();
    if address.is_null() { std::ptr::NonNull::dangling().as_ptr() } else { address }
}

/// The hands in a buffer of (n, 3) or 3n bytes, or of n unsigned 16-bit numbers.
fn rows(buffer: &PyUntypedBuffer) -> PyResult<Rows<'_>> {
    let shape = buffer.shape();
    let invalid = |message: String| Err(exceptions::InvalidCards::new_err((message,)));
    match buffer.format().to_bytes() {
        // Unsigned, signed and plain chars. Arrow's buffers have signed bytes; a negative byte is above 31 here.
        b"B" | b"b" | b"c" | b"<B" | b"=B" | b"@B" => {
            let columns = match shape {
                [_, columns] => *columns,
                [bytes] if bytes % 3 != 0 => {
                    return invalid(format!("{bytes} bytes are not whole hands: each hand has three bytes"));
                }
                [_] => 3,
                _ => 0,
            };
            if columns != 3 {
                return invalid(format!(
                    "cards of shape {} are not rows of three: call .reshape(-1, 3) if every three cards are a hand",
                    shape_text(shape)
                ));
            }
            // SAFETY: the buffer is contiguous and its items are bytes. It outlives the slice, and Python keeps the
            // memory in place until then. As with every buffer, the caller must not write to it during the call. If a
            // byte changes, the old or the new value is read and the points may be wrong, but every look-up stays
            // within the bounds of its table.
            Ok(Rows::Cards(unsafe { std::slice::from_raw_parts(address(buffer), buffer.len_bytes()) }))
        }
        b"H" | b"<H" | b"=H" | b"@H" if cfg!(target_endian = "little") || buffer.format().to_bytes() != b"<H" => {
            if shape.len() != 1 {
                return invalid(format!(
                    "unsigned 16-bit numbers of shape {} are not hand indices, which have one dimension: for cards, \
                     call .astype('uint8')",
                    shape_text(shape)
                ));
            }
            let start = address::<u16>(buffer);
            if !start.is_aligned() {
                return invalid("hand indices must be at even addresses: call .copy() on the array".to_owned());
            }
            // SAFETY: as above; the items are aligned 16-bit numbers.
            Ok(Rows::Indices(unsafe { std::slice::from_raw_parts(start, buffer.item_count()) }))
        }
        format => Err(PyTypeError::new_err(format!(
            "cards must be unsigned bytes, or hand indices unsigned 16-bit numbers, not items of format '{}': call \
             .astype('uint8') or .astype('uint16')",
            show_repr(&String::from_utf8_lossy(format))
        ))),
    }
}

fn shape_text(shape: &[usize]) -> String {
    let sizes: Vec<String> = shape.iter().map(ToString::to_string).collect();
    show_repr(&format!("({}{})", sizes.join(", "), if sizes.len() == 1 { "," } else { "" }))
}

/// The object for the results and its buffer. The object is `out` if given; otherwise a new numpy array if `like` is a
/// numpy array, or a new bytearray.
fn output<'py>(
    out: Option<&Bound<'py, PyAny>>,
    like: &Bound<'py, PyAny>,
    size: usize,
) -> PyResult<(Bound<'py, PyAny>, PyUntypedBuffer)> {
    let py = like.py();
    let out = match out {
        Some(out) => out.clone(),
        None => match numpy_array(like, size)? {
            Some(array) => array,
            None => PyByteArray::new_with(py, size, |_| Ok(()))?.into_any(),
        },
    };
    let buffer = memory(&out, "out must be a writable buffer of bytes, such as a bytearray")?;
    let invalid = |message: String| Err(exceptions::InvalidCards::new_err((message,)));
    if buffer.readonly() {
        return Err(PyTypeError::new_err(format!("out must be writable, but this {} is read-only", type_name(&out))));
    }
    if !matches!(buffer.format().to_bytes(), b"B" | b"b" | b"c" | b"<B" | b"=B" | b"@B") {
        return Err(PyTypeError::new_err(format!(
            "out must hold bytes, not items of format '{}': create it with dtype='uint8'",
            show_repr(&buffer.format().to_string_lossy())
        )));
    }
    if buffer.len_bytes() != size {
        return invalid(format!("out must have {size} bytes, not {}", buffer.len_bytes()));
    }
    Ok((out, buffer))
}

/// A new numpy array of `size` bytes if `like` is a numpy array. This does not import numpy: `like` cannot be a numpy
/// array if numpy is not imported already.
fn numpy_array<'py>(like: &Bound<'py, PyAny>, size: usize) -> PyResult<Option<Bound<'py, PyAny>>> {
    static NUMPY: PyOnceLock<[Py<PyAny>; 3]> = PyOnceLock::new();
    let py = like.py();
    let numpy = if let Some(numpy) = NUMPY.get(py) {
        numpy
    } else {
        let modules = py.import("sys")?.getattr("modules")?;
        let Ok(numpy) = modules.get_item("numpy") else { return Ok(None) };
        let Ok(array) = numpy.getattr("ndarray") else { return Ok(None) }; // still being imported, or another module
        let names = [array, numpy.getattr("empty")?, numpy.call_method1("dtype", ("uint8",))?];
        NUMPY.get_or_init(py, || names.map(Bound::unbind))
    };
    let [array, empty, bytes] = numpy;
    if !like.is_instance(array.bind(py))? {
        return Ok(None);
    }
    empty.bind(py).call1((size, bytes)).map(Some)
}

/// Divides `out` into slices of `slice` rows of `row` bytes and calls `work` on them in several threads, with the
/// number of the first row. It releases the interpreter lock, and checks for signals between slices.
fn in_slices(
    py: Python<'_>,
    out: &mut [u8],
    row: usize,
    slice: usize,
    Threads(threads): Threads,
    work: impl Fn(usize, &mut [u8]) -> Result<(), InvalidRow> + Sync,
) -> PyResult<()> {
    let threads = threads.min(out.len().div_ceil(slice * row));
    let slices = out.chunks_mut(slice * row).enumerate();
    py.detach(|| {
        let work = |(number, out): (usize, &mut [u8])| work(number * slice, out).map_err(PyErr::from);
        share(slices, threads, work, check_signals)
    })
}

/// Return the points of many hands: n rows of three card numbers, or n hand indices.
///
/// *cards* is a C-contiguous buffer of unsigned bytes, of shape (n, 3) or 3·n bytes long: a numpy array of dtype uint8,
/// bytes, bytearray, memoryview, array, mmap or an Arrow buffer. Cards are numbered as in `Card`; the three cards of a
/// row may be in any order. *cards* may also be a buffer of n unsigned 16-bit hand indices. It is read in place.
///
/// The result is n unsigned bytes with the points. If *out* is given, a writable buffer of n bytes, they are written to
/// it and *out* is returned. Otherwise they are in a new numpy array if *cards* is a numpy array, or in a new
/// bytearray. *threads* is the number of threads (default: 1).
///
/// >>> import svara
/// >>> list(svara.points_batch(bytes([0, 25, 26, 4, 11, 31])))
/// [31, 20]
/// >>> list(svara.points_batch(memoryview(bytes([0, 0, 95, 19])).cast("H")))
/// [34, 33]
///
/// Raises `InvalidCards` for the first row with a number above 31, a card twice or an index above 4959, and for rows
/// that do not have three cards; its *row* is the number of that row, from 0. *out* then holds the points of some rows;
/// its other elements are unspecified. Raises `TypeError` if *cards* or *out* is not such a buffer. Other Python
/// threads can run during the call; they must not write to *cards* or *out*.
#[pyfunction]
#[pyo3(
    signature = (cards, /, *, rules = RulesArgument::DEFAULT, out = None, threads = Threads::DEFAULT),
    text_signature = "(cards, /, *, rules='vipsvara', out=None, threads=1)"
)]
pub(super) fn points_batch<'py>(
    cards: &Bound<'py, PyAny>,
    rules: RulesArgument,
    out: Option<&Bound<'py, PyAny>>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    let py = cards.py();
    let input = memory(cards, "cards must be a buffer of bytes, such as a numpy array or bytes(…)")?;
    let rows = rows(&input)?;
    let (out, buffer) = output(out, cards, rows.count())?;
    let start = address::<u8>(&buffer);
    let input_start = address::<u8>(&input);
    if (start as usize) < input_start as usize + input.len_bytes()
        && (input_start as usize) < start as usize + buffer.len_bytes()
    {
        return Err(exceptions::InvalidCards::new_err(("out shares memory with the cards: it must not overlap them",)));
    }
    // SAFETY: the buffer is contiguous, writable, and has this many bytes. It outlives the slice, and Python keeps the
    // memory in place until then. It does not overlap the input. The caller must not access it during the call.
    let points = unsafe { std::slice::from_raw_parts_mut(start, rows.count()) };
    in_slices(py, points, 1, SLICE, threads, |first, points| {
        rows.points(first..first + points.len(), rules.0, points)
    })?;
    buffer.release(py);
    Ok(out)
}

/// Return n random hands as rows of three ascending card numbers; all hands are equally likely.
///
/// The hands depend only on *seed*, 0 to 2**256 - 1, and not on the machine or on the number of *threads* (default: 1).
/// With a greater n the first hands stay the same. The result is 3·n unsigned bytes in a new bytearray. If *out* is
/// given, a writable buffer of 3·n bytes, they are written to it and *out* is returned.
/// `numpy.frombuffer(…, "uint8").reshape(-1, 3)` gives an array without a copy.
///
/// >>> import svara
/// >>> hands = svara.random_hands(1000, seed=7)
/// >>> len(hands), hands[:30] == svara.random_hands(10, seed=7)
/// (3000, True)
///
/// Raises `ValueError` if n is negative, or if *out* has a different size.
#[pyfunction]
#[pyo3(
    signature = (n, /, *, seed, out = None, threads = Threads::DEFAULT),
    text_signature = "(n, /, *, seed, out=None, threads=1)"
)]
pub(super) fn random_hands<'py>(
    n: &Bound<'py, PyAny>,
    seed: Seed,
    out: Option<&Bound<'py, PyAny>>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    let hands = whole_number(n, "the number of hands", 0, MAX_ROWS)?;
    fill_random(n.py(), hands, 3, out, threads, |first_block, cards| crate::random_hands(&seed.0, first_block, cards))
}

/// Return n random deals as three card numbers for each seat in turn; all deals are equally likely.
///
/// *seats* is the number of seats, 1 to 10. The deals depend only on *seed*, 0 to 2**256 - 1, and on the number of
/// seats. With a greater n the first deals stay the same. The result is 3·n·seats unsigned bytes, all different within
/// a deal, in *out* or in a new bytearray, as in `random_hands`. `numpy.frombuffer(…, "uint8").reshape(-1, seats, 3)`
/// gives an array without a copy.
///
/// >>> import svara
/// >>> deals = svara.random_deals(1000, seats=4, seed=7)
/// >>> list(svara.points_batch(deals)[:4])  # the four hands of the first deal
/// [10, 21, 11, 20]
///
/// Raises `ValueError` if n is negative, if *seats* is not 1 to 10, or if *out* has a different size.
#[pyfunction]
#[pyo3(
    signature = (n, /, seats, *, seed, out = None, threads = Threads::DEFAULT),
    text_signature = "(n, /, seats, *, seed, out=None, threads=1)"
)]
pub(super) fn random_deals<'py>(
    n: &Bound<'py, PyAny>,
    seats: &Bound<'py, PyAny>,
    seed: Seed,
    out: Option<&Bound<'py, PyAny>>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    let deals = whole_number(n, "the number of deals", 0, MAX_ROWS)?;
    let seats = whole_number(seats, "the number of seats", 1, 10)? as usize;
    fill_random(n.py(), deals, 3 * seats, out, threads, |first_block, cards| {
        crate::random_deals(&seed.0, seats, first_block, cards);
    })
}

/// Fills `out`, or a new bytearray, with `count` rows of `bytes` bytes each.
fn fill_random<'py>(
    py: Python<'py>,
    count: u64,
    bytes: usize,
    out: Option<&Bound<'py, PyAny>>,
    threads: Threads,
    fill: impl Fn(u64, &mut [u8]) + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let size = usize::try_from(count * bytes as u64).map_err(|_| PyMemoryError::new_err(()))?; // 32-bit machines
    let (out, buffer) = output(out, &py.None().into_bound(py), size)?;
    // SAFETY: the buffer is contiguous, writable, and has this many bytes. It outlives the slice, and Python keeps the
    // memory in place until then. The caller must not access it during the call.
    let cards = unsafe { std::slice::from_raw_parts_mut(address::<u8>(&buffer), size) };
    in_slices(py, cards, bytes, BLOCK, threads, |first, cards| {
        fill((first / BLOCK) as u64, cards);
        Ok(())
    })?;
    buffer.release(py);
    Ok(out)
}
