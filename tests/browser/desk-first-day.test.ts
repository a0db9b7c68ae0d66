import type { Page } from "@playwright/test";

import { openDatabase } from "#db/connect.ts";
import { findFreePort } from "#db/free-port.ts";
import { makeDataFolder, startChildShop } from "#tests/support/child-shop.ts";
import { acceptInvitation, addAuthenticator, deskOf } from "#tests/support/desk-journey.ts";
import { expect, expectSoundRecords, test as journey } from "#tests/support/journey.ts";
import { textOf } from "#tests/support/pdf.ts";
import { jpegOf } from "#tests/support/pictures.ts";
import {
  expectPaid,
  expectReady,
  fillDelivery,
  openCart,
  payButton,
  payInWidget,
  widgetOf,
} from "#tests/support/shopper.ts";

/** A shop as its bookseller begins: an empty folder, no book, nobody at its desk. */
interface NewShop {
  url: string;
  /** The link that the start prints for the first owner. */
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

/** Opens a page of the navigation. */
async function open(page: Page, label: string): Promise<void> {
  await page.getByRole("navigation", { name: "The desk" }).getByRole("link", { name: label, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: label })).toBeVisible();
}

/** Readers' pages follow a change within seconds. */
async function openUntil(page: Page, address: string, shown: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.goto(address);
    await shown();
  }).toPass();
}

// A shop's first day, from its first start to its first refund.
test.describe.configure({ timeout: 180_000 });

test("the first day of a shop: from an empty folder to a book sold, sent, partly refunded and taken back", async ({
  newShop,
  openContext,
  expectTrouble,
}) => {
  const deskContext = await openContext({ baseURL: deskOf(newShop.url) });
  const owner = await deskContext.newPage();
  await addAuthenticator(owner);
  await acceptInvitation(owner, newShop.ownersLink, "Asha First", "asha.first@example.com");
  await owner.getByRole("link", { name: /^Asha First/ }).click();
  await owner.getByRole("button", { name: "Add a passkey" }).click();
  await expect(owner.getByText(/^Added /)).toBeVisible();

  // The first book, by its ISBN.
  await open(owner, "Books");
  await owner.getByRole("link", { name: "Add a book" }).click();
  await expect(owner.getByRole("heading", { name: "Add a book" })).toBeVisible();
  await owner.getByLabel("ISBN").fill(isbn);
  await owner.keyboard.press("Enter");
  await owner.getByLabel("Title", { exact: true }).fill(title);
  await owner.getByLabel("Name 1", { exact: true }).fill("Nalini Basu");
  await owner.getByLabel("MRP, rupees").fill("450");
  await owner.getByLabel("Copies that are here").fill("3");
  await owner.getByRole("button", { name: "Add the book" }).click();
  await expect(owner.getByText("Added with 3 copies.")).toBeVisible();
  await owner.getByLabel("Price, rupees").fill("400");
  await owner.getByRole("button", { name: "Save" }).click();
  await expect(owner.getByText("Saved.", { exact: true })).toBeVisible();
  const bookPage = owner.url();
  await owner.getByRole("link", { name: "Cover", exact: true }).click();
  const picture = { name: "ferry.jpg", mimeType: "image/jpeg", buffer: await jpegOf(800, 1200) };
  await owner.getByLabel("File").setInputFiles(picture);
  await owner.getByRole("button", { name: "Make it the cover" }).click();
  await expect(owner.getByText("Readers see a picture.")).toBeVisible();

  // A reader finds it and buys two.
  const reader = await (await openContext({ baseURL: newShop.url })).newPage();
  const found = reader.getByRole("main").getByRole("link", { name: title }).first();
  await openUntil(reader, "/search?q=ferry", () => expect(found).toBeVisible({ timeout: 1_000 }));
  await found.click();
  await expect(reader.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expectReady(reader);
  await reader.getByRole("article").getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(reader.getByText(`${title} is in your cart.`)).toBeVisible();
  await openCart(reader);
  await reader.getByRole("button", { name: `Increase quantity of ${title}` }).click();
  await expect(reader.getByText(`Your cart has 2 copies of ${title}.`)).toBeVisible();
  await fillDelivery(reader);
  await payButton(reader).click();
  await payInWidget(await widgetOf(reader));
  const number = await expectPaid(reader);

  // The order is packed by scanning its books; a wrong one is said. Its label is a PDF that says where it goes.
  await open(owner, "Parcels");
  await owner.getByRole("link", { name: "Pack it by scanning" }).click();
  await expect(owner.getByRole("heading", { name: "0 of 2 packed" })).toBeVisible();
  const scan = async (code: string) => {
    await expect(owner.getByLabel("Scan a book")).toBeFocused();
    await owner.keyboard.type(code);
    await owner.keyboard.press("Enter");
  };
  expectTrouble(/status of 409/);
  await scan("9780143334903");
  await expect(owner.getByText("Wrong book: it is not in this order")).toBeVisible();
  await scan(isbn);
  await expect(owner.getByRole("heading", { name: "1 of 2 packed" })).toBeVisible();
  await scan(isbn);
  await expect(owner.getByRole("heading", { name: "2 of 2 packed" })).toBeVisible();
  // What the button opens; how a browser shows a PDF is its own.
  const label = await owner.getByRole("button", { name: "Label, 100 × 150 mm" }).evaluate(async (button) => {
    const { formAction, form } = button as HTMLButtonElement;
    const answer = await fetch(`${formAction}?${new URLSearchParams(new FormData(form!) as never)}`);
    return { type: answer.headers.get("content-type"), bytes: [...new Uint8Array(await answer.arrayBuffer())] };
  });
  expect(label.type).toBe("application/pdf");
  const lines = textOf(Buffer.from(label.bytes)).split("\n");
  expect(lines).toEqual(expect.arrayContaining(["Meera Nair", "12 Church Street", "Bengaluru", "560001", number]));
  await owner.getByRole("textbox", { name: "Carrier" }).fill("India Post");
  await owner.getByLabel("Tracking number").fill("EB123456789IN");
  await owner.getByRole("button", { name: "It is with the carrier" }).click();
  await expect(owner.getByRole("heading", { name: "Parcels" })).toBeVisible();
  await openUntil(reader, `/orders/${number}`, () =>
    expect(reader.getByText("EB123456789IN").first()).toBeVisible({ timeout: 1_000 }),
  );

  // A part of the money goes back.
  await owner.getByRole("link", { name: "On their way" }).click();
  await owner.getByRole("link", { name: number }).first().click();
  await expect(owner.getByRole("heading", { name: `Order ${number}` })).toBeVisible();
  await owner.getByText("Refund money", { exact: true }).click();
  await owner.getByLabel("Rupees").fill("150.50");
  await owner.getByLabel("Why").fill("A corner was bent.");
  await owner.getByRole("button", { name: "Refund this sum" }).click();
  await expect(owner.getByText("goes or went back")).toContainText("₹150.50 goes or went back");
  await openUntil(owner, `/orders/${number}`, () =>
    expect(owner.getByText("Refund went back: given by the shop")).toBeVisible({ timeout: 1_000 }),
  );
  await openUntil(reader, `/orders/${number}`, () =>
    expect(reader.getByText("₹150.50").first()).toBeVisible({ timeout: 1_000 }),
  );

  // Somebody works here too, until they do not: their open page is the last that they see.
  await open(owner, "Staff");
  await owner.getByLabel("E-mail address").fill("ravi.first@example.com");
  await owner.getByLabel("Role", { exact: true }).selectOption("bookseller");
  await owner.getByRole("button", { name: "Send the invitation" }).click();
  const link = await owner.getByText(/\/invitations\/[\w-]{43}$/).textContent();
  const bookseller = await (await openContext({ baseURL: deskOf(newShop.url) })).newPage();
  await acceptInvitation(bookseller, link!, "Ravi First", "ravi.first@example.com");
  await open(bookseller, "Messages");
  await owner.reload();
  await owner.getByText("Change of Ravi First").click();
  await owner.getByRole("button", { name: "Remove Ravi First" }).click();
  await expect(owner.getByText("Ravi First does not work at this desk any more")).toBeVisible();
  await bookseller.getByRole("link", { name: "Orders", exact: true }).click();
  await expect(bookseller.getByText("You were signed out")).toBeVisible();

  // The record has the whole day. Out of it the book is taken back, whose orders stay.
  await open(owner, "Record");
  const record = owner.getByRole("main").getByRole("listitem");
  for (const words of [
    "Asha First accepted an invitation and is an owner now.",
    `Refunded ₹150.50 of order ${number}.`,
    "Ravi First, bookseller, does not work here any more.",
  ])
    await expect(record.filter({ hasText: words })).toBeVisible();
  await record
    .filter({ hasText: `Added “${title}”` })
    .getByRole("link")
    .click();
  await owner.getByRole("button", { name: "Take back" }).click();
  await expect(
    owner.getByText("Taken back. Some of it was changed since and stays: the record says what."),
  ).toBeVisible();
  await owner.getByRole("link", { name: /^entry \d+$/ }).click();
  await expect(
    owner.getByText("an order, an offer or a reader names it, so it is hidden from readers and not deleted"),
  ).toBeVisible();
  await owner.goto(bookPage);
  await expect(owner.getByText("Hidden", { exact: true })).toBeVisible();
  await openUntil(reader, "/search?q=ferry", () => expect(found).toHaveCount(0, { timeout: 1_000 }));
  await reader.goto(`/orders/${number}`);
  await expect(reader.getByRole("main").getByText(title).first()).toBeVisible();
});
