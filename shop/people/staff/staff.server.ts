import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { holdStaff } from "./invitations.server.ts";
import type { Role } from "./roles.ts";
import { endStaffSessions, idleSeconds, absoluteSeconds, type StaffMember } from "./sessions.server.ts";

/** Somebody of the staff with where they are signed in and their passkeys; all times are ISO. */
export interface StaffRow extends StaffMember {
  joinedAt: string;
  sessions: { id: string; device: string; signedInAt: string; seenAt: string }[];
  passkeys: { id: string; name: string; addedAt: string; usedAt: string | null }[];
}

/** An invitation that waits for its answer. */
export interface OpenInvitation {
  id: number;
  address: string;
  role: Role;
  expiresAt: string;
  /** How its letter stands: `tried` was not taken at first and is tried again, `failed` is given up. Null when it had none. */
  letter: "waits" | "tried" | "sent" | "failed" | null;
}

/** Everybody of the staff, owners first, then by name. */
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

/** Whether a reader of the shop works at the desk, by the same account of Google. */
export async function isStaffReader(db: Db, readerId: number): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from readers r join staff s on s.issuer = r.issuer and s.sub = r.sub
    where r.id = ${readerId} and s.removed_at is null`);
  return rowCount > 0;
}

/** The owners, with the address that each one's letters go to. */
export async function listOwners(db: Db): Promise<{ id: number; address: string }[]> {
  const { rows } = await db.execute<{ id: string; address: string }>(sql`
    select id, address from staff where role = 'owner' and removed_at is null order by id`);
  return rows.map(({ id, address }) => ({ id: Number(id), address }));
}

/** Invitations that wait, the one that ends first first. */
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

/** The one of the staff with this number, or this address; null when they are not staff, or not any more. */
export async function findStaffMember(db: Db, key: { id: number } | { address: string }): Promise<StaffMember | null> {
  const { rows } = await db.execute<{ found: StaffMember }>(sql`
    select json_build_object('id', id, 'name', name, 'address', address, 'role', role) as found from staff
    where removed_at is null and ${"id" in key ? sql`id = ${key.id}` : sql`lower(address) = lower(${key.address})`}
    order by id limit 1`);
  return rows[0]?.found ?? null;
}

/** What stands in the way of changing somebody's role or removing them. */
export type StaffChangeTrouble = "gone" | "last-owner";
export type StaffChange =
  | { ok: true; before: StaffMember; isChanged: boolean }
  | { ok: false; trouble: StaffChangeTrouble };

/** Gives somebody another role; they are signed out everywhere, and their invitations end. The last owner stays. */
export async function changeRole(tx: Db, id: number, role: Role, at: Date): Promise<StaffChange> {
  await holdStaff(tx);
  const before = await findStaffMember(tx, { id });
  if (!before) return { ok: false, trouble: "gone" };
  if (before.role === role) return { ok: true, before, isChanged: false };
  if (before.role === "owner" && (await countOwners(tx)) === 1) return { ok: false, trouble: "last-owner" };
  await tx.execute(sql`update staff set role = ${role} where id = ${id}`);
  await endStaffSessions(tx, id);
  await withdrawInvitationsBy(tx, id, at);
  return { ok: true, before, isChanged: true };
}

/** Ends somebody's work at the desk, every session and every invitation of theirs; the record keeps their name. The last owner stays. */
export async function removeStaff(tx: Db, id: number, at: Date): Promise<StaffChange> {
  await holdStaff(tx);
  const before = await findStaffMember(tx, { id });
  if (!before) return { ok: false, trouble: "gone" };
  if (before.role === "owner" && (await countOwners(tx)) === 1) return { ok: false, trouble: "last-owner" };
  await tx.execute(sql`update staff set removed_at = ${at.toISOString()}::timestamptz where id = ${id}`);
  await tx.execute(sql`delete from staff_passkeys where staff_id = ${id}`);
  await endStaffSessions(tx, id);
  await withdrawInvitationsBy(tx, id, at);
  return { ok: true, before, isChanged: true };
}

/** Nobody comes in on the word of somebody who is gone, or is no owner any more. */
async function withdrawInvitationsBy(tx: Db, id: number, at: Date): Promise<void> {
  await tx.execute(sql`
    update staff_invitations set withdrawn_at = ${at.toISOString()}::timestamptz
    where invited_by = ${id} and used_at is null and withdrawn_at is null`);
}

async function countOwners(tx: Db): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from staff where role = 'owner' and removed_at is null`,
  );
  return rows[0]!.count;
}

/** The names of everybody who works or has worked here, for choosing whose lines of the record to see. */
export async function listEverybody(db: Db): Promise<{ id: number; name: string }[]> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`select id, name from staff order by name, id`);
  return rows.map(({ id, name }) => ({ id: Number(id), name }));
}
