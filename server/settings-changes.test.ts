import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { findFreePort } from "#db/free-port.ts";
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
  const changed = { SHOP_NAME: "Paper & Ink", SHIPPING_FEE: "49", SUPPORT_PHONE: "+91 80 9999 9999", RETURN_DAYS: "" };
  await saveSettings(db, changed, new Date());
  await expect.poll(() => settings.name).toBe("Paper & Ink");
  expect(settings).toMatchObject({
    shippingFeePaise: 49_00,
    seller: { phone: "+91 22 1234 5678" },
    policies: { returnDays: 10 },
    fromEnvironment: { SUPPORT_PHONE: "+91 22 1234 5678" },
  });
  await expect.poll(() => dropped).toBeGreaterThan(before);
  await shop.close();
});
