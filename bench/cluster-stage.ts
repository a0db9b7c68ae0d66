/** Starts a cluster for the tests: etcd, Patroni with three PostgreSQL nodes, HAProxy, PgBouncer and three shops. */
import { chown, copyFile, mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { makeDataFolder } from "#tests/support/shop/child-shop.ts";
import { createDatabaseStatements } from "#tests/support/database/create-database.ts";
import { readHaproxyFile } from "#tests/support/shop/haproxy-file.ts";
import { settingsIn } from "#tests/support/shop/settings-in.ts";
import { ask, findWhyNoPooler, tellPatroni } from "./cluster-database.ts";
import { etcdSettings, findWhyVersion2, patroniEtcdSettings, type Etcd } from "./cluster-etcd.ts";
import { familyOf, sendSignal, slotFor, until, type Program, type Slot } from "./cluster-process.ts";
import { readMembers, type Member } from "./cluster-members.ts";
import { findAccount, findPrograms } from "./cluster-programs.ts";
import { sendRequest } from "./send-request.ts";

/** A PostgreSQL node and the Patroni that manages it. */
export interface Node {
  name: string;
  patroni: Slot;
  /** Port of Patroni's REST API. */
  api: number;
  /** Address of its database for the superuser. */
  databaseUrl: string;
  /** Process id of the postmaster, from its data folder. */
  postmaster: () => Promise<number | null>;
}

/** The running cluster. */
export interface ClusterStage {
  publicUrl: string;
  shops: Slot[];
  nodes: Node[];
  etcds: Etcd[];
  pgbouncer: Slot | null;
  /** Settings that all shops share. */
  settings: Record<string, string>;
  standIns: { url: string; razorpayUrl: string; keyId: string };
  members: () => Promise<Member[]>;
  /** Waits until there are a primary, two replicas that follow it, and three ready shops. */
  untilWell: (seconds: number) => Promise<void>;
  /** Copies the logs of all programs to a permanent folder, and returns its path. */
  keepLogs: () => Promise<string>;
  close: () => Promise<void>;
}

const root = join(import.meta.dirname, "..");
const passwords = {
  superuser: "cluster-superuser",
  replication: "cluster-replication",
  rewind: "cluster-rewind",
  patroni: "cluster-patroni",
  shop: "cluster-shop",
};

/** Options of the cluster. */
interface Opening {
  /** The first of a range of ports. */
  port: number;
  isSynchronous: boolean;
  /** The source folder of the shops' version. */
  version: string;
  signal: AbortSignal;
  say: (line: string) => void;
}

/** Starts everything; stops what was started if a step fails. */
export async function openCluster(opening: Opening): Promise<ClusterStage> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    return { ...(await openInto(closers, opening)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openInto(
  closers: (() => Promise<unknown>)[],
  { port, isSynchronous, version, signal, say }: Opening,
): Promise<Omit<ClusterStage, "close">> {
  const programs = findPrograms();
  const account = findAccount();
  const { folder, remove } = await makeDataFolder();
  closers.push(remove);
  const at = (place: number) => `127.0.0.1:${port + place}`;
  const publicUrl = `http://localhost:${port}`;
  const shopPlaces = [1, 2, 3];
  const nodePlaces = [11, 12, 13];
  const apiOf = (place: number) => port + place + 10;
  const places = { primary: 4, replicas: 5, pgbouncer: 6, standIns: 7, smtp: 8 };
  const etcdPlaces = [14, 15, 16].map((place, index) => ({
    name: `etcd${index + 1}`,
    client: at(place),
    peer: at(place + 3),
  }));

  async function makeFolder(name: string) {
    const made = join(folder, name);
    await mkdir(made, { mode: 0o700 });
    if (account) await chown(made, account.uid, account.gid);
    return made;
  }
  async function start(name: string, command: string, args: string[], rest: Partial<Program> = {}): Promise<Slot> {
    const slot = slotFor({ name, command, args, cwd: folder, logFile: join(folder, `${name}.log`), account, ...rest });
    slot.start();
    closers.push(() => slot.stop());
    return slot;
  }
  /** Waits; an error includes the last log lines of the program. */
  async function untilUp(slot: Slot, what: string, seconds: number, holds: () => Promise<boolean>) {
    await until(what, seconds, holds, signal).catch((error: Error) => {
      signal.throwIfAborted();
      throw new Error(`${error.message} The last words of ${slot.name}:\n${slot.lastWords()}`);
    });
  }
  const answers = async (url: string) => (await sendRequest(url, {})).status === 200;

  const etcds: Etcd[] = [];
  for (const place of etcdPlaces) {
    const env = etcdSettings(etcdPlaces, place, await makeFolder(place.name), programs.patroniVersion);
    etcds.push({ program: await start(place.name, programs.etcd, [], { env }), url: `http://${place.client}` });
  }
  // Each answers once a leader is elected.
  for (const { program, url } of etcds)
    await untilUp(program, `${program.name} answers`, 60, () => answers(`${url}/health`));
  say(`etcd               ${etcdPlaces.map(({ client }) => client).join(", ")}`);
  const whyVersion2 = findWhyVersion2(programs.patroniVersion);
  if (whyVersion2 !== null) say(`Patroni goes to etcd by version 2 of its interface: ${whyVersion2}`);

  const patroniFile = join(folder, "patroni.yml");
  // pgBackRest is not used here; tests/cluster/point-in-time.test.ts tests archiving.
  const patroniText = await readFile(join(root, "deploy", "patroni.yml"), "utf8");
  await writeFile(
    patroniFile,
    patroniText.replace(/pgbackrest .*archive-push.*/, "/bin/true").replace(/pgbackrest .*archive-get.*/, "/bin/false"),
  );
  const nodes: Node[] = [];
  for (const [index, place] of nodePlaces.entries()) {
    const name = `node${index + 1}`;
    const data = join(await makeFolder(name), "data");
    const patroni = await start(name, programs.patroni, [patroniFile], {
      env: {
        PATRONI_NAME: name,
        ...patroniEtcdSettings(etcdPlaces, programs.patroniVersion),
        PATRONI_RESTAPI_LISTEN: `127.0.0.1:${apiOf(place)}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${apiOf(place)}`,
        PATRONI_RESTAPI_USERNAME: "patroni",
        PATRONI_RESTAPI_PASSWORD: passwords.patroni,
        PATRONI_POSTGRESQL_LISTEN: at(place),
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: at(place),
        PATRONI_POSTGRESQL_DATA_DIR: data,
        PATRONI_POSTGRESQL_BIN_DIR: programs.postgresFolder,
        PATRONI_POSTGRESQL_PGPASS: join(folder, name, "pgpass"),
        PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
        PATRONI_REPLICATION_PASSWORD: passwords.replication,
        PATRONI_REWIND_PASSWORD: passwords.rewind,
      },
    });
    const postmaster = async () =>
      Number((await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "")).split("\n")[0]) || null;
    // If Patroni was killed, its PostgreSQL still runs.
    closers.push(async () => {
      for (const stopped of [patroni.pid(), await postmaster()])
        if (stopped) for (const pid of familyOf(stopped)) sendSignal(pid, "SIGCONT");
      await patroni.stop();
      const left = await postmaster();
      if (left) for (const pid of familyOf(left)) sendSignal(pid, "SIGKILL");
    });
    const databaseUrl = `postgres://postgres:${passwords.superuser}@${at(place)}/postgres`;
    nodes.push({ name, patroni, api: apiOf(place), databaseUrl, postmaster });
    say(`PostgreSQL ${name}   ${at(place)}, Patroni ${apiOf(place)}`);
  }

  const members = () => readMembers(nodes.map(({ api }) => api));
  const isFollowed = async () => {
    const found = await members();
    const replicas = found.filter(
      ({ role, state, lag }) => role !== "leader" && /^(running|streaming)$/.test(state) && lag === 0,
    );
    return found.some(({ role, state }) => role === "leader" && state === "running") && replicas.length === 2;
  };
  await untilUp(nodes[0]!.patroni, "a primary with two replicas", 120, isFollowed);
  if (!isSynchronous) await tellPatroni(nodes[0]!.api, passwords.patroni, { synchronous_mode: false });

  await writeFile(join(folder, "haproxy.cfg"), readHaproxyFile());
  const haproxy = await start("haproxy", programs.haproxy, ["-f", join(folder, "haproxy.cfg")], {
    env: {
      SHOP_BIND: `127.0.0.1:${port},[::1]:${port}`,
      DESK_HOST: "desk.localhost",
      PRIMARY_BIND: at(places.primary),
      REPLICA_BIND: at(places.replicas),
      ...Object.fromEntries(shopPlaces.map((place, index) => [`SHOP_${index + 1}`, at(place)])),
      ...Object.fromEntries(
        nodePlaces.flatMap((place, index) => [
          [`NODE_${index + 1}`, at(place)],
          [`NODE_${index + 1}_PATRONI`, String(apiOf(place))],
        ]),
      ),
    },
  });
  say(`HAProxy            ${publicUrl} (shops), ${at(places.primary)} (primary), ${at(places.replicas)} (replicas)`);
  const superuser = `postgres://postgres:${passwords.superuser}@${at(places.primary)}/postgres`;
  // Before its first health checks HAProxy takes every node for a primary.
  let times = 0;
  await untilUp(haproxy, "HAProxy leads to the primary", 30, async () => {
    times = await ask(superuser, "select 1 / (not pg_is_in_recovery())::int").then(
      () => times + 1,
      () => 0,
    );
    return times === 12;
  });
  for (const statement of createDatabaseStatements("endpaper", passwords.shop)) await ask(superuser, statement);

  const direct = `postgres://endpaper:${passwords.shop}@${at(places.primary)}/endpaper`;
  const whyNoPooler = findWhyNoPooler(programs.pgbouncerVersion);
  let pgbouncer: Slot | null = null;
  let databaseUrls: Record<string, string> = { DATABASE_URL: direct };
  if (whyNoPooler === null) {
    const text = await readFile(join(root, "deploy", "pgbouncer.ini"), "utf8");
    const ini = join(folder, "pgbouncer.ini");
    await writeFile(
      ini,
      text.replaceAll("/etc/pgbouncer/", `${folder}/`).replace("port=5000", `port=${port + places.primary}`),
    );
    await writeFile(join(folder, "place.ini"), `listen_port = ${port + places.pgbouncer}\n`);
    await writeFile(join(folder, "userlist.txt"), `"endpaper" "${passwords.shop}"\n`);
    pgbouncer = await start("pgbouncer", programs.pgbouncer, [ini]);
    const pooled = `postgres://endpaper:${passwords.shop}@${at(places.pgbouncer)}/endpaper`;
    await untilUp(pgbouncer, "PgBouncer leads to the primary", 30, async () => (await ask(pooled, "select 1"), true));
    databaseUrls = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct };
    say(`PgBouncer          ${at(places.pgbouncer)}`);
  } else say(`Without PgBouncer: ${whyNoPooler}`);

  const standInsFolder = await makeFolder("stand-ins");
  const standInsUrl = `http://${at(places.standIns)}`;
  const standIns = await start("stand-ins", process.execPath, [join(root, "server", "stand-ins", "main.ts")], {
    cwd: root,
    account: null,
    env: {
      PUBLIC_URL: publicUrl,
      DATA_DIR: standInsFolder,
      STAND_INS_PORT: String(port + places.standIns),
      STAND_INS_SMTP_PORT: String(port + places.smtp),
    },
  });
  await untilUp(standIns, "the stand-ins answer", 60, () => answers(`${standInsUrl}/mailbox/`));
  const told = await readFile(join(folder, "stand-ins.log"), "utf8");
  say(`stand-ins          ${standInsUrl}/mailbox/, ${standInsUrl}/razorpay/control`);

  const settings: Record<string, string> = {
    ...settingsIn(told),
    ...databaseUrls,
    DATABASE_READ_URL: `postgres://endpaper:${passwords.shop}@${at(places.replicas)}/endpaper`,
    PUBLIC_URL: publicUrl,
    // The load generator's readers send addresses of their own, as through one more proxy.
    TRUST_PROXY: "2",
    NODE_ENV: "production",
  };
  const shops: Slot[] = [];
  for (const [index, place] of shopPlaces.entries()) {
    const name = `shop${index + 1}`;
    const env = { ...settings, PORT: String(port + place), DATA_DIR: join(folder, name) };
    const shop = await start(name, process.execPath, [join(version, "server", "main.ts")], {
      cwd: version,
      account: null,
      env,
    });
    shops.push(shop);
    // The first shop runs the migrations.
    if (index === 0) await untilUp(shop, "the first shop is ready", 180, () => answers(`http://${at(place)}/readyz`));
  }
  const areReady = async () =>
    (await Promise.all(shopPlaces.map((place) => answers(`http://${at(place)}/readyz`)))).every(Boolean);
  await untilUp(shops[2]!, "three shops are ready", 180, areReady);
  say(`shops              ${shopPlaces.map(at).join(", ")}`);
  return {
    publicUrl,
    shops,
    nodes,
    etcds,
    pgbouncer,
    settings: { ...settings, DATABASE_URL: direct, DATA_DIR: join(folder, "shop1"), PORT: String(port + 1) },
    standIns: { url: standInsUrl, razorpayUrl: `${standInsUrl}/razorpay`, keyId: settings["RAZORPAY_KEY_ID"]! },
    members,
    untilWell: (seconds) => until("all is well again", seconds, async () => (await isFollowed()) && areReady(), signal),
    async keepLogs() {
      const kept = await mkdtemp(join(tmpdir(), "endpaper-cluster-logs-"));
      for (const name of await readdir(folder))
        if (name.endsWith(".log")) await copyFile(join(folder, name), join(kept, name));
      return kept;
    },
  };
}
