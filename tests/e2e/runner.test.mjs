// A test file that hangs costs its own time limit, no more: what it has started
// ends with it, and the other files count.
import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { root, run, until } from './lib.mjs';

const folder = path.join(root, 'tests/e2e');
// Ended, or a zombie that its new parent is about to collect.
const hasEnded = async (pid) => /^(Z.*)?$/.test((await run('ps', ['-o', 'stat=', '-p', `${pid}`])).out.trim());

test('a test file that hangs with a live device ends at its time limit, and the other files count', async () => {
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const words = ['--test', '--test-timeout=5000', '--test-reporter=tap', 'guests/hangs.mjs', 'guests/passes.mjs'];
  const { out, status } = await run(process.execPath, words, { cwd: folder, env, timeout: 120000 });
  assert.equal(status, 1, out);
  assert.match(out, /^not ok \d+ - (\S*\/)?guests\/hangs\.mjs$/m);
  assert.match(out, /^ok \d+ - passes$/m);
  assert.match(out, /^# pass [12]$/m);
  const pid = Number(out.match(/^# device (\d+)$/m)[1]);
  await until(() => hasEnded(pid), 'the device of the file that hung has ended');
});
