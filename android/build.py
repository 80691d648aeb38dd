#!/usr/bin/env python3
"""build.py: the helper as APK and as jar and the idling bridge AAR, without Gradle or an SDK.

javac, R8, aapt, apksigner and advzip, and ZIP files written here: entries in a
fixed order with a fixed date, so that the same tools give the same bytes. TOOLS in
android/prebuilt tells with which tools those were built.

    android/build.py [FOLDER]      default: android/prebuilt
"""
import io
import os
import re
import subprocess
import sys
import tempfile
import zipfile

import artifacts

HERE = os.path.dirname(os.path.abspath(__file__))
PREBUILT = os.path.join(HERE, 'prebuilt')
APK = 'agentest-helper.apk'
JAR = 'agentest-helper.jar'
AAR = 'agentest-idling-bridge.aar'
TOOLS = 'TOOLS'
MIN_API = '21'
FRAMEWORK = '/usr/share/android-framework-res/framework-res.apk'
# For a Java program that has ended before the optimizing compiler would pay.
BRIEF = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto']
EPOCH = (1980, 1, 1, 0, 0, 0)
# It identifies a build, it protects nothing: whoever may install may choose it.
KEYSTORE = os.path.join(HERE, 'debug.keystore')
KEYSTORE_PASSWORD = 'agentest'
# Robolectric's jar carries annotations that javac cannot resolve; any Java tells
# of options that come with its environment.
NOISE = re.compile(r'UnsupportedAppUsage|^\d+ warnings?$|^Note: |^Picked up ')


class Failed(Exception):
    """The tool that failed, and its output."""


def run(*words, cwd=None):
    try:
        done = subprocess.run(words, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False)
    except FileNotFoundError:
        raise Failed(f'there is no {words[0]}: see tools/install-deps --check') from None
    if done.returncode != 0:
        raise Failed(f'{words[0]} failed:\n{done.stdout[-4000:]}')
    return done.stdout


def read(*path):
    with open(os.path.join(*path), 'rb') as data:
        return data.read()


def files(folder, ending):
    found = []
    for where, _, names in os.walk(folder):
        found += [os.path.join(where, name) for name in names if name.endswith(ending)]
    return sorted(found)


def stubs(libraries):
    """Android 14's own classes; tools/check-android sees to what older levels lack."""
    return artifacts.path_of(libraries, 'android-all-14')


def compile_java(sources, class_path, into):
    os.makedirs(into, exist_ok=True)
    said = run('javac', *('-J' + word for word in BRIEF), '--release', '8', '-g:source,lines', '-encoding', 'UTF-8',
               '-Xlint:all,-options,-deprecation,-classfile', '-Xmaxwarns', '9999',
               '-cp', class_path, '-d', into, *sources)
    warnings = [line for line in said.splitlines() if line and not NOISE.search(line)]
    if warnings:
        raise Failed('javac warns:\n' + '\n'.join(warnings))
    return files(into, '.class')


def dex(classes, libraries, into, rules=None):
    """All of the classes; with rules only what those keep, and what that uses."""
    java_home = re.search(r'java\.home = (.*)',
                          run('java', '-XshowSettings:properties', '-version')).group(1)
    tool = ['com.android.tools.r8.R8', '--pg-conf', rules] if rules else ['com.android.tools.r8.D8']
    said = run('java', *BRIEF, '-cp', artifacts.path_of(libraries, 'r8-'), *tool, '--release',
               '--min-api', MIN_API, '--lib', java_home, '--lib', stubs(libraries), '--output',
               into, *classes)
    if 'Warning' in said:
        raise Failed(f'{tool[0]} warns:\n{said[:4000]}')
    return read(into, 'classes.dex')


def zip_bytes(entries):
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w') as archive:
        for name, data in entries:
            info = zipfile.ZipInfo(name, EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 0
            archive.writestr(info, data)
    return smallest(out.getvalue())


def smallest(archive):
    """The same entries, deflated by Zopfli: the jar is 7 % smaller than by zlib's best level."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'archive.zip')
        with open(path, 'wb') as out:
            out.write(archive)
        run('advzip', '--recompress', '--shrink-insane', '--quiet', path)
        return read(path)


def binary_manifest(source, work):
    packed = os.path.join(work, 'manifest.apk')
    run('aapt', 'package', '-f', '-M', source, '-I', FRAMEWORK, '-F', packed)
    with zipfile.ZipFile(packed) as archive:
        return archive.read('AndroidManifest.xml')


def sign(unsigned, signed):
    run('apksigner', 'sign', '--ks', KEYSTORE, '--ks-pass', 'pass:' + KEYSTORE_PASSWORD,
        '--min-sdk-version', MIN_API, '--v1-signing-enabled', 'true', '--v2-signing-enabled',
        'true', '--v3-signing-enabled', 'true', '--v4-signing-enabled', 'false', '--out', signed,
        unsigned)


def version():
    """Name and code, as /status tells them. Raises Failed where the manifest has others."""
    manifest = read(HERE, 'helper', 'AndroidManifest.xml').decode()
    java = read(HERE, 'helper/src/com/agentest/helper/api/Version.java').decode()
    told = (re.search(r'NAME = "(.*?)"', java).group(1), re.search(r'CODE = (\d+)', java).group(1))
    held = (re.search(r'versionName="(.*?)"', manifest).group(1),
            re.search(r'versionCode="(\d+)"', manifest).group(1))
    if told != held:
        raise Failed(f'Version.java says {told}, AndroidManifest.xml {held}')
    return told


def jar_manifest():
    """For the host: which helper this is, without a look into the dex."""
    name, code = version()
    return (f'Manifest-Version: 1.0\r\nImplementation-Version: {name}\r\n'
            f'AgenTest-Version-Code: {code}\r\n\r\n').encode()


def build_helper(libraries, work, apk, jar):
    """One classes.dex for both: what is installed and what app_process runs are the same."""
    manifest = jar_manifest()
    classes = compile_java(files(os.path.join(HERE, 'helper', 'src'), '.java'), stubs(libraries),
                           os.path.join(work, 'helper'))
    code = dex(classes, libraries, work, os.path.join(HERE, 'helper', 'rules.txt'))
    with open(jar, 'wb') as out:
        out.write(zip_bytes([('META-INF/MANIFEST.MF', manifest), ('classes.dex', code)]))
    unsigned = os.path.join(work, 'unsigned.apk')
    with open(unsigned, 'wb') as out:
        out.write(zip_bytes([
            ('AndroidManifest.xml',
             binary_manifest(os.path.join(HERE, 'helper', 'AndroidManifest.xml'), work)),
            ('classes.dex', code),
        ]))
    sign(unsigned, apk)


def build_aar(libraries, work, target):
    folder = os.path.join(HERE, 'idling-bridge')
    into = os.path.join(work, 'bridge')
    classes = compile_java(files(os.path.join(folder, 'src'), '.java'), stubs(libraries), into)
    with open(target, 'wb') as out:
        out.write(zip_bytes([
            ('AndroidManifest.xml', read(folder, 'AndroidManifest.xml')),
            ('classes.jar', zip_bytes([(os.path.relpath(name, into), read(name))
                                       for name in classes])),
            ('R.txt', b''),
            ('proguard.txt', read(folder, 'proguard.txt')),
        ]))


def tool_versions():
    r8 = next(each for each in artifacts.pinned() if each.name == 'r8')
    return ''.join(f'{name} {version}\n' for name, version in (
        ('javac', run('javac', '-version').split()[-1]),
        ('r8', r8.item[2]),
        ('aapt', run('aapt', 'version').split()[-1]),
        ('apksigner', run('apksigner', '--version').split()[-1]),
        ('advzip', run('advzip', '--version').split()[1]),
    ))


def build(folder):
    """All of it into a folder. Raises Failed or artifacts.Missing."""
    libraries = artifacts.fetch('build')
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        build_helper(libraries, work, os.path.join(folder, APK), os.path.join(folder, JAR))
        build_aar(libraries, work, os.path.join(folder, AAR))
    with open(os.path.join(folder, TOOLS), 'w', encoding='utf-8') as out:
        out.write(tool_versions())


def main():
    folder = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else PREBUILT
    try:
        build(folder)
    except (Failed, artifacts.Missing) as why:
        sys.exit(f'build: {why}')
    for name in (APK, JAR, AAR):
        print(f'{name}: {os.path.getsize(os.path.join(folder, name))} bytes')


if __name__ == '__main__':
    main()
