/**
 * Every page of the desk in the states that look different, and how an owner gets there; adds the rows that each page
 * shows.
 */
import { randomBytes, randomUUID } from "node:crypto";

import { expect, type APIRequestContext, type Page } from "@playwright/test";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { deskHref, deskRoutes, type DeskPath, type DeskRoute } from "#desk/desk-routes.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { insertStaffInvitation } from "#shop/people/staff/invitations.server.ts";
import { addToDelivery, openDelivery } from "#shop/office/stock-room/deliveries.server.ts";
import { addQuotation } from "#tests/support/desk-authority/quotations.ts";
import { addPurchaseOrder, addSupplierReturn } from "#tests/support/desk-authority/buying.ts";
import { counting } from "#tests/support/desk-authority/stock.ts";
import { preparedStorefront } from "#tests/support/desk-authority/window.ts";
import { uploadBooks, startImport } from "#tests/support/desk/desk-imports.ts";
import { sendAtDesk } from "#tests/support/desk/desk-journey.ts";
import { makeReady, placeOnDelivery, placePaid, placeToCollect } from "./order-places.ts";
import { addTestTill, counterSale } from "#tests/support/sales/counter-sale.ts";
import { addReader } from "#tests/support/sales/readers.ts";
import { expectReady } from "#tests/support/sales/shopper.ts";
import { withClock } from "#tests/support/shop/with-clock.ts";
import { addStaff } from "#tests/support/desk/staff-rows.ts";

/** The desk and its shop, from which a place is opened. */
export interface DeskShop {
  db: Db;
  /** A page of the desk, signed in as an owner. */
  page: Page;
  /** The staff id of that owner. */
  staffId: number;
  /** Requests of a reader in the shop. */
  request: APIRequestContext;
}

type DeskPlace = (shop: DeskShop) => Promise<unknown>;

/** Opens a page of the desk, and waits until it can be used if the browser runs scripts. */
export async function openDeskPage(
  page: Page,
  address: string,
  { status = 200, javaScriptEnabled = true } = {},
): Promise<void> {
  const answer = await page.goto(address);
  expect(answer!.status(), address).toBe(status);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  if (javaScriptEnabled) await expectReady(page);
}

/** Opens a page with parameters, which `find` makes. */
function withParameters(path: DeskPath, find: (shop: DeskShop) => Promise<Record<string, string>>): DeskPlace {
  return async (shop) => openDeskPage(shop.page, deskHref(path, await find(shop)));
}

/** Opens an address, then runs `then` on its page. */
function at(address: string, then?: (page: Page) => Promise<unknown>, status = 200): DeskPlace {
  return async ({ page }) => {
    await openDeskPage(page, address, { status });
    await then?.(page);
  };
}

const theOrder = async (shop: DeskShop) => ({ number: await sold(shop) });
const theBook = async () => ({ book: "godan" });

/** By path, how to open the pages that need parameters or data. Other pages are opened without preparation. */
const withWork: Partial<Record<DeskPath, DeskPlace>> = {
  "/parcels": async (shop) => {
    await sold(shop);
    await openDeskPage(shop.page, "/parcels");
  },
  "/parcels/:number": withParameters("/parcels/:number", theOrder),
  "/parcels/collect": async (shop) => {
    await readyAtShop(shop);
    await openDeskPage(shop.page, "/parcels/collect");
  },
  "/parcels/:number/book": withParameters("/parcels/:number/book", theOrder),
  "/orders/:number": withParameters("/orders/:number", theOrder),
  "/orders/:number/business": withParameters("/orders/:number/business", theOrder),
  "/quotations/:quotation": withParameters("/quotations/:quotation", (shop) => addQuotation(shop, shop.staffId)),
  "/stock/orders/:purchase": withParameters("/stock/orders/:purchase", (shop) => addPurchaseOrder(shop, shop.staffId)),
  "/stock/suppliers/:supplier": withParameters("/stock/suppliers/:supplier", async (shop) => ({
    supplier: (await addPurchaseOrder(shop, shop.staffId)).supplier,
  })),
  "/stock/suppliers/:supplier/return": withParameters("/stock/suppliers/:supplier/return", async (shop) => ({
    supplier: (await addPurchaseOrder(shop, shop.staffId)).supplier,
  })),
  "/stock/supplier-returns/:return": withParameters("/stock/supplier-returns/:return", (shop) =>
    addSupplierReturn(shop, shop.staffId),
  ),
  "/stock/receive/:delivery": withParameters("/stock/receive/:delivery", async ({ db, staffId }) => {
    const given = { supplier: "Rupa", billNumber: "", billedOn: null };
    const { id } = await openDelivery(db, given, { staffId, at: new Date() });
    return { delivery: String(id) };
  }),
  "/stock/books/:book": withParameters("/stock/books/:book", async (shop) => {
    await shelve(shop);
    return theBook();
  }),
  "/books/:book": withParameters("/books/:book", theBook),
  "/books/:book/cover": withParameters("/books/:book/cover", theBook),
  "/books/:book/opening": withParameters("/books/:book/opening", theBook),
  "/books/:book/work": withParameters("/books/:book/work", theBook),
  "/authors/:author": withParameters("/authors/:author", async () => ({ author: "r-k-narayan" })),
  "/series/:series": withParameters("/series/:series", async () => ({ series: "ibis-trilogy" })),
  "/categories/:category": withParameters("/categories/:category", async () => ({ category: "fiction" })),
  "/stock/count/:count": withParameters("/stock/count/:count", async (shop) => ({
    count: await counting(shop, shop.staffId),
  })),
  "/stock/count/:count/finish": async (shop) => {
    const count = await countTwo(shop);
    await openDeskPage(shop.page, deskHref("/stock/count/:count/finish", { count }));
    await shop.page.getByLabel("Reason").fill("Yearly count");
  },
  "/window/:window/preview": withParameters("/window/:window/preview", async (shop) => ({
    window: await preparedStorefront(shop),
  })),
  "/messages/:ticket": withParameters("/messages/:ticket", async ({ db }) => {
    const ticket = newTicket();
    await db.execute(sql`
      insert into contact_messages (ticket, name, email, subject, message, fingerprint)
      values (${ticket}, 'Uma’s reader', 'reader.of.uma@example.com', 'S', 'M', sha256(${ticket}::bytea))`);
    return { ticket };
  }),
  "/wanted/:request": withParameters("/wanted/:request", async ({ db }) => {
    const request = newTicket();
    await db.execute(sql`
      insert into book_requests (ticket, title, author, email, fingerprint, created_at)
      values (${request}, 'A Lost Book', 'Nobody', 'asha@example.com', sha256(${request}::bytea), now())`);
    return { request };
  }),
  "/readers/:reader": withParameters("/readers/:reader", async ({ db }) => ({
    reader: String(await addReader(db, `looked-at-${newTicket()}`)),
  })),
  "/counter/:till/cash": withParameters("/counter/:till/cash", async ({ db }) => {
    await addTestTill(db);
    return { till: "T1" };
  }),
  "/counter/:till/day": withParameters("/counter/:till/day", async ({ db }) => {
    await addTestTill(db);
    return { till: "T1" };
  }),
  "/counter/orders/:number": withParameters("/counter/orders/:number", theOrder),
  "/counter/bills/:bill": withParameters("/counter/bills/:bill", async (shop) => ({
    bill: await soldAtTill(shop),
  })),
  "/counter/:till": withParameters("/counter/:till", async ({ db }) => {
    await addTestTill(db);
    return { till: "T1" };
  }),
  "/payouts/:payout": withParameters("/payouts/:payout", async ({ db }) => {
    await db.execute(
      sql`insert into settlements (id, settled_at) values ('setl_LookedOver', now()) on conflict do nothing`,
    );
    return { payout: "setl_LookedOver" };
  }),
  "/record/:entry": async (shop) => {
    await openDeskPage(shop.page, deskHref("/record/:entry", { entry: await changePlace(shop) }));
    await expect(shop.page.getByRole("button", { name: "Undo" })).toBeVisible();
  },
  "/invitations/:secret": withParameters("/invitations/:secret", async ({ db }) => ({
    secret: await inTransaction(db, (tx) =>
      insertStaffInvitation(tx, "key of the journey", {
        address: `late.${newTicket()}@example.com`,
        role: "owner",
        invitedBy: null,
        at: new Date(),
      }),
    ),
  })),
  "/staff": async ({ db, page }) => {
    const name = `Ravi ${newTicket()}`;
    await addStaff({ db }, "packer", name);
    await openDeskPage(page, "/staff");
    await page.getByText(`Change of ${name}`).click();
  },
  "/stock/count": at("/stock/count", (page) => page.getByLabel("What to count").selectOption("scanned")),
  "/remittances": async (shop) => {
    const list = await carriersList(shop);
    await openDeskPage(shop.page, "/remittances");
    await shop.page.getByLabel("Carrier", { exact: true }).fill("Delhivery");
    await shop.page.getByLabel("UTR", { exact: true }).fill(newTicket().replace("-", ""));
    await shop.page.getByLabel("Sum in your bank, rupees").fill("250.50");
    await shop.page.getByLabel("The carrier’s list").fill(list);
    await shop.page.getByRole("button", { name: "Check", exact: true }).click();
    await expect(shop.page.getByRole("group", { name: "Columns of the list" })).toBeVisible();
  },
  "/import/:work": async ({ page }) => {
    await openDeskPage(page, await uploadBooks(page));
    await expect(page.getByRole("heading", { name: "Match the columns" })).toBeVisible();
  },
  "/import/undo/:import": async (shop) => {
    await openDeskPage(shop.page, await imported(shop));
    await shop.page.getByRole("link", { name: "Undo this import" }).click();
    await expect(shop.page.getByRole("button", { name: "Undo this import" })).toBeVisible();
  },
};

/** Further states of pages, by path and a description of the state. */
const states: Record<string, DeskPlace> = {
  "/import/:work, done": async (shop) => openDeskPage(shop.page, await imported(shop)),
  "/orders/:number, ready at the shop": async (shop) =>
    openDeskPage(shop.page, deskHref("/orders/:number", { number: await readyAtShop(shop) })),
  "/parcels/:number, to be collected": async (shop) =>
    openDeskPage(shop.page, deskHref("/parcels/:number", { number: await toCollect(shop) })),
  "/stock/receive/:delivery, scanned": async (shop) => {
    await openDeskPage(shop.page, deskHref("/stock/receive/:delivery", { delivery: await scanned(shop) }));
    await shop.page.getByText("Change").first().click();
  },
  "/stock/count/:count, counted": async (shop) => {
    await openDeskPage(shop.page, deskHref("/stock/count/:count", { count: await countTwo(shop) }));
    await shop.page.getByText("Change").first().click();
  },
  "/books/new, of a wrong ISBN": at("/books/new?isbn=9788195012342", (page) =>
    expect(page.getByText(/a digit is wrong\. Perhaps it is 978/)).toBeVisible(),
  ),
  "/books, found": at("/books?text=malgudi"),
  "/books/change, before the change": at("/books/change?text=life&all=on&kind=price-to-mrp", (page) =>
    expect(page.getByRole("heading", { name: /would be changed$/ })).toBeVisible(),
  ),
  "/settings, delivery by weight and zone": at("/settings", (page) => page.getByText("Fill in the table").click()),
  "/reviews, all": at("/reviews?which=all"),
  "/find, found": at("/find?text=p"),
  "/readers, found": at("/readers?text=a"),
  "/me, with the keyboard shortcuts": at("/me", async (page) => {
    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  }),
  "/*, which is not there": at("/no-such-page", undefined, 404),
};

/** Pages that redirect when signed in, or after Google. */
const leadsOn: DeskPath[] = ["/sign-in", "/auth/google/callback"];

/** The pages of the desk that an owner can open. */
export const deskPages = Object.entries<DeskRoute>(deskRoutes)
  .filter(([path, { file }]) => path !== "/*" && file.endsWith(".tsx"))
  .map(([path]) => path as DeskPath)
  .filter((path) => !leadsOn.includes(path));

/** How an owner gets to each page of the desk and each of its states, by path. */
export const deskPlaces: Record<string, DeskPlace> = {
  ...Object.fromEntries(deskPages.map((path) => [path, withWork[path] ?? at(path)])),
  ...states,
};

for (const path of deskPages)
  if (path.includes(":") && !withWork[path]) throw new Error(`${path} needs a line in the places of the desk.`);

function newTicket(): string {
  return `EPT-${randomBytes(4).toString("hex").toUpperCase()}`;
}

let order: Promise<string> | null = null;
/** The number of an order that waits to be packed; one for all places. */
function sold(shop: DeskShop): Promise<string> {
  return (order ??= placePaid(shop, "malgudi-days"));
}

/** Adds a confirmed order that is collected and paid at the shop; returns its number. */
async function toCollect(shop: DeskShop): Promise<string> {
  const number = await placeToCollect(shop, "gitanjali");
  await sendAtDesk(shop.page.context(), deskHref("/orders/:number", { number }), {
    form: { intent: "orders.confirm", order: number },
  });
  return number;
}

/** Adds an order that is ready at the shop; returns its number. */
async function readyAtShop(shop: DeskShop): Promise<string> {
  const number = await toCollect(shop);
  await makeReady(shop.db, number);
  return number;
}

/**
 * Adds an order whose money the carrier owes, and a transfer with a parcel that is unknown; returns a list with such a
 * parcel.
 */
async function carriersList(shop: DeskShop): Promise<string> {
  const number = await placeOnDelivery(shop, "gitanjali");
  const context = shop.page.context();
  await sendAtDesk(context, deskHref("/orders/:number", { number }), {
    form: { intent: "orders.confirm", order: number },
  });
  await shipOrder(withClock(shop.db), number, {
    carrier: "Delhivery",
    trackingNumber: `78${number.slice(-9)}`,
    trackingUrl: "",
  });
  await deliverOrder(withClock(shop.db), number);
  const text = "AWB,COD Amount\nNOBODYS,250.50";
  const utr = newTicket().replace("-", "");
  const transfer = { carrier: "Delhivery", utr, day: isoDay(new Date()), amount: "250.50", deducted: "", text };
  await sendAtDesk(context, "/remittances", { form: { intent: "remittances.record", ...transfer } });
  return text;
}

let report: Promise<string> | null = null;
/** The address of the report of a finished import; one for all places. */
function imported({ page, db }: DeskShop): Promise<string> {
  return (report ??= startImport(page, db));
}

/** Makes a delivery with a known book and an unknown ISBN; returns its number. */
async function scanned({ db, staffId }: DeskShop): Promise<string> {
  const at = new Date();
  const given = { supplier: "Rupa", billNumber: newTicket(), billedOn: null };
  const { id } = await openDelivery(db, given, { staffId, at });
  for (const code of ["godan", "9780306406157"])
    await addToDelivery(db, id, { code, copies: 2, costPaise: 19_950 }, at);
  return String(id);
}

/** Puts a delivery on the shelf. */
async function shelve(shop: DeskShop): Promise<void> {
  const delivery = await scanned(shop);
  const form = { intent: "stock.receive", delivery, once: randomUUID(), expected: "2" };
  await sendAtDesk(shop.page.context(), deskHref("/stock/receive/:delivery", { delivery }), { form });
}

/** Makes a count with a known book and an unknown ISBN scanned; returns its number. */
async function countTwo(shop: DeskShop): Promise<string> {
  const count = await counting(shop, shop.staffId);
  for (const code of ["godan", "9780306406157"]) {
    const form = { intent: "stock.count", count, once: randomUUID(), code, copies: "1" };
    await sendAtDesk(shop.page.context(), deskHref("/stock/count/:count", { count }), { form });
  }
  return count;
}

/** Changes the place of a book in the shop; returns the number of the entry in the audit log, which can be undone. */
async function changePlace(shop: DeskShop): Promise<string> {
  const { rows } = await shop.db.execute<{ place: string }>(sql`select place from stock where book_id = 'kari'`);
  const form = { intent: "stock.set-place", book: "kari", place: newTicket(), wasPlace: rows[0]!.place };
  await sendAtDesk(shop.page.context(), deskHref("/stock/books/:book", { book: "kari" }), { form });
  const { rows: entries } = await shop.db.execute<{ entry: string }>(
    sql`select max(number)::text as entry from desk_record where subject = 'book kari'`,
  );
  return entries[0]!.entry;
}

/** Sells a further copy of a book at the till T1; returns its bill as its page names it. */
async function soldAtTill({ db, page }: DeskShop): Promise<string> {
  await addTestTill(db);
  const sale = await counterSale(db, { godan: 1 }, { short: { godan: "uncounted" } });
  const form = { intent: "counter.sell", till: "T1", sale: JSON.stringify(sale) };
  await sendAtDesk(page.context(), "/counter/T1/sell", { form }, 200);
  const { rows } = await db.execute<{ bill: string }>(sql`
    select replace(d.number, '/', '-') as bill from documents d join counter_sales s on s.order_id = d.order_id
    where s.id = ${sale.id}::uuid`);
  return rows[0]!.bill;
}
