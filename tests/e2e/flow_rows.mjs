// flow_rows.mjs: runs a table of flows: name, screen, steps, and what must come of them: the outcomes
// of all steps (one letter each), what notes say, the error, what the device noted, the status.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';
import { program } from './lib.mjs';

const letters = { COMPLETED: 'C', WARNED: 'W', SKIPPED: 'S', FAILED: 'F' };

export const outcomesOf = (steps) => steps.map(({ outcome }) => letters[outcome]).join('');

function check(ran, want) {
  const outcomes = outcomesOf(ran.steps);
  const all = JSON.stringify(ran.steps, null, 1);
  if (want.outcomes) assert.equal(outcomes, want.outcomes, all);
  else if (!want.status) assert.match(outcomes, /^C+$/, all);
  const notes = ran.steps.map(({ note }) => note).filter(Boolean);
  if (want.says) assert.match(notes.join('\n'), want.says, all);
  if (want.error) assert.match(ran.json.error.message, want.error);
  const noted = ran.notes.join('\n');
  if (want.notes)
    assert.ok(
      ran.notes.some((line) => want.notes.test(line)),
      noted,
    );
  if (want.count) assert.equal(ran.notes.filter((line) => want.count[0].test(line)).length, want.count[1], noted);
  if (want.describes) assert.match(ran.steps[0].description, want.describes);
  if (want.least) assert.ok(ran.steps[0].duration_ms >= want.least, all);
}

export function runRows(world, rows) {
  for (const [name, screen, steps, want = {}] of rows) {
    const skip =
      /script/.test(name) && !fs.existsSync(program('agentest-script')) && '1 skipped: no agentest-script here';
    test(name, { skip }, async () => check(await world.run(screen, steps, want), want));
  }
}
