import { openDatabase, type Database } from "#db/connect.ts";
import { makeDataFolder, startChildShop, type ChildShop } from "#tests/support/child-shop.ts";
import { fillShelves } from "./fill-shelves.ts";
import { openOutsideRazorpay } from "./outside-razorpay.ts";
import type { Street } from "./reader.ts";

/** A real shop in a process of its own, with Razorpay's stand-in in another. */
export interface ShopUnderLoad extends Street {
  shop: ChildShop;
  database: Database;
  close: () => Promise<void>;
}

/** Opens both on free data, and fills the shelves so that nothing sells out. */
export async function openShopUnderLoad(shopPort: number, razorpayPort: number): Promise<ShopUnderLoad> {
  const { folder, remove } = await makeDataFolder();
  const razorpay = await openOutsideRazorpay(razorpayPort, [shopPort]);
  const shop = startChildShop({ PORT: String(shopPort), DATA_DIR: folder, ...razorpay.settings });
  await shop.opened;
  const database = await openDatabase({ dataDir: folder, report: () => {} });
  await fillShelves(database.db);
  return {
    publicUrl: shop.url,
    pickShop: () => shop.url,
    razorpayUrl: razorpay.url,
    keyId: razorpay.keyId,
    shop,
    database,
    async close() {
      await shop.stop();
      await razorpay.close();
      await database.close();
      await remove();
    },
  };
}
