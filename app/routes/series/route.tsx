import { data } from "react-router";

import { SameShelf } from "#app/components/shelves/more-books.tsx";
import { ShelfView } from "#app/components/shelves/shelf-view.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { describePage } from "#app/display/page-title.ts";
import { documentHeadContext, servicesContext } from "#app/http/context.ts";
import { movedTo } from "#app/http/moved-to.ts";
import { loadShelf } from "#app/shelves/load-shelf.server.ts";
import { readShelfQuery } from "#app/shelves/read-shelf-query.ts";
import { robotsMeta } from "#app/shelves/robots-meta.ts";
import { describeBreadcrumbs } from "#app/structured-data/breadcrumbs.ts";
import { describeShelf } from "#app/structured-data/shelf.ts";
import { href } from "#routing/href.ts";
import { listNearBooks } from "#shop/catalogue/books/book.server.ts";
import { listBundleRules } from "#shop/catalogue/books/bundles.server.ts";
import { findSeries } from "#shop/catalogue/books/lists.server.ts";
import { findMovedAddress } from "#shop/catalogue/books/moved-addresses.server.ts";
import { sharedPagePath } from "#shop/catalogue/cover-designs/share-pictures.ts";
import { Endpaper } from "#ui/endpaper.tsx";

import type { Route } from "./+types/route";
import { canBuyWholeSeries, sumUp } from "./together.ts";
import { WholeSeries } from "./whole-series.tsx";

/** How many books follow those of the series. */
const alikeShown = 5;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, settings, now } = context.get(servicesContext);
  const series = await findSeries(db, params.seriesId);
  if (!series || series.workIds.length === 0) {
    const seriesId = await findMovedAddress(db, "series", params.seriesId);
    if (seriesId !== null) throw movedTo(href("/series/:seriesId", { seriesId }));
    throw data("Series not found", { status: 404 });
  }
  const { name } = series;
  const to = href("/series/:seriesId", { seriesId: series.id });
  const url = settings.publicUrl + to;
  const books = { name: `series:${series.id}`, books: { workIds: series.workIds } };
  const query = readShelfQuery(request.url, "own");
  const shelf = await loadShelf(db, books, query, { to, ownSort: "own" });
  context
    .get(documentHeadContext)
    .graph.push(
      { "@type": "BookSeries", "@id": `${url}#series`, name, url, description: series.description || undefined },
      describeBreadcrumbs(settings.publicUrl, [[name, to]]),
      ...describeShelf(settings.publicUrl, { name, shelf, isRanked: true }),
    );
  const isWhole = canBuyWholeSeries(shelf);
  const bookIds = shelf.books.map((book) => book.id);
  const [first] = bookIds;
  const [alike, rules] = await Promise.all([
    first && !shelf.isAsked ? listNearBooks(db, first, { besides: shelf.books, limit: alikeShown }) : [],
    isWhole ? listBundleRules(db, bookIds, now()) : [],
  ]);
  return {
    series,
    shelf,
    alike,
    together: isWhole ? sumUp(shelf.books, rules, settings) : null,
    url,
    picture: sharedPagePath({ kind: "series", id: series.id, title: series.name, shopName: settings.name }),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { series, shelf, url, picture } = loaderData;
  const described = describePage(matches, {
    title: `${series.name}, a series`,
    description: series.description || `The books of the series ${series.name}, in reading order.`,
    url,
    picture,
  });
  return [...described, ...robotsMeta(shelf)];
}

/** Page of a series in reading order. */
export default function Series({ loaderData: { series, shelf, alike, together } }: Route.ComponentProps) {
  return (
    <div className="page pt-4 sm:pt-8 lg:pt-12">
      <Endpaper pattern="scales" inks="haldi" className="flex items-end p-2 sm:min-h-56 sm:p-6">
        <div className="label max-w-[34rem] px-4 py-4 sm:px-9 sm:py-6">
          <p className="font-display text-lead italic">
            {series.workIds.length === 1 ? "A series" : `A series in ${series.workIds.length} books`}
          </p>
          <h1 className="text-h1" lang={detectLanguage(series.name)}>
            {series.name}
          </h1>
          {series.description && (
            <p className="mt-2" lang={detectLanguage(series.description)}>
              {series.description}
            </p>
          )}
        </div>
      </Endpaper>
      <h2 className="mt-8 mb-1 text-h2 sm:mt-12 sm:mb-3">
        {shelf.sort === shelf.ownSort ? "In reading order" : "The books of this series"}
      </h2>
      <ShelfView
        shelf={shelf}
        name={series.name}
        ownOrder="Reading order"
        sorts={["own", "popularity", "newest", "rating", "title", "price", "price-down"]}
        isFirst
        isBelow
        last={together && <WholeSeries series={series} bookIds={shelf.books.map(({ id }) => id)} together={together} />}
      />
      <SameShelf books={alike} category={shelf.books[0]?.category} />
    </div>
  );
}
