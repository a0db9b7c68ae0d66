import { readFileSync } from "node:fs";
import { join } from "node:path";

import { settingsIn, type Slot } from "./cluster-process.ts";
import { sendRequest } from "./send-request.ts";

/** One of three etcd. */
export interface Etcd {
  program: Slot;
  /** Where Patroni asks it. */
  url: string;
}

/** Where an etcd is: its address for clients, and its address for the others. */
export interface EtcdPlace {
  name: string;
  client: string;
  peer: string;
}

const file = join(import.meta.dirname, "..", "deploy", "etcd.env");

/** What one of these etcd is told: `deploy/etcd.env`, with its own name, addresses and folder. */
export function etcdSettings(all: readonly EtcdPlace[], { name, client, peer }: EtcdPlace, folder: string) {
  return {
    ...settingsIn(readFileSync(file, "utf8")),
    ETCD_NAME: name,
    ETCD_DATA_DIR: folder,
    ETCD_LISTEN_CLIENT_URLS: `http://${client}`,
    ETCD_ADVERTISE_CLIENT_URLS: `http://${client}`,
    ETCD_LISTEN_PEER_URLS: `http://${peer}`,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${peer}`,
    ETCD_INITIAL_CLUSTER: all.map((one) => `${one.name}=http://${one.peer}`).join(","),
  };
}

/** The one that the others follow now; throws when there is none. */
export async function findLeader(etcds: readonly Etcd[]): Promise<Etcd> {
  for (const etcd of etcds) {
    const { text } = await sendRequest(`${etcd.url}/v3/maintenance/status`, {}, "{}");
    const { header, leader } = JSON.parse(text) as { header: { member_id: string }; leader: string };
    if (header.member_id === leader) return etcd;
  }
  throw new Error("No etcd leads now.");
}
