#!/usr/bin/env python3
"""test.py: the Java tests of the helper and the bridge, under Robolectric.

    android/test.py [CLASS-PART]...    all test classes, or those whose name has a part

Real framework code of Android 5.0, 8.0 and 15; no device. Prints JUnit's own
report and closes with the count.
"""
import os
import re
import subprocess
import sys
import zipfile

import artifacts
import build
import jvm_server
import signatures

ROOT = os.path.dirname(build.HERE)
WORK = os.path.join(ROOT, '.cache', 'java-tests')
TESTS = os.path.join(build.HERE, 'tests')
TEST_MAX_SECONDS = 900
OPENED = ['java.base/java.lang', 'java.base/java.lang.reflect', 'java.base/java.util',
          'java.base/java.io', 'java.base/java.net', 'java.base/java.nio']


def class_path(libraries):
    """The jars; of an AAR, the one inside. Robolectric loads Android's own jars by itself."""
    paths = []
    for artifact in libraries:
        if artifact.kind == 'aar':
            paths.append(os.path.join(WORK, artifact.name + '.jar'))
            with zipfile.ZipFile(artifact.path) as aar, open(paths[-1], 'wb') as out:
                out.write(aar.read('classes.jar'))
        elif artifact.name not in ('android-all-instrumented', 'r8'):
            paths.append(artifact.path)
    return paths


def compile_all(jars):
    """Sources and tests together: tests stand in the packages that they look into."""
    into = os.path.join(WORK, 'classes')
    sources = jvm_server.sources()
    for folder in ('helper/src', 'idling-bridge/src', 'tests'):
        sources += build.files(os.path.join(build.HERE, folder), '.java')
    # Android first: it has the package org.json as a device has it.
    build.compile_java(sorted(set(sources)), os.pathsep.join([jars[-1], *jars]), into)
    with open(os.path.join(into, 'robolectric.properties'), 'w', encoding='ascii') as out:
        out.write('graphicsMode=LEGACY\nsqliteMode=LEGACY\nmanifest=--none\n')
    return into


def test_classes(parts):
    names = [os.path.relpath(path, TESTS)[:-len('.java')].replace(os.sep, '.')
             for path in build.files(TESTS, 'Test.java')]
    return [name for name in names if not parts or any(part in name for part in parts)]


def run(parts):
    """passed, failed."""
    test_libraries = artifacts.fetch('test')
    os.makedirs(WORK, exist_ok=True)
    jars = class_path(test_libraries)
    # The test classes name Android's; what they run on is another, for each level.
    jars.append(build.stubs(artifacts.fetch('build')))
    classes = compile_all(jars)
    words = ['java', *build.BRIEF, '-Xmx1500m']
    for package in OPENED:
        words += ['--add-opens', package + '=ALL-UNNAMED']
    words += ['-Drobolectric.offline=true', '-Drobolectric.dependency.dir=' + artifacts.CACHE,
              '-Drobolectric.logging.enabled=false', '-Djava.io.tmpdir=' + WORK,
              '-Dagentest.protocol=' + os.path.join(build.HERE, 'helper', 'PROTOCOL.md'),
              '-Dagentest.signatures=' + signatures.TABLE,
              '-cp', os.pathsep.join([classes, *jars]), 'org.junit.runner.JUnitCore',
              *test_classes(parts)]
    try:
        done = subprocess.run(words, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False,
                              timeout=TEST_MAX_SECONDS)
    except subprocess.TimeoutExpired as late:
        raise build.Failed(f'the Java tests did not end within {TEST_MAX_SECONDS} s:\n'
                           f'{(late.stdout or b"")[-4000:]}') from None
    return count(done.stdout)


def count(report):
    good = re.search(r'^OK \((\d+) tests?\)$', report, re.M)
    if good:
        return int(good.group(1)), 0
    # Frames of JUnit and Robolectric say nothing about a failure here.
    print(re.sub(r'^\tat (?!com\.agentest).*\n', '', report, flags=re.M))
    bad = re.search(r'^Tests run: (\d+),  Failures: (\d+)$', report, re.M)
    if not bad:
        return 0, 1
    return int(bad.group(1)) - int(bad.group(2)), int(bad.group(2))


def main():
    try:
        passed, failed = run(sys.argv[1:])
    except (build.Failed, artifacts.Missing) as why:
        sys.exit(f'test: {why}')
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
