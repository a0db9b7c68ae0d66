/** Best-seller chart: the first book in full, three more with their cover, then the rest as a shelf. */
import { BestSellerPodium } from "#app/components/books/best-seller-podium.tsx";
import { BookCard } from "#app/components/books/book-card.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { UnlessEmpty } from "#app/components/shelves/no-books.tsx";
import { chartWords } from "#app/display/chart-words.ts";
import { describePage } from "#app/display/page-title.ts";
import { documentHeadContext, servicesContext } from "#app/http/context.ts";
import { describeBooks } from "#app/structured-data/books-list.ts";
import { describeBreadcrumbs } from "#app/structured-data/breadcrumbs.ts";
import { href } from "#routing/href.ts";
import { chartLength, isChartOfSales, listBestSellers } from "#shop/catalogue/books/lists.server.ts";
import { priceWithCode } from "#shop/sales/pricing/price-with-code.ts";
import { findAnnouncedPromotion } from "#shop/sales/pricing/promotions.server.ts";
import { shopPagePath } from "#shop/catalogue/cover-designs/share-pictures.ts";
import { ButtonLink } from "#ui/button.tsx";

import type { Route } from "./+types/route";

const podium = 4;

export async function loader({ context }: Route.LoaderArgs) {
  const { db, settings, now } = context.get(servicesContext);
  const [books, isOfSales, promotion] = await Promise.all([
    listBestSellers(db, chartLength),
    isChartOfSales(db),
    findAnnouncedPromotion(db, now()),
  ]);
  const [first] = books;
  // The price with the code is shown only for the first book: for all twenty it would be a second column of prices.
  const firstPaise = promotion?.offChart && first ? priceWithCode(promotion, first, settings) : null;
  const { badge, name, ranked, description } = chartWords(isOfSales ? "sales" : "ratings");
  context
    .get(documentHeadContext)
    .graph.push(
      describeBreadcrumbs(settings.publicUrl, [["Best Sellers", href("/best-sellers")]]),
      ...(books.length > 0 ? [describeBooks(settings.publicUrl, { name, books, isRanked: true })] : []),
    );
  return {
    books,
    badge,
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
  return describePage(matches, { title: "Best Sellers", description, url, picture });
}

export default function BestSellers({ loaderData }: Route.ComponentProps) {
  const { books, badge, ranked, promotion, firstWithCode } = loaderData;
  return (
    <div className="page pt-5 sm:pt-8 lg:pt-12">
      <h1 className="text-h1">Best Sellers</h1>
      <p className="mt-2 max-w-measure text-quiet sm:mt-3 sm:text-lead">
        {books.length > 0 && ranked}
        {promotion?.offChart && books.length > 0 && (
          <>
            {" "}
            Take {promotion.offChart} with code <strong className="font-semibold text-ink">{promotion.code}</strong>.
          </>
        )}
      </p>
      <UnlessEmpty>
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
          <ol className="mt-6 grid grid-cols-2 sm:mt-10 gap-x-4 gap-y-12 sm:grid-cols-3 sm:gap-x-6 md:grid-cols-4 lg:mt-14 lg:grid-cols-12 lg:gap-x-8 lg:gap-y-16">
            {books.slice(0, podium).map((book, index) => (
              <li
                key={book.id}
                className={`col-span-full flex border-b border-line pb-10 lg:pb-14 ${index > 0 ? "lg:col-span-4" : ""}`}
              >
                <BestSellerPodium
                  book={book}
                  rank={index + 1}
                  badge={badge}
                  isFirst={index === 0}
                  withCode={index === 0 ? firstWithCode : null}
                />
              </li>
            ))}
            {books.slice(podium).map((book, index) => (
              <li key={book.id} className="flex flex-col lg:col-span-3">
                <p className="mb-2.5 flex items-baseline gap-2">
                  <span className="figures font-display text-h2 leading-none font-[380]">{index + podium + 1}</span>
                  <span className="text-small text-quiet">{badge}</span>
                </p>
                <BookCard
                  book={book}
                  heading="h2"
                  isRated
                  isCategoryShown
                  sizes="(min-width: 1240px) 270px, (min-width: 1024px) 22vw, (min-width: 640px) 30vw, calc(50vw - 28px)"
                />
              </li>
            ))}
          </ol>
        )}
      </UnlessEmpty>
    </div>
  );
}
