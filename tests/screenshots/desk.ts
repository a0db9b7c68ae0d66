import type { Page } from "@playwright/test";

import { openDatabase } from "#db/connect.ts";
import { findFreePort } from "#db/free-port.ts";
import { deskRoutes, type DeskRoute } from "#desk/desk-routes.ts";
import { isoDay } from "#shop/dates/dates.ts";
import { makeDataFolder, startChildShop } from "#tests/support/child-shop.ts";
import { deskAddresses, notOpened, type DeskAddresses } from "#tests/support/desk-addresses.ts";
import { acceptInvitation, addAuthenticator, deskOf } from "#tests/support/desk-journey.ts";
import { test as journey } from "#tests/support/journey.ts";
import { loadImages } from "#tests/support/load-images.ts";
import { seedOrders } from "#tests/support/seed-orders.ts";
import { expectReady } from "#tests/support/shopper.ts";

/*
 * Every page of the desk, full, empty and refusing what was typed, at three widths, light and dark, into
 * `screenshots/desk-…`. Full is the demonstration with some hundreds of orders; empty is a shop on its first day.
 */
const widths = [360, 768, 1280];
const schemes = ["light", "dark"] as const;
const orders = 600;
/** Forms of one page that are sent with what cannot be. */
const maxForms = 6;

interface Desk {
  page: Page;
  addresses: DeskAddresses;
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

/** Opens a shop of its own, and its desk to an owner who has a passkey. */
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
    await use({ page, addresses: await deskAddresses(database.db, isoDay(new Date())) });
    await page.close();
    await database.pool.end();
  } finally {
    await shop.stop();
    await remove();
  }
}

/** Pages that can be opened; `/import/…` need a file that was sent. */
const pages = Object.entries<DeskRoute>(deskRoutes)
  .filter(([, { file }]) => file.endsWith(".tsx"))
  .map(([path]) => path)
  .filter((path): path is keyof DeskAddresses => path !== "/sign-in" && !notOpened.some((one) => one === path));

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
 * Fills the fields of a form with what is too long, below zero or no address, and sends it. Answers with the names of its
 * fields; null, and nothing is sent, when nothing can be typed into it or a form of these fields was sent before.
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
