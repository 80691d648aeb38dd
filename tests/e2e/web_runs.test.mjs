// The history of runs, in a browser: filtered, paged, compared, removed; and
// what is drawn of it over time.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { program, run as runProgram, temporaryFolder } from './lib.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { accessible, eventually, fitsWidth, startRig, tabTo } from './browser.mjs';

const rig = await startRig({ model: true });
const quick = {
  goal: 'The form is shown',
  packageName: 'com.example.notes',
  tags: ['quick'],
  steps: ['"Log in" is shown'],
};
const sees = (text) => goodTester([[[steps.sees(text)]]]);
const quickId = await rig.addScenario(quick);
const sampleId = await rig.importSample();
const ids = { replayed: await rig.replayedRun(sampleId) };
const play = async (name, text) => {
  ids[name] = await rig.scriptedRun({
    scenario: { scenarioId: quickId, profile: rig.mock.profile },
    script: sees(text),
  });
};
await rig.ask('POST', '/config', { executorInfoId: rig.mock.profile, replay: false });
await play('passed', 'Log in');
await play('failed', 'No such text');

const rows = (page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') });
const shown = async (page, ...names) => {
  const wanted = names.map((name) => `/runs/${ids[name]}`);
  await eventually(async () =>
    assert.deepEqual(
      await rows(page)
        .getByRole('rowheader')
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
      wanted,
    ),
  );
};

rig.test('each run has its verdict, time, cost, device and model', async ({ page }) => {
  await page.goto('/runs');
  await shown(page, 'failed', 'passed', 'replayed');
  const [failed, , replayed] = await rows(page).all();
  assert.match(
    await failed.innerText(),
    /Fail[^]*The form is shown[^]*Step 1 failed[^]*emulator-[^]*(ago|now)[^]*\d (ms|s)[^]*(\$0|–)/,
  );
  assert.match(await replayed.innerText(), /Pass[^]*Notes: write a note[^]*emulator-[^]*–[^]*Recording/);
  await page.getByRole('link', { name: quick.goal }).first().click();
  await page.waitForURL(`**/runs/${ids.failed}`);
});

rig.test('filters narrow the list, and are in the address', async ({ page }) => {
  await page.goto('/runs');
  await page.getByLabel('Result').selectOption('Fail');
  await shown(page, 'failed');
  assert.match(page.url(), /\?status=FAIL$/);
  await page.getByLabel('Result').selectOption('Any result');
  await page.getByLabel('Tag').fill('quick');
  await shown(page, 'failed', 'passed');
  await page.getByLabel('Search runs').fill('write a note');
  await page.getByText('No matching runs').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await shown(page, 'failed', 'passed', 'replayed');
  await page.getByLabel('Scenario').selectOption({ label: 'Notes: write a note and find it' });
  await shown(page, 'replayed');
  await page.reload();
  await shown(page, 'replayed');
});

rig.test('a time range is asked of the server', async ({ page }) => {
  await page.goto('/runs?range=day');
  await shown(page, 'failed', 'passed', 'replayed');
  await page.getByLabel('Time').selectOption('Custom range…');
  await page.getByLabel('To', { exact: true }).fill('2020-01-31');
  await page.getByText('No matching runs').waitFor();
  await page.getByLabel('To', { exact: true }).fill('');
  await page.getByLabel('From', { exact: true }).fill('2020-01-31');
  await shown(page, 'failed', 'passed', 'replayed');
  assert.match(page.url(), /since=2020-01-31/);
});

rig.test('two runs are chosen by keyboard and compared', async ({ page }) => {
  await page.goto('/runs');
  await shown(page, 'failed', 'passed', 'replayed');
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  const compare = page.getByRole('button', { name: 'Compare' });
  assert.equal(await compare.isDisabled(), true);
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  await tabTo(page, compare);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/runs/${ids.passed}/compare/${ids.failed}`);
});

rig.test('a run is removed when that is confirmed', async ({ page }) => {
  ids.extra = await rig.scriptedRun({
    scenario: { scenarioId: quickId, profile: rig.mock.profile },
    script: sees('Log in'),
  });
  await page.goto('/runs');
  await shown(page, 'extra', 'failed', 'passed', 'replayed');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByText('1 selected').waitFor();
  const remove = page.getByRole('button', { name: 'Delete' });
  await remove.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await shown(page, 'extra', 'failed', 'passed', 'replayed');
  await remove.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete run' }).click();
  await page.getByText('Run deleted').waitFor();
  await shown(page, 'failed', 'passed', 'replayed');
  assert.equal((await rig.ask('GET', `/api/v1/runs/${ids.extra}`)).status, 404);
});

rig.test('a run appears while the page is open', async ({ page }) => {
  await page.goto('/runs?status=running');
  await page.getByText('No matching runs').waitFor();
  let go;
  const gate = new Promise((resolve) => {
    go = resolve;
  });
  const script = sees('Log in');
  ids.live = await rig.scriptedRun({
    scenario: { scenarioId: quickId, profile: rig.mock.profile },
    script: async (turn) => {
      await gate;
      return script(turn);
    },
    wait: false,
  });
  await shown(page, 'live');
  go();
  await page.getByText('No matching runs').waitFor();
  await rig.ended(ids.live);
  await rig.ask('DELETE', `/api/v1/runs/${ids.live}`);
});

const figures = (page, title) => page.getByRole('region', { name: `${title} in numbers` }).getByRole('row');
const measures = ['Pass rate (5-run average)', 'Duration', 'Cost', 'Tokens'];

rig.test('trends draw each measure, with the same numbers below', async ({ page }) => {
  await page.goto('/trends');
  const list = page.getByRole('navigation', { name: 'Scenarios' });
  const row = list.getByRole('link').filter({ hasText: quick.goal });
  assert.match(await row.innerText(), /50%[^]*Flaky/);
  await row.getByRole('img', { name: 'Last 2 runs: 1 passed, 1 failed, 0 unverified, 0 without a verdict' }).waitFor();
  for (const title of measures) {
    const chart = page.getByRole('img', { name: `${title} per run` });
    await eventually(async () => assert.ok((await chart.locator('canvas').evaluate(drawnPixels)) > 50, title));
  }
  assert.equal(await figures(page, quick.goal).count(), 3); // including the head
  assert.match(await figures(page, quick.goal).nth(1).innerText(), /Fail\s+50%/);
  assert.match(await figures(page, quick.goal).nth(2).innerText(), /Pass[^]*[\d,]+$/);
  const other = 'Notes: write a note and find it';
  await list.getByRole('link', { name: other }).click();
  await page.getByRole('heading', { name: other }).waitFor();
  await eventually(async () => assert.equal(await figures(page, other).count(), 2));
  await page.getByLabel('Period').selectOption('Last 10 runs');
  assert.match(page.url(), /scenario=.*runs=10/);
});

rig.test('all scenarios come first, and what is chosen is drawn where one looks', async ({ page }) => {
  await page.goto('/trends');
  const isIn = (part) =>
    part.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    });
  for (const title of ['Runs per day', 'Pass rate per day']) {
    const chart = page.getByRole('img', { name: title });
    await eventually(async () => assert.ok((await chart.locator('canvas').evaluate(drawnPixels)) > 50, title));
    assert.ok(await isIn(chart), title);
  }
  await page.getByText('Show figures').click();
  await page.getByRole('table', { name: 'All scenarios in numbers' }).getByRole('row', { name: /3 67%/ }).waitFor();
  await page.getByText('Show figures').click();
  await page.getByRole('navigation', { name: 'Scenarios' }).getByRole('link', { name: 'Notes: write' }).click();
  await page.getByRole('heading', { name: 'Notes: write a note and find it' }).waitFor();
  for (const title of measures.slice(0, 2)) assert.ok(await isIn(page.getByRole('img', { name: `${title} per run` })));
});

// The pixels of a canvas that are not clear.
const drawnPixels = (canvas) => {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return data.filter((value, at) => at % 4 === 3 && value > 0).length;
};

rig.test('on paper the charts are dark on white, also from a dark screen', { theme: 'dark' }, async ({ page }) => {
  await page.goto('/trends');
  const line = page.getByRole('img', { name: /^Duration per run/ }).locator('canvas');
  const brightest = (canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let most = 0;
    for (let at = 0; at < data.length; at += 4)
      if (data[at + 3] === 255) most = Math.max(most, data[at] + data[at + 1] + data[at + 2]);
    return most;
  };
  await eventually(async () => assert.ok((await line.evaluate(drawnPixels)) > 50));
  const onScreen = await line.evaluate(brightest);
  await page.emulateMedia({ media: 'print' });
  // Text, line and dots are darker than those on a dark ground; the grid is not
  // whole anywhere.
  await eventually(async () => assert.notEqual(await line.evaluate(brightest), onScreen));
  const box = await page
    .getByRole('region', { name: / in numbers$/ })
    .evaluate((element) => [element.scrollHeight, element.clientHeight]);
  assert.equal(box[0], box[1], 'the table is whole');
});

rig.test('the trends are accessible, and fit a phone', async ({ page, also }) => {
  await page.goto('/trends');
  await page.getByRole('img', { name: /^Tokens per run/ }).waitFor();
  await accessible(page);
  const { page: phone } = await also({ width: 360, locale: 'fr-FR', theme: 'dark' });
  await phone.goto('/trends');
  await phone.getByRole('img', { name: /^Jetons par/ }).waitFor();
  await fitsWidth(phone);
  await accessible(phone);
});

rig.test('the history is accessible, and fits a phone', async ({ page, also }) => {
  await page.goto('/runs');
  await shown(page, 'failed', 'passed', 'replayed');
  await accessible(page);
  const { page: phone } = await also({ width: 360, locale: 'fr-FR', theme: 'dark' });
  await phone.goto('/runs');
  await shown(phone, 'failed', 'passed', 'replayed');
  await phone.getByText('Enregistrement').waitFor();
  await fitsWidth(phone);
  await accessible(phone);
});

// Runs of long ago, whose ids are older than those of the others.
async function importOld(count) {
  const file = path.join(temporaryFolder(), 'run.json');
  for (let i = 0; i < count; i++) {
    const run = {
      id: `01DXF6DT00${String(i).padStart(16, '0')}`,
      state: 'ended',
      status: 'completed',
      verdict: 'PASS',
      end: 'done',
      name: `Old run ${i}`,
      goal: 'Old',
      packageName: 'com.example.notes',
      queuedAt: '2020-01-01T00:00:00.000Z',
      startedAt: '2020-01-01T00:00:00.000Z',
      endedAt: '2020-01-01T00:01:05.000Z',
      steps: [],
    };
    fs.writeFileSync(file, JSON.stringify({ run, events: [] }));
    const { status, stderr } = await runProgram(program('mobile-tester-agent'), [
      'runs',
      'import',
      file,
      '--data',
      rig.server.data,
    ]);
    assert.equal(status, 0, String(stderr));
  }
}

const nodes = (page) => page.evaluate(() => document.querySelectorAll('*').length);

rig.test('hundreds of runs are one list of few nodes, and the place is kept', async ({ page }) => {
  await importOld(320);
  await page.goto('/runs');
  await page.getByText('200+ runs').waitFor();
  // To the end, page after page.
  await eventually(async () => {
    await page.keyboard.press('End');
    assert.equal(await rows(page).getByText('Old run 0', { exact: true }).count(), 1);
  });
  await page.getByText('323 runs').waitFor();
  assert.ok((await nodes(page)) < 1000, `${await nodes(page)} nodes`);
  // The headings stay in view, above their columns.
  const heads = page.getByRole('columnheader');
  const cells = rows(page).last().locator('th, td');
  const lefts = (all) => all.evaluateAll((each) => each.map((cell) => Math.round(cell.getBoundingClientRect().left)));
  assert.deepEqual(await lefts(heads), await lefts(cells));
  assert.ok((await heads.nth(1).boundingBox()).y >= 0, 'the headings are in view');
  const top = () => page.evaluate(() => window.scrollY);
  const before = await top();
  assert.ok(before > 5000, `${before}`);
  await rows(page).getByRole('link', { name: 'Old run 3', exact: true }).click();
  await page.getByRole('heading', { name: 'Old run 3', level: 1 }).waitFor();
  await page.goBack();
  await eventually(async () => assert.ok(Math.abs((await top()) - before) < 24, `${await top()}, not ${before}`));
});

rig.test('rows are reached, opened and selected by keys, beyond what is in view', async ({ page }) => {
  await page.goto('/runs');
  await page.getByText('200+ runs').waitFor();
  for (let i = 0; i < 40; i++) await page.keyboard.press('j');
  const focused = () => page.evaluate(() => document.activeElement?.closest('tr')?.ariaRowIndex);
  await eventually(async () => assert.equal(await focused(), '41'));
  await page.keyboard.press('x');
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await page.getByText('2 selected').waitFor();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByText('2 selected').waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await page.waitForURL('**/trends');
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.waitForURL('**/devices');
});

rig.test('moments have the forms of the region', { locale: 'en-GB' }, async ({ page }) => {
  await page.goto('/runs?until=2021-01-01');
  await rows(page).first().getByText('1 Jan 2020', { exact: true }).waitFor();
});
