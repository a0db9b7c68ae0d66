/** Account page: books bought, profile and account password. */
import { data, Link, redirect, useLocation } from "react-router";

import { AccountLayout } from "#app/components/account-layout.tsx";
import { pageTitle } from "#app/display/page-title.ts";
import { rateLimiterContext, servicesContext, visitorContext } from "#app/http/context.ts";
import { unreadableForm } from "#app/http/unreadable-form.ts";
import { renewAuthHint } from "#app/session/session-cookie.server.ts";
import { requireReader } from "#app/session/visitor.server.ts";
import { href } from "#routing/href.ts";
import { dropNewEmail, findNewEmail, parseProfile, saveProfile } from "#shop/people/readers/profile.server.ts";
import { clearPassword, hasPassword, isFreshSession, setPassword } from "#shop/people/readers/password.server.ts";
import { listBoughtBooks } from "#shop/sales/orders/list-orders.server.ts";
import type { FieldErrors } from "#shop/kernel/forms/read-fields.ts";
import { ProfileForm } from "./profile-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { textOf } from "./text-of.ts";
import { YourBooks } from "./your-books.tsx";
import type { Route } from "./+types/route";

export async function loader({ request, context }: Route.LoaderArgs) {
  const reader = requireReader(context);
  const { db, now } = context.get(servicesContext);
  const { sessionId } = context.get(visitorContext);
  const [books, hasOne, newEmail, isFresh] = await Promise.all([
    listBoughtBooks(db, reader.id, 8),
    hasPassword(db, reader.id),
    findNewEmail(db, reader.id, now()),
    isFreshSession(db, reader.id, sessionId ?? ""),
  ]);
  const { name, email, phone } = reader;
  const done = new URL(request.url).searchParams.get("done");
  return { reader: { name, email, phone }, books, newEmail, hasPassword: hasOne, isFresh, done };
}

export async function action({ request, context }: Route.ActionArgs) {
  const reader = requireReader(context);
  const services = context.get(servicesContext);
  const { db, now } = services;
  const form = await request.formData();
  switch (form.get("intent")) {
    case "information": {
      const parsed = parseProfile(form);
      if (!parsed.ok) return refuse("information", parsed.errors, form);
      const isNewEmail = parsed.fields.email.toLowerCase() !== reader.email?.toLowerCase();
      if (isNewEmail && context.get(rateLimiterContext).consume("emailForm") > 0) {
        return refuse("information", { email: "Please wait a minute, then save again." }, form);
      }
      const saved = await saveProfile(services, reader, parsed.fields, textOf(form, "password"));
      if (!saved.ok) return refuse("information", saved.errors, form);
      const headers = new Headers();
      const { sessionId } = context.get(visitorContext);
      renewAuthHint(headers, request, sessionId ?? "", saved.reader);
      return redirect(href("/account", { done: "information" }), { status: 303, headers });
    }
    case "password": {
      const input = {
        current: textOf(form, "current"),
        password: textOf(form, "password"),
        again: textOf(form, "again"),
      };
      const set = await setPassword(db, reader.id, input, now());
      if (!set.ok) return data({ form: "password" as const, reason: set.reason }, { status: 422 });
      return redirect(`${href("/account", { done: "password" })}#password`, 303);
    }
    case "clear-password": {
      const { sessionId } = context.get(visitorContext);
      const isClear = await clearPassword(db, reader.id, sessionId ?? "");
      return redirect(`${href("/account", { done: isClear ? "cleared" : "stale" })}#password`, 303);
    }
    case "drop-new-email":
      await dropNewEmail(db, reader.id);
      return redirect(href("/account"), 303);
    default:
      throw unreadableForm();
  }
}

function refuse(name: "information", errors: FieldErrors, form: FormData) {
  const typed = { name: textOf(form, "name"), email: textOf(form, "email"), phone: textOf(form, "phone") };
  return data({ form: name, errors, typed }, { status: 422 });
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, "Account Details"), { name: "robots", content: "noindex" }];
}

export default function AccountDetails({ loaderData, actionData }: Route.ComponentProps) {
  const { reader, books, newEmail, hasPassword, isFresh, done } = loaderData;
  const { key } = useLocation();
  const refused = actionData?.form === "information" ? actionData : null;
  return (
    <AccountLayout title="Account Details">
      <YourBooks books={books} />
      <div className="mt-10 grid items-start gap-x-14 gap-y-12 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <ProfileForm
          reader={refused?.typed ?? reader}
          errors={refused?.errors ?? null}
          newEmail={newEmail}
          asksPassword={hasPassword}
          isDone={done === "information" && !actionData}
          messageKey={key}
        />
        <div className="max-w-measure">
          <PasswordForm
            key={done === "password" ? key : "password"}
            refusal={actionData?.form === "password" ? actionData : null}
            hasPassword={hasPassword}
            isFresh={isFresh}
            done={actionData ? null : done}
            messageKey={key}
          />
          <p className="mt-6">
            Want to see or delete everything the shop knows of you?{" "}
            <Link to={href("/account/privacy")} className="link font-semibold">
              Privacy
            </Link>
          </p>
        </div>
      </div>
    </AccountLayout>
  );
}
