/** Starts a cluster of databases: three etcd, three PostgreSQL nodes under Patroni, HAProxy and, if wanted, PgBouncer. */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { sendRequest } from "#proving-ground/load/send-request.ts";
import type { ProgramGroup } from "#proving-ground/processes/program-group.ts";
import { listDescendants, sendSignal, type Slot } from "#proving-ground/processes/slot.ts";
import { etcdSettings, findWhyVersion2, patroniEtcdSettings, type Etcd } from "./etcd.ts";
import { patchPatroniConfig, readMembers, type Member } from "./patroni.ts";
import type { Programs } from "./programs.ts";
import { runStatement } from "./run-statement.ts";

/** A PostgreSQL node and the Patroni that manages it. */
export interface Node {
  name: string;
  patroni: Slot;
  /** The address of the node's database for the superuser. */
  databaseUrl: string;
  /** Reads the process id of the postmaster from the data folder. */
  postmaster: () => Promise<number | null>;
}

/** The running cluster. */
export interface DatabaseCluster {
  nodes: Node[];
  etcds: Etcd[];
  pgbouncer: Slot | null;
  /**
   * The addresses of the database for its owner: through PgBouncer if there is one, of the primary, and of the
   * replicas.
   */
  urls: { pooled: string | null; primary: string; replicas: string };
  members: () => Promise<Member[]>;
  /** Whether there are a primary and two replicas that follow it. */
  isFollowed: () => Promise<boolean>;
}

/** The variables that the configuration of HAProxy may read from its environment. */
export interface HaproxyAddresses {
  primary: string;
  replicas: string;
  nodes: readonly { address: string; patroniPort: number }[];
}

/** Configuration files as text. They must take addresses and passwords from the environment. */
export interface ClusterConfig {
  etcd: Record<string, string>;
  patroni: string;
  haproxy: string;
  haproxySettings: (addresses: HaproxyAddresses) => Record<string, string>;
  /** Returns the files of PgBouncer by name; it reads `pgbouncer.ini` first. Null to run without PgBouncer. */
  pgbouncer: ((folder: string, primaryPort: number, port: number) => Record<string, string>) | null;
  /** Statements that create the database and its owner. */
  createDatabase: readonly string[];
}

interface Opening {
  programs: Programs;
  /**
   * The first port of a range. The cluster uses +4 (primary), +5 (replicas), +6 (PgBouncer), +11 to +13 (PostgreSQL),
   * +14 to +19 (etcd) and +21 to +23 (Patroni).
   */
  port: number;
  isSynchronous: boolean;
  config: ClusterConfig;
  /** The database that is created, and its owner. */
  database: { name: string; user: string; password: string };
  say: (line: string) => void;
}

const passwords = {
  superuser: "cluster-superuser",
  replication: "cluster-replication",
  rewind: "cluster-rewind",
  patroni: "cluster-patroni",
};

/** Starts the cluster as programs of the group, and creates its database. */
export async function openDatabaseCluster(group: ProgramGroup, opening: Opening): Promise<DatabaseCluster> {
  const { programs, port, isSynchronous, config, database, say } = opening;
  const { folder } = group;
  const at = (place: number) => `127.0.0.1:${port + place}`;
  const etcdPlaces = [14, 15, 16].map((place, index) => ({
    name: `etcd${index + 1}`,
    client: at(place),
    peer: at(place + 3),
  }));
  const etcds: Etcd[] = [];
  for (const place of etcdPlaces) {
    const own = etcdSettings(etcdPlaces, place, await group.makeFolder(place.name), programs.patroniVersion);
    const program = group.start(place.name, programs.etcd, [], { env: { ...config.etcd, ...own } });
    etcds.push({ program, url: `http://${place.client}` });
  }
  // Each etcd responds once a leader is elected.
  const isHealthy = async (url: string) => (await sendRequest(`${url}/health`, {})).status === 200;
  for (const { program, url } of etcds)
    await group.waitUntilUp(program, `${program.name} answers`, 60, () => isHealthy(url));
  say(`etcd               ${etcdPlaces.map(({ client }) => client).join(", ")}`);
  const whyVersion2 = findWhyVersion2(programs.patroniVersion);
  if (whyVersion2 !== null) say(`Patroni uses version 2 of etcd's API: ${whyVersion2}`);

  const patroniFile = join(folder, "patroni.yml");
  await writeFile(patroniFile, config.patroni);
  const places = [11, 12, 13].map((place) => ({ address: at(place), patroniPort: port + place + 10 }));
  const nodes: Node[] = [];
  for (const [index, { address, patroniPort }] of places.entries()) {
    const name = `node${index + 1}`;
    const env = {
      ...patroniEtcdSettings(etcdPlaces, programs.patroniVersion),
      ...nodeSettings(name, address, patroniPort, await group.makeFolder(name), programs.postgresFolder),
    };
    nodes.push(describeNode(group, name, group.start(name, programs.patroni, [patroniFile], { env }), address));
    say(`PostgreSQL ${name}   ${address}, Patroni ${patroniPort}`);
  }
  // The first change of the configuration is sent to one Patroni, so all of them must respond.
  for (const [index, { patroniPort }] of places.entries()) {
    const { name, patroni } = nodes[index]!;
    await group.waitUntilUp(
      patroni,
      `Patroni of ${name} responds`,
      60,
      async () => (await readMembers([patroniPort])).length > 0,
    );
  }
  const members = () => readMembers(places.map(({ patroniPort }) => patroniPort));
  const isFollowed = async () => {
    const found = await members();
    const replicas = found.filter(
      ({ role, state, lag }) => role !== "leader" && /^(running|streaming)$/.test(state) && lag === 0,
    );
    return found.some(({ role, state }) => role === "leader" && state === "running") && replicas.length === 2;
  };
  await group.waitUntilUp(nodes[0]!.patroni, "a primary with two replicas", 120, isFollowed);
  if (!isSynchronous) await patchPatroniConfig(places[0]!.patroniPort, passwords.patroni, { synchronous_mode: false });

  const addresses: HaproxyAddresses = { primary: at(4), replicas: at(5), nodes: places };
  await writeFile(join(folder, "haproxy.cfg"), config.haproxy);
  const haproxy = group.start("haproxy", programs.haproxy, ["-f", join(folder, "haproxy.cfg")], {
    env: config.haproxySettings(addresses),
  });
  const superuser = `postgres://postgres:${passwords.superuser}@${addresses.primary}/postgres`;
  // Until its first health checks, HAProxy treats every node as a primary.
  let times = 0;
  await group.waitUntilUp(haproxy, "HAProxy leads to the primary", 30, async () => {
    times = await runStatement(superuser, "select 1 / (not pg_is_in_recovery())::int").then(
      () => times + 1,
      () => 0,
    );
    return times === 12;
  });
  say(`HAProxy            ${addresses.primary} (primary), ${addresses.replicas} (replicas)`);
  for (const statement of config.createDatabase) await runStatement(superuser, statement);

  const urlAt = (address: string) => `postgres://${database.user}:${database.password}@${address}/${database.name}`;
  let pgbouncer: Slot | null = null;
  if (config.pgbouncer) {
    const files = config.pgbouncer(folder, port + 4, port + 6);
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    pgbouncer = group.start("pgbouncer", programs.pgbouncer, [join(folder, "pgbouncer.ini")]);
    const isOpen = async () => (await runStatement(urlAt(at(6)), "select 1"), true);
    await group.waitUntilUp(pgbouncer, "PgBouncer leads to the primary", 30, isOpen);
    say(`PgBouncer          ${at(6)}`);
  }
  const urls = {
    pooled: pgbouncer && urlAt(at(6)),
    primary: urlAt(addresses.primary),
    replicas: urlAt(addresses.replicas),
  };
  return { nodes, etcds, pgbouncer, urls, members, isFollowed };
}

function nodeSettings(name: string, address: string, patroniPort: number, folder: string, programs: string) {
  return {
    PATRONI_NAME: name,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${patroniPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${patroniPort}`,
    PATRONI_RESTAPI_USERNAME: "patroni",
    PATRONI_RESTAPI_PASSWORD: passwords.patroni,
    PATRONI_POSTGRESQL_LISTEN: address,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: address,
    PATRONI_POSTGRESQL_DATA_DIR: join(folder, "data"),
    PATRONI_POSTGRESQL_BIN_DIR: programs,
    PATRONI_POSTGRESQL_PGPASS: join(folder, "pgpass"),
    PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
    PATRONI_REPLICATION_PASSWORD: passwords.replication,
    PATRONI_REWIND_PASSWORD: passwords.rewind,
  };
}

/**
 * Describes a node whose Patroni was started. Also stops the node's PostgreSQL with the group, which keeps running if
 * Patroni was killed.
 */
function describeNode(group: ProgramGroup, name: string, patroni: Slot, address: string): Node {
  const file = join(group.folder, name, "data", "postmaster.pid");
  const postmaster = async () => Number((await readFile(file, "utf8").catch(() => "")).split("\n")[0]) || null;
  group.onClose(async () => {
    for (const stopped of [patroni.pid(), await postmaster()])
      if (stopped) for (const pid of listDescendants(stopped)) sendSignal(pid, "SIGCONT");
    await patroni.stop();
    const left = await postmaster();
    if (left) for (const pid of listDescendants(left)) sendSignal(pid, "SIGKILL");
  });
  const databaseUrl = `postgres://postgres:${passwords.superuser}@${address}/postgres`;
  return { name, patroni, databaseUrl, postmaster };
}
