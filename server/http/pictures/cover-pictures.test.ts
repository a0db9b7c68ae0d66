import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import type { PictureStore } from "#shop/catalogue/pictures/picture-store.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { createCoverPictures } from "./cover-pictures.ts";

const { db } = await openTestDatabase();
const id = "p_0123456789abcdef0123";
await db.execute(sql`
  insert into cover_images (id, width, height, paper, source, is_stored, created_at)
  values (${id}, 960, 1440, '#ffffff', 'x.jpg', true, now()), ('p_11111111111111111111', 960, 1440, '#ffffff', 'x.jpg', false, now())`);

/** A store that records the names it is asked for; each picture has `bytes` bytes. */
function countingStore(bytes: number) {
  const asked: string[] = [];
  const get = async (name: string) => {
    asked.push(name);
    return Buffer.alloc(bytes);
  };
  return { asked, store: { get } as unknown as PictureStore };
}

test("what was asked for is asked of the store once, also by many at once, and no more than so many bytes are kept", async () => {
  const { asked, store } = countingStore(1000);
  const pictures = createCoverPictures(db, store, 2500);
  const find = (width: number) => pictures.find(`${id}-${width}.webp`, false);
  await Promise.all([find(160), find(160), find(160)]);
  await find(160);
  expect(asked).toEqual([`${id}-160.webp`]);
  await find(240);
  await find(160);
  await find(320);
  expect(asked).toHaveLength(3);
  await find(160);
  expect(asked, "the one that was asked for last is kept").toHaveLength(3);
  await find(240);
  expect(asked).toHaveLength(4);
});

test("a picture of which not every size is in the store is not there yet", async () => {
  const { asked, store } = countingStore(10);
  expect(await createCoverPictures(db, store).find("p_11111111111111111111-160.webp", false)).toBeNull();
  expect(asked).toEqual([]);
});
