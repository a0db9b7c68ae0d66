/** The OpenID Connect client for sign-in with Google: where to send the reader, and the verified identity on return. */

import * as oidc from "openid-client";

import type { Identity } from "./reader.ts";

export interface GoogleOptions {
  /** Google, or another provider of OpenID Connect; without a slash at the end. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Where readers return to; must equal the address registered at Google exactly. */
  redirectUri: string;
  /** Another address of the issuer for requests of the server; readers are still sent to `issuer`. */
  reachedAt?: string;
}

/** The secrets of one sign-in attempt; all three are new each time. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/**
 * Why a sign-in failed: the reader cancelled, the response cannot be trusted (altered, replayed, of another sign-in),
 * or Google returned an error.
 */
export type SignInError = "cancelled" | "untrusted" | "failed";

/** Sign-in with Google by the authorization code flow, with PKCE, state and nonce. */
export interface Google {
  /** Its origin, as a target of the sign-in form. */
  origin: string;
  /** Reads the discovery document ahead of the first sign-in; returns the problem, or null. */
  findTrouble: () => Promise<string | null>;
  /** The address to redirect the reader to; throws if Google cannot be reached. */
  authorizationUrl: (secrets: SignInSecrets, choosesAccount: boolean) => Promise<URL>;
  /** Exchanges the code in the query of the redirect for an ID token and verifies its signature. */
  readIdentity: (
    query: string,
    secrets: SignInSecrets,
  ) => Promise<{ ok: true; identity: Identity } | { ok: false; reason: SignInError }>;
}

/**
 * How long the discovery document is cached, in milliseconds. openid-client refreshes the signing keys by itself: every
 * five minutes, and for an unknown key at most once a minute. Requests of readers cannot cause more refreshes.
 */
const cachedMs = 60 * 60 * 1000;
const timeoutSeconds = 10;
const maxNameLength = 120;

/** Creates the client. The shop starts while Google is down: the discovery document is read on first use. */
export function createGoogle(options: GoogleOptions): Google {
  let known: { config: oidc.Configuration; at: number } | null = null;

  async function discover(): Promise<oidc.Configuration> {
    if (known && Date.now() - known.at < cachedMs) return known.config;
    try {
      known = { config: await discoverAnew(options), at: Date.now() };
    } catch (error) {
      if (!known) throw error;
      console.warn(
        "Google's discovery document could not be read again; the previous one is used:",
        describeSignInError(error),
      );
    }
    return known.config;
  }

  return {
    origin: new URL(options.issuer).origin,

    async findTrouble() {
      try {
        await discover();
        return null;
      } catch (error) {
        return `The discovery document of ${options.issuer} could not be read: ${describeSignInError(error)}`;
      }
    },

    async authorizationUrl({ state, nonce, codeVerifier }, choosesAccount) {
      return oidc.buildAuthorizationUrl(await discover(), {
        redirect_uri: options.redirectUri,
        scope: "openid email profile",
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
        ...(choosesAccount ? { prompt: "select_account" } : {}),
      });
    },

    async readIdentity(query, { state, nonce, codeVerifier }) {
      // An error response cannot sign in a reader, so its `error` is read unverified; openid-client rejects it without
      // `iss`.
      const refusal = new URLSearchParams(query).get("error");
      if (refusal === "access_denied") return { ok: false, reason: "cancelled" };
      if (refusal !== null) {
        console.warn("A sign-in with Google failed: Google answered", JSON.stringify(refusal.slice(0, 100)));
        return { ok: false, reason: "failed" };
      }
      try {
        const tokens = await oidc.authorizationCodeGrant(await discover(), new URL(options.redirectUri + query), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        return { ok: true, identity: identityIn(tokens.claims()!) };
      } catch (error) {
        const reason = troubleOf(error);
        if (isClientUnknown(error))
          console.error(
            "Google rejects the shop's credentials: GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET do not match.",
          );
        else console.warn("A sign-in with Google failed:", describeSignInError(error));
        return { ok: false, reason };
      }
    },
  };
}

/** Google's sign-in of a shop without credentials for it: every attempt fails. */
export function createMissingGoogle(issuer: string): Google {
  const trouble = "Sign-in with Google is not set up yet.";
  return {
    origin: new URL(issuer).origin,
    findTrouble: async () => trouble,
    authorizationUrl: () => Promise.reject(new Error(trouble)),
    readIdentity: async () => ({ ok: false, reason: "failed" }),
  };
}

function discoverAnew({ issuer, clientId, clientSecret, reachedAt }: GoogleOptions): Promise<oidc.Configuration> {
  const url = new URL(issuer);
  const isLocal = url.protocol === "http:" && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  const reach: oidc.CustomFetch = (address, init) =>
    fetch(reachedAt ? address.replace(issuer, reachedAt) : address, init as RequestInit);
  return oidc.discovery(url, clientId, undefined, oidc.ClientSecretPost(clientSecret), {
    timeout: timeoutSeconds,
    [oidc.customFetch]: reach,
    // Without this openid-client does not verify the signature of an ID token from the token endpoint, as TLS protects
    // it.
    execute: [oidc.enableNonRepudiationChecks, ...(isLocal ? [oidc.allowInsecureRequests] : [])],
  });
}

/** Only `sub` is guaranteed. */
function identityIn(claims: oidc.IDToken): Identity {
  const text = (name: string) => {
    const value = claims[name];
    return typeof value === "string" ? value.replace(/\p{Cc}+/gu, " ").trim() : "";
  };
  // Google's documentation shows the boolean as a string in places.
  const isVerified = claims.email_verified === true || claims.email_verified === "true";
  const email = isVerified && text("email").length <= 254 ? text("email") || null : null;
  const name =
    text("name") || `${text("given_name")} ${text("family_name")}`.trim() || email?.split("@")[0] || "Reader";
  const picture = text("picture");
  return {
    issuer: claims.iss,
    sub: claims.sub,
    name: [...name].slice(0, maxNameLength).join(""),
    email,
    pictureUrl: /^https?:\/\//.test(picture) && picture.length <= 500 ? picture : null,
  };
}

/** Codes of openid-client's errors for a response that failed validation. */
const untrusted = new Set([
  "OAUTH_INVALID_RESPONSE",
  "OAUTH_PARSE_ERROR",
  "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
  "OAUTH_JWT_TIMESTAMP_CHECK_FAILED",
  "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED",
  "OAUTH_KEY_SELECTION_FAILED",
]);

function troubleOf(error: unknown): "untrusted" | "failed" {
  if (error instanceof oidc.ResponseBodyError) return error.error === "invalid_grant" ? "untrusted" : "failed";
  return error instanceof oidc.ClientError && untrusted.has(error.code ?? "") ? "untrusted" : "failed";
}

function isClientUnknown(error: unknown): boolean {
  return error instanceof oidc.ResponseBodyError && error.error === "invalid_client";
}

/** A sign-in error as one line for the log, without codes and tokens. */
export function describeSignInError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return [
    error.message,
    "code" in error ? error.code : "",
    error instanceof oidc.ResponseBodyError ? error.error : "",
    error.cause instanceof Error ? error.cause.message : "",
  ]
    .filter(Boolean)
    .join("; ")
    .replace(/\p{Cc}+/gu, " ")
    .slice(0, 300);
}
