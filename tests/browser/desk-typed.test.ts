/** Text typed at the desk survives a reload, an expired session and a lost connection. */
import { randomBytes } from "node:crypto";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { insertStaffInvitation } from "#shop/people/staff/invitations.server.ts";
import { acceptInvitation, deskOf, untilIdle } from "#tests/support/desk/desk-journey.ts";
import { expect, test } from "#tests/support/browser/journey.ts";
import { expectNoFaults } from "#tests/support/browser/page-faults.ts";
import { expectReady } from "#tests/support/sales/shopper.ts";

test("typed text survives a reload, an expired session and a lost connection, and is submitted once", async ({
  db,
  openContext,
  expectTrouble,
}) => {
  const address = `tara.${Date.now()}@example.com`;
  const secret = await inTransaction(db, (tx) =>
    insertStaffInvitation(tx, "key of the journey", { address, role: "bookseller", invitedBy: null, at: new Date() }),
  );
  const ticket = `EPT-${randomBytes(4).toString("hex").toUpperCase()}`;
  await db.execute(sql`
    insert into contact_messages (ticket, name, email, subject, message, fingerprint)
    values (${ticket}, 'Tara’s reader', 'reader.of.tara@example.com', 'S', 'M', sha256(${ticket}::bytea))`);
  const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!) });
  const page = await context.newPage();
  await acceptInvitation(page, `/invitations/${secret}`, "Tara Desk", address);
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("desk-typed")));
  const isBack = page.getByText("is in the form again");

  const answer = page.getByLabel("Your answer");
  await page.goto(`/messages/${ticket}`);
  await expectReady(page);
  await answer.fill("Dear Tara, the second volume");
  await page.reload();
  await expect(isBack).toBeVisible();
  await expect(answer).toHaveValue("Dear Tara, the second volume");
  await expectNoFaults(page, "what was typed is back");
  await page.getByRole("button", { name: "Discard the text" }).click();
  await expect(answer).toHaveValue("");
  await page.reload();
  await expectReady(page);
  await expect(answer).toHaveValue("");

  // The session ends while the answer is being written.
  await answer.fill("It comes on Monday.");
  await db.execute(sql`
    delete from staff_sessions where staff_id = (select id from staff where address = ${address})`);
  await page.getByRole("button", { name: "Send the answer and close" }).click();
  await expect(page.getByText("You were signed out")).toBeVisible();
  await page.getByRole("button", { name: "Sign in with Google" }).click();
  await page.getByRole("button", { name: /Tara Desk/ }).click();
  await expect(isBack).toBeVisible();
  await expect(answer).toHaveValue("It comes on Monday.");

  // Offline: the page stays, and sends the same form again.
  expectTrouble(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Send the answer and close" }).click();
  await expect(page.getByText("The desk did not answer")).toBeVisible();
  await expect(answer).toHaveValue("It comes on Monday.");
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("The desk did not answer")).toBeVisible();
  await expectNoFaults(page, "a form that is not answered");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText(`The answer to ${ticket} is being sent by e-mail`)).toBeVisible();
  await expect(page.getByText("The desk did not answer")).toBeHidden();
  expect(await kept()).toEqual([]);

  // Another person has changed the promotion since: the restored form must not overwrite that change unseen.
  await page.goto("/offers/code");
  await expectReady(page);
  const code = `TARA${randomBytes(3).toString("hex").toUpperCase()}`;
  await page.getByLabel("Code", { exact: true }).fill(code);
  const name = page.getByRole("textbox", { name: /^Name/ });
  await name.fill("As it was made");
  await page.getByRole("textbox", { name: /^Discount/ }).fill("10");
  await page.getByRole("button", { name: "Make the code" }).click();
  await expect(page.getByRole("heading", { name: `Code ${code}` })).toBeVisible();
  await name.fill("As Tara wants it");
  await expect.poll(kept).toHaveLength(1);
  await db.execute(sql`update promotions set name = 'As somebody else made it' where code = ${code}`);
  await page.reload();
  await expect(isBack).toBeVisible();
  await expect(name).toHaveValue("As Tara wants it");
  expectTrouble(/status of 409/);
  // A second save while the page is still revalidating.
  const readAnew = Promise.withResolvers<void>();
  await page.route("**/offers/code.data*", async (route) => {
    if (route.request().method() === "GET") await readAnew.promise;
    await route.continue().catch(() => {});
  });
  await page.getByRole("button", { name: "Save the code" }).click();
  await expect(page.getByRole("cell", { name: "As somebody else made it" })).toBeVisible();
  await page.getByRole("button", { name: "Save the code" }).click();
  readAnew.resolve();
  await expect(page.getByRole("cell", { name: "As somebody else made it" })).toHaveCount(0);
  // While a route is set, Chromium reports the redirect of a suggestion after signing out as an error.
  await page.unroute("**/offers/code.data*");
  await expect.poll(kept).toEqual([]);

  // A rejected form is on the page already, with its errors at the fields: no message that it was restored.
  await page.goto("/offers/bundle");
  await expectReady(page);
  await page.getByRole("textbox", { name: "Name" }).fill("Two of them");
  await page.getByRole("textbox", { name: "Description" }).fill("Both in one parcel.");
  // A title that matches exactly one book is replaced with that book.
  await page.getByLabel("Book 1: title").fill("the hobbit");
  await page.getByLabel("Book 2: title").fill("foundati");
  expectTrouble(/status of 422/);
  await page.getByRole("button", { name: "Make the bundle" }).click();
  await expect(page.getByText("Which one is “foundati”?")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Two of them");
  // The message could appear only after revalidation and drawing.
  await untilIdle(page);
  await expect(isBack).toBeHidden();

  // Signing out deletes the stored text.
  await name.fill("Left behind");
  await expect.poll(kept).toHaveLength(1);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in at the desk" })).toBeVisible();
  expect(await kept()).toEqual([]);
});

test("a made encryption key does not come back with the typed text, as its secret part was shown only once", async ({
  db,
  openContext,
}) => {
  const address = `meher.${Date.now()}@example.com`;
  const secret = await inTransaction(db, (tx) =>
    insertStaffInvitation(tx, "key of the journey", { address, role: "owner", invitedBy: null, at: new Date() }),
  );
  const page = await (await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!) })).newPage();
  await acceptInvitation(page, `/invitations/${secret}`, "Meher Desk", address);
  const folder = page.getByLabel("Bucket or folder");
  const publicKey = page.getByLabel(/^Public key/);
  await page.goto("/go-live");
  await expectReady(page);
  // The response shows the key before the page's data is reloaded; what is typed meanwhile is kept too.
  const isTyped = Promise.withResolvers<void>();
  await page.route("**/go-live.data*", async (route) => {
    if (route.request().method() === "GET") await isTyped.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Make an encryption key" }).click();
  await expect(publicKey).toHaveValue(/^age1/);
  await folder.fill("/mnt/disk/backups");
  isTyped.resolve();
  await untilIdle(page);
  await page.unroute("**/go-live.data*");
  await page.getByRole("button", { name: /^Save and try.*Backups/ }).click();
  // The browser asks for the confirmation that the secret part is kept.
  await expect(page.getByLabel(/kept the secret key/)).toBeFocused();
  await page.reload();
  await expect(page.getByText("is in the form again")).toBeVisible();
  await expect(folder).toHaveValue("/mnt/disk/backups");
  await expect(publicKey).toHaveValue("");
});
