// Seven honest models and three hasty ones on every scenario: the honest ones pass
// where the app is right and fail where it is broken; no hasty one ever passes a
// wrong sum, state, count, place or text. The table goes to models.md of the build
// folder.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { build } from './lib.mjs';
import { hastyStyles, honestStyles } from './models/styles.mjs';
import { inParallel, startBench, table } from './verdicts/bench.mjs';
import { broken, mutations } from './verdicts/mutations.mjs';
import { appOf, plans } from './verdicts/scenarios.mjs';

const AT_ONCE = 12;
const styles = { ...honestStyles, ...hastyStyles };
const only = process.env.AT_STYLE?.split(',') ?? Object.keys(styles);

// The bugs that are planted for each scenario, by their names in mutations.mjs.
const bugs = {
  states: ['wrong state: Synchronise is off', 'wrong state: Dark theme is not kept'],
  write: ['duplicate row: a note is saved twice', 'silent failure: saving stores nothing'],
  errors: ['error stays: the title', 'wrong text: the login error'],
  counts: ['count off by one: notes found', 'list order: search results'],
  deletes: ['wrong place: the first note comes second', 'silent failure: deleting keeps the note'],
  looks: ['wrong number: text size 40%'],
  sample: ['wrong number: text size 40%'],
  sums: ['wrong sum: the total leaves out the delivery', 'wrong number: express costs 5.50'],
  removes: [
    'list order: lines of the cart',
    'wrong state: check out with nothing',
    'wrong row: Remove takes the first one',
  ],
  twice: ['wrong sum: the total leaves out the delivery', 'count ignored: two of one kind'],
  prices: ['price of another row: Cheese in the cart'],
  tabs: ['wrong state: Deals is never selected', 'count off by one: the badge'],
  address: ['item lost after a restart: the address', 'silent failure: a wrong postcode is taken'],
};

const bench = await startBench({ replay: false });
const mutation = (what) => mutations.find((row) => row.what === what) ?? assert.fail(`no mutation '${what}'`);
const rows = Object.entries(plans).flatMap(([name, plan]) => [
  { name, plan, what: 'as it is', app: appOf(plan), isBroken: false },
  ...bugs[name].map((what) => ({ name, plan, what, app: broken(mutation(what)), isBroken: true })),
]);

await inParallel(rows, AT_ONCE, (row) =>
  bench.with([row.app], async (device) => {
    row.cells = {};
    for (const style of only) {
      const { run, driver } = await bench.play(device, row.plan, { style: styles[style] });
      row.cells[style] = { word: run.verdict ?? run.end, run, surprises: driver.surprises };
    }
  }),
);
const lines = rows.map(({ name, what, cells }) => [name, what, ...only.map((style) => cells[style].word)]);
const text = table([['scenario', 'app', ...only], ...lines]);
fs.writeFileSync(path.join(build, 'models.md'), `# Verdicts by model\n\n${text}\n`);

for (const { name, what, cells, isBroken } of rows) {
  describe(`${name}, ${what}`, () => {
    for (const style of only) {
      const { word, run, surprises } = cells[style];
      const why = [run.summary, run.reason, ...surprises].join('\n');
      if (style in honestStyles) test(style, () => assert.equal(word, isBroken ? 'FAIL' : 'PASS', why));
      else if (isBroken) test(style, () => assert.notEqual(word, 'PASS', why));
    }
  });
}
