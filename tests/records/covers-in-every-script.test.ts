import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

const { db, pool } = await openTestDatabase();
const migration = join(import.meta.dirname, "../../db/migrations/0033_covers_in_every_script.sql");

async function readNames() {
  const { rows } = await db.execute<{ id: string; coverKey: string; portrait: string }>(sql`
    select b.id, b.cover_key, a.image_url as portrait from books b
    join work_contributors c on c.work_id = b.work_id and c.position = 0 join authors a on a.id = c.author_id order by b.id`);
  return rows;
}

test("drawings without letters get new names, others keep theirs, and no field counts as changed by hand", async () => {
  await db.execute(sql`update works set title = 'آگ کا دریا' where id = 'jejuri'`);
  await db.execute(sql`
    update authors set name = 'வைரமுத்து' where id in (select author_id from work_contributors where work_id = 'indica')`);
  const origins = sql`select jsonb_agg(field_origins order by id) as origins from books`;
  const [before, originsBefore] = [await readNames(), (await db.execute(origins)).rows];
  await pool.query(await readFile(migration, "utf8"));
  const after = await readNames();
  const changed = after.filter(({ coverKey }, index) => coverKey !== before[index]!.coverKey);
  expect(changed.map(({ id }) => id)).toEqual(expect.arrayContaining(["indica", "jejuri"]));
  for (const { coverKey } of changed) expect(coverKey).toMatch(/^[a-z0-9-]+-[0-9a-f]{10}$/);
  expect(changed.length).toBeLessThan(before.length / 2);
  const portraits = after.filter(({ portrait }, index) => portrait !== before[index]!.portrait);
  expect(portraits.map(({ id }) => id)).toContain("indica");
  for (const { portrait } of portraits) expect(portrait).toMatch(/^\/portraits\/[a-z0-9-]+-[0-9a-f]{10}-320\.webp$/);
  expect((await db.execute(origins)).rows).toEqual(originsBefore);
});
