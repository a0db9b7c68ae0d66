import { EmptyState } from "#app/components/empty-state.tsx";
import { UnlessEmpty } from "#app/components/shelves/no-books.tsx";
import { SectionHeading } from "#app/components/section-heading.tsx";
import { describePage } from "#app/display/page-title.ts";
import { documentHeadContext, servicesContext } from "#app/http/context.ts";
import { ShelfView } from "#app/components/shelves/shelf-view.tsx";
import { loadShelf } from "#app/shelves/load-shelf.server.ts";
import { readShelfQuery } from "#app/shelves/read-shelf-query.ts";
import { robotsMeta } from "#app/shelves/robots-meta.ts";
import { describeBreadcrumbs } from "#app/structured-data/breadcrumbs.ts";
import { describeShelf } from "#app/structured-data/shelf.ts";
import { href } from "#routing/href.ts";
import { listBundles } from "#shop/catalogue/books/bundles.server.ts";
import { shopPagePath } from "#shop/catalogue/cover-designs/share-pictures.ts";
import { findAnnouncedPromotion } from "#shop/sales/pricing/promotions.server.ts";
import { ButtonLink } from "#ui/button.tsx";

import type { Route } from "./+types/route";
import { BundleSpread } from "./bundle-spread.tsx";
import { Opening } from "./opening.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, settings, now } = context.get(servicesContext);
  const to = href("/special-offers");
  const query = readShelfQuery(request.url, "popularity");
  const [shelf, bundles, promotion] = await Promise.all([
    loadShelf(db, { name: "reduced", books: { facet: "reduced" } }, query, { to, ownSort: "popularity" }),
    listBundles(db, now()),
    findAnnouncedPromotion(db, now()),
  ]);
  context
    .get(documentHeadContext)
    .graph.push(
      describeBreadcrumbs(settings.publicUrl, [["Special Offers", to]]),
      ...describeShelf(settings.publicUrl, { name: "Special Offers", shelf }),
    );
  return {
    shelf,
    bundles,
    promotion,
    url: settings.publicUrl + to,
    picture: shopPagePath("special-offers", settings.name),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const description = "Books that belong together, tied into bundles that cost less than one by one.";
  const { shelf, url, picture } = loaderData;
  return [...describePage(matches, { title: "Special Offers", description, url, picture }), ...robotsMeta(shelf)];
}

/** Page of offers: the announced promotion code, then every bundle. */
export default function SpecialOffers({ loaderData: { bundles, promotion, shelf } }: Route.ComponentProps) {
  return (
    <div className="page pt-8 lg:pt-12">
      <Opening promotion={promotion} bundles={bundles} />
      <UnlessEmpty>
        {bundles.length === 0 ? (
          <div className="mt-10">
            <EmptyState title="No bundles are tied at the moment">
              <p>Every book is still here, one by one.</p>
              <p className="mt-5">
                <ButtonLink to={href("/categories")}>Browse categories</ButtonLink>
              </p>
            </EmptyState>
          </div>
        ) : (
          <div className="mt-14 space-y-16 lg:mt-24 lg:space-y-28">
            {bundles.map((bundle, index) => (
              <BundleSpread key={bundle.id} bundle={bundle} place={index} />
            ))}
          </div>
        )}
        {(shelf.total.count > 0 || shelf.isAsked) && (
          <section aria-labelledby="reduced-title" className="pt-20 lg:pt-32">
            <SectionHeading
              id="reduced-title"
              title="Reduced, one by one"
              words="Books that cost less than their MRP."
            />
            <ShelfView
              shelf={shelf}
              name="reduced books"
              ownOrder="Most popular"
              sorts={["popularity", "newest", "rating", "title", "price", "price-down"]}
              isCategoryShown
              isBelow
            />
          </section>
        )}
      </UnlessEmpty>
    </div>
  );
}
