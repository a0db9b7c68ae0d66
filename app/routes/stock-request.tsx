import { data, redirect } from "react-router";

import { EmptyState } from "#app/components/empty-state.tsx";
import { pageTitle } from "#app/components/page-title.ts";
import { servicesContext } from "#app/context.ts";
import { findTitle, requestStock } from "#shop/stock/stock-requests.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/stock-request";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const title = await findTitle(context.get(servicesContext).db, params.bookId);
  if (title === null) throw data(null, { status: 404 });
  return { title, bookId: params.bookId, isBadAddress: new URL(request.url).searchParams.has("bad-address") };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const email = (await request.formData()).get("email");
  const { db } = context.get(servicesContext);
  const asked = await requestStock(db, params.bookId, typeof email === "string" ? email : "");
  if (!asked.ok && asked.reason === "no-such-book") throw data(null, { status: 404 });
  return redirect(`/books/${params.bookId}/tell-me${asked.ok ? "" : "?bad-address"}`, 303);
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, "Tell me when it is back"), { name: "robots", content: "noindex" }];
}

/** The answer to "tell me when it is back". */
export default function StockRequestPage({ loaderData: { title, bookId, isBadAddress } }: Route.ComponentProps) {
  return (
    <div className="page pt-8 lg:pt-12">
      <EmptyState title={isBadAddress ? "That is not an e-mail address" : "We will write to you"} heading="h1">
        <p>
          {isBadAddress
            ? "Please write it like name@example.com and send it again."
            : `One letter, when ${title} is back on the shelf. We use the address for nothing else.`}
        </p>
        <p className="mt-5">
          <ButtonLink to={`/books/${bookId}`} size="large">
            Back to the book
          </ButtonLink>
        </p>
      </EmptyState>
    </div>
  );
}
