/** The desk's page Today: its items by role, dismissed letters and searches, and updates. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { nameDay } from "#shop/kernel/regions/delivery-promise.ts";
import { raiseAlert } from "#shop/kernel/alerts/raise-alert.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { requestRefund } from "#shop/sales/payments/refunds.server.ts";
import type { Role } from "#shop/people/staff/roles.ts";
import { addStaff, addStaffSession, openDeskBrowser, openTestDesk, auditLogTexts } from "#tests/support/desk/desk.ts";
import { count, setStock } from "#tests/support/sales/sale.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";

const desk = await openTestDesk();
const { db } = desk;
await setStock(db, "godan", 50);

async function browserOf(role: Role) {
  return openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, role)));
}
async function today(role: Role): Promise<string> {
  return (await (await browserOf(role)).get("/")).text();
}

test("each sees what they can do something about; nothing to do is said; without a script there is a link", async () => {
  expect(await today("owner")).toContain("There is nothing to do.");
  await paidOrder(desk, "today", { godan: 1 });
  await db.execute(sql`insert into jobs (name, failed_at, failures_in_a_row) values ('covers', now(), 3)`);
  await db.execute(sql`insert into alerts (kind, message) values ('payment', '<b>A payment</b> of nobody.')`);
  const owner = await today("owner");
  for (const words of ["1 order to pack", "1 job of the shop that failed", "1 payment or refund to look at"])
    expect(owner).toContain(words);
  expect(owner).toContain("&lt;b&gt;A payment&lt;/b&gt; of nobody.");
  expect(owner).toMatch(/<a[^>]*href="\/"[^>]*>Refresh<\/a>/);
  const packer = await today("packer");
  expect(packer).toContain("1 order to pack");
  for (const words of ["job of the shop", "payment or refund", "of nobody"]) expect(packer).not.toContain(words);
  expect(await today("accountant")).toContain("There is nothing to do.");
});

test("a button does what its line says, and the audit log has it", async () => {
  const owner = await browserOf("owner");
  const { rows } = await db.execute<{ id: string }>(sql`select id from alerts where seen_at is null`);
  const seen = await owner.post("/?index", { intent: "today.see-concern", what: "payment", id: rows[0]!.id });
  expect([seen.status, seen.headers.get("location")]).toEqual([303, "/"]);
  expect(await (await owner.get("/")).text()).toContain("It is marked as seen.");
  expect(await today("owner")).not.toContain("payment or refund");
  expect((await auditLogTexts(desk, 1))[0]).toBe("Marked an alert about money as seen.");
  await db.execute(sql`
    insert into outbox (kind, to_address, subject_key, state, tries) values ('contact-received', 'a@example.com', 'x', 'dead', 16)`);
  expect(await today("bookseller")).toContain("1 letter that could not be sent");
  await owner.post("/?index", { intent: "today.retry-letters" });
  expect(await count(db, sql`select count(*) from outbox where state = 'dead'`)).toBe(0);
  expect((await auditLogTexts(desk, 1))[0]).toBe("Started to send 1 letter again.");
});

test("letters that could not be sent are off the page once somebody has seen to them, and those that came meanwhile stay", async () => {
  const dead = (key: string) =>
    db.execute(sql`
      insert into outbox (kind, to_address, subject_key, state) values ('contact-received', 'a@example.com', ${key}, 'dead')`);
  await dead("shown");
  const seller = await browserOf("bookseller");
  const page = await (await seller.get("/")).text();
  expect(page).toContain("1 letter that could not be sent");
  const shown = /name="shown" value="([\d,]+)"/.exec(page)![1]!;
  await dead("came meanwhile");
  expect((await seller.post("/?index", { intent: "today.see-letters", shown: "x" })).status).toBe(422);
  await seller.post("/?index", { intent: "today.see-letters", shown });
  expect((await auditLogTexts(desk, 1))[0]).toBe("Dismissed 1 letter that could not be sent.");
  expect(await today("bookseller")).toContain("1 letter that could not be sent");
  const { rows } = await db.execute<{ key: string }>(
    sql`select subject_key as key from outbox where state = 'dead' and seen_at is null`,
  );
  expect(rows).toEqual([{ key: "came meanwhile" }]);
  await db.execute(sql`delete from outbox where state = 'dead'`);
});

test("searches that found nothing lead to their report, and are off the page until there are new ones", async () => {
  const search = (days: number) =>
    db.execute(sql`
    insert into search_counts (day, text, visitors, found)
    values ((now() at time zone 'Asia/Kolkata')::date - ${days}::int, 'zafarnama', 5, 0)`);
  await search(2);
  const owner = await today("owner");
  expect(owner).toMatch(/1 search that found nothing.*The oldest has waited.*href="\/reports\/searches"/s);
  const seller = await browserOf("bookseller");
  await seller.post("/?index", { intent: "today.see-searches" });
  expect((await auditLogTexts(desk, 1))[0]).toBe("Dismissed the searches that found nothing.");
  expect(await today("owner")).not.toContain("that found nothing");
  await search(-1);
  expect(await today("owner")).toContain("1 search that found nothing");
  await db.execute(sql`delete from search_counts`);
  await db.execute(sql`delete from searches_seen`);
});

test("an alert about a payment says what came in, and whether money must still go back", async () => {
  const { id, number, paymentId, totalPaise } = await paidOrder(desk, "twice", { godan: 1 });
  const message = `Payment ${paymentId} is a second payment of the order.`;
  await raiseAlert(db, { kind: "payment", orderId: id, subject: paymentId, message });
  const sum = formatPaise(totalPaise);
  const said = async () => (await today("owner")).replaceAll("<!-- -->", "");
  expect(await said()).toContain(`${sum} was received, and nothing was refunded. If the reader should get it back,`);
  const firstPaise = 10_000;
  await requestRefund(db, { paymentId, amountPaise: firstPaise, reason: "duplicate", at: desk.services.now() });
  expect(await said()).toContain(
    `${sum} was received. ₹100.00 is being refunded by the shop. The shop keeps ${formatPaise(totalPaise - firstPaise)}.`,
  );
  await requestRefund(db, { paymentId, reason: "duplicate", at: desk.services.now() });
  expect(await said()).toContain(`${sum} is being refunded by the shop. Nothing is left to do.</p>`);
  expect(await said()).toContain(`${number}</span></a>`);
  await db.execute(sql`update alerts set seen_at = now()`);
});

test("the page hears what changes, and nobody without a session does", async () => {
  expect((await openDeskBrowser(desk).get("/today/changes")).status).toBe(302);
  const answer = await (await browserOf("packer")).get("/today/changes?version=old");
  expect(answer.headers.get("content-type")).toContain("text/event-stream");
  expect(answer.headers.get("cache-control")).toContain("no-store");
  const reader = answer.body!.getReader();
  let heard = "";
  while (!heard.includes("event: changed")) heard += new TextDecoder().decode((await reader.read()).value);
  await reader.cancel();
});

test("who packs sees on a day off that nobody packs, and when packing goes on", async () => {
  const { policies } = desk.services.settings;
  const { delivery } = policies;
  const now = Date.now();
  const [day, next] = [0, 1].map((days) => isoDay(new Date(now + days * 86_400_000)));
  policies.delivery = {
    ...delivery,
    packsOn: [0, 1, 2, 3, 4, 5, 6],
    daysOff: [{ from: day!, to: day!, name: "Diwali" }],
  };
  try {
    const words = `Nobody packs today (Diwali). The next packing day is ${nameDay(next!)}.`;
    expect(await today("packer")).toContain(words);
    expect(await today("accountant")).not.toContain("Nobody packs");
  } finally {
    policies.delivery = delivery;
  }
});
