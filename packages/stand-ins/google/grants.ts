import { createHash, randomBytes } from "node:crypto";

import type { Account } from "./accounts.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";

/** A reader's consent: the chosen account, and the request of the shop. */
export interface Grant {
  account: Account;
  request: AuthorizationRequest;
  expiresAtMs: number;
  /** The access token; set once the code was used. */
  accessToken?: string;
}

/** The values that are sent with a code to exchange it. */
export interface CodeUse {
  redirectUri: string;
  verifier: string | undefined;
}

/** Authorization codes and access tokens, in memory. */
export interface Grants {
  /** Creates a code, valid for ten minutes and one use. */
  open(account: Account, request: AuthorizationRequest): string;
  /**
   * Exchanges a code for an access token. A second use of the code is rejected, and revokes the access token of the
   * first use.
   */
  redeem(code: string, use: CodeUse): { ok: true; grant: Grant; accessToken: string } | { ok: false; problem: string };
  /** The grant of a valid access token. */
  findByToken(accessToken: string): Grant | undefined;
  /** Revokes a token; returns whether it existed. */
  revoke(accessToken: string): boolean;
  clear(): void;
}

const codeMinutes = 10;
/** Lifetime of an access token in seconds, as at Google. */
export const tokenSeconds = 3599;

/** Creates an empty store of grants. */
export function openGrants(nowMs: () => number): Grants {
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, { grant: Grant; expiresAtMs: number }>();
  return {
    open(account, request) {
      for (const [old, { expiresAtMs }] of codes) if (expiresAtMs <= nowMs()) codes.delete(old);
      const code = `4/0A${randomBytes(32).toString("base64url")}`;
      codes.set(code, { account, request, expiresAtMs: nowMs() + codeMinutes * 60_000 });
      return code;
    },
    redeem(code, { redirectUri, verifier }) {
      const grant = codes.get(code);
      if (grant?.accessToken) {
        tokens.delete(grant.accessToken);
        return { ok: false, problem: "Bad Request" };
      }
      if (!grant || grant.expiresAtMs <= nowMs() || grant.request.redirectUri !== redirectUri) {
        return { ok: false, problem: "Bad Request" };
      }
      if (!isAnswered(grant.request, verifier)) {
        return { ok: false, problem: verifier === undefined ? "Missing code verifier." : "Invalid code verifier." };
      }
      const accessToken = `ya29.${randomBytes(48).toString("base64url")}`;
      grant.accessToken = accessToken;
      tokens.set(accessToken, { grant, expiresAtMs: nowMs() + tokenSeconds * 1000 });
      return { ok: true, grant, accessToken };
    },
    findByToken(accessToken) {
      const token = tokens.get(accessToken);
      return token && token.expiresAtMs > nowMs() ? token.grant : undefined;
    },
    revoke: (accessToken) => tokens.delete(accessToken),
    clear() {
      codes.clear();
      tokens.clear();
    },
  };
}

function isAnswered({ challenge }: AuthorizationRequest, verifier: string | undefined): boolean {
  if (challenge === null) return verifier === undefined;
  if (verifier === undefined) return false;
  if (challenge.method === "plain") return verifier === challenge.value;
  return createHash("sha256").update(verifier).digest("base64url") === challenge.value;
}
