/** Sign-in by a passkey alone: the script's two requests, for a challenge and with the answer. */
import { redirect } from "react-router";

import { rateLimiterContext, servicesContext } from "#app/http/context.ts";
import { readWayCookie, setDeskToken, setWayCookie } from "#desk/http/cookies.server.ts";
import { requiredDeskUrl } from "#desk/http/required-desk-url.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { readTexts } from "#shop/kernel/forms/read-fields.ts";
import { newSecret } from "#shop/kernel/security/secret.server.ts";
import { parseJson } from "#shop/kernel/text/parse-json.ts";
import { describeDevice } from "#shop/people/readers/device.ts";
import { askForSignIn, offersPasskeySignIn, signInWithPasskey } from "#shop/people/staff/passkey-sign-in.server.ts";
import { staffSignInMessages, type StaffSignInError } from "#shop/people/staff/sign-in-messages.ts";

import type { Route } from "./+types/key.route";

export function loader() {
  return redirect(deskHref("/sign-in"));
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { intent = "", answer = "" } = readTexts(await request.formData());
  if (context.get(rateLimiterContext).consume("sign-in") > 0) return refuse("busy", 429);
  if (!(await offersPasskeySignIn(services))) return refuse("unknown-passkey", 403);
  const party = { shopName: services.settings.name, deskUrl: requiredDeskUrl(services.settings) };
  const headers = new Headers();
  const browser = readWayCookie(request);
  if (intent === "passkey.ask") {
    const asking = browser ?? newSecret();
    setWayCookie(headers, request.url, asking);
    return Response.json({ answer: await askForSignIn(services, party, asking) }, { headers });
  }
  if (browser === null) return refuse("expired", 409);
  const device = describeDevice(request.headers.get("user-agent") ?? "");
  const signedIn = await signInWithPasskey(services, party, { browser, response: parseJson(answer), device });
  if (!signedIn.ok) return refuse(signedIn.trouble, 409);
  setDeskToken(headers, request.url, signedIn.token);
  return Response.json({ answer: null }, { headers });
}

function refuse(trouble: StaffSignInError, status: number): Response {
  return Response.json({ problem: staffSignInMessages[trouble] }, { status });
}
