import { data } from "react-router";

import { BookShelf } from "#app/components/book-shelf.tsx";
import { languageOf } from "#app/display/language-of.ts";
import { MoreBySearch } from "#app/components/more-by-search.tsx";
import { describePage } from "#app/display/page-title.ts";
import { documentHeadContext, servicesContext } from "#app/http/context.ts";
import { describeBooks } from "#app/structured-data/books-list.ts";
import { describeBreadcrumbs } from "#app/structured-data/breadcrumbs.ts";
import { href } from "#routing/href.ts";
import { findSeries } from "#shop/catalogue/lists.server.ts";
import { sharedPagePath } from "#shop/catalogue/share-pictures.ts";
import { Endpaper } from "#ui/endpaper.tsx";

import type { Route } from "./+types/route";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, settings } = context.get(servicesContext);
  const series = await findSeries(db, params.seriesId);
  if (!series || series.books.length === 0) throw data("Series not found", { status: 404 });
  const { name, books } = series;
  const path = href("/series/:seriesId", { seriesId: series.id });
  const url = settings.publicUrl + path;
  context
    .get(documentHeadContext)
    .graph.push(
      { "@type": "BookSeries", "@id": `${url}#series`, name, url, description: series.description || undefined },
      describeBreadcrumbs(settings.publicUrl, [[name, path]]),
      describeBooks(settings.publicUrl, { name, books, isRanked: true }),
    );
  return {
    series,
    url,
    picture: sharedPagePath({ kind: "series", id: series.id, title: series.name, shopName: settings.name }),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { series, url, picture } = loaderData;
  return describePage(matches, {
    title: `${series.name}, a series`,
    description: series.description || `The books of the series ${series.name}, in reading order.`,
    url,
    picture,
  });
}

/** A series in reading order. */
export default function Series({ loaderData: { series } }: Route.ComponentProps) {
  return (
    <div className="page pt-8 lg:pt-12">
      <Endpaper pattern="scales" inks="haldi" className="flex min-h-64 items-end p-3 sm:p-6 lg:min-h-80">
        <div className="label max-w-[34rem] px-6 py-6 sm:px-9">
          <p className="font-display text-lead italic">
            {series.books.length === 1 || series.isCut ? "A series" : `A series in ${series.books.length} books`}
          </p>
          <h1 className="text-h1" lang={languageOf(series.name)}>
            {series.name}
          </h1>
          {series.description && (
            <p className="mt-2" lang={languageOf(series.description)}>
              {series.description}
            </p>
          )}
        </div>
      </Endpaper>
      <h2 className="mt-12 mb-8 text-h2">In reading order</h2>
      <BookShelf books={series.books} isFirst />
      {series.isCut && (
        <MoreBySearch>
          These are the first {series.books.length} books. To find another book, search for its title.
        </MoreBySearch>
      )}
    </div>
  );
}
