//! Work that several threads share.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long work goes on between two questions whether to go on.
const UNASKED: Duration = Duration::from_millis(50);

/// Does the parts of some work, each of which should take a few milliseconds at most, in so many threads, this one
/// included. Every twentieth of a second it asks, in this thread, whether to go on.
///
/// # Errors
/// That of the first part in order that has one: all parts before it are done then, and hardly any behind it. What
/// `keep_going` says if it stops the work.
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
        let mut last_asked = Instant::now();
        while do_next().is_some() {
            if last_asked.elapsed() > UNASKED {
                stopped = keep_going();
                stop.fetch_or(stopped.is_err(), Ordering::Relaxed);
                last_asked = Instant::now();
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
    fn work_stops_when_it_is_told_to() {
        let result = share(0.., 2, |_: u64| Ok(()), || Err("stop"));
        assert_eq!(result, Err("stop"));
    }
}
