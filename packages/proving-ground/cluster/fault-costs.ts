/** Measures the effect of a fault on the clients of a cluster, and prints the progress of a run. */

import { sumCounts } from "#proving-ground/reports/counts.ts";
import type { Member } from "./patroni.ts";

/** The requests of clients so far. */
export interface ClientLog {
  requests: number;
  /** Failed requests, by kind. */
  failed: Map<string, number>;
  /** The times, by `performance.now()`, of confirmed payments or of other goals that were reached. */
  paid: Map<string, number>;
}

/** Effect of a fault, as a row of the table. */
export interface FaultCost {
  name: string;
  seconds: number;
  requests: number;
  failed: number;
  paid: number;
  /** The longest time between two confirmed payments, in seconds. */
  longestGap: number;
}

/** Runs `work`, and measures what clients noticed during that time. */
export async function measureCost(name: string, seen: ClientLog, work: () => Promise<void>): Promise<FaultCost> {
  const from = performance.now();
  const before = { requests: seen.requests, failed: sumCounts(seen.failed.values()) };
  await work();
  const to = performance.now();
  const times = [...seen.paid.values()].filter((at) => at >= from && at <= to).sort((a, b) => a - b);
  const marks = [from, ...times, to];
  return {
    name,
    seconds: (to - from) / 1000,
    requests: seen.requests - before.requests,
    failed: sumCounts(seen.failed.values()) - before.failed,
    paid: times.length,
    longestGap: Math.max(...marks.slice(1).map((at, index) => at - marks[index]!)) / 1000,
  };
}

/** Prints the costs as a table, and the failed requests by kind. */
export function printCosts(costs: readonly FaultCost[], seen: ClientLog): void {
  console.log(
    "\n| fault | seconds | longest time without a paid order, s | requests | failed | paid |\n| --- | --- | --- | --- | --- | --- |",
  );
  for (const { name, seconds, longestGap, requests, failed, paid } of costs)
    console.log(`| ${name} | ${seconds.toFixed(0)} | ${longestGap.toFixed(1)} | ${requests} | ${failed} | ${paid} |`);
  for (const [kind, times] of seen.failed) console.log(`failed: ${times} x ${kind}`);
}

const reportMs = 2_000;

/** Prints a line of progress every two seconds until it is stopped. */
export function printClusterProgress(members: () => Promise<Member[]>, seen: ClientLog): { stop: () => void } {
  console.log("    s  requests/s  failed   paid  primary  replicas (bytes behind)");
  const begun = performance.now();
  let before = 0;
  const timer = setInterval(async () => {
    const perSecond = (seen.requests - before) / (reportMs / 1000);
    before = seen.requests;
    const found = await members();
    const replicas = found
      .filter(({ role }) => role !== "leader")
      .map(({ name, role, state, lag }) => `${name} ${role === "sync_standby" ? "synchronous " : ""}${lag ?? state}`);
    console.log(
      [
        String(Math.round((performance.now() - begun) / 1000)).padStart(5),
        perSecond.toFixed(1).padStart(11),
        String(sumCounts(seen.failed.values())).padStart(7),
        String(seen.paid.size).padStart(6),
        (found.find(({ role }) => role === "leader")?.name ?? "none").padEnd(8).padStart(9),
        replicas.join(", "),
      ].join(" "),
    );
  }, reportMs);
  return { stop: () => clearInterval(timer) };
}
