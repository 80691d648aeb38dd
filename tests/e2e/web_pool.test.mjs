// The dashboard of one host of a pool, with a run and a device of another one: everything that is seen of a run here
// is seen of it too, and the page says what is not. When that host goes, the page says that.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { accessible, eventually, fitsWidth, startRig } from './browser.mjs';
import { freePort, startAdbServer, startVirtual, stop, until } from './lib.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { lacking, startCluster } from './pool_rig.mjs';
import { startServer } from './tester_rig.mjs';

const skip = lacking ?? false;
const options = skip ? { skip } : {};
const key = { AGENTEST_POOL_KEY: 'a-key-of-the-pool-0123456789', AGENTEST_LEASE_MS: '10000' };
const cluster = skip ? null : await startCluster({ nodes: 1 });
const nats = skip ? [] : ['--nats', cluster.url];
const rig = await startRig({ model: true, args: nats, env: { ...key, AGENTEST_HOST: 'lab-a' } });
const far = { adbServer: await startAdbServer() };

async function startFar() {
  const port = far.host?.port ?? (await freePort());
  far.host = await startServer(far.adbServer, {
    env: { ...rig.mock.environment, ...key, AGENTEST_HOST: 'lab-b', AGENTEST_URL: `http://127.0.0.1:${port}` },
    args: nats,
    port,
    folder: far.host?.folder,
  });
  await until(
    async () => {
      const { json } = await rig.server.get('/api/v1/hosts');
      return json.hosts.find(({ id, devices }) => id === 'lab-b' && devices?.some(({ usable }) => usable));
    },
    'the other host is in the pool',
    60,
  );
}

if (!skip) {
  far.devices = [await startVirtual(far.adbServer), await startVirtual(far.adbServer)];
  await rig.server.post('/config', { executorInfoId: rig.mock.profile, replay: false, recordingEnabled: true });
  await startFar();
}
const there = far.devices?.[0];

// Without secrets, so that it is filmed, and its device is shown live afterwards.
const scenario = {
  packageName: 'com.example.notes',
  goal: 'The form takes an address and remembers it',
  steps: ['Type demo@example.com; "Log in" is shown', 'Tick "Remember me"; "Forgot password?" is shown'],
};
const plan = [
  [[steps.type('email', 'demo@example.com', { selectorType: 'resource-id' })], [steps.sees('Log in')]],
  [[steps.tap('Remember me')], [steps.sees('Forgot password?')]],
];

// A run on the other host, asked for here. pause: a promise that each answer of the model waits for.
async function farRun(pause) {
  for (const device of far.devices) await device.shell('pm clear com.example.notes');
  const play = goodTester(plan);
  rig.script = async (turn) => {
    await pause?.();
    return play(turn);
  };
  const { status, json, text } = await rig.server.post('/api/v1/runs', {
    ...scenario,
    profile: rig.mock.profile,
    device: there.serial,
  });
  assert.equal(status, 201, text);
  return json.id;
}

// The picture as the page has it: its size, or 0.
const seen = (image) => image.evaluate((element) => (element.complete ? element.naturalWidth : 0));
const allSeen = (page, selector) =>
  eventually(async () => {
    const widths = await page
      .locator(selector)
      .evaluateAll((images) => images.map((each) => (each.complete ? each.naturalWidth : 0)));
    assert.ok(widths.length > 0 && widths.every((width) => width > 0), `${selector}: ${widths}`);
  });

let ended; // a run of the other host

rig.test('a run of another host is followed, and looked into after its end', options, async ({ page }) => {
  let go;
  const gate = new Promise((resolve) => {
    go = resolve;
  });
  let turns = 0;
  const id = await farRun(() => (turns++ < 3 ? undefined : gate));
  ended = id;
  await page.goto(`/runs/${id}`);
  // Live: its picture changes with what the run does.
  const live = page.locator('figure').filter({ has: page.getByRole('button', { name: 'Pause' }) });
  await eventually(async () => assert.ok((await seen(live.locator('img'))) > 100));
  // Events come as they happen, though the run was queued here and is done there.
  await page.getByRole('option', { name: /Type email ← demo@example\.com/ }).waitFor();
  await page.locator('header').getByText('lab-b', { exact: true }).waitFor();
  await accessible(page);
  const first = await live.locator('img').getAttribute('src');
  go();
  await eventually(async () => assert.notEqual(await live.locator('img').getAttribute('src'), first));
  await page.getByRole('button', { name: 'Run again', exact: true }).waitFor();
  // After its end: the film strip, a screenshot as large as the window, the video, the exports.
  await allSeen(page, '[role=slider] img');
  await page.getByRole('listbox', { name: 'Timeline' }).focus();
  await page.keyboard.press('End');
  await allSeen(page, 'figure img');
  const enlarge = page.getByRole('button', { name: /^Enlarge/ }).first();
  await enlarge.click();
  await eventually(async () => assert.ok((await seen(page.getByRole('dialog').locator('img').first())) > 100));
  await page.keyboard.press('Escape');
  // A browser cannot play what the virtual device records: it is there, and that of the other host.
  const video = `/api/v1/runs/${id}/artifacts/video/chunk-001.mp4`;
  await page.getByText('This file couldn’t be loaded.').waitFor();
  assert.deepEqual((await rig.server.get(video)).bytes, (await far.host.get(video)).bytes);
  const part = await rig.server.get(video, { Range: 'bytes=4-7' });
  assert.equal(`${part.status} ${part.text}`, '206 ftyp');
  const menu = page.getByRole('button', { name: 'Export' });
  for (const [name, shows] of [
    ['JUnit XML', /<testsuite /],
    ['HTML', /<html/],
  ]) {
    await menu.click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name }).click();
    const file = await (await saved).path();
    assert.match(fs.readFileSync(file, 'utf8'), shows);
  }
  await accessible(page);
});

rig.test('devices of other hosts are seen, and used where they are', options, async ({ page }) => {
  await page.goto('/devices');
  const part = page.getByRole('region', { name: 'lab-b' });
  await allSeen(page, 'section[aria-labelledby=host-lab-b] img');
  await accessible(page);
  const card = part.getByRole('listitem').filter({ hasText: there.serial });
  await card.getByRole('link').first().click();
  await page.waitForURL(`**/devices/${there.serial}?host=lab-b`);
  await page.getByText('This device is connected to lab-b.', { exact: false }).waitFor();
  assert.equal(
    await page.getByRole('link', { name: 'Use it on lab-b' }).getAttribute('href'),
    `${far.host.url}/devices/${there.serial}`,
  );
  assert.equal(await page.getByRole('button', { name: 'Pick from device' }).count(), 0);
  await page.getByText('Live', { exact: true }).waitFor();
  await eventually(async () => assert.ok((await seen(page.locator('figure img'))) > 100));
  const before = await page.locator('figure img').getAttribute('src');
  await there.shell('am start -a android.settings.SETTINGS');
  await eventually(async () => assert.notEqual(await page.locator('figure img').getAttribute('src'), before));
  await accessible(page);
  await fitsWidth(page);
  // An address without the host finds it too.
  await page.goto(`/devices/${there.serial}`);
  await page.getByText('This device is connected to lab-b.', { exact: false }).waitFor();
});

rig.test(
  'a host that goes while it is watched is named, and the run ends elsewhere or says so',
  options,
  async (means) => {
    const { page, visit } = means;
    visit.allow.push(/status of 50[23]/);
    let turns = 0;
    const id = await farRun(() => (turns++ < 4 ? undefined : new Promise(() => {})));
    await page.goto(`/runs/${id}`);
    await eventually(async () => assert.ok((await seen(page.locator('figure img').last())) > 100));
    await stop(far.host.child, 'SIGKILL');
    await page
      .getByText(/host 'lab-b' has it/)
      .first()
      .waitFor();
    await page.getByText('lab-b has left the pool.', { exact: false }).waitFor();
    await accessible(page);
    // Pictures of earlier runs that were looked at are still here; the page says why the rest is missing.
    await page.goto(`/runs/${ended}`);
    await allSeen(page, '[role=slider] img');
    await page
      .getByRole('region', { name: 'Video' })
      .getByText(/'lab-b' has it, but it can't be reached/)
      .waitFor();
    await accessible(page);
    await eventually(async () => {
      const { json } = await rig.server.get(`/api/v1/runs/${id}`);
      assert.equal(json.state, 'ended');
    });
  },
);
