// png.mjs: pixels of the PNG files that tests look into (8 bits, not interlaced)
import assert from 'node:assert/strict';
import zlib from 'node:zlib';

const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function paeth(a, b, c) {
  const p = a + b - c;
  const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

const filters = [() => 0, (a) => a, (a, b) => b, (a, b) => (a + b) >> 1, paeth];

// {width, height, pixel(x, y)}: a pixel's bytes as one text
export function decodePng(bytes) {
  const parts = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  }
  const [width, height, depth, type, , , interlaced] = [
    bytes.readUInt32BE(16),
    bytes.readUInt32BE(20),
    ...bytes.subarray(24, 29),
  ];
  assert.ok(depth === 8 && channels[type] && !interlaced, `a PNG of depth ${depth}, type ${type}`);
  const size = channels[type];
  const row = width * size;
  const data = zlib.inflateSync(Buffer.concat(parts));
  const out = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++) {
    const filter = filters[data[y * (row + 1)]];
    for (let x = 0; x < row; x++) {
      const a = x >= size ? out[y * row + x - size] : 0;
      const b = y > 0 ? out[(y - 1) * row + x] : 0;
      const c = x >= size && y > 0 ? out[(y - 1) * row + x - size] : 0;
      out[y * row + x] = data[y * (row + 1) + 1 + x] + filter(a, b, c);
    }
  }
  return { width, height, pixel: (x, y) => out.toString('hex', y * row + x * size, y * row + (x + 1) * size) };
}

// Counts the colours of a box [left, top, right, bottom] of it.
export function coloursIn(image, [left, top, right, bottom]) {
  const seen = new Set();
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) seen.add(image.pixel(x, y));
  return seen.size;
}
