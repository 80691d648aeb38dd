// flow_app.mjs: an app with a screen for each thing that flows do, and what its device saw.
import fs from 'node:fs';
import path from 'node:path';
import { startAdbServer, startVirtual, temporaryFolder } from './lib.mjs';
import { startMda } from './mda.mjs';

const hit = (what) => [{ set: { hit: what } }];
const button = (text, top, more) => ({
  kind: 'button',
  text,
  bounds: [0, top, 400, top + 100],
  tap: hit(text),
  ...more,
});
const label = (text, top, more) => ({ kind: 'text', text, bounds: [0, top, 1080, top + 80], ...more });
const later = (ms, ...actions) => ({ after: ms, do: actions });

const screens = {
  taps: {
    children: [
      button('Save', 300, { id: 'save' }),
      button('Hold', 500, { id: 'hold', tap: hit('tapped'), long_press: hit('held') }),
      button('Twice', 700, { id: 'twice', tap: hit('once'), double_tap: hit('double') }),
      button('Count', 900, { id: 'count', tap: [{ add: { count: 1 } }] }),
      label('${count} counted', 1050),
      label('Item', 1200),
      button('Item', 1300, { tap: hit('item button') }),
      button('Item', 1500, { tap: hit('second item button') }),
      button('Total (3)', 1700),
      { kind: 'icon', id: 'close', desc: 'Close', bounds: [900, 300, 1000, 400], tap: hit('close') },
      button('Dead', 1900, { id: 'dead', tap: [] }),
      button('Off', 2050, { id: 'disabled', enabled: false }),
    ],
  },
  inner: {
    children: [
      {
        kind: 'frame',
        id: 'all',
        bounds: [100, 250, 900, 1300],
        children: [
          button('Count', 300, { id: 'count', bounds: [200, 300, 800, 400], tap: [{ add: { count: 1 } }] }),
          label('${count} counted', 500, { bounds: [200, 500, 800, 580] }),
        ],
      },
    ],
  },
  toasts: {
    children: [button('Send', 300, { tap: [{ toast: 'Message sent' }] })],
  },
  covered: {
    children: [button('Buy', 300), { kind: 'button', text: 'Offer', bounds: [0, 200, 1080, 600], tap: hit('offer') }],
  },
  late: {
    open: [later(1500, { show: 'welcome' })],
    children: [label('Please wait', 300), label('Welcome', 500, { id: 'welcome', hidden: true })],
  },
  welcome: { children: [label('Welcome', 300)] },
  leaves: {
    open: [later(1500, { hide: 'notice' })],
    children: [label('Here', 300), label('Notice', 500, { id: 'notice' })],
  },
  loads: {
    children: [{ kind: 'spinner', id: 'loading', bounds: [400, 300, 680, 500] }],
  },
  comes: {
    open: [{ hide: 'notice' }],
    children: [
      button('Begin', 300, { tap: [later(150, { show: 'notice' })] }),
      label('Notice', 500, { id: 'notice', hidden: true }),
    ],
  },
  fields: {
    children: [
      { kind: 'field', id: 'name', hint: 'Name', bounds: [0, 300, 1080, 400], enter: hit('enter') },
      { kind: 'field', id: 'digits', hint: 'Digits', numeric: true, bounds: [0, 500, 1080, 600] },
      { kind: 'field', id: 'filled', text: 'abcdef', bounds: [0, 700, 1080, 800] },
      label('A label', 900, { id: 'words' }),
    ],
  },
  list: {
    children: [
      {
        kind: 'list',
        id: 'list',
        bounds: [0, 300, 1080, 2200],
        rows: { count: 60, template: { kind: 'text', text: 'Row ${i}', h: 150 } },
      },
    ],
  },
  pad: {
    children: [
      {
        kind: 'frame',
        id: 'pad',
        bounds: [0, 200, 1080, 2300],
        tap: hit('tapped'),
        swipe_left: hit('left'),
        swipe_right: hit('right'),
        swipe_up: hit('up'),
        swipe_down: hit('down'),
        children: [label('Pad', 300, { id: 'middle', bounds: [400, 1200, 680, 1300] })],
      },
    ],
  },
  facts: {
    children: [
      button('Log', 300, { tap: [{ log: 'user 7 logged in', tag: 'Login', priority: 'W' }] }),
      button('Log later', 500, { tap: [later(900, { log: 'it came late', tag: 'Login' })] }),
      button('Change data', 900, {
        tap: [
          { sql: 'DELETE FROM notes', database: 'notes.db' },
          { pref: 'settings', set: { theme: 'light' } },
        ],
      }),
      button('Write later', 700, {
        tap: [later(900, { sql: "INSERT OR REPLACE INTO notes VALUES (3, 'Three')", database: 'notes.db' })],
      }),
    ],
  },
  restless: {
    timers: [{ every: 20, do: [{ add: { count: 1 } }] }],
    children: [
      button('Save', 500),
      ...Array.from({ length: 12 }, (_, i) => label('${count} '.repeat(8), 700 + 100 * i)),
    ],
  },
  counts: {
    timers: [{ every: 20, do: [{ add: { count: 1 } }] }],
    children: Array.from({ length: 12 }, (_, i) => label('opensesame ' + '${count} '.repeat(8), 300 + 100 * i)),
  },
  dies: {
    children: [
      button('Die', 300, { tap: [{ crash: { exception: 'java.lang.IllegalStateException', message: 'no cart' } }] }),
    ],
  },
};

export const packageName = 'com.example.flows';
const app = {
  package: packageName,
  label: 'Flows',
  version: '1.2',
  permissions: ['android.permission.CAMERA', 'android.permission.RECORD_AUDIO', 'android.permission.READ_CONTACTS'],
  vars: { hit: 'nothing', count: 0 },
  links: { 'ask://': 'welcome', ...Object.fromEntries(Object.keys(screens).map((name) => [`flows://${name}`, name])) },
  launcher: 'taps',
  prefs: { settings: { theme: 'dark', sync: true, tags: ['work', 'home'] } },
  databases: {
    'notes.db': {
      sql: [
        'CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT);',
        "INSERT INTO notes VALUES (1, 'One'), (2, 'Two | 2');",
      ],
    },
  },
  screens: {},
};
for (const [name, { open = [], timers = [], children }] of Object.entries(screens)) {
  app.screens[name] = {
    activity: `.${name}`,
    open: [{ set: { hit: 'nothing', count: 0 } }, ...open],
    timers,
    root: { kind: 'frame', children: [label('hit ${hit}', 100, { id: 'hit' }), ...children] },
  };
}

// The app of tests/data/apk, installed by another way: it counts its first start as a preference.
const tiny = {
  package: 'com.example.tiny',
  label: 'Tiny',
  version: '1.0',
  version_code: 1,
  links: { 'tiny://start': 'start' },
  launcher: 'start',
  prefs: { state: { started: false } },
  screens: {
    start: {
      activity: '.start',
      open: [{ pref: 'state', set: { started: true } }],
      root: { kind: 'frame', children: [label('Tiny', 300)] },
    },
  },
};

const header = `appId: ${packageName}\n`;

// mobile-dev-agent beside a device that shows the app; others may be on it too.
export async function startFlows(env = {}, { apps = [], args = [] } = {}) {
  const server = await startAdbServer();
  const files = [...apps, app, tiny].flatMap((one) => {
    const file = path.join(temporaryFolder(), `${one.package}.json`);
    fs.writeFileSync(file, JSON.stringify(one));
    return ['--app', file];
  });
  const device = await startVirtual(server, [...files, ...args]);
  const mda = startMda({ server, env: { ANDROID_SERIAL: device.serial, ...env } });
  const lines = async (command) =>
    (await device.console(command)).split(/\r?\n/).filter((line) => line && line !== 'OK');
  // One more device with the same apps.
  const add = () => startVirtual(server, [...files, ...args]);
  const world = { server, device, mda, add };
  world.open = (screen) => device.shell(`am start -a android.intent.action.VIEW -d flows://${screen}`);
  world.notes = async () =>
    (await lines('virtual notes')).filter((line) => /^(touch|tap|swipe|extra|geo|location) /.test(line));
  // Whole at any moment: a file may be watched.
  world.write = (name, text) => {
    const file = path.join(mda.folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(`${file}.part`, text);
    fs.renameSync(`${file}.part`, file);
  };
  // Run steps on a screen. The answer has the flow's row, its steps and the text of #hit.
  world.run = async (screen, steps, { head = '', words = [], status = 0 } = {}) => {
    if (screen) await world.open(screen);
    await device.console('virtual notes clear');
    world.write('flow.yaml', `${header}${head}---\n${steps}`);
    const answer = await mda.run(['flow', 'run', 'flow.yaml', ...words, '--json']);
    if (answer.status !== status) throw new Error(`status ${answer.status}: ${answer.stdout}`);
    const { json } = answer;
    const trace = json.artifacts.find(({ type }) => type === 'flow_trace');
    return {
      json,
      flow: json.data.flows?.[0],
      steps: trace ? JSON.parse(fs.readFileSync(trace.path, 'utf8')).steps : [],
      notes: await world.notes(),
    };
  };
  return world;
}
