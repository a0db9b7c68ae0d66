/** Cash that is put into a till, or taken out of it, without a sale. */
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { DbAndClock } from "#shop/services.ts";
import type { CashReason } from "./cash-reasons.ts";

/** Cash to put in, or, if `paise` is negative, to take out. */
export interface CashToMove {
  till: string;
  paise: number;
  reason: CashReason;
  /** What for; may be empty. */
  note: string;
  staffId: number;
}

/** A move of cash, as it is listed. */
export interface CashMove {
  id: string;
  at: string;
  by: string;
  paise: number;
  reason: CashReason;
  note: string;
  isUndone: boolean;
  /** Whether the cash was counted since, so that it can no longer be undone. */
  isCounted: boolean;
}

/** Records that cash was put in or taken out; returns false if there is no such till. */
export async function moveCash({ db, now }: DbAndClock, { till, paise, reason, note, staffId }: CashToMove) {
  const { rowCount } = await db.execute(sql`
    insert into till_cash (till, moved_at, moved_by, paise, reason, note)
    select code, ${now().toISOString()}::timestamptz, ${staffId}, ${paise}, ${reason}, ${note} from tills where code = ${till}`);
  return rowCount === 1;
}

/** Undoes a move of cash; null if it was undone already, or the cash was counted since. Returns what it was. */
export async function undoCashMove(
  { db, now }: DbAndClock,
  till: string,
  id: number,
): Promise<{ paise: number } | null> {
  const { rows } = await db.execute<{ paise: string }>(sql`
    update till_cash set undone_at = ${now().toISOString()}::timestamptz
    where id = ${id} and till = ${till} and undone_at is null and count_id is null returning paise`);
  return rows.length === 0 ? null : { paise: Number(oneRow(rows).paise) };
}

/** The last moves of a till's cash, newest first. */
export async function listCashMoves(db: Db, till: string): Promise<CashMove[]> {
  const { rows } = await db.execute<Omit<CashMove, "paise"> & { paise: string }>(sql`
    select m.id, m.moved_at::text as at, p.name as by, m.paise, m.reason, m.note, m.undone_at is not null as is_undone,
      m.count_id is not null as is_counted
    from till_cash m join staff p on p.id = m.moved_by where m.till = ${till} order by m.id desc limit 60`);
  return rows.map((row) => ({ ...row, paise: Number(row.paise) }));
}
