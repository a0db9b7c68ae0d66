/**
 * Starts the programs of `npm run demo:cluster`: a cluster of databases, the stand-ins, and three shops behind HAProxy.
 */

import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { requiredItem } from "#shop/kernel/text/required-value.ts";
import { makeDataFolder } from "#tests/support/shop/child-shop.ts";
import { settingsIn } from "#tests/support/shop/settings-in.ts";
import { openDatabaseCluster, type DatabaseCluster } from "#proving-ground/cluster/database-cluster.ts";
import { findAccount, findPrograms } from "#proving-ground/cluster/programs.ts";
import { sendRequest } from "#proving-ground/load/send-request.ts";
import { createProgramGroup } from "#proving-ground/processes/program-group.ts";
import { waitUntil, type Slot } from "#proving-ground/processes/slot.ts";
import { findWhyNoPooler, readClusterConfig } from "./cluster-config.ts";

/** The running cluster. */
export interface ClusterStage extends DatabaseCluster {
  publicUrl: string;
  shops: Slot[];
  /** Settings that all shops share. */
  settings: { DATABASE_URL: string; PORT: string; [name: string]: string };
  standIns: { url: string; razorpayUrl: string; keyId: string };
  /** Waits until there are a primary, two replicas that follow the primary, and three ready shops. */
  untilWell: (seconds: number) => Promise<void>;
  /** Copies the logs of all programs to a permanent folder, and returns its path. */
  keepLogs: () => Promise<string>;
  close: () => Promise<void>;
}

const root = join(import.meta.dirname, "..", "..");

/** Options of the cluster. */
interface Opening {
  /** The first port of a range. */
  port: number;
  isSynchronous: boolean;
  /** The source folder of the shops' version. */
  version: string;
  signal: AbortSignal;
  say: (line: string) => void;
}

/** Starts all programs. If a step fails, stops what was started. */
export async function openCluster(opening: Opening): Promise<ClusterStage> {
  const { port, isSynchronous, version, signal, say } = opening;
  const programs = findPrograms();
  const { folder, remove } = await makeDataFolder();
  const group = createProgramGroup({ folder, account: findAccount(), signal });
  group.onClose(remove);
  const at = (place: number) => `127.0.0.1:${port + place}`;
  const publicUrl = `http://localhost:${port}`;
  const shopAddresses = [1, 2, 3].map(at);
  const answers = async (url: string) => (await sendRequest(url, {})).status === 200;
  try {
    const whyNoPooler = findWhyNoPooler(programs.pgbouncerVersion);
    const database = { name: "endpaper", user: "endpaper", password: "cluster-shop" };
    const config = await readClusterConfig({ port, shopAddresses, database, hasPooler: whyNoPooler === null });
    const cluster = await openDatabaseCluster(group, { programs, port, isSynchronous, config, database, say });
    if (whyNoPooler !== null) say(`Without PgBouncer: ${whyNoPooler}`);

    const standInsUrl = `http://${at(7)}`;
    const standIns = group.start("stand-ins", process.execPath, [join(root, "server", "stand-ins", "main.ts")], {
      cwd: root,
      account: null,
      env: {
        PUBLIC_URL: publicUrl,
        DATA_DIR: await group.makeFolder("stand-ins"),
        STAND_INS_PORT: String(port + 7),
        STAND_INS_SMTP_PORT: String(port + 8),
      },
    });
    await group.waitUntilUp(standIns, "the stand-ins answer", 60, () => answers(`${standInsUrl}/mailbox/`));
    say(`stand-ins          ${standInsUrl}/mailbox/, ${standInsUrl}/razorpay/control`);

    const { pooled, primary, replicas } = cluster.urls;
    const ofStandIns = settingsIn(await readFile(join(folder, "stand-ins.log"), "utf8"));
    const keyId = ofStandIns["RAZORPAY_KEY_ID"];
    if (keyId === undefined) throw new Error("The stand-ins printed no RAZORPAY_KEY_ID.");
    const settings: Record<string, string> = {
      ...ofStandIns,
      ...(pooled === null ? { DATABASE_URL: primary } : { DATABASE_URL: pooled, DATABASE_DIRECT_URL: primary }),
      DATABASE_READ_URL: replicas,
      PUBLIC_URL: publicUrl,
      // The readers of the load generator send network addresses of their own, as if through one more proxy.
      TRUST_PROXY: "2",
      NODE_ENV: "production",
    };
    const isReady = (address: string) => answers(`http://${address}/readyz`);
    const shops: Slot[] = [];
    for (const [index, address] of shopAddresses.entries()) {
      const name = `shop${index + 1}`;
      const shop = group.start(name, process.execPath, [join(version, "server", "main.ts")], {
        cwd: version,
        account: null,
        env: { ...settings, PORT: String(port + index + 1), DATA_DIR: join(folder, name) },
      });
      shops.push(shop);
      // The first shop runs the migrations.
      if (index === 0) await group.waitUntilUp(shop, "the first shop is ready", 180, () => isReady(address));
    }
    const areReady = async () => (await Promise.all(shopAddresses.map(isReady))).every(Boolean);
    await group.waitUntilUp(requiredItem(shops, 2), "three shops are ready", 180, areReady);
    say(`shops              ${publicUrl}: ${shopAddresses.join(", ")}`);
    return {
      ...cluster,
      publicUrl,
      shops,
      settings: { ...settings, DATABASE_URL: primary, DATA_DIR: join(folder, "shop1"), PORT: String(port + 1) },
      standIns: { url: standInsUrl, razorpayUrl: `${standInsUrl}/razorpay`, keyId },
      untilWell: (seconds) =>
        waitUntil("all is well again", seconds, async () => (await cluster.isFollowed()) && areReady(), signal),
      keepLogs: group.keepLogs,
      close: group.close,
    };
  } catch (error) {
    await group.close();
    throw error;
  }
}
