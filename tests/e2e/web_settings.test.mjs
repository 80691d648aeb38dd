// web_settings.test.mjs: the pages settings and about, and what they say is missing
import assert from 'node:assert/strict';
import { accessible, eventually, fitsWidth, startRig, tabTo } from './browser.mjs';

const secret = 'sk-ant-0123456789abcdefghij-3f2';
const rig = await startRig({ model: true });
const config = async () => (await rig.server.get('/api/v1/config')).json;
const profile = async (id) => (await rig.server.get(`/api/v1/profiles/${id}`)).json;
const saved = (page) =>
  eventually(
    async () => assert.equal(await page.getByText('All changes are saved').isVisible(), true),
    'the page says that it is saved',
  );

rig.test('each field of the configuration is saved as it is changed', async ({ page }) => {
  await page.goto('/settings');
  const runs = page.getByRole('region', { name: 'Runs', exact: true });
  await runs.getByLabel('Model', { exact: true }).selectOption('Haiku55');
  await runs.getByLabel('Temperature').fill('0,5');
  await runs.getByLabel('Calls of the model, at most').fill('33');
  await runs.getByLabel('Guarded actions').selectOption('pause');
  await runs.getByLabel('Second model').selectOption('Opus47');
  for (const name of ['Log', 'Screenshots', 'Video', 'Tokens in the log', 'Stream', 'Replay', 'Only strong proofs'])
    await runs.getByRole('checkbox', { name, exact: true }).click();
  const limits = page.getByRole('region', { name: 'Limits of a run' });
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
  assert.equal(await runs.getByLabel('Temperature').inputValue(), '0.5');
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
    await page.getByText('A value was refused').waitFor();
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

rig.test('a key goes in, is tested, and is never shown again', async ({ page }) => {
  await page.goto('/settings#models');
  const row = page.getByRole('listitem').filter({ hasText: 'Opus55' });
  const own = page.getByRole('listitem').filter({ hasText: rig.mock.profile }).first();
  await page.getByRole('button', { name: 'Edit: Claude Opus 5.5' }).click();
  const dialog = page.getByRole('dialog', { name: 'Claude Opus 5.5' });
  await accessible(page);
  await dialog.getByLabel('Model', { exact: true }).fill('claude-opus-5-5-latest');
  await dialog.getByLabel('Key').fill(secret);
  assert.equal(await dialog.getByLabel('Key').getAttribute('type'), 'password');
  await dialog.getByLabel('Key').press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await row.getByText('set, ends …3f2 (set here)').waitFor();
  assert.deepEqual((await profile('Opus55')).stored.sort(), ['key', 'model']);
  await page.reload();
  await row.getByText('claude-opus-5-5-latest').waitFor();
  assert.equal((await page.content()).includes(secret), false);
  // Another address never gets the old address's key.
  await page.getByRole('button', { name: 'Edit: Claude Opus 5.5' }).click();
  await dialog.getByLabel('Address').fill('http://127.0.0.1:1');
  await dialog.getByText('enter the key for this one').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await row.getByText('not set', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Edit: Claude Opus 5.5' }).click();
  await dialog.getByRole('button', { name: 'Back to the environment’s' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await row.getByText('claude-opus-5-5', { exact: true }).waitFor();
  assert.deepEqual((await profile('Opus55')).stored, []);
  await own.getByRole('button', { name: /^Test connection/ }).click();
  await own.getByText('Answers', { exact: true }).waitFor();
  const local = page.getByRole('listitem').filter({ hasText: 'LocalOpenAI' });
  await local.getByRole('button', { name: /^Test connection/ }).click();
  await local.getByText('Does not answer').waitFor();
});

rig.test('colours, language and shortcuts are this browser’s', async ({ page, also }) => {
  await page.goto('/settings#browser');
  await page.getByLabel('Colours', { exact: true }).selectOption('dark');
  const dark = () =>
    page.evaluate(() => [document.documentElement.dataset.theme, getComputedStyle(document.body).colorScheme]);
  assert.deepEqual(await dark(), ['dark', 'dark']);
  await page.getByLabel('Shortcuts of a single key').click();
  await page.getByLabel('Usual app').fill('com.example.notes');
  await page.keyboard.press('Escape');
  await page.getByLabel('Language', { exact: true }).selectOption('fr');
  await page.getByRole('heading', { name: 'Réglages', level: 1 }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'fr');
  await page.reload();
  await page.getByRole('heading', { name: 'Réglages', level: 1 }).waitFor();
  assert.deepEqual(await dark(), ['dark', 'dark']);
  assert.equal(await page.getByLabel('Application habituelle').inputValue(), 'com.example.notes');
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
    await page.getByRole('heading', { name: 'Models' }).waitFor();
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
  const edit = page.getByRole('button', { name: 'Edit: Claude Opus 4.7' });
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
  await row('Model').getByRole('link', { name: 'Or choose another model.' }).click();
  await page
    .getByRole('region', { name: 'Runs', exact: true })
    .getByLabel('Model', { exact: true })
    .selectOption(rig.mock.profile);
  await saved(page);
  await page.getByRole('link', { name: 'About' }).click();
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
    await page.getByRole('button', { name: 'New profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'New profile' });
    await dialog.getByLabel('Name', { exact: true }).fill('Team-GW');
    await dialog.getByLabel('Format').selectOption('anthropic');
    await dialog.getByLabel('Model', { exact: true }).fill('qwen3-32b');
    await dialog.getByLabel('Address', { exact: true }).fill('https://gateway.example');
    await dialog.getByLabel('Key', { exact: true }).fill(secret);
    await dialog.getByText('Limits, prices and connection').click();
    await dialog.getByLabel('Context, in tokens').fill('65536');
    await dialog.getByLabel('Price of input').fill('0.5');
    await dialog.getByLabel('More headers').fill(`X-Team: ${hidden}`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(/price of output is missing/).waitFor();
    await accessible(page);
    await dialog.getByLabel('Price of output').fill('1.5');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Team-GW' });
    await row.getByText(/65,536 tokens, \$0\.50 in, \$1\.50 out per million/).waitFor();
    await row.getByText('X-Team').waitFor();
    assert.ok(!(await page.content()).includes(hidden) && !(await page.content()).includes(secret));
    const made = await profile('Team-GW');
    assert.deepEqual(
      [made.provider, made.contextTokens, made.prices.input, made.custom],
      ['anthropic', 65536, 0.5, true],
    );
    await page.getByRole('button', { name: 'Edit: Team-GW' }).click();
    const edit = page.getByRole('dialog', { name: 'Team-GW' });
    await edit.getByText('Limits, prices and connection').click();
    for (const name of ['input', 'output']) await edit.getByLabel(`Price of ${name}`, { exact: true }).fill('');
    await edit.getByRole('button', { name: 'Save' }).click();
    await row.getByText(/prices unknown/).waitFor();
    assert.equal((await profile('Team-GW')).key.set, true, 'the key stays');
    await page.getByRole('button', { name: 'Edit: Team-GW' }).click();
    await page.getByRole('dialog', { name: 'Team-GW' }).getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
    assert.equal((await rig.server.get('/api/v1/profiles/Team-GW')).status, 404);
  },
);
