/**
 * Takes screenshots of every page of the desk, full, empty and with rejected forms, at three widths, light and dark,
 * into `screenshots/desk-…`. Full is the demonstration with 600 orders; empty is a shop on its first day.
 */
import type { Page } from "@playwright/test";

import { openDatabase, type Db } from "#db/connect.ts";
import { findFreePort } from "#db/free-port.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { deskRoutes, type DeskRoute } from "#desk/desk-routes.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { insertStaffInvitation } from "#shop/people/staff/invitations.server.ts";
import { makeDataFolder, startChildShop } from "#tests/support/shop/child-shop.ts";
import { deskAddresses, routesNotOpened, type DeskAddresses } from "#tests/support/desk/desk-addresses.ts";
import { counting } from "#tests/support/desk-authority/stock.ts";
import { preparedStorefront } from "#tests/support/desk-authority/window.ts";
import { acceptInvitation, addAuthenticator, deskOf } from "#tests/support/desk/desk-journey.ts";
import { test as journey } from "#tests/support/browser/journey.ts";
import { loadImages } from "#tests/support/browser/load-images.ts";
import { seedOrders } from "#tests/support/sales/seed-orders.ts";
import { expectReady } from "#tests/support/sales/shopper.ts";

const widths = [360, 768, 1280];
const schemes = ["light", "dark"] as const;
const orders = 600;
/** Upper limit of forms per page that are sent with invalid values. */
const maxForms = 6;

interface Desk {
  page: Page;
  addresses: DeskAddresses;
  /** A page without a session. */
  outside: Page;
  /** An unused invitation. */
  invitation: string;
}

const test = journey.extend<object, { fullDesk: Desk; emptyDesk: Desk }>({
  fullDesk: [
    async ({ browser }, use) => withDesk({}, orders, (options) => browser.newPage(options), use),
    { scope: "worker", timeout: 300_000 },
  ],
  emptyDesk: [
    async ({ browser }, use) => withDesk({ CATALOGUE: "none" }, 0, (options) => browser.newPage(options), use),
    { scope: "worker", timeout: 300_000 },
  ],
});

/** Opens a shop of its own, and its desk for an owner with a passkey. */
async function withDesk(
  settings: Record<string, string>,
  seeded: number,
  openPage: (options: object) => Promise<Page>,
  use: (desk: Desk) => Promise<void>,
) {
  const { folder, remove } = await makeDataFolder();
  const port = await findFreePort();
  const gstin = { SELLER_GSTIN: "29AABCE1234F1Z1" };
  const shop = startChildShop({ PORT: String(port), DATA_DIR: folder, ...gstin, ...settings });
  try {
    await shop.opened;
    const [link] = /http:\/\/desk\.localhost:\d+\/invitations\/[\w-]{43}/.exec(shop.output())!;
    const database = await openDatabase({ dataDir: folder, report: () => {} });
    if (seeded > 0) await seedOrders(database, seeded);
    const page = await openPage({ baseURL: deskOf(shop.url), reducedMotion: "reduce" });
    await addAuthenticator(page);
    await acceptInvitation(page, link, "Asha First", "asha.first@example.com");
    await page.goto("/me");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText(/^Added /).waitFor();
    if (seeded > 0) await beginWork(page, database.db);
    const invited = { address: "late@example.com", role: "packer", invitedBy: null, at: new Date() } as const;
    const secret = await inTransaction(database.db, (tx) => insertStaffInvitation(tx, "pictures", invited));
    const outside = await openPage({ baseURL: deskOf(shop.url), reducedMotion: "reduce" });
    const addresses = await deskAddresses(database.db, isoDay(new Date()));
    await use({ page, addresses, outside, invitation: `/invitations/${secret}` });
    await page.close();
    await outside.close();
    await database.pool.end();
  } finally {
    await shop.stop();
    await remove();
  }
}

/**
 * Creates unfinished tasks: an import that is done and one that waits, a count, a draft of a window, and a letter given
 * up.
 */
async function beginWork(page: Page, db: Db): Promise<void> {
  await bringTable(page, "9780306406157,A Done Import,Kavita Rao,499,fiction");
  await page.getByRole("button", { name: "Start the import" }).click();
  await page.getByText("Undo this import").waitFor();
  await bringTable(page, "9781861972712,An Import that Waits,Kavita Rao,599,fiction\n,No ISBN,Kavita Rao,,fiction");
  const count = await counting({ db }, 1);
  const { rows } = await db.execute<{ isbn13: string }>(
    sql`select isbn13 from books where isbn13 is not null order by id limit 3`,
  );
  for (const { isbn13 } of rows) {
    await page.goto(`/stock/count/${count}`);
    await expectReady(page);
    await page.getByLabel("Bar code or ISBN").fill(isbn13);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("1 copy", { exact: false }).first().waitFor();
  }
  await preparedStorefront({ db });
  await db.execute(sql`
    insert into outbox (kind, to_address, facts, state) values ('newsletter-welcome', 'nobody@example.test', '{}', 'dead')`);
}

async function bringTable(page: Page, lines: string): Promise<void> {
  await page.goto("/import");
  const buffer = Buffer.from(`isbn,title,authors,mrp,category\n${lines}\n`);
  await page.getByLabel("File").setInputFiles({ name: "new-books.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Upload and check" }).click();
  await page.getByRole("button", { name: "Start the import" }).waitFor();
}

/** The routes of the desk that are pages. */
const pages = Object.entries<DeskRoute>(deskRoutes)
  .filter(([, { file }]) => file.endsWith(".tsx"))
  .map(([path]) => path)
  .filter((path): path is keyof DeskAddresses => path !== "/sign-in" && !routesNotOpened.some((one) => one === path));

test("desk, full: before somebody signs in", async ({ fullDesk: { outside, invitation } }) => {
  for (const address of ["/sign-in", invitation]) {
    await open(outside, address);
    await shoot(outside, "full", address === invitation ? "/invitations" : address);
  }
});

test("desk, failing: addresses that lead nowhere", async ({ fullDesk: { page, outside, invitation } }) => {
  await open(outside, `${invitation.slice(0, -4)}AAAA`);
  await shoot(outside, "failing", "/invitations");
  for (const address of ["/nowhere", "/orders/EP-0000000000", "/books/nowhere"]) {
    await open(page, address);
    await shoot(page, "failing", address);
  }
});

for (const path of pages) {
  test(`desk, full: ${path}`, async ({ fullDesk: { page, addresses } }) => {
    for (const address of addresses[path].slice(0, 2)) {
      await open(page, address);
      await shoot(page, "full", address);
    }
  });

  test(`desk, empty: ${path}`, async ({ emptyDesk: { page, addresses } }) => {
    for (const address of addresses[path].slice(0, 1)) {
      await open(page, address);
      await shoot(page, "empty", address);
    }
  });

  test(`desk, failing: ${path}`, async ({ fullDesk: { page, addresses } }) => {
    for (const address of addresses[path].slice(0, 1)) {
      await open(page, address);
      const forms = await page.locator("main form[method=post]").count();
      const sent = new Set<string>();
      for (let form = 0; form < forms && sent.size < maxForms; form += 1) {
        await open(page, address);
        const fields = await sendNonsense(page, form, [...sent]);
        if (fields === null) continue;
        sent.add(fields);
        await page.waitForLoadState("networkidle");
        await shoot(page, "failing", `${address} ${sent.size}`);
      }
    }
  });
}

async function open(page: Page, address: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(address);
  await expectReady(page);
}

/**
 * Fills the fields of a form with texts that are too long, negative numbers and invalid addresses, and sends it.
 * Returns the names of its fields; null, without sending, if the form has no fields to type in or its names are in
 * `known`.
 */
async function sendNonsense(page: Page, place: number, known: string[]): Promise<string | null> {
  return page.evaluate(
    ({ place, known }) => {
      const form = document.querySelectorAll<HTMLFormElement>("main form[method=post]")[place];
      if (!form) return null;
      const typed = [...form.elements].filter(
        (field): field is HTMLInputElement | HTMLTextAreaElement =>
          field instanceof HTMLTextAreaElement ||
          (field instanceof HTMLInputElement &&
            !field.readOnly &&
            !["hidden", "checkbox", "radio", "file", "submit", "button"].includes(field.type)),
      );
      const names = typed.map(({ name }) => name.replace(/\d+$/, "")).join(" ");
      if (typed.length === 0 || known.includes(names)) return null;
      for (const folded of document.querySelectorAll("details")) folded.open = true;
      form.noValidate = true;
      const words =
        "A text that is much too long for a field, with Averylongwordwithoutanyspaceinitwhichnobodywouldwrite. ";
      for (const field of typed) {
        field.removeAttribute("maxlength");
        const isNumber = ["numeric", "decimal"].includes(field.inputMode) || field.type === "number";
        const long = words.repeat(field instanceof HTMLTextAreaElement ? 60 : 4);
        const isDay = ["date", "datetime-local", "month"].includes(field.type);
        const text = isDay ? "" : isNumber ? "-999999" : field.type === "email" ? "nobody" : long;
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")!.set!.call(field, text);
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }
      const button = form.querySelector<HTMLButtonElement>("button[name=intent], button:not([type=button])");
      form.requestSubmit(button);
      return names;
    },
    { place, known },
  );
}

async function shoot(page: Page, state: string, address: string): Promise<void> {
  // The sticky bar of buttons would cover fields in a full-page screenshot.
  await page.evaluate(() => {
    for (const bar of document.querySelectorAll<HTMLElement>(".desk-save")) bar.style.position = "static";
  });
  const name = address.replaceAll(/[^a-z0-9]+/gi, "-").replaceAll(/^-|-$/g, "") || "today";
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 768 ? 780 : 900 });
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await loadImages(page);
      const path = `screenshots/desk-${state}-${name.slice(0, 80)}-${width}-${colorScheme}.png`;
      await page.screenshot({ path, fullPage: true, animations: "disabled", timeout: 60_000 });
    }
  }
}
