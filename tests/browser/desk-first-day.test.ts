/** The first day of a new shop, from the owner's sign-in to the first sale. */
import type { Page } from "@playwright/test";

import { openDatabase } from "#db/connect.ts";
import { findFreePort } from "#db/free-port.ts";
import { makeDataFolder, startChildShop } from "#tests/support/shop/child-shop.ts";
import { acceptInvitation, addAuthenticator, deskOf } from "#tests/support/desk/desk-journey.ts";
import { expect, expectSoundRecords, test as journey } from "#tests/support/browser/journey.ts";
import {
  expectPaid,
  expectReady,
  fillDelivery,
  openCart,
  payButton,
  payInWidget,
  widgetOf,
} from "#tests/support/sales/shopper.ts";

/** A new shop: an empty data folder, no book, no staff. */
interface NewShop {
  url: string;
  /** The link for the first owner, printed at the start. */
  ownersLink: string;
}

const test = journey.extend<{ newShop: NewShop }>({
  newShop: async ({}, use) => {
    const { folder, remove } = await makeDataFolder();
    const port = await findFreePort();
    const shop = startChildShop({ PORT: String(port), DATA_DIR: folder, CATALOGUE: "none" });
    try {
      await shop.opened;
      const [ownersLink] = /http:\/\/desk\.localhost:\d+\/invitations\/[\w-]{43}/.exec(shop.output())!;
      await use({ url: shop.url, ownersLink });
      const { db, pool } = await openDatabase({ dataDir: folder, report: () => {} });
      await expectSoundRecords(db, shop.url);
      await pool.end();
    } finally {
      if (shop.process.exitCode === null) await shop.stop();
      await remove();
    }
  },
});

const isbn = "9788195012343";
const title = "The Ferry at Low Tide";

/** Opens a page of the desk through its navigation. */
async function open(page: Page, label: string): Promise<void> {
  await page.getByRole("navigation", { name: "The desk" }).getByRole("link", { name: label, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: label })).toBeVisible();
}

test(
  "the first day of a shop: from an empty folder to its first book, and its first order",
  { tag: "@core" },
  async ({ newShop, openContext, expectTrouble }) => {
    // The bills would still name the demonstration, which is asked about.
    expectTrouble(/status of 409/);
    const deskContext = await openContext({ baseURL: deskOf(newShop.url) });
    const owner = await deskContext.newPage();
    await addAuthenticator(owner);
    await acceptInvitation(owner, newShop.ownersLink, "Asha First", "asha.first@example.com");
    await expectReady(owner);
    await owner.getByRole("link", { name: /^Asha First/ }).click();
    await owner.getByRole("button", { name: "Add a passkey" }).click();
    await expect(owner.getByText(/^Added /)).toBeVisible();

    await open(owner, "Books");
    await owner.getByRole("link", { name: "Add a book" }).click();
    await expect(owner.getByRole("heading", { name: "Add a book" })).toBeVisible();
    await owner.getByLabel("ISBN").fill(isbn);
    await owner.keyboard.press("Enter");
    await owner.getByLabel("Title", { exact: true }).fill(title);
    await owner.getByLabel("Name 1", { exact: true }).fill("Nalini Basu");
    await owner.getByLabel("MRP, rupees").fill("450");
    await owner.getByLabel("Copies in stock").fill("3");
    await owner.getByRole("button", { name: "Add the book" }).click();
    await expect(owner.getByText("Added with 3 copies.")).toBeVisible();

    // Readers see that the shop opens soon, until the owner opens it.
    const early = await (await openContext({ baseURL: newShop.url })).newPage();
    await early.goto("/search?q=ferry");
    await expect(early.getByRole("heading", { level: 1, name: "Opening soon" })).toBeVisible();
    await open(owner, "Today");
    await expect(owner.getByText("1 book in the shop.")).toBeHidden();
    await owner.getByRole("link", { name: "Open the shop" }).click();
    await owner.getByLabel("Readers find the shop").selectOption("Open");
    await owner.getByRole("button", { name: "Save Open or closed" }).click();
    await owner.getByLabel("Open with these bills all the same").check();
    await owner.getByRole("button", { name: "Save Open or closed" }).click();
    await expect(owner.getByText("Open: readers see the shop and can buy.", { exact: true })).toBeVisible();
    await open(owner, "Today");
    await expect(owner.getByRole("heading", { name: "Open your shop" })).toBeHidden();

    // Readers' pages show a change within seconds.
    const reader = await (await openContext({ baseURL: newShop.url })).newPage();
    const found = reader.getByRole("main").getByRole("link", { name: title }).first();
    await expect(async () => {
      await reader.goto("/search?q=ferry");
      await expect(found).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await found.click();
    await expect(reader.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expectReady(reader);
    await reader.getByRole("article").getByRole("button", { name: "Add to Cart" }).first().click();
    await expect(reader.getByText(`${title} is in your cart.`)).toBeVisible();
    await openCart(reader);
    await fillDelivery(reader);
    await payButton(reader).click();
    await payInWidget(await widgetOf(reader));
    const number = await expectPaid(reader);

    await open(owner, "Parcels");
    await expect(owner.getByText(number).first()).toBeVisible();
  },
);
