import { expect, test } from "vitest";

import { coverKey } from "#covers/draw-cover.ts";
import { portraitKey } from "#covers/draw-portrait.ts";
import { sql } from "#db/sql.ts";
import { listCoverSubjects } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import { updateDrawingKeys } from "#shop/catalogue/import/update-drawing-keys.server.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";

const { db } = await openTestDatabase();

async function readNames() {
  const { rows } = await db.execute<{ id: string; workId: string; coverKey: string; portrait: string }>(sql`
    select b.id, b.work_id, b.cover_key, a.image_url as portrait from books b
    join work_contributors c on c.work_id = b.work_id and c.position = 0 join authors a on a.id = c.author_id order by b.id`);
  return rows;
}

test("drawings whose names were cleared get new ones, others keep theirs, and no field counts as changed by hand", async () => {
  await db.execute(sql`update works set title = 'آگ کا دریا' where id = 'jejuri'`);
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    update authors set name = 'வைரமுத்து' where id = (select author_id from work_contributors where work_id = 'indica' limit 1)
    returning id, name`);
  const origins = sql`select jsonb_agg(field_origins order by id) as origins from books`;
  const [before, originsBefore] = [await readNames(), (await db.execute(origins)).rows];
  await db.execute(sql`update books set cover_key = '' where work_id in ('indica', 'jejuri')`);
  await db.execute(sql`update authors set image_url = '' where id = ${rows[0]!.id}`);
  expect(await updateDrawingKeys({ db })).toBeGreaterThan(2);
  expect(await updateDrawingKeys({ db })).toBe(0);
  const changed = (await readNames()).filter(({ coverKey: key }, index) => key !== before[index]!.coverKey);
  expect(changed.map(({ id }) => id)).toEqual(expect.arrayContaining(["indica", "jejuri"]));
  expect(changed.length).toBeLessThan(before.length / 4);
  for (const book of changed) expect(book.coverKey).toBe(coverKey((await listCoverSubjects(db, [book.workId]))[0]!));
  const indica = changed.find(({ id }) => id === "indica")!;
  expect(indica.portrait).toBe(`/portraits/${portraitKey(rows[0]!)}-320.webp`);
  expect((await db.execute(origins)).rows).toEqual(originsBefore);
});
