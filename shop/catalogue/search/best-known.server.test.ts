import { beforeAll, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { refreshBestKnown } from "./best-known.server.ts";
import { countSearchTerms } from "./counts/count-words.server.ts";
import { findWorks } from "./find-works.server.ts";

const { db } = await openTestDatabase();
const search = async (text: string, limit: number, where = sql`true`) =>
  (await findWorks(db, text, { where, limit })).found.map(({ workId }) => workId);
const bestKnown = async () =>
  (
    await db.execute<{ workId: string }>(sql`select work_id from best_known order by popularity desc, work_id`)
  ).rows.map(({ workId }) => workId);

beforeAll(async () => {
  await db.execute(sql`
    insert into works (id, title, search_text, description, starting_rating, starting_rating_count)
    select 'copy-' || n, 'Umbrella ' || n, 'book ' || n || ' of umbrellas', '', 4, 100000 - n from generate_series(1, 5000) n`);
  await db.execute(sql`
    insert into books (id, work_id, is_main, format, language, mrp_paise, price_paise, cover_key)
    select id, id, true, 'paperback', case when id like '%7' then 'hi' else 'en' end, 29900, 24900, id || '-0123456789'
    from works where id like 'copy-%'`);
  await db.execute(sql`analyze listings`);
  await countSearchTerms(db);
}, 60_000);

test("common words are answered in the order of the list, from the best known and beyond them", async () => {
  for (const count of [50_000, 1_200, 30]) {
    await db.execute(sql`delete from best_known`);
    await refreshBestKnown(db, count);
    const found = await search("umbrellas", 1_001);
    expect(new Set(found).size, `${count}`).toBe(1_001);
    expect(found.slice(0, 3), `${count}`).toEqual(["copy-1", "copy-2", "copy-3"]);
    if (count > 1_200) expect(found.at(-1)).toBe("copy-1001");
    const hindi = await search("umbrellas", 1_001, sql`l.facets @> array['language:hi']`);
    expect(hindi.slice(0, 3), `${count}`).toEqual(["copy-7", "copy-17", "copy-27"]);
    expect(new Set(hindi).size, `${count}`).toBe(500);
  }
});

test("what is hidden from readers is no longer found, at once", async () => {
  await refreshBestKnown(db);
  await db.execute(sql`update books set is_listed = false where id = 'copy-1'`);
  expect((await search("umbrellas", 10))[0]).toBe("copy-2");
});

test("the best known works are written down, the changed ones anew and no other", async () => {
  await refreshBestKnown(db, 40);
  const { rows } = await db.execute<{ workId: string }>(
    sql`select work_id from listings order by popularity desc, work_id limit 40`,
  );
  expect(await bestKnown()).toEqual(rows.map(({ workId }) => workId));
  const versions = async () =>
    new Map(
      (
        await db.execute<{ workId: string; version: string }>(
          sql`select work_id, xmin::text as version from best_known`,
        )
      ).rows.map(({ workId, version }) => [workId, version]),
    );
  const before = await versions();
  const [changed, fallen] = [rows[3]!.workId, rows[5]!.workId];
  await db.execute(sql`update works set search_text = 'parasols' where id = ${changed}`);
  await db.execute(sql`update works set starting_rating_count = 1, rating_count = 1 where id = ${fallen}`);
  await refreshBestKnown(db, 40);
  const after = await versions();
  expect(after.size).toBe(40);
  expect(after.has(fallen)).toBe(false);
  expect([...after].filter(([id, version]) => before.has(id) && before.get(id) !== version)).toEqual([
    [changed, after.get(changed)],
  ]);
  expect(await search("parasols", 10)).toEqual([changed]);
});

test.each(["words", "title", "facets", "popularity", "price_paise"])(
  "a best known work has its %s of now after it is written down anew",
  async (column) => {
    await refreshBestKnown(db, 40);
    await db.execute(
      sql`update works set title = 'Changed ' || id, search_text = 'changed ' || id where id = 'copy-9'`,
    );
    await db.execute(sql`
      update books set language = case language when 'hi' then 'en' else 'hi' end, price_paise = price_paise - 100
      where work_id = 'copy-9'`);
    await db.execute(sql`update works set rating_count = rating_count + 7 where id = 'copy-9'`);
    await refreshBestKnown(db, 40);
    const { rows } = await db.execute(sql`
      select b.work_id from best_known b join listings l using (work_id)
      where b.${sql.identifier(column)}::text is distinct from l.${sql.identifier(column)}::text`);
    expect(rows).toEqual([]);
  },
);
