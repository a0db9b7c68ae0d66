import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { writeRecord, type Entry } from "#shop/kernel/audit-log/record.server.ts";
import type { DbAndClock, ShopSettings } from "#shop/services.ts";
import { may, whoMay, type Capability } from "./roles.ts";
import { hasShown, type Proof, type StaffSession } from "./sessions.server.ts";

/** What a page of the desk asks of whoever opens it. */
export interface PageNeeds {
  needs: Capability;
  /** A passkey unless given. */
  proof?: Proof;
  /** What is written down when it is opened, such as that somebody looked at a reader. */
  entry?: Entry;
}

export type PageOpening =
  | { kind: "open" }
  | { kind: "signed-out" }
  | { kind: "passkey-first" }
  | { kind: "not-allowed"; problem: string };

/** Whether a page may be shown to whoever has this session. A refusal is recorded, once an hour for pages of one kind. */
export async function openPage(
  { db, now, settings }: DbAndClock & { settings: Pick<ShopSettings, "isTestSignIn"> },
  session: StaffSession | null,
  { needs, proof = "passkey", entry }: PageNeeds,
): Promise<PageOpening> {
  if (!session) return { kind: "signed-out" };
  const at = now();
  const by = { actor: "staff" as const, staffId: session.staff.id };
  if (!hasShown(proof, session, { now: at, isTestSignIn: settings.isTestSignIn })) return { kind: "passkey-first" };
  if (!may(session.staff.role, needs)) {
    const problem = `Only ${whoMay(needs)} may see this page.`;
    const words = `Was refused a page: only ${whoMay(needs)} may see it.`;
    await inTransaction(db, async (tx) => {
      if (!(await wasNotedLately(tx, session, words, at)))
        await writeRecord(tx, by, at, { action: "desk.refused", words });
    });
    return { kind: "not-allowed", problem };
  }
  if (entry) await inTransaction(db, (tx) => writeRecord(tx, by, at, entry));
  return { kind: "open" };
}

/** Of so many of their latest lines it is looked whether one says the same. */
const latestLines = 200;

/** Whether the record says the same of them since an hour. Their row is held, so that of two pages at once one is noted. */
async function wasNotedLately(tx: Db, { staff }: StaffSession, words: string, at: Date): Promise<boolean> {
  await tx.execute(sql`select from staff where id = ${staff.id} for no key update`);
  const { rows } = await tx.execute(sql`
    select from (select at, action, words from desk_record where staff_id = ${staff.id} order by number desc limit ${latestLines}) latest
    where action = 'desk.refused' and words = ${words} and at > ${at.toISOString()}::timestamptz - interval '1 hour' limit 1`);
  return rows.length > 0;
}
