import * as oidc from "openid-client";

/** Where sign-in is asked for, and as whom. */
export interface GoogleOptions {
  /** Google, or anybody who speaks OpenID Connect as Google does; no slash at the end. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Where readers are sent back to; registered at Google letter for letter. */
  redirectUri: string;
  /** Another address of the issuer that the server calls, while readers are sent to `issuer`. */
  reachedAt?: string;
}

/** What one sign-in is tied together by; all three are new each time. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Who somebody is, as the issuer has signed it. */
export interface Identity {
  issuer: string;
  sub: string;
  name: string;
  /** Null unless the issuer has verified it. */
  email: string | null;
  pictureUrl: string | null;
}

/**
 * Why nobody was signed in: the reader turned back, the answer cannot be trusted (altered, used before, not for this
 * sign-in), or Google did not do its part.
 */
export type SignInError = "cancelled" | "untrusted" | "failed";

/** Sign-in at Google, by the code flow with PKCE, state and nonce. */
export interface Google {
  /** Its origin, which the sign-in form may lead to. */
  origin: string;
  /** Reads its addresses before the first reader needs them; returns what is in the way, or null. */
  findTrouble: () => Promise<string | null>;
  /** Where to send the reader; throws when Google cannot be reached. */
  authorizationUrl: (secrets: SignInSecrets, choosesAccount: boolean) => Promise<URL>;
  /** Who came back with this query; asks Google, and believes only what it signed. */
  readIdentity: (
    query: string,
    secrets: SignInSecrets,
  ) => Promise<{ ok: true; identity: Identity } | { ok: false; reason: SignInError }>;
}

/**
 * Addresses of the issuer are read again after an hour. Its keys are read again by openid-client: every five minutes, and
 * when one is not among them, then at most once a minute. Nothing that a reader brings back makes the shop ask sooner.
 */
const believedMs = 60 * 60 * 1000;
const timeoutSeconds = 10;
const maxNameLength = 120;

/** A client of Google's sign-in. The shop opens while Google is away: its addresses are read when first needed. */
export function createGoogle(options: GoogleOptions): Google {
  let known: { config: oidc.Configuration; at: number } | null = null;

  async function discover(): Promise<oidc.Configuration> {
    if (known && Date.now() - known.at < believedMs) return known.config;
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
        return `${options.issuer} gives no addresses to sign in at: ${describeSignInError(error)}`;
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
      // No answer with an error signs anybody in, so it is read as it is; openid-client refuses one without the issuer's name.
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

function discoverAnew({ issuer, clientId, clientSecret, reachedAt }: GoogleOptions): Promise<oidc.Configuration> {
  const url = new URL(issuer);
  const isLocal = url.protocol === "http:" && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  const reach: oidc.CustomFetch = (address, init) =>
    fetch(reachedAt ? address.replace(issuer, reachedAt) : address, init as RequestInit);
  return oidc.discovery(url, clientId, undefined, oidc.ClientSecretPost(clientSecret), {
    timeout: timeoutSeconds,
    [oidc.customFetch]: reach,
    // Without this the signature is taken on trust, because the token came over a line of our own.
    execute: [oidc.enableNonRepudiationChecks, ...(isLocal ? [oidc.allowInsecureRequests] : [])],
  });
}

/** Nothing but `sub` is sure to be there. */
function identityIn(claims: oidc.IDToken): Identity {
  const text = (name: string) => {
    const value = claims[name];
    return typeof value === "string" ? value.replace(/\p{Cc}+/gu, " ").trim() : "";
  };
  // Google's documents show the boolean as text in places.
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

/** What openid-client throws when an answer is not what it must be. */
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

/** Trouble with Google in one line for the log; neither codes nor tokens get into it. */
export function describeSignInError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: string };
  return [
    error.message,
    code,
    error instanceof oidc.ResponseBodyError ? error.error : "",
    error.cause instanceof Error ? error.cause.message : "",
  ]
    .filter(Boolean)
    .join("; ")
    .replace(/\p{Cc}+/gu, " ")
    .slice(0, 300);
}
