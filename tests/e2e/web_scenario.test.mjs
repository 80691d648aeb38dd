// The page of one scenario in a real browser: written, moved, saved, kept.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { accessible, eventually, fitsWidth, startRig } from './browser.mjs';
import { allowClipboard } from './browsers.mjs';
import { holdSaves, openScenario } from './web_pages.mjs';

const rig = await startRig();

const stored = async (id) => (await rig.server.get(`/api/v1/scenarios/${id}`)).json;
const idOf = (page) => page.url().match(/scenarios\/([^/?]+)$/)?.[1];
const step = (page, number) => page.getByRole('textbox', { name: `Step ${number}`, exact: true });
const handle = (page, number) => page.getByRole('button', { name: `Move step ${number}`, exact: true });
const saved = (page) => page.getByText('Saved', { exact: true }).waitFor();
const stepsShown = (page) =>
  page
    .getByRole('list', { name: 'Steps' })
    .getByRole('textbox')
    .evaluateAll((fields) => fields.map((field) => field.value));
const example = (more = {}) => ({
  goal: 'Notes can be read',
  packageName: 'com.example.notes',
  steps: ['Open the app; the list is shown', 'Tap a note; it is shown', 'Go back; the list is shown'],
  ...more,
});

async function open(page, scenario = example()) {
  const id = await rig.addScenario(scenario);
  await openScenario(page, id);
  await step(page, 1).waitFor();
  return id;
}

async function storedSteps(id, steps) {
  await eventually(async () => assert.deepEqual((await stored(id)).steps, steps), 'the server has these steps');
}

rig.test('a scenario is written from the first word to a run by the keyboard', async ({ page }) => {
  await page.goto('/scenarios/new');
  await page.getByText('Saves automatically').waitFor();
  await page.getByLabel('Goal').focus();
  await page.keyboard.type('A note can be written');
  await saved(page);
  await eventually(() => assert.notEqual(idOf(page), 'new'), 'the address is the new one');
  assert.equal(
    await page.evaluate(() => document.activeElement?.value),
    'A note can be written',
    'the focus stays where it was',
  );
  await page.getByRole('note').filter({ hasText: 'To run this, add: an app, a step' }).waitFor();

  await page.getByLabel('App', { exact: true }).fill('com.example.notes');
  await step(page, 1).focus();
  await page.keyboard.type('Open the app; the list is shown');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Tap New note');
  await page.getByText('No expected result').waitFor();
  await page.keyboard.type('; the form is shown');
  await page.getByText('No expected result').waitFor({ state: 'hidden' });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('.');
  const id = idOf(page);
  await storedSteps(id, ['Open the app; the list is shown', 'Tap New note; the form is shown.']);
  await page.getByRole('note').waitFor({ state: 'hidden' });
  await saved(page);
  const document = await stored(id);
  assert.deepEqual(
    [document.goal, document.packageName, document.missing],
    ['A note can be written', 'com.example.notes', []],
  );
  await accessible(page);
  await fitsWidth(page);
});

rig.test('Enter splits a step, and lines that are pasted become steps', async ({ page, context }) => {
  await allowClipboard(context);
  const id = await open(page, example({ steps: ['Open the app; the list is shown'] }));
  await step(page, 1).press('Home');
  for (let i = 0; i < 'Open the app;'.length; i++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await storedSteps(id, ['Open the app;', 'the list is shown']);
  assert.deepEqual(await stepsShown(page), ['Open the app;', 'the list is shown']);

  await page.evaluate(() =>
    navigator.clipboard.writeText('1. Tap A; A is shown\r\n2) Tap B; B is shown\n\n - Tap C; C is shown'),
  );
  await step(page, 2).press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+v');
  await storedSteps(id, [
    'Open the app;',
    'the list is shown',
    'Tap A; A is shown',
    'Tap B; B is shown',
    'Tap C; C is shown',
  ]);
  // A single line is pasted as into any field.
  await page.evaluate(() => navigator.clipboard.writeText(' now'));
  await page.keyboard.press('Control+v');
  assert.equal(await step(page, 5).inputValue(), 'Tap C; C is shown now');
  // The arrows walk through the list as through a text.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  assert.equal(await page.evaluate(() => document.activeElement?.value), 'Tap B; B is shown');
});

rig.test('steps are moved by keyboard, which says where they go, and by mouse', async ({ page }) => {
  const id = await open(page);
  const [first, second, third] = example().steps;
  await step(page, 3).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await page.getByText('Step 3 is now step 2 of 3.').waitFor({ state: 'attached' });
  await storedSteps(id, [first, third, second]);
  assert.equal(await page.evaluate(() => document.activeElement?.value), third, 'the focus moves along');

  await handle(page, 1).focus();
  await page.keyboard.press('Space');
  await page.getByText('Picked up step 1 of 3.').waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowDown');
  await page.getByText('Moving to position 2 of 3.').waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowDown');
  await page.getByText('Moving to position 3 of 3.').waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await page.getByText('Step 1 is now step 3 of 3.').waitFor({ state: 'attached' });
  await storedSteps(id, [third, second, first]);
  await handle(page, 2).focus();
  await page.keyboard.press('Space');
  await page.getByText('Picked up step 2 of 3.').waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowUp');
  await page.getByText('Moving to position 1 of 3.').waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await page.getByText('Move canceled. Step 2 is back in place.').waitFor({ state: 'attached' });

  const [from, to] = [await handle(page, 3).boundingBox(), await handle(page, 1).boundingBox()];
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y - 10, { steps: 4 });
  await page.mouse.move(to.x + 10, to.y + 5, { steps: 8 });
  await page.mouse.up();
  await storedSteps(id, [first, third, second]);
});

rig.test('whatever was edited is taken back and done again', async ({ page }) => {
  const id = await open(page);
  const steps = example().steps;
  await page.getByRole('button', { name: 'Delete step 2', exact: true }).click();
  await storedSteps(id, [steps[0], steps[2]]);
  await page.getByRole('status').filter({ hasText: 'Step 2 deleted' }).getByRole('button', { name: 'Undo' }).click();
  await storedSteps(id, steps);
  await step(page, 1).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' at once');
  await page.keyboard.press('Control+z');
  assert.equal(await step(page, 1).inputValue(), steps[0], 'typing is one step back');
  await page.keyboard.press('Control+Shift+z');
  assert.equal(await step(page, 1).inputValue(), `${steps[0]} at once`);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+y');
  await storedSteps(id, [`${steps[0]} at once`, steps[1], steps[2]]);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await storedSteps(id, steps);
  await page.getByRole('button', { name: 'Redo' }).click();
  await storedSteps(id, [`${steps[0]} at once`, steps[1], steps[2]]);
});

rig.test(
  'tags, device, model, permissions and limits reach the store, and can be emptied',
  { width: 360 },
  async ({ page }) => {
    const id = await open(page);
    await page.getByLabel('Title', { exact: true }).fill('Reading');
    await page.getByRole('textbox', { name: 'Tags' }).fill('smoke, login,');
    await page.getByRole('textbox', { name: 'Tags' }).pressSequentially('slow');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove login' }).click();
    for (const title of ['Device and model', 'Permissions', 'Run limits'])
      await page.locator('summary', { hasText: title }).click();
    await page.getByLabel('Platform').selectOption('android');
    await page.getByLabel('Device', { exact: true }).selectOption(rig.devices[0].serial);
    await page.getByLabel('Model', { exact: true }).selectOption('Opus55');
    await page.getByRole('textbox', { name: 'Other apps the agent may open' }).fill('com.android.chrome');
    await page.keyboard.press('Tab');
    await page.getByLabel('Erase data or reset the device').check();
    await page.getByLabel('Cost in US dollars').fill('0.5');
    await page.getByLabel('Minutes').fill('ten');
    await page.getByText('Enter a number, 0 or more').waitFor();
    await page.getByLabel('Minutes').fill('10');
    const wanted = {
      name: 'Reading',
      tags: ['smoke', 'slow'],
      platform: 'android',
      device: rig.devices[0].serial,
      profile: 'Opus55',
      packages: ['com.android.chrome'],
      allowed: ['erase data'],
      budgets: { costUsd: 0.5, minutes: 10 },
    };
    await eventually(async () => {
      const document = await stored(id);
      for (const [name, value] of Object.entries(wanted)) assert.deepEqual(document[name], value, name);
    }, 'the store has all');
    await accessible(page);
    await fitsWidth(page);
    await page.getByLabel('Device', { exact: true }).selectOption('');
    await page.getByLabel('Erase data or reset the device').uncheck();
    await page.getByLabel('Minutes').fill('');
    await eventually(async () => {
      const { device, allowed, budgets } = await stored(id);
      assert.deepEqual(
        { device, allowed, budgets },
        { device: undefined, allowed: undefined, budgets: { costUsd: 0.5 } },
      );
    }, 'what was emptied is gone');
  },
);

const away = [
  /dynamically imported module/,
  /Unable to preload CSS/,
  /ERR_CONNECTION_REFUSED/,
  /ERR_EMPTY_RESPONSE/,
  /ERR_CONNECTION_RESET/,
  /ERR_INCOMPLETE_CHUNKED/,
  /ERR_SOCKET_NOT_CONNECTED/,
];

rig.test('edits made while the server is away are saved when it is back', { allow: away }, async ({ page }) => {
  const id = await open(page);
  await saved(page);
  await rig.server.stop();
  await step(page, 1).fill('Open the app; the notes are shown');
  await page.getByText('Not saved: can’t reach the server').waitFor();
  await page.getByText('Your changes are kept in this tab').waitFor();
  // Another page of the same tab, which cannot be loaded now, and back.
  await page.getByRole('link', { name: 'About' }).click();
  await page.getByRole('alert').waitFor();
  await page.goBack();
  assert.equal(await step(page, 1).inputValue(), 'Open the app; the notes are shown');
  await rig.restart();
  await saved(page);
  await storedSteps(id, ['Open the app; the notes are shown', ...example().steps.slice(1)]);
});

rig.test(
  'unsaved edits are sent when the page closes, or kept for the next time',
  { allow: away },
  async ({ page }) => {
    const id = await open(page);
    const [, second, third] = example().steps;
    // The page goes right after the last letter.
    await step(page, 1).fill('Open the app; the first note is shown');
    await page.goto('about:blank');
    await storedSteps(id, ['Open the app; the first note is shown', second, third]);
    // The server is not there when the page goes: the browser asks whether it may.
    await page.goto(`/scenarios/${id}`);
    await step(page, 2).waitFor();
    await rig.server.stop();
    await step(page, 2).fill('Tap a note; its text is shown');
    await page.getByText('Not saved').first().waitFor();
    const asked = page.waitForEvent('dialog').then((dialog) => dialog.accept().then(() => dialog.type()));
    await page.goto('about:blank');
    assert.equal(await asked, 'beforeunload');
    await rig.restart();
    await page.goto(`/scenarios/${id}`);
    await eventually(async () => assert.equal(await step(page, 2).inputValue(), 'Tap a note; its text is shown'));
    await storedSteps(id, ['Open the app; the first note is shown', 'Tap a note; its text is shown', third]);
    await saved(page);
  },
);

rig.test('a new scenario of which nothing is stored survives a reload, once', { allow: away }, async ({ page }) => {
  await page.goto('/scenarios/new');
  await page.getByLabel('Goal').fill('Only once');
  await page.reload();
  await saved(page);
  await eventually(async () => {
    const { scenarios } = (await rig.server.get('/api/v1/scenarios?text=Only+once')).json;
    assert.equal(scenarios.length, 1);
    assert.equal(idOf(page), scenarios[0].id);
  }, 'it is stored once');
});

rig.test("another window's change appears in a page that is not edited", async ({ page, also }) => {
  const id = await open(page);
  const other = (await also()).page;
  await other.goto(`/scenarios/${id}`);
  await step(other, 2).waitFor();
  await step(other, 1).fill('Theirs; it is shown');
  await eventually(async () => assert.equal(await step(page, 1).inputValue(), 'Theirs; it is shown'));
  await page.getByText('Updated by another window: Steps').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Undo' }).first().isDisabled(), true, 'it is not ours to undo');
  assert.equal(await other.getByText('Updated by another window').count(), 0, 'its own change is no news');
});

rig.test(
  'edits of different fields and steps are merged; the same step is chosen',
  { allow: [/status of 409/, /status of 412/] },
  async ({ page, also }) => {
    const id = await open(page);
    const [, second] = example().steps;
    const other = (await also()).page;
    await other.goto(`/scenarios/${id}`);
    await step(other, 2).waitFor();
    const release = await holdSaves(page, id);
    await step(page, 1).fill('Mine; it is shown');
    await page.getByLabel('Title', { exact: true }).fill('My title');
    await page.getByText('Saving…').waitFor();
    await step(other, 3).fill('Theirs; it is shown');
    await step(other, 1).fill('Theirs too; it is shown');
    await storedSteps(id, ['Theirs too; it is shown', second, 'Theirs; it is shown']);
    release();

    const conflict = page.getByRole('region', { name: 'Changed here and in another window' });
    const row = conflict.getByRole('listitem', { name: 'Step 1' });
    await row.getByText('Theirs too; it is shown').waitFor();
    assert.equal(await conflict.getByRole('listitem').count(), 1, 'all else is merged');
    assert.deepEqual(await stepsShown(page), ['Mine; it is shown', second, 'Theirs; it is shown']);
    assert.equal(await page.getByLabel('Title', { exact: true }).inputValue(), 'My title');
    assert.equal((await stored(id)).name, undefined, 'nothing is stored before the choice');
    await accessible(page);
    await fitsWidth(page);
    await row.getByRole('button', { name: 'Keep mine: Step 1' }).click();
    await conflict.waitFor({ state: 'hidden' });
    await storedSteps(id, ['Mine; it is shown', second, 'Theirs; it is shown']);
    assert.equal((await stored(id)).name, 'My title');
    await eventually(async () => assert.equal(await step(other, 1).inputValue(), 'Mine; it is shown'));
  },
);

rig.test('the step of the address has the cursor', async ({ page }) => {
  const id = await rig.addScenario(example({ steps: Array.from({ length: 40 }, (_, at) => `Row ${at + 1} is shown`) }));
  await page.goto(`/scenarios/${id}?step=38`);
  await step(page, 38).and(page.locator(':focus')).waitFor();
  assert.ok(
    await step(page, 38).evaluate((field) => {
      const { top, bottom } = field.getBoundingClientRect();
      return top > 60 && bottom < window.innerHeight;
    }),
    'it is in the window',
  );
});

rig.test('a scenario that somebody has removed can be stored again', { allow: [/status of 404/] }, async ({ page }) => {
  const id = await open(page);
  const release = await holdSaves(page, id);
  await step(page, 1).fill('Open it; it is shown');
  await page.getByText('Saving…').waitFor();
  assert.equal((await rig.ask('DELETE', `/api/v1/scenarios/${id}`)).status, 204);
  release();
  await page.getByRole('button', { name: 'Save as new scenario' }).click();
  await saved(page);
  await eventually(() => assert.ok(idOf(page) && idOf(page) !== id, 'it has another address'));
  await storedSteps(idOf(page), ['Open it; it is shown', ...example().steps.slice(1)]);
  await page.goto(`/scenarios/${id}`);
  await page.getByText('Scenario not found').waitFor();
});

rig.test('a refusal of the server is shown in its words', { allow: [/status of 400/] }, async ({ page }) => {
  const id = await open(page);
  await page.getByLabel('App', { exact: true }).fill('x'.repeat(5000));
  await page.getByText(/Not saved: .*packageName.* at most/).waitFor();
  await page.getByLabel('App', { exact: true }).fill('com.example.other');
  await saved(page);
  assert.equal((await stored(id)).packageName, 'com.example.other');
});

rig.test('duplicate, save as a file, remove with a way back', async ({ page }) => {
  const id = await open(page, example({ name: 'One: "of" / many' }));
  const choose = async (name) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const [file] = await Promise.all([page.waitForEvent('download'), choose('Download')]);
  assert.equal(file.suggestedFilename(), 'One-of-many.json');
  const text = fs.readFileSync(await file.path(), 'utf8');
  assert.deepEqual(JSON.parse(text), example({ name: 'One: "of" / many' }));

  await choose('Duplicate');
  await page.getByRole('heading', { name: 'One: "of" / many (copy)' }).waitFor();
  const copy = idOf(page);
  assert.notEqual(copy, id);
  assert.deepEqual((await stored(copy)).steps, example().steps);

  await choose('Delete');
  const list = page.getByRole('list', { name: 'Scenarios' });
  await list.getByRole('link', { name: 'One: "of" / many', exact: true }).waitFor();
  assert.equal(await list.getByRole('link', { name: 'One: "of" / many (copy)' }).count(), 0);
  await page.getByRole('status').filter({ hasText: 'Deleted' }).getByRole('button', { name: 'Undo' }).click();
  await list.getByRole('link', { name: 'One: "of" / many (copy)' }).click();
  await step(page, 3).waitFor();
  assert.equal(idOf(page), copy, 'it is the same one');
  await choose('Delete');
  await list.waitFor();
  await page.reload();
  await eventually(async () => assert.equal((await rig.server.get(`/api/v1/scenarios/${copy}`)).status, 404));
});

rig.test('a run is started from here and watched at once; it is then among the last runs', async ({ page }) => {
  const id = await rig.importSample();
  await page.goto(`/scenarios/${id}`);
  await page.getByRole('textbox', { name: 'Title' }).fill('The sample');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.waitForURL(/\/runs\/[^/]+$/);
  const run = page.url().match(/runs\/([^/?]+)/)[1];
  const { json } = await rig.server.get(`/api/v1/runs/${run}`);
  assert.equal(json.name, 'The sample', 'it is saved before it is run');
  await page.goBack();
  const runs = page.getByRole('region', { name: 'Recent runs' });
  await rig.ended(run);
  await runs.getByRole('link').filter({ hasText: 'Pass' }).click();
  await page.waitForURL(`**/runs/${run}`);
});

rig.test('an element clicked on the device becomes a step, at the place of the cursor', async ({ page }) => {
  const [device] = rig.devices;
  await device.shell('pm clear com.example.notes');
  await device.shell('monkey -p com.example.notes -c android.intent.category.LAUNCHER 1');
  const id = await open(page, example({ steps: ['The welcome page is shown', 'The list is shown'] }));
  await step(page, 1).focus();
  await page.getByRole('button', { name: 'Pick from device' }).click();
  const panel = page.getByRole('region', { name: 'Pick from device' });
  await panel
    .getByRole('listbox', { name: 'Elements on the screen' })
    .getByRole('option', { name: /Log in/ })
    .click();
  const element = panel.getByRole('region', { name: 'Selected element' });
  await element.getByRole('button', { name: 'Add check: Check that “Log in” is shown' }).click();
  await page.getByText('Added as step 2: Check that “Log in” is shown').waitFor({ state: 'attached' });
  await storedSteps(id, ['The welcome page is shown', 'Check that “Log in” is shown', 'The list is shown']);
  await accessible(page);
  await fitsWidth(page);
  await panel.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await storedSteps(id, ['The welcome page is shown', 'The list is shown']);
});

rig.test('its recording is shown, saved with it, and can be forgotten', async ({ page }) => {
  const id = await rig.importSample();
  await page.goto(`/scenarios/${id}`);
  const recording = page.getByRole('region', { name: 'Recording' });
  await recording
    .getByText(/22 calls|22/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download' }).click(),
  ]);
  assert.equal(JSON.parse(fs.readFileSync(await download.path(), 'utf8')).recording.calls.length, 22);
  await accessible(page);
  await recording.getByRole('button', { name: 'Delete recording' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete recording' }).click();
  await recording.waitFor({ state: 'hidden' });
  assert.equal((await rig.server.get(`/api/v1/scenarios/${id}/recording`)).status, 204);
});

rig.test('a new one has the app of the settings, and is stored only once something is written', async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem('mobile-tester-agent', JSON.stringify({ packageName: 'com.example.usual' })),
  );
  await page.goto('/scenarios/new');
  assert.equal(await page.getByRole('textbox', { name: 'App' }).inputValue(), 'com.example.usual');
  const before = (await rig.server.get('/api/v1/scenarios?limit=500')).json.scenarios.length;
  await page.getByRole('link', { name: 'Scenarios', exact: true }).click();
  await page.getByRole('list', { name: 'Scenarios' }).waitFor();
  assert.equal((await rig.server.get('/api/v1/scenarios?limit=500')).json.scenarios.length, before);
  await page.getByRole('link', { name: 'New scenario' }).click();
  await page.getByLabel('Goal').fill('The usual');
  await saved(page);
  assert.equal((await stored(idOf(page))).packageName, 'com.example.usual');
});

rig.test('the start is chosen, stored, and there after a reload', async ({ page }) => {
  const id = await open(page);
  const section = () => page.locator('summary', { hasText: 'Start conditions' });
  await section().click();
  const field = (name) => page.getByLabel(name, { exact: true });
  await field('Before the run').selectOption('Reinstall the app');
  await page.getByText('Enter the APK to install').waitFor();
  assert.equal((await stored(id)).reset, undefined, 'what the server would refuse is not sent');
  await field('APK to install').fill('app-debug.apk');
  await page.getByText('Enter the APK to install').waitFor({ state: 'hidden' });
  await field('Screen orientation').selectOption('Landscape');
  // A half written value is reported at its field, and holds up nothing else.
  for (const [name, text, wrong] of [
    ['Link to open', 'notes://settings', 'Enter a link with its scheme'],
    ['Language', 'pt-BR', 'Enter a language tag'],
  ]) {
    await field(name).pressSequentially(text.slice(0, 1));
    await page.getByText(wrong).waitFor();
    await saved(page);
    await field(name).pressSequentially(text.slice(1));
    await page.getByText(wrong).waitFor({ state: 'hidden' });
  }
  await field('Permissions to grant').fill('CAMERA, my camera,');
  await page.getByText('Enter permission names').waitFor();
  await accessible(page);
  await page.getByRole('button', { name: 'Remove my camera' }).click();
  await field('Permissions to revoke').fill('android.permission.RECORD_AUDIO');
  await page.keyboard.press('Enter');
  await field('Setup steps').fill('Log in as demo@example.com\n\n  Close the tour ');
  await field('Cleanup steps').fill('Log out');
  const whole = {
    reset: 'reinstall',
    apk: 'app-debug.apk',
    orientation: 'landscape',
    deepLink: 'notes://settings',
    locale: 'pt-BR',
    permissions: { grant: ['CAMERA'], revoke: ['android.permission.RECORD_AUDIO'] },
    setup: ['Log in as demo@example.com', 'Close the tour'],
    teardown: ['Log out'],
  };
  const start = async () => Object.fromEntries(Object.entries(await stored(id)).filter(([name]) => name in whole));
  await eventually(async () => assert.deepEqual(await start(), whole), 'the server has it');
  await saved(page);

  await page.reload();
  await step(page, 1).waitFor();
  assert.match(
    (await section().innerText()).replace(/\s+/g, ' '),
    /Start conditions Reinstall · notes:\/\/settings · Landscape · pt-BR · 2 permissions · 2 setup steps · 1 cleanup step/,
  );
  await section().click();
  const shown = () =>
    Promise.all(
      [
        'Before the run',
        'APK to install',
        'Screen orientation',
        'Link to open',
        'Language',
        'Setup steps',
        'Cleanup steps',
      ].map((name) => field(name).inputValue()),
    );
  assert.deepEqual(await shown(), [
    'reinstall',
    'app-debug.apk',
    'landscape',
    'notes://settings',
    'pt-BR',
    'Log in as demo@example.com\nClose the tour',
    'Log out',
  ]);
  for (const [name, word] of [
    ['Permissions to grant', 'CAMERA'],
    ['Permissions to revoke', 'android.permission.RECORD_AUDIO'],
  ])
    assert.deepEqual(await page.getByRole('list', { name }).getByRole('listitem').allInnerTexts(), [word]);
  await fitsWidth(page);

  // All of it is taken back.
  await field('Before the run').selectOption('Restart the app');
  await field('Screen orientation').selectOption('Unchanged');
  for (const name of ['APK to install', 'Link to open', 'Language', 'Setup steps', 'Cleanup steps'])
    await field(name).fill('');
  for (const word of ['CAMERA', 'android.permission.RECORD_AUDIO'])
    await page.getByRole('button', { name: `Remove ${word}` }).click();
  await eventually(async () => assert.deepEqual(await start(), {}), 'it starts as scenarios do');
});

rig.test('a missing condition of a run is shown with its remedy', { allow: [/status of 400/] }, async ({ page }) => {
  await open(page);
  await page.keyboard.press('r');
  await page
    .getByRole('status')
    .filter({ hasText: /no key for .*: set/ })
    .waitFor();
  await page.getByRole('button', { name: 'Run with…' }).click();
  await page
    .getByRole('dialog', { name: 'Run with…' })
    .getByText(/no key for .*: set/)
    .waitFor();
  await accessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Run with…' }).and(page.locator(':focus')).waitFor();
});

const hostile = '<img src=x onerror="globalThis.hurt=1"> \u202eevil\u202c \u0007 {{goal}} $t(close)';

rig.test(
  'texts with markup, control characters and other directions are shown and stored as they are',
  { allow: [] },
  async ({ page }) => {
    const id = await open(page, {
      goal: hostile,
      name: hostile,
      packageName: 'com.example.notes',
      steps: [hostile],
      tags: [hostile],
    });
    assert.equal(await step(page, 1).inputValue(), hostile.trim());
    await page.getByRole('heading', { level: 1 }).getByText('U+202E').waitFor();
    await step(page, 1).focus();
    await page.keyboard.press('End');
    await page.keyboard.type('; it is shown');
    await storedSteps(id, [`${hostile}; it is shown`]);
    assert.equal((await stored(id)).goal, hostile);
    await page.getByRole('button', { name: 'Delete step 1' }).click();
    await page.getByText('Step 1 deleted').waitFor();
    assert.equal(await page.evaluate(() => globalThis.hurt), undefined);
    await fitsWidth(page);
  },
);
