import { randomBytes } from "node:crypto";

import type { Browser } from "@playwright/test";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { deskHref, deskRoutes, type DeskPath, type DeskRoute } from "#desk/desk-routes.ts";
import { insertStaffInvitation } from "#shop/staff/invitations.server.ts";
import { openDelivery } from "#shop/stock-room/deliveries.server.ts";
import { counting } from "#tests/support/desk-authority/stock.ts";
import { preparedWindow } from "#tests/support/desk-authority/window.ts";
import { acceptInvitation, deskOf } from "#tests/support/desk-journey.ts";
import { expect, test } from "#tests/support/journey.ts";
import { lookOver } from "#tests/support/look-over.ts";
import { addReader } from "#tests/support/readers.ts";
import { expectPaid, openWidget, payInWidget } from "#tests/support/shopper.ts";

interface Shop {
  db: Db;
  browser: Browser;
  /** The number of whoever looks. */
  staffId: number;
}

/** What a page with a parameter is opened with, and what there must be on a page to look at. Any other is opened as it is. */
const parameters: Partial<Record<DeskPath, (shop: Shop) => Promise<Record<string, string> | void>>> = {
  "/parcels": async (shop) => void (await sold(shop)),
  "/parcels/:number": async (shop) => ({ number: await sold(shop) }),
  "/orders/:number": async (shop) => ({ number: await sold(shop) }),
  "/stock/receive/:delivery": async ({ db, staffId }) => {
    const given = { supplier: "Rupa", billNumber: "", billedOn: null };
    const { id } = await openDelivery(db, given, { staffId, at: new Date() });
    return { delivery: String(id) };
  },
  "/stock/books/:book": async () => ({ book: "godan" }),
  "/books/:book": async () => ({ book: "godan" }),
  "/books/:book/cover": async () => ({ book: "godan" }),
  "/books/:book/opening": async () => ({ book: "godan" }),
  "/books/:book/work": async () => ({ book: "godan" }),
  "/authors/:author": async () => ({ author: "r-k-narayan" }),
  "/series/:series": async () => ({ series: "ibis-trilogy" }),
  "/categories/:category": async () => ({ category: "fiction" }),
  "/stock/count/:count": async (shop) => ({ count: await counting(shop, shop.staffId) }),
  "/stock/count/:count/finish": async (shop) => ({ count: await counting(shop, shop.staffId) }),
  "/window/:window/preview": async (shop) => ({ window: await preparedWindow(shop) }),
  "/messages/:ticket": async ({ db }) => {
    const ticket = newTicket();
    await db.execute(sql`
      insert into contact_messages (ticket, name, email, subject, message, fingerprint)
      values (${ticket}, 'Uma’s reader', 'reader.of.uma@example.com', 'S', 'M', sha256(${ticket}::bytea))`);
    return { ticket };
  },
  "/wanted/:request": async ({ db }) => {
    const request = newTicket();
    await db.execute(sql`
      insert into book_requests (ticket, title, author, email, fingerprint, created_at)
      values (${request}, 'A Lost Book', 'Nobody', 'asha@example.com', sha256(${request}::bytea), now())`);
    return { request };
  },
  "/readers/:reader": async ({ db }) => ({ reader: String(await addReader(db, `looked-at-${newTicket()}`)) }),
  "/payouts/:payout": async ({ db }) => {
    await db.execute(
      sql`insert into settlements (id, settled_at) values ('setl_LookedOver', now()) on conflict do nothing`,
    );
    return { payout: "setl_LookedOver" };
  },
  "/record/:entry": async () => ({ entry: "1" }),
  "/invitations/:secret": async ({ db }) => ({ secret: await invite(db, `late.${newTicket()}@example.com`) }),
};

/** Pages that a journey of their own looks over, in states that take its steps to come to. */
const elsewhere: DeskPath[] = ["/import/:work", "/import/undo/:import"];
/** What leads on to another page for whoever is signed in, or back from Google. */
const leadsOn: DeskPath[] = ["/sign-in", "/auth/google/callback"];

function newTicket(): string {
  return `EPT-${randomBytes(4).toString("hex").toUpperCase()}`;
}

function invite(db: Db, address: string): Promise<string> {
  return inTransaction(db, (tx) =>
    insertStaffInvitation(tx, "key of the journey", { address, role: "owner", invitedBy: null, at: new Date() }),
  );
}

let order: Promise<string> | null = null;
/** The number of an order that waits to be packed. */
function sold(shop: Shop): Promise<string> {
  return (order ??= buy(shop));
}

/** Buys a book as a reader; the number of the order. */
async function buy({ browser }: Shop): Promise<string> {
  const page = await browser.newPage({ baseURL: process.env.JOURNEY_URL! });
  await payInWidget(await openWidget(page, "malgudi-days"));
  const number = await expectPaid(page);
  await page.close();
  return number;
}

const pages = Object.entries<DeskRoute>(deskRoutes)
  .filter(([path, { file }]) => path !== "/*" && file.endsWith(".tsx"))
  .map(([path]) => path as DeskPath)
  .filter((path) => !elsewhere.includes(path) && !leadsOn.includes(path));
const inOneTest = 6;

// Each page is looked over at several widths.
test.describe.configure({ timeout: 180_000 });

for (let first = 0; first < pages.length; first += inOneTest) {
  const some = pages.slice(first, first + inOneTest);
  test(`nothing is small, pale, too wide or without a name on the desk's pages from ${some[0]} on`, async ({
    db,
    browser,
    openContext,
  }) => {
    const address = `looks.${newTicket()}@example.com`;
    const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!) });
    const page = await context.newPage();
    await acceptInvitation(page, `/invitations/${await invite(db, address)}`, "Uma Looks", address);
    const { rows } = await db.execute<{ id: string }>(sql`select id from staff where address = ${address}`);
    for (const path of some) {
      const given = parameters[path];
      if (path.includes(":") && !given) throw new Error(`${path} needs a line in the parameters of this test.`);
      const query = (await given?.({ db, browser, staffId: Number(rows[0]!.id) })) ?? {};
      await page.setViewportSize({ width: 1280, height: 900 });
      const answer = await page.goto(deskHref(path, query));
      expect(answer!.status(), path).toBe(200);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await lookOver(page, path);
    }
  });
}
