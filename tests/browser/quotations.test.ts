/** A school's quotation, from the draft at the desk to the order that is paid by bank transfer. */
import { deskOf, signInAtDesk } from "#tests/support/desk/desk-journey.ts";
import { openDeskPage } from "#tests/support/places/desk-places.ts";
import { expect, test } from "#tests/support/browser/journey.ts";
import { setStock } from "#tests/support/sales/sale.ts";

test("a school's quotation is filled, sent, ordered by its link, and paid by two transfers", async ({
  page,
  db,
  openContext,
}) => {
  await setStock(db, "jejuri", 60);
  const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!) });
  await signInAtDesk(context, db, "owner", `Asha ${Date.now()}`);
  const desk = await context.newPage();
  const school = `School ${Date.now()}`;
  await openDeskPage(desk, "/quotations");
  await desk.getByLabel("Buyer", { exact: true }).fill(school);
  await desk.getByRole("button", { name: "Start a draft" }).click();
  await desk.getByText("Paste many ISBNs").click();
  await desk.getByLabel("ISBNs", { exact: true }).fill("jejuri, 40");
  await desk.getByRole("button", { name: "Add them" }).click();
  await expect(desk.getByText("40 copies at")).toBeVisible();
  for (const [label, value] of [
    ["GSTIN", "29AAATS1429B1ZS"],
    ["Contact", "Meera Iyer"],
    ["E-mail", "library@school.example"],
    ["Phone", "90000 47901"],
    ["Address", "4 School Road"],
    ["PIN code", "560025"],
    ["Town or city", "Bengaluru"],
    ["Discount off the MRP, %", "20"],
  ] as const)
    await desk
      .getByRole("region", { name: "Buyer and terms" })
      .getByLabel(new RegExp(`^${label}( \\(optional\\))?$`))
      .fill(value);
  await desk.getByLabel("State", { exact: true }).selectOption("KA");
  await desk.getByRole("region", { name: "Buyer and terms" }).getByRole("button", { name: "Save" }).click();
  await expect(desk.getByText(", 20% off the MRP")).toBeVisible();
  await desk.getByRole("button", { name: "I give it to the buyer myself" }).click();
  const link = await desk.getByText(/\/quotations\/QN-\d+\?key=/).textContent();

  await page.goto(link!);
  await expect(page.getByRole("heading", { name: school })).toBeVisible();
  await page.getByLabel(/^Your purchase order/).fill("PO/2026/7");
  await page.getByRole("button", { name: "Order these books" }).press("Enter");
  await expect(page.getByRole("heading", { name: /^Please pay/ })).toBeVisible();
  const number = new URL(page.url()).pathname.split("/").at(-1)!;
  await expect(page.getByText("Purchase order PO/2026/7.")).toBeVisible();

  const record = async (amount: string) => {
    await openDeskPage(desk, `/receivables?order=${number}`);
    await desk.getByLabel("Amount, ₹").fill(amount);
    await desk.getByLabel("Number of the bank (UTR)").fill(`HDFC${Date.now()}`);
    await desk.getByRole("button", { name: "Record", exact: true }).press("Enter");
  };
  await record("100");
  await expect(desk.getByText("is still to come.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("₹100.00 of it has come.")).toBeVisible();
  const left = await page.getByRole("heading", { name: /^Please pay/ }).textContent();
  await record(left!.replace(/[^\d.]/g, ""));
  await expect(desk.getByText("It is paid.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: /^Please pay/ })).toHaveCount(0);
  await openDeskPage(desk, `/parcels/${number}`);
  await expect(desk.getByRole("heading", { name: "0 of 40 packed" })).toBeVisible();
  await setStock(db, "jejuri", 14);
});
