/** The files for installing the shop as an app on a device: the manifest, the icons and the favicon. */
import sharp from "sharp";

import { isKeyOf } from "#shop/kernel/text/object-keys.ts";
import { href } from "#routing/href.ts";

export interface WebAppFiles {
  manifest: () => Response;
  /** Responds with an icon by its file name: `192.png`, `512.png`, `maskable.png` or `apple-touch-icon.png`. */
  icon: (file: string) => Promise<Response>;
  favicon: () => Promise<Response>;
}

const paper = "#fbf8f3";
const indigo = "#4f46e5";

/** The edge length in pixels, the fraction of it that the mark fills, and the colours. */
interface Icon {
  edge: number;
  mark: number;
  ground: string | null;
  ink: string;
  leaf: string;
}

/** A device may crop a maskable icon to a circle of 80 % of its width, so the mark in it is smaller. */
const icons = {
  "192.png": { edge: 192, mark: 0.86, ground: null, ink: indigo, leaf: paper },
  "512.png": { edge: 512, mark: 0.86, ground: null, ink: indigo, leaf: paper },
  "maskable.png": { edge: 512, mark: 0.5, ground: indigo, ink: paper, leaf: indigo },
  "apple-touch-icon.png": { edge: 180, mark: 0.62, ground: paper, ink: indigo, leaf: paper },
} satisfies Record<string, Icon>;

/** Draws each of the five icons on first request, and caches it in memory. */
export function createWebAppFiles(shop: { name: string }): WebAppFiles {
  const drawn = new Map<string, Promise<Buffer>>();

  function draw(file: keyof typeof icons) {
    const picture = drawn.get(file) ?? drawIcon(icons[file]);
    drawn.set(file, picture);
    return picture;
  }

  return {
    manifest: () => answer(JSON.stringify(manifestOf(shop.name)), "application/manifest+json"),
    icon: async (file) =>
      isKeyOf(icons, file)
        ? // The payment widget shows the icon inside its own frame.
          answer(await draw(file), "image/png", { "cross-origin-resource-policy": "cross-origin" })
        : new Response("There is no such image.", { status: 404, headers: { "cache-control": "no-store" } }),
    favicon: async () =>
      answer(
        asIco(
          await sharp(await draw("192.png"))
            .resize(48)
            .png()
            .toBuffer(),
        ),
        "image/x-icon",
      ),
  };
}

function answer(body: string | Buffer, type: string, more: Record<string, string> = {}) {
  const bytes = typeof body === "string" ? body : new Uint8Array(body);
  return new Response(bytes, { headers: { "content-type": type, "cache-control": "public, max-age=86400", ...more } });
}

function manifestOf(shopName: string) {
  return {
    id: "/",
    name: shopName,
    short_name: shopName.slice(0, 12).trim(),
    description: "A bookshop for people who turn to the last page to see what it is set in.",
    lang: "en-IN",
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: paper,
    theme_color: paper,
    categories: ["books", "shopping"],
    icons: [
      { src: "/icons/192.png", sizes: "192x192", type: "image/png" },
      { src: "/icons/512.png", sizes: "512x512", type: "image/png" },
      { src: "/icons/maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
    ],
    shortcuts: [
      { name: "Best sellers", url: href("/best-sellers") },
      { name: "Cart", url: href("/cart") },
      { name: "Orders", url: href("/orders") },
    ],
  };
}

function drawIcon({ edge, mark, ground, ink, leaf }: Icon): Promise<Buffer> {
  const size = edge * mark;
  const at = (edge - size) / 2;
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${edge}" height="${edge}">` +
        (ground ? `<rect width="${edge}" height="${edge}" fill="${ground}"/>` : "") +
        `<svg x="${at}" y="${at}" width="${size}" height="${size}" viewBox="0 2 31 28" color="${ink}">` +
        `<path d="M2 4h14v24H2z" fill="currentColor"/>` +
        `<path d="M16 4c3.2-1.9 8.6-2.1 13-.2v24c-4.4-1.9-9.8-1.7-13 .2z" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linejoin="round"/>` +
        `<path d="m9 6 2.2 3.4L9 12.8 6.8 9.4zm0 6.6 2.2 3.4L9 19.4 6.8 16zm0 6.6 2.2 3.4L9 26l-2.2-3.4z" fill="${leaf}"/>` +
        `</svg></svg>`,
    ),
  )
    .png()
    .toBuffer();
}

/** An .ico file with one PNG of 48 px: a header of 6 bytes, a directory of 16 bytes, and the picture. */
function asIco(png: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(48, 6);
  head.writeUInt8(48, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
