// A test file that passes, beside one that hangs.
import test from 'node:test';

test('passes', () => {});
