/** The desk in the browser: invitations, passkeys, removal of staff, keyboard shortcuts, and use without JavaScript. */
import { randomBytes } from "node:crypto";

import type { BrowserContext, Page } from "@playwright/test";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { insertStaffInvitation } from "#shop/people/staff/invitations.server.ts";
import type { Role } from "#shop/people/staff/roles.ts";
import { acceptInvitation, addAuthenticator, deskOf, signInAtDesk } from "#tests/support/desk/desk-journey.ts";
import { openDeskPage } from "#tests/support/places/desk-places.ts";
import { expect, test } from "#tests/support/browser/journey.ts";
import { expectReady } from "#tests/support/sales/shopper.ts";

async function openDesk(openContext: (options?: object) => Promise<BrowserContext>, options = {}): Promise<Page> {
  const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!), ...options });
  return context.newPage();
}

test("from an owner's invitation: a passkey, somebody invited, and somebody who is signed out the moment they are removed", async ({
  db,
  openContext,
  expectTrouble,
}) => {
  // New names for each attempt: a second one would find the staff of the first.
  const tried = Date.now();
  const [meera, address] = [`Meera ${tried}`, `meera.${tried}@example.com`];
  const ravi = `Ravi ${tried}`;
  const owner = await openDesk(openContext);
  await addAuthenticator(owner);
  const invited = { address, role: "owner" as Role, invitedBy: null, at: new Date() };
  const secret = await inTransaction(db, (tx) => insertStaffInvitation(tx, "key of the journey", invited));
  await acceptInvitation(owner, `/invitations/${secret}`, meera, address);
  await expectReady(owner);

  await owner.getByRole("link", { name: meera }).click();
  await expect(owner.getByText("You have none yet.")).toBeVisible();
  await owner.getByRole("button", { name: "Add a passkey" }).click();
  await expect(owner.getByText(/^Added /)).toBeVisible();
  await owner.getByRole("button", { name: "Sign out" }).click();
  await expect(owner.getByRole("heading", { name: "Sign in at the desk" })).toBeVisible();

  // An account with a passkey is asked for it, with the test sign-in too.
  await owner.getByRole("button", { name: "Sign in with Google" }).click();
  await owner.getByRole("button", { name: meera }).click();
  await expect(owner.getByRole("heading", { name: "Use your passkey" })).toBeVisible();
  await owner.getByRole("button", { name: "Use the passkey" }).click();
  await expect(owner.getByRole("heading", { name: "Today" })).toBeVisible();

  const packer = await openDesk(openContext);
  await signInAtDesk(packer.context(), db, "packer", ravi);
  await openDeskPage(packer, "/");

  await owner.getByRole("link", { name: "Staff" }).click();
  await owner.getByLabel("E-mail address").fill(`lila.${tried}@example.com`);
  await owner.getByLabel("Role", { exact: true }).selectOption("packer");
  await owner.getByRole("button", { name: "Send the invitation" }).click();
  await expect(owner.getByText(/\/invitations\/[\w-]{43}$/)).toBeVisible();
  await owner.getByText(`Change of ${ravi}`).click();
  // Removing staff needs a recent passkey check.
  await db.execute(sql`
    update staff_sessions set passkey_at = now() - interval '11 minutes'
    where staff_id = (select id from staff where address = ${address})`);
  expectTrouble(/status of 403/);
  await owner.getByRole("button", { name: `Remove ${ravi}` }).click();
  await owner.getByRole("button", { name: "Use the passkey" }).click();
  // After the check the removal continues by itself.
  await expect(owner.getByText(`${ravi} no longer works at this desk`)).toBeVisible();
  await expect(owner.getByRole("heading", { name: ravi })).toHaveCount(0);
  // The server pushes changes to Today, so it leads to the sign-in by itself.
  await expect(packer.getByText("You were signed out")).toBeVisible();
});

test("without JavaScript the desk is signed in to, read and left, also on a phone", async ({ db, openContext }) => {
  const address = `kamala.${Date.now()}@example.com`;
  const secret = await inTransaction(db, (tx) =>
    insertStaffInvitation(tx, "key of the journey", { address, role: "bookseller", invitedBy: null, at: new Date() }),
  );
  const page = await openDesk(openContext, { javaScriptEnabled: false });
  await acceptInvitation(page, `/invitations/${secret}`, "Kamala Desk", address);
  await page.getByRole("link", { name: "History" }).click();
  await page.getByLabel("What").selectOption("staff");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByText("Kamala Desk accepted an invitation and is a bookseller now.").first()).toBeVisible();

  // On a phone the pages are in a menu that opens without a script.
  await page.setViewportSize({ width: 360, height: 740 });
  const menu = page.getByRole("navigation", { name: "The desk" });
  await expect(menu).toBeHidden();
  await page.getByRole("button", { name: "Menu" }).click();
  await menu.getByRole("link", { name: "Parcels" }).click();
  await expect(page.getByRole("heading", { name: "Parcels" })).toBeVisible();
  await page.getByRole("navigation", { name: "Most used" }).getByRole("link", { name: "Find" }).click();
  await page.getByLabel("Find an order").fill("newsl");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Newsletter" }).click();
  await expect(page.getByRole("heading", { name: "Newsletter" })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in at the desk" })).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Sign in at the desk" })).toBeVisible();
});

test("single keys lead around the desk until they are switched off, and Today moves by itself", async ({
  db,
  openContext,
}) => {
  const page = await openDesk(openContext);
  await signInAtDesk(page.context(), db, "bookseller");
  await openDeskPage(page, "/me");
  // The shortcuts work once the page's effects have run.
  await expect(async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("m");
    await expect(page.getByRole("heading", { name: "Messages" })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  // After a shortcut has led to a page, the keyboard goes on from its beginning; closing a dialog gives the focus back.
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  const toAnswer = page.getByRole("main").getByRole("link", { name: "To answer" });
  await expect(toAnswer).toBeFocused();
  const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await page.keyboard.press("?");
  await expect(shortcuts).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(toAnswer).toBeFocused();
  await page.keyboard.press("?");
  await shortcuts.getByRole("checkbox").uncheck();
  await shortcuts.getByRole("button", { name: "Close" }).click();
  const box = page.getByLabel("Find an order");
  await page.keyboard.press("/");
  await expect(box).not.toBeFocused();
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await shortcuts.getByRole("checkbox").check();
  await shortcuts.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("/");
  await expect(box).toBeFocused();

  await page.goto("/");
  await expect(page.getByText(/^Up to date/)).toBeVisible();
  const waiting = page.getByText(/messages? from readers to answer/);
  const before = await waiting.allTextContents();
  const ticket = `EPT-${randomBytes(4).toString("hex").toUpperCase()}`;
  await db.execute(sql`
    insert into contact_messages (ticket, name, email, subject, message, fingerprint)
    values (${ticket}, 'Asha', 'asha@example.com', 'S', 'M', sha256(${ticket}::bytea))`);
  await expect.poll(() => waiting.allTextContents()).not.toEqual(before);
  // The returns of other journeys have such links too, so this chooses the line of the messages.
  await page
    .getByRole("listitem")
    .filter({ has: waiting })
    .getByRole("link", { name: /^Answer (it|them)$/ })
    .click();
  await expect(page.getByRole("link", { name: /Asha/ }).first()).toBeVisible();
});
