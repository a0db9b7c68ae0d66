/** Stores what messengers report about codes, and reads it for the desk. */
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { MessageReport } from "#shop/kernel/messengers/messenger.ts";
import type { DbAndClock } from "#shop/services.ts";
import { codeLimits } from "./code-limits.ts";

/** The states that each reported state may replace, so that the order of reports does not matter. */
const replaced: Record<MessageReport["state"], string[]> = {
  accepted: ["asked", "unknown"],
  failed: ["asked", "unknown", "accepted"],
  delivered: ["asked", "unknown", "accepted", "failed"],
};
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Stores reports about codes; those about other messages are ignored. */
export async function receiveReports(db: Db, reports: MessageReport[]): Promise<void> {
  for (const report of reports) {
    const reference = uuid.test(report.reference ?? "") ? report.reference : null;
    const [cause, trouble] = report.state === "failed" ? [report.cause, report.trouble] : [null, ""];
    await db.execute(sql`
      update confirmation_codes set state = ${report.state}, cause = ${cause}, trouble = ${trouble}
      where (reference = ${reference}::uuid or message_id = ${report.messageId})
        and state = any(${replaced[report.state]}::text[])`);
  }
}

/** The codes of the last two days, for the desk. */
export interface CodeCounts {
  sent: number;
  delivered: number;
  failed: number;
  /** The last problem in the messenger's words; null without one. */
  trouble: string | null;
  /** Whether the newest code was refused because the shop's account does not work. */
  isAccountRefused: boolean;
}

export async function countCodes(db: Db): Promise<CodeCounts> {
  const { rows } = await db.execute<CodeCounts>(sql`
    select count(*)::int as sent, count(*) filter (where state = 'delivered')::int as delivered,
      count(*) filter (where state = 'failed')::int as failed,
      (select trouble from confirmation_codes where trouble <> '' order by id desc limit 1) as trouble,
      coalesce((select cause = 'account' from confirmation_codes order by id desc limit 1), false) as is_account_refused
    from confirmation_codes`);
  return oneRow(rows);
}

/** Deletes the codes that no longer count for the limits; returns their number. */
export async function deleteOldCodes({ db, now }: DbAndClock): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from confirmation_codes
    where sent_at < ${now().toISOString()}::timestamptz - make_interval(days => ${codeLimits.keptDays})`);
  return rowCount;
}
