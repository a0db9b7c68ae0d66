import { data } from "react-router";

import { BookShelf } from "#app/components/book-shelf.tsx";
import { MoreBySearch } from "#app/components/more-by-search.tsx";
import { canonicalLink, pageTitle } from "#app/components/page-title.ts";
import { servicesContext } from "#app/context.ts";
import { findSeries } from "#shop/catalogue/lists.server.ts";
import { Endpaper } from "#ui/endpaper.tsx";

import type { Route } from "./+types/series";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, settings } = context.get(servicesContext);
  const series = await findSeries(db, params.seriesId);
  if (!series) throw data("Series not found", { status: 404 });
  return { series, url: `${settings.publicUrl}/series/${series.id}` };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { series, url } = loaderData;
  return [pageTitle(matches, series.name), { name: "description", content: series.description }, canonicalLink(url)];
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
          <h1 className="text-h1">{series.name}</h1>
          <p className="mt-2">{series.description}</p>
        </div>
      </Endpaper>
      <h2 className="mt-12 mb-8 text-h2">In reading order</h2>
      <BookShelf books={series.books} isFirst />
      {series.isCut && (
        <MoreBySearch>
          These are the first {series.books.length} books. To find any other, search for its title.
        </MoreBySearch>
      )}
    </div>
  );
}
