/** The faults of a cluster of databases: each breaks a part of it and can repair it. */

import { setTimeout as pause } from "node:timers/promises";

import { listDescendants, sendSignal } from "#proving-ground/processes/slot.ts";
import { findLeader } from "./etcd.ts";
import type { DatabaseCluster, Node } from "./database-cluster.ts";
import { runStatement } from "./run-statement.ts";

/** A fault of a cluster, with its description. */
export interface ClusterFault<Cluster> {
  does: string;
  /** Injects the fault. Returns the function that repairs it, as an operator would. */
  strike: (cluster: Cluster) => Promise<() => Promise<void>>;
}

const nothing = async () => {};
/** How long the replicas are suspended, in milliseconds; the primary waits for them. */
const stallMs = 10_000;
/** How long the replicas pause replay, in milliseconds. */
const behindMs = 30_000;

/** All faults, by name. */
export const databaseFaults: Record<string, ClusterFault<DatabaseCluster>> = {
  "primary-killed": {
    does: "the server process of the primary is killed, but its machine keeps running",
    async strike(cluster) {
      sendSignal((await (await findPrimary(cluster)).postmaster())!, "SIGKILL");
      return nothing;
    },
  },
  "node-lost": {
    does: "the primary's machine is lost, with its Patroni; it is restarted at the end",
    async strike(cluster) {
      const { patroni, postmaster } = await findPrimary(cluster);
      const lost = listDescendants((await postmaster())!);
      await patroni.stop("SIGKILL");
      for (const pid of lost) sendSignal(pid, "SIGKILL");
      return async () => patroni.start();
    },
  },
  "node-cut-off": {
    does: "the primary's machine is suspended and does not respond; at the end it continues where it was",
    async strike(cluster) {
      const { patroni, postmaster } = await findPrimary(cluster);
      const still = [...listDescendants((await postmaster())!), ...listDescendants(patroni.pid()!)];
      for (const pid of still.toReversed()) sendSignal(pid, "SIGSTOP");
      return async () => {
        for (const pid of still) sendSignal(pid, "SIGCONT");
      };
    },
  },
  "replicas-stalled": {
    does: `both replicas are suspended for ${stallMs / 1000} s`,
    async strike(cluster) {
      const primary = await findPrimary(cluster);
      const replicas = cluster.nodes.filter((node) => node !== primary);
      const still = (
        await Promise.all(replicas.map(async ({ postmaster }) => listDescendants((await postmaster())!)))
      ).flat();
      for (const pid of still) sendSignal(pid, "SIGSTOP");
      await pause(stallMs);
      for (const pid of still) sendSignal(pid, "SIGCONT");
      return nothing;
    },
  },
  "replicas-behind": {
    does: `both replicas receive changes, but do not apply them for ${behindMs / 1000} s`,
    async strike(cluster) {
      const primary = await findPrimary(cluster);
      const replicas = cluster.nodes.filter((node) => node !== primary);
      for (const { databaseUrl } of replicas) await runStatement(databaseUrl, "select pg_wal_replay_pause()");
      await pause(behindMs);
      for (const { databaseUrl } of replicas) await runStatement(databaseUrl, "select pg_wal_replay_resume()");
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
    does: "the leader of the three etcd is killed, and restarted at the end",
    async strike({ etcds }) {
      const { program } = await findLeader(etcds);
      await program.stop("SIGKILL");
      return async () => program.start();
    },
  },
  "etcd-gone": {
    does: "all three etcd are killed, and restarted at the end",
    async strike({ etcds }) {
      await Promise.all(etcds.map(({ program }) => program.stop("SIGKILL")));
      return async () => etcds.forEach(({ program }) => program.start());
    },
  },
};

async function findPrimary({ members, nodes }: Pick<DatabaseCluster, "members" | "nodes">): Promise<Node> {
  const name = (await members()).find(({ role }) => role === "leader")?.name;
  const node = nodes.find((one) => one.name === name);
  if (!node) throw new Error("The cluster has no primary now.");
  return node;
}
