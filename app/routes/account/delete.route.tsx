/** Deletes an account after a typed confirmation; open orders prevent the deletion. */
import { data, Form, Link, redirect, useNavigation } from "react-router";

import { AccountLayout } from "#app/components/account-layout.tsx";
import { pageTitle } from "#app/display/page-title.ts";
import { useFirstError } from "#app/client/use-first-error.ts";
import { servicesContext } from "#app/http/context.ts";
import { dropCartToken } from "#app/session/cart-cookie.server.ts";
import { dropSessionCookie } from "#app/session/session-cookie.server.ts";
import { setPlateCookie } from "#app/session/plate-cookie.server.ts";
import { requireReader } from "#app/session/visitor.server.ts";
import { href } from "#routing/href.ts";
import { deleteAccount, openOrders } from "#shop/people/readers/delete-account.server.ts";
import { hasPassword } from "#shop/people/readers/password.server.ts";
import { passwordMessages } from "#shop/people/readers/password-rules.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { OpenOrders, DeletionSummary } from "./deletion-summary.tsx";
import { textOf } from "./text-of.ts";
import type { Route } from "./+types/delete.route";

export async function loader({ context }: Route.LoaderArgs) {
  const reader = requireReader(context);
  const { db, now } = context.get(servicesContext);
  const [asksPassword, open] = await Promise.all([hasPassword(db, reader.id), openOrders(db, reader.id, now())]);
  return { asksPassword, open };
}

export async function action({ request, context }: Route.ActionArgs) {
  const reader = requireReader(context);
  const deleted = await deleteAccount(
    context.get(servicesContext),
    reader,
    textOf(await request.formData(), "confirmation"),
  );
  if (!deleted.ok && deleted.reason === "open-orders") return data({ error: null }, { status: 409 });
  if (!deleted.ok) {
    const error = deleted.reason === "word" ? "Type DELETE, in capitals." : passwordMessages[deleted.reason];
    return data({ error }, { status: 422 });
  }
  const headers = new Headers();
  dropSessionCookie(headers, request.url);
  setPlateCookie(headers, request.url, null);
  dropCartToken(headers, request.url, 0);
  return redirect(href("/account/deleted"), { status: 303, headers });
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, "Delete your account"), { name: "robots", content: "noindex" }];
}

/** Confirmation page before an account is deleted. */
export default function DeleteAccount({ loaderData: { asksPassword, open }, actionData }: Route.ComponentProps) {
  const form = useFirstError(actionData);
  const isDeleting = useNavigation().state === "submitting";
  return (
    <AccountLayout title="Delete your account">
      <DeletionSummary />
      {open.length > 0 ? (
        <OpenOrders numbers={open} />
      ) : (
        <Form
          ref={form}
          method="post"
          reloadDocument
          noValidate
          className="mt-8 grid max-w-narrow gap-5 border-t border-line pt-6"
        >
          <TextField
            label={asksPassword ? "Account password" : "Type DELETE"}
            name="confirmation"
            type={asksPassword ? "password" : "text"}
            autoComplete={asksPassword ? "current-password" : "off"}
            required
            hint="This cannot be undone."
            error={actionData?.error}
          />
          <p className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <Button variant="danger" disabled={isDeleting}>
              Delete my account
            </Button>
            <Link to={href("/account/privacy")} className="link inline-flex min-h-11 items-center">
              Keep my account
            </Link>
          </p>
        </Form>
      )}
    </AccountLayout>
  );
}
