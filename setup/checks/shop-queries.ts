import type pg from "pg";

import { rowName } from "#db/queries.ts";
import type { RowRules } from "#query-check/catalogue.ts";
import { findQueryProblems } from "#query-check/check-queries.ts";
import type { Sources } from "#query-check/statements.ts";
import { writeRowTypes } from "#query-check/write-row-types.ts";

const rules: RowRules = {
  nameOf: rowName,
  ownWords: new Set(["outbox.kind", "order_events.to_state", "order_lines.tax_class"]),
};

/**
 * Files whose statements may use the database's clock. Processes on several machines share the runs of jobs, purges, rate
 * limits, imports at the desk and the order feed of the API. Sign-ins, password attempts and removed cart lines are
 * short-lived data that one process writes and another deletes. `bench/`, like the tests, observes the shop from
 * outside.
 */
const databaseClockUsers = [
  "server/jobs/job-runs.ts:",
  "server/cdn/cdn-purge.ts:",
  "server/limits/shared-limits.ts:",
  "shop/outlets/api/orders.server.ts:",
  "shop/catalogue/uploads/import-job.server.ts:",
  "shop/catalogue/uploads/list-earlier.server.ts:",
  "shop/catalogue/uploads/preview-undo.server.ts:",
  "shop/catalogue/uploads/running-imports.server.ts:",
  "shop/people/readers/sign-in.server.ts:",
  "shop/people/readers/password.server.ts:",
  "shop/people/staff/sign-in.server.ts:",
  "shop/sales/cart/cart.server.ts:",
  "shop/sales/cart/change-lines.server.ts:",
  "shop/sales/cart/merge-cart.server.ts:",
  "shop/sales/cart/removed-lines.server.ts:",
  "bench/",
];

const commentOrText = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g;
const clock =
  /\b(?:(?:now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday)\s*\(\s*\)|current_(?:timestamp|date|time)\b|localtime(?:stamp)?\b)/i;

/**
 * Checks the statements of the sources against the shop's migrated database, and checks that only allowed files use its
 * clock.
 */
export async function findShopQueryProblems(sources: Sources, pool: pg.Pool): Promise<string[]> {
  const clocks = sources.statements.flatMap(({ place, text }) => findDatabaseClock(place, text) ?? []);
  return [...new Set([...clocks, ...(await findQueryProblems(sources, pool, rules))])].sort();
}

/** Returns the new texts of the files whose row types were missing or wrong, by file name. */
export function writeShopRowTypes(sources: Sources, pool: pg.Pool): Promise<Map<string, string>> {
  return writeRowTypes(sources, pool, rules);
}

/** Returns the problem if a statement uses the database's clock without permission; otherwise null. */
function findDatabaseClock(place: string, text: string): string | null {
  if (databaseClockUsers.some((allowed) => place.startsWith(allowed))) return null;
  const asked = clock.exec(text.replaceAll(commentOrText, ""))?.[0];
  return asked ? `${place} ${asked} is the database's clock: send the time of \`Services.now\` as a value` : null;
}
