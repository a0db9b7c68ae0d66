import { createHash } from "node:crypto";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { StaffSession } from "./sessions.server.ts";

/** Days that the answer to a form is stored; no page stays open for longer. */
const keptDays = 7;

/**
 * Idempotency key of a form: a hash of its fields and its sender. Null for a form without the field `once`, the key
 * that each opened page gets.
 */
export async function hashFormForIdempotency({ staff }: StaffSession, form: FormData): Promise<Buffer | null> {
  if (!form.get("once")) return null;
  const fields = await Promise.all(
    [...form]
      // `upload` is the id of the stored file, new with every upload; the digest in the form identifies the content.
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

/**
 * The stored answer to this form; null if its action has not run before. Parallel submissions of a form wait for each
 * other.
 */
export async function findAnswer(tx: Db, hash: Buffer): Promise<{ answer: unknown } | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('form ' || ${hash.toString("hex")}::text, 0))`);
  // A statement of its own, because only a new one sees what was committed while this transaction waited for the lock.
  const { rows } = await tx.execute<{ answer: unknown }>(sql`
    select answer from desk_answers where form_hash = ${hash}`);
  return rows[0] ?? null;
}

/** Stores the answer to a form, in the transaction of its action. */
export async function storeAnswer(tx: Db, hash: Buffer, answer: unknown, at: Date): Promise<void> {
  const time = sql`${at.toISOString()}::timestamptz`;
  await tx.execute(sql`delete from desk_answers where answered_at < ${time} - make_interval(days => ${keptDays})`);
  await tx.execute(sql`
    insert into desk_answers (form_hash, answer, answered_at) values (${hash}, ${JSON.stringify(answer ?? null)}::jsonb, ${time})`);
}
