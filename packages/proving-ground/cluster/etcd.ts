import { sendRequest } from "#proving-ground/load/send-request.ts";
import type { Slot } from "#proving-ground/processes/slot.ts";
import { isOlder, type Version } from "./programs.ts";

/** A running etcd member. */
export interface Etcd {
  program: Slot;
  /** Address for clients. */
  url: string;
}

/** Addresses of an etcd member: for clients, and for its peers. */
export interface EtcdPlace {
  name: string;
  client: string;
  peer: string;
}

/**
 * The first Patroni version that is safe with version 3 of etcd's API. With earlier ones, a Patroni that was suspended
 * may become leader again (github.com/patroni/patroni/pull/2693).
 */
const safeFrom: Version = [3, 0, 3];

/** Why Patroni uses version 2 of etcd's API; null if it uses version 3. */
export function findWhyVersion2(patroni: Version): string | null {
  if (!isOlder(patroni, safeFrom)) return null;
  return `this is Patroni ${patroni.join(".")}, which with version 3 may become leader again after it was suspended; ${safeFrom.join(".")} does not (Debian 13, or apt.postgresql.org)`;
}

/** Patroni's settings for etcd. */
export function patroniEtcdSettings(all: readonly EtcdPlace[], patroni: Version): Record<string, string> {
  const hosts = all.map(({ client }) => client).join(",");
  return findWhyVersion2(patroni) === null ? { PATRONI_ETCD3_HOSTS: hosts } : { PATRONI_ETCD_HOSTS: hosts };
}

/** Settings of one etcd member: its name, addresses and folder. */
export function etcdSettings(
  all: readonly EtcdPlace[],
  { name, client, peer }: EtcdPlace,
  folder: string,
  patroni: Version,
): Record<string, string> {
  return {
    ...(findWhyVersion2(patroni) === null ? {} : { ETCD_ENABLE_V2: "true" }),
    ETCD_NAME: name,
    ETCD_DATA_DIR: folder,
    ETCD_LISTEN_CLIENT_URLS: `http://${client}`,
    ETCD_ADVERTISE_CLIENT_URLS: `http://${client}`,
    ETCD_LISTEN_PEER_URLS: `http://${peer}`,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${peer}`,
    ETCD_INITIAL_CLUSTER: all.map((one) => `${one.name}=http://${one.peer}`).join(","),
  };
}

/** Finds the etcd member that is the leader; throws if there is none. */
export async function findLeader(etcds: readonly Etcd[]): Promise<Etcd> {
  for (const etcd of etcds) {
    const { text } = await sendRequest(`${etcd.url}/v3/maintenance/status`, {}, "{}");
    const { header, leader } = JSON.parse(text) as { header: { member_id: string }; leader: string };
    if (header.member_id === leader) return etcd;
  }
  throw new Error("No etcd is the leader now.");
}
