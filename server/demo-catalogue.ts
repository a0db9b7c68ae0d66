/** Loads the demonstration into an empty shop, and removes it. */
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inOrder, inRepeatableTransaction, inTransaction } from "#db/transaction.ts";
import { nameKey } from "#shop/catalogue/books/match-key.ts";
import { demonstration } from "#shop/catalogue/content/opening-page.ts";
import { saveReadingLists } from "#shop/catalogue/content/reading-lists.server.ts";
import { addBooksOfFile } from "#shop/catalogue/import/add-books-of-file.server.ts";
import { newEntity } from "#shop/catalogue/records/entity.ts";
import { saveAuthors, saveCategories, saveSeries } from "#shop/catalogue/records/write/save-rows.server.ts";
import { saveSampleReviews } from "#shop/people/reviews/reviews.server.ts";

import { loadDemoChoices } from "./demo-choices.ts";
import { demoBooksFile, hashDemo, readDemo } from "./demo-data.ts";
import { deleteDemoLinks, saveDemoLinks } from "./demo-links.ts";
import { demoCodes, saveDemoOffers } from "./demo-offers.ts";
import { loadDemoOpenings } from "./demo-openings.ts";
import { markPartLoaded } from "./demo-parts.ts";
import { loadDemoTranslations } from "./demo-translations.ts";

/**
 * Loads the demonstration into a shop without books. Returns false if the shop has books, or had the demonstration
 * before.
 */
export function loadDemoCatalogue(db: Db): Promise<boolean> {
  return inRepeatableTransaction(db, async (tx) => {
    const { rowCount } = await tx.execute(sql`
      insert into catalogue_loads (source, content_sha256)
      select 'demo', ${hashDemo()} where not exists (select from works)
      on conflict (source) do nothing`);
    const isNew = rowCount > 0;
    if (isNew) await saveCatalogue(tx, new Date());
    // Also refreshes the lists, which `loadDemoChoices` needs to make neighbouring covers differ.
    await loadDemoTranslations(tx);
    await loadDemoChoices(tx);
    await loadDemoOpenings(tx);
    return isNew;
  });
}

async function saveCatalogue(tx: Db, now: Date) {
  await tx.execute(sql`
    select set_config('endpaper.cause', ${demonstration}, true), set_config('endpaper.listings', 'later', true)`);
  await saveNames(tx, { created_by: demonstration, created_at: now.toISOString() });
  const maker = { createdBy: demonstration, program: "the demonstration" };
  await addBooksOfFile(tx, demoBooksFile, { source: "demo", maker, now });
  await saveDetails(tx);
  await saveDemoOffers(tx, now);
  await saveContent(tx);
  await saveIssue(tx, now);
  await saveDemoLinks(tx, now);
}

/**
 * Saves the categories, authors and series that the table of books only names. They have ids of their own in the
 * demonstration, so they must exist before the import.
 */
async function saveNames(tx: Db, stamp: { created_by: string; created_at: string }) {
  const categories = readDemo("categories").map(({ id, name, description, parentId = null }, position) =>
    newEntity(id, { name, description, parent_id: parentId, position }),
  );
  const authors = readDemo("authors").map(({ id, name, bio }) => newEntity(id, { name, name_key: nameKey(name), bio }));
  const series = readDemo("series").map(({ id, name, description }) =>
    newEntity(id, { name, name_key: nameKey(name), description }),
  );
  await inOrder([
    saveCategories(tx, categories, stamp),
    saveAuthors(tx, { added: authors, altered: [] }, stamp),
    saveSeries(tx, series, stamp),
  ]);
}

/** Saves what the table of books has no columns for: when the shop got each book, and what home shows. */
async function saveDetails(tx: Db) {
  const { featuredWorks, featuredAuthors } = readDemo("choices");
  // If the cause begins with `undo`, no field gets an origin. These values belong to new rows, which need none.
  await tx.execute(sql`select set_config('endpaper.cause', ${`undo ${demonstration}`}, true)`);
  // 04:30 UTC is 10:00 in India, when parcels are unpacked.
  await tx.execute(sql`
    update books b set created_at = (added.day || 'T04:30:00Z')::timestamptz
    from jsonb_each_text(${JSON.stringify(readDemo("added-on"))}::jsonb) as added (id, day) where b.id = added.id`);
  await tx.execute(sql`
    update works w set created_at = b.created_at, featured_position = array_position(${featuredWorks}::text[], w.id) - 1
    from books b where b.work_id = w.id and b.is_main`);
  await tx.execute(sql`update authors set is_featured = true where id = any(${featuredAuthors}::text[])`);
  await tx.execute(sql`select set_config('endpaper.cause', ${demonstration}, true)`);
}

async function saveContent(tx: Db) {
  const lists = readDemo("reading-lists");
  await saveReadingLists(
    tx,
    lists.map(({ id, title, summary, introduction }, position) => ({
      id,
      title,
      summary,
      introduction: introduction.join("\n\n"),
      position,
    })),
    lists.flatMap(({ id: readingListId, books }) =>
      books.map((book, position) => ({ readingListId, position, ...book })),
    ),
  );
  await saveSampleReviews(
    tx,
    readDemo("reviews").map(({ on, ...review }) => ({ ...review, createdAt: new Date(`${on}T12:00:00Z`) })),
  );
}

function demoIssue(): { subject: string; words: string } {
  const { subject, paragraphs } = readDemo("newsletter");
  return { subject, words: [`# ${subject}`, ...paragraphs].join("\n\n") };
}

/** Saves the sample issue of the newsletter as sent a week before `now`. */
async function saveIssue(tx: Db, now: Date) {
  const { subject, words } = demoIssue();
  const sentAt = new Date(now.getTime() - 7 * 24 * 60 * 60 * 1000);
  await tx.execute(sql`
    insert into newsletter_issues (subject, words, created_at, sent_at, written_at)
    values (${subject}, ${words}, ${sentAt}, ${sentAt}, ${sentAt}) on conflict do nothing`);
}

/**
 * Removes the demonstration permanently, with its reviews, lists, newsletter, offers and codes. A work that an order
 * names is kept, but hidden from readers. Categories and authors are kept if a person changed them or other books need
 * them.
 */
export function removeDemonstration(db: Db, now: Date): Promise<{ removed: number; unlisted: number }> {
  return inTransaction(db, async (tx) => {
    const codes = demoCodes();
    await markPartLoaded(tx, "demo removed");
    await tx.execute(sql`delete from reviews where is_sample`);
    await tx.execute(sql`delete from newsletter_issues where words = ${demoIssue().words}`);
    await deleteDemoLinks(tx);
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
    // Runs twice, because a category can be deleted only after the categories below it.
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
