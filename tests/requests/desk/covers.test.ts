/** Cover pictures at the desk: upload, undo, refused files, permissions, and the design of drawn covers. */
import { expect, test } from "vitest";
import sharp from "sharp";

import { sql } from "#db/sql.ts";
import { findDeskBook } from "#shop/catalogue/editing/form/read-book.server.ts";
import { sweepPictures } from "#shop/catalogue/pictures/sweep-pictures.server.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  deskUrl,
  openDeskBrowser,
  openTestDesk,
} from "#tests/support/desk/desk.ts";
import { jpegOf, photograph } from "#tests/support/pictures.ts";

const desk = await openTestDesk();
const { db } = desk;
const id = await addStaff(desk, "bookseller", "Meera");
await addPasskeyRow(desk, id);
const token = await addStaffSession(desk, id);
const browser = openDeskBrowser(desk, token);

/** Uploads a file as the cover page does. */
async function send(
  bytes: Uint8Array | string,
  name: string,
  { cookie = `desk=${token}`, path = "/books/kari/cover" } = {},
) {
  const form = new FormData();
  form.set("intent", "books.cover");
  form.set("book", "kari");
  form.set("file", new File([bytes as BlobPart], name));
  // With a content length, as a browser sends it.
  const encoded = new Response(form);
  const type = encoded.headers.get("content-type")!;
  const body = await encoded.arrayBuffer();
  const headers = {
    origin: deskUrl,
    "sec-fetch-site": "same-origin",
    cookie,
    "content-type": type,
    "content-length": String(body.byteLength),
  };
  return desk.pages.fetch(new Request(deskUrl + path, { method: "POST", body, headers, redirect: "manual" }));
}

async function picture(): Promise<string | null> {
  const { rows } = await db.execute<{ picture: string | null }>(
    sql`select cover_image_id as picture from books where id = 'kari'`,
  );
  return rows[0]!.picture;
}

async function newestEntry(): Promise<string> {
  const { rows } = await db.execute<{ entry: string }>(sql`select max(number)::text as entry from desk_record`);
  return rows[0]!.entry;
}

const undo = (entry: string) => browser.post(`/record/${entry}`, { intent: "record.undo", entry });

test("a picture of each kind becomes the cover in every size, and goes back one by one", async () => {
  const drawn = photograph(300, 450);
  const pictures = [
    ["a.jpg", await jpegOf(300, 450)],
    ["b.png", await drawn.clone().png().toBuffer()],
    ["c.webp", await drawn.clone().webp().toBuffer()],
    ["d.avif", await drawn.clone().avif({ effort: 0 }).toBuffer()],
  ] as const;
  const covers: (string | null)[] = [null];
  const entries: string[] = [];
  for (const [name, bytes] of pictures) {
    const answer = await send(bytes, name);
    expect([name, answer.status]).toEqual([name, 303]);
    covers.push(await picture());
    entries.push(await newestEntry());
    const shown = await desk.pages.fetch(new Request(`${deskUrl}/covers/${await picture()}-160.webp`));
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/webp"]);
  }
  expect(new Set(covers).size).toBe(5);
  for (const entry of entries.toReversed()) {
    expect(await picture()).toBe(covers.pop());
    expect((await undo(entry)).status).toBe(303);
  }
  expect(await picture()).toBe(null);
});

test("a picture is removed, and that is undone", async () => {
  await send(await jpegOf(300, 450), "a.jpg");
  const was = await picture();
  expect((await browser.post("/books/kari/cover", { intent: "books.cover-remove", book: "kari" })).status).toBe(303);
  expect(await picture()).toBe(null);
  // The cleanup job keeps a picture that undo may restore.

  const later = () => new Date(desk.services.now().getTime() + 2 * 86_400_000);
  await sweepPictures({ ...desk.services, now: later });
  await undo(await newestEntry());
  expect(await picture()).toBe(was);
});

test("what can be no cover is refused in words, and the cover stays", async () => {
  const was = await picture();
  const whole = await jpegOf(600, 900);
  const large = await sharp({ create: { width: 10_000, height: 6_000, channels: 3, background: "#224466" } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  const cases: [string, Uint8Array | string, string][] = [
    ["cover.jpg", "%PDF-1.7\n%\u00e2\u00e3 a document", "It is no picture of these kinds"],
    [
      "cover.svg",
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      "It is an SVG drawing. Save it as PNG.",
    ],
    ["cover.jpg", whole.subarray(0, whole.length / 2), "damaged or incomplete"],
    ["cover.png", large, "It has more than 50 million pixels. Save it smaller."],
    ["cover.jpg", await jpegOf(90, 120), "It is too small: 90 by 120 pixels."],
    ["cover.jpg", "", "Choose a file with a picture."],
  ];
  for (const [name, bytes, words] of cases) {
    const answer = await send(bytes, name);
    expect([words, answer.status]).toEqual([words, 422]);
    expect(await answer.text()).toContain(words);
  }
  expect(await picture()).toBe(was);
});

test("a file that is too large, that nobody signed in sends, or that comes to another page is not taken in", async () => {
  const fifteen = new Uint8Array(15 * 1024 * 1024 + 1).fill(255);
  const large = await send(fifteen, "cover.jpg");
  expect([large.status, await large.text()]).toEqual([422, expect.stringContaining("larger than 15 MB")]);
  const larger = await send(new Uint8Array(17 * 1024 * 1024), "cover.jpg");
  expect([larger.status, await larger.text()]).toEqual([413, expect.stringContaining("larger than 15 MB")]);
  const picture = await jpegOf(2_000, 3_000, 100);
  expect(picture.length).toBeGreaterThan(64 * 1024);
  expect((await send(picture, "cover.jpg", { cookie: "" })).status).toBe(413);
  expect((await send(picture, "cover.jpg", { path: "/books/kari" })).status).toBe(415);
});

test("a packer's file is refused and recorded, and nothing is read of it", async () => {
  const packer = await addStaff(desk, "packer");
  await addPasskeyRow(desk, packer);
  const cookie = `desk=${await addStaffSession(desk, packer)}`;
  const { rows: before } = await db.execute(sql`select id from cover_images`);
  expect((await send(await jpegOf(301, 451), "cover.jpg", { cookie })).status).toBe(403);
  expect((await db.execute(sql`select id from cover_images`)).rows).toEqual(before);
});

test("the drawn cover gets a layout and inks, or is left to the shop again", async () => {
  const press = (layout: string, inks: string) =>
    browser.post("/books/tamas/cover", { intent: "books.design", book: "tamas", layout, inks });
  expect((await press("stack", "rani")).status).toBe(303);
  expect(await (await browser.get("/books/tamas/cover")).text()).toContain("It is drawn as stack, in rani.");
  expect(await (await browser.get("/books/tamas/cover")).text()).toContain(
    "A member of staff has chosen the layout and the colours.",
  );
  expect((await press("", "")).status).toBe(303);
  const odd = await press("oil", "");
  expect([odd.status, await odd.text()]).toEqual([409, expect.stringContaining("There is no layout oil.")]);
});

test("a long description in Hindi is more than a usual form, and is saved", async () => {
  const { values, version } = (await findDeskBook(db, "tamas"))!;
  const description = "कहानी ".repeat(3_000).trim();
  const form = { ...values, intent: "books.save", book: "tamas", version, description };
  expect((await browser.post("/books/tamas", form)).status).toBe(303);
  expect((await findDeskBook(db, "tamas"))!.values.description).toBe(description);
});
