/** A shop's authorization request. */
export interface AuthorizationRequest {
  redirectUri: string;
  state: string | null;
  nonce: string;
  scopes: string[];
  challenge: { method: "S256" | "plain"; value: string } | null;
  /** Whether the account chooser is always shown, never shown, or shown if there is a choice. */
  chooser: "always" | "never" | "when-needed";
  /** The e-mail address or sub of the account that the reader probably wants. */
  loginHint: string | null;
}

/** A rejected request: the reader sees an error, and is not redirected back. */
export interface RefusedRequest {
  ok: false;
  status: 400 | 401;
  error: string;
  problem: string;
}

type Client = { clientId: string; redirectUris: readonly string[] };

const prompts = new Set(["none", "consent", "select_account"]);

/** Reads and validates the query of an authorization request by the rules of OpenID Connect and of Google. */
export function readAuthorizationRequest(
  query: URLSearchParams,
  client: Client,
): { ok: true; request: AuthorizationRequest } | RefusedRequest {
  const twice = [...new Set(query.keys())].find((name) => query.getAll(name).length > 1);
  if (twice) return refuse("invalid_request", `The parameter ${twice} was given twice.`);

  const clientId = query.get("client_id");
  if (!clientId) return refuse("invalid_request", "The parameter client_id is missing.");
  if (clientId !== client.clientId) return refuse("invalid_client", "The OAuth client was not found.", 401);
  const redirectUri = query.get("redirect_uri");
  if (!redirectUri) return refuse("invalid_request", "The parameter redirect_uri is missing.");
  if (!client.redirectUris.includes(redirectUri)) {
    return refuse("redirect_uri_mismatch", `The client is not registered for ${redirectUri}.`);
  }

  if (query.get("response_type") !== "code") return refuse("unsupported_response_type", "response_type must be code.");
  const scopes = (query.get("scope") ?? "").split(" ").filter(Boolean);
  if (!scopes.includes("openid")) return refuse("invalid_scope", "The scope must have openid in it.");
  const nonce = query.get("nonce");
  if (!nonce) return refuse("invalid_request", "The parameter nonce is missing.");

  const value = query.get("code_challenge");
  const method = query.get("code_challenge_method") ?? "plain";
  if (value === null && query.has("code_challenge_method")) {
    return refuse("invalid_request", "code_challenge_method was given without code_challenge.");
  }
  if (value !== null && !/^[\w.~-]{43,128}$/.test(value)) return refuse("invalid_request", "Invalid code_challenge.");
  if (method !== "S256" && method !== "plain") {
    return refuse("invalid_request", "code_challenge_method must be S256 or plain.");
  }

  const prompt = (query.get("prompt") ?? "").split(" ").filter(Boolean);
  const isNone = prompt.includes("none");
  if (prompt.some((value) => !prompts.has(value)) || (isNone && prompt.length > 1)) {
    return refuse("invalid_request", "prompt must be none, or made of consent and select_account.");
  }
  return {
    ok: true,
    request: {
      redirectUri,
      state: query.get("state"),
      nonce,
      scopes,
      challenge: value === null ? null : { method, value },
      chooser: isNone ? "never" : prompt.length > 0 ? "always" : "when-needed",
      loginHint: query.get("login_hint"),
    },
  };
}

function refuse(error: string, problem: string, status: 400 | 401 = 400): RefusedRequest {
  return { ok: false, status, error, problem };
}
