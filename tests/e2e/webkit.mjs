// webkit.mjs: Debian's WebKitGTK by classic WebDriver, on a screen of xvfb
//
// Playwright drives only a WebKit that it has patched, and Debian's has no BiDi. So there is a page with the few
// methods of Playwright's that web_smoke needs, under the same names.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import { atEnd, until } from './lib.mjs';

const PATIENCE_MS = 100000;
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'; // the key of an element's reference
const KEYS = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C', ArrowDown: '\uE015', Space: ' ', Home: '\uE011' };

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

class Driver {
  constructor(port) {
    this.base = `http://127.0.0.1:${port}`;
  }
  async ask(method, path, body) {
    const response = await fetch(`${this.base}${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`WebDriver ${path}: ${value.error}: ${value.message}`);
    return value;
  }
}

let started;
function driver(program) {
  started ??= (async () => {
    const port = await freePort();
    // Without a GPU; its sandbox wants user namespaces, which containers often lack.
    const env = { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LIBGL_ALWAYS_SOFTWARE: '1' };
    const child = spawn('xvfb-run', ['-a', '-s', '-screen 0 1600x1200x24', program, `--port=${port}`], {
      env,
      detached: true,
      stdio: 'ignore',
    });
    atEnd(() => process.kill(-child.pid));
    const found = new Driver(port);
    await until(() => found.ask('GET', '/status').then(() => true), 'WebKitWebDriver answers', 60);
    return found;
  })();
  return started;
}

// The elements of a CSS selector or of `xpath=…`, in the page.
const LOOK = `const found = (selector) => {
  if (!selector.startsWith('xpath=')) return [...document.querySelectorAll(selector)];
  const all = document.evaluate(selector.slice(6), document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
  return Array.from({ length: all.snapshotLength }, (_, i) => all.snapshotItem(i));
};`;

class Page {
  #address = '';
  constructor(ask, base) {
    this.ask = ask;
    this.base = base;
    this.keyboard = { press: (key) => this.#keys([KEYS[key] ?? key]), type: (text) => this.#keys([...text]) };
  }
  async goto(where) {
    this.#address = new URL(where, this.base).href;
    await this.ask('POST', '/url', { url: this.#address });
  }
  url = () => this.#address;
  // A text is statements without a value.
  async evaluate(work, argument) {
    if (typeof work === 'string') return this.ask('POST', '/execute/sync', { script: work, args: [] });
    return this.#run(
      `const [argument, done] = arguments;
       Promise.resolve().then(() => (${work})(argument)).then(
         (value) => done({ value }), (error) => done({ error: String(error.stack ?? error) }));`,
      argument,
    );
  }
  async #run(script, ...args) {
    const { value, error } = await this.ask('POST', '/execute/async', { script, args: args.map((one) => one ?? null) });
    if (error) throw new Error(error);
    return value;
  }
  waitForFunction = (work, argument) => until(() => this.evaluate(work, argument), `${work}`, PATIENCE_MS / 1000);
  locator(selector) {
    const all = (work) =>
      this.#run(
        `${LOOK} const [selector, done] = arguments;
         Promise.resolve().then(() => (${work})(found(selector))).then((value) => done({ value }), (error) => done({ error: String(error) }));`,
        selector,
      );
    return {
      evaluateAll: all,
      waitFor: () => until(() => all('(list) => list.length > 0'), selector, PATIENCE_MS / 1000),
      click: async () => {
        await until(() => all('(list) => list.length > 0 && !list[0].disabled'), selector, PATIENCE_MS / 1000);
        const [using, value] = selector.startsWith('xpath=')
          ? ['xpath', selector.slice(6)]
          : ['css selector', selector];
        const element = await this.ask('POST', '/element', { using, value });
        await this.ask('POST', `/element/${element[ELEMENT]}/click`, {});
      },
      toString: () => selector,
    };
  }
  async screenshot({ path }) {
    fs.writeFileSync(path, Buffer.from(await this.ask('GET', '/screenshot'), 'base64'));
  }
  // The window's frame and bar come on top.
  async setViewportSize({ width, height }) {
    const rect = await this.ask('GET', '/window/rect');
    const inner = await this.evaluate(() => [innerWidth, innerHeight]);
    await this.ask('POST', '/window/rect', {
      width: width + rect.width - inner[0],
      height: height + rect.height - inner[1],
    });
    await until(() => this.evaluate((wide) => Math.abs(innerWidth - wide) < 2, width), 'the window is resized', 10);
  }
  async #keys(keys) {
    const actions = keys.flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
    await this.ask('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
  }
}

// One window for all visits of a file, one after the other: WebKitGTK takes seconds to start, and once in some hundred
// starts WebKitWebDriver waits for it in vain.
let opened;
function session(program) {
  opened ??= (async () => {
    const wire = await driver(program);
    const { sessionId } = await wire.ask('POST', '/session', { capabilities: { alwaysMatch: {} } });
    const ask = (method, path, body) => wire.ask(method, `/session/${sessionId}${path}`, body);
    await ask('POST', '/timeouts', { script: PATIENCE_MS, pageLoad: PATIENCE_MS });
    return ask;
  })();
  return opened;
}

let isVisited = false;

// A visit as startVisit of browser.mjs gives it. The console cannot be read by classic WebDriver.
export async function startWebkitVisit(program, { url, viewport }) {
  if (isVisited) throw new Error('WebKit has one window, and a visit is still open in it.');
  const ask = await session(program);
  const page = new Page(ask, url);
  await page.setViewportSize(viewport);
  // The next visitor has neither this one's cookies nor its storage.
  const close = async () => {
    isVisited = false;
    await page.evaluate('localStorage.clear(); sessionStorage.clear();');
    await ask('DELETE', '/cookie');
    await ask('POST', '/url', { url: 'about:blank' });
  };
  isVisited = true;
  return { page, problems: [], unexpected: () => [], context: { tracing: { stop: async () => {} }, close } };
}
