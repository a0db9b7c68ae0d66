/** Tests the desk's list of books: filters, search, paging, and the number of rows it reads in a large catalogue. */

import { expect, onTestFinished, test } from "vitest";

import { sql, type SQL } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { refreshBestKnown } from "#shop/catalogue/search/best-known.server.ts";
import { measureStatements } from "#tests/support/measure-statements.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { findBulkBooks } from "./bulk/find-bulk-books.server.ts";
import { maxBulkBooks } from "./bulk/plan-bulk.ts";
import { anyBook as all, bookOrders, type BookOrder, type BookQuery } from "./book-query.ts";
import { maxHiddenScanned } from "./find-ids-by-text.server.ts";
import { booksOnPage, listBooks, maxScanned, maxSorted } from "./list-books.server.ts";

const { db } = await openTestDatabase();

async function everyPage(query: BookQuery, order: BookOrder | null = null): Promise<string[]> {
  const ids: string[] = [];
  const counts = new Set<number | null>();
  let next: string | null = null;
  do {
    const page = await listBooks(db, query, { after: next, order });
    expect(page.books.length).toBeLessThanOrEqual(booksOnPage);
    counts.add(page.count);
    ids.push(...page.books.map(({ id }) => id));
    next = page.next;
  } while (next !== null);
  // Each page says how many books all pages have; only of a frequent text it is unknown.
  if (query.text === "") expect([...counts]).toEqual([ids.length]);
  return ids;
}

async function everySlice(query: BookQuery): Promise<string[]> {
  const ids: string[] = [];
  let next: string | null = null;
  do {
    const slice: Awaited<ReturnType<typeof findBulkBooks>> = await findBulkBooks(db, query, next);
    ids.push(...slice.ids);
    ({ next } = slice);
  } while (next !== null);
  return ids;
}

const newest = sql`r.added_at desc, r.slot desc`;

const idsWhere = async (where: SQL, order = newest) =>
  (
    await db.execute<{ id: string }>(sql`
    select b.id from books b join works w on w.id = b.work_id join desk_books r on r.book_id = b.id
      left join stock s on s.book_id = b.id
    where ${where} order by ${order}`)
  ).rows.map(({ id }) => id);

await db.execute(sql`update books set is_listed = false where id in ('godan', 'tamas')`);
await db.execute(sql`update books set isbn13 = '9780140449136' where id = 'godan'`);
await db.execute(sql`update stock set on_hand = 0, reserved = 0 where book_id in ('kari', 'tamas')`);
await db.execute(sql`update books set availability = 'out-of-print' where id = 'kari'`);
await db.execute(sql`update books set price_paise = mrp_paise where id in ('kari', 'tamas')`);
await db.execute(sql`
  delete from work_categories where work_id in (select work_id from books where id in ('godan', 'tamas'))`);
await refreshAllStaleListings(db);

test("every edition stands on one page, the newest first", async () => {
  expect(await everyPage(all)).toEqual(await idsWhere(sql`true`));
});

test("filters choose, alone and together", async () => {
  const out = sql`coalesce(s.on_hand - s.reserved, 0) <= 0`;
  expect(await everyPage({ ...all, has: ["listed:no"] })).toEqual(await idsWhere(sql`not b.is_listed`));
  expect(await everyPage({ ...all, has: ["copies:none"] })).toEqual(await idsWhere(out));
  expect(await everyPage({ ...all, has: ["copies:none", "listed:yes"] })).toEqual(
    await idsWhere(sql`b.is_listed and ${out}`),
  );
  const inCategory = sql`exists (select from work_categories k join categories c on c.id = k.category_id
    where k.work_id = b.work_id and (c.id = 'fiction' or c.parent_id = 'fiction'))`;
  expect(await everyPage({ ...all, has: ["category:fiction"] })).toEqual(await idsWhere(inCategory));
  const onNone = sql`not exists (select from work_categories k where k.work_id = b.work_id)`;
  expect((await idsWhere(onNone)).length).toBeGreaterThan(0);
  expect(await everyPage({ ...all, has: ["category:-"] })).toEqual(await idsWhere(onNone));
  expect(await everyPage({ ...all, has: ["price:mrp"] })).toEqual(await idsWhere(sql`b.price_paise = b.mrp_paise`));
  expect(await everyPage({ ...all, has: ["availability:out-of-print"] })).toEqual(["kari"]);
  expect(await everyPage({ ...all, text: "kari", has: ["availability:in-stock"] })).toEqual([]);
  expect(await everyPage({ ...all, has: ["cover:none"] })).toEqual(await idsWhere(sql`b.cover_image_id is null`));
});

test("each column sorts both ways, whatever is chosen", async () => {
  const keys: Record<BookOrder["by"], SQL> = {
    added: sql`b.created_at`,
    title: sql`filed_title(w.search_text)`,
    author: sql`coalesce((select a.name_key from work_contributors c join authors a on a.id = c.author_id
      where c.work_id = w.id order by c.position limit 1), '')`,
    publisher: sql`lower(b.publisher)`,
    price: sql`b.price_paise`,
    mrp: sql`b.mrp_paise`,
    copies: sql`coalesce(s.on_hand - s.reserved, 0)`,
    sold: sql`coalesce((select -sum(m.delta) from stock_moves m where m.book_id = b.id and m.cause = 'sale'), 0)`,
  };
  for (const by of bookOrders)
    for (const isDown of [false, true]) {
      const order = isDown ? sql`${keys[by]} desc, r.slot desc` : sql`${keys[by]}, r.slot`;
      const name = `${by}, ${isDown}`;
      expect(await everyPage(all, { by, isDown }), name).toEqual(await idsWhere(sql`true`, order));
      expect(await everyPage({ ...all, has: ["listed:yes"] }, { by, isDown }), name).toEqual(
        await idsWhere(sql`b.is_listed`, order),
      );
    }
});

test("chosen books are listed, sorted and filtered like others", async () => {
  const picked = ["kari", "tamas", "godan", "no-such-book"];
  const byPrice = { order: { by: "price", isDown: true } } as const;
  const found = await listBooks(db, { ...all, picked }, byPrice);
  expect(found.books.map(({ id }) => id)).toEqual(
    await idsWhere(sql`b.id = any(${picked}::text[])`, sql`b.price_paise desc, r.slot desc`),
  );
  expect(found.count).toBe(3);
  expect((await listBooks(db, { ...all, picked, has: ["listed:no"] })).count).toBe(2);
  for (const [text, ids] of [
    ["kari", ["kari"]],
    ["Amruta Patil", ["kari"]],
    ["978-0-14-044913-6", ["godan"]],
    ["nirmala", []],
  ] as const) {
    const query = { ...all, picked, text };
    expect(
      (await listBooks(db, query)).books.map(({ id }) => id),
      text,
    ).toEqual(ids);
    expect(await findBulkBooks(db, query), text).toEqual({ ids, count: ids.length, next: null, isBehind: false });
  }
});

test("wherever a page ends, also between editions of one work, the next one goes on behind it", async () => {
  // Several editions of one work, created at the same moment.
  await db.execute(sql`
    insert into books (id, work_id, is_main, format, language, mrp_paise, price_paise, cover_key, is_listed)
    select w.id || '-edition-' || n, w.id, false, f.format, 'hi', 29900, 24900, 'edition-0123456789', n < 3
    from works w, (values (1, 'hardback'), (2, 'paperback'), (3, 'board-book')) f (n, format)
    where w.id in (select work_id from books where id in ('raag-darbari', 'tamas', 'kari'))`);
  await refreshAllStaleListings(db);
  onTestFinished(async () => {
    await db.execute(sql`delete from books where id like '%-edition-_'`);
    await refreshAllStaleListings(db);
  });
  const queries: Partial<BookQuery>[] = [
    {},
    { has: ["listed:no"] },
    { has: ["copies:none"] },
    { has: ["cover:none", "listed:yes"] },
    { has: ["category:fiction"] },
    { has: ["category:fiction", "copies:none"] },
    { has: ["category:fiction", "listed:no"] },
    { has: ["category:-"] },
    { text: "kari" },
    { text: "kari", has: ["listed:no"] },
    { text: "kari", has: ["copies:none"] },
  ];
  for (const query of queries) {
    const whole = (await listBooks(db, { ...all, ...query }, { limit: 1_000 })).books.map(({ id }) => id);
    expect(whole.length, JSON.stringify(query)).toBeGreaterThan(0);
    for (const limit of [1, 2, 3, Math.max(1, whole.length - 1), whole.length]) {
      const ids: string[] = [];
      let next: string | null = null;
      // With short pages the first ones are enough.
      do {
        const page = await listBooks(db, { ...all, ...query }, { after: next, limit });
        expect(page.books.length).toBeLessThanOrEqual(limit);
        ids.push(...page.books.map(({ id }) => id));
        ({ next } = page);
      } while (next !== null && (limit > 3 || ids.length < 25));
      const isWhole = limit > 3 || whole.length < 25;
      expect(ids, `${JSON.stringify(query)}, ${limit} on a page`).toEqual(
        isWhole ? whole : whole.slice(0, Math.max(25, ids.length)),
      );
      if (isWhole) expect(next).toBeNull();
    }
  }
});

test("a text finds title, author and ISBN, also of books that are not listed", async () => {
  const found = async (text: string) => (await listBooks(db, { ...all, text })).books.map(({ id }) => id);
  expect(await found("godan")).toEqual(["godan"]);
  expect(await found("978-0-14-044913-6")).toEqual(["godan"]);
  expect(await found("kari")).toContain("kari");
  expect(await found("Amruta Patil")).toContain("kari");
  expect(await found("no such book 100%")).toEqual([]);
  const unlisted = await listBooks(db, { ...all, text: "godan", has: ["listed:yes"] });
  expect(unlisted.books).toEqual([]);
});

test("a cursor that nobody gave is the beginning", async () => {
  const first = await listBooks(db, all);
  for (const odd of ["x", "2026-01-01~godan", "9999999"])
    expect(await listBooks(db, all, { after: odd })).toEqual(first);
});

test("a text that very many books have finds the best known of them, page after page, and says that there may be more", async () => {
  await db.execute(sql`
    insert into works (id, title, search_text, description, starting_rating, starting_rating_count)
    select 'parasol-' || n, case when n <= 3 then 'Parasol ' || n else 'A red parasol ' || n end, 'parasol ' || n, '', 4, 100000 - n
    from generate_series(1, 4000) n`);
  await db.execute(sql`
    insert into books (id, work_id, is_main, format, language, mrp_paise, price_paise, cover_key, is_listed)
    select id, id, true, 'paperback', 'en', 29900, 24900, id || '-0123456789', id <> 'parasol-9' from works where id like 'parasol-%'`);
  await refreshAllStaleListings(db);
  await db.execute(sql`analyze books, works, listings`);
  const pages = async () => {
    const ids: string[] = [];
    let next: string | null = null;
    let isScanCut = false;
    do {
      const page = await listBooks(db, { ...all, text: "parasol" }, { after: next });
      ids.push(...page.books.map(({ id }) => id));
      ({ next, isScanCut } = page);
    } while (next !== null);
    return { ids, isScanCut };
  };
  const best = Array.from({ length: 501 }, (_, at) => `parasol-${at + 1}`).filter((id) => id !== "parasol-9");
  // Before `refreshBestKnown` has stored the best-known works, and after.
  for (const known of [0, 50_000]) {
    await refreshBestKnown(db, known);
    expect(await pages(), `${known}`).toEqual({ ids: best, isScanCut: true });
  }
  await inTransaction(db, async (tx) => {
    const { db: measured, taken } = measureStatements(tx);
    expect((await listBooks(measured, { ...all, text: "parasol" })).books).toHaveLength(booksOnPage);
    expect(taken().blocks, taken().worst).toBeLessThan(5_000);
  });
  // A rare text finds all its books, including unlisted ones.
  const few = await listBooks(db, { ...all, text: "parasol 1977" });
  expect([few.books.map(({ id }) => id), few.isScanCut]).toEqual([["parasol-1977"], false]);
  expect(await listBooks(db, { ...all, text: "parasol 9", has: ["listed:no"] })).toMatchObject({
    books: [{ id: "parasol-9" }],
    isScanCut: false,
  });
});

test("a text that no book has, or that few have, is not looked for in every book", async () => {
  await refreshBestKnown(db, 100);
  await db.execute(sql`analyze best_known`);
  await inTransaction(db, async (tx) => {
    for (const [text, found] of [
      ["nothinglikethis", []],
      ["parasol nothinglikethis", []],
      ["parasol 1977", ["parasol-1977"]],
    ] as const) {
      const { db: measured, taken } = measureStatements(tx);
      expect((await listBooks(measured, { ...all, text })).books.map(({ id }) => id)).toEqual(found);
      expect(taken().blocks, `${text}: ${taken().worst}`).toBeLessThan(200);
    }
  });
});

test("a text of one or two letters begins a title, and titles that begin as a text come before better known ones", async () => {
  await db.execute(sql`
    insert into works (id, title, search_text, description, starting_rating, starting_rating_count) values
      ('it', 'It', 'it', '', 3, 1), ('the-brolly-book', 'The Brolly Book', 'the brolly book', '', 3, 1),
      ('of-a-brolly', 'Of a Brolly', 'of a brolly', '', 5, 100)`);
  await db.execute(sql`
    insert into books (id, work_id, is_main, format, language, mrp_paise, price_paise, cover_key)
    select id, id, true, 'paperback', 'en', 29900, 24900, id || '-0123456789' from works
    where id in ('it', 'the-brolly-book', 'of-a-brolly')`);
  await refreshAllStaleListings(db);
  const found = async (text: string) => (await listBooks(db, { ...all, text })).books.map(({ id }) => id);
  expect(await found("It")).toContain("it");
  expect((await found("It")).every((id) => id.startsWith("it"))).toBe(true);
  expect(await found("brolly")).toEqual(["the-brolly-book", "of-a-brolly"]);
  expect(await found("the brolly")).toEqual(["the-brolly-book", "of-a-brolly"]);
});

test("of many books only their ids are read for a change of all of them, slice after slice", async () => {
  const first = await findBulkBooks(db, all);
  const every = await idsWhere(sql`true`, sql`r.slot`);
  expect(first).toMatchObject({ ids: every.slice(0, maxBulkBooks), count: every.length });
  expect(first.next).not.toBe(null);
  expect(await findBulkBooks(db, { ...all, text: "kari" })).toEqual({
    ids: ["kari"],
    count: 1,
    next: null,
    isBehind: false,
  });
});

test("of very many hidden books the newest are found beside the others, and all of them when they are asked for alone", async () => {
  await db.execute(sql`
    insert into works (id, title, search_text, description)
    select 'gamp-' || n, 'Gamp', case n when 1 then 'oldest gamp' else 'gamp ' || n end, '' from generate_series(1, ${maxHiddenScanned + maxScanned}::int) n`);
  await db.execute(sql`
    insert into books (id, work_id, is_main, format, language, mrp_paise, price_paise, cover_key, is_listed, created_at)
    select id, id, true, 'paperback', 'en', 29900, 24900, id || '-0123456789', false,
      now() + make_interval(secs => split_part(id, '-', 2)::int)
    from works where id like 'gamp-%'`);
  await refreshAllStaleListings(db);
  const newest = maxHiddenScanned + maxScanned;
  const ofText = async (text: string) => {
    const { books, order: _, count, ...list } = await listBooks(db, { ...all, text });
    expect(count).toBe(null);
    return { ids: books.map(({ id }) => id), ...list };
  };
  const newestOnly = { next: null, isScanCut: true, hasOlderHidden: true };
  expect(await ofText(`gamp ${newest}`)).toEqual({ ids: [`gamp-${newest}`], ...newestOnly });
  expect(await ofText("oldest gamp")).toEqual({ ids: [], ...newestOnly });
  const alone = { ...all, text: "oldest gamp", has: ["listed:no"] };
  const first = await listBooks(db, alone);
  expect(first).toMatchObject({ isScanCut: true, hasOlderHidden: false });
  expect((await listBooks(db, alone, { after: first.next })).books.map(({ id }) => id)).toEqual(["gamp-1"]);
});

test("no book is out of reach of a filter, however many newer ones there are", async () => {
  await db.execute(sql`
    insert into work_categories (work_id, category_id, position) select id, 'fiction', 0 from works where id like 'parasol-%'`);
  await refreshAllStaleListings(db);
  await db.execute(sql`analyze books, works, work_categories, stock, desk_books`);
  const out = sql`coalesce(s.on_hand - s.reserved, 0) <= 0`;
  const inCategory = sql`exists (select from work_categories k join categories c on c.id = k.category_id
    where k.work_id = b.work_id and 'fiction' in (c.id, c.parent_id))`;
  const ofParasol = sql`b.work_id like 'parasol-%'`;
  const cases: [Partial<BookQuery>, SQL][] = [
    [{ has: ["category:fiction"] }, inCategory],
    [{ has: ["category:fiction", "listed:no"] }, sql`${inCategory} and not b.is_listed`],
    [{ has: ["category:fiction", "copies:none"] }, sql`${inCategory} and ${out}`],
    [{ has: ["category:fiction"], text: "parasol" }, sql`${inCategory} and ${ofParasol}`],
    [
      { has: ["category:-", "listed:yes"] },
      sql`b.is_listed and not exists (
      select from work_categories k where k.work_id = b.work_id)`,
    ],
    [{ has: ["listed:yes"] }, sql`b.is_listed`],
    [{ has: ["copies:none", "listed:yes"] }, sql`b.is_listed and ${out}`],
    [{ has: ["price:mrp"] }, sql`b.price_paise = b.mrp_paise`],
    [{ has: ["cover:none", "listed:yes"] }, sql`b.is_listed and b.cover_image_id is null`],
    [{ has: ["availability:out-of-print"] }, sql`b.availability = 'out-of-print'`],
    [{ text: "parasol", has: ["listed:yes"] }, sql`b.is_listed and ${ofParasol}`],
  ];
  for (const [filter, where] of cases) {
    const name = JSON.stringify(filter);
    const fitting = (await idsWhere(where)).sort();
    expect(fitting.length, name).toBeGreaterThan(0);
    expect((await everyPage({ ...all, ...filter })).sort(), name).toEqual(fitting);
    expect((await everySlice({ ...all, ...filter })).sort(), name).toEqual(fitting);
  }
  // A text alone lists only the best-known books; a bulk change reaches the others too.
  expect((await everySlice({ ...all, text: "parasol" })).sort()).toEqual((await idsWhere(ofParasol)).sort());
});

test("what an index knows costs its page, not the newer books before it", async () => {
  await inTransaction(db, async (tx) => {
    for (const filter of [
      { has: ["category:fiction"] },
      { has: ["availability:out-of-print"] },
      { has: ["price:mrp"] },
    ] as const) {
      const { db: measured, taken } = measureStatements(tx);
      expect((await listBooks(measured, { ...all, ...filter })).books.length).toBeGreaterThan(0);
      // Each sorted book takes three blocks: its place in the index of slots, and its row.
      expect(taken().blocks, `${JSON.stringify(filter)}: ${taken().worst}`).toBeLessThan(3 * maxSorted + 500);
    }
  });
});
