import { data, redirect } from "react-router";

import { requiredDeskUrl } from "#desk/http/required-desk-url.ts";
import { rateLimiterContext, servicesContext } from "#app/http/context.ts";
import { safeNext } from "#app/http/safe-next.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { afterCode } from "#desk/pages/passkey/recovery-actions.server.ts";
import { readTexts } from "#shop/kernel/forms/read-fields.ts";
import { deskGoogleContext, staffContext } from "#desk/http/context.ts";
import { readWayCookie, setDeskToken, setWayCookie } from "#desk/http/cookies.server.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { isSecret, newSecret } from "#shop/kernel/security/secret.server.ts";
import { hasOwner } from "#shop/people/staff/invitations.server.ts";
import { describeDevice } from "#shop/people/readers/device.ts";
import { isGoogleMissing, offersPasskeySignIn, signInWithCode } from "#shop/people/staff/passkey-sign-in.server.ts";
import { isStaffSignInError, staffSignInMessages, type StaffSignInError } from "#shop/people/staff/sign-in-messages.ts";
import { startStaffSignIn } from "#shop/people/staff/sign-in.server.ts";
import type { Services } from "#shop/services.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { PasskeyAlone } from "./passkey-alone.tsx";

import type { Route } from "./+types/route";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, settings } = services;
  const query = new URL(request.url).searchParams;
  const next = safeNext(query.get("next"), requiredDeskUrl(settings));
  if (context.get(staffContext)) return redirect(next);
  const trouble = query.get("trouble");
  return {
    next,
    trouble: isStaffSignInError(trouble) ? trouble : null,
    isTestSignIn: settings.isTestSignIn,
    hasOwner: await hasOwner(db),
    isGoogleMissing: isGoogleMissing(services),
    offersPasskey: await offersPasskeySignIn(services),
  };
}

/**
 * Signs in with a recovery code, or redirects to Google. An invitation is stored with the sign-in, and is accepted when
 * the person returns.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { intent, secretCode = "", next = "/", invitation = "" } = readTexts(await request.formData());
  const fail = (trouble: StaffSignInError) => redirect(deskHref("/sign-in", { next, trouble }), 303);
  if (context.get(rateLimiterContext).consume("sign-in") > 0) return fail("busy");
  if (intent === "use-code")
    return (await offersPasskeySignIn(services)) ? useCode(services, request, secretCode) : fail("unknown-code");
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

async function useCode(services: Services, request: Request, code: string) {
  if (code.trim() === "" || code.length > 60)
    return data({ codeError: "Enter one of your recovery codes." }, { status: 422 });
  const device = describeDevice(request.headers.get("user-agent") ?? "");
  const signedIn = await signInWithCode(services, { code, device });
  if (!signedIn.ok) return data({ codeError: staffSignInMessages[signedIn.trouble] }, { status: 409 });
  const response = redirectWithFlash(request, deskHref("/me"), afterCode);
  setDeskToken(response.headers, request.url, signedIn.token);
  return response;
}

export const meta = () => [{ title: "Sign in at the desk" }];

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { next, trouble, isTestSignIn, hasOwner, isGoogleMissing, offersPasskey } = loaderData;
  return (
    <div className="desk-page max-w-measure!">
      <h1 className="text-h3">Sign in at the desk</h1>
      {trouble && (
        <Banner variant="error" className="mt-4">
          {staffSignInMessages[trouble]}
        </Banner>
      )}
      <p className="mt-4">
        The desk is for the people who run this shop. You sign in with{" "}
        {isGoogleMissing && (offersPasskey || !hasOwner)
          ? "your passkey; with Google too once that is set up under Go live."
          : `the Google account that was invited${isTestSignIn ? "." : ", and then use a passkey."}`}
      </p>
      {isGoogleMissing && hasOwner && !offersPasskey && (
        <p className="mt-3">
          Google&rsquo;s sign-in is not set up on this server any more, and a passkey alone does not suffice. Whoever
          looks after the server sets <code>GOOGLE_CLIENT_ID</code> and <code>GOOGLE_CLIENT_SECRET</code>.
        </p>
      )}
      {!hasOwner && (
        <p className="mt-3">
          The desk has no owner yet. The link for the first owner was printed on the server when the shop started. To
          get a new link, run <code>npm run shop -- staff invite --owner</code>.
        </p>
      )}
      {/* Google is another site, so this form must leave the page. */}
      {!isGoogleMissing && (
        <Form method="post" reloadDocument className="mt-5">
          <input type="hidden" name="next" value={next} />
          <Button size="large">Sign in with Google</Button>
        </Form>
      )}
      {offersPasskey && hasOwner && (
        <PasskeyAlone next={next} isOnlyWay={isGoogleMissing} error={actionData?.codeError ?? null} />
      )}
    </div>
  );
}
