/** The faults of `npm run demo:cluster`: those of the databases, and of the shops in front of them. */

import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { requiredItem } from "#shop/kernel/text/required-value.ts";
import { databaseFaults, type ClusterFault } from "#proving-ground/cluster/database-faults.ts";
import { sendRequest } from "#proving-ground/load/send-request.ts";
import type { ClusterStage } from "./open-cluster.ts";

const root = join(import.meta.dirname, "..", "..");
const nothing = async () => {};

/** All faults, by the names that the command line uses. */
export const clusterFaults: Record<string, ClusterFault<ClusterStage>> = {
  ...databaseFaults,
  "shop-killed": {
    does: "one of three shops is killed, and started again at the end",
    async strike({ shops }) {
      const shop = requiredItem(shops, 1);
      await shop.stop("SIGKILL");
      return async () => shop.start();
    },
  },
  "rolling-restart": {
    does: "each shop is stopped and started, one after the other",
    async strike({ shops, settings }) {
      await restartEach(shops, settings);
      return nothing;
    },
  },
  "rolling-upgrade": {
    does: "each shop is stopped, and started in this version, one after the other; --from gives the version that they had before",
    async strike({ shops, settings }) {
      await restartEach(shops, settings, { args: [join(root, "server", "main.ts")], cwd: root });
      return nothing;
    },
  },
};

/** Restarts the shops one after another. Each restart waits until the previous shop is ready again. */
async function restartEach(
  shops: ClusterStage["shops"],
  settings: ClusterStage["settings"],
  version?: Parameters<ClusterStage["shops"][number]["start"]>[0],
) {
  for (const [place, shop] of shops.entries()) {
    await shop.stop();
    shop.start(version);
    await untilReady(`http://127.0.0.1:${Number(settings["PORT"]) + place}`);
  }
}

/** Waits until a shop has been ready for 4 s, because HAProxy checks a shop twice before it sends readers to it. */
async function untilReady(shop: string) {
  for (let ready = 0; ready < 8; await pause(500)) {
    const isReady = await sendRequest(`${shop}/readyz`, {}).then(
      ({ status }) => status === 200,
      () => false,
    );
    ready = isReady ? ready + 1 : 0;
  }
}
