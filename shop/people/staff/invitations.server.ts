/**
 * Invitations to the staff: the link for the first owner, invitations by letter, and the invitation that belongs to a
 * link.
 */

import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { oneRow } from "#db/one-row.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import { writeAuditLog, type LoggedActor } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import { hashSecret, newSecret } from "#shop/kernel/security/secret.server.ts";
import { sign } from "#shop/kernel/security/signature.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import type { Role } from "./roles.ts";

/** How long the link for the first owner is valid, in milliseconds. */
const ownerLinkMs = 30 * 60 * 1000;
/** How long an invitation is valid, in milliseconds. */
const invitationMs = 7 * 24 * 60 * 60 * 1000;

/** Serialises changes of the staff, so that two of them cannot remove the last two owners. */
const staffLock = 7_301_051;

/** Takes the lock on changes of the staff, until the transaction ends. */
export async function lockStaff(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${staffLock})`);
}

/** The issuer of a member of staff who has only a passkey, and has never signed in with Google. */
export const passkeyIssuer = "passkey";

/** Whether a row `s` of `staff` can sign in: one who has only passkeys needs one of them. */
const canSignIn = sql`(s.issuer <> ${passkeyIssuer} or exists (select from staff_passkeys p where p.staff_id = s.id))`;

/** Whether the desk has an owner who can sign in. */
export async function hasOwner(db: Db): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`select from staff s where s.role = 'owner' and s.removed_at is null and ${canSignIn} limit 1`,
  );
  return rowCount > 0;
}

/** Removes owners who cannot sign in, such as one who accepted the first invitation and never made a passkey. */
export async function removeAbandonedOwners(tx: Db, at: Date): Promise<void> {
  await tx.execute(sql`
    with removed as (
      update staff s set removed_at = ${at.toISOString()}::timestamptz
      where s.role = 'owner' and s.removed_at is null and not ${canSignIn} returning s.id)
    delete from staff_sessions where staff_id in (select id from removed)`);
}

/**
 * Returns the secret of a link with which one person becomes the desk's owner by signing in: once, within 30 minutes.
 * Null if there is an owner. Replaces an older link.
 */
export function inviteFirstOwner({ db, now }: DbAndClock, by: LoggedActor): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    await lockStaff(tx);
    if (await hasOwner(tx)) return null;
    const at = now();
    const secret = newSecret();
    await insertInvitation(tx, {
      id: await nextInvitationId(tx),
      secret,
      address: null,
      role: "owner",
      invitedBy: null,
      at,
      lastsMs: ownerLinkMs,
    });
    await writeAuditLog(tx, by, at, {
      action: "staff.invite-owner",
      words: "A link for the desk’s first owner was made. It works for 30 minutes.",
    });
    return secret;
  });
}

/**
 * Invites an address for a week, by a letter with the link, and returns the link's secret. Replaces an open invitation
 * of the address.
 */
export async function insertStaffInvitation(
  tx: Db,
  linkKey: string,
  { address, role, invitedBy, at }: { address: string; role: Role; invitedBy: number | null; at: Date },
): Promise<string> {
  const id = await nextInvitationId(tx);
  const secret = invitationSecret(linkKey, id);
  await insertInvitation(tx, { id, secret, address, role, invitedBy, at, lastsMs: invitationMs });
  await enqueueLetter(tx, { kind: "staff-invitation", to: address, subjectKey: id, facts: { invitationId: id } });
  return secret;
}

/**
 * The secret of an invitation: a signature, so it can be computed again and is stored neither in the outbox nor in an
 * answer to a form.
 */
export function invitationSecret(linkKey: string, id: string): string {
  return sign(linkKey, `invitation of staff ${id}`);
}

async function nextInvitationId(tx: Db): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select nextval(pg_get_serial_sequence('staff_invitations', 'id'))::text as id`);
  return oneRow(rows).id;
}

interface NewInvitation {
  id: string;
  secret: string;
  address: string | null;
  role: Role;
  invitedBy: number | null;
  at: Date;
  lastsMs: number;
}

async function insertInvitation(
  tx: Db,
  { id, secret, address, role, invitedBy, at, lastsMs }: NewInvitation,
): Promise<void> {
  const time = sql`${at.toISOString()}::timestamptz`;
  await tx.execute(sql`
    update staff_invitations set withdrawn_at = ${time}
    where lower(address) is not distinct from lower(${address}::text) and used_at is null and withdrawn_at is null`);
  await tx.execute(sql`
    insert into staff_invitations (id, secret_hash, address, role, invited_by, created_at, expires_at)
    overriding system value
    values (${id}, ${hashSecret(secret)}, ${address}, ${role}, ${invitedBy}, ${time},
      ${new Date(at.getTime() + lastsMs).toISOString()}::timestamptz)`);
}

/** The data for the letter of an invitation; null if the invitation is used, withdrawn or expired. */
export async function findInvitationLetter(
  { db, now, linkKey }: DbAndClock & { linkKey: string },
  id: string,
): Promise<{ secret: string; role: Role; invitedBy: string; expiresAt: string } | null> {
  const { rows } = await db.execute<{ found: { role: Role; invitedBy: string; expiresAt: string } }>(sql`
    select json_build_object('role', i.role, 'invitedBy', coalesce(s.name, ''), 'expiresAt', i.expires_at) as found
    from staff_invitations i left join staff s on s.id = i.invited_by
    where i.id = ${id}::bigint and i.used_at is null and i.withdrawn_at is null
      and i.expires_at > ${now().toISOString()}::timestamptz`);
  const found = rows[0]?.found;
  return found ? { ...found, secret: invitationSecret(linkKey, id) } : null;
}

/** Withdraws an invitation and returns its address; null if it is used, withdrawn or unknown. */
export async function withdrawInvitation(tx: Db, id: number, at: Date): Promise<string | null> {
  const { rows } = await tx.execute<{ address: string | null }>(sql`
    update staff_invitations set withdrawn_at = ${at.toISOString()}::timestamptz
    where id = ${id} and address is not null and used_at is null and withdrawn_at is null returning address`);
  return rows[0]?.address ?? null;
}

export type InvitationError = "unknown" | "used" | "late" | "withdrawn";

/** An invitation as the visitor with its link sees it. */
export interface Invitation {
  id: number;
  /** Null for the link of the first owner. */
  address: string | null;
  role: Role;
  trouble: Exclude<InvitationError, "unknown"> | null;
}

/** The invitation with this secret or id, or null. With `forUpdate` its row is locked until the transaction ends. */
export async function findInvitation(
  db: Db,
  key: { secret: string } | { id: number },
  now: Date,
  { forUpdate = false } = {},
): Promise<Invitation | null> {
  const { rows } = await db.execute<{
    id: string;
    address: string | null;
    role: Role;
    isUsed: boolean;
    isWithdrawn: boolean;
    isLate: boolean;
  }>(sql`
    select id, address, role, used_at is not null as is_used, withdrawn_at is not null as is_withdrawn,
      expires_at <= ${now.toISOString()}::timestamptz as is_late
    from staff_invitations
    where ${"secret" in key ? sql`secret_hash = ${hashSecret(key.secret)}` : sql`id = ${key.id}`}
    ${forUpdate ? sql`for update` : sql``}`);
  const found = rows[0];
  if (!found) return null;
  const { id, address, role, isUsed, isWithdrawn, isLate } = found;
  return {
    id: Number(id),
    address,
    role,
    trouble: isUsed ? "used" : isWithdrawn ? "withdrawn" : isLate ? "late" : null,
  };
}
