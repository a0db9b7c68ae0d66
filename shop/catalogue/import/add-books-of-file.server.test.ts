import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { count } from "#tests/support/sales/sale.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { addBooksOfFile } from "./add-books-of-file.server.ts";

const { db } = await openTestDatabase();
const now = new Date("2026-03-01T10:00:00Z");
const maker = { createdBy: "a test", program: "the test" };

async function add(rows: string) {
  const folder = await mkdtemp(join(tmpdir(), "endpaper-books-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "books.csv");
  await writeFile(path, `shop_id,title,authors,format,categories,mrp,copies\n${rows}`);
  await inTransaction(db, (tx) => addBooksOfFile(tx, path, { source: "test", maker, now }));
}

test("books get the ids, the maker and the copies that they are given, and no import is recorded", async () => {
  await add(
    "pagdandi,Pagdandi Stories,Meera Sanyal,paperback,Fiction,299,4\npagdandi-hardback,Pagdandi Stories,Meera Sanyal,hardback,Fiction,599,0\n",
  );
  const { rows } = await db.execute(sql`
    select b.id, b.work_id, b.is_main, b.source, b.created_by, s.on_hand, m.program
    from books b join stock s on s.book_id = b.id left join stock_moves m on m.book_id = b.id
    where b.id like 'pagdandi%' order by b.id`);
  const of = { workId: "pagdandi", source: "test", createdBy: "a test" };
  expect(rows).toEqual([
    { id: "pagdandi", isMain: true, onHand: 4, program: "the test", ...of },
    { id: "pagdandi-hardback", isMain: false, onHand: 0, program: null, ...of },
  ]);
  expect(await count(db, sql`select count(*) from imports`)).toBe(0);
});

test("a value that would be changed or left out stops all of it", async () => {
  await expect(
    add("whole,Whole,Meera Sanyal,paperback,Fiction,299,4\nodd,Odd,Meera Sanyal,paperback,Fiction,299,many\n"),
  ).rejects.toThrow(/books\.csv, line 3: /);
  expect(await count(db, sql`select count(*) from books where id = 'whole'`)).toBe(0);
});
