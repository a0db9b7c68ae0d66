import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { findFreePort } from "#db/free-port.ts";
import { productionPages } from "#server/http/production-pages.ts";
import { readConfig } from "#server/config/config.ts";
import { openShop } from "#server/open-shop.ts";

/**
 * Opens the built shop with its stand-ins for the journeys, on a free port and in a data folder of its own. JOURNEY_URL and
 * JOURNEY_DATA_DIR name them until it is closed; what they named before they name again.
 */
export default async function openJourneyShop(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "endpaper-journeys-"));
  await chmod(folder, 0o755); // run by root, the database's own account must reach it
  const port = await findFreePort();
  const before = { url: process.env.JOURNEY_URL, folder: process.env.JOURNEY_DATA_DIR };
  process.env.JOURNEY_URL = `http://localhost:${port}`;
  process.env.JOURNEY_DATA_DIR = folder;
  const social = {
    SOCIAL_INSTAGRAM: "https://www.instagram.com/endpaper.example",
    SOCIAL_FACEBOOK: "https://www.facebook.com/endpaper.example",
    SOCIAL_YOUTUBE: "https://www.youtube.com/@endpaper.example",
  };
  const shop = await openShop(readConfig({ PORT: String(port), DATA_DIR: folder, ...social }), productionPages);
  return async () => {
    process.env.JOURNEY_URL = before.url;
    process.env.JOURNEY_DATA_DIR = before.folder;
    await shop.close();
    await rm(folder, { recursive: true, force: true });
  };
}
