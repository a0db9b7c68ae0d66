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

/** Why a statement at this place may not ask for the time as it does; null when it may, or takes the time as a value. */
export function findDatabaseClock(place: string, text: string): string | null {
  if (mayUseDatabaseClock.some((allowed) => place.startsWith(allowed))) return null;
  const asked = clock.exec(text.replaceAll(commentOrText, ""))?.[0];
  return asked ? `${asked} is the database's clock: send the time of \`Services.now\` as a value` : null;
}
