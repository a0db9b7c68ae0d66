import { UnsubscribePage } from "#app/components/forms/unsubscribe-page.tsx";
import { pageTitle } from "#app/display/page-title.ts";
import { servicesContext } from "#app/http/context.ts";
import { href } from "#routing/href.ts";
import { unsubscribeWishLetters, findListWithLetters } from "#shop/people/wishlist/wish-letters.server.ts";
import type { Route } from "./+types/unsubscribe.route";

export async function loader({ context, params }: Route.LoaderArgs) {
  return { name: await findListWithLetters(context.get(servicesContext).db, params.token) };
}

/**
 * Mail programs post here for one-click unsubscribe (RFC 8058): the token in the URL is the proof, and the response
 * must not be a redirect.
 */
export async function action({ context, params }: Route.ActionArgs) {
  await unsubscribeWishLetters(context.get(servicesContext).db, params.token);
  return null;
}

/** The link's token is a credential and must not leak to other sites in the Referer header. */
export function headers() {
  return { "referrer-policy": "no-referrer" };
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, "E-mails about your wishlist"), { name: "robots", content: "noindex" }];
}

/** Page of the unsubscribe link in letters about a wishlist. */
export default function UnsubscribeWishlistLetters({ loaderData: { name }, params }: Route.ComponentProps) {
  return (
    <UnsubscribePage
      isSubscribed={name !== null}
      question={{
        title: `No more e-mails about “${name}”?`,
        text: "Press the button and we will stop writing to you about it. The list stays as it is.",
        button: "No more e-mails",
        action: href("/wishlist/leave/:token", { token: params.token }),
      }}
      answer={{
        title: "No e-mails about this list",
        text: "We no longer write to you about it. You can change this on your wishlist.",
        link: { to: href("/wishlist"), label: "See your wishlist" },
      }}
    />
  );
}
