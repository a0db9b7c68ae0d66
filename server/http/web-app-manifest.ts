/** The files for installing the shop as an app on a device: the manifest, the icons and the favicon. */
import { createHash } from "node:crypto";

import type { Env, Hono } from "hono";
import sharp from "sharp";

import { describeErrorForLog } from "#db/describe-error.ts";
import { fitColours } from "#shop/kernel/look/fit-colours.ts";
import { defaultLook, type Look } from "#shop/kernel/look/look.ts";
import { findLogo } from "#shop/office/settings/look-pictures.server.ts";
import type { Services } from "#shop/services.ts";
import { isKeyOf } from "#shop/kernel/text/object-keys.ts";
import { href } from "#routing/href.ts";
import { isUnchanged } from "#server/pages/page-cache.ts";

const paper = "#fbf8f3";

/** The edge length in pixels, the fraction of it that the mark fills, and what is behind it. */
interface Icon {
  edge: number;
  mark: number;
  ground: "none" | "paper" | "colour";
}

/** A device may crop a maskable icon to a circle of 80 % of its width, so the mark in it is smaller. */
const icons = {
  "192.png": { edge: 192, mark: 0.86, ground: "none" },
  "512.png": { edge: 512, mark: 0.86, ground: "none" },
  "maskable.png": { edge: 512, mark: 0.5, ground: "colour" },
  "apple-touch-icon.png": { edge: 180, mark: 0.62, ground: "paper" },
} satisfies Record<string, Icon>;

/**
 * Serves the manifest, the icons, the favicon and logos. Each icon is made on first request, from the picture of the
 * look or as the shop's mark in its colour, and cached in memory.
 */
export function serveWebAppFiles<Bindings extends Env>(
  app: Hono<Bindings>,
  { db, settings: shop }: Pick<Services, "db" | "settings">,
): void {
  const made = new Map<string, Promise<Buffer>>();
  const findOwnIcon = () => (shop.look.icon === null ? null : findLogo(db, shop.look.icon));

  async function draw(file: keyof typeof icons, colour: string) {
    const own = await findOwnIcon();
    if (!own) return drawIcon(icons[file], colour);
    return fitIcon(icons[file], own).catch((error: unknown) => {
      console.error(`The icon ${shop.look.icon} cannot be drawn: ${describeErrorForLog(error)}`);
      return drawIcon(icons[file], colour);
    });
  }

  function make(file: string, draws: (colour: string) => Promise<Buffer>) {
    const colour = fitColours(shop.look).light.action ?? shop.look.colour;
    const key = `${file} ${colour} ${shop.look.icon}`;
    const picture = made.get(key) ?? draws(colour);
    made.set(key, picture);
    // A failure of the database is not kept.
    picture.catch(() => made.delete(key));
    return picture;
  }

  const icon = (file: keyof typeof icons) => make(file, (colour) => draw(file, colour));

  /**
   * The addresses stay the same when an owner publishes another look, so a browser revalidates a file of a look. Most
   * shops keep the look as delivered, whose files it keeps for a day.
   */
  function answer(request: Request, body: string | Buffer, type: string, more: Record<string, string> = {}) {
    const isDelivered = shop.look.colour === defaultLook.colour && shop.look.icon === defaultLook.icon;
    const headers = { "content-type": type, "cache-control": "public, max-age=86400", ...more };
    if (isDelivered) return new Response(asBody(body), { headers });
    const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
    Object.assign(headers, { "cache-control": "public, no-cache", etag });
    if (isUnchanged(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
    return new Response(asBody(body), { headers });
  }

  const missing = () =>
    new Response("There is no such image.", { status: 404, headers: { "cache-control": "no-store" } });
  app.get("/manifest.webmanifest", (c) =>
    answer(c.req.raw, JSON.stringify(manifestOf(shop.name)), "application/manifest+json"),
  );
  app.get("/icons/:file", async (c) => {
    const file = c.req.param("file");
    return isKeyOf(icons, file)
      ? // The payment widget shows the icon inside its own frame.
        answer(c.req.raw, await icon(file), "image/png", { "cross-origin-resource-policy": "cross-origin" })
      : missing();
  });
  app.get("/favicon.ico", async (c) => {
    const small = await make("favicon.ico", async () => asIco(await shrink(await icon("192.png"))));
    return answer(c.req.raw, small, "image/x-icon");
  });
  app.get("/favicon.svg", async (c) => {
    const drawn = shop.look.icon === null ? drawFavicon(shop.look) : wrapPng(await icon("192.png"));
    return answer(c.req.raw, drawn, "image/svg+xml");
  });
  app.get("/logos/:file", async (c) => {
    const file = c.req.param("file");
    const bytes = await findLogo(db, file);
    const type = file.endsWith(".svg") ? "image/svg+xml" : "image/png";
    const headers = { "content-type": type, "cache-control": "public, max-age=31536000, immutable" };
    return bytes ? new Response(asBody(bytes), { headers }) : missing();
  });
}

/** An SVG that shows a picture, for the address that browsers ask for an SVG. */
function wrapPng(png: Buffer): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 192 192"><image width="192" height="192" href="data:image/png;base64,${png.toString("base64")}"/></svg>`;
}

/** Fits the picture of a look into an icon. */
async function fitIcon({ edge, mark, ground }: Icon, picture: Buffer): Promise<Buffer> {
  const size = Math.round(edge * (ground === "none" ? 1 : mark));
  const fitted = await sharp(picture, { density: 300 })
    .resize({ width: size, height: size, fit: "contain", background: "#0000" })
    .png()
    .toBuffer();
  return sharp({ create: { width: edge, height: edge, channels: 4, background: ground === "none" ? "#0000" : paper } })
    .composite([{ input: fitted }])
    .png()
    .toBuffer();
}

function asBody(body: string | Buffer) {
  return typeof body === "string" ? body : new Uint8Array(body);
}

function shrink(png: Buffer): Promise<Buffer> {
  return sharp(png).resize(48).png().toBuffer();
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

/** The shop's mark on its viewBox of 32 units; `leaf` is an attribute with the colour of its lozenges. */
function drawMark(leaf: string): string {
  return (
    `<path d="M2 4h14v24H2z" fill="currentColor"/>` +
    `<path d="M16 4c3.2-1.9 8.6-2.1 13-.2v24c-4.4-1.9-9.8-1.7-13 .2z" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linejoin="round"/>` +
    `<path ${leaf} d="m9 6 2.2 3.4L9 12.8 6.8 9.4zm0 6.6 2.2 3.4L9 19.4 6.8 16zm0 6.6 2.2 3.4L9 26l-2.2-3.4z"/>`
  );
}

function drawFavicon(look: Look): string {
  const { light, dark } = fitColours(look);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>.i{color:${light.action ?? look.colour}}.p{fill:${paper}}` +
    `@media(prefers-color-scheme:dark){.i{color:${dark.action ?? "#9c95ff"}}.p{fill:#16141a}}</style>` +
    `<g class="i">${drawMark('class="p"')}</g></svg>`
  );
}

function drawIcon({ edge, mark, ground }: Icon, colour: string): Promise<Buffer> {
  const size = edge * mark;
  const at = (edge - size) / 2;
  const isOnColour = ground === "colour";
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${edge}" height="${edge}">` +
        (ground === "none" ? "" : `<rect width="${edge}" height="${edge}" fill="${isOnColour ? colour : paper}"/>`) +
        `<svg x="${at}" y="${at}" width="${size}" height="${size}" viewBox="0 2 31 28" color="${isOnColour ? paper : colour}">` +
        `${drawMark(`fill="${isOnColour ? colour : paper}"`)}</svg></svg>`,
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
