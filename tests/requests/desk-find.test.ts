import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { shipOrder } from "#shop/orders/ship-order.server.ts";
import type { Role } from "#shop/staff/roles.ts";
import { addStaff, addStaffSession, openDeskBrowser, openTestDesk } from "#tests/support/desk.ts";
import { paidOrder } from "#tests/support/paid-order.ts";
import { setStock } from "#tests/support/sale.ts";

const desk = await openTestDesk();
await setStock(desk.db, "godan", 50);
const { number, paymentId } = await paidOrder(desk, "finding", { godan: 1 });
await shipOrder(desk.services, number, { carrier: "India Post", trackingNumber: "EK99IN", trackingUrl: "" });

async function find(role: Role, text: string) {
  const browser = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, role)));
  const answer = await browser.get(`/find?text=${encodeURIComponent(text)}`);
  return { status: answer.status, location: answer.headers.get("location"), html: await answer.text() };
}

test("a number that names an order leads there; a name, an address and words lead to what they find", async () => {
  for (const text of [number, ` ${number.toLowerCase()} `, "EK99IN", "ek99in", paymentId])
    expect(await find("bookseller", text), text).toMatchObject({ status: 303, location: `/orders/${number}` });
  for (const text of ["asha", "finding@example.com", "9876543210"])
    expect((await find("bookseller", text)).html, text).toContain(`/orders/${number}`);
  const { html } = await find("bookseller", "godan");
  expect(html).toContain('href="/books/godan"');
  await desk.db.execute(sql`update books set isbn13 = '9780140107838' where id = 'godan'`);
  await desk.db.execute(sql`update books set is_listed = false where id = 'godan'`);
  for (const [role, location] of [
    ["owner", "/books/godan"],
    ["packer", "/stock/books/godan"],
  ] as const)
    expect(await find(role, "978-0-14-010783-8")).toMatchObject({ status: 303, location });
  await desk.db.execute(sql`update books set is_listed = true where id = 'godan'`);
  expect((await find("owner", "staf")).html).toMatch(/<h2[^>]*>Pages of the desk<\/h2>.*href="\/staff"/s);
});

test("a payment whose number has no digit is found by it", async () => {
  const rename = (from: string, to: string) => desk.db.execute(sql`update payments set id = ${to} where id = ${from}`);
  await rename(paymentId, "pay_WithoutDigits");
  const found = await find("bookseller", "pay_WithoutDigits");
  await rename("pay_WithoutDigits", paymentId);
  expect(found).toMatchObject({ status: 303, location: `/orders/${number}` });
});

test("who may not see orders finds none, and no page that is not theirs", async () => {
  for (const text of [number, "asha", "finding@example.com"]) {
    const { status, html } = await find("packer", text);
    expect(status).toBe(200);
    expect(html).not.toContain(`/orders/${number}`);
  }
  expect((await find("packer", "staff")).html).not.toContain("Pages of the desk");
});

test("nothing typed is told what can be, nothing found is said with the text as it was written", async () => {
  expect((await find("owner", "")).html).toContain("Write into the search box at the top");
  const { html } = await find("owner", "<script>zqx</script>");
  expect(html).toContain("Nothing was found for");
  expect(html).not.toContain("<script>zqx");
  expect((await find("owner", "%_\\")).status).toBe(200);
});
