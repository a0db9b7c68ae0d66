/** Confirms a reader's new e-mail address by the link in the letter to that address. */
import { Form, Link, redirect } from "react-router";
import { z } from "zod";

import { AccountLayout } from "#app/components/account-layout.tsx";
import { pageTitle } from "#app/display/page-title.ts";
import { servicesContext, visitorContext } from "#app/http/context.ts";
import { renewAuthHint } from "#app/session/session-cookie.server.ts";
import { requireReader } from "#app/session/visitor.server.ts";
import { href } from "#routing/href.ts";
import { confirmNewEmail, findNewEmailOf } from "#shop/people/readers/profile.server.ts";
import { isEmailChangeKey } from "#shop/people/readers/email-change-link.server.ts";
import { Button } from "#ui/button.tsx";
import type { Route } from "./+types/confirm-email.route";

/** Returns the id of the e-mail change in the URL; null when its signature is invalid. */
function readChange(url: string, linkKey: string): string | null {
  const query = new URL(url).searchParams;
  const change = z.uuid().safeParse(query.get("change")).data;
  return change && isEmailChangeKey(linkKey, change, query.get("key") ?? "") ? change : null;
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const reader = requireReader(context);
  const { db, now, linkKey } = context.get(servicesContext);
  const change = readChange(request.url, linkKey);
  return { email: change && (await findNewEmailOf(db, reader.id, change, now())) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const reader = requireReader(context);
  const services = context.get(servicesContext);
  const change = readChange(request.url, services.linkKey);
  const email = change && (await confirmNewEmail(services, reader, change));
  if (!email) return null;
  const headers = new Headers();
  renewAuthHint(headers, request, context.get(visitorContext).sessionId ?? "", { ...reader, email });
  return redirect(href("/account", { done: "information" }), { status: 303, headers });
}

/** The URL contains a signature, which must not leak to other pages. */
export function headers() {
  return { "referrer-policy": "no-referrer" };
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, "Confirm your e-mail address"), { name: "robots", content: "noindex" }];
}

/**
 * Page of the link in the letter to a new address. It asks for a click, because mail programs open links by themselves.
 */
export default function ConfirmEmail({ loaderData: { email } }: Route.ComponentProps) {
  if (!email) {
    return (
      <AccountLayout title="This link has expired">
        <p className="mt-4 max-w-measure">
          A link to confirm an e-mail address works once, for one day, and only for the reader who asked for it. Enter
          the address again and we will send you another e-mail.
        </p>
        <p className="mt-4">
          <Link to={href("/account")} className="link inline-flex min-h-11 items-center font-semibold">
            Account Details
          </Link>
        </p>
      </AccountLayout>
    );
  }
  return (
    <AccountLayout title="Confirm your e-mail address">
      <p className="mt-4 max-w-measure">
        From now on our e-mails go to <strong className="wrap-anywhere">{email}</strong>. You sign in as before.
      </p>
      <Form method="post" className="mt-6">
        <Button size="large">Confirm this address</Button>
      </Form>
    </AccountLayout>
  );
}
