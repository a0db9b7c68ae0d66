import { inTransaction } from "#db/transaction.ts";
import { writeRecord, type Entry } from "#shop/record/record.server.ts";
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

/** Whether a page may be shown to whoever has this session. A refusal is recorded. */
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
    await inTransaction(db, (tx) => writeRecord(tx, by, at, { action: "desk.refused", words }));
    return { kind: "not-allowed", problem };
  }
  if (entry) await inTransaction(db, (tx) => writeRecord(tx, by, at, entry));
  return { kind: "open" };
}
