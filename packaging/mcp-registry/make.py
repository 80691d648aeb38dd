#!/usr/bin/env python3
"""make.py: server.json for the MCP registry: where the server of this version is, and how a client starts it.

It needs the bundle, whose sum it states. The registry checks that each package names the server: `mcpName` of the npm
package, the comment `mcp-name` in the description of the wheel, and the label io.modelcontextprotocol.server.name of
the image.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
# pylint: disable=wrong-import-position
from artifacts import PROJECT, Failure, as_json, made, parse, run_main, sha256, version  # noqa: E402

SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'
STDIO = {'type': 'stdio'}
VARIABLES = [
    {'name': 'ANDROID_SERIAL', 'description': 'The device of calls that name none, as adb devices prints it'},
    {'name': 'ANDROID_HOME', 'description': 'The folder of the Android SDK, to find adb', 'format': 'filepath'},
    {'name': 'ADB_SERVER_SOCKET', 'description': 'The adb server, if it is not on port 5037 of this machine',
     'placeholder': 'tcp:HOST:5037'},
]


def server(bundle):
    registries = [
        {'registryType': 'npm', 'identifier': PROJECT['npm']['package'], 'version': version(), 'runtimeHint': 'npx'},
        {'registryType': 'pypi', 'identifier': PROJECT['pypi'], 'version': version(), 'runtimeHint': 'uvx'},
        {'registryType': 'mcpb', 'version': version(), 'fileSha256': sha256(bundle),
         'identifier': f"{PROJECT['releases']}/v{version()}/{os.path.basename(bundle)}"},
        # The adb server of the host is reached at the host's own address.
        {'registryType': 'oci', 'identifier': f"{PROJECT['oci']}:{version()}", 'runtimeHint': 'docker',
         'runtimeArguments': [{'type': 'named', 'name': '--network', 'value': 'host'}]},
    ]
    return {
        '$schema': SCHEMA,
        'name': PROJECT['mcp'],
        'title': PROJECT['title'],
        'description': PROJECT['summary'],
        'version': version(),
        'repository': {'url': PROJECT['repository'], 'source': 'github'},
        'websiteUrl': PROJECT['repository'],
        'packages': [{**row, 'transport': STDIO, 'environmentVariables': VARIABLES} for row in registries],
    }


def main():
    args = parse(__doc__, has_trees=False)
    bundle = os.path.join(args.out, f"{PROJECT['name']}-{version()}.mcpb")
    if not os.path.exists(bundle):
        raise Failure(f'there is no {bundle}: run packaging/mcpb/make.py --out {args.out}')
    path = os.path.join(args.out, 'server.json')
    with open(path, 'wb') as file:
        file.write(as_json(server(bundle)))
    made(path)


if __name__ == '__main__':
    sys.exit(run_main(main))
