import { deskOf, signInAtDesk } from "#tests/support/desk/desk-journey.ts";
import { openDeskPage } from "#tests/support/places/desk-places.ts";
import { expect, test } from "#tests/support/browser/journey.ts";

test("a delivery and a shelf are scanned without leaving the field, also while the connection is away", async ({
  db,
  openContext,
  expectTrouble,
}) => {
  const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!) });
  await signInAtDesk(context, db, "bookseller", `Leela ${Date.now()}`);
  const page = await context.newPage();
  await openDeskPage(page, "/stock");
  await page.getByRole("link", { name: "Deliveries", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Deliveries" })).toBeVisible();
  await page.getByLabel("Supplier").fill("Rupa");
  await page.getByLabel(/^Bill number/).fill("R-100");
  await page.getByRole("button", { name: "Start a delivery" }).click();
  const code = page.getByLabel("Bar code or ISBN");
  await expect(page.getByText("Now scan the first book.")).toBeVisible();
  await code.focus();
  const scan = async (text: string) => {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  };
  await scan("midnights-children");
  await scan("midnights-children");
  await scan("9781861972712");
  await expect(page.getByText("9781861972712: the shop does not know this book yet")).toBeVisible();
  await expect(code).toBeFocused();
  // Scans made offline are sent when the connection is back.
  expectTrouble(/ERR_INTERNET_DISCONNECTED|status of 4(?:09|22)/);
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
  await page.getByRole("button", { name: "Put 3 copies on the shelf" }).click();
  await expect(page.getByText("3 copies of 1 book are on the shelf. 1 ISBN waits for its book.")).toBeVisible();
  await page.getByRole("link", { name: "Midnight’s Children" }).click();
  await expect(page.getByText(/^Delivery of Rupa, bill R-100, by Leela/)).toBeVisible();

  await openDeskPage(page, "/stock/receive");
  await page.getByRole("link", { name: "Counts" }).click();
  await page.getByLabel("What to count").selectOption("scanned");
  await page.getByRole("button", { name: "Start the count" }).click();
  await expect(page.getByText("Now scan the first book.")).toBeVisible();
  await code.focus();
  await scan("midnights-children");
  await expect(page.getByText("1 copy in this count")).toBeVisible();
  await expect(code).toBeFocused();
  // Scans made while the desk cannot be reached stay in the browser until the page is opened again, and count once.
  expectTrouble(/ERR_FAILED/);
  await page.route("**/scan", (route) => route.abort());
  await scan("midnights-children");
  await expect(page.getByText("No connection. 1 scan waits in this browser")).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.reload();
  await expect(page.getByRole("heading", { name: "2 copies of 1 book counted" })).toBeVisible();
  await page.getByText("Type many ISBNs").click();
  await page.getByLabel("ISBNs").fill("midnights-children\n9781861972712");
  await page.getByRole("button", { name: "Count them" }).click();
  await expect(page.getByText("Counted 2 copies. 1 ISBN waits for a book.")).toBeVisible();
  await expect(page.getByLabel("ISBNs")).toHaveValue("");
  await page.getByRole("link", { name: "Check the corrections" }).click();
  await page.getByLabel("Reason").fill("Yearly count");
  await page.getByRole("button", { name: "and finish the count" }).click();
  await expect(page.getByText("The count is finished. 1 book was corrected")).toBeVisible();
});
