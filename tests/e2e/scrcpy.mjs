// scrcpy.mjs: the stand-in for scrcpy's server on a virtual device, and readers of its stream:
// packets, and the size in a sequence parameter set.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { stop, until } from './lib.mjs';
import { zip } from './zip.mjs';

export const SERVER = '/data/local/tmp/scrcpy-server.jar';

// The file that a virtual device accepts as the server of this version.
export const standIn = (version) =>
  zip({ 'classes.dex': `dex\n035\0The server version (${version}) does not match the client (\0` });

export async function pushServer(device, folder, version) {
  const file = path.join(folder, 'scrcpy-server');
  fs.writeFileSync(file, standIn(version));
  return device.adb('push', file, SERVER);
}

// The server with a separate stream, as a host keeps it.
export function startServer(server, device, words) {
  const child = spawn(
    'adb',
    [
      '-P',
      String(server.port),
      '-s',
      device.serial,
      'shell',
      '-T',
      `CLASSPATH=${SERVER} exec app_process / com.genymobile.scrcpy.Server ${words.join(' ')}`,
    ],
    { env: server.env, stdio: ['pipe', 'pipe', 'pipe'] },
  );
  const process = { child, out: '', err: '' };
  child.stdout.on('data', (data) => {
    process.out += data;
  });
  child.stderr.on('data', (data) => {
    process.err += data;
  });
  process.ended = new Promise((resolve) => {
    child.on('close', (status) => resolve({ status, out: process.out, err: process.err }));
  });
  process.hangUp = async () => {
    await stop(child, 'SIGKILL');
    await process.ended;
  };
  return process;
}

// A connection to the server's socket; bytes grows. adb accepts before the server
// listens, and hangs up then: as every client of scrcpy it tries again, until the
// server's process has ended.
export async function connect(device, socket, process) {
  let over = false;
  process.ended.then(() => {
    over = true;
  });
  const port = Number((await device.adb('forward', 'tcp:0', `localabstract:${socket}`)).out);
  const client = { bytes: Buffer.alloc(0), ended: false, port };
  await until(async () => {
    client.ended = false;
    client.socket = net.connect(port, '127.0.0.1');
    client.socket.on('data', (data) => {
      client.bytes = Buffer.concat([client.bytes, data]);
    });
    client.socket.on('close', () => {
      client.ended = true;
    });
    client.socket.on('error', () => {});
    await until(() => client.ended || client.bytes.length > 0, 'bytes, or the end');
    return over || client.bytes.length > 0;
  }, 'the server listens');
  client.close = () => client.socket.destroy();
  return client;
}

// Whole packets from an offset on, of a version's header.
export function packetsOf(bytes, major, from = 0) {
  const top = major >= 4 ? 62n : 63n;
  const packets = [];
  for (let at = from; at + 12 <= bytes.length; ) {
    const head = bytes.readBigUInt64BE(at);
    const session = major >= 4 && head >> 63n === 1n;
    const length = session ? 0 : bytes.readUInt32BE(at + 8);
    if (at + 12 + length > bytes.length) break;
    packets.push(
      session
        ? { session, width: Number(head & 0xffffffffn), height: bytes.readUInt32BE(at + 8) }
        : {
            config: ((head >> top) & 1n) === 1n,
            key: ((head >> (top - 1n)) & 1n) === 1n,
            pts: head & ((1n << (top - 1n)) - 1n),
            data: bytes.subarray(at + 12, at + 12 + length),
          },
    );
    at += 12 + length;
  }
  return packets;
}

// Width and height that a packet's first SPS (baseline: no chroma format) says.
export function sizeOf(data) {
  const start = data.indexOf(Buffer.from([0, 0, 1, 0x67]));
  const payload = [];
  for (let i = start + 4; i < data.length && payload.length < 64; i += 1) {
    if (data[i] === 3 && data[i - 1] === 0 && data[i - 2] === 0) continue;
    payload.push(data[i]);
  }
  let at = 24; // after profile, constraints and level
  const bit = () => {
    const value = (payload[at >> 3] >> (7 - (at & 7))) & 1;
    at += 1;
    return value;
  };
  const bits = (count) => {
    let value = 0;
    for (let i = 0; i < count; i += 1) value = value * 2 + bit();
    return value;
  };
  const golomb = () => {
    let zeros = 0;
    while (bit() === 0) zeros += 1;
    return 2 ** zeros - 1 + bits(zeros);
  };
  golomb(); // id
  golomb(); // frame number's bits
  if (golomb() === 0) golomb(); // picture order
  golomb(); // reference frames
  bit();
  const width = (golomb() + 1) * 16;
  const height = (golomb() + 1) * 16;
  if (bit() === 0) bit(); // fields
  bit();
  const crop = bit() ? [golomb(), golomb(), golomb(), golomb()] : [0, 0, 0, 0];
  return [width - 2 * (crop[0] + crop[1]), height - 2 * (crop[2] + crop[3])];
}
