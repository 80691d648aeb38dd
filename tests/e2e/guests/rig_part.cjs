// rig_part.cjs: one half of the rig of Metro and an app, so that a test can end either
//
//     node rig_part.cjs RIG metro PORT FLAVOUR
//     node rig_part.cjs RIG app PORT PACKAGE [DEVICE]
'use strict';
const path = require('node:path');
const [rig, part, port, what, name] = process.argv.slice(2);
async function start() {
  if (part === 'metro') return require(path.join(rig, 'metro.js')).startMetro({ port: Number(port), flavour: what });
  return require(path.join(rig, 'device.js')).startDevice({
    metroPort: Number(port),
    appId: what,
    strictHermes: false,
    ...(name && { name, deviceId: name.replace(/\W/g, '') }),
  });
}
start().then((running) => {
  const end = () => running.close().then(() => process.exit(0));
  process.on('SIGTERM', end).on('SIGINT', end);
  console.log('up');
});
