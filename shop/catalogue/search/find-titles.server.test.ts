import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { foldText } from "#shop/kernel/text/fold-text.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { findWorks } from "./find-works.server.ts";

const { db } = await openTestDatabase();
const found = async (query: string) => (await findWorks(db, query, { limit: 24 })).found.map(({ bookId }) => bookId);

/** Changes the title of a book, as the desk does. */
async function retitle(workId: string, title: string) {
  await db.execute(sql`update works set title = ${title}, search_text = ${foldText(title)} where id = ${workId}`);
}

test("a part of a title is enough, whatever its case", async () => {
  for (const query of ["Tomb of Sand", "tomb", "OMB OF SA", "  tomb   of sand  "]) {
    expect(await found(query), query).toContain("tomb-of-sand");
  }
});

test("accents may be left out, or typed where there are none", async () => {
  await retitle("indica", "Índica: Le Déjeuner sur l’herbe");
  for (const query of ["indica", "Índica", "dejeuner", "DÉJEUNER", "l'herbe", "l’herbe"]) {
    expect(await found(query), query).toEqual(["indica"]);
  }
});

test("Hindi titles are found in Devanagari", async () => {
  expect(await found("राग दरबारी")).toContain("raag-darbari");
  expect(await found("दरबारी")).toContain("raag-darbari");
  expect(await found("राग सरकारी")).not.toContain("raag-darbari");
});

test("nothing is found for an empty text", async () => {
  for (const query of ["", "   ", "\t\n", "\u00a0"]) expect(await found(query)).toEqual([]);
});

test("signs that mean something to the database are only themselves", async () => {
  await retitle("jejuri", "100% Jejuri_now \\ then");
  for (const query of ["%", "_", "\\", "jejuri_now \\ th"]) expect(await found(query), query).toEqual(["jejuri"]);
  for (const query of ["100%", "jejuri_"]) expect((await found(query))[0], query).toBe("jejuri");
  for (const query of ["zz%", "%zz", "_zz", "';--", '" or zz=zz', "%%", "__"]) {
    expect(await found(query), query).toEqual([]);
  }
});

test("a title that begins with the words comes before one that has them inside", async () => {
  await retitle("masala-lab", "A History of Zebras");
  await retitle("godan", "Zebras");
  await db.execute(sql`update works set rating = 1 where id = 'godan'`);
  await db.execute(sql`update works set rating = 5 where id = 'masala-lab'`);
  expect(await found("zebras")).toEqual(["godan", "masala-lab"]);
});

test("letters that no database can keep find nothing and break nothing", async () => {
  for (const query of ["\u0000", "to\u0000mb of sand", "\ud800", "\udfff\ud800", "\u202e", "🪔", "a".repeat(5000)]) {
    expect(await found(query), JSON.stringify(query.slice(0, 20))).toEqual([]);
  }
});
