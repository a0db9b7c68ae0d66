/** Tests of writing import batches: concurrent changes are retried, and a rejected record does not stop the others. */
import { beforeEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { openTestDatabase, waitUntilBlocked, warm } from "#tests/support/database/test-database.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import type { ReportLine } from "#shop/catalogue/fields/raw-record.ts";
import { importCatalogue, type CheckedItem, type ImportOptions } from "./run-import.server.ts";

const { db, pool } = await openTestDatabase();
const services = { db, now: () => new Date("2026-03-01T10:00:00Z") };
const options: ImportOptions = { source: "csv", discountPercent: 10, defaultMrpPaise: null, take: [] };

let lines: ReportLine[] = [];
beforeEach(() => {
  lines = [];
});

async function* itemsOf(records: Partial<BookRecord>[]): AsyncIterable<CheckedItem> {
  for (const [index, record] of records.entries())
    yield { record: { place: { line: index + 2, record: index + 1 }, ...record }, mended: [] };
}

let files = 0;
function take(records: Partial<BookRecord>[]) {
  const file = { fileName: "books.csv", contentSha256: String((files += 1)).padStart(64, "0") };
  return importCatalogue(services, itemsOf(records), file, options, {
    report: (line) => void lines.push(line),
    progress: () => {},
  });
}

const person = (name: string) => ({ name, sortName: name, role: "author" as const, identifiers: [] });

const titlesOf = async (reference: string) => {
  const { rows } = await db.execute<{ title: string }>(sql`
    select w.title from books b join works w on w.id = b.work_id where b.record_reference like ${`${reference}-%`} order by title`);
  return rows.map(({ title }) => title);
};

test.each([
  ["an ISBN", "isbn", "update books set isbn13 = '9789999900201' where id = 'godan'", { changed: 1, added: 1 }],
  [
    "an author",
    "writer",
    "insert into authors (id, name, name_key, bio, image_url) values ('name-writer', 'Name writer', 'name writer', '', '/r.webp')",
    { added: 2 },
  ],
  [
    "a category",
    "category",
    "insert into categories (id, name, description, position) values ('name-category', 'Name category', '', 900)",
    { added: 2 },
  ],
])("%s that somebody adds in the same moment is met by the second try", async (_, name, statement, counts) => {
  await warm(pool, 4);
  const byHand = await pool.connect();
  try {
    await byHand.query("begin");
    await byHand.query(statement);
    const importing = take([
      {
        reference: `${name}-1`,
        ...(name === "isbn" && { isbn13: "9789999900201" }),
        title: `Raced for ${name}`,
        contributors: [person(name === "writer" ? "Name writer" : `${name} one`)],
        subjects: [{ scheme: "name", code: name === "category" ? "Name category" : "Fiction" }],
        mrpPaise: 30_000,
      },
      { reference: `${name}-2`, title: `Beside ${name}`, mrpPaise: 20_000 },
    ]);
    await waitUntilBlocked(db);
    await byHand.query("commit");
    expect((await importing).counts).toMatchObject({ records: 2, refused: 0, ...counts });
    expect(lines.filter(({ kind }) => kind === "refused")).toEqual([]);
  } finally {
    byHand.release(true);
  }
  const { rows: twice } = await db.execute(sql`
    select name from (
      select name from authors where name = 'Name writer' union all select name from categories where name = 'Name category') named
    group by name having count(*) > 1`);
  expect(twice).toEqual([]);
});

test("a record that the database refuses each time is refused alone, and the report says so", async () => {
  await db.execute(sql`
    create function refuse_cursed() returns trigger language plpgsql as $$
    begin
      if new.title = 'Cursed' then
        raise exception using errcode = 'unique_violation', constraint = 'works_once', message = 'no';
      end if;
      return new;
    end $$`);
  await db.execute(
    sql`create trigger works_cursed before insert on works for each row execute function refuse_cursed()`,
  );
  const category = { subjects: [{ scheme: "name" as const, code: "Category of the cursed" }], mrpPaise: 20_000 };
  const { counts } = await take([
    { reference: "cursed-1", title: "Cursed", ...category },
    { reference: "cursed-2", title: "Blessed", ...category },
    { reference: "cursed-3", title: "Plain", mrpPaise: 20_000 },
  ]);
  expect(counts).toMatchObject({ records: 3, added: 2, refused: 1 });
  expect(await titlesOf("cursed")).toEqual(["Blessed", "Plain"]);
  expect(lines).toMatchObject([
    { kind: "refused", record: "cursed-1", reason: expect.stringContaining("Import the file again") },
  ]);
  const { rows } = await db.execute<{ category: string; state: string; doneRecords: number }>(sql`
    select c.id as category, i.state, i.done_records from imports i, work_categories k join categories c on c.id = k.category_id
    where k.work_id = 'blessed' and i.id = (select max(id) from imports)`);
  expect(rows).toEqual([{ category: "category-of-the-cursed", state: "done", doneRecords: 3 }]);
});
