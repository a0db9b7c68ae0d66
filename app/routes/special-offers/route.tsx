import { EmptyState } from "#app/components/empty-state.tsx";
import { BookShelf } from "#app/components/shelves/book-shelf.tsx";
import { SectionHeading } from "#app/components/section-heading.tsx";
import { describePage } from "#app/display/page-title.ts";
import { documentHeadContext, servicesContext } from "#app/http/context.ts";
import { ShelfView } from "#app/components/shelves/shelf-view.tsx";
import { loadShelf } from "#app/shelves/load-shelf.server.ts";
import type { LoadedShelf } from "#app/shelves/loaded-shelf.ts";
import { shelfAddress } from "#app/shelves/shelf-address.ts";
import { formatBookCount } from "#app/shelves/shelf-words.ts";
import { readShelfQuery } from "#app/shelves/read-shelf-query.ts";
import { robotsMeta } from "#app/shelves/robots-meta.ts";
import { describeBreadcrumbs } from "#app/structured-data/breadcrumbs.ts";
import { describeShelf } from "#app/structured-data/shelf.ts";
import { href } from "#routing/href.ts";
import { listBundles } from "#shop/catalogue/books/bundles.server.ts";
import { nothingChosen } from "#shop/catalogue/shelves/shelf-choice.ts";
import { shopPagePath } from "#shop/catalogue/cover-designs/share-pictures.ts";
import { findAnnouncedPromotion } from "#shop/sales/pricing/promotions.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { ArrowLeftIcon } from "#ui/icons.tsx";

import type { Route } from "./+types/route";
import { BundleSpread } from "./bundle-spread.tsx";
import { Opening } from "./opening.tsx";

/** How many books below their MRP the page of bundles shows. */
const reducedShown = 5;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, settings, now } = context.get(servicesContext);
  const to = href("/special-offers");
  const query = readShelfQuery(request.url, "popularity");
  const [whole, bundles, promotion] = await Promise.all([
    loadShelf(db, { name: "reduced", books: { facet: "reduced" } }, query, { to, ownSort: "popularity" }),
    listBundles(db, now()),
    findAnnouncedPromotion(db, now()),
  ]);
  const inStock = whole.books.filter(({ stock }) => stock.state !== "sold-out");
  const shelf = whole.isAsked ? whole : { ...whole, books: inStock.slice(0, reducedShown) };
  context
    .get(documentHeadContext)
    .graph.push(
      describeBreadcrumbs(settings.publicUrl, [["Special offers", to]]),
      ...describeShelf(settings.publicUrl, { name: "Special offers", shelf }),
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
  return [...describePage(matches, { title: "Special offers", description, url, picture }), ...robotsMeta(shelf)];
}

/** Page of offers: the announced promotion code, every bundle, and the way to the books below their MRP. */
export default function SpecialOffers({ loaderData: { bundles, promotion, shelf } }: Route.ComponentProps) {
  if (shelf.isAsked) return <BelowMrp shelf={shelf} />;
  return (
    <div className="page pt-4 sm:pt-8 lg:pt-12">
      <Opening promotion={promotion} bundles={bundles} />
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
        <div className="mt-5 space-y-10 sm:mt-10 sm:space-y-14 lg:mt-16 lg:space-y-16">
          {bundles.map((bundle, index) => (
            <BundleSpread key={bundle.id} bundle={bundle} place={index} />
          ))}
        </div>
      )}
      {shelf.books.length > 0 && (
        <section aria-labelledby="reduced-title" className="pt-12 lg:pt-20">
          <SectionHeading
            id="reduced-title"
            title="Below MRP"
            words="Every book we sell for less than the price printed on it."
            more={{
              label: `See all ${formatBookCount(shelf.total)}`,
              to: shelfAddress({ to: shelf.to, choice: nothingChosen, sort: "price" }),
            }}
          />
          <BookShelf books={shelf.books} columns={5} />
        </section>
      )}
    </div>
  );
}

/** The books below their MRP, with filters. */
function BelowMrp({ shelf }: { shelf: LoadedShelf }) {
  return (
    <div className="page pt-6 lg:pt-10">
      <ButtonLink to={href("/special-offers")} variant="quiet" className="-ml-4">
        <ArrowLeftIcon className="size-5" />
        All offers
      </ButtonLink>
      <h1 className="mt-2 text-h1">Special offers: below MRP</h1>
      <p className="mt-3 mb-6 text-quiet sm:text-lead">Every book we sell for less than the price printed on it.</p>
      <ShelfView
        shelf={shelf}
        name="books below MRP"
        ownOrder="Most popular"
        sorts={["popularity", "newest", "rating", "title", "price", "price-down"]}
        heading="h2"
        isCategoryShown
        isFirst
      />
    </div>
  );
}
