import { Form } from "react-router";

import { EmptyState } from "#app/components/empty-state.tsx";
import { pageTitle } from "#app/display/page-title.ts";
import { servicesContext } from "#app/http/context.ts";
import { href } from "#routing/href.ts";
import { confirmNewsletter, findNewsletterState } from "#shop/people/correspondence/newsletter.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";

import type { Route } from "./+types/confirm.route";

export async function loader({ context, params }: Route.LoaderArgs) {
  return { state: await findNewsletterState(context.get(servicesContext).db, params.token) };
}

/** Confirms only by POST, because mail programs open every link. */
export async function action({ context, params }: Route.ActionArgs) {
  await confirmNewsletter(context.get(servicesContext), params.token);
  return null;
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, "Newsletter"), { name: "robots", content: "noindex" }];
}

/** Page of the confirmation link (double opt-in). */
export default function ConfirmNewsletter({ loaderData: { state }, params }: Route.ComponentProps) {
  return (
    <div className="page pt-8 lg:pt-12">
      {state === "asked" && (
        <EmptyState title="Shall we write to you?" heading="h1">
          <p>One click, and the next issue of the newsletter is yours.</p>
          <Form method="post" action={href("/newsletter/confirm/:token", { token: params.token })} className="mt-6">
            <Button size="large">Yes, write to me</Button>
          </Form>
        </EmptyState>
      )}
      {state === "confirmed" && (
        <EmptyState title="Welcome to the list" heading="h1">
          <p>The next issue is yours. Every issue has a link to unsubscribe.</p>
          <p className="mt-6">
            <ButtonLink to={href("/")}>Return to homepage</ButtonLink>
          </p>
        </EmptyState>
      )}
      {state === "unknown" && (
        <EmptyState title="This link has expired" heading="h1">
          <p>
            The link may be older than a month, or you may have unsubscribed since. You are welcome to subscribe again.
          </p>
          <p className="mt-6">
            <ButtonLink to={href("/newsletter")}>Subscribe again</ButtonLink>
          </p>
        </EmptyState>
      )}
    </div>
  );
}
