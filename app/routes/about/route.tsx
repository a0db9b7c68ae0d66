/** Page that presents the shop and its seller. */
import { BookShelf } from "#app/components/shelves/book-shelf.tsx";
import { describePage } from "#app/display/page-title.ts";
import { ContentOpening } from "#app/content/content-layout.tsx";
import { fixedPages } from "#app/content/fixed-pages/fixed-pages.ts";
import { readFixedPage } from "#app/http/fixed-page.server.ts";
import { documentHeadContext, servicesContext } from "#app/http/context.ts";
import { describeShop } from "#app/structured-data/shop.ts";
import { countCatalogue } from "#shop/catalogue/listings/count-catalogue.server.ts";
import { listFeaturedBooks } from "#shop/catalogue/books/lists.server.ts";
import { isPicture } from "#shop/catalogue/cover-designs/book-share-picture.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

import type { Route } from "./+types/route";
import { AboutSections } from "./about-sections.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, settings } = services;
  const [{ page, url }, counts, books] = await Promise.all([
    readFixedPage(services, "about"),
    countCatalogue(db),
    listFeaturedBooks(db, 5),
  ]);
  context.get(documentHeadContext).graph.push(describeShop(settings));
  const areDrawn = books.every(({ coverKey }) => !isPicture(coverKey));
  return { page, title: fixedPages.about.title, url, counts, books, areDrawn };
}

export function meta({ loaderData: { page, title, url }, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return describePage(matches, { title, description: page.description, url });
}

export default function About({ loaderData: { page, counts, books, areDrawn } }: Route.ComponentProps) {
  return (
    <>
      <div className="page pt-8 lg:pt-12">
        <ContentOpening title={page.title} lead={page.lead} />
        <AboutSections sections={page.sections} />
      </div>
      {books.length > 0 && (
        <section aria-labelledby="shelves" className="page pt-20 lg:pt-28">
          <div className="mb-10 gap-x-16 lg:grid lg:grid-cols-12">
            <h2 id="shelves" className="text-h2 lg:col-span-5">
              What stands on the shelves
            </h2>
            <p className="mt-3 max-w-measure text-lead lg:col-span-7 lg:mt-0">{describeShelves(counts, areDrawn)}</p>
          </div>
          <BookShelf books={books} columns={5} />
        </section>
      )}
    </>
  );
}

const languageNames = new Intl.DisplayNames("en", { type: "language" });
const inWords = new Intl.ListFormat("en", { type: "conjunction" });

function describeShelves(
  { books, authors, languages }: Route.ComponentProps["loaderData"]["counts"],
  areDrawn: boolean,
): string {
  const named = inWords.format(languages.map((language) => languageNames.of(language) ?? language));
  const counted = `${formatCount(books, "book")} by ${formatCount(authors, "writer")}, in ${named}, chosen one by one.`;
  if (!areDrawn) return counted;
  return `${counted} The covers are drawn by the shop itself, each from its book’s title, author and kind; none pretends to be the publisher’s.`;
}
