/** Reports at the desk: sales, GST, returns, searches and stock, whose figures match their lines and files. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import type { DocumentContent } from "#shop/sales/documents/document.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { countStock } from "#shop/office/reports/stock-report.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { seller } from "#tests/support/sales/billed-order.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  openDeskBrowser,
  openTestDesk,
  auditLogTexts,
} from "#tests/support/desk/desk.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { textOfPage } from "#tests/support/pages/text-of-page.ts";

const desk = await openTestDesk({ shippingFeePaise: 4900, seller });
const { db, services } = desk;
for (const book of ["godan", "indica", "kanthapura"]) await setStock(db, book, 50);
await db.execute(sql`update books set tax_class = 'gst_18', hsn = '4820' where id = 'indica'`);
await db.execute(sql`update books set tax_class = 'gst_5' where id = 'kanthapura'`);
await db.execute(sql`update works set title = '=HYPERLINK("https://x.example","Go")' where id =
  (select work_id from books where id = 'kanthapura')`);

const kept = await paidOrder(desk, "reports-kept", { godan: 2, indica: 1 });
const other = await paidOrder(desk, "reports-other", { kanthapura: 1 });
await refundOrder(services, other.number, 1_234, "");
await processRefunds(services);
await issueDocuments(services);
const today = isoDay(services.now());
const month = today.slice(0, 7);

async function browserOf(role: "owner" | "accountant" | "packer", passkeyMinutes = 0) {
  const id = await addStaff(desk, role);
  await addPasskeyRow(desk, id);
  return openDeskBrowser(desk, await addStaffSession(desk, id, { passkeyMinutes }));
}
const accountant = await browserOf("accountant");
const owner = await browserOf("owner");
const page = async (path: string, browser = accountant) => {
  const answer = await browser.get(path);
  const html = await answer.text();
  return { status: answer.status, html, text: textOfPage(html) };
};
const documents = async () =>
  (await db.execute<{ content: DocumentContent }>(sql`select content from documents order by id`)).rows.map(
    ({ content }) => content,
  );
const rowsOf = (csv: string) =>
  csv
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(","));
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

test("sales stand in a picture with words, a table and a file, and each figure leads to its lines", async () => {
  const { html, text } = await page("/reports/sales");
  const papers = await documents();
  const paiseOf = (kind: string) =>
    sum(papers.flatMap((paper) => (paper.kind === kind ? paper.lines.map((line) => line.totalPaise) : [])));
  const left = (paiseOf("bill") - paiseOf("credit-note")) / 100;
  const written = left.toLocaleString("en-IN", { style: "currency", currency: "INR" });
  expect(text.split(written).length).toBeGreaterThanOrEqual(3);
  expect(html).toMatch(/<svg[^>]* role="img" aria-label="Net sales of each day from /);
  expect(html.match(/<rect /g)).toHaveLength(30);
  const lines = await page(`/reports/sales/lines?by=day&from=${today}&to=${today}&key=${today}`, owner);
  expect(html).toContain(`key=${today}`);
  for (const words of [kept.number, other.number, "EP", "returned"]) expect(lines.text).toContain(words);
  expect(lines.html).toContain(`href="/orders/${kept.number}"`);
  expect((await page(`/reports/sales/lines?by=day&key=${today}`)).html).not.toContain("/orders/");
});

test("a title that begins like a formula is text on the page, and made inert in the file", async () => {
  const { text, html } = await page("/reports/sales?by=title");
  expect(text).toContain('=HYPERLINK("https://x.example","Go")');
  expect(html).not.toContain('href="https://x.example"');
  const file = await accountant.get("/reports/sales/table.csv?by=title");
  expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="sales-by-title-.*\.csv"$/);
  expect(await file.text()).toContain(`"'=HYPERLINK(""https://x.example"",""Go"")",1,`);
});

test("each title, author, category and publisher leads to lines that come to its sum", async () => {
  for (const by of ["title", "author", "category", "publisher"]) {
    const { html, status } = await page(`/reports/sales?by=${by}`);
    expect(status, by).toBe(200);
    const links = html.match(/href="\/reports\/sales\/lines\?[^"]*key=[^"]*"/g) ?? [];
    expect(links.length, by).toBeGreaterThanOrEqual(2);
    for (const link of links) {
      const address = link.slice(6, -1).replaceAll("&amp;", "&");
      const { text } = await page(address);
      expect(text, address).toMatch(/EP\d\d-\d\d\/\d{6}/);
    }
  }
});

test("days that cannot be are said at the field, and no report is made", async () => {
  for (const [query, words] of [
    ["from=2024-01-01&to=2026-01-01", "A report covers at most 366 days. Choose fewer."],
    ["from=2026-02-01&to=2026-01-01", "The first day is after the last one."],
    ["from=yesterday", "Write both days as 2026-11-20."],
  ]) {
    const { status, text, html } = await page(`/reports/sales?${query}`);
    expect([status, text.includes(words!)], query).toEqual([400, true]);
    for (const part of ["<table", 'role="img"']) expect(html).not.toContain(part);
    expect((await page(`/reports/sales/table.csv?${query}`)).status).toBe(400);
  }
  expect((await page("/reports/sales?from=2020-01-01&to=2020-01-31")).text).toContain(
    "Nothing was sold on these days.",
  );
  for (const odd of ["by=colour", "by=constructor", "after=9-9-9", "after=999999999999999999-1", "by=title&key='--"])
    expect((await page(`/reports/sales/lines?${odd}`)).status, odd).toBe(200);
});

test("GSTR-1 of a month comes to its papers to the paisa, on the page, as JSON and as tables", async () => {
  const papers = await documents();
  const signed = (pick: (paper: DocumentContent) => number) =>
    sum(papers.map((paper) => (paper.kind === "bill" ? 1 : -1) * pick(paper)));
  const total = signed((paper) => paper.totalPaise);
  const tax = signed((paper) => sum(paper.taxes.map(({ taxPaise }) => taxPaise)));
  expect(tax).toBeGreaterThan(0);
  const answer = await accountant.get(`/reports/gst/return/gstr1.json?month=${month}`);
  const json = JSON.parse(await answer.text());
  const paise = (rupees: number) => Math.round(rupees * 100);
  const taxOf = (row: any) => paise(row.iamt) + paise(row.camt) + paise(row.samt);
  expect(sum(json.hsn.hsn_b2c.map((row: any) => paise(row.txval) + taxOf(row)))).toBe(total);
  expect(sum(json.hsn.hsn_b2c.map(taxOf))).toBe(tax);
  expect(sum(json.b2cs.map(taxOf))).toBe(tax);
  expect(sum(json.doc_issue.doc_det.flatMap(({ docs }: any) => docs.map((d: any) => d.totnum)))).toBe(papers.length);
  const csv = rowsOf(await (await accountant.get(`/reports/gst/return/table-12-hsn-b2c.csv?month=${month}`)).text());
  expect(sum(csv.map((cells) => paise(Number(cells[4]))))).toBe(total);
  const { text } = await page(`/reports/gst/return?month=${month}`);
  for (const words of [
    "The bills, the credit notes and the tables agree exactly.",
    "Table 13, documents",
    seller.gstin!,
    "not over yet",
  ])
    expect(text).toContain(words);
  expect((await page("/reports/gst/return/gstr3.json")).status).toBe(404);
});

test("tables of money end with what they come to", async () => {
  const totalOf = (html: string) => textOfPage(/<tfoot>.*<\/tfoot>/s.exec(html)?.[0] ?? "");
  const papers = await documents();
  const signed = (pick: (paper: DocumentContent) => number) =>
    formatPaise(sum(papers.map((paper) => (paper.kind === "bill" ? 1 : -1) * pick(paper))));
  const gst = totalOf((await page(`/reports/gst?month=${month}`)).html);
  expect(gst).toContain(`${papers.length} bills and credit notes; credit notes are subtracted`);
  for (const words of [
    signed(({ totalPaise }) => totalPaise),
    signed(({ untaxedPaise }) => untaxedPaise),
    signed(({ taxes }) => sum(taxes.map(({ taxPaise }) => taxPaise))),
  ])
    expect(gst).toContain(words);
  const soldPaise = sum(
    papers.flatMap(({ kind, lines }) => (kind === "bill" ? lines.map((line) => line.totalPaise) : [])),
  );
  expect(totalOf((await page("/reports/sales?by=title")).html)).toContain(`Total 4 ${formatPaise(soldPaise)}`);
});

test("papers have no names until they are asked for, and that is in the audit log", async () => {
  const { text } = await page(`/reports/gst?month=${month}`);
  for (const { number, placeOfSupply } of await documents())
    for (const words of [number, placeOfSupply]) expect(text).toContain(words);
  // On the page of sales, "Without tax" means the sum after tax is subtracted.
  for (const words of ["Taxable value", "Exempt value"]) expect(text).toContain(words);
  expect(text).not.toContain("Without tax");
  const buyer = (await documents())[0]!.buyer.name;
  expect(text).not.toContain(buyer);
  const plain = await (await accountant.get(`/reports/gst/papers.csv?month=${month}`)).text();
  expect(plain).not.toContain(buyer);
  // The sum of each money column is the month's figure: credit notes count as negative numbers.
  const papers = await documents();
  const taxOf = ({ taxes }: DocumentContent) => sum(taxes.map(({ taxPaise }) => taxPaise));
  expect(papers.some((paper) => paper.kind === "credit-note" && taxOf(paper) > 0)).toBe(true);
  const columns: Record<number, (paper: DocumentContent) => number> = {
    [-4]: (paper) => paper.totalPaise - paper.untaxedPaise - taxOf(paper),
    [-3]: ({ untaxedPaise }) => untaxedPaise,
    [-2]: taxOf,
    [-1]: ({ totalPaise }) => totalPaise,
  };
  for (const [place, paiseOf] of Object.entries(columns))
    expect(sum(rowsOf(plain).map((cells) => Math.round(Number(cells.at(Number(place))) * 100))), place).toBe(
      sum(papers.map((paper) => (paper.kind === "bill" ? 1 : -1) * paiseOf(paper))),
    );
  const bills = rowsOf(plain).filter(([, kind]) => kind === "bill");
  expect(sum(bills.map((cells) => Math.round(Number(cells.at(-1)) * 100)))).toBe(
    sum((await documents()).map(({ kind, totalPaise }) => (kind === "bill" ? totalPaise : 0))),
  );

  expect((await page(`/reports/gst/names?month=${month}`)).text).toContain(buyer);
  expect((await auditLogTexts(desk, 1))[0]).toMatch(
    /^Opened the bills and credit notes of .* with the buyers’ names\.$/,
  );
  expect(await (await accountant.get(`/reports/gst/names.csv?month=${month}`)).text()).toContain(buyer);
  expect((await auditLogTexts(desk, 1))[0]).toMatch(
    /^Downloaded the bills and credit notes of .* with the buyers’ names\.$/,
  );

  const old = await browserOf("accountant", 11);
  expect((await page(`/reports/gst/names?month=${month}`, old)).status).toBe(200);
  const refused = await old.get(`/reports/gst/names.csv?month=${month}`);
  expect(refused.headers.get("location")).toBe(
    `/passkey?next=${encodeURIComponent(`/reports/gst/names.csv?month=${month}`)}`,
  );
  expect((await auditLogTexts(desk, 1))[0]).toMatch(/^Opened the/);
});

test("a paper that does not add up is named, and a month without papers, or a shop without a GSTIN, is told so", async () => {
  await db.execute(sql`alter table documents disable trigger documents_stay`);
  const number = (await documents())[0]!.number;
  const change = (paise: number) => sql`
    update documents set content = jsonb_set(content, '{lines,0,totalPaise}',
      to_jsonb((content -> 'lines' -> 0 ->> 'totalPaise')::int + ${paise}::int)) where number = ${number}`;
  await db.execute(change(7));
  const { text } = await page(`/reports/gst/return?month=${month}`);
  await db.execute(change(-7));
  await db.execute(sql`alter table documents enable trigger documents_stay`);
  expect(text).toContain("Do not file this yet");
  expect(text).toContain(`${number}: its lines come to`);
  expect((await page("/reports/gst?month=2020-01")).text).toContain(
    "No bill and no credit note was issued in this month.",
  );
  expect((await page("/reports/gst/return?month=2020-01")).text).toContain("This table is empty in this month.");
  services.settings.seller = { ...seller, gstin: null };
  expect((await page("/reports/gst/return")).text).toContain("A shop without a GSTIN files no GSTR-1.");
  services.settings.seller = seller;
});

test("returns stand by their reason, with the requests behind them", async () => {
  expect((await page("/reports/returns")).text).toContain("No returns were requested on these days.");
  await db.execute(sql`
    insert into returns (order_id, line_position, quantity, reason, words, state, asked_at)
    select o.id, 0, 2, 'damaged', '<script>alert(1)</script>', 'asked', ${services.now().toISOString()}::timestamptz
    from orders o where o.number = ${kept.number}`);
  const { text, html } = await page("/reports/returns", owner);
  expect(text).toContain("It came damaged 1 2 0 none Total 1 2 0 ₹0.00");
  expect(html).toContain(`href="/orders/${kept.number}"`);
  expect((await page("/reports/returns?from=2020-01-01&to=2024-01-01")).status).toBe(400);

  await db.execute(sql`
    insert into returns (order_id, line_position, quantity, reason, words, state, asked_at, answered_at)
    select o.id, 0, 1, 'changed-mind', '', 'refused', ${services.now().toISOString()}::timestamptz, now()
    from orders o where o.number = ${kept.number}`);
  const damaged = /href="([^"#]*reason=damaged)#requests"/.exec((await page("/reports/returns")).html)![1]!;
  const shown = await page(damaged.replaceAll("&amp;", "&"));
  expect(shown.text).toContain("The requests for the reason “It came damaged”");
  expect(shown.html.match(/data-label="Order"/g)).toHaveLength(1);
  const file = await accountant.get(damaged.replaceAll("&amp;", "&").replace("returns?", "returns/list.csv?"));
  const rows = rowsOf(await file.text());
  expect(rows.map(([, order, , copies, reason]) => [order, copies, reason])).toEqual([
    [kept.number, "2", "It came damaged"],
  ]);
  expect((await auditLogTexts(desk, 1))[0]).toMatch(/^Downloaded the returns of /);
});

test("searches of three visitors or more are listed, and are text on the page and in the file", async () => {
  expect((await page("/reports/searches")).text).toContain("All searches found books.");
  await db.execute(sql`
    insert into search_counts (day, text, visitors, found)
    values (${today}::date, '=2+2', 4, 0), (${today}::date, 'godan', 7, 2), (${today}::date, 'secret', 2, 0)`);
  const { text } = await page("/reports/searches");
  for (const words of ["=2+2 4 0", "godan 7 2"]) expect(text).toContain(words);
  expect(text).not.toContain("secret");
  expect((await page("/reports/searches")).html).toContain(`href="${services.settings.publicUrl}/search?q=godan"`);
  const file = await (await accountant.get("/reports/searches/table.csv")).text();
  expect(file).toBe("searched_for,visitors,books_found\r\n'=2+2,4,0\r\ngodan,7,2\r\n");
});

test("the worth of the stock, and the books of which none was sold for long, are those of the last count", async () => {
  expect((await page("/reports/stock")).text).toContain("No copies have been counted yet.");
  await db.execute(sql`update books set created_at = '2023-01-05T20:00:00Z' where id in ('kanthapura', 'jejuri')`);
  await db.execute(sql`update stock set on_hand = 3 where book_id = 'jejuri'`);
  await countStock(db);
  const { rows } = await db.execute<{ worth: number; copies: number }>(sql`
    select sum(s.on_hand * b.price_paise)::float8 as worth, sum(s.on_hand)::int as copies
    from stock s join books b on b.id = s.book_id where s.on_hand > 0`);
  const { text } = await page("/reports/stock");
  const written = (rows[0]!.worth / 100).toLocaleString("en-IN", { style: "currency", currency: "INR" });
  expect(text).toContain(written);
  expect(text).toContain("The cost is not known");
  expect(text).toContain("6 Jan 2023 3 "); // The date in India.
  const file = await (await accountant.get("/reports/stock/slow.csv?days=365")).text();
  const slow = rowsOf(file).map(([id]) => id);
  expect(slow[0]).toBe("jejuri");
  expect(slow).not.toContain("kanthapura"); // A copy of it was sold today.
  await db.execute(sql`update books set cost_paise = 10000 where id = 'jejuri'`);
  await countStock(db);
  expect((await page("/reports/stock")).text).toMatch(/The 3 copies whose cost is known\s+cost the shop\s+₹300\.00/);
  const all = rowsOf(await (await accountant.get("/reports/stock/slow.csv?days=all")).text());
  const worths = all.map((cells) => Number(cells.at(-1)));
  expect(worths).toEqual(worths.toSorted((one, other) => other - one));
  expect(worths.reduce((sum, worth) => sum + worth, 0)).toBeCloseTo(rows[0]!.worth / 100);
  expect(all.find(([id]) => id === "jejuri")!.at(-2)).toBe("100.00");
  const first = await page("/reports/stock?days=all");
  expect(first.text).toContain("the most valuable first");
  const next = /href="([^"]*days=all&amp;after=[^"]*)"/.exec(first.html)![1]!.replaceAll("&amp;", "&");
  const booksOn = (html: string) => [...html.matchAll(/data-label="Value"/g)].length;
  expect([booksOn(first.html), booksOn((await page(next)).html)]).toEqual([50, 50]);
  await db.execute(sql`update stock set on_hand = 0 where book_id <> 'kanthapura' and reserved = 0`);
  await countStock(db);
  expect((await page("/reports/stock?days=90")).text).toContain("No book has been in stock without a sale since");
});

test("a bill opens as a PDF at the desk for whoever may read it, and that is in the audit log", async () => {
  const { number } = (await documents())[0]!;
  const path = `/documents/${number.replace("/", "-")}`;
  expect((await page(`/reports/gst?month=${month}`)).html).toContain(`href="${path}"`);
  const pdf = await accountant.get(path);
  expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect((await auditLogTexts(desk, 1))[0]).toBe(`Opened bill ${number}.`);
  expect((await accountant.get("/documents/EP26-27-999999")).status).toBe(404);
  expect((await (await browserOf("packer")).get(path)).status).toBe(403);
});
