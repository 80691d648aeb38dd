// The script that is put into a WebView's page, run in a real Chromium: HTML → the rows that
// webview_page.c is given.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { chromiumWithWindows } from './browsers.mjs';
import { root, until } from './lib.mjs';
import { startSite } from './rig_webview.mjs';

const source = ['page_dom', 'page_words', 'page_free', 'page_first', 'page']
  .map((name) => fs.readFileSync(path.join(root, `src/device/android/framework/web/${name}.js`), 'utf8'))
  .join('\n');
const size = { width: 411, height: 810 };
const head = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Page</title>
  <style>body{margin:8px;font:16px/20px sans-serif} button,input,select,textarea{font:16px/20px sans-serif}</style><body>`;
const bits = { focused: 4, checked: 16, selected: 32, password: 128, invalid: 1024, collapsed: 2048, expanded: 4096 };

// The script stops in time, which is more here: what it reads is the test, not how fast this machine is.
const slowClock = `{ const now = performance.now.bind(performance); performance.now = () => now() / 100; }`;

// A page with ask(): the answer, asked in a world beside the page's scripts as the
// program does it. A script that does not end is ended. clock: what is run before it.
async function open(clock = slowClock) {
  const context = await (await chromiumWithWindows()).newContext({
    viewport: size,
    deviceScaleFactor: 2.625,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const ask = async () => {
    const { frameTree } = await session.send('Page.getFrameTree');
    const { executionContextId } = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'agentest',
    });
    const evaluate = async (expression) => {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression,
        contextId: executionContextId,
        returnByValue: true,
        timeout: 60000,
      });
      assert.equal(exceptionDetails, undefined, JSON.stringify(exceptionDetails?.exception));
      return result.value;
    };
    const isNew = await evaluate('typeof __agentestPage === "undefined"'); // a world lives as long as its document
    if (isNew && clock) await evaluate(clock);
    assert.equal(await evaluate(source), isNew ? 'new' : 'there');
    assert.equal(await evaluate(source), 'there');
    return JSON.parse(await evaluate('__agentestPage()'));
  };
  return { page, session, ask, show: (html) => page.setContent(head + html), close: () => context.close() };
}

// A row in words: "  check "Label" = text checked, state".
function words([depth, role, flags, , , , , label, text, hint, state]) {
  const said = [
    ...Object.keys(bits).filter((name) => flags & bits[name]),
    ...(flags & 64 ? [] : ['disabled']),
    ...(state ? [state] : []),
  ];
  return `${'  '.repeat(depth)}${role} "${label}"${text ? ` = ${text}` : ''}${hint ? ` (${hint})` : ''}${said.length > 0 ? ` ${said.join(', ')}` : ''}`;
}

// A touch on the middle of what can be clicked and has an id must reach it.
async function touched(page, rows) {
  for (const row of rows.filter(([, , flags, , , , , , , , , id]) => flags & 1 && id)) {
    const [, , , left, top, right, bottom] = row;
    const reached = await page.evaluate(
      ([x, y, id]) => {
        const hit = document.elementFromPoint(x, y);
        return hit?.closest('label')?.control?.id === id || Boolean(hit?.closest(`[id="${id}"],[name="${id}"]`));
      },
      [(left + right) / 2, (top + bottom) / 2, row[11]],
    );
    assert.ok(reached, `the middle of ${words(row)} at ${row.slice(3, 7)} is something else`);
  }
}

const box = 'width:120px;height:40px;background:#ddd';
const sr = 'position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;white-space:nowrap';

// Subject, HTML, rows.
const table = [
  // a link or a button without its own box
  [
    'a link without a box',
    `<a id="a" href="#" style="display:contents"><div style="${box}">Card title</div></a>`,
    ['text "Card title"'],
  ],
  ['a button without a box', '<button id="a" style="display:contents"><span>Press</span></button>', ['button "Press"']],
  ['a button of bare text without a box', '<button id="a" style="display:contents">Press</button>', ['button "Press"']],
  [
    'a link around what floats',
    `<a id="a" href="#"><div style="float:left;${box}">Floats</div></a>`,
    ['text "Floats"'],
  ],
  ['a tab that floats', '<ul><li><a id="a" href="#"><span style="float:left">Tab</span></a></li></ul>', ['text "Tab"']],
  [
    'a link around what is placed',
    `<div style="position:relative;height:80px"><a id="a" href="#"><img alt="" style="position:absolute;
      ${box}" src="data:,"><span style="position:absolute">Buy shoes</span></a></div>`,
    ['text "Buy shoes"'],
  ],
  [
    'a clicked wrapper without a box',
    `<div id="a" onclick="1" style="display:contents"><p style="${box}">Open</p></div>`,
    ['view "Open"'],
  ],
  [
    'a link that is hidden, with content that is not',
    '<a href="#" style="visibility:hidden"><span style="visibility:visible">Words</span></a>',
    ['text "Words"'],
  ],
  // a name that is not what is written there
  [
    'a label that hides the words',
    '<button aria-label="Cancel">Pay $99.00 now</button>',
    ['button "Cancel" = Pay $99.00 now'],
  ],
  [
    'a label that hides words from readers of screens, too',
    '<button aria-label="Cancel"><span aria-hidden="true">Delete account</span></button>',
    ['button "Cancel" = Delete account'],
  ],
  [
    'a label over a link and a clicked box',
    '<a href="#" aria-label="Help">Buy now</a><div onclick="1" aria-label="Help">Send money</div>',
    ['text "Help" = Buy now', 'view "Help" = Send money'],
  ],
  [
    'a label over what a button says by its value',
    '<input type="submit" value="Pay $99" aria-label="Cancel">',
    ['button "Cancel" = Pay $99'],
  ],
  [
    'a label that says it all',
    '<button aria-label="Pay $99.00 now, card ending 42">Pay $99.00 now</button><button aria-label="Close">×</button>',
    ['button "Pay $99.00 now, card ending 42"', 'button "Close"'],
  ],
  // roles and values
  [
    'a combobox that is a button',
    '<button role="combobox" aria-expanded="false"><span>Apple</span></button>',
    ['spinner "" = Apple collapsed'],
  ],
  [
    'a combobox that is a box',
    '<div role="combobox" aria-label="Country">Germany</div>',
    ['spinner "Country" = Germany'],
  ],
  [
    'a combobox with a field',
    '<input role="combobox" aria-label="City" value="Rome"><input value="x" list="l">',
    ['field "City" = Rome', 'field "" = x'],
  ],
  ['an item of a list that is edited', '<ul><li contenteditable>My item</li></ul>', ['field "" = My item']],
  [
    'a masked text area',
    '<textarea style="-webkit-text-security:disc">s3cret</textarea>',
    ['field "" = ****** password'],
  ],
  [
    'a masked box that is edited',
    '<div contenteditable style="-webkit-text-security:disc">s3cret</div>',
    ['field "" = ****** password'],
  ],
  [
    'masked text',
    `<p style="-webkit-text-security:disc">12 34</p><p>Code <b style="-webkit-text-security:disc">9876</b
      ></p><button>Key <span style="-webkit-text-security:disc">55</span></button>`,
    ['text "*****"', 'text "Code"', 'text "****"', 'button "Key **"'],
  ],
  ['a password', '<input type="password" aria-label="Password" value="abc">', ['field "Password" = *** password']],
  // what is seen through, over what the page draws
  [
    'a transparent checkbox over a drawn one',
    `<span style="position:relative;display:inline-block;width:40px;height:40px;cursor:pointer"><input
      id="a" type="checkbox" checked aria-label="Select row" style="opacity:0;position:absolute;width:100%;
      height:100%;margin:0"><svg width="24" height="24"></svg></span>`,
    ['view ""', '  check "Select row" checked'],
  ],
  [
    'a transparent select',
    `<div style="position:relative;width:100px;height:40px"><select id="a" aria-label="Language"
      style="position:absolute;opacity:0;inset:0"><option>English</select><span>Choose</span></div>`,
    ['spinner "Language" = English'],
  ],
  [
    'a transparent checkbox in its label',
    '<label><input id="a" type="checkbox" style="position:absolute;opacity:0"><span>Agree</span></label>',
    ['check "Agree"'],
  ],
  [
    'a transparent checkbox beside its label',
    `<span style="position:relative;display:inline-block;width:40px;height:40px"><input id="a"
      type="checkbox" style="opacity:0;position:absolute;width:40px;height:40px;margin:0"></span><label
      for="a">Agree</label>`,
    ['check "Agree"'],
  ],
  [
    'transparent below what is transparent',
    `<div style="opacity:0"><input type="checkbox" aria-label="Gone" style="opacity:0"></div><button
      style="opacity:0">Gone</button>`,
    [],
  ],
  // where a touch goes
  [
    'a link in two lines',
    '<p style="width:320px">By signing up you agree to our <a id="a" href="#">Privacy Policy</a>.</p>',
    ['text "By signing up you agree to our"', 'text "Privacy Policy"', 'text "."'],
  ],
  [
    'a button half below a header',
    `<button id="a" style="position:absolute;top:30px;height:48px;width:200px">Half</button><div
      style="position:fixed;top:0;left:0;right:0;height:60px;background:#fff"></div>`,
    ['button "Half"'],
  ],
  [
    'a row below a round button',
    `<a id="a" href="#" style="display:block;height:60px">Row</a><button id="b" style="position:absolute;
      left:160px;top:10px;width:100px;height:60px">+</button>`,
    ['text "Row"', 'button "+"'],
  ],
  [
    'a slotted button',
    `<my-button><b>Slotted</b></my-button><my-button>Bare</my-button><script
      >for (const it of document.querySelectorAll("my-button")) it.attachShadow({
      mode: "open" }).innerHTML = "<button><slot></slot></button>";</script>`,
    ['button "Slotted"', 'button "Bare"'],
  ],
  [
    'slotted text',
    `<my-card>Words</my-card><script>document.querySelector("my-card").attachShadow({
      mode: "open" }).innerHTML = "<div><slot></slot></div>";</script>`,
    ['text "Words"'],
  ],
  // what is covered
  [
    'closed details',
    '<details><summary>More</summary><p>Closed text</p><button>Closed</button>bare</details><p>After</p>',
    ['button "More" collapsed', 'text "After"'],
  ],
  [
    'open details',
    '<details open><summary>More</summary><button>Open</button></details>',
    ['button "More" expanded', 'button "Open"'],
  ],
  ['cut by clip-path', '<div style="clip-path:inset(0 0 0 300px)"><button>Cut</button><p>Words</p></div>', []],
  [
    'for screen readers',
    `<div>Seen <span style="${sr}">Hidden words</span></div><a style="${sr}" href="#">Skip</a>`,
    ['text "Seen"'],
  ],
  [
    'below a veil of an ancestor',
    `<style>.veil{position:relative}.veil::after{content:"";position:absolute;inset:0;background:#fff}
      </style><div class="veil"><button>Pay</button><p>Old price</p></div>`,
    [],
  ],
  [
    'below a clear sheet',
    `<style>.sheet::after{content:"";position:absolute;inset:0}</style><div style="position:relative"><a
      id="a" class="sheet" href="#">Card</a><p>Words of the card</p></div>`,
    ['text "Card"', 'text "Words of the card"'],
  ],
  [
    'touches go through, below a cover',
    `<div style="pointer-events:none"><button>Behind</button><p>Behind</p></div><div style="position:fixed;
      inset:0;background:#fff"><p>Front</p></div>`,
    ['text "Front"'],
  ],
  [
    'touches go through, over its neighbour',
    `<div style="position:relative"><span style="position:absolute;pointer-events:none">Floating</span
      ><input id="a" aria-label="Field"></div><div style="pointer-events:none">Off</div>`,
    ['text "Floating"', 'field "Field"', 'text "Off"'],
  ],
  // what is seen through something clear
  [
    'below a clear layer',
    '<p>Payment failed</p><button id="x">Pay</button><div style="position:fixed;inset:0"></div>',
    ['text "Payment failed"', 'text "Pay" covered'],
  ],
  [
    'below a veil',
    `<p>Payment failed</p><label>Name <input value="Ada"></label><div style="position:fixed;inset:0;
      background:rgba(0,0,0,.1)"></div>`,
    ['text "Payment failed"', 'text "Name" = Ada covered'],
  ],
  [
    'below a dense veil',
    '<p>Payment failed</p><button>Pay</button><div style="position:fixed;inset:0;background:rgba(0,0,0,.8)"></div>',
    [],
  ],
  [
    'below two veils that are dense together',
    `<p>Words</p><div style="position:fixed;inset:0;background:rgba(0,0,0,.4)"></div><div
      style="position:fixed;inset:0;background:rgb(0 0 0 / 40%)"></div>`,
    [],
  ],
  [
    'below a clear layer within an opaque one',
    `<p>Words</p><div style="position:fixed;inset:0;background:#fff"><div style="position:absolute;inset:0"
      ></div></div>`,
    [],
  ],
  [
    'below a layer that is nearly transparent',
    '<p>Words</p><div style="position:fixed;inset:0;background:#000;opacity:.2"></div>',
    ['text "Words"'],
  ],
  [
    'beside the menu of a clear catcher',
    `<p>Inbox</p><p>Total: 12</p><div style="position:fixed;inset:0"><ul style="position:absolute;
      left:200px;top:0;background:#fff"><li role="menuitem">Archive</li></ul></div>`,
    ['text "Inbox"', 'text "Total: 12"', 'button "Archive"'],
  ],
  [
    'below the text of a clear layer',
    `<div style="position:absolute;left:0;top:0;width:200px;height:100px"><p>Old</p></div><div
      style="position:absolute;left:0;top:0;width:200px;height:100px"><p>New</p></div>`,
    ['text "New"'],
  ],
  [
    'below what draws without a background',
    '<p>Words</p><canvas style="position:fixed;left:0;top:0;width:411px;height:810px"></canvas>',
    ['image "canvas" a drawing that cannot be read'],
  ],
  [
    'a frame below a clear layer',
    '<iframe srcdoc="<p>Inner</p><button>Press</button>"></iframe><div style="position:fixed;inset:0"></div>',
    ['text "Inner"', 'text "Press" covered'],
  ],
  [
    'a password below a clear layer',
    '<input type="password" aria-label="PIN" value="1234"><div style="position:fixed;inset:0"></div>',
    ['text "PIN" = **** password, covered'],
  ],
  // drawings, generated text, measures
  [
    'a chart',
    `<svg width="300" height="200"><text x="10" y="30">Sales <tspan>42</tspan></text><g id="bar"
      role="button" tabindex="0" aria-label="Bar one"><rect x="10" y="50" width="40" height="100"/><rect
      x="200" y="50" width="40" height="100"/></g><a id="more" href="#2"><text x="100" y="190">More</text
      ></a></svg>`,
    ['text "Sales 42"', 'button "Bar one"', 'text "More"'],
  ],
  [
    'a chart with a name',
    `<svg role="img" aria-label="Sales of 2026" width="300" height="100"><title>Sales</title><text x="10"
      y="30">Total 7</text></svg>`,
    ['image "Sales of 2026"', 'text "Total 7"'],
  ],
  [
    'an icon',
    `<button><svg width="24" height="24"><title>Close</title><path d="M0 0h24v24H0z"/></svg></button><svg
      width="24" height="24"><title>Star</title><path d="M0 0h24v24H0z"/></svg>`,
    ['button "Close"', 'image "Star"'],
  ],
  [
    'a map',
    `<svg width="300" height="200"><path aria-label="North" d="M0 0h100v100H0z"/><path
      style="cursor:pointer" d="M100 0h100v100H100z"/><path id="seat" tabindex="0" d="M0 100h100v90H0z"
      ><title>Seat 4A</title></path></svg>`,
    ['image "North"', 'view "Seat 4A"'],
  ],
  [
    'a link of an older drawing',
    `<svg width="300" height="60"><a xlink:href="#1" id="a"><text x="5" y="30">Old</text></a><defs><text
      >Unused</text></defs></svg>`,
    ['text "Old"'],
  ],
  [
    'generated text',
    `<style>.b::before{content:"Badge 7"} .n::after{content:"New"} .a::before{content:attr(data-unit) " GB"}
      </style><p class="b"></p><p class="b">Words</p><p>Total <b class="n">12</b></p><p class="a"
      data-unit="5"></p>`,
    ['text "Badge 7"', 'text "Badge 7"', 'text "Words"', 'text "Total"', 'text "12"', 'text "New"', 'text "5 GB"'],
  ],
  [
    'generated names',
    `<style>.b::before{content:"Pay"} .n::after{content:"3 new" / "three new messages"}</style><button
      class="b"></button><button><i class="b"></i></button><button class="n">Inbox</button>`,
    ['button "Pay"', 'button "Pay"', 'button "Inbox"', '  text "3 new"'],
  ],
  [
    'generated decoration',
    `<style>.b::before{content:"\\2022"} .i::before{content:"\\f015"}
       .h::before{content:"Hidden";visibility:hidden}
       .s::after{content:"Far";position:absolute;width:1px;height:1px;overflow:hidden}</style><p class="b"
      >Item</p><p class="i">Home</p><p class="h">Words</p><p class="s">More</p>`,
    ['text "Item"', 'text "Home"', 'text "Words"', 'text "More"'],
  ],
  [
    'canvases',
    `<canvas aria-label="Sales" width="100" height="50"></canvas><canvas width="100" height="50"></canvas
      ><canvas hidden></canvas>`,
    ['image "Sales" a drawing that cannot be read', 'image "canvas" a drawing that cannot be read'],
  ],
  [
    'a meter',
    `<meter value="0.6" aria-label="Disk"></meter><div role="meter" aria-label="Load" aria-valuenow="3"
      aria-valuemin="1" aria-valuemax="5" aria-valuetext="High" style="height:20px"></div><div role="meter"
      aria-label="Heat" style="height:20px">Warm</div><progress aria-label="Work" style="display:block"
      ></progress>`,
    [
      'progress "Disk" 0.6 of 0 to 1',
      'progress "Load" High, 3 of 1 to 5',
      'progress "Heat" unknown of 0 to 100',
      'text "Warm"',
      'progress "Work"',
    ],
  ],
  // hostile and odd
  [
    'fields that are named as members',
    `<form id="login" onclick="1"><input name="id" value="7"><input name="labels"><input name="matches"
      ><input name="localName"><input name="getAttribute"><input name="childNodes"><input name="nodeType"
      ></form>`,
    ['view ""', '  field "" = 7', ...Array(6).fill('  field ""')],
  ],
  [
    'a form whose parent is a field',
    `<button>Below</button><form style="position:fixed;left:0;top:0;width:300px;height:300px;
      background:#fff"><input name="parentNode" style="margin-top:100px"></form>`,
    ['field ""'],
  ],
  [
    'forms that are named as members of the document',
    `<form name="activeElement"></form><form name="elementFromPoint"></form><form name="createRange"></form
      ><form name="documentElement"></form><p>Words</p>`,
    ['text "Words"'],
  ],
];

test('each page has its rows', async (t) => {
  const { page, ask, show, close } = await open();
  for (const [what, html, wanted] of table) {
    await t.test(what, async () => {
      await show(html);
      // A slow machine may spend the script's time elsewhere.
      const answer = await until(async () => {
        const it = await ask();
        return it.omitted === 0 && it;
      }, 'all is read');
      assert.deepEqual(answer.rows.map(words), wanted);
      await touched(page, answer.rows);
    });
  }
  await close();
});

test('a form has its own id', async () => {
  const { ask, show, close } = await open();
  await show('<form id="login" onclick="1"><input name="id"></form>');
  assert.deepEqual(
    (await ask()).rows.map((row) => row[11]),
    ['login', 'id'],
  );
  await close();
});

const chat = (count) =>
  `<div id="list" style="height:600px;overflow:auto">${Array.from(
    { length: count },
    (_, i) =>
      `<div style="padding:6px"><div><b>User ${i}</b><span> 12:0${i % 10}</span></div><p>Message ${i}</p
        ><button>Reply</button></div>`,
  ).join('')}</div><button>Send</button>`;

test('a long list that is scrolled is read where it is seen, and then what comes after it', async () => {
  const { page, ask, show, close } = await open();
  await show(chat(4000));
  for (const [where, first, last] of [
    ['1e9', 3990, 3999],
    ['list.scrollHeight / 2', 2000, 2002],
    ['0', 0, 3],
  ]) {
    await page.evaluate(`list.scrollTop = ${where}`);
    const { rows } = await ask();
    const said = rows.map((row) => row[7]);
    const numbers = said.filter((label) => label.startsWith('Message')).map((label) => Number(label.slice(8)));
    assert.deepEqual(
      numbers,
      [...numbers].sort((a, b) => a - b),
      'in the order of the page',
    );
    assert.ok(
      numbers.some((number) => number >= first && number <= last),
      `at ${where}: ${numbers}`,
    );
    assert.equal(said.at(-1), 'Send');
  }
  await close();
});

test('a dialog in a row out of view is read, in its place', async () => {
  const { page, ask, show, close } = await open();
  await show(chat(500));
  await page.evaluate(
    `list.children[3].insertAdjacentHTML('beforeend', '<div style="position:fixed;left:0;right:0;' +
      'top:300px;height:100px;background:#fff"><button>Confirm</button></div>');
    list.scrollTop = 1e9`,
  );
  const said = (await ask()).rows.map((row) => row[7]);
  assert.equal(said[1], 'Confirm');
  assert.ok(said.includes('Message 499'));
  await close();
});

test('a script for many elements ends in time, and one for deep ones ends at all', async () => {
  const { page, ask, show, close } = await open(null);
  await show(
    `<pre>${Array.from({ length: 50000 }, (_, i) => `<span>word${i}</span>${i % 8 ? ' ' : '\n'}`).join('')}</pre>`,
  );
  const many = await ask();
  assert.ok(many.omitted > 0);
  // As far as its time went: on a busy machine that may be no row.
  for (const row of many.rows.slice(1, 2)) assert.match(row[7], /^word0/);
  await show('<div id="deep"></div><button>Below</button>');
  await page.evaluate(
    `let it = deep; for (let i = 0; i < 2000; i++) { it.append(document.createElement('div')); it = it.firstChild; } it.textContent = 'Bottom'; 1`,
  );
  assert.equal((await ask()).rows.at(-1)[7], 'Below');
  await close();
});

test('the focused field is reported, and none without focus', async () => {
  const { page, session, ask, show, close } = await open();
  await show(`<input id="outer" aria-label="Outer"><iframe id="frame" srcdoc="<input aria-label=Inner>"></iframe>`);
  await page.evaluate(`frame.contentDocument.querySelector('input').focus()`);
  assert.deepEqual((await ask()).rows.map(words), ['field "Outer"', 'field "Inner" focused']);
  await page.evaluate('outer.focus()');
  assert.deepEqual((await ask()).rows.map(words), ['field "Outer" focused', 'field "Inner"']);
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
  await (await page.context().newPage()).bringToFront(); // a native field takes the focus the same
  // way
  assert.equal(await page.evaluate('document.activeElement.id + document.visibilityState'), 'outervisible');
  assert.deepEqual((await ask()).rows.map(words), ['field "Outer"', 'field "Inner"']);
  await close();
});

test('frames of another site: the free part, and none that windows do not number', async () => {
  const site = await startSite({
    '/cover': `${head}<iframe title="Pay" src="OTHER" style="width:300px;height:300px;border:0;display:block"></iframe>
      <div style="position:fixed;left:0;top:120px;width:411px;height:600px;background:#fff"></div>`,
    '/shade': `${head}<div id="a"></div><div id="b"></div><script>
      for (const it of [a, b]) it.attachShadow({ mode: 'open' }).innerHTML =
        '<iframe title="Shade" style="width:250px;height:100px" src="OTHER"></iframe>';</script>`,
    '/other': `${head}<p>Other</p>`,
  });
  const { page, ask, close } = await open();
  for (const at of ['/cover', '/shade']) {
    await page.route(`**${at}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll('OTHER', `${site.localhost}/other`) });
    });
  }
  await page.goto(`${site.url}/cover`);
  const covered = await ask();
  assert.deepEqual(covered.rows.map(words), ['view "Pay" a page that cannot be read']);
  const [path, index, depth, left, top, , , seenLeft, seenTop, seenRight, seenBottom] = covered.frames[0];
  assert.deepEqual([path, index, depth, left, top, seenLeft, seenTop, seenRight], ['.0', 1, 1, 8, 8, 8, 8, 308]);
  assert.ok(seenBottom > 117 && seenBottom <= 120, `it is seen down to ${seenBottom}`);
  await page.goto(`${site.url}/shade`);
  const shaded = await ask();
  assert.deepEqual(shaded.frames, []);
  assert.deepEqual(
    [shaded.closed, shaded.rows.map(words)],
    [2, Array(2).fill('view "Shade" a page that cannot be read')],
  );
  await close();
});
