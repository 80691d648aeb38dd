// The official conformance suite: all of it on mcp-fixture, which has everything that its
// scenarios name; the generic scenarios on agentest itself.
import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { root, run, startAdbServer } from './lib.mjs';
import { startHttp } from './http.mjs';

const suite = path.join(root, 'tests/e2e/node_modules/@modelcontextprotocol/conformance/dist/index.js');
const expected = path.join(root, 'tests/conformance/expected-failures.yml');
const conformance = (server, ...words) =>
  run(process.execPath, [suite, 'server', '--url', server.url, ...words], { timeout: 240000, maxBuffer: 256 << 20 });

for (const revision of ['2025-11-25', '2026-07-28'])
  test(`the requirements of ${revision}, on the fixture`, { timeout: 250000 }, async () => {
    const fixture = await startHttp('tests/conformance/mcp-fixture', ['0']);
    const { status, out, err } = await conformance(fixture, '--requirements', revision);
    assert.equal(status, 0, out.slice(-8000) + err);
  });

test('the generic scenarios, on agentest', { timeout: 500000 }, async () => {
  const adb = await startAdbServer();
  const server = await startHttp('agentest', ['--http', '0', '--no-token'], adb.env);
  for (const revision of ['2025-11-25', '2026-07-28']) {
    const { status, out, err } = await conformance(
      server,
      '--suite',
      'all',
      '--spec-version',
      revision,
      '--expected-failures',
      expected,
    );
    assert.equal(status, 0, out.slice(-8000) + err);
  }
});
