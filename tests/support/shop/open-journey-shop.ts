import { findFreePort } from "#db/free-port.ts";
import { openMessengerStandIns } from "#server/stand-ins/messenger-stand-ins.ts";
import { openServer } from "#stand-in-kit/open-server.ts";
import { startChildShop } from "./child-shop.ts";
import { copyPreparedCluster } from "#tests/support/database/prepared-cluster.ts";

/**
 * Opens the built shop with its stand-ins for the journeys, in a process of its own, on a free port and in a new data
 * folder. Sets JOURNEY_URL, JOURNEY_DATA_DIR and JOURNEY_WHATSAPP (where its codes are) until the shop is closed, then
 * restores the former values of the first two.
 */
export default async function openJourneyShop(): Promise<() => Promise<void>> {
  const { folder, remove } = await copyPreparedCluster();
  const port = await findFreePort();
  const before = { url: process.env.JOURNEY_URL, folder: process.env.JOURNEY_DATA_DIR };
  const messengers = await openServer((request) => standIns.whatsapp.fetch(request));
  const standIns = openMessengerStandIns(messengers.origin);
  process.env.JOURNEY_URL = `http://localhost:${port}`;
  process.env.JOURNEY_DATA_DIR = folder;
  process.env.JOURNEY_WHATSAPP = `${standIns.settings.WHATSAPP_API_BASE}/control/messages`;
  const shop = startChildShop({
    PORT: String(port),
    DATA_DIR: folder,
    ON_DELIVERY: "yes",
    ON_DELIVERY_CODE: "whatsapp",
    ...standIns.settings,
    // Some journeys place such orders for one phone number.
    ON_DELIVERY_OPEN: "20",
    ON_DELIVERY_REFUSED: "20",
    COLLECTION: "yes",
    COLLECTION_PAY: "yes",
    SOCIAL_INSTAGRAM: "https://www.instagram.com/endpaper.example",
    SOCIAL_FACEBOOK: "https://www.facebook.com/endpaper.example",
    SOCIAL_YOUTUBE: "https://www.youtube.com/@endpaper.example",
  });
  await shop.opened;
  return async () => {
    process.env.JOURNEY_URL = before.url;
    process.env.JOURNEY_DATA_DIR = before.folder;
    await shop.stop();
    await messengers.close();
    remove();
  };
}
