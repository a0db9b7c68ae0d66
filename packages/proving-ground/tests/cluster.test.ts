import { expect, test } from "vitest";

import { etcdSettings, findWhyVersion2, patroniEtcdSettings } from "#proving-ground/cluster/etcd.ts";
import { measureCost, type ClientLog } from "#proving-ground/cluster/fault-costs.ts";
import { isOlder } from "#proving-ground/cluster/programs.ts";

const members = [
  { name: "etcd1", client: "127.0.0.1:1", peer: "127.0.0.1:4" },
  { name: "etcd2", client: "127.0.0.1:2", peer: "127.0.0.1:5" },
];

test("a Patroni that may take the lead back uses version 2 of etcd's API", () => {
  expect(isOlder([3, 0, 2], [3, 0, 3])).toBe(true);
  expect(isOlder([3, 1, 0], [3, 0, 3])).toBe(false);
  expect(findWhyVersion2([3, 0, 2])).toContain("Patroni 3.0.2");
  expect(patroniEtcdSettings(members, [3, 0, 2])).toEqual({ PATRONI_ETCD_HOSTS: "127.0.0.1:1,127.0.0.1:2" });
  expect(etcdSettings(members, members[0]!, "/data", [3, 0, 2])).toHaveProperty("ETCD_ENABLE_V2", "true");
  expect(patroniEtcdSettings(members, [3, 0, 3])).toEqual({ PATRONI_ETCD3_HOSTS: "127.0.0.1:1,127.0.0.1:2" });
});

test("each etcd knows all members", () => {
  expect(etcdSettings(members, members[1]!, "/data", [4, 0, 0])).toMatchObject({
    ETCD_NAME: "etcd2",
    ETCD_DATA_DIR: "/data",
    ETCD_LISTEN_CLIENT_URLS: "http://127.0.0.1:2",
    ETCD_INITIAL_CLUSTER: "etcd1=http://127.0.0.1:4,etcd2=http://127.0.0.1:5",
  });
});

test("a fault costs the requests that failed meanwhile, and the longest time without a payment", async () => {
  const seen: ClientLog = {
    requests: 5,
    failed: new Map([["503", 1]]),
    paid: new Map([["early", performance.now() - 1]]),
  };
  const cost = await measureCost("kill", seen, async () => {
    seen.requests += 3;
    seen.failed.set("503", 2);
    await new Promise((resolve) => setTimeout(resolve, 60));
    seen.paid.set("late", performance.now());
  });
  expect(cost).toMatchObject({ name: "kill", requests: 3, failed: 1, paid: 1 });
  expect(cost.longestGap).toBeGreaterThan(0.05);
});
