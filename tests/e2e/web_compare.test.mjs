// Two runs side by side, and a recording that no longer fitted: what it said,
// what the model did instead, and the choice that is left to a person.
import assert from 'node:assert/strict';
import { inOrder } from './models/core.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { accessible, eventually, fitsWidth, startRig } from './browser.mjs';

const { tap, type, sees, done } = steps;
const rig = await startRig({ model: true });
const scenario = {
  goal: 'Find the forgotten password',
  packageName: 'com.example.notes',
  steps: ['Type "a@b.c"; the field holds "a@b.c"', 'Ask for a new password'],
};
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
  await eventually(async () =>
    assert.match(
      await current(page).innerText(),
      /First difference[^]*Different arguments[^]*tap[^]*Forgot password\?[^]*tap[^]*Log in/,
    ),
  );
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
  await eventually(async () =>
    assert.equal(
      await page.locator('figure img').evaluateAll((all) => all.filter((image) => image.naturalWidth > 0).length),
      2,
    ),
  );
  await page.getByText(/% of the screen differs, in \d+ place/).waitFor();
  assert.ok((await page.locator('figure svg rect').count()) >= 2);
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
  assert.match(await row('App version').innerText(), /=$/);
  await page.getByRole('link', { name: 'Swap sides' }).click();
  await page.waitForURL(`**/runs/${failed}/compare/${passed}`);
  await eventually(async () => assert.match(await row('Result').innerText(), /Fail[^]*Pass/));
});

rig.test('two runs that did the same differ in nothing', async ({ page }) => {
  await page.goto(`/runs/${passed}/compare/${same}`);
  await page.getByText('Both runs did the same, with the same results.').waitFor();
  assert.equal(await page.getByRole('button', { name: /First difference/ }).count(), 0);
});

rig.test('a step that was edited between the runs is the first difference', async ({ page }) => {
  const [first, second] = scenario.steps;
  const mended = { ...scenario, steps: [first, 'Ask for a new password; "Reset password" is shown'] };
  const edited = await rig.scriptedRun({ scenario: mended, script: goodTester(plan) });
  await page.goto(`/runs/${failed}/compare/${edited}`);
  await eventually(async () => assert.equal(await current(page).getAttribute('data-at'), '2'));
  const row = await current(page).innerText();
  assert.match(row, /First difference[^]*Edited step/);
  assert.ok(row.includes(second) && row.includes(mended.steps[1]), row);
  assert.equal(await page.locator('[data-at="3"]').count(), 0);
  await page.getByText('“Reset password” was not shown').first().waitFor();
  await accessible(page);
  if (process.env.AT_SHOTS)
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ])
      for (const colorScheme of ['light', 'dark']) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: `${process.env.AT_SHOTS}/compare-${width}-${colorScheme}.png` });
      }
});

rig.test('a missing run is reported', { allow: [/404/] }, async ({ page }) => {
  await page.goto(`/runs/${passed}/compare/none`);
  await page
    .getByRole('alert')
    .getByText(/there is no run/)
    .waitFor();
});

// Put a recording in the place of the one there is, whose third call finds
// nothing, as if the app had changed; and run the scenario, which the model ends.
async function healedRun() {
  const { json } = await rig.ask('GET', '/api/v1/scenarios/export');
  const copy = json.scenarios.find((each) => each.id === id);
  Object.assign(copy.recording.calls[2], { args: { text: 'Lost it?' }, target: { text: 'Lost it?' } });
  const imported = await rig.ask('POST', '/api/v1/scenarios/import', copy);
  await rig.ask('DELETE', `/api/v1/scenarios/${imported.json.scenarios[0].id}`);
  await configure(true);
  return play(
    inOrder(
      { calls: [tap('Forgot password?'), sees('Reset password'), done(2)] },
      { text: 'Step 1: PASS\nStep 2: PASS' },
    ),
  );
}
const recorded = async () => (await rig.ask('GET', `/api/v1/scenarios/${id}/recording`)).json;
const choice = (within) => within.getByRole('region', { name: 'Proposed change to the recording' });

rig.test('a run whose model took over shows what was recorded and what it did instead', async ({ page, also }) => {
  const run = await healedRun();
  await page.goto('/runs');
  await page.getByRole('row').nth(1).getByText('Healed').waitFor();
  await page.goto(`/runs/${run}`);
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  const heal = page.getByRole('dialog', { name: 'Recording and what was done instead' });
  const part = (name) => heal.getByRole('heading', { name, exact: true }).locator('..');
  await heal.getByText('the app is not as it was recorded: tap: NOT_FOUND').first().waitFor();
  assert.match(await part('Recorded').innerText(), /tap[^]*Lost it\?/);
  assert.match(
    await part('What the model did instead').innerText(),
    /tap[^]*Forgot password\?[^]*TAPPED[^]*verifyElementVisible[^]*VISIBLE/,
  );
  await choice(page).getByText('Changed', { exact: true }).waitFor();
  await accessible(page);
  const { page: phone } = await also({ width: 360, locale: 'fr-FR', theme: 'dark' });
  await phone.goto(`/runs/${run}`);
  await phone.getByRole('button', { name: 'Examiner', exact: true }).click();
  await phone.getByRole('button', { name: 'Accepter la modification' }).waitFor();
  await fitsWidth(phone);
  await choice(page).getByRole('button', { name: 'Accept change' }).click();
  await page.getByText('Change accepted. The next run will play it.').waitFor();
  await choice(page).waitFor({ state: 'hidden' });
  const after = await recorded();
  assert.deepEqual(
    [after.proposal, after.recording.calls[2].args.text, after.accepted.by],
    [undefined, 'Forgot password?', 'the dashboard'],
  );
});

rig.test('the change is rejected where the scenario is written', async ({ page }) => {
  const run = await healedRun();
  await page.goto(`/scenarios/${id}`);
  const panel = page.getByRole('region', { name: 'Recording', exact: true });
  assert.equal((await recorded()).proposal.made.run, run);
  await choice(panel).getByText('Lost it?').first().waitFor();
  await choice(panel).getByRole('button', { name: 'Reject change' }).click();
  await page.getByText('Change rejected. The recording is unchanged.').waitFor();
  await choice(panel).waitFor({ state: 'hidden' });
  assert.equal((await recorded()).recording.calls[2].args.text, 'Lost it?');
});

rig.test('another user has chosen in the meantime', { allow: [/409/] }, async ({ page }) => {
  const run = await healedRun();
  await page.route('**/api/v1/events*', () => undefined); // which would tell the page of the choice
  await page.goto(`/runs/${run}`);
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  const accept = choice(page).getByRole('button', { name: 'Accept change' });
  await accept.waitFor();
  await rig.ask('POST', `/api/v1/scenarios/${id}/recording`, { choice: 'reject' });
  await accept.click();
  await page.getByText(/no change of the recording waits for a choice/).waitFor();
  await choice(page).waitFor({ state: 'hidden' });
});

rig.test('the comparison is accessible, and fits a phone', async ({ page, also }) => {
  await page.goto(`/runs/${passed}/compare/${failed}`);
  await page.getByText(/% of the screen differs/).waitFor();
  await accessible(page);
  const { page: phone } = await also({ width: 360, locale: 'fr-FR', theme: 'dark' });
  await phone.goto(`/runs/${passed}/compare/${failed}`);
  await phone.getByText(/de l’écran diffère/).waitFor();
  await fitsWidth(phone);
  await accessible(phone);
  // Words stay whole, and numbers are written as the reader does.
  const difference = phone.getByRole('columnheader', { name: 'Différence' });
  assert.ok((await difference.boundingBox()).height < 40, 'one line');
  const [duration] = (await phone.getByRole('row', { name: /^Durée/ }).innerText()).split(' s');
  assert.match(duration, /\d,\d$/);
  assert.match(await phone.getByRole('heading', { level: 1 }).innerText(), /^Comparer des exécutions\s: /);
});
