/** Home page: hero, the sections in the order chosen at the desk, and the newsletter. */
import { Fragment, lazy, Suspense, useEffect, type ComponentProps, type ReactNode } from "react";

import { pickBookEndpaper } from "#app/display/book-endpaper.ts";
import { chartWords } from "#app/display/chart-words.ts";
import { hydratesLater } from "#app/components/frame/first-press.ts";
import { firstSentence } from "#app/display/first-sentence.ts";
import { describePage, pageTitle } from "#app/display/page-title.ts";
import { deliveryCost, freeDelivery } from "#app/content/shop-facts.ts";
import { documentHeadContext, openingSoonContext, servicesContext } from "#app/http/context.ts";
import { describeShop, describeSite } from "#app/structured-data/shop.ts";
import { documents } from "#routing/documents.ts";
import { href } from "#routing/href.ts";
import {
  areNewlyPublished,
  bestSellers,
  featuredBooks,
  isAnySold,
  isChartOfSales,
  listBooksByAuthor,
  newReleases,
  recommendedBooks,
} from "#shop/catalogue/books/lists.server.ts";
import { listFeaturedAuthors, listFirstAuthors } from "#shop/catalogue/books/authors.server.ts";
import type { BookCard } from "#shop/catalogue/books/book.ts";
import { listCardsOf } from "#shop/catalogue/books/cards.server.ts";
import { findDescriptions } from "#shop/catalogue/books/book.server.ts";
import { listBundles } from "#shop/catalogue/books/bundles.server.ts";
import { listCountedCategories } from "#shop/catalogue/books/categories.server.ts";
import { findCurrentTable } from "#shop/catalogue/content/weekly-tables.server.ts";
import { listReadingLists } from "#shop/catalogue/content/reading-lists.server.ts";
import { findFirstUsable } from "#shop/sales/pricing/promotions.server.ts";
import { listBestReviews, listTestimonials } from "#shop/people/reviews/reviews.server.ts";
import { shownSections, type HomeSection } from "#shop/office/storefront/sections.ts";
import { maxInWindow, usualLine } from "#shop/office/storefront/storefront.ts";

import type { Route } from "./+types/route";
import { Hero } from "./hero.tsx";
import { readerSentences } from "./reader-sentence.ts";
import { openShopPreview } from "./open-shop-preview.server.ts";
import { findShownStorefront } from "./shown-storefront.server.ts";
import { takeOnce } from "./take-once.ts";

const loadBelowHero = () => import("./below-hero.tsx");
const BelowHero = lazy(loadBelowHero);
/** Loaded only before the shop is open, so that it costs other visits nothing. */
const OpeningSoon = lazy(() => import("./opening-soon.tsx"));

const heroBooks = 5;
const tableBooks = 7;
const newBooks = 4;
const chartBooks = 5;
const shelfBooks = 4;
/** More books than a section shows, to replace those that another section shows. */
const spareBooks = 10;
const booksOfAuthor = 3;
const reviewsLookedAt = 5;
const authorsShown = 4;

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, settings } = services;
  const pass = new URL(request.url).searchParams.get("preview");
  if (pass !== null) throw openShopPreview(services, pass);
  if (context.get(openingSoonContext)) return null;
  const { window, at } = await findShownStorefront(request, context);
  const [
    table,
    [newest = [], charted = [], recommended = [], chosen = [], others = []],
    isOfSales,
    categories,
    allBundles,
    lists,
    testimonials,
    promotion,
    chosenAuthors,
  ] = await Promise.all([
    findCurrentTable({ db, now: () => at }),
    listCardsOf(db, [
      newReleases(newBooks + spareBooks),
      bestSellers(chartBooks + shelfBooks + spareBooks),
      recommendedBooks(2, window.recommended),
      ...featuredBooks(heroBooks + tableBooks, newBooks, window.featured),
    ]),
    isChartOfSales(db),
    listCountedCategories(db, 4),
    listBundles(db, at),
    listReadingLists(db),
    listTestimonials(db, maxInWindow.testimonials, window.testimonials),
    findFirstUsable(db, window.codes, at),
    listFeaturedAuthors(db, authorsShown),
  ]);
  const head = context.get(documentHeadContext);
  head.graph.push(describeShop(settings), describeSite(settings));
  head.feeds.push({ title: `New releases at ${settings.name}`, path: documents.newReleases });
  const bundles = allBundles.filter(({ isAvailable }) => isAvailable).slice(0, 3);
  const chart = charted.slice(0, chartBooks);
  const isElsewhere = ({ id }: BookCard) => [...chart, ...recommended].some((book) => book.id === id);
  const onTable = table?.books.filter(({ book }) => !isElsewhere(book)) ?? [];
  const take = takeOnce([...onTable.map(({ book }) => book), ...chart, ...recommended]);
  const featured = take([...chosen, ...others], heroBooks + (table ? 0 : tableBooks));
  const newOnes = take(newest, newBooks);
  const onShelf = take(charted, shelfBooks);
  const fan = featured.length > 0 ? featured.slice(0, heroBooks) : newOnes;
  const besides = featured.slice(heroBooks);
  const [front] = fan;
  const authors =
    chosenAuthors.length > 0 ? chosenAuthors : await listFirstAuthors(db, authorsShown, [...chosen, ...others]);
  const [reviews, isShelfOfSales, areNew, descriptionOf, ofAuthor] = await Promise.all([
    listBestReviews(
      db,
      onShelf.map(({ id }) => id),
      reviewsLookedAt,
    ),
    isAnySold(db, onShelf),
    areNewlyPublished(db, newOnes, at),
    findDescriptions(
      db,
      [...(front ? [front] : []), ...besides.slice(0, 1), ...recommended].map(({ id }) => id),
    ),
    authors[0] ? listBooksByAuthor(db, authors[0].id, booksOfAuthor + spareBooks) : [],
  ]);
  const firstSentenceOf = ({ id }: BookCard) => firstSentence(descriptionOf.get(id) ?? "");
  const { strip, counted } = chartWords(isOfSales ? "sales" : "ratings");
  // The shelf continues the list after the strip, often with books that have not been sold.
  const { shelf } = chartWords(isShelfOfSales ? "sales" : "ratings");
  return {
    url: settings.publicUrl + href("/"),
    sections: shownSections(window),
    description: `Featured books, new releases, best sellers and reading lists from ${settings.name}, a bookshop for India. ${deliveryCost(settings)}`,
    hero: {
      ...(window.welcomeTitle !== null && { title: window.welcomeTitle }),
      books: fan,
      about: front ? firstSentenceOf(front) : "",
      endpaper: front ? pickBookEndpaper(front) : null,
    },
    welcome: `${window.welcomeLine ?? settings.words.home ?? usualLine} ${freeDelivery(settings)}`,
    table: {
      title: table ? `${table.title}.` : "On the table by the door this week.",
      words: table?.introduction ?? "",
      books: table
        ? onTable
        : besides.map((book, place) => ({
            book,
            sentence: place === 0 ? firstSentenceOf(book) : "",
            signature: "",
          })),
    },
    newest: { books: newOnes, words: areNew ? "Published within the last year." : "Just in. Some are old friends." },
    shelf: { books: onShelf, words: shelf, sentences: readerSentences(reviews), isOfSales: isShelfOfSales },
    chart: { books: chart, title: strip, words: counted },
    categories,
    recommended: { books: recommended.map((book) => ({ ...book, description: firstSentenceOf(book) })) },
    offers: {
      percent: nameMost(bundles.map(({ percentOff }) => percentOff)),
      bundles: bundles.map(({ id, name, books, pricePaise, mrpPaise }) => ({
        id,
        name,
        bookCount: books.length,
        covers: books.slice(0, 3).map(({ coverKey, title, authors: by }) => ({ coverKey, title, authors: by })),
        pricePaise,
        mrpPaise,
      })),
    },
    reading: { lists: chosenFirst(lists, window.lists).slice(0, maxInWindow.lists) },
    readers: { testimonials },
    promotion: promotion?.isForChart && chart.length === 0 ? null : promotion,
    featured: { authors, books: take(ofAuthor, booksOfAuthor) },
  };
}

/** Moves the chosen lists to the front, in their order. */
function chosenFirst<List extends { id: string }>(lists: List[], chosen: string[]): List[] {
  const first = chosen.flatMap((id) => lists.find((list) => list.id === id) ?? []);
  return [...first, ...lists.filter((list) => !first.includes(list))];
}

/** Formats the largest discount: `30%`, or `up to 30%` when some are smaller. */
function nameMost(percents: number[]): string {
  const most = Math.max(...percents);
  return `${percents.some((percent) => percent < most) ? "up to " : ""}${most}%`;
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [pageTitle(matches, "Opening soon"), { name: "robots", content: "noindex" }];
  const { url, description } = loaderData;
  return describePage(matches, { title: null, description, url });
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return loaderData ? (
    <OpenShop loaderData={loaderData} />
  ) : (
    <Suspense>
      <OpeningSoon />
    </Suspense>
  );
}

function OpenShop({ loaderData }: { loaderData: NonNullable<Route.ComponentProps["loaderData"]> }) {
  const { offers, featured, readers, reading } = loaderData;
  useEffect(() => {
    // Hydration compares the far sections with the server's HTML, so they must be hydrated before they are drawn.
    const draw = async () => (await import("#app/client/render-below-fold.ts")).renderBelowFold();
    const loading = loadBelowHero();
    hydratesLater(loading);
    void loading.then(draw, () => {});
  }, []);
  const belowHero = (part: ComponentProps<typeof BelowHero>) => (
    <Suspense>
      <BelowHero {...part} />
    </Suspense>
  );
  const parts: Record<HomeSection, ReactNode> = {
    code: loaderData.promotion && belowHero({ code: { promotion: loaderData.promotion } }),
    featured: belowHero({ table: loaderData.table }),
    categories: belowHero({ shelves: { categories: loaderData.categories } }),
    new: belowHero({ newest: loaderData.newest }),
    "best-sellers": belowHero({ best: loaderData.shelf }),
    recommended: belowHero({ recommended: loaderData.recommended }),
    bundles: belowHero({ offers }),
    authors: belowHero({ featured }),
    chart: belowHero({ chart: loaderData.chart }),
    testimonials: belowHero({ readers }),
    lists: belowHero({ reading }),
  };
  return (
    <>
      <Hero {...loaderData.hero} words={loaderData.welcome} categories={loaderData.categories} />
      {loaderData.sections.map((section) => (
        <Fragment key={section}>{parts[section]}</Fragment>
      ))}
      {belowHero({ hasNewsletter: true })}
    </>
  );
}
