#!/usr/bin/env python3
"""make.py: agentest-VERSION.spdx.json, the list of components of a release in SPDX 2.3, and the file of their notices.

Nothing is typed here: a library's name, address and licence come from THIRD-PARTY.md, its version from the packages that
the Linux tarballs are linked with, the dashboard's libraries from its licences and its lock file, and the artifacts are
the files in --out.
"""
import base64
import hashlib
import json
import os
import re
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
# pylint: disable=wrong-import-position
from artifacts import (HERE, PROJECT, ROOT, Failure, as_json, epoch, made, parse, run_main, sha256,  # noqa: E402
                       third_party, tree, version)

LIBRARY = re.compile(r'^\| \[(?P<name>[^]]+)\]\((?P<url>\S+)\) \| (?P<licence>[^|]+?) \| [^|]+ \| (?P<source>\S+) \|$', re.M)
# Headers of the kernel: nothing of them is in a program.
HEADERS_ONLY = {'linux', 'linux-5.10'}
# The tarballs, and the packages made from them.
STATIC = re.compile(r'-linux-|\.whl$|\.mcpb$')
ORIGIN = 'SPDXRef-source'


def libraries():
    """The rows of THIRD-PARTY.md by the name of their source package."""
    page = (ROOT / 'THIRD-PARTY.md').read_text(encoding='utf-8')
    return {found['source']: found.groupdict() for found in LIBRARY.finditer(page)}


def field(path, *names):
    """Fields of a .deb or a .dsc."""
    if path.endswith('.deb'):
        told = subprocess.run(['dpkg-deb', '-f', path, *names], check=True, capture_output=True, text=True).stdout
    else:
        with open(path, encoding='utf-8', errors='replace') as file:
            told = file.read()
    return [(re.search(rf'^{name}: (.+)$', told, re.M) or [None, ''])[1] for name in names]


def linked(arches):
    """Rows source package: versions, of what the tarballs of the architectures are linked with."""
    sys.path.insert(0, str(HERE / 'tarball'))
    try:
        # pylint: disable=import-outside-toplevel,import-error
        from debian import mirrors
        from libraries import BUILT, sources_of
        from sysroot import BASE, LIBRARIES, Sysroot
    except ImportError as error:
        raise Failure(f'packaging/tarball does not say what it links: {error}') from error
    finally:
        sys.path.pop(0)
    work, places, found = str(ROOT / '.cache' / 'tarball'), mirrors(), {}
    os.makedirs(work, exist_ok=True)
    for arch in arches:
        apt = Sysroot(arch, work, places).apt
        for path in [*apt.fetch([name + '/bullseye' for name in BASE]), *apt.fetch(LIBRARIES)]:
            name, source, own = field(path, 'Package', 'Source', 'Version')
            parts = re.fullmatch(r'(\S+)(?: \((\S+)\))?', source or name)
            found.setdefault(parts[1], set()).add(parts[2] or own)
    for library in BUILT:
        for path in sources_of(library, work, places):
            if path.endswith('.dsc'):
                source, own = field(path, 'Source', 'Version')
                found.setdefault(source, set()).add(own)
    return {name: sorted(versions) for name, versions in found.items() if name not in HEADERS_ONLY}


def spdx_id(*words):
    return 'SPDXRef-' + re.sub(r'[^A-Za-z0-9.-]+', '-', '-'.join(words)).strip('-')


def package(id_, name, **more):
    return {'SPDXID': id_, 'name': name, 'filesAnalyzed': False, 'licenseConcluded': 'NOASSERTION', 'copyrightText': 'NOASSERTION',
            **more}


def purl(locator):
    return [{'referenceCategory': 'PACKAGE-MANAGER', 'referenceType': 'purl', 'referenceLocator': locator}]


def of_debian(arches):
    """The packages of the C libraries."""
    known, rows = libraries(), []
    for source, versions in sorted(linked(arches).items()):
        if source not in known:
            raise Failure(f'THIRD-PARTY.md has no row for the source package {source}, which the tarball links')
        about = known[source]
        for each in versions:
            rows.append(package(
                spdx_id('library', source, each), about['name'], versionInfo=each, homepage=about['url'],
                downloadLocation=f'https://snapshot.debian.org/package/{source}/{each.replace(":", "%3A")}/',
                licenseDeclared=about['licence'], supplier='Organization: Debian',
                externalRefs=purl(f'pkg:deb/debian/{source}@{each.replace(":", "%3A")}?arch=source')))
    return rows


def of_dashboard():
    """The packages of the npm libraries in the dashboard, and its typeface."""
    lock = json.loads((ROOT / 'web' / 'package-lock.json').read_text(encoding='utf-8'))['packages']
    page = (ROOT / 'web' / 'dist' / 'licences.txt').read_text(encoding='utf-8')
    for name, each, licence in re.findall(r'^(@?[\w./-]+) (\d[\w.]*) \(([\w. -]+)\)$', page, re.M):
        entry = lock.get(f'node_modules/{name}')
        if not entry:
            yield package(spdx_id('asset', name, each), name, versionInfo=each, downloadLocation='NOASSERTION',
                          licenseDeclared=licence)
            continue
        if (entry['version'], entry['license']) != (each, licence):
            raise Failure(f'web/package-lock.json has {name} {entry["version"]}, web/dist {each}: run npm run build in web/')
        yield package(spdx_id('npm', name, each), name, versionInfo=each, licenseDeclared=licence,
                      downloadLocation=f'https://www.npmjs.com/package/{name}/v/{each}',
                      checksums=[{'algorithm': 'SHA512',
                                  'checksumValue': base64.b64decode(entry['integrity'].removeprefix('sha512-')).hex()}],
                      externalRefs=purl(f'pkg:npm/{name.replace("@", "%40")}@{each}'))


def of_release(out):
    """The packages of the release's own files, the source tarball first."""
    source = f"{PROJECT['name']}-{version()}.tar.gz"
    names = sorted(name for name in os.listdir(out) if version() in name and not name.endswith(('.spdx.json', '.txt')))
    for name in sorted(names, key=lambda name: name != source):
        yield package(ORIGIN if name == source else spdx_id('file', name), PROJECT['name'] if name == source else name,
                      versionInfo=version(), packageFileName=name, licenseDeclared=PROJECT['licence'],
                      supplier=f"Organization: {PROJECT['author']}", downloadLocation=f"{PROJECT['releases']}/v{version()}/{name}",
                      checksums=[{'algorithm': 'SHA256', 'checksumValue': sha256(os.path.join(out, name))}])


def relationships(files, c_libraries, dashboard):
    rows = []

    def add(one, kind, other):
        rows.append({'spdxElementId': one, 'relationshipType': kind, 'relatedSpdxElement': other})

    for each in files:
        add('SPDXRef-DOCUMENT', 'DESCRIBES', each['SPDXID'])
        if each['SPDXID'] != ORIGIN:
            add(each['SPDXID'], 'GENERATED_FROM', ORIGIN)
        if STATIC.search(each['packageFileName']):
            for library in c_libraries:
                add(each['SPDXID'], 'STATIC_LINK', library['SPDXID'])
    for library in dashboard:
        add(ORIGIN, 'CONTAINS', library['SPDXID'])
    return rows


def document(files, c_libraries, dashboard):
    name = f"{PROJECT['name']}-{version()}"
    sums = hashlib.sha256(''.join(each['checksums'][0]['checksumValue'] for each in files).encode()).hexdigest()
    return {
        'spdxVersion': 'SPDX-2.3',
        'dataLicense': 'CC0-1.0',
        'SPDXID': 'SPDXRef-DOCUMENT',
        'name': name,
        'documentNamespace': f"{PROJECT['repository']}/spdx/{name}-{sums[:32]}",
        'creationInfo': {
            'created': time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(epoch())),
            'creators': [f"Organization: {PROJECT['author']}", f'Tool: agentest-release-{version()}'],
        },
        'packages': [*files, *c_libraries, *dashboard],
        'relationships': relationships(files, c_libraries, dashboard),
    }


def main():
    args = parse(__doc__)
    files = list(of_release(args.out))
    if not files or files[0]['SPDXID'] != ORIGIN:
        raise Failure(f'{args.out} has no source tarball: run tools/release {version()} --only source --out {args.out}')
    path = os.path.join(args.out, f"{PROJECT['name']}-{version()}.spdx.json")
    with open(path, 'wb') as file:
        file.write(as_json(document(files, of_debian(args.arch), list(of_dashboard()))))
    made(path)
    path = os.path.join(args.out, f"{PROJECT['name']}-{version()}-third-party-licences.txt")
    with tree(args, args.arch[0]) as folder, open(path, 'wb') as file:
        file.write(third_party(folder))
    made(path)


if __name__ == '__main__':
    sys.exit(run_main(main))
