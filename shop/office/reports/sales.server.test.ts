/** Tests of sales reports: counting of documents, days in India, margins, and sums that agree in every grouping. */
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import type { DocumentContent } from "#shop/sales/documents/document.ts";
import type { ReportDays } from "#shop/kernel/dates/report-days.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import {
  areSalesIncomplete,
  countOlderSales,
  linesOnPage,
  linesReport,
  listSalesLines,
  readLines,
  readSales,
  sumSales,
  type SalesLine,
} from "./sales.server.ts";
import { marginOf, salesGroupings, type SalesBy } from "./sales-groupings.ts";

const testServices = await openTestServices({ shippingFeePaise: 4900 });
const { db, services } = testServices;
const books = ["godan", "indica", "kanthapura", "jejuri"];
for (const book of books) await setStock(db, book, 200);
const today = isoDay(services.now());

beforeEach(() => db.execute(sql`delete from sales_lines`));

/** All lines of a sum, page by page. */
async function linesOf(by: SalesBy, key: string | null, days: ReportDays): Promise<SalesLine[]> {
  if (by !== "day" && key !== null) {
    const { pages } = await linesReport({ by, key, days }).make(db, services.now());
    return readLines(db, pages.flat());
  }
  if (key !== null && (key < days.first || key > days.last)) return [];
  const all: SalesLine[] = [];
  for (let after: SalesLine | null = null; ;) {
    const { lines, isCut } = await listSalesLines(db, { days: key === null ? days : { first: key, last: key }, after });
    all.push(...lines);
    if (!isCut) return all;
    after = lines.at(-1)!;
  }
}

const net = (lines: { isBack: boolean; paise: number }[]) =>
  lines.reduce((total, { isBack, paise }) => total + (isBack ? -paise : paise), 0);

test("bills and credit notes are counted as they are issued, and the same when an older version had issued them", async () => {
  await paidOrder(testServices, "kept", { godan: 2, indica: 1 });
  const cancelled = await paidOrder(testServices, "cancelled", { godan: 1 });
  await cancelOrder(services, { number: cancelled.number, by: { actor: "command line" }, cause: "bookseller" });
  const lowered = await paidOrder(testServices, "lowered", { kanthapura: 1 });
  await refundOrder(services, lowered.number, 1_234, "");
  await processRefunds(services);
  await issueDocuments(services);
  const all = async () => (await db.execute(sql`select * from sales_lines order by document_id, place`)).rows;
  const counted = await all();
  expect(counted).toHaveLength(6);
  const { rows } = await db.execute<{ content: DocumentContent }>(sql`select content from documents`);
  const paiseOf = (kind: string) =>
    rows
      .flatMap(({ content }) => (content.kind === kind ? content.lines : []))
      .reduce((sum, l) => sum + l.totalPaise, 0);
  const back = paiseOf("credit-note");
  expect(back).toBeGreaterThan(cancelled.totalPaise - 4_900);
  expect(await sumSales(db, { first: today, last: today })).toMatchObject({
    soldCopies: 5,
    soldPaise: paiseOf("bill"),
    backCopies: 1,
    backPaise: back,
  });

  await db.execute(sql`delete from sales_lines`);
  await db.execute(sql`update sales_lines_from set document_id = (select max(id) + 1 from documents)`);
  expect(await areSalesIncomplete(db)).toBe(true);
  let batches = 0;
  while ((await countOlderSales(db, 2)) > 0) batches += 1;
  expect(batches).toBeGreaterThan(1);
  expect(await areSalesIncomplete(db)).toBe(false);
  expect(await all()).toEqual(counted);
});

test("a sale of a second before midnight in India belongs to that day, and one of midnight to the next", async () => {
  for (const [name, at, day] of [
    ["before", "2026-03-31T18:29:59Z", "2026-03-31"],
    ["after", "2026-03-31T18:30:00Z", "2026-04-01"],
  ] as const) {
    const { number } = await paidOrder(testServices, `midnight-${name}`, { godan: 1 });
    await issueDocuments({ ...services, now: () => new Date(at) });
    const { lines } = await listSalesLines(db, { days: { first: day, last: day }, after: null });
    expect(lines).toMatchObject([{ day, orderNumber: number, copies: 1, isBack: false }]);
  }
});

test("the margin is what is left above the cost of the day of the sale, and a copy that comes back takes its part along", async () => {
  await db.execute(sql`update books set cost_paise = 10_000, tax_class = 'gst_18', hsn = '4820' where id = 'godan'`);
  await db.execute(sql`update books set cost_paise = null where id = 'indica'`);
  const gstin = {
    ...services,
    settings: { ...services.settings, seller: { ...services.settings.seller, gstin: "29AABCE1234F1Z1" } },
  };
  const sold = await paidOrder(testServices, "margin", { godan: 3, indica: 1 });
  await issueDocuments(gstin);
  await db.execute(sql`update books set cost_paise = 99_000 where id in ('godan', 'indica')`);
  const days = { first: today, last: today };
  const content = async (kind: string) =>
    (
      await db.execute<{ content: DocumentContent }>(sql`
        select d.content from documents d join orders o on o.id = d.order_id where o.number = ${sold.number} and d.kind = ${kind}`)
    ).rows[0]!.content;
  const bill = await content("bill");
  const godan = bill.lines.find(({ quantity }) => quantity === 3)!;
  expect(godan.taxPaise).toBeGreaterThan(0);
  const total = await sumSales(db, days);
  expect(total).toMatchObject({
    netPaise: bill.lines.reduce((sum, line) => sum + line.taxablePaise, 0),
    knownCopies: 3,
    knownNetPaise: godan.taxablePaise,
    knownCostPaise: 30_000,
  });
  expect(marginOf(total)).toEqual({
    paise: godan.taxablePaise - 30_000,
    percent: ((godan.taxablePaise - 30_000) / godan.taxablePaise) * 100,
  });
  await cancelOrder(gstin, {
    number: sold.number,
    copies: [{ bookId: "godan", quantity: 1 }],
    by: { actor: "command line" },
    cause: "bookseller",
  });
  await processRefunds(services);
  await issueDocuments(gstin);
  const note = (await content("credit-note")).lines.find(({ quantity }) => quantity === 1)!;
  const after = await sumSales(db, days);
  expect(after).toMatchObject({
    knownCopies: 3,
    knownNetPaise: godan.taxablePaise - note.taxablePaise,
    knownCostPaise: 20_000,
  });
  const byTitle = await readSales(db, "title", days);
  expect(byTitle.map(({ knownCostPaise }) => knownCostPaise).sort()).toEqual([0, 20_000]);
  expect(marginOf(byTitle.find(({ knownCopies }) => knownCopies === 0)!)).toBeNull();
  const { lines } = await listSalesLines(db, { days, after: null });
  expect(lines.map(({ costPaise }) => costPaise).sort()).toEqual([10_000, 30_000, null]);

  // Documents of an older version are counted again, without their costs, which are no longer known.
  await db.execute(sql`delete from sales_lines`);
  await db.execute(sql`update sales_lines_from set document_id = (select max(id) + 1 from documents)`);
  while ((await countOlderSales(db)) > 0);
  expect(marginOf(await sumSales(db, days))).toBeNull();
  expect((await sumSales(db, days)).netPaise).toBeGreaterThanOrEqual(after.netPaise);
  await db.execute(sql`update books set tax_class = 'exempt', hsn = '4901' where id = 'godan'`);
});

/** A line of a made-up sale of a real book, on days around the turn of a year; it belongs to an existing document. */
interface Sale {
  book: string;
  day: string;
  isBack: boolean;
  copies: number;
  paise: number;
  /** Without tax; equal to `paise` by default. */
  net?: number;
  cost?: number | null;
}
async function makeSales(sales: Sale[]) {
  const { rows } = await db.execute<{ id: string }>(sql`select min(id)::text as id from documents`);
  await db.execute(sql`delete from sales_lines`);
  await db.execute(sql`
    insert into sales_lines (day, book_id, document_id, place, is_back, copies, paise, net_paise, cost_paise)
    select day, book, ${rows[0]!.id}::bigint, place, "isBack", copies, paise, coalesce(net, paise), cost
    from jsonb_to_recordset(${JSON.stringify(sales.map((sale, place) => ({ ...sale, place })))}::jsonb)
      as made (book text, day date, "isBack" boolean, copies int, paise bigint, net bigint,
        cost bigint, place int)`);
}

const aDay = fc.constantFrom("2025-12-30", "2025-12-31", "2026-01-01", "2026-01-02");
const sale = fc.record({
  book: fc.constantFrom(...books),
  day: aDay,
  isBack: fc.boolean(),
  copies: fc.integer({ min: 0, max: 20 }),
  paise: fc.integer({ min: 0, max: 99_999_999_99 }),
  net: fc.integer({ min: 0, max: 99_999_999_99 }),
  cost: fc.option(fc.integer({ min: 0, max: 99_999_999_99 })),
});

test("whatever was sold, every way to add up comes to the same sum to the paisa, and each figure to that of its lines", async () => {
  await issueDocuments(services);
  await fc.assert(
    fc.asyncProperty(fc.array(sale, { maxLength: 40 }), aDay, aDay, async (sales, one, other) => {
      await makeSales(sales);
      const days = one < other ? { first: one, last: other } : { first: other, last: one };
      const inside = sales.filter(({ day }) => day >= days.first && day <= days.last);
      const total = await sumSales(db, days);
      expect(total.soldPaise - total.backPaise).toBe(net(inside));
      expect(total.soldCopies).toBe(inside.reduce((sum, { isBack, copies }) => sum + (isBack ? 0 : copies), 0));
      for (const by of Object.keys(salesGroupings) as SalesBy[]) {
        const rows = await readSales(db, by, days);
        const known = inside.filter(({ cost }) => cost !== null);
        const signed = (sales: typeof inside, of: (sale: Sale) => number) =>
          sales.reduce((sum, one) => sum + (one.isBack ? -of(one) : of(one)), 0);
        const margin = {
          netPaise: signed(inside, ({ net }) => net!),
          knownCopies: known.reduce((sum, { isBack, copies }) => sum + (isBack ? 0 : copies), 0),
          knownNetPaise: signed(known, ({ net }) => net!),
          knownCostPaise: signed(known, ({ cost }) => cost!),
        };
        expect(total).toMatchObject(margin);
        for (const name of Object.keys(margin) as (keyof typeof margin)[])
          expect(
            rows.reduce((sum, row) => sum + row[name], 0),
            `${by} ${name}`,
          ).toBe(margin[name]);
        // Each of these books has one author.
        expect(
          rows.reduce((sum, row) => sum + row.soldPaise - row.backPaise, 0),
          by,
        ).toBe(net(inside));
        for (const row of rows) {
          const lines = await linesOf(by, row.key, days);
          expect(net(lines), `${by} ${row.key}`).toBe(row.soldPaise - row.backPaise);
        }
      }
      expect(await linesOf("day", null, days)).toHaveLength(inside.length);
    }),
    { numRuns: 25 },
  );
});

test("what one statement does to many lines of several days is in the sums of their days", async () => {
  await paidOrder(testServices, "at-once", { godan: 1 });
  await issueDocuments(services);
  await db.execute(sql`delete from sales_lines`);
  const kept = sql`
    select day::text as day, sold_copies, sold_paise, back_copies, back_paise, net_paise, known_copies, known_net_paise,
      known_cost_paise
    from sales_days where sold_copies <> 0 or back_copies <> 0 order by sales_days.day`;
  const counted = sql`
    select day::text as day, coalesce(sum(copies) filter (where not is_back), 0)::bigint as sold_copies,
      coalesce(sum(paise) filter (where not is_back), 0)::bigint as sold_paise,
      coalesce(sum(copies) filter (where is_back), 0)::bigint as back_copies,
      coalesce(sum(paise) filter (where is_back), 0)::bigint as back_paise,
      sum(case when is_back then -1 else 1 end * coalesce(net_paise, paise))::bigint as net_paise,
      coalesce(sum(copies) filter (where not is_back and cost_paise is not null), 0)::bigint as known_copies,
      coalesce(sum(case when is_back then -1 else 1 end * coalesce(net_paise, paise))
        filter (where cost_paise is not null), 0)::bigint as known_net_paise,
      coalesce(sum(case when is_back then -1 else 1 end * cost_paise), 0)::bigint as known_cost_paise
    from sales_lines group by sales_lines.day order by sales_lines.day`;
  const statements = [
    sql`
      insert into sales_lines (day, book_id, document_id, place, is_back, copies, paise, net_paise, cost_paise)
      select date '2026-01-01' + n % 3, 'godan', (select max(id) from documents), n, n % 4 = 0, n, n * 1001,
        nullif(n % 5, 0) * 100, nullif(n % 3, 0) * 70
      from generate_series(1, 60) n`,
    sql`update sales_lines set day = day + 1, copies = copies + 1, net_paise = paise - 7 where place % 2 = 0`,
    sql`delete from sales_lines where place % 7 = 0`,
    sql`delete from sales_lines where place < 0`,
  ];
  for (const statement of statements) {
    await db.execute(statement);
    expect((await db.execute(kept)).rows).toEqual((await db.execute(counted)).rows);
  }
  expect((await db.execute(kept)).rows).toHaveLength(4);
});

test("a long list of lines comes in pages, none twice and none left out", async () => {
  await issueDocuments(services);
  const many = Array.from({ length: linesOnPage * 2 + 7 }, (_, n) => ({
    book: books[n % 4]!,
    day: "2026-01-01",
    isBack: false,
    copies: 1,
    paise: n,
  }));
  await makeSales(many);
  const lines = await linesOf("day", "2026-01-01", { first: "2026-01-01", last: "2026-01-01" });
  expect(new Set(lines.map(({ paise }) => paise)).size).toBe(many.length);
  expect(lines).toHaveLength(many.length);
});
