import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { addPasskeyRow, addStaff, addStaffSession, openDeskBrowser, openTestDesk } from "#tests/support/desk/desk.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk();
const { db, services } = desk;
const staffId = await addStaff(desk, "owner");
await addPasskeyRow(desk, staffId);
const browser = openDeskBrowser(desk, await addStaffSession(desk, staffId, { passkeyMinutes: 0 }));
await setStock(db, "godan", 20);
const carrier = { carrier: "India Post", trackingNumber: "EK1IN", trackingUrl: "" };

/** The part of a page with a button, from the heading or list item before it to the end of its form. */
async function around(path: string, button: string, posted?: Record<string, string>): Promise<string> {
  const answer = posted ? await browser.post(path, posted) : await browser.get(path);
  const html = await answer.text();
  const at = html.indexOf(`value="${button}"`);
  expect(at, `${button} on ${path}`).toBeGreaterThan(0);
  const from = Math.max(html.lastIndexOf("<h2", at), html.lastIndexOf("<h1", at));
  return html.slice(from, html.indexOf("</form>", at));
}

async function askReturn(id: string | number, state: "asked" | "accepted") {
  await db.execute(sql`
    insert into returns (order_id, line_position, quantity, reason, words, state, asked_at, answered_at)
    values (${id}, 0, 1, 'damaged', '', ${state}, now(), case when ${state}::text = 'accepted' then now() end)`);
}

test("what sends a letter or moves money says beside its button that it cannot be undone", async () => {
  const toSend = await paidOrder(desk, "final-send", { godan: 1 });
  const sent = await paidOrder(desk, "final-sent", { godan: 2 });
  await shipOrder(services, sent.number, carrier);
  const asked = await paidOrder(desk, "final-asked", { godan: 1 });
  await askReturn(asked.id, "asked");
  const coming = await paidOrder(desk, "final-coming", { godan: 1 });
  await askReturn(coming.id, "accepted");
  await db.execute(sql`update outbox set state = 'sent', sent_at = now()`);
  const file = `order,carrier,tracking\n${toSend.number},India Post,EK2IN`;
  for (const [path, button, posted] of [
    [`/parcels?hand=${toSend.number}`, "orders.ship"],
    [`/orders/${sent.number}`, "orders.send-again"],
    [`/orders/${sent.number}`, "orders.refund"],
    [`/orders/${toSend.number}`, "orders.cancel"],
    [`/orders/${asked.number}`, "returns.accept"],
    [`/orders/${asked.number}`, "returns.refuse"],
    [`/orders/${coming.number}`, "returns.receive"],
    ["/parcels/tracking", "parcels.send-tracking", { intent: "parcels.preview-tracking", text: file, carrier: "" }],
  ] as const)
    expect(await around(path, button, posted), `${button} on ${path}`).toMatch(/cannot be\s+undone/);
  for (const path of ["/parcels?sent=yes", `/orders/${sent.number}`])
    expect(await around(path, "orders.deliver"), path).toMatch(/can (be undone|undo it) for an hour/);
});
