import { createHash } from "node:crypto";

import type { Db } from "#db/connect.ts";
import { bundles } from "#db/demo/bundles.ts";
import { categories } from "#db/demo/categories.ts";
import type { DemoEdition, DemoWork } from "#db/demo/demo-types.ts";
import { featuredAuthors, featuredWorks } from "#db/demo/featured.ts";
import { readingLists } from "#db/demo/reading-lists.ts";
import { reviews } from "#db/demo/reviews.ts";
import { shelves } from "#db/demo/shelves.ts";
import { inTransaction } from "#db/transaction.ts";
import { byline } from "#shop/catalogue/book.ts";
import { saveCatalogue, type CatalogueRecords } from "#shop/catalogue/save-catalogue.server.ts";
import { saveReadingLists } from "#shop/content/reading-lists.server.ts";
import { coverKey } from "#covers/draw-cover.ts";
import { portraitKey } from "#covers/draw-portrait.ts";
import { saveSampleReviews } from "#shop/reviews/reviews.server.ts";
import { foldText } from "#shop/text/fold-text.ts";

/** Loads the demonstration catalogue; answers false when it is there already, unchanged. */
export async function loadDemoCatalogue(db: Db): Promise<boolean> {
  const records = demoRecords();
  const sha256 = createHash("sha256")
    .update(JSON.stringify([records, readingLists, reviews]))
    .digest("hex");
  return inTransaction(db, async (tx) => {
    const isNew = await saveCatalogue(tx, "demo", sha256, records);
    if (isNew) await saveContent(tx);
    return isNew;
  });
}

async function saveContent(tx: Db) {
  await saveReadingLists(
    tx,
    readingLists.map(({ books: _, ...list }, position) => ({ ...list, position })),
    readingLists.flatMap(({ id: readingListId, books }) =>
      books.map(({ id: bookId, note }, position) => ({ readingListId, bookId, position, note })),
    ),
  );
  await saveSampleReviews(
    tx,
    reviews.map(({ work: workId, featuredPosition, on, ...review }) => ({
      ...review,
      workId,
      testimonialPosition: featuredPosition ?? null,
      createdAt: new Date(`${on}T12:00:00Z`),
    })),
  );
}

/** The demonstration catalogue as rows. */
export function demoRecords(): CatalogueRecords {
  const works = shelves.flatMap((shelf) => shelf.works);
  const authors = shelves.flatMap((shelf) => shelf.authors);
  const series = shelves.flatMap((shelf) => shelf.series);
  const authorName = new Map(authors.map((author) => [author.id, author.name]));
  const seriesName = new Map(series.map(({ id, name }) => [id, name]));
  const nameOf = (id: string) => authorName.get(id) ?? id;

  const workCoverKey = (work: DemoWork) =>
    coverKey({
      id: work.id,
      title: work.title,
      subtitle: work.subtitle,
      author: byline((work.by.length ? work.by : (work.editors ?? [])).map((id) => ({ name: nameOf(id) }))),
      seriesName: work.series && seriesName.get(work.series.id),
      seriesPosition: work.series?.position,
      categoryId: work.categories[0] ?? "fiction",
      language: work.language,
    });

  return {
    categories: categories.map((category, position) => ({ ...category, position })),
    authors: authors.map((author) => ({
      ...author,
      imageUrl: `/portraits/${portraitKey(author)}-320.webp`,
      isFeatured: featuredAuthors.includes(author.id),
    })),
    series,
    works: works.map((work) => ({
      id: work.id,
      title: work.title,
      subtitle: work.subtitle ?? null,
      searchText: foldText(work.subtitle ? `${work.title}: ${work.subtitle}` : work.title),
      description: work.description,
      startingRating: work.rating.average,
      startingRatingCount: work.rating.count,
      featuredPosition: featuredWorks.includes(work.id) ? featuredWorks.indexOf(work.id) : null,
      createdAt: addedAt(work.editions[0]!),
    })),
    contributors: works.flatMap(contributorsOf),
    workCategories: works.flatMap((work) =>
      work.categories.map((categoryId, position) => ({ workId: work.id, categoryId, position })),
    ),
    seriesWorks: works.flatMap((work) =>
      work.series ? [{ seriesId: work.series.id, workId: work.id, position: work.series.position }] : [],
    ),
    books: works.flatMap((work) =>
      work.editions.map((edition, index) => ({
        id: index === 0 ? work.id : `${work.id}-${edition.format}`,
        workId: work.id,
        isMain: index === 0,
        format: edition.format,
        isbn13: edition.isbn13 ?? null,
        language: work.language,
        pages: edition.pages,
        publisher: edition.publisher,
        publishedOn: edition.publishedOn,
        mrpPaise: edition.mrpRupees * 100,
        pricePaise: edition.priceRupees * 100,
        hsn: work.categories[0] === "picture-books" ? "4903" : "4901",
        coverKey: workCoverKey(work),
        createdAt: addedAt(edition),
        copies: edition.stock,
      })),
    ),
    bundles: bundles.map(({ books: _, ...bundle }, position) => ({ ...bundle, percentOff: 30, position })),
    bundleBooks: bundles.flatMap((bundle) =>
      bundle.books.map((bookId, position) => ({ bundleId: bundle.id, bookId, position })),
    ),
    promotions: [{ code: "SUMMER20", name: "Summer Reading Sale", appliesTo: "best-sellers", percentOff: 20 }],
  };
}

function contributorsOf(work: DemoWork): CatalogueRecords["contributors"] {
  const people = [
    ...work.by.map((authorId) => ({ authorId, role: "author" as const })),
    ...(work.editors ?? []).map((authorId) => ({ authorId, role: "editor" as const })),
    ...(work.translators ?? []).map((authorId) => ({ authorId, role: "translator" as const })),
    ...(work.illustrators ?? []).map((authorId) => ({ authorId, role: "illustrator" as const })),
  ];
  return people.map((person, position) => ({ workId: work.id, ...person, position }));
}

/** Ten in the morning in India, when the parcel is unpacked. */
function addedAt(edition: DemoEdition): Date {
  return new Date(`${edition.addedOn}T04:30:00Z`);
}
