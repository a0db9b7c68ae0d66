/** Signs staff in at the desk with Google, and accepts invitations; refused attempts are written to the audit log. */

import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { describeSignInError, type Google } from "#shop/people/readers/google.server.ts";
import type { Identity } from "#shop/people/readers/reader.ts";
import { writeAuditLog, type Entry } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import { hashSecret, newSecret } from "#shop/kernel/security/secret.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { findInvitation, hasOwner, lockStaff, removeAbandonedOwners, type Invitation } from "./invitations.server.ts";
import { deleteRecoveryCodes } from "./recovery-codes.server.ts";
import { oneOf, type Role } from "./roles.ts";
import { beginStaffSession, endStaffSessions } from "./sessions.server.ts";
import type { StaffSignInError } from "./sign-in-messages.ts";

/** Seconds until an attempt expires, by the database's clock, because another process may have started it. */
export const signInSeconds = 10 * 60;

/** The database, the clock, and the desk's own client of Google. */
export type SignInServices = DbAndClock & { google: Google };

/** A sign-in with which an owner tries credentials of Google that are not in use yet. */
export interface SignInTrial {
  /** The client with these credentials; null if they were discarded meanwhile. */
  google: () => Promise<Google | null>;
  /** Puts the credentials into use; false if they were replaced meanwhile. */
  adopt: (tx: Db) => Promise<boolean>;
}

/**
 * Starts a sign-in. `trialBy` is the owner who tries credentials with it. Returns the address to redirect the browser
 * to, or null if Google cannot be reached.
 */
export async function startStaffSignIn(
  { db, google, now }: SignInServices,
  {
    browser,
    invitation,
    next,
    trialBy = null,
  }: { browser: string; invitation: string | null; next: string; trialBy?: number | null },
): Promise<string | null> {
  const secrets = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() };
  let url: URL;
  try {
    // Always show Google's choice of accounts, because the account decides what the desk shows.
    url = await google.authorizationUrl(secrets, true);
  } catch (error) {
    console.error("Google cannot be reached; sign-in at the desk fails:", describeSignInError(error));
    return null;
  }
  const invited = invitation === null ? null : await findInvitation(db, { secret: invitation }, now());
  await db.execute(sql`
    insert into staff_sign_ins
      (state_hash, browser_hash, nonce, code_verifier, invitation_id, next_path, trial_by, created_at)
    values (${hashSecret(secrets.state)}, ${hashSecret(browser)}, ${secrets.nonce}, ${secrets.codeVerifier},
      ${invited?.id ?? null}, ${next}, ${trialBy}, now())`);
  return url.href;
}

/** `token` is null after a trial: the session of the owner goes on. */
export type StaffSignIn =
  | { ok: true; token: string | null; next: string }
  | { ok: false; trouble: StaffSignInError; isTrial?: boolean };

/**
 * Finishes a sign-in on return from Google. Each attempt works once, for ten minutes, in the browser that started it.
 */
export async function finishStaffSignIn(
  services: SignInServices,
  { query, browser, device, trial }: { query: string; browser: string | null; device: string; trial?: SignInTrial },
): Promise<StaffSignIn> {
  const { db, now } = services;
  const state = new URLSearchParams(query).get("state");
  if (!state || !browser) return { ok: false, trouble: "expired" };
  const { rows } = await db.execute<{
    nonce: string;
    codeVerifier: string;
    invitationId: string | null;
    next: string;
    trialBy: string | null;
  }>(sql`
    update staff_sign_ins set taken_at = now()
    where state_hash = ${hashSecret(state)} and browser_hash = ${hashSecret(browser)} and taken_at is null
      and created_at > now() - make_interval(secs => ${signInSeconds})
    returning nonce, code_verifier, invitation_id, next_path as next, trial_by`);
  const attempt = rows[0];
  if (!attempt) return { ok: false, trouble: "expired" };
  const { nonce, codeVerifier, invitationId, next } = attempt;
  const trialBy = attempt.trialBy === null ? null : Number(attempt.trialBy);
  const google = trialBy === null ? services.google : ((await trial?.google()) ?? null);
  const isTrial = trialBy !== null;
  if (!google) return { ok: false, trouble: "expired", isTrial };
  const answer = await google.readIdentity(query, { state, nonce, codeVerifier });
  if (!answer.ok) return { ok: false, trouble: answer.reason === "untrusted" ? "expired" : answer.reason, isTrial };
  return inTransaction(db, async (tx): Promise<StaffSignIn> => {
    const at = now();
    const admitted =
      trialBy !== null
        ? await finishTrial(tx, trialBy, answer.identity, trial!)
        : invitationId === null
          ? await findStaff(tx, answer.identity)
          : await acceptInvitation(tx, Number(invitationId), answer.identity, at);
    if (!admitted.ok) {
      await logRefusal(tx, admitted, invitationId, at);
      return { ok: false, trouble: admitted.trouble, isTrial };
    }
    const token = trialBy === null ? await beginStaffSession(tx, admitted.staffId, device, at) : null;
    await writeAuditLog(tx, { actor: "staff", staffId: admitted.staffId }, at, admitted.entry);
    return { ok: true, token, next };
  });
}

type Trouble = Exclude<StaffSignInError, "expired" | "cancelled" | "failed" | "unreachable" | "busy" | "ended">;
export type Admission =
  | { ok: true; staffId: number; entry: Entry }
  | { ok: false; trouble: Trouble; staffId: number | null };

/** The entries of the audit log for refused sign-ins. They do not name the Google account. */
const refusals: Record<Trouble, string> = {
  "not-staff": "Refused a sign-in with a Google account that is not a staff member’s.",
  "unknown-passkey": "An unknown passkey, or one that does not suffice alone, was used to sign in, and was refused.",
  "unknown-code": "A wrong recovery code was used to sign in, and was refused.",
  unverified: "A Google account without a verified address tried to accept an invitation, and was refused.",
  "invitation-used": "An invitation was opened that had been accepted before, and was refused.",
  "invitation-late": "An invitation was opened too late, and was refused.",
  "invitation-withdrawn": "An invitation was opened that had been withdrawn, and was refused.",
  "invitation-of-another":
    "Another Google account than the invited one tried to accept an invitation, and was refused.",
  "already-staff": "An invitation was opened by somebody who is staff already, and was refused.",
  "trial-of-another":
    "Google’s new credentials were tried with the account of another staff member, and were not used.",
  "has-owner": "The link for the first owner was opened after there was one, and was refused.",
};

/** Refusals that anybody can cause, without an account of Google or an invitation. */
const causedByAnybody: readonly Trouble[] = ["unknown-passkey", "unknown-code"];

/** Writes a refused sign-in to the audit log; one that anybody can cause is written once an hour. */
export async function logRefusal(
  tx: Db,
  { trouble, staffId }: Extract<Admission, { ok: false }>,
  invitationId: string | null,
  at: Date,
): Promise<void> {
  const entry = {
    action: "staff.refused",
    words: refusals[trouble],
    subject: invitationId === null ? "" : `invitation ${invitationId}`,
  };
  if (causedByAnybody.includes(trouble)) {
    // A parallel request waits, and then finds this entry.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`refusals ${trouble}`}, 0))`);
    if (await wasLoggedThisHour(tx, entry, at)) return;
  }
  await writeAuditLog(tx, staffId === null ? { actor: "shop" } : { actor: "staff", staffId }, at, entry);
}

/** Whether the audit log has this entry, by anybody, in the hour before `at`. */
async function wasLoggedThisHour(
  tx: Db,
  { action, words, subject }: { action: string; words: string; subject: string },
  at: Date,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    select from desk_record
    where split_part(action, '.', 1) = split_part(${action}, '.', 1) and action = ${action} and words = ${words}
      and subject = ${subject} and at > ${at.toISOString()}::timestamptz - interval '1 hour' limit 1`);
  return rowCount > 0;
}

/** Puts tried credentials into use. From then on the owner signs in with the Google account of the trial. */
async function finishTrial(tx: Db, ownerId: number, identity: Identity, trial: SignInTrial): Promise<Admission> {
  await lockStaff(tx);
  const refuse = (trouble: Trouble): Admission => ({ ok: false, trouble, staffId: ownerId });
  if (identity.email === null) return refuse("unverified");
  const { rows } = await tx.execute(sql`
    select from staff where issuer = ${identity.issuer} and sub = ${identity.sub} and id <> ${ownerId}`);
  if (rows.length > 0) return refuse("trial-of-another");
  const { rowCount } = await tx.execute(sql`
    update staff set issuer = ${identity.issuer}, sub = ${identity.sub}, address = ${identity.email}
    where id = ${ownerId} and role = 'owner' and removed_at is null`);
  if (rowCount === 0 || !(await trial.adopt(tx))) return refuse("not-staff");
  return {
    ok: true,
    staffId: ownerId,
    entry: {
      action: "credentials.use",
      words: "Tried the new credentials of Google by signing in; they are in use now.",
      subject: "credentials of sign-in",
    },
  };
}

async function findStaff(tx: Db, identity: Identity): Promise<Admission> {
  const known = await knownStaff(tx, identity);
  if (known === null) return { ok: false, trouble: "not-staff", staffId: null };
  return { ok: true, staffId: known, entry: { action: "staff.sign-in", words: "Signed in with Google." } };
}

async function knownStaff(tx: Db, { issuer, sub }: Identity): Promise<number | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from staff where issuer = ${issuer} and sub = ${sub} and removed_at is null for share`);
  return rows[0] ? Number(rows[0].id) : null;
}

/**
 * The invitation of a link, or null. Opening a used, expired or withdrawn one is written to the audit log once an hour.
 */
export async function openInvitation({ db, now }: DbAndClock, secret: string): Promise<Invitation | null> {
  const at = now();
  const found = await findInvitation(db, { secret }, at);
  if (!found?.trouble) return found;
  const subject = `invitation ${found.id}`;
  const entry = { action: "staff.refused", words: refusals[`invitation-${found.trouble}`], subject };
  await inTransaction(db, async (tx) => {
    // Locks the row, so that a parallel request waits and then finds this entry.
    await findInvitation(tx, { secret }, at, { forUpdate: true });
    if (!(await wasLoggedThisHour(tx, entry, at))) await writeAuditLog(tx, { actor: "shop" }, at, entry);
  });
  return found;
}

/** Accepts an invitation, once, for its verified address only; the first owner's link works for any verified one. */
export async function acceptInvitation(tx: Db, id: number, identity: Identity, at: Date): Promise<Admission> {
  await lockStaff(tx);
  const staffId = await knownStaff(tx, identity);
  const invitation = (await findInvitation(tx, { id }, at, { forUpdate: true }))!;
  const refuse = (trouble: Trouble): Admission => ({ ok: false, trouble, staffId });
  if (invitation.trouble) return refuse(`invitation-${invitation.trouble}`);
  const address = identity.email;
  if (address === null) return refuse("unverified");
  if (invitation.address === null && (await hasOwner(tx))) return refuse("has-owner");
  if (invitation.address !== null && invitation.address.toLowerCase() !== address.toLowerCase())
    return refuse("invitation-of-another");
  // Invitations do not change roles; only owners do. Otherwise the last owner could lose the role by an invitation.
  if (invitation.address !== null && staffId !== null) return refuse("already-staff");
  if (invitation.address === null) await removeAbandonedOwners(tx, at);
  const { role } = invitation;
  const { before, staffId: joined } = await keepStaff(tx, identity, address, role, at);
  await tx.execute(sql`
    update staff_invitations set used_at = ${at.toISOString()}::timestamptz, used_by = ${joined} where id = ${id}`);
  return {
    ok: true,
    staffId: joined,
    entry: {
      action: "staff.join",
      words: `${identity.name} accepted an invitation and is ${oneOf(role)} now.`,
      subject: `staff ${joined}`,
      before: before === null ? undefined : { role: before },
      after: { role, address },
    },
  };
}

/** Returning staff keep their id; their sessions end, and passkeys from before they were removed are deleted. */
async function keepStaff(tx: Db, { issuer, sub, name }: Identity, address: string, role: Role, at: Date) {
  const { rows: known } = await tx.execute<{ id: string; role: Role; isGone: boolean }>(sql`
    select id, role, removed_at is not null as is_gone from staff where issuer = ${issuer} and sub = ${sub} for update`);
  const former = known[0];
  if (former) {
    const staffId = Number(former.id);
    await endStaffSessions(tx, staffId);
    if (former.isGone) {
      await tx.execute(sql`delete from staff_passkeys where staff_id = ${staffId}`);
      await deleteRecoveryCodes(tx, staffId);
    }
    await tx.execute(sql`
      update staff set role = ${role}, name = ${name}, address = ${address}, removed_at = null where id = ${staffId}`);
    return { staffId, before: former.isGone ? null : former.role };
  }
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into staff (issuer, sub, name, address, role, joined_at)
    values (${issuer}, ${sub}, ${name}, ${address}, ${role}, ${at.toISOString()}::timestamptz) returning id`);
  return { staffId: Number(oneRow(rows).id), before: null };
}
