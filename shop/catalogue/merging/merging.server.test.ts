/** Tests of merging and splitting works, editions and authors, and of imports after it. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import type { ContributorRole } from "#shop/catalogue/fields/record-values.ts";
import { listCoverSubjects } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import { findMovedAddress } from "#shop/catalogue/books/moved-addresses.server.ts";
import { coverKey } from "#covers/draw-cover.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import { importCatalogue, type CheckedItem } from "#shop/catalogue/import/run-import.server.ts";
import { undoImport } from "#shop/catalogue/import/undo-import.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { addReader } from "#tests/support/sales/readers.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { mergeAuthors, splitAuthor } from "./authors/merge-authors.server.ts";
import { mergeWorks } from "./works/merge-works.server.ts";
import { splitWork } from "./works/split-work.server.ts";

const { db } = await openTestDatabase();
const services = { db, now: () => new Date("2026-03-01T10:00:00Z") };

async function* itemsOf(records: Partial<BookRecord>[]): AsyncIterable<CheckedItem> {
  for (const [index, record] of records.entries())
    yield { record: { place: { line: index + 2, record: index + 1 }, mrpPaise: 30_000, ...record }, mended: [] };
}

let files = 0;
const told: string[] = [];
async function take(records: Partial<BookRecord>[]) {
  told.length = 0;
  const { importId, counts } = await importCatalogue(
    services,
    itemsOf(records),
    { fileName: "books.csv", contentSha256: String((files += 1)).padStart(64, "0") },
    { source: "csv", discountPercent: 0, defaultMrpPaise: null, take: [] },
    { report: ({ reason }) => void told.push(reason), progress: () => {} },
  );
  return { importId: importId!, counts };
}

const person = (name: string, role: ContributorRole = "author") => ({ name, sortName: name, role, identifiers: [] });
const isSameEdition = false;
const workOf = async (...references: string[]) => {
  const { rows } = await db.execute<{ workId: string }>(sql`
    select work_id from books where source = 'csv' and record_reference = any(${references}::text[]) order by record_reference`);
  return rows.map(({ workId }) => workId);
};
const authorsOf = async (work: string) => {
  const { rows } = await db.execute<{ authorId: string }>(
    sql`select author_id from work_contributors where work_id = ${work} order by position`,
  );
  return rows.map(({ authorId }) => authorId);
};
const find = async (query: ReturnType<typeof sql>) => (await db.execute(query)).rows;

test("joined editions stay joined, whatever file brings them or a further edition of either; parted ones parted", async () => {
  const file = [
    { reference: "j-1", title: "The Tide Clock", workReference: "W-1", contributors: [person("Uma Pai")] },
    {
      reference: "j-2",
      title: "A Clock of Tides",
      workReference: "W-2",
      contributors: [person("Uma Pai")],
      format: "hardback" as const,
    },
  ];
  await take(file);
  expect(await workOf("j-1", "j-2")).toEqual(["the-tide-clock", "a-clock-of-tides"]);
  expect(await mergeWorks(services, "the-tide-clock", "a-clock-of-tides", { isSameEdition })).toEqual({
    workId: "the-tide-clock",
    editions: ["a-clock-of-tides"],
    reviews: 0,
    copiesLeft: 0,
    areTranslations: false,
  });
  expect((await take(file)).counts).toMatchObject({ added: 0, refused: 0 });
  await take([
    { ...file[1]!, reference: "j-3", format: "audio-cd" },
    { ...file[1]!, reference: "j-4", workReference: undefined, format: "board-book" },
  ]);
  expect(await workOf("j-1", "j-2", "j-3", "j-4")).toEqual(Array(4).fill("the-tide-clock"));
  expect(await find(sql`select id from works where id = 'a-clock-of-tides'`)).toEqual([]);
  expect(await find(sql`select title from works where id = 'the-tide-clock'`)).toEqual([{ title: "The Tide Clock" }]);
  expect(await find(sql`select id from books where work_id = 'the-tide-clock' and is_main`)).toEqual([
    { id: "the-tide-clock" },
  ]);
  const [subject] = await listCoverSubjects(db, ["the-tide-clock"]);
  expect(await find(sql`select distinct cover_key from books where work_id = 'the-tide-clock'`)).toEqual([
    { coverKey: coverKey(subject!) },
  ]);

  // The split stays, and the work gets back the key by which imports find it.
  expect(await splitWork(services, "a-clock-of-tides")).toEqual({
    workId: "a-clock-of-tides",
    fromWorkId: "the-tide-clock",
    wasTranslation: false,
  });
  await take([
    {
      reference: "j-2",
      title: "A Clock of Tides",
      workReference: "W-2",
      contributors: [person("Uma Pai")],
      subtitle: "Again",
    },
    { reference: "j-5", title: "Something else", workReference: "W-2", contributors: [person("Uma Pai")] },
  ]);
  expect(await workOf("j-1", "j-2", "j-5")).toEqual(["the-tide-clock", "a-clock-of-tides", "a-clock-of-tides"]);
  expect(told).toEqual([]);
});

test("editions that imports had joined are parted for good, the founding one too", async () => {
  const file = [
    { reference: "p-1", title: "Ferry", contributors: [person("Ira Bose")] },
    { reference: "p-2", title: "The Ferry", contributors: [person("Ira Bose")], format: "hardback" as const },
  ];
  await take(file);
  expect(await workOf("p-1", "p-2")).toEqual(["ferry", "ferry"]);
  expect(await splitWork(services, "ferry")).toMatchObject({ workId: "ferry-2", fromWorkId: "ferry" });
  await take(file.map((record) => ({ ...record, subtitle: "Crossing", description: "Changed." })));
  expect(await workOf("p-1", "p-2")).toEqual(["ferry-2", "ferry"]);
  expect(await find(sql`select match_key from works where id = 'ferry-2'`)).toEqual([{ matchKey: null }]);
  await take([{ ...file[0]!, reference: "p-3", format: "audio-cd" }]);
  expect(await workOf("p-1", "p-3")).toEqual(["ferry-2", "ferry"]);
  expect(
    await find(sql`select id, work_id from books where is_main and work_id like 'ferry%' order by id`),
  ).toHaveLength(2);
  await expect(splitWork(services, "ferry")).rejects.toThrow("ferry is the only edition of its work.");
});

test("reviews, decisions, people, categories, series, subjects and the place on the home page go along", async () => {
  await take([
    {
      reference: "k-1",
      title: "Kept",
      contributors: [person("A One")],
      subjects: [
        { scheme: "name", code: "Kites" },
        { scheme: "thema", code: "FBA" },
      ],
    },
    {
      reference: "k-2",
      title: "Other",
      description: "What it is about.",
      contributors: [person("A Two"), person("T Three", "translator")],
      subjects: [
        { scheme: "name", code: "Boats" },
        { scheme: "thema", code: "WTL" },
      ],
      series: { name: "Waters", position: 3 },
      startingRating: 4,
      startingRatingCount: 10,
    },
  ]);
  await db.execute(sql`update works set featured_position = 4321, recommended_position = 4322 where id = 'other'`);
  const readers = [await addReader(db, "one"), await addReader(db, "two")];
  const review = (work: string, reader: number, rating: number, day: string) =>
    db.execute(sql`
      insert into reviews (work_id, reader_id, name, rating, body, state, created_at)
      values (${work}, ${reader}, 'R', ${rating}, ${`${work} ${rating}`}, 'published', ${day}::timestamptz)`);
  await review("kept", readers[0]!, 1, "2026-01-01T00:00:00Z");
  await review("other", readers[0]!, 5, "2026-02-01T00:00:00Z");
  await review("kept", readers[1]!, 2, "2026-02-01T00:00:00Z");
  await review("other", readers[1]!, 4, "2026-01-01T00:00:00Z");
  await db.execute(sql`
    insert into review_decisions (work_id, reader_id, decision) values ('other', ${readers[0]!}, 'shown')`);
  expect(await mergeWorks(services, "kept", "other", { isSameEdition })).toMatchObject({ reviews: 1 });
  expect(await find(sql`select body from reviews where work_id = 'kept' order by body`)).toEqual([
    { body: "kept 2" },
    { body: "other 5" },
  ]);
  expect(await find(sql`select work_id from review_decisions`)).toEqual([{ workId: "kept" }]);
  expect(await authorsOf("kept")).toEqual(["a-one", "t-three"]);
  expect(await find(sql`select category_id from work_categories where work_id = 'kept' order by position`)).toEqual([
    { categoryId: "kites" },
    { categoryId: "boats" },
  ]);
  expect(await find(sql`select series_id from series_works where work_id = 'kept'`)).toEqual([{ seriesId: "waters" }]);
  expect(await find(sql`select code from work_subjects where work_id = 'kept' order by code`)).toHaveLength(2);
  expect(
    await find(sql`
      select description, featured_position, recommended_position, rating_count, rating::float8 as rating
      from works where id = 'kept'`),
  ).toEqual([
    {
      description: "What it is about.",
      featuredPosition: 4321,
      recommendedPosition: 4322,
      ratingCount: 12,
      rating: 3.92,
    },
  ]);
  expect(await findBreaches(db)).toEqual([]);
});

test("one edition entered twice: wishes, lists and bundles go along, and the address leads on, also over two joins", async () => {
  await take(["d-1", "d-2", "d-3"].map((reference) => ({ reference, title: `Double ${reference}`, copies: 2 })));
  const reader = await addReader(db, "wishes");
  await db.execute(sql`
    with list as (
      insert into wishlists (reader_id, name, leave_token) values (${reader}, 'Mine', ${"x".repeat(43)})
      returning id, reader_id)
    insert into wishes (reader_id, book_id, wishlist_id, price_paise)
    select reader_id, book_id, id, 100 from list, unnest(array['double-d-1', 'double-d-2']) as book_id`);
  await db.execute(sql`
    insert into reading_list_books (reading_list_id, book_id, position, note)
    select id, 'double-d-1', 900, 'Why' from reading_lists order by id limit 1`);
  await db.execute(sql`
    insert into bundle_books (bundle_id, book_id, position)
    select id, 'double-d-1', 900 from bundles order by id limit 1`);
  await db.execute(sql`
    insert into weekly_table_books (table_id, book_id, position, sentence, signature)
    select id, 'double-d-1', 900, 'Why', 'L.' from weekly_tables order by id limit 1`);
  await db.execute(
    sql`insert into stock_requests (book_id, email) values ('double-d-1', 'a@example.com'), ('double-d-2', 'A@example.com')`,
  );
  expect(await mergeWorks(services, "double-d-2", "double-d-1", { isSameEdition: true })).toMatchObject({
    copiesLeft: 2,
  });
  await mergeWorks(services, "double-d-3", "double-d-2", { isSameEdition: true });
  for (const table of [
    sql`select book_id from wishes`,
    sql`select book_id from reading_list_books where position = 900`,
    sql`select book_id from bundle_books where position = 900`,
    sql`select book_id from weekly_table_books where position = 900`,
    sql`select book_id from stock_requests`,
  ])
    expect(await find(table)).toEqual([{ bookId: "double-d-3" }]);
  expect(await findMovedAddress(db, "book", "double-d-1")).toBe("double-d-3");
  expect(await findMovedAddress(db, "book", "double-d-2")).toBe("double-d-3");
  // The original file does not list it again.
  await take([{ reference: "d-1", title: "Double d-1" }]);
  expect(await find(sql`select id from books where work_id = 'double-d-3' and is_listed`)).toEqual([
    { id: "double-d-3" },
  ]);
  await splitWork(services, "double-d-1", { newId: "double-one" });
  expect(await findMovedAddress(db, "book", "double-d-1")).toBeNull();
  expect(await workOf("d-1", "d-2")).toEqual(["double-one", "double-d-3"]);
  expect(await find(sql`select is_listed from books where id = 'double-d-1'`)).toEqual([{ isListed: true }]);
});

test("joined authors stay one, under both names, and their editions of one title are found", async () => {
  const file = [
    {
      reference: "a-1",
      title: "Salt Roads",
      contributors: [{ ...person("J R Rao"), identifiers: [{ scheme: "isni" as const, value: "1" }] }],
    },
    {
      reference: "a-2",
      title: "Sand Roads",
      contributors: [{ ...person("Jaya Rao"), identifiers: [{ scheme: "isni" as const, value: "2" }] }],
    },
    { reference: "a-3", title: "The Salt Roads", contributors: [person("Jaya Rao")] },
  ];
  await take(file);
  expect(await mergeAuthors(services, "jaya-rao", "j-r-rao")).toEqual({
    works: ["salt-roads"],
    sameTitles: [["salt-roads", "the-salt-roads"]],
  });
  expect(await findMovedAddress(db, "author", "j-r-rao")).toBe("jaya-rao");
  expect((await take(file)).counts).toMatchObject({ added: 0, changed: 0, unchanged: 3 });
  await take([{ reference: "a-4", title: "Sand Roads", contributors: [person("J. R. Rao")], format: "hardback" }]);
  expect(await workOf("a-2", "a-4")).toEqual(["sand-roads", "sand-roads"]);
  expect(await find(sql`select id from authors where id in ('j-r-rao', 'jaya-rao')`)).toEqual([{ id: "jaya-rao" }]);
  expect(
    await find(sql`select value from author_identifiers where author_id = 'jaya-rao' order by value`),
  ).toHaveLength(2);
});

test("parted namesakes stay parted", async () => {
  const file = ["n-1", "n-2", "n-3"].map((reference) => ({
    reference,
    title: `Namesake ${reference}`,
    contributors: [person("Anil Das")],
  }));
  await take(file);
  expect(await splitAuthor(services, "anil-das", { works: ["namesake-n-2"], name: "Anil Das" })).toEqual({
    authorId: "anil-das-2",
    works: ["namesake-n-2"],
  });
  const named = await splitAuthor(services, "anil-das", { works: ["namesake-n-3"], name: "Anil K. Das" });
  expect(named.authorId).toBe("anil-k-das");
  await take(file.map((record) => ({ ...record, subtitle: "Newly said" })));
  expect(await Promise.all(["namesake-n-1", "namesake-n-2", "namesake-n-3"].map(authorsOf))).toEqual([
    ["anil-das"],
    ["anil-das-2"],
    ["anil-k-das"],
  ]);
  expect(await find(sql`select match_key from works where id = 'namesake-n-2'`)).toEqual([
    { matchKey: "namesake n 2|anil-das-2" },
  ]);
});

test("imports from before a join are undone all the same", async () => {
  const first = await take([
    { reference: "u-1", title: "Under One", contributors: [person("Old Name")] },
    { reference: "u-2", title: "Under Two", contributors: [person("Other Name")] },
    { reference: "u-3", title: "Under Three", contributors: [person("Old Name")] },
  ]);
  const second = await take([
    { reference: "u-1", title: "Under One", contributors: [person("New Name")] },
    { reference: "u-2", title: "Under Two", contributors: [person("New Name")], description: "Second." },
  ]);
  await mergeAuthors(services, "other-name", "old-name");
  await mergeWorks(services, "under-one", "under-two", { isSameEdition });
  expect(await undoImport(services, second.importId)).toMatchObject({ restored: expect.any(Number) });
  expect(await authorsOf("under-one")).toEqual(["other-name"]);
  const undone = await undoImport(services, first.importId);
  expect(undone).toMatchObject({ left: ["under-two was not deleted, because it was changed since."] });
  expect(await find(sql`select id from books where work_id = 'under-one'`)).toEqual([{ id: "under-two" }]);
  expect(await find(sql`select id from works where id like 'under-%' and source = 'csv'`)).toEqual([
    { id: "under-one" },
  ]);
  expect(await findMovedAddress(db, "author", "old-name")).toBe("other-name");
  expect(await find(sql`select id from authors where id = 'other-name'`)).toHaveLength(1);
});

test("what cannot be joined or parted is said in plain words", async () => {
  await take([
    { reference: "m-1", title: "Mistake", contributors: [person("Mona Iyer")] },
    { reference: "m-2", title: "Mistake", contributors: [person("Mona Iyer")], format: "hardback" },
    { reference: "m-3", title: "Another mistake", contributors: [person("Mona Iyer")] },
    { reference: "m-4", title: "The last mistake", contributors: [person("M Iyer")] },
    { reference: "m-5", title: "No more mistakes", contributors: [person("Ms Iyer")] },
  ]);
  await mergeAuthors(services, "mona-iyer", "ms-iyer");
  const mistakes: [() => Promise<unknown>, string][] = [
    [() => mergeWorks(services, "godan", "godan", { isSameEdition }), "godan cannot be joined with itself."],
    [() => mergeWorks(services, "godan", "no-such", { isSameEdition }), "There is no book no-such."],
    [() => splitWork(services, "no-such"), "There is no edition no-such."],
    [() => splitWork(services, "mistake", { newId: "Not An Id" }), "Not An Id is no id"],
    [() => splitWork(services, "mistake", { newId: "godan" }), "There is a book or work godan already."],
    [() => mergeAuthors(services, "mona-iyer", "mona-iyer"), "cannot be joined with themselves"],
    [() => mergeAuthors(services, "mona-iyer", "nobody"), "There is no author nobody."],
    [() => mergeAuthors(services, "mona-iyer", "ms-iyer"), "ms-iyer was joined with mona-iyer."],
    [
      () => splitAuthor(services, "mona-iyer", { works: ["godan"], name: "Mona Iyer" }),
      "godan is no work of mona-iyer.",
    ],
    [
      () => splitAuthor(services, "m-iyer", { works: ["the-last-mistake"], name: "M Iyer" }),
      "These are all the works of m-iyer",
    ],
    [() => splitAuthor(services, "mona-iyer", { works: ["mistake"], name: " " }), "A name has 1 to 200 characters."],
  ];
  for (const [act, words] of mistakes) await expect(act()).rejects.toThrow(words);
});
