// The history of runs, in a browser: filtered, paged, compared, removed; and
// what is drawn of it over time.
import assert from 'node:assert/strict';
import { goodTester, steps } from './models/drivers.mjs';
import { accessible, eventually, fitsWidth, startRig, tabTo } from './browser.mjs';

const rig = await startRig({ model: true });
const quick = { goal: 'The form is shown', packageName: 'com.example.notes', tags: ['quick'], steps: ['The login is shown'] };
const sees = (text) => goodTester([[[steps.sees(text)]]]);
const quickId = await rig.addScenario(quick);
const sampleId = await rig.importSample();
const ids = { replayed: await rig.replayedRun(sampleId) };
const play = async (name, text) => {
  ids[name] = await rig.scriptedRun({ scenario: { scenarioId: quickId, profile: rig.mock.profile }, script: sees(text) });
};
await rig.ask('POST', '/config', { executorInfoId: rig.mock.profile, replay: false });
await play('passed', 'Log in');
await play('failed', 'No such text');

const rows = (page) => page.getByRole('row').filter({ has: page.getByRole('checkbox') });
const shown = async (page, ...names) => {
  const wanted = names.map((name) => `/runs/${ids[name]}`);
  await eventually(async () => assert.deepEqual(await rows(page).getByRole('rowheader').getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))), wanted));
};

rig.test('each run has its verdict, time, cost, device and model', async ({ page }) => {
  await page.goto('/runs');
  await shown(page, 'failed', 'passed', 'replayed');
  const [failed, , replayed] = await rows(page).all();
  assert.match(await failed.innerText(), /Fail[^]*The form is shown[^]*quick[^]*ago[^]*\d (ms|s)[^]*\$0[^]*emulator-/);
  assert.match(await replayed.innerText(), /Pass[^]*Replayed[^]*Notes: write a note/);
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
  await page.getByText('No run matches').waitFor();
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
  await page.getByLabel('Time').selectOption('From … to …');
  await page.getByLabel('To', { exact: true }).fill('2020-01-31');
  await page.getByText('No run matches').waitFor();
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
  ids.extra = await rig.scriptedRun({ scenario: { scenarioId: quickId, profile: rig.mock.profile }, script: sees('Log in') });
  await page.goto('/runs');
  await shown(page, 'extra', 'failed', 'passed', 'replayed');
  const remove = rows(page).first().getByRole('button', { name: /^Remove the run/ });
  await remove.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await shown(page, 'extra', 'failed', 'passed', 'replayed');
  await remove.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the run' }).click();
  await page.getByText('The run is removed.').waitFor();
  await shown(page, 'failed', 'passed', 'replayed');
  assert.equal((await rig.ask('GET', `/api/v1/runs/${ids.extra}`)).status, 404);
});

rig.test('a run appears while the page is open', async ({ page }) => {
  await page.goto('/runs?status=running');
  await page.getByText('No run matches').waitFor();
  let go;
  const gate = new Promise((resolve) => { go = resolve; });
  const script = sees('Log in');
  ids.live = await rig.scriptedRun({ scenario: { scenarioId: quickId, profile: rig.mock.profile }, script: async (turn) => { await gate; return script(turn); }, wait: false });
  await shown(page, 'live');
  go();
  await page.getByText('No run matches').waitFor();
  await rig.ended(ids.live);
  await rig.ask('DELETE', `/api/v1/runs/${ids.live}`);
});

for (const theme of ['light', 'dark']) {
  rig.test(`the history is accessible, ${theme}, and fits a phone`, { theme }, async ({ page, also }) => {
    await page.goto('/runs');
    await shown(page, 'failed', 'passed', 'replayed');
    await accessible(page);
    const { page: phone } = await also({ width: 360, locale: 'fr-FR' });
    await phone.goto('/runs');
    await shown(phone, 'failed', 'passed', 'replayed');
    await phone.getByText('Rejouée').waitFor();
    await fitsWidth(phone);
    await accessible(phone);
  });
}
