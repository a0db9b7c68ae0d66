/** Lists the staff, owners and open invitations, changes roles and removes staff. */

import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { lockStaff } from "./invitations.server.ts";
import type { Role } from "./roles.ts";
import { endStaffSessions, idleSeconds, absoluteSeconds, type StaffMember } from "./sessions.server.ts";

/** A staff member with sessions and passkeys; all times are ISO. */
export interface StaffRow extends StaffMember {
  joinedAt: string;
  sessions: { id: string; device: string; signedInAt: string; seenAt: string }[];
  passkeys: { id: string; name: string; addedAt: string; usedAt: string | null }[];
}

/** An invitation that was not yet accepted. */
export interface OpenInvitation {
  id: number;
  address: string;
  role: Role;
  expiresAt: string;
  /** The state of its letter: `tried` failed and is retried, `failed` is given up. Null without a letter. */
  letter: "waits" | "tried" | "sent" | "failed" | null;
}

/** All current staff, owners first, then by name. */
export async function listStaff(db: Db, now: Date): Promise<StaffRow[]> {
  const since = (seconds: number) => sql`${new Date(now.getTime() - seconds * 1000).toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ found: StaffRow }>(sql`
    select json_build_object('id', s.id, 'name', s.name, 'address', s.address, 'role', s.role, 'joinedAt', s.joined_at,
      'sessions', (select coalesce(json_agg(json_build_object('id', x.id, 'device', x.device, 'signedInAt', x.created_at,
          'seenAt', x.seen_at) order by x.seen_at desc), '[]') from staff_sessions x
        where x.staff_id = s.id and x.seen_at > ${since(idleSeconds)} and x.created_at > ${since(absoluteSeconds)}),
      'passkeys', (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'addedAt', p.created_at,
          'usedAt', p.used_at) order by p.created_at), '[]') from staff_passkeys p where p.staff_id = s.id)) as found
    from staff s where s.removed_at is null order by s.role <> 'owner', s.name, s.id`);
  return rows.map((row) => row.found);
}

/** Whether a reader is also a staff member, by the same Google account. */
export async function isStaffReader(db: Db, readerId: number): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from readers r join staff s on s.issuer = r.issuer and s.sub = r.sub
    where r.id = ${readerId} and s.removed_at is null`);
  return rowCount > 0;
}

/** The owners, with the addresses for their letters. */
export async function listOwners(db: Db): Promise<{ id: number; address: string }[]> {
  const { rows } = await db.execute<{ id: string; address: string }>(sql`
    select id, address from staff where role = 'owner' and removed_at is null order by id`);
  return rows.map(({ id, address }) => ({ id: Number(id), address }));
}

/** Open invitations, first to expire first. */
export async function listInvitations(db: Db, now: Date): Promise<OpenInvitation[]> {
  const { rows } = await db.execute<{ found: OpenInvitation }>(sql`
    select json_build_object('id', i.id, 'address', i.address, 'role', i.role, 'expiresAt', i.expires_at,
      'letter', case when b.state = 'dead' then 'failed' when b.state = 'sent' then 'sent'
        when b.last_error <> '' then 'tried' when b.state = 'due' then 'waits' end) as found
    from staff_invitations i
      left join outbox b on b.kind = 'staff-invitation' and b.order_id is null and b.subject_key = i.id::text
    where i.address is not null and i.used_at is null and i.withdrawn_at is null
      and i.expires_at > ${now.toISOString()}::timestamptz order by i.expires_at`);
  return rows.map((row) => row.found);
}

/** The staff member with this id or address; null if there is none or they were removed. */
export async function findStaffMember(db: Db, key: { id: number } | { address: string }): Promise<StaffMember | null> {
  const { rows } = await db.execute<{ found: StaffMember }>(sql`
    select json_build_object('id', id, 'name', name, 'address', address, 'role', role) as found from staff
    where removed_at is null and ${"id" in key ? sql`id = ${key.id}` : sql`lower(address) = lower(${key.address})`}
    order by id limit 1`);
  return rows[0]?.found ?? null;
}

/** Why a role cannot be changed or a staff member cannot be removed. */
export type StaffChangeError = "gone" | "last-owner";
export type StaffChange =
  | { ok: true; before: StaffMember; isChanged: boolean }
  | { ok: false; trouble: StaffChangeError };

/**
 * Changes a role, ends the member's sessions and withdraws the invitations they sent. The last owner keeps the role.
 */
export async function changeRole(tx: Db, id: number, role: Role, at: Date): Promise<StaffChange> {
  await lockStaff(tx);
  const before = await findStaffMember(tx, { id });
  if (!before) return { ok: false, trouble: "gone" };
  if (before.role === role) return { ok: true, before, isChanged: false };
  if (before.role === "owner" && (await countOwners(tx)) === 1) return { ok: false, trouble: "last-owner" };
  await tx.execute(sql`update staff set role = ${role} where id = ${id}`);
  await endStaffSessions(tx, id);
  await withdrawInvitationsBy(tx, id, at);
  return { ok: true, before, isChanged: true };
}

/**
 * Removes a staff member with their sessions, passkeys and the invitations they sent; the name is kept for the audit
 * log. The last owner cannot be removed.
 */
export async function removeStaff(tx: Db, id: number, at: Date): Promise<StaffChange> {
  await lockStaff(tx);
  const before = await findStaffMember(tx, { id });
  if (!before) return { ok: false, trouble: "gone" };
  if (before.role === "owner" && (await countOwners(tx)) === 1) return { ok: false, trouble: "last-owner" };
  await tx.execute(sql`update staff set removed_at = ${at.toISOString()}::timestamptz where id = ${id}`);
  await tx.execute(sql`delete from staff_passkeys where staff_id = ${id}`);
  await endStaffSessions(tx, id);
  await withdrawInvitationsBy(tx, id, at);
  return { ok: true, before, isChanged: true };
}

/** Withdraws the open invitations of a sender who was removed or whose role changed. */
async function withdrawInvitationsBy(tx: Db, id: number, at: Date): Promise<void> {
  await tx.execute(sql`
    update staff_invitations set withdrawn_at = ${at.toISOString()}::timestamptz
    where invited_by = ${id} and used_at is null and withdrawn_at is null`);
}

async function countOwners(tx: Db): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from staff where role = 'owner' and removed_at is null`,
  );
  return oneRow(rows).count;
}

/** The names of all current and former staff, as a filter of the audit log. */
export async function listAllStaff(db: Db): Promise<{ id: number; name: string }[]> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`select id, name from staff order by name, id`);
  return rows.map(({ id, name }) => ({ id: Number(id), name }));
}
