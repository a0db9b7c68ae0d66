/** Stores a request for an e-mail when a sold-out book is back in stock, and confirms the request. */
import { data, redirect } from "react-router";

import { EmptyState } from "#app/components/empty-state.tsx";
import { pageTitle } from "#app/display/page-title.ts";
import { rateLimiterContext, servicesContext } from "#app/http/context.ts";
import { href } from "#routing/href.ts";
import { findTitle, requestStock } from "#shop/catalogue/stock/stock-requests.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/stock-request.route";
import { StockRequestForm } from "./buy-box.tsx";

const troubles = {
  badAddress: {
    title: "That is not an e-mail address",
    words: "Please enter an address such as name@example.com and send it again.",
    isWrong: true,
  },
  busy: {
    title: "Please wait a minute",
    words: "We have received many requests from your network. Please go back and send it again in a minute.",
    isWrong: false,
  },
};

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const title = await findTitle(context.get(servicesContext).db, params.bookId);
  if (title === null) throw data(null, { status: 404 });
  const query = new URL(request.url).searchParams;
  const trouble = query.has("bad-address") ? troubles.badAddress : query.has("busy") ? troubles.busy : null;
  return { title, bookId: params.bookId, trouble };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const email = (await request.formData()).get("email");
  const here = href("/books/:bookId/tell-me", { bookId: params.bookId });
  if (context.get(rateLimiterContext).consume("emailForm") > 0) return redirect(`${here}?busy`, 303);
  const result = await requestStock(
    context.get(servicesContext),
    params.bookId,
    typeof email === "string" ? email : "",
  );
  if (!result.ok && result.reason === "no-such-book") throw data(null, { status: 404 });
  return redirect(result.ok ? here : `${here}?bad-address`, 303);
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, "Tell me when it is back"), { name: "robots", content: "noindex" }];
}

/** Confirmation, or error, of a request for an e-mail when a book is back in stock. */
export default function StockRequestPage({ loaderData: { title, bookId, trouble } }: Route.ComponentProps) {
  return (
    <div className="page pt-8 lg:pt-12">
      <EmptyState title={trouble ? trouble.title : "We will write to you"} heading="h1">
        {trouble?.isWrong ? (
          <StockRequestForm bookId={bookId} error={trouble.words} />
        ) : (
          <p>
            {trouble
              ? trouble.words
              : `One e-mail, when ${title} is back on the shelf. We use the address for nothing else.`}
          </p>
        )}
        <p className="mt-5">
          <ButtonLink
            to={href("/books/:bookId", { bookId })}
            size="large"
            variant={trouble?.isWrong ? "outline" : "primary"}
          >
            Back to the book
          </ButtonLink>
        </p>
      </EmptyState>
    </div>
  );
}
