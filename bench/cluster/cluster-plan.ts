import { parseArgs } from "node:util";

import { readWholeNumber, refuseWithQuick } from "#proving-ground/reports/command-line.ts";
import { clusterFaults } from "./cluster-faults.ts";
import type { ClusterRun } from "./run-cluster.ts";

/** The options of `npm run demo:cluster`. */
export interface ClusterPlan extends Omit<ClusterRun, "signal" | "onTyped"> {
  leftOut: string[];
}

export const clusterUsage =
  "npm run demo:cluster -- [--quick | [--fault NAME ...] [--seconds 60] [--from COMMIT]] [--pages 20] [--buyers 4] [--port 7300] [--asynchronous]\n" +
  `Faults, one after another, or typed in while it runs:\n${Object.entries(clusterFaults)
    .map(([name, { does }]) => `  ${name}: ${does}`)
    .join("\n")}`;

const full = { seconds: 60, pages: 20 };
/**
 * The quick run is a failover: a replica is promoted 20 s after the last heartbeat of the primary (`ttl` in
 * `deploy/patroni.yml`). Then orders can be paid again.
 */
const quick = { fault: "node-lost", seconds: 30, pages: 10 };

/** Parses the command line. Throws if it is wrong. */
export function planCluster(words: string[]): ClusterPlan {
  const { values } = parseArgs({
    args: words,
    options: {
      quick: { type: "boolean" },
      fault: { type: "string", multiple: true },
      seconds: { type: "string" },
      pages: { type: "string" },
      buyers: { type: "string" },
      port: { type: "string" },
      asynchronous: { type: "boolean" },
      from: { type: "string" },
    },
  });
  for (const name of values.fault ?? [])
    if (!Object.hasOwn(clusterFaults, name)) throw new Error(`There is no fault ${name}.`);
  if (values.quick) refuseWithQuick(values, ["fault", "seconds", "from"]);
  return {
    faults: values.quick ? [quick.fault] : (values.fault ?? []),
    seconds: values.quick ? quick.seconds : readWholeNumber("seconds", values.seconds, full.seconds),
    pagesPerSecond: readWholeNumber("pages", values.pages, values.quick ? quick.pages : full.pages),
    buyers: readWholeNumber("buyers", values.buyers, 4),
    port: readWholeNumber("port", values.port, 7300),
    isSynchronous: !values.asynchronous,
    from: values.from ?? null,
    leftOut: values.quick ? describeLeftOut() : [],
  };
}

function describeLeftOut(): string[] {
  const others = Object.keys(clusterFaults).filter((name) => name !== quick.fault);
  return [
    `the faults ${others.join(", ")}`,
    `${full.seconds - quick.seconds} of ${full.seconds} s of ${quick.fault}`,
    `${full.pages - quick.pages} of ${full.pages} pages a second`,
  ];
}
