import { inflateSync } from "node:zlib";

/** Unpacks a WOFF 1.0 file to its sfnt (TrueType or OpenType): https://www.w3.org/TR/WOFF/ */
export function unpackWoff(woff: Buffer): Uint8Array {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("not a WOFF 1.0 file");
  const tableCount = woff.readUInt16BE(12);
  const sfnt = Buffer.alloc(woff.readUInt32BE(16));
  const power = Math.floor(Math.log2(tableCount));
  woff.copy(sfnt, 0, 4, 8);
  sfnt.writeUInt16BE(tableCount, 4);
  sfnt.writeUInt16BE(16 * 2 ** power, 6);
  sfnt.writeUInt16BE(power, 8);
  sfnt.writeUInt16BE(16 * (tableCount - 2 ** power), 10);
  let offset = 12 + 16 * tableCount;
  for (let i = 0; i < tableCount; i++) {
    const entry = 44 + 20 * i;
    const [start, packedLength, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
    ];
    const packed = woff.subarray(start, start + packedLength);
    (packedLength < length ? inflateSync(packed) : packed).copy(sfnt, offset);
    const record = 12 + 16 * i;
    woff.copy(sfnt, record, entry, entry + 4);
    woff.copy(sfnt, record + 4, entry + 16, entry + 20);
    sfnt.writeUInt32BE(offset, record + 8);
    sfnt.writeUInt32BE(length, record + 12);
    offset += (length + 3) & ~3;
  }
  return sfnt;
}
