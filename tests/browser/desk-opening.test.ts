/**
 * A bookseller opens a shop by browser alone, as the desk leads: from an empty folder to an order that is paid with the
 * bookseller's own live keys.
 */
import type { BrowserContext, Page } from "@playwright/test";

import { openDatabase } from "#db/connect.ts";
import { findFreePort } from "#db/free-port.ts";
import { createRazorpayStandIn } from "#razorpay-stand-in/razorpay.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { compareWithLedger } from "#shop/office/invariants/ledger.ts";
import { readMoneyRecords } from "#shop/office/invariants/money-records.server.ts";
import { checkDigit } from "#shop/office/print/ean13.ts";
import { openServer } from "#stand-in-kit/open-server.ts";
import { createMailboxStandIn } from "#stand-ins/mailbox/mailbox.ts";
import { countEffort, minutesOf } from "#tests/support/browser/effort.ts";
import { expect, test as journey } from "#tests/support/browser/journey.ts";
import { addAuthenticator, deskOf } from "#tests/support/desk/desk-journey.ts";
import { makeWorkbook } from "#tests/support/make-workbook.ts";
import { jpegOf } from "#tests/support/pictures.ts";
import { expectReady, fillDelivery, openCart, payButton, payInWidget, widgetOf } from "#tests/support/sales/shopper.ts";
import { makeDataFolder, startChildShop } from "#tests/support/shop/child-shop.ts";
import { openOutsideGoogle } from "#tests/support/shop/outside-google.ts";

const shopName = "Shree Granth Bhandar";
const liveKeyId = "rzp_live_OpeningShop";
/** The stand-in refuses live keys, so it is given a test key in place of each. */
const testKeyId = "rzp_test_OpeningShop";
const keySecret = "opening_key_secret";
const webhookSecret = "opening_webhook_secret";

/** The request with the test key, in its address, its authorization and its body. */
async function withTestKey(request: Request): Promise<Request> {
  const replace = (text: string) => text.replaceAll(liveKeyId, testKeyId);
  const headers = new Headers(request.headers);
  const [scheme, credentials = ""] = (headers.get("authorization") ?? "").split(" ");
  if (scheme === "Basic") headers.set("authorization", `Basic ${btoa(replace(atob(credentials)))}`);
  const body = request.body && replace(await request.text());
  return new Request(replace(request.url), { method: request.method, headers, body });
}

/** An empty shop, and the services outside of it whose credentials its owner will enter. */
async function openEmptyShop() {
  const { folder, remove } = await makeDataFolder();
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const razorpay = await openServer(async (request) => standIn.fetch(await withTestKey(request)));
  const standIn = createRazorpayStandIn({
    keyId: testKeyId,
    keySecret,
    basePath: "",
    publicOrigin: razorpay.origin,
    webhook: { url: `http://127.0.0.1:${port}/webhooks/razorpay`, secret: webhookSecret },
  });
  const redirectUris = [url, deskOf(url)].map((origin) => `${origin}/auth/google/callback`);
  const google = await openOutsideGoogle({ redirectUris });
  const mailbox = await createMailboxStandIn({ basePath: "", encrypts: true });
  const shop = startChildShop({
    PORT: String(port),
    DATA_DIR: folder,
    CATALOGUE: "none",
    RAZORPAY_API_BASE: `${razorpay.origin}/v1`,
    RAZORPAY_CHECKOUT_SRC: `${razorpay.origin}/v1/checkout.js`,
    GOOGLE_ISSUER: google.issuer,
    // Nobody trusts the certificate of the mailbox.
    NODE_TLS_REJECT_UNAUTHORIZED: "0",
  });
  return {
    url,
    shop,
    google,
    mailbox,
    /** Expects that the shop's data breaks no rule, and agrees with the ledger of the payment provider. */
    async expectSound() {
      const { db, pool } = await openDatabase({ dataDir: folder, report: () => {} });
      expect(await findBreaches(db)).toEqual([]);
      const records = await readMoneyRecords(db);
      expect(compareWithLedger({ ledger: standIn.ledger(), records, now: new Date() }).breaches).toEqual([]);
      await pool.end();
    },
    async close() {
      if (shop.process.exitCode === null) await shop.stop();
      standIn.close();
      await Promise.all([razorpay.close(), google.close(), mailbox.close()]);
      await remove();
    },
  };
}

const test = journey.extend<{ emptyShop: Awaited<ReturnType<typeof openEmptyShop>> }>({
  emptyShop: async ({}, use) => {
    const emptyShop = await openEmptyShop();
    try {
      await emptyShop.shop.opened;
      await use(emptyShop);
      await emptyShop.expectSound();
    } finally {
      await emptyShop.close();
    }
  },
});

const isbnOf = (number: number) => {
  const twelve = `9788195${String(number).padStart(5, "0")}`;
  return `${twelve}${checkDigit(twelve)}`;
};
const titleOf = (number: number) => `Ledger of the Monsoon, Part ${number + 1}`;

/** A till's stock list of 500 books, with a heading above its own names of columns. */
function stockList() {
  const rows = Array.from({ length: 500 }, (_, at) => [
    isbnOf(at),
    titleOf(at),
    "Nalini Basu",
    ["Fiction", "Marathi Sahitya", "Children"][at % 3]!,
    `Rs. ${300 + (at % 20) * 10}/-`,
    "5 Nos",
  ]);
  const columns = ["Code No", "Item Name", "Author", "Grp", "MRP", "Cl. Stock"];
  const buffer = makeWorkbook([{ name: "Stock", rows: [[shopName], [], columns, ...rows] }]);
  return { name: "stock.xlsx", mimeType: "application/octet-stream", buffer };
}

/** The desk in the browser of the owner. */
function deskIn(page: Page) {
  const main = page.getByRole("main");
  return {
    press: (name: string | RegExp) => main.getByRole("button", { name }).first().click(),
    async type(fields: Record<string, string>) {
      for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
    },
    /** Expects this many steps to be done, and follows the desk's link to the next one, or only names it. */
    async expectNext(done: number, title: string) {
      await expect(main.getByText(`Opening the shop: ${done} of 13 steps done`)).toBeVisible();
      await expectReady(page);
      return main.getByRole("link", { name: `Next: ${title}` });
    },
    async upload(files: { name: string; mimeType: string; buffer: Buffer }[]) {
      await page.getByLabel("File").setInputFiles(files);
      await main.getByRole("button", { name: "Upload and check" }).click();
      await expect(page.getByText("Nothing has been imported yet.")).toBeVisible();
      await expectReady(page);
    },
  };
}

/** Chooses a new account in Google's chooser, and allows the sign-in. */
async function signInAtGoogle(page: Page): Promise<void> {
  await page.getByText("Use another account").click();
  await page.getByLabel("Name", { exact: true }).fill("Asha First");
  await page.getByLabel("E-mail address").fill("asha.first@example.com");
  await page.getByRole("button", { name: "Continue" }).click();
}

/** Opens the page of a reader who buys a book and pays. */
async function buy(context: BrowserContext, title: string): Promise<void> {
  const reader = await context.newPage();
  const found = reader.getByRole("main").getByRole("link", { name: title, exact: true }).first();
  // Pages show within seconds that the shop is open.
  await expect(async () => {
    await reader.goto(`/search?q=${encodeURIComponent(title)}`);
    await expect(found).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await found.click();
  await expect(reader.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expectReady(reader);
  await reader.getByRole("article").getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(reader.getByText(`${title} is in your cart.`)).toBeVisible();
  await openCart(reader);
  await fillDelivery(reader);
  await payButton(reader).click();
  await payInWidget(await widgetOf(reader));
  await expect(reader.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
}

test("a shop is set up and opened by browser alone, and a reader pays with its owner's live keys", async ({
  emptyShop: { url, shop, google, mailbox },
  openContext,
}) => {
  const [ownersLink = ""] = /http:\/\/desk\.localhost:\d+\/invitations\/[\w-]{43}/.exec(shop.output()) ?? [];
  const context = await openContext({ baseURL: deskOf(url) });
  const effort = await countEffort(context);
  const owner = await context.newPage();
  await addAuthenticator(owner);
  const desk = deskIn(owner);
  const main = owner.getByRole("main");
  const reader = await openContext({ baseURL: url });

  await test.step("the invitation leads to the steps", async () => {
    await owner.goto(ownersLink);
    await desk.press("Sign in with Google and accept");
    await signInAtGoogle(owner);
    await expect(main.getByRole("heading", { name: "Open your shop" })).toBeVisible();
    await expect(main.getByText("0 of 13 steps done")).toBeVisible();
    const page = await reader.newPage();
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1, name: "Opening soon" })).toBeVisible();
  });

  await test.step("name, address and GSTIN", async () => {
    await main.getByRole("link", { name: "Write Name, address and GSTIN" }).click();
    await desk.type({ "Name of the shop": shopName });
    await desk.press("Save Shop & contact");
    await (await desk.expectNext(0, "Name, address and GSTIN")).click();
    const address = "512 Shaniwar Peth\nPune 411030";
    await desk.type({ "Legal name": shopName, Address: address, GSTIN: "27AAPFU0939F1ZV" });
    await desk.press("Save Seller & GST");
    await expect(owner.getByLabel("State", { exact: true })).toHaveValue("MH");
    await (await desk.expectNext(1, "Look")).click();
  });

  await test.step("the look", async () => {
    await desk.expectNext(1, "Books");
    await desk.type({ Colour: "#7a1f3d" });
    await desk.press("Publish");
    await (await desk.expectNext(2, "Books")).click();
  });

  await test.step("500 books of a till, and covers", async () => {
    await desk.upload([stockList()]);
    for (const [column, field] of Object.entries({ "Code No": "isbn", Grp: "categories", "Cl. Stock": "copies" }))
      await expect(owner.getByLabel(column, { exact: true })).toHaveValue(field);
    for (const name of ["Marathi Sahitya", "Children"])
      await owner.getByLabel(name, { exact: true }).selectOption("Add it as a new category");
    await desk.press("Start the import");
    await expect(main.getByText("500 new books")).toBeVisible();
    await main.getByRole("link", { name: "Covers next" }).click();
    await expect(owner.getByRole("heading", { name: "Import books from a file" })).toBeVisible();
    const pictures = [0, 1].map(async (at) => ({
      name: `${isbnOf(at)}_front.jpg`,
      mimeType: "image/jpeg",
      buffer: await jpegOf(600, 900, 80 + at),
    }));
    await desk.upload(await Promise.all(pictures));
    await desk.press("Start the import");
    await expect(main.getByText("2 new covers")).toBeVisible();
    await (await desk.expectNext(4, "Delivery and working days")).click();
  });

  await test.step("delivery", async () => {
    await desk.type({ "Fee for a parcel": "49", "Free from": "999" });
    await desk.press("Save Delivery fee");
    await (await desk.expectNext(5, "Your passkey and recovery codes")).click();
  });

  await test.step("the passkey and its recovery codes", async () => {
    await desk.press("Add a passkey");
    await desk.press("Make recovery codes");
    await expect(main.getByText("Write these codes down")).toBeVisible();
    await (await desk.expectNext(6, "E-mail")).click();
  });

  await test.step("e-mail", async () => {
    const { hostname, port } = new URL(mailbox.smtpUrl);
    await desk.type({ "Sender’s address": "books@shree.example", "Mail server": hostname, Port: port });
    await desk.press(/^Save and try.*E-mail/);
    await expect(main.getByText(/^In use: books@shree\.example/)).toBeVisible();
    await (await desk.expectNext(7, "Sign-in")).click();
  });

  await test.step("sign-in", async () => {
    await desk.type({ "Client ID": google.clientId, "Client secret": google.clientSecret });
    await desk.press(/^Save and try.*Sign-in/);
    await desk.press("Sign in with Google to try");
    await signInAtGoogle(owner);
    await (await desk.expectNext(8, "Payments")).click();
  });

  await test.step("live keys", async () => {
    await desk.type({ "Key Id": liveKeyId, "Key Secret": keySecret, "Webhook secret": webhookSecret });
    await desk.press(/^Save and try.*Payments/);
    await expect(main.getByText(`In use: ${liveKeyId}.`)).toBeVisible();
    await expect(main.getByText("No webhook has arrived yet.")).toBeVisible();
  });

  await test.step("the window", async () => {
    await owner.getByRole("navigation", { name: "The desk" }).getByRole("link", { name: "Window" }).click();
    await main.getByRole("link", { name: "New window" }).click();
    await expectReady(owner);
    await owner.getByRole("textbox", { name: /^Name/ }).fill("Opening");
    const books = owner.getByRole("group", { name: "Books at the top" });
    for (const part of ["217", "3", "88"]) {
      await books.getByRole("combobox").pressSequentially(`monsoon part ${part}`);
      await expect(books.getByRole("option").first()).toBeVisible();
      await owner.keyboard.press("ArrowDown");
      await owner.keyboard.press("Enter");
    }
    await desk.press("Save the window");
    await main.getByRole("link", { name: "Preview and publish" }).click();
    await desk.press("Publish it now");
    await expect(main.getByText("Published the window “Opening”.")).toBeVisible();
  });

  await test.step("the owner sees the shop before readers do", async () => {
    await desk.expectNext(9, "Backup");
    await main.getByRole("link", { name: "All steps" }).click();
    await expect(main.getByText("9 of 13 steps done")).toBeVisible();
    const opened = context.waitForEvent("page");
    await main.getByRole("link", { name: "See the shop" }).click();
    const preview = await opened;
    await expect(preview.getByText("A preview: readers do not see the shop yet")).toBeVisible();
    await expect(preview.locator(".fan-front").getByRole("link")).toHaveAccessibleName(new RegExp(titleOf(216)));
    await preview.close();
  });

  await test.step("opening", async () => {
    await main.getByRole("link", { name: "Open Open the shop" }).click();
    await owner.getByLabel("Readers find the shop").selectOption("Open");
    await desk.press("Save Open or closed");
    await expect(main.getByText("Open: readers see the shop and can buy.").first()).toBeVisible();
    expect(minutesOf(effort)).toBeLessThan(25);
  });

  await test.step("the first order", async () => {
    await buy(reader, titleOf(216));
    await expect
      .poll(() => mailbox.letters().map(({ from, subject }) => [from, subject]), { timeout: 30_000 })
      .toContainEqual([expect.stringContaining("books@shree.example"), expect.stringContaining("order")]);
    await owner.getByRole("navigation", { name: "The desk" }).getByRole("link", { name: "Today" }).click();
    await expect(main.getByRole("heading", { name: "Open your shop" })).toBeHidden();
    await owner.getByRole("navigation", { name: "The desk" }).getByRole("link", { name: "Parcels" }).click();
    await expect(main.getByText("Meera Nair").first()).toBeVisible();
    await owner.getByRole("navigation", { name: "The desk" }).getByRole("link", { name: "Go live" }).click();
    await expect(main.getByText("The last webhook arrived less than a minute ago.")).toBeVisible();
  });
});
