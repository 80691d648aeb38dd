// The sample apps, broken in small ways, and every scenario of theirs: with an
// honest model, and as its recording. Each verdict is what a person would say.
// The table goes to verdicts.md of the build folder.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { build } from './lib.mjs';
import { honestStyles } from './models/styles.mjs';
import { inParallel, startBench, table } from './verdicts/bench.mjs';
import { broken, mutations } from './verdicts/mutations.mjs';
import { appOf, plans } from './verdicts/scenarios.mjs';

const AT_ONCE = 12; // runs wait most of their time
const only = process.env.AT_MUTATION; // a pattern of names, for a closer look
const chosen = mutations.filter(({ what }) => !only || new RegExp(only).test(what));
const plansOf = (app) => Object.entries(plans).filter(([, { packageName }]) => packageName === app);
const bench = await startBench();
const style = honestStyles.byText;

// A run in a word.
const inWords = ({ verdict, healed, end }) => (verdict === 'PASS' && healed ? 'healed' : (verdict ?? end));

const recordings = {};
const cells = {}; // outcome by mutation, scenario and way

async function play(row, device, [name, plan], way) {
  const recording = way === 'replay' ? recordings[name] : undefined;
  const { run, driver } = await bench.play(device, plan, { style, recording });
  cells[`${row.what}|${name}|${way}`] = { word: inWords(run), run, surprises: driver.surprises };
}

const personSays = ({ fails, heals = [] }, name, way) => {
  if (fails.includes(name)) return 'FAIL';
  return way === 'replay' && heals.includes(name) ? 'healed' : 'PASS';
};

await inParallel(Object.entries(plans), AT_ONCE, ([name, plan]) =>
  bench.with([appOf(plan)], async (device) => {
    const { run, driver, scenarioId } = await bench.play(device, plan, { style });
    assert.equal(run.verdict, 'PASS', `${name}: ${run.summary}\n${driver.surprises.join('\n')}`);
    recordings[name] = await bench.recordingOf(scenarioId);
    assert.ok(recordings[name], `${name} left a recording`);
  }),
);
await inParallel(chosen, AT_ONCE, (row) =>
  bench.with([broken(row)], async (device) => {
    for (const entry of plansOf(row.app)) for (const way of ['model', 'replay']) await play(row, device, entry, way);
  }),
);

function write() {
  const parts = [...new Set(chosen.map(({ app }) => app))].map((app) => {
    const names = plansOf(app).map(([name]) => name);
    const words = (what, name) => ['model', 'replay'].map((way) => cells[`${what}|${name}|${way}`].word);
    const cell =
      ({ what }) =>
      (name) =>
        words(what, name).join(', ');
    const rows = chosen.filter((row) => row.app === app).map((row) => [row.what, ...names.map(cell(row))]);
    return `## ${app}\n\n${table([['breakage', ...names], ...rows])}\n`;
  });
  const head = '# Verdicts on broken apps\n\nEach cell: with an honest model, and as a recording.\n\n';
  fs.writeFileSync(path.join(build, 'verdicts.md'), head + parts.join('\n'));
}
write();

for (const row of chosen) {
  describe(`${row.app}: ${row.what}`, () => {
    for (const [name] of plansOf(row.app)) {
      for (const way of ['model', 'replay']) {
        test(`${name}, ${way}`, () => {
          const { word, run, surprises } = cells[`${row.what}|${name}|${way}`];
          assert.equal(word, personSays(row, name, way), `${run.summary}\n${run.reason}\n${surprises.join('\n')}`);
        });
      }
    }
  });
}
