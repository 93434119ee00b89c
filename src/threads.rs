//! Threads: how several of them share the parts of some work.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The time between two calls of `keep_going`.
const INTERVAL: Duration = Duration::from_millis(50);

/// Does the parts of some work in this many threads, this one included. A part should take a few milliseconds at most:
/// between two parts, this thread calls `keep_going` 20 times a second, and an error from it stops the work.
///
/// # Errors
/// The error of the first part, in order, that fails: all parts before it are done then, and hardly any after it. Else
/// the error of `keep_going`.
pub(crate) fn share<P, E: Send>(
    parts: impl Iterator<Item = P> + Send,
    threads: usize,
    work: impl Fn(P) -> Result<(), E> + Sync,
    mut keep_going: impl FnMut() -> Result<(), E>,
) -> Result<(), E> {
    let parts = Mutex::new(parts.enumerate().fuse());
    let first_error = Mutex::new(None::<(usize, E)>);
    let stop = AtomicBool::new(false);
    let do_next = || {
        let next = if stop.load(Ordering::Relaxed) { None } else { parts.lock().ok()?.next() };
        let (number, part) = next?;
        if let Err(error) = work(part) {
            stop.store(true, Ordering::Relaxed);
            let mut first = first_error.lock().ok()?;
            if first.as_ref().is_none_or(|&(earlier, _)| number < earlier) {
                *first = Some((number, error));
            }
        }
        Some(())
    };
    let mut stopped = Ok(());
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| while do_next().is_some() {});
        }
        let mut last_call = Instant::now();
        while do_next().is_some() {
            if last_call.elapsed() > INTERVAL {
                stopped = keep_going();
                stop.fetch_or(stopped.is_err(), Ordering::Relaxed);
                last_call = Instant::now();
            }
        }
    });
    match first_error.into_inner() {
        Ok(Some((_, error))) => Err(error),
        _ => stopped,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_done_once() {
        for threads in 1..5 {
            let done = Mutex::new(Vec::new());
            let result: Result<(), ()> = share(
                0..100,
                threads,
                |part| {
                    done.lock().map_err(|_| ())?.push(part);
                    Ok(())
                },
                || Ok(()),
            );
            let mut done = done.into_inner().unwrap_or_default();
            done.sort_unstable();
            assert_eq!((result, done), (Ok(()), (0..100).collect()));
        }
    }

    #[test]
    fn the_first_error_in_order_is_given() {
        for threads in 1..5 {
            let result = share(0..100, threads, |part| if part >= 40 { Err(part) } else { Ok(()) }, || Ok(()));
            assert_eq!(result, Err(40));
        }
    }

    #[test]
    fn work_stops_on_an_error_of_keep_going() {
        let result = share(0.., 2, |_: u64| Ok(()), || Err("stop"));
        assert_eq!(result, Err("stop"));
    }
}
