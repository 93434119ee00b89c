"""Gives jobs to an executor and takes the results as they come, whatever becomes of the workers."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Generator, Iterator
    from concurrent.futures import Executor, Future
    from queue import SimpleQueue
    from typing import Any

MAX_WAITING = 1024
"""How many jobs an executor is given before the first of them is done."""

MAX_DEATHS = 3
"""After how many deaths of workers without a job done in between it is given up."""


def results_of(executor: Executor, function: Callable[[Any], Any], jobs: Iterator[Any]) -> Generator[Any, None, None]:
    """Yield ``function(job)`` for each job, in the order in which an executor is done with them.

    A job whose worker dies is given out again. A process pool does not outlive the death of a worker, so a new one of
    the same size takes its place until all is done.

    Raises what a job raises, and what the executor raises when its workers die again and again.
    """
    from concurrent.futures import BrokenExecutor, CancelledError  # noqa: PLC0415  # only who asks for workers waits
    from queue import Empty, SimpleQueue  # noqa: PLC0415  # the same

    done: SimpleQueue[Future[Any]] = SimpleQueue()
    waiting: dict[Future[Any], tuple[Any, Executor]] = {}  # the job of each, and who was given it
    again: list[Any] = []
    pool, deaths = executor, 0
    try:
        while True:
            for job in _next_jobs(jobs, again, waiting):
                try:
                    future = pool.submit(function, job)
                except BrokenExecutor as error:  # it was broken when it came, or has broken since
                    pool = _replace(pool, executor, error)
                    future = pool.submit(function, job)
                waiting[future] = job, pool
                future.add_done_callback(done.put)
            if not waiting:
                return
            try:
                future = done.get(timeout=1)  # on Windows not even Ctrl-C ends a wait without a limit
            except Empty:
                continue
            job, whose = waiting.pop(future)
            try:
                result = future.result()
            except (BrokenExecutor, CancelledError, OSError) as error:
                again.append(job)
                if whose is pool:  # else this death was seen to
                    deaths += 1
                    if deaths > MAX_DEATHS:
                        raise
                    if isinstance(error, BrokenExecutor):
                        pool = _replace(pool, executor, error)
            else:
                deaths = 0
                yield result
    finally:
        for future in waiting:
            future.cancel()
        if pool is not executor:
            pool.shutdown(wait=False, cancel_futures=True)


def _next_jobs(jobs: Iterator[Any], again: list[Any], waiting: Collection[Any]) -> Iterator[Any]:
    """Jobs to give out: those that are to be done again, then others, while not too many wait."""
    while len(waiting) < MAX_WAITING:
        if again:
            yield again.pop()
            continue
        job = next(jobs, None)
        if job is None:
            return
        yield job


def _replace(broken: Executor, given: Executor, error: BaseException) -> Executor:
    """A new process pool like the one that was given; any other executor cannot be replaced."""
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415  # as above

    if not isinstance(given, ProcessPoolExecutor):
        raise error
    if broken is not given:
        broken.shutdown(wait=False)
    # How a pool was made is nowhere else to be had.
    workers, context = getattr(given, "_max_workers", None), getattr(given, "_mp_context", None)
    start, arguments = getattr(given, "_initializer", None), getattr(given, "_initargs", ())
    return ProcessPoolExecutor(workers, mp_context=context, initializer=start, initargs=arguments)
