/** Payouts at the desk: the list, their lines and files, differences, and errors of Razorpay. */
import { beforeEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { addStaff, addStaffSession, openDeskBrowser, openTestDesk, auditLogTexts } from "#tests/support/desk/desk.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { textOfPage } from "#tests/support/pages/text-of-page.ts";

const desk = await openTestDesk();
const { db } = desk;
await setStock(db, "godan", 20);
const accountant = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, "accountant", "Meera")));
const owner = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, "owner", "Ravi")));
const paid = await paidOrder(desk, "payouts-page", { godan: 1 });

beforeEach(async () => {
  await db.execute(sql`truncate settlement_lines, settlements, settlement_days, payout_differences`);
});

/** Inserts a payout of this payment, with a correction whose description is `words`. */
async function payout(id: string, settledAt: string, words: string) {
  await db.execute(sql`
    insert into settlements (id, settled_at, utr, line_count, credit_paise, debit_paise, fee_paise, tax_paise)
    values (${id}, ${settledAt}::timestamptz, 'UTIB123', 2, 100050, 2000, 944, 144)`);
  await db.execute(sql`
    insert into settlement_lines (settlement_id, entity_id, kind, currency, amount_paise, credit_paise, debit_paise,
      fee_paise, tax_paise, description)
    values (${id}, ${paid.paymentId}, 'payment', 'INR', 100994, 100050, 0, 944, 144, ''),
      (${id}, 'adj_1', 'adjustment', 'INR', 2000, 0, 2000, 0, 0, ${words})`);
  await db.execute(sql`insert into settlement_days (day, read_at, unreadable) values ('2026-11-05', now(), 0)
    on conflict do nothing`);
}

const page = async (path: string, browser = accountant) => {
  const answer = await browser.get(path);
  return { status: answer.status, text: textOfPage(await answer.text()) };
};

test("a shop without payouts is told so", async () => {
  const { status, text } = await page("/payouts");
  expect(status).toBe(200);
  for (const words of [
    "Nothing has been compared yet.",
    "Nothing has been paid out yet.",
    "Razorpay has not been checked yet",
  ])
    expect(text).toContain(words);
  // A payment that has just arrived is in no payout.
  expect(text).toContain("1 payment of");
  expect(text).toContain(paid.number);
});

test("payouts are listed with what reached the bank, and each has its lines and its file", async () => {
  await payout("setl_First", "2026-11-05T05:30:00Z", '=HYPERLINK("https://x.example")');
  const { text } = await page("/payouts");
  for (const words of ["5 Nov 2026", "UTR UTIB123", "₹980.50", "₹9.44", "₹1.44", "records agree"])
    expect(text).toContain(words);
  const one = await page("/payouts/setl_First");
  for (const words of ["Payout of 5 November 2026", paid.number, "−₹20.00", '=HYPERLINK("https://x.example")'])
    expect(one.text).toContain(words);
  const file = await accountant.get("/payouts/setl_First/lines.csv");
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="payout-2026-11-05.csv"');
  expect((await file.text()).split("\r\n")).toEqual([
    "number,kind,order,amount,fee,of_it_gst,credit,debit,description",
    `adj_1,adjustment,,20.00,0.00,0.00,0.00,20.00,"'=HYPERLINK(""https://x.example"")"`,
    `${paid.paymentId},payment,${paid.number},1009.94,9.44,1.44,1000.50,0.00,`,
    "",
  ]);
  for (const path of ["/payouts/setl_Nothing", "/payouts/setl_Nothing/lines.csv"])
    expect((await page(path)).status, path).toBe(404);
});

test("a difference is closed with what was found out, once, and can be opened again", async () => {
  await payout("setl_First", "2026-11-05T05:30:00Z", "");
  await db.execute(sql`
    insert into settlement_lines (settlement_id, entity_id, kind, currency, amount_paise, credit_paise, debit_paise,
      fee_paise, tax_paise)
    values ('setl_First', 'rfnd_Nobodys', 'refund', 'INR', 700, 0, 700, 0, 0)`);
  await db.execute(sql`
    insert into payout_differences (kind, entity_id, expected_paise, found_paise, found_at)
    values ('amount', ${paid.paymentId}, 100094, 100994, now()), ('unknown-refund', 'rfnd_Nobodys', null, 700, now())`);
  const { text } = await page("/payouts");
  expect(text).toContain("The shop’s records say ₹1,000.94, the payout says ₹1,009.94.");
  expect(text).toContain("Razorpay deducted a refund of ₹7.00 that the shop does not know.");

  const close = { intent: "payouts.close", kind: "amount", entity: paid.paymentId };
  const empty = await accountant.post("/payouts", { ...close, why: " " });
  expect(empty.status).toBe(422);
  expect(textOfPage(await empty.text())).toContain("Explain the difference");
  for (let sent = 0; sent < 2; sent += 1) {
    const answer = await accountant.post("/payouts", { ...close, why: "A fee of the card" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/payouts"]);
  }
  expect(await auditLogTexts(desk, 2)).not.toEqual(Array(2).fill(expect.stringContaining("Closed a difference")));
  expect((await auditLogTexts(desk, 1))[0]).toBe(`Closed a difference of a payout about ${paid.paymentId}.`);
  const after = await page("/payouts");
  expect(after.text).toContain("Recently closed");
  await accountant.post("/payouts", { ...close, intent: "payouts.reopen" });
  expect((await page("/payouts")).text).not.toContain("Recently closed");
});

test("it is said when Razorpay could not be asked, and when lines could not be read", async () => {
  await db.execute(sql`
    insert into settlement_days (day, read_at, unreadable) values ('2026-11-05', now() - interval '3 days', 2)`);
  const { text } = await page("/payouts");
  expect(text).toContain("Razorpay could not be reached for more than a day");
  expect(text).toContain("2 lines of Razorpay could not be read");
});

test("older payouts are on further pages, and an accountant sees no link to an order", async () => {
  for (let n = 10; n < 45; n += 1)
    await db.execute(sql`
      insert into settlements (id, settled_at) values (${`setl_Day${n}`}, ${`2026-10-05T05:30:00Z`}::timestamptz + ${`${n} hours`}::interval)`);
  const html = await (await owner.get("/payouts")).text();
  expect(html).toContain(`href="/orders/${paid.number}"`);
  expect(await (await accountant.get("/payouts")).text()).not.toContain('href="/orders/');
  const older = /href="(\/payouts\?before=\w+)"/.exec(html)![1]!;
  expect(older).toBe("/payouts?before=setl_Day15");
  const last = await (await accountant.get(older)).text();
  expect(last.match(/href="\/payouts\/setl_Day\d+"/g)).toHaveLength(5);
});
