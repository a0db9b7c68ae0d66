import { randomBytes } from "node:crypto";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { hashSecret, newSecret } from "#shop/kernel/security/secret.server.ts";
import type { Role } from "#shop/people/staff/roles.ts";

interface Records {
  db: Db;
}

/** Inserts a member of staff without an invitation; returns the id. */
export async function addStaff(
  { db }: Records,
  role: Role,
  name = `${role}-${randomBytes(4).toString("hex")}`,
): Promise<number> {
  const address = `${name.replaceAll(" ", ".")}@example.com`;
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into staff (issuer, sub, name, address, role, joined_at)
    values ('https://google.test', ${name}, ${name}, ${address}, ${role}, now()) returning id`);
  return Number(rows[0]!.id);
}

/** Inserts a passkey for which no authenticator exists. */
export async function addPasskeyRow({ db }: Records, staffId: number): Promise<void> {
  await db.execute(sql`
    insert into staff_passkeys (id, staff_id, public_key, counter, transports, name, created_at)
    values (${newSecret()}, ${staffId}, '\\x00', 0, '{}', 'A key', now())`);
}

/** Inserts a session whose passkey check was `passkeyMinutes` ago (null for none); returns the token of its cookie. */
export async function addStaffSession(
  { db }: Records,
  staffId: number,
  { passkeyMinutes = 0 as number | null } = {},
): Promise<string> {
  const token = newSecret();
  await db.execute(sql`
    insert into staff_sessions (id, token_hash, staff_id, device, created_at, seen_at, passkey_at)
    values (${randomBytes(12).toString("base64url")}, ${hashSecret(token)}, ${staffId}, 'Chrome on Linux', now(), now(),
      now() - ${passkeyMinutes === null ? null : `${passkeyMinutes} minutes`}::interval)`);
  return token;
}
