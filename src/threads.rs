//! Work in several threads.

/// The results of the work on each part, in the order of the parts: the last part is done in this thread, each other
/// one in a thread of its own.
pub(crate) fn in_threads<P: Send, R: Send>(mut parts: Vec<P>, work: impl Fn(P) -> R + Sync) -> Vec<R> {
    let Some(last) = parts.pop() else { return Vec::new() };
    std::thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = parts.into_iter().map(|part| scope.spawn(move || work(part))).collect();
        let last = work(last);
        let mut results: Vec<R> = threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect();
        results.push(last);
        results
    })
}
