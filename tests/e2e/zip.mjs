// zip.mjs: an archive of stored entries, for tests that need a small one
import zlib from 'node:zlib';

function record(signature, name, bytes, at) {
  const head = Buffer.alloc(at === undefined ? 30 : 46);
  const common = at === undefined ? 4 : 6;
  head.writeUInt32LE(signature, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(20, common);
  head.writeUInt16LE(0, common + 2);
  head.writeUInt32LE(0x00210000, common + 6); // 1980-01-01
  head.writeUInt32LE(zlib.crc32 ? zlib.crc32(bytes) : crc32(bytes), common + 10);
  head.writeUInt32LE(bytes.length, common + 14);
  head.writeUInt32LE(bytes.length, common + 18);
  head.writeUInt16LE(name.length, common + 22);
  if (at === undefined) return Buffer.concat([head, name, bytes]);
  head.writeUInt32LE(at, 42);
  return Buffer.concat([head, name]);
}

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let i = 0; i < 8; i += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

// entries: name to text or bytes, in order.
export function zip(entries) {
  const files = [];
  const directory = [];
  let at = 0;
  for (const [name, content] of Object.entries(entries)) {
    const bytes = Buffer.from(content);
    const file = record(0x04034b50, Buffer.from(name), bytes);
    directory.push(record(0x02014b50, Buffer.from(name), bytes, at));
    files.push(file);
    at += file.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, listed, end]);
}
