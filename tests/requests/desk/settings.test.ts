/** Settings at the desk: fields, defaults, values fixed by the environment, conflicts, undo, and their effects. */
import { afterAll, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { subscribeToCatalogueChanges } from "#server/pages/catalogue-changes.ts";
import { rereadSettings } from "#server/services.ts";
import { financialYearOf } from "#shop/sales/documents/document-number.ts";
import { reportAddress } from "#shop/kernel/messengers/webhook-address.server.ts";
import { sendCode } from "#shop/sales/orders/codes/send-code.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { faultsIn, readFilledFrom, textOf } from "#tests/support/desk/desk-form.ts";
import { addPasskeyRow, addStaff, addStaffSession, openDeskBrowser, openTestDesk } from "#tests/support/desk/desk.ts";
import { openOutsideMessenger } from "#tests/support/shop/outside-messenger.ts";
import { openTerms, orderOnDelivery } from "#tests/support/sales/order-on-delivery.ts";
import { paidOrder, refundsOf } from "#tests/support/sales/paid-order.ts";

const { messenger } = await openOutsideMessenger();
const desk = await openTestDesk({ fromEnvironment: { SUPPORT_HOURS: "Mon-Sat 9-6 IST" } });
const { db, services } = desk;
const { settings } = services;
const changes = await subscribeToCatalogueChanges(
  desk.url,
  () => {},
  () => void rereadSettings(db, settings),
);

afterAll(() => changes.close());

async function signedIn(role: "owner" | "bookseller") {
  const id = await addStaff(desk, role);
  await addPasskeyRow(desk, id);
  return openDeskBrowser(desk, await addStaffSession(desk, id));
}

/** The values that the form of a group was filled from. */
async function wasOf(browser: Awaited<ReturnType<typeof signedIn>>, id: string): Promise<Record<string, string>> {
  const page = await (await browser.get("/settings")).text();
  const form = page.slice(page.indexOf(`name="group" value="${id}"`));
  return JSON.parse(await readFilledFrom(new Response(form))) as Record<string, string>;
}

async function save(
  browser: Awaited<ReturnType<typeof signedIn>>,
  group: string,
  changes: Record<string, string>,
  was?: Record<string, string>,
): Promise<Response> {
  const from = was ?? (await wasOf(browser, group));
  return browser.post("/settings", { intent: "settings.save", group, was: JSON.stringify(from), ...from, ...changes });
}

async function newestEntry(): Promise<string> {
  const { rows } = await db.execute<{ number: string }>(sql`select max(number)::text as number from desk_record`);
  return rows[0]!.number;
}

test("a fee and a name change without a restart, and are undone", async () => {
  const owner = await signedIn("owner");
  expect((await save(owner, "fees", { SHIPPING_FEE: "49.50", FREE_SHIPPING_FROM: "999" })).status).toBe(303);
  const entry = await newestEntry();
  await expect.poll(() => settings.shippingFeePaise).toBe(49_50);
  expect(settings.freeShippingFromPaise).toBe(999_00);
  expect((await save(owner, "shop", { SHOP_NAME: "Paper & Ink" })).status).toBe(303);
  await expect.poll(() => settings.name).toBe("Paper & Ink");
  expect(await (await owner.get("/settings")).text()).toContain("Paper &amp; Ink");
  expect((await owner.post(`/record/${entry}`, { intent: "record.undo", entry })).status).toBe(303);
  await expect.poll(() => settings.shippingFeePaise).toBe(0);
  expect(settings.name).toBe("Paper & Ink");
});

test("each field shows what holds, and whether that is the default, which is never stored", async () => {
  const owner = await signedIn("owner");
  const stored = async () =>
    (await db.execute<{ value: string }>(sql`select value from shop_settings where name = 'RETURN_DAYS'`)).rows;
  expect(await wasOf(owner, "promises")).toMatchObject({ PACKING_DAYS: "2", RETURN_DAYS: "10" });
  await save(owner, "promises", { RETURN_DAYS: "14" });
  expect(await stored()).toEqual([{ value: "14" }]);
  expect(await wasOf(owner, "promises")).toMatchObject({ RETURN_DAYS: "14" });
  expect(await textOf(await owner.get("/settings"))).toContain("Days to return a book Default: 10");
  await save(owner, "promises", { RETURN_DAYS: "10" });
  expect(await stored()).toEqual([]);
  expect(await textOf(await owner.get("/settings"))).not.toContain("Days to return a book Default");
  await save(owner, "seller", { SELLER_ADDRESS: "4 Fort Road\r\nMumbai 400001" });
  expect(await wasOf(owner, "seller")).toMatchObject({ SELLER_ADDRESS: "4 Fort Road\nMumbai 400001" });
  await expect.poll(() => settings.seller.addressLines).toEqual(["4 Fort Road", "Mumbai 400001"]);
});

test("what cannot be is said at its field, and nothing is kept", async () => {
  const owner = await signedIn("owner");
  const wrong = await save(owner, "promises", { DELIVERY_DAYS_REST: "8-4", RETURN_DAYS: "20" });
  expect(wrong.status).toBe(422);
  expect(await textOf(wrong)).toContain("It must begin with the smaller number, such as 4-8.");
  const gstin = await save(owner, "seller", {
    SELLER_GSTIN: "29AABCE1234F1Z1",
    SELLER_STATE: "MH",
    SELLER_NAME: "x".repeat(121),
  });
  expect(gstin.status).toBe(422);
  expect(faultsIn(await gstin.text())).toEqual({
    SELLER_NAME: "Write at most 120 characters.",
    SELLER_GSTIN: expect.stringContaining("but the state of the seller is"),
  });
  const { rowCount } = await db.execute(sql`
    select from shop_settings where name in ('DELIVERY_DAYS_REST', 'RETURN_DAYS', 'SELLER_GSTIN', 'SELLER_STATE')`);
  expect(rowCount).toBe(0);
});

test("a phone number that nobody can call is said at its field", async () => {
  const owner = await signedIn("owner");
  for (const [phone, status] of [
    ["call us", 409],
    ["12345", 409],
    ["020-2445 1234, +91 98765 43210", 303],
  ] as const) {
    const response = await save(owner, "shop", { SUPPORT_PHONE: phone });
    expect([phone, response.status]).toEqual([phone, status]);
    if (status === 409)
      expect(faultsIn(await response.text())).toEqual({ SUPPORT_PHONE: expect.stringContaining("+91 20 2445 1234") });
  }
});

test("codes by WhatsApp can be chosen once there is an account, and Go live says what became of them", async () => {
  const owner = await signedIn("owner");
  const refused = await save(owner, "on-delivery", { ON_DELIVERY_CODE: "whatsapp" });
  expect(refused.status).toBe(409);
  expect(faultsIn(await refused.text())).toEqual({
    ON_DELIVERY_CODE: "Enter the account with WhatsApp first, under Go live.",
  });
  services.messengers.push(messenger);
  expect((await save(owner, "on-delivery", { ON_DELIVERY_CODE: "whatsapp" })).status).toBe(303);
  await expect.poll(() => settings.confirmationCodes).toEqual({ by: "whatsapp", mostPerDay: 100 });
  settings.onDelivery = openTerms;
  const number = await orderOnDelivery(services, "codes", { godan: 1 }, "placed");
  await sendCode(services, number, { by: "link", network: null });
  const page = await textOf(await owner.get("/go-live"));
  expect(page).toContain("In the last two days: 1 code, 0 delivered, 0 failed.");
  expect(page).toContain(new URL(reportAddress(settings.publicUrl, services.linkKey, "whatsapp")).pathname);
});

test("the state follows the GSTIN, unless another one was chosen", async () => {
  const owner = await signedIn("owner");
  expect((await save(owner, "seller", { SELLER_GSTIN: "27AAPFU0939F1ZV" })).status).toBe(303);
  await expect.poll(() => settings.seller).toMatchObject({ gstin: "27AAPFU0939F1ZV", stateCode: "MH" });
  const contradicting = await save(owner, "seller", { SELLER_STATE: "GJ" });
  expect(faultsIn(await contradicting.text())).toEqual({
    SELLER_GSTIN: expect.stringContaining("It begins with 27, but the state of the seller is"),
  });
  await save(owner, "seller", { SELLER_GSTIN: "", SELLER_STATE: "KA" });
  await expect.poll(() => settings.seller).toMatchObject({ gstin: null, stateCode: "KA" });
});

test("what the environment sets is locked with its name, and no form changes it", async () => {
  const owner = await signedIn("owner");
  expect(await textOf(await owner.get("/settings"))).toContain(
    "Set by the environment variable SUPPORT_HOURS on the server",
  );
  await save(owner, "shop", { SUPPORT_HOURS: "never", SUPPORT_PHONE: "+91 80 1111 2222" });
  await expect.poll(() => settings.seller.phone).toBe("+91 80 1111 2222");
  expect(settings.policies.supportHours).toBe("Mon-Sat 9-6 IST");
  const { rowCount } = await db.execute(sql`select from shop_settings where name = 'SUPPORT_HOURS'`);
  expect(rowCount).toBe(0);
});

test("of two owners who change one part the second saves nothing, and sees both versions", async () => {
  const [first, second] = [await signedIn("owner"), await signedIn("owner")];
  const was = await wasOf(second, "limits");
  await save(first, "limits", { RESERVATION_MINUTES: "30" });
  const late = await save(second, "limits", { RESERVATION_MINUTES: "40" }, was);
  expect(late.status).toBe(409);
  expect(await textOf(late)).toContain("Minutes that copies are reserved for a payment 40 30");
  await expect.poll(() => settings.reservationMinutes).toBe(30);
});

test("another seller is on new bills, and on no bill that was issued before", async () => {
  const owner = await signedIn("owner");
  const { legalName } = settings.seller;
  const first = await paidOrder(desk, "before-the-move", { godan: 1 });
  await issueDocuments(services);
  await save(owner, "seller", { SELLER_NAME: "Paper & Ink LLP", SELLER_ADDRESS: "4 Fort Road; Mumbai 400001" });
  await expect.poll(() => settings.seller.legalName).toBe("Paper & Ink LLP");
  const second = await paidOrder(desk, "after-the-move", { godan: 1 });
  await issueDocuments(services);
  const { rows } = await db.execute<{ id: string; name: string; address: string }>(sql`
    select order_id as id, content -> 'seller' ->> 'legalName' as name, content -> 'seller' ->> 'addressLines' as address
    from documents order by id`);
  const named = (id: number) => rows.find((row) => Number(row.id) === id)!;
  expect(named(first.id).name).toBe(legalName);
  expect(named(second.id)).toMatchObject({ name: "Paper & Ink LLP", address: '["4 Fort Road", "Mumbai 400001"]' });
});

test("new orders and bills have the letters and words that the owner sets, and older ones keep theirs", async () => {
  const owner = await signedIn("owner");
  const old = await paidOrder(desk, "older-letters", { godan: 1 });
  await issueDocuments(services);
  const same = await save(owner, "numbers", { BILL_PREFIX: "cn" });
  expect(faultsIn(await same.text())).toEqual({ CREDIT_NOTE_PREFIX: "Write other letters than those of bills." });
  const wrong = await save(owner, "numbers", { ORDER_PREFIX: "E1" });
  expect(faultsIn(await wrong.text())).toEqual({ ORDER_PREFIX: "Write two to four letters such as EP." });
  await save(owner, "numbers", { ORDER_PREFIX: "sgb", BILL_PREFIX: "SGB", BILL_WORDS: "Read well.\r\nThank you." });
  await expect.poll(() => settings.numbers).toMatchObject({ order: "SGB", bill: "SGB" });
  const young = await paidOrder(desk, "newer-letters", { godan: 1 });
  await issueDocuments(services);
  expect([old.number.slice(0, 3), young.number.slice(0, 4)]).toEqual(["EP-", "SGB-"]);
  const page = await (await owner.get(`/orders/${young.number}`)).text();
  expect(page).toMatch(/SGB\d\d-\d\d\/\d{6}/);
  const { rows } = await db.execute<{ id: string; number: string; words: string | null }>(sql`
    select order_id as id, number, content ->> 'words' as words from documents where kind = 'bill'`);
  const billOf = (id: number) => rows.find((row) => Number(row.id) === id)!;
  expect(billOf(old.id).number).toMatch(/^EP/);
  expect(billOf(young.id)).toMatchObject({ number: expect.stringMatching(/^SGB/), words: "Read well.\nThank you." });
  expect((await owner.get(`/orders?text=${young.number.slice(0, 9)}`)).status).toBeLessThan(400);
  await save(owner, "numbers", { ORDER_PREFIX: "", BILL_PREFIX: "", BILL_WORDS: "" });
});

/** Saves the settings of bills with a picture of a signature; `ink` is the colour of a line across it. */
async function sign(browser: Awaited<ReturnType<typeof signedIn>>, ink: string, changes: Record<string, string> = {}) {
  const from = await wasOf(browser, "numbers");
  const form = new FormData();
  const fields = { intent: "settings.save", group: "numbers", was: JSON.stringify(from), ...from, ...changes };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const line = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20"><path d="M0 8h60v4H0z" fill="${ink}"/></svg>`;
  form.set("BILL_SIGNATURE.file", new File([line], "signature.svg", { type: "image/svg+xml" }));
  return browser.post("/settings", form);
}

test("new bills and credit notes are signed with the owner's picture and words, and older ones stay", async () => {
  const owner = await signedIn("owner");
  await paidOrder(desk, "before-the-signature", { godan: 1 });
  await issueDocuments(services);
  const pale = await sign(owner, "#f8f8f8", { BILL_SIGNATORY: "Asha Rao, proprietor" });
  const page = await pale.text();
  expect([pale.status, faultsIn(page)]).toEqual([422, { "BILL_SIGNATURE.file": expect.stringContaining("too pale") }]);
  expect(page).toContain('value="Asha Rao, proprietor"');
  expect((await sign(owner, "#15203a", { BILL_SIGNATORY: "Asha Rao, proprietor" })).status).toBe(303);
  await expect.poll(() => settings.numbers.signature).not.toBeNull();
  const { picture } = settings.numbers.signature!;
  expect(picture).toMatch(/-640x213-dark\.svg$/);
  expect((await owner.get(`/logos/${picture}`)).headers.get("content-type")).toBe("image/svg+xml");

  const { id, number, paymentId } = await paidOrder(desk, "signed", { godan: 1 });
  await issueDocuments(services);
  await owner.post(`/orders/${number}`, {
    intent: "orders.refund",
    order: number,
    payment: paymentId,
    amount: "10",
    note: "A bent corner",
  });
  await processRefunds(services);
  await issueDocuments(services);
  const { rows } = await db.execute<{ kind: string; order: string; signature: unknown }>(sql`
    select kind, order_id as order, content -> 'signature' as signature from documents order by id`);
  const signature = { picture, signatory: "Asha Rao, proprietor" };
  expect(rows.filter((row) => Number(row.order) === id)).toMatchObject([
    { kind: "bill", signature },
    { kind: "credit-note", signature },
  ]);
  expect(rows.filter((row) => Number(row.order) !== id && row.signature !== null)).toEqual([]);
  const papers = (await (await owner.get(`/orders/${number}`)).text()).match(/\/documents\/[\w-]+/g)!;
  const pdf = Buffer.from(await (await owner.get(papers[0])).arrayBuffer());
  expect(pdf.toString("latin1")).toContain("/Alt (Signature)");
  await save(owner, "numbers", { "BILL_SIGNATURE.remove": "yes", BILL_SIGNATORY: "" });
  await expect.poll(() => settings.numbers.signature).toBeNull();
});

test("bills cannot get letters that credit notes of this financial year have, nor the other way round", async () => {
  const owner = await signedIn("owner");
  await paidOrder(desk, "letters-of-both", { godan: 1 });
  await issueDocuments(services);
  const year = financialYearOf(services.now());
  const words = (papers: string) => `Write other letters: ${papers} of the financial year ${year} have these.`;
  // In one step both settings differ, but not from the bills that exist.
  const swapped = await save(owner, "numbers", { BILL_PREFIX: "INV", CREDIT_NOTE_PREFIX: "EP" });
  expect(faultsIn(await swapped.text())).toEqual({ CREDIT_NOTE_PREFIX: words("bills") });
  await save(owner, "numbers", { BILL_PREFIX: "INV" });
  await expect.poll(() => settings.numbers.bill).toBe("INV");
  const later = await save(owner, "numbers", { CREDIT_NOTE_PREFIX: "ep" });
  expect(faultsIn(await later.text())).toEqual({ CREDIT_NOTE_PREFIX: words("bills") });
  expect((await save(owner, "numbers", { BILL_PREFIX: "", CREDIT_NOTE_PREFIX: "RN" })).status).toBe(303);
  await expect.poll(() => settings.numbers).toMatchObject({ bill: "EP", "credit-note": "RN" });
  await save(owner, "numbers", { CREDIT_NOTE_PREFIX: "" });
});

test("an undo does not give credit notes letters that bills have had since", async () => {
  const owner = await signedIn("owner");
  await save(owner, "numbers", { CREDIT_NOTE_PREFIX: "AB" });
  await save(owner, "numbers", { CREDIT_NOTE_PREFIX: "" });
  const entry = await newestEntry();
  await save(owner, "numbers", { BILL_PREFIX: "AB" });
  await expect.poll(() => settings.numbers.bill).toBe("AB");
  await paidOrder(desk, "letters-of-an-undo", { godan: 1 });
  await issueDocuments(services);
  await save(owner, "numbers", { BILL_PREFIX: "" });
  await owner.post(`/record/${entry}`, { intent: "record.undo", entry });
  const { rows } = await db.execute(sql`select name, value from shop_settings where name like '%_PREFIX'`);
  expect(rows).toEqual([]);
});

test("a bookseller refunds up to the limit that an owner sets, and above it asks the owners", async () => {
  const [owner, bookseller] = [await signedIn("owner"), await signedIn("bookseller")];
  await save(owner, "limits", { REFUND_LIMIT: "10" });
  await expect.poll(() => settings.refundLimitPaise).toBe(10_00);
  const { number, paymentId } = await paidOrder(desk, "refunded", { godan: 1 });
  const refund = (amount: string) =>
    bookseller.post(`/orders/${number}`, {
      intent: "orders.refund",
      order: number,
      payment: paymentId,
      amount,
      note: "A bent corner",
    });
  expect((await refund("10")).status).toBe(303);
  expect((await refund("10.50")).status).toBe(303);
  expect(await refundsOf(db, number)).toEqual([{ amount: 1000, reason: "bookseller", state: "requested" }]);
  const { rows } = await db.execute(sql`select amount_paise::int as paise from refund_requests`);
  expect(rows).toEqual([{ paise: 1050 }]);
});
