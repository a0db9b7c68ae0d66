import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";

import { coverWidths } from "#shop/covers/raster.server.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createImages } from "./images.ts";

const { db } = await openTestDatabase();
const folder = await mkdtemp(join(tmpdir(), "endpaper-images-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a picture that could not be drawn is drawn when it is asked for again", async () => {
  const { rows } = await db.execute<{ key: string }>(sql`select cover_key as key from books where id = 'tomb-of-sand'`);
  const file = `${rows[0]!.key}-${coverWidths[0]}.webp`;
  const images = createImages(db, folder, "Endpaper");
  await db.execute(sql`alter table books rename to books_away`);
  await expect(images.cover(file)).rejects.toThrow();
  await db.execute(sql`alter table books_away rename to books`);
  expect((await images.cover(file)).status).toBe(200);
});
