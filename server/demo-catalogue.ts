/** Loads the demonstration catalogue into a shop without books, and removes it. */
import { createHash } from "node:crypto";

import type { Db } from "#db/connect.ts";
import { bundles } from "#db/demo/bundles.ts";
import { categories } from "#db/demo/categories.ts";
import type { DemoEdition, DemoWork } from "#db/demo/demo-types.ts";
import { featuredAuthors, featuredWorks } from "#db/demo/featured.ts";
import { readingLists } from "#db/demo/reading-lists.ts";
import { reviews } from "#db/demo/reviews.ts";
import { shelves } from "#db/demo/shelves.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { byline } from "#shop/catalogue/books/book.ts";
import { saveCatalogue, type CatalogueRecords } from "#shop/catalogue/listings/save-catalogue.server.ts";
import { demonstration } from "#shop/catalogue/content/opening-page.ts";
import { saveReadingLists } from "#shop/catalogue/content/reading-lists.server.ts";
import { coverKey } from "#covers/draw-cover.ts";
import { portraitKey } from "#covers/draw-portrait.ts";
import { saveSampleReviews } from "#shop/people/reviews/reviews.server.ts";
import { foldForSearch } from "#shop/kernel/text/fold-for-search.ts";

import { loadDemoChoices } from "./demo-choices.ts";
import { loadDemoOpenings } from "./demo-openings.ts";
import { loadDemoTranslations } from "./demo-translations.ts";

/** Loads the demonstration into a shop without books. Returns false when the shop has books or had it before. */
export async function loadDemoCatalogue(db: Db): Promise<boolean> {
  const records = demoRecords();
  const sha256 = createHash("sha256")
    .update(JSON.stringify([records, readingLists, reviews]))
    .digest("hex");
  return inTransaction(db, async (tx) => {
    const isNew = await saveCatalogue(tx, "demo", sha256, records);
    if (isNew) await saveContent(tx);
    await loadDemoTranslations(tx);
    await loadDemoChoices(tx);
    await loadDemoOpenings(tx);
    return isNew;
  });
}

/**
 * Removes the demonstration for good, with its reviews, lists, offers and codes. A work in an order stays in the
 * database, hidden from readers. Categories and authors stay if a person changed them or other books need them.
 */
export function removeDemonstration(db: Db, now: Date): Promise<{ removed: number; unlisted: number }> {
  return inTransaction(db, async (tx) => {
    const codes = demoRecords().promotions.map(({ code }) => code);
    await tx.execute(sql`delete from reviews where is_sample`);
    await tx.execute(sql`delete from opening_pages where set_by = ${demonstration}`);
    await tx.execute(sql`
      delete from bundle_books where book_id in (select id from books where source = 'demo')`);
    await tx.execute(sql`delete from bundles b where not exists (select from bundle_books where bundle_id = b.id)`);
    await tx.execute(sql`
      delete from reading_list_books where book_id in (select id from books where source = 'demo')`);
    await tx.execute(
      sql`delete from reading_lists l where not exists (select from reading_list_books where reading_list_id = l.id)`,
    );
    await tx.execute(sql`
      delete from weekly_table_books where book_id in (select id from books where source = 'demo')`);
    await tx.execute(
      sql`delete from weekly_tables t where not exists (select from weekly_table_books where table_id = t.id)`,
    );
    const { rowCount: removed } = await tx.execute(sql`
      delete from works w where source = 'demo' and not exists (
        select from order_lines l join books b on b.id = l.book_id where b.work_id = w.id)`);
    const { rowCount: unlisted } = await tx.execute(sql`
      update works w set featured_position = null, recommended_position = null
      where source = 'demo' and exists (select from books b where b.work_id = w.id and b.is_listed)`);
    await tx.execute(sql`update books set is_listed = false where source = 'demo' and is_listed`);
    await tx.execute(sql`
      delete from authors a where created_by = 'demonstration' and not field_origins::text like '%"person"%'
        and not exists (select from work_contributors where author_id = a.id)`);
    await tx.execute(
      sql`delete from series s where created_by = 'demonstration' and not exists (select from series_works where series_id = s.id)`,
    );
    // Twice: a parent category can be deleted only after its children.
    for (let level = 0; level < 2; level += 1)
      await tx.execute(sql`
        delete from categories c where created_by = 'demonstration' and not field_origins::text like '%"person"%'
          and not exists (select from work_categories where category_id = c.id)
          and not exists (select from categories where parent_id = c.id)`);
    await tx.execute(sql`
      delete from publishers p where not exists (select from books where publisher_id = p.id)
        and not exists (select from publishers where parent_id = p.id)`);
    await tx.execute(sql`
      delete from promotions p where code = any(${codes}::text[])
        and not exists (select from redemptions where promotion_code = p.code)`);
    await tx.execute(sql`
      update promotions set ends_at = ${now}, is_announced = false where code = any(${codes}::text[]) and starts_at < ${now}`);
    return { removed, unlisted };
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
      searchText: foldForSearch(work.subtitle ? `${work.title}: ${work.subtitle}` : work.title),
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

/** Ten in the morning in India, when a delivery is unpacked. */
function addedAt(edition: DemoEdition): Date {
  return new Date(`${edition.addedOn}T04:30:00Z`);
}
