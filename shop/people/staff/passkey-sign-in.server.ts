/**
 * Sign-in at the desk by a passkey alone, for staff who have never signed in with Google, such as the owner of a new
 * shop. Others need Google too, even while its sign-in is not set up.
 */
import { sql } from "#db/sql.ts";
import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { writeAuditLog } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import { hashSecret, newSecret } from "#shop/kernel/security/secret.server.ts";
import { parseJson } from "#shop/kernel/text/parse-json.ts";
import type { Services } from "#shop/services.ts";
import { findInvitation, passkeyIssuer } from "./invitations.server.ts";
import { challengeSeconds, listPasskeys, notePasskeyUse } from "./passkeys.server.ts";
import { findCodeOwner, useRecoveryCode } from "./recovery-codes.server.ts";
import { beginStaffSession } from "./sessions.server.ts";
import type { StaffSignInError } from "./sign-in-messages.ts";
import { acceptInvitation, logRefusal, type Admission } from "./sign-in.server.ts";
import { askForPasskey, readShownPasskey, type RelyingParty } from "./verify-passkey.server.ts";

type SignInServices = Pick<Services, "db" | "now" | "settings">;

/** The token of the new session, or why there is none. */
export type PasskeySignIn = { ok: true; token: string } | { ok: false; trouble: StaffSignInError };

/** Whether Google's sign-in is not set up, so that the first owner joins with a passkey. */
export function isGoogleMissing({ settings }: Pick<Services, "settings">): boolean {
  return settings.missingServices.includes("sign-in");
}

/** Whether anybody may sign in by a passkey alone. */
export async function offersPasskeySignIn({ db }: Pick<Services, "db">): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`select from staff where issuer = ${passkeyIssuer} and removed_at is null limit 1`,
  );
  return rowCount > 0;
}

/** Makes the person with the link of the first owner the owner. Without a passkey of theirs it can be done again. */
export async function joinAsFirstOwner(
  services: SignInServices,
  { secret, name, address, device }: { secret: string; name: string; address: string; device: string },
): Promise<PasskeySignIn> {
  if (!isGoogleMissing(services)) return { ok: false, trouble: "expired" };
  const at = services.now();
  return inTransaction(services.db, async (tx): Promise<PasskeySignIn> => {
    const invitation = await findInvitation(tx, { secret }, at);
    if (invitation?.address !== null) return { ok: false, trouble: "expired" };
    const identity = { issuer: passkeyIssuer, sub: newSecret(), name, email: address, pictureUrl: null };
    return begin(tx, await acceptInvitation(tx, invitation.id, identity, at), {
      device,
      at,
      isByPasskey: false,
      invitationId: String(invitation.id),
    });
  });
}

/** Returns the options with which a browser signs in; the challenge works once, in this browser. */
export async function askForSignIn({ db, now }: SignInServices, party: RelyingParty, browser: string) {
  const options = await askForPasskey(party, []);
  await db.execute(sql`
    insert into staff_sign_ins (state_hash, browser_hash, nonce, code_verifier, next_path, created_at)
    values (${hashSecret(options.challenge)}, ${hashSecret(browser)}, ${options.challenge}, '', '/',
      ${now().toISOString()}::timestamptz)`);
  return options;
}

/** Signs in with a passkey that answers a challenge of `askForSignIn`. */
export async function signInWithPasskey(
  services: SignInServices,
  party: RelyingParty,
  { browser, response, device }: { browser: string; response: unknown; device: string },
): Promise<PasskeySignIn> {
  const at = services.now();
  const signed = readSigned(response);
  return inTransaction(services.db, async (tx): Promise<PasskeySignIn> => {
    const challenge = signed && (await takeSignIn(tx, signed.challenge, browser, at));
    if (!challenge) return { ok: false, trouble: "expired" };
    const { rows } = await tx.execute<{ id: string }>(sql`
      select s.id from staff_passkeys p join staff s on s.id = p.staff_id
      where p.id = ${signed.id} and ${isAdmitted} for share of s`);
    const staffId = rows[0] ? Number(rows[0].id) : null;
    const known = staffId === null ? [] : await listPasskeys(tx, staffId);
    const shown = await readShownPasskey(party, challenge, response, known);
    const how = { device, at, isByPasskey: true };
    if (staffId === null || !shown) return begin(tx, { ok: false, trouble: "unknown-passkey", staffId }, how);
    await notePasskeyUse(tx, shown.id, shown.counter, at);
    const entry = { action: "staff.sign-in", words: "Signed in with a passkey alone.", subject: `staff ${staffId}` };
    return begin(tx, { ok: true, staffId, entry }, how);
  });
}

/** Signs in with a recovery code, for staff who sign in by a passkey alone. */
export async function signInWithCode(
  services: SignInServices,
  { code, device }: { code: string; device: string },
): Promise<PasskeySignIn> {
  const at = services.now();
  return inTransaction(services.db, async (tx): Promise<PasskeySignIn> => {
    const how = { device, at, isByPasskey: true };
    const owner = await findCodeOwner(tx, code);
    const { rows } = await tx.execute<{ id: string }>(
      sql`select s.id from staff s where s.id = ${owner} and ${isAdmitted} for share`,
    );
    const staffId = rows[0] ? Number(rows[0].id) : null;
    if (staffId === null || !(await useRecoveryCode(tx, staffId, code, at)))
      return begin(tx, { ok: false, trouble: "unknown-code", staffId }, how);
    const words = "Signed in with a recovery code instead of a passkey.";
    return begin(
      tx,
      { ok: true, staffId, entry: { action: "staff.sign-in", words, subject: `staff ${staffId}` } },
      how,
    );
  });
}

/** Condition on a row `s` of `staff`: this person may sign in without Google. */
const isAdmitted = sql`s.removed_at is null and s.issuer = ${passkeyIssuer}`;

/** Begins a session of who was admitted, and writes the audit log. */
async function begin(
  tx: Db,
  admitted: Admission,
  how: { device: string; at: Date; isByPasskey: boolean; invitationId?: string },
): Promise<PasskeySignIn> {
  const { device, at, isByPasskey, invitationId = null } = how;
  if (!admitted.ok) {
    await logRefusal(tx, admitted, invitationId, at);
    return { ok: false, trouble: admitted.trouble };
  }
  const { staffId, entry } = admitted;
  const token = await beginStaffSession(tx, staffId, device, at, { isByPasskey });
  await writeAuditLog(tx, { actor: "staff", staffId }, at, entry);
  return { ok: true, token };
}

/** Uses up a sign-in that began in this browser, and returns its challenge; null if there is none. */
async function takeSignIn(tx: Db, challenge: string, browser: string, at: Date): Promise<string | null> {
  const { rows } = await tx.execute<{ nonce: string }>(sql`
    update staff_sign_ins set taken_at = ${at.toISOString()}::timestamptz
    where state_hash = ${hashSecret(challenge)} and browser_hash = ${hashSecret(browser)} and code_verifier = ''
      and taken_at is null
      and created_at > ${new Date(at.getTime() - challengeSeconds * 1000).toISOString()}::timestamptz
    returning nonce`);
  return rows[0]?.nonce ?? null;
}

/** The passkey's id and the challenge that a browser's answer says it signed; null if it is malformed. */
function readSigned(response: unknown): { id: string; challenge: string } | null {
  const { id, response: inner } = (response ?? {}) as { id?: unknown; response?: { clientDataJSON?: unknown } };
  const data = inner?.clientDataJSON;
  if (typeof id !== "string" || typeof data !== "string") return null;
  const client = parseJson(Buffer.from(data, "base64url").toString()) as { challenge?: unknown } | undefined;
  return typeof client?.challenge === "string" ? { id, challenge: client.challenge } : null;
}
