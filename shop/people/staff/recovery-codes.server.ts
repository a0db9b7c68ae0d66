/** Codes with which a member of staff signs in once each when the passkey is lost. */
import { randomInt } from "node:crypto";

import { sql } from "#db/sql.ts";
import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { hashSecret } from "#shop/kernel/security/secret.server.ts";

const codesAtOnce = 8;
/** Crockford's base32: no I, L, O and U, which are mistaken for others. 16 of them are 80 random bits. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const codeLength = 16;

/** A new code, such as `7K2M-9QX4-TBWC-0E5H`. */
function newCode(): string {
  const letters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]!).join("");
  return letters.match(/.{4}/g)!.join("-");
}

/** A typed code without separators, with the letters that Crockford's base32 reads as digits replaced. */
function hashOfCode(typed: string): Buffer {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  return hashSecret(`recovery code ${letters}`);
}

/** Makes new codes for a member of staff and returns them; the ones from before stop working. */
export async function makeRecoveryCodes(tx: Db, staffId: number, at: Date): Promise<string[]> {
  const codes = Array.from({ length: codesAtOnce }, newCode);
  await tx.execute(sql`delete from staff_recovery_codes where staff_id = ${staffId}`);
  await tx.execute(sql`
    insert into staff_recovery_codes (code_hash, staff_id, created_at)
    select hash, ${staffId}, ${at.toISOString()}::timestamptz from unnest(${codes.map(hashOfCode)}::bytea[]) as made (hash)`);
  return codes;
}

/** Uses up a code of this member of staff; false if it is unknown or used. */
export async function useRecoveryCode(tx: Db, staffId: number, typed: string, at: Date): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update staff_recovery_codes set used_at = ${at.toISOString()}::timestamptz
    where code_hash = ${hashOfCode(typed)} and staff_id = ${staffId} and used_at is null`);
  return rowCount > 0;
}

/** The member of staff whose unused code this is; null if there is none. */
export async function findCodeOwner(tx: Db, typed: string): Promise<number | null> {
  const { rows } = await tx.execute<{ staffId: string }>(sql`
    select staff_id from staff_recovery_codes where code_hash = ${hashOfCode(typed)} and used_at is null`);
  return rows[0] ? Number(rows[0].staffId) : null;
}

/** The number of codes that can still be used. */
export async function countRecoveryCodes(db: Db, staffId: number): Promise<number> {
  const { rows } = await db.execute<{ left: number }>(sql`
    select count(*)::int as left from staff_recovery_codes where staff_id = ${staffId} and used_at is null`);
  return oneRow(rows).left;
}

/** Deletes the codes of a member of staff. */
export async function deleteRecoveryCodes(tx: Db, staffId: number): Promise<void> {
  await tx.execute(sql`delete from staff_recovery_codes where staff_id = ${staffId}`);
}
