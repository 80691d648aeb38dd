// The pages of docs/reference are what the programs say of themselves.
import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { build, root, run } from './lib.mjs';

test('docs/reference is what the programs say', async () => {
  const ended = await run('python3', [path.join(root, 'tools/reference'), '--build', build, '--check'], {
    timeout: 300000,
  });
  assert.equal(ended.status, 0, ended.out + ended.err);
});
