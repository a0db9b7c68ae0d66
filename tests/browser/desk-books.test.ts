import { inTransaction } from "#db/transaction.ts";
import { insertStaffInvitation } from "#shop/staff/invitations.server.ts";
import { acceptInvitation, deskOf } from "#tests/support/desk-journey.ts";
import { expect, test } from "#tests/support/journey.ts";
import { lookOver } from "#tests/support/look-over.ts";

// They go through many pages, each looked over at two widths.
test.describe.configure({ timeout: 180_000 });

test("a book is added with a scanner, seen as it is typed, changed beside somebody else, and taken back", async ({
  db,
  openContext,
  expectTrouble,
}) => {
  const address = `lila.${Date.now()}@example.com`;
  const secret = await inTransaction(db, (tx) =>
    insertStaffInvitation(tx, "key of the journey", { address, role: "bookseller", invitedBy: null, at: new Date() }),
  );
  const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!) });
  const page = await context.newPage();
  await acceptInvitation(page, `/invitations/${secret}`, "Lila Books", address);

  await page.goto("/books/new");
  await expect(page.getByLabel("ISBN")).toBeFocused();
  // A scanner types and presses Enter; the last digit was not read well.
  await page.keyboard.type("9788195012342\n");
  await expect(page.getByText(/a digit is wrong\. Perhaps it is 978/)).toBeVisible();
  await lookOver(page, "a wrong ISBN");
  const isbn = /Perhaps it is (\d{13})/.exec(await page.locator("main").innerText())![1]!;
  await page.getByLabel("ISBN").fill(isbn);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("ISBN")).toHaveValue(isbn);
  await page.getByLabel("Title", { exact: true }).fill("The Lamp at Lila’s");
  await page.getByLabel("Name 1", { exact: true }).fill("Lila Journeywoman");
  await page.getByLabel("Category 1").fill("Fiction > Short stories");
  await page.getByLabel("MRP, rupees").fill("350");
  await page.getByLabel("Copies that are here").fill("4");
  const preview = page.getByRole("region", { name: "What readers would see" });
  await expect(preview.getByRole("heading", { name: "The Lamp at Lila’s", includeHidden: true })).toHaveCount(2);
  await expect(preview.getByText("Only 4 left")).toBeVisible();
  await lookOver(page, "a new book");
  // What is wrong with one field has the focus, and moves no other.
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

  await page.getByLabel("Title", { exact: true }).fill("The Lantern at Lila’s");
  await page.getByLabel("Price, rupees").fill("299");
  await expect(preview.getByText("The Lantern at Lila’s by Lila Journeywoman - ")).toBeVisible();
  // On its card and on its page.
  await expect(preview.getByText("₹299.00")).toHaveCount(2);
  await page.getByLabel("Publisher").fill("Verandah Press");
  await page.getByLabel("Day of publication").fill("2019-04");
  await expect(preview.getByText("Verandah Press", { exact: true })).toBeVisible();
  await expect(preview.getByText("April 2019")).toBeVisible();
  await page.getByLabel("Publisher").fill("");
  await page.getByLabel("Day of publication").fill("");
  await lookOver(page, "a book");

  // Somebody else saves the same book meanwhile, in another browser.
  const elsewhere = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!) });
  await elsewhere.addCookies(await context.cookies());
  const other = await elsewhere.newPage();
  await other.goto(page.url());
  // The cover is drawn anew once the subtitle is saved, and its old picture is gone then.
  await expect
    .poll(() => other.locator("main img").evaluateAll((all) => all.every((img) => (img as HTMLImageElement).complete)))
    .toBe(true);
  await other.getByLabel("Subtitle").fill("Stories of a verandah");
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other.getByText("Saved.", { exact: true })).toBeVisible();
  expectTrouble(/status of 409/);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Somebody changed this meanwhile, so nothing was saved.")).toBeVisible();
  await expect(page.getByRole("cell", { name: "Stories of a verandah" })).toBeVisible();
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("The Lantern at Lila’s");
  await lookOver(page, "both versions");
  await page.getByLabel("Subtitle").fill("Stories of a verandah");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  await expect(page.getByText("Changed title and price of “The Lantern at Lila’s”.")).toBeVisible();

  await page.getByRole("link", { name: "Cover", exact: true }).click();
  await expect(page.getByRole("heading", { name: "How it is drawn" })).toBeVisible();
  await lookOver(page, "a cover");
  await page.goto("/books?text=lantern+lila");
  await expect(page.getByRole("link", { name: "The Lantern at Lila’s" })).toBeVisible();
  await lookOver(page, "books");
  await page.goto("/books/change?text=lantern+lila&kind=price-to-mrp");
  await expect(page.getByRole("heading", { name: "1 book would be changed" })).toBeVisible();
  await lookOver(page, "many books");
  await page.getByRole("button", { name: "Change 1 book" }).click();
  await expect(page.getByText("Set the price to the MRP: 1 book.")).toBeVisible();

  await page.goto("/record?chapter=books");
  await page.getByRole("listitem").filter({ hasText: "Set the price to the MRP: 1 book." }).getByRole("link").click();
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(page.getByText("Taken back.", { exact: true })).toBeVisible();
  await page.goto("/books?text=lantern+lila");
  await expect(page.getByRole("cell", { name: /₹299\.00/ })).toBeVisible();
});
