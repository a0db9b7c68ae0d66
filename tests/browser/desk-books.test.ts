import { findDeskBook } from "#shop/catalogue/editing/form/read-book.server.ts";
import { newIsbn } from "#tests/support/desk/desk-imports.ts";
import { deskOf, sendAtDesk, signInAtDesk } from "#tests/support/desk/desk-journey.ts";
import { openDeskPage } from "#tests/support/places/desk-places.ts";
import { expect, test } from "#tests/support/browser/journey.ts";
import { expectNoFaults } from "#tests/support/browser/page-faults.ts";
import { jpegOf } from "#tests/support/pictures.ts";
import { expectReady } from "#tests/support/sales/shopper.ts";

test("a book is added with a scanner, seen as it is typed, given a cover, changed beside somebody else, and seen in the shop", async ({
  db,
  openContext,
  expectTrouble,
}) => {
  const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!) });
  await signInAtDesk(context, db, "bookseller");
  const page = await context.newPage();
  await openDeskPage(page, "/books/new");
  await expect(page.getByLabel("ISBN")).toBeFocused();
  // A scanner types the digits and presses Enter; it misread the last digit.
  const isbn = newIsbn();
  await page.keyboard.type(`${isbn.slice(0, -1)}${(Number(isbn.at(-1)) + 1) % 10}\n`);
  await expect(page.getByText(`a digit is wrong. Perhaps it is ${isbn}`)).toBeVisible();
  await page.getByLabel("ISBN").fill(isbn);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("ISBN")).toHaveValue(isbn);
  await page.getByLabel("Title", { exact: true }).fill("The Lamp at Lila’s");
  await page.getByLabel("Name 1", { exact: true }).fill("Lila Journeywoman");
  await page.getByLabel("Category 1").fill("Fiction > Short stories");
  await page.getByLabel("MRP, rupees").fill("350");
  await page.getByLabel("Copies in stock").fill("4");
  const preview = page.getByRole("region", { name: "What readers would see" });
  await expect(preview.getByRole("heading", { name: "The Lamp at Lila’s", includeHidden: true })).toHaveCount(2);
  await expect(preview.getByText("Only 4 left")).toBeVisible();
  await expectNoFaults(page, "a new book");
  // Focus goes to the field with the error, and no other field moves.
  expectTrouble(/status of 422/);
  const price = page.getByLabel("Price, rupees");
  await price.fill("much");
  await page.getByRole("button", { name: "Add the book" }).click();
  await expect(price).toBeFocused();
  await expect(price).toHaveAttribute("aria-invalid", "true");
  expect((await price.boundingBox())!.y).toBe((await page.getByLabel("MRP, rupees").boundingBox())!.y);
  await price.fill("");
  await page.getByRole("button", { name: "Add the book" }).click();
  await expect(page.getByText("Added with 4 copies. New in the shop: Lila Journeywoman.")).toBeVisible();
  const { pathname } = new URL(page.url());

  await page.getByRole("link", { name: "Cover", exact: true }).click();
  const picture = { name: "lamp.jpg", mimeType: "image/jpeg", buffer: await jpegOf(800, 1200) };
  await page.getByLabel("File").setInputFiles(picture);
  await page.getByRole("button", { name: "Make it the cover" }).click();
  await expect(page.getByText("Readers see a picture.")).toBeVisible();

  await openDeskPage(page, pathname);
  await page.getByLabel("Title", { exact: true }).fill("The Lantern at Lila’s");
  await page.getByLabel("Price, rupees").fill("299");
  await expect(preview.getByText("The Lantern at Lila’s by Lila Journeywoman - ")).toBeVisible();
  // The preview shows the price on the card and on the page.
  await expect(preview.getByText("₹299.00")).toHaveCount(2);
  await page.getByLabel("Publisher").fill("Verandah Press");
  await page.getByLabel("Day of publication").fill("2019-04");
  await expect(preview.getByText("Verandah Press", { exact: true })).toBeVisible();
  await expect(preview.getByText("April 2019")).toBeVisible();
  await page.getByLabel("Publisher").fill("");
  await page.getByLabel("Day of publication").fill("");

  // Another person saves the same book in the meantime.
  const book = pathname.split("/").at(-1)!;
  const { values, version } = (await findDeskBook(db, book))!;
  const form = { ...values, intent: "books.save", book, version, subtitle: "Stories of a verandah" };
  await sendAtDesk(context, pathname, { form });
  expectTrouble(/status of 409/);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Somebody changed this meanwhile, so nothing was saved.")).toBeVisible();
  await expect(page.getByRole("cell", { name: "Stories of a verandah" })).toBeVisible();
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("The Lantern at Lila’s");
  await expectNoFaults(page, "both versions");
  await page.getByLabel("Subtitle").fill("Stories of a verandah");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  await expect(page.getByText("Changed title and price of “The Lantern at Lila’s”.")).toBeVisible();

  await page.goto(`${process.env.JOURNEY_URL!}/books/${book}`);
  await expectReady(page);
  const opener = page.getByRole("link", { name: "See the cover up close" });
  await opener.focus();
  await page.keyboard.press("Enter");
  const cover = page.getByRole("dialog", { name: "The cover, up close" });
  await expect(cover).toBeVisible();
  await expectNoFaults(page, "a cover up close");
  await page.keyboard.press("Escape");
  await expect(cover).toBeHidden();
  await expect(opener).toBeFocused();
});
