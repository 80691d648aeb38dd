"""check_jobs.py: run jobs that depend on each other, several at a time.

Each job belongs to a lane. A lane limits how much of it runs at once: compilers
use all processors, so one builds at a time, and fewer tests beside it; tests spend most of
their time waiting, so many of them share the processors; downloads use the network. What a job
prints is shown in one piece when it ends, so that jobs do not mix their lines.
"""
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time

CPUS = os.cpu_count() or 2
# Weights that run at once. A test file of weight 1 keeps a seventh of a processor busy.
LANES = {'download': 2, 'build': 1, 'test': 6 * CPUS}
# While something is built that other jobs wait for.
TESTS_BESIDE_A_BUILD = 2 * CPUS

_here = threading.local()  # .job: the job that this thread runs
_running = set()  # processes, to end them all
_lock = threading.Lock()
_over = threading.Event()  # nothing starts any more


class Job:
    """work() returns (passed, failed, skipped); None counts for nothing."""

    def __init__(self, name, work, step=None, lane='test', weight=1, seconds=0, needs=()):
        self.name, self.work, self.step, self.lane = name, work, step, lane
        self.weight, self.seconds, self.needs = weight, seconds, list(needs)
        self.counts = (0, 0, 0)
        self.broken = False  # jobs that need it cannot run
        self.began = self.ended = self.cpu = 0
        self.beside = 0  # its weight, if it began before a heavier one that waited for room
        self.out = None

    def run(self):
        _here.job = self
        self.began = time.monotonic()
        with tempfile.TemporaryFile('w+', encoding='utf-8', errors='replace') as self.out:
            try:
                self.counts = self.work() or (0, 0, 0)
            except Broken as error:
                say(str(error))
                self.broken, self.counts = True, (0, 1, 0)
            except Exception as error:  # pylint: disable=broad-exception-caught
                say(f'{self.name}: {type(error).__name__}: {error}')
                self.broken, self.counts = True, (0, 1, 0)
            self.ended = time.monotonic()
            self.out.seek(0)
            text = self.out.read()
        with _lock:
            print(text, end='', flush=True)


class Broken(Exception):
    """A job that others need has failed."""


def show(text):
    """Print a line with those of the job that this thread runs."""
    job = getattr(_here, 'job', None)
    print(text, file=job.out if job else sys.stdout, flush=True)


def say(text):
    show(f'== {text}')


def run_program(words, cwd, env, stdout=None, limit=None):
    """Run to the end in a process group; stdout is None (shown) or PIPE. After limit seconds the group is killed."""
    job = _here.job
    if _over.is_set():
        raise Broken('not started: the time for all is over')
    captured = tempfile.TemporaryFile('w+', encoding='utf-8', errors='replace') if stdout is not None else None
    with subprocess.Popen(words, cwd=cwd, env=env, stdin=subprocess.DEVNULL, start_new_session=True,
                          stdout=captured or job.out, stderr=job.out) as process:
        _running.add(process)
        if _over.is_set():
            kill_group(process)  # it began while all others were ended
        late = threading.Timer(limit, kill_group, [process, f'{words[-1]}: ended after {limit} s']) if limit else None
        if late:
            late.start()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if late:
            late.cancel()
        _running.discard(process)
    job.cpu += used.ru_utime + used.ru_stime
    job.out.seek(0, os.SEEK_END)
    text = ''
    if captured:
        captured.seek(0)
        text = captured.read()
        captured.close()
    completed = subprocess.CompletedProcess(words, process.returncode, text)
    completed.cpu_seconds = used.ru_utime + used.ru_stime
    return completed


def kill_group(process, why=None):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    if why:
        print(f'   {why}', flush=True)


def urgency(jobs):
    """By job: the seconds from its start to the end of the longest chain of jobs that need it."""
    after = {job: [other for other in jobs if job in other.needs] for job in jobs}
    known = {}

    def of(job):
        if job not in known:
            known[job] = job.seconds + max(map(of, after[job]), default=0)
        return known[job]
    return {job: of(job) for job in jobs}


def run_jobs(jobs, limit):
    """Run them all; the most urgent of a lane first. After limit seconds, end what runs and fail what has not begun."""
    end = time.monotonic() + limit
    rank = urgency(jobs)
    waiting = sorted(jobs, key=lambda job: -rank[job])
    used, beside = dict.fromkeys(LANES, 0), dict.fromkeys(LANES, 0)
    needed = {need for job in jobs for need in job.needs}
    done, free = set(), threading.Condition()

    def work(job):
        job.run()
        with free:
            used[job.lane] -= job.weight
            beside[job.lane] -= job.beside
            done.add(job)
            free.notify()

    def room(lane):
        """The weight that may run in the lane at once."""
        builds = any(job.lane == 'build' and job not in done for job in needed)
        return TESTS_BESIDE_A_BUILD if lane == 'test' and builds else LANES[lane]

    def startable():
        """The first job of each lane that is ready, if the lane has room for it; beside one that waits, a lighter one."""
        heads = {}
        for job in waiting:
            if not done.issuperset(job.needs):
                continue
            head, most = heads.setdefault(job.lane, job), room(job.lane)
            fits = used[job.lane] == 0 or used[job.lane] + job.weight <= most
            if head is not job:
                # However many jobs of the head's weight run, this much stays free.
                fits = fits and beside[job.lane] + job.weight <= most % head.weight
            if fits:
                job.beside = job.weight if head is not job else 0
                return job
        return None

    with free:
        while waiting and time.monotonic() < end:
            job = startable()
            if not job:
                free.wait(end - time.monotonic())
                continue
            waiting.remove(job)
            missing = [need.name for need in job.needs if need.broken]
            if missing:
                job.broken, job.counts = True, (0, 1, 0)
                print(f"== {job.name} did not run: {', '.join(missing)} failed", flush=True)
                done.add(job)
                continue
            used[job.lane] += job.weight
            beside[job.lane] += job.beside
            threading.Thread(target=work, args=[job], daemon=True).start()
        begun = set(jobs).difference(waiting)
        if not free.wait_for(lambda: done.issuperset(begun), max(0, end - time.monotonic())):
            end_all()
            free.wait_for(lambda: done.issuperset(begun))
    for job in waiting:
        print(f'== {job.name} did not run: {limit:.0f} s are over', flush=True)
        job.step, job.counts = job.step or job.name, (0, 1, 0)


def end_all():
    _over.set()
    for process in list(_running):
        kill_group(process)
