// Hostile texts, from the screen, the model and authors of scenarios, on every page: they are shown
// as they are, and never executed, obeyed or loaded.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { accessible, eventually, fitsWidth, startRig } from './browser.mjs';
import { temporaryFolder } from './lib.mjs';
import { inOrder } from './models/core.mjs';
import { steps } from './models/drivers.mjs';
import { settled } from './web_pages.mjs';

const run = 'globalThis.executed = true';
const markup = `<img src=x onerror="${run}"><script>${run}</script><svg onload=${run}>`;
const bidi = 'over\u202egnp.exe\u202c \u2066isolated\u2069';
const control = 'bell\u0007 \u001b[31mred\u001b[0m \u009b2J';
const words = '{{- title }} $t(shortcuts.title) ${1+1} [link](javascript:alert(1)) __proto__';
const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(30);
const all = [markup, bidi, control, words, long];

const app = path.join(temporaryFolder(), 'com.example.evil.json');
fs.writeFileSync(
  app,
  JSON.stringify({
    package: 'com.example.evil',
    label: `App ${markup}`,
    version: `1.0 ${markup}`,
    start: 'main',
    screens: {
      main: {
        root: {
          kind: 'column',
          gap: 8,
          children: [
            ...all.map((text, index) => ({ kind: 'text', id: `text${index}`, text: `Screen ${text}`, h: 120 })),
            {
              kind: 'button',
              id: 'go',
              text: `Button ${markup}`,
              desc: `Description ${bidi}`,
              h: 120,
              tap: [{ log: `Log ${markup}` }],
            },
            { kind: 'field', id: 'field', hint: `Hint ${markup}`, h: 120 },
          ],
        },
      },
    },
  }),
);
const scenario = {
  name: `Name ${markup} ${bidi}`,
  goal: `Goal ${markup} ${control} ${words}`,
  packageName: 'com.example.evil',
  tags: [`<b>tag</b>`, long.slice(0, 60)],
  steps: [`Step ${markup}`, `Step ${bidi} ${control}`, `Step ${long} ${words}`],
};
const { start, sees, done, tap, type, other } = steps;
const script = () =>
  inOrder(
    {
      thought: `Thought ${markup} ${bidi}`,
      text: `Text ${markup} ${control} ${words}`,
      calls: [start('com.example.evil')],
    },
    {
      calls: [
        tap('go', { selectorType: 'resource-id' }),
        sees(`Screen ${markup}`, { selectorType: 'text' }),
        type('field', `Typed ${markup} ${bidi}`, { selectorType: 'resource-id' }),
      ],
    },
    {
      calls: [
        other('findUiElementsByText', { text: markup }),
        other('getScreenDump'),
        other('takeScreenshot', { goalName: markup }),
        tap(`Nothing ${markup} ${bidi}`),
      ],
    },
    {
      text: long,
      calls: [
        other('<b>tool</b>', { '<i>argument</i>': markup }),
        sees('Screen over'),
        done(1, 'PASS', `Reason ${markup}`),
      ],
    },
    {
      calls: [sees(`Not there ${markup} ${control}`), done(2, 'FAIL', `Reason ${markup} ${bidi} ${control} ${words}`)],
    },
    { text: `Step 1: PASS — ${markup}\nStep 2: FAIL — ${bidi}\nStep 3: FAIL — ${control}` },
  );

const rig = await startRig({ model: true, apps: [app] });
const id = await rig.addScenario({ ...scenario, profile: rig.mock.profile });
const runs = [];
for (let i = 0; i < 2; i++)
  runs.push(await rig.scriptedRun({ scenario: { scenarioId: id, packageName: 'com.example.evil' }, script: script() }));
const [first, second] = runs;

// Parts of the texts that have come alive, or cannot be read.
const alive = (page) =>
  page.evaluate(() => {
    const found = [];
    if (globalThis.executed) found.push('a script was executed');
    for (const element of document.querySelectorAll(
      '[onerror], [onload], img[src="x"], a[href^="javascript:"], body b, body i',
    ))
      if (!element.closest('[data-own]') && /tool|argument|tag|img|svg|link/i.test(element.outerHTML))
        found.push(element.outerHTML.slice(0, 120));
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      // Fields have the text as it will be sent.
      if (
        /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(node.data) &&
        !node.parentElement.closest('textarea, script')
      )
        found.push(`unseen in ${node.parentElement.outerHTML.slice(0, 120)}`);
    }
    return found;
  });

// Every page, and what it shows of the texts.
const pages = {
  scenarios: ['/', 'Name <img src=x onerror='],
  scenario: [`/scenarios/${id}`, null],
  runs: ['/runs', 'Name <img src=x onerror='],
  run: [`/runs/${second}`, '<img src=x onerror='],
  step: [`/runs/${second}?step=2`, 'gnp.exe'],
  compare: [`/runs/${first}/compare/${second}`, '<img src=x onerror='],
  trends: ['/trends', 'Name <img src=x onerror='],
  device: [`/devices/${rig.devices[0].serial}`, null],
};
for (const [name, [where, shows]] of Object.entries(pages)) {
  rig.test(`${name}: hostile texts are texts`, { motion: 'reduce' }, async ({ page }) => {
    await page.goto(where);
    await settled(page);
    if (shows)
      await eventually(async () =>
        assert.ok(
          (await page.getByRole('main').innerText()).includes(shows),
          (await page.getByRole('main').innerText()).slice(0, 2000),
        ),
      );
    assert.deepEqual(await alive(page), []);
    await fitsWidth(page);
    await accessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await fitsWidth(page);
    assert.deepEqual(await alive(page), []);
  });
}

rig.test('each event of the run shows its texts and executes nothing', async ({ page }) => {
  await page.goto(`/runs/${second}`);
  const list = page.getByRole('listbox', { name: 'Timeline' });
  await list.getByRole('option').first().waitFor();
  await list.focus();
  await page.keyboard.press('Home');
  const count = Number(await list.getByRole('option').first().getAttribute('aria-setsize'));
  assert.ok(count > 15, `${count} rows`);
  for (let i = 0; i < count; i++) {
    await page.keyboard.press('ArrowDown');
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      assert.deepEqual(await alive(page), [], `row ${i}, ${await tab.innerText()}`);
    }
    await list.focus();
  }
  await fitsWidth(page);
});

rig.test(
  'the content policy stops a script that got into the page',
  { allow: [/content policy|Content Security Policy/i, /127\.0\.0\.1:9\/far\.js/] },
  async ({ page, visit }) => {
    await page.goto('/');
    await settled(page);
    const outcome = await page.evaluate(async (source) => {
      const inline = document.createElement('script');
      inline.textContent = source;
      document.body.append(inline);
      const place = document.createElement('div');
      place.innerHTML = `<img src="data:image/png;base64,AAAA" onerror="${source}"><style>body { display: none }</style>`;
      document.body.append(place);
      const far = document.createElement('script');
      far.src = 'http://127.0.0.1:9/far.js';
      document.body.append(far);
      await new Promise((resolve) => {
        far.onerror = resolve;
      });
      const fetched = await fetch('http://127.0.0.1:9/').then(
        () => 'fetched',
        (error) => error.name,
      );
      return { executed: globalThis.executed, fetched, display: getComputedStyle(document.body).display };
    }, run);
    assert.deepEqual(outcome, { executed: undefined, fetched: 'TypeError', display: 'block' });
    const said = visit.problems.filter((problem) => problem.startsWith('content policy')).join('\n');
    for (const [directive, what] of [
      ['script-src-elem', 'inline'],
      ['script-src-attr', 'inline'],
      ['style-src-elem', 'inline'],
      ['script-src-elem', 'http://127.0.0.1:9'],
      ['connect-src', 'http://127.0.0.1:9'],
    ])
      assert.ok(said.includes(`${directive} forbids ${what}`), `${directive} ${what} in\n${said}`);
  },
);
