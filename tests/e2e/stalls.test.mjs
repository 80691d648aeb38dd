// A client that reads late loses nothing: everything a command has printed, and
// its end, may wait in the socket before the first byte is read.
import assert from 'node:assert/strict';
import net from 'node:net';
import test from 'node:test';
import { once } from 'node:events';
import { adbOnly, atEnd, startAdbServer, startAgentest, startVirtual, until } from './lib.mjs';

const KERNEL_BYTES = 1300 << 10; // more than the client takes before it must look at it

// In front of the adb server. Once the service that `armed` matches has been
// asked for, the client is stopped until the kernel holds its answer.
async function startGate(server) {
  const gate = { armed: undefined, stalls: 0 };
  const listening = net.createServer({ allowHalfOpen: true }, (client) => {
    const upstream = net.connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    for (const socket of [client, upstream])
      socket.on('error', () => {
        client.destroy();
        upstream.destroy();
      });
    client.on('data', (data) => {
      if (gate.armed?.test(data.toString('latin1'))) {
        gate.armed = undefined;
        process.kill(gate.pid, 'SIGSTOP');
        const before = client.bytesWritten;
        const taken = () => client.bytesWritten - client.writableLength - before;
        until(
          () => taken() > KERNEL_BYTES || (upstream.readableEnded && client.writableLength === 0),
          'the answer waits',
        ).finally(() => {
          gate.stalls += taken() > KERNEL_BYTES;
          process.kill(gate.pid, 'SIGCONT');
        });
      }
      upstream.write(data);
    });
    upstream.on('data', (data) => client.write(data));
    client.on('end', () => upstream.end());
    upstream.on('end', () => client.end());
  });
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  atEnd(() => listening.close());
  gate.port = listening.address().port;
  return gate;
}

test('a reader that stalls gets the whole output of a command, not LIMIT_EXCEEDED', async () => {
  const server = await startAdbServer();
  const device = await startVirtual(server);
  const gate = await startGate(server);
  const agentest = await startAgentest(server, {
    env: { ...adbOnly, ANDROID_SERIAL: device.serial, ANDROID_ADB_SERVER_PORT: String(gate.port) },
  });
  gate.pid = agentest.pid;
  assert.equal((await agentest.connect('com.example.notes')).failed, false);
  const sql =
    'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM c WHERE n<40000) SELECT n, hex(zeroblob(50)) FROM c';
  for (let i = 1; i <= 5; i++) {
    gate.armed = /shell,v2.*RECURSIVE/s;
    const reply = await agentest.call('agentest_query_db', { query: sql, database: 'notes.db' });
    assert.equal(gate.stalls, i, 'the client was stopped while the kernel took the output');
    assert.equal(reply.failed, false, reply.text);
    assert.match(reply.text, /40000/);
  }
});
