/** The reader's privacy page: records consents, and leads to data download and account deletion. */
import { Link, redirect } from "react-router";

import { AccountLayout } from "#app/components/account-layout.tsx";
import { Unbroken } from "#app/content/unbroken.tsx";
import { pageTitle } from "#app/display/page-title.ts";
import { servicesContext } from "#app/http/context.ts";
import { unreadableForm } from "#app/http/unreadable-form.ts";
import { requireReader } from "#app/session/visitor.server.ts";
import { href } from "#routing/href.ts";
import { hasPassword } from "#shop/people/readers/password.server.ts";
import { passwordMessages } from "#shop/people/readers/password-rules.ts";
import { isConsentPurpose } from "#shop/people/readers/consent-purposes.ts";
import { listConsents, recordConsent } from "#shop/people/readers/consents.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Consents } from "./consents.tsx";
import type { Route } from "./+types/privacy.route";

const refusals = new Map<string, string>([
  ["wrong", passwordMessages.wrong],
  ["locked", passwordMessages.locked],
]);

export async function loader({ request, context }: Route.LoaderArgs) {
  const reader = requireReader(context);
  const { db } = context.get(servicesContext);
  const [asksPassword, consents] = await Promise.all([hasPassword(db, reader.id), listConsents(db, reader.id)]);
  const refusal = refusals.get(new URL(request.url).searchParams.get("refused") ?? "") ?? null;
  return { asksPassword, consents, refusal };
}

export async function action({ request, context }: Route.ActionArgs) {
  const reader = requireReader(context);
  const form = await request.formData();
  const purpose = form.get("purpose");
  if (!isConsentPurpose(purpose)) throw unreadableForm();
  await recordConsent(context.get(servicesContext).db, reader.id, purpose, form.get("isGiven") === "yes");
  return redirect(href("/account/privacy"), 303);
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, "Privacy"), { name: "robots", content: "noindex" }];
}

/** Page of consents, data download and account deletion. */
export default function Privacy({ loaderData: { asksPassword, consents, refusal } }: Route.ComponentProps) {
  return (
    <AccountLayout
      title="Privacy"
      words={
        <>
          What we keep, and why, is explained in our{" "}
          <Link to={href("/privacy-policy")} className="link">
            privacy policy
          </Link>
          . Here you decide about the rest.
        </>
      }
    >
      <Consents entries={consents} />
      <div className="mt-14 grid items-start gap-x-14 gap-y-12 xl:grid-cols-2">
        <section id="download" aria-labelledby="download-heading" className="max-w-measure">
          <h2 id="download-heading" className="text-h3">
            Download your data
          </h2>
          <p className="mt-2">
            <Unbroken text="Everything we store about you, in one file that people and programs can read: your details, addresses, orders, payments, bills, e-mails and devices." />
          </p>
          <form method="post" action={href("/account/my-data")} noValidate className="mt-5 grid gap-5 sm:max-w-narrow">
            {asksPassword && (
              <TextField
                label="Account password"
                name="password"
                type="password"
                autoComplete="current-password"
                required
                error={refusal}
              />
            )}
            <p>
              <Button variant="outline">Download my data</Button>
            </p>
          </form>
        </section>
        <section aria-labelledby="delete-heading" className="max-w-measure">
          <h2 id="delete-heading" className="text-h3">
            Delete your account
          </h2>
          <p className="mt-2">The next page lists what is deleted and what the law requires us to keep.</p>
          <p className="mt-5">
            <ButtonLink to={href("/account/delete")} variant="outline">
              Delete my account
            </ButtonLink>
          </p>
        </section>
      </div>
    </AccountLayout>
  );
}
