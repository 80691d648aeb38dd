// Suites: written, run on several devices, watched while they run, run again, compared; data tables; schedules.
import assert from 'node:assert/strict';
import { accessible, eventually, failing, failingScript, fitsWidth, startRig } from './browser.mjs';
import { addManyCases } from './web_pages.mjs';

const rig = await startRig({ model: true, devices: 2 });
const sample = await rig.importSample();
const name = 'Notes: write a note and find it';
await rig.server.post('/config', { executorInfoId: rig.mock.profile });
const fresh = () => Promise.all(rig.devices.map((device) => device.shell('pm clear com.example.notes')));

const suiteOf = (more) => ({ scenarios: [sample], tags: [], devices: ['any'], retryInfra: 0, ...more });
async function addSuite(more) {
  const { status, json, text } = await rig.server.post('/api/v1/suites', suiteOf(more));
  assert.equal(status, 201, text);
  return json.id;
}
async function startSuite(id) {
  const { status, json, text } = await rig.server.post(`/api/v1/suites/${id}/run`);
  assert.equal(status, 201, text);
  return json.id;
}
const ended = (page, word) => page.getByRole('heading', { level: 1, name: new RegExp(word) }).waitFor();

rig.test('a suite is written, run on two devices, and its table shows both', async ({ page }) => {
  await fresh();
  await page.goto('/suites');
  await page.getByRole('heading', { name: 'Run many scenarios as one' }).waitFor();
  await page.getByRole('link', { name: 'New suite' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Both phones');
  await page.getByRole('checkbox', { name }).check();
  await page.getByRole('radio', { name: /^These devices/ }).check();
  for (const { serial } of rig.devices) await page.getByRole('checkbox', { name: serial }).check();
  await page.getByText('2 cases per run').waitFor();
  await page.getByRole('button', { name: 'Save and run' }).click();
  const table = page.getByRole('region', { name: 'Cases' }).getByRole('table');
  for (const { serial } of rig.devices) await table.getByRole('columnheader', { name: serial }).waitFor();
  await ended(page, 'Passed');
  await page.getByText('2 passed', { exact: true }).waitFor();
  assert.equal(await table.getByRole('link', { name: /: Pass$/ }).count(), 2);
  await accessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await fitsWidth(page);
  await page.goto('/suites');
  await page.getByRole('link', { name: 'Open the last run of Both phones: 2 passed' }).click();
  await ended(page, 'Passed');
});

rig.test('failures come first with their reason, and are run again and compared', async ({ page }) => {
  await fresh();
  const bread = await rig.addScenario({ ...failing, name: 'Bread', profile: rig.mock.profile });
  rig.script = failingScript();
  const suite = await addSuite({ name: 'One fails', scenarios: [sample, bread] });
  const run = await startSuite(suite);
  await page.goto(`/suite-runs/${run}`);
  await ended(page, 'Failed');
  const first = page.getByRole('list', { name: 'Cases' }).getByRole('listitem').first();
  await first.getByText(/^Step 2 failed: “Bread and butter” was not shown/).waitFor();
  const junit = await page.request.get(`/api/v1/suite-runs/${run}/junit.xml`);
  assert.match(await junit.text(), /<testsuites?[^>]*failures="1"/);
  await fresh();
  rig.script = failingScript();
  await page.getByRole('button', { name: 'Run the failures again' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(run));
  await ended(page, 'Failed');
  await page.getByText('1 failed', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Compare with the run before' }).click();
  await page.getByText('Every case came out as it did before.').waitFor();
  await accessible(page);
});

rig.test('a data table is pasted, refused while it is wrong, and stored', async ({ page, visit }) => {
  const suite = await addSuite({ name: 'With data' });
  await page.goto(`/suites/${suite}`);
  const field = page.getByRole('textbox', { name: 'Paste CSV' });
  await field.fill('user,user\nada,bob');
  await page.getByText('Two columns are called “user”.').waitFor();
  await field.fill('user;city\n"ada";Saint-Malo\nbob;Köln');
  await page.getByRole('cell', { name: 'Saint-Malo' }).waitFor();
  await page.getByText('2 cases per run').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  const { json } = await rig.server.get(`/api/v1/suites/${suite}`);
  assert.deepEqual(json.data, [
    { user: 'ada', city: 'Saint-Malo' },
    { user: 'bob', city: 'Köln' },
  ]);
  visit.allow.push(/status of 409/);
  // Another program's change is shown, and never overwritten.
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
  await rig.server.ask('PUT', `/api/v1/suites/${suite}`, { ...suiteOf({ name: 'Theirs' }), revision: json.revision });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(/^Someone else changed this/).waitFor();
  assert.equal((await rig.server.get(`/api/v1/suites/${suite}`)).json.name, 'Theirs');
});

rig.test('a suite that waits says so, and is stopped', async ({ page }) => {
  await fresh();
  const suite = await addSuite({ name: 'Three in a row', devices: [rig.devices[0].serial], repeat: 3 });
  await page.goto('/suites');
  await page.getByRole('button', { name: 'Run Three in a row' }).click();
  await page.getByRole('link', { name: 'Watch' }).click();
  await page
    .getByText(/waiting/i)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await eventually(async () => {
    const { json } = await rig.server.get(`/api/v1/suite-runs?suite=${suite}`);
    assert.equal(json.suiteRuns[0].state, 'ended');
  });
  await page.getByRole('button', { name: /again$/ }).waitFor();
});

rig.test('a suite is deleted after a question', async ({ page, visit }) => {
  const suite = await addSuite({ name: 'Not for long' });
  await page.goto('/suites');
  await page.getByRole('button', { name: 'More actions for Not for long' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Suite deleted').waitFor();
  assert.equal((await rig.server.get(`/api/v1/suites/${suite}`)).status, 404);
  visit.allow.push(/status of 404/);
  await page.goto(`/suites/${suite}`);
  await page.getByRole('heading', { name: /^Suite not found/ }).waitFor();
});

// 5,000 rows of two devices are too long for a table; how long the page's tasks take is printed.
rig.test('a run of 10,000 cases draws what is seen of it', async ({ page }) => {
  await fresh();
  const passed = await rig.replayedRun(sample);
  const failed = await rig.failingRun();
  const id = addManyCases(rig, { passed, failed, count: 10_000 });
  await page.addInitScript(() => {
    globalThis.tasks = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
  });
  await page.goto(`/suite-runs/${id}`);
  const rows = page.getByRole('list', { name: 'Cases' }).getByRole('listitem');
  await rows
    .first()
    .getByText(/^Step 2 failed/)
    .waitFor();
  assert.equal(await rows.first().getAttribute('aria-setsize'), '10000');
  const failures = page.getByRole('group').getByRole('button').filter({ hasText: '500' }).first();
  await failures.waitFor();
  await page.getByText('500 failed, 9,500 passed').waitFor();
  const drawn = async () => {
    const count = await rows.count();
    assert.ok(count > 3 && count < 80, `${count} rows are drawn`);
  };
  await drawn();
  process.stderr.write(`# loaded: longest task ${Math.max(0, ...(await page.evaluate(() => tasks.splice(0))))} ms\n`);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.locator('li[aria-posinset="10000"]').waitFor();
  await drawn();
  await failures.click();
  await eventually(async () => assert.equal(await rows.first().getAttribute('aria-setsize'), '500'));
  process.stderr.write(`# moved: longest task ${Math.max(0, ...(await page.evaluate(() => tasks.splice(0))))} ms\n`);
  await accessible(page);
});
