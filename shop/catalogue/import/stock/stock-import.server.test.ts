/** Tests of stock imports: prices, MRPs and copies, previews, repeated files, and undo. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { undoImport } from "#shop/catalogue/import/undo-import.server.ts";
import { requestStock, sendStockLetters } from "#shop/catalogue/stock/stock-requests.server.ts";
import { receiveCopies } from "#shop/catalogue/stock/stock.server.ts";
import { cartOf, count, orderOf, readStock, setStock } from "#tests/support/sales/sale.ts";
import { openStockFiles } from "#tests/support/catalogue/stock-files.ts";

const { db, services, isbns, ids, take, onHand } = await openStockFiles();

const pricesOf = async (id: string) => {
  const { rows } = await db.execute<{ price: number; mrp: number }>(
    sql`select price_paise as price, mrp_paise as mrp from books where id = ${id}`,
  );
  return rows[0]!;
};
const moves = () => count(db, sql`select count(*) from stock_moves`);

test("a till's file sets prices, MRPs and copies, by ISBN, id and key, and says what changed", async () => {
  await db.execute(sql`
    insert into imports (kind, file_name, content_sha256, options, state, started_at)
    values ('catalogue', 'old.csv', ${"e".repeat(64)}, '{"source": "old-feed"}', 'done', ${services.now()})`);
  await db.execute(sql`update books set source = 'old-feed', record_reference = 'K-7' where id = ${ids[2]!}`);
  const before = await onHand(ids[0]!);
  const { counts, importId, report } = await take(
    [
      "Code;Barcode;MRP;Rate;Stock",
      `;${isbns[0]};600;₹ 550.00;${before + 3}`,
      `${ids[1]};;;;${(await onHand(ids[1]!)) - 4}`,
      `K-7;;;400;`,
      `77;9789999900010;200;200;5`,
    ],
    { csv: { columns: { price: ["Rate"] } } },
  );
  expect(counts).toMatchObject({ records: 4, changed: 3, repriced: 2, copiesMore: 3, copiesFewer: 4, unknown: 1 });
  expect(await pricesOf(ids[0]!)).toEqual({ price: 55_000, mrp: 60_000 });
  expect(await pricesOf(ids[2]!)).toEqual({ price: 40_000, mrp: 50_000 });
  expect(await onHand(ids[0]!)).toBe(before + 3);
  expect(report).toEqual([expect.stringContaining("The shop has no book with ISBN 9789999900010.")]);
  const { rows } = await db.execute(sql`
    select book_id, delta, cause from stock_moves where import_id = ${importId} order by delta`);
  expect(rows).toEqual([
    { bookId: ids[1], delta: -4, cause: "correction" },
    { bookId: ids[0], delta: 3, cause: "correction" },
  ]);
  const { rows: causes } = await db.execute(sql`select distinct cause from price_changes where cause <> 'person'`);
  expect(causes).toEqual([{ cause: `stock ${importId}` }]);
});

test("an MRP that goes up is said with the copies that were there before; those that come with it are new", async () => {
  const { raisedMrps } = await take([
    "isbn,mrp,copies",
    `${isbns[0]},600,14`,
    `${isbns[1]},600,4`,
    `${isbns[2]},500,9`,
  ]);
  expect(raisedMrps).toContain(
    "The MRP of 2 books was raised, but the old MRP is printed on 14 copies of them in stock.",
  );
  expect(raisedMrps).toMatch(/\(10 copies at ₹500\.00\), .*\(4 copies at ₹500\.00\)\.$/);
});

test("a row that counts no copies takes the book off the shelf", async () => {
  const { counts } = await take(["ISBN,Stock", `${isbns[0]},0`, `${isbns[1]},0 Nos`, `${isbns[2]},"1,200 Pcs"`]);
  expect(counts).toMatchObject({ changed: 3, refused: 0, skipped: 0 });
  expect([await onHand(ids[0]!), await onHand(ids[1]!), await onHand(ids[2]!)]).toEqual([0, 0, 1_200]);
});

test("a row of quite another title is refused, and counts when titles are taken", async () => {
  const { rows } = await db.execute<{ title: string }>(sql`
    select w.title from books b join works w on w.id = b.work_id where b.id = ${ids[0]!}`);
  const title = rows[0]!.title;
  const lines = ["ISBN,Item Name,Stock", `${isbns[0]},Zqwx Vbnm,3`];
  const refused = await take(lines);
  expect(refused.counts).toMatchObject({ refused: 1, changed: 0 });
  expect(refused.report[0]).toContain(`${isbns[0]} belongs to “${title}”`);
  expect((await take(lines, { stock: { take: ["title"] } })).counts).toMatchObject({ refused: 0, changed: 1 });
  expect((await take([lines[0]!, `${isbns[0]},"${title.toUpperCase().slice(0, 9)}",4`])).counts.refused).toBe(0);
  expect((await take([lines[0]!, `${isbns[0]},#N/A,5`])).counts.refused).toBe(0);
});

test("a rounded ISBN costs no row whose own code names the book", async () => {
  const { counts, report } = await take(["Code,ISBN,Stock", `${ids[0]},9.78E+12,3`, `,9.78E+12,3`]);
  expect(counts).toMatchObject({ changed: 1, refused: 1, mended: 1 });
  expect(report[0]).toContain(`was used for the book with the key ${ids[0]}`);
  expect(await onHand(ids[0]!)).toBe(3);
});

test("the same file again changes nothing, although a book was sold since; --again takes it", async () => {
  const lines = ["ISBN,Price,Copies", `${isbns[0]},440,8`, `${isbns[1]},430,9`];
  await take(lines);
  await receiveCopies(db, ids[0]!, 2);
  const before = await moves();
  expect(await take(lines)).toMatchObject({ isRepeated: true, counts: { changed: 0 } });
  expect([await onHand(ids[0]!), await moves()]).toEqual([10, before]);
  expect(await take(lines, { isAgain: true })).toMatchObject({ counts: { changed: 1, unchanged: 1 } });
  expect(await take(lines, { isAgain: true })).toMatchObject({ counts: { changed: 0, unchanged: 2 } });
  expect(await onHand(ids[0]!)).toBe(8);
});

test("a preview names each difference and writes nothing", async () => {
  const was = await onHand(ids[0]!);
  const before = [await moves(), await pricesOf(ids[0]!), await count(db, sql`select count(*) from imports`)];
  const { differences, counts, importId } = await take(
    ["ISBN,Price,Copies", `${isbns[0]},440,${was + 5}`, `${isbns[1]},450,${await onHand(ids[1]!)}`],
    { isPreview: true },
  );
  expect(differences).toEqual([`~ ${ids[0]}: price_paise 45000 -> 44000`, `~ ${ids[0]}: copies ${was} -> ${was + 5}`]);
  expect([counts.changed, counts.unchanged, importId]).toEqual([1, 1, null]);
  expect([await moves(), await pricesOf(ids[0]!), await count(db, sql`select count(*) from imports`)]).toEqual(before);
});

test("copies never go below what orders hold, and the report names the book", async () => {
  await setStock(db, ids[3]!, 5);
  await orderOf(services, cartOf("holds-three"), { [ids[3]!]: 3 });
  const { reserved } = await readStock(db, ids[3]!);
  const { counts, report } = await take(["ISBN,Copies", `${isbns[3]},1`]);
  expect(counts).toMatchObject({ held: 1, changed: 1 });
  expect(await readStock(db, ids[3]!)).toEqual({ onHand: reserved, reserved });
  expect(report).toEqual([
    expect.stringContaining(`Orders have reserved ${reserved} copies of ${ids[3]}, but the file counts 1`),
  ]);
});

test("what cannot be right is refused by row, and the rest goes on", async () => {
  const { counts, report } = await take([
    "ISBN,MRP,Price,Copies",
    `${isbns[0]},,501,4`,
    `${isbns[1]},400,450,4`,
    `${isbns[2]},,,-3`,
    `9780306406158,,,3`,
    `${isbns[3]},₹1,2`,
    `${isbns[4]},1e9,,2`,
    `,,,2`,
    `${isbns[5]},,,7`,
  ]);
  expect(report.map((line) => line.split(",").slice(0, 3).join(" "))).toEqual(
    [2, 3, 4, 5, 6, 7, 8].map((line) => expect.stringMatching(new RegExp(`^${line} .* (refused|mended)$`))),
  );
  expect(counts).toMatchObject({ changed: 1 });
  expect([await onHand(ids[5]!), await pricesOf(ids[0]!)]).toEqual([7, { price: 45_000, mrp: 50_000 }]);
});

test("a book twice: the later row counts, also far below, and there is a line", async () => {
  const filler = Array.from({ length: 450 }, (_, n) => `no-such-book-${n},,1`);
  const { counts, report } = await take([
    "ID,Price,Copies",
    `${ids[0]},440,3`,
    `${ids[0]},,4`,
    ...filler,
    `${ids[0]},430,6`,
  ]);
  expect(counts).toMatchObject({ skipped: 2, unknown: 450 });
  expect([await onHand(ids[0]!), (await pricesOf(ids[0]!)).price]).toEqual([6, 43_000]);
  expect(report.filter((line) => line.includes(`${ids[0]} twice`))).toHaveLength(2);
});

test("a price that a person set stays and is reported, until it is taken", async () => {
  await db.execute(sql`update books set price_paise = 41000 where id = ${ids[0]!}`);
  const lines = ["ISBN,Price", `${isbns[0]},440`];
  const { counts, report } = await take(lines);
  expect([counts.leftAlone, counts.changed]).toEqual([1, 0]);
  expect(report).toEqual([expect.stringContaining("A person set this: ")]);
  await take(lines, { stock: { take: ["price_paise"] } });
  expect((await pricesOf(ids[0]!)).price).toBe(44_000);
});

test.each([
  // A book with an MRP of ₹500 and a price of ₹450. Prices set by a person stay, and only the resulting prices are
  // checked.
  { keeps: [], row: "600,550", after: { mrp: 60_000, price: 55_000 }, leftAlone: 0 },
  { keeps: [], row: "500,500", after: { mrp: 50_000, price: 50_000 }, leftAlone: 0 },
  { keeps: [], row: "500,500.01", after: null, leftAlone: 0 },
  { keeps: [], row: ",500", after: { mrp: 50_000, price: 50_000 }, leftAlone: 0 },
  { keeps: [], row: ",500.01", after: null, leftAlone: 0 },
  // The price follows the MRP: its discount of 10 percent stays.
  { keeps: [], row: "450,", after: { mrp: 45_000, price: 40_500 }, leftAlone: 0 },
  { keeps: [], row: "649,", after: { mrp: 64_900, price: 58_400 }, leftAlone: 0 },
  { keeps: ["price_paise"], row: ",600", after: { mrp: 50_000, price: 45_000 }, leftAlone: 1 },
  { keeps: ["price_paise"], row: "450,", after: { mrp: 45_000, price: 45_000 }, leftAlone: 0 },
  { keeps: ["price_paise"], row: "449.99,", after: null, leftAlone: 0 },
  { keeps: ["price_paise"], row: "449.99,400", after: null, leftAlone: 0 },
  { keeps: ["price_paise"], row: "700,650", after: { mrp: 70_000, price: 45_000 }, leftAlone: 1 },
  { keeps: ["mrp_paise"], row: "400,", after: { mrp: 50_000, price: 45_000 }, leftAlone: 1 },
  { keeps: ["mrp_paise"], row: "600,500", after: { mrp: 50_000, price: 50_000 }, leftAlone: 1 },
  { keeps: ["mrp_paise"], row: "600,550", after: null, leftAlone: 0 },
  { keeps: ["mrp_paise"], row: ",500.01", after: null, leftAlone: 0 },
  { keeps: ["mrp_paise", "price_paise"], row: "100,100", after: { mrp: 50_000, price: 45_000 }, leftAlone: 2 },
  { keeps: ["mrp_paise", "price_paise"], row: "500,450", after: { mrp: 50_000, price: 45_000 }, leftAlone: 0 },
  // `take` overrides prices set by a person.
  { keeps: ["price_paise"], row: ",500", take: ["price_paise"], after: { mrp: 50_000, price: 50_000 }, leftAlone: 0 },
  { keeps: ["price_paise"], row: ",600", take: ["price_paise"], after: null, leftAlone: 0 },
  { keeps: ["price_paise"], row: ",600", take: ["mrp_paise"], after: { mrp: 50_000, price: 45_000 }, leftAlone: 1 },
])("a row of $row where a person set $keeps counts whole, with its copies, or not at all", async (given) => {
  const { row, after, leftAlone } = given;
  const keeps: string[] = given.keeps;
  const taken: string[] = given.take ?? [];
  const at = "2026-01-02T03:04:05Z";
  for (const by of ["person", null]) {
    // Only prices set by a person are protected; the row overwrites any other.
    if (by === null && keeps.length > 0) continue;
    const origins = Object.fromEntries(
      ["mrp_paise", "price_paise"].map((field) => [field, { by: keeps.includes(field) ? "person" : "import 1", at }]),
    );
    const written = by === null ? {} : origins;
    await db.execute(sql`update books set field_origins = ${JSON.stringify(written)}::jsonb where id = ${ids[0]!}`);
    const copies = by === null ? 4 : 3;
    const was = await onHand(ids[0]!);
    const { counts } = await take(["ISBN,MRP,Price,Copies", `${isbns[0]},${row},${copies}`], {
      stock: { take: taken },
      isAgain: true,
    });
    expect(counts).toMatchObject({ refused: after ? 0 : 1, leftAlone });
    expect([await pricesOf(ids[0]!), await onHand(ids[0]!)]).toEqual(
      after ? [after, copies] : [{ mrp: 50_000, price: 45_000 }, was],
    );
    await db.execute(sql`update books set mrp_paise = 50000, price_paise = 45000 where id = ${ids[0]!}`);
  }
});

test("a book's number of copies is never a reason to refuse its row, and never left alone because a person counted them", async () => {
  // A person counted the shelf; a later count by the till replaces it, down to the reserved copies.
  await orderOf(services, cartOf("holds-one"), { [ids[5]!]: 1 });
  const { reserved } = await readStock(db, ids[5]!);
  for (const [copies, stays] of [
    [reserved + 1, reserved + 1],
    [reserved, reserved],
    [reserved - 1, reserved],
    [0, reserved],
  ] as const) {
    await setStock(db, ids[5]!, 7);
    const { counts } = await take(["ISBN,Copies", `${isbns[5]},${copies}`], { isAgain: true });
    expect(counts).toMatchObject({ refused: 0, leftAlone: 0, changed: 1, held: copies < reserved ? 1 : 0 });
    expect(await onHand(ids[5]!), String(copies)).toBe(stays);
  }
});

const originsOf = async (id: string) => {
  const { rows } = await db.execute<{ origins: unknown }>(
    sql`select field_origins as origins from books where id = ${id}`,
  );
  return rows[0]!.origins as Record<string, { by: string; at: string }>;
};

test("a price that the till's file names as it is becomes the till's, and undone it is whose it was", async () => {
  const at = "2026-01-02T03:04:05+00:00";
  await db.execute(sql`
    update books set field_origins = ${JSON.stringify({ price_paise: { by: "import 1", at } })}::jsonb where id = ${ids[0]!}`);
  const person = { price_paise: { by: "person", at } };
  await db.execute(sql`update books set field_origins = ${JSON.stringify(person)}::jsonb where id = ${ids[1]!}`);
  const { counts, importId } = await take([
    "ISBN,MRP,Price",
    `${isbns[0]},500,450`,
    `${isbns[1]},,450`,
    `${isbns[2]},500,440`,
  ]);
  expect(counts).toMatchObject({ changed: 1, unchanged: 2, leftAlone: 0 });
  const by = `stock ${importId}`;
  // The time of the value stays.
  expect(await originsOf(ids[0]!)).toEqual({ price_paise: { by, at }, mrp_paise: { by, at: expect.any(String) } });
  expect(await originsOf(ids[1]!)).toEqual(person);
  expect(await originsOf(ids[2]!)).toMatchObject({ price_paise: { by }, mrp_paise: { by } });
  const again = await take(["ISBN,MRP,Price", `${isbns[0]},500,450`]);
  expect(await originsOf(ids[0]!)).toMatchObject({ price_paise: { by }, mrp_paise: { by } });
  await undoImport(services, again.importId!);
  expect(await undoImport(services, importId!)).toMatchObject({ restored: 1, left: [] });
  expect(await originsOf(ids[0]!)).toEqual({ price_paise: { by: "import 1", at } });
  expect(await originsOf(ids[1]!)).toEqual(person);
  expect(await originsOf(ids[2]!)).toEqual({});
});

test("readers who wait for a book get their letter", async () => {
  await setStock(db, ids[4]!, 0);
  await requestStock(services, ids[4]!, "waits@example.com");
  await take(["ISBN,Copies", `${isbns[4]},${(await readStock(db, ids[4]!)).reserved + 2}`]);
  expect(await sendStockLetters(services)).toBe(1);
});

test("undone, prices are as before; copies too, unless they moved since", async () => {
  const [first, second] = [await onHand(ids[0]!), await onHand(ids[1]!)];
  const { importId } = await take(["ISBN,Price,Copies", `${isbns[0]},440,20`, `${isbns[1]},430,21`, `${isbns[2]},,22`]);
  await receiveCopies(db, ids[1]!, 1);
  const third = await take(["ISBN,Copies", `${isbns[2]},30`]);
  expect(await undoImport(services, third.importId!)).toMatchObject({ restored: 1, left: [] });
  const result = await undoImport(services, importId!);
  expect(result).toMatchObject({
    restored: 3,
    left: [`${ids[1]}: the stock stays 22, because copies were sold, returned, received or counted since.`],
  });
  expect(await Promise.all(ids.slice(0, 3).map(onHand))).toEqual([first, 22, expect.any(Number)]);
  expect([second, await onHand(ids[2]!)]).toEqual([expect.any(Number), 10]);
  expect(await pricesOf(ids[0]!)).toEqual({ price: 45_000, mrp: 50_000 });
  expect(await pricesOf(ids[1]!)).toEqual({ price: 45_000, mrp: 50_000 });
});

test("what is no table of a till is refused in plain words", async () => {
  await expect(take(["Title,Author", "Godan,Premchand"])).rejects.toThrow(
    "No column was recognized as an ISBN or an item code",
  );
  await expect(take(["ISBN,Author", `${isbns[0]},Premchand`])).rejects.toThrow("No column was recognized as copies");
  await expect(take(["<ONIXMessage/>"])).rejects.toThrow("ONIX");
});

test("lost letters of titles cost no row of a till's file, which counts by its numbers", async () => {
  const rows = ids.slice(0, 5).map((id, at) => `${id},???? ??${"?".repeat(at)},3`);
  expect((await take(["Code,Item Name,Stock", ...rows])).counts).toMatchObject({ changed: 5, refused: 0 });
});
