// The live picture as the device's own video: what the canvas shows is what the
// device shows. Without video, and while a run uses secrets, there are pictures.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { accessible, eventually, startRig } from './browser.mjs';
import { only } from './browsers.mjs';
import { root, temporaryFolder, until } from './lib.mjs';
import { goodTester, notes, notesPlan } from './models/drivers.mjs';
import { standIn } from './scrcpy.mjs';
import { startServer } from './tester_rig.mjs';

const folder = temporaryFolder();
const scrcpy = path.join(folder, 'scrcpy-server');
fs.writeFileSync(scrcpy, standIn('4.1'));
const dump = path.join(folder, 'wide.xml');
fs.writeFileSync(
  dump,
  `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="1">
  <node index="0" text="Wide" resource-id="" class="android.widget.TextView" package="com.example.turn"
    content-desc="" bounds="[0,0][2400,1080]" /></hierarchy>`,
);
const turn = path.join(folder, 'turn.json');
fs.writeFileSync(turn, JSON.stringify({ package: 'com.example.turn', label: 'Turn', screens: { main: { dump } } }));
// With a token: without one a device on which a secret was typed is not shown live.
const rig = await startRig({
  model: true,
  token: 'a-token-of-ours',
  apps: [path.join(root, 'virtual-android/apps/com.example.notes.json'), turn],
  env: { SCRCPY_SERVER_PATH: scrcpy },
});
const [device] = rig.devices;
const here = `/devices/${device.serial}`;
const packageName = 'com.example.notes';
const canvas = (page) => page.locator('figure canvas:visible');
const image = (page) => page.locator('figure img');
const chosen = (page) => page.getByRole('region', { name: 'Selected element' });
// Debian's Firefox has WebCodecs and no H.264.
const decodes = only('chromium', 'decodes H.264 in some builds only');
const show = (screen) => device.shell(`am start -a android.intent.action.VIEW -d notes://${screen}`);
const begin = async () => {
  await device.shell(`pm clear ${packageName}`);
  await device.shell(`monkey -p ${packageName} -c android.intent.category.LAUNCHER 1`);
};
const streams = async () =>
  (await device.shell('ps -A -o ARGS')).match(/com\.genymobile\.scrcpy\.Server/g)?.length ?? 0;

// The largest difference of a colour between the canvas and what the server gives
// as the device's picture, both as the means of 9 by 20 parts: an encoder changes
// single pixels.
const difference = (page) =>
  page.evaluate(async (address) => {
    const parts = (context, width, height) => {
      const { data } = context.getImageData(0, 0, width, height);
      const sums = new Float64Array(9 * 20 * 4);
      const [across, down] = width < height ? [9, 20] : [20, 9];
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          const part = (Math.floor((y * down) / height) * across + Math.floor((x * across) / width)) * 4;
          for (let c = 0; c < 3; c++) sums[part + c] += data[(y * width + x) * 4 + c];
          sums[part + 3]++;
        }
      }
      return Array.from(sums, (sum, i) => sum / sums[i - (i % 4) + 3]).filter((_, i) => i % 4 < 3);
    };
    const shown = document.querySelector('figure canvas');
    const picture = await createImageBitmap(await (await fetch(address)).blob());
    const copy = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    copy.drawImage(picture, 0, 0);
    const ours = parts(shown.getContext('2d'), shown.width, shown.height);
    const theirs = parts(copy, picture.width, picture.height);
    return Math.max(...ours.map((value, i) => Math.abs(value - theirs[i])));
  }, `/api/v1${here}/frame`);
const showsDevice = (page) =>
  eventually(async () => {
    const most = await difference(page);
    assert.ok(most < 12, `a part of the canvas differs by ${most}`);
  });

rig.test(
  'the canvas shows what the device shows, also after a tap that is pointed at on it',
  decodes,
  async ({ page }) => {
    await begin();
    await page.goto(here);
    await canvas(page).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    assert.equal(await image(page).count(), 0);
    await showsDevice(page);
    await accessible(page);
    const before = await difference(page);
    await page.getByRole('button', { name: 'Pick from device' }).click();
    await canvas(page).waitFor();
    await page.getByText('Up to date').waitFor();
    const { json } = await rig.server.get(`/api/v1${here}/screen`);
    const [left, top, right, bottom] = json.elements.find(({ id }) => id === 'login_button').box;
    const place = await canvas(page).boundingBox();
    await page.mouse.click(
      place.x + ((left + right) / 2 / json.widthPx) * place.width,
      place.y + ((top + bottom) / 2 / json.heightPx) * place.height,
    );
    await chosen(page).getByRole('heading', { name: 'Log in' }).waitFor();
    const old = await canvas(page).evaluate((element) => element.toDataURL());
    await chosen(page).getByRole('button', { name: 'On the device: Tap Log in' }).click();
    await page.getByRole('region', { name: 'New step' }).waitFor();
    await eventually(async () => assert.notEqual(await canvas(page).evaluate((element) => element.toDataURL()), old));
    await showsDevice(page);
    await show('settings'); // the page was not touched
    await page.getByRole('option', { name: /Synchronise/ }).waitFor();
    await showsDevice(page);
    console.log(`# canvas and device differ by ${before.toFixed(1)} of 255 at most`);
  },
);

rig.test('a screen that is turned, and back', { width: 390, ...decodes }, async ({ page }) => {
  await begin();
  await page.goto(here);
  await canvas(page).waitFor();
  const isWide = () => canvas(page).evaluate(({ width, height }) => width > height);
  assert.equal(await isWide(), false);
  await device.shell('monkey -p com.example.turn -c android.intent.category.LAUNCHER 1');
  await eventually(async () => assert.equal(await isWide(), true));
  const place = await canvas(page).boundingBox();
  assert.ok(Math.abs(place.width / place.height - 2400 / 1080) < 0.05, 'it is shown as wide as it is');
  await device.shell(`monkey -p ${packageName} -c android.intent.category.LAUNCHER 1`);
  await eventually(async () => assert.equal(await isWide(), false));
  await showsDevice(page);
});

rig.test('hiding the page, pausing or leaving ends the stream', decodes, async ({ page }) => {
  await page.goto(here);
  await canvas(page).waitFor();
  assert.equal(await streams(), 1);
  const hide = (hidden) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await hide(true);
  await until(async () => (await streams()) === 0, 'a hidden page has no stream');
  await hide(false);
  await until(async () => (await streams()) === 1, 'it has one again');
  await show('about');
  await canvas(page).waitFor();
  await showsDevice(page); // so it is not the last picture of the stream before
  await canvas(page).waitFor();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await until(async () => (await streams()) === 0, 'nor has one that is paused');
  await canvas(page).waitFor(); // the last picture stays
  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  await until(async () => (await streams()) === 1, 'it goes on');
  await page.getByRole('link', { name: 'All devices' }).click();
  await until(async () => (await streams()) === 0, 'nobody looks');
});

rig.test('a stream that breaks gives way to pictures, and comes again', decodes, async ({ page }) => {
  await begin();
  await page.goto(here);
  await canvas(page).waitFor();
  // The page tries the stream again after 4 s, which would take the picture away.
  await page.route(/\/stream/, (route) => route.abort('aborted'));
  await device.shell('pkill -9 -f scrcpy.Server');
  await image(page).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  const before = await image(page).getAttribute('src');
  await show('settings');
  await eventually(async () => assert.notEqual(await image(page).getAttribute('src'), before));
  await page.unroute(/\/stream/);
  await canvas(page).waitFor();
  await showsDevice(page);
});

// Which browsers can depends on their builds.
rig.test('a browser that cannot decode the video shows pictures, and new ones', {}, async ({ page }) => {
  await begin();
  await page.addInitScript(() => {
    // an empty page has none
    if (globalThis.VideoDecoder) globalThis.VideoDecoder.isConfigSupported = async () => ({ supported: false });
  });
  await page.goto(here);
  await image(page).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  assert.equal(await canvas(page).count(), 0);
  const before = await image(page).getAttribute('src');
  await show('about'); // the first picture may be that of the test before, which showed the settings
  await eventually(async () => assert.notEqual(await image(page).getAttribute('src'), before));
  await until(async () => (await streams()) === 0, 'no video is sent to it');
  await accessible(page);
});

rig.test('a device that cannot encode is seen by pictures', {}, async ({ page }) => {
  await until(async () => (await streams()) === 0, 'nobody watches');
  await device.fault('scrcpy-no-encoder');
  const isStream = { predicate: (request) => request.url().endsWith('/stream') };
  const ended = Promise.race([
    page.waitForEvent('requestfinished', isStream),
    page.waitForEvent('requestfailed', isStream),
  ]);
  await page.goto(here);
  await ended;
  await image(page).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  assert.equal(await canvas(page).count(), 0);
});

rig.test('a run that uses secrets ends the stream; its own pictures are shown', decodes, async ({ page }) => {
  await page.goto(here);
  await canvas(page).waitFor();
  let release;
  const gate = new Promise((resolve) => {
    release = resolve;
  });
  const good = goodTester(notesPlan);
  const id = await rig.scriptedRun({
    scenario: notes,
    script: async (turn) => {
      await gate;
      return good(turn);
    },
    wait: false,
  });
  await page.getByText('This run uses secrets', { exact: false }).waitFor();
  await until(async () => (await streams()) === 0, 'the stream has ended');
  const { bytes } = await rig.server.get(`/api/v1${here}/stream`);
  assert.equal(JSON.parse(bytes.subarray(16)).code, 'DEVICE_BUSY');
  release();
  await rig.ended(id);
  await canvas(page).waitFor();
  await showsDevice(page);
});

// Any user of the machine can look there.
const open = await startServer(rig.adbServer, { env: rig.mock.environment });

rig.test(
  'without a token the page says why a device on which a secret was typed is not live',
  { url: () => open.url, token: undefined },
  async ({ page }) => {
    await begin();
    await page.goto(here);
    await page.getByText('Live', { exact: true }).waitFor();
    const args = { fieldSelector: 'email', selectorType: 'resource-id', text: '{{password}}' };
    assert.equal(
      (await open.post(`/api/v1${here}/steps`, { packageName, tool: 'inputText', args })).json.resultPrefix,
      'OK',
    );
    await page.getByText('Hidden', { exact: true }).waitFor();
    await page
      .getByText('this server has no access token', { exact: false })
      .getByText('--token-file', { exact: false })
      .waitFor();
    assert.equal(await page.getByText('This run uses secrets', { exact: false }).count(), 0);
    await accessible(page);
    // A late viewer learns it at once, and sees no picture.
    await page.goto('/about');
    await until(async () => (await open.get('/api/v1/status')).json.watched === 0, 'nobody looks');
    await page.goto(here);
    await page.getByText('Waiting for the first screenshot…').waitFor();
    await page.getByText('Hidden', { exact: true }).waitFor();
  },
);

// The server's traffic, and the cost of each viewer.
rig.test('many watch one stream', {}, async () => {
  const ticks = () => {
    const fields = fs.readFileSync(`/proc/${rig.server.child.pid}/stat`, 'latin1').split(') ')[1].split(' ');
    return Number(fields[11]) + Number(fields[12]);
  };
  const watch = async () => {
    const stop = new AbortController();
    const response = await fetch(`${rig.server.url}/api/v1${here}/stream`, {
      signal: stop.signal,
      headers: { Authorization: 'Bearer a-token-of-ours' },
    });
    const watcher = { bytes: 0, stop: () => stop.abort() };
    (async () => {
      for await (const piece of response.body) watcher.bytes += piece.length;
    })().catch(() => {});
    await until(() => watcher.bytes > 0, 'the stream has begun');
    return watcher;
  };
  const move = async () => {
    const [began, before] = [performance.now(), ticks()];
    for (let i = 0; i < 40; i++) await show(i % 2 ? 'settings' : 'about');
    return (ticks() - before) / ((performance.now() - began) / 10);
  };
  const watchers = [await watch()];
  const one = await move();
  for (let i = 0; i < 20; i++) watchers.push(await watch());
  assert.equal(await streams(), 1, 'of one encoder');
  const many = await move();
  await until(() => watchers.every(({ bytes }) => bytes > 1000), 'all are sent the stream');
  for (const watcher of watchers) watcher.stop();
  console.log(
    `# the server takes ${one.toFixed(1)} % of a core for one who watches, ${((many - one) / 20).toFixed(2)} % ` +
      'for each more',
  );
});
