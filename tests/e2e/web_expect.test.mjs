// Expectations below the steps of a scenario: compiled, written, pinned, kept.
import assert from 'node:assert/strict';
import { accessible, eventually, fitsWidth, startRig } from './browser.mjs';
import { openScenario } from './web_pages.mjs';

const rig = await startRig({ model: true });
const compiled = { steps: [
  { step: 1, expect: [{ shown: 'the list of notes' }, { text: 'Groceries' }] },
  { step: 2, expect: [{ sum: ['Milk', 'Bread'], near: 'Total' }] },
  { step: 3, expect: [] },
] };
rig.mock.options.compile = () => compiled;

const scenario = { goal: 'Notes can be read', packageName: 'com.example.notes', steps: ['Open the app; the list of notes with "Groceries" is shown', 'Tap it; the total is the sum of milk and bread', 'Go back'] };
const stored = async (id) => (await rig.server.get(`/api/v1/scenarios/${id}`)).json;
const expected = async (id) => (await stored(id)).steps.map((step) => (step.expect ?? []).map(({ words }) => words));
const list = (page, number) => page.getByRole('list', { name: `Expected after step ${number}` });

async function open(page, more = {}) {
  const id = await rig.addScenario({ profile: rig.mock.profile, ...scenario, ...more });
  await openScenario(page, id);
  await page.getByRole('textbox', { name: 'Step 1', exact: true }).waitFor();
  return id;
}

rig.test('expectations are compiled once, in plain words, and steps without any say so', async ({ page }) => {
  const id = await open(page);
  const asked = rig.mock.compiles.length;
  await page.getByRole('button', { name: 'Compile expectations' }).click();
  await list(page, 1).getByText('the list of notes is shown').waitFor();
  await list(page, 2).getByText('the amount near “Total” is the sum of those near “Milk”, “Bread”').waitFor();
  await page.getByText('Nothing to check: say what should be seen').waitFor();
  assert.equal(rig.mock.compiles.length, asked + 1);
  const { system, user } = rig.mock.compiles.at(-1).turn;
  assert.ok(system.includes('never the app') && user.includes('Tap it; the total is the sum of milk and bread'), user);
  assert.deepEqual(await expected(id), [['the list of notes is shown', '"Groceries" is visible'], ['the amount near "Total" is the sum of those near "Milk" and "Bread"'], []]);
  const { steps } = await stored(id);
  assert.deepEqual(steps[2], { description: 'Go back', checkable: false, note: 'nothing to check: say what should be seen' });
  await accessible(page);
  await fitsWidth(page);
});

rig.test('an expectation is written by the keyboard, edited, removed, and undone', async ({ page }) => {
  const id = await open(page, { steps: ['Open the app', 'Tap a note', 'Go back'] }); // which nothing has compiled
  await page.getByRole('button', { name: 'Add an expectation to step 3' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('An exact');
  await page.keyboard.press('Tab');
  await page.keyboard.type('three');
  await page.keyboard.press('Tab');
  await page.keyboard.type('note');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'Something is missing' }).waitFor();
  await accessible(page);
  await page.getByLabel('Number').fill('3');
  await page.keyboard.press('Enter');
  await list(page, 3).getByText('exactly 3 elements show “note”').waitFor();
  await eventually(async () => assert.deepEqual((await stored(id)).steps[2].expect, [{ count: 3, of: 'note', words: 'exactly 3 elements show "note"' }]), 'it is stored, and pinned');

  await page.getByRole('button', { name: 'Edit: exactly 3 elements show “note”' }).click();
  await page.getByLabel('What is expected').selectOption('A state');
  await page.getByRole('combobox', { name: 'State' }).selectOption('unchecked');
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await eventually(async () => assert.deepEqual(await expected(id), [[], [], ['"note" is unchecked']]), 'it was edited');

  await page.getByRole('button', { name: 'Remove: “note” is unchecked' }).click();
  await eventually(async () => assert.deepEqual(await expected(id), [[], [], []]), 'it was removed');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await eventually(async () => assert.deepEqual(await expected(id), [[], [], ['"note" is unchecked']]), 'it is back');
});

rig.test('what is pinned is kept when the steps have changed and are compiled again', async ({ page }) => {
  const id = await open(page);
  await page.getByRole('button', { name: 'Compile expectations' }).click();
  await page.getByRole('button', { name: 'Pin, so that compiling keeps it: “Groceries” is visible' }).click();
  await page.getByRole('button', { name: 'Unpin, so that compiling may replace it: “Groceries” is visible' }).waitFor();
  await page.getByRole('textbox', { name: 'Step 1', exact: true }).fill('Open the app; "Groceries" and "Travel" are shown');
  rig.mock.options.compile = () => ({ steps: [{ step: 1, expect: [{ text: 'Travel' }] }] });
  await page.getByRole('button', { name: 'Compile expectations' }).click();
  await list(page, 1).getByText('“Travel” is visible').waitFor();
  rig.mock.options.compile = () => compiled;
  assert.deepEqual(await expected(id), [['"Groceries" is visible', '"Travel" is visible'], [], []]);
});

rig.test('an answer that cannot be used says so and changes nothing', { allow: [/502/] }, async ({ page }) => {
  const id = await open(page, { steps: ['Open the app; it is shown'] });
  rig.mock.options.compile = () => ({ text: 'I cannot do that.', stop: 'done' });
  await page.getByRole('button', { name: 'Compile expectations' }).click();
  await page.getByText('the answer has no JSON').waitFor();
  rig.mock.options.compile = () => compiled;
  assert.deepEqual((await stored(id)).steps, ['Open the app; it is shown']);
});
