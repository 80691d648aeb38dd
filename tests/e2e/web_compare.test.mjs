// Two runs side by side, and a recording that no longer fitted: what it said,
// what the model did instead, and the choice that is left to a person.
import assert from 'node:assert/strict';
import { inOrder } from './models/core.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { accessible, eventually, fitsWidth, startRig } from './browser.mjs';

const { tap, type, sees, done } = steps;
const rig = await startRig({ model: true });
const scenario = { goal: 'Find the forgotten password', packageName: 'com.example.notes', steps: ['Type an address', 'Ask for a new password'] };
const id = await rig.addScenario(scenario);
const plan = [[[type('E-mail', 'a@b.c'), sees('a@b.c')]], [[tap('Forgot password?'), sees('Reset password')]]];
const play = (script) => rig.scriptedRun({ scenario: { scenarioId: id, profile: rig.mock.profile }, script });
const configure = (replay) => rig.ask('POST', '/config', { executorInfoId: rig.mock.profile, replay });
const passed = await play(goodTester(plan));
await configure(false);
const failed = await play(goodTester([plan[0], [[tap('Log in')], [sees('Reset password')]]]));
const same = await play(goodTester(plan));

const current = (page) => page.locator('[aria-current="true"]');

rig.test('the first divergence is marked, shown, and reached by one key', async ({ page }) => {
  await page.goto(`/runs/${passed}/compare/${failed}`);
  await eventually(async () => assert.match(await current(page).innerText(), /First divergence[^]*Other arguments[^]*tap[^]*Forgot password\?[^]*tap[^]*Log in/));
  assert.equal(await current(page).getAttribute('data-at'), '2.1');
  await page.locator('[data-at="1.1"]').click();
  assert.match(page.url(), /\?at=1\.1$/);
  await page.keyboard.press('d');
  await eventually(async () => assert.equal(await current(page).getAttribute('data-at'), '2.1'));
  assert.ok(await current(page).evaluate((row) => row === document.activeElement));
  await page.keyboard.press('j');
  await eventually(async () => assert.notEqual(await current(page).getAttribute('data-at'), '2.1'));
  await page.keyboard.press('k');
  await eventually(async () => assert.equal(await current(page).getAttribute('data-at'), '2.1'));
});

rig.test('its screens stand side by side, with frames around what differs', async ({ page }) => {
  await page.goto(`/runs/${passed}/compare/${failed}`);
  await eventually(async () => assert.equal(await page.locator('figure img').evaluateAll((all) => all.filter((image) => image.naturalWidth > 0).length), 2));
  await page.getByText(/% of the screen differs, in \d+ place/).waitFor();
  assert.ok(await page.locator('figure svg rect').count() >= 2);
  await page.goto(`/runs/${passed}/compare/${same}?at=2.1`);
  await page.getByText('The screens look the same.').waitFor();
  assert.equal(await page.locator('figure svg rect').count(), 0);
});

rig.test('verdicts, durations, tokens and costs are compared', async ({ page }) => {
  await page.goto(`/runs/${passed}/compare/${failed}`);
  const row = (name) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  await row('Result').waitFor();
  assert.match(await row('Result').innerText(), /Pass[^]*Fail[^]*≠/);
  assert.match(await row('Duration').innerText(), /s\s[^]*s\s[^]*[+−]/);
  assert.match(await row('Tokens').innerText(), /\d[^]*\+[\d,]+ \(\+\d+%\)/);
  assert.match(await row('Version of the app').innerText(), /=$/);
  await page.getByRole('link', { name: 'Swap sides' }).click();
  await page.waitForURL(`**/runs/${failed}/compare/${passed}`);
  await eventually(async () => assert.match(await row('Result').innerText(), /Fail[^]*Pass/));
});

rig.test('two runs that did the same differ in nothing', async ({ page }) => {
  await page.goto(`/runs/${passed}/compare/${same}`);
  await page.getByText('Both runs did the same, with the same results.').waitFor();
  assert.equal(await page.getByRole('button', { name: /first divergence/ }).count(), 0);
});

rig.test('a run that is not there is told', { allow: [/404/] }, async ({ page }) => {
  await page.goto(`/runs/${passed}/compare/none`);
  await page.getByRole('alert').getByText(/there is no run/).waitFor();
});

for (const theme of ['light', 'dark']) {
  rig.test(`the comparison is accessible, ${theme}, and fits a phone`, { theme }, async ({ page, also }) => {
    await page.goto(`/runs/${passed}/compare/${failed}`);
    await page.getByText(/% of the screen differs/).waitFor();
    await accessible(page);
    const { page: phone } = await also({ width: 360, locale: 'fr-FR' });
    await phone.goto(`/runs/${passed}/compare/${failed}`);
    await phone.getByText(/de l’écran diffère/).waitFor();
    await fitsWidth(phone);
    await accessible(phone);
  });
}
