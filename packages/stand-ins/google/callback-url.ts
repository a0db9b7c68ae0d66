import type { Account } from "./accounts.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import type { GoogleContext } from "./context.ts";

/** Returns the callback address after a reader chose an account. `isAsked` tells whether the chooser was shown. */
export function callbackWithCode(
  context: GoogleContext,
  request: AuthorizationRequest,
  account: Account,
  isAsked: boolean,
): string {
  return wayBack(context, request, {
    code: context.grants.open(account, request),
    scope: [
      "email profile https://www.googleapis.com/auth/userinfo.profile",
      "https://www.googleapis.com/auth/userinfo.email openid",
    ].join(" "),
    authuser: "0",
    ...(account.hd && { hd: account.hd }),
    prompt: isAsked ? "consent" : "none",
  });
}

/** The callback address after an error. */
export function callbackWithError(context: GoogleContext, request: AuthorizationRequest, error: string): string {
  return wayBack(context, request, { error });
}

function wayBack(
  { issuer, faults }: GoogleContext,
  request: AuthorizationRequest,
  answer: Record<string, string>,
): string {
  const url = new URL(request.redirectUri);
  if (request.state !== null && !faults.take("droppedState")) {
    url.searchParams.set("state", faults.take("alteredState") ? `${request.state}x` : request.state);
  }
  if (!faults.take("missingCallbackIssuer")) {
    const isWrong = faults.take("wrongCallbackIssuer");
    url.searchParams.set("iss", isWrong ? "https://accounts.elsewhere.example" : issuer);
  }
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  return url.href;
}
