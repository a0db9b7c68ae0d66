import { expect, test } from "vitest";

import { moods } from "#covers/moods.ts";
import { sql } from "#db/sql.ts";
import { loadDemoChoices } from "#server/demo-choices.ts";
import { readDemo } from "#server/demo-data.ts";
import { findCoverSubject, listCoverSubjects } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import { count } from "#tests/support/sales/sale.ts";
import { openDatabaseEach } from "#tests/support/database/test-database.ts";

const database = openDatabaseEach();
const choices = () =>
  database().db.execute(sql`
    select (select json_object_agg(id, mood order by id) from categories) as moods,
      (select json_object_agg(id, endpaper order by id) from categories where endpaper is not null) as sheets,
      (select json_object_agg(id, endpaper order by id) from reading_lists where endpaper is not null) as lists,
      (select json_agg(id order by recommended_position) from works where recommended_position is not null) as recommended,
      (select json_agg(code) from promotions where is_announced) as announced`);

test("every category of the demonstration has a mood that there is", async () => {
  const chosen = readDemo("categories").map(({ mood }) => mood);
  for (const mood of chosen) expect(moods).toHaveProperty(mood);
  expect(new Set(chosen)).toEqual(new Set(Object.keys(moods)));
  expect((await choices()).rows[0]!.moods).not.toContain(null);
});

test("a shop that got the demonstration before its choices were records gets them once", async () => {
  const { db } = database();
  const before = (await choices()).rows[0]!;
  await db.execute(sql`delete from catalogue_loads where source = 'demo choices'`);
  await db.execute(sql`update categories set mood = null, endpaper = null`);
  await db.execute(sql`update reading_lists set endpaper = null`);
  await db.execute(sql`update works set recommended_position = null`);
  await db.execute(sql`update promotions set is_announced = false`);
  await loadDemoChoices(db);
  expect((await choices()).rows[0]).toEqual(before);
});

test("a shop that got the demonstration before its tables gets them once, and none beside the bookseller's own", async () => {
  const { db } = database();
  const read = () =>
    db.execute(sql`
      select (select json_agg(t order by id) from weekly_tables t) as tables,
        (select json_agg(p order by table_id, position) from weekly_table_books p) as books`);
  const before = (await read()).rows[0]!;
  const again = async () => {
    await db.execute(sql`delete from catalogue_loads where source = 'demo tables'`);
    await loadDemoChoices(db);
  };
  await db.execute(sql`delete from weekly_tables`);
  await loadDemoChoices(db);
  expect(await count(db, sql`select count(*)::int as count from weekly_tables`)).toBe(0);
  await again();
  expect((await read()).rows[0]).toEqual(before);
  await db.execute(sql`delete from weekly_tables where id <> 'winter'`);
  await again();
  expect(await count(db, sql`select count(*)::int as count from weekly_tables`)).toBe(1);
  await db.execute(sql`delete from weekly_tables`);
  await again();
});

test("what a person chose is never written again", async () => {
  const { db } = database();
  await db.execute(sql`update categories set mood = null where id = 'crime'`);
  await db.execute(sql`update works set recommended_position = null`);
  const before = (await choices()).rows[0];
  await loadDemoChoices(db);
  expect((await choices()).rows[0]).toEqual(before);
});

test("a book's mood is its category's, else the parent's, else one by the category's name", async () => {
  const { db } = database();
  const { rows } = await db.execute<{ id: string; workId: string }>(sql`
    select k.id, wc.work_id from work_categories wc join categories k on k.id = wc.category_id
    where wc.position = 0 and k.parent_id is not null order by wc.work_id limit 1`);
  const { id, workId } = rows[0]!;
  const mood = async () => (await listCoverSubjects(db, [workId]))[0]!.mood;
  await db.execute(sql`update categories set mood = 'noir' where id = ${id}`);
  expect(await mood()).toBe("noir");
  await db.execute(sql`update categories set mood = null where id = ${id}`);
  await db.execute(
    sql`update categories set mood = 'comic' where id = (select parent_id from categories where id = ${id})`,
  );
  expect(await mood()).toBe("comic");
  await db.execute(sql`update categories set mood = null`);
  const byName = await mood();
  expect(moods).toHaveProperty(byName);
  expect(await mood()).toBe(byName);
  await db.execute(sql`delete from work_categories where work_id = ${workId}`);
  expect(moods).toHaveProperty(await mood());
});

test("a mood that there is not, however it came into the record, is no trouble", async () => {
  const { db } = database();
  await db.execute(sql`update categories set mood = 'toString'`);
  const { rows } = await db.execute<{ key: string }>(sql`select cover_key as key from books where id = 'godan'`);
  expect(moods).toHaveProperty((await findCoverSubject(db, rows[0]!.key))!.mood);
});
