import { copyFile, mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { findFreePort } from "#db/free-port.ts";
import { storeCandidate, useCandidate } from "#shop/office/credentials/stored-credentials.server.ts";
import { savePage } from "#shop/office/pages/pages.server.ts";
import { saveSettings } from "#shop/office/settings/stored-settings.server.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { readConfig } from "./config/config.ts";
import type { CreatePageHandler } from "./http/production-pages.ts";
import { openShop } from "./open-shop.ts";

const testServices = await openTestServices();
const folder = await mkdtemp(join(tmpdir(), "endpaper-settings-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const { db } = testServices;
const within = { timeout: 5_000 };
const { RAZORPAY_API_BASE = "", DATABASE_URL = "" } = settingsOf(testServices);

/** Opens a process of the shop without pages; `onDrop` is called when it drops its rendered pages. */
async function openProcess(dataDir: string, more: Record<string, string> = {}, onDrop = () => {}) {
  const pages: CreatePageHandler = async () => ({
    before: (_request, _response, next) => next(),
    fetch: async () => new Response("a page"),
    drop: onDrop,
    close: async () => {},
  });
  const environment = { DATABASE_URL, RAZORPAY_API_BASE, DATA_DIR: dataDir, CATALOGUE: "none", ...more };
  return openShop(readConfig({ ...environment, PORT: String(await findFreePort()) }, null), pages);
}

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
  const folders = [join(folder, "one"), join(folder, "two")];
  for (const dataDir of folders) await mkdir(dataDir);
  const one = await openProcess(folders[0]!);
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
  await expect.poll(() => paymentProviders[0].keys, within).toBe("test");
  const mail = { SMTP_URL: testServices.mailbox.smtpUrl, MAIL_FROM: "new@shop.test" };
  const sealedMail = await credentials.seal("mail", mail);
  // A process without the key would ask the stand-in about the payments of the shop.
  await expect(openProcess(folders[1]!)).rejects.toThrow(
    /The credentials of payments .* cannot be decrypted: .*credentials\.key.* in the environment: RAZORPAY_KEY_ID, /,
  );
  await (await openProcess(folders[1]!, values)).close();
  await copyFile(key, join(folders[1]!, "credentials.key"));
  const two = await openProcess(folders[1]!);
  await storeCandidate(db, "mail", sealedMail, new Date());
  await useCandidate(db, "mail", sealedMail);
  for (const { services } of [one, two]) {
    await expect.poll(() => services.credentials.inUse("mail").source, within).toBe("desk");
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
  await expect.poll(() => one.services.settings.name, within).toBe("Ink");
  expect(two.services.paymentProviders[0].keys).toBe("test");
  await copyFile(key, join(folders[1]!, "credentials.key"));
  await expect.poll(() => two.services.settings.name, within).toBe("Ink");
  await Promise.all([one.close(), two.close()]);
});

test("a look, a page and a place of backups are in force in every process within 5 seconds", async () => {
  const drops = [0, 0];
  // The folder with the key of the credentials that are in use.
  const dataDir = join(folder, "one");
  await mkdir(dataDir, { recursive: true });
  const shops = [
    await openProcess(dataDir, {}, () => void (drops[0]! += 1)),
    await openProcess(dataDir, {}, () => void (drops[1]! += 1)),
  ];
  const expectDropped = async (change: () => Promise<unknown>) => {
    const before = [...drops];
    await change();
    for (const [at, count] of before.entries()) await expect.poll(() => drops[at], within).toBeGreaterThan(count);
  };
  await saveSettings(db, { SHOP_NAME: "Ink & Paper" }, new Date());
  await shops[0]!.services.applyChanges();
  expect(shops[0]!.services.settings.name).toBe("Ink & Paper");
  await expectDropped(() => saveSettings(db, { LOOK_COLOUR: "#7a1f3d", LOOK_PATTERN: "jali" }, new Date()));
  for (const { services } of shops)
    await expect.poll(() => services.settings.look, within).toMatchObject({ colour: "#7a1f3d", pattern: "jali" });
  const page = { id: "story", title: "Our story", lead: "", text: "Since 1948.", place: "menu", position: 0 } as const;
  await expectDropped(() => savePage(db, { ...page, isShown: true }, new Date()));

  const place = join(folder, "another disk");
  const { credentials } = shops[0]!.services;
  const sealed = await credentials.seal("backup", { BACKUP_FOLDER: place });
  await storeCandidate(db, "backup", sealed, new Date());
  await useCandidate(db, "backup", sealed);
  for (const { services } of shops)
    await expect.poll(() => services.credentials.inUse("backup").shown.folder, within).toBe(place);
  await Promise.all(shops.map((shop) => shop.close()));
});
