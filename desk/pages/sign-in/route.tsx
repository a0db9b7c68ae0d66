import { redirect } from "react-router";

import { requiredDeskUrl } from "#desk/http/required-desk-url.ts";
import { rateLimiterContext, servicesContext } from "#app/http/context.ts";
import { safeNext } from "#app/http/safe-next.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { readTexts } from "#shop/kernel/forms/read-fields.ts";
import { deskGoogleContext, staffContext } from "#desk/http/context.ts";
import { readWayCookie, setWayCookie } from "#desk/http/cookies.server.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { isSecret, newSecret } from "#shop/kernel/security/secret.server.ts";
import { hasOwner } from "#shop/people/staff/invitations.server.ts";
import { isStaffSignInError, staffSignInMessages, type StaffSignInError } from "#shop/people/staff/sign-in-messages.ts";
import { startStaffSignIn } from "#shop/people/staff/sign-in.server.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";

import type { Route } from "./+types/route";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(servicesContext);
  const query = new URL(request.url).searchParams;
  const next = safeNext(query.get("next"), requiredDeskUrl(settings));
  if (context.get(staffContext)) return redirect(next);
  const trouble = query.get("trouble");
  return {
    next,
    trouble: isStaffSignInError(trouble) ? trouble : null,
    isTestSignIn: settings.isTestSignIn,
    hasOwner: await hasOwner(db),
  };
}

/** Redirects to Google. An invitation is stored with the sign-in, and is accepted when the person returns. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { next = "/", invitation = "" } = readTexts(await request.formData());
  const fail = (trouble: StaffSignInError) => redirect(deskHref("/sign-in", { next, trouble }), 303);
  if (context.get(rateLimiterContext).consume("sign-in") > 0) return fail("busy");
  const browser = readWayCookie(request) ?? newSecret();
  const url = await startStaffSignIn(
    { ...services, google: context.get(deskGoogleContext) },
    {
      browser,
      invitation: isSecret(invitation) ? invitation : null,
      next: safeNext(next, requiredDeskUrl(services.settings)),
    },
  );
  if (url === null) return fail("unreachable");
  const headers = new Headers();
  setWayCookie(headers, request.url, browser);
  return redirect(url, { status: 303, headers });
}

export const meta = () => [{ title: "Sign in at the desk" }];

export default function SignIn({ loaderData }: Route.ComponentProps) {
  const { next, trouble, isTestSignIn, hasOwner } = loaderData;
  return (
    <div className="desk-page max-w-measure!">
      <h1 className="text-h3">Sign in at the desk</h1>
      {trouble && (
        <Banner variant="error" className="mt-4">
          {staffSignInMessages[trouble]}
        </Banner>
      )}
      <p className="mt-4">
        The desk is for the people who run this shop. You sign in with the Google account that was invited
        {isTestSignIn ? "." : ", and then use a passkey."}
      </p>
      {!hasOwner && (
        <p className="mt-3">
          The desk has no owner yet. The link for the first owner was printed on the server when the shop started. To
          get a new link, run <code>npm run shop -- staff invite --owner</code>.
        </p>
      )}
      {/* Google is another site, so this form must leave the page. */}
      <Form method="post" reloadDocument className="mt-5">
        <input type="hidden" name="next" value={next} />
        <Button size="large">Sign in with Google</Button>
      </Form>
    </div>
  );
}
