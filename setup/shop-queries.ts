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
 * Whose statements may ask for the database's own time. Processes on several machines share the runs of the jobs, the limits,
 * imports at the desk and the orders that programs read, and what one of them begins another ends within minutes: a sign-in,
 * tries at a password, what was taken out of a cart. `bench/` watches the shop from outside, as the tests do.
 */
const mayUseDatabaseClock = [
  "server/jobs/job-runs.ts:",
  "server/limits/shared-limits.ts:",
  "shop/outlets/api/orders.server.ts:",
  "shop/catalogue/uploads/import-work.server.ts:",
  "shop/people/readers/sign-in.server.ts:",
  "shop/people/readers/password.server.ts:",
  "shop/people/staff/sign-in.server.ts:",
  "shop/sales/cart/cart.server.ts:",
  "shop/sales/cart/change-lines.server.ts:",
  "shop/sales/cart/merge-cart.server.ts:",
  "shop/sales/cart/taken-out.server.ts:",
  "bench/",
];

const commentOrText = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g;
const clock =
  /\b(?:(?:now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday)\s*\(\s*\)|current_(?:timestamp|date|time)\b|localtime(?:stamp)?\b)/i;

/** What does not fit the shop's migrated database in these sources, and where a statement asks for the database's own time. */
export async function findShopQueryProblems(sources: Sources, pool: pg.Pool): Promise<string[]> {
  const clocks = sources.statements.flatMap(({ place, text }) => findDatabaseClock(place, text) ?? []);
  return [...new Set([...clocks, ...(await findQueryProblems(sources, pool, rules))])].sort();
}

/** The new texts of the files whose row types were incomplete or wrong for the shop's migrated database, by file name. */
export function writeShopRowTypes(sources: Sources, pool: pg.Pool): Promise<Map<string, string>> {
  return writeRowTypes(sources, pool, rules);
}

/** Why a statement at this place may not ask for the time as it does; null when it may, or takes the time as a value. */
function findDatabaseClock(place: string, text: string): string | null {
  if (mayUseDatabaseClock.some((allowed) => place.startsWith(allowed))) return null;
  const asked = clock.exec(text.replaceAll(commentOrText, ""))?.[0];
  return asked ? `${place} ${asked} is the database's clock: send the time of \`Services.now\` as a value` : null;
}
