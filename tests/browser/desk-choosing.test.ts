import { sql } from "#db/sql.ts";
import { deskOf, signInAtDesk } from "#tests/support/desk/desk-journey.ts";
import { openDeskPage } from "#tests/support/places/desk-places.ts";
import { expect, test } from "#tests/support/browser/journey.ts";
import { expectNoFaults } from "#tests/support/browser/page-faults.ts";
import { placePaid } from "#tests/support/places/order-places.ts";

test("a book is chosen by its title while it is typed", async ({ db, openContext, expectTrouble }) => {
  const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!) });
  await signInAtDesk(context, db, "bookseller");
  const page = await context.newPage();
  await openDeskPage(page, "/offers/bundle");
  const name = `Titles ${Date.now()}`;
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Description").fill("Three of one kind.");
  const first = page.getByLabel("Book 1: title, ISBN or web address");
  await first.pressSequentially("the hobb");
  await page.getByRole("option", { name: /^The Hobbit/ }).click();
  await expect(page.getByText("The Hobbit", { exact: true })).toBeVisible();
  await page.getByLabel("Book 2: title").fill("foundati");
  expectTrouble(/status of 4(?:09|22)/);
  await page.getByRole("button", { name: "Make the bundle" }).click();
  const asked = page.getByRole("group", { name: "Which one is “foundati”?" });
  await expect(asked).toBeVisible();
  await expect(page.getByText("The Hobbit", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue(name);
  await expectNoFaults(page, "books to choose from");
  await asked.getByRole("radio", { name: /^Second Foundation/ }).check();
  await page.getByRole("button", { name: "Make the bundle" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("Second Foundation", { exact: true })).toBeVisible();
});

test("a delivery, a count and a parcel are scanned with the camera of a phone, one book after the other", async ({
  db,
  request,
  openContext,
}) => {
  const number = await placePaid({ request }, "matilda");
  const { rows } = await db.execute<{ isbn13: string }>(sql`
    select isbn13 from books where isbn13 is not null order by id = 'matilda' desc, id limit 2`);
  const [sold, other] = rows.map(({ isbn13 }) => isbn13);
  const context = await openContext({
    baseURL: deskOf(process.env.JOURNEY_URL!),
    viewport: { width: 360, height: 740 },
  });
  // This browser has neither a camera nor the Barcode Detection API: a stand-in detects the codes in `inSight`.
  await context.addInitScript(() => {
    const told = globalThis as unknown as { inSight: string[]; BarcodeDetector: unknown };
    told.inSight = [];
    told.BarcodeDetector = class {
      static getSupportedFormats = async () => ["ean_13"];
      detect = async () => told.inSight.map((rawValue) => ({ rawValue }));
    };
    // Only secure contexts have `mediaDevices`, as in every browser.
    if (navigator.mediaDevices)
      navigator.mediaDevices.getUserMedia = async () => document.createElement("canvas").captureStream();
  });
  await signInAtDesk(context, db, "bookseller");
  const page = await context.newPage();
  const hold = (...codes: string[]) =>
    page.evaluate((codes) => void ((globalThis as unknown as { inSight: string[] }).inSight = codes), codes);
  const open = page.getByRole("button", { name: "Scan with the camera" });

  await openDeskPage(page, "/stock/receive");
  await page.getByLabel("Supplier").fill("Rupa");
  await page.getByRole("button", { name: "Start a delivery" }).click();
  await open.click();
  await hold(other!);
  await expect(page.getByText("1 copy in this delivery")).toBeVisible();
  await hold("4006381333931", sold!);
  await expect(page.getByText(`Read ${sold!}. Hold the next bar code in front of the camera.`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Put 2 copies on the shelf" })).toBeVisible();
  await expect(page.getByLabel("Bar code or ISBN")).not.toBeFocused();
  await expectNoFaults(page, "scanning with the camera");
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(open).toBeVisible();

  await openDeskPage(page, "/stock/count");
  await page.getByLabel("What to count").selectOption("scanned");
  await page.getByRole("button", { name: "Start the count" }).click();
  await open.click();
  await hold(other!);
  await expect(page.getByText("1 copy in this count")).toBeVisible();

  await openDeskPage(page, `/parcels/${number}`);
  await open.click();
  await hold(sold!);
  await expect(page.getByRole("heading", { name: "1 of 1 packed" })).toBeVisible();
});
