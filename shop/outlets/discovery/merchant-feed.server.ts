import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { documents } from "#routing/documents.ts";
import { href } from "#routing/href.ts";
import { authorNameSql, availableCopies, coverKeySql } from "#shop/catalogue/books/cards.server.ts";
import { termsOf } from "#shop/sales/pricing/offer-terms.ts";
import type { ShopSettings } from "#shop/services.ts";
import { escapeXml } from "#shop/kernel/text/escape-xml.ts";
import { writeMerchantItem, type MerchantItem } from "./merchant-item.ts";

const batchSize = 250;

type Row = Omit<MerchantItem, "url" | "imageUrl" | "categories" | "isAvailable" | "terms"> & {
  coverKey: string;
  categoryId: string | null;
  available: number;
};

/**
 * Writes the feed of the shop's editions for Google Merchant Center: RSS 2.0, in pieces, each from one query of bounded
 * size. Google requires pictures of the product itself, so editions with a drawn cover are left out unless the settings
 * include them.
 */
export async function* writeMerchantFeed(db: Db, settings: ShopSettings): AsyncGenerator<string> {
  const { name, publicUrl } = settings;
  yield `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escapeXml(name)}</title>
<link>${escapeXml(publicUrl + href("/"))}</link>
<description>${escapeXml(`The books of ${name}`)}</description>
<atom:link rel="self" type="application/rss+xml" href="${escapeXml(publicUrl + documents.googleMerchant)}"/>
`;
  const pathOf = await readCategoryPaths(db);
  for (let after = ""; ;) {
    const { rows: ids } = await db.execute<{ id: string }>(
      sql`select id from books where id > ${after} order by id limit ${batchSize}`,
    );
    if (ids.length > 0) yield await writeBatch(db, settings, ids, pathOf);
    const last = ids.at(-1);
    if (!last || ids.length < batchSize) break;
    after = last.id;
  }
  yield "</channel>\n</rss>\n";
}

async function writeBatch(db: Db, settings: ShopSettings, ids: { id: string }[], pathOf: Map<string, string[]>) {
  const { rows } = await db.execute<Row>(sql`
    select b.id, w.title, w.subtitle, w.description, b.publisher, b.isbn13, b.mrp_paise, b.price_paise, b.weight_grams,
      ${coverKeySql} as cover_key, ${availableCopies} as available,
      coalesce((select json_agg(${authorNameSql} order by c.position) from work_contributors c join authors a on a.id = c.author_id
        where c.work_id = w.id and c.role = 'author'), '[]') as authors,
      (select wc.category_id from work_categories wc where wc.work_id = w.id order by wc.position limit 1) as category_id
    from books b join works w on w.id = b.work_id left join stock s on s.book_id = b.id
    where b.id = any(${ids.map(({ id }) => id)}::text[]) and b.is_listed
      and (${settings.feedsDrawnCovers} or b.cover_image_id is not null)
    order by b.id`);
  return rows
    .map((row) =>
      writeMerchantItem({
        ...row,
        url: settings.publicUrl + href("/books/:bookId", { bookId: row.id }),
        imageUrl: `${settings.publicUrl}/covers/${row.coverKey}-960.webp`,
        categories: (row.categoryId !== null && pathOf.get(row.categoryId)) || [],
        isAvailable: row.available > 0,
        terms: termsOf(row, settings),
      }),
    )
    .join("");
}

/** By category id: the names from the outermost category down to it. */
async function readCategoryPaths(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<{ id: string; names: string[] }>(sql`
    with recursive tree as (
      select id, array[name] as names from categories where parent_id is null
      union all select k.id, tree.names || k.name from categories k join tree on k.parent_id = tree.id)
    select id, names from tree`);
  return new Map(rows.map(({ id, names }) => [id, names]));
}
