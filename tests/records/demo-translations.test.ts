import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { readDemo } from "#server/demo-data.ts";
import { loadDemoTranslations } from "#server/demo-translations.ts";
import { detectScript } from "#shop/kernel/text/detect-script.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";

const { db } = await openTestDatabase();
const records = async () =>
  (
    await db.execute(sql`
      select (select json_agg(json_build_array(work_id, is_original) order by work_id) from translations) as titles,
        (select json_agg(json_build_array(author_id, script, name) order by author_id) from author_names) as names,
        (select json_object_agg(id, cover_key order by id) from books) as covers`)
  ).rows[0]!;
/** Puts the database in the state of a shop that loaded the demonstration before languages were in the records. */
const forget = () =>
  db.execute(sql`
    with loads as (delete from catalogue_loads where source = 'demo translations'),
    names as (delete from author_names)
    delete from translations`);

test("what the demonstration says of languages fits its books: two languages a title, two scripts a name", async () => {
  const { rows } = await db.execute<{ workId: string; language: string }>(sql`select work_id, language from books`);
  const detectLanguage = (id: string) => rows.find(({ workId }) => workId === id)?.language;
  for (const { original, translation } of readDemo("translations"))
    expect([detectLanguage(original), detectLanguage(translation)]).toEqual(["hi", "en"]);
  for (const { name, otherName } of readDemo("authors"))
    if (otherName !== undefined)
      expect([detectScript(name), detectScript(otherName)].toSorted()).toEqual(["Deva", "Latn"]);
});

test("a shop that was opened with the older demonstration gets its languages once", async () => {
  const before = await records();
  await forget();
  await loadDemoTranslations(db);
  expect(await records()).toEqual(before);
  await db.execute(sql`delete from author_names`);
  await db.execute(sql`delete from translations`);
  await loadDemoTranslations(db);
  expect(await records()).toMatchObject({ titles: null, names: null });
});

test("what a person changed or took away stays", async () => {
  await forget();
  await db.execute(sql`insert into translations (work_id, decided_by) values ('tamas', 'person')`);
  await db.execute(sql`delete from works where id = 'joothan'`);
  await db.execute(sql`update authors set name = 'Geetanjali' where id = 'geetanjali-shree'`);
  await db.execute(sql`
    insert into author_names (author_id, script, name, name_key, decided_by)
    values ('premchand', 'Latn', 'Munshi Premchand', 'munshi premchand', 'person')`);
  await loadDemoTranslations(db);
  const { titles, names } = (await records()) as { titles: [string, boolean][]; names: string[][] };
  expect(titles.map(([id]) => id)).toEqual([
    "raag-darbari",
    "raag-darbari-gillian-wright",
    "ret-samadhi",
    "tamas",
    "tomb-of-sand",
  ]);
  expect(names).toContainEqual(["premchand", "Latn", "Munshi Premchand"]);
  expect(names.map(([id]) => id)).not.toContain("geetanjali-shree");
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(distinct title_id)::int as count from translations where work_id like '%tamas%'`);
  expect(rows[0]!.count).toBe(1);
});
