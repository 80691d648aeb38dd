#!/usr/bin/env python3
"""test.py: the list of components by the tools of SPDX, and against the release that it describes."""
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
# pylint: disable=wrong-import-position
from artifacts import PROJECT, parse, run_main, sha256, version  # noqa: E402
from prove import Proofs, cache, run, venv  # noqa: E402

TOOLS = ('spdx-tools==0.8.5',)


def main():
    args = parse(__doc__, has_trees=False)
    proofs = Proofs('sbom')
    stem = os.path.join(args.out, f"{PROJECT['name']}-{version()}")
    path = f'{stem}.spdx.json'
    with proofs.attempt('SPDX\'s own tools find nothing wrong with it'):
        run([os.path.join(venv(cache('spdx'), *TOOLS), 'pyspdxtools'), '--infile', path, '--version', 'SPDX-2.3'])
    with open(path, encoding='utf-8') as file:
        document = json.load(file)
    rows = {row['SPDXID']: row for row in document['packages']}
    wrong = [row['packageFileName'] for row in rows.values() if 'packageFileName' in row and
             sha256(os.path.join(args.out, row['packageFileName'])) != row['checksums'][0]['checksumValue']]
    proofs.check('the sums of the release\'s files are those that it states', not wrong, wrong)
    without = [row['name'] for row in rows.values() if not row.get('versionInfo') or not row.get('licenseDeclared')]
    proofs.check('each component has a version and a licence', not without, without)
    static = {row['spdxElementId'] for row in document['relationships'] if row['relationshipType'] == 'STATIC_LINK'}
    kinds = {re.sub(r'.*(\.tar\.gz|\.tgz|\.whl|\.mcpb)$', r'\1', rows[name]['packageFileName']) for name in static}
    proofs.check('it says what is linked into the tarballs and into what is made from them',
                 kinds == {'.tar.gz', '.tgz', '.whl', '.mcpb'}, kinds)
    with open(f'{stem}-third-party-licences.txt', encoding='utf-8') as file:
        notices = file.read()
    libraries = [row for name, row in rows.items() if name.startswith(('SPDXRef-library', 'SPDXRef-npm'))]
    proofs.check(f'{len(libraries)} libraries are in it, and the notices of those of the dashboard in the other file',
                 len(libraries) > 30 and all(f"{row['name']} {row['versionInfo']}" in notices
                                             for name, row in rows.items() if name.startswith('SPDXRef-npm')))
    return proofs.end()


if __name__ == '__main__':
    sys.exit(run_main(main))
