/** Tests of the export of the catalogue: every column, and that an import reads it back unchanged. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { checkRecord } from "#shop/catalogue/records/check-record.ts";
import { readCsv } from "#shop/catalogue/import/csv/read-csv.ts";
import { templateHeaders, type CsvHeader } from "#shop/catalogue/fields/csv/csv-columns.ts";
import { readOnix } from "#shop/catalogue/import/onix/read-onix.ts";
import { collect } from "#tests/support/collect.ts";
import type { CatalogueFormat } from "./catalogue-writer.ts";
import { openExportFiles, recordsOf } from "#tests/support/catalogue/export-files.ts";

const { db, services, exported, importText } = await openExportFiles();

/** The content of all tables of the catalogue. */
async function readTables() {
  const { rows } = await db.execute<{ tables: unknown }>(sql`
    select jsonb_build_object(
      'books', (select jsonb_agg(to_jsonb(b) order by b.id) from books b),
      'works', (select jsonb_agg(to_jsonb(w) order by w.id) from works w),
      'authors', (select jsonb_agg(to_jsonb(a) order by a.id) from authors a),
      'identifiers', (select jsonb_agg(to_jsonb(i) order by i.scheme, i.value) from author_identifiers i),
      'publishers', (select jsonb_agg(to_jsonb(p) order by p.id) from publishers p),
      'series', (select jsonb_agg(to_jsonb(s) order by s.id) from series s),
      'categories', (select jsonb_agg(to_jsonb(c) order by c.id) from categories c),
      'people', (select jsonb_agg(to_jsonb(c) order by c.work_id, c.position) from work_contributors c),
      'places', (select jsonb_agg(to_jsonb(c) order by c.work_id, c.position) from work_categories c),
      'subjects', (select jsonb_agg(to_jsonb(s) order by s.work_id, s.scheme, s.code) from work_subjects s),
      'volumes', (select jsonb_agg(to_jsonb(v) order by v.work_id, v.series_id) from series_works v),
      'stock', (select jsonb_agg(to_jsonb(s) order by s.book_id) from stock s)) as tables`);
  return rows[0]!.tables as { books: { id: string }[] } & Record<string, unknown>;
}

/** The cells of three books: with the smallest values, with the largest, and with none. */
const ends: Record<"smallest" | "largest" | "bare", Partial<Record<CsvHeader, string>>> = {
  smallest: {
    reference: "zero",
    title: "0",
    series: "Prequels",
    series_number: "0",
    format: "paperback",
    language: "en",
    signed: "no",
    pages: "1",
    published_on: "1450",
    keywords: "0",
    age_from: "0",
    age_to: "0",
    mrp: "0.01",
    price: "0.01",
    cost_price: "0.01",
    availability: "to-order",
    order_days: "1",
    copies: "0",
    hsn: "4901",
    tax_class: "gst_0",
    weight: "1",
    height: "1",
    width: "1",
    thickness: "1",
    rating: "1",
    rating_count: "1",
  },
  largest: {
    reference: "y".repeat(200),
    isbn: "9799999999990",
    title: "Y".repeat(500),
    subtitle: "S".repeat(500),
    description: "D".repeat(20_000),
    authors: "Yash Last",
    series: "Q".repeat(200),
    series_number: "9999.9",
    publisher: "P".repeat(200),
    publisher_group: "G".repeat(200),
    format: "stationery",
    language: "kok",
    signed: "yes",
    pages: "20000",
    published_on: "2035-12-31",
    edition: "E".repeat(200),
    categories: "Ends",
    keywords: "K".repeat(100),
    thema: "FBC",
    bisac: "FIC004000",
    bic: "FA",
    audience: "professionals",
    age_from: "99",
    age_to: "99",
    mrp: "10000000",
    price: "10000000",
    cost_price: "10000000",
    supplier: "U".repeat(200),
    availability: "to-order",
    order_days: "365",
    copies: "100000",
    hsn: "48201090",
    tax_class: "gst_18",
    country_of_origin: "IN",
    weight: "100000",
    height: "10000",
    width: "10000",
    thickness: "10000",
    rating: "5",
    rating_count: "2000000000",
  },
  bare: {
    reference: "bare",
    title: "A bare one",
    language: "en",
    mrp: "99.9",
    price: "99.9",
    availability: "in-stock",
    copies: "1",
    hsn: "4901",
    tax_class: "exempt",
  },
};

async function shelveEnds() {
  for (const cells of Object.values(ends)) {
    const names = Object.keys(cells) as CsvHeader[];
    const content = [names, names.map((name) => cells[name]!)].map((line) => line.join(",")).join("\n");
    const { counts, report } = await importText(content, "csv");
    expect([counts.added, report]).toEqual([1, ""]);
  }
}

/** Imports books as staff, feeds and second editions leave them, with texts that are hard for both formats. */
async function shelveOddBooks() {
  const { counts } = await importText(
    [
      "reference,isbn,title,subtitle,description,authors,editors,series,series_number,publisher,publisher_group,format,published_on,keywords,thema,categories,mrp,price,cost_price,supplier,hsn,tax_class,country_of_origin,weight,availability,order_days,age_from,rating,rating_count,copies",
      `1984,,'=SUM(A1) & Co <3,'+91 or less,"One & two &amp;copy;\n\nA second one, with ""quotes"".","Banu, Asha; Sen & Sons Ltd;",,Odd ones,2.5,"Neem, Tree",Forest,boxed-set,1999,"salt, sugar;rain",FBC,"Odd > Love, War",899.50,499,100,Sunrise,49011010,gst_5,GB,420,to order,9,4,4.25,12,3`,
      "1985,,No number,,,Asha Banu,Zoya Rai,Odd ones,,,,map,2001-05,,,,100,,,,,exempt,,,out of print,,,,,0",
      "1986,9789999900010,भारत की खोज,,,Jawaharlal Nehru,,,,Sahitya,,paperback,2011-03-09,,,,250,250,,,,,,,,,,,,1",
      "1987,9789999900027,भारत की खोज,,,Jawaharlal Nehru,,,,Sahitya,,hardback,,,,,650,650,,,,,,,,,,,,1",
    ].join("\n"),
    "csv",
  );
  expect(counts).toMatchObject({ added: 4 });
  await shelveEnds();
  // An editor comes first; an author has a namesake; one book is hidden; one title was edited by a person.
  await db.execute(sql`
    update work_contributors set position = position + 10 where work_id = 'no-number' and role = 'author'`);
  await db.execute(sql`
    insert into authors (id, name, name_key, bio, image_url) values ('asha-banu-2', 'Asha Banu', 'asha banu', '', '/x')`);
  await db.execute(sql`
    update work_contributors set author_id = 'asha-banu-2' where work_id = 'no-number' and author_id = 'asha-banu'`);
  await db.execute(sql`update books set is_listed = false where id = 'no-number'`);
  await db.execute(sql`update works set title = '@No number', audience = 'scholars' where id = 'no-number'`);
}
await shelveOddBooks();

for (const format of ["csv", "onix"] as const) {
  test(`importing the shop's own export as ${format} changes nothing`, async () => {
    const before = await readTables();
    const { counts, report } = await importText(await exported("catalogue", format), format);
    expect(report).toBe("");
    expect(counts).toMatchObject({ added: 0, changed: 0, refused: 0, leftAlone: 0, mended: 0 });
    expect(counts.unchanged).toBe(before.books.length);
    expect(await readTables()).toEqual(before);
  });

  test(`a book that was lost comes back from the export as ${format} under its own address`, async () => {
    const content = await exported("catalogue", format);
    await db.execute(sql`delete from stock_moves where book_id = 'sum-a1-and-co-3'`);
    await db.execute(sql`delete from works where id = 'sum-a1-and-co-3'`);
    const { counts } = await importText(content, format);
    expect(counts).toMatchObject({ added: 1, changed: 0, refused: 0 });
    const { rows } = await db.execute(sql`
      select b.format, b.mrp_paise, b.price_paise, b.hsn, b.tax_class, b.published_on, b.published_precision, w.title, w.description
      from books b join works w on w.id = b.work_id where b.id = 'sum-a1-and-co-3'`);
    expect(rows).toEqual([
      {
        format: "boxed-set",
        mrpPaise: 89_950,
        pricePaise: 49_900,
        hsn: "49011010",
        taxClass: "gst_5",
        publishedOn: "1999-01-01",
        publishedPrecision: "year",
        title: "=SUM(A1) & Co <3",
        description: 'One & two &copy;\n\nA second one, with "quotes".',
      },
    ]);
  });
}

test("a cell that looks like a formula is inert", async () => {
  for (const name of ["catalogue", "stock"] as const) {
    const content = await exported(name);
    const lines = content.split("\r\n").filter((line) => line.includes("SUM(A1)"));
    expect(lines).toEqual([expect.stringContaining(",'=SUM(A1) & Co <3,")]);
  }
});

test("the id of a book with another ISBN is refused, unless the ISBN is asked for", async () => {
  const { counts, report } = await importText("shop_id,isbn,title\na-fine-balance,9789999900034,Another book\n", "csv");
  expect(counts).toMatchObject({ refused: 1, changed: 0, added: 0 });
  expect(report).toContain("The shop's a-fine-balance has ISBN");
});

test("numbers that a spreadsheet program would round are kept, and a rounded ISBN beside an id changes nothing", async () => {
  const { rows } = await db.execute<{ id: string; isbn13: string; hsn: string }>(sql`
    select id, isbn13, hsn from books where isbn13 is not null order by id limit 1`);
  const { id, isbn13, hsn } = rows[0]!;
  for (const name of ["catalogue", "stock"] as const) expect(await exported(name)).toContain(`"=""${isbn13}"""`);
  expect(await exported("catalogue")).toContain(`"=""${hsn}"""`);
  const rounded = await importText(`shop_id,reference,isbn\n${id},${id},9.78E+12\n`, "csv");
  expect(rounded.counts).toMatchObject({ refused: 0, unchanged: 1, mended: 1 });
  expect(rounded.report).toContain(`The shop's ${isbn13} stays.`);
});

test("each column of the catalogue has the smallest and the largest values, and nothing where there is nothing", async () => {
  const lines = recordsOf(await exported("catalogue"));
  for (const [name, cells] of Object.entries(ends)) {
    const line = lines.find(({ title }) => title === cells.title)!;
    const id = line.shop_id!;
    const written: Record<string, unknown> = { ...cells, reference: id, shop_id: id, work: expect.any(String) };
    // Prices have two decimals or none, ratings always two.
    if (name === "bare") Object.assign(written, { mrp: "99.90", price: "99.90", signed: "no" });
    if (written.rating) written.rating = `${String(written.rating)}.00`;
    expect(line, name).toEqual({ ...Object.fromEntries(templateHeaders.map((field) => [field, ""])), ...written });
  }
});

test("the catalogue in ONIX says of each book what its CSV says, but for what ONIX has no place for", async () => {
  const options = { exchangeRates: {}, now: services.now() };
  const recordsIn = async (format: CatalogueFormat) => {
    const bytes = Buffer.from(await exported("catalogue", format));
    const items = await collect(format === "csv" ? readCsv(eachOf(bytes)) : readOnix(eachOf(bytes), options.now));
    return items.map((item) => {
      if (!("record" in item)) throw new Error(JSON.stringify(item));
      const checked = checkRecord(item.record, options);
      if ("refused" in checked) throw new Error(checked.refused.reason);
      const { place: _, subjects = [], ...record } = checked.record;
      return { ...record, subjects: subjects.map(({ scheme, code }) => `${scheme} ${code}`).sort() };
    });
  };
  const [csv, onix] = [await recordsIn("csv"), await recordsIn("onix")];
  expect(csv.length).toBeGreaterThan(7);
  expect(csv.map(({ shopId }) => shopId)).toEqual(onix.map(({ shopId }) => shopId));
  for (const [at, record] of csv.entries()) {
    // The export to others omits cost price and supplier; ONIX has no rating, and CSV no works in other languages.
    const { costPaise: _, supplier: __, startingRating: ___, startingRatingCount: ____, audience, ...said } = record;
    const { laterMrps: _____, inOtherLanguages: ______, contributors, workReference, ...read } = onix[at]!;
    expect(workReference ?? "").toContain(said.workReference ?? "");
    delete said.workReference;
    if (audience && audience !== "scholars") Object.assign(said, { audience });
    // ONIX names only what an edition is.
    if (said.isSigned === false) delete said.isSigned;
    // Without a publisher ONIX has no place for the publication date.
    if (!said.publisher) delete said.publishedOn;
    const { contributors: people, ...others } = said;
    expect(read, record.shopId).toEqual(others);
    const named = (some: typeof people) => some?.map(({ name, role }) => `${name} (${role})`);
    expect(named(contributors), record.shopId).toEqual(named(people));
  }
});

async function* eachOf(bytes: Buffer) {
  yield bytes;
}
