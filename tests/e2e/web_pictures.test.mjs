// A picture of each page, light and dark, on a desk and on a phone: for people
// to look at. AT_PICTURES=DIR makes those of docs/, from a store with more in it.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { build, root, until } from './lib.mjs';
import { goodTester, notes, notesPlan } from './models/drivers.mjs';
import { settled, startWorld } from './web_pages.mjs';

const MAX_BYTES = 60 * 1024;
const wanted = process.env.AT_PICTURES;
const folder = wanted ? path.resolve(root, wanted) : path.join(build, 'web-pictures');
fs.mkdirSync(folder, { recursive: true });
// With a token: without one a device on which a secret was typed is not shown live.
const world = await startWorld({ replays: 2, token: 'a-token-of-ours' });
const [first, second] = world.devices.map(({ serial }) => serial);

// Data that makes lists and charts worth looking at.
if (wanted) {
  const add = async (name, tags, scenario) =>
    world.addScenario({ name, tags, device: second, profile: world.mock.profile, ...scenario });
  const login = await add('Find a note and open it', ['smoke', 'search'], notes);
  const bread = await add(
    'Search: bread is found',
    ['search'],
    (await world.server.get(`/api/v1/runs/${world.failed}`)).json.scenario,
  );
  for (let i = 0; i < 3; i++) {
    await Promise.all([
      world.replayedRun(world.scenario),
      world.scriptedRun({ scenario: { scenarioId: login, device: second }, script: goodTester(notesPlan) }),
    ]);
  }
  for (let i = 0; i < 2; i++) world.failed = await world.failingRun({ scenarioId: bread });
}
const {
  json: { events },
} = await world.server.get(`/api/v1/runs/${world.runs[1]}/events?limit=500`);
const tap = events.find(({ toolName, before }) => toolName === 'tap' && before);
const { json: failure } = await world.server.get(`/api/v1/runs/${world.failed}`);

// A run that lasts as long as the pictures are made, and is not played from a recording.
let count = 0;
const steps = notes.steps.map((text) => text.replace('{{password}}', 'secret123'));
const driver = goodTester(JSON.parse(JSON.stringify(notesPlan).replaceAll('{{password}}', 'secret123')));
const live = await world.scriptedRun({
  scenario: { ...notes, steps, goal: 'A note can be found while somebody watches', device: first },
  wait: false,
  script: (turn) => (++count < 12 ? driver(turn) : { fault: 'hang' }),
});
await until(() => count >= 12, 'the run has something to show');

const addresses = {
  scenarios: '/',
  scenario: `/scenarios/${world.scenario}`,
  runs: '/runs',
  run: `/runs/${world.runs[1]}?event=${tap.index}`,
  failed: `/runs/${failure.id}`,
  live: `/runs/${live}`,
  compare: `/runs/${world.runs[0]}/compare/${world.runs[1]}`,
  trends: '/trends',
  devices: '/devices',
  device: `/devices/${second}`,
  settings: '/settings',
  about: '/about',
};

// Until the pictures that can be seen are there.
const painted = (page) =>
  page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, bottom, width } = image.getBoundingClientRect();
      return bottom < 0 || top > innerHeight || width === 0 || (image.complete && image.naturalWidth > 0);
    }),
  );

// Choose an element of the device, to write a step about it.
async function point(page) {
  await page.getByRole('button', { name: 'Pick from device' }).click();
  await page.getByRole('listbox', { name: 'Elements on the screen' }).getByRole('option').nth(1).click();
  await page.getByRole('region', { name: 'Selected element' }).waitFor();
}

// WebP as good as fits. The browser writes it itself.
async function picture(page) {
  const session = await page.context().newCDPSession(page);
  for (const quality of [80, 70, 60, 45]) {
    const bytes = Buffer.from(
      (await session.send('Page.captureScreenshot', { format: 'webp', quality })).data,
      'base64',
    );
    if (bytes.length <= MAX_BYTES) return bytes;
  }
  assert.fail(`${page.url()} does not fit into ${MAX_BYTES} bytes`);
}

for (const [name, where] of Object.entries(addresses)) {
  for (const width of [1280, 390]) {
    world.test(`${name}, ${width} px`, { width, motion: 'reduce' }, async ({ page }) => {
      // The same times ago in each picture.
      await page.clock.setFixedTime(new Date(Date.parse(failure.endedAt) + 90000));
      for (const theme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme: theme });
        if (theme === 'light') await page.goto(where);
        await settled(page);
        if (name === 'live') await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
        if (name === 'device' && theme === 'light') await point(page);
        await page
          .getByText(
            /^(Connecting|The first picture is taken…|Taking a screenshot…|Waiting for the first screenshot…)$/,
          )
          .first()
          .waitFor({ state: 'detached' });
        await painted(page);
        const bytes = await picture(page);
        assert.ok(bytes.length > 2000, `${bytes.length} bytes`);
        fs.writeFileSync(path.join(folder, `${name}-${theme}-${width}.webp`), bytes);
      }
    });
  }
}
