import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { databaseFaults } from "#proving-ground/cluster/database-faults.ts";
import { findLeader } from "#proving-ground/cluster/etcd.ts";
import { openDatabaseCluster, type DatabaseCluster } from "#proving-ground/cluster/database-cluster.ts";
import { createProgramGroup, type ProgramGroup } from "#proving-ground/processes/program-group.ts";

let group: ProgramGroup;
let cluster: DatabaseCluster;
const said: string[] = [];
// Below the ports that the system gives to clients.
const port = 20_000 + Math.floor(Math.random() * 12_000);

/** Creates a program of that name that is played by `fake-program.ts`. */
async function fakeProgram(folder: string, name: string): Promise<string> {
  const path = join(folder, `fake-${name}`);
  const script = join(import.meta.dirname, "fake-program.ts");
  await writeFile(path, `#!/bin/sh\nexec "${process.execPath}" "${script}" ${name} "$@"\n`);
  await chmod(path, 0o755);
  return path;
}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "proving-ground-cluster-"));
  group = createProgramGroup({ folder, account: null, signal: new AbortController().signal });
  group.onClose(() => rm(folder, { recursive: true }));
  const program = (name: string) => fakeProgram(folder, name);
  cluster = await openDatabaseCluster(group, {
    programs: {
      etcd: await program("etcd"),
      patroni: await program("patroni"),
      haproxy: await program("haproxy"),
      pgbouncer: await program("pgbouncer"),
      postgresFolder: "/nowhere",
      pgbouncerVersion: [1, 21, 0],
      patroniVersion: [4, 0, 0],
    },
    port,
    isSynchronous: false,
    config: {
      etcd: { ETCD_LOG_LEVEL: "warn" },
      patroni: "scope: test\n",
      haproxy: "listen primary\n",
      haproxySettings: ({ primary }) => ({ PRIMARY_BIND: primary }),
      pgbouncer: (_folder, _primaryPort, ownPort) => ({ "pgbouncer.ini": "", "place.ini": String(ownPort) }),
      createDatabase: ["create database shop"],
    },
    database: { name: "shop", user: "owner", password: "secret" },
    say: (line) => said.push(line),
  });
});
afterAll(() => group.close());

/** The state of a process as `/proc` has it: T is suspended, Z or null has ended. */
async function stateOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  return stat && stat.slice(stat.lastIndexOf(")") + 2)[0]!;
}

test("the cluster has three nodes, three etcd, and addresses of the primary, the replicas and the pooler", async () => {
  expect(cluster.nodes.map(({ name }) => name)).toEqual(["node1", "node2", "node3"]);
  expect(cluster.urls).toEqual({
    pooled: `postgres://owner:secret@127.0.0.1:${port + 6}/shop`,
    primary: `postgres://owner:secret@127.0.0.1:${port + 4}/shop`,
    replicas: `postgres://owner:secret@127.0.0.1:${port + 5}/shop`,
  });
  expect(await cluster.isFollowed()).toBe(true);
  expect((await cluster.members())[0]).toEqual({ name: "node1", role: "leader", state: "running", lag: null });
  expect((await findLeader(cluster.etcds)).program.name).toBe("etcd2");
  expect(await readFile(join(group.folder, "patroni.yml"), "utf8")).toBe("scope: test\n");
  expect(said.map((line) => line.split(" ")[0])).toEqual([
    "etcd",
    "PostgreSQL",
    "PostgreSQL",
    "PostgreSQL",
    "HAProxy",
    "PgBouncer",
  ]);
});

test("a node that is cut off is suspended with its Patroni, and goes on when it is repaired", async () => {
  const { patroni, postmaster } = cluster.nodes[0]!;
  const pids = [patroni.pid()!, (await postmaster())!];
  const repair = await databaseFaults["node-cut-off"]!.strike(cluster);
  await expect.poll(() => Promise.all(pids.map(stateOf))).toEqual(["T", "T"]);
  await repair();
  await expect.poll(() => Promise.all(pids.map(stateOf))).toEqual(["S", "S"]);
});

test("an etcd that is lost comes back when it is repaired", async () => {
  const repair = await databaseFaults["etcd-one-lost"]!.strike(cluster);
  expect(cluster.etcds.map(({ program }) => program.pid() !== null)).toEqual([true, false, true]);
  await repair();
  expect(cluster.etcds[1]!.program.pid()).not.toBeNull();
});

test("a lost node ends with its Patroni", async () => {
  const { patroni, postmaster } = cluster.nodes[0]!;
  const pid = (await postmaster())!;
  const repair = await databaseFaults["node-lost"]!.strike(cluster);
  expect(patroni.pid()).toBeNull();
  await expect.poll(() => stateOf(pid)).toSatisfy((state) => state === null || state === "Z");
  await repair();
  expect(patroni.pid()).not.toBeNull();
});
