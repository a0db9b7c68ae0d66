import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { removeDemonstration } from "#server/demo-catalogue.ts";
import { openTestShop, type TestShop } from "./test-shop.ts";

/** Opens a shop without the demonstration, with `books` books that have little data. */
export async function openSmallShop(books: number): Promise<TestShop> {
  const shop = await openTestShop();
  await removeDemonstration(shop.db, new Date());
  for (let number = 1; number <= books; number += 1) await shelveBareBook(shop.db, `bare-${number}`);
  if (books > 1) await describeBook(shop.db, "bare-2");
  return shop;
}

/** Adds a book with a title and a price: without author, category, publisher, description, pages, date and ISBN. */
export async function shelveBareBook(db: Db, id: string, copies = 3): Promise<void> {
  await db.execute(sql`
    insert into works (id, title, search_text, description) values (${id}, ${`A book called ${id}`}, ${`a book called ${id}`}, '')`);
  await db.execute(sql`
    insert into books (id, work_id, is_main, format, language, mrp_paise, price_paise, cover_key)
    values (${id}, ${id}, true, 'paperback', 'en', 29900, 24900, ${`${id}-0123456789`})`);
  await db.execute(sql`insert into stock (book_id, on_hand) values (${id}, ${copies})`);
  await db.execute(sql`
    insert into stock_moves (book_id, delta, cause) select ${id}, ${copies}, 'received' where ${copies} > 0`);
}

/** Gives a book an author and a category, each with a name only. */
async function describeBook(db: Db, id: string) {
  await db.execute(sql`
    insert into authors (id, name, bio, image_url)
    values ('bare-author', 'Bare Author', '', '/portraits/bare-author-0123456789-320.webp')`);
  await db.execute(sql`
    insert into work_contributors (work_id, author_id, role, position) values (${id}, 'bare-author', 'author', 0)`);
  await db.execute(sql`
    insert into categories (id, name, description, position) values ('bare-category', 'Bare category', '', 0)`);
  await db.execute(
    sql`insert into work_categories (work_id, category_id, position) values (${id}, 'bare-category', 0)`,
  );
}
