import type { GoogleContext } from "./context.ts";

/** The discovery document of OpenID Connect: endpoints and supported features. */
export function answerDiscovery({ issuer }: GoogleContext): Response {
  const document = {
    issuer,
    authorization_endpoint: `${issuer}/o/oauth2/v2/auth`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/v1/userinfo`,
    revocation_endpoint: `${issuer}/revoke`,
    jwks_uri: `${issuer}/oauth2/v3/certs`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    scopes_supported: ["openid", "email", "profile"],
    token_endpoint_auth_methods_supported: ["client_secret_post", "client_secret_basic"],
    claims_supported: "aud email email_verified exp family_name given_name iat iss name picture sub".split(" "),
    code_challenge_methods_supported: ["plain", "S256"],
    authorization_response_iss_parameter_supported: true,
  };
  return Response.json(document, { headers: { "cache-control": "public, max-age=3600" } });
}

/** The public keys. */
export async function answerKeys({ keys }: GoogleContext): Promise<Response> {
  const published = await keys.published();
  return Response.json(
    { keys: published.map(({ jwk }) => jwk) },
    { headers: { "cache-control": "public, max-age=19800, must-revalidate, no-transform" } },
  );
}
