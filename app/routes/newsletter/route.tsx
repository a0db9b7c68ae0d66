import { data } from "react-router";

import { describePage, pageTitle } from "#app/display/page-title.ts";
import { NewsletterForm } from "#app/components/forms/newsletter-form.tsx";
import { RichText } from "#app/content/blocks.tsx";
import { ContentOpening } from "#app/content/content-layout.tsx";
import { rateLimiterContext, servicesContext } from "#app/http/context.ts";
import { href } from "#routing/href.ts";
import { isoDay, longDay } from "#shop/kernel/dates/dates.ts";
import { requestSubscription } from "#shop/people/correspondence/newsletter.server.ts";
import { findLastSentIssue } from "#shop/people/correspondence/send-issue.server.ts";
import { LastIssue } from "./last-issue.tsx";

import type { Route } from "./+types/route";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, settings } = context.get(servicesContext);
  const last = await findLastSentIssue(db);
  return {
    url: settings.publicUrl + href("/newsletter"),
    last: last && { issue: last.issue, sentOn: { text: longDay(last.sentAt), day: isoDay(last.sentAt) } },
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const email = (await request.formData()).get("email");
  const typed = typeof email === "string" ? email : "";
  if (context.get(rateLimiterContext).consume("emailForm") > 0) {
    return data({ answer: "busy" as const, typed: typed.slice(0, 254) }, { status: 429 });
  }
  const result = await requestSubscription(context.get(servicesContext), typed);
  return result.ok
    ? data({ answer: "thanks" as const, typed: "" })
    : data({ answer: result.reason, typed: typed.slice(0, 254) }, { status: 422 });
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [pageTitle(matches, "Newsletter")];
  const description = "New books worth your evening, now and then, by e-mail.";
  return describePage(matches, { title: "Newsletter", description, url: loaderData.url });
}

/** Newsletter page: the subscription form, and the newest issue. */
export default function Newsletter({ loaderData: { last }, actionData }: Route.ComponentProps) {
  return (
    <div className="page grid gap-x-16 gap-y-12 pt-8 lg:grid-cols-12 lg:pt-12">
      <div className="lg:col-span-5">
        <ContentOpening title="Newsletter" lead="Now and then: new books on the table, a list, a bundle.">
          <div className="mt-8 max-w-measure">
            <NewsletterForm {...actionData} />
          </div>
          <p className="mt-6 max-w-measure text-small text-quiet">
            <RichText text="We’ll send one e-mail to confirm. Unsubscribe any time with one click, and your address is deleted. More in the [privacy policy](/privacy-policy)." />
          </p>
        </ContentOpening>
      </div>
      {last && (
        <div className="lg:col-span-7 lg:pt-4">
          <LastIssue {...last} />
        </div>
      )}
    </div>
  );
}
