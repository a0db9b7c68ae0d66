/** Reports over long spans: a job computes them, and their sums match those computed directly. */
import { afterAll, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { makeLongReports } from "#shop/office/back-office/long-reports.server.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { daysBefore } from "#shop/kernel/dates/report-days.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { gstReturnJson } from "#shop/office/reports/gst-return-files.ts";
import { listPapers } from "#shop/office/reports/papers.server.ts";
import { readGstReturn } from "#shop/office/reports/read-gst-return.server.ts";
import { linesOnPage, readSales, salesOnPage, sumSales } from "#shop/office/reports/sales.server.ts";
import type { SalesBy } from "#shop/office/reports/sales-groupings.ts";
import { addPasskeyRow, addStaff, addStaffSession, openDeskBrowser, openTestDesk } from "#tests/support/desk/desk.ts";
import { seedOrders } from "#tests/support/sales/seed-orders.ts";
import { textOfPage } from "#tests/support/pages/text-of-page.ts";

const gstin = "29AABCE1234F1Z1";
const desk = await openTestDesk();
desk.services.settings.seller.gstin = gstin;
const { db, services } = desk;
await seedOrders({ ownerUrl: desk.url }, 3_500);
// The seeded orders were not paid at the stand-in, and its payments are compared with the orders after the last test.
afterAll(() => db.execute(sql`truncate orders cascade`));
const accountant = await addStaff(desk, "accountant");
await addPasskeyRow(desk, accountant);
const browser = openDeskBrowser(desk, await addStaffSession(desk, accountant));
const today = isoDay(services.now());
const days = { first: daysBefore(today, 365), last: today };
const span = `from=${days.first}&to=${days.last}`;
const beingMade = "is being computed and will appear here.";

const page = async (path: string) => {
  const answer = await browser.get(path);
  const html = await answer.text();
  return { status: answer.status, html, text: textOfPage(html) };
};
async function addUp() {
  while ((await makeLongReports(services)) > 0);
}
/** Opens a report that does not exist yet, runs the job, and opens the report again. */
async function made(path: string) {
  const before = await page(path);
  expect(before.text, path).toContain(beingMade);
  // Without a script the page reloads by itself.
  expect(before.html).toMatch(/<noscript><meta http-equiv="refresh" content="2"/i);
  await addUp();
  const after = await page(path);
  expect(after.text, path).not.toContain(beingMade);
  expect(after.text, path).toContain("As of ");
  return after;
}

test("sales of a year are added up by the job, and each way comes to the same as added up at once", async () => {
  const total = await sumSales(db, days);
  for (const by of ["title", "author", "category", "publisher"] as SalesBy[]) {
    const early = await browser.get(`/reports/sales/table.csv?by=${by}&${span}`);
    expect([early.status, early.headers.get("location")]).toEqual([
      302,
      `/reports/sales?by=${by}&from=${days.first}&to=${days.last}`,
    ]);
    const { text, html } = await made(`/reports/sales?by=${by}&${span}`);
    expect(text).toContain(formatPaise(total.soldPaise - total.backPaise));
    const rows = await readSales(db, by, days);
    expect(html.match(/href="\/reports\/sales\/lines\?[^"]*key=/g)).toHaveLength(Math.min(rows.length, salesOnPage));
    const csv = await (await browser.get(`/reports/sales/table.csv?by=${by}&${span}`)).text();
    expect(csv.trimEnd().split("\r\n")).toHaveLength(rows.length + 1);
    for (const { soldPaise } of rows) expect(csv).toContain(`,${(soldPaise / 100).toFixed(2)},`);
  }
});

test("a figure made of many lines leads to all of them, page by page", async () => {
  const [row] = await readSales(db, "publisher", days);
  const { rows: lines } = await db.execute<{ lines: number }>(sql`
    select count(*)::int as lines from sales_lines l join books b on b.id = l.book_id
    where b.publisher = ${row!.key} and l.day between ${days.first}::date and ${days.last}::date`);
  const wanted = lines[0]!.lines;
  expect(wanted).toBeGreaterThan(linesOnPage);
  let path: string | undefined = `/reports/sales/lines?by=publisher&${span}&key=${encodeURIComponent(row!.key)}`;
  let shown = await made(path);
  const seen: string[] = [];
  while (path) {
    seen.push(...(shown.html.match(/<tr><th scope="row"><cite/g) ?? []));
    path = /href="(\/reports\/sales\/lines\?[^"]*page=\d+)"[^>]*>Older/.exec(shown.html)?.[1]?.replaceAll("&amp;", "&");
    if (path) shown = await page(path);
  }
  expect(seen).toHaveLength(wanted);
});

test("all lines of a span in the past come by their index, and need no job", async () => {
  const past = `from=${daysBefore(today, 300)}&to=${daysBefore(today, 200)}`;
  const { text, html } = await page(`/reports/sales/lines?${past}`);
  expect(text).not.toContain(beingMade);
  expect(html.match(/<tr><th scope="row"><cite/g)).toHaveLength(linesOnPage);
});

test("a month of many papers is added up by the job to the paisa, as its tables and its files have it", async () => {
  const month = daysBefore(`${today.slice(0, 7)}-01`, 1).slice(0, 7);
  const { gstReturn, sums } = await readGstReturn(db, gstin, month);
  expect(sums.papers).toBeGreaterThan(100);
  const early = await browser.get(`/reports/gst/return/gstr1.json?month=${month}`);
  expect([early.status, early.headers.get("location")]).toEqual([302, `/reports/gst/return?month=${month}`]);
  const { text } = await made(`/reports/gst/return?month=${month}`);
  for (const words of ["The bills, the credit notes and the tables agree exactly.", formatPaise(sums.totalPaise)])
    expect(text).toContain(words);
  const json = await (await browser.get(`/reports/gst/return/gstr1.json?month=${month}`)).json();
  expect(json).toEqual(gstReturnJson(gstReturn));
  const csv = await (await browser.get(`/reports/gst/papers.csv?month=${month}`)).text();
  const papers = await listPapers(db, { month, after: "", limit: 10_000, hasNames: false });
  expect(
    csv
      .trimEnd()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(",")[0]),
  ).toEqual(papers.map(({ number }) => number));
});

test("searches, and those of Today that found nothing, are those of the last making, with its time", async () => {
  const early = await browser.get("/reports/searches/table.csv");
  expect(early.headers.get("location")).toBe("/reports/searches");
  const { text } = await made("/reports/searches");
  expect(text).toContain("word 9");
  const bookseller = await addStaff(desk, "bookseller");
  await addPasskeyRow(desk, bookseller);
  const other = openDeskBrowser(desk, await addStaffSession(desk, bookseller));
  const seen = async () => textOfPage(await (await other.get("/")).text());
  expect(await seen()).not.toContain("that found nothing");
  await addUp();
  expect(await seen()).toMatch(/search(?:es)? that found nothing.*Counted \d/s);
});
