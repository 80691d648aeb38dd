// web_settings.test.mjs: the pages settings and about, and what they say is missing
import assert from 'node:assert/strict';
import http from 'node:http';
import { accessible, eventually, fitsWidth, startRig, tabTo } from './browser.mjs';

const secret = 'sk-ant-0123456789abcdefghij-3f2';
const rig = await startRig({ model: true });
const config = async () => (await rig.server.get('/api/v1/config')).json;
const profile = async (id) => (await rig.server.get(`/api/v1/profiles/${id}`)).json;
const saved = (page) =>
  eventually(
    async () => assert.equal(await page.getByText('All changes saved').isVisible(), true),
    'the page says that it is saved',
  );

rig.test('each field of the configuration is saved as it is changed', async ({ page }) => {
  await page.goto('/settings');
  const runs = page.getByRole('region', { name: 'Runs', exact: true });
  const model = page.getByRole('region', { name: 'Model', exact: true });
  await model.getByLabel('Model for runs').selectOption('Haiku55');
  await model.getByLabel('Temperature').fill('0,5');
  await model.getByLabel('Second opinion').selectOption('Opus47');
  await runs.getByLabel('Sensitive actions').selectOption('pause');
  for (const name of [
    'Log',
    'Screenshots',
    'Video',
    'Token usage in the log',
    'Stream answers',
    'Replay recordings',
    'Strong proof only',
  ])
    await runs.getByRole('checkbox', { name, exact: true }).click();
  const limits = page.getByRole('region', { name: 'Run limits' });
  assert.equal(await page.getByLabel(/calls/i).count(), 1, 'one limit of the calls');
  await limits.getByLabel('Max. model calls').fill('33');
  await limits.getByLabel('Tokens, in and out').fill('400000');
  await limits.getByLabel('Cost in US dollars').fill('0.25');
  await limits.getByLabel('Minutes').fill('10');
  await limits.getByLabel('Minutes').press('Enter');
  await eventually(
    async () =>
      assert.deepEqual(await config(), {
        executorInfoId: 'Haiku55',
        llmTemperature: 0.5,
        maxAgentIterations: 33,
        logTokensConsumption: false,
        logsEnabled: false,
        screenshotsEnabled: false,
        recordingEnabled: true,
        stream: false,
        replay: false,
        strongProofs: true,
        secondModel: 'Opus47',
        guardedActions: 'pause',
        budgets: { tokens: 400000, costUsd: 0.25, minutes: 10 },
      }),
    'the server has all of it',
  );
  await saved(page);
  await page.reload();
  assert.equal(await model.getByLabel('Temperature').inputValue(), '0.5');
  assert.equal(await runs.getByRole('checkbox', { name: 'Video' }).isChecked(), true);
  await limits.getByLabel('Minutes').fill('');
  await limits.getByLabel('Minutes').press('Enter');
  await eventually(
    async () => assert.deepEqual((await config()).budgets, { tokens: 400000, costUsd: 0.25 }),
    'an empty field is no limit',
  );
});

rig.test(
  'a refusal of the server is shown at its field, and the value saved once it is right',
  { allow: [/400/] },
  async ({ page }) => {
    await page.goto('/settings');
    const temperature = page.getByLabel('Temperature');
    const was = (await config()).llmTemperature;
    await temperature.fill('99');
    await temperature.press('Enter');
    await page.getByText("'llmTemperature' must be a number from 0 to 10").waitFor();
    assert.equal(await temperature.getAttribute('aria-invalid'), 'true');
    assert.match(
      await temperature.evaluate(
        (field) => document.getElementById(field.getAttribute('aria-describedby').split(' ').at(-1)).textContent,
      ),
      /from 0 to 10/,
    );
    await page.getByText('A value was not accepted').waitFor();
    await accessible(page);
    const tokens = page.getByLabel('Tokens, in and out');
    await tokens.fill('many');
    await tokens.press('Enter');
    await page.getByText("budget 'tokens' must be a whole number, 0 or more").waitFor();
    assert.equal((await config()).llmTemperature, was);
    await temperature.fill(String(was));
    await temperature.press('Enter');
    await tokens.fill('5000');
    await tokens.press('Enter');
    await saved(page);
    assert.equal((await config()).budgets.tokens, 5000);
  },
);

const card = (page, name) => page.getByRole('region', { name, exact: true });

rig.test('a key is given once for all models of a provider, and never shown again', async ({ page }) => {
  await page.goto('/settings#providers');
  const google = card(page, 'Google');
  await google.getByText('Not configured').waitFor();
  await google.getByLabel('API key').fill(secret);
  assert.equal(await google.getByLabel('API key').getAttribute('type'), 'password');
  // The real address is not asked: another one is typed first.
  await google.getByRole('button', { name: 'Change key and address of Google' }).click();
  await google.getByLabel('Address', { exact: true }).fill('http://127.0.0.1:1');
  await google.getByLabel('API key').fill(secret);
  await google.getByRole('button', { name: 'Save and test' }).click();
  await google.getByText('Nothing listens there', { exact: true }).waitFor();
  await google.getByText(/connection refused at http:\/\/127\.0\.0\.1:1/).waitFor();
  await google.getByText('…3f2 (saved here)').waitFor();
  for (const id of ['Gemini3Pro', 'Gemini38Flash']) assert.equal((await profile(id)).key.set, true, id);
  await accessible(page);
  await page.reload();
  await google.getByText('…3f2 (saved here)').waitFor();
  assert.equal((await page.content()).includes(secret), false);
  // Another address never gets the old address's key.
  await google.getByRole('button', { name: 'Change key and address of Google' }).click();
  await google.getByLabel('Address', { exact: true }).fill('http://127.0.0.1:2');
  await google.getByText('the stored one is only sent to the old address').waitFor();
  await google.getByRole('button', { name: 'Save and test' }).click();
  await google.getByText('Not set', { exact: true }).waitFor();
  assert.equal((await profile('Gemini3Pro')).key.set, false);
});

rig.test(
  'a refused address is shown at its field with what was typed, and the form stays open',
  { allow: [/status of 400/] },
  async ({ page }) => {
    await page.goto('/settings#providers');
    const openai = card(page, 'OpenAI');
    await openai.getByRole('button', { name: 'Change key and address of OpenAI' }).click();
    const address = openai.getByLabel('Address', { exact: true });
    for (const [typed, words] of [
      ['htp://x', /'htp:\/\/x' is not an address/],
      ['http://example.org', /http is for this machine only/],
    ]) {
      await address.fill(typed);
      await openai.getByRole('button', { name: 'Save and test' }).click();
      await openai.getByText(words).waitFor();
      assert.equal(await address.getAttribute('aria-invalid'), 'true');
      assert.equal(await address.inputValue(), typed);
    }
    assert.equal((await profile('GPT61Sol')).baseUrl, 'https://api.openai.com/v1');
  },
);

rig.test('a server that answers shows its models, and one of them is used by a click', async ({ page }) => {
  const listing = http.createServer((_, answer) => answer.end('{"data":[{"id":"alpha"},{"id":"beta"}]}'));
  await new Promise((listening) => listing.listen(0, '127.0.0.1', listening));
  try {
    await page.goto('/settings#providers');
    const local = card(page, 'LM Studio, vLLM, llama.cpp');
    await local.getByText('Nothing listens there', { exact: true }).waitFor(); // asked without a click: it is on this machine
    await local.getByRole('button', { name: /^Change key and address/ }).click();
    await local.getByLabel('Address', { exact: true }).fill(`http://127.0.0.1:${listing.address().port}/v1`);
    await local.getByRole('button', { name: 'Save and test' }).click();
    await local.getByText('2 models found').waitFor();
    await local.getByText('Not available on this server').waitFor();
    assert.equal((await profile('LocalOpenAI')).state, 'failed');
    assert.match((await profile('LocalOpenAI')).why, /has no model 'local-model'; it has: alpha, beta/);
    await accessible(page);
    await local.getByRole('button', { name: 'Use beta' }).click();
    await local.getByText('Selected').waitFor();
    const model = page.getByRole('region', { name: 'Model', exact: true });
    await model.getByText('Ready', { exact: true }).waitFor();
    assert.equal((await config()).executorInfoId, 'LocalOpenAI');
    assert.deepEqual([(await profile('LocalOpenAI')).model, (await profile('LocalOpenAI')).state], ['beta', 'ready']);
  } finally {
    listing.close();
  }
});

rig.test('profiles of one title are told apart', async ({ page }) => {
  await page.goto('/settings');
  const names = await card(page, 'Ollama')
    .locator('[data-profile]')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('bdi').textContent));
  assert.equal(new Set(names).size, names.length, names.join(', '));
});

rig.test('colours, language and shortcuts are this browser’s', async ({ page, also }) => {
  await page.goto('/settings#browser');
  await page.getByLabel('Theme', { exact: true }).selectOption('dark');
  const dark = () =>
    page.evaluate(() => [document.documentElement.dataset.theme, getComputedStyle(document.body).colorScheme]);
  assert.deepEqual(await dark(), ['dark', 'dark']);
  await page.getByLabel('Single-key shortcuts').click();
  await page.getByLabel('Default app').fill('com.example.notes');
  await page.keyboard.press('Escape');
  await page.getByLabel('Language', { exact: true }).selectOption('fr');
  await page.getByRole('heading', { name: 'Réglages', level: 1 }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'fr');
  await page.reload();
  await page.getByRole('heading', { name: 'Réglages', level: 1 }).waitFor();
  assert.deepEqual(await dark(), ['dark', 'dark']);
  assert.equal(await page.getByLabel('Application par défaut').inputValue(), 'com.example.notes');
  assert.equal(await page.getByLabel('Raccourcis à une touche').isChecked(), false);
  await page.locator('body').press('?');
  assert.equal(await page.getByRole('dialog').count(), 0);
  const other = await also();
  await other.page.goto('/settings');
  await other.page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
});

for (const [theme, width] of [
  ['light', 360],
  ['dark', 1280],
]) {
  rig.test(`settings can be read by all, ${theme}, ${width} px`, { theme, width }, async ({ page }) => {
    await page.goto('/settings');
    await page.getByRole('heading', { name: 'Providers' }).waitFor();
    await fitsWidth(page);
    await accessible(page);
  });
}

rig.test('by keyboard alone: to the video’s switch and a model’s dialog and back', async ({ page }) => {
  await page.goto('/settings');
  const video = page.getByRole('checkbox', { name: 'Video' });
  await video.waitFor();
  const was = (await config()).recordingEnabled;
  await tabTo(page, video);
  await page.keyboard.press('Space');
  await eventually(async () => assert.equal((await config()).recordingEnabled, !was), 'the switch is saved');
  const edit = page.getByRole('button', { name: 'Edit Claude Opus 4.7' });
  await tabTo(page, edit);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  assert.equal(await edit.evaluate((button) => button === document.activeElement), true);
});

rig.test('about says what is ready, what is missing, and leads to its remedy', async ({ page }) => {
  await rig.server.ask('PUT', '/api/v1/config', { executorInfoId: 'GPT61Sol' });
  await page.goto('/about');
  const row = (name) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await row('Server').getByText('Ready').waitFor();
  await row('Server')
    .getByText(/^mobile-tester-agent \d/)
    .waitFor();
  await row('Device').getByText('Ready').waitFor();
  await row('Model').getByText('Missing').waitFor();
  await row('Model')
    .getByText(/set OPENAI_API_KEY/)
    .waitFor();
  await row('Model').getByRole('link', { name: 'Or select another model' }).click();
  await page.getByLabel('Model for runs').selectOption(rig.mock.profile);
  await saved(page);
  // A key makes nothing ready: only an answer does.
  await rig.server.ask('PUT', '/api/v1/config', { executorInfoId: 'GPT61Sol' });
  await rig.server.ask('PUT', '/api/v1/providers/openai', { key: 'sk-0123456789abcdefghij' });
  await page.goto('/about');
  await row('Model').getByText('Not tested').waitFor();
  await row('Model').getByRole('link', { name: 'Test it in Settings' }).click();
  await page.getByRole('region', { name: 'Providers' }).waitFor();
  await rig.server.ask('PUT', '/api/v1/config', { executorInfoId: rig.mock.profile });
  await rig.server.ask('POST', `/api/v1/profiles/${rig.mock.profile}/test`);
  await page.goto('/about');
  await row('Model').getByText('Ready').waitFor();
  assert.equal(
    (await page.request.get(await page.getByRole('link', { name: 'openapi.json' }).getAttribute('href'))).status(),
    200,
  );
});

for (const [theme, width] of [
  ['dark', 360],
  ['light', 1280],
]) {
  rig.test(`about can be read by all, ${theme}, ${width} px`, { theme, width }, async ({ page }) => {
    await page.goto('/about');
    await page.getByRole('heading', { name: 'About', level: 1 }).waitFor(); // the top bar says "Ready" sooner
    await page.getByRole('main').getByText('Ready', { exact: true }).first().waitFor();
    await fitsWidth(page);
    await accessible(page);
  });
}

rig.test(
  'a profile of one’s own is made, shown without its secrets, changed and removed',
  { allow: [/400/] },
  async ({ page }) => {
    const hidden = 'header-secret-0123456789';
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Add model' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add model' });
    await dialog.getByLabel('Name', { exact: true }).fill('Team-GW');
    await dialog.getByLabel('API format').selectOption('anthropic');
    await dialog.getByLabel('Model', { exact: true }).fill('qwen3-32b');
    await dialog.getByLabel('Address', { exact: true }).fill('https://gateway.example');
    await dialog.getByLabel('API key', { exact: true }).fill(secret);
    await dialog.getByText('Limits, prices and connection').click();
    await dialog.getByLabel('Context in tokens').fill('65536');
    await dialog.getByLabel('Input price', { exact: true }).fill('0.5');
    await dialog.getByLabel('Extra headers').fill(`X-Team: ${hidden}`);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByText(/price of output is missing/).waitFor();
    await accessible(page);
    await dialog.getByLabel('Output price', { exact: true }).fill('1.5');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    const row = page.getByRole('region', { name: 'Team-GW', exact: true });
    await row.getByText(/65,536 tokens · \$0\.50 in, \$1\.50 out per million/).waitFor();
    await row.getByText('X-Team').waitFor();
    assert.ok(!(await page.content()).includes(hidden) && !(await page.content()).includes(secret));
    const made = await profile('Team-GW');
    assert.deepEqual(
      [made.provider, made.contextTokens, made.prices.input, made.custom],
      ['anthropic', 65536, 0.5, true],
    );
    await page.getByRole('button', { name: 'Edit Team-GW' }).click();
    const edit = page.getByRole('dialog', { name: 'Team-GW' });
    await edit.getByText('Limits, prices and connection').click();
    for (const name of ['Input', 'Output']) await edit.getByLabel(`${name} price`, { exact: true }).fill('');
    await edit.getByRole('button', { name: 'Save', exact: true }).click();
    await row.getByText(/price unknown/).waitFor();
    assert.equal((await profile('Team-GW')).key.set, true, 'the key stays');
    await page.getByRole('button', { name: 'Edit Team-GW' }).click();
    await page.getByRole('dialog', { name: 'Team-GW' }).getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    assert.equal((await rig.server.get('/api/v1/profiles/Team-GW')).status, 404);
  },
);
