/** Tests of merging works in different languages into one title, with shared reviews, and of names in other scripts. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { listCardsByIds } from "#shop/catalogue/books/cards.server.ts";
import { findBook } from "#shop/catalogue/books/book.server.ts";
import { findTitlePage } from "#shop/catalogue/books/title-page.server.ts";
import { findCoverSubject } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import { listOwnReviews } from "#shop/people/reviews/list-own-reviews.server.ts";
import { findReviewFormData, withdrawReview, writeReview } from "#shop/people/reviews/own-review.server.ts";
import { listReviews } from "#shop/people/reviews/reviews.server.ts";
import { addReader } from "#tests/support/sales/readers.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { findAuthorRecord } from "#shop/catalogue/merging/authors/author-record.server.ts";
import { changeAuthor } from "#shop/catalogue/merging/authors/change-authors.server.ts";
import { mergeAuthors, splitAuthor } from "#shop/catalogue/merging/authors/merge-authors.server.ts";
import { setOriginal } from "./merge-translations.server.ts";
import { mergeWorks } from "./merge-works.server.ts";
import { splitWork } from "./split-work.server.ts";

const { db, services } = await openTestServices();
const isSameEdition = false;
const doorsOf = async (bookId: string) =>
  (await findBook(db, bookId))!.doors.map(({ id, language, isOriginal }) => [id, language, isOriginal]);
const ratingOf = async (bookId: string) => {
  const { rating, ratingCount } = (await listCardsByIds(db, [bookId]))[0]!;
  return { rating, ratingCount };
};
const average = (...given: { rating: number | null; ratingCount: number }[]) => {
  const ratingCount = given.reduce((sum, one) => sum + one.ratingCount, 0);
  const stars = given.reduce((sum, one) => sum + (one.rating ?? 0) * one.ratingCount, 0);
  return { rating: Math.round((100 * stars) / ratingCount) / 100, ratingCount };
};

test("works in different languages become one title with two doors, and are parted again", async () => {
  const before = [await ratingOf("nirmala"), await ratingOf("jejuri")] as const;
  expect(await mergeWorks(services, "nirmala", "jejuri", { isSameEdition })).toEqual({
    workId: "nirmala",
    editions: [],
    reviews: 0,
    copiesLeft: 0,
    areTranslations: true,
  });
  expect([await setOriginal(db, "nirmala"), await setOriginal(db, "nirmala")]).toEqual([true, false]);
  const doors = [
    ["nirmala", "hi", true],
    ["jejuri", "en", false],
  ];
  expect(await doorsOf("nirmala")).toEqual(doors);
  expect(await doorsOf("jejuri")).toEqual(doors);
  expect(await ratingOf("nirmala")).toEqual(average(...before));
  expect(await ratingOf("jejuri")).toEqual(average(...before));
  await expect(mergeWorks(services, "nirmala", "jejuri", { isSameEdition })).rejects.toThrow("are one title already");

  // A change of one work's starting rating changes the rating of both.
  await db.execute(sql`update works set starting_rating = 2, starting_rating_count = 10 where id = 'jejuri'`);
  expect(await ratingOf("nirmala")).toEqual(await ratingOf("jejuri"));
  expect((await ratingOf("nirmala")).ratingCount).toBeLessThan(average(...before).ratingCount);

  expect(await splitWork(services, "jejuri")).toEqual({
    workId: "jejuri",
    fromWorkId: "nirmala",
    wasTranslation: true,
  });
  expect(await doorsOf("nirmala")).toEqual([["nirmala", "hi", true]]);
  expect(await doorsOf("jejuri")).toEqual([["jejuri", "en", false]]);
  expect(await ratingOf("nirmala")).toEqual(before[0]);
  await expect(splitWork(services, "jejuri")).rejects.toThrow("jejuri is the only edition of its work.");
});

test("a title may have more than two languages; joining two titles joins all of them", async () => {
  await db.execute(sql`update books set language = 'mr' where work_id = 'indica'`);
  await db.execute(sql`update books set language = 'bn' where work_id = 'hangwoman'`);
  await mergeWorks(services, "gaban", "indica", { isSameEdition });
  await setOriginal(db, "gaban");
  await mergeWorks(services, "hangwoman", "the-guide", { isSameEdition });
  await setOriginal(db, "hangwoman");
  await mergeWorks(services, "gaban", "the-guide", { isSameEdition });
  expect(await doorsOf("hangwoman")).toEqual([
    ["gaban", "hi", true],
    ["hangwoman", "bn", false],
    ["the-guide", "en", false],
    ["indica", "mr", false],
  ]);
  await mergeWorks(services, "gaban", "hangwoman", { isSameEdition: true });
  expect((await doorsOf("gaban")).map(([id]) => id)).toEqual(["gaban", "the-guide", "indica"]);
});

test("one language and different titles are editions of one work; so are one title and two languages", async () => {
  expect(await mergeWorks(services, "matilda", "animal-farm", { isSameEdition })).toMatchObject({
    areTranslations: false,
    editions: ["animal-farm"],
  });
  expect(await setOriginal(db, "matilda")).toBe(false);
  await db.execute(sql`update works set title = 'गोदान', search_text = 'गोदान' where id = 'kim'`);
  await mergeWorks(services, "godan", "kim", { isSameEdition });
  expect((await findBook(db, "godan"))!.editions.map(({ id, language }) => [id, language])).toContainEqual([
    "kim",
    "en",
  ]);
  expect(await doorsOf("godan")).toEqual([
    ["kim", "en", false],
    ["godan", "hi", false],
  ]);
});

test("a work with several editions is parted from its translations as a whole", async () => {
  expect((await findBook(db, "tamas"))!.editions.length).toBeGreaterThan(1);
  expect(await splitWork(services, "tamas", { isTitle: true })).toMatchObject({ wasTranslation: true });
  expect(await doorsOf("tamas")).toHaveLength(1);
  expect(await doorsOf("tamas-daisy-rockwell")).toHaveLength(1);
  await expect(splitWork(services, "tamas", { isTitle: true })).rejects.toThrow(
    "tamas is in the shop in no other language.",
  );
});

test("reviews are of the title: seen at both doors, written once, by whoever bought either", async () => {
  const readerId = await addReader(db, "doors");
  await db.execute(sql`
    insert into reviews (work_id, reader_id, name, rating, title, body, is_verified, state, created_at)
    values ('raag-darbari', ${readerId}, 'Asha', 5, '', 'शिवपालगंज के बाद गाँव की हर तस्वीर झूठी लगती है।', true, 'published', '2026-01-01T00:00:00Z')`);
  const english = "raag-darbari-gillian-wright";
  const reviewsOf = async (id: string) => (await listReviews(db, id)).reviews.map(({ id: review }) => review);
  expect(await reviewsOf(english)).toEqual(await reviewsOf("raag-darbari"));
  expect(await findReviewFormData(db, readerId, english)).toMatchObject({ mayWrite: true, own: { rating: 5 } });
  const before = (await reviewsOf(english)).length;
  const words = { name: "Asha", rating: 4, title: "", body: "In English one laughs a little later, and as long." };
  expect(await writeReview(services, { readerId, bookId: english, words })).toMatchObject({ ok: true });
  expect(await reviewsOf("raag-darbari")).toHaveLength(before);
  expect(await findReviewFormData(db, readerId, "raag-darbari")).toMatchObject({ own: { rating: 4 } });
  expect(await listOwnReviews(services, readerId)).toMatchObject([
    { book: { id: "raag-darbari" }, own: { rating: 4 } },
  ]);
  await withdrawReview(db, readerId, english);
  expect(await reviewsOf("raag-darbari")).toHaveLength(before - 1);
  expect(await ratingOf("raag-darbari")).toEqual(await ratingOf(english));
});

test("a book names its people in its own script, and so does its cover", async () => {
  const authorsOf = async (id: string) => (await findBook(db, id))!.authors.map(({ name }) => name);
  const onCover = async (id: string) => {
    const { rows } = await db.execute<{ key: string }>(sql`select cover_key as key from books where id = ${id}`);
    return (await findCoverSubject(db, rows[0]!.key))!.author;
  };
  expect(await authorsOf("ret-samadhi")).toEqual(["गीतांजलि श्री"]);
  expect((await findTitlePage(db, "ret-samadhi"))!.contributors).toMatchObject([{ name: "गीतांजलि श्री" }]);
  expect(await onCover("ret-samadhi")).toBe("गीतांजलि श्री");
  expect(await authorsOf("tomb-of-sand")).toEqual(["Geetanjali Shree"]);
  expect(await onCover("tomb-of-sand")).toBe("Geetanjali Shree");
  for (const id of ["tamas", "raag-darbari", "joothan-hindi"])
    expect(await onCover(id)).toMatch(/^[\p{Script=Devanagari} ]+$/u);

  const author = (await findAuthorRecord(db, "geetanjali-shree"))!;
  await changeAuthor(db, "geetanjali-shree", { ...author, names: { Deva: "गीतांजलि पांडे" } }, services.now());
  expect(await onCover("ret-samadhi")).toBe("गीतांजलि पांडे");
});

test("names in other scripts go along when authors are joined, and stay with both when they are parted", async () => {
  const namesOf = async (id: string) =>
    (
      await db.execute<{ script: string; name: string }>(
        sql`select script, name from author_names where author_id = ${id} order by script`,
      )
    ).rows.map(({ script, name }) => `${script} ${name}`);
  await mergeAuthors(services, "premchand", "r-k-narayan");
  expect(await namesOf("premchand")).toEqual(["Latn Premchand"]);
  await mergeAuthors(services, "agatha-christie", "mohan-rakesh");
  expect(await namesOf("agatha-christie")).toEqual(["Deva मोहन राकेश"]);
  const { authorId } = await splitAuthor(services, "agatha-christie", {
    works: ["adhe-adhure"],
    name: "Agatha Christie",
  });
  expect(await namesOf(authorId)).toEqual(["Deva मोहन राकेश"]);
  expect((await findBook(db, "adhe-adhure"))!.authors).toMatchObject([{ name: "मोहन राकेश" }]);
});
