import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql } from "#db/sql.ts";
import { afterAll, expect, test } from "vitest";

import { productionPages } from "#server/http/production-pages.ts";
import { SharedLimits } from "#server/limits/shared-limits.ts";
import { openTestServices } from "#tests/support/test-services.ts";

const { services } = await openTestServices();
const { db } = services;

/** One of several shops on the same records. */
async function openShop() {
  const imagesFolder = await mkdtemp(join(tmpdir(), "endpaper-images-"));
  const sharedLimits = new SharedLimits(db);
  afterAll(async () => {
    await sharedLimits.close();
    await rm(imagesFolder, { recursive: true, force: true });
  });
  return productionPages({ services, imagesFolder, standIns: [], sharedLimits });
}

test("who has tried wrong tokens at one shop has few tries left at another", async () => {
  const [first, second] = [await openShop(), await openShop()];
  const tryAt = async ({ fetch }: typeof first, network = "203.0.113.9") => {
    const request = new Request(`${services.settings.publicUrl}/api/v1/orders`, {
      headers: { authorization: "Bearer not-a-token" },
    });
    return (await fetch(request, network)).status;
  };
  const used = async () => {
    const { rows } = await db.execute<{ tokens: number }>(sql`
      select extract(epoch from full_at - now())::float8 / 10 as tokens from rate_limits
      where bucket = 'shop api-token 203.0.113.9'`);
    return rows[0]?.tokens ?? 0;
  };
  for (let tries = 0; tries < 20; tries += 1) expect(await tryAt(first)).toBe(401);
  await expect.poll(used).toBeGreaterThan(10);
  let tries = 0;
  const isRefused = async () => {
    tries += 1;
    return (await tryAt(second)) === 429;
  };
  await expect.poll(isRefused, { interval: 300, timeout: 20_000 }).toBe(true);
  expect(tries).toBeLessThan(18);
  expect(await tryAt(second, "203.0.113.10")).toBe(401);
});
