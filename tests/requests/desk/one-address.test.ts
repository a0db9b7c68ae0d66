import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { addPasskeyRow, addStaff, addStaffSession, openDeskBrowser, openTestDesk } from "#tests/support/desk/desk.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock, stateOf } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk();
const { db } = desk;
await setStock(db, "godan", 40);
const packerId = await addStaff(desk, "packer");
await addPasskeyRow(desk, packerId);
const packer = openDeskBrowser(desk, await addStaffSession(desk, packerId));

test.each([1, 2])(
  "a parcel with %d more orders is refused when one of them has another address by then",
  async (more) => {
    const places = Array.from({ length: more + 1 }, (_, place) => place);
    const numbers: string[] = [];
    for (const place of places) numbers.push((await paidOrder(desk, `door-${more}-${place}`, { godan: 1 })).number);
    await db.execute(
      sql`update orders set address_line1 = ${`${more} Only Lane`} where number = any(${numbers}::text[])`,
    );
    const [first, ...others] = numbers as [string, ...string[]];
    const page = await (await packer.get(`/parcels?hand=${first}`)).text();
    for (const other of others) expect(page).toContain(`name="with-${other}"`);
    await db.execute(sql`update orders set address_line1 = '1 New Street' where number = ${others[0]!}`);
    const beside = Object.fromEntries(others.map((other) => [`with-${other}`, "godan:1"]));
    const tracking = { carrier: "India Post", trackingNumber: "EK1IN", trackingUrl: "" };
    const form = {
      intent: "orders.ship",
      once: crypto.randomUUID(),
      order: first,
      left: "godan:1",
      ...tracking,
      ...beside,
    };
    const answer = await packer.post("/parcels", form);
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining(others[0]!)]);
    for (const number of numbers) expect(await stateOf(db, number)).toBe("paid");
  },
);
