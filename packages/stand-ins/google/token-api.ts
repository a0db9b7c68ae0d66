import type { GoogleContext } from "./context.ts";
import { tokenSeconds } from "./grants.ts";
import { signIdToken } from "./id-token.ts";

/** Google's full names of scopes. */
const scopeNames: Record<string, string> = {
  email: "https://www.googleapis.com/auth/userinfo.email",
  profile: "https://www.googleapis.com/auth/userinfo.profile",
};

/** Exchanges a code for an ID token and an access token. */
export async function answerToken(context: GoogleContext, request: Request): Promise<Response> {
  const form = await readForm(request);
  if (form === null) return refuse(400, "invalid_request", "The body must be a form.");
  if (!isClient(context, request, form)) return refuse(401, "invalid_client", "Unauthorized");
  const grantType = form.get("grant_type");
  if (grantType !== "authorization_code") {
    return refuse(400, "unsupported_grant_type", `Invalid grant_type: ${grantType ?? ""}`);
  }
  const code = form.get("code");
  if (!code) return refuse(400, "invalid_request", "Missing required parameter: code");

  const use = { redirectUri: form.get("redirect_uri") ?? "", verifier: form.get("code_verifier") ?? undefined };
  const redeemed = context.grants.redeem(code, use);
  if (!redeemed.ok) return refuse(400, "invalid_grant", redeemed.problem);
  const { grant, accessToken } = redeemed;
  return answerJson({
    access_token: accessToken,
    expires_in: tokenSeconds,
    scope: grant.request.scopes.map((scope) => scopeNames[scope] ?? scope).join(" "),
    token_type: "Bearer",
    id_token: await signIdToken(context, grant, accessToken),
  });
}

/** Revokes an access token. */
export async function answerRevocation(context: GoogleContext, request: Request): Promise<Response> {
  const token = (await readForm(request))?.get("token") ?? new URL(request.url).searchParams.get("token") ?? "";
  if (!context.grants.revoke(token)) return refuse(400, "invalid_token", "Token expired or revoked");
  return answerJson({});
}

async function readForm(request: Request): Promise<URLSearchParams | null> {
  const isForm = request.headers.get("content-type")?.toLowerCase().startsWith("application/x-www-form-urlencoded");
  return isForm ? new URLSearchParams(await request.text()) : null;
}

/** Checks the client's credentials, in the header or the form, but not both (RFC 6749, 2.3). */
function isClient({ clientId, clientSecret }: GoogleContext, request: Request, form: URLSearchParams): boolean {
  const [, basic] = /^Basic ([\w+/=]+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (basic === undefined) return form.get("client_id") === clientId && form.get("client_secret") === clientSecret;
  if (form.has("client_secret")) return false;
  const [id = "", secret = ""] = Buffer.from(basic, "base64").toString().split(":");
  return decodeFormText(id) === clientId && decodeFormText(secret) === clientSecret;
}

function decodeFormText(text: string): string {
  return new URLSearchParams(`text=${text}`).get("text") ?? "";
}

function refuse(status: number, error: string, description: string): Response {
  return answerJson({ error, error_description: description }, status);
}

function answerJson(body: object, status = 200): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store", pragma: "no-cache" } });
}
