/** A till in the browser: twenty books by keyboard, questions about copies, held sales, and a connection that is lost. */
import { sql } from "#db/sql.ts";
import { receiveCopies } from "#shop/catalogue/stock/stock.server.ts";
import { expect, test } from "#tests/support/browser/journey.ts";
import { expectNoFaults } from "#tests/support/browser/page-faults.ts";
import { deskOf, signInAtDesk } from "#tests/support/desk/desk-journey.ts";
import { openDeskPage } from "#tests/support/places/desk-places.ts";
import { addTestTill } from "#tests/support/sales/counter-sale.ts";

test("twenty books are sold by keyboard, a sale is held, and one waits while the connection is away", async ({
  db,
  openContext,
  expectTrouble,
}) => {
  await addTestTill(db);
  const { rows: books } = await db.execute<{ id: string; isbn: string; title: string }>(sql`
    select b.id, b.isbn13 as isbn, w.title from books b join works w on w.id = b.work_id
    where b.isbn13 is not null and b.is_listed order by b.id limit 20`);
  // As many copies as this journey sells.
  for (const [place, { id }] of books.entries()) await receiveCopies(db, id, place < 2 ? 2 : 1);
  const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!) });
  const staffId = await signInAtDesk(context, db, "bookseller", `Leela ${Date.now()}`);
  const page = await context.newPage();
  await openDeskPage(page, "/counter");
  await page.getByRole("link", { name: "Sell at Till at the door" }).click();
  const field = page.locator("input[name=typed]");
  await expect(field).toBeFocused();
  const type = async (text: string) => {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  };

  // A scanner does not wait for the shop.
  for (const { isbn } of books) await type(isbn);
  await expect(page.getByRole("region", { name: "To pay" }).getByText("20 copies")).toBeVisible();
  await page.keyboard.press("F4");
  await type("5%");
  await page.keyboard.press("F9");
  await type("99000");
  await expect(page.getByRole("status", { name: "Sale made" })).toContainText("Change");
  await expect(page.getByText(/Sold, bill T1\/\d\d-\d\d\/\d{6}/)).toBeVisible();
  await expect(page.getByRole("article", { name: "Receipt" })).toContainText(books[0]!.title);
  await expect(field).toBeFocused();

  // The next buyer's book begins a new sale, which is held while another one is served.
  const [first, second] = [books[0]!, books[1]!];
  await type(`2*${first.isbn}`);
  await expect(page.getByText("2 copies")).toBeVisible();
  await page.keyboard.press("F8");
  await expect(page.getByText("No book yet")).toBeVisible();
  expectTrouble(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  await type(second.isbn);
  await expect(page.getByText("1 copy", { exact: true })).toBeVisible();
  await expect(page.getByText("price and copies as this till knew them last")).toBeVisible();
  await type("");
  await expect(page.getByLabel("Cash given, in rupees")).toBeFocused();
  await type("");
  await expect(page.getByText(/^1 sale of ₹.* waits in this browser/)).toBeVisible();
  await expect(page.getByRole("article", { name: "Receipt" })).toContainText("Provisional receipt");
  await context.setOffline(false);
  await expect(page.getByText("The sale that waited is recorded.")).toBeVisible({ timeout: 20_000 });

  // The held sale is still there after a reload, and is taken up by its key.
  await page.reload();
  await expect(field).toBeFocused();
  await page.keyboard.press("F8");
  await expect(page.getByText("2 copies")).toBeVisible();
  await page.keyboard.press("-");
  await expect(page.getByText("1 copy", { exact: true })).toBeVisible();
  await page.keyboard.press("F10");
  await type("");
  await expect(page.getByText(/Sold, bill T1\//)).toBeVisible();
  const { rows } = await db.execute<{ ways: string }>(sql`
    select concat_ws(' ', cash_paise > 0, upi_paise > 0, is_offline) as ways from counter_sales
    where staff_id = ${staffId} order by order_id desc limit 2`);
  expect(rows).toEqual([{ ways: "f t f" }, { ways: "t f t" }]);

  // A page that is closed before the shop's answer comes does not sell the books again.
  let isFirst = true;
  await page.route("**/sell*", async (route) => {
    // The route stays until the page is loaded again, because Chromium answers what waits when a route is taken off.
    if (!isFirst) return route.continue();
    isFirst = false;
    await route.fetch().catch(() => {});
  });
  const sent = page.waitForRequest("**/sell*");
  await type(second.isbn);
  await expect(page.getByText("1 copy", { exact: true })).toBeVisible();
  await page.keyboard.press("F10");
  await type("");
  await sent;
  await page.reload();
  await expect(page.getByText("The sale that waited is recorded.")).toBeVisible({ timeout: 20_000 });
  await page.unroute("**/sell*");
  await expect(page.getByText("No book yet")).toBeVisible();
  expect((await db.execute(sql`select from counter_sales where staff_id = ${staffId}`)).rowCount).toBe(4);

  await expectNoFaults(page, "a till after a sale");
  await type(first.isbn);
  await expect(page.getByText("1 copy", { exact: true })).toBeVisible();
  await page.keyboard.press("F10");
  await expect(page.getByLabel("Number of the UPI payment")).toBeVisible();
  await expectNoFaults(page, "a till with a book");
});

test("a till bills a school by its GSTIN, and sells a book by hand that the shop does not know", async ({
  db,
  openContext,
}) => {
  await addTestTill(db);
  const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!) });
  await signInAtDesk(context, db, "bookseller", `Leela ${Date.now()}`);
  const page = await context.newPage();
  await openDeskPage(page, "/counter/T1");
  const type = async (text: string) => {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  };
  await expect(page.locator("input[name=typed]")).toBeFocused();
  const title = `Batatyachi Chal ${Date.now()}`;
  // A number that no other journey adds.
  const code = `99${Date.now()}`;
  await type(code);
  await expect(page.getByText("Not in the shop, and not in this sale:")).toBeVisible();
  await expectNoFaults(page, "a till with an unknown code");
  await page.keyboard.press("F3");
  await expect(page.getByLabel(`Title of ${code}, as printed`)).toBeFocused();
  // The next scan comes before the question is answered.
  await type("9788126415151");
  await expect(page.getByText("Write the title, not a number.")).toBeVisible();
  await page.locator("input[name=typed]").fill("");
  await type(title);
  await expect(page.getByLabel(/^Printed MRP of/)).toBeFocused();
  await type("250");
  await expect(page.getByLabel("Enter alone: a book")).toBeFocused();
  await type("");
  await expect(page.getByRole("region", { name: "To pay" })).toContainText("₹250.00");
  await expect(page.getByText("Not in the shop, and not in this sale:")).toBeHidden();

  await page.keyboard.press("F6");
  await type("32AABCS1429B1Z4");
  await expect(page.getByText("its check character does not match")).toBeVisible();
  await page.locator("input[name=typed]").fill("");
  await type("32 AABCS1429B1Z3");
  await expect(page.getByLabel("Name in which 32AABCS1429B1Z3 is registered")).toBeFocused();
  await type("St. Anne’s School");
  await type("12 Hill Road, Kochi 682001");
  await expect(page.getByText("Buyer: St. Anne’s School, 32AABCS1429B1Z3")).toBeVisible();
  await type("");
  await type("");
  await expect(page.getByText(/Sold, bill T1\//)).toBeVisible();
  const receipt = page.getByRole("article", { name: "Receipt" });
  for (const words of [title, "St. Anne’s School", "Kochi 682001", "32AABCS1429B1Z3"])
    await expect(receipt).toContainText(words);
  await openDeskPage(page, "/counter");
  await expect(page.getByRole("link", { name: title })).toBeVisible();
});
