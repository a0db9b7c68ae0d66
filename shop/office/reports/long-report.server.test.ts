/** Tests of long reports: short ones are made at once, others by the job, in pages and at bounded cost. */
import { beforeEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { measureStatements } from "#tests/support/measure-statements.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import {
  keptMinutes,
  makeAskedReport,
  readLongReport,
  type FindReport,
  type LongReport,
} from "./long-report.server.ts";
import { linesReport, readLines, salesReport } from "./sales.server.ts";
import { salesGroupings, type Sales, type SalesBy } from "./sales-groupings.ts";

const testServices = await openTestServices();
const { services, db, pool } = testServices;
const books = ["godan", "indica", "kanthapura", "jejuri"];
for (const book of books) await setStock(db, book, 9);
await paidOrder(testServices, "long", { godan: 1 });
await issueDocuments(services);

const days = { first: "2026-01-01", last: "2026-03-31" };
const ways = (Object.keys(salesGroupings) as SalesBy[]).filter((by) => by !== "day");
const find: FindReport = (_, { by }) => salesReport({ by: by as SalesBy, days });
const start = services.now().getTime();
const later = (minutes: number) => ({ db, now: () => new Date(start + minutes * 60_000) });

beforeEach(async () => {
  await db.execute(sql`delete from kept_reports`);
  await db.execute(sql`delete from sales_lines`);
});

/** Adds `lines` lines of one copy at one rupee each, 250 a day, all of one document. */
async function sell(lines: number, from = 0) {
  await db.execute(sql`
    insert into sales_lines (day, book_id, document_id, place, is_back, copies, paise, net_paise)
    select ${days.first}::date + n / 250, (${books}::text[])[1 + n % 4], (select min(id) from documents), n, false, 1, 100, 100
    from generate_series(${from}::int, ${from + lines - 1}::int) n`);
}

const sold = (rows: Sales[]) => rows.reduce((sum, { soldCopies }) => sum + soldCopies, 0);

test("a report of little is added up at once, and not kept", async () => {
  await sell(300);
  const report = await readLongReport(services, salesReport({ by: "title", days }));
  expect(report).toMatchObject({ madeAt: null, pages: 1, head: { total: { soldCopies: 300 }, listed: 4 } });
  expect((await db.execute(sql`select from kept_reports`)).rowCount).toBe(0);
});

test("a report of much is added up by the job, as of a moment that it says, and comes to the same as when it is added up at once", async () => {
  await sell(301);
  for (const by of ways) {
    const report = salesReport({ by, days });
    expect(await readLongReport(later(0), report), by).toBeNull();
    expect(await makeAskedReport(later(1), find)).toBe(1);
    const { head, pages } = await report.make(db, services.now());
    const kept = await readLongReport(later(2), report);
    expect(kept).toEqual({ head, rows: pages[0], pages: 1, madeAt: later(1).now().toISOString() });
    expect(sold(kept!.rows)).toBe(301);
  }
  expect(await makeAskedReport(later(2), find)).toBe(0);
});

test("what is sold later comes with the next making, which is asked for when ten minutes are over", async () => {
  await sell(400);
  const report = salesReport({ by: "title", days });
  await readLongReport(later(0), report);
  await makeAskedReport(later(0), find);
  await sell(7, 1_000);
  const seen = async (minutes: number) => sold((await readLongReport(later(minutes), report))!.rows);
  expect(await seen(keptMinutes)).toBe(400);
  expect(await makeAskedReport(later(keptMinutes), find)).toBe(0);
  // The old report is shown, with its time, until the new one is ready; repeated requests make it only once.
  for (const _ of [1, 2]) expect(await seen(keptMinutes + 1)).toBe(400);
  expect(await makeAskedReport(later(keptMinutes + 1), find)).toBe(1);
  expect(await makeAskedReport(later(keptMinutes + 1), find)).toBe(0);
  expect(await seen(keptMinutes + 2)).toBe(407);
});

test("a report that cannot be made does not hold up the others; one that nobody knows, or asked for in a week, is gone", async () => {
  await sell(400);
  const broken: LongReport<null, never> = {
    kind: "broken",
    question: {},
    isShort: async () => false,
    make: () => Promise.reject(new Error("the well is dry")),
  };
  const findOne: FindReport = (kind, question) =>
    kind === "broken" ? broken : kind === "sales" ? find(kind, question) : undefined;
  await readLongReport(later(0), broken);
  await readLongReport(later(1), { ...broken, kind: "of another version" });
  const report = salesReport({ by: "author", days });
  await readLongReport(later(2), report);
  await expect(makeAskedReport(later(3), findOne)).rejects.toThrow("the well is dry");
  for (const _ of [1, 2]) expect(await makeAskedReport(later(3), findOne)).toBe(1);
  expect(await readLongReport(later(3), report)).not.toBeNull();
  const kinds = async () =>
    (await db.execute<{ kind: string }>(sql`select kind from kept_reports order by 1`)).rows.map(({ kind }) => kind);
  expect(await kinds()).toEqual(["broken", "sales"]);
  await makeAskedReport(later(8 * 24 * 60), findOne);
  expect(await kinds()).toEqual([]);
});

test("what was asked for first is made first, however often it is looked for meanwhile", async () => {
  await sell(400);
  const [first, second] = [salesReport({ by: "title", days }), salesReport({ by: "author", days })];
  for (const [minutes, report] of [
    [0, first],
    [1, second],
    [2, first],
  ] as const)
    expect(await readLongReport(later(minutes), report)).toBeNull();
  await makeAskedReport(later(3), find);
  expect([await readLongReport(later(3), first), await readLongReport(later(3), second)]).toEqual([
    expect.objectContaining({ pages: 1 }),
    null,
  ]);
});

test("the lines of a sum come in pages, all of them once, newest first, and to its sum", async () => {
  await sell(1_300);
  for (const by of ways)
    for (const { key, soldCopies } of (await salesReport({ by, days }).make(db, services.now())).pages.flat()) {
      const report = linesReport({ by, key, days });
      expect(await readLongReport(later(0), report), `${by} ${key}`).toBeNull();
      await makeAskedReport(later(0), () => report as LongReport<unknown, unknown>);
      const first = (await readLongReport(later(0), report))!;
      const places: number[] = [];
      for (let page = 0; page < first.pages; page += 1) {
        const { rows } = (await readLongReport(later(0), report, page))!;
        const lines = await readLines(db, rows);
        expect(lines.map(({ documentId, place }) => ({ documentId, place }))).toEqual(rows);
        places.push(...lines.map(({ place }) => place));
      }
      expect(places).toEqual([...new Set(places)].toSorted((a, b) => b - a));
      expect(places).toHaveLength(soldCopies);
      expect((await readLongReport(later(0), report, first.pages))!.rows).toEqual([]);
    }
});

test("what a page of a report makes PostgreSQL look at does not grow with what was sold", async () => {
  const looked = async () => {
    await pool.query("vacuum analyze sales_lines, sales_days, kept_reports, kept_report_pages");
    const work = measureStatements(db);
    for (const by of ways) await readLongReport({ db: work.db, now: later(0).now }, salesReport({ by, days }));
    for (const by of ["category", "publisher"] as const)
      await readLongReport({ db: work.db, now: later(0).now }, linesReport({ by, key: "x", days }));
    return work.taken();
  };
  await sell(1_000);
  const small = await looked();
  await sell(20_000, 1_000);
  const large = await looked();
  expect(large.blocks, large.worst).toBeLessThan(small.blocks + 100);
});
