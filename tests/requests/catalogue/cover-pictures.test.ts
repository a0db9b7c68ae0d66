/** Uploaded cover pictures: sizes and formats, where they appear, and a picture store that is away. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import sharp from "sharp";
import { expect, test, vi } from "vitest";

import { sql } from "#db/sql.ts";
import { PictureStoreError } from "#shop/catalogue/pictures/picture-store.ts";
import { pictureId } from "#shop/catalogue/pictures/read-picture.server.ts";
import { findCoveredBook, saveCover } from "#shop/catalogue/pictures/save-cover.server.ts";
import { plainBrowser } from "#tests/support/browser/plain-browser.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { jpegOf } from "#tests/support/pictures.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const file = await jpegOf(700, 900);
const id = pictureId(file);
const bookId = "tomb-of-sand";
const isSet = await saveCover(shop.services, (await findCoveredBook(shop.db, bookId))!, file, {
  source: "front.jpg",
  by: "covers",
});

async function imageAt(path: string, accept?: string) {
  const response = await shop.fetch(path, accept ? { headers: { accept } } : {});
  const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  return { response, width, height, format };
}

test("a picture is sent in its own proportion, for ever: as AVIF to who can show it, else as WebP", async () => {
  expect(isSet).toBe("added");
  for (const [path, accept, type] of [
    [`/covers/${id}-480.webp`, undefined, "image/webp"],
    [`/covers/${id}-480.webp`, "image/webp,image/*", "image/webp"],
    [`/covers/${id}-480.webp`, "image/avif,image/webp,*/*", "image/avif"],
    [`/covers/${id}-480.avif`, undefined, "image/avif"],
  ] as const) {
    const { response, width, height, format } = await imageAt(path, accept);
    expect([response.status, width, height]).toEqual([200, 480, Math.round((480 * 900) / 700)]);
    expect(response.headers.get("content-type")).toBe(type);
    expect(format).toBe(type === "image/avif" ? "heif" : "webp");
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("vary")).toBe("accept");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  }
});

test("a size that is larger than the picture is the largest there is", async () => {
  expect((await imageAt(`/covers/${id}-960.webp`)).width).toBe(700);
});

test("a name that is no size of a picture is not there", async () => {
  for (const name of [
    `${id}-481.webp`,
    `${id}-480.png`,
    `${id}-480.svg`,
    `${id}.webp`,
    `${id.slice(0, -1)}-480.webp`,
    "p_00000000000000000000-480.webp",
    `p_..%2f..%2f-480.webp`,
  ]) {
    const response = await shop.fetch(`/covers/${name}`);
    expect(response.status, name).toBe(404);
    expect(response.headers.get("cache-control"), name).toContain("no-store");
  }
});

test("a book's picture stands on its page, in lists, for search engines and for link previews", async () => {
  const page = await readPage(await shop.fetch(`/books/${bookId}`));
  expect(page.addresses).toContain(`/covers/${id}-320.webp`);
  expect(page.has(`/covers/${id}-960.webp`)).toBe(false);
  const html = await (await shop.fetch(`/books/${bookId}`)).text();
  expect(html).toContain(`"image":"${shop.services.settings.publicUrl}/covers/${id}-960.webp"`);
  const found = await (await shop.fetch("/search?q=tomb+of+sand")).text();
  expect(found).toContain(`/covers/${id}-320.webp`);
  for (const path of [`books/${bookId}`, "search?q=tomb+of+sand"])
    expect(await (await shop.fetch(`/api/v1/${path}`)).text(), path).toContain(`/covers/${id}-480.webp`);
  const share = new URL(page.addresses.find((address) => address.includes("/share/books/"))!).pathname;
  const { response, width, height, format } = await imageAt(share);
  expect([response.status, format, width, height]).toEqual([200, "png", 1200, 630]);
  expect((await shop.fetch(share.replace(/-[0-9a-f]{10}-/, "-0000000000-"))).status).toBe(404);
  const { rows } = await shop.db.execute<{ image: string }>(
    sql`select cover_image as image from book_view where id = ${bookId}`,
  );
  expect(rows[0]!.image).toBe(`/covers/${id}-480.webp`);
});

test("the page of a book has a link to its picture up close, and none to a drawing", async () => {
  const linkOf = async (book: string) => {
    const reader = plainBrowser(shop);
    await reader.open(`/books/${book}`);
    return reader.main.links(/cover up close$/).map(({ href }) => href);
  };
  expect(await linkOf(bookId)).toEqual([`/covers/${id}-960.webp`]);
  expect(await linkOf("the-guide")).toEqual([]);
});

test("what shows a cover goes by the picture first: only what makes drawings reads their keys", () => {
  const files = readdirSync("shop", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.includes(".test."))
    .filter((file) => /\bb\.cover_key\b/.test(readFileSync(join("shop", file), "utf8")));
  expect(files).toEqual([
    "catalogue/books/cards.server.ts",
    "catalogue/cover-designs/cover-subjects.server.ts",
    // Spines are drawn, whatever the cover is.
    "sales/orders/list-bought-books.server.ts",
  ]);
});

test("when the store is away the shop says so, and the page is shown all the same", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  const get = vi.spyOn(shop.services.coverStore, "get").mockRejectedValue(new PictureStoreError("The store is away."));
  const response = await shop.fetch(`/covers/${id}-240.webp`);
  expect([response.status, response.headers.get("cache-control")]).toEqual([503, "no-store"]);
  expect(said).toHaveBeenCalledWith("The store is away.");
  expect((await shop.fetch(`/books/${bookId}`)).status).toBe(200);
  get.mockRestore();
  said.mockRestore();
  expect((await imageAt(`/covers/${id}-240.webp`)).width).toBe(240);
});
