import { redirect, type ActionFunctionArgs } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { staffContext } from "#desk/http/context.ts";
import { readWayCookie, setWayCookie } from "#desk/http/cookies.server.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { newSecret } from "#shop/kernel/security/secret.server.ts";
import { trialOfGoogle } from "#shop/office/credentials/try-credentials.server.ts";
import { startStaffSignIn } from "#shop/people/staff/sign-in.server.ts";

/** Redirects the owner to Google for a sign-in with the credentials that are to be tried. */
export async function startTrial({ request, context }: Pick<ActionFunctionArgs, "request" | "context">) {
  const services = context.get(servicesContext);
  const google = await trialOfGoogle(services).google();
  const session = context.get(staffContext);
  const fail = () => redirect(deskHref("/go-live", { trouble: "unreachable" }), 303);
  if (!google || !session) return fail();
  const browser = readWayCookie(request) ?? newSecret();
  const url = await startStaffSignIn(
    { ...services, google },
    { browser, invitation: null, next: deskHref("/go-live"), trialBy: session.staff.id },
  );
  if (url === null) return fail();
  const headers = new Headers();
  setWayCookie(headers, request.url, browser);
  return redirect(url, { status: 303, headers });
}
