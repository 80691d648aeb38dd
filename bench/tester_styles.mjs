// tester_styles.mjs [--build DIR] [--before DIR] [--only PLAN,…] [--style STYLE,…] [--show FILE]
//
// The calls and input tokens that each honest model (tests/e2e/models/styles.mjs)
// needs on each scenario of tests/e2e/verdicts: requests a step, tokens a step, and
// those of them that the request before did not have in the same place, which a
// provider's cache cannot have. A token is four bytes of tools, system prompt and
// conversation. --before plays the programs of another build too, which compiles
// nothing; --show writes the last request of each run to a file.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const here = fileURLToPath(import.meta.url);
const root = path.dirname(path.dirname(here));
const text = { type: 'string' };
const { values: options } = parseArgs({
  options: {
    build: { ...text, default: path.join(root, 'build') },
    before: text,
    only: text,
    style: text,
    show: text,
    into: text,
  },
});
const sum = (list) => list.reduce((all, one) => all + one, 0);
const named = (all, only) => Object.keys(all).filter((name) => !only || only.split(',').includes(name));

// Where a request stops repeating the one before.
function repeated(before, now) {
  let length = 0;
  while (length < before.length && before[length] === now[length]) length++;
  return length;
}

async function play(bench, device, { name, plan, style, make, expect }) {
  const sent = [];
  const counting = () => {
    const driver = make(plan);
    return Object.assign(
      (turn) => {
        sent.push(turn.sent);
        return driver(turn);
      },
      { surprises: driver.surprises },
    );
  };
  const { run, driver } = await bench.play(device, plan, { style: counting, expect });
  if (options.show)
    fs.appendFileSync(
      options.show,
      `\n==== ${name}, ${style}\n${sent.at(-1).replaceAll('\\n', '\n')}\n${driver.surprises.join('\n')}\n`,
    );
  return {
    name,
    style,
    steps: plan.steps.length,
    verdict: run.verdict ?? run.end,
    requests: sent.length,
    tokens: sum(sent.map((each) => each.length)) / 4,
    fresh: sum(sent.map((each, i) => each.length - repeated(sent[i - 1] ?? '', each))) / 4,
  };
}

async function measure() {
  const load = (name) => import(pathToFileURL(path.join(root, 'tests/e2e', name)));
  const { honestStyles } = await load('models/styles.mjs');
  const { inParallel, startBench } = await load('verdicts/bench.mjs');
  const { appOf, plans } = await load('verdicts/scenarios.mjs');
  const bench = await startBench({ replay: false });
  const cells = [];
  const expect = process.env.AT_EXPECT !== '0';
  await inParallel(named(plans, options.only), 4, (name) =>
    bench.with([appOf(plans[name])], async (device) => {
      for (const style of named(honestStyles, options.style))
        cells.push(await play(bench, device, { name, plan: plans[name], style, make: honestStyles[style], expect }));
    }),
  );
  fs.writeFileSync(options.into, JSON.stringify(cells));
}

// A build is chosen when modules are loaded, so that each has a process of its own.
function playedBy(build, env = {}) {
  const into = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'agentest-bench-')), 'cells.json');
  const own = ['only', 'style', 'show'].flatMap((name) => (options[name] ? [`--${name}`, options[name]] : []));
  const { status, stdout } = spawnSync(process.execPath, [here, '--into', into, ...own], {
    env: { ...process.env, AT_BUILD: path.resolve(build), ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stdout);
  const cells = JSON.parse(fs.readFileSync(into, 'utf8'));
  fs.rmSync(path.dirname(into), { recursive: true });
  return cells;
}

function figures(cells) {
  const steps = sum(cells.map((cell) => cell.steps));
  const [requests, tokens, fresh] = ['requests', 'tokens', 'fresh'].map(
    (key) => sum(cells.map((cell) => cell[key])) / steps,
  );
  const passed = cells.filter(({ verdict }) => verdict === 'PASS').length;
  return { tokens, columns: [`${passed}/${cells.length}`, requests.toFixed(2), Math.round(tokens), Math.round(fresh)] };
}

function print(now, before) {
  const row = (what, columns) =>
    console.log(what.padEnd(22) + columns.map((each) => String(each).padStart(12)).join(''));
  const line = (what, fits) => {
    const [mine, theirs] = [now, before].map((cells) => cells && figures(cells.filter(fits)));
    row(what, [...mine.columns, ...(theirs ? [...theirs.columns, (mine.tokens / theirs.tokens).toFixed(2)] : [])]);
  };
  const head = ['calls/step', 'tokens/step', 'not cached'];
  row('', ['PASS', ...head, ...(before ? ['before: PASS', ...head, 'ratio'] : [])]);
  for (const name of new Set(now.map((cell) => cell.name))) line(name, (cell) => cell.name === name);
  for (const style of new Set(now.map((cell) => cell.style))) line(`all, ${style}`, (cell) => cell.style === style);
  line('all', () => true);
}

if (options.into) test('figures', measure);
else print(playedBy(options.build), options.before && playedBy(options.before, { AT_EXPECT: '0' }));
