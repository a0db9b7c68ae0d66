import { findDeskBook } from "#shop/catalogue/editing/form/read-book.server.ts";
import { deskOf, sendAtDesk, signInAtDesk } from "#tests/support/desk/desk-journey.ts";
import { newIsbn } from "#tests/support/desk/desk-imports.ts";
import { openDeskPage } from "#tests/support/places/desk-places.ts";
import { expect, test } from "#tests/support/browser/journey.ts";
import { expectNoFaults } from "#tests/support/browser/page-faults.ts";

test("books are filtered at once, ticked, changed together and changed back, with scripts and without", async ({
  db,
  openContext,
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!), javaScriptEnabled });
    await signInAtDesk(context, db, "owner");
    const word = javaScriptEnabled ? "Tickable" : "Scriptless";
    const ids: string[] = [];
    for (const [nth, mrp] of ["299", "450", "100"].entries()) {
      // Without `isListed` readers do not see them.
      const form = { intent: "books.add", isbn: newIsbn(), title: `${word} ${nth}`, mrp, key: crypto.randomUUID() };
      ids.push((await sendAtDesk(context, "/books/new", { form })).split("/").at(-1)!);
    }
    const prices = () => Promise.all(ids.map(async (id) => (await findDeskBook(db, id))!.values.mrp));
    const page = await context.newPage();
    await openDeskPage(page, `/books?text=${word}`, { javaScriptEnabled });
    const bar = page.getByRole("button", { name: "Preview" });
    await expect(bar).toBeHidden();
    await page.getByRole("combobox", { name: "Copies" }).selectOption("None for sale");
    if (!javaScriptEnabled) await page.getByRole("button", { name: "Show" }).click();
    await expect(page).toHaveURL(/copies=none/);
    await page.getByRole("link", { name: "MRP", exact: true }).click();
    await expect(page.getByRole("columnheader", { name: "MRP" })).toHaveAttribute("aria-sort", "descending");
    await expect(page.getByRole("row").nth(1)).toContainText(`${word} 1`);
    if (javaScriptEnabled) {
      const rows = page.getByRole("checkbox", { name: `Tick ${word}` });
      await page.getByLabel("Tick all 3 books").check();
      for (const row of await rows.all()) await expect(row).toBeChecked();
      await page.getByLabel(`Tick ${word} 2`).uncheck();
      await expect(page.getByLabel("Tick all 3 books")).not.toBeChecked();
      await expect(page.getByText("2 books ticked")).toBeVisible();
    }
    await page.getByLabel(`Tick ${word} 0`).check();
    await page.getByLabel(`Tick ${word} 1`).check();
    await expect(bar).toBeVisible();
    if (javaScriptEnabled) await expect(page.getByText("2 books ticked")).toBeVisible();
    await page.getByLabel("What to change").selectOption("MRP, by percent");
    await page.getByLabel("By how much").fill("10");
    await page.getByLabel("Round to").selectOption("Ending in 9");
    if (javaScriptEnabled) await expectNoFaults(page, "ticked books");
    await bar.click();
    await expect(page.getByRole("heading", { name: "Change 2 ticked books" })).toBeVisible();
    await expect(page.getByText("MRP ₹499.00, price ₹499.00")).toBeVisible();
    await page.getByRole("button", { name: "Change 2 books" }).click();
    await expect(page.getByText("Raised the MRP by 10%, and the price with it: 2 books.")).toBeVisible();
    expect(await prices()).toEqual(["329", "499", "100"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Undone.", { exact: true })).toBeVisible();
    expect(await prices()).toEqual(["299", "450", "100"]);
    await context.close();
  }
});
