import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { findBookCodes } from "./find-book-codes.server.ts";

const { db, services } = await openTestServices();
const godan = "9780140449136";
const unknown = "9780306406157";
await db.execute(sql`update books set isbn13 = null where isbn13 in (${godan}, ${unknown}) or id = 'dune'`);
await db.execute(sql`update books set isbn13 = ${godan} where id = 'godan'`);

async function nameSource(source: string): Promise<void> {
  await db.execute(sql`
    insert into imports (kind, file_name, content_sha256, options, state, started_at)
    values ('catalogue', ${source}, ${source.padEnd(64, "e")}, ${JSON.stringify({ source })}::jsonb, 'done', ${services.now()})`);
}

test("an ISBN is taken as it is, known or not, and an id as the book's code", async () => {
  expect(await findBookCodes(db, [" 978-0-14-044913-6 ", "0140449132", unknown, "godan", "dune"])).toEqual([
    { code: godan },
    { code: godan },
    { code: unknown },
    { code: godan },
    { code: "dune" },
  ]);
});

test("a book's item code is found, of letters or of figures, until two books have it", async () => {
  await nameSource("till");
  await nameSource("feed");
  await db.execute(sql`update books set source = 'till', record_reference = 'SGB0000' where id = 'dune'`);
  await db.execute(sql`update books set source = 'feed', record_reference = '8901030865237' where id = 'godan'`);
  expect(await findBookCodes(db, ["SGB0000", "sgb0000", "8901030865237"])).toEqual([
    { code: "dune" },
    { code: "dune" },
    { code: godan },
  ]);
  await db.execute(sql`update books set record_reference = 'SGB0000' where id = 'godan'`);
  expect(await findBookCodes(db, ["SGB0000"])).toEqual([{ problem: expect.stringContaining("Several books") }]);
});

test.each([
  ["9780140449137", "must end in 6"],
  ["8901030865230", "a digit is wrong"],
  ["4006381333931", "not the bar code of a book, and no book has this item code"],
  ["12345", "has 5 digits"],
  ["NOT-HERE", "“NOT-HERE” is no ISBN, and no book has this item code"],
  ["\0", "is no ISBN"],
])("%j is no code of a book", async (text, problem) => {
  expect(await findBookCodes(db, [text])).toEqual([{ problem: expect.stringContaining(problem) }]);
});
