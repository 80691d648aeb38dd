// Expectations below the steps of a scenario: compiled, written, pinned, kept.
import assert from 'node:assert/strict';
import { accessible, eventually, fitsWidth, startRig } from './browser.mjs';
import { atEnd } from './lib.mjs';
import { inOrder } from './models/core.mjs';
import { notesPlan, steps } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { openScenario } from './web_pages.mjs';

// A second model's opinion of a step.
const opinion = { agrees: 'yes', reason: 'It is shown.' };
const second = await startProfile('deepseek', () => ({ text: JSON.stringify(opinion), stop: 'done' }));
atEnd(() => second.stop());
const rig = await startRig({ model: true, env: second.environment });
const compiled = {
  steps: [
    { step: 1, expect: [{ shown: 'the list of notes' }, { text: 'Groceries' }] },
    { step: 2, expect: [{ sum: ['Milk', 'Bread'], near: 'Total' }] },
    { step: 3, expect: [] },
  ],
};
rig.mock.options.compile = () => compiled;

const scenario = {
  goal: 'Notes can be read',
  packageName: 'com.example.notes',
  steps: [
    'Open the app; the list of notes with "Groceries" is shown',
    'Tap it; the total is the sum of milk and bread',
    'Go back',
  ],
};
const stored = async (id) => (await rig.server.get(`/api/v1/scenarios/${id}`)).json;
const expected = async (id) => (await stored(id)).steps.map((step) => (step.expect ?? []).map(({ words }) => words));
const list = (page, number) => page.getByRole('list', { name: `Expected after step ${number}` });
// A step shows its expectations in one line until it is opened.
const show = (page, number) =>
  page.getByRole('button', { name: `Expected after step ${number}`, expanded: false }).click();

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
  await show(page, 1);
  await list(page, 1).getByText('the list of notes is shown').waitFor();
  await show(page, 2);
  await list(page, 2).getByText('the amount near “Total” is the sum of those near “Milk” and “Bread”').waitFor();
  await page.getByText('Nothing to check. Add what you should see').waitFor();
  assert.equal(rig.mock.compiles.length, asked + 1);
  const { system, user } = rig.mock.compiles.at(-1).turn;
  assert.ok(system.includes('never the app') && user.includes('Tap it; the total is the sum of milk and bread'), user);
  assert.deepEqual(await expected(id), [
    ['the list of notes is shown', '"Groceries" is shown'],
    ['the amount near "Total" is the sum of those near "Milk" and "Bread"'],
    [],
  ]);
  const { steps } = await stored(id);
  assert.deepEqual(steps[2], {
    description: 'Go back',
    checkable: false,
    note: 'nothing to check: say what should be seen',
  });
  await accessible(page);
  await fitsWidth(page);
});

rig.test('an expectation is written by the keyboard, edited, removed, and undone', async ({ page }) => {
  // it was never compiled
  const id = await open(page, { steps: ['Open the app', 'Tap a note', 'Go back'] });
  await page.getByRole('button', { name: 'Add expectation to step 3' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Exact');
  await page.keyboard.press('Tab');
  await page.keyboard.type('three');
  await page.keyboard.press('Tab');
  await page.keyboard.type('note');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'Fill in every field' }).waitFor();
  await accessible(page);
  await page.getByLabel('Number').fill('3');
  await page.keyboard.press('Enter');
  await show(page, 3);
  await list(page, 3).getByText('exactly 3 elements show “note”').waitFor();
  await eventually(
    async () =>
      assert.deepEqual((await stored(id)).steps[2].expect, [
        { count: 3, of: 'note', words: 'exactly 3 elements show "note"' },
      ]),
    'it is stored, and pinned',
  );

  await page.getByRole('button', { name: 'Edit: exactly 3 elements show “note”' }).click();
  await page.getByLabel('Check', { exact: true }).selectOption('State');
  await page.getByRole('combobox', { name: 'State' }).selectOption('unchecked');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await eventually(
    async () => assert.deepEqual(await expected(id), [[], [], ['"note" is unchecked']]),
    'it was edited',
  );

  await page.getByRole('button', { name: 'Delete: “note” is unchecked' }).click();
  await eventually(async () => assert.deepEqual(await expected(id), [[], [], []]), 'it was removed');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await eventually(async () => assert.deepEqual(await expected(id), [[], [], ['"note" is unchecked']]), 'it is back');
});

rig.test('pinned expectations are kept when the steps have changed and are compiled again', async ({ page }) => {
  const id = await open(page);
  await page.getByRole('button', { name: 'Compile expectations' }).click();
  await show(page, 1);
  await page.getByRole('button', { name: 'Pin, so compiling keeps it: “Groceries” is shown' }).click();
  await page.getByRole('button', { name: 'Unpin, so compiling may replace it: “Groceries” is shown' }).waitFor();
  await page
    .getByRole('textbox', { name: 'Step 1', exact: true })
    .fill('Open the app; "Groceries" and "Travel" are shown');
  rig.mock.options.compile = () => ({ steps: [{ step: 1, expect: [{ text: 'Travel' }] }] });
  await page.getByRole('button', { name: 'Compile expectations' }).click();
  await list(page, 1).getByText('“Travel” is shown').waitFor();
  rig.mock.options.compile = () => compiled;
  assert.deepEqual(await expected(id), [['"Groceries" is shown', '"Travel" is shown'], [], []]);
});

rig.test('what is written and edited while the others are compiled stays beside them', async ({ page }) => {
  const id = await open(page, {
    steps: ['Open the app; "Groceries" and "Travel" are shown', 'Go back; "Compiled" is shown'],
  });
  rig.mock.options.compile = () => ({ steps: [{ step: 1, expect: [{ text: 'Groceries' }] }] });
  const asked = rig.mock.compiles.length;
  const compile = page.getByRole('button', { name: 'Compile expectations' });
  await compile.click();
  await show(page, 1);
  await page.getByRole('button', { name: 'Edit: “Groceries” is shown' }).click();
  await page.getByLabel('Text', { exact: true }).fill('Vegetables');

  const answer = Promise.withResolvers();
  rig.mock.options.compile = () => answer.promise;
  await compile.click();
  await eventually(() => assert.equal(rig.mock.compiles.length, asked + 2));
  await page.getByRole('button', { name: 'Add expectation to step 2' }).click();
  await page.getByLabel('Text', { exact: true }).last().fill('Written');
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  answer.resolve({
    steps: [
      { step: 1, expect: [{ text: 'Travel' }] },
      { step: 2, expect: [{ text: 'Compiled' }] },
    ],
  });
  await list(page, 1).getByText('“Travel” is shown').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await eventually(async () =>
    assert.deepEqual(await expected(id), [
      ['"Travel" is shown', '"Vegetables" is shown'],
      ['"Written" is shown', '"Compiled" is shown'],
    ]),
  );
  assert.equal(await page.getByRole('alert').count(), 0, 'nothing is left to choose');
  rig.mock.options.compile = () => compiled;
});

rig.test('an answer that cannot be used says so and changes nothing', { allow: [/502/] }, async ({ page }) => {
  const id = await open(page, { steps: ['Open the app; it is shown'] });
  rig.mock.options.compile = () => ({ text: 'I cannot do that.', stop: 'done' });
  await page.getByRole('button', { name: 'Compile expectations' }).click();
  await page.getByText('the answer has no JSON').waitFor();
  rig.mock.options.compile = () => compiled;
  assert.deepEqual((await stored(id)).steps, ['Open the app; it is shown']);
});

// The first step proves itself by what stays on screen from then on, the second
// by what comes only there; of the third one claim fails and one fits nothing.
const judged = {
  packageName: 'com.example.notes',
  goal: 'What came of expectations',
  steps: [
    {
      description:
        'Log in as demo@example.com with the password {{password}} and open the settings; "Synchronise" is shown',
      expect: ['Synchronise'],
    },
    {
      description: 'Switch the dark theme on and the back up too; both are checked',
      expect: [
        { state: 'checked', of: 'Dark theme' },
        { state: 'checked', of: 'Back up notes' },
      ],
    },
    {
      description: 'Look for "Nowhere"; the total is the sum of milk and bread',
      expect: ['Nowhere', { sum: ['Milk', 'Bread'], near: 'Total' }],
    },
  ],
};
const judgedScript = () =>
  inOrder(
    { calls: [steps.start()] },
    ...notesPlan[0].map((calls) => ({ calls })),
    { calls: [steps.tap('Settings', { selectorType: 'content-desc' }), steps.sees('Synchronise')] },
    { calls: [steps.done(1)] },
    ...['Oldest first', 'Title', 'Newest first', 'Dark theme', 'Back up notes'].map((name) => ({
      calls: [steps.tap(name)],
    })),
    { calls: [steps.done(2)] },
    { calls: [steps.sees('Nowhere')] },
    { calls: [steps.done(3)] },
    { text: 'Step 3: PASS' },
  );

rig.test(
  'a run shows beside each step how its expectations came out, and how strong the proof is',
  async ({ page }) => {
    const id = await rig.scriptedRun({ scenario: judged, script: judgedScript() });
    const {
      json: {
        steps: [first, second, third],
      },
    } = await rig.server.get(`/api/v1/runs/${id}`);
    assert.deepEqual(
      [first.weakProof, second.weakProof, second.proofHeldOn, third.proofHeldOn],
      [true, undefined, 0, undefined],
    );
    const weak = `Weak proof: also true on ${first.proofHeldOn} of ${first.proofScreens} other screens`;
    await page.goto(`/runs/${id}?step=1`);
    const row = (number) => page.getByRole('option', { name: new RegExp(`^Step ${number}`) });
    await row(1).getByText(weak).waitFor();
    await row(1).getByText('1 of 1 expectation passed').waitFor();
    await row(2).getByText('2 of 2 expectations passed').waitFor();
    assert.equal(await row(2).getByText(/proof/).count(), 0, 'a strong one is nothing to look at');

    const details = page.getByRole('region', { name: 'Details' });
    await details.getByText(weak).waitFor();
    await details
      .getByText(`This check also passed on ${first.proofHeldOn} of ${first.proofScreens} other screens of the run.`)
      .waitFor();
    const shown = () =>
      details
        .getByRole('list')
        .filter({ has: page.getByText('Total') })
        .getByRole('listitem')
        .allInnerTexts();
    await page.goto(`/runs/${id}?step=3`);
    await row(3).getByText('0 of 2 expectations passed').waitFor();
    assert.equal(
      await row(3)
        .getByText(/proof:|strong/)
        .count(),
      0,
      'what did not pass has no proof',
    );
    await eventually(async () =>
      assert.deepEqual(
        (await shown()).map((text) =>
          text
            .split(/\s*\n+/)
            .join(' | ')
            .replace(/ (Failed|No match) ?\|?/, ' | $1 |'),
        ),
        [
          '“Nowhere” is shown | Failed | "Nowhere" is not on the screen',
          'the amount near “Total” is the sum of those near “Milk” and “Bread” | No match | looked for "Total", ' +
            'and nothing on the screen has it',
        ],
      ),
    );
    await accessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await fitsWidth(page);

    // The paper has them too.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ media: 'print' });
    const paper = page.getByRole('article');
    await paper
      .getByRole('heading', { name: /Step 1/ })
      .getByText(weak)
      .waitFor();
    await paper.getByText('looked for "Total", and nothing on the screen has it').waitFor();
  },
);

rig.test('a weak proof that does not suffice is shown as what it is', { locale: 'fr-FR' }, async ({ page }) => {
  const { json: config } = await rig.server.get('/api/v1/config');
  await rig.ask('PUT', '/api/v1/config', { ...config, strongProofs: true });
  const id = await rig.scriptedRun({ scenario: judged, script: judgedScript() });
  await rig.ask('PUT', '/api/v1/config', config);
  await page.goto(`/runs/${id}?step=1`);
  const step = page.getByRole('option', { name: /^Étape 1/ });
  await step.getByText('Non vérifié').waitFor();
  await step.getByText(/^Preuve faible.: vraie aussi sur \d+ autres écrans sur \d+$/).waitFor();
});

rig.test("a second model's opinion is beside its step", async ({ page }) => {
  const { json: config } = await rig.server.get('/api/v1/config');
  await rig.ask('PUT', '/api/v1/config', { ...config, secondModel: 'DeepSeekV4Flash' });
  const shown = async () => {
    const id = await rig.scriptedRun({ scenario: judged, script: judgedScript() });
    await page.goto(`/runs/${id}?step=2`);
    return page.getByRole('region', { name: 'Details' });
  };
  await (await shown()).getByText('Agrees: It is shown.').waitFor();
  Object.assign(opinion, { agrees: 'no', reason: 'It shows <b>another</b> setting.' });
  const details = await shown();
  await details.getByText('Doubts it: It shows <b>another</b> setting.').waitFor();
  await page
    .getByRole('option', { name: /^Step 2/ })
    .getByText('Unverified')
    .waitFor();
  await accessible(page);
  await rig.ask('PUT', '/api/v1/config', config);
});
