"""check.py: the steps of ./check, one function each, and their count.

A step prints what it does, builds what it needs, runs real tools and returns
(passed, failed, skipped). The last line is the sum.
"""
import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
JOBS = str(os.cpu_count() or 2)
E2E = os.path.join(ROOT, 'tests', 'e2e')
WEB = os.path.join(ROOT, 'web')
FUZZ_SECONDS = 60
E2E_MAX_SECONDS = 2700
E2E_FILE_SECONDS = 300
LONG_FILE_SECONDS = 1200  # a table of runs is one file, and the README builds everything
E2E_AT_ONCE = 6  # files; three quarters of their time they wait
BROWSER_AT_ONCE = 3  # a browser works more than it waits
# End to end in a browser: a step of its own, with a time limit of its own.
BROWSER = r'^web_'
# Whole tables of runs, hundreds of them: the release build is quick enough.
VERDICTS = r'^tester_(mutations|verdicts)\.test'
# Builds a clone, which takes all processors.
README = r'^readme\.test'
LONG = ('verdicts', 'readme')  # steps
NO_BROWSER = r'^(?!web_|tester_mutations|tester_verdicts|readme)'
# End to end under TSan: many threads, clients, devices.
THREADED = r'^(calls|cli_live|http|http_limits|mcp_wire|sessions|soak|tester_http)\.test'
# End to end in `./check quick`: each program, backend and transport once.
QUICK = r'^(actions|adb|cli|cli_ui|errors|helper_tree|http|mcp_wire|observe|results|sessions|tools)\.test'
ZIG = 'ziglang==0.17.1'

STATIC = [
    ['tools/format', '--check'],
    ['tools/check-includes'],
    ['tools/check-sizes'],
    ['tools/check-banned'],
    ['tools/check-docs'],
    ['tools/check-voice'],
]

# name, compiler, meson options
BUILDS = {
    'gcc': ('build', 'gcc', []),
    'asan': ('build-asan', 'clang', ['-Db_sanitize=address,undefined', '-Db_lundef=false']),
    'tsan': ('build-tsan', 'clang', ['-Db_sanitize=thread', '-Db_lundef=false']),
    'fuzz': ('build-fuzz', 'clang',
             ['-Db_sanitize=address,undefined', '-Db_lundef=false', '-Dfuzz=true']),
}

SANITIZER_ENV = {
    'ASAN_OPTIONS': 'detect_leaks=1:abort_on_error=0:detect_stack_use_after_return=1',
    'UBSAN_OPTIONS': 'halt_on_error=1:print_stacktrace=1',
    'TSAN_OPTIONS': 'halt_on_error=1',
}


# A clone has nothing next to it, whatever the environment says.
NO_SHARED = {'AT_SHARED': '../shared'}

compiled = set()  # (build, with its tests) that this run has compiled


def say(text):
    print(f'== {text}', flush=True)


def run(words, **more):
    env = {**os.environ, **SANITIZER_ENV, **more.pop('env', {})}
    return subprocess.run(words, cwd=more.pop('cwd', ROOT), env=env, stdin=subprocess.DEVNULL,
                          check=False, **more)


def static_checks():
    failed = 0
    for words in STATIC:
        say(' '.join(words))
        failed += run(words).returncode != 0
    return len(STATIC) - failed, failed, 0


def configure(name):
    """Set the build folder up; one that was made without these options is set up again."""
    folder, compiler, options = BUILDS[name]
    path = os.path.join(ROOT, folder)
    words = ['meson', 'setup', folder, '-Dwerror=true', *options]
    if os.path.exists(os.path.join(path, 'build.ninja')):
        with open(os.path.join(path, 'meson-info', 'intro-buildoptions.json'), encoding='utf-8') as file:
            if any(row['name'] == 'werror' and row['value'] for row in json.load(file)):
                return
        words.insert(2, '--reconfigure')
    if run(words, env={'CC': compiler}, stdout=subprocess.DEVNULL).returncode != 0:
        sys.exit(f'meson setup {folder} failed; see {folder}/meson-logs/meson-log.txt')


def targets_of(name, tests):
    if name == 'fuzz':
        return [f'tests/{target}_fuzz' for target in fuzz_targets()]
    return ['all', 'meson-test-prereq'] if tests else ['all']


def compile_with(name, tests=True):
    """Build once; later steps of the same run find it done."""
    if (name, tests) in compiled:
        return 0, 0, 0
    compiled.update({(name, tests), (name, False)})
    folder, compiler, _ = BUILDS[name]
    say(f'{compiler} build in {folder}, warnings are errors')
    configure(name)
    if run(['ninja', '-C', folder, '-j', JOBS, '--quiet', *targets_of(name, tests)]).returncode != 0:
        sys.exit(f'{folder} does not build')
    return 1, 0, 0


def meson_tests(name, *suites):
    if not suites:
        npm_install()
    compile_with(name)
    folder = BUILDS[name][0]
    say(f'unit tests and fuzz corpus in {folder}' if not suites else f"{', '.join(suites)} in {folder}")
    words = ['meson', 'test', '-C', folder, '--no-rebuild', '--print-errorlogs', '--quiet',
             '--num-processes', JOBS]
    for suite in suites:
        words += ['--suite', suite]
    status = run(words).returncode
    passed = failed = skipped = 0
    with open(os.path.join(ROOT, folder, 'meson-logs', 'testlog.json'), encoding='utf-8') as log:
        for test in map(json.loads, log):
            counts = cases_of(test)
            passed, failed, skipped = passed + counts[0], failed + counts[1], skipped + counts[2]
    if status != 0 and failed == 0:
        failed = 1
    return passed, failed, skipped


def cases_of(test):
    """The cases that cmocka counted in a program; a program without cases is one."""
    if test['result'] == 'SKIP':
        return [0, 0, 1]
    said = test.get('stdout', '') + test.get('stderr', '')
    counts = [sum(map(int, re.findall(r'^\[  %s\] (\d+) test' % word, said, re.M)))
              for word in ('PASSED  ', 'FAILED  ', 'SKIPPED ')]
    if test['result'] != 'OK' and counts[1] == 0:
        counts[1] = 1
    return counts if any(counts) else [1, 0, 0]


def export_tree(folder):
    """Copy what a clone of this work tree would have; False if git does not know it."""
    listed = run(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
                 stdout=subprocess.PIPE, text=True)
    for name in filter(None, listed.stdout.split('\0')):
        if os.path.lexists(os.path.join(ROOT, name)):
            copy = os.path.join(folder, name)
            os.makedirs(os.path.dirname(copy), exist_ok=True)
            shutil.copy2(os.path.join(ROOT, name), copy, follow_symlinks=False)
    if listed.returncode == 0:
        os.symlink(os.path.join(E2E, 'node_modules'), os.path.join(folder, 'tests', 'e2e', 'node_modules'))
    return listed.returncode == 0


def mentions_shared(path):
    with open(path, encoding='utf-8') as source:
        return re.search(r'\bshared/|\bt_shared\(|emulator_rig', source.read()) is not None


def needs_shared(test):
    """Whether a unit program reads recordings or rigs that a clone does not have."""
    source = os.path.join(ROOT, 'tests', 'unit', f"{test['name']}_test.c")
    return 'shared/' in ' '.join(test['cmd'][1:]) or os.path.exists(source) and mentions_shared(source)


def imports_shared(name, folder=E2E):
    """Whether a module of the end-to-end tests names ../shared, itself or by an import."""
    with open(os.path.join(folder, name), encoding='utf-8') as file:
        source = file.read()
    if name != 'lib.mjs' and re.search(r'\bshared\b[^;]*from \'\./lib\.mjs\'', source):
        return True
    return any(imports_shared(other, folder) for other in re.findall(r"from '\./([\w.]+\.mjs)'", source)
               if other != 'lib.mjs')


def unit_in(folder, build):
    """Run each affected program with a clone as its project."""
    tests = json.loads(run(['meson', 'introspect', build, '--tests'], stdout=subprocess.PIPE, text=True).stdout)
    counts = [0, 0, 0]
    for test in filter(needs_shared, tests):
        done = run(test['cmd'], cwd=folder, env={**test['env'], **NO_SHARED}, timeout=5 * test['timeout'],
                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace')
        result = {0: 'OK', 77: 'SKIP'}.get(done.returncode, 'FAIL')
        if result == 'FAIL':
            print(f"   {test['name']} in a clone:\n{done.stdout}", flush=True)
        counts = list(map(sum, zip(counts, cases_of({'result': result, 'stdout': done.stdout}))))
    return tuple(counts)


def clone():
    """What reads ../shared, from a copy that has nothing next to it, as a clone has not."""
    npm_install()
    compile_with('asan')
    build = BUILDS['asan'][0]
    with tempfile.TemporaryDirectory(prefix='agentest-clone-') as parent:
        folder = os.path.join(parent, 'agentest')
        say(f'unit programs of {build} and end-to-end tests that read ../shared, in a clone without it')
        if not export_tree(folder):
            print('   skipped: git does not know which files a clone would have', flush=True)
            return 0, 0, 1
        unit = unit_in(folder, build)
        files = [f for f in sorted(os.listdir(E2E)) if f.endswith('.test.mjs') and imports_shared(f)]
        e2e = node_tests(os.path.join(folder, 'tests', 'e2e'), build, files, 'clone', E2E_AT_ONCE, **NO_SHARED)
    return tuple(map(sum, zip(unit, e2e)))


def zig_python():
    """Return a Python that has ziglang, or None where pip cannot install it."""
    venv = os.path.join(ROOT, 'build-macos', 'venv')
    python = os.path.join(venv, 'bin', 'python')
    mark = os.path.join(venv, '.installed')
    if os.path.exists(mark) and open(mark).read() == ZIG:
        return python
    if run([sys.executable, '-m', 'venv', venv]).returncode != 0 or \
            run([python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check',
                 '--retries', '1', ZIG]).returncode != 0:
        return None
    with open(mark, 'w') as out:
        out.write(ZIG)
    return python


def macos():
    say('tools/check-macos: every source compiled for macOS')
    python = zig_python()
    if not python:
        print(f'   skipped: pip could not install {ZIG}, the compiler', flush=True)
        return 0, 0, 1
    status = run([python, 'tools/check-macos']).returncode
    return int(status == 0), int(status != 0), 0


def node():
    return os.path.join(E2E, 'node_modules', 'node', 'bin', 'node')


def npm_install(folder=E2E, what='the clients that the tests use'):
    """Not `npm ci`, which needs every other platform's optional packages in the lock file."""
    lock = os.path.join(folder, 'package-lock.json')
    mark = os.path.join(folder, 'node_modules', '.installed-lock')
    there = folder != E2E or os.path.exists(node())
    if there and os.path.exists(mark) and open(mark).read() == open(lock).read():
        return
    say(f'npm install ({what})')
    if run(['npm', 'install', '--no-save', '--no-audit', '--no-fund', '--no-progress', '--loglevel', 'error'],
           cwd=folder).returncode != 0:
        sys.exit(f'npm install failed in {os.path.relpath(folder, ROOT)}')
    shutil.copyfile(lock, mark)


def npm_run(script, folder=WEB, **env):
    """A script of package.json, by the node of the tests: the machine's may be too old for Vite."""
    path = os.path.dirname(node()) + os.pathsep + os.environ['PATH']
    done = run([node(), '--run', script], cwd=folder, env={**env, 'PATH': path, 'NO_COLOR': '1'},
               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        print(done.stdout, flush=True)
    return done.returncode == 0


def files_of(folder):
    """The content of each file below, by its path."""
    found = {}
    for path, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(path, name), 'rb') as file:
                found[os.path.relpath(os.path.join(path, name), folder)] = file.read()
    return found


def web_builds_again(copy):
    """Built in another folder, the page must have the bytes of web/dist."""
    shutil.copytree(WEB, copy, ignore=shutil.ignore_patterns('node_modules', 'dist'))
    os.symlink(os.path.join(WEB, 'node_modules'), os.path.join(copy, 'node_modules'))
    os.symlink(os.path.join(ROOT, 'scenarios'), os.path.join(os.path.dirname(copy), 'scenarios'))
    if not npm_run('build', copy):
        return False
    ours, built = files_of(os.path.join(WEB, 'dist')), files_of(os.path.join(copy, 'dist'))
    other = sorted(name for name in {*ours, *built} if ours.get(name) != built.get(name))
    if other:
        print(f"   web/dist is not what its sources make: {', '.join(other)}\n"
              '   cd web && npm run build', flush=True)
    return not other


def web_types_are_current(folder):
    """The types of the API are those of the description that the program serves."""
    made = os.path.join(folder, 'openapi.d.ts')
    serve = [os.path.join(ROOT, BUILDS['gcc'][0], 'mobile-tester-agent'), 'serve', '--http', '127.0.0.1:0',
             '--data', os.path.join(folder, 'data')]
    with subprocess.Popen(serve, stderr=subprocess.PIPE, text=True) as server:
        url = next(filter(None, (re.search(r'http://\S+', line) for line in server.stderr)), None)
        made_now = url and npm_run('types', AT_URL=url[0], AT_TYPES=made)
        server.terminate()
        server.stderr.read()
    ours = os.path.join(WEB, 'src', 'api', 'openapi.d.ts')
    same = made_now and open(made).read() == open(ours).read()
    if made_now and not same:
        print('   web/src/api/openapi.d.ts is not of the API as it is: start the server, then\n'
              '   cd web && npm run types', flush=True)
    return bool(same)


def web():
    npm_install()
    npm_install(WEB, 'the libraries of the web page')
    compile_with('gcc', tests=False)
    with tempfile.TemporaryDirectory(prefix='agentest-web-') as folder:
        parts = {
            'types, lint and format of web/src, format of the tests': lambda: npm_run('check'),
            'web/dist built again': lambda: web_builds_again(os.path.join(folder, 'web')),
            'the types of the API made again': lambda: web_types_are_current(folder),
        }
        failed = 0
        for what, part in parts.items():
            say(what)
            failed += not part()
    return len(parts) - failed, failed, 0


def run_bounded(words, cwd, env):
    """Run the tests in a process group of their own, and end it when its time is over."""
    with subprocess.Popen(words, cwd=cwd, env={**os.environ, **SANITIZER_ENV, **env},
                          stdin=subprocess.DEVNULL, start_new_session=True) as tests:
        try:
            return tests.wait(E2E_MAX_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(tests.pid, signal.SIGKILL)
            print(f'   ended after {E2E_MAX_SECONDS} s', flush=True)
            return 1


def node_tests(cwd, build, files, log_name, at_once, **env):
    """Run these files of cwd with the programs of that build folder."""
    log = os.path.join(ROOT, build, f'{log_name}.tap')
    file_seconds = LONG_FILE_SECONDS if log_name in LONG else E2E_FILE_SECONDS
    status = run_bounded(
        [node(), '--test', f'--test-concurrency={at_once}', f'--test-timeout={1000 * file_seconds}',
         '--test-reporter=dot', '--test-reporter-destination=stdout',
         '--test-reporter=tap', f'--test-reporter-destination={log}', *files],
        cwd, {'AT_BUILD': os.path.join(ROOT, build), **env})
    with open(log, encoding='utf-8') as lines:
        counts = dict(re.findall(r'^# (pass|fail|cancelled|skipped) (\d+)$', lines.read(), re.M))
    passed, skipped = int(counts.get('pass', 0)), int(counts.get('skipped', 0))
    failed = int(counts.get('fail', 0)) + int(counts.get('cancelled', 0))
    if status != 0 and failed == 0:
        failed = 1
    print(f'   {passed} passed, {failed} failed; {os.path.relpath(log, ROOT)}', flush=True)
    return passed, failed, skipped


def end_to_end(name, pattern, log_name='e2e', at_once=E2E_AT_ONCE):
    npm_install()
    compile_with(name, tests=False)
    folder = BUILDS[name][0]
    say(f'end-to-end tests on {folder}')
    files = sorted(f for f in os.listdir(E2E) if f.endswith('.test.mjs') and re.search(pattern, f))
    return node_tests(E2E, folder, files, log_name, at_once)


def android():
    say('tools/check-android: the helper and the idling bridge, built and tested')
    done = run([sys.executable, 'tools/check-android'], stdout=subprocess.PIPE, text=True)
    print(done.stdout, end='', flush=True)
    counts = re.search(r'^(\d+) passed, (\d+) failed, (\d+) skipped$', done.stdout, re.M)
    passed, failed, skipped = map(int, counts.groups()) if counts else (0, 1, 0)
    return passed, failed or int(done.returncode != 0), skipped


def bench():
    npm_install()
    compile_with('gcc', tests=False)
    say('bench (figures are printed, not asserted)')
    status = run([sys.executable, 'bench/bench.py', '--quick']).returncode
    return int(status == 0), int(status != 0), 0


def quick():
    parts = [static_checks(), compile_with('gcc'), meson_tests('gcc'), end_to_end('gcc', QUICK)]
    return tuple(map(sum, zip(*parts)))


def fuzz_targets():
    folder = os.path.join(ROOT, 'tests', 'fuzz')
    return sorted(f[:-len('_fuzz.c')] for f in os.listdir(folder) if f.endswith('_fuzz.c'))


def fuzz(seconds):
    compile_with('fuzz')
    passed = failed = 0
    for target in fuzz_targets():
        say(f'fuzz {target}, {seconds} s')
        corpus = os.path.join('tests', 'fuzz', 'corpus', target)
        found = os.path.join(BUILDS['fuzz'][0], 'fuzz', target)
        os.makedirs(os.path.join(ROOT, found), exist_ok=True)
        status = run([f"{BUILDS['fuzz'][0]}/tests/{target}_fuzz", f'-max_total_time={seconds}',
                      '-timeout=10', '-rss_limit_mb=2048', '-verbosity=0', '-print_final_stats=1',
                      f'-artifact_prefix={found}/', found, corpus]).returncode
        passed += status == 0
        failed += status != 0
    return passed, failed, 0


STEPS = {
    'static': static_checks,
    'gcc': lambda: compile_with('gcc', tests=False),
    'macos': macos,
    'clang': lambda: compile_with('asan'),
    'unit': lambda: meson_tests('asan'),
    'clone': clone,
    'tsan': lambda: compile_with('tsan'),
    'threads': lambda: meson_tests('tsan', 'threads'),
    'e2e': lambda: end_to_end('asan', NO_BROWSER),
    'readme': lambda: end_to_end('gcc', README, 'readme', 1),
    'verdicts': lambda: end_to_end('gcc', VERDICTS, 'verdicts', 2),
    'browser': lambda: end_to_end('asan', BROWSER, 'browser', BROWSER_AT_ONCE),
    'e2e-tsan': lambda: end_to_end('tsan', THREADED),
    'web': web,
    'android': android,
    'bench': bench,
}
# For the working day: by name only.
EXTRA = {'quick': quick}


def main():
    parser = argparse.ArgumentParser(prog='./check', description='Run everything that must hold.')
    parser.add_argument('step', nargs='*', metavar='STEP',
                        help=f"only these: {', '.join(STEPS)}; or quick: static checks, gcc build, unit tests "
                             'and a dozen files of end-to-end tests in three minutes')
    parser.add_argument('--fuzz', metavar='SECONDS', nargs='?', type=int, const=FUZZ_SECONDS,
                        help=f'run each fuzz target instead, {FUZZ_SECONDS} s each by default')
    args = parser.parse_args()
    rows = {**STEPS, **EXTRA}
    unknown = set(args.step) - set(rows)
    if unknown:
        parser.error(f"no step {', '.join(sorted(unknown))}; there are {', '.join(rows)}")

    began = time.monotonic()
    totals = [0, 0, 0]
    steps = [('fuzz', lambda: fuzz(args.fuzz))] if args.fuzz else [(n, rows[n]) for n in args.step or STEPS]
    summary = {}
    for name, step in steps:
        at = time.monotonic()
        counts = step()
        totals = [total + count for total, count in zip(totals, counts)]
        summary[name] = (*counts, round(time.monotonic() - at))
    say(json.dumps({name: '%d/%d/%d in %d s' % row for name, row in summary.items()}))
    say(f'{time.monotonic() - began:.0f} s')
    skipped = f', {totals[2]} skipped' if totals[2] else ''
    print(f'{totals[0]} passed, {totals[1]} failed{skipped}', flush=True)
    return 1 if totals[1] else 0


if __name__ == '__main__':
    sys.exit(main())
