import { deskOf, signInAtDesk } from "#tests/support/desk/desk-journey.ts";
import { openDeskPage } from "#tests/support/places/desk-places.ts";
import { expect, test } from "#tests/support/browser/journey.ts";

test("a purchase order is filled, sent, scanned and put on the shelf, and a copy goes back", async ({
  db,
  openContext,
}) => {
  const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!) });
  await signInAtDesk(context, db, "bookseller", `Meera ${Date.now()}`);
  const page = await context.newPage();
  const supplier = `Narmada Books ${Date.now()}`;
  await openDeskPage(page, "/stock/suppliers");
  await page.getByLabel("Name", { exact: true }).fill(supplier);
  await page.getByRole("button", { name: "Add" }).click();
  await expect(page.getByText("Added. Enter the terms.")).toBeVisible();
  await page.getByLabel(/^Discount off the MRP/).fill("40");
  await page.getByLabel("Sold to you as").selectOption("sale-or-return");
  await page.getByLabel(/^Days to return/).fill("90");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved.")).toBeVisible();

  await page.getByRole("link", { name: "New purchase order" }).click();
  await expect(page.getByLabel("Supplier", { exact: true })).toHaveValue(supplier);
  await page.getByRole("button", { name: "Start a draft" }).click();
  await expect(page.getByText("This is a draft: nothing is ordered before you send it.")).toBeVisible();
  await page.getByText("Paste many ISBNs").click();
  await page.getByLabel("ISBNs", { exact: true }).fill("kanthapura, 3");
  await page.getByRole("button", { name: "Add them" }).click();
  await expect(page.getByText("3 copies of 1 title, about")).toBeVisible();
  await page.getByRole("button", { name: "I have sent it myself" }).click();
  await expect(page.getByText("3 to come", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Receive copies" }).click();
  await expect(page.getByText("Now scan the first book.")).toBeVisible();
  await page.getByLabel("Bar code or ISBN").focus();
  for (let i = 0; i < 3; i += 1) {
    await page.keyboard.type("kanthapura");
    await page.keyboard.press("Enter");
  }
  await expect(page.getByText("All ordered copies came.")).toBeVisible();
  await page.getByRole("button", { name: "Put 3 copies on the shelf" }).click();
  await expect(page.getByText("3 copies of 1 book are on the shelf.")).toBeVisible();

  await page.getByRole("link", { name: "Suppliers" }).click();
  await page.getByRole("link", { name: supplier }).click();
  await page.getByRole("link", { name: "Send books back" }).click();
  await page.getByLabel(/^Copies, of 3/).fill("3");
  await page.getByRole("button", { name: "Take them out of stock" }).click();
  await expect(page.getByText("3 copies are out of stock.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Return note (PDF)" })).toBeVisible();
});
