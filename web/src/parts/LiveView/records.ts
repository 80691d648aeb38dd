// records.ts: the records of GET /devices/{id}/stream, read from pieces of any size

export type StreamRecord = { kind: number; ptsUs: number; data: Uint8Array };

export const kinds = { config: 1, key: 2, delta: 3, alive: 4, end: 5 } as const;

const HEADER_BYTES = 16;
const LONGEST_BYTES = 16 * 1024 * 1024;

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

export function jsonOf(data: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(data));
}

// Until the stream ends. A record without an end, or one that is too long, is an error.
export async function* records(
  pieces: ReadableStreamDefaultReader<Uint8Array>,
): AsyncGenerator<StreamRecord> {
  let had: Uint8Array = new Uint8Array(0);
  for (;;) {
    const view = new DataView(had.buffer, had.byteOffset, had.byteLength);
    const bytes = had.length < HEADER_BYTES ? 0 : view.getUint32(0);
    if (bytes > LONGEST_BYTES) throw new Error(`a record of ${bytes} bytes`);
    if (had.length >= HEADER_BYTES + bytes) {
      const ptsUs = Number(view.getBigUint64(8));
      yield { kind: view.getUint8(4), ptsUs, data: had.subarray(HEADER_BYTES, HEADER_BYTES + bytes) };
      had = had.subarray(HEADER_BYTES + bytes);
      continue;
    }
    const { done, value } = await pieces.read();
    if (done && had.length > 0) throw new Error('the stream ends within a record');
    if (done) return;
    had = joined(had, value);
  }
}
