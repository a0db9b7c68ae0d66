import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { hashSecret, isSecret, newSecret } from "#shop/kernel/security/secret.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import type { Scope } from "./scopes.ts";

/** The prefix of every token, by which a leaked token is recognized as a token of Endpaper. */
const prefix = "endpaper_";

/** An API token as the bookseller sees it; its secret is shown once, when the token is made. */
export interface ApiToken {
  id: string;
  name: string;
  /** Keys of `scopes` in `scopes.ts`. */
  scopes: string[];
  createdAt: string;
  expiresAt: string | null;
  /** Accurate to the minute. */
  usedAt: string | null;
  endedAt: string | null;
}

const columns = sql`id, name, scopes, created_at, expires_at, used_at, ended_at`;

/** Creates a token and returns its secret; null if a live token has this name. */
export async function makeToken(
  { db, now }: DbAndClock,
  { name, scopes, days }: { name: string; scopes: Scope[]; days: number | null },
): Promise<{ secret: string; token: ApiToken } | null> {
  const secret = prefix + newSecret();
  const at = now();
  const expiresAt = days === null ? null : new Date(at.getTime() + days * 86_400_000).toISOString();
  const { rows } = await db.execute<ApiToken>(sql`
    insert into api_tokens (name, token_hash, scopes, created_at, expires_at)
    values (${name}, ${hashSecret(secret)}, ${scopes}::text[], ${at.toISOString()}::timestamptz, ${expiresAt}::timestamptz)
    on conflict (name) where ended_at is null do nothing returning ${columns}`);
  return rows[0] ? { secret, token: rows[0] } : null;
}

/** Every token, newest first; ended tokens are kept because the price history refers to them. */
export async function listTokens(db: Db): Promise<ApiToken[]> {
  const { rows } = await db.execute<ApiToken>(sql`select ${columns} from api_tokens order by id desc`);
  return rows;
}

/** Revokes a token: the next request with it is refused. False if there is no live token of this name. */
export async function endToken({ db, now }: DbAndClock, name: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update api_tokens set ended_at = ${now().toISOString()}::timestamptz where name = ${name} and ended_at is null`);
  return rowCount > 0;
}

/**
 * The live token of a secret, or null. It is looked up by its hash, so that the timing reveals nothing about the
 * secret. Writes the time of use at most once a minute.
 */
export async function findToken({ db, now }: DbAndClock, secret: string): Promise<ApiToken | null> {
  if (!secret.startsWith(prefix) || !isSecret(secret.slice(prefix.length))) return null;
  const at = sql`${now().toISOString()}::timestamptz`;
  const { rows } = await db.execute<ApiToken & { isNoted: boolean }>(sql`
    select ${columns}, coalesce(used_at > ${at} - interval '1 minute', false) as is_noted from api_tokens
    where token_hash = ${hashSecret(secret)} and ended_at is null and (expires_at is null or expires_at > ${at})`);
  const found = rows[0];
  if (!found) return null;
  const { isNoted, ...token } = found;
  if (!isNoted) await db.execute(sql`update api_tokens set used_at = ${at} where id = ${token.id}`);
  return token;
}
