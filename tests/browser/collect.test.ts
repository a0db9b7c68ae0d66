/** Orders that are collected at the shop: paid online, and paid when they are handed over. */
import type { Page } from "@playwright/test";

import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { expect, test } from "#tests/support/browser/journey.ts";
import { openDesk } from "#tests/support/desk/desk-journey.ts";
import { openDeskPage } from "#tests/support/places/desk-places.ts";
import { linkToConfirm } from "#tests/support/sales/order-to-confirm.ts";
import {
  expectPaid,
  expectReady,
  openCart,
  payButton,
  payInWidget,
  putInCart,
  summary,
  widgetOf,
} from "#tests/support/sales/shopper.ts";

/** Puts a book in the cart, and chooses in the cart that this reader collects it. */
async function chooseToCollect(page: Page, bookId: string, reader: Record<"name" | "phone" | "email", string>) {
  await putInCart(page, bookId);
  await openCart(page);
  await page.getByRole("link", { name: "Collect it at the shop" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Who collects the books" })).toBeVisible();
  await expect(summary(page)).toContainText("Collection");
  await expect(page.getByLabel("PIN code")).toBeHidden();
  await page.getByLabel("Full name", { exact: true }).fill(reader.name);
  await page.getByLabel("Phone", { exact: true }).fill(reader.phone);
  await page.getByLabel("E-mail", { exact: true }).fill(reader.email);
}

/** Packs an order of one book by a packer, who says that it is here. */
async function makeReady(desk: Page, number: string, reader: string): Promise<void> {
  await openDeskPage(desk, `/parcels/${number}`);
  await expect(desk.getByRole("region", { name: "Collected at the shop by" })).toContainText(reader);
  await desk.getByRole("button", { name: /^Pack one/ }).press("Enter");
  await expect(desk.getByRole("heading", { name: "1 of 1 packed" })).toBeVisible();
  await desk.getByRole("button", { name: "It is here" }).press("Enter");
  await expect(desk.getByRole("heading", { name: "Parcels" })).toBeVisible();
}

/** Finds an order that waits at the shop by the name of its reader, and opens it to hand it over. */
async function findByName(desk: Page, number: string, reader: string): Promise<void> {
  await openDeskPage(desk, "/parcels/collect");
  await desk.getByLabel("Number, name or phone").fill(reader);
  await desk.keyboard.press("Enter");
  const found = desk.getByRole("listitem").filter({ hasText: number });
  await expect(found).toContainText(reader);
  await expect(desk.getByRole("link", { name: /^Hand it over/ })).toHaveCount(1);
  await found.getByRole("link", { name: /^Hand it over/ }).press("Enter");
  await expect(desk.getByRole("heading", { name: "Collected at the shop" })).toBeVisible();
}

async function readStates(db: Db, number: string): Promise<string> {
  const { rows } = await db.execute<{ states: string }>(sql`
    select concat_ws(' ', payment_state, fulfilment_state) as states from orders where number = ${number}`);
  return oneRow(rows).states;
}

test("an order is paid online and collected: chosen in the cart, packed, found by name, and handed over", async ({
  page,
  db,
  openContext,
}) => {
  const reader = { name: "Tara Collects", phone: "90000 47611", email: `tara-${process.pid}@example.com` };
  await chooseToCollect(page, "the-hungry-tide", reader);
  await payButton(page).press("Enter");
  await payInWidget(await widgetOf(page));
  const number = await expectPaid(page);
  await expect(page.getByText("Ready at the shop by")).toBeVisible();

  await makeReady(await openDesk(openContext, db, "packer"), number, reader.name);
  await page.goto(`/orders/${number}`);
  await expect(page.getByRole("heading", { name: "Your books are here" })).toBeVisible();
  await expect(page.getByText("Kept for you until")).toBeVisible();

  const desk = await openDesk(openContext, db, "bookseller");
  await findByName(desk, number, reader.name);
  await expect(desk.getByLabel("How it is paid")).toHaveCount(0);
  await desk.getByRole("button", { name: "Handed over" }).press("Enter");
  await expect(desk.getByText(`${number} is handed over.`)).toBeVisible();
  expect(await readStates(db, number)).toBe("paid delivered");
  await page.reload();
  await expect(page.getByRole("heading", { name: /^Collected on/ })).toBeVisible();
});

test("an order is paid when it is collected: confirmed by the letter's link, and handed over for a payment by UPI", async ({
  page,
  db,
  openContext,
}) => {
  const reader = { name: "Uday Collects", phone: "90000 47612", email: `uday-${process.pid}@example.com` };
  await chooseToCollect(page, "the-glass-palace", reader);
  await page.getByRole("button", { name: "Pay when you collect" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Please confirm your order" })).toBeVisible();
  const number = new URL(page.url()).pathname.split("/").at(-1)!;
  await page.goto(await linkToConfirm(page, number));
  await expectReady(page);
  await page.getByRole("button", { name: "Confirm the order" }).press("Enter");
  await expect(page.getByText(/^You pay ₹[\d.]+ when you collect it, in cash, by UPI or by card\.$/)).toBeVisible();

  await makeReady(await openDesk(openContext, db, "packer"), number, reader.name);
  const desk = await openDesk(openContext, db, "bookseller");
  await findByName(desk, number, reader.name);
  await desk.getByLabel("How it is paid").selectOption("UPI");
  await desk.getByLabel("Reference").fill("UPI 4711");
  await desk.keyboard.press("Enter");
  await expect(desk.getByText(`${number} is handed over, ₹`)).toBeVisible();
  expect(await readStates(db, number)).toBe("paid delivered");
  await page.reload();
  await expect(page.getByText("Paid at the shop by UPI")).toBeVisible();
});
