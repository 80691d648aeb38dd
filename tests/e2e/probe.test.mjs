// The probe that is put into a JavaScript runtime: it counts, and changes nothing. The rows of
// clocks and others say which of an app's work is waited for.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import vm from 'node:vm';
import { root, run as runProgram } from './lib.mjs';

const source = fs.readFileSync(path.join(root, 'src/device/android/framework/runtime/probe.js'), 'utf8');

// A runtime whose clock the test moves.
function runtime(more = {}) {
  const timers = new Map();
  let now = 1000;
  let last = 0;
  const wakes = [];
  const set = (repeat) =>
    function setTimer(callback, ms, ...args) {
      timers.set(++last, { callback, args, at: now + (ms || 0), every: repeat && ms });
      return last;
    };
  const g = {
    setTimeout: set(false),
    setInterval: set(true),
    Map,
    JSON,
    Math,
    Number,
    String,
    Object,
    Array,
    clearTimeout: (id) => {
      timers.delete(id);
    },
    clearInterval: (id) => {
      timers.delete(id);
    },
    Date: { now: () => now },
    __agentestWake: (text) => {
      wakes.push(text);
    },
    ...more,
  };
  g.globalThis = g;
  vm.createContext(g);
  const run = (text) => vm.runInContext(text, g);
  const ask = () => JSON.parse(run('__agentest.ask()')).pending;
  const pass = (ms) => {
    const end = now + ms;
    for (;;) {
      const [id, timer] = [...timers].filter(([, { at }]) => at <= end).sort((a, b) => a[1].at - b[1].at)[0] ?? [];
      if (!timer) break;
      now = timer.at;
      if (timer.every) timer.at += timer.every;
      else timers.delete(id);
      timer.callback(...timer.args);
    }
    now = end;
  };
  return { g, run, ask, pass, wakes, install: () => run(source) };
}

test('it is put in once', () => {
  const r = runtime();
  assert.equal(r.install(), 'new');
  const { setTimeout } = r.g;
  assert.equal(r.install(), 'there');
  assert.equal(r.g.setTimeout, setTimeout);
  assert.deepEqual(r.ask(), []);
});

test('a timer counts until its callback has ended, with its arguments, and tells once', () => {
  const r = runtime();
  r.install();
  r.run(
    'seen = []; setTimeout(function (a, b) { seen.push(a + b); setTimeout(function () { seen.push("in"); }, 10); ' +
      '}, 50, 1, 2);',
  );
  const [[, text, due, endless]] = r.ask();
  assert.deepEqual([text, due, endless], ['1 timer', 50, false]);
  r.pass(55);
  assert.deepEqual(r.wakes, []);
  r.pass(10);
  assert.deepEqual(r.wakes, ['idle']);
  assert.equal(r.run('seen.join()'), '3,in');
  assert.deepEqual(r.ask(), []);
});

test('a cleared timer is over, and one that throws', () => {
  const r = runtime();
  r.install();
  r.run('id = setTimeout(function () {}, 50)');
  r.run('clearTimeout(id)');
  assert.deepEqual(r.ask(), []);
  r.run('setTimeout(function () { throw new Error("mine"); }, 5)');
  assert.throws(() => r.pass(10), /mine/);
  assert.deepEqual(r.ask(), []);
  assert.equal(r.wakes.length, 2);
});

test('values that are not callbacks are left to the runtime', () => {
  const r = runtime();
  r.install();
  r.run('setTimeout("x = 1", 5)');
  assert.deepEqual(r.ask(), []);
});

test('a long timer, an interval, and timers that follow one another are named as endless', () => {
  const r = runtime();
  r.install();
  r.run(
    'setTimeout(function () {}, 3000); setInterval(function () {}, 100); (function poll() { setTimeout(poll, ' +
      '20); })();',
  );
  r.pass(200);
  const texts = r.ask().map(([, text, , endless]) => [text, endless]);
  assert.deepEqual(
    new Set(texts.map(([text]) => text)),
    new Set(['in 3000 ms: timer', 'every 100 ms: interval', 'every 20 ms: timer']),
  );
  assert.ok(texts.every(([, endless]) => endless));
  assert.deepEqual(r.wakes, ['idle']);
});

test('a promise that sleeps in a loop is a clock too', async () => {
  const r = runtime();
  r.install();
  r.run('(async function () { for (;;) await new Promise(function (done) { setTimeout(done, 20); }); })()');
  for (let i = 0; i < 8; i++) {
    r.pass(20);
    await null;
    await null;
    await null;
  }
  assert.deepEqual(
    r.ask().map(([, text]) => text),
    ['every 20 ms: timer'],
  );
});

test('two timers far apart are none', () => {
  const r = runtime();
  r.install();
  r.run('f = function () {};');
  for (let i = 0; i < 8; i++) {
    r.run('setTimeout(f, 20)');
    assert.equal(r.ask()[0][1], '1 timer');
    r.pass(200);
  }
});

test('an animation counts for a second, then it is one without end', () => {
  const frames = [];
  const r = runtime({ requestAnimationFrame: (callback) => frames.push(callback), cancelAnimationFrame: () => {} });
  r.install();
  r.run('(function frame() { requestAnimationFrame(frame); })()');
  assert.equal(r.ask()[0][1], '1 animation');
  for (let i = 0; i < 70; i++) {
    r.pass(16);
    frames.shift()();
  }
  assert.deepEqual(
    r.ask().map(([, text, , endless]) => [text, endless]),
    [['animation without end', true]],
  );
  assert.deepEqual(r.wakes, ['idle']);
});

test('a fetch counts until it has answered or failed, without its secrets', async () => {
  const answers = [];
  const r = runtime({
    fetch: (...args) =>
      new Promise((done, fail) => {
        answers.push({ args, done, fail });
      }),
  });
  r.install();
  const got = r.run('fetch("https://me:word@example.com/cart?token=1#x", {method: "POST"})');
  assert.deepEqual(
    r.ask().map(([, text, due]) => [text, due]),
    [['1 fetch https://example.com/cart', -1]],
  );
  assert.equal(answers[0].args[1].method, 'POST');
  answers[0].done('body');
  assert.equal(await got, 'body');
  assert.deepEqual(r.ask(), []);
  const failed = r.run('fetch("https://example.com/")');
  answers[1].fail(new Error('offline'));
  await assert.rejects(failed, /offline/);
  assert.deepEqual(r.ask(), []);
  assert.equal(r.wakes.length, 2);
});

test('a request counts, and a fetch that makes one counts once', async () => {
  class XMLHttpRequest {
    open(...args) {
      this.opened = args;
    }
    send(body) {
      this.sent = body;
      XMLHttpRequest.last = this;
    }
    addEventListener(name, call) {
      this[name] = call;
    }
  }
  const r = runtime({
    XMLHttpRequest,
    fetch: () => {
      const request = new XMLHttpRequest();
      request.open('GET', 'https://example.com/inner');
      request.send();
      return new Promise((done) => {
        r.done = done;
      });
    },
  });
  r.install();
  r.run('x = new XMLHttpRequest(); x.open("POST", "https://example.com/a?b"); x.send("body")');
  assert.deepEqual(
    r.ask().map(([, text]) => text),
    ['1 fetch https://example.com/a'],
  );
  assert.deepEqual(
    [XMLHttpRequest.last.opened, XMLHttpRequest.last.sent],
    [['POST', 'https://example.com/a?b'], 'body'],
  );
  XMLHttpRequest.last.loadend();
  assert.deepEqual(r.ask(), []);
  r.run('fetch("https://example.com/outer")');
  assert.deepEqual(
    r.ask().map(([, text]) => text),
    ['1 fetch https://example.com/outer'],
  );
});

test('interactions of React Native count where its module is loaded', () => {
  const listeners = {};
  const manager = {
    Events: { interactionStart: 'start', interactionComplete: 'end' },
    addListener: (name, call) => {
      listeners[name] = call;
    },
  };
  const modules = {
    1: {
      verboseName: 'node_modules/react-native/Libraries/Interaction/InteractionManager.js',
      isInitialized: true,
      publicModule: { exports: { default: manager } },
    },
    2: {
      verboseName: 'InteractionManager.js',
      isInitialized: false,
      get publicModule() {
        throw new Error('must not be touched');
      },
    },
  };
  const r = runtime({ __r: { getModules: () => modules } });
  r.install();
  listeners.start();
  listeners.start();
  assert.deepEqual(
    r.ask().map(([, text]) => text),
    ['1 interaction'],
  );
  listeners.end();
  listeners.end();
  assert.deepEqual(r.ask(), []);
});

test('requests of React Native that began before the probe came count until they end', () => {
  let listening = 2;
  const RCTDeviceEventEmitter = { listenerCount: (event) => (event === 'didCompleteNetworkResponse' ? listening : 9) };
  const r = runtime({
    __r: {
      getModules: () =>
        new Map([
          [
            7,
            {
              verboseName: 'Libraries/EventEmitter/RCTDeviceEventEmitter.js',
              isInitialized: true,
              publicModule: { exports: { default: RCTDeviceEventEmitter } },
            },
          ],
        ]),
    },
  });
  r.install();
  assert.deepEqual(
    r.ask().map(([, text]) => text),
    ['2 fetches begun before'],
  );
  listening = 3; // one more, which is counted by itself
  assert.deepEqual(
    r.ask().map(([, text]) => text),
    ['2 fetches begun before'],
  );
  listening = 1;
  assert.deepEqual(
    r.ask().map(([, text]) => text),
    ['1 fetch begun before'],
  );
  listening = 0;
  assert.deepEqual(r.ask(), []);
  listening = 5;
  assert.deepEqual(r.ask(), [], 'what begins later is not of before');
});

// Time passes in small pieces: promises settle before the next timer.
async function live(r, ms) {
  for (let at = 0; at < ms; at += 10) {
    r.pass(10);
    for (let i = 0; i < 12; i++) await null;
  }
}
// A fetch of the runtime's own, which answers after ms; with real promises of it.
const answering = (ms) =>
  'realTimeout = setTimeout; fetch = function () { return new Promise(function (done) { realTimeout(done, ' +
  `${ms}); }); }; n = 0;`;

// [what, source, the period of its text, setup]
const clocks = [
  ['60 ms', '(function poll() { setTimeout(poll, 60); })()', 60],
  ['500 ms', '(function poll() { setTimeout(poll, 500); })()', 500],
  ['1000 ms', '(function poll() { setTimeout(poll, 1000); })()', 1000],
  ['60 ms with jitter', 'n = 0; (function poll() { setTimeout(poll, 60 + n++ * 37 % 50); })()', 60],
  ['500 ms with jitter', 'n = 0; (function poll() { setTimeout(poll, 500 + n++ * 377 % 450); })()', 500],
  ['1000 ms with jitter', 'n = 0; (function poll() { setTimeout(poll, 1000 + n++ * 377 % 450); })()', 1000],
  [
    'the same function, of any length',
    'n = 0; (function poll() { setTimeout(poll, [300, 1400, 20][n++ % 3]); })()',
    300,
  ],
  [
    'a new function each time, with jitter',
    'n = 0; (function poll() { setTimeout(function () { poll(); }, 500 + n++ * 377 % 450); })()',
    500,
  ],
  [
    'a promise that sleeps, with jitter',
    'n = 0; (async function () { for (;;) await new Promise(function (done) { setTimeout(done, 500 + n++ * 377 % ' +
      '450); }); })()',
    500,
  ],
  [
    'a request in each round',
    '(function poll() { fetch("/s").then(function () { setTimeout(poll, 300); }); })()',
    300,
    answering(200),
  ],
  [
    'a request in each round, by async functions',
    '(async function () { for (;;) { await null; await fetch("/s"); await new Promise(function (done) { ' +
      'setTimeout(done, 300); }); } })()',
    300,
    answering(200),
  ],
  [
    'two requests in each round',
    '(async function poll() { await fetch("/s"); await fetch("/t"); setTimeout(function () { poll(); }, 300); })()',
    300,
    answering(200),
  ],
];
for (const [what, work, ms, before = ''] of clocks) {
  test(`a clock: ${what}`, async () => {
    const r = runtime();
    r.run(before);
    r.install();
    r.run(work);
    await live(r, 9000);
    for (let at = 0; at < 2000 && !r.ask().some(([, text]) => /timer/.test(text)); at += 10) await live(r, 10);
    assert.deepEqual(
      r.ask().map(([, text, , endless]) => [text, endless]),
      [[`every ${ms} ms: timer`, true]],
    );
    assert.ok(r.wakes.length > 0);
  });
}

test('a clock that asks by XMLHttpRequest, whose handler sets the timer', async () => {
  const r = runtime();
  r.run(`realTimeout = setTimeout; XMLHttpRequest = function () { this.heard = []; };
    XMLHttpRequest.prototype = { open: function () {}, addEventListener: function (name, f) { this.heard.push(f); },
      send: function () { var mine = this; realTimeout(function () { mine.readyState = 4; mine.heard.forEach(function (f) { f(); }); }, 200); } };`);
  r.install();
  r.run(
    '(function poll() { var x = new XMLHttpRequest(); x.open("GET", "/s"); x.addEventListener("loadend", ' +
      'function () { setTimeout(poll, 300); }); x.send(); })()',
  );
  await live(r, 9000);
  for (let at = 0; at < 2000 && !r.ask().some(([, text]) => /timer/.test(text)); at += 10) await live(r, 10);
  assert.deepEqual(
    r.ask().map(([, text]) => text),
    ['every 300 ms: timer'],
  );
});

// [what, source, when it ends, setup]
const finite = [
  [
    'three functions, one after the other',
    'function one() { setTimeout(two, 300); } function two() { setTimeout(three, 300); } function three() { seen ' +
      `= 'all'; } setTimeout(one, 300);`,
    900,
  ],
  [
    'nine functions, one after the other',
    `for (const i of [0, 1, 2, 3, 4, 5, 6, 7, 8]) globalThis['f' + i] = { ['f' + i]() { if (i === 8) seen = ` +
      `'all'; else setTimeout(globalThis['f' + (i + 1)], 100); } }['f' + i]; setTimeout(f0, 100);`,
    900,
  ],
  [
    'a retry of five rounds',
    `n = 0; (function retry() { if (n++ === 5) seen = 'all'; else setTimeout(retry, 300); })()`,
    1500,
  ],
  [
    'a retry whose pauses double',
    `n = 25; (function retry() { if (n > 1500) seen = 'all'; else setTimeout(function () { n *= 2; retry(); }, ` +
      'n); })()',
    1575,
  ],
  [
    'sleeps of different lengths',
    '(async function () { for (const ms of [100, 300, 100, 400, 100, 500, 100]) await new Promise(function ' +
      `(done) { setTimeout(done, ms); }); seen = 'all'; })()`,
    1600,
  ],
  [
    'twenty timers at a time, and one after each',
    'n = 0; for (i = 0; i < 20; i++) setTimeout(function () { setTimeout(function () { if (++n === 20) seen = ' +
      `'all'; }, 300); }, 300);`,
    600,
  ],
];
for (const [what, work, ms] of finite) {
  test(`work other than a clock is waited for to its end: ${what}`, async () => {
    const r = runtime();
    r.install();
    r.run(work);
    await live(r, ms - 50);
    assert.ok(r.ask().length > 0 && r.ask().every(([, , , endless]) => !endless), JSON.stringify(r.ask()));
    await live(r, 60);
    assert.equal(r.run('seen'), 'all');
    assert.deepEqual([r.ask(), r.wakes.at(-1)], [[], 'idle']);
  });
}

test('a timer that each step of a test sets does not count as a clock, beside a clock and endless requests', async () => {
  const r = runtime();
  r.run(answering(30));
  r.install();
  r.run(`(function poll() { setTimeout(poll, 100); })(); (function ask() { fetch('/long').then(ask); })();
    search = function () { fetch('/search'); }; null`);
  for (let i = 0; i < 10; i++) {
    r.run('setTimeout(search, 300)');
    assert.ok(
      r.ask().some(([, text]) => text === '1 timer'),
      `step ${i}`,
    );
    await live(r, 800);
  }
});

test('an animation of a slow device counts for a second too', () => {
  const waiting = [];
  const r = runtime({ requestAnimationFrame: (callback) => waiting.push(callback) });
  r.install();
  r.run('(function frame() { requestAnimationFrame(frame); })()');
  for (let i = 0; i < 20; i++) {
    if (i < 15) assert.equal(r.ask()[0][1], '1 animation');
    r.pass(66);
    waiting.shift()();
  }
  assert.deepEqual(
    r.ask().map(([, text, , endless]) => [text, endless]),
    [['animation without end', true]],
  );
});

test('an animation after a request is a new one', async () => {
  const r = runtime();
  r.run(`${answering(900)} requestAnimationFrame = function (f) { return realTimeout(f, 16); };`);
  r.install();
  r.run(
    'left = 30; (function frame() { if (left-- > 0) requestAnimationFrame(frame); else if (left > -9) ' +
      'fetch("/s").then(function () { left = 30; frame(); }); })()',
  );
  for (let i = 0; i < 8; i++) {
    await live(r, 470);
    assert.deepEqual(
      r.ask().map(([, text, , endless]) => [/animation|fetch/.test(text), endless]),
      [[true, false]],
      `${i}: ${JSON.stringify(r.ask())}`,
    );
  }
});

test('a browser numbers timers, frames and idle callbacks each from 1', () => {
  const r = runtime({
    requestAnimationFrame: () => 1,
    cancelAnimationFrame: () => {},
    requestIdleCallback: () => 1,
    cancelIdleCallback: () => {},
  });
  r.install();
  r.run('setTimeout(function () {}, 500); requestAnimationFrame(function () {}); requestIdleCallback(function () {});');
  r.run('cancelAnimationFrame(1)');
  assert.deepEqual(
    r.ask().map(([, text]) => text),
    ['1 timer', '1 idle callback'],
  );
  r.run('clearTimeout(1)');
  assert.deepEqual(
    r.ask().map(([, text]) => text),
    ['1 idle callback'],
  );
  r.run('cancelIdleCallback(1)');
  assert.deepEqual(r.ask(), []);
});

test('work that throws at its start is over, with its error', () => {
  const fail = () => {
    throw new Error('no more');
  };
  const r = runtime({
    requestAnimationFrame: fail,
    requestIdleCallback: fail,
    setTimeout: fail,
    setInterval: fail,
    fetch: fail,
  });
  r.install();
  for (const work of [
    'setTimeout(f, 5)',
    'setInterval(f, 5)',
    'requestAnimationFrame(f)',
    'requestIdleCallback(f)',
    'fetch("/")',
  ]) {
    assert.throws(() => r.run(`f = function () {}; ${work}`), /no more/, work);
    assert.deepEqual(r.ask(), [], work);
  }
});

const fetching = (address) => {
  const r = runtime({ fetch: () => new Promise(() => {}), address });
  r.install();
  r.run('fetch(address)');
  return r.ask()[0][1].replace(/^1 fetch /, '');
};

test('an address is cut between characters, and half ones are replaced', () => {
  for (let pad = 0; pad < 4; pad++) {
    const shown = fetching(`https://a.example/${'x'.repeat(98 + pad)}\u{1F600}\u{1F600}`);
    assert.ok(shown.isWellFormed(), JSON.stringify(shown));
    assert.match(shown, /x\u{1F600}*$/u);
  }
  assert.equal(fetching('/a\uD83D/\uDE00b\u{1F600}'), '/a\uFFFD/\uFFFDb\u{1F600}');
});

// [the address, as it is shown]
const addresses = [
  ['https://api.example/graphql?query={\n me }&access_token=SECRET', 'https://api.example/graphql'],
  ['https://api.example/graphql#a\u2028SECRET', 'https://api.example/graphql'],
  ['https://user:SE@CRET@example.com/x@y', 'https://example.com/x@y'],
  ['//user:SECRET@example.com/x', '//example.com/x'],
  ['https:/\n/user:SECRET@example.com/x', 'https://example.com/x'],
  ['https:\\\\user:SECRET@example.com\\x', 'https:\\\\example.com\\x'],
  [' https:user:SECRET@example.com/x', ' https:example.com/x'],
  ['/users/@me', '/users/@me'],
  ['me@x/y', 'me@x/y'],
  [undefined, 'undefined'],
  [{ url: 'https://a:SECRET@h/p?SECRET' }, 'https://h/p'],
  [
    {
      toString() {
        throw new Error('SECRET');
      },
    },
    '',
  ],
];
test('an address is shown without what is secret', () => {
  for (const [address, shown] of addresses) assert.equal(fetching(address), shown);
});

test('the probe names a function that cannot be wrapped, and wraps the others once', () => {
  for (const [how, define] of [
    ['not writable', '{value: function () {}}'],
    ['a getter', '{get: function () { return function () {}; }}'],
    ['a getter that throws', '{get: function () { throw new Error("no"); }}'],
    ['a setter that does nothing', '{get: function () { return Math.max; }, set: function () {}}'],
  ]) {
    const r = runtime();
    r.run(`Object.defineProperty(globalThis, "fetch", ${define})`);
    assert.equal(r.install(), 'new', how);
    const { setTimeout } = r.g;
    assert.equal(r.install(), 'there', how);
    assert.deepEqual(
      r.ask().map(([, text, , endless]) => [text, endless]),
      [['fetch, which cannot be wrapped', true]],
      how,
    );
    r.run('setTimeout(function () {}, 5)');
    assert.equal(r.ask()[0][1], '1 timer');
    assert.equal(r.g.setTimeout, setTimeout);
  }
});

test('timers that can be cleared unseen are not counted', () => {
  const r = runtime();
  r.run('Object.defineProperty(globalThis, "clearTimeout", {value: clearTimeout, writable: false})');
  r.install();
  r.run('clearTimeout(setTimeout(function () {}, 50))');
  assert.deepEqual(
    r.ask().map(([, text]) => text),
    ['clearTimeout, which cannot be wrapped'],
  );
});

test('functions added after the probe are wrapped at the next question, once', () => {
  const later = {
    setTimeout: () => 1,
    clearTimeout: () => {},
    setInterval: () => 2,
    clearInterval: () => {},
    requestAnimationFrame: () => 3,
    requestIdleCallback: () => 4,
  };
  const r = runtime(Object.fromEntries(Object.keys(later).map((name) => [name, undefined])));
  r.install();
  r.run(
    'Response = function () {}; Response.prototype.json = Response.prototype.bytes = function () { return new ' +
      'Promise(function () {}); }',
  );
  Object.assign(r.g, later);
  assert.deepEqual(r.ask(), []);
  const names = ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback'];
  const wrapped = names.map((name) => r.g[name]);
  r.ask();
  assert.deepEqual(
    names.map((name) => r.g[name]),
    wrapped,
  );
  r.run(
    'f = function () {}; setTimeout(f, 5); requestAnimationFrame(f); requestIdleCallback(f); setInterval(f, 5); ' +
      'new Response().json(); new Response().bytes();',
  );
  assert.deepEqual(
    r.ask().map(([, text]) => text.replace(/ \[.*/, '')),
    ['1 timer', '1 animation', '1 idle callback', '1 fetch', '1 fetch', 'every 5 ms: interval'],
  );
});

test("an app's own timer over the wrapped one counts once, and is cleared", () => {
  const r = runtime();
  r.install();
  r.run('first = setTimeout; setTimeout = function (f, ms) { return first(f, ms); };');
  r.ask();
  r.run('id = setTimeout(function () {}, 50)');
  assert.equal(r.ask().length, 1);
  r.run('clearTimeout(id)');
  assert.deepEqual(r.ask(), []);
  r.run('setTimeout = first; setTimeout(function () {}, 50)');
  r.ask();
  assert.equal(r.ask().length, 1);
});

test('a request has one listener of ours, and its head tells a stream of events', () => {
  const heard = [];
  class XMLHttpRequest {
    open() {}
    send() {
      XMLHttpRequest.last = this;
    }
    addEventListener(name) {
      heard.push(name);
    }
    getResponseHeader() {
      return this.readyState < 2 ? null : this.type;
    }
  }
  const r = runtime({ XMLHttpRequest });
  r.install();
  r.run('x = new XMLHttpRequest(); x.open("GET", "/events"); x.send()');
  assert.deepEqual(heard, ['loadend']);
  XMLHttpRequest.last.readyState = 2;
  XMLHttpRequest.last.type = 'application/json';
  assert.equal(r.ask()[0][3], false);
  XMLHttpRequest.last.type = 'text/event-stream; charset=utf-8';
  assert.deepEqual(
    r.ask().map(([, text, , endless]) => [text, endless]),
    [['1 fetch /events', true]],
  );
});

test('a fetch that returns no promise, and what was put on it', () => {
  const r = runtime();
  r.run(
    'fetch = function get(a, b) { return fetch.answer; }; fetch.polyfill = true; fetch.preconnect = function () {};',
  );
  r.install();
  assert.equal(r.run('fetch("/")'), undefined);
  assert.deepEqual(r.ask(), []);
  assert.deepEqual(
    r.run('[fetch.polyfill, typeof fetch.preconnect, fetch.name, fetch.length, Object.keys(fetch).join()].join("|")'),
    'true|function|get|2|polyfill,preconnect',
  );
  r.run('answer = Promise.resolve(1); answer.cancel = function () {}; fetch.answer = answer;');
  assert.equal(r.run('fetch("/") === answer'), true);
  r.run('fetch.answer = { then: function () {} };');
  assert.equal(r.run('fetch("/") === fetch.answer'), true);
});

test('a rejection that the app does not handle is reported, and no other', async () => {
  const script = (work) => `process.on('unhandledRejection', (e) => console.log('unhandled ' + e.message));
    globalThis.fetch = () => Promise.reject(new Error('offline'));
    Response.prototype.json = () => Promise.reject(new Error('offline'));
    (0, eval)(${JSON.stringify(source)}); ${work}; process.on('exit', () => console.log(__agentest.ask()));`;
  for (const [work, said] of [
    ['fetch("/")', /^unhandled offline\n/],
    ['fetch("/").then(() => {})', /^unhandled offline\n(?!un)/],
    ['new Response().json()', /^unhandled offline\n(?!un)/],
    ['fetch("/").catch(() => {})', /^\{"v":1,"count":0/],
    ['new Response().json().catch(() => {})', /^\{"v":1,"count":0/],
  ]) {
    const { out } = await runProgram(process.execPath, ['-e', script(work)]);
    assert.match(out, said, work);
    assert.match(out, /"count":0/, work);
  }
});

test('requests are remembered by method and address, each once, without what may be secret', () => {
  const r = runtime({
    fetch: () => Promise.resolve({}),
    Promise,
    XMLHttpRequest: class {
      open() {}
      send() {}
      addEventListener() {}
    },
  });
  r.install();
  const made = () => JSON.parse(r.run('__agentest.ask()')).made;
  assert.deepEqual(made(), []);
  r.run('fetch("https://me:word@example.com/cart?token=secret#x")');
  r.run('fetch({url: "https://example.com/item", method: "put"})');
  r.run('fetch("https://example.com/cart", {method: "POST"})');
  r.run('var x = new XMLHttpRequest(); x.open("delete", "/item/7?all"); x.send()');
  r.run('fetch("https://example.com/item", {get method() { throw new Error("mine"); }})');
  assert.deepEqual(made(), [
    'GET https://example.com/cart',
    'PUT https://example.com/item',
    'POST https://example.com/cart',
    'DELETE /item/7',
    'GET https://example.com/item',
  ]);
  r.run('fetch("https://example.com/cart"); for (var i = 0; i < 50; i++) fetch("/n/" + i)');
  assert.equal(made().length, 40);
  assert.equal(made().at(-1), 'GET /n/49');
  r.run('fetch("/n/20")');
  assert.equal(made().at(-1), 'GET /n/20');
  assert.equal(made().length, 40);
});
