import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { openTestDatabase } from "#tests/support/database/test-database.ts";

const { db } = await openTestDatabase();

test("the view has the specification's fields of a book, and the author's id", async () => {
  const { rows } = await db.execute<{ name: string; type: string }>(sql`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = 'book_view'::regclass and attnum > 0 order by attnum`);
  expect(rows.map(({ name, type }) => `${name} ${type}`)).toEqual([
    "id text",
    "title text",
    "description text",
    "cover_image text",
    "price numeric(12,2)",
    "author_id text",
    "author text",
    "category text",
    "rating numeric(3,2)",
    "created_at timestamp with time zone",
  ]);
});

test("every edition is one book, with its price in rupees", async () => {
  const { rows } = await db.execute<{ id: string; price: string; paise: number }>(sql`
    select v.id, v.price::text as price, b.price_paise as paise from book_view v join books b using (id)`);
  const { rows: books } = await db.execute(sql`select from books`);
  expect(rows).toHaveLength(books.length);
  for (const { id, price, paise } of rows) expect(price, id).toBe((paise / 100).toFixed(2));
});

test("no book lacks title, description, cover, author or category", async () => {
  const { rows } = await db.execute(sql`
    select id from book_view
    where title = '' or description = '' or cover_image !~ '^/covers/[a-z0-9-]+-480\.webp$'
      or author is null or author_id is null or category is null or price <= 0`);
  expect(rows).toEqual([]);
});

test("the first contributor is the author and the first category the main one", async () => {
  const { rows } = await db.execute(sql`select author, author_id, category from book_view where id = 'tomb-of-sand'`);
  const { rows: main } = await db.execute(sql`
    select category_id from work_categories where work_id = 'tomb-of-sand' and position = 0`);
  expect(rows).toEqual([{ author: "Geetanjali Shree", authorId: "geetanjali-shree", category: main[0]!.categoryId }]);
});
