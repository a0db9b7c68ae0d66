import sharp from "sharp";

/** The only widths in pixels a cover is made in. */
export const coverWidths = [160, 240, 320, 480, 720, 960] as const;

/** The only widths in pixels a portrait is made in. */
export const portraitWidths = [160, 320, 480] as const;

/** Paints an SVG as WebP at the given width; the height follows from its ratio. */
export async function renderWebp(svg: string, width: number): Promise<Buffer> {
  const drawnWidth = Number(/^<svg[^>]* width="(\d+)"/.exec(svg)?.[1] ?? width);
  return sharp(Buffer.from(svg), { density: (72 * width) / drawnWidth })
    .resize({ width })
    .webp({ quality: 82, effort: 2 })
    .toBuffer();
}

/** Paints an SVG as PNG at the size it was drawn; link previews do not all read WebP. */
export async function renderPng(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).png({ palette: true, quality: 90, effort: 4 }).toBuffer();
}
