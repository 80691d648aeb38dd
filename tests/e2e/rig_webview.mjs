// rig_webview.mjs: an app of the virtual device with a WebView, whose page a real
// Chromium draws
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import WebSocket from 'ws';
import { chromiumFile } from './browsers.mjs';
import { atEnd, root, stop, temporaryFolder, until } from './lib.mjs';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
];

const asWebView = [
  '--disable-site-isolation-trials',
  '--disable-features=IsolateOrigins,site-per-process,OriginKeyedProcessesByDefault',
];

// One DevTools connection of the test's own.
async function openSession(url) {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`no DevTools at ${url}`));
  });
  const waiting = new Map();
  let last = 0;
  socket.onmessage = ({ data }) => {
    const { id, result, error } = JSON.parse(data);
    const wait = waiting.get(id);
    waiting.delete(id);
    if (wait && error) wait.reject(new Error(error.message));
    else wait?.resolve(result);
  };
  socket.onclose = () => {
    for (const { reject } of waiting.values()) reject(new Error('closed'));
  };
  const send = (method, params = {}) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  return { send, close: () => socket.close() };
}

// A Chromium whose pages have the size of a view of width × height pixels at that density.
// A WebView has one process for all sites; isolates: each has its own.
export async function startChromium({
  width = 1080,
  height = 2127,
  density = 2.625,
  more = [],
  isolates = false,
} = {}) {
  const folder = temporaryFolder();
  const size = { width: Math.round(width / density), height: Math.round(height / density) };
  const child = spawn(
    chromiumFile(),
    [
      ...flags,
      `--user-data-dir=${path.join(folder, 'profile')}`,
      `--window-size=${size.width},${size.height}`,
      ...(isolates ? [] : asWebView),
      ...more,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: folder, TMPDIR: folder } },
  );
  let said = '';
  child.stderr.on('data', (data) => {
    said += data;
  });
  // Its processes write to the folder a moment longer than it lives itself; they have its
  // standard error, which is closed with the last of them.
  const allEnded = once(child, 'close');
  atEnd(async () => {
    await stop(child);
    await allEnded;
  });
  const [, port] = await until(
    () => /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(said),
    'Chromium listens',
  );
  const list = async () =>
    (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()).filter(({ type }) => type === 'page');
  const chromium = {
    port: Number(port),
    size,
    endpoint: `tcp:127.0.0.1:${port}`,
    list,
    stop: () => stop(child, 'SIGKILL'),
  };
  // A page of the tests: go(url), run(expression); it keeps its size as long as the session lives.
  chromium.attach = async (id, heightPx = height) => {
    const session = await openSession(`ws://127.0.0.1:${port}/devtools/page/${id}`);
    await session.send('Emulation.setDeviceMetricsOverride', {
      width: size.width,
      height: Math.round(heightPx / density),
      deviceScaleFactor: density,
      mobile: true,
    });
    const run = async (expression) => {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression,
        returnByValue: true,
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    };
    const go = async (url) => {
      await session.send('Page.navigate', { url });
      await until(
        () => run(`document.readyState === 'complete' && location.href !== 'about:blank'`),
        `${url} is loaded`,
      );
    };
    return {
      ...session,
      id,
      run,
      go,
      zoom: (factor) => session.send('Emulation.setPageScaleFactor', { pageScaleFactor: factor }),
    };
  };
  chromium.create = async (heightPx) => {
    // In the same window it would hide the others.
    const { targetId } = await chromium.page.send('Target.createTarget', { url: 'about:blank', newWindow: true });
    return chromium.attach(targetId, heightPx);
  };
  const [first] = await until(async () => {
    const pages = await list();
    return pages.length > 0 && pages;
  }, 'it has a page');
  chromium.page = await chromium.attach(first.id);
  return chromium;
}

// The places of pages, which a WebView's DevTools add to Chromium's list. describe: () => id →
// description; pages without one are not listed.
export async function startFront(chromium, describe) {
  const front = http.createServer(async (request, response) => {
    const pages = await chromium.list();
    const described = describe();
    response.end(
      JSON.stringify(
        pages
          .filter(({ id }) => described[id])
          .map((one) => ({ ...one, description: JSON.stringify(described[one.id]) })),
      ),
    );
  });
  const sockets = new Set();
  front.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  front.on('upgrade', (request, socket, head) => {
    const peer = net.connect(chromium.port, '127.0.0.1', () => {
      peer.write(`${request.method} ${request.url} HTTP/1.1\r\n`);
      for (let i = 0; i < request.rawHeaders.length; i += 2)
        peer.write(`${request.rawHeaders[i]}: ${request.rawHeaders[i + 1]}\r\n`);
      peer.write('\r\n');
      peer.write(head);
      socket.pipe(peer).pipe(socket);
    });
    sockets.add(peer);
    peer.on('error', () => socket.destroy());
    socket.on('close', () => peer.destroy());
  });
  await new Promise((done) => {
    front.listen(0, '127.0.0.1', done);
  });
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
    front.close();
  });
  return { endpoint: `tcp:127.0.0.1:${front.address().port}` };
}

// The HTML of pages/NAME.html with its {{values}}.
export function pageFile(name, values = {}) {
  const text = fs.readFileSync(path.join(root, 'tests/e2e/pages', `${name}.html`), 'utf8');
  return text.replace(/\{\{(\w+)\}\}/g, (_, key) => values[key]);
}

// Pages of the test: path → HTML, or (request, response, ms) => …; ?ms= delays an answer.
export async function startSite(pages) {
  const held = new Set();
  const asked = [];
  const server = http.createServer((request, response) => {
    const url = new URL(request.url, 'http://x');
    const page = pages[url.pathname];
    asked.push(request.url);
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (typeof page === 'function') return page(request, response, url, held);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    return setTimeout(() => response.end(page ?? 'none'), Number(url.searchParams.get('ms') ?? 0));
  });
  await new Promise((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    asked,
    url: `http://127.0.0.1:${server.address().port}`,
    localhost: `http://localhost:${server.address().port}`,
    release: () => {
      for (const response of held) response.end('{}');
      held.clear();
    },
  };
}

// An app with a bar above its WebView. web: more members of the node.
export function webApp(name, web, screens = {}) {
  const file = path.join(temporaryFolder(), `${name}.json`);
  fs.writeFileSync(
    file,
    JSON.stringify({
      package: name,
      label: 'Web',
      launcher: 'main',
      vars: { hits: 0 },
      screens: {
        main: {
          activity: '.Main',
          root: {
            kind: 'column',
            children: [
              {
                kind: 'row',
                h: 147,
                children: [
                  { kind: 'button', id: 'native', text: 'Native', tap: [{ add: { hits: 1 } }] },
                  { kind: 'text', id: 'hits', text: 'Hits: ${hits}' },
                ],
              },
              { kind: 'web', id: 'web', h: 'fill', ...web },
            ],
          },
        },
        ...screens,
      },
    }),
  );
  return file;
}
