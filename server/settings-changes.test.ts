import { copyFile, mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { findFreePort } from "#db/free-port.ts";
import { storeCandidate, useCandidate } from "#shop/office/credentials/stored-credentials.server.ts";
import { saveSettings } from "#shop/office/settings/stored-settings.server.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { readConfig } from "./config/config.ts";
import type { CreatePageHandler } from "./http/production-pages.ts";
import { openShop } from "./open-shop.ts";

const testServices = await openTestServices();
const folder = await mkdtemp(join(tmpdir(), "endpaper-settings-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const { db } = testServices;

test("an open shop hears of a setting that another process changed, drops its pages, and keeps what the environment sets", async () => {
  await saveSettings(db, { RETURN_DAYS: "21" }, new Date());
  let dropped = 0;
  const pages: CreatePageHandler = async () => ({
    before: (_request, _response, next) => next(),
    fetch: async () => new Response("a page"),
    drop: (books) => void (dropped += books === null ? 1 : 0),
    close: async () => {},
  });
  const environment = { DATA_DIR: folder, PORT: String(await findFreePort()), SUPPORT_PHONE: "+91 22 1234 5678" };
  const shop = await openShop(readConfig({ ...settingsOf(testServices), ...environment }), pages);
  const { settings } = shop.services;
  expect(settings.policies.returnDays).toBe(21);
  const before = dropped;
  const changed = {
    SHOP_NAME: "Paper & Ink",
    LOOK_FACE: "lora",
    SHIPPING_FEE: "49",
    SUPPORT_PHONE: "+91 80 9999 9999",
    RETURN_DAYS: "",
  };
  await saveSettings(db, changed, new Date());
  await expect.poll(() => settings.name).toBe("Paper & Ink");
  expect(settings).toMatchObject({
    look: { face: "lora", pattern: "jaal" },
    shippingFeePaise: 49_00,
    seller: { phone: "+91 22 1234 5678" },
    policies: { returnDays: 10 },
    fromEnvironment: { SUPPORT_PHONE: "+91 22 1234 5678" },
  });
  await expect.poll(() => dropped).toBeGreaterThan(before);
  await shop.close();
});

test("keys that an owner entered are in force in every process with the key of the data folder, within 5 seconds", async () => {
  const { RAZORPAY_API_BASE, DATABASE_URL } = settingsOf(testServices) as Record<
    "RAZORPAY_API_BASE" | "DATABASE_URL",
    string
  >;
  const pages: CreatePageHandler = async () => ({
    before: (_request, _response, next) => next(),
    fetch: async () => new Response("a page"),
    drop: () => {},
    close: async () => {},
  });
  const folders = [join(folder, "one"), join(folder, "two")];
  for (const dataDir of folders) await mkdir(dataDir);
  const open = async (dataDir: string, more: Record<string, string> = {}) => {
    const environment = { DATABASE_URL, RAZORPAY_API_BASE, DATA_DIR: dataDir, CATALOGUE: "none", ...more };
    return openShop(readConfig({ ...environment, PORT: String(await findFreePort()) }, null), pages);
  };
  const one = await open(folders[0]!);
  const { credentials, paymentProviders, mailer } = one.services;
  expect(paymentProviders[0].keys).toBe("stand-in");
  const values = {
    RAZORPAY_KEY_ID: testServices.keyId,
    RAZORPAY_KEY_SECRET: testServices.keySecret,
    RAZORPAY_WEBHOOK_SECRET: "a-webhook-secret",
  };
  const sealed = await credentials.seal("payments", values);
  const key = join(folders[0]!, "credentials.key");
  expect((await stat(key)).mode & 0o777).toBe(0o600);
  await storeCandidate(db, "payments", sealed, new Date());
  await useCandidate(db, "payments", sealed);
  await expect.poll(() => paymentProviders[0].keys, { timeout: 5_000 }).toBe("test");
  const mail = { SMTP_URL: testServices.mailbox.smtpUrl, MAIL_FROM: "new@shop.test" };
  const sealedMail = await credentials.seal("mail", mail);
  // A process without the key would ask the stand-in about the payments of the shop.
  await expect(open(folders[1]!)).rejects.toThrow(
    /The credentials of payments .* cannot be decrypted: .*credentials\.key.* in the environment: RAZORPAY_KEY_ID, /,
  );
  await (await open(folders[1]!, values)).close();
  await copyFile(key, join(folders[1]!, "credentials.key"));
  const two = await open(folders[1]!);
  await storeCandidate(db, "mail", sealedMail, new Date());
  await useCandidate(db, "mail", sealedMail);
  for (const { services } of [one, two]) {
    await expect.poll(() => services.credentials.inUse("mail").source, { timeout: 5_000 }).toBe("desk");
    expect(services.paymentProviders[0].keys).toBe("test");
  }
  await mailer.send({ to: "asha@example.com", subject: "S", html: "<p>M</p>", text: "M", messageId: "<m@shop.test>" });
  expect(testServices.mailbox.letters().at(-1)).toMatchObject({
    subject: "S",
    from: expect.stringContaining("new@shop.test"),
  });
  // A running process that loses the key goes on with what it has, and follows once the key is there again.
  await rm(join(folders[1]!, "credentials.key"));
  await saveSettings(db, { SHOP_NAME: "Ink" }, new Date());
  await expect.poll(() => one.services.settings.name, { timeout: 5_000 }).toBe("Ink");
  expect(two.services.paymentProviders[0].keys).toBe("test");
  await copyFile(key, join(folders[1]!, "credentials.key"));
  await expect.poll(() => two.services.settings.name, { timeout: 5_000 }).toBe("Ink");
  await Promise.all([one.close(), two.close()]);
});
