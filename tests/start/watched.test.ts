import { expect, onTestFinished, test } from "vitest";

import { findFreePort } from "#db/free-port.ts";
import { makeDataFolder, startChildShop } from "#tests/support/shop/child-shop.ts";
import { openDatabaseProxy } from "#proving-ground/faults/database-line.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";

const testServices = await openTestServices();

interface Line {
  level: string;
  time: string;
  msg: string;
  request?: string;
  route?: string;
  status?: number;
}

/** Opens a shop with a JSON log and metrics for Prometheus. */
async function openWatchedShop(databaseUrl: string) {
  const { folder, remove } = await makeDataFolder();
  onTestFinished(remove);
  const metricsPort = await findFreePort();
  const shop = startChildShop({
    ...settingsOf(testServices),
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    PORT: String(await findFreePort()),
    LOG_FORMAT: "json",
    METRICS_PORT: String(metricsPort),
  });
  onTestFinished(() => void shop.stop());
  await shop.opened;
  const lines = () =>
    shop
      .output()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line);
  const numbers = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return { shop, lines, numbers };
}

test("a shop writes an object a line, names the request that failed and tells its numbers", async () => {
  const line = await openDatabaseProxy(testServices.url);
  onTestFinished(line.close);
  const { shop, lines, numbers } = await openWatchedShop(line.url);
  expect(lines().find(({ msg }) => msg.startsWith("Endpaper is open at"))).toMatchObject({
    level: "info",
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
  await expect.poll(numbers, { timeout: 60_000 }).toContain("\nendpaper_database_up 1\n");
  // The invitation link is only for a person at a terminal.
  expect(shop.output()).toContain("The desk has no owner yet.");
  expect(shop.output()).not.toMatch(/\/invitations\/[\w-]{43}/);

  line.cut();
  const response = await fetch(`${shop.url}/cart?from=meera@mail.test`);
  expect(response.status).toBe(503);
  const request = response.headers.get("x-request-id");
  expect(request).toMatch(/^[0-9a-f]{8}-\d+$/);
  await expect
    .poll(() => lines().filter((one) => one.request === request))
    .toEqual([
      expect.objectContaining({ level: "error", msg: expect.stringContaining("The database is unavailable") }),
      expect.objectContaining({ level: "warn", route: "/cart", status: 503 }),
    ]);
  expect(shop.output()).not.toContain("meera");
  line.mend();
  expect(await shop.stop()).toBe(0);
});

test("numbers on the shop's own port are refused, as readers would see them", async () => {
  const { folder, remove } = await makeDataFolder();
  onTestFinished(remove);
  const port = String(await findFreePort());
  const shop = startChildShop({ PORT: port, METRICS_PORT: port, DATA_DIR: folder });
  onTestFinished(() => void shop.stop());
  expect(await shop.ended).toBe(1);
  expect(shop.output()).toContain(`METRICS_PORT=${port} is the port of the shop itself`);
});
