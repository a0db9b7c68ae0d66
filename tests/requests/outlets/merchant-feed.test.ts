/** The feed for Google Merchant Center: its fields, limits, escaping, and books without pictures. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { documents } from "#routing/documents.ts";
import { hostileTitles, shelveHostileBooks } from "#tests/support/hostile-books.ts";
import { childrenOf, readXml, textOf, type XmlElement } from "#tests/support/pages/read-xml.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const rule = { shippingFeePaise: 4900, freeShippingFromPaise: 49900 };
const shop = await openTestShop(rule);
const everything = await openTestShop({ ...rule, feedsDrawnCovers: true });
await shelveHostileBooks(everything.db);

const google = "{http://base.google.com/ns/1.0}";
const rupees = /^\d+\.\d\d INR$/;

/** The items of the feed, checked against Google's product data specification. */
async function readItems(from: typeof shop): Promise<Map<string, XmlElement>> {
  const answer = await from.fetch(documents.googleMerchant);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
  const rss = readXml(await answer.text());
  expect([rss.name, rss.attributes["version"], rss.children.length]).toEqual(["{}rss", "2.0", 1]);
  const channel = rss.children[0]!;
  for (const name of ["{}title", "{}link", "{}description"]) expect(textOf(channel, name), name).toBeTruthy();
  const items = childrenOf(channel, "{}item");
  for (const item of items) checkItem(item);
  const byId = new Map(items.map((item) => [textOf(item, `${google}id`)!, item]));
  expect(byId.size).toBe(items.length);
  return byId;
}

function checkItem(item: XmlElement) {
  const value = (name: string) => textOf(item, google + name);
  const id = value("id")!;
  const [longest, shortest] = [{ id: 50, title: 150, description: 5000 }, 1];
  for (const [name, limit] of Object.entries(longest)) {
    expect(value(name)!.length, `${id}: ${name}`).toBeLessThanOrEqual(limit);
    expect(value(name)!.trim().length, `${id}: ${name}`).toBeGreaterThanOrEqual(shortest);
  }
  expect(value("link")).toMatch(/^http:\/\/shop\.test\/books\/[a-z0-9-]+$/);
  expect(value("image_link")).toMatch(/^http:\/\/shop\.test\/covers\/[a-z0-9_-]+-960\.webp$/);
  expect(["in_stock", "out_of_stock"]).toContain(value("availability"));
  expect(value("condition")).toBe("new");
  expect(value("google_product_category")).toBe("784");
  expect(value("price")).toMatch(rupees);
  if (value("sale_price") !== null) expect(parseFloat(value("sale_price")!)).toBeLessThan(parseFloat(value("price")!));
  if (value("gtin") === null) expect(value("identifier_exists")).toBe("no");
  else expect(value("gtin")).toMatch(/^97[89]\d{10}$/);
  const shipping = childrenOf(item, `${google}shipping`);
  expect(shipping.length).toBe(1);
  expect(textOf(shipping[0]!, `${google}country`)).toBe("IN");
  const paid = parseFloat(value("sale_price") ?? value("price")!);
  expect(textOf(shipping[0]!, `${google}price`)).toBe(paid >= 499 ? "0.00 INR" : "49.00 INR");
}

test("books with drawn covers are left out until the bookseller wants them, and pictures are there", async () => {
  expect([...(await readItems(shop)).keys()]).toEqual([]);
  await shop.db.execute(sql`
    insert into cover_images (id, width, height, paper, source, is_stored, created_at)
    values ('p_0123456789abcdef0123', 1000, 1500, '#ffffff', 'godan.jpg', true, now())`);
  await shop.db.execute(
    sql`update books set cover_image_id = 'p_0123456789abcdef0123' where id in ('godan', 'indica')`,
  );
  await shop.db.execute(sql`update books set is_listed = false where id = 'indica'`);
  const items = await readItems(shop);
  expect([...items.keys()]).toEqual(["godan"]);
  expect(textOf(items.get("godan")!, `${google}image_link`)).toBe(
    `${publicUrl}/covers/p_0123456789abcdef0123-960.webp`,
  );
});

test("an item says what its book's page says", async () => {
  await everything.db.execute(sql`
    update books set mrp_paise = 60000, price_paise = 49900, publisher = 'House & Sons', weight_grams = 310,
      isbn13 = '9780000000002' where id = 'godan'`);
  await everything.db.execute(
    sql`update books set mrp_paise = 20000, price_paise = 20000, isbn13 = null where id = 'indica'`,
  );
  await everything.db.execute(sql`update stock set on_hand = reserved where book_id = 'indica'`);
  const items = await readItems(everything);
  const { rows } = await everything.db.execute<{ count: number }>(
    sql`select count(*)::int as count from books where is_listed`,
  );
  expect(items.size).toBe(rows[0]!.count);
  const valuesOf = (id: string, ...names: string[]) => names.map((name) => textOf(items.get(id)!, google + name));
  expect(valuesOf("godan", "price", "sale_price", "brand", "gtin", "shipping_weight", "availability")).toEqual([
    "600.00 INR",
    "499.00 INR",
    "House & Sons",
    "9780000000002",
    "310 g",
    "in_stock",
  ]);
  expect(valuesOf("indica", "price", "sale_price", "gtin", "identifier_exists", "availability")).toEqual([
    "200.00 INR",
    null,
    null,
    "no",
    "out_of_stock",
  ]);
  expect(valuesOf("malgudi-days", "product_type")[0]).toMatch(/^\S.*$/);
});

test("hostile titles stay inside their elements, and are cut where Google cuts", async () => {
  const items = await readItems(everything);
  for (const place of hostileTitles.keys()) expect(items.has(`hostile-${place}`)).toBe(true);
  expect(textOf(items.get("hostile-0")!, `${google}title`)).toBe(`${hostileTitles[0]}: ${hostileTitles[0]}`);
  expect(textOf(items.get("hostile-2")!, `${google}title`)).not.toMatch(/[\u202e\u2066]/);
  expect(textOf(items.get("hostile-7")!, `${google}title`)).toBe(`${"W".repeat(149)}…`);
});

test("an id that is too long for Google becomes a shorter one of its own", async () => {
  const long = (end: string) => `${"a-very-long-name-".repeat(6)}${end}`;
  for (const id of [long("one"), long("two")]) {
    await everything.db.execute(
      sql`insert into works (id, title, search_text, description) values (${id}, 'Long', 'long', '')`,
    );
    await everything.db.execute(sql`
      insert into books (id, work_id, is_main, format, language, mrp_paise, price_paise, cover_key)
      values (${id}, ${id}, true, 'paperback', 'en', 100, 100, 'long')`);
  }
  const items = await readItems(everything);
  const ids = [...items]
    .filter(([, item]) => textOf(item, `${google}link`)!.includes("a-very-long-name"))
    .map(([id]) => id);
  expect(ids.length).toBe(2);
  for (const id of ids) expect(id).toMatch(/^a-very-long-name-.{20}-[0-9a-f]{12}$/);
});
