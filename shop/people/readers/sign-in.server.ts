/**
 * Signs readers in with Google: starts an attempt, finishes it when the reader returns, and reports its state to the
 * page.
 */

import { randomUUID } from "node:crypto";

import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import type { Services } from "#shop/services.ts";
import { mergeCart } from "#shop/sales/cart/merge-cart.server.ts";
import { describeSignInError, type SignInSecrets } from "./google.server.ts";
import type { Identity, Reader } from "./reader.ts";
import { hashSecret, newSecret } from "#shop/kernel/security/secret.server.ts";
import { beginSession, endSession, type NewSession } from "./sessions.server.ts";

/** Seconds until an attempt expires, by the database's clock, because another process may have started it. */
export const attemptSeconds = 10 * 60;

export interface SignInOptions {
  /** Chosen by the page that opens a popup, so that it can poll the state of the attempt; null to generate one. */
  attemptId: string | null;
  /** The secret in the cookie of the browser that starts the attempt; only that browser can finish it. */
  browser: string;
  mode: "popup" | "redirect";
  /** `register` always shows Google's choice of accounts. */
  intent: "login" | "register";
  /** A validated path of the shop. */
  next: string;
}

/** Starts a sign-in attempt. Returns the address to redirect the reader to, or an error if Google cannot be reached. */
export async function startSignIn(
  { db, google }: Services,
  { attemptId, browser, mode, intent, next }: SignInOptions,
): Promise<{ ok: true; url: string } | { ok: false; reason: "unreachable" }> {
  const secrets = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() };
  let url: URL;
  try {
    url = await google.authorizationUrl(secrets, intent === "register");
  } catch (error) {
    console.error("Google cannot be reached; sign-in fails:", describeSignInError(error));
    return { ok: false, reason: "unreachable" };
  }
  const browserHash = hashSecret(browser);
  // Reloading the popup's first address restarts the attempt, but only from the browser that started it.
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

/** A sign-in attempt that the reader has returned from. */
interface Attempt {
  id: string;
  nonce: string;
  codeVerifier: string;
  mode: "popup" | "redirect";
  intent: "login" | "register";
  next: string;
}

/** The browser in which a reader signs in. */
export interface SignInBrowser {
  /** Its description in the list of devices. */
  device: string;
  /** The token of its previous session, which is ended by the sign-in. */
  session: string | null;
  /** The token of its guest's cart, which is merged into the reader's. */
  cart: string | null;
}

export interface SignInCallback extends SignInBrowser {
  /** The query of the callback, with its question mark. */
  query: string;
  /** The secret in the cookie of the browser that started the attempt; null without one. */
  secret: string | null;
}

export type SignInOutcome =
  | { ok: true; attempt: Attempt; session: NewSession }
  /** The callback matches no open attempt of this browser, or cannot be trusted. */
  | { ok: false; reason: "expired" }
  | { ok: false; reason: "cancelled" | "failed"; attempt: Attempt };

/**
 * Finishes the attempt of a reader who returns from Google. Each attempt works once, for ten minutes, in the browser
 * that started it.
 */
export async function finishSignIn(services: Services, callback: SignInCallback): Promise<SignInOutcome> {
  const { db, google, now } = services;
  const state = new URLSearchParams(callback.query).get("state");
  if (!state || !callback.secret) return { ok: false, reason: "expired" };
  const attempt = await takeAttempt(db, state, callback.secret);
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
    await closeAttempt(tx, attempt.id, "ok");
    return signInAs(tx, answer.identity, callback, now());
  });
  return { ok: true, attempt, session };
}

/**
 * Signs in the reader of an identity that a sign-in method (such as Google) has confirmed. Runs in the caller's
 * transaction. An unknown identity becomes a new reader.
 */
export async function signInAs(tx: Db, identity: Identity, browser: SignInBrowser, now: Date): Promise<NewSession> {
  const { reader, atMs } = await keepReader(tx, identity, now);
  if (browser.session) await endSession(tx, browser.session);
  if (browser.cart) await mergeCart(tx, browser.cart, reader.id, now);
  // The start is the database's time, because `isFreshSession` compares it with the database's time.
  return beginSession(tx, reader, browser.device, new Date(atMs));
}

async function takeAttempt(db: Db, state: string, browser: string): Promise<Attempt | null> {
  const { rows } = await db.execute<Attempt>(sql`
    update sign_in_attempts set state = 'taken'
    where state_hash = ${hashSecret(state)} and browser_hash = ${hashSecret(browser)} and state = 'pending'
      and created_at > now() - make_interval(secs => ${attemptSeconds})
    returning id, nonce, code_verifier, mode, intent, next_path as next`);
  return rows[0] ?? null;
}

async function closeAttempt(db: Db, id: string, state: "ok" | "cancelled" | "failed") {
  await db.execute(sql`update sign_in_attempts set state = ${state} where id = ${id}`);
}

/** Upserts the reader of an identity. The name and e-mail address that the shop already has are kept. */
async function keepReader(tx: Db, { issuer, sub, name, email, pictureUrl }: Identity, now: Date) {
  const { rows } = await tx.execute<{ reader: Reader; atMs: number }>(sql`
    insert into readers as r (issuer, sub, name, email, picture_url, signed_in_at)
    values (${issuer}, ${sub}, ${name}, ${email}, ${pictureUrl}, ${now.toISOString()}::timestamptz)
    on conflict (issuer, sub) do update set email = coalesce(r.email, excluded.email),
      picture_url = excluded.picture_url, signed_in_at = excluded.signed_in_at
    returning json_build_object('id', id, 'name', name, 'email', email, 'phone', phone, 'pictureUrl', picture_url)
      as reader, (extract(epoch from now()) * 1000)::float8 as at_ms`);
  return oneRow(rows);
}

/**
 * The state of an attempt, for the browser that started it; an unknown attempt is `pending`, as it may not be stored
 * yet.
 */
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
