/** Tests of disputes (chargebacks): alerts at each change, and unusual data. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { alertsAbout, paidOrder, payAtRazorpay } from "#tests/support/sales/paid-order.ts";
import { cartOf, orderOf, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { deliveriesOf, sign, receiveFromRazorpay } from "#tests/support/shop/webhooks.ts";
import { settlePayment } from "./settle-payment.server.ts";
import { processWebhooks } from "./webhooks.server.ts";

const testServices = await openTestServices();
const { db, services, standIn } = testServices;
await setStock(db, "godan", 10);

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

/** Receives Razorpay's webhook about an order's dispute, optionally with a changed body. */
async function hear(providerOrderId: string, change: (told: string) => string = (told) => told) {
  const told = deliveriesOf(testServices, providerOrderId).find(({ type }) => type === "payment.dispute.created")!;
  const { body, signature } = sign(change(told.body.toString()), told.type);
  expect(await receiveFromRazorpay(services, body, signature, "evt_of_a_dispute")).toBe("stored");
  await processWebhooks(services);
}

test("a dispute calls a person at each turn it takes, once, and changes nothing by itself", async () => {
  standIn.setFault("dispute", {});
  const { number, providerOrderId, paymentId, totalPaise } = await paidOrder(testServices, "disputes", { godan: 1 });
  await hear(providerOrderId);
  await hear(providerOrderId, (told) => JSON.stringify(JSON.parse(told), null, 1));
  const asked = `The bank asks for ${formatPaise(totalPaise)} of payment ${paymentId} back: goods or services not received or partially received`;
  expect(await alertsAbout(db, number)).toEqual([expect.stringContaining(asked)]);
  expect((await alertsAbout(db, number))[0]).toMatch(
    /Answer by \d+ \w+ \d{4} on Razorpay's dashboard\. \(dispute disp_\w+\)$/,
  );
  await hear(providerOrderId, (told) => told.replace("dispute.created", "dispute.under_review"));
  await hear(providerOrderId, (told) => told.replace("dispute.created", "dispute.lost"));
  expect(await alertsAbout(db, number)).toHaveLength(3);
  expect((await alertsAbout(db, number)).at(-1)).toContain("The bank has decided for the reader");
  expect(await stateOf(db, number)).toBe("paid");
});

test("a dispute is told though Razorpay no longer tells of its order", async () => {
  standIn.setFault("dispute", {});
  const { number, providerOrderId } = await paidOrder(testServices, "oldorder", { godan: 1 });
  standIn.setFault("oldOrder", { times: "always" });
  await hear(providerOrderId);
  standIn.setFault("oldOrder", null);
  expect(await alertsAbout(db, number)).toEqual([expect.stringMatching(/^The bank asks for .* Answer by/)]);
  const { rows } = await db.execute<{ state: string; tries: number }>(
    sql`select state, tries from webhook_events where provider_order_id = ${providerOrderId}`,
  );
  expect(rows).toEqual([{ state: "done", tries: 1 }]);
});

test("a dispute of a payment that the shop has not heard of is told, if its order is ours", async () => {
  standIn.setFault("dispute", {});
  const { number, providerOrderId } = await orderOf(services, cartOf("unheard"), { godan: 1 });
  await payAtRazorpay(testServices, providerOrderId);
  await hear(providerOrderId);
  expect(await alertsAbout(db, number)).toHaveLength(1);
  await hear(providerOrderId, (told) =>
    told.replaceAll(providerOrderId, "order_ofSomebodyElse").replaceAll("pay_", "pay_x"),
  );
  expect(await alertsAbout(db, number)).toHaveLength(1);
});

test("a dispute of a second payment does not keep from telling that it is one", async () => {
  standIn.setFault("dispute", {});
  standIn.setFault("secondSuccess", { outcome: "captured" });
  const { number, providerOrderId } = await orderOf(services, cartOf("disputed-second"), { godan: 1 });
  await payAtRazorpay(testServices, providerOrderId);
  const payments = standIn.ledger().payments.filter(({ order_id }) => order_id === providerOrderId);
  expect(payments).toHaveLength(2);
  for (const { id } of payments) await hear(providerOrderId, (told) => told.replaceAll(/pay_\w+/g, id));
  await settlePayment(services, providerOrderId, "webhook");
  expect(await alertsAbout(db, number)).toEqual([
    ...payments.map(({ id }) => expect.stringContaining(`of payment ${id} back`)),
    expect.stringMatching(/^Payment pay_\w+ is a second payment of the order\. It is refunded in full\.$/),
  ]);
});

test("each turn of a dispute has its words", async () => {
  standIn.setFault("dispute", {});
  const { number, providerOrderId } = await paidOrder(testServices, "eachturn", { godan: 1 });
  const words: [turn: string, told: RegExp][] = [
    ["under_review", /back: .*\. The bank is looking at the answer\. \(dispute/],
    ["action_required", /back: .*\. Answer by \d+ \w+ \d{4} on Razorpay's dashboard\. \(dispute/],
    ["won", /back: .*\. The bank has decided for the shop: the money stays\. \(dispute/],
    ["lost", /back: .*\. The bank has decided for the reader: the money is gone\. \(dispute/],
    ["closed", /back: .*\. The dispute is closed\. \(dispute/],
  ];
  for (const [turn] of words) await hear(providerOrderId, (told) => told.replace("dispute.created", `dispute.${turn}`));
  expect(await alertsAbout(db, number)).toEqual(words.map(([, told]) => expect.stringMatching(told)));
});

test("the day to answer by is the bank's, and one beyond all years, no sum and no reason are left out", async () => {
  standIn.setFault("dispute", {});
  const { number, providerOrderId } = await paidOrder(testServices, "whatday", { godan: 1 });
  const hearOf = (respondBy: number, reason: string) =>
    hear(providerOrderId, (told) =>
      told
        .replace(/"respond_by":\d+/, `"respond_by":${respondBy}`)
        .replace(/"reason_code":"\w+"/, `"reason_code":${reason}`)
        .replace(/("entity":"dispute","payment_id":"\w+","amount":)\d+/, "$1null"),
    );
  await hearOf(Date.UTC(2031, 4, 17, 6) / 1000, "null");
  await hearOf(253_402_300_800, '"fraud"');
  expect(await alertsAbout(db, number)).toEqual([
    expect.stringMatching(/^The bank asks for payment pay_\w+ back\. Answer by 17 May 2031 on Razorpay's dashboard\./),
    expect.stringMatching(/^The bank asks for payment pay_\w+ back: fraud\. Answer on Razorpay's dashboard\./),
  ]);
});

test("a turn of a dispute, a sum and a day that nobody knows are told as they came", async () => {
  standIn.setFault("dispute", {});
  const { number, providerOrderId } = await paidOrder(testServices, "newturn", { godan: 1 });
  await hear(providerOrderId, (told) =>
    told
      .replace("dispute.created", "dispute.moved_on")
      .replace(/"respond_by":\d+/, '"respond_by":"soon"')
      .replace(/("entity":"dispute","payment_id":"\w+","amount":)\d+/, '$1"much"'),
  );
  const [alert] = await alertsAbout(db, number);
  expect(alert).toMatch(/^The bank asks for payment pay_\w+ back: .*\. Razorpay calls this "moved_on"\./);
});

test("a dispute that says odd things is told in plain letters", async () => {
  standIn.setFault("dispute", {});
  const { number, providerOrderId } = await paidOrder(testServices, "oddreason", { godan: 1 });
  await hear(providerOrderId, (told) => told.replace(/"reason_code":"\w+"/, '"reason_code":"<b>\\u0000not_mine"'));
  expect((await alertsAbout(db, number))[0]).toContain("back: b not mine. Answer");
});
