// Tokens with roles, what each role is offered, the activity; schedules; webhooks with a trial message.
import assert from 'node:assert/strict';
import http from 'node:http';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { accessible, eventually, fitsWidth, startRig } from './browser.mjs';
import { atEnd } from './lib.mjs';

const token = 'the-first-admins-token-0123456789';
const rig = await startRig({ token, env: { AGENTEST_SECRETS_KEY: 'a key of these tests, 32 bytes long' } });
const sample = await rig.importSample();
const name = 'Notes: write a note and find it';

async function tokenOf(who, role) {
  const { status, json, text } = await rig.server.post('/api/v1/tokens', { name: who, role });
  assert.equal(status, 201, text);
  return json.token;
}

rig.test('a token is made, shown once, used, and revoked', async ({ page, also }) => {
  await page.goto('/settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Tokens' }).click();
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('ci');
  await page.getByRole('radio', { name: /^Run/ }).check();
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Token for ci' });
  const made = await dialog.locator('code').textContent();
  await dialog.getByRole('button', { name: 'Copy token' }).waitFor();
  await accessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'ci' }).filter({ hasText: 'Revoke' });
  await row.getByText('Run', { exact: true }).waitFor();
  assert.ok(!(await page.content()).includes(made), 'it is not shown again');
  await accessible(page);

  const other = await also({ token: made, allow: [/status of 401/, /api\/v1\/events/] });
  await other.page.goto('/');
  await other.page.getByRole('button', { name: `Run “${name}”`, exact: true }).waitFor();
  await eventually(async () => assert.equal(await other.page.getByRole('link', { name: 'New scenario' }).count(), 0));
  await other.page.goto('/settings/tokens');
  await other.page.getByRole('heading', { name: 'Only admins can change this' }).waitFor();
  await other.page.goto('/suites/new');
  await other.page.getByRole('heading', { name: 'Your token can’t change this' }).waitFor();
  await accessible(other.page);
  await other.page.goto('/settings');
  await other.page.getByText('“ci” can look at everything, and start and stop runs.').waitFor();
  assert.ok(await other.page.getByRole('checkbox', { name: 'Screenshots' }).isDisabled());
  assert.ok(await other.page.getByRole('combobox', { name: 'Language' }).isEnabled());

  await row.getByRole('button', { name: 'Revoke ci' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Token revoked').waitFor();
  assert.equal((await rig.server.get('/api/v1/me', { Authorization: `Bearer ${made}` })).status, 401);
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Deleted' }).filter({ hasText: 'Token' }).first().waitFor();
  await accessible(page);
});

rig.test('a reader is offered nothing to change, and is told why for a key that asks', async ({ also }) => {
  const { page } = await also({ token: await tokenOf('wallboard', 'read') });
  await page.goto(`/scenarios/${sample}`);
  await page.getByText('Your token can’t change this').first().waitFor();
  assert.ok(await page.getByRole('textbox', { name: 'Goal' }).isDisabled());
  assert.equal(await page.getByRole('button', { name: 'Run', exact: true }).count(), 0);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('r');
  await page.getByText('Your token can’t start or stop runs').waitFor();
  await accessible(page);
  assert.equal((await rig.server.get('/api/v1/runs')).json.runs.length, 0);
});

rig.test('the activity names things, leads to them, and says what is gone', async ({ page }) => {
  const scenario = { packageName: 'com.example.notes', goal: 'To be deleted', steps: ['Look'] };
  const gone = await rig.addScenario({ ...scenario, name: 'Short-lived' });
  assert.equal((await rig.ask('DELETE', `/api/v1/scenarios/${gone}`)).status, 204);
  const kept = (await rig.server.post('/api/v1/suites', { name: 'Kept suite', scenarios: [sample] })).json.id;
  await rig.ask('PUT', '/api/v1/config', (await rig.server.get('/api/v1/config')).json);
  await page.goto('/settings/activity');
  const row = (...texts) =>
    texts.reduce((rows, hasText) => rows.filter({ hasText }), page.getByRole('listitem')).filter({ visible: true });
  const link = row('Added', 'Suite').getByRole('link', { name: 'Kept suite', exact: true });
  assert.equal(await link.getAttribute('href'), `/suites/${kept}`);
  assert.equal(await link.getAttribute('data-tip'), kept);
  await row('Added', 'Short-lived · deleted').waitFor();
  await row(/Deleted/, 'Scenario', 'Short-lived')
    .first()
    .waitFor();
  assert.equal(await page.getByRole('link', { name: 'Short-lived' }).count(), 0);
  await row('Changed', 'Settings').first().waitFor();
  const list = page.getByRole('list', { name: 'Activity' });
  for (const text of await list.getByRole('listitem').allInnerTexts()) {
    assert.doesNotMatch(text, /\b01[0-9A-Z]{24}\b/, 'a name instead of an id');
    for (const line of text.split('\n')) assert.doesNotMatch(line, /^(?:[a-z]+[A-Z]\w*|settings|model|added|changed)$/);
  }
  await accessible(page);
});

rig.test('a schedule is read aloud, stored, paused and deleted', async ({ page }) => {
  await page.goto('/schedules');
  await page.getByRole('heading', { name: 'Let suites run on their own' }).waitFor();
  await page.getByRole('button', { name: 'New schedule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Give it a name.').waitFor();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly');
  await dialog.getByRole('combobox', { name: 'What to run' }).selectOption({ label: name });
  await dialog.getByText('Every day at 2:00 AM').waitFor();
  await dialog.getByRole('combobox', { name: 'When' }).selectOption({ label: 'Custom (cron)' });
  await dialog.getByRole('textbox', { name: 'Cron expression' }).fill('61 * * * *');
  await dialog.getByText('This isn’t a cron expression.', { exact: false }).waitFor();
  await dialog.getByRole('textbox', { name: 'Cron expression' }).fill('*/15 8-17 * * 1-5');
  await dialog.getByText('Every 15 minutes from 8:00 AM to 5:45 PM, Monday to Friday').waitFor();
  const zone = dialog.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('Europe/Nowhere');
  await dialog.getByText('There is no such time zone.', { exact: false }).waitFor();
  await zone.fill('Europe/Paris');
  const told = await dialog
    .getByRole('listitem')
    .locator('time')
    .evaluateAll((all) => all.map((each) => each.dateTime));
  await accessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('switch', { name: 'Enable Nightly' }).waitFor();
  const [stored] = (await rig.server.get('/api/v1/schedules')).json.schedules;
  assert.deepEqual(
    stored.next.map((at) => Date.parse(at)),
    told.map((at) => Date.parse(at)),
    'the page and the server read it alike',
  );
  await page.getByRole('switch', { name: 'Enable Nightly' }).click();
  await page.getByText('Paused').waitFor();
  await eventually(async () =>
    assert.equal((await rig.server.get(`/api/v1/schedules/${stored.id}`)).json.enabled, false),
  );
  await accessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await fitsWidth(page);
  await page.getByRole('button', { name: 'More actions for Nightly' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Let suites run on their own' }).waitFor();
});

rig.test('a webhook is added, tried, and shows what was answered', async ({ page }) => {
  const heard = [];
  const receiver = http.createServer((request, response) => {
    heard.push(request.headers['webhook-id']);
    request.resume();
    response.writeHead(heard.length > 1 ? 500 : 200).end('thank you');
  });
  await new Promise((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  atEnd(() => receiver.close());
  await page.goto('/settings/webhooks');
  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Our server');
  await dialog
    .getByRole('textbox', { name: 'Address', exact: true })
    .fill(`http://127.0.0.1:${receiver.address().port}/hook`);
  await dialog.getByRole('checkbox', { name: 'Allow private addresses' }).check();
  await accessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Test Our server' }).click();
  await page.getByText('Answered 200').waitFor();
  await page.getByText('thank you').first().waitFor();
  await page.getByRole('button', { name: 'Test Our server' }).click();
  await page.getByText('Answered 500').waitFor();
  assert.ok(heard.length >= 2 && heard[0]);
  await accessible(page);
  await page.getByRole('button', { name: 'Delete Our server' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
});

rig.test('a secret goes in, never comes out, and an editor only reads its name', async ({ page, also }) => {
  await page.goto('/settings/secrets');
  await page.getByRole('button', { name: 'Add secret' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('shop_password');
  await dialog.getByLabel('Value').fill('correct-horse-battery');
  await accessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Secret stored').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'shop_password' }).waitFor();
  await accessible(page);
  assert.ok(!(await page.content()).includes('correct-horse-battery'));
  const other = await also({ token: await tokenOf('writer', 'edit') });
  await other.page.goto('/settings/secrets');
  await other.page.getByRole('listitem').filter({ hasText: 'shop_password' }).waitFor();
  assert.equal(await other.page.getByRole('button', { name: /shop_password/ }).count(), 0);
  await page.getByRole('button', { name: 'Delete shop_password' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  // The other visitor sees it go without a reload.
  await other.page.getByRole('heading', { name: 'No secrets yet' }).waitFor();
});

rig.test('a drained host says so on the page of devices, and takes runs again', async ({ page }) => {
  const [host] = (await rig.server.get('/api/v1/hosts')).json.hosts;
  await page.goto('/devices');
  await page.getByRole('heading', { name: 'Devices', level: 1 }).waitFor();
  assert.equal((await rig.server.post(`/api/v1/hosts/${host.id}/drain`)).status, 200);
  await page.reload();
  const part = page.getByRole('region', { name: host.name });
  await part.getByText('Draining').waitFor();
  await part.getByText(rig.devices[0].serial).waitFor();
  await accessible(page);
  await part.getByRole('button', { name: `Resume ${host.name}` }).click();
  await page.getByText(`${host.name} takes runs again`).waitFor();
  await eventually(async () => assert.equal((await rig.server.get('/api/v1/hosts')).json.hosts[0].draining, false));
  // A single host isn't a pool.
  await eventually(async () => assert.equal(await part.count(), 0));
});

rig.test('a webhook whose secret the server cannot read says so, and why', async ({ page }) => {
  const hook = { name: 'Sealed', url: 'https://ci.example/hook', events: ['run.ended'], secret: 'of-a-test' };
  const { json, status } = await rig.server.post('/api/v1/webhooks', hook);
  assert.equal(status, 201);
  const db = new DatabaseSync(path.join(rig.server.data, 'store.sqlite'));
  db.prepare("UPDATE documents SET json = json_set(json, '$.sealed.url.key', 'gone') WHERE id = ?").run(json.id);
  db.close();
  await page.goto('/settings/webhooks');
  await page.getByText('Unreadable').waitFor();
  await page.getByText(/the stored address of the webhook .* cannot be decrypted/).waitFor();
  await accessible(page);
  await fitsWidth(page);
  await rig.server.ask('DELETE', `/api/v1/webhooks/${json.id}`);
});
