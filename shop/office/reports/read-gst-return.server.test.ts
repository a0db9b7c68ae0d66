import { expect, test } from "vitest";

import { isoDay } from "#shop/kernel/dates/dates.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { seller } from "#tests/support/sales/billed-order.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { gstReturnJson } from "./gst-return-files.ts";
import { readGstReturn } from "./read-gst-return.server.ts";

const testServices = await openTestServices({ shippingFeePaise: 4900, seller });
const { services } = testServices;
const thisMonth = isoDay(services.now()).slice(0, 7);

test("the return of a month adds up its bills and credit notes; those of another GSTIN are left out and counted", async () => {
  await setStock(services.db, "godan", 20);
  const kept = await paidOrder(testServices, "kept", { godan: 2 });
  const cancelled = await paidOrder(testServices, "cancelled", { godan: 1 });
  await cancelOrder(services, { number: cancelled.number, by: { actor: "Meera" }, cause: "bookseller" });
  await processRefunds(services);
  await issueDocuments(services);

  const read = await readGstReturn(services.db, seller.gstin!, thisMonth);
  expect(read).toMatchObject({ elsewhere: 0, problems: [], gstReturn: { large: [] } });
  expect(gstReturnJson(read.gstReturn)).toMatchObject({
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
  expect(await readGstReturn(services.db, "07AABCE1234F1Z7", thisMonth)).toMatchObject({ elsewhere: 3 });
  const none = await readGstReturn(services.db, seller.gstin!, "2020-02");
  expect(none).toMatchObject({ elsewhere: 0, gstReturn: { numbers: [] } });
});
