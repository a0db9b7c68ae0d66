import { fork, spawn, type ChildProcess } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql } from "drizzle-orm";

import { openDatabase, type Database } from "#db/connect.ts";

/** A real shop in a process of its own, with Razorpay's stand-in in another. */
export interface ShopUnderLoad {
  url: string;
  razorpayUrl: string;
  keyId: string;
  shop: ChildProcess;
  database: Database;
  close: () => Promise<void>;
}

const keys = { keyId: "rzp_test_UnderLoad", keySecret: "under_load_key_secret" };
const webhookSecret = "under_load_webhook_secret";

/** Opens both on free data, and fills the shelves so that nothing sells out. */
export async function openShopUnderLoad(shopPort: number, razorpayPort: number): Promise<ShopUnderLoad> {
  const folder = await mkdtemp(join(tmpdir(), "endpaper-load-"));
  await chmod(folder, 0o755); // run by root, the database's own account must reach it
  const url = `http://localhost:${shopPort}`;
  const razorpayUrl = `http://127.0.0.1:${razorpayPort}`;

  const razorpay = fork(join(import.meta.dirname, "razorpay-process.ts"));
  razorpay.send({
    port: razorpayPort,
    ...keys,
    webhook: { url: `http://127.0.0.1:${shopPort}/webhooks/razorpay`, secret: webhookSecret },
  });
  await new Promise((resolve) => razorpay.once("message", resolve));

  const shop = spawn(process.execPath, [join(import.meta.dirname, "..", "server", "main.ts")], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(shopPort),
      DATA_DIR: folder,
      RAZORPAY_API_BASE: `${razorpayUrl}/v1`,
      RAZORPAY_CHECKOUT_SRC: `${razorpayUrl}/v1/checkout.js`,
      RAZORPAY_KEY_ID: keys.keyId,
      RAZORPAY_KEY_SECRET: keys.keySecret,
      RAZORPAY_WEBHOOK_SECRET: webhookSecret,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    shop.once("exit", () => reject(new Error("The shop did not open.")));
    shop.stdout?.on("data", (chunk: Buffer) => {
      if (chunk.toString().includes("Endpaper is open")) resolve();
    });
  });

  const database = await openDatabase({ dataDir: folder, report: () => {} });
  await database.db.execute(sql`
    with filled as (update stock set on_hand = on_hand + 1000000 returning book_id)
    insert into stock_moves (book_id, delta, cause) select book_id, 1000000, 'received' from filled`);
  return {
    url,
    razorpayUrl,
    keyId: keys.keyId,
    shop,
    database,
    async close() {
      shop.kill("SIGTERM");
      await new Promise((resolve) => shop.once("exit", resolve));
      razorpay.kill();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
