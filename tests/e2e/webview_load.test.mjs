// A page that is being loaded, or cannot be read yet, is neither absent nor settled.
import assert from 'node:assert/strict';
import test from 'node:test';
import { startAdbServer, startAgentest, startVirtual, timeScale, until } from './lib.mjs';
import { pageFile, startChromium, startSite, webApp } from './rig_webview.mjs';

const name = 'com.example.load';
const html = (body) => `<!doctype html><html lang="en">
  <meta name="viewport" content="width=device-width, initial-scale=1"><title>Page</title>
  <style>body{font:16px sans-serif} a,button{display:block;margin:12px 0}</style><body>${body}`;
const site = await startSite({
  '/go': html(pageFile('links')),
  '/slow': html('<h1>Arrived</h1><p>Payment failed</p>'),
  '/busy': html(pageFile('busy')),
  '/feedback': html(pageFile('feedback')),
  '/app': pageFile('app'),
  '/blank': '<!doctype html><title>Blank</title><body><div id="root"></div>',
  '/drawn': '<!doctype html><title>Drawn</title><body><canvas width="100" height="100"></canvas>',
  '/parts': pageFile('parts'),
  '/api': 'Payment failed',
});
const server = await startAdbServer();
const chromium = await startChromium();
const { page } = chromium;
const device = await startVirtual(server, ['--app', webApp(name, { page: chromium.endpoint })]);
const start = (env = {}) => startAgentest(server, { env: { ANDROID_SERIAL: device.serial, ...env } });
const sees = (text, more = {}) => ({ action: 'assert_visible', target: { text }, ...more });
const misses = (text, more = {}) => ({ action: 'assert_not_visible', target: { text }, ...more });

async function connect() {
  await page.go(`${site.url}/go`);
  const agentest = await start();
  await agentest.connect(name, { steal: true });
  assert.match(await agentest.tree(), /link "Link 5000"/);
  return agentest;
}
const asked = async (path, since) => until(() => site.asked.slice(since).includes(path), `${path} is asked for`);

test('a page that is being loaded at connect is not taken to be absent', async () => {
  await page.go(`${site.url}/go`);
  const agentest = await start();
  const since = site.asked.length;
  await page.run(`setTimeout(() => { location.href = '/slow?ms=4000'; }), 1`);
  await asked('/slow?ms=4000', since);
  const { json, text, texts } = await agentest.connect(name, { steal: true });
  assert.match(texts.join('\n'), /web\n +"Arrived"/, 'it was waited for');
  assert.match(json.waitedFor ?? '', /webview: 1 page/, text);
  assert.deepEqual(json.frameworkSync, ['webview']);
  const failed = await agentest.flow(misses('Payment failed'));
  assert.equal(failed.json.success, false, failed.text);
});

test('requests that a page sent before the attach are waited for at connect', async () => {
  const since = site.asked.length;
  await page.send('Page.navigate', { url: `${site.url}/app` });
  await asked('/api?ms=2500', since);
  await until(() => page.run(`document.readyState === 'complete'`), 'the document is there');
  const agentest = await start();
  const { json, text, texts } = await agentest.connect(name, { steal: true });
  assert.match(texts.join('\n'), /web\n +"Payment failed"/, text);
  assert.match(json.waitedFor ?? '', /webview: 1 page that shows nothing yet/, text);
});

test('requests of a page behind a followed link are waited for', async () => {
  const agentest = await connect();
  await page.run(`document.querySelector('a').href = '/app'`);
  const { json, text } = await agentest.flow(
    { action: 'tap', target: { text: 'Link 5000' } },
    sees('Payment failed', { timeoutMs: 0 }),
  );
  assert.equal(json.success, true, text);
});

test('a page that stays empty is said to be, once, and holds no step up after that', async () => {
  await page.go(`${site.url}/blank`);
  const agentest = await start();
  const { json, text } = await agentest.connect(name, { steal: true });
  assert.match(JSON.stringify(json.idle ?? ''), /loading.*webview: 1 page that shows nothing yet/, text);
  const flow = await agentest.flow({ action: 'tap', target: { text: 'Native' } });
  assert.equal(flow.json.success, true, flow.text);
  assert.doesNotMatch(flow.json.results[0].waitedFor ?? '', /shows nothing/, flow.text);
});

for (const path of ['/drawn', '/parts']) {
  test(`a page that shows something in its own way is not empty: ${path}`, async () => {
    await page.go(`${site.url}${path}`);
    const agentest = await start();
    const { json, text } = await agentest.connect(name, { steal: true });
    assert.doesNotMatch(json.waitedFor ?? '', /shows nothing/, text);
    assert.equal(json.idle, undefined, text);
  });
}

test('a page whose scripts keep it busy is not taken to be absent', async () => {
  await page.send('Page.navigate', { url: `${site.url}/busy` });
  await until(
    async () => (await page.run('document.body?.textContent ?? ""')).includes('Payment failed'),
    'it is there',
  );
  for (let i = 0; i < 3; i++) {
    const agentest = await start();
    const connected = await agentest.connect(name, { steal: true });
    const shown = connected.texts.join('\n');
    assert.match(shown, /"Payment failed"|not the whole screen: the page of the WebView could not be read/);
    const { json, text } = await agentest.flow(misses('Payment failed'));
    assert.equal(json.success, false, text);
  }
});

for (const [what, target, path] of [
  ['a link', 'Link 5000', '/slow?ms=5000'],
  ['a script', 'Script', '/slow?ms=4000'],
  ['a form', 'Send', '/slow?ms=4000'],
]) {
  test(`the load that ${what} begins is waited for`, async () => {
    const agentest = await connect();
    const since = site.asked.length;
    const { json, text } = await agentest.flow({ action: 'tap', target: { text: target } });
    await asked(path, since);
    assert.equal(json.success, true, text);
    assert.match(json.results[0].waitedFor ?? '', /webview: .*1 page/, text);
    assert.match(await agentest.tree(), /"Arrived"/);
    const there = await agentest.flow(sees('Arrived'), misses('Start'), {
      action: 'scroll_to',
      target: { text: 'Payment failed' },
    });
    assert.equal(there.json.success, true, there.text);
  });
}

for (const ms of [300, 2000]) {
  test(`a load of ${ms} ms is waited for`, async () => {
    const agentest = await connect();
    const { json, text } = await agentest.flow(
      { action: 'tap', target: { text: `Link ${ms}` } },
      sees('Arrived', { timeoutMs: 0 }),
    );
    assert.equal(json.success, true, text);
  });
}

// Work that begins by itself is met by a step that has not acted.
for (const step of [
  { action: 'wait_for_stable', timeoutMs: 9000 },
  sees('Arrived'),
  { action: 'scroll_to', target: { text: 'Arrived' } },
]) {
  test(`${step.action} waits for a load that is under way`, async () => {
    const agentest = await connect();
    const since = site.asked.length;
    await page.run(`setTimeout(() => { location.href = '/slow?ms=4000'; }), 1`);
    await asked('/slow?ms=4000', since);
    const { json, text } = await agentest.flow(step, sees('Arrived', { timeoutMs: 0 }));
    assert.equal(json.success, true, text);
  });
}

test('a page is read soon after it has arrived', async () => {
  await page.go(`${site.url}/go`);
  const agentest = await start();
  const since = site.asked.length;
  await page.run(`setTimeout(() => { location.href = '/slow?ms=12000'; }), 1`);
  await asked('/slow?ms=12000', since);
  const text = (await agentest.connect(name, { steal: true })).texts.join('\n');
  assert.match(text, /"idle":\s*\{?.*loading|"loading"/, text);
  assert.match(text, /not the whole screen: the page of the WebView could not be read: webview does not answer/);
  assert.doesNotMatch(text, /"frameworkSync":\s*\["webview"\]/);
  await until(
    async () => (await page.run('document.title + document.body.textContent')).includes('Arrived'),
    'it has arrived',
  );
  const seen = await agentest.flow(sees('Arrived', { timeoutMs: 1500 * timeScale }));
  assert.equal(seen.json.success, true, seen.text);
});

test('a message shown for a second during the wait has been seen', async () => {
  await page.go(`${site.url}/feedback`);
  const agentest = await start();
  await agentest.connect(name, { steal: true });
  assert.match(await agentest.tree(), /btn "Copy"/);
  for (const [button, said] of [
    ['Copy', 'Copied!'],
    ['Save', 'Saved!'],
  ]) {
    const { json, text } = await agentest.flow({ action: 'tap', target: { text: button } }, sees(said), misses(said));
    assert.equal(json.success, true, text);
    assert.doesNotMatch(text, /nothing observable changed/);
    assert.match(JSON.stringify(json.results[0].changed), new RegExp(`${said}.* appeared and disappeared`), text);
    assert.match(JSON.stringify(json.events), new RegExp(`text .*${said}.* appeared and disappeared in step 0`), text);
  }
  const later = await agentest.flow({ action: 'tap', target: { text: 'Plain' } }, sees('Saved!', { timeoutMs: 0 }));
  assert.equal(later.json.success, false, 'another action does not prove it');
});
