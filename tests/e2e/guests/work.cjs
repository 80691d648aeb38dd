// work.cjs: required by the rig's app before it starts, so that a test can have
// any JavaScript run in it: POST the source to WORK_PORT, the answer is its value, if
// that is a number or a text.
'use strict';
const http = require('node:http');
const net = require('node:net');
if (/app\.js$/.test(process.argv[1] ?? '') && process.env.WORK_PORT) {
  // React Native has it, Node has not; its timer is the real one.
  const { setTimeout } = globalThis;
  globalThis.requestAnimationFrame = (callback) => setTimeout(() => callback(Date.now()), 16);
  // Node loads its fetch when it is first called, and refuses a question of the inspector in
  // the middle of that: "Cannot find context". React Native loads nothing then.
  fetch('data:,');
  // The way back to the screen: a variable of the virtual device's app in front.
  globalThis.setOnDevice = (name, value) => {
    const console_ = net.connect(Number(process.env.CONSOLE_PORT), '127.0.0.1');
    console_
      .on('error', () => {})
      .resume()
      .end(`virtual set ${name} ${value}\nquit\n`);
  };
  // Begin work when the probe is next asked: a slow machine may take longer until then than
  // the work does.
  globalThis.whenAsked = (work) => {
    const probe = globalThis.__agentest;
    if (!probe) return;
    const { ask } = probe;
    probe.ask = () => {
      probe.ask = ask;
      work();
      return ask();
    };
  };
  http
    .createServer((request, response) => {
      let source = '';
      request
        .setEncoding('utf8')
        .on('data', (piece) => {
          source += piece;
        })
        .on('end', () => {
          const value = (0, eval)(source);
          response.end(JSON.stringify(typeof value === 'number' || typeof value === 'string' ? value : null));
        });
    })
    .listen(Number(process.env.WORK_PORT), '127.0.0.1', function listening() {
      this.unref();
    });
}
