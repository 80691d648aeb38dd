// Everything by keyboard alone: no test of this file touches the mouse.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { eventually, failing, focused, tabTo } from './browser.mjs';
import { inOrder } from './models/core.mjs';
import { notesPlan, steps } from './models/drivers.mjs';
import { settled, startWorld } from './web_pages.mjs';

const world = await startWorld({ replays: 2 });
const chosen = (page) => page.getByRole('option', { selected: true });
const timeline = (page) => page.getByRole('listbox', { name: 'Timeline' });

// Go to a button, link or field by Tab and press a key there.
async function press(page, role, name, key = 'Enter') {
  const target = page.getByRole(role, { name, exact: typeof name === 'string' });
  await target.first().waitFor();
  await tabTo(page, target);
  await page.keyboard.press(key);
}

world.test('a scenario is written, put in order, run, watched, and looked into', async ({ page }) => {
  await world.server.post('/config', { executorInfoId: world.mock.profile });
  world.script = inOrder(
    { calls: [steps.start()] },
    ...notesPlan[0].map((calls) => ({ calls })),
    { calls: [steps.done(1)] },
    { calls: [steps.sees('Bread and jam')] },
    { calls: [steps.done(2, 'FAIL', 'It is not there')] },
    { text: 'Step 2: FAIL' },
  );
  for (const device of world.devices) await device.shell('pm clear com.example.notes');
  await page.goto('/');
  await settled(page);
  await press(page, 'link', 'New scenario');
  await settled(page);
  await tabTo(page, page.getByRole('textbox', { name: 'Title', exact: true }));
  await page.keyboard.type('Written by keys');
  await tabTo(page, page.getByRole('textbox', { name: 'Goal', exact: true }));
  await page.keyboard.type('A note can be found');
  await tabTo(page, page.getByRole('textbox', { name: 'App', exact: true }));
  await page.keyboard.type('com.example.notes');
  await tabTo(page, page.getByRole('textbox', { name: 'Step 1', exact: true }));
  await page.keyboard.type('The third');
  await page.keyboard.press('Enter');
  await page.keyboard.type('"Bread and jam" is found');
  await page.keyboard.press('Enter');
  await page.keyboard.type(failing.steps[0]);
  // The last one becomes the first: once by its handle, once by the arrow in the text.
  await tabTo(page, page.getByRole('button', { name: 'Move step 3' }), { key: 'Shift+Tab' });
  await page.keyboard.press('Space');
  await page.getByText('Picked up step 3 of 3.').waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowUp');
  await page.getByText('Moving to position 2 of 3.').waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await page.getByText('Step 3 is now step 2 of 3.').first().waitFor({ state: 'attached' });
  await tabTo(page, page.getByRole('textbox', { name: 'Step 2', exact: true }));
  await page.keyboard.press('Alt+ArrowUp');
  await page.getByText('Saved', { exact: true }).waitFor();
  await eventually(async () => {
    const {
      json: { scenarios },
    } = await world.server.get('/api/v1/scenarios?text=Written');
    assert.deepEqual(scenarios[0].steps, [failing.steps[0], 'The third', '"Bread and jam" is found']);
  });
  // The second one is removed and had back by the notice.
  await tabTo(page, page.getByRole('button', { name: 'Delete step 2' }));
  await page.keyboard.press('Enter');
  assert.match(await focused(page), /^textarea "Step 1/, 'the focus is on the step before');
  await press(page, 'button', 'Undo');
  await page.getByRole('textbox', { name: 'Step 3', exact: true }).waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Delete step 2' }));
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Step 3', exact: true }).waitFor({ state: 'detached' });

  await page.keyboard.press('Escape');
  await tabTo(page, page.getByRole('button', { name: /^Run( “[^”]*”)?$/ }), { key: 'Shift+Tab' });
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/runs\/\w+/);
  await page.getByRole('button', { name: 'Run again', exact: true }).waitFor();
  // It has ended on what failed.
  await eventually(async () => assert.match(await chosen(page).innerText(), /^Check shown[\s\S]*Failed/));
});

// As slowly as somebody who has each stop read aloud.
world.test('a notice waits for whoever walks to it by keys', async ({ page }) => {
  const id = await world.addScenario({ ...failing, name: 'Walked' });
  await page.clock.install();
  await page.goto(`/scenarios/${id}`);
  await page.getByRole('textbox', { name: 'Step 2', exact: true }).waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Delete step 2' }));
  await page.keyboard.press('Enter');
  const notice = page.getByRole('status').filter({ hasText: 'Undo' });
  const undo = notice.getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  for (let i = 0; i < 80 && !(await undo.evaluate((button) => button === document.activeElement)); i++) {
    await page.clock.runFor(5000);
    await page.keyboard.press('Tab');
  }
  await page.clock.runFor(60_000);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Step 3', exact: true }).waitFor();
  // Once nobody is there, it goes.
  await tabTo(page, page.getByRole('button', { name: 'Delete step 2' }), { key: 'Shift+Tab' });
  await page.keyboard.press('Enter');
  await undo.waitFor();
  await page.clock.runFor(10_000);
  await undo.waitFor({ state: 'detached' });
});

world.test('a run is walked through, its failing event is opened, and it is saved', async ({ page }) => {
  await page.goto(`/runs/${world.failed}`);
  await eventually(async () => assert.match(await chosen(page).innerText(), /Failed/));
  const bad = await chosen(page).getAttribute('data-event');
  await page.keyboard.press('k');
  await eventually(async () => assert.notEqual(await chosen(page).getAttribute('data-event'), bad));
  await page.keyboard.press('j');
  await eventually(async () => assert.equal(await chosen(page).getAttribute('data-event'), bad));
  await tabTo(page, timeline(page));
  await page.keyboard.press('Enter');
  await eventually(async () =>
    assert.doesNotMatch(await focused(page), /^listbox|^nothing/, 'the details have the focus'),
  );
  await tabTo(page, page.getByRole('tab', { name: 'Result' }));
  await page.keyboard.press('ArrowRight');
  await eventually(async () =>
    assert.equal(await page.getByRole('tab', { name: 'Arguments' }).getAttribute('aria-selected'), 'true'),
  );

  const menu = page.getByRole('button', { name: 'Export' });
  await tabTo(page, menu, { key: 'Shift+Tab' });
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem').first().waitFor();
  await page.keyboard.press('Escape');
  await eventually(async () => assert.match(await focused(page), /Export/, 'the focus is back'));
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'JUnit XML' }).waitFor();
  const saved = page.waitForEvent('download');
  for (let i = 0; i < 8 && !/JUnit/.test(await focused(page)); i++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.match(fs.readFileSync(await (await saved).path(), 'utf8'), /<testsuite /);
});

world.test('a link into another page leads there with the focus, and to its top', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 240 });
  await page.goto('/runs');
  await settled(page, 'A note about bread can be found');
  const links = page.getByRole('link', { name: 'Notes: write a note and find it' });
  await tabTo(page, links.last());
  await page.keyboard.press('Enter');
  await page.getByRole('listbox', { name: 'Timeline' }).waitFor();
  await eventually(async () => assert.match(await focused(page), /^main/));
  assert.equal(await page.evaluate(() => scrollY), 0);
  // The next stop is the page's first, and not the bar's.
  await page.keyboard.press('Tab');
  assert.ok(await page.evaluate(() => document.activeElement.closest('main') !== null), await focused(page));
});

world.test('two runs are chosen and compared, and one is removed', async ({ page }) => {
  const [first, second] = world.runs;
  await page.goto('/runs');
  await settled(page, 'Notes: write a note and find it');
  // Other runs of the scenario, such as those of a suite, are above them.
  for (const id of [second, first]) {
    const row = page
      .getByRole('row')
      .or(page.getByRole('listitem'))
      .filter({ has: page.locator(`a[href="/runs/${id}"]`) });
    await tabTo(page, row.getByRole('checkbox'));
    await page.keyboard.press('Space');
  }
  await press(page, 'button', 'Compare');
  await page.waitForURL(new RegExp(`/runs/${first}/compare/${second}`));
  await settled(page, 'Notes: write a note and find it');

  await page.goto('/runs');
  await settled(page, 'A note about bread can be found');
  await tabTo(page, page.getByRole('checkbox', { name: /^Select A note about bread/ }));
  await page.keyboard.press('Space');
  await press(page, 'button', 'Delete');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  // A dialog has the focus and keeps it.
  for (let i = 0; i < 8; i++) {
    await page.keyboard.press('Tab');
    assert.ok(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement.closest('dialog') !== null,
      ),
      await focused(page),
    );
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await eventually(async () => assert.match(await focused(page), /Delete/, 'the focus is back'));
});

world.test('settings are changed, and a model is edited in its dialog', async ({ page }) => {
  await page.goto('/settings');
  await settled(page);
  await tabTo(page, page.getByRole('checkbox', { name: 'Video', exact: true }));
  await page.keyboard.press('Space');
  await eventually(async () => assert.equal((await world.server.get('/api/v1/config')).json.recordingEnabled, true));
  await page.keyboard.press('Space');
  await eventually(async () => assert.equal((await world.server.get('/api/v1/config')).json.recordingEnabled, false));
  await press(page, 'button', 'Edit Claude Opus 5.5');
  const dialog = page.getByRole('dialog', { name: 'Claude Opus 5.5' });
  await dialog.waitFor();
  await tabTo(page, dialog.getByLabel('Model', { exact: true }));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('claude-by-keys');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('listitem').filter({ hasText: 'claude-by-keys' }).first().waitFor();
  await eventually(async () => assert.match(await focused(page), /Edit Claude Opus 5\.5/, 'the focus is back'));
});

// The main deed of the pages that the tests above leave out: [where it begins, what is pressed, what has come of it].
const deeds = {
  trends: ['/trends', 'link', /^Notes: write a note/, (page) => page.locator('a[aria-current="true"]').waitFor()],
  devices: ['/devices', 'link', /Virtual Android/, (page) => page.waitForURL('**/devices/emulator-*')],
  missing: [
    '/nowhere/at/all',
    'link',
    'Runs',
    (page) => page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor(),
  ],
  about: ['/about', 'link', 'licences.txt', (page) => page.waitForURL('**/licences.txt')],
};
for (const [name, [where, role, target, done]] of Object.entries(deeds))
  world.test(`${name}: by keys alone`, async ({ page, visit }) => {
    if (name === 'missing') visit.allow.push(/status of 404/);
    await page.goto(where);
    await settled(page);
    await press(page, role, target);
    await done(page);
  });

world.test(
  'the shortcuts lead everywhere, are listed, rest while one types, and can be switched off',
  async ({ page }) => {
    await page.goto('/');
    await settled(page);
    const heading = (name) => page.getByRole('heading', { level: 1, name }).waitFor();
    await page.keyboard.type('gr');
    await heading('Runs');
    await page.keyboard.type('gs');
    await heading('Settings');
    await page.keyboard.type('gh');
    await heading('Scenarios');
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.waitFor();
    assert.match(await dialog.innerText(), /g r\s+Go to Runs/);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // On an English keyboard "?" is a shifted key, on a French one "/" is.
    await page.keyboard.press('Shift+?');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // "/" is the filter, in which letters are letters.
    await page.keyboard.press('/');
    await eventually(async () => assert.match(await focused(page), /Search by name/));
    await page.keyboard.type('gr?');
    assert.equal(await page.evaluate(() => document.activeElement.value), 'gr?');
    await heading('Scenarios');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');

    await page.goto('/settings');
    await settled(page);
    await tabTo(page, page.getByRole('checkbox', { name: 'Single-key shortcuts' }), { most: 160 });
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.type('gh?');
    await page.reload();
    await settled(page);
    await page.keyboard.type('gh?');
    await heading('Settings');
    assert.equal(await dialog.count(), 0);
    await tabTo(page, page.getByRole('checkbox', { name: 'Single-key shortcuts' }), { most: 160 });
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.type('gh');
    await heading('Scenarios');
  },
);
