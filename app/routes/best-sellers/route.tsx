/** Best-seller chart: the first book in full, three more with their cover, then the rest as lines. */
import { BestSellerPodium } from "#app/components/books/best-seller-podium.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { MoreReadingLists } from "#app/components/shelves/more-reading-lists.tsx";
import { chartWords } from "#app/display/chart-words.ts";
import { firstSentence } from "#app/display/first-sentence.ts";
import { describePage } from "#app/display/page-title.ts";
import { documentHeadContext, servicesContext } from "#app/http/context.ts";
import { describeBooks } from "#app/structured-data/books-list.ts";
import { describeBreadcrumbs } from "#app/structured-data/breadcrumbs.ts";
import { href } from "#routing/href.ts";
import { findDescriptions } from "#shop/catalogue/books/book.server.ts";
import { chartLength, isChartOfSales, listBestSellers } from "#shop/catalogue/books/lists.server.ts";
import { listReadingLists } from "#shop/catalogue/content/reading-lists.server.ts";
import { priceWithCode } from "#shop/sales/pricing/price-with-code.ts";
import { findAnnouncedPromotion } from "#shop/sales/pricing/promotions.server.ts";
import { shopPagePath } from "#shop/catalogue/cover-designs/share-pictures.ts";
import { ButtonLink } from "#ui/button.tsx";

import type { Route } from "./+types/route";
import { ChartRow } from "./chart-row.tsx";

const podium = 4;
/** Number of reading lists below the chart. */
const listsShown = 3;

export async function loader({ context }: Route.LoaderArgs) {
  const { db, settings, now } = context.get(servicesContext);
  const [books, isOfSales, promotion, lists] = await Promise.all([
    listBestSellers(db, chartLength),
    isChartOfSales(db),
    findAnnouncedPromotion(db, now()),
    listReadingLists(db),
  ]);
  const [first] = books;
  // The price with the code is shown only for the first book: for all twenty it would be a second column of prices.
  const firstPaise = promotion?.offChart && first ? priceWithCode(promotion, first, settings) : null;
  const descriptions = await findDescriptions(db, first ? [first.id] : []);
  const { badge, name, ranked, description } = chartWords(isOfSales ? "sales" : "ratings");
  context
    .get(documentHeadContext)
    .graph.push(
      describeBreadcrumbs(settings.publicUrl, [["Best sellers", href("/best-sellers")]]),
      ...(books.length > 0 ? [describeBooks(settings.publicUrl, { name, books, isRanked: true })] : []),
    );
  return {
    books,
    lists: lists.slice(0, listsShown),
    aboutFirst: firstSentence((first && descriptions.get(first.id)) ?? ""),
    badge,
    isOfSales,
    ranked,
    description,
    promotion: promotion && { offChart: promotion.offChart, code: promotion.code },
    firstWithCode: promotion && firstPaise !== null ? { code: promotion.code, pricePaise: firstPaise } : null,
    url: settings.publicUrl + href("/best-sellers"),
    picture: shopPagePath("best-sellers", settings.name),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { description, url, picture } = loaderData;
  return describePage(matches, { title: "Best sellers", description, url, picture });
}

export default function BestSellers({ loaderData }: Route.ComponentProps) {
  const { books, lists, aboutFirst, badge, isOfSales, ranked, promotion, firstWithCode } = loaderData;
  return (
    <div className="page pt-5 sm:pt-8 lg:pt-12">
      <h1 className="text-h1">Best sellers</h1>
      <p className="mt-2 max-w-measure text-quiet sm:mt-3 sm:text-lead">
        {books.length > 0 && ranked}
        {promotion?.offChart && books.length > 0 && (
          <>
            {" "}
            Take {promotion.offChart} with code <strong className="font-semibold text-ink">{promotion.code}</strong>.
          </>
        )}
      </p>
      {books.length === 0 ? (
        <div className="mt-10">
          <EmptyState title="No best sellers found">
            <p>The chart fills as books are sold. Until then, every shelf is open.</p>
            <p className="mt-5">
              <ButtonLink to={href("/categories")}>Browse categories</ButtonLink>
            </p>
          </EmptyState>
        </div>
      ) : (
        <ol className="chart mt-6 sm:mt-8">
          {books.map((book, index) => (
            <li key={book.id} className={index === 0 ? "chart-first" : index < podium ? "chart-second" : ""}>
              {index < podium ? (
                <BestSellerPodium
                  book={book}
                  rank={index + 1}
                  badge={badge}
                  isFirst={index === 0}
                  about={index === 0 ? aboutFirst : ""}
                  withCode={index === 0 ? firstWithCode : null}
                />
              ) : (
                <ChartRow book={book} rank={index + 1} badge={badge} isBadgeShown={isOfSales} />
              )}
            </li>
          ))}
        </ol>
      )}
      <MoreReadingLists title="Reading lists" lists={lists} />
    </div>
  );
}
