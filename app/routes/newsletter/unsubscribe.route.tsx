import { UnsubscribePage } from "#app/components/forms/unsubscribe-page.tsx";
import { pageTitle } from "#app/display/page-title.ts";
import { servicesContext } from "#app/http/context.ts";
import { href } from "#routing/href.ts";
import { findNewsletterState, unsubscribeFromNewsletter } from "#shop/people/correspondence/newsletter.server.ts";

import type { Route } from "./+types/unsubscribe.route";

export async function loader({ context, params }: Route.LoaderArgs) {
  const state = await findNewsletterState(context.get(servicesContext).db, params.token);
  return { isOnList: state !== "unknown" };
}

/**
 * Mail programs post here for one-click unsubscribe (RFC 8058): the token in the URL is the proof, no cookie is sent,
 * and the response must not be a redirect.
 */
export async function action({ context, params }: Route.ActionArgs) {
  await unsubscribeFromNewsletter(context.get(servicesContext).db, params.token);
  return null;
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, "Unsubscribe from the newsletter"), { name: "robots", content: "noindex" }];
}

/** Page of the unsubscribe link in a newsletter. */
export default function UnsubscribeNewsletter({ loaderData: { isOnList }, params }: Route.ComponentProps) {
  return (
    <UnsubscribePage
      isSubscribed={isOnList}
      question={{
        title: "Unsubscribe from the newsletter?",
        text: "Press the button and we will delete your address.",
        button: "Unsubscribe",
        action: href("/newsletter/leave/:token", { token: params.token }),
      }}
      answer={{
        title: "You are not on the list",
        text: "You will get no newsletter, and your address is deleted. You are welcome back whenever you like.",
        link: { to: href("/"), label: "Return to homepage" },
      }}
    />
  );
}
