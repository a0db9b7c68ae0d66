import sharp from "sharp";

/** A picture like a photograph of a cover: its colours change everywhere. */
export function photograph(width: number, height: number) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="g" x2="0" y2="1"><stop offset="0.1" stop-color="#802010"/><stop offset="0.9" stop-color="#1030a0"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="#f4e8d0"/>
    <rect x="8%" y="8%" width="84%" height="84%" fill="url(#g)"/></svg>`;
  return sharp(Buffer.from(svg));
}

/** A photograph as a JPEG file; another `quality` gives another file. */
export function jpegOf(width: number, height: number, quality = 90): Promise<Buffer> {
  return photograph(width, height).jpeg({ quality }).toBuffer();
}
