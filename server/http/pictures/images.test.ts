/** Tests of serving drawn pictures: caching, rate limits, AVIF, and drawing ahead of requests. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql } from "#db/sql.ts";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";

import { coverWidths } from "#covers/cover-widths.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { SHARE_VERSION } from "#shop/catalogue/cover-designs/share-pictures.ts";
import { createFolderStore } from "#shop/catalogue/pictures/folder-store.server.ts";
import { createCoverPictures } from "./cover-pictures.ts";
import { createDrawnPictures } from "./drawn-pictures.ts";
import { DrawingTurns } from "#server/http/load/drawing-turns.ts";
import { createImages, type PictureRequest } from "./images.ts";
import { SpareDrawings } from "#server/http/load/spare-drawings.ts";

const { db } = await openTestDatabase();
const { rows } = await db.execute<{ key: string }>(sql`select cover_key as key from books where id = 'tomb-of-sand'`);
const file = `${rows[0]!.key}-${coverWidths[0]}.webp`;
const folder = mkdtempSync(join(tmpdir(), "endpaper-images-"));
afterAll(() => rmSync(folder, { recursive: true }));

const store = createFolderStore(join(folder, "store"));
const imagesIn = (place: string, turns = new DrawingTurns(), spare = new SpareDrawings(turns, 0)) =>
  createImages(db, createDrawnPictures(place, 1e9), { name: "Endpaper" }, createCoverPictures(db, store), turns, spare);

/** A request from a network that may draw `mayDraw` pictures, with the picture types that its browser accepts. */
function asking({ network = "203.0.113.9", mayDraw = Infinity, accept = "" } = {}): PictureRequest {
  let left = mayDraw;
  const consume = (what: string) => (what === "draw" && (left -= 1) < 0 ? 1 : 0);
  return { request: new Request("http://shop.test/", { headers: { accept } }), limiter: { network, consume } };
}

async function coverFrom(images: ReturnType<typeof createImages>) {
  const response = await images.cover(file, asking());
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

test("a picture is drawn once: it is kept under its name alone, and sent from there ever after", async () => {
  const place = join(folder, "kept");
  const drawn = await coverFrom(imagesIn(place));
  expect(drawn.bytes.length).toBeGreaterThan(500);
  expect(readdirSync(join(place, "covers"))).toEqual([file]);
  writeFileSync(join(place, "covers", file), "what is kept");
  const again = await coverFrom(imagesIn(place));
  expect(again.bytes.toString()).toBe("what is kept");
});

test("a cover named by a version that draws it otherwise is shown, and nobody keeps it under that name", async () => {
  const place = join(folder, "newer");
  const images = imagesIn(place);
  const name = (key: string) => db.execute(sql`update books set cover_key = ${key} where work_id = 'tomb-of-sand'`);
  const newer = "tomb-of-sand-0123456789";
  await name(newer);
  onTestFinished(async () => void (await name(rows[0]!.key)));
  const paths = [
    { own: file, ask: () => images.cover(`${newer}-${coverWidths[0]}.webp`, asking()), kind: "covers" },
    {
      own: `${rows[0]!.key}-${SHARE_VERSION}.png`,
      ask: () => images.share("books", `${newer}-${SHARE_VERSION}.png`, asking()),
      kind: "share",
    },
  ];
  for (const { own, ask, kind } of paths) {
    for (const shown of [await ask(), await ask()]) {
      expect([shown.status, shown.headers.get("cache-control")], kind).toEqual([200, "no-store"]);
      const bytes = Buffer.from(await shown.arrayBuffer());
      // Cached under its own name, so that it is not drawn again at each request.
      expect(readdirSync(join(place, kind)), kind).toEqual([own]);
      expect(bytes.equals(readFileSync(join(place, kind, own))), kind).toBe(true);
    }
  }
  await name(rows[0]!.key);
  expect((await images.cover(file, asking())).headers.get("cache-control")).toContain("immutable");
});

test("of a picture that does not exist nothing is kept", async () => {
  const place = join(folder, "none");
  const missing = await imagesIn(place).cover(`no-such-book-0123456789-${coverWidths[0]}.webp`, asking());
  expect(missing.status).toBe(404);
  expect(readdirSync(folder)).not.toContain("none");
});

test("of a portrait under a hash that is not its own nothing is drawn or kept", async () => {
  const { rows: authors } = await db.execute<{ file: string }>(
    sql`select substring(image_url from '[^/]+$') as file from authors where id = 'satyajit-ray'`,
  );
  const own = authors[0]!.file;
  const place = join(folder, "portraits-kept");
  const images = imagesIn(place);
  expect((await images.portrait(own.replace(/-[0-9a-f]{10}-/, "-0000000000-"), asking())).status).toBe(404);
  expect((await images.portrait(own, asking())).status).toBe(200);
  expect(readdirSync(join(place, "portraits"))).toEqual([own]);
});

test("a drawing that failed is tried again by the next who asks", async () => {
  const images = imagesIn(join(folder, "again"));
  await db.execute(sql`alter table books rename to books_away`);
  await expect(coverFrom(images)).rejects.toThrow();
  await db.execute(sql`alter table books_away rename to books`);
  expect((await coverFrom(images)).status).toBe(200);
});

test("a picture that cannot be cached is sent all the same, and the log says so", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => said.mockRestore());
  writeFileSync(join(folder, "a-file"), "");
  const { status, bytes } = await coverFrom(imagesIn(join(folder, "a-file")));
  expect(status).toBe(200);
  expect(bytes.length).toBeGreaterThan(500);
  expect(said).toHaveBeenCalledWith(expect.stringContaining("could not be kept"), expect.any(Error));
});

/** File names of `many` covers in the smallest width. */
async function namesOfCovers(many: number) {
  const { rows: keys } = await db.execute<{ key: string }>(
    sql`select distinct cover_key as key from books order by 1 limit ${many}`,
  );
  return keys.map(({ key }) => `${key}-${coverWidths[0]}.webp`);
}

test("one who may draw no more still gets what is drawn, and is told when to ask for the rest; others go on", async () => {
  const images = imagesIn(join(folder, "allowance"));
  const names = await namesOfCovers(5);
  const greedy = asking({ mayDraw: 3 });
  const statusOf = async (name: string, who = greedy) => (await images.cover(name, who)).status;
  for (const name of names.slice(0, 3)) expect(await statusOf(name)).toBe(200);
  const refused = await images.cover(names[3]!, greedy);
  expect([refused.status, refused.headers.get("retry-after"), refused.headers.get("cache-control")]).toEqual([
    429,
    "1",
    "private, no-store",
  ]);
  // A name without a picture costs a database query.
  expect(await statusOf(`no-such-book-0123456789-${coverWidths[0]}.webp`)).toBe(429);
  const portrait = `satyajit-ray-0123456789-160.webp`;
  expect((await images.portrait(portrait, greedy)).status).toBe(429);
  for (const kind of ["books", "authors"])
    expect((await images.share(kind, `a-0123456789-${SHARE_VERSION}.png`, greedy)).status, kind).toBe(429);
  for (const name of names.slice(0, 3)) expect(await statusOf(name)).toBe(200);
  expect(await statusOf(names[4]!, asking({ network: "203.0.113.10" }))).toBe(200);
  expect(await statusOf(names[4]!)).toBe(200);
});

test("a cover asked for as AVIF comes as WebP at once, for a while, and as AVIF once that is drawn", async () => {
  const place = join(folder, "avif");
  const images = imagesIn(place);
  const modern = asking({ accept: "image/avif,image/webp,*/*" });
  const first = await images.cover(file, modern);
  expect([first.headers.get("content-type"), first.headers.get("cache-control"), first.headers.get("vary")]).toEqual([
    "image/webp",
    "public, max-age=600",
    "accept",
  ]);
  await expect.poll(() => readdirSync(join(place, "covers")).sort()).toEqual([file.replace("webp", "avif"), file]);
  const next = await images.cover(file, modern);
  expect([next.headers.get("content-type"), next.headers.get("cache-control")]).toEqual([
    "image/avif",
    "public, max-age=31536000, immutable",
  ]);
  expect((await images.cover(file, asking())).headers.get("content-type")).toBe("image/webp");
});

test("what is drawn at once is bounded, also when many ask for the same", async () => {
  const turns = new DrawingTurns({ inLine: 2 });
  const images = imagesIn(join(folder, "turns"), turns);
  const names = await namesOfCovers(6);
  const ofOne = await Promise.all(names.map((name) => images.cover(name, asking())));
  expect(ofOne.map(({ status }) => status).sort()).toEqual([200, 200, 200, 503, 503, 503]);
  expect(ofOne.find(({ status }) => status === 503)!.headers.get("retry-after")).toBe("5");
  const ofMany = names.map((name, place) => images.cover(name, asking({ network: `203.0.113.${place}` })));
  expect((await Promise.all(ofMany)).map(({ status }) => status)).toEqual(names.map(() => 200));
});

test("the covers that visitors see first are drawn before anybody asks, each once", async () => {
  const place = join(folder, "ahead");
  const images = imagesIn(place);
  await db.execute(sql`delete from listings where work_id not in (select id from works order by id limit 2)`);
  await images.drawAhead();
  const listDrawn = () => readdirSync(join(place, "covers"));
  // A cover that is being written has another name until it is complete.
  const listWhole = () => listDrawn().filter((name) => /-(320|480)\.webp$/.test(name));
  await expect.poll(listWhole, { timeout: 20_000 }).toHaveLength(4);
  const drawn = listDrawn();
  expect(drawn).toEqual(listWhole());
  for (const name of drawn)
    expect((await images.cover(name, asking({ mayDraw: 0 }))).headers.get("cache-control")).toContain("immutable");
  rmSync(join(place, "covers", drawn[0]!));
  await images.drawAhead();
  await images.close();
  expect(readdirSync(join(place, "covers"))).toHaveLength(3);
});
