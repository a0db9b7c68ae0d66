import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";

import { openDatabase } from "#db/connect.ts";
import { findFreePort } from "#db/free-port.ts";
import { productionPages } from "#server/http/production-pages.ts";
import { readConfig } from "#server/config/config.ts";
import { openShop } from "#server/open-shop.ts";
import { createRazorpayStandIn, type RazorpayStandIn } from "#razorpay-stand-in/razorpay.ts";
import { openServer } from "#stand-in-kit/open-server.ts";
import { test as journey } from "#tests/support/browser/journey.ts";

const keys = { keyId: "rzp_test_Elsewhere", keySecret: "elsewhere_key_secret" };
const webhookSecret = "elsewhere_webhook_secret";

/** A shop with a database of its own, whose payment service is on another site, like the real one. */
export interface ShopElsewhere {
  url: string;
  standIn: RazorpayStandIn;
}

/** A journey in such a shop, one for each worker; `baseURL` is its address. */
export const test = journey.extend<object, { elsewhere: ShopElsewhere }>({
  baseURL: async ({ elsewhere }, use) => use(elsewhere.url),

  elsewhere: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), "endpaper-elsewhere-"));
      await chmod(folder, 0o755);
      const records = await openRecords();
      const port = await findFreePort();
      // A browser treats localhost and 127.0.0.1 as two sites.
      const url = `http://localhost:${port}`;
      const razorpay = await openRazorpay(`http://127.0.0.1:${port}/webhooks/razorpay`);
      const shop = await openShop(
        readConfig({
          PORT: String(port),
          DATA_DIR: folder,
          DATABASE_URL: records.url,
          RAZORPAY_API_BASE: `${razorpay.origin}/v1`,
          RAZORPAY_CHECKOUT_SRC: `${razorpay.origin}/v1/checkout.js`,
          RAZORPAY_KEY_ID: keys.keyId,
          RAZORPAY_KEY_SECRET: keys.keySecret,
          RAZORPAY_WEBHOOK_SECRET: webhookSecret,
        }),
        productionPages,
      );
      await use({ url, standIn: razorpay.standIn });
      await shop.close();
      await razorpay.close();
      await records.drop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
});

export { expect } from "#tests/support/browser/journey.ts";

/** Creates an empty database on the server of the journeys' shop. */
async function openRecords() {
  const { ownerUrl: serverUrl, pool } = await openDatabase({
    dataDir: process.env.JOURNEY_DATA_DIR!,
    report: () => {},
  });
  await pool.end();
  const name = `elsewhere_${randomBytes(6).toString("hex")}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`create database ${name}`);
  return { url: url.toString(), drop: () => run(`drop database ${name} with (force)`) };
}

async function openRazorpay(webhookUrl: string) {
  const { origin, close } = await openServer((request) => standIn.fetch(request));
  const webhook = { url: webhookUrl, secret: webhookSecret };
  const standIn = createRazorpayStandIn({ ...keys, basePath: "", publicOrigin: origin, webhook });
  return {
    standIn,
    origin,
    close() {
      standIn.close();
      return close();
    },
  };
}
