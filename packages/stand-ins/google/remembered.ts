import { type Account, readAccount } from "./accounts.ts";

/** The cookie with the accounts that were used in a browser. */
export const rememberedCookie = "google-stand-in-accounts";
const maxRemembered = 5;

/** Reads the remembered accounts, the last used first. An invalid cookie counts as empty. */
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

/** The new value of the cookie, with the used account first. */
export function remember(accounts: readonly Account[], used: Account): string {
  const others = accounts.filter(({ sub }) => sub !== used.sub);
  const kept = [used, ...others].slice(0, maxRemembered).map(({ name, email }) => [name, email]);
  return Buffer.from(JSON.stringify(kept)).toString("base64url");
}
