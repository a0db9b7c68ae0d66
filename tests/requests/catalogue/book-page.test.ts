/** The page of a book: people, formats, structured data, delivery and return terms, reviews, and sold-out books. */
import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { promiseDelivery, formatPromise, formatShortPromise } from "#shop/kernel/regions/delivery-promise.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const open = async (path: string) => readPage(await shop.fetch(path));

interface Described {
  "@graph": [Record<string, any>, { "@type": string; itemListElement: { name: string; item: string }[] }];
}

async function described(path: string): Promise<Described["@graph"]> {
  const { inlineScripts } = await open(path);
  const script = inlineScripts.find((text) => text.includes("https://schema.org"))!;
  return (JSON.parse(script) as Described)["@graph"];
}

test("a book's page names everybody who made it, its ISBN with hyphens, and its formats with price and stock", async () => {
  const { rows } = await shop.db.execute<{ id: string; isbn13: string }>(sql`
    select id, isbn13 from books where isbn13 like '9780143%' order by id limit 1`);
  const { id } = rows[0]!;
  expect((await open(`/books/${id}`)).has("978-0-14-3")).toBe(true);

  const { rows: several } = await shop.db.execute<{ id: string; other: string; price: number }>(sql`
    select m.id, e.id as other, e.price_paise as price from books m join books e on e.work_id = m.work_id and not e.is_main
    where m.is_main order by m.id limit 1`);
  const { id: main, other } = several[0]!;
  const page = await open(`/books/${main}`);
  expect(page.addresses).toContain(`/books/${other}`);
  expect(page.has("Hardback") && page.has("Paperback")).toBe(true);

  const translated = await open("/books/tomb-of-sand");
  expect(translated.has("translated by Daisy Rockwell")).toBe(true);
  expect(translated.addresses).toContain("/authors/daisy-rockwell");
});

test("search engines read the book, its price in rupees and where it stands", async () => {
  const [book, crumbs] = await described("/books/tomb-of-sand");
  expect(book).toMatchObject({
    "@type": ["Book", "Product"],
    name: "Tomb of Sand",
    url: `${publicUrl}/books/tomb-of-sand`,
    author: [{ "@type": "Person", name: "Geetanjali Shree" }],
    translator: [{ name: "Daisy Rockwell" }],
    offers: { priceCurrency: "INR", price: expect.stringMatching(/^\d+\.\d\d$/), availability: /InStock$/ },
  });
  const { rows } = await shop.db.execute<{ isbn13: string }>(sql`select isbn13 from books where id = 'tomb-of-sand'`);
  expect([book.gtin13, book.isbn, book.sku]).toEqual([rows[0]!.isbn13, rows[0]!.isbn13, "tomb-of-sand"]);
  expect(crumbs["@type"]).toBe("BreadcrumbList");
  expect(crumbs.itemListElement.map(({ name }) => name)).toEqual([
    "Home",
    "Categories",
    "Indian translations",
    "Tomb of Sand",
  ]);
  // Its reviews and stars are samples; neither may be in the structured data.
  expect((await open("/books/mindful-reading")).has("Sample reviews")).toBe(true);
  expect((await described("/books/mindful-reading"))[0].aggregateRating).toBeUndefined();
  const [soldOut] = await described("/books/in-custody");
  expect(soldOut.offers.availability).toBe("https://schema.org/OutOfStock");
});

test("search engines read what delivery costs, how long it takes, and how a book comes back, from the settings", async () => {
  const { settings } = shop.services;
  const { delivery, returnDays } = settings.policies;
  const [{ offers }] = await described("/books/tomb-of-sand");
  expect(offers.shippingDetails).toMatchObject({
    shippingRate: { value: (settings.shippingFeePaise / 100).toFixed(2), currency: "INR" },
    shippingDestination: { addressCountry: "IN" },
    deliveryTime: {
      businessDays: {
        dayOfWeek: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"].map((day) => `https://schema.org/${day}`),
      },
      handlingTime: { minValue: 0, maxValue: delivery.packingDays, unitCode: "DAY" },
      transitTime: { minValue: delivery.cities[0], maxValue: delivery.far[1], unitCode: "DAY" },
    },
  });
  expect(offers.hasMerchantReturnPolicy).toMatchObject({
    applicableCountry: "IN",
    returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
    merchantReturnDays: returnDays,
    customerRemorseReturnFees: "https://schema.org/ReturnFeesCustomerResponsibility",
    itemDefectReturnFees: "https://schema.org/FreeReturn",
  });
  await shop.db.execute(sql`update books set price_paise = 1000000, mrp_paise = 1000000 where id = 'jaya'`);
  const [dear] = await described("/books/jaya");
  expect(dear.offers.shippingDetails.shippingRate.value).toBe("0.00");
});

test("until when a book may come back stands beside its button, by the settings, and of a set that it must be sealed", async () => {
  const { returnDays } = shop.services.settings.policies;
  const promise = `${returnDays}-day returns`;
  const page = await open("/books/malgudi-days");
  expect(page.has(promise)).toBe(true);
  expect(page.has("while the set is sealed")).toBe(false);
  expect(page.addresses).toContain("/returns");
  await shop.db.execute(sql`update books set format = 'boxed-set' where id = 'malgudi-days'`);
  shop.pages.drop();
  await expect
    .poll(async () => (await open("/books/malgudi-days")).has(`${promise}, while the set is sealed`))
    .toBe(true);
  await shop.db.execute(sql`update books set format = 'paperback' where id = 'malgudi-days'`);
});

test("where a book is sold out, books like it that are here stand in its stead, open or closed", async () => {
  const meanwhile = async (path: string) => {
    const html = await (await shop.fetch(path)).text();
    const [, list = ""] = /While you wait<\/h2>(.*?)<\/ul>/s.exec(html) ?? [];
    return [...new Set([...list.matchAll(/href="\/books\/([\w-]+)"/g)].map(([, id]) => id!))];
  };
  for (const [path, most] of [
    ["/books/in-custody", 4],
    ["/books/in-custody/look-inside", 2],
  ] as const) {
    const ids = await meanwhile(path);
    expect(ids, path).toHaveLength(most);
    const { rows } = await shop.db.execute<{ few: number }>(sql`
      select count(*)::int as few from stock where book_id = any(${ids}::text[]) and on_hand > reserved`);
    expect(rows[0]!.few, path).toBe(most);
    await shop.db.execute(sql`update stock set on_hand = reserved where book_id = ${ids[0]!}`);
    shop.pages.drop();
    await expect.poll(async () => (await meanwhile(path)).includes(ids[0]!), { message: path }).toBe(false);
  }
  expect((await open("/books/in-custody")).has("-day returns")).toBe(false);
  expect(await meanwhile("/books/the-guide")).toEqual([]);
});

test("a title page says what the book is about in one sentence", async () => {
  const page = await open("/books/foundation-and-empire/look-inside");
  expect(page.has("First the dying Empire sends its last good general against the Foundation;")).toBe(true);
  expect(page.has("The Mule takes planets")).toBe(false);
});

test("each edition says which it is, and each page of reviews which page", async () => {
  const titles = async (...paths: string[]) => Promise.all(paths.map(async (path) => (await open(path)).title));
  expect(await titles("/books/tomb-of-sand", "/books/tomb-of-sand-hardback", "/books/malgudi-days")).toEqual([
    "Tomb of Sand (Paperback) by Geetanjali Shree - Endpaper",
    "Tomb of Sand (Hardback) by Geetanjali Shree - Endpaper",
    "Malgudi Days by R. K. Narayan - Endpaper",
  ]);
  await shop.db.execute(sql`
    update books set format = 'paperback', publisher = 'Small Press' where id = 'becoming-hardback'`);
  const [first, second] = await titles("/books/becoming", "/books/becoming-hardback");
  expect(first).not.toBe(second);
  expect(second).toMatch(/^Becoming \(Paperback, Small Press \d{4}\) by Michelle Obama/);
});

test("a thousand reviews are turned ten at a time, and a page beyond the last is not there", async () => {
  await shop.db.execute(sql`delete from reviews where work_id in ('macbeth', 'gora')`);
  expect((await open("/books/gora")).has("Nobody has written about this book yet.")).toBe(true);
  await shop.db.execute(sql`
    insert into reviews (work_id, name, rating, body, state, created_at)
    select 'macbeth', 'Reader ' || n, case when n < 600 then 5 else 1 end,
      case when n = 0 then '<b>दुःख</b> & toil' else 'Good.' end, 'published',
      timestamptz '2026-01-01 00:00:00Z' + n * interval '1 minute'
    from generate_series(0, 999) n`);
  const first = await open("/books/macbeth");
  expect((await described("/books/macbeth"))[0].aggregateRating).toEqual({
    "@type": "AggregateRating",
    ratingValue: 3.4,
    reviewCount: 1000,
  });
  for (const text of ["1,000 reviews", "Page 1 of 100", "Reader 999", "600", "400"])
    expect(first.has(text), text).toBe(true);
  expect(first.addresses).toContain("/books/macbeth?page=2#reviews");
  const last = await shop.fetch("/books/macbeth?page=100");
  expect(last.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
  const lastPage = await readPage(last);
  expect(lastPage.has("<b>दुःख</b> & toil")).toBe(true);
  expect(lastPage.addresses).toContain("/books/macbeth?page=99#reviews");
  expect(lastPage.title).toMatch(/, page 100 of its reviews - Endpaper$/);
  expect(lastPage.canonical).toBe(`${publicUrl}/books/macbeth`);
  for (const page of ["101", "0", "-1", "1.5", "x"])
    expect((await shop.fetch(`/books/macbeth?page=${page}`)).status, page).toBe(404);
});

test("a PIN code is told when an order of now would be there and what sending costs, by the shop's one promise", async () => {
  const { settings } = shop.services;
  const answer = async (query: string) => {
    const response = await shop.fetch(`/delivery?${query}`);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    return (await response.json()) as { pin: string | null; words: string };
  };
  const promiseOf = (pin: string | null) =>
    promiseDelivery(settings.policies.delivery, { pin, now: new Date(), publishedOn: null });
  const promised = (pin: string | null) => formatPromise(promiseOf(pin), 0);
  for (const query of ["pin=+560+025&book=macbeth", "pin=560025"])
    expect(await answer(query)).toEqual({
      pin: "560025",
      town: "Bengaluru",
      words: promised("560025"),
      shortWords: formatShortPromise(promiseOf("560025"), 0),
      isOnDeliveryThere: false,
    });
  for (const pin of ["744101", "682555", "900056"])
    expect((await answer(`pin=${pin}&book=macbeth`)).words).toBe(promised(pin));
  const wrong = "A PIN code has six digits, such as 560001.";
  for (const query of ["pin=12&book=macbeth", "pin=", "pin=5600011", "book=no-such-book"])
    expect(await answer(query), query).toEqual({ pin: null, words: wrong });
  expect(await answer("pin=012345")).toEqual({ pin: null, words: "No PIN code begins with 0. Please check it." });
  expect((await answer("pin=560025&book=..%2fx")).pin).toBe("560025");

  const page = await open("/books/macbeth");
  expect(page.has(promised(null))).toBe(true);
  expect(promised(null)).toMatch(
    /^Free delivery across India: \d+ to \d+ working days to large cities, up to \d+ elsewhere\. Sent by [^.]+\.$/,
  );
});

test("of a book whose format nobody has said, nothing says one: page, title page, description and API", async () => {
  const { rows } = await shop.db.execute<{ id: string }>(sql`
    select min(id) as id from books group by work_id having count(*) = 1 order by work_id desc limit 1`);
  const { id } = rows[0]!;
  await shop.db.execute(sql`update books set format = '' where id = ${id}`);
  for (const path of [`/books/${id}`, `/books/${id}/look-inside`]) {
    const page = await open(path);
    expect([path, page.has("Format"), page.has("Paperback"), page.has("Hardback")]).toEqual([
      path,
      false,
      false,
      false,
    ]);
  }
  const graph = await described(`/books/${id}`);
  expect(graph[0]["@type"]).toEqual(["Book", "Product"]);
  expect(JSON.stringify(graph)).not.toContain("bookFormat");
  const answer = await (await shop.fetch(`/api/v1/books/${id}`)).json();
  expect(answer).toMatchObject({ format: null });
});
