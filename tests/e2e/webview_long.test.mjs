// A page that is too long to be walked in time: its visible part is read, or the tree says that it
// is not whole.
import assert from 'node:assert/strict';
import test from 'node:test';
import { startAdbServer, startAgentest, startVirtual, until } from './lib.mjs';
import { startChromium, startSite, webApp } from './rig_webview.mjs';

const name = 'com.example.long';
const rows = (count) =>
  Array.from(
    { length: count },
    (_, i) => `<div class="row"><span>Row ${i}</span> <button>Act ${i}</button></div>`,
  ).join('');
const style = `body{margin:0;font:16px sans-serif} .row{height:56px}
  .bar{position:fixed;bottom:0;left:0;right:0;background:#fdd}`;
const html = (body) => `<!doctype html><html lang="en">
  <meta name="viewport" content="width=device-width, initial-scale=1"><title>Page</title>
  <style>${style}</style><body>${body}`;
const site = await startSite({
  '/rows': (request, response, url) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(html(`<main>${rows(Number(url.searchParams.get('n')))}<p class="bar">Payment failed</p></main>`));
  },
});
const server = await startAdbServer();
const chromium = await startChromium();
const { page } = chromium;
const device = await startVirtual(server, ['--app', webApp(name, { page: chromium.endpoint })]);
const misses = (text, more = {}) => ({ action: 'assert_not_visible', target: { text }, ...more });
const cut =
  /not the whole screen: the page of the WebView could not be read: webview (has read only a part of it|does not answer|has not answered in time)/;

async function connect(count, rate) {
  await page.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await page.go(`${site.url}/rows?n=${count}`);
  await page.send('Emulation.setCPUThrottlingRate', { rate });
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial } });
  await agentest.connect(name, { steal: true });
  await until(async () => /"Payment failed"/.test(await agentest.tree()), 'what stands on the screen is read', 300);
  return agentest;
}

for (const [count, rate] of [
  [2500, 4],
  [10000, 1],
  [30000, 1],
  [30000, 4],
]) {
  test(`with ${count} rows, at a ${rate}th of the speed, nothing on the screen is taken to be absent`, async () => {
    const agentest = await connect(count, rate);
    let read = 0;
    for (let i = 0; i < 6; i++) {
      const tree = await agentest.tree();
      read += /"Payment failed"/.test(tree) ? 1 : 0;
      assert.match(tree, /"Payment failed"|not the whole screen/);
      const { json, text } = await agentest.flow(misses('Payment failed'));
      assert.equal(json.success, false, text);
    }
    console.log(`${read} of 6 trees have the alert`);
    if (count === 30000) {
      const { json, text } = await agentest.flow(misses('Nowhere'));
      assert.equal(json.success, false, text);
      assert.match(text, /TREE_PARSE_ERROR/);
      assert.match(await agentest.tree(), cut);
    }
  });
}

test('a page of 1000 rows is read as a whole', async () => {
  const agentest = await connect(1000, 1);
  const { json, text } = await agentest.flow(misses('Nowhere', { timeoutMs: 60000 }));
  assert.equal(json.success, true, text);
  assert.doesNotMatch(await agentest.tree(), /not the whole screen/);
});
