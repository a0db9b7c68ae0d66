/**
 * Readers' orders in the states that look different, for journeys and screenshots, and functions that place and pay
 * orders.
 */
import { expect, type Page } from "@playwright/test";

import type { Db } from "#db/connect.ts";
import { razorpayStandInPath } from "#server/config/razorpay-config.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { acceptReturn } from "#shop/sales/returns/answer-return.server.ts";
import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { listReturnsOf } from "#shop/office/back-office/list-returns.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { readLinkKey } from "#shop/sales/orders/order-link.server.ts";
import { quotationLink } from "#shop/sales/quotations/quotation-link.server.ts";
import { payByCard } from "#razorpay-stand-in/drive.ts";

import { addQuotation } from "#tests/support/desk-authority/quotations.ts";
import { addStaff } from "#tests/support/desk/staff-rows.ts";
import { expectReady } from "#tests/support/sales/shopper.ts";
import { homeAddress, sendForm, signInBrowser } from "#tests/support/sales/signed-in.ts";
import { withClock } from "#tests/support/shop/with-clock.ts";

const parcel = {
  carrier: "India Post",
  trackingNumber: "EE987654321IN",
  trackingUrl: "https://www.indiapost.gov.in/t",
};

/** A reader: only the requests of a page are used. */
type Reader = Pick<Page, "request">;

/** Places an order as the pay button does, and leaves it unpaid; returns its number. */
export async function placeUnpaid(page: Reader, ...bookIds: string[]): Promise<string> {
  return (await place(page, bookIds)).orderNumber;
}

/** Places an order and pays it at the Razorpay stand-in, without opening pages; returns its number. */
export async function placePaid(page: Reader, ...bookIds: string[]): Promise<string> {
  const { orderNumber, options } = await place(page, bookIds);
  const proof = await payAtStandIn(options);
  expect(await sendForJson(page, "/checkout/verify", { order: orderNumber, ...proof })).toMatchObject({
    state: "paid",
  });
  return orderNumber;
}

/** Places an order that is to be paid on delivery; returns its number. */
export async function placeOnDelivery(page: Reader, ...bookIds: string[]): Promise<string> {
  const { orderPage } = await place(page, bookIds, { payBy: "delivery", phone: "90000 47600" });
  return String(orderPage).split("/").at(-1)!;
}

/** Places an order that is collected and paid at the shop, and is to be confirmed. */
export async function placeToCollect(page: Reader, ...bookIds: string[]): Promise<string> {
  const { orderPage } = await place(page, bookIds, { collect: "yes", payBy: "delivery", phone: "90000 47610" });
  return String(orderPage).split("/").at(-1)!;
}

/** Makes a confirmed order ready at the shop, where it is kept for a week. */
export async function makeReady(db: Db, number: string): Promise<void> {
  await shipOrder(withClock(db), number, { keptUntil: isoDay(new Date(Date.now() + 7 * 86_400_000)) });
}

/** Like `placePaid`, but the browser never reports the payment to the shop. */
export async function placePaidUnreported(page: Page, ...bookIds: string[]): Promise<string> {
  const { orderNumber, options } = await place(page, bookIds);
  await payAtStandIn(options);
  return orderNumber;
}

async function payAtStandIn(options: { key: string; order_id: string }): Promise<Record<string, string>> {
  const origin = process.env.JOURNEY_URL!;
  const standIn = {
    fetch(request: Request) {
      request.headers.set("origin", origin);
      return fetch(request);
    },
  };
  const razorpay = { standIn, origin, basePath: razorpayStandInPath, keyId: options.key };
  return (await payByCard(razorpay, { orderId: options.order_id })).body;
}

let readers = 0;

async function place(page: Reader, bookIds: string[], details: Record<string, string> = {}) {
  for (const bookId of bookIds) await sendForm(page, "/cart/lines", { intent: "add", bookId });
  const email = `meera-places-${process.pid}-${(readers += 1)}@example.com`;
  return sendForJson(page, "/checkout", { ...homeAddress, email, ...details });
}

async function sendForJson(page: Reader, path: string, form: Record<string, string>) {
  const headers = { origin: process.env.JOURNEY_URL!, accept: "application/json" };
  return (await page.request.post(path, { maxRetries: 2, form, headers })).json();
}

/** A reader's orders, in the states that look different. */
export const orderPlaces: Record<string, (page: Page, db: Db) => Promise<unknown>> = {
  "an order": async (page) => {
    await page.goto(`/orders/${await placePaid(page, "the-monk-who-sold-his-ferrari")}`);
  },
  "an order that waits for its payment": async (page) => {
    await page.goto(`/orders/${await placeUnpaid(page, "malgudi-days")}`);
  },
  "a quotation": async (page, db) => {
    const { quotation } = await addQuotation({ db }, await addStaff({ db }, "owner"), { isSent: true });
    await page.goto(quotationLink(process.env.JOURNEY_URL!, await readLinkKey(db), Number(quotation)));
    await expect(page.getByRole("button", { name: "Order these books" })).toBeVisible();
  },
  "an order that waits to be confirmed": async (page) => {
    await signInBrowser(page, "Careful Reader");
    await page.goto(`/orders/${await placeOnDelivery(page, "gitanjali")}`);
    await expect(page.getByRole("button", { name: "Confirm the order" })).toBeVisible();
  },
  "an order that can be confirmed by a code": async (page) => {
    const path = `/orders/${await placeOnDelivery(page, "gitanjali")}`;
    await sendForm(page, path, { intent: "send-code" });
    await page.goto(path);
    await expect(page.getByLabel("Code of six digits")).toBeVisible();
  },
  "an order on delivery, cancelled in part": async (page) => {
    await signInBrowser(page, "Careful Reader");
    const number = await placeOnDelivery(page, "gitanjali", "godan");
    await sendForm(page, `/orders/${number}`, { intent: "confirm-order" });
    await sendForm(page, `/orders/${number}`, { intent: "cancel-copies", bookId: "godan", quantity: "1" });
    await page.goto(`/orders/${number}`);
    await expect(page.getByText("Less to pay", { exact: true })).toBeVisible();
  },
  "an order that is ready at the shop": async (page, db) => {
    await signInBrowser(page, "Collecting Reader");
    const number = await placeToCollect(page, "gitanjali");
    await sendForm(page, `/orders/${number}`, { intent: "confirm-order" });
    await makeReady(db, number);
    await page.goto(`/orders/${number}`);
    await expect(page.getByRole("heading", { name: "Your books are here" })).toBeVisible();
  },
  "paying an order online instead": async (page) => {
    await signInBrowser(page, "Careful Reader");
    await page.goto(`/orders/${await placeOnDelivery(page, "gitanjali")}/pay`);
    await expect(page.getByRole("heading", { name: "Pay online" })).toBeVisible();
  },
  "an order on its way": async (page, db) => {
    await signInBrowser(page, "Waiting Reader");
    const number = await placePaid(page, "gitanjali", "godan");
    await shipOrder(withClock(db), number, parcel);
    await page.goto(`/orders/${number}`);
  },
  "an order that goes in two parcels": async (page, db) => {
    await signInBrowser(page, "Patient Reader");
    const number = await placePaid(page, "gitanjali", "godan");
    await shipOrder(withClock(db), number, parcel, undefined, { copies: [{ bookId: "godan", quantity: 1 }] });
    await page.goto(`/orders/${number}`);
  },
  "an order of which a book goes back": async (page, db) => {
    await signInBrowser(page, "Sending Reader");
    const number = await placePaid(page, "gitanjali", "malgudi-days");
    await shipOrder(withClock(db), number, parcel);
    await deliverOrder(withClock(db), number);
    await page.goto(`/orders/${number}`);
    await expectReady(page);
    await page.getByText("Return a book", { exact: true }).click();
    await page.getByLabel("Why").selectOption("It came damaged");
    await page.getByRole("button", { name: "Request a return" }).click();
    await expect(page.getByText("We have received your request")).toBeVisible();
    const asked = (await listReturnsOf(db, "open", { after: null, limit: 50 })).returns.find(
      (one) => one.orderNumber === number,
    )!;
    await acceptReturn(withClock(db), asked.id, { isKept: false, answer: "" });
    await page.goto(`/orders/${number}`);
    await expectReady(page);
    await page.getByText("Return a book", { exact: true }).click();
  },
  "an order that was cancelled": async (page) => {
    const number = await placePaid(page, "the-guide");
    await sendForm(page, `/orders/${number}`, { intent: "cancel-order" });
    await page.goto(`/orders/${number}`);
  },
  "no orders yet": async (page) => {
    await signInBrowser(page, "Orderless Reader");
    await page.goto("/orders");
  },
  "a reader's orders": async (page) => {
    await signInBrowser(page, "Ordering Reader");
    await sendForm(page, `/orders/${await placePaid(page, "the-guide")}`, { intent: "cancel-order" });
    await placeUnpaid(page, "malgudi-days", "the-hobbit", "godan", "kanthapura", "persuasion");
    await page.goto("/orders");
  },
};
