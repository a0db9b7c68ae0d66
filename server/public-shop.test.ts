/** A shop under a public address whose outside services have no credentials yet. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { findFreePort } from "#db/free-port.ts";
import { sql } from "#db/sql.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { storeCandidate, useCandidate } from "#shop/office/credentials/stored-credentials.server.ts";
import { saveSettings } from "#shop/office/settings/stored-settings.server.ts";
import type { CredentialKind, CredentialValues } from "#shop/office/credentials/credential-kinds.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { readConfig } from "./config/config.ts";
import type { CreatePageHandler } from "./http/production-pages.ts";
import { openShop } from "./open-shop.ts";

const testServices = await openTestServices();
const folder = await mkdtemp(join(tmpdir(), "endpaper-public-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const { db, mailbox, google } = testServices;

test("it starts as not open, its letters wait, and with the last credentials it is what the owner chose", async () => {
  await saveSettings(db, { SHOP_STATE: "open" }, new Date());
  let standIns: string[] = [];
  const pages: CreatePageHandler = async (options) => {
    standIns = options.standIns.map(({ path, readersPages }) => `${path} ${readersPages.test("/v1/checkout.js")}`);
    return {
      before: (_request, _response, next) => next(),
      // The stand-in of the payment provider, which has no payments.
      fetch: async () => Response.json({ entity: "collection", count: 0, items: [] }),
      drop: () => {},
      close: async () => {},
    };
  };
  const { DATABASE_URL, RAZORPAY_API_BASE } = settingsOf(testServices);
  const environment = {
    DATABASE_URL,
    RAZORPAY_API_BASE,
    GOOGLE_ISSUER: google.issuer,
    PUBLIC_URL: "https://books.example",
    DESK_URL: "https://desk.books.example",
    DATA_DIR: folder,
    PORT: String(await findFreePort()),
  };
  const shop = await openShop(readConfig(environment, null), pages);
  const { settings, credentials, google: signIn } = shop.services;
  expect(settings).toMatchObject({
    missingServices: ["payments", "sign-in", "mail"],
    isTestSignIn: false,
    deskUrl: "https://desk.books.example",
    opening: { state: "not-open" },
  });
  expect(standIns).toEqual(["/stand-ins/razorpay false"]);
  expect(await signIn.findTrouble()).toBe("Sign-in with Google is not set up yet.");

  const to = "asha@example.com";
  await enqueueLetter(db, { kind: "newsletter-confirm", to, facts: { token: "none" } });
  const put = async (kind: CredentialKind, values: CredentialValues) => {
    const sealed = await credentials.seal(kind, values);
    await storeCandidate(db, kind, sealed, new Date());
    await useCandidate(db, kind, sealed);
  };
  await put("payments", {
    RAZORPAY_KEY_ID: testServices.keyId,
    RAZORPAY_KEY_SECRET: testServices.keySecret,
    RAZORPAY_WEBHOOK_SECRET: "a-webhook-secret",
  });
  await expect.poll(() => settings.missingServices, { timeout: 5_000 }).toEqual(["sign-in", "mail"]);
  await put("sign-in", { GOOGLE_CLIENT_ID: google.clientId, GOOGLE_CLIENT_SECRET: google.clientSecret });
  await expect.poll(() => settings.missingServices, { timeout: 5_000 }).toEqual(["mail"]);
  expect(settings.opening.state).toBe("not-open");
  expect(await signIn.findTrouble()).toBeNull();
  expect(await sendDueLetters(shop.services)).toBe(0);
  const { rows } = await db.execute(sql`select state, tries from outbox`);
  expect(rows).toEqual([{ state: "due", tries: 0 }]);
  await put("mail", { SMTP_URL: mailbox.smtpUrl, MAIL_FROM: "books@shop.test" });
  await expect.poll(() => settings.opening.state, { timeout: 5_000 }).toBe("open");
  const isLeft = async () => (await db.execute<{ tries: number }>(sql`select tries from outbox`)).rows[0]?.tries !== 0;
  await expect.poll(isLeft, { timeout: 10_000 }).toBe(true);
  await shop.close();
});
