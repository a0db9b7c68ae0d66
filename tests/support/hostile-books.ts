import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";

/** Titles that break documents without proper escaping; PostgreSQL stores neither zero bytes nor lone surrogates. */
export const hostileTitles = [
  `]]> & <b>"bold"</b> --> <![CDATA[ x`,
  "Bell \u0007, escape \u001b, delete \u007f and noncharacters \ufffe\uffff",
  "Right to left \u202etxt.exe\u202c and \u2066isolated\u2069",
  `</script><script>alert("1")</script>`,
  `&amp; &lt; &#x0; &bogus; %41 {searchTerms}`,
  "Line\nfeed, tab\t, return\r\n and \u2028 separators",
  "🙂".repeat(50),
  "W".repeat(10_000),
];

/**
 * Adds books with these titles, subtitles, descriptions and publishers, by an author and in a category with the id
 * `hostile`.
 */
export async function shelveHostileBooks(db: Db): Promise<void> {
  const name = hostileTitles[0]!;
  await db.execute(sql`
    insert into authors (id, name, bio, image_url) values ('hostile', ${name}, ${name}, '/portraits/hostile-0123456789-320.webp')`);
  await db.execute(sql`
    insert into categories (id, name, description, position) values ('hostile', ${name}, ${name}, 999)`);
  for (const [place, title] of hostileTitles.entries()) {
    const id = `hostile-${place}`;
    await db.execute(sql`
      insert into works (id, title, subtitle, search_text, description)
      values (${id}, ${title}, ${title}, ${foldText(title)}, ${`${title}\n\n${title}`})`);
    await db.execute(sql`
      insert into work_contributors (work_id, author_id, role, position) values (${id}, 'hostile', 'author', 0)`);
    await db.execute(sql`insert into work_categories (work_id, category_id, position) values (${id}, 'hostile', 0)`);
    await db.execute(sql`
      insert into books (id, work_id, is_main, format, language, publisher, mrp_paise, price_paise, cover_key)
      values (${id}, ${id}, true, 'paperback', 'en', ${title}, 59900, 49900, ${`${id}-0123456789`})`);
    await db.execute(sql`insert into stock (book_id, on_hand) values (${id}, 3)`);
    await db.execute(sql`insert into stock_moves (book_id, delta, cause) values (${id}, 3, 'received')`);
  }
}
