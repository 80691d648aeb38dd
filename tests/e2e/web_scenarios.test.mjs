// The page of all scenarios in a real browser: found, run, imported, exported.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { accessible, eventually, fitsWidth, startRig } from './browser.mjs';
import { startAdbServer, startVirtual, temporaryFolder } from './lib.mjs';
import { startServer } from './tester_rig.mjs';

const rig = await startRig({ model: true });
const sample = 'Notes: write a note and find it';

const list = (page) => page.getByRole('list', { name: 'Scenarios' });
const row = (page, name) =>
  list(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) });
const all = async (query = '') => (await rig.server.get(`/api/v1/scenarios?limit=500${query}`)).json.scenarios;
const names = (page) =>
  list(page)
    .getByRole('listitem')
    .evaluateAll((rows) => rows.map((each) => each.querySelector('a').textContent));
const example = (name, more = {}) => ({
  name,
  goal: `${name} works`,
  packageName: 'com.example.notes',
  steps: ['Open it; it is shown'],
  ...more,
});

async function removeAll() {
  for (const { id } of await all()) assert.equal((await rig.ask('DELETE', `/api/v1/scenarios/${id}`)).status, 204);
}

function file(name, text) {
  const where = path.join(temporaryFolder(), name);
  fs.writeFileSync(where, text);
  return where;
}

rig.test('an empty page teaches; the sample runs by a click and passes without a model', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('heading', { name: 'Try it now, no key needed' }).waitFor();
  await page.getByRole('status').getByText('Connected').waitFor();
  assert.equal(await page.getByRole('region', { name: 'What is missing' }).count(), 0, 'the card says it');
  await accessible(page);
  await page.getByRole('button', { name: 'Run the sample' }).click();
  await page.waitForURL(/\/runs\//);
  await page.goto('/');
  const scenario = row(page, sample);
  await scenario.getByRole('img', { name: /Last run: 1 passed/ }).waitFor();
  await scenario.getByText('100%').waitFor();
  await scenario.getByRole('button', { name: `Run “${sample}”`, exact: true }).click();
  // An idle device takes it at once: before the answer, or after it.
  await page
    .getByRole('status')
    .filter({ hasText: /Run started|Queued/ })
    .getByRole('link', { name: 'Watch' })
    .waitFor();
  await scenario.getByRole('img', { name: /Last 2 runs: 2 passed/ }).waitFor();
  await accessible(page);
});

// It has a device of its own: after the end of a run, a server keeps the device for a moment.
const keylessAdb = await startAdbServer();
await startVirtual(keylessAdb);
const keyless = await startServer(keylessAdb);

rig.test(
  'without a key the page says which is missing; a recording is run all the same, and nothing else is',
  { url: () => keyless.url, allow: [/status of 400/] },
  async ({ page }) => {
    assert.equal((await keyless.post('/api/v1/scenarios', example('Search'))).status, 201);
    await page.goto('/');
    await page.getByRole('region', { name: 'What is missing' }).getByText('DEEP_SEEK_KEY').first().waitFor();
    await rig.importSample(undefined, keyless);
    await row(page, sample).waitFor();
    await row(page, 'Search').getByRole('button', { name: 'Run “Search”', exact: true }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /no key for/ })
      .waitFor();
    await row(page, sample)
      .getByRole('button', { name: `Run “${sample}”`, exact: true })
      .click();
    await row(page, sample)
      .getByRole('img', { name: /Last run: 1 passed/ })
      .waitFor();
  },
);

rig.test('a run that has to wait says so beforehand, takes the chosen model, and can be stopped', async ({ page }) => {
  let free;
  const held = new Promise((resolve) => {
    free = resolve;
  });
  const holder = await rig.scriptedRun({
    wait: false,
    script: async () => {
      await held;
      return { text: 'Step 1: UNVERIFIED' };
    },
  });
  await eventually(async () => assert.equal((await rig.server.get(`/api/v1/runs/${holder}`)).json.state, 'running'));
  await page.goto('/');
  const scenario = row(page, sample);
  await scenario.getByRole('button', { name: `Run “${sample}” with…` }).click();
  const dialog = page.getByRole('dialog', { name: 'Run with…' });
  await dialog.getByLabel('Device').selectOption(rig.devices[0].serial);
  await dialog.getByText('Will be queued behind 1 run.').waitFor();
  await dialog.getByLabel('Model').selectOption('Opus55');
  await accessible(page);
  await dialog.getByRole('button', { name: 'Run' }).click();
  await scenario.getByRole('link', { name: 'Queued' }).waitFor();
  const { runs } = (await rig.server.get('/api/v1/status')).json;
  const waiting = runs.find((run) => run.state === 'queued');
  assert.equal((await rig.server.get(`/api/v1/runs/${waiting.id}`)).json.profile, 'Opus55');
  await rig.server.post(`/api/v1/runs/${waiting.id}/stop`);
  await scenario.getByRole('link', { name: 'No verdict' }).waitFor();
  free();
  await rig.ended(holder);
  await scenario.getByRole('img', { name: /Last 3 runs: 2 passed/ }).waitFor();
  await scenario.getByText('100%').waitFor();
});

rig.test('found by text, tag and last verdict, which the address keeps', async ({ page }) => {
  await removeAll();
  await rig.addScenario(example('Login', { tags: ['smoke', 'auth'] }));
  await rig.addScenario(example('Logout', { tags: ['auth'] }));
  await rig.addScenario(example('Search', { tags: ['smoke'], packageName: '' }));
  await page.goto('/');
  await list(page).waitFor();
  assert.deepEqual(await names(page), ['Search', 'Logout', 'Login']);
  await row(page, 'Search').getByText('To run this, add: an app').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('log');
  await eventually(async () => assert.deepEqual(await names(page), ['Logout', 'Login']));
  assert.equal(new URL(page.url()).search, '?text=log');
  await row(page, 'Login').getByRole('button', { name: 'smoke' }).click();
  await eventually(async () => assert.deepEqual(await names(page), ['Login']));
  assert.equal(await page.getByRole('combobox', { name: 'Tag' }).inputValue(), 'smoke');
  await page.reload();
  await eventually(async () => assert.deepEqual(await names(page), ['Login']));
  await page.getByRole('combobox', { name: 'Last run' }).selectOption('PASS');
  await page.getByRole('heading', { name: 'No matching scenarios' }).waitFor();
  assert.equal(new URL(page.url()).search, '?text=log&tag=smoke&verdict=PASS');
  await accessible(page);
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await eventually(async () => assert.deepEqual(await names(page), ['Search', 'Logout', 'Login']));
  assert.equal(new URL(page.url()).search, '');
  await page.getByRole('combobox', { name: 'Last run' }).selectOption('NONE');
  await eventually(async () => assert.equal((await names(page)).length, 3));
});

rig.test('a row shows its tags whole, and a figure that is on its way as such', async ({ page }) => {
  await removeAll();
  await rig.addScenario(example('Tagged', { tags: ['a rather long tag', 'another long tag', 'third', 'fourth'] }));
  let release;
  const gate = new Promise((resolve) => {
    release = resolve;
  });
  await page.route(/\/api\/v1\/stats/, async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto('/');
  const waits = row(page, 'Tagged').locator('[class*="waits"]');
  await waits.first().waitFor();
  const cut = await row(page, 'Tagged').evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return [...element.querySelectorAll('button')].filter((tag) => {
      const box = tag.getBoundingClientRect();
      return box.top < top || box.bottom > bottom;
    }).length;
  });
  assert.equal(cut, 0);
  await row(page, 'Tagged').getByText('+2').waitFor();
  release();
  await waits.first().waitFor({ state: 'detached' });
  await removeAll();
  for (const [name, tags] of [
    ['Login', ['smoke', 'auth']],
    ['Logout', ['auth']],
    ['Search', ['smoke']],
  ])
    await rig.addScenario(example(name, { tags }));
});

rig.test('j and k walk, Enter opens, r runs, and none of it while somebody types', async ({ page }) => {
  await page.goto('/');
  await row(page, 'Login').waitFor();
  const here = () => page.evaluate(() => document.activeElement?.textContent);
  const walk = async (key, name) => {
    await page.keyboard.press(key);
    await eventually(async () => assert.equal(await here(), name));
  };
  await walk('j', 'Search');
  await walk('j', 'Logout');
  await walk('j', 'Login');
  await walk('j', 'Login');
  await walk('k', 'Logout');
  rig.script = () => ({ text: 'Step 1: UNVERIFIED' });
  await page.keyboard.press('r');
  await page
    .getByRole('status')
    .filter({ hasText: /Run started|Queued/ })
    .getByRole('link', { name: 'Watch' })
    .waitFor();
  const {
    json: { runs },
  } = await rig.server.get('/api/v1/runs?limit=1');
  assert.equal((await rig.ended(runs[0].id)).goal, 'Logout works');
  await page.keyboard.press('/');
  await page.keyboard.type('jkr');
  assert.equal(await page.getByRole('searchbox').inputValue(), 'jkr');
  await page.getByRole('searchbox').fill('');
  await eventually(async () => assert.equal((await names(page)).length, 3));
  await page.keyboard.press('Escape');
  await walk('j', 'Search');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor();
});

rig.test(
  'files come in our shape and in Firestore’s; a wrong one is told with its line, and nothing of it comes',
  { allow: [/status of 400/] },
  async ({ page }) => {
    await removeAll();
    await page.goto('/');
    const picker = page.locator('input[type=file]').first();
    const told = page.getByRole('status', { name: 'Import result' });
    await picker.setInputFiles(file('broken.json', '{"scenarios": [\n  {"goal": "x"},\n  {"goal": \n}'));
    await told.getByText(/^broken\.json, line 4: /).waitFor();
    await picker.setInputFiles(
      file('second.json', JSON.stringify([example('Right'), example('Wrong', { steps: 'all' })], null, 1)),
    );
    const line = JSON.stringify([example('Right'), 0], null, 1).split('\n').length - 1;
    await told.getByText(new RegExp(`^second\\.json, line ${line}: .*scenario 2.*steps`)).waitFor();
    await picker.setInputFiles(file('note.txt', 'Log in'));
    await told.getByText(/^note\.txt, line 1: /).waitFor();
    assert.deepEqual(await all(), []);

    const firestore = {
      documents: [
        {
          name: 'projects/p/databases/(default)/documents/testScenarios/a',
          fields: {
            goal: { stringValue: 'From Firestore' },
            name: { stringValue: 'From Firestore' },
            steps: {
              arrayValue: {
                values: [
                  {
                    mapValue: {
                      fields: { id: { integerValue: '1' }, description: { stringValue: 'Tap it; it is shown' } },
                    },
                  },
                ],
              },
            },
          },
        },
      ],
    };
    await picker.setInputFiles([
      file('ours.json', JSON.stringify({ scenarios: [example('One', { tags: ['a'] }), example('Two')] })),
      file('theirs.json', JSON.stringify(firestore)),
    ]);
    await told.getByText('ours.json: Imported 2 scenarios.').waitFor();
    await told.getByText('theirs.json: Imported 1 scenario.').waitFor();
    await row(page, 'From Firestore').getByText('To run this, add: an app').waitFor();
    await accessible(page);
    await told.getByRole('button', { name: 'Close' }).click();

    // All out and in again, in both shapes.
    const before = (await all()).map(({ name, goal, steps, tags }) => ({ name, goal, steps, tags }));
    for (const [title, suggested] of [
      ['JSON with recordings', 'scenarios.json'],
      ['Firestore documents', 'scenarios.json'],
    ]) {
      await page.getByRole('button', { name: 'Export' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: title }).click(),
      ]);
      await page.keyboard.press('Escape');
      assert.equal(download.suggestedFilename(), suggested);
      const where = file(suggested, fs.readFileSync(await download.path(), 'utf8'));
      await removeAll();
      await page.reload();
      await page.getByRole('heading', { name: 'Try it now, no key needed' }).waitFor();
      await picker.setInputFiles(where);
      await told.getByText('Imported 3 scenarios.').waitFor();
      const after = (await all()).map(({ name, goal, steps, tags }) => ({ name, goal, steps, tags }));
      assert.deepEqual(
        new Set(after.map((each) => JSON.stringify(each))),
        new Set(before.map((each) => JSON.stringify(each))),
      );
    }
  },
);

rig.test('a file that is dropped on the page is imported', async ({ page }) => {
  await removeAll();
  await page.goto('/');
  await page.getByRole('button', { name: 'Run the sample' }).waitFor();
  const transfer = await page.evaluateHandle(
    (text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'dropped.json', { type: 'application/json' }));
      return data;
    },
    JSON.stringify(example('Dropped')),
  );
  await page.dispatchEvent('main', 'dragover', { dataTransfer: transfer });
  await page.getByText('Drop scenario and flow files here').waitFor();
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
  await page.getByText('dropped.json: Imported 1 scenario.').waitFor();
  await row(page, 'Dropped').waitFor();
});

rig.test('thousands of scenarios: all are reached, and only those in view are in the page', async ({ page }) => {
  const many = Array.from({ length: 2200 }, (_, at) => example(`Number ${at + 1}`, { tags: [`t${at % 7}`, 'many'] }));
  await page.goto('/');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(file('many.json', JSON.stringify(many)));
  await page.getByText('many.json: Imported 2200 scenarios.').waitFor();
  await row(page, 'Number 2200').waitFor();
  const most = [];
  await page.mouse.move(600, 500);
  await eventually(async () => {
    await page.mouse.wheel(0, 12000);
    most.push(await list(page).getByRole('listitem').count());
    assert.equal(await row(page, 'Number 1').count(), 1);
  }, 'the last one is reached');
  assert.ok(Math.max(...most) < 100, `${Math.max(...most)} rows at once`);
});

const hostile = '<img src=x onerror="globalThis.hurt=1"> \u202eevil\u202c \u0007';

rig.test(
  'hostile names, tags and files are shown and never run',
  { width: 360, theme: 'dark', allow: [/status of 400/] },
  async ({ page }) => {
    await removeAll();
    await rig.addScenario(example(hostile, { tags: [hostile, 'x'.repeat(200)], packageName: 'a'.repeat(200) }));
    await rig.addScenario(example(`${'long '.repeat(60)}${'x'.repeat(150)}`.slice(0, 250)));
    await page.goto('/');
    await list(page).getByText('U+202E').first().waitFor();
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(
        file('a<b>&"\u202e.json', JSON.stringify({ goal: 'x', steps: [hostile], budgets: { [hostile]: 1 } })),
      );
    await page.getByText('unknown budget').waitFor();
    assert.equal(await page.evaluate(() => globalThis.hurt), undefined);
    await fitsWidth(page);
    await accessible(page);
  },
);

rig.test('all words are there in French', { locale: 'fr-FR', width: 390 }, async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Nouveau scénario' }).click();
  await page.getByRole('heading', { name: 'Étapes' }).waitFor();
  await page.getByText('Enregistrement automatique').waitFor();
  await fitsWidth(page);
});
