import { formatPaise } from "#shop/kernel/money/money.ts";
import { listCounts, sumCounts } from "#proving-ground/reports/counts.ts";
import { digestLog, type DigestRules, type LoggedKind } from "#proving-ground/reports/log-digest.ts";
import { formatClock, printSection } from "#proving-ground/reports/print-section.ts";
import type { ReaderClaims } from "./reader-claims.ts";
import type { DeskRun } from "./desk/run-desk.ts";
import type { ParcelVerdict } from "./ledgers/judge-parcels.ts";
import type { Stage } from "./open-stage.ts";
import { razorpayFaults, type FaultCounts } from "./faults.ts";
import type { Verdict } from "./verdict.ts";

/** Patterns of log entries that are expected while Razorpay or the database is unavailable, and of ids in entries. */
const logRules: DigestRules = {
  expected: [
    /^Endpaper is open|^Migrating the database|^Loaded the demonstration/,
    /could not be (opened|checked) at Razorpay|could not be captured/,
    /The shop's queue has trouble and goes on/,
    /57P01|may or may not be committed|not queryable|administrator command|Connection terminated|Connection ended|ECONNRESET|ECONNREFUSED|EPIPE/i,
  ],
  ids: [
    [/EP-\w{10}/g, "EP-…"],
    [/\b(order|pay|rfnd|rf)_\w+/g, "$1_…"],
  ],
};

interface Progress {
  seconds: number;
  claims: ReaderClaims;
  paid: number;
  counts: FaultCounts;
  desk: DeskRun;
  stage: Stage;
}

/** Prints one line of progress. */
export function printProgress({ seconds, claims, paid, counts, desk, stage }: Progress): void {
  console.log(
    [
      formatClock(seconds).padStart(6),
      `${claims.placed.size} checkouts`,
      `${paid} paid`,
      `${desk.parcelClaims.parcels.size} parcels`,
      `${desk.parcelClaims.transfers.length} transfers`,
      `${sumCounts(Object.values(counts.razorpay))} faults at Razorpay`,
      `${counts.mail} at the mail server`,
      `${counts.cuts} connections cut`,
      `${stage.line.lost().length} COMMITs unanswered`,
      `${counts.kills} kills`,
      `${claims.brokenPromises.length + stage.crashes.length} breaches seen`,
    ].join("  "),
  );
}

interface Report {
  verdict: Verdict;
  parcels: ParcelVerdict;
  claims: ReaderClaims;
  stage: Stage;
  counts: FaultCounts;
  seconds: number;
  seed: number;
}

/** Prints the report of a run: faults, responses, log lines, money and breaches. */
export function printVerdict({ verdict, parcels, claims, stage, counts, seconds, seed }: Report): void {
  const { sums, letters } = verdict;
  const missed = razorpayFaults.filter((name) => !counts.razorpay[name]);
  printSection("Load and faults", [
    `${claims.readers} readers, ${claims.placed.size} checkouts (${(claims.placed.size / seconds).toFixed(1)} a second)`,
    `${sumCounts(Object.values(counts.razorpay))} faults at Razorpay: ${listCounts(Object.entries(counts.razorpay))}`,
    ...(missed.length > 0 ? [`faults at Razorpay that never took effect: ${missed.join(", ")}`] : []),
    `${counts.mail} faults at the mail server, ${counts.cuts} connections cut, ${stage.line.lost().length} COMMITs unanswered, ${counts.kills} processes killed, ${counts.dashboard} refunds on the dashboard`,
    `by how they bought: ${listCounts(countsOf(claims, "manner"))}`,
    `by what they bought: ${listCounts(countsOf(claims, "basket"))}`,
  ]);
  printSection("Responses to readers", [
    `${claims.bankSaidYes} payments approved by the bank, ${claims.paid.size} orders reported as paid, ${claims.confirmed.size} confirmed to be paid on delivery, ${claims.cancelled.size} cancelled`,
    `${claims.cutOff} requests without a response`,
    ...[...claims.refusals].sort((a, b) => b[1] - a[1]).map(([kind, count]) => `${count} × ${kind}`),
    ...[...verdict.excused].map(([kind, count]) => `${count} × ${kind}, near a lost connection`),
    ...[...verdict.unexcused].map(([kind, count]) => `${count} × ${kind}, UNEXPLAINED`),
  ]);
  const log = digestLog(stage.slots.map((slot) => slot.output()).join("\n"), logRules);
  printSection("Expected log entries", log.expected.slice(0, 12).map(asLine));
  printSection("Other log entries", log.surprising.slice(0, 15).map(asLine));
  printSection("The money", [
    `${formatPaise(sums.captured)} taken: ${formatPaise(sums.paidOrders)} for paid orders, ${formatPaise(sums.givenBack)} refunded, ${formatPaise(sums.refundDue)} still to be refunded`,
    `${letters.received} letters received, ${letters.different} different ones`,
  ]);
  printSection("Parcels, cash and copies", parcels.lines);
  if (verdict.breaches.length === 0) {
    console.log(
      `\nNo order was lost, duplicated or oversold, and no letter is missing: ${claims.placed.size} checkouts, seed ${seed}.`,
    );
  } else {
    printSection(`${verdict.breaches.length} BREACHES (seed ${seed})`, verdict.breaches.slice(0, 60));
  }
}

function countsOf(claims: ReaderClaims, part: "basket" | "manner"): [string, number][] {
  const groups = Map.groupBy(claims.placed.values(), (order) => order[part]);
  return [...groups].map(([name, orders]): [string, number] => [name, orders.length]).sort((a, b) => b[1] - a[1]);
}

function asLine({ text, count }: LoggedKind): string {
  return `${count} × ${text}`;
}
