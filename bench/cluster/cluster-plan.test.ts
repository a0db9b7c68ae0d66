import { expect, test } from "vitest";

import { clusterFaults } from "./cluster-faults.ts";
import { planCluster } from "./cluster-plan.ts";

test("without options a cluster runs for a minute without a fault", () => {
  expect(planCluster([])).toEqual({
    faults: [],
    seconds: 60,
    pagesPerSecond: 20,
    buyers: 4,
    port: 7300,
    isSynchronous: true,
    from: null,
    leftOut: [],
  });
});

test("options set faults and sizes", () => {
  const words =
    "--fault shop-killed --fault etcd-gone --seconds 35 --pages 10 --buyers 40 --asynchronous --from HEAD~1";
  expect(planCluster(words.split(" "))).toMatchObject({
    faults: ["shop-killed", "etcd-gone"],
    seconds: 35,
    pagesPerSecond: 10,
    buyers: 40,
    isSynchronous: false,
    from: "HEAD~1",
  });
});

test("a quick run is one failover, and names every other fault as left out", () => {
  const { faults, seconds, pagesPerSecond, buyers, leftOut } = planCluster(["--quick", "--port", "7400"]);
  expect({ faults, seconds, pagesPerSecond, buyers }).toEqual({
    faults: ["node-lost"],
    seconds: 30,
    pagesPerSecond: 10,
    buyers: 4,
  });
  for (const name of Object.keys(clusterFaults)) expect(leftOut.join("\n")).toContain(name);
});

test.each([
  ["--quick --fault etcd-gone", "--quick already sets --fault"],
  ["--quick --seconds 300", "--quick already sets --seconds"],
  ["--quick --from HEAD", "--quick already sets --from"],
  ["--fault flood", "There is no fault flood."],
  ["--seconds 0", "--seconds must be a whole number"],
  ["--buyers many", "--buyers must be a whole number"],
])("%s is refused", (words, message) => {
  expect(() => planCluster(words.split(" "))).toThrow(message);
});
