import { data, redirect } from "react-router";
import { z } from "zod";

import { rateLimiterContext, servicesContext } from "#app/http/context.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { setDeskToken } from "#desk/http/cookies.server.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { emailField } from "#shop/kernel/forms/email-field.ts";
import { deskLineField } from "#shop/kernel/forms/line-field.ts";
import { readFields, readTexts } from "#shop/kernel/forms/read-fields.ts";
import { isSecret } from "#shop/kernel/security/secret.server.ts";
import { describeDevice } from "#shop/people/readers/device.ts";
import { isGoogleMissing, joinAsFirstOwner } from "#shop/people/staff/passkey-sign-in.server.ts";
import { oneOf } from "#shop/people/staff/roles.ts";
import { staffSignInMessages } from "#shop/people/staff/sign-in-messages.ts";
import { openInvitation } from "#shop/people/staff/sign-in.server.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { FirstOwnerForm } from "./first-owner-form.tsx";

import type { Route } from "./+types/route";

/**
 * Loads an invitation. Opening the page does not use it up, because mail programs prefetch links; opening a used,
 * expired or withdrawn one is written to the audit log.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { secret = "" } = params;
  const found = isSecret(secret) ? await openInvitation(services, secret) : null;
  const page = { secret, isGoogleMissing: isGoogleMissing(services) };
  if (!found) return { ...page, role: null, isOwners: false, trouble: "unknown" as const };
  return { ...page, role: found.role, isOwners: found.address === null, trouble: found.trouble };
}

const firstOwner = z.object({
  name: deskLineField("your name", 120),
  address: emailField("Write one e-mail address."),
});

/** Accepts the first owner's invitation without Google; the next page makes the passkey. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const form = await request.formData();
  const refuse = (errors: Record<string, string>, status: number) =>
    data({ errors, values: readTexts(form) }, { status });
  if (context.get(rateLimiterContext).consume("sign-in") > 0) return refuse({ name: staffSignInMessages.busy }, 429);
  const typed = readFields(firstOwner, form);
  if (!typed.ok) return refuse(typed.errors as Record<string, string>, 422);
  const device = describeDevice(request.headers.get("user-agent") ?? "");
  const joined = await joinAsFirstOwner(services, { secret: params.secret ?? "", ...typed.fields, device });
  if (!joined.ok) return refuse({ name: staffSignInMessages[joined.trouble] }, 409);
  const headers = new Headers();
  setDeskToken(headers, request.url, joined.token);
  return redirect(deskHref("/passkey"), { status: 303, headers });
}

export const meta = () => [{ title: "An invitation to the desk" }];

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const { secret, role, isOwners, isGoogleMissing, trouble } = loaderData;
  return (
    <div className="desk-page max-w-measure!">
      <h1 className="text-h3">An invitation to the desk</h1>
      {trouble ? (
        <Banner variant="error" className="mt-4">
          {trouble === "unknown"
            ? "There is no such invitation. Check that you copied the complete link."
            : staffSignInMessages[`invitation-${trouble}`]}
        </Banner>
      ) : (
        <>
          <p className="mt-4">
            {isOwners
              ? "The person who accepts this invitation becomes the owner of this desk, may do everything, and decides who else may work here. The link works only once."
              : `You are invited to work here as ${oneOf(role!)}. Sign in with the Google account of the invited e-mail address. Other accounts cannot accept the invitation.`}
          </p>
          {!isGoogleMissing ? (
            <Form method="post" action={deskHref("/sign-in")} reloadDocument className="mt-5">
              <input type="hidden" name="invitation" value={secret} />
              <Button size="large">Sign in with Google and accept</Button>
            </Form>
          ) : isOwners ? (
            <FirstOwnerForm refused={actionData ?? null} />
          ) : (
            <Banner variant="note" className="mt-4">
              Sign-in with Google is not set up yet. Open this link again when the owner has done so.
            </Banner>
          )}
        </>
      )}
    </div>
  );
}
