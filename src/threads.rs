//! Threads that share the parts of some work.

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time between two calls of `keep_going`.
const INTERVAL: Duration = Duration::from_millis(50);

/// Does the parts of some work in `threads` threads, including the current one.
///
/// Between two parts the current thread calls `keep_going`, 20 times a second; an error from it stops the work. A part
/// should therefore take a few milliseconds at most.
///
/// # Errors
/// The error of the first part, in order, that fails; all parts before it are then done, and only a few after it.
/// Otherwise the error of `keep_going`.
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

type Job = Box<dyn FnOnce() + Send>;

/// The time for which a thread of a pool polls for work or results before it sleeps. Waking a thread takes as long as a
/// small job.
const AWAKE: Duration = Duration::from_micros(200);

/// Polls for up to [`AWAKE`] and lets other threads run in between.
fn poll<T>(mut ask: impl FnMut() -> Option<T>) -> Option<T> {
    let begun = Instant::now();
    loop {
        let answer = ask();
        if answer.is_some() || begun.elapsed() > AWAKE {
            return answer;
        }
        std::thread::yield_now();
    }
}

/// A pool of threads that wait for work and live as long as the pool.
pub(crate) struct Pool {
    queue: Arc<Queue>,
    workers: Vec<JoinHandle<()>>,
}

impl Pool {
    /// A pool of this many threads, including the one that calls [`Pool::map`]. If the system cannot start them all,
    /// the pool has fewer.
    pub(crate) fn new(threads: usize) -> Pool {
        let queue = Arc::new(Queue::default());
        let worker = |_| {
            let queue = Arc::clone(&queue);
            let work = move || {
                while let Some(job) = poll(|| queue.next()).or_else(|| queue.wait()) {
                    job();
                }
            };
            std::thread::Builder::new().spawn(work).ok()
        };
        let workers = (1..threads).map_while(worker).collect();
        Pool { queue, workers }
    }

    /// The number of threads, including the one that calls [`Pool::map`].
    pub(crate) fn threads(&self) -> usize {
        1 + self.workers.len()
    }

    /// The results of `work` for all parts, in the order of the parts. Any thread may do any part.
    ///
    /// # Panics
    /// If `work` panics.
    pub(crate) fn map<P, R, W>(&self, parts: Vec<P>, work: W) -> Vec<R>
    where
        P: Send + 'static,
        R: Send + 'static,
        W: Fn(P) -> R + Send + Sync + 'static,
    {
        let count = parts.len();
        let work = Arc::new(work);
        let (sender, results) = channel();
        let jobs = parts.into_iter().enumerate().map(|(number, part)| {
            let (work, sender) = (Arc::clone(&work), sender.clone());
            let job = move || {
                let result = work(part);
                drop(sender.send((number, result))); // fails only if the caller has panicked
            };
            Box::new(job) as Job
        });
        self.queue.add(jobs.collect());
        drop(sender);
        while let Some(job) = self.queue.next() {
            job();
        }
        let next = || poll(|| results.try_recv().ok()).or_else(|| results.recv().ok());
        // The channel closes once every job is dropped: after it has sent its result, or when its thread unwinds.
        let mut found: Vec<(usize, R)> = std::iter::from_fn(next).take(count).collect();
        assert_eq!(found.len(), count, "a worker thread has panicked");
        found.sort_unstable_by_key(|&(number, _)| number);
        found.into_iter().map(|(_, result)| result).collect()
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.queue.close();
        for worker in self.workers.drain(..) {
            drop(worker.join()); // `map` has already reported a panic
        }
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Pool").field("threads", &self.threads()).finish()
    }
}

/// The jobs that no thread has started.
#[derive(Default)]
struct Queue {
    state: Mutex<QueueState>,
    changed: Condvar,
}

#[derive(Default)]
struct QueueState {
    jobs: VecDeque<Job>,
    is_closed: bool,
}

impl Queue {
    fn add(&self, jobs: Vec<Job>) {
        self.lock().jobs.extend(jobs);
        self.changed.notify_all();
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// The next job, if there is one.
    fn next(&self) -> Option<Job> {
        self.lock().jobs.pop_front()
    }

    /// Waits for the next job and returns it, or `None` once the queue is closed.
    fn wait(&self) -> Option<Job> {
        let is_idle = |state: &mut QueueState| state.jobs.is_empty() && !state.is_closed;
        let mut state = self.changed.wait_while(self.lock(), is_idle).unwrap_or_else(PoisonError::into_inner);
        state.jobs.pop_front()
    }

    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner) // never poisoned: no job runs while it is locked
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
    fn the_first_error_in_order_is_returned() {
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

    #[test]
    fn a_pool_returns_the_results_in_the_order_of_the_parts() {
        for threads in 1..5 {
            let pool = Pool::new(threads);
            assert_eq!(pool.threads(), threads);
            for count in [0, 1, 100] {
                assert_eq!(
                    pool.map((0..count).collect(), |part: usize| 3 * part),
                    (0..count).map(|part| 3 * part).collect::<Vec<_>>()
                );
            }
        }
    }

    #[test]
    fn a_pool_uses_all_its_threads() {
        let pool = Pool::new(2);
        let both = Arc::new(std::sync::Barrier::new(2)); // one thread alone cannot pass it
        let names = pool.map(vec![both; 2], |both| {
            both.wait();
            std::thread::current().id()
        });
        assert_ne!(names[0], names[1]);
    }

    #[test]
    #[should_panic(expected = "panicked")]
    fn a_panic_in_a_worker_becomes_a_panic_in_the_caller() {
        let caller = std::thread::current().id();
        let both = Arc::new(std::sync::Barrier::new(2));
        Pool::new(2).map(vec![both; 2], move |both| {
            both.wait();
            assert_eq!(std::thread::current().id(), caller, "panicked in a worker, as it should");
        });
    }
}
