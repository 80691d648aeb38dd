// Every command of docs/recipes and of docs/getting-started.md is run as it is shown, on virtual
// devices, and what the pages show of the output is compared. recipes_more.test.mjs has the second
// half of the pages.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { root } from './lib.mjs';
import { checkOnly, compareOutput, readPage } from './recipes.mjs';
import { recipes, tryPages } from './recipes_apps.mjs';

const folder = path.join(root, 'docs/recipes');
const index = fs.readFileSync(path.join(folder, 'README.md'), 'utf8');

test('the index has each recipe by its title', () => {
  assert.ok(recipes.length >= 25, String(recipes.length));
  for (const name of recipes) {
    const { title } = readPage(fs.readFileSync(path.join(folder, name), 'utf8'));
    assert.ok(index.includes(`[${title}](${name})`), `docs/recipes/README.md lacks [${title}](${name})`);
  }
});

test('a wrong option, command, mark or output is found', async () => {
  await assert.rejects(checkOnly('mobile-dev-agent test flows --no-such-option'), /has no option --no-such-option/);
  await assert.rejects(checkOnly('mobile-tester-agent prune'), /has no command 'prune'/);
  await checkOnly('KEY=1 mobile-tester-agent run a.json \\\n  --junit report.xml > log && ls');
  assert.throws(() => readPage('<!-- exti: 1 -->\n```sh\nfalse\n```\n'), /there is no mark 'exti'/);
  assert.throws(() => readPage('<!-- exit: 1 -->\n\nText\n'), /no fence follows/);
  assert.throws(() => compareOutput('second\nfirst', 'first\nsecond\n'), /no line 'first'/);
  compareOutput('took … ms', 'it took 12 ms');
});

tryPages((name) => name < 'n');
