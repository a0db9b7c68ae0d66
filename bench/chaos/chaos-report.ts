import { formatPaise } from "#shop/kernel/money/money.ts";
import type { Memory } from "./reader-claims.ts";
import type { Stage } from "./open-stage.ts";
import { razorpayFaults, type FaultCounts } from "./faults.ts";
import type { Verdict } from "./verdict.ts";
import { digestLog, type LoggedKind } from "#proving-ground/reports/log-digest.ts";

interface Progress {
  seconds: number;
  memory: Memory;
  paid: number;
  tally: FaultCounts;
  stage: Stage;
}

/** Prints one line of progress. */
export function tellProgress({ seconds, memory, paid, tally, stage }: Progress): void {
  const clock = `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
  console.log(
    [
      clock.padStart(6),
      `${memory.placed.size} checkouts`,
      `${paid} paid`,
      `${sumOf(tally.razorpay)} faults at Razorpay`,
      `${tally.mail} at the mail server`,
      `${tally.cuts} connections cut`,
      `${stage.line.lost().length} COMMITs unanswered`,
      `${tally.kills} kills`,
      `${memory.broken.length + stage.falls.length} breaches seen`,
    ].join("  "),
  );
}

interface Report {
  verdict: Verdict;
  memory: Memory;
  stage: Stage;
  tally: FaultCounts;
  seconds: number;
  seed: number;
}

/** Prints the report of a run: faults, responses, log lines, money and breaches. */
export function tellVerdict({ verdict, memory, stage, tally, seconds, seed }: Report): void {
  const { sums, letters } = verdict;
  const missed = razorpayFaults.filter((name) => !tally.razorpay[name]);
  tell("What was done", [
    `${memory.readers} readers, ${memory.placed.size} checkouts (${(memory.placed.size / seconds).toFixed(1)} a second)`,
    `${sumOf(tally.razorpay)} faults at Razorpay: ${listOf(Object.entries(tally.razorpay))}`,
    ...(missed.length > 0 ? [`faults at Razorpay that never struck: ${missed.join(", ")}`] : []),
    `${tally.mail} faults at the mail server, ${tally.cuts} connections cut, ${stage.line.lost().length} COMMITs unanswered, ${tally.kills} processes killed, ${tally.dashboard} refunds on the dashboard`,
    `by how they bought: ${listOf(countsOf(memory, "manner"))}`,
    `by what they bought: ${listOf(countsOf(memory, "basket"))}`,
  ]);
  tell("What readers met", [
    `${memory.bankSaidYes} payments the bank said yes to, ${memory.paid.size} orders called paid, ${memory.cancelled.size} cancelled`,
    `${memory.cutOff} requests nobody answered`,
    ...[...memory.refusals].sort((a, b) => b[1] - a[1]).map(([kind, count]) => `${count} × ${kind}`),
    ...[...verdict.excused].map(([kind, count]) => `${count} × ${kind}, around a cut`),
    ...[...verdict.unexcused].map(([kind, count]) => `${count} × ${kind}, FOR NO REASON`),
  ]);
  const log = digestLog(stage.seats.map((seat) => seat.output()).join("\n"));
  tell("What the shop logged about the troubles", log.expected.slice(0, 12).map(asLine));
  tell("What it logged beside them", log.surprising.slice(0, 15).map(asLine));
  tell("The money", [
    `${formatPaise(sums.captured)} taken: ${formatPaise(sums.paidOrders)} for paid orders, ${formatPaise(sums.givenBack)} refunded, ${formatPaise(sums.refundDue)} still to go back`,
    `${letters.received} letters received, ${letters.different} different ones`,
  ]);
  if (verdict.breaches.length === 0) {
    console.log(
      `\nNothing lost, nothing doubled, nothing oversold, no letter missing: ${memory.placed.size} checkouts, seed ${seed}.`,
    );
  } else {
    tell(`${verdict.breaches.length} BREACHES (seed ${seed})`, verdict.breaches.slice(0, 60));
  }
}

function tell(heading: string, lines: string[]): void {
  console.log(`\n${heading}`);
  for (const line of lines.length > 0 ? lines : ["nothing"]) console.log(`  ${line}`);
}

function sumOf(counts: Record<string, number>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function listOf(counts: Iterable<[string, number]>): string {
  return [...counts].map(([name, count]) => `${name} ${count}`).join(", ");
}

function countsOf(memory: Memory, part: "basket" | "manner"): [string, number][] {
  const groups = Map.groupBy(memory.placed.values(), (order) => order[part]);
  return [...groups].map(([name, orders]): [string, number] => [name, orders.length]).sort((a, b) => b[1] - a[1]);
}

function asLine({ text, count }: LoggedKind): string {
  return `${count} × ${text}`;
}
