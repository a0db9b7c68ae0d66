import type { BrowserContext, Page } from "@playwright/test";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { insertStaffInvitation } from "#shop/staff/invitations.server.ts";
import { acceptInvitation, addAuthenticator, deskOf } from "#tests/support/desk-journey.ts";
import { expect, test } from "#tests/support/journey.ts";
import { lookOver } from "#tests/support/look-over.ts";

async function openDesk(openContext: (options?: object) => Promise<BrowserContext>, options = {}): Promise<Page> {
  const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!), ...options });
  return context.newPage();
}

// They go through many pages, each looked over at two widths.
test.describe.configure({ timeout: 180_000 });

test("from an owner's invitation: a passkey, somebody invited, who is signed out the moment they are removed", async ({
  db,
  openContext,
  expectTrouble,
}) => {
  // A second try finds the staff of the first.
  const tried = Date.now();
  const [meera, address] = [`Meera ${tried}`, `meera.${tried}@example.com`];
  const [ravi, packerAddress] = [`Ravi ${tried}`, `ravi.${tried}@example.com`];
  const secret = await inTransaction(db, (tx) =>
    insertStaffInvitation(tx, "key of the journey", { address, role: "owner", invitedBy: null, at: new Date() }),
  );
  const owner = await openDesk(openContext);
  await addAuthenticator(owner);
  await acceptInvitation(owner, `/invitations/${secret}`, meera, address);
  await expect(owner.getByText("Test sign-in: this desk opens on this machine only")).toBeVisible();

  await owner.getByRole("link", { name: meera }).click();
  await expect(owner.getByText("You have none yet.")).toBeVisible();
  await owner.getByRole("button", { name: "Add a passkey" }).click();
  await expect(owner.getByText(/^Added /)).toBeVisible();
  await owner.getByRole("button", { name: "Sign out" }).click();
  await expect(owner.getByRole("heading", { name: "Sign in at the desk" })).toBeVisible();

  // Who has a passkey is asked for it, also with test sign-in.
  await owner.getByRole("button", { name: "Sign in with Google" }).click();
  await owner.getByRole("button", { name: meera }).click();
  await expect(owner.getByRole("heading", { name: "Use your passkey" })).toBeVisible();
  await owner.getByRole("button", { name: "Use the passkey" }).click();
  await expect(owner.getByRole("heading", { name: "Today" })).toBeVisible();

  await owner.getByRole("link", { name: "Staff" }).click();
  await owner.getByLabel("E-mail address").fill(packerAddress);
  await owner.getByLabel("Role", { exact: true }).selectOption("packer");
  await owner.getByRole("button", { name: "Send the invitation" }).click();
  const link = await owner.getByText(/\/invitations\/[\w-]{43}$/).textContent();

  const packer = await openDesk(openContext);
  await acceptInvitation(packer, link!, ravi, packerAddress);
  await expect(packer.getByRole("link", { name: "Staff" })).toHaveCount(0);

  await owner.reload();
  await expect(owner.getByRole("heading", { name: ravi })).toBeVisible();
  await owner.getByText(`Change of ${ravi}`).click();
  await lookOver(owner, "staff");
  // For this a passkey that was shown long ago does not do.
  await db.execute(
    sql`update staff_sessions set passkey_at = now() - interval '11 minutes' where passkey_at is not null`,
  );
  expectTrouble(/status of 403/);
  await owner.getByRole("button", { name: `Remove ${ravi}` }).click();
  await owner.getByRole("button", { name: "Use the passkey" }).click();
  await expect(owner.getByText("Now press the button again")).toBeVisible();
  await expect(packer.getByRole("heading", { name: "Today" })).toBeVisible();
  await owner.getByRole("button", { name: `Remove ${ravi}` }).click();
  await expect(owner.getByText(`${ravi} does not work at this desk any more`)).toBeVisible();
  await expect(owner.getByRole("heading", { name: ravi })).toHaveCount(0);
  // Today follows what happens, so it leads to the sign-in by itself.
  await expect(packer.getByText("You were signed out")).toBeVisible();

  await owner.getByRole("link", { name: "Payouts" }).click();
  await expect(owner.getByRole("heading", { name: "Not paid out yet" })).toBeVisible();
  await lookOver(owner, "payouts");
  await owner.getByRole("link", { name: "Record" }).click();
  await expect(owner.getByText(`${ravi}, packer, does not work here any more.`)).toBeVisible();
  await expect(owner.getByText(`Invited ${packerAddress} to work here as a packer.`)).toBeVisible();
  await owner.getByLabel("What").selectOption("passkey");
  await owner.getByRole("button", { name: "Show", exact: true }).click();
  await expect(owner.getByText("Signed in with a passkey.").first()).toBeVisible();
  await expect(owner.getByText(`Invited ${packerAddress}`)).toHaveCount(0);
});

test("without JavaScript the desk is signed in to, read and left; nothing on it is small, pale or too wide", async ({
  db,
  openContext,
  expectTrouble,
}) => {
  const address = `kamala.${Date.now()}@example.com`;
  const secret = await inTransaction(db, (tx) =>
    insertStaffInvitation(tx, "key of the journey", { address, role: "bookseller", invitedBy: null, at: new Date() }),
  );
  const page = await openDesk(openContext, { javaScriptEnabled: false });
  await acceptInvitation(page, `/invitations/${secret}`, "Kamala Desk", address);
  await page.getByRole("link", { name: "Record" }).click();
  await page.getByLabel("What").selectOption("staff");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByText("Kamala Desk accepted an invitation and is a bookseller now.").first()).toBeVisible();

  // axe is a script.
  const scripted = await openDesk(openContext);
  await scripted.context().addCookies(await page.context().cookies());
  expectTrouble(/status of (403|404)/);
  for (const path of ["/reviews?which=all", "/find?text=p", "/readers?text=a", "/staff", "/no-such-page"]) {
    await scripted.setViewportSize({ width: 1280, height: 900 });
    await scripted.emulateMedia({ colorScheme: "light" });
    await scripted.goto(path);
    await expect(scripted.getByRole("heading", { level: 1 })).toBeVisible();
    await lookOver(scripted, path);
  }
  // On a phone the pages are in a menu, which opens without a script.
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole("link", { name: "Parcels" })).toBeHidden();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "Parcels" }).click();
  await expect(page.getByRole("heading", { name: "Parcels" })).toBeVisible();
  await page.getByLabel("Find an order").fill("newsl");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Newsletter" }).click();
  await expect(page.getByRole("heading", { name: "Newsletter" })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 900 });

  // Single keys lead around until they are switched off.
  await scripted.setViewportSize({ width: 1280, height: 900 });
  await scripted.goto("/me");
  // The keys are there once the page's script runs.
  await expect(async () => {
    await scripted.keyboard.press("g");
    await scripted.keyboard.press("m");
    await expect(scripted.getByRole("heading", { name: "Messages" })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  // From the page that a key has led to, somebody goes on by keyboard; a dialog gives the focus back.
  await expect(scripted.getByRole("main")).toBeFocused();
  await scripted.keyboard.press("Tab");
  const toAnswer = scripted.getByRole("main").getByRole("link", { name: "To answer" });
  await expect(toAnswer).toBeFocused();
  await scripted.keyboard.press("?");
  await expect(scripted.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await scripted.keyboard.press("Escape");
  await expect(toAnswer).toBeFocused();
  await scripted.keyboard.press("?");
  const shortcuts = scripted.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(shortcuts).toBeVisible();
  await lookOver(scripted, "shortcuts");
  await shortcuts.getByRole("checkbox").uncheck();
  await shortcuts.getByRole("button", { name: "Close" }).click();
  const box = scripted.getByLabel("Find an order");
  await scripted.keyboard.press("/");
  await expect(box).not.toBeFocused();
  await scripted.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await shortcuts.getByRole("checkbox").check();
  await shortcuts.getByRole("button", { name: "Close" }).click();
  await scripted.keyboard.press("/");
  await expect(box).toBeFocused();

  // Today moves by itself.
  await scripted.goto("/");
  await expect(scripted.getByText(/^Up to date/)).toBeVisible();
  await db.execute(sql`
    insert into contact_messages (ticket, name, email, subject, message, fingerprint)
    values ('EPT-0000DESK', 'Asha', 'asha@example.com', 'S', 'M', sha256('desk')) on conflict do nothing`);
  await expect(scripted.getByText(/messages? from readers to answer/)).toBeVisible();
  await scripted.getByRole("link", { name: /^Answer (it|them)$/ }).click();
  await expect(scripted.getByRole("link", { name: /Asha/ })).toBeVisible();

  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in at the desk" })).toBeVisible();
  await scripted.goto("/");
  await expect(scripted.getByRole("heading", { name: "Sign in at the desk" })).toBeVisible();
  await lookOver(scripted, "sign-in");
});
