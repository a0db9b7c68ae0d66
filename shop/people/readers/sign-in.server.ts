import { randomUUID } from "node:crypto";

import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import type { Services } from "#shop/services.ts";
import { describeSignInError, type Identity, type SignInSecrets } from "./google.server.ts";
import type { Reader } from "./reader.ts";
import { hashSecret, newSecret } from "#shop/kernel/security/secret.server.ts";
import { beginSession, endSession, type NewSession } from "./sessions.server.ts";

/** How long a reader may take at Google, by the database's clock: another process may have begun the attempt. */
export const attemptSeconds = 10 * 60;

/** How an attempt to sign in is made. */
export interface SignInOptions {
  /** Chosen by the page that opens a popup, so that it can ask how the attempt goes; else one is made. */
  attemptId: string | null;
  /** The secret in the cookie of the browser that sets out; only that browser can come back. */
  browser: string;
  mode: "popup" | "redirect";
  /** To register is always to choose an account. */
  intent: "login" | "register";
  /** A path of the shop, checked. */
  next: string;
}

/** Begins an attempt to sign in: where to send the reader, or that Google cannot be reached. */
export async function startSignIn(
  { db, google }: Services,
  { attemptId, browser, mode, intent, next }: SignInOptions,
): Promise<{ ok: true; url: string } | { ok: false; reason: "unreachable" }> {
  const secrets = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() };
  let url: URL;
  try {
    url = await google.authorizationUrl(secrets, intent === "register");
  } catch (error) {
    console.error("Google cannot be reached, so nobody can sign in:", describeSignInError(error));
    return { ok: false, reason: "unreachable" };
  }
  const browserHash = hashSecret(browser);
  // Loading the popup's first address again begins the same attempt anew; nobody else's is touched.
  await db.execute(sql`
    insert into sign_in_attempts as a
      (id, state_hash, browser_hash, nonce, code_verifier, mode, intent, next_path, created_at)
    values (${attemptId ?? randomUUID()}, ${hashSecret(secrets.state)}, ${browserHash}, ${secrets.nonce},
      ${secrets.codeVerifier}, ${mode}, ${intent}, ${next}, now())
    on conflict (id) do update set state_hash = excluded.state_hash, nonce = excluded.nonce,
      code_verifier = excluded.code_verifier, state = 'pending', created_at = excluded.created_at
    where a.browser_hash = ${browserHash} and a.state <> 'ok'`);
  return { ok: true, url: url.href };
}

/** An attempt whose reader has come back. */
interface Attempt {
  id: string;
  /** When they came back, by the database's clock, in milliseconds. */
  atMs: number;
  nonce: string;
  codeVerifier: string;
  mode: "popup" | "redirect";
  intent: "login" | "register";
  next: string;
}

export interface SignInCallback {
  /** The callback's query, with its question mark. */
  query: string;
  /** The secret of the browser that came, if it has one. */
  browser: string | null;
  /** In words, for the list of devices. */
  device: string;
  /** The session the browser came with; it ends. */
  oldSession: string | null;
  /** Takes over what the browser's guest had, in the same transaction. */
  join: (tx: Db, readerId: number) => Promise<void>;
}

export type SignInOutcome =
  | { ok: true; attempt: Attempt; session: NewSession }
  /** The callback belongs to no open attempt of this browser, or cannot be trusted. */
  | { ok: false; reason: "expired" }
  | { ok: false; reason: "cancelled" | "failed"; attempt: Attempt };

/** A reader comes back from Google: each attempt works once, for ten minutes, in the browser that began it. */
export async function finishSignIn(services: Services, callback: SignInCallback): Promise<SignInOutcome> {
  const { db, google, now } = services;
  const state = new URLSearchParams(callback.query).get("state");
  if (!state || !callback.browser) return { ok: false, reason: "expired" };
  const attempt = await takeAttempt(db, state, callback.browser);
  if (!attempt) return { ok: false, reason: "expired" };

  const secrets: SignInSecrets = { state, nonce: attempt.nonce, codeVerifier: attempt.codeVerifier };
  const answer = await google.readIdentity(callback.query, secrets);
  if (!answer.ok) {
    await closeAttempt(db, attempt.id, answer.reason === "cancelled" ? "cancelled" : "failed");
    return answer.reason === "untrusted"
      ? { ok: false, reason: "expired" }
      : { ok: false, reason: answer.reason, attempt };
  }
  const session = await inTransaction(db, async (tx) => {
    const reader = await keepReader(tx, answer.identity, now());
    if (callback.oldSession) await endSession(tx, callback.oldSession);
    await callback.join(tx, reader.id);
    await closeAttempt(tx, attempt.id, "ok");
    // Whether somebody has just signed in is asked at every process.
    return beginSession(tx, reader, callback.device, new Date(attempt.atMs));
  });
  return { ok: true, attempt, session };
}

async function takeAttempt(db: Db, state: string, browser: string): Promise<Attempt | null> {
  const { rows } = await db.execute<Attempt>(sql`
    update sign_in_attempts set state = 'taken'
    where state_hash = ${hashSecret(state)} and browser_hash = ${hashSecret(browser)} and state = 'pending'
      and created_at > now() - make_interval(secs => ${attemptSeconds})
    returning id, (extract(epoch from now()) * 1000)::float8 as at_ms, nonce, code_verifier, mode, intent,
      next_path as next`);
  return rows[0] ?? null;
}

async function closeAttempt(db: Db, id: string, state: "ok" | "cancelled" | "failed") {
  await db.execute(sql`update sign_in_attempts set state = ${state} where id = ${id}`);
}

/** One person is one reader, however many sign in at once. What the reader has changed here stays as it is. */
async function keepReader(tx: Db, { issuer, sub, name, email, pictureUrl }: Identity, now: Date): Promise<Reader> {
  const { rows } = await tx.execute<{ reader: Reader }>(sql`
    insert into readers as r (issuer, sub, name, email, picture_url, signed_in_at)
    values (${issuer}, ${sub}, ${name}, ${email}, ${pictureUrl}, ${now.toISOString()}::timestamptz)
    on conflict (issuer, sub) do update set email = coalesce(r.email, excluded.email),
      picture_url = excluded.picture_url, signed_in_at = excluded.signed_in_at
    returning json_build_object('id', id, 'name', name, 'email', email, 'phone', phone, 'pictureUrl', picture_url)
      as reader`);
  return oneRow(rows).reader;
}

/** How an attempt goes, as its own browser may know. One that is not there is as good as on its way. */
export async function findAttemptState(
  { db }: Services,
  id: string,
  browser: string,
): Promise<"pending" | "ok" | "cancelled" | "failed" | "expired"> {
  const { rows } = await db.execute<{
    state: "pending" | "taken" | "ok" | "cancelled" | "failed";
    isOld: boolean;
  }>(sql`
    select state, created_at <= now() - make_interval(secs => ${attemptSeconds}) as is_old
    from sign_in_attempts where id = ${id} and browser_hash = ${hashSecret(browser)}`);
  const found = rows[0];
  if (!found) return "pending";
  if (found.state === "pending" || found.state === "taken") return found.isOld ? "expired" : "pending";
  return found.state;
}
