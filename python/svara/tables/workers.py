"""Gives jobs to an executor and yields the results as they come, even if workers die."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Generator, Iterator
    from concurrent.futures import Executor, Future
    from queue import SimpleQueue
    from typing import Any

MAX_WAITING = 1024
"""The number of jobs that an executor has at a time."""

MAX_DEATHS = 3
"""The number of deaths of workers, without a finished job in between, after which the error is raised."""


def results_of(executor: Executor, function: Callable[[Any], Any], jobs: Iterator[Any]) -> Generator[Any, None, None]:
    """Yield ``function(job)`` for each job, in the order in which the executor finishes them.

    A job whose worker dies is given out again. The death of a worker breaks a process pool, so a new pool of the same
    size replaces it until all jobs are done.

    Raises the errors of jobs, and the error of the executor if its workers die again and again.
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
    """Yield jobs to give out, first those of dead workers, as long as not too many are waiting."""
    while len(waiting) < MAX_WAITING:
        if again:
            yield again.pop()
            continue
        job = next(jobs, None)
        if job is None:
            return
        yield job


def _replace(broken: Executor, given: Executor, error: BaseException) -> Executor:
    """Return a new process pool like the given one. Any other executor cannot be replaced."""
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415  # as above

    if not isinstance(given, ProcessPoolExecutor):
        raise error
    if broken is not given:
        broken.shutdown(wait=False)
    # The arguments of a pool are not public.
    workers, context = getattr(given, "_max_workers", None), getattr(given, "_mp_context", None)
    start, arguments = getattr(given, "_initializer", None), getattr(given, "_initargs", ())
    return ProcessPoolExecutor(workers, mp_context=context, initializer=start, initargs=arguments)
