import { Form } from "react-router";

import { EmptyState } from "#app/components/empty-state.tsx";
import { pageTitle } from "#app/display/page-title.ts";
import { servicesContext } from "#app/http/context.ts";
import { href } from "#routing/href.ts";
import { endLetters, findListWithLetters } from "#shop/wishlist/wish-letters.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/unsubscribe.route";

export async function loader({ context, params }: Route.LoaderArgs) {
  return { name: await findListWithLetters(context.get(servicesContext).db, params.token) };
}

/** Mail programs post here for their own button (RFC 8058): the address is the proof, and the answer is no redirect. */
export async function action({ context, params }: Route.ActionArgs) {
  await endLetters(context.get(servicesContext).db, params.token);
  return null;
}

/** The link's token is a credential: no other site learns it from a Referer line. */
export function headers() {
  return { "referrer-policy": "no-referrer" };
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, "Letters about your wishlist"), { name: "robots", content: "noindex" }];
}

/** The way out of the letters about a list. */
export default function UnsubscribeWishlistLetters({ loaderData: { name }, params }: Route.ComponentProps) {
  return (
    <div className="page pt-8 lg:pt-12">
      {name === null ? (
        <EmptyState title="No letters about this list" heading="h1">
          <p>We no longer write to you about it. You can change this on your wishlist.</p>
          <p className="mt-6">
            <ButtonLink to={href("/wishlist")}>See your wishlist</ButtonLink>
          </p>
        </EmptyState>
      ) : (
        <EmptyState title={`No more letters about “${name}”?`} heading="h1">
          <p>Press the button and we will stop writing to you about it. The list stays as it is.</p>
          <Form method="post" action={href("/wishlist/leave/:token", { token: params.token })} className="mt-6">
            <Button size="large">No more letters</Button>
          </Form>
        </EmptyState>
      )}
    </div>
  );
}
