/** Collecting at the shop over HTTP: the choice in the cart, the order's page and letters, and the desk to the end. */
import { afterEach, expect, test } from "vitest";

import { formatPaise } from "#shop/kernel/money/money.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { findOrder } from "#shop/sales/orders/find-order.server.ts";
import { lastDayKept } from "#shop/sales/orders/collection/last-day-kept.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  auditLogTexts,
  openDeskBrowser,
  openTestDesk,
} from "#tests/support/desk/desk.ts";
import { textOfPage } from "#tests/support/pages/text-of-page.ts";
import { collectionTerms, orderToCollect } from "#tests/support/sales/order-on-delivery.ts";
import { delivery, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { fetchOf, visit } from "#tests/support/shop/test-shop.ts";

const desk = await openTestDesk({ collection: collectionTerms, shippingFeePaise: 49_00, freeShippingFromPaise: null });
const { db, services } = desk;
await setStock(db, "godan", 100);
const signedIn = async (role: "owner" | "packer") => {
  const id = await addStaff(desk, role);
  await addPasskeyRow(desk, id);
  return openDeskBrowser(desk, await addStaffSession(desk, id));
};
const owner = await signedIn("owner");
const packer = await signedIn("packer");
afterEach(async () => {
  services.settings.collection = collectionTerms;
  expect(await findBreaches(db)).toEqual([]);
});

const textOf = async (response: Response | Promise<Response>) => textOfPage(await (await response).text());
type Visitor = ReturnType<typeof visit>;
const post = (visitor: Visitor, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  visitor.fetch(path, { method: "POST", body: new URLSearchParams(fields), headers });
const json = { accept: "application/json" };
const { email, name, phone } = delivery;
const collector = { email, name, phone, collect: "yes" };

async function buyer() {
  const visitor = visit({ fetch: fetchOf(desk) });
  await post(visitor, "/cart/lines", { intent: "add", bookId: "godan" });
  return visitor;
}
const letterAbout = async (number: string, subject: string) => {
  await sendDueLetters(services);
  return desk.mailbox
    .letters()
    .findLast((letter) => letter.subject.includes(number) && letter.subject.includes(subject))!;
};

test("the cart offers it only while the bookseller does; chosen, it costs no delivery and asks for no address", async () => {
  const visitor = await buyer();
  const plain = await textOf(visitor.fetch("/cart"));
  expect(plain).toContain("Collect it at the shop");
  expect(plain).toContain("Shipping ₹49.00");
  const page = await (await visitor.fetch("/cart?collect=yes")).text();
  const text = textOfPage(page);
  expect(text).toContain("Collection Free");
  expect(text).toContain("Pay when you collect");
  expect(text).toContain(services.settings.seller.addressLines[0]);
  expect(text).toContain(services.settings.policies.supportHours);
  expect(text).toMatch(/Free to collect at the shop, ready by \w{3} \d/);
  expect(page).toMatch(/<div hidden="" class="contents">/);
  services.settings.collection = { ...collectionTerms, payable: null };
  expect(await textOf(visitor.fetch("/cart?collect=yes"))).not.toContain("Pay when you collect");
  services.settings.collection = null;
  const closed = await textOf(visitor.fetch("/cart?collect=yes"));
  expect(closed).not.toContain("Collect it at the shop");
  expect(closed).toContain("Shipping ₹49.00");
  const refused = await post(visitor, "/checkout", collector, json);
  expect((await refused.json()).message).toContain("cannot be collected at the shop");
});

test("only name, phone and e-mail are needed, each with its own error; without scripts the choice is kept", async () => {
  const visitor = await buyer();
  const wrong = await post(visitor, "/checkout", { collect: "yes", email: "asha", phone: "12", name: "" }, json);
  expect(Object.keys((await wrong.json()).errors).toSorted()).toEqual(["email", "name", "phone"]);
  const back = await post(visitor, "/checkout", { ...collector, name: "", payBy: "delivery" });
  expect(back.headers.get("location")).toBe("/cart?collect=yes");
  expect(await (await post(visitor, "/checkout", collector, json)).json()).toMatchObject({ ok: true });
});

test("from the cart to the hand: confirmed by the letter, packed, ready, found by name, paid and handed over", async () => {
  const visitor = await buyer();
  const placed = await post(visitor, "/checkout", { ...collector, name: "Meera Pillai", payBy: "delivery" });
  expect(placed.status).toBe(303);
  const number = placed.headers.get("location")!.split("/").at(-1)!;
  const asked = await letterAbout(number, "Please confirm");
  const linked = new URL(/https?:\/\/\S+\/orders\/\S+key=[\w.-]+/.exec(asked.text)![0]);
  const path = linked.pathname + linked.search;
  await post(visitor, path, { intent: "confirm-order" });
  const { duePaise } = (await findOrder(db, number, "link"))!;
  expect((await letterAbout(number, "packing")).text).toContain("when you collect it");
  const page = await textOf(visitor.fetch(path));
  expect(page).toContain(`You pay ${formatPaise(duePaise!)} when you collect it`);
  expect(page).toMatch(/Ready by \w{3} \d/);
  expect(page).not.toMatch(/parcel|carrier|Delivery address/i);

  const list = await textOf(packer.get("/parcels"));
  expect(list).toContain("Collects it at the shop");
  const pack = await textOf(packer.get(`/parcels/${number}`));
  expect(pack).toContain("Collected at the shop by Meera Pillai");
  expect(pack).not.toMatch(/Book with a carrier|carrier collects/);
  const until = lastDayKept(services.settings, services.now());
  const ready = { intent: "orders.ready", order: number, left: "godan:1", until };
  expect((await packer.post("/parcels", { ...ready, until: "2020-01-01" })).status).toBe(409);
  expect((await packer.post("/parcels", { ...ready, left: "godan:2" })).status).toBe(409);
  expect((await packer.post("/parcels", ready)).status).toBe(303);
  const here = await letterAbout(number, "You can collect");
  expect(here.text).toContain(number);
  expect(here.text).toContain(services.settings.policies.supportHours);
  expect(here.text).toContain("Kept until");
  expect(await textOf(visitor.fetch(path))).toContain("Your books are here");

  const found = async (text: string) => textOf(packer.get(`/parcels/collect?text=${encodeURIComponent(text)}`));
  for (const text of ["meera pil", number.slice(-5), phone.slice(-6)])
    expect(await found(text), text).toContain(number);
  expect(await found("Nobody")).not.toContain(number);
  expect(await textOf(owner.get("/orders?way=collection"))).toContain(number);
  expect(await textOf(owner.get("/orders?way=parcel"))).not.toContain(number);
  const hand = { intent: "orders.hand-over", order: number, due: String(duePaise), paidBy: "", reference: "" };
  const atDesk = `/orders/${number}`;
  const unpaid = await owner.post(atDesk, hand);
  expect(unpaid.status).toBe(422);
  expect(await textOf(unpaid)).toContain("Choose how it was paid.");
  const unnamed = await owner.post(atDesk, { ...hand, paidBy: "upi" });
  expect(await textOf(unnamed)).toContain("Write the reference of the payment");
  expect((await owner.post(atDesk, { ...hand, due: "100", paidBy: "cash" })).status).toBe(409);
  expect((await owner.post(atDesk, { ...hand, paidBy: "upi", reference: "UPI 4711" })).status).toBe(303);
  expect(await auditLogTexts(desk, 1)).toEqual([
    expect.stringContaining(`Handed order ${number} over, ${formatPaise(duePaise!)} paid by UPI`),
  ]);
  expect(await stateOf(db, number)).toBe("delivered");
  const after = await textOf(visitor.fetch(path));
  expect(after).toContain("Collected on");
  expect(after).toContain("Paid at the shop by UPI");
  expect(after).toContain("Return a book");
  expect(await textOf(owner.get(atDesk))).toContain("UPI 4711");
  expect(await found("")).not.toContain(number);
});

test("what was not collected in time is on Today, is kept longer or ended, and tells its reader", async () => {
  const { now } = services;
  services.now = () => new Date(now().getTime() - 9 * 86_400_000);
  const number = await orderToCollect(services, "late", { godan: 1 }, "ready");
  const early = lastDayKept(services.settings, services.now());
  services.now = now;
  expect(await textOf(owner.get("/"))).toContain("1 order not collected in time");
  expect(await textOf(owner.get("/parcels/collect"))).toContain("Was kept until");
  const atDesk = `/orders/${number}`;
  const keep = { intent: "orders.keep-longer", order: number };
  expect((await owner.post(atDesk, { ...keep, until: early })).status).toBe(409);
  const until = lastDayKept(services.settings, now());
  expect((await owner.post(atDesk, { ...keep, until })).status).toBe(303);
  expect(await textOf(owner.get("/"))).not.toContain("not collected in time");
  const end = { intent: "orders.refund-parcel", order: number, parcel: "1", trouble: "came-back" };
  expect((await owner.post(atDesk, end)).status).toBe(303);
  expect(await textOf(owner.get(atDesk))).toContain("it was not collected");
  expect((await letterAbout(number, "nothing to pay")).text).toContain("You did not collect the order");
});
