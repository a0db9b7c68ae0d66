import sharp from "sharp";

/** The only widths in pixels a portrait is made in. */
export const portraitWidths = [160, 320, 480] as const;

/** Paints an SVG as WebP at the given width; the height follows from its ratio. */
export async function renderWebp(svg: string, width: number): Promise<Buffer> {
  return paint(svg, width).webp({ quality: 82, effort: 2 }).toBuffer();
}

/** The same as AVIF: half the bytes, for five times the work. */
export async function renderAvif(svg: string, width: number): Promise<Buffer> {
  return paint(svg, width).avif({ quality: 55, effort: 2 }).toBuffer();
}

function paint(svg: string, width: number) {
  const drawnWidth = Number(/^<svg[^>]* width="(\d+)"/.exec(svg)?.[1] ?? width);
  return sharp(Buffer.from(svg), { density: (72 * width) / drawnWidth }).resize({ width });
}

/** Paints an SVG as PNG at the size it was drawn; link previews do not all read WebP. */
export async function renderPng(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).png({ palette: true, quality: 90, effort: 4 }).toBuffer();
}

/** A picture as PNG, which a drawing can hold, with its pixels. */
export async function asPng(picture: Uint8Array): Promise<{ png: Uint8Array; width: number; height: number }> {
  const { data, info } = await sharp(picture).png().toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}
