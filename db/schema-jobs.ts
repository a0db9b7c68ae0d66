import { bigint, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** Background jobs: when each runs next, and how its runs ended. */
export const jobs = pgTable("jobs", {
  name: text("name").primaryKey(),
  nextRunAt: moment("next_run_at").notNull().defaultNow(),
  runs: bigint("runs", { mode: "number" }).notNull().default(0),
  startedAt: moment("started_at"),
  succeededAt: moment("succeeded_at"),
  failedAt: moment("failed_at"),
  failures: bigint("failures", { mode: "number" }).notNull().default(0),
  failuresInARow: integer("failures_in_a_row").notNull().default(0),
  lastError: text("last_error").notNull().default(""),
});
