// A test file that never ends, with a device that would outlive it.
import test from 'node:test';
import { startAdbServer, startVirtual } from '../lib.mjs';

const device = await startVirtual(await startAdbServer(), [], { attach: false });
console.log(`device ${device.child.pid}`);
test('passes before the hang', () => {});
test('hangs', () => new Promise(() => setInterval(() => {}, 1000)));
