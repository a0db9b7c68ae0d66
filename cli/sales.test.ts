import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { isoDay } from "#shop/kernel/dates/dates.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { runCommand } from "./run-command.ts";

const testServices = await openTestServices({ shippingFeePaise: 4900 });
const { services } = testServices;
const folder = await mkdtemp(join(tmpdir(), "endpaper-sales-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const run = (...args: string[]) => runCommand(["sales", ...args], settingsOf(testServices));

const month = isoDay(services.now()).slice(0, 7);
await setStock(services.db, "godan", 20);
await setStock(services.db, "indica", 20);
await paidOrder(testServices, "kept", { godan: 2, indica: 1 });
const cancelled = await paidOrder(testServices, "cancelled", { godan: 1 });
await cancelOrder(services, { number: cancelled.number, by: { actor: "command line" }, cause: "bookseller" });
await processRefunds(services);
await issueDocuments(services);

interface Row {
  name: string;
  soldCopies: number;
  soldPaise: number;
  backCopies: number;
  backPaise: number;
}
const salesOf = async (...args: string[]) => JSON.parse((await run(...args, "--json")).out) as Row[];
const sum = (rows: Row[], key: Exclude<keyof Row, "name">) => rows.reduce((total, row) => total + row[key], 0);

test("what was sold and given back is the same by day, title, category and publisher", async () => {
  const byDay = await salesOf(month);
  expect(byDay).toHaveLength(1);
  const { soldPaise, backPaise } = byDay[0]!;
  expect(byDay[0]).toMatchObject({ name: isoDay(services.now()), soldCopies: 4, backCopies: 1 });
  expect(backPaise).toBe(cancelled.totalPaise - 4900);
  for (const by of ["title", "category", "publisher"]) {
    const rows = await salesOf(month, "--by", by);
    expect([
      by,
      sum(rows, "soldPaise"),
      sum(rows, "backPaise"),
      sum(rows, "soldCopies"),
      sum(rows, "backCopies"),
    ]).toEqual([by, soldPaise, backPaise, 4, 1]);
  }
  const authors = await salesOf(month, "--by", "author");
  expect(authors.find(({ soldCopies }) => soldCopies === 3)).toMatchObject({ backCopies: 1 });
});

test("a month without sales says so, a span of months has them, and a file has the same rows", async () => {
  expect((await run("2020-02")).out).toBe("Nothing was sold.");
  const path = join(folder, "sales.csv");
  const { out } = await run("2024-01", month, "--by", "title", "--csv", path);
  expect(out).toMatch(/^Together ₹/m);
  const [heading, ...lines] = (await readFile(path, "utf8")).trimEnd().split("\r\n");
  expect(heading).toMatch(
    /^title,sold_copies,sold,given_back_copies,given_back,left_without_tax,.*,cost,margin,margin_percent$/,
  );
  expect(lines).toHaveLength(2);
});

test.each([
  ["what is no month", ["October"], '"October" is no month; write it as 2026-10.'],
  ["a span that ends before it begins", ["2026-10", "2026-09"], "2026-09 is before 2026-10."],
  ["another way to add up", ["2026-10", "--by", "colour"], "--by is day, title, author, category, publisher."],
])("%s is said in one sentence", async (_, args, error) => {
  expect(await run(...args)).toEqual({ exitCode: 2, out: "", error });
});
