import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { writeAuditLog, type Entry } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import type { DbAndClock, ShopSettings } from "#shop/services.ts";
import { may, whoMay, type Capability } from "./roles.ts";
import { hasShown, type Proof, type StaffSession } from "./sessions.server.ts";

/** What a page of the desk requires of a session. */
export interface PageNeeds {
  needs: Capability;
  /** The default is `passkey`. */
  proof?: Proof;
  /** The entry in the audit log for each opening, such as a look at a reader's data. */
  entry?: Entry;
}

export type PageOpening =
  | { kind: "open"; session: StaffSession }
  | { kind: "signed-out" }
  | { kind: "passkey-first" }
  | { kind: "not-allowed"; problem: string };

/** Checks whether a session may see a page. A refusal is logged once an hour per set of permitted roles. */
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
        await writeAuditLog(tx, by, at, { action: "desk.refused", words });
    });
    return { kind: "not-allowed", problem };
  }
  if (entry) await inTransaction(db, (tx) => writeAuditLog(tx, by, at, entry));
  return { kind: "open", session };
}

/** How many of a staff member's latest entries are searched for an equal one. */
const latestLines = 200;

/**
 * Whether the same refusal was logged within an hour. Locks the staff row, so that of two parallel requests only one is
 * logged.
 */
async function wasNotedLately(tx: Db, { staff }: StaffSession, words: string, at: Date): Promise<boolean> {
  await tx.execute(sql`select from staff where id = ${staff.id} for no key update`);
  const { rows } = await tx.execute(sql`
    select from (select at, action, words from desk_record where staff_id = ${staff.id} order by number desc limit ${latestLines}) latest
    where action = 'desk.refused' and words = ${words} and at > ${at.toISOString()}::timestamptz - interval '1 hour' limit 1`);
  return rows.length > 0;
}
