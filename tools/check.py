"""check.py: the steps of ./check as jobs that run at the same time, and their count.

A step is one or more jobs. A job prints what it does, runs real tools and
returns (passed, failed, skipped); what several steps need, such as a build, is
one job. The last lines are a table of where the time went and the sum.
"""
import argparse
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from check_jobs import CPUS, Broken, Job, end_all, run_jobs, run_program, say, show

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
E2E = os.path.join(ROOT, 'tests', 'e2e')
WEB = os.path.join(ROOT, 'web')
FUZZ_SECONDS = 60
FILE_SECONDS = 1800  # after these a test, or a file of tests, hangs
LIMIT_SECONDS = 86 * 60  # after these the table says what took so long
NINJA = ['ninja', '-j', str(CPUS), '--quiet']
# End to end in a browser.
BROWSER = r'^web_'
# In Firefox: each page, the focus, a run that is watched, pictures instead of video. Its processes for pages end with a
# signal in web_keyboard and web_scenario (Firefox 153 ESR), so these are not among them.
FIREFOX = r'^web_(smoke|focus|run|video)\.test'
# In WebKit, by classic WebDriver.
WEBKIT = r'^web_smoke\.test'
# Whole tables of runs, hundreds of them: the release build is quick enough.
VERDICTS = r'^tester_(mutations|verdicts)\.test'
# Builds a clone, which takes all processors.
README = r'^readme\.test'
# Commands of the documentation, a program each; what they do is tested with sanitizers elsewhere.
EXAMPLES = r'^(ci_action|ci_templates|install|recipes|recipes_more)\.test'
# web_smoke is there so that a browser meets a server with sanitizers too.
NO_BROWSER = r'^(?!web_(?!smoke)|tester_mutations|tester_verdicts|readme|ci_|install|recipes)'
# End to end under TSan: many threads, clients, devices.
THREADED = r'^(calls|cli_live|http|http_limits|mcp_wire|sessions|soak|tester_http)\.test'
# End to end in `./check quick`: each program, backend and transport once.
QUICK = r'^(actions|adb|cli|cli_ui|errors|helper_tree|http|mcp_wire|observe|results|sessions|tools)\.test'
# The longest files start first. Seconds on an idle machine.
LONG_FILES = {
    'tester_mutations': 370, 'tester_verdicts': 370, 'pool_bus': 170, 'memory': 160,
    'pool_faults': 150, 'flow_run': 100, 'web_fits': 100, 'web_roles': 100, 'web_run': 90, 'webview': 85, 'pool_runs': 80,
    'tester_suites_many': 80, 'webview_faults': 80,
    'tester_replay': 75, 'tester_healing': 70, 'webview_long': 60, 'tester_start': 55, 'ci_templates': 50, 'tester_tools': 45,
    'ci_action': 40, 'recipes': 90, 'recipes_more': 60, 'report': 30,
    'cli_ui': 35, 'faults': 35, 'tester_arguments': 35, 'tester_cli': 35, 'webview_load': 35,
    'adb_alone': 30, 'lost_emulator': 30, 'lost_server': 30, 'tester_false_passes': 30,
    'tester_waiting': 30, 'waiting': 30, 'hermes_faults': 25, 'tester_attacks': 25, 'tester_docs': 25,
    'tester_expect': 25, 'actions': 20, 'hermes_metro': 20, 'lost_helper': 20, 'tester_providers': 20,
    'tester_second_model': 20, 'tester_view': 20, 'users': 20,
}
# Files that work more than they wait: real browsers and virtual machines, large data.
WEIGHTS = {
    'browser': 3, 'ci_action': 2, 'ci_templates': 3, 'clients': 2, 'dart_real': 3, 'memory': 3, 'page': 3, 'pool_bus': 3,
    'pool_faults': 6, 'pool_runs': 4,
    'tester_arguments': 2, 'tester_replay': 2, 'tester_suites_many': 3,
    'web_smoke': 5, 'webview': 4, 'webview_faults': 4, 'webview_load': 6, 'webview_long': 8,
}
ZIG = 'ziglang==0.17.1'

# Failed test files: (name, lines). They are printed again at the end, where people look first.
FAILURES = []

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

# Programs with sanitizers wait that much longer for an app's answers, so that tests
# can expect the first one to be whole.
TIME_SCALE = '8'

SANITIZER_ENV = {
    'ASAN_OPTIONS': 'detect_leaks=1:abort_on_error=0:detect_stack_use_after_return=1',
    'UBSAN_OPTIONS': 'halt_on_error=1:print_stacktrace=1',
    'TSAN_OPTIONS': 'halt_on_error=1',
}


# A clone has nothing next to it, whatever the environment says.
NO_SHARED = {'AT_SHARED': '../shared'}


def compiler_cache():
    """Return what ccache needs to be told in a test whose HOME is empty, nothing without it."""
    if not shutil.which('ccache'):
        return {}
    asked = subprocess.run(['ccache', '-k', 'cache_dir'], stdout=subprocess.PIPE, text=True, check=False)
    return {'CCACHE_DIR': asked.stdout.strip()} if asked.returncode == 0 else {}


CACHE_ENV = compiler_cache()


def run(words, limit=None, stdout=None, **more):
    env = {**os.environ, **CACHE_ENV, **SANITIZER_ENV, **more.pop('env', {})}
    return run_program(words, more.pop('cwd', ROOT), env, stdout=stdout, limit=limit)


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
    # As meson does by itself for a compiler that it chooses.
    cached = f'ccache {compiler}' if CACHE_ENV else compiler
    words = ['meson', 'setup', folder, '-Dwerror=true', *options]
    if os.path.exists(os.path.join(path, 'build.ninja')):
        with open(os.path.join(path, 'meson-info', 'intro-buildoptions.json'), encoding='utf-8') as file:
            if any(row['name'] == 'werror' and row['value'] for row in json.load(file)):
                return
        words.insert(2, '--reconfigure')
    if run(words, env={'CC': cached}, stdout=subprocess.DEVNULL).returncode != 0:
        raise Broken(f'meson setup {folder} failed; see {folder}/meson-logs/meson-log.txt')


def targets_of(name, what):
    """The targets of 'all' programs, of all 'tests', or of the tests of the suite 'threads'."""
    folder = BUILDS[name][0]
    if name == 'fuzz':
        return [f'tests/{target}_fuzz' for target in fuzz_targets()]
    if what == 'threads':
        return ['all', *(os.path.relpath(test['cmd'][0], os.path.join(ROOT, folder))
                         for test in tests_of(folder) if 'agentest:threads' in test['suite'])]
    return ['all', 'meson-test-prereq'] if what == 'tests' else ['all']


def tests_of(folder):
    """The unit tests, as meson has them."""
    return json.loads(run(['meson', 'introspect', folder, '--tests'], stdout=subprocess.PIPE).stdout)


def compile_with(name, what):
    folder, compiler, _ = BUILDS[name]
    say(f'{compiler} build of {what} in {folder}, warnings are errors')
    configure(name)
    if run([*NINJA, '-C', folder, *targets_of(name, what)]).returncode != 0:
        raise Broken(f'{folder} does not build')
    return 1, 0, 0


def meson_tests(name, *suites):
    folder = BUILDS[name][0]
    say(f'unit tests and fuzz corpus in {folder}' if not suites else f"{', '.join(suites)} in {folder}")
    words = ['meson', 'test', '-C', folder, '--no-rebuild', '--print-errorlogs', '--quiet',
             '--num-processes', str(2 * CPUS), '--timeout-multiplier', '5']
    for suite in suites:
        words += ['--suite', suite]
    status = run(words).returncode
    passed = failed = skipped = 0
    with open(os.path.join(ROOT, folder, 'meson-logs', 'testlog.json'), encoding='utf-8') as log:
        for test in map(json.loads, log):
            counts = cases_of(test)
            passed, failed, skipped = passed + counts[0], failed + counts[1], skipped + counts[2]
            if counts[1]:
                FAILURES.append((f"{folder} {test['name']}", failures_of_program(test)))
    if status != 0 and failed == 0:
        failed = 1
    return passed, failed, skipped


def failures_of_program(test):
    """The names of a unit program's failed cases, each failed check with the lines before it, and sanitizers' lines."""
    lines = []
    for text in (test.get('stdout', ''), test.get('stderr', '')):
        said = text.splitlines()
        for i, line in enumerate(said):
            if line.startswith('[  ERROR   ]'):
                lines += said[max(i - 3, 0):i + 2]
            elif re.search(r'^\[  FAILED  \] \D|error: |Sanitizer|runtime error', line):
                lines.append(line)
    return list(dict.fromkeys(lines))[:24]


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
    """Copy what a clone of this work tree would have."""
    listed = run(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
                 stdout=subprocess.PIPE)
    if listed.returncode != 0:
        raise Broken('git does not know which files a clone would have')
    for name in filter(None, listed.stdout.split('\0')):
        if os.path.lexists(os.path.join(ROOT, name)):
            copy = os.path.join(folder, name)
            os.makedirs(os.path.dirname(copy), exist_ok=True)
            shutil.copy2(os.path.join(ROOT, name), copy, follow_symlinks=False)
    os.symlink(os.path.join(E2E, 'node_modules'), os.path.join(folder, 'tests', 'e2e', 'node_modules'))


def mentions_shared(path):
    with open(path, encoding='utf-8') as source:
        return re.search(r'\bshared/|\bt_shared\(|emulator_rig', source.read()) is not None


def needs_shared(test):
    """Return True if a unit program reads recordings or rigs that a clone does not have."""
    source = os.path.join(ROOT, 'tests', 'unit', f"{test['name']}_test.c")
    return 'shared/' in ' '.join(test['cmd'][1:]) or os.path.exists(source) and mentions_shared(source)


def imports_shared(name, folder=E2E):
    """Return True if a module of the end-to-end tests names ../shared, itself or by an import."""
    with open(os.path.join(folder, name), encoding='utf-8') as file:
        source = file.read()
    if name != 'lib.mjs' and re.search(r'\bshared\b[^;]*from \'\./lib\.mjs\'', source):
        return True
    return any(imports_shared(other, folder) for other in re.findall(r"from '\./([\w.]+\.mjs)'", source)
               if other != 'lib.mjs')


def unit_in(folder, build):
    """Run each affected program with a clone as its project."""
    say(f'unit programs of {build} that read ../shared, in a clone without it')
    counts = [0, 0, 0]
    for test in filter(needs_shared, tests_of(build)):
        done = run(test['cmd'], cwd=folder, env={**test['env'], **NO_SHARED}, limit=5 * test['timeout'],
                   stdout=subprocess.PIPE)
        result = {0: 'OK', 77: 'SKIP'}.get(done.returncode, 'FAIL')
        if result == 'FAIL':
            show(f"   {test['name']} in a clone:\n{done.stdout}")
        counts = list(map(sum, zip(counts, cases_of({'result': result, 'stdout': done.stdout}))))
    return tuple(counts)


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
        show(f'   skipped: pip could not install {ZIG}, the compiler')
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
        raise Broken(f'npm install failed in {os.path.relpath(folder, ROOT)}')
    shutil.copyfile(lock, mark)


def npm_run(script, folder=WEB, words=(), **env):
    """A script of package.json, by the node of the tests: the machine's may be too old for Vite."""
    path = os.path.dirname(node()) + os.pathsep + os.environ['PATH']
    done = run([node(), '--run', script, '--', *words], cwd=folder, env={**env, 'PATH': path, 'NO_COLOR': '1'},
               stdout=subprocess.PIPE)
    if done.returncode != 0:
        show(done.stdout)
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
        show(f"   web/dist is not what its sources make: {', '.join(other)}\n"
             '   cd web && npm run build')
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
        show('   web/src/api/openapi.d.ts is not of the API as it is: start the server, then\n'
             '   cd web && npm run types')
    return bool(same)


def web_units(folder):
    """The counts of the unit tests of web/src, as Vitest gives them."""
    report = os.path.join(folder, 'vitest.json')
    passed = npm_run('test', words=['--reporter=default', '--reporter=json', f'--outputFile={report}'])
    if not os.path.exists(report):
        return 0, 1, 0
    with open(report, encoding='utf-8') as file:
        row = json.load(file)
    failed = row['numFailedTests'] or int(not passed)  # a file that cannot be loaded has no test that fails
    return row['numPassedTests'], failed, row['numPendingTests'] + row['numTodoTests']


def web():
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
        say('unit tests of web/src')
        units = web_units(folder)
    return len(parts) - failed + units[0], failed + units[1], units[2]


def failures_of_tap(text):
    """Each failed test with the start of its error, and the last diagnostics of the file."""
    lines = []
    for name, about in re.findall(r'^ *not ok \d+ - (.*)\n((?: +.*\n)*)', text, re.M):
        error = re.search(r'^( *)error: (?:\|-\n((?:\1 +.*\n|\n)*)|(.*))', about, re.M)
        words = (error.group(2) or error.group(3) or '').splitlines() if error else []
        lines += [name, *(f'  {word.strip()}' for word in words[:8] if word.strip())]
    told = re.findall(r'^ *(# (?!Subtest|tests |suites |pass |fail |cancelled |skipped |todo |duration_ms ).*)', text, re.M)
    return lines + told[-12:]


def node_tests(step, build, name, cwd=E2E, **env):
    """Run one file of cwd with the programs of that build folder."""
    log = os.path.join(ROOT, build, 'tap', step, f'{name}.tap')
    os.makedirs(os.path.dirname(log), exist_ok=True)
    began = time.monotonic()
    done = run(
        [node(), '--test', f'--test-timeout={1000 * FILE_SECONDS}',
         '--test-reporter=dot', '--test-reporter-destination=stdout',
         '--test-reporter=tap', f'--test-reporter-destination={log}', f'{name}.test.mjs'],
        cwd=cwd, stdout=subprocess.PIPE, limit=FILE_SECONDS + 60,
        env={'AT_BUILD': os.path.join(ROOT, build),
             **({} if build == BUILDS['gcc'][0] else {'AGENTEST_TIME_SCALE': TIME_SCALE}), **env})
    with open(log, encoding='utf-8') as lines:
        tap = lines.read()
    counts = dict(re.findall(r'^# (pass|fail|cancelled|skipped) (\d+)$', tap, re.M))
    passed, skipped = int(counts.get('pass', 0)), int(counts.get('skipped', 0))
    failed = int(counts.get('fail', 0)) + int(counts.get('cancelled', 0))
    if done.returncode != 0 and failed == 0:
        failed = 1
    show(f'   {step} {name}: {passed} passed, {failed} failed, {skipped} skipped, {time.monotonic() - began:.0f} s, '
         f'CPU {done.cpu_seconds:.0f} s')
    if failed:
        show(f'{done.stdout}\n   {os.path.relpath(log, ROOT)}')
        FAILURES.append((f'{step} {name}', failures_of_tap(tap)))
    return passed, failed, skipped


def android():
    say('tools/check-android: the helper and the idling bridge, built and tested')
    done = run([sys.executable, 'tools/check-android'], stdout=subprocess.PIPE)
    show(done.stdout.rstrip())
    counts = re.search(r'^(\d+) passed, (\d+) failed, (\d+) skipped$', done.stdout, re.M)
    passed, failed, skipped = map(int, counts.groups()) if counts else (0, 1, 0)
    return passed, failed or int(done.returncode != 0), skipped


def packages():
    say('tools/check-packages: a release is made, each package installed and used')
    if run(['tools/install-deps', '--packages']).returncode:
        return 0, 1, 0
    done = run([sys.executable, 'tools/check-packages'], stdout=subprocess.PIPE)
    show(done.stdout.rstrip())
    counts = re.search(r'^(\d+) passed, (\d+) failed\n*\Z', done.stdout, re.M)
    passed, failed = map(int, counts.groups()) if counts else (0, 1)
    return passed, failed or int(done.returncode != 0), 0


def bench():
    say('bench (figures are printed, not asserted)')
    status = run([sys.executable, 'bench/bench.py', '--quick']).returncode
    return int(status == 0), int(status != 0), 0


def fuzz_targets():
    folder = os.path.join(ROOT, 'tests', 'fuzz')
    return sorted(f[:-len('_fuzz.c')] for f in os.listdir(folder) if f.endswith('_fuzz.c'))


def fuzz(seconds):
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


class Plan:
    """The jobs of the chosen steps; those that several steps need are there once."""

    def __init__(self, folders):
        self.jobs, self.shared, self.folders = [], {}, folders

    def job(self, name, work, **more):
        self.jobs.append(Job(name, work, **more))
        return self.jobs[-1]

    def once(self, key, make):
        if key not in self.shared:
            self.shared[key] = make()
        return self.shared[key]

    def download(self, name, work):
        # Its result is a folder, not counts.
        return self.once(name, lambda: self.job(name, lambda: work() and None, lane='download', seconds=30))

    def npm(self):
        return self.download('npm', npm_install)

    def npm_web(self):
        return self.download('npm web', lambda: npm_install(WEB, 'the libraries of the web page'))

    def build(self, name, what='all', step=None):
        """The job that builds 'all', 'tests' too, or those of the suite 'threads'."""
        needs = [self.build(name)] if what == 'tests' else []
        job = self.once((name, what), lambda: self.job(
            f'build {name} {what}', lambda: compile_with(name, what), lane='build', seconds=70, needs=needs))
        job.step = step or job.step
        return job

    def end_to_end(self, step, name, pattern, what='all', **more):
        folder = BUILDS[name][0]
        self.files(step, folder, matching(lambda f: re.search(pattern, f)),
                   [self.build(name, what), self.npm(), self.npm_web()], **more)

    def files(self, step, build, files, needs, lane='test', weight=1, seconds=15, env=(), **more):
        for file in files:
            name = file[:-len('.test.mjs')]
            self.job(f'{step} {name}', lambda name=name: node_tests(step, build, name, **dict(env), **more), step=step,
                     lane=lane, weight=1 if lane == 'build' else max(weight, WEIGHTS.get(name, 1)),
                     seconds=LONG_FILES.get(name, seconds), needs=needs)

    def static(self):
        self.job('static', static_checks, step='static', weight=CPUS)

    def macos(self):
        self.job('macos', macos, step='macos', lane='build', seconds=40, needs=[self.download('zig', zig_python)])

    def clang(self):
        self.build('asan', 'tests', step='clang')

    def unit(self, name='asan', step='unit'):
        self.job(step, lambda: meson_tests(name), step=step, weight=2 * CPUS, seconds=100,
                 needs=[self.build(name, 'tests'), self.npm()])

    def clone(self):
        build = BUILDS['asan'][0]
        folder = os.path.join(self.folders.enter_context(tempfile.TemporaryDirectory(prefix='agentest-clone-')), 'agentest')
        export = self.job('a clone', lambda: export_tree(folder), seconds=5, needs=[self.npm()])
        self.job('clone unit', lambda: unit_in(folder, build), step='clone', weight=2, seconds=100,
                 needs=[export, self.build('asan', 'tests')])
        self.files('clone', build, matching(imports_shared), [export, self.build('asan')],
                   cwd=os.path.join(folder, 'tests', 'e2e'), env=NO_SHARED)

    def threads(self):
        self.job('threads', lambda: meson_tests('tsan', 'threads'), step='threads', weight=2 * CPUS, seconds=70,
                 needs=[self.build('tsan', 'threads')])

    def web(self):
        needs = [self.build('gcc'), self.npm(),
                 self.npm_web()]
        self.job('web', web, step='web', lane='build', seconds=25, needs=needs)

    def android(self):
        fetch = self.download('maven', lambda: run([sys.executable, 'android/artifacts.py', 'test'],
                                                   stdout=subprocess.PIPE) and None)
        self.job('android', android, step='android', lane='build', seconds=90, needs=[fetch])

    def packages(self):
        self.job('packages', packages, step='packages', lane='build', weight=CPUS, seconds=400, needs=[self.npm()])

    def bench(self):
        self.job('bench', bench, step='bench', weight=3, seconds=150, needs=[self.build('gcc'), self.npm()])

    def quick(self):
        self.job('static', static_checks, step='quick', weight=CPUS)
        self.build('gcc', 'tests', step='quick')
        self.unit('gcc', 'quick')
        self.end_to_end('quick', 'gcc', QUICK)

    def fuzz(self, seconds):
        self.job('fuzz', lambda: fuzz(seconds), step='fuzz', needs=[self.build('fuzz')])


def matching(wanted):
    return [file for file in sorted(os.listdir(E2E)) if file.endswith('.test.mjs') and wanted(file)]


STEPS = {
    'static': Plan.static,
    'gcc': lambda plan: plan.build('gcc', step='gcc'),
    'macos': Plan.macos,
    'clang': Plan.clang,
    'unit': Plan.unit,
    'clone': Plan.clone,
    'tsan': lambda plan: plan.build('tsan', 'threads', step='tsan'),
    'threads': Plan.threads,
    'e2e': lambda plan: plan.end_to_end('e2e', 'asan', NO_BROWSER),
    'readme': lambda plan: plan.end_to_end('readme', 'gcc', README, lane='build', seconds=110),
    'examples': lambda plan: plan.end_to_end('examples', 'gcc', EXAMPLES),
    'verdicts': lambda plan: plan.end_to_end('verdicts', 'gcc', VERDICTS, weight=3),
    # The page is under test here, and a server with sanitizers only makes it wait: 'e2e' has the server's own tests.
    'browser': lambda plan: plan.end_to_end('browser', 'gcc', BROWSER, weight=5, seconds=40),
    'web-firefox': lambda plan: plan.end_to_end('web-firefox', 'gcc', FIREFOX, weight=5, seconds=40,
                                                env={'AT_BROWSER': 'firefox'}),
    'web-webkit': lambda plan: plan.end_to_end('web-webkit', 'gcc', WEBKIT, weight=5, seconds=40,
                                               env={'AT_BROWSER': 'webkit'}),
    'e2e-tsan': lambda plan: plan.end_to_end('e2e-tsan', 'tsan', THREADED, 'threads', weight=2),
    'web': Plan.web,
    'android': Plan.android,
}
# By name only: for the working day, for a release, and figures that mean little beside everything else.
EXTRA = {'quick': Plan.quick, 'packages': Plan.packages, 'bench': Plan.bench}


def table(jobs, began):
    """Print for each step its counts, when it ran, its processor time and its longest job."""
    rows = [('step', 'passed', 'failed', 'skipped', 'from', 'to', 'CPU', 'longest job')]
    for step in dict.fromkeys(job.step or '' for job in jobs):
        mine = [job for job in jobs if (job.step or '') == step and job.ended]
        if not mine:
            continue
        longest = max(mine, key=lambda job: job.ended - job.began)
        rows.append((step or 'builds and downloads of several', *map(str, counts_of(mine)),
                     f'{min(job.began for job in mine) - began:.0f} s',
                     f'{max(job.ended for job in mine) - began:.0f} s', f'{sum(job.cpu for job in mine):.0f} s',
                     f'{longest.name}, {longest.ended - longest.began:.0f} s'))
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        print('  '.join([row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:-1], widths[1:])),
                         row[-1]]), flush=True)


def counts_of(jobs):
    """The sum; a job without a step, such as a download, counts only if it fails."""
    rows = [job.counts if job.step else (0, job.counts[1], 0) for job in jobs]
    return tuple(map(sum, zip((0, 0, 0), *rows)))


def parse():
    parser = argparse.ArgumentParser(prog='./check', description='Run everything that must hold.')
    parser.add_argument('step', nargs='*', metavar='STEP',
                        help=f"only these: {', '.join(STEPS)}; or quick: static checks, gcc build, unit tests "
                             'and a dozen files of end-to-end tests in three minutes; or packages: a release, each package '
                             'installed and used; or bench: figures beside their targets')
    parser.add_argument('--fuzz', metavar='SECONDS', nargs='?', type=int, const=FUZZ_SECONDS,
                        help=f'run each fuzz target instead, {FUZZ_SECONDS} s each by default')
    args = parser.parse_args()
    rows = {**STEPS, **EXTRA}
    unknown = set(args.step) - set(rows)
    if unknown:
        parser.error(f"no step {', '.join(sorted(unknown))}; there are {', '.join(rows)}")
    return args, rows


def plan_of(args, rows, folders):
    plan = Plan(folders)
    if args.fuzz:
        plan.fuzz(args.fuzz)
        return plan.jobs
    for name in args.step or STEPS:
        rows[name](plan)
    return plan.jobs


def main():
    args, rows = parse()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    began = time.monotonic()
    with contextlib.ExitStack() as folders:
        jobs = plan_of(args, rows, folders)
        try:
            run_jobs(jobs, LIMIT_SECONDS)
        finally:
            end_all()
    table(jobs, began)
    for name, lines in FAILURES:
        say(f'failed: {name}')
        print('\n'.join(f'   {line[:300]}' for line in lines), flush=True)
    passed, failed, skipped = counts_of(jobs)
    say(f'{time.monotonic() - began:.0f} s')
    print(f"{passed} passed, {failed} failed{f', {skipped} skipped' if skipped else ''}", flush=True)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
