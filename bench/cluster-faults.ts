/** The faults of `npm run demo:cluster`: each breaks a part of the cluster and can repair it. */

import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { ask } from "./cluster-database.ts";
import { findLeader } from "./cluster-etcd.ts";
import { familyOf, sendSignal } from "./cluster-process.ts";
import type { ClusterStage, Node } from "./cluster-stage.ts";
import { sendRequest } from "./send-request.ts";

/** A fault of a cluster, with its description. */
interface ClusterFault {
  does: string;
  /** Injects the fault; returns the function that repairs it, like an operator who was called. */
  strike: (stage: ClusterStage) => Promise<() => Promise<void>>;
}

const root = join(import.meta.dirname, "..");
const nothing = async () => {};
/** How long the replicas are suspended, in milliseconds; the primary waits for them. */
const stallMs = 10_000;
/** How long the replicas pause replay, in milliseconds. */
const behindMs = 30_000;

/** All faults, by their names on the command line. */
export const clusterFaults: Record<string, ClusterFault> = {
  "primary-killed": {
    does: "the server process of the primary is killed, its machine is well",
    async strike(stage) {
      sendSignal((await (await findPrimary(stage)).postmaster())!, "SIGKILL");
      return nothing;
    },
  },
  "node-lost": {
    does: "the primary's machine is lost, with its Patroni; it comes back at the end",
    async strike(stage) {
      const { patroni, postmaster } = await findPrimary(stage);
      const lost = familyOf((await postmaster())!);
      await patroni.stop("SIGKILL");
      for (const pid of lost) sendSignal(pid, "SIGKILL");
      return async () => patroni.start();
    },
  },
  "node-cut-off": {
    does: "the primary's machine stands still and answers nobody; at the end it goes on where it was",
    async strike(stage) {
      const { patroni, postmaster } = await findPrimary(stage);
      const still = [...familyOf((await postmaster())!), ...familyOf(patroni.pid()!)];
      for (const pid of still.toReversed()) sendSignal(pid, "SIGSTOP");
      return async () => {
        for (const pid of still) sendSignal(pid, "SIGCONT");
      };
    },
  },
  "replicas-stalled": {
    does: `both replicas stand still for ${stallMs / 1000} s`,
    async strike(stage) {
      const primary = await findPrimary(stage);
      const replicas = stage.nodes.filter((node) => node !== primary);
      const still = (await Promise.all(replicas.map(async ({ postmaster }) => familyOf((await postmaster())!)))).flat();
      for (const pid of still) sendSignal(pid, "SIGSTOP");
      await pause(stallMs);
      for (const pid of still) sendSignal(pid, "SIGCONT");
      return nothing;
    },
  },
  "replicas-behind": {
    does: `both replicas take what comes, and show nothing of it for ${behindMs / 1000} s`,
    async strike(stage) {
      const primary = await findPrimary(stage);
      const replicas = stage.nodes.filter((node) => node !== primary);
      for (const { databaseUrl } of replicas) await ask(databaseUrl, "select pg_wal_replay_pause()");
      await pause(behindMs);
      for (const { databaseUrl } of replicas) await ask(databaseUrl, "select pg_wal_replay_resume()");
      return nothing;
    },
  },
  "shop-killed": {
    does: "one of three shops is killed, and started again at the end",
    async strike({ shops }) {
      await shops[1]!.stop("SIGKILL");
      return async () => shops[1]!.start();
    },
  },
  "rolling-restart": {
    does: "each shop is stopped and started, one after the other",
    async strike({ shops, settings }) {
      await startAnew(shops, settings);
      return nothing;
    },
  },
  "rolling-upgrade": {
    does: "each shop is stopped, and started in this version, one after the other; --from says of which version they were",
    async strike({ shops, settings }) {
      await startAnew(shops, settings, { args: [join(root, "server", "main.ts")], cwd: root });
      return nothing;
    },
  },
  "pgbouncer-restarted": {
    does: "PgBouncer is stopped and started",
    async strike({ pgbouncer }) {
      if (!pgbouncer) throw new Error("This cluster runs without PgBouncer.");
      await pgbouncer.stop("SIGINT");
      pgbouncer.start();
      return nothing;
    },
  },
  "etcd-one-lost": {
    does: "the etcd that leads the two others is killed, and comes back at the end",
    async strike({ etcds }) {
      const { program } = await findLeader(etcds);
      await program.stop("SIGKILL");
      return async () => program.start();
    },
  },
  "etcd-gone": {
    does: "all three etcd are killed, and come back at the end",
    async strike({ etcds }) {
      await Promise.all(etcds.map(({ program }) => program.stop("SIGKILL")));
      return async () => etcds.forEach(({ program }) => program.start());
    },
  },
};

/** Restarts the shops one after another, each when the one before is ready again. */
async function startAnew(
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

async function findPrimary({ members, nodes }: ClusterStage): Promise<Node> {
  const name = (await members()).find(({ role }) => role === "leader")?.name;
  const node = nodes.find((one) => one.name === name);
  if (!node) throw new Error("The cluster has no primary now.");
  return node;
}

/** Waits until a shop was ready for 4 s: HAProxy checks it twice before it sends readers to it. */
async function untilReady(shop: string) {
  for (let ready = 0; ready < 8; await pause(500)) {
    const isReady = await sendRequest(`${shop}/readyz`, {}).then(
      ({ status }) => status === 200,
      () => false,
    );
    ready = isReady ? ready + 1 : 0;
  }
}
