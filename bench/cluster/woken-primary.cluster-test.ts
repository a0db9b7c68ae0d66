import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { findFreePort } from "#db/free-port.ts";
import { makeDataFolder } from "#tests/support/shop/child-shop.ts";
import { settingsIn } from "#tests/support/shop/settings-in.ts";
import { etcdSettings, patroniEtcdSettings } from "#proving-ground/cluster/etcd.ts";
import { waitUntil } from "#proving-ground/processes/slot.ts";
import { findPrograms } from "#proving-ground/cluster/programs.ts";

// Calls the functions of Patroni for two nodes in an order that has lost orders: the first node reads the name of the
// leader, and is then suspended.
const steps = `
import inspect, sys, time
from patroni.dcs import get_dcs

def node(name):
    return get_dcs({"name": name, "scope": "woken", "ttl": 5, "loop_wait": 1, "retry_timeout": 3,
                    sys.argv[1]: {"hosts": [sys.argv[2]]}})

def leader(of):
    found = of.get_cluster().leader
    return found.name if found else None

first, second = node("first"), node("second")
assert first.attempt_to_acquire_leader()
read = first.get_cluster()
while leader(second) != "first": time.sleep(0.1)
while leader(second) is not None:
    if hasattr(second, "refresh_lease"): second.refresh_lease()
    time.sleep(0.1)
while not second.attempt_to_acquire_leader(): time.sleep(0.1)
takes = next(iter(inspect.signature(first.update_leader).parameters))
told = {"cluster": [read, 0], "leader": [read.leader, 0], "last_lsn": [0]}[takes]
print("the first one took it back" if first.update_leader(*told) else "the first one gave way")
`;

const closers: (() => unknown)[] = [];
const programs = findPrograms();
let client: string;

beforeAll(async () => {
  const { folder, remove } = await makeDataFolder();
  closers.push(remove);
  client = `127.0.0.1:${await findFreePort()}`;
  const place = { name: "etcd1", client, peer: `127.0.0.1:${await findFreePort()}` };
  const own = etcdSettings([place], place, folder, programs.patroniVersion);
  const deployed = join(import.meta.dirname, "..", "..", "deploy", "etcd.env");
  const etcd = spawn(programs.etcd, [], {
    env: { ...settingsIn(await readFile(deployed, "utf8")), ...own },
    stdio: "ignore",
  });
  const ended = once(etcd, "exit");
  closers.push(() => (etcd.kill(), ended));
  const answers = () => fetch(`http://${client}/health`).then(({ status }) => status === 200);
  await waitUntil("etcd answers", 60, answers, new AbortController().signal);
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

test("a primary that was suspended for longer than its lease does not become leader again", async () => {
  const told = patroniEtcdSettings([{ name: "etcd1", client, peer: "" }], programs.patroniVersion);
  const api = "PATRONI_ETCD3_HOSTS" in told ? "etcd3" : "etcd";
  const python = (await readFile(programs.patroni, "utf8")).split("\n")[0]!.replace(/^#!\s*/, "");
  const { stdout } = await promisify(execFile)(python, ["-c", steps, api, client], { timeout: 60_000 });
  expect(stdout).toBe("the first one gave way\n");
});
