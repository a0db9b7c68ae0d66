import { createHash } from "node:crypto";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { StaffSession } from "./sessions.server.ts";

/** How long a form that was sent is known; nobody comes back to a page for longer. */
const keptDays = 7;

/** What tells a form that is sent twice: all that it holds and who sends it. Null for one without a key of its page, `once`. */
export async function onceHash({ staff }: StaffSession, form: FormData): Promise<Buffer | null> {
  if (!form.get("once")) return null;
  const fields = await Promise.all(
    [...form]
      // A file that is brought again is another one on the disk; its digest tells whether it is the same.
      .filter(([name]) => name !== "upload")
      .map(async ([name, value]) => [name, typeof value === "string" ? value : await hashOf(value)]),
  );
  return createHash("sha256")
    .update(JSON.stringify([staff.id, fields]))
    .digest();
}

async function hashOf(file: File): Promise<string> {
  return createHash("sha256")
    .update(await file.bytes())
    .digest("hex");
}

/** What this form was answered before; null when it was not done yet. Whoever sends it at the same moment waits. */
export async function findAnswer(tx: Db, hash: Buffer): Promise<{ answer: unknown } | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('form ' || ${hash.toString("hex")}::text, 0))`);
  // A statement of its own, as only that sees what was committed while the lock was waited for.
  const { rows } = await tx.execute<{ answer: unknown }>(sql`
    select answer from desk_answers where form_hash = ${hash}`);
  return rows[0] ?? null;
}

/** Keeps what a form was answered, in the transaction of what it did. */
export async function keepAnswer(tx: Db, hash: Buffer, answer: unknown, at: Date): Promise<void> {
  const time = sql`${at.toISOString()}::timestamptz`;
  await tx.execute(sql`delete from desk_answers where answered_at < ${time} - make_interval(days => ${keptDays})`);
  await tx.execute(sql`
    insert into desk_answers (form_hash, answer, answered_at) values (${hash}, ${JSON.stringify(answer ?? null)}::jsonb, ${time})`);
}
