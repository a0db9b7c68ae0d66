import { sql } from "#db/sql.ts";
import { importedFile, startImport } from "#tests/support/desk/desk-imports.ts";
import { deskOf, signInAtDesk } from "#tests/support/desk/desk-journey.ts";
import { openDeskPage } from "#tests/support/places/desk-places.ts";
import { expect, test } from "#tests/support/browser/journey.ts";

test("a file is brought, looked at and imported", { tag: "@core" }, async ({ db, openContext }) => {
  const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!) });
  await signInAtDesk(context, db, "bookseller");
  const page = await context.newPage();
  await openDeskPage(page, "/import");
  const title = `Clear Light of ${Date.now()}`;
  await page.getByLabel("File").setInputFiles(importedFile(title));
  await page.getByRole("button", { name: "Upload and check" }).click();
  await expect(page.getByText(title).first()).toBeVisible();
  await page.getByRole("button", { name: "Start the import" }).click();
  // The page follows the progress of the import.
  await expect(page.getByRole("heading", { name: "Done" })).toBeVisible();
  const { rowCount } = await db.execute(sql`select from works where title = ${title}`);
  expect(rowCount).toBe(1);
});

test(
  "an import is undone, and so is a change, from its entry in the audit log",
  { tag: "@core" },
  async ({ db, openContext }) => {
    const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!) });
    await signInAtDesk(context, db, "bookseller");
    const page = await context.newPage();
    const title = `Dim Light of ${Date.now()}`;
    const report = await startImport(page, db, title);
    const { rows } = await db.execute<{ id: string }>(sql`
    select b.id from books b join works w on w.id = b.work_id where w.title = ${title}`);
    const book = `/books/${rows[0]!.id}`;

    await openDeskPage(page, book);
    await page.getByLabel("Price, rupees").fill("299");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "History", exact: true }).first().click();
    await page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ hasText: `Changed price of “${title}”.` })
      .getByRole("button", { name: "Undo" })
      .click();
    await expect(page.getByText("Undone.", { exact: true })).toBeVisible();
    await openDeskPage(page, book);
    await expect(page.getByLabel("Price, rupees")).not.toHaveValue("299");

    await openDeskPage(page, report);
    await page.getByRole("link", { name: "Undo this import" }).click();
    await page.getByRole("button", { name: "Undo this import" }).click();
    await expect(page.getByText("books deleted")).toBeVisible();
    const { rowCount } = await db.execute(sql`select from works where title = ${title}`);
    expect(rowCount).toBe(0);
  },
);
