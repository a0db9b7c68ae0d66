/**
 * Saves a reader's personal information; a new e-mail address takes effect once it is confirmed by a link in a letter.
 */

import { randomUUID } from "node:crypto";

import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { z } from "zod";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import type { Reader } from "./reader.ts";
import { isToReader, isWithinMailLimit, enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import { deliveryFields } from "#shop/kernel/forms/delivery.server.ts";
import { readFields, type FieldErrors } from "#shop/kernel/forms/read-fields.ts";
import type { Services } from "#shop/services.ts";
import { passwordMessages } from "./password-rules.ts";
import { checkPassword } from "./password.server.ts";

const { name, email, phone } = deliveryFields;
const withPhone = z.object({ name, email, phone: phone as z.ZodType<string | null> });
const withoutPhone = z.object({ name, email, phone: z.any().transform(() => null) });

const confirmWithinSeconds = 24 * 60 * 60;
const maxLettersPerDay = 5;
const tooManyLetters = "We have sent you too many confirmation e-mails today. Please try again tomorrow.";

export interface Profile {
  name: string;
  email: string;
  /** `+91` and ten digits; null if empty. */
  phone: string | null;
}

/** The updated reader, and whether a new e-mail address has to be confirmed. */
export type SavedProfile = { ok: true; reader: Reader; isEmailAsked: boolean } | { ok: false; errors: FieldErrors };

/** Reads the personal information form; the phone number is optional. */
export function parseProfile(form: FormData) {
  const given = form.get("phone");
  const hasPhone = typeof given === "string" && given.trim() !== "";
  return readFields<Profile>(hasPhone ? withPhone : withoutPhone, form);
}

/**
 * Saves name and phone number at once. A new e-mail address requires the account password, if one is set, and takes
 * effect when its owner follows the link in the letter. The Google account used for sign-in stays the same.
 */
export async function saveProfile(
  { db, now }: Services,
  reader: Reader,
  input: Profile,
  password: string,
): Promise<SavedProfile> {
  const isNewEmail = input.email.toLowerCase() !== reader.email?.toLowerCase();
  if (isNewEmail) {
    const checked = await checkPassword(db, reader.id, password);
    if (!checked.ok) return { ok: false, errors: { password: passwordMessages[checked.reason] } };
  }
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`select from readers where id = ${reader.id} for no key update`);
    if (isNewEmail && !(await askNewAddress(tx, reader.id, input.email, now())))
      return { ok: false, errors: { email: tooManyLetters } };
    const { name, phone } = input;
    await tx.execute(sql`update readers set name = ${name}, phone = ${phone} where id = ${reader.id}`);
    return { ok: true, reader: { ...reader, name, phone }, isEmailAsked: isNewEmail };
  });
}

/**
 * Enqueues the letter that confirms a new address; false if there were too many. The caller has locked the reader's
 * row, so that parallel requests cannot exceed the limit.
 */
async function askNewAddress(tx: Db, readerId: number, email: string, now: Date): Promise<boolean> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from outbox
    where kind = 'confirm-email' and ${isToReader(readerId)} and created_at > ${at} - interval '1 day'`);
  if (oneRow(rows).count >= maxLettersPerDay || !(await isWithinMailLimit(tx, email, "confirm-email", now)))
    return false;
  const id = randomUUID();
  await tx.execute(sql`
    insert into email_changes (reader_id, id, email, created_at) values (${readerId}, ${id}, ${email}, ${at})
    on conflict (reader_id) do update set id = excluded.id, email = excluded.email, created_at = excluded.created_at`);
  const facts = { changeId: id };
  await enqueueLetter(tx, {
    kind: "confirm-email",
    readerId,
    to: email,
    subjectKey: id,
    facts,
  });
  return true;
}

/** The address that is still to be confirmed; null if there is none, or it has expired. */
export async function findNewEmail(db: Db, readerId: number, now: Date): Promise<string | null> {
  const { rows } = await db.execute<{ email: string }>(
    sql`select email from email_changes where reader_id = ${readerId} and ${isOpen(now)}`,
  );
  return rows[0]?.email ?? null;
}

/** The new address of this change; null if the change has expired, was replaced or belongs to another reader. */
export async function findNewEmailOf(db: Db, readerId: number, changeId: string, now: Date): Promise<string | null> {
  const { rows } = await db.execute<{ email: string }>(
    sql`select email from email_changes where reader_id = ${readerId} and id = ${changeId} and ${isOpen(now)}`,
  );
  return rows[0]?.email ?? null;
}

export async function dropNewEmail(db: Db, readerId: number): Promise<void> {
  await db.execute(sql`delete from email_changes where reader_id = ${readerId}`);
}

/**
 * Makes the new address the reader's own; null if the change has expired, was replaced or belongs to another reader.
 */
export async function confirmNewEmail({ db, now }: Services, reader: Reader, changeId: string): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    const { rows: readers } = await tx.execute<{ name: string; email: string | null }>(
      sql`select name, email from readers where id = ${reader.id} for no key update`,
    );
    const { rows } = await tx.execute<{ email: string }>(sql`
      delete from email_changes where reader_id = ${reader.id} and id = ${changeId} and ${isOpen(now())} returning email`);
    const email = rows[0]?.email;
    if (!email) return null;
    await tx.execute(sql`update readers set email = ${email} where id = ${reader.id}`);
    const { name, email: former } = oneRow(readers);
    if (former) {
      const letter = {
        readerId: reader.id,
        to: former,
        subjectKey: changeId,
        facts: { readerName: name },
      };
      await enqueueLetter(tx, { kind: "email-changed", ...letter });
    }
    return email;
  });
}

function isOpen(now: Date) {
  const since = new Date(now.getTime() - confirmWithinSeconds * 1000);
  return sql`created_at > ${since.toISOString()}::timestamptz`;
}
