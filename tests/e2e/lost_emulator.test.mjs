// The emulator's gRPC ends, or hangs, during a gesture: this is reported in
// time, another backend takes over, and its fingers are lifted once it answers.
// It does not belong to this device: its inputs are only in its record.
import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { adbOnly, stop } from './lib.mjs';
import { cancelled, failedIn, fallbacksOf, rig, startWorld, steps, touches } from './lost.mjs';

const noRig = { skip: !fs.existsSync(rig) };

for (const [backend, env] of [
  ['grpc', {}],
  ['auto', adbOnly],
]) {
  const other = backend === 'grpc' ? 'helper' : 'adb';

  for (const [word, name] of touches.slice(1)) {
    test(
      `${backend}: the emulator's gRPC is killed in a ${word}: reported; then ${other} does it, and says so`,
      noRig,
      async () => {
        const w = await startWorld({ backend, env, grpc: true });
        const reply = await w.during(
          steps[name],
          () => w.emulator.down() > 0,
          () => stop(w.emulator.child, 'SIGKILL'),
        );
        failedIn(reply, word, 'grpc', /^GRPC_(RPC|CONNECTION)_ERROR$/); // in a call, or between two
        assert.match(reply.json.error, /no finger is down/);
        assert.deepEqual(await w.logged(), []);
        const flow = await w.passes(steps.place);
        assert.equal(flow.backend, other);
        assert.match(
          fallbacksOf(flow),
          new RegExp(`grpc could not be brought up again: |tap: ${other} instead of grpc: `),
        );
        assert.deepEqual(await w.logged(), ['tapped']);
      },
    );

    test(
      `${backend}: the emulator's gRPC hangs in a ${word}: reported in time, ${other} stands in, its fingers are ` +
        'lifted once it answers',
      noRig,
      async () => {
        const w = await startWorld({ backend, env, grpc: true });
        const reply = await w.during(
          steps[name],
          () => w.emulator.down() > 0,
          () => w.emulator.child.kill('SIGSTOP'),
        );
        failedIn(reply, word, 'grpc', /^GRPC_RPC_ERROR$/);
        assert.match(
          reply.json.error,
          /sendTouch: DEADLINE_EXCEEDED: no answer within 1000 ms; and the fingers could not be lifted/,
        );
        const meanwhile = await w.passes(steps.place);
        assert.equal(meanwhile.backend, other);
        assert.match(
          fallbacksOf(meanwhile),
          new RegExp(`tap: ${other} instead of grpc: .*sendTouch: DEADLINE_EXCEEDED`),
        );
        assert.deepEqual(await w.logged(), ['tapped']);

        w.emulator.child.kill('SIGCONT');
        const flow = await w.passes(steps.place);
        assert.equal(flow.backend, 'grpc');
        assert.equal(w.emulator.down(), 0);
      },
    );
  }
}

test(
  'the device is gone in a swipe by its emulator: the swipe ends, the reading says what is gone',
  noRig,
  async () => {
    const w = await startWorld({ backend: 'grpc', grpc: true });
    const reply = await w.during(
      { ...steps.swipe, durationMs: 3000 },
      () => w.emulator.down() > 0,
      () => stop(w.device.child, 'SIGKILL'),
    );
    assert.equal(reply.failed, true);
    assert.equal(reply.json.code, 'ADB_CONNECTION_ERROR');
    assert.match(reply.json.error, /device '.*' not found \(`adb devices` lists what is connected/);
    assert.equal(w.emulator.down(), 0);
  },
);

for (const [word, name] of [['long press', 'pressPlace'], ...touches.slice(1)]) {
  test(`grpc: a ${word} is cancelled`, noRig, async () => {
    const w = await startWorld({ backend: 'grpc', grpc: true });
    const flow = await cancelled(w, { ...steps[name], durationMs: 60000 }, async () => w.emulator.down() > 0);
    assert.equal(flow.backend, 'grpc');
    assert.equal(w.emulator.down(), 0);
  });
}
