// parts.mjs: what the mocks' answers are made of
import { randomBytes } from 'node:crypto';

export const id = (prefix = '', bytes = 12) => prefix + randomBytes(bytes).toString('hex');
export const opaque = (bytes) => randomBytes(bytes).toString('base64');

// A text as a stream brings it: in about count pieces, none of which cuts a
// character.
export function pieces(text = '', count = 4) {
  const size = Math.max(1, Math.ceil(text.length / count));
  return text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];
}
