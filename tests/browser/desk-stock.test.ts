import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { insertStaffInvitation } from "#shop/staff/invitations.server.ts";
import { acceptInvitation, deskOf } from "#tests/support/desk-journey.ts";
import { expect, test } from "#tests/support/journey.ts";
import { lookOver } from "#tests/support/look-over.ts";

// They go through many pages, each looked over at two widths.
test.describe.configure({ timeout: 180_000 });

test("a delivery and a shelf are scanned without leaving the field, also while the connection is away; a file is imported and undone", async ({
  db,
  openContext,
  expectTrouble,
}) => {
  const address = `leela.${Date.now()}@example.com`;
  const secret = await inTransaction(db, (tx) =>
    insertStaffInvitation(tx, "key of the journey", { address, role: "bookseller", invitedBy: null, at: new Date() }),
  );
  const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!) });
  const page = await context.newPage();
  await acceptInvitation(page, `/invitations/${secret}`, "Leela Desk", address);

  await page.getByRole("link", { name: "Stock", exact: true }).click();
  await lookOver(page, "what runs low");
  await page.getByRole("link", { name: "Deliveries", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Deliveries" })).toBeVisible();
  await page.getByLabel("Supplier").fill("Rupa");
  await page.getByLabel(/^Bill number/).fill("R-100");
  await page.getByRole("button", { name: "Begin a delivery" }).click();
  const code = page.getByLabel("Bar code or ISBN");
  await expect(page.getByText("Now scan the first book.")).toBeVisible();
  await code.focus();
  const scan = async (text: string) => {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  };
  await scan("midnights-children");
  await scan("midnights-children");
  await scan("9780306406157");
  await expect(page.getByText("9780306406157: the shop does not know this book yet")).toBeVisible();
  await expect(code).toBeFocused();
  // What was typed meanwhile is sent when the connection is back.
  expectTrouble(/ERR_INTERNET_DISCONNECTED|status of 422/);
  await context.setOffline(true);
  await scan("midnights-children");
  await expect(page.getByText("No connection. 1 scan waits")).toBeVisible();
  await context.setOffline(false);
  await scan("9780306406158");
  await expect(page.getByText("must end in 7: a digit is wrong")).toBeVisible();
  await expect(code).toBeFocused();
  await expect(page.getByRole("button", { name: "Put 3 copies on the shelf" })).toBeVisible();
  await scan("unreasonable".repeat(20));
  await expect(page.getByText("unreasonableunreasonable").first()).toBeVisible();
  await page.getByText("Change").first().click();
  await lookOver(page, "a delivery");
  await page.getByRole("button", { name: "Put 3 copies on the shelf" }).click();
  await expect(page.getByText("3 copies of 1 book are on the shelf. 1 ISBN waits for its book.")).toBeVisible();
  await page.getByRole("link", { name: "Midnight’s Children" }).click();
  await expect(page.getByText("Delivery of Rupa, bill R-100, by Leela Desk")).toBeVisible();
  await lookOver(page, "the copies of a book");
  await page.goto("/stock/receive");
  await lookOver(page, "deliveries");

  await page.getByRole("link", { name: "Counts" }).click();
  await page.getByLabel("What to count").selectOption("scanned");
  await lookOver(page, "counts");
  await page.getByRole("button", { name: "Begin to count" }).click();
  await expect(page.getByText("Now scan the first book.")).toBeVisible();
  await code.focus();
  await scan("midnights-children");
  await expect(page.getByText("1 copy in this count")).toBeVisible();
  await expect(code).toBeFocused();
  // What was scanned while the desk was away is in the browser still when the page is opened again, and counts once.
  expectTrouble(/ERR_FAILED/);
  await page.route("**/scan", (route) => route.abort());
  await scan("midnights-children");
  await expect(page.getByText("No connection. 1 scan waits in this browser")).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.reload();
  await expect(page.getByRole("heading", { name: "2 copies of 1 book counted" })).toBeVisible();
  await page.getByText("Type many ISBNs").click();
  await page.getByLabel("ISBNs").fill("midnights-children\n9780306406157");
  await page.getByRole("button", { name: "Count them" }).click();
  await expect(page.getByText("Counted 2 copies. 1 ISBN waits for a book.")).toBeVisible();
  await expect(page.getByLabel("ISBNs")).toHaveValue("");
  await page.getByText("Change").first().click();
  await lookOver(page, "a count");
  await page.getByRole("link", { name: "Look at the corrections" }).click();
  await page.getByLabel("Why").fill("Yearly count");
  await lookOver(page, "the corrections of a count");
  await page.getByRole("button", { name: "and finish the count" }).click();
  await expect(page.getByText("The count is finished. 1 book was corrected")).toBeVisible();
  await page.goto("/returns");
  await lookOver(page, "returns");

  await page.getByRole("link", { name: "Import", exact: true }).click();
  const text = "title,authors,isbn,mrp\nClear Light,Anita Desai,9780140108583,399\nNo Price,Nobody,9780306406157,\n";
  await page.getByLabel("File").setInputFiles({ name: "ours.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await lookOver(page, "import");
  await page.getByRole("button", { name: "Read the file" }).click();
  await page.getByText("How it is read").click();
  await lookOver(page, "the preview of an import");
  await page.getByRole("button", { name: "Start the import" }).click();
  await expect(page.getByRole("heading", { name: "Done" })).toBeVisible({ timeout: 60_000 });
  await lookOver(page, "the report of an import");
  await page.getByRole("link", { name: "Undo this import" }).click();
  await lookOver(page, "the undoing of an import");
  await page.getByRole("button", { name: "Undo this import" }).click();
  await expect(page.getByText("records removed")).toBeVisible({ timeout: 60_000 });
  const { rows } = await db.execute(sql`select from works where title = 'Clear Light'`);
  expect(rows).toEqual([]);
});
