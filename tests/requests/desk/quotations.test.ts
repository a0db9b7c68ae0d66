/** Quotations at the desk: drafts, discounts by role, sending, and what the buyer does with the link. */
import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { addStaff, addStaffSession, auditLogTexts, openDeskBrowser, openTestDesk } from "#tests/support/desk/desk.ts";
import { lettersOf as pdfLetters } from "#tests/support/pages/pdf.ts";
import { delivery, readStock, setStock } from "#tests/support/sales/sale.ts";
import { visit } from "#tests/support/shop/test-shop.ts";

const desk = await openTestDesk();
const { db, services } = desk;
services.settings.quotations = {
  discounts: [{ copies: 20, discount: 1000 }],
  validDays: 30,
  paymentDays: 10,
  bankAccount: ["Endpaper Books", "50100012345678", "HDFC0000123"],
};
/** The shop's own pages, on the same server as the desk. */
const shop = {
  ...desk,
  fetch(path: string, init: RequestInit = {}) {
    const headers = new Headers(init.headers);
    if (init.method === "POST") headers.set("sec-fetch-site", "same-origin");
    return desk.pages.fetch(new Request(services.settings.publicUrl + path, { redirect: "manual", ...init, headers }));
  },
};
const browserOf = async (role: "owner" | "bookseller", name: string) =>
  openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, role, name)));
const browser = await browserOf("bookseller", "Meera");
const owner = await browserOf("owner", "Asha");
const godan = "9780140449136";
await setStock(db, "godan", 100);
await db.execute(sql`update books set isbn13 = ${godan}, mrp_paise = 50000, price_paise = 50000 where id = 'godan'`);

const textOf = async (path: string) => (await (await browser.get(path)).text()).replaceAll("<!-- -->", "");
const press = (path: string, form: Record<string, string>, as = browser) =>
  as.post(path, { once: randomUUID(), ...form });

const buyer = {
  businessName: "St. Anne’s School",
  gstin: "29AAATS1429B1ZS",
  purchaseOrder: "",
  name: delivery.name,
  email: delivery.email,
  phone: "9876543210",
  addressLine1: delivery.addressLine1,
  addressLine2: "",
  city: delivery.city,
  pin: delivery.pin,
  stateCode: "KA",
  discount: "",
  delivery: "",
  creditDays: "",
  words: "Delivered in ten days.",
};

/** The values with which the form of the page is filled. */
const wasOf = async (page: string) =>
  /name="was" value="([^"]*)"/
    .exec(await textOf(page))![1]!
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'");
const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);

/** A draft with 30 copies and the buyer. */
async function fillDraft() {
  const answer = await press("/quotations", { intent: "quotations.make", buyer: "St. Anne’s School" });
  const page = answer.headers.get("location")!;
  const quotation = page.split("/").at(-1)!;
  await press(page, { intent: "quotations.add-books", quotation, codes: `${godan}, 30` });
  const terms = { ...buyer, validUntil: inAWeek };
  const save = { intent: "quotations.save", quotation, was: await wasOf(page), ...terms };
  return { page, quotation, save };
}

/** The path of the buyer's link on the page of a sent quotation. */
const linkOn = async (page: string) => {
  const [link] = /https?:[^<]*\/quotations\/QN-\d+\?key=[\w-]+/.exec(await textOf(page)) ?? [];
  const { pathname, search } = new URL(link!);
  return pathname + search;
};

test("a draft is filled by pasted ISBNs with counts, beyond the copies of a cart, and says what is wrong", async () => {
  const { page, quotation, save } = await fillDraft();
  const add = { intent: "quotations.add-books", quotation };
  const unknown = await press(page, { ...add, codes: "9780306406157, 3" });
  expect([unknown.status, await unknown.text()]).toEqual([409, expect.stringContaining("does not sell this book yet")]);
  const tooMany = await press(page, { ...add, codes: `${godan}, 20000` });
  expect(await tooMany.text()).toContain("Line 1: order from 1 to 10,000 copies.");
  // A tenth off, from 20 copies on.
  expect(await textOf(page)).toContain(", 10% off the MRP");
  const wrong = await press(page, { ...save, gstin: "27AABCS1429B1ZU", phone: "12" });
  const text = await wrong.text();
  expect(wrong.status).toBe(422);
  for (const words of ["This GSTIN is of Maharashtra", "10-digit mobile number", "Delivered in ten days."])
    expect(text, words).toContain(words);
  const unsent = await press(page, { intent: "quotations.send", quotation, by: "self" });
  expect(await unsent.text()).toContain("Save the buyer’s e-mail and address first.");
  expect((await press(page, save)).status).toBe(303);
  const again = await press(page, { ...save, delivery: "150" });
  expect([again.status, await again.text()]).toEqual([409, expect.stringContaining("Somebody changed this meanwhile")]);
});

test("only an owner sets a discount by hand", async () => {
  const { page, save } = await fillDraft();
  const refused = await press(page, { ...save, discount: "25" });
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining("Only an owner may set")]);
  expect((await press(page, { ...save, discount: "25" }, owner)).status).toBe(303);
  expect(await textOf(page)).toContain(", 25% off the MRP");
});

test("the buyer reads the quotation by its link, orders once, and sees how to pay", async () => {
  const { page, quotation, save } = await fillDraft();
  await press(page, { ...save, delivery: "150" });
  await press(page, { intent: "quotations.send", quotation, by: "email" });
  await sendDueLetters(services);
  const { rows: letters } = await db.execute(sql`
    select to_address as to, state from outbox where kind = 'quotation' and facts ->> 'quotationId' = ${quotation}`);
  expect(letters).toEqual([{ to: delivery.email, state: "sent" }]);
  const path = await linkOn(page);
  const reader = visit(shop);
  const open = async () => (await (await reader.fetch(path)).text()).replaceAll("<!-- -->", "");
  const shown = await open();
  for (const words of ["St. Anne’s School", "30 copies for", "Delivered in ten days.", "Order these books"])
    expect(shown, words).toContain(words);
  expect((await reader.fetch(path.replace(/key=.*/, `key=${"x".repeat(43)}`))).status).toBe(404);
  const pdf = Buffer.from(await (await reader.fetch(path.replace("?", "/pdf?"))).arrayBuffer());
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  expect(pdfLetters(pdf).size).toBeGreaterThan(20);

  const before = await readStock(db, "godan");
  const [, seen] = /name="seen" value="([^"]*)"/.exec(shown)!;
  const order = (fields: Record<string, string>) =>
    reader.fetch(path, { method: "POST", body: new URLSearchParams({ seen: seen!, ...fields }) });
  expect((await order({ purchaseOrder: "x".repeat(41) })).status).toBe(422);
  const ordered = await order({ purchaseOrder: "PO/7" });
  const toOrder = new URL(ordered.headers.get("location")!);
  const repeated = await order({ purchaseOrder: "PO/7" });
  expect([ordered.status, repeated.headers.get("location")]).toEqual([303, toOrder.href]);
  expect(await readStock(db, "godan")).toEqual({ ...before, reserved: before.reserved + 30 });
  const orderPage = (await (await reader.fetch(toOrder.pathname + toOrder.search)).text()).replaceAll("<!-- -->", "");
  for (const words of ["Please pay", "13,650", "50100012345678", "Pay online now", "Purchase order PO/7."])
    expect(orderPage, words).toContain(words);
  expect((await reader.fetch(toOrder.pathname + "/pay" + toOrder.search)).status).toBe(200);
  expect(await open()).toContain("Ordered: your order is");
  const reopened = await press(page, { intent: "quotations.reopen", quotation });
  expect(await reopened.text()).toContain("The buyer has accepted this quotation");
});

test("a sent quotation is changed as a draft, and the page that the buyer still has open orders nothing", async () => {
  const { page, quotation, save } = await fillDraft();
  await press(page, save);
  await press(page, { intent: "quotations.send", quotation, by: "self" });
  const path = await linkOn(page);
  const reader = visit(shop);
  const [, seen] = /name="seen" value="([^"]*)"/.exec(await (await reader.fetch(path)).text())!;
  const fixed = await press(page, { intent: "quotations.change-line", quotation, code: "godan", copies: "5" });
  expect([fixed.status, await fixed.text()]).toEqual([409, expect.stringContaining("Take it back to a draft")]);
  await press(page, { intent: "quotations.reopen", quotation });
  expect((await reader.fetch(path)).status).toBe(404);
  await press(page, { intent: "quotations.change-line", quotation, code: "godan", copies: "25" });
  await press(page, { intent: "quotations.send", quotation, by: "self" });
  const stale = await reader.fetch(path, { method: "POST", body: new URLSearchParams({ seen: seen! }) });
  expect([stale.status, await stale.text()]).toEqual([409, expect.stringContaining("has changed since you opened it")]);
});

test("staff make it an order for the buyer, unless copies are missing, and the history names it", async () => {
  const { page, quotation, save } = await fillDraft();
  await press(page, save);
  await press(page, { intent: "quotations.send", quotation, by: "self" });
  const [, seen] = /name="seen" value="([^"]*)"/.exec(await textOf(page))!;
  const accept = { intent: "quotations.accept", quotation, seen: seen!, purchaseOrder: "PO/9" };
  await setStock(db, "godan", 29);
  const short = await press(page, accept);
  expect([short.status, await short.text()]).toEqual([409, expect.stringContaining("not enough copies")]);
  await setStock(db, "godan", 30);
  expect((await press(page, accept)).status).toBe(303);
  expect(await textOf(page)).toContain("It is the order");
  expect((await auditLogTexts(desk)).join(" ")).toContain(`Made the quotation QN-${quotation} the order`);
});
