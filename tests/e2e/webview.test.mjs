// A page in a WebView, read through its DevTools from a real Chromium: elements are seen, filled
// in, waited for and named like native ones.
import assert from 'node:assert/strict';
import test from 'node:test';
import { adbOnly, startAdbServer, startAgentest, startVirtual, until } from './lib.mjs';
import { startMda } from './mda.mjs';
import { pageFile, startChromium, startFront, startSite, webApp } from './rig_webview.mjs';

const name = 'com.example.web';
const secret = 'correct-horse-7';
const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">';
const style = `body{margin:8px;font:16px sans-serif}
  input,select,button{display:block;margin:6px 0;font-size:16px}`;
const html = (body, head = '') => `<!doctype html><html lang="en">${viewport}<title>Page</title>
  <style>${style}</style>${head}<body>${body}`;

const held = (request, response, url, waiting) => {
  waiting.add(response);
};
const site = await startSite({
  '/form': html(pageFile('form')),
  '/fixed': html('<label>Code <input id="code" readonly value="A-1"></label><button disabled>Send</button>'),
  '/help': html('<h1>Help</h1><a href="/form">Back to the form</a>'),
  '/long': html(`<p>Top</p>${Array.from({ length: 60 }, (_, i) => `<p style="height:60px">Line ${i + 1}</p>`).join('')}
    <button id="last" onclick="out.textContent='Pressed'">The last</button><p id="out">Not pressed</p>`),
  '/frame': html('<button id="inner" onclick="this.textContent=\'Inner pressed\'">Inner</button>'),
  '/frames': html(pageFile('frames')),
  '/tab': html(`<p id="tab">x</p><script>tab.textContent = 'Tab ' + location.search;</script>`),
  '/two-frames': html('<p>Outer</p><iframe src="/frame"></iframe><iframe src="/frame"></iframe><p>End</p>'),
  '/loop': html(pageFile('loop')),
  '/seen': html(pageFile('seen')),
  '/work': html(pageFile('work', { secret })),
  '/answer': '{}',
  '/held': held,
  '/clear': html(pageFile('clear')),
  '/canvas': html('<p>Chart</p><canvas id="sales" aria-label="Sales" width="200" height="100"></canvas>'),
  '/drawn': html(pageFile('drawn')),
  '/crowd': html(
    Array.from(
      { length: 5600 },
      (_, i) => `<b style="position:absolute;left:${(i % 80) * 5}px;top:${Math.floor(i / 80) * 11}px">${i % 10}</b>`,
    ).join(''),
    '<style>b{font:8px/10px sans-serif}</style>',
  ),
});

const server = await startAdbServer();
const chromium = await startChromium();
const { page } = chromium;
const device = await startVirtual(server, ['--app', webApp(name, { page: chromium.endpoint })]);

async function connect(path, env = {}) {
  await page.go(`${site.url}${path}`);
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial, ...env } });
  await agentest.connect(name, { steal: true });
  await whole(agentest);
  return agentest;
}
// A tree with what is in the page; the first one after connect has it.
async function whole(agentest) {
  const tree = await agentest.tree();
  assert.match(tree, /^ {2}\S/m);
  assert.doesNotMatch(tree, /could not be read/);
  return tree;
}
const said = async (agentest) =>
  (await agentest.connect(name, { steal: true, verbose: true })).json.diagnostics.join('\n');

for (const [how, env] of [
  ['the resident helper', {}],
  ['adb alone', adbOnly],
]) {
  test(`a form is read, filled in, sent and checked, with ${how}`, async () => {
    const agentest = await connect('/form', env);
    const tree = await whole(agentest);
    for (const line of [
      /\n {2}"Sign up"/,
      /"Please fill this in, or"\n {2}@l1 link "read the help"/,
      /@f1 input "User" hint="Your name"/,
      /@f2 input "Password" password\n/,
      /@c1 check "I agree" unchecked/,
      /spinner "Medium" desc="Size"/,
      /radio "Free" unchecked/,
      /radio "Paid" checked/,
      /"Volume".* 30/,
      /@f3 input "Notes"/,
      /@b2 btn "Submit"/,
      /"Later" disabled/,
      /"Nothing yet"/,
    ])
      assert.match(tree, line);
    const filled = await agentest.flow(
      { action: 'type', target: { id: 'user' }, value: 'Ada' },
      { action: 'type', target: { text: 'Password' }, value: secret },
      { action: 'tap', target: { text: 'I agree' } },
      { action: 'assert_visible', target: { text: 'Sign up' } },
      { action: 'tap', target: { text: 'Submit' } },
      { action: 'assert_text_equals', target: { id: 'out' }, value: 'Hello Ada of Medium, agreed' },
    );
    assert.equal(filled.json.success, true, filled.text);
    assert.equal(await page.run('pw.value'), secret);
    assert.match(await agentest.tree(), /@f2 input "Password" value=15 chars password/);
    const again = await agentest.flow(
      { action: 'clear_text', target: { id: 'user' } },
      { action: 'type', target: { id: 'user' }, value: 'Bob' },
    );
    assert.equal(again.json.success, true, again.text);
    assert.equal(await page.run('user.value'), 'Bob');
    const full = await agentest.call('agentest_get_ui_tree', { format: 'full' });
    assert.match(full.text, /"web"/);
    for (const output of [
      filled.texts.join(),
      again.texts.join(),
      full.texts.join(),
      agentest.log,
      await said(agentest),
    ])
      assert.ok(!output.includes(secret), 'the password is in an output');
  });
}

test('text of any script is typed into a page, as a person would paste it', async () => {
  const agentest = await connect('/form');
  await device.console('virtual clipboard mine');
  await page.run(
    `window.heard = [];
    for (const it of [user, pw, notes]) {
      it.addEventListener('input', () => heard.push(it.id));
      it.addEventListener('paste', () => heard.push('paste'));
    }`,
  );
  const flow = await agentest.flow(
    { action: 'type', target: { id: 'user' }, value: 'Zoë' },
    { action: 'type', target: { id: 'user' }, value: ' 東京 😀' },
    { action: 'type', target: { id: 'pw' }, value: 'žluťoučký' },
    { action: 'type', target: { id: 'notes' }, value: 'Grüße,\nпривет' },
    { action: 'clear_text', target: { id: 'notes' } },
    { action: 'type', target: { id: 'notes' }, value: 'naïve' },
    { action: 'tap', target: { text: 'Submit' } },
    { action: 'assert_text_equals', target: { id: 'out' }, value: 'Hello Zoë 東京 😀 of Medium' },
  );
  assert.equal(flow.json.success, true, flow.text);
  assert.equal(flow.json.results[1].value, 'Zoë 東京 😀');
  assert.deepEqual(await page.run('[user.value, pw.value, notes.value]'), ['Zoë 東京 😀', 'žluťoučký', 'naïve']);
  for (const id of ['user', 'pw', 'notes']) assert.ok((await page.run('heard')).includes(id), `${id} was told`);
  assert.match(await device.console('virtual condition clipboard'), /^mine\r?$/m);
  assert.ok(!flow.texts.join().includes('žluťoučký'), 'the password is in an output');
});

test('a field that is read only, and a button that is disabled, are findings about the app', async () => {
  const agentest = await connect('/fixed');
  const typed = await agentest.flow({ action: 'type', target: { id: 'code' }, value: 'B-2' });
  assert.equal(typed.json.code, 'TEXT_NOT_ENTERED', typed.text);
  assert.match(typed.json.error, /it is read only/);
  const tapped = await agentest.flow({ action: 'tap', target: { text: 'Send' } });
  assert.equal(tapped.json.code, 'ELEMENT_DISABLED', tapped.text);
});

test('a refusal to type says what the helper said', async () => {
  const agentest = await connect('/form');
  await device.fault('clipboard-denied', 9);
  const flow = await agentest.flow({ action: 'type', target: { id: 'user' }, value: 'Zoë' });
  await device.fault('clipboard-denied', 0);
  assert.equal(flow.json.success, false, flow.text);
  assert.match(flow.text, /types ASCII only/);
  assert.match(flow.text, /resident was tried before: .*may not use the clipboard/);
});

test('a long page is scrolled to an element, which is pressed', async () => {
  const agentest = await connect('/long');
  assert.doesNotMatch(await agentest.tree(), /The last/);
  const reply = await agentest.flow(
    { action: 'scroll_to', target: { text: 'The last' }, direction: 'down' },
    { action: 'tap', target: { text: 'The last' } },
    { action: 'assert_text_equals', target: { id: 'out' }, value: 'Pressed' },
  );
  assert.equal(reply.json.success, true, reply.text);
});

test('a page that is zoomed in is touched where its elements are', async () => {
  const agentest = await connect('/form');
  await page.zoom(2);
  await until(async () => (await page.run('visualViewport.scale')) === 2, 'it is zoomed in');
  const tree = await agentest.tree();
  assert.match(tree, /Sign up/);
  assert.doesNotMatch(tree, /Nothing yet/, 'beyond the part that is seen');
  const reply = await agentest.flow({ action: 'tap', target: { id: 'terms' } });
  assert.equal(reply.json.success, true, reply.text);
  assert.equal(await page.run('terms.checked'), true);
  await page.zoom(1);
});

test('a frame of the same site', async () => {
  const agentest = await connect('/frames');
  assert.match(await whole(agentest), /"Outer"\n.*"Inner"/);
  const reply = await agentest.flow(
    { action: 'tap', target: { id: 'inner' } },
    { action: 'assert_visible', target: { text: 'Inner pressed' } },
  );
  assert.equal(reply.json.success, true, reply.text);
});

const addFrame = (url, style = '') => `new Promise((done) => {
  const f = document.createElement('iframe');
  f.title = 'Other';
  f.style.cssText = '${style}';
  f.onload = done;
  f.src = '${url}';
  more.append(f);
}).then(() => 1)`;

test('a frame of another site is read and touched in its place', async () => {
  const agentest = await connect('/frames');
  const other = await startSite({
    '/frame': html(`<p>Beyond</p><button id="far" onclick="fetch('/pressed')">Far</button>`),
  });
  await page.run(addFrame(`${other.url}/frame`, 'display:block;width:250px;height:110px;margin:7px;padding:3px'));
  const tree = await whole(agentest);
  assert.match(tree, /"Outer"\n.*"Inner"\n.*"Other".*\n.*"Beyond"\n.*"Far"/);
  assert.doesNotMatch(tree, /cannot be read/, 'its content stands below it');
  const reply = await agentest.flow({ action: 'tap', target: { id: 'far' } });
  assert.equal(reply.json.success, true, reply.text);
  await until(() => other.asked.includes('/pressed'), 'the button in the frame was pressed');
});

test('the tree names a frame of another process', async () => {
  const isolating = await startChromium({ more: ['--site-per-process'], isolates: true });
  const isolated = 'com.example.isolated';
  const other = await startVirtual(server, ['--app', webApp(isolated, { page: isolating.endpoint })]);
  await isolating.page.go(`${site.url}/frames`);
  await isolating.page.run(addFrame(`${site.localhost}/frame`));
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: other.serial } });
  await agentest.connect(isolated, { steal: true });
  assert.match(await agentest.tree(), /"Inner"[^]*"Other"/);
  assert.match(
    (await agentest.connect(isolated, { steal: true, verbose: true })).json.diagnostics.join('\n'),
    /\[webview\] 1 frame\(s\) of another site are not read/,
  );
  assert.match(
    await agentest.tree(),
    /"Other" state="a page that cannot be read"[^]*not the whole screen: .*webview cannot look into a frame of another site/,
  );
  const absent = await agentest.flow({ action: 'assert_not_visible', target: { text: 'Beyond' } });
  assert.equal(absent.json.success, false, absent.text);
  await isolating.page.run(`document.querySelector('[title=Other]').remove(), 1`);
  const gone = await agentest.flow({ action: 'assert_not_visible', target: { text: 'Beyond' }, timeoutMs: 60000 });
  assert.equal(gone.json.success, true, gone.text);
});

test("a browser's page that moves to another site is read as a whole, and its own worlds stay its own", async () => {
  const isolating = await startChromium({
    more: ['--site-per-process', '--host-resolver-rules=MAP *.test 127.0.0.1'],
    isolates: true,
  });
  const moving = 'com.example.moving';
  const other = await startVirtual(server, ['--app', webApp(moving, { page: isolating.endpoint })]);
  const at = (host, path) => site.url.replace('127.0.0.1', host) + path;
  await isolating.page.go(at('a.test', '/help'));
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: other.serial } });
  await agentest.connect(moving, { steal: true });
  assert.match(await agentest.tree(), /"Help"/);
  // Each host has a separate process, which counts its worlds from 1.
  for (const host of ['b.test', 'c.test', 'd.test']) {
    await isolating.page.go(at(host, '/two-frames'));
    await until(
      async () => /"Outer"\n.*"Inner"\n.*"Inner"\n.*"End"/.test(await agentest.tree()),
      `${host} is read as a whole`,
    );
    assert.deepEqual(
      await isolating.page.run('[typeof __agentestPage, ...Array.from(frames, (one) => typeof one.__agentestPage)]'),
      ['undefined', 'undefined', 'undefined'],
      `${host}: the script is in the page's own world`,
    );
  }
});

test('a script of ours that the page makes loop is ended, and the page continues', async () => {
  const agentest = await connect('/loop');
  await page.run('loops = true, 1');
  const reply = await agentest.flow({ action: 'tap', target: { id: 'native' } });
  assert.equal(reply.json.success, true, reply.text);
  assert.equal(
    await Promise.race([
      page.run('1 + 1'),
      new Promise((done) => {
        setTimeout(() => done('it hangs'), 20_000).unref();
      }),
    ]),
    2,
  );
  // Chromium ends it in time, and may say so too late.
  let lines = '';
  await until(async () => {
    lines += await said(agentest);
    return /\[webview\] .*(did not end within \d+ ms|does not answer|no answer within)/.test(lines);
  }, 'it is said');
  await page.run('loops = false, 1');
});

test('invisible and untouchable elements are left out', async () => {
  const agentest = await connect('/seen');
  const tree = await whole(agentest);
  for (const text of ['No display', 'Hidden', 'Transparent', 'Aria hidden', 'Cut off', 'Covered', 'Far'])
    assert.ok(!tree.includes(`"${text}"`), `${text} in ${tree}`);
  for (const line of [
    /btn "Bar"/,
    /btn "Inside"/,
    /"A lid"/,
    /check "Drawn box" unchecked/,
    /"A card with words"/,
    /"A picture"/,
    /"Named".* collapsed/,
    /"In the shade"/,
    /@s\d.*\n.*"One"/,
  ])
    assert.match(tree, line);
  const reply = await agentest.flow(
    { action: 'tap', target: { id: 'drawn' } },
    { action: 'tap', target: { id: 'shade' } },
  );
  assert.equal(reply.json.success, true, reply.text);
  assert.equal(await page.run('drawn.checked'), true);
});

test('elements below a clear layer are text until the layer is removed', async () => {
  const agentest = await connect('/clear');
  const tree = await whole(agentest);
  assert.match(tree, /\n {2}"Payment failed"\n {2}"Pay" state="covered"\n {2}@b\d+ btn "Archive"/);
  const absent = await agentest.flow({ action: 'assert_not_visible', target: { text: 'Payment failed' } });
  assert.equal(absent.json.success, false, absent.text);
  const reply = await agentest.flow(
    { action: 'assert_visible', target: { text: 'Payment failed' } },
    { action: 'tap', target: { text: 'Archive' } },
    { action: 'tap', target: { text: 'Pay' } },
    { action: 'assert_text_equals', target: { id: 'out' }, value: '1' },
  );
  assert.equal(reply.json.success, true, reply.text);
});

test('the tree names a canvas, and one that covers the page is a gap', async () => {
  const agentest = await connect('/canvas');
  const tree = await whole(agentest);
  assert.match(tree, /image "Sales" state="a drawing that cannot be read"/);
  assert.doesNotMatch(tree, /not the whole screen/);
  await page.run(`sales.style.cssText = 'position:fixed;inset:0;width:100%;height:90%', 1`);
  assert.match(await agentest.tree(), /not the whole screen: .*webview cannot read the canvas that covers it/);
  const absent = await agentest.flow({ action: 'assert_not_visible', target: { text: 'Payment failed' } });
  assert.equal(absent.json.success, false, absent.text);
});

test('drawings, generated text and measures are read; a meter is not work', async () => {
  await page.go(`${site.url}/drawn`);
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial } });
  const connected = await agentest.connect(name, { steal: true });
  assert.doesNotMatch(connected.text, /loading/);
  const tree = await whole(agentest);
  for (const line of [/"Sales 42"/, /btn "Bar one"/, /"Badge 7"/, /progress "Disk" value="0.6 of 0 to 1"/])
    assert.match(tree, line);
  const reply = await agentest.flow(
    { action: 'tap', target: { text: 'Bar one' } },
    { action: 'assert_visible', target: { text: 'Bar pressed' } },
  );
  assert.equal(reply.json.success, true, reply.text);
  for (const text of ['Sales 42', 'Badge 7']) {
    const absent = await agentest.flow({ action: 'assert_not_visible', target: { text } });
    assert.equal(absent.json.success, false, absent.text);
  }
});

test('a fetch of 1400 ms and two timers are waited for, and no longer', async () => {
  const agentest = await connect('/work');
  const reply = await agentest.flow({ action: 'tap', target: { id: 'start' } });
  const seen = Date.now();
  const step = reply.json.results[0];
  assert.equal(reply.json.success, true, reply.text);
  assert.match(step.waitedFor ?? '', /webview: .*1 fetch \/answer.*2 timers ≤ \d+ ms/, reply.text);
  assert.deepEqual(await page.run('log'), ['900', '1200', 'fetch']);
  const ended = await page.run('ended');
  assert.ok(ended > 0 && ended <= seen, 'the step ended after the fetch');
  console.log(`the step ended ${seen - ended} ms after the page`);
  assert.match(await agentest.tree(), /"done"/);
  assert.ok(!reply.texts.join().includes(secret));
});

for (const [what, script, waits] of [
  ['gives arrays a toJSON', 'Array.prototype.toJSON = () => "x"', true],
  ['has a JSON.stringify of its own', 'JSON.stringify = () => "{}"', true],
  ['has a Map.forEach that fails', 'Map.prototype.forEach = () => { throw new Error("no"); }', false],
  ['has the name of the probe', 'Object.defineProperty(window, "__agentest", { value: { v: 1 } })', false],
]) {
  test(`a page that ${what} is read, and ${waits ? 'waited for' : 'named as not waited for'}`, async () => {
    await page.send('Page.enable');
    const { identifier } = await page.send('Page.addScriptToEvaluateOnNewDocument', { source: script });
    const agentest = await connect('/work');
    assert.match(await whole(agentest), /btn "Start"/);
    const absent = await agentest.flow({ action: 'assert_not_visible', target: { text: 'Start' } });
    assert.equal(absent.json.success, false, absent.text);
    const reply = await agentest.flow({ action: 'tap', target: { id: 'start' } });
    assert.equal(reply.json.success, true, reply.text);
    if (waits) assert.match(reply.json.results[0].waitedFor ?? '', /webview: .*2 timers/, reply.text);
    else assert.match(reply.text, /not waited for: webview: a page whose scripts break the probe/);
    await page.send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
    await page.send('Page.disable');
    await page.go(`${site.url}/work`);
    await agentest.flow({ action: 'tap', target: { id: 'native' } }); // its wait meets the new document
    const next = await agentest.flow({ action: 'tap', target: { id: 'start' } });
    assert.match(next.json.results[0].waitedFor ?? '', /webview: .*2 timers/, next.text);
  });
}

test('a transition is waited for; the note names endless work', async () => {
  const agentest = await connect('/work');
  const moved = await agentest.flow({ action: 'tap', target: { id: 'slide' } });
  assert.match(moved.json.results[0].waitedFor ?? '', /webview: .*animation margin-left/, moved.text);
  assert.ok((await page.run('moved')) > 0);
  await page.run(
    `setInterval(() => {}, 1000);
    const style = document.createElement('style');
    style.textContent = '@keyframes spin { to { transform: rotate(1turn) } }' +
      '#state { animation: spin 1s infinite linear }';
    document.head.append(style);
    1`,
  );
  const reply = await agentest.flow({ action: 'tap', target: { id: 'native' } });
  assert.match(reply.text, /not waited for: webview: .*every 1000 ms: interval/);
  assert.match(reply.text, /animation without end spin/);
  assert.notEqual(reply.json.results[0].idle, 'loading');
});

test('a page that does not answer is waited for by one reading, and read again when it does', async () => {
  const agentest = await connect('/work', { AGENTEST_LOG: 'debug' });
  let logged;
  const told = () => agentest.log.slice(logged).split('is left out: it does not answer').length - 1;
  let ended = false;
  // It is busy from its request until the test answers that.
  const began = site.asked.length;
  const busy = page
    .run(`{ const request = new XMLHttpRequest(); request.open('GET', '/held', false); request.send(); }`)
    .then(() => {
      ended = true;
    });
  await until(() => site.asked.slice(began).includes('/held'), 'it is busy');
  logged = agentest.log.length;
  const times = [];
  for (let i = 0; i < 4; i++) {
    const since = Date.now();
    const tree = await agentest.tree();
    times.push(Date.now() - since);
    assert.match(tree, /"Hits: \d+"/);
    assert.doesNotMatch(tree, /"Start"/);
  }
  console.log(`readings beside a page that is busy: ${times.join(', ')} ms`);
  assert.equal(ended, false, 'the readings ended before the page did');
  await until(() => told() > 0, 'it is said');
  assert.equal(told(), 1, 'one reading has asked it');
  site.release();
  await busy;
  await until(async () => (await agentest.tree()).includes('"Start"'), 'it is read again');
});

test('a dialog of the page holds nothing up', async () => {
  const agentest = await connect('/work');
  await page.send('Page.enable'); // keeps the dialog open
  await agentest.flow({ action: 'tap', target: { id: 'ask' } });
  const reply = await agentest.flow({ action: 'tap', target: { id: 'native' } });
  assert.equal(reply.json.success, true, reply.text);
  await page.send('Page.handleJavaScriptDialog', { accept: true });
  await page.send('Page.disable');
  await until(async () => (await agentest.tree()).includes('Alert'), 'it is read again');
});

test('a page that is reloaded, or left, is read again', async () => {
  const agentest = await connect('/form');
  const reply = await agentest.flow(
    { action: 'tap', target: { id: 'help' } },
    { action: 'assert_visible', target: { text: 'Back to the form' } },
    { action: 'tap', target: { text: 'Back to the form' } },
    { action: 'assert_visible', target: { id: 'user' } },
  );
  assert.equal(reply.json.success, true, reply.text);
  await page.go(`${site.url}/long`);
  assert.match(await agentest.tree(), /Line 3/);
  await page.run('location.reload(), 1');
  await until(async () => (await agentest.tree()).includes('Line 3'), 'it is read after a reload');
});

test('a crowded page is not the whole screen, and the diagnostics count the omitted elements', async () => {
  await page.go(`${site.url}/crowd`);
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial } });
  await agentest.connect(name, { steal: true });
  assert.match(await agentest.tree(), /not the whole screen: .*webview has read only a part of it/);
  await until(
    async () => /\[webview\] \d+ element\(s\) of the page are left out/.test(await said(agentest)),
    'it is told',
  );
});

test('a restarted app has its page in the first tree', async () => {
  const agentest = await connect('/form');
  const reply = await agentest.call('agentest_reset_app', {});
  assert.ok(!reply.failed, reply.text);
  assert.match(await whole(agentest), /input "User"/);
});

test('the command line reads, types and taps', async () => {
  await page.go(`${site.url}/form`);
  const mda = startMda({ server, env: { ANDROID_SERIAL: device.serial } });
  await mda.ok(['app', 'launch', '--app-id', name]);
  const shot = await mda.run(['ui', 'snapshot', '--app-id', name]);
  assert.match(shot.stdout, /^web id="web" @e\d+$/m);
  const ref = (label) => new RegExp(`"${label}".* (@e\\d+)`).exec(shot.stdout)?.[1];
  await mda.ok(['ui', 'tap', ref('User')]); // a ref of the stored snapshot
  await mda.ok(['ui', 'type', 'Ada', '--app-id', name]);
  await mda.ok(['ui', 'tap', ref('Submit')]);
  assert.equal(await page.run('out.textContent'), 'Hello Ada of Medium');
  await mda.ok(['ui', 'tap', 'id:help', '--app-id', name]);
  await until(() => page.run('document.title && location.pathname === "/help"'), 'the link is followed');
});

test('a WebView that may not be debugged costs nothing, and says so', async () => {
  const closed = 'com.example.closed';
  const other = await startVirtual(server, ['--app', webApp(closed, { page: chromium.endpoint, debuggable: false })]);
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: other.serial } });
  await agentest.connect(closed, { steal: true });
  // Tried again in the background after 200 ms, and each time after twice as long; not by the readings.
  const tried = async () => ((await other.console('virtual journal')).match(/exec pidof/g) ?? []).length;
  const began = Date.now();
  const before = await tried();
  for (let i = 0; i < 20; i++) assert.doesNotMatch(await agentest.tree(), /Sign up/);
  const more = (await tried()) - before;
  assert.ok(more <= 1 + Math.floor(Math.log2((Date.now() - began) / 200 + 1)), `${more} tries beside 20 readings`);
  assert.match(
    (await agentest.connect(closed, { steal: true, verbose: true })).json.diagnostics.join('\n'),
    /\[webview\] not available/,
  );
});

test('a page that lies elsewhere is not shown in the view', async () => {
  const pager = 'com.example.pager';
  const upcoming = await chromium.create();
  await upcoming.go(`${site.url}/help`);
  await page.go(`${site.url}/form`);
  let front = 0; // the front one of the views side by side
  const place = (number) => ({
    attached: true,
    visible: true,
    empty: false,
    screenX: (number - front) * 1080,
    screenY: 210,
    width: 1080,
    height: 2127,
  });
  const listed = { [upcoming.id]: place(1) }; // the one in front is empty as yet, and not listed
  const devtools = await startFront(chromium, () => listed);
  const other = await startVirtual(server, [
    '--app',
    webApp(pager, { page: `${devtools.endpoint}/devtools/page/${page.id}` }),
  ]);
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: other.serial, AGENTEST_LOG: 'debug' } });
  await agentest.connect(pager, { steal: true });
  await until(async () => {
    await agentest.tree();
    return agentest.log.includes(`reads page ${upcoming.id}`);
  }, 'the other page is known');
  for (let i = 0; i < 3; i++) assert.doesNotMatch(await agentest.tree(), /"Help"/);
  listed[page.id] = place(0);
  await until(async () => (await agentest.tree()).includes('"Sign up"'), 'the page in front is read');
  front = 1;
  listed[page.id] = place(0);
  listed[upcoming.id] = place(1);
  await until(async () => {
    const tree = await agentest.tree();
    return tree.includes('"Help"') && !tree.includes('"Sign up"');
  }, 'the other one is in front');
  await fetch(`http://127.0.0.1:${chromium.port}/json/close/${upcoming.id}`);
});

test('among many tabs the one in front is read, whichever it is', async () => {
  const browser = await startChromium();
  const tabs = 'com.example.tabs';
  const ids = [browser.page.id];
  const other = await startVirtual(server, ['--app', webApp(tabs, { page: browser.endpoint })]);
  await browser.page.go(`${site.url}/tab?0`);
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: other.serial } });
  await agentest.connect(tabs, { steal: true });
  const shows = (number) =>
    until(async () => (await agentest.tree()).includes(`"Tab ?${number}"`), `tab ${number} is read`);
  await shows(0);
  for (let i = 1; i < 7; i++) {
    const { targetId } = await browser.page.send('Target.createTarget', { url: `${site.url}/tab?${i}` });
    ids.push(targetId);
    await shows(i);
  }
  for (const i of [2, 5, 0]) {
    await fetch(`http://127.0.0.1:${browser.port}/json/activate/${ids[i]}`);
    await shows(i);
  }
});

test('several WebViews: each has its own page; a closed one is not missed', async () => {
  const two = 'com.example.two';
  const upper = await chromium.create(1000);
  const lower = await chromium.create(1127);
  await upper.go(`${site.url}/help`);
  await lower.go(`${site.url}/form`);
  const front = await startFront(chromium, () => ({
    [upper.id]: { attached: true, visible: true, empty: false, screenX: 0, screenY: 63, width: 1080, height: 1000 },
    [lower.id]: { attached: true, visible: true, empty: false, screenX: 0, screenY: 1063, width: 1080, height: 1127 },
  }));
  const app = webApp(
    two,
    {},
    {
      main: {
        activity: '.Main',
        root: {
          kind: 'column',
          children: [
            { kind: 'web', id: 'upper', h: 1000, page: `${front.endpoint}/devtools/page/${upper.id}` },
            { kind: 'web', id: 'lower', h: 'fill', page: `${front.endpoint}/devtools/page/${lower.id}` },
          ],
        },
      },
    },
  );
  const other = await startVirtual(server, ['--app', app]);
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: other.serial } });
  await agentest.connect(two, { steal: true });
  assert.match(await agentest.tree(), /"Help"[^]*"Sign up"/);
  const reply = await agentest.flow({ action: 'tap', target: { id: 'terms' } });
  assert.equal(reply.json.success, true, reply.text);
  assert.equal(await lower.run('terms.checked'), true);
  await fetch(`http://127.0.0.1:${chromium.port}/json/close/${upper.id}`);
  await until(async () => {
    const tree = await agentest.tree();
    return !tree.includes('"Help"') && tree.includes('"Sign up"');
  }, 'one is left');
});
