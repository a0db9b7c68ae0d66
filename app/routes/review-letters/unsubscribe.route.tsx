import { UnsubscribePage } from "#app/components/forms/unsubscribe-page.tsx";
import { pageTitle } from "#app/display/page-title.ts";
import { servicesContext } from "#app/http/context.ts";
import { href } from "#routing/href.ts";
import { hasConsent, recordConsent } from "#shop/people/readers/consents.server.ts";
import { readReviewLettersLink } from "#shop/people/reviews/review-letter-link.server.ts";
import type { Route } from "./+types/unsubscribe.route";

const purpose = "review-letters";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, linkKey } = context.get(servicesContext);
  const readerId = readReviewLettersLink(linkKey, params.readerId, params.key);
  return { comes: readerId !== null && (await hasConsent(db, readerId, purpose)) };
}

/**
 * Mail programs post here for one-click unsubscribe (RFC 8058): the key in the URL is the proof, and the response must
 * not be a redirect.
 */
export async function action({ context, params }: Route.ActionArgs) {
  const { db, linkKey } = context.get(servicesContext);
  const readerId = readReviewLettersLink(linkKey, params.readerId, params.key);
  if (readerId !== null) await recordConsent(db, readerId, purpose, false);
  return null;
}

/** The link's key is a credential and must not leak to other sites in the Referer header. */
export function headers() {
  return { "referrer-policy": "no-referrer" };
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, "E-mails that ask for reviews"), { name: "robots", content: "noindex" }];
}

/** Page of the unsubscribe link in letters that ask for reviews; works without a sign-in. */
export default function UnsubscribeReviewLetters({ loaderData: { comes }, params }: Route.ComponentProps) {
  const { readerId, key } = params;
  return (
    <UnsubscribePage
      isSubscribed={comes}
      question={{
        title: "No more e-mails that ask for reviews?",
        text: "Press the button and we will stop asking you for reviews. You will still get e-mails about your orders.",
        button: "No more e-mails",
        action: href("/review-letters/leave/:readerId/:key", { readerId, key }),
      }}
      answer={{
        title: "We will not ask you for reviews",
        text: "You get no e-mails that ask for a review. You can change this in your account.",
        link: { to: href("/account/privacy"), label: "See your choices" },
      }}
    />
  );
}
