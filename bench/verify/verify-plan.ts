/** Plans `npm run verify`: its parts, their test files, and the durations of chaos and soak. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { readMinutes, readWholeNumber, refuseWithQuick } from "#proving-ground/reports/command-line.ts";
import { describeLeftOut, fullChaos, quickChaos, type ChaosSize } from "#bench/chaos/chaos-plan.ts";

export const parts = ["security", "faults", "cluster", "away", "chaos", "soak", "invariants", "build"] as const;
export type Part = (typeof parts)[number];

/** A check that a quick run omits. */
export interface OmittedCheck {
  part: Part;
  what: string;
}

export interface VerifyPlan {
  parts: Part[];
  /** Test files, relative to the project root. */
  tests: Record<"security" | "faults" | "cluster", string[]>;
  chaos: ChaosSize;
  seed: number;
  soakMinutes: number;
  pagesPerSecond: number;
  /** Path of the soak's chart. */
  svg: string;
  leftOut: OmittedCheck[];
}

export const verifyUsage = `npm run verify -- [--quick | --minutes N] [--pages 12] [--only ${parts.join(",")}] [--svg FILE]`;

const root = join(import.meta.dirname, "..", "..");
const full = { chaos: fullChaos(10), soakMinutes: 30 };
const quick = { chaos: { ...quickChaos, minutes: 0.5 }, soakMinutes: 0.5 };
/** The minimum number of minutes in which chaos and soak can observe anything. */
const minMinutes = 0.5;
const seed = 1;
/** The parts that a quick run omits completely. */
const notQuick: Partial<Record<Part, string>> = {
  cluster: "tests that need programs of Debian",
  away: "the bench of a minute without the database",
  build: "a second build of the same sources",
};

/** Tests of attacks. */
const securityTests = [
  ...readdirSync(join(root, "tests", "requests", "attacks")).map((file) => `tests/requests/attacks/${file}`),
  ...[
    "api/api-writing",
    "desk/authority",
    "desk/bounds",
    "desk/host",
    "desk/sign-in",
    "people/forget-device",
    "people/sign-in",
    "people/sign-in-errors",
    "people/who-you-are",
    "routes",
    "sales/order-page",
    "sales/payment-reports",
  ].map((name) => `tests/requests/${name}.test.ts`),
  "tests/records/security-page.test.ts",
  "server/config/config-safety.test.ts",
  "server/http/load/connection-limits.test.ts",
  "server/network/client-network.test.ts",
  "app/http/content-security-policy.test.ts",
  "app/http/safe-next.test.ts",
  "db/shop-role.server.test.ts",
  "shop/kernel/security/signature.server.test.ts",
];

/**
 * The security tests of a quick run: forged forms, unusual addresses, sign-in, data of other readers, unsigned
 * payments, and the database role.
 */
const quickSecurityTests = [
  "tests/requests/attacks/addresses.test.ts",
  "tests/requests/attacks/forms.test.ts",
  "tests/requests/sales/payment-reports.test.ts",
  "tests/requests/people/sign-in.test.ts",
  "tests/requests/people/who-you-are.test.ts",
  "app/http/content-security-policy.test.ts",
  "app/http/safe-next.test.ts",
  "db/shop-role.server.test.ts",
  "shop/kernel/security/signature.server.test.ts",
];

/** The tests of failures. Tests that the table of faults lists are added. */
const faultTests = [
  "tests/requests/database-away.test.ts",
  "tests/crash/kill.test.ts",
  "tests/crash/import.test.ts",
  "packages/razorpay-stand-in/tests/faults.test.ts",
  "tests/requests/sales/payment-reports.test.ts",
  "tests/records/many-buyers.test.ts",
  "db/transaction.server.test.ts",
  "shop/kernel/mail/mailer.server.test.ts",
];

/**
 * The fault tests of a quick run: a database that is unavailable or fails, a connection lost at COMMIT, many buyers at
 * once, and an unavailable mail server.
 */
const quickFaultTests = [
  "tests/requests/database-away.test.ts",
  "tests/requests/database-troubles.test.ts",
  "tests/records/many-buyers.test.ts",
  "db/transaction.server.test.ts",
  "shop/office/letters/send-letters.server.test.ts",
];

/** Parses the command line; throws for invalid arguments. */
export function planVerify(words: string[]): VerifyPlan {
  const { values } = parseArgs({
    args: words,
    options: {
      quick: { type: "boolean", default: false },
      minutes: { type: "string" },
      pages: { type: "string" },
      only: { type: "string" },
      svg: { type: "string" },
    },
  });
  if (values.quick) refuseWithQuick(values, ["minutes"]);
  const wanted = readParts(values.only);
  const tests = listTests();
  const common = { seed, pagesPerSecond: readWholeNumber("pages", values.pages, 12) };
  const svgIn = (folder: string) => values.svg ?? join(root, folder, "soak.svg");
  if (values.quick)
    return {
      parts: wanted.filter((part) => notQuick[part] === undefined),
      tests: { ...tests, security: quickSecurityTests, faults: quickFaultTests },
      chaos: quick.chaos,
      soakMinutes: quick.soakMinutes,
      svg: svgIn("test-results"),
      leftOut: listLeftOut(tests).filter(({ part }) => wanted.includes(part)),
      ...common,
    };
  return {
    parts: wanted,
    tests,
    chaos: { ...full.chaos, minutes: readMinutes(values.minutes, full.chaos.minutes, minMinutes) },
    soakMinutes: readMinutes(values.minutes, full.soakMinutes, minMinutes),
    // Only a run of the usual length replaces the chart in the documentation.
    svg: svgIn(values.minutes === undefined ? "docs" : "test-results"),
    leftOut: [],
    ...common,
  };
}

function readParts(only: string | undefined): Part[] {
  const named = only?.split(",") ?? parts;
  for (const name of named) if (!parts.some((part) => part === name)) throw new Error(`There is no part ${name}.`);
  return parts.filter((part) => named.includes(part));
}

function listTests(): VerifyPlan["tests"] {
  const table = readFileSync(join(root, "docs", "faults.md"), "utf8");
  const named = table.match(/(?<=`)(?:[\w.-]+\/)+(?:\*|[\w.-]+)\.test\.ts(?=`)/g) ?? [];
  const files = named.flatMap((file) => (file.endsWith("/*.test.ts") ? listFolder(file.replace(/[^/]*$/, "")) : file));
  const isOfCluster = (file: string) => file.startsWith("tests/cluster/");
  return {
    security: [...new Set(securityTests)],
    faults: [...new Set([...faultTests, ...files.filter((file) => !isOfCluster(file))])],
    cluster: [...new Set(files.filter(isOfCluster))],
  };
}

function listFolder(folder: string): string[] {
  return readdirSync(join(root, folder))
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => folder + file);
}

function listLeftOut(tests: VerifyPlan["tests"]): OmittedCheck[] {
  const others = (all: string[], some: string[]) => `${all.length - some.length} of ${all.length} files of tests`;
  const smaller: Partial<Record<Part, string[]>> = {
    security: [others(tests.security, quickSecurityTests)],
    faults: [others(tests.faults, quickFaultTests)],
    chaos: describeLeftOut(quick.chaos, full.chaos.minutes),
    soak: [`${full.soakMinutes - quick.soakMinutes} of ${full.soakMinutes} min of load`],
  };
  return parts.flatMap((part) => {
    const whole = notQuick[part];
    return (whole === undefined ? (smaller[part] ?? []) : [whole]).map((what) => ({ part, what }));
  });
}
