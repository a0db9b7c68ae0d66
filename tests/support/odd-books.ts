/** Books with extreme data for layout tests: very long titles, Devanagari, no cover, a thousand reviews. */
import { expect, type Page } from "@playwright/test";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { coverKey } from "#covers/draw-cover.ts";
import { portraitKey } from "#covers/draw-portrait.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import { expectReady, openCart, putInCart } from "./sales/shopper.ts";

const longTitle =
  "Zwischenzeitlichkeiten, or a Complete and Faithful Account of the Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft, with Notes, Maps and an Index of Every Person in It!";
const longName =
  "Zoravarsinhji Chandrashekharendra Venkatanarasimharajuvaripeta Thiruvananthapurathukkaaran Bhattacharyya-Mukhopadhyay Srinivasaraghavan Kulandaisamy Gopalakrishnan Ranganathan Iyengar the Younger, MA!";

interface OddBook {
  id: string;
  title: string;
  language: string;
  copies: number;
  reviews: number;
  hasCover: boolean;
}

const books: OddBook[] = [
  { id: "odd-long", title: longTitle, language: "en", copies: 3, reviews: 1000, hasCover: true },
  {
    id: "odd-hindi",
    title: "ज्ञानेन्द्रियों की स्वातन्त्र्योत्तर कर्तव्यनिष्ठा और राष्ट्रीयकरण का संक्षिप्त इतिहास",
    language: "hi",
    copies: 0,
    reviews: 0,
    hasCover: true,
  },
  {
    id: "odd-rtl",
    title: "آگ کا دریا، دوسری اشاعت!",
    language: "ur",
    copies: 2,
    reviews: 0,
    hasCover: true,
  },
  { id: "odd-coverless", title: "Zero", language: "en", copies: 1, reviews: 0, hasCover: false },
];
const author = { id: "odd-author", name: longName };
const categoryId = "philosophy";

/** Adds the odd books, which sort to the end of every list. */
async function shelveOddBooks(db: Db): Promise<void> {
  await db.execute(sql`
    insert into authors (id, name, bio, image_url)
    values (${author.id}, ${author.name}, ${`${longName} writes.`}, ${`/portraits/${portraitKey(author)}-320.webp`})
    on conflict do nothing`);
  for (const { id, title, language, copies, reviews, hasCover } of books) {
    const key = hasCover
      ? coverKey({ id, title, author: author.name, categoryId, language })
      : "no-such-cover-0000000000";
    await inTransaction(db, async (tx) => {
      const { rowCount } = await tx.execute(sql`
        insert into works (id, title, search_text, description, created_at)
        values (${id}, ${title}, ${foldText(title)}, ${`About ${title}`}, '2001-01-01') on conflict do nothing`);
      if (rowCount === 0) return;
      await tx.execute(sql`insert into work_contributors values (${id}, ${author.id}, 'author', 0)`);
      await tx.execute(sql`
        insert into work_categories (work_id, category_id, position) values (${id}, ${categoryId}, 0)`);
      await tx.execute(sql`
        insert into books (id, work_id, is_main, format, language, publisher, published_on, mrp_paise, price_paise, cover_key, created_at)
        values (${id}, ${id}, true, 'hardback', ${language}, ${longName}, '2001-01-01', 12345650, 9876550, ${key}, '2001-01-01')`);
      await tx.execute(sql`insert into stock (book_id, on_hand) values (${id}, ${copies})`);
      if (copies > 0)
        await tx.execute(sql`insert into stock_moves (book_id, delta, cause) values (${id}, ${copies}, 'received')`);
      await tx.execute(sql`
        insert into reviews (work_id, name, rating, title, body, is_sample, state)
        select ${id}, repeat('N', 80), 1 + n % 5, repeat('t', 120), repeat('Word', 40), true, 'published'
        from generate_series(1, ${reviews}::int) n`);
    });
  }
}

/** Opens a page of the journeys' shop with the odd books on its shelves. */
async function goTo(page: Page, db: Db, path: string): Promise<void> {
  await shelveOddBooks(db);
  // The cached page may be stale for a moment.
  await expect
    .poll(async () => (await (await page.request.get(path, { maxRetries: 2 })).text()).includes(longName.slice(0, 40)))
    .toBe(true);
  await page.goto(path);
}

/** Opens the page of one of the odd books. */
export function goToOddBook(page: Page, db: Db, id: string): Promise<void> {
  return goTo(page, db, `/books/${id}`);
}

/** The places that show odd books. */
export const oddPlaces: Record<string, (page: Page, db: Db) => Promise<unknown>> = {
  "a book with a very long title and a thousand reviews": (page, db) => goTo(page, db, "/books/odd-long"),
  "a sold-out book in Devanagari that nobody has reviewed": (page, db) => goTo(page, db, "/books/odd-hindi"),
  "a book whose cover cannot be drawn": (page, db) => goTo(page, db, "/books/odd-coverless"),
  "an open book with a very long title": (page, db) => goTo(page, db, "/books/odd-long/look-inside"),
  "an open book in Devanagari that is sold out": (page, db) => goTo(page, db, "/books/odd-hindi/look-inside"),
  "cards of odd books": (page, db) => goTo(page, db, "/authors/odd-author"),
  "odd books that are searched for": async (page, db) => {
    await goTo(page, db, "/search?q=zwischenzeit");
    await expectReady(page);
  },
  "a cart with odd books": async (page, db) => {
    await goTo(page, db, "/books/odd-long");
    await putInCart(page, "odd-long", "odd-coverless");
    await openCart(page);
  },
};
