import { type Account, readAccount } from "./accounts.ts";

/** Name of the cookie in which a browser remembers the accounts used in it. */
export const rememberedCookie = "google-stand-in-accounts";
const maxRemembered = 5;

/** The accounts a browser remembers, last used first; what cannot be read is forgotten. */
export function readRemembered(cookie: string | undefined): Account[] {
  if (!cookie) return [];
  try {
    const kept = JSON.parse(Buffer.from(cookie, "base64url").toString()) as unknown;
    if (!Array.isArray(kept)) return [];
    return kept.slice(0, maxRemembered).flatMap((entry: unknown) => {
      const [name, email] = Array.isArray(entry) ? entry : [];
      const read = readAccount(String(name), String(email));
      return read.ok ? [read.account] : [];
    });
  } catch {
    return [];
  }
}

/** The cookie's text with one account more, or the same account moved to the front. */
export function remember(accounts: readonly Account[], used: Account): string {
  const others = accounts.filter(({ sub }) => sub !== used.sub);
  const kept = [used, ...others].slice(0, maxRemembered).map(({ name, email }) => [name, email]);
  return Buffer.from(JSON.stringify(kept)).toString("base64url");
}
