/** The page of a shared bookplate, for everyone who has its address. */
import { data } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { pageTitle } from "#app/display/page-title.ts";
import { servicesContext } from "#app/http/context.ts";
import { href } from "#routing/href.ts";
import { describePlate } from "#shop/sales/orders/plates/plate-words.ts";
import { findSharedPlate } from "#shop/sales/orders/plates/shared-plates.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/route";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(servicesContext);
  const plate = await findSharedPlate(db, params.secret);
  if (!plate) throw data(null, { status: 404 });
  return { ...plate, secret: params.secret, publicUrl: settings.publicUrl, shopName: settings.name };
}

/** The address is known only to those to whom it was sent, and must not leak to other sites in the Referer header. */
export function headers() {
  return { "referrer-policy": "no-referrer", "x-robots-tag": "noindex" };
}

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [pageTitle(matches, "Page not found"), { name: "robots", content: "noindex" }];
  const { title, words, secret, publicUrl, shopName } = loaderData;
  const graph = {
    type: "website",
    title: `${describePlate(words)}: ${title}`,
    image: publicUrl + href("/ex-libris/:secret/picture", { secret }),
    "image:width": "1200",
    "image:height": "630",
    "image:alt": `${describePlate(words)}, on the bookplate of ${title}`,
    site_name: shopName,
  };
  return [
    pageTitle(matches, `Ex libris: ${title}`),
    { name: "robots", content: "noindex" },
    ...Object.entries(graph).map(([name, content]) => ({ property: `og:${name}`, content })),
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

export default function ExLibrisPage({ loaderData }: Route.ComponentProps) {
  const { title, author, bookId, words, secret, shopName } = loaderData;
  return (
    <div className="page py-10 sm:py-14">
      <h1 className="text-h1 wrap-anywhere" lang={detectLanguage(title)}>
        {title}
      </h1>
      {author && (
        <p className="mt-1 text-lead text-quiet wrap-anywhere" lang={detectLanguage(author)}>
          {author}
        </p>
      )}
      <img
        src={href("/ex-libris/:secret/picture", { secret })}
        width="1200"
        height="630"
        alt={`${describePlate(words)}, on the bookplate of ${title}`}
        className="mt-8 h-auto w-full max-w-[60rem] border border-line"
      />
      <p className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        <ButtonLink to={href("/books/:bookId/look-inside", { bookId })} size="large" className="max-sm:w-full">
          Write your name in one
        </ButtonLink>
        <ButtonLink to={href("/books/:bookId", { bookId })} variant="quiet" className="px-0!">
          See the book
        </ButtonLink>
      </p>
      <p className="mt-4 max-w-measure text-quiet">Every book from {shopName} comes with a bookplate for its reader.</p>
    </div>
  );
}
