import { deflateSync, crc32 } from "node:zlib";

import { encode } from "uqr";

/** Pixels of a module of the code. */
const scale = 8;

/** A PNG with a QR code of this text. */
export function drawQrCode(text: string): Uint8Array<ArrayBuffer> {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const width = size * scale;
  const rows = data.flatMap((modules) => {
    // A filter byte, then a grey value for each pixel.
    const row = [0, ...modules.flatMap((isDark) => Array.from({ length: scale }, () => (isDark ? 0 : 255)))];
    return Array.from({ length: scale }, () => row);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(width, 4);
  header[8] = 8; // bits of a pixel; the colour type 0 is grey
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.from(rows.flat()));
  return Uint8Array.from(
    Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]),
  );
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
