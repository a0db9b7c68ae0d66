/** Drawn images: covers, portraits and link previews, their formats, caching and invalid names. */
import { sql } from "#db/sql.ts";
import sharp from "sharp";
import { expect, test } from "vitest";

import { coverWidths, emblemWidth } from "#covers/cover-widths.ts";
import { portraitWidths } from "#covers/raster.server.ts";
import { spinePixels, spineWidths } from "#covers/spine-size.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const { rows } = await shop.db.execute<{ cover: string; portrait: string }>(sql`
  select (select cover_key from books where id = 'tomb-of-sand') as cover,
    (select substring(image_url from '/portraits/(.*)-[0-9]+.webp') from authors where id = 'satyajit-ray') as portrait`);
const { cover, portrait } = rows[0]!;

async function imageAt(path: string) {
  const response = await shop.fetch(path);
  const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  return { response, width, height, format };
}

test("a cover is a WebP of the width its name says, for ever", async () => {
  for (const wanted of [coverWidths[0]!, coverWidths.at(-1)!]) {
    const { response, width, height, format } = await imageAt(`/covers/${cover}-${wanted}.webp`);
    expect([response.status, format, width]).toEqual([200, "webp", wanted]);
    expect(height).toBeGreaterThan(wanted);
    expect(response.headers.get("content-type")).toBe("image/webp");
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.getSetCookie()).toEqual([]);
  }
});

test("a browser that can show AVIF gets it under the same name, in fewer bytes; no cache mistakes one for the other", async () => {
  const path = `/covers/${cover}-480.webp`;
  const webp = await shop.fetch(path);
  const modern = { headers: { accept: "image/avif,image/webp,*/*" } };
  const isAvif = async () => (await shop.fetch(path, modern)).headers.get("content-type") === "image/avif";
  await expect.poll(isAvif, { timeout: 20_000 }).toBe(true);
  const avif = await shop.fetch(path, modern);
  for (const [response, type] of [
    [webp, "webp"],
    [avif, "avif"],
    [await shop.fetch(path), "webp"],
  ] as const)
    expect([response.headers.get("content-type"), response.headers.get("vary")]).toEqual([`image/${type}`, "accept"]);
  const picture = Buffer.from(await avif.arrayBuffer());
  const { width, height, format, compression } = await sharp(picture).metadata();
  expect([width, height, format, compression]).toEqual([480, 720, "heif", "av1"]);
  expect(picture.length).toBeLessThan(Buffer.from(await webp.arrayBuffer()).length * 0.8);
});

test("a link to a book shows its picture, 1200 by 630, for ever", async () => {
  const { addresses } = await readPage(await shop.fetch("/books/tomb-of-sand"));
  const picture = addresses.find((address) => address.includes("/share/books/"))!;
  const { response, width, height, format } = await imageAt(new URL(picture).pathname);
  expect([response.status, format, width, height]).toEqual([200, "png", 1200, 630]);
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  for (const name of [`${cover}-1.png`, `${cover}-2.webp`, `${cover.slice(0, -10)}0000000000-3.png`, "x.png"]) {
    const missing = await shop.fetch(`/share/books/${name}`);
    expect(missing.status, name).toBe(404);
    expect(missing.headers.get("cache-control"), name).toContain("no-store");
  }
});

test("a portrait is one too", async () => {
  const { response, width, format } = await imageAt(`/portraits/${portrait}-${portraitWidths[0]}.webp`);
  expect([response.status, format, width]).toEqual([200, "webp", portraitWidths[0]]);
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
});

test("the emblem of a cover and the spine of a book are of the width their name says, and of no other", async () => {
  for (const [folder, wanted, other] of [
    ["emblems", emblemWidth, 480],
    ["spines", spinePixels * spineWidths.least, spinePixels * spineWidths.least + 1],
  ] as const) {
    const { response, width, format } = await imageAt(`/${folder}/${cover}-${wanted}.webp`);
    expect([response.status, format, width]).toEqual([200, "webp", wanted]);
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect((await shop.fetch(`/${folder}/${cover}-${other}.webp`)).status).toBe(404);
  }
});

test("asked for twice, also at once, an image is the same", async () => {
  const path = `/covers/${cover}-${coverWidths[1]}.webp`;
  const answers = await Promise.all(Array.from({ length: 6 }, () => shop.fetch(path)));
  const bodies = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
  for (const body of bodies) expect(body.equals(bodies[0]!)).toBe(true);
  const kept = Buffer.from(await (await shop.fetch(path)).arrayBuffer());
  expect(kept.equals(bodies[0]!)).toBe(true);
});

test("a width, a hash, a book or a type that is not ours is not there, and not to be remembered", async () => {
  const id = cover.slice(0, -11);
  const width = coverWidths[0]!;
  const names = [
    `${cover}-481.webp`,
    `${cover}-0.webp`,
    `${cover}-0${width}.webp`,
    `${cover}-9999.webp`,
    `${id}-0000000000-${width}.webp`,
    `${id}-${width}.webp`,
    `no-such-book-0123456789-${width}.webp`,
    `${cover}-${width}.png`,
    `${cover}-${width}.svg`,
    `${cover}.webp`,
    `${cover.toUpperCase()}-${width}.webp`,
    `..%2f${cover}-${width}.webp`,
    "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
  ];
  for (const name of names) {
    const response = await shop.fetch(`/covers/${name}`);
    expect(response.status, name).toBe(404);
    expect(response.headers.get("cache-control"), name).toContain("no-store");
  }
  const someoneElse = await shop.fetch(`/portraits/${cover}-${portraitWidths[0]}.webp`);
  expect(someoneElse.status).toBe(404);
});

test("every image the home page names is there", async () => {
  const page = await readPage(await shop.fetch("/"));
  const images = [...new Set(page.addresses.filter((address) => /^\/(covers|portraits)\//.test(address)))];
  expect(images.length).toBeGreaterThan(10);
  // A sample only: `draw-cover.test.ts` draws all of them.
  for (const path of images.filter((_, place) => place % 6 === 0)) {
    expect((await shop.fetch(path)).status, path).toBe(200);
  }
});

test("every book's cover has the name that its page gives it", async () => {
  const { rows: books } = await shop.db.execute<{ coverKey: string }>(sql`select distinct cover_key from books`);
  for (const { coverKey: key } of books) expect(key).toMatch(/^[a-z0-9-]+-[0-9a-f]{10}$/);
});
