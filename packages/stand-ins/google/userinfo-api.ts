import type { GoogleContext } from "./context.ts";
import { profileClaims } from "./id-token.ts";

/** The claims of an access token's account. */
export function answerUserinfo({ grants, issuer }: GoogleContext, request: Request): Response {
  const [, token] = /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  const grant = token ? grants.findByToken(token) : undefined;
  if (!grant) {
    const body = { error: "invalid_request", error_description: "Invalid Credentials" };
    return Response.json(body, { status: 401, headers: { "www-authenticate": `Bearer realm="${issuer}"` } });
  }
  return Response.json(profileClaims(issuer, grant.account, grant.request.scopes), {
    headers: { "cache-control": "no-store" },
  });
}
