/** Tests that the migration 0230 lists the books of an older version that run low, before a job counts them. */
import pg from "pg";
import { afterAll, expect, test } from "vitest";

import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { migrate } from "./migrate.ts";

const { pool, url } = await openTestDatabase();
const oldUrl = Object.assign(new URL(url), { pathname: `${new URL(url).pathname}_older` });
await pool.query(`create database ${oldUrl.pathname.slice(1)}`);
const older = new pg.Pool({ connectionString: oldUrl.toString() });
afterAll(() => older.end());

test("the wanted books of an older version, and those low by their own level, are listed from the migration on", async () => {
  await migrate(older, undefined, (name) => name < "0230");
  await older.query(`
    insert into works (id, title, search_text, description)
    select id, id, id, '' from unnest(array['counted', 'low', 'plenty', 'wanted']) id`);
  await older.query(`
    insert into books (id, work_id, is_main, format, language, mrp_paise, price_paise, cover_key)
    select id, id, true, 'paperback', 'en', 29900, 24900, id || '-0123456789' from works`);
  await older.query("insert into stock (book_id, on_hand, low_level) values ('low', 3, 3), ('plenty', 4, 3)");
  await older.query(
    "insert into wanted_books (book_id, waiting, sold30, sold90) values ('counted', 1, 1, 1), ('wanted', 2, 3, 4)",
  );
  await older.query("insert into low_books (book_id, waiting, sold30, sold90) values ('counted', 9, 9, 9)");
  await migrate(older);
  const { rows } = await older.query(
    "select concat_ws(' ', book_id, waiting, sold30, sold90) as low from low_books order by book_id",
  );
  expect(rows.map(({ low }) => low)).toEqual(["counted 9 9 9", "low 0 0 0", "wanted 2 3 4"]);
});
