/** The desk's menu: the numbers of waiting tasks, and the line of the day's figures on Today, by role. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import type { Role } from "#shop/people/staff/roles.ts";
import { addStaff, addStaffSession, openDeskBrowser, openTestDesk } from "#tests/support/desk/desk.ts";
import { textOfPage } from "#tests/support/pages/text-of-page.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk();
await setStock(desk.db, "godan", 500);

async function pageOf(role: Role, path: string): Promise<string> {
  const browser = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, role)));
  return (await browser.get(path)).text();
}
/** The text of a navigation of the page. */
function navigation(html: string, label: string): string {
  return textOfPage(new RegExp(`<nav[^>]*aria-label="${label}".*?</nav>`, "s").exec(html)?.[0] ?? "");
}

test("the menu says how many parcels, returns, messages and wanted books wait, to who may see their pages", async () => {
  expect(navigation(await pageOf("owner", "/settings"), "The desk")).not.toContain("waiting");
  const { number } = await paidOrder(desk, "counted", { godan: 1 });
  await paidOrder(desk, "counted too", { godan: 1 });
  for (const ticket of ["EPT-00000001", "EPT-00000002", "EPT-00000003"])
    await desk.db.execute(sql`
      insert into contact_messages (ticket, name, email, subject, message, fingerprint)
      values (${ticket}, 'A', 'a@example.com', 'S', 'M', sha256(${ticket}::bytea))`);
  await desk.db.execute(sql`update contact_messages set closed_at = now() where ticket = 'EPT-00000003'`);
  const menu = navigation(await pageOf("bookseller", "/authors"), "The desk");
  expect(menu).toMatch(/Parcels 2 waiting Orders Counter Returns Stock/);
  expect(menu).toMatch(/Messages 2 waiting Wanted books/);
  const ofPacker = navigation(await pageOf("packer", "/stock"), "The desk");
  expect(ofPacker).toContain("Parcels 2 waiting");
  expect(ofPacker).not.toContain("Messages");
  expect(navigation(await pageOf("accountant", "/"), "The desk")).not.toContain("waiting");
  await shipOrder(desk.services, number, { carrier: "India Post", trackingNumber: "EX1", trackingUrl: "" });
  expect(navigation(await pageOf("owner", "/"), "The desk")).toContain("Parcels 1 waiting");
});

test("the bar at the foot of a phone leads where a role may go", async () => {
  expect(navigation(await pageOf("packer", "/"), "Most used").trim()).toBe("Today Scan Parcels Find");
  expect(navigation(await pageOf("accountant", "/"), "Most used").trim()).toBe("Today Find");
  expect(await pageOf("packer", "/find?scan=yes")).toContain("Use the search box at the top");
});

test("Today begins with what was paid today and yesterday, for whoever may read reports", async () => {
  const { number } = await paidOrder(desk, "day before", { godan: 2 });
  const midnight = new Date(`${isoDay(desk.services.now())}T00:00:00+05:30`).getTime();
  const beforeToday = (hours: number) => new Date(midnight - hours * 3_600_000).toISOString();
  await desk.db.execute(sql`update orders set confirmed_at = ${beforeToday(1)}::timestamptz where number = ${number}`);
  const { rows } = await desk.db.execute<{ today: number; yesterday: number; count: number }>(sql`
    select (sum(total_paise) filter (where number <> ${number}))::float8 as today, count(*)::int - 1 as count,
      (sum(total_paise) filter (where number = ${number}))::float8 as yesterday from orders`);
  const { today, yesterday, count } = rows[0]!;
  const shown = async (role: Role) => textOfPage(await pageOf(role, "/"));
  expect(await shown("owner")).toContain(
    `Today ${formatPaise(today)} from ${count} orders ; yesterday ${formatPaise(yesterday)} from 1 order . Paid orders with delivery, before refunds.`,
  );
  expect(await shown("packer")).not.toContain("yesterday");
  await desk.db.execute(sql`update orders set confirmed_at = ${beforeToday(25)}::timestamptz`);
  expect(await shown("owner")).not.toContain("yesterday");
});
