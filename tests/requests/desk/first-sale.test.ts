import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { textOf } from "#tests/support/desk/desk-form.ts";
import { addPasskeyRow, addStaff, addStaffSession, openDeskBrowser, openTestDesk } from "#tests/support/desk/desk.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";
import { textOfPage } from "#tests/support/pages/text-of-page.ts";

const desk = await openTestDesk();
const { db, services } = desk;
const ownerId = await addStaff(desk, "owner", "Asha");
await addPasskeyRow(desk, ownerId);
const owner = openDeskBrowser(desk, await addStaffSession(desk, ownerId));

const deskText = async (path: string) => textOf(await owner.get(path));

/** The text of a page of the shop for a reader with this cart. */
async function readerText(path: string, cart: string): Promise<string> {
  const headers = { cookie: `cart=${cart}` };
  return textOfPage(await (await desk.pages.fetch(new Request(publicUrl + path, { headers }))).text());
}

async function send(path: string, form: Record<string, string>): Promise<string> {
  const answer = await owner.post(path, form);
  expect(answer.status, path).toBe(303);
  return answer.headers.get("location")!;
}

/** Undoes the entry of the audit log whose text begins with `words`; returns the number of the undo's entry. */
async function undo(words: string): Promise<string> {
  const { rows } = await db.execute<{ entry: string }>(
    sql`select number::text as entry from desk_record where starts_with(words, ${words})`,
  );
  const { entry } = rows[0]!;
  await send(`/record/${entry}`, { intent: "record.undo", entry });
  return entry;
}

test("a book that was added at the desk is sold, sent, partly refunded and undone; its order stays", async () => {
  const title = "The Ferry at Low Tide";
  const book = {
    intent: "books.add",
    key: randomUUID(),
    isbn: "9788195012343",
    title,
    person1: "Nalini Basu",
    role1: "author",
    format: "paperback",
    language: "en",
    mrp: "450",
    price: "400",
    copies: "3",
    isListed: "on",
  };
  const page = await send("/books/new", book);
  expect(await deskText(page)).toContain("Added with 3 copies.");
  const { number, paymentId, cart } = await paidOrder(desk, "first-reader", { [page.split("/").at(-1)!]: 2 });
  expect(await readerText("/search?q=ferry", cart)).toContain(title);

  const parcel = { carrier: "India Post", trackingNumber: "EB123456789IN", trackingUrl: "" };
  await send("/parcels", { intent: "orders.ship", order: number, ...parcel });
  expect(await readerText(`/orders/${number}`, cart)).toContain("EB123456789IN");
  expect(await deskText("/parcels?sent=yes")).toContain(number);

  const order = `/orders/${number}`;
  const html = await (await owner.get(order)).text();
  const fieldOf = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)![1]!;
  const keys = { once: fieldOf("once"), seen: fieldOf("seen") };
  const refund = { intent: "orders.refund", order: number, payment: paymentId, amount: "150.50", ...keys };
  await send(order, { ...refund, note: "A corner was bent." });
  expect(await deskText(order)).toContain("₹150.50 was or is being refunded");
  await processRefunds(services);
  expect(await deskText(order)).toContain("Refund paid: made by the shop");
  expect(await readerText(order, cart)).toContain("₹150.50");
  expect(await deskText("/record")).toContain(`Refunded ₹150.50 of order ${number}.`);

  const entry = await undo(`Added “${title}”`);
  const flash = await deskText(`/record/${entry}`);
  expect(flash).toContain("Undone. Later changes were kept: the page History lists them.");
  expect(flash).toMatch(/This was undone by change \d+\./);
  const { rows } = await db.execute<{ entry: string }>(sql`select max(number)::text as entry from desk_record`);
  expect(await deskText(`/record/${rows[0]!.entry}`)).toContain(
    "an order, an offer or a reader refers to it, so it is hidden from readers but not deleted",
  );
  expect(await deskText(page)).toContain("Hidden");
  expect(await readerText(order, cart)).toContain(title);
  expect(await readerText("/search?q=ferry", cart)).not.toContain(title);
  expect(await findBreaches(db)).toEqual([]);
});
