// web_export.test.mjs: one run as one HTML file, opened from the disk with the
// network cut; and a run on paper
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { accessible, eventually, fitsWidth, startRig } from './browser.mjs';
import { program, run as runProgram, temporaryFolder } from './lib.mjs';
import { inOrder } from './models/core.mjs';
import { notesPlan, steps } from './models/drivers.mjs';
import { appFile, canary, traces } from './tester.mjs';

const rig = await startRig({ model: true, apps: [appFile()], env: { SECRET_PASSWORD: canary } });
const folder = temporaryFolder();

// The report of a run, as a file; its path and size.
async function save(id) {
  const answer = await rig.server.get(`/api/v1/runs/${id}/exports/html`);
  assert.equal(answer.status, 200, answer.text.slice(0, 300));
  assert.match(
    answer.headers.get('content-disposition'),
    /^attachment; filename="[a-z0-9-]+-(PASS|FAIL)-\d{4}-\d\d-\d\d\.html"$/,
  );
  const file = path.join(folder, `${id}.html`);
  fs.writeFileSync(file, answer.bytes);
  return file;
}

// Open a file as somebody does who got it by mail, far from any server.
async function open(visit, file, hash = '') {
  visit.requests = [];
  visit.context.on('request', (request) => visit.requests.push(request.url()));
  await visit.context.setOffline(true);
  await visit.page.goto(pathToFileURL(file).href + hash);
  await visit.page.getByRole('heading', { level: 1 }).waitFor();
}

// A run that another machine has made: {run, events} as `runs export` prints it.
async function bring(id, change, events) {
  const file = path.join(temporaryFolder(), 'run.json');
  const run = {
    id,
    state: 'ended',
    status: 'failed',
    end: 'done',
    verdict: 'FAIL',
    name: 'Brought',
    goal: 'Brought',
    packageName: 'a.b',
    profile: 'Opus55',
    device: 'emulator-1',
    platform: 'android',
    queuedAt: '2026-11-23T10:00:00.000Z',
    startedAt: '2026-11-23T10:00:00.000Z',
    endedAt: '2026-11-23T10:01:00.000Z',
    summary: '',
    config: { logsEnabled: true },
    usage: { iterations: 1, inputTokens: 10, cachedTokens: 0, outputTokens: 2, costUsd: 0 },
    steps: [{ step: 1, text: 'Do it', verdict: 'FAIL', reason: 'It was not so', judged: false }],
    replayedSteps: 0,
    ...change,
  };
  fs.writeFileSync(file, JSON.stringify({ run, events }));
  const { status, out, err } = await runProgram(program('mobile-tester-agent'), [
    'runs',
    'import',
    file,
    '--data',
    rig.server.data,
  ]);
  assert.equal(status, 0, err + out);
  return id;
}
const event = (index, more) => ({
  index,
  timestamp: '2026-11-23T10:00:01.000Z',
  type: 'tool',
  toolName: 'tap',
  args: '{"text":"Save"}',
  result: 'TAPPED: Save',
  resultPrefix: 'TAPPED',
  step: 1,
  durationMs: 5,
  ...more,
});

// A run with the secret: it is typed, the model repeats it, and a step fails.
const wanted = {
  packageName: 'com.example.notes',
  goal: 'A note about bread can be found',
  steps: [
    'Log in as demo@example.com with the password {{password}}; the list of notes is shown',
    'Search for "Bread"; "Bread and butter" is found',
  ],
};
const failed = await rig.scriptedRun({
  scenario: wanted,
  script: inOrder(
    { thought: `The password may be ${canary}.`, calls: [steps.start()] },
    ...notesPlan[0].map((calls) => ({ thought: 'The form is on the screen.', calls })),
    { text: `Logged in with ${canary}.`, calls: [steps.done(1)] },
    { thought: 'The note should be there.', calls: [steps.sees('Bread and butter')] },
    { text: 'There is no such note.', calls: [steps.done(2, 'FAIL', `No note, in spite of ${canary}`)] },
    { text: 'Step 1: PASS\nStep 2: FAIL — there is no such note' },
  ),
});
const file = await save(failed);
const events = (await rig.server.get(`/api/v1/runs/${failed}/events?limit=500`)).json.events;

rig.test('a report opens from the disk without a network, with all its pictures', async ({ visit, page }) => {
  await open(visit, file);
  await page.getByText('A note about bread can be found').first().waitFor();
  const paths = [...new Set(events.flatMap(({ before, screenshotPath }) => [before, screenshotPath]).filter(Boolean))];
  assert.ok(paths.length >= 4, `${paths.length} pictures`);
  const index = await page.evaluate(() => JSON.parse(document.getElementById('index').textContent));
  assert.deepEqual(index.leftOut, { events: 0, pictures: 0, files: 0 });
  assert.deepEqual(
    paths.filter((name) => !index.files.includes(name)),
    [],
  );
  // Each place of the run with each picture that is shown there.
  for (const { index: number } of events.filter(
    ({ type, screenshotPath, before }) => type === 'tool' && (screenshotPath || before),
  )) {
    await page.evaluate((at) => {
      location.hash = `event=${at}`;
    }, number);
    await eventually(
      () =>
        page.evaluate(() => {
          const pictures = [...document.querySelectorAll('main img')];
          if (pictures.length < 2) throw new Error('no picture is shown');
          for (const picture of pictures)
            if (!picture.complete || picture.naturalWidth < 10)
              throw new Error(`not shown: ${picture.alt || picture.src.slice(0, 60)}`);
        }),
      `the pictures of event ${number} are shown`,
    );
  }
  assert.deepEqual(
    visit.requests.filter((url) => !url.startsWith('file:') && !url.startsWith('data:')),
    [],
  );
  assert.equal(
    visit.requests.filter((url) => url.startsWith('file:')).length,
    1,
    visit.requests.join(' ').slice(0, 500),
  );
});

rig.test('nothing in it needs a server', async ({ visit, page }) => {
  await open(visit, file);
  for (const name of ['Run again', 'Stop', 'Export', /Copy link/])
    assert.equal(await page.getByRole('button', { name }).count(), 0, String(name));
  assert.deepEqual(
    await page
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')).filter((href) => !/^#|^data:/.test(href))),
    [],
  );
  await page.getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('menuitemradio', { name: 'Français' }).click();
  await page.getByText(/^Rapport du/).waitFor();
});

rig.test('a link to an event leads to it, and keys go on from there', async ({ visit, page }) => {
  const { index } = events.find(({ toolName }) => toolName === 'verifyElementVisible');
  await open(visit, file, `#event=${index}`);
  await page.getByRole('heading', { name: /^Check shown/ }).waitFor();
  await page.locator('body').press('k');
  await eventually(
    async () => assert.notEqual(new URL(page.url()).hash, `#event=${index}`),
    'the address has moved on',
  );
  const moved = new URL(page.url()).hash;
  await page.reload();
  assert.equal(new URL(page.url()).hash, moved);
});

rig.test('the call of the model is there, with its request and its reply', async ({ visit, page }) => {
  const { index } = events.find(({ type, callPath }) => type === 'model' && callPath);
  await open(visit, file, `#event=${index}`);
  await page.getByRole('tab', { name: 'Model call' }).click();
  await page.getByText('startTestingScenario').first().waitFor();
});

rig.test('the secret is in no report', async () => {
  assert.notEqual((await rig.server.get(`/api/v1/runs/${failed}`)).json.steps[1].verdict, 'PASS');
  assert.deepEqual(traces(folder, wanted.goal), [file], 'texts are found');
  assert.deepEqual(traces(folder, canary), []);
  assert.deepEqual(traces(folder, 'Cn4ry-7f3e'), []);
});

const hostile = [
  '</script><script>globalThis.pwned = 1</script>',
  '<!--<script>globalThis.pwned = 2</script>',
  '<img src=x onerror="globalThis.pwned = 3">',
  ']]></script><svg onload="globalThis.pwned = 4">',
  'line\u2028break\u2029<b>',
  '\u202egnirts \u0007',
  '"},{"type":"x"}',
  '$& $1 \\u003c',
];
rig.test('texts of strangers are shown and never obeyed', async ({ visit, page }) => {
  const id = await bring(
    '01HOSTILE0000000000000TEXT',
    {
      name: hostile[0],
      goal: hostile[0],
      packageName: hostile[2],
      reason: hostile[1],
      device: hostile[3],
      summary: hostile[1],
      steps: hostile.map((text, at) => ({
        step: at + 1,
        text,
        verdict: 'FAIL',
        reason: text,
        proof: text,
        judged: false,
      })),
    },
    hostile.flatMap((text, at) => [
      event(3 * at + 1, {
        toolName: text,
        args: JSON.stringify({ text }),
        result: text,
        element: text,
        screen: text,
        screenshotPath: `screenshots/${text}`,
        step: at + 1,
      }),
      event(3 * at + 2, { type: 'said', message: text, thought: at % 2 === 0, step: at + 1 }),
      event(3 * at + 3, { type: 'log', message: text, step: at + 1 }),
    ]),
  );
  await open(visit, await save(id));
  await page.getByRole('heading', { level: 1, name: '</script><script>globalThis.pwned = 1</script>' }).waitFor();
  for (let at = 0; at < hostile.length; at++) {
    await page.evaluate(
      (number) => {
        location.hash = `event=${number}`;
      },
      3 * at + 1,
    );
    await page.getByRole('tab', { name: 'Raw', exact: true }).click();
  }
  assert.equal(await page.evaluate(() => globalThis.pwned), undefined);
  assert.equal(await page.locator('main script, main svg[onload], img[src="x"]').count(), 0);
  const kept = await page.evaluate(() =>
    JSON.parse(document.getElementById('events').textContent)
      .map(({ message }) => message)
      .filter(Boolean),
  );
  assert.deepEqual(
    kept.filter((_, at) => at % 2 === 0),
    hostile,
  );
});

rig.test('5,000 events open and stay within bounds', async ({ visit, page }) => {
  const long = 'x'.repeat(400);
  const id = await bring(
    '01MANY000000000000000EVENTS',
    {},
    Array.from({ length: 5000 }, (_, at) =>
      event(at + 1, {
        result: `TAPPED: ${at + 1} ${long}`,
        screenshotPath: `screenshots/${String(at % 6000).padStart(4, '0')}-tap.png`,
      }),
    ),
  );
  const many = await save(id);
  const { size } = fs.statSync(many);
  assert.ok(size < 6e6, `${size} bytes`);
  await open(visit, many, '#event=5000');
  await page.getByText(`5000 ${long}`).first().waitFor();
  await page.getByText(/Left out of this file: 5,?000 screenshots/).waitFor();
  assert.ok((await page.locator('body *').count()) < 3000, 'only what is in view is drawn');
});

for (const [theme, width] of [
  ['light', 1280],
  ['dark', 360],
]) {
  rig.test(`a report can be read by all, ${theme}, ${width} px`, { theme, width }, async ({ visit, page }) => {
    await open(visit, file);
    await page.getByText(/^Report from/).waitFor();
    await fitsWidth(page);
    await accessible(page);
  });
}

const isShown = (locator) => locator.evaluateAll((elements) => elements.some((element) => element.checkVisibility()));
rig.test('on paper a run has all its steps and events, its address, and no buttons', async ({ page, also }) => {
  await page.goto(`/runs/${failed}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const server = await also();
  await open(server, file);
  for (const [paper, address] of [
    [page, `${rig.server.url}/runs/${failed}`],
    [server.page, failed],
  ]) {
    await paper.emulateMedia({ media: 'print' });
    await paper.getByText(address, { exact: true }).waitFor();
    for (const number of [1, 2])
      await paper.getByRole('heading', { level: 2, name: new RegExp(`^Step ${number} `) }).waitFor();
    const tools = events.filter(({ type }) => type === 'tool');
    assert.equal(
      (await paper
        .locator('article li')
        .filter({ hasText: /ms|\ds$/ })
        .count()) >= tools.length,
      true,
    );
    assert.equal(await isShown(paper.getByRole('button')), false, 'no buttons on paper');
    assert.equal(await isShown(paper.getByRole('navigation')), false);
    assert.equal(await paper.evaluate(() => getComputedStyle(document.documentElement).colorScheme), 'light');
    await paper.emulateMedia({ media: 'screen' });
    await paper.locator('article').waitFor({ state: 'detached' });
  }
});

rig.test('the command line makes the same file', async ({ visit, page }) => {
  const { status, out, err } = await runProgram(program('mobile-tester-agent'), [
    'runs',
    'export',
    failed,
    '--format',
    'html',
    '--data',
    rig.server.data,
  ]);
  assert.equal(status, 0, err);
  const own = path.join(folder, 'own.html');
  fs.writeFileSync(own, out);
  await open(visit, own);
  await page.getByText('A note about bread can be found').first().waitFor();
  const data = (text) =>
    text.slice(
      text.indexOf('<script type="application/json" id="events">'),
      text.indexOf('<script type="application/json" id="index">'),
    );
  assert.equal(data(out), data(fs.readFileSync(file, 'utf8')));
});
