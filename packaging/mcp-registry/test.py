#!/usr/bin/env python3
"""test.py: server.json against the rules of its schema (2025-12-11) and of the registry, and against the packages."""
import json
import os
import re
import sys
import tarfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
# pylint: disable=wrong-import-position
from artifacts import PROJECT, parse, run_main, sha256, version  # noqa: E402
from prove import Proofs  # noqa: E402

TEXT = {
    'name': (r'[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+', 200),
    'title': (r'.+', 100),
    'description': (r'.+', 100),
    'version': (r'\d+\.\d+\.\d+', 255),
    'websiteUrl': (r'https://\S+', 255),
}
PACKAGE = {'registryType', 'identifier', 'version', 'transport', 'runtimeHint', 'runtimeArguments', 'packageArguments',
           'environmentVariables', 'fileSha256', 'registryBaseUrl'}
INPUT = {'name', 'description', 'format', 'placeholder', 'isRequired', 'isSecret', 'value', 'default', 'choices', 'type'}


def wrong_texts(server):
    for key, (pattern, limit) in TEXT.items():
        value = server.get(key, '')
        if len(value) > limit or not re.fullmatch(pattern, value):
            yield f'{key} is {value!r}'
    if server['repository'].keys() != {'url', 'source'}:
        yield f"repository is {server['repository']}"


def wrong_package(package):
    kind = package.get('registryType')
    unknown = package.keys() - PACKAGE
    inputs = [*package.get('environmentVariables', []), *package.get('runtimeArguments', [])]
    if unknown or any(row.keys() - INPUT or not row.get('name') for row in inputs):
        yield f'{kind} has unknown fields: {sorted(unknown)} or in {inputs}'
    if not package.get('identifier') or package.get('transport') != {'type': 'stdio'}:
        yield f'{kind} lacks an identifier or a transport'
    if package.get('runtimeArguments') and not package.get('runtimeHint'):
        yield f'{kind} has arguments for a program that it does not name'
    if kind in ('npm', 'pypi') and package.get('version') != version():
        yield f"{kind} is of version {package.get('version')}"
    if kind == 'oci' and ('version' in package or not package['identifier'].endswith(':' + version())):
        yield f'the version of oci is a part of its identifier: {package}'
    if kind == 'mcpb' and not (re.fullmatch(r'https://(github|gitlab)\.com/\S*mcp\S*', package['identifier']) and
                               re.fullmatch(r'[a-f0-9]{64}', package.get('fileSha256', ''))):
        yield f'mcpb needs an address at GitHub or GitLab and the sum: {package}'


def main():
    args = parse(__doc__, has_trees=False)
    proofs = Proofs('server.json')
    with open(os.path.join(args.out, 'server.json'), encoding='utf-8') as file:
        server = json.load(file)
    wrong = [*wrong_texts(server), *(why for package in server['packages'] for why in wrong_package(package))]
    proofs.check('it follows the schema and the rules of the registry', not wrong, '\n'.join(wrong))
    kinds = {package['registryType']: package for package in server['packages']}
    proofs.check('it names the packages of npm, PyPI, the image and the bundle', kinds.keys() == {'npm', 'pypi', 'oci', 'mcpb'})
    bundle = os.path.join(args.out, os.path.basename(kinds['mcpb']['identifier']))
    proofs.check('its sum is that of the bundle', os.path.exists(bundle) and sha256(bundle) == kinds['mcpb']['fileSha256'])
    thin = os.path.join(args.out, f"{PROJECT['npm']['package'].lstrip('@').replace('/', '-')}-{version()}.tgz")
    with tarfile.open(thin) as tar:
        named = json.load(tar.extractfile('package/package.json')).get('mcpName')
    proofs.check('the npm package names the server', named == server['name'], named)
    return proofs.end()


if __name__ == '__main__':
    sys.exit(run_main(main))
