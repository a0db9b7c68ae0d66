import { UnlessEmpty } from "#app/components/no-books.tsx";
import { describePage } from "#app/display/page-title.ts";
import { deliveryCost } from "#app/content/shop-facts.ts";
import { documentHeadContext, servicesContext } from "#app/http/context.ts";
import { describeShop, describeSite } from "#app/structured-data/shop.ts";
import { documents } from "#routing/documents.ts";
import { href } from "#routing/href.ts";
import {
  listBooksByAuthor,
  listBestSellers,
  listFeaturedBooks,
  listNewReleases,
  listRecommendedBooks,
} from "#shop/catalogue/lists.server.ts";
import { listFeaturedAuthors } from "#shop/catalogue/authors.server.ts";
import { findBook } from "#shop/catalogue/book.server.ts";
import { listBundles } from "#shop/catalogue/bundles.server.ts";
import { listCountedCategories } from "#shop/catalogue/categories.server.ts";
import { listReadingLists } from "#shop/content/reading-lists.server.ts";
import { findAnnouncedPromotion } from "#shop/pricing/promotions.server.ts";
import { listTestimonials } from "#shop/reviews/reviews.server.ts";

import type { Route } from "./+types/route";
import { BestSellerChart } from "./best-seller-chart.tsx";
import { BestSellers } from "./best-sellers.tsx";
import { BrowseCategories } from "./browse-categories.tsx";
import { Bundles } from "./bundles.tsx";
import { FeaturedAuthors } from "./featured-authors.tsx";
import { FeaturedBooks } from "./featured-books.tsx";
import { Hero } from "./hero.tsx";
import { NewReleases } from "./new-releases.tsx";
import { Newsletter } from "./newsletter.tsx";
import { PromoBand } from "./promo-band.tsx";
import { ReadingLists } from "./reading-lists.tsx";
import { Recommended } from "./recommended.tsx";
import { Testimonials } from "./testimonials.tsx";
import { toFeaturedBook } from "./featured-book.ts";

const heroBooks = 5;
const featuredBooks = 7;
const chartBooks = 5;

export async function loader({ context }: Route.LoaderArgs) {
  const { db, settings, now } = context.get(servicesContext);
  const [newReleases, bestSellers, categories, allBundles, lists, testimonials, promotion, recommended] =
    await Promise.all([
      listNewReleases(db, 4),
      listBestSellers(db, chartBooks),
      listCountedCategories(db, 4),
      listBundles(db),
      listReadingLists(db),
      listTestimonials(db, 5),
      findAnnouncedPromotion(db, now()),
      listRecommendedBooks(db, 2),
    ]);
  const head = context.get(documentHeadContext);
  head.graph.push(describeShop(settings), describeSite(settings));
  head.feeds.push({ title: `New releases at ${settings.name}`, path: documents.newReleases });
  const bundles = allBundles.filter(({ isAvailable }) => isAvailable).slice(0, 3);
  const featured = await listFeaturedBooks(db, heroBooks + featuredBooks, newReleases);
  const fan = featured.length > 0 ? featured.slice(0, heroBooks) : newReleases;
  const [authors, lead, ...described] = await Promise.all([
    listFeaturedAuthors(db, 4, featured),
    featured[heroBooks] ? findBook(db, featured[heroBooks].id) : null,
    ...recommended.map(({ id }) => findBook(db, id)),
  ]);
  return {
    url: settings.publicUrl + href("/"),
    description: `Featured books, new releases, best sellers and reading lists from ${settings.name}, a bookshop for India. ${deliveryCost(settings)}`,
    fan,
    lead: lead && toFeaturedBook(lead),
    featured: featured.slice(heroBooks + 1),
    newReleases,
    bestSellers,
    categories,
    recommended: described.filter((book) => book !== null).map(toFeaturedBook),
    bundlePercent: nameMost(bundles.map(({ percentOff }) => percentOff)),
    bundles: bundles.map(({ id, name, books, pricePaise, bundlePricePaise }) => ({
      id,
      name,
      bookCount: books.length,
      pricePaise,
      bundlePricePaise,
    })),
    lists: lists.slice(0, 3),
    testimonials,
    promotion: promotion?.appliesTo === "best-sellers" && bestSellers.length === 0 ? null : promotion,
    authors,
    authorBooks: authors[0] ? await listBooksByAuthor(db, authors[0].id, 3) : [],
  };
}

/** `30%`, or `up to 30%` where not all take so much off. */
function nameMost(percents: number[]): string {
  const most = Math.max(...percents);
  return `${percents.some((percent) => percent < most) ? "up to " : ""}${most}%`;
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { url, description } = loaderData;
  return describePage(matches, { title: null, description, url });
}

/** The shop window. */
export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <UnlessEmpty>
        <Hero books={loaderData.fan} categories={loaderData.categories} />
        {loaderData.promotion && <PromoBand promotion={loaderData.promotion} />}
        <FeaturedBooks lead={loaderData.lead} books={loaderData.featured} />
        <BrowseCategories categories={loaderData.categories} />
        <NewReleases books={loaderData.newReleases} />
        <BestSellers books={loaderData.bestSellers.slice(0, 4)} />
        <Recommended books={loaderData.recommended} />
        <Bundles bundles={loaderData.bundles} percent={loaderData.bundlePercent} />
        <FeaturedAuthors authors={loaderData.authors} books={loaderData.authorBooks} />
        <BestSellerChart books={loaderData.bestSellers} />
        <Testimonials testimonials={loaderData.testimonials} />
        <ReadingLists lists={loaderData.lists} />
      </UnlessEmpty>
      <Newsletter />
    </>
  );
}
