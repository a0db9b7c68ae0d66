import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { isoDay } from "#shop/kernel/dates/dates.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { seller } from "#tests/support/sales/billed-order.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { runCommand } from "./run-command.ts";

const registered = { SELLER_STATE: "KA", SELLER_GSTIN: seller.gstin! };
const testServices = await openTestServices({ shippingFeePaise: 4900, seller });
const { services } = testServices;
const folder = await mkdtemp(join(tmpdir(), "endpaper-gst-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const run = (args: string[], settings = {}) =>
  runCommand(["gst", "return", ...args], { ...settingsOf(testServices), ...registered, ...settings });

const thisMonth = isoDay(services.now()).slice(0, 7);

test("the return of a month adds up what its bills and credit notes say, and is written whole", async () => {
  await setStock(services.db, "godan", 20);
  const kept = await paidOrder(testServices, "kept", { godan: 2 });
  const cancelled = await paidOrder(testServices, "cancelled", { godan: 1 });
  await cancelOrder(services, { number: cancelled.number, by: { actor: "command line" }, cause: "bookseller" });
  await processRefunds(services);
  await issueDocuments(services);

  const path = join(folder, "new", "october");
  const { exitCode, out } = await run([thisMonth, "--folder", path, "--json"]);
  expect(exitCode).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ elsewhere: 0, large: [] });
  const written = JSON.parse(await readFile(join(path, "gstr1.json"), "utf8"));
  expect(written).toMatchObject({
    gstin: seller.gstin,
    fp: thisMonth.slice(5) + thisMonth.slice(0, 4),
    b2cs: [],
    nil: { inv: [{ expt_amt: kept.totalPaise / 100, nil_amt: 0 }] },
    hsn: { hsn_b2c: [{ hsn_sc: "4901", qty: 2, txval: kept.totalPaise / 100 }] },
    doc_issue: {
      doc_det: [
        { doc_num: 1, docs: [{ totnum: 2 }] },
        { doc_num: 5, docs: [{ totnum: 1 }] },
      ],
    },
  });
  expect((await readdir(path)).toSorted()).toEqual([
    "gstr1.json",
    "table-12-hsn-b2c.csv",
    "table-13-docs.csv",
    "table-7-b2cs.csv",
    "table-8-exemp.csv",
  ]);
  expect((await run([thisMonth])).out).toContain("The month is not over yet.");
});

test("another month has nothing of it, and documents of another GSTIN are left out and counted", async () => {
  expect((await run(["2020-02"])).out).toContain("No bill and no credit note was issued.");
  const other = await run([thisMonth], { SELLER_STATE: "DL", SELLER_GSTIN: "07AABCE1234F1Z7" });
  expect(other).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining("3 documents under another GSTIN, or none, left out."),
  });
});

test("a shop without a GSTIN files none, and what is no month is said", async () => {
  expect((await run([thisMonth], { SELLER_GSTIN: undefined })).out).toBe(
    "A shop without a GSTIN files no GSTR-1. SELLER_GSTIN sets it.",
  );
  for (const month of ["2026-13", "October", "2026-1"])
    expect(await run([month])).toEqual({ exitCode: 2, out: "", error: `"${month}" is no month; write it as 2026-10.` });
  const file = join(folder, "new", "october", "gstr1.json");
  expect(await run([thisMonth, "--folder", file])).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("cannot be written"),
  });
});
