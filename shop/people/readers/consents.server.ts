import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { consentPurposes, type ConsentPurpose } from "./consent-purposes.ts";

/** A consent given or withdrawn by a reader. */
export interface ConsentEntry {
  purpose: ConsentPurpose;
  isGiven: boolean;
  at: string;
}

/** Stores a reader's consent or its withdrawal, with the wording shown; does nothing if the state is unchanged. */
export async function recordConsent(
  db: Db,
  readerId: number,
  purpose: ConsentPurpose,
  isGiven: boolean,
): Promise<void> {
  if ((await hasConsent(db, readerId, purpose)) === isGiven) return;
  await db.execute(sql`
    insert into consents (reader_id, purpose, is_given, wording)
    values (${readerId}, ${purpose}, ${isGiven}, ${consentPurposes[purpose].wording})`);
}

/** Whether the reader's latest entry for a purpose is a consent. */
export async function hasConsent(db: Db, readerId: number, purpose: ConsentPurpose): Promise<boolean> {
  const { rows } = await db.execute<{ isGiven: boolean }>(sql`
    select is_given from consents where reader_id = ${readerId} and purpose = ${purpose} order by id desc limit 1`);
  return rows[0]?.isGiven ?? false;
}

/** All entries of a reader, newest first. */
export async function listConsents(db: Db, readerId: number): Promise<ConsentEntry[]> {
  const { rows } = await db.execute<{ found: ConsentEntry }>(sql`
    select json_build_object('purpose', purpose, 'isGiven', is_given, 'at', created_at) as found
    from consents where reader_id = ${readerId} order by id desc`);
  return rows.map((row) => row.found);
}
