import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { openTestDatabase } from "#tests/support/test-database.ts";
import { listCardPage } from "./cards.server.ts";

const { db } = await openTestDatabase();

test("a page of cards counts what it lists, whatever of books, works and stock it asks for", async () => {
  await db.execute(sql`update stock set on_hand = reserved where book_id = 'godan'`);
  const inStock = sql`s.on_hand > s.reserved`;
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int from stock s where ${inStock}`);
  const page = await listCardPage(db, { where: inStock, orderBy: sql`b.id` }, 1);
  expect(page.count).toBe(rows[0]!.count);
  expect(page.books).toHaveLength(24);

  const soldOut = await listCardPage(db, { where: sql`b.id = 'godan' and not ${inStock}`, orderBy: sql`b.id` }, 1);
  expect([soldOut.count, soldOut.books.map(({ id }) => id)]).toEqual([1, ["godan"]]);
});
