import { openDatabase, type Database } from "#db/connect.ts";
import { findPostmaster, makeDataFolder, startChildShop } from "#tests/support/shop/child-shop.ts";
import { fillShelves } from "./fill-shelves.ts";
import { openOutsideMailbox } from "./outside-mailbox.ts";
import { openOutsideRazorpay } from "./outside-razorpay.ts";
import type { ShopAddresses } from "./reader.ts";
import { pidOf } from "./pid-of.ts";

/** A shop in its own process, with stand-ins for Razorpay and the mail server in others. */
export interface ShopUnderLoad extends ShopAddresses {
  /** Process ids, for measuring CPU time. */
  pids: { shop: number; database: number; razorpay: number; mailbox: number };
  database: Database;
  close: () => Promise<void>;
}

/**
 * Starts the shop and the stand-ins with a temporary data folder. Adds enough copies of every book that none sells out.
 */
export async function openShopUnderLoad(
  shopPort: number,
  razorpayPort: number,
  settings: Record<string, string> = {},
): Promise<ShopUnderLoad> {
  const { folder, remove } = await makeDataFolder();
  const razorpay = await openOutsideRazorpay(razorpayPort, [shopPort]);
  const mailbox = await openOutsideMailbox();
  const shop = startChildShop({
    PORT: String(shopPort),
    DATA_DIR: folder,
    SMTP_URL: mailbox.smtpUrl,
    ...razorpay.settings,
    ...settings,
  });
  await shop.opened;
  const database = await openDatabase({ dataDir: folder, report: () => {} });
  const postmaster = await findPostmaster(folder);
  if (postmaster === null) throw new Error(`There is no database in ${folder}.`);
  await fillShelves(database.db);
  return {
    publicUrl: shop.url,
    pickShop: () => shop.url,
    razorpayUrl: razorpay.url,
    keyId: razorpay.keyId,
    pids: {
      shop: pidOf(shop.process),
      database: postmaster,
      razorpay: razorpay.pid,
      mailbox: mailbox.pid,
    },
    database,
    async close() {
      await shop.stop();
      await razorpay.close();
      await mailbox.close();
      await database.close();
      await remove();
    },
  };
}
