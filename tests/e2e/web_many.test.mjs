// A run of 5,000 events, made by the program itself: its page draws only what
// is seen. How long its tasks take (50 ms are felt) is printed.
import assert from 'node:assert/strict';
import { eventually, startRig } from './browser.mjs';
import { until } from './lib.mjs';
import { inOrder } from './models/core.mjs';
import { steps } from './models/drivers.mjs';

const STEPS = 10;
const TURNS = 5; // turns of each step
const AT_ONCE = 100; // calls of a turn
const MOST_ROWS = 120; // steps drawn at once
const FIRST_ROWS = 5; // in the first draw that has any, with the selected one

const turns = [{ calls: [steps.start()] }];
for (let step = 1; step <= STEPS; step++) {
  for (let turn = 0; turn < TURNS; turn++)
    turns.push({
      text: `Turn ${turn}`,
      calls: Array.from({ length: AT_ONCE }, (_, k) =>
        steps.other('findUiElementsByText', { text: `needle ${step} ${turn} ${k}` }),
      ),
    });
  turns.push({ calls: [steps.done(step)] });
}
const rig = await startRig({ model: true });
const id = await rig.scriptedRun({
  wait: false,
  scenario: {
    packageName: 'com.example.notes',
    goal: 'Look around',
    steps: Array.from({ length: STEPS }, (_, k) => `Look around, ${k + 1}`),
    budgets: { iterations: 10000, tokens: 1e9, stepAttempts: 1e6, minutes: 60 },
  },
  script: inOrder(...turns, { text: 'Done' }),
});
await until(async () => (await rig.server.get(`/api/v1/runs/${id}`)).json.state === 'ended', 'the run has ended', 300);

// Long tasks of the page since it was asked last, in milliseconds; slow ones of
// what the reader did, from the input to the next picture.
const watched = async (page, work) => {
  await page.evaluate(() => {
    globalThis.tasks = [];
    globalThis.inputs = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
    new PerformanceObserver((list) => inputs.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'event',
      durationThreshold: 16,
    });
    // Frames: the longest time between two.
    globalThis.gap = 0;
    let before = performance.now();
    const frame = (now) => {
      globalThis.gap = Math.max(globalThis.gap, now - before);
      before = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await work();
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve));
      }),
  );
  return page.evaluate(() => ({
    tasks: globalThis.tasks.sort((a, b) => b - a),
    inputs: globalThis.inputs.sort((a, b) => b - a),
    gap: globalThis.gap,
  }));
};

const ms = (list) => (list.length > 0 ? `${Math.round(list[0])} ms at most` : 'none');
const report = (t, name, { tasks, inputs, gap }) =>
  t.diagnostic(
    `${name}: ${tasks.length} long tasks, ${ms(tasks)}; ${inputs.length} inputs above 16 ms, ${ms(inputs)}; ` +
      `${Math.round(gap)} ms between two frames`,
  );
const rows = (page) => page.getByRole('listbox', { name: 'Timeline' }).getByRole('option').count();

rig.test('a run of 5,000 events is scrolled by wheel, keys and End', async ({ page, t }) => {
  const {
    json: { events },
  } = await rig.server.get(`/api/v1/runs/${id}/events?limit=1&after=5000`);
  assert.equal(events.length, 1, 'there are more than 5,000');
  const began = Date.now();
  // A microtask of the task that drew them hears of new rows.
  await page.addInitScript(() => {
    globalThis.draws = [];
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
      const count = added.reduce(
        (sum, node) => sum + Number(node.matches('[role=option]')) + node.querySelectorAll('[role=option]').length,
        0,
      );
      if (count > 0) globalThis.draws.push(count);
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`/runs/${id}`);
  const list = page.getByRole('listbox', { name: 'Timeline' });
  await list.getByRole('option').first().waitFor();
  const [first] = await page.evaluate(() => globalThis.draws);
  assert.ok(first <= FIRST_ROWS, `the first draw has ${first} rows`);
  await eventually(async () =>
    assert.ok(Number(await list.getByRole('option').first().getAttribute('aria-setsize')) > 5000),
  );
  t.diagnostic(`opened, with all rows, in ${Date.now() - began} ms`);
  assert.ok((await rows(page)) < MOST_ROWS, `${await rows(page)} rows are drawn`);

  await list.hover();
  const wheel = await watched(page, async () => {
    for (let i = 0; i < 60; i++) await page.mouse.wheel(0, 700);
  });
  report(t, '60 turns of the wheel', wheel);
  assert.ok((await rows(page)) < MOST_ROWS, `${await rows(page)} rows are drawn`);
  assert.ok((await list.evaluate((element) => element.scrollTop)) > 20000);

  await list.focus();
  const keys = await watched(page, async () => {
    for (let i = 0; i < 60; i++) await page.keyboard.press(i % 3 === 2 ? 'PageDown' : 'ArrowDown');
  });
  report(t, '60 keys', keys);

  const ends = await watched(page, async () => {
    for (const key of ['End', 'Home', 'End', 'Home', 'End']) {
      await page.keyboard.press(key);
      await page.getByRole('option', { selected: true }).waitFor();
    }
  });
  report(t, 'Home and End', ends);
  assert.ok((await rows(page)) < MOST_ROWS, `${await rows(page)} rows are drawn`);

  // All of them can be found.
  await page.getByRole('searchbox', { name: 'Search events' }).fill('needle 10 4 99');
  await eventually(async () =>
    assert.equal(await page.locator('[role=option][data-event]').count(), 2, 'the call, and the words before it'),
  );
});
