import { servicesContext } from "#app/http/context.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { isSecret } from "#shop/kernel/security/secret.server.ts";
import { oneOf } from "#shop/people/staff/roles.ts";
import { staffSignInMessages } from "#shop/people/staff/sign-in-messages.ts";
import { openInvitation } from "#shop/people/staff/sign-in.server.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";

import type { Route } from "./+types/route";

/**
 * Loads an invitation. Opening the page does not use it up, because mail programs prefetch links; opening a used,
 * expired or withdrawn one is written to the audit log.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { secret = "" } = params;
  const found = isSecret(secret) ? await openInvitation(context.get(servicesContext), secret) : null;
  if (!found) return { secret, role: null, isOwners: false, trouble: "unknown" as const };
  return { secret, role: found.role, isOwners: found.address === null, trouble: found.trouble };
}

export const meta = () => [{ title: "An invitation to the desk" }];

export default function Invitation({ loaderData }: Route.ComponentProps) {
  const { secret, role, isOwners, trouble } = loaderData;
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
          <Form method="post" action={deskHref("/sign-in")} reloadDocument className="mt-5">
            <input type="hidden" name="invitation" value={secret} />
            <Button size="large">Sign in with Google and accept</Button>
          </Form>
        </>
      )}
    </div>
  );
}
