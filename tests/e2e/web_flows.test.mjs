// Flow files in a real browser: imported, mended at the line that is wrong, run, and the run's commands.
import assert from 'node:assert/strict';
import { accessible, eventually, fitsWidth, startRig } from './browser.mjs';

const rig = await startRig({ model: true });

const head = 'appId: com.example.notes\nname: Welcome\ntags: [smoke]\n---\n';
const flow = `${head}- launchApp:\n    clearState: true\n- runFlow: sub.yaml\n- tapOn:\n    text: Nowhere\n    optional: true
- runFlow:\n    when:\n      visible: Nowhere\n    commands:\n      - back\n`;
const files = {
  'welcome.yaml': flow,
  'sub.yaml': 'appId: com.example.notes\n---\n- assertVisible: Log in\n',
};
const code = (page, file) => page.getByRole('textbox', { name: `Text of ${file}` });
const addFlow = (texts = files) => rig.addScenario({ flow: { file: Object.keys(texts)[0], files: texts } });
const short = (text) => `- extendedWaitUntil:\n    visible: ${text}\n    timeout: 300\n`;

rig.test('flow files are imported with what they name, and stand in the list', async ({ page }) => {
  await addFlow(); // the list has the button
  await page.goto('/');
  await page.getByLabel('Scenario and flow files').setInputFiles(
    Object.entries({ ...files, 'welcome.yaml': flow.replace('Welcome', 'Imported') }).map(([name, text]) => ({
      name,
      mimeType: 'application/yaml',
      buffer: Buffer.from(text),
    })),
  );
  await page.getByText('Imported 1 scenario.').waitFor();
  await page.getByText('Flow · 4 steps · com.example.notes').first().waitFor();
  await accessible(page);
  await page.getByRole('link', { name: 'Imported', exact: true }).click();
  await page.getByRole('tab', { name: 'sub.yaml' }).click();
  assert.equal(await code(page, 'sub.yaml').inputValue(), files['sub.yaml']);
});

rig.test('a file of which nothing is imported says why', async ({ page }) => {
  await addFlow(); // the list has the button
  await page.goto('/');
  await page
    .getByLabel('Scenario and flow files')
    .setInputFiles(
      Object.entries({ 'config.yaml': 'flows:\n  - "*"\n', 'cat.png': 'picture', 'broken.json': '{' }).map(
        ([name, text]) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) }),
      ),
    );
  const result = page.getByRole('status', { name: 'Import result' });
  await result.getByText('config.yaml: This isn’t a flow').waitFor();
  await result.getByText('cat.png: None of the chosen flows uses this file').waitFor();
  await result.getByText('broken.json, line 1').waitFor();
  assert.doesNotMatch(await result.innerText(), /Imported 0/);
  await accessible(page);
});

for (const theme of ['light', 'dark'])
  rig.test(`an error is shown at its line and mended, ${theme}`, { theme }, async ({ page }) => {
    const id = await addFlow();
    await page.goto(`/scenarios/${id}`);
    await page.getByText('No problems').waitFor();
    await code(page, 'welcome.yaml').fill(`${head}- launchApp\n- clearText\n`);
    await page.getByText('1 problem', { exact: true }).waitFor();
    const place = page.getByRole('button', { name: 'welcome.yaml:6' });
    await place.waitFor();
    await page.getByText(/eraseText/).waitFor();
    await accessible(page);
    await place.click();
    const chosen = await page.evaluate(() => {
      const { value, selectionStart, selectionEnd } = document.activeElement;
      return value.slice(selectionStart, selectionEnd);
    });
    assert.equal(chosen, '- clearText');
    await page.keyboard.type('- back');
    await page.getByText('No problems').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: 'Saved' }).waitFor();
    const stored = (await rig.server.get(`/api/v1/scenarios/${id}`)).json;
    assert.deepEqual(stored.steps, ['Launch app "com.example.notes"', 'Press back']);
    if (process.env.AT_SHOTS) await page.screenshot({ path: `${process.env.AT_SHOTS}/flow-${theme}.png` });
  });

rig.test('a change by someone else is not lost', { allow: [/409 \(Conflict\)/] }, async ({ page }) => {
  const id = await addFlow();
  await page.goto(`/scenarios/${id}`);
  await code(page, 'welcome.yaml').fill(`${head}- back\n`);
  const { status } = await rig.server.ask('PUT', `/api/v1/scenarios/${id}`, {
    flow: { file: 'welcome.yaml', files: { 'welcome.yaml': `${head}- launchApp\n` } },
  });
  assert.equal(status, 200);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Someone else changed this flow').waitFor();
  await page.getByRole('button', { name: 'Discard mine and show theirs' }).click();
  await eventually(async () => assert.equal(await code(page, 'welcome.yaml').inputValue(), `${head}- launchApp\n`));
});

rig.test('variables are kept, and a new flow begins with a text that runs', async ({ page }) => {
  await addFlow();
  await page.goto('/');
  await page.getByRole('button', { name: 'New flow' }).click();
  await code(page, 'flow.yaml').waitFor();
  await page.getByText('No problems').waitFor();
  await page.getByRole('button', { name: 'Add variable' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('USER');
  await page.getByRole('textbox', { name: 'Value', exact: true }).fill('ann');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Saved' }).waitFor();
  const id = page.url().split('/').at(-1);
  assert.deepEqual((await rig.server.get(`/api/v1/scenarios/${id}`)).json.flow.env, { USER: 'ann' });
});

for (const theme of ['light', 'dark'])
  rig.test(`a run shows commands with their outcome words, ${theme}`, { theme }, async ({ page }) => {
    const id = await addFlow({ ...files, 'welcome.yaml': flow.concat(short('Nobody')) });
    await page.goto(`/scenarios/${id}`);
    await page.getByRole('button', { name: 'Run with…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Device').waitFor();
    assert.equal(await dialog.getByLabel('Model').count(), 0, 'no model takes part');
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForURL(/\/runs\//);
    const run = await rig.ended(page.url().match(/runs\/(\w+)/)[1]);
    assert.equal(run.verdict, 'FAIL', JSON.stringify(run.steps));
    for (const word of ['Warned', 'Skipped', 'Fail']) await page.getByText(word, { exact: true }).first().waitFor();
    await page
      .getByText(/Assertion is false: "Nobody" is visible/)
      .first()
      .waitFor();
    await accessible(page);
    await fitsWidth(page);
    if (process.env.AT_SHOTS) await page.screenshot({ path: `${process.env.AT_SHOTS}/flow-run-${theme}.png` });
  });

rig.test('the page of a flow in French', { locale: 'fr-FR' }, async ({ page }) => {
  const id = await addFlow();
  await page.goto(`/scenarios/${id}`);
  await page.getByText('Aucun problème').waitFor();
  await page.getByText(/langage de Maestro/).waitFor();
});

rig.test('a flow is only read by someone who may not edit', async ({ page }) => {
  const id = await rig.addScenario({ flow: { file: 'welcome.yaml', files, env: { WHO: 'Ann' } } });
  await page.route('**/api/v1/me', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), role: 'run' } });
  });
  await page.goto(`/scenarios/${id}`);
  await page.getByText('Your token can’t change this').waitFor();
  const readOnly = (field) => field.evaluate((element) => element.readOnly);
  for (const name of ['Text of welcome.yaml', 'Name', 'Value'])
    assert.ok(await readOnly(page.getByRole('textbox', { name, exact: true })), name);
  for (const name of ['Save', 'Saved', 'Add variable', 'Remove WHO'])
    assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name);
});

rig.test('a narrow page of a flow fits', { width: 390 }, async ({ page }) => {
  const id = await addFlow();
  await page.goto(`/scenarios/${id}`);
  await page.getByText('No problems').waitFor();
  await fitsWidth(page);
});

rig.test('a run is exported as the flow that it recorded, which passes', async ({ page }) => {
  const id = await rig.scriptedRun();
  const { status, text, headers } = await rig.server.get(`/api/v1/runs/${id}/flow`);
  assert.equal(status, 200, text);
  assert.match(headers.get('content-disposition'), /\.yaml/);
  assert.match(text, /^appId: com\.example\.notes\n/);
  assert.match(text, /^# Step 5: /m);
  assert.match(text, /inputText: .*\$\{password\}/);
  assert.doesNotMatch(text, /secret123/);
  const env = { password: '{{password}}' };
  const flowId = await rig.addScenario({ flow: { file: 'notes.yaml', files: { 'notes.yaml': text }, env } });
  const run = await rig.ended(await rig.submit({ scenarioId: flowId }));
  assert.equal(run.verdict, 'PASS', JSON.stringify(run.steps, null, 1));
  await page.goto(`/runs/${id}`);
  await page.getByRole('button', { name: 'Export' }).click();
  const link = page.getByRole('menuitem', { name: 'Flow (YAML)' });
  assert.match(await link.getAttribute('href'), new RegExp(`/api/v1/runs/${id}/flow$`));
});

rig.test('a run that played a recording has none of its own to export', async ({ page }) => {
  const id = await rig.replayedRun();
  const { status, json } = await rig.server.get(`/api/v1/runs/${id}/flow`);
  assert.equal(status, 404);
  assert.match(json.detail, /no recording of its own/);
  await page.goto(`/runs/${id}`);
  await page.getByRole('button', { name: 'Export' }).click();
  const link = page.getByRole('menuitem', { name: 'Flow (YAML)' });
  assert.equal(await link.getAttribute('aria-disabled'), 'true');
});
