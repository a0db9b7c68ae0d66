/** Tests that every field of a record is stored, for new and for changed books. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import { editionValues, workValues } from "#shop/catalogue/records/columns.ts";
import { importCatalogue, type CheckedItem } from "#shop/catalogue/import/run-import.server.ts";

const { db } = await openTestDatabase();

/**
 * A record with every field, so that a new field of the type must be added to this test. Translations are separate
 * rows.
 */
type WholeRecord = Omit<
  Required<BookRecord>,
  "place" | "shopId" | "notice" | "notForSale" | "isbnFault" | "inOtherLanguages"
>;

const added: WholeRecord = {
  reference: "WHOLE-1",
  isbn13: "9789999910019",
  workReference: "W-1",
  title: "A Whole Record",
  subtitle: "With Nothing Left Out",
  description: "It names every field.",
  contributors: [{ name: "Whole Writer", sortName: "Writer, Whole", role: "author", identifiers: [] }],
  series: { name: "Whole Records", position: 1 },
  publisher: "Whole Press",
  publisherGroup: "Whole House",
  format: "hardback",
  hsn: "49019900",
  taxClass: "gst_5",
  language: "hi",
  pages: 321,
  publishedOn: { day: "2021-03-01", precision: "month" },
  editionStatement: "First edition",
  isSigned: true,
  mrpPaise: 99_900,
  pricePaise: 89_900,
  laterMrps: [{ beginsOn: "2026-04-01", mrpPaise: 129_900 }],
  costPaise: 60_000,
  supplier: "First Distributors",
  availability: "to-order",
  orderDays: 7,
  copies: 3,
  subjects: [{ scheme: "thema", code: "FBA" }],
  audience: "general",
  ageFrom: 12,
  ageTo: 18,
  countryOfOrigin: "GB",
  weightGrams: 410,
  heightMm: 210,
  widthMm: 140,
  thicknessMm: 25,
  startingRating: 4.25,
  startingRatingCount: 40,
  coverLink: "https://covers.example/first.jpg",
};

/** The same book with another value in every field except its keys. */
const altered: WholeRecord = {
  ...added,
  isbn13: "9789999910026",
  title: "A Whole Record, Anew",
  subtitle: "With All of It Changed",
  description: "It names every field again.",
  format: "paperback",
  hsn: "49011010",
  taxClass: "gst_18",
  language: "en",
  pages: 322,
  publishedOn: { day: "2022-04-05", precision: "day" },
  editionStatement: "Second edition",
  isSigned: false,
  mrpPaise: 109_900,
  pricePaise: 99_900,
  laterMrps: [
    { beginsOn: "2026-05-01", mrpPaise: 119_900 },
    { beginsOn: "2027-01-01", mrpPaise: 139_900 },
  ],
  costPaise: 70_000,
  supplier: "Second Distributors",
  availability: "in-stock",
  orderDays: 9,
  audience: "students",
  ageFrom: 13,
  ageTo: 19,
  countryOfOrigin: "IN",
  weightGrams: 420,
  heightMm: 211,
  widthMm: 141,
  thicknessMm: 26,
  startingRating: 4.5,
  startingRatingCount: 44,
  coverLink: "https://covers.example/second.jpg",
};

let files = 0;
async function take(record: WholeRecord): Promise<void> {
  async function* items(): AsyncIterable<CheckedItem> {
    yield { record: { place: { line: 2, record: 1 }, ...record }, mended: [] };
  }
  const file = { fileName: "whole.csv", contentSha256: String((files += 1)).padStart(64, "0") };
  const options = { source: "csv", discountPercent: 0, defaultMrpPaise: null, take: [] };
  await importCatalogue({ db, now: () => new Date("2026-03-01T10:00:00Z") }, items(), file, options, {
    report: () => {},
    progress: () => {},
  });
}

test("every field of a record is stored, of a new book and of one that changes", async () => {
  for (const record of [added, altered]) {
    await take(record);
    const { rows } = await db.execute<{ book: unknown; work: unknown }>(sql`
      select to_jsonb(b) || jsonb_build_object('later_prices', (
          select jsonb_agg(jsonb_build_array(l.begins_on, l.mrp_paise, l.price_paise) order by l.begins_on)
          from later_prices l where l.book_id = b.id)) as book, to_jsonb(w) as work from books b join works w on w.id = b.work_id
      where b.record_reference = ${added.reference}`);
    const stored = { place: { line: 2, record: 1 }, ...record };
    expect(rows).toEqual([
      {
        book: expect.objectContaining(editionValues(stored, { discountPercent: 0 })),
        work: expect.objectContaining(workValues(stored)),
      },
    ]);
  }
});
