/** Tests the ratings of books, and the lists of reviews, testimonials and sample reviews. */

import { sql } from "#db/sql.ts";
import { readStorefront } from "#shop/office/storefront/published-storefront.server.ts";
import { beforeEach, expect, test } from "vitest";

import { addReader } from "#tests/support/sales/readers.ts";
import { openTestDatabase, warm } from "#tests/support/database/test-database.ts";
import { listBestReviews, listReviews, listTestimonials, saveSampleReviews } from "./reviews.server.ts";

const { db, pool } = await openTestDatabase();

/** Each test starts with only the sample reviews of the demonstration. */
await db.execute(sql`create table samples as select * from reviews`);
beforeEach(async () => {
  await db.execute(sql`delete from reviews`);
  await db.execute(sql`insert into reviews overriding system value select * from samples`);
});

const review = {
  workId: "kim",
  readerId: null as number | null,
  name: "Asha",
  rating: 4,
  body: "Good.",
  state: "published",
  isVerified: false,
  isSample: false,
  testimonialPosition: null as number | null,
  createdAt: new Date(),
};

async function write(...given: Partial<typeof review>[]): Promise<void> {
  for (const one of given) {
    const { workId, readerId, name, rating, body, state, ...rest } = { ...review, ...one };
    const { isVerified, isSample, testimonialPosition, createdAt } = rest;
    await db.execute(sql`
      insert into reviews (work_id, reader_id, name, rating, body, state, is_verified, is_sample,
        testimonial_position, created_at)
      values (${workId}, ${readerId}, ${name}, ${rating}, ${body}, ${state}, ${isVerified}, ${isSample},
        ${testimonialPosition}, ${createdAt})`);
  }
}

async function ratingOf(workId: string) {
  const { rows } = await db.execute<{ rating: string | null; ratingCount: number }>(
    sql`select rating, rating_count from works where id = ${workId}`,
  );
  return rows[0];
}

async function startAt(workId: string, rating: number | null, count: number): Promise<void> {
  await db.execute(sql`
    update works set starting_rating = ${rating}, starting_rating_count = ${count} where id = ${workId}`);
}

test("a rating is what the catalogue brought together with every published review", async () => {
  await startAt("kim", 4, 2);
  await write({ rating: 1 });
  expect(await ratingOf("kim")).toEqual({ rating: "3.00", ratingCount: 3 });
  await write({ rating: 1, state: "waiting" }, { rating: 1, state: "refused" });
  expect(await ratingOf("kim")).toEqual({ rating: "3.00", ratingCount: 3 });
  await db.execute(sql`update reviews set state = 'published' where work_id = 'kim' and state = 'waiting'`);
  expect(await ratingOf("kim")).toEqual({ rating: "2.50", ratingCount: 4 });
  await db.execute(sql`delete from reviews where work_id = 'kim'`);
  expect(await ratingOf("kim")).toEqual({ rating: "4.00", ratingCount: 2 });
});

test("a book that came without a rating has none until a reader gives one", async () => {
  await startAt("macbeth", null, 0);
  expect(await ratingOf("macbeth")).toEqual({ rating: null, ratingCount: 0 });
  await write({ workId: "macbeth", rating: 5 });
  expect(await ratingOf("macbeth")).toEqual({ rating: "5.00", ratingCount: 1 });
});

test("of many reviews at once every one is counted", async () => {
  await startAt("gora", null, 0);
  await warm(pool, 8);
  await Promise.all(Array.from({ length: 8 }, (_, index) => write({ workId: "gora", rating: 1 + (index % 2) * 4 })));
  expect(await ratingOf("gora")).toEqual({ rating: "3.00", ratingCount: 8 });
});

test("reviews come newest first, ten a page, with how many gave how many stars", async () => {
  await write(
    ...Array.from({ length: 12 }, (_, index) => ({
      workId: "persuasion",
      rating: index < 9 ? 5 : 2,
      body: `No. ${index}`,
      createdAt: new Date(Date.UTC(2026, 0, 1 + index)),
    })),
    { workId: "persuasion", state: "waiting" },
  );
  const first = await listReviews(db, "persuasion");
  expect(first).toMatchObject({ page: 1, pages: 2, count: 12, countsByStars: [9, 0, 0, 3, 0] });
  expect(first.reviews).toHaveLength(10);
  expect(first.reviews[0]).toMatchObject({ body: "No. 11", isSample: false, createdAt: new Date("2026-01-12") });
  const second = await listReviews(db, "persuasion", 2);
  expect(second.reviews.map(({ body }) => body)).toEqual(["No. 1", "No. 0"]);
  expect(await listReviews(db, "persuasion", 99)).toEqual(second);
});

test("search engines are told the stars of readers alone, to the hundredth, and nothing where there are only samples", async () => {
  await db.execute(sql`delete from reviews where work_id = 'persuasion'`);
  const sample = { workId: "persuasion", isSample: true, rating: 1, createdAt: new Date("2026-01-04") };
  await write({ ...sample, body: "Sample." });
  expect((await listReviews(db, "persuasion")).byReaders).toBeNull();
  const dates = ["2026-01-03", "2026-01-01", "2026-01-01"];
  for (const [at, rating] of [5, 5, 4].entries())
    await write({ workId: "persuasion", rating, body: `No. ${at}`, createdAt: new Date(dates[at]!) });
  const listed = await listReviews(db, "persuasion");
  expect(listed).toMatchObject({ count: 4, byReaders: { rating: 4.67, count: 3 } });
  // Newest first; of two with the same time the one that was written last.
  expect(listed.reviews.map(({ body }) => body)).toEqual(["Sample.", "No. 0", "No. 2", "No. 1"]);
  expect(listed.reviews.map(({ changedAt }) => changedAt)).toEqual([null, null, null, null]);
});

test("all editions of a work have the same reviews, and a book without any says so", async () => {
  const { rows } = await db.execute<{ id: string; workId: string }>(
    sql`select id, work_id from books where not is_main and work_id not in (select work_id from reviews where work_id is not null) limit 1`,
  );
  const edition = rows[0]!;
  expect(await listReviews(db, edition.id)).toMatchObject({ reviews: [], page: 1, pages: 1, count: 0 });
  await write({ workId: edition.workId });
  expect((await listReviews(db, edition.id)).reviews).toHaveLength(1);
  expect(await listReviews(db, edition.workId)).toEqual(await listReviews(db, edition.id));
});

test("testimonials are what the bookseller features, in that order, of books and of the shop", async () => {
  const featured = await listTestimonials(db, 5, (await readStorefront(db)).testimonials);
  expect(featured).toHaveLength(5);
  expect(await listTestimonials(db, 2, (await readStorefront(db)).testimonials)).toEqual(featured.slice(0, 2));
  expect(featured[0]?.book).toEqual({
    id: "stories-of-your-life-and-others",
    title: "Stories of Your Life and Others",
    language: "en",
  });
  expect(featured.map(({ book }) => book === null)).toEqual([false, true, true, false, false]);
  expect(featured.every(({ isSample }) => isSample)).toBe(true);
});

test("new samples leave a featured place to the reader's review that has it", async () => {
  await db.execute(sql`update reviews set testimonial_position = null where testimonial_position = 1`);
  await write({ readerId: await addReader(db, "featured"), body: "Mine.", testimonialPosition: 1 });
  const sample = (body: string, testimonialPosition: number | null) => ({
    workId: "gora",
    name: "Meera",
    rating: 5,
    body,
    testimonialPosition,
    createdAt: new Date(),
  });
  await saveSampleReviews(db, [sample("First.", 1), sample("Second.", 2), sample("Plain.", null)]);
  expect((await listTestimonials(db, 5, (await readStorefront(db)).testimonials)).map(({ body }) => body)).toEqual([
    "Mine.",
    "Second.",
  ]);
  expect((await listReviews(db, "gora")).reviews.map(({ body }) => body)).toContain("First.");
});

test("a review that is not published cannot be featured, and a sample is never of a buyer", async () => {
  await expect(write({ state: "waiting", testimonialPosition: 9 })).rejects.toThrow();
  await expect(write({ isSample: true, isVerified: true })).rejects.toThrow();
});

test("the best reviews of books are published ones of four stars and more, best and newest first, so many of each", async () => {
  await db.execute(sql`delete from reviews where work_id in ('kim', 'godan')`);
  const [older, newer] = [new Date("2026-01-01"), new Date("2026-02-01")];
  await write(
    { rating: 5, body: "Old.", createdAt: older },
    { rating: 5, body: "New.", createdAt: newer },
    { rating: 4, body: "Four.", createdAt: newer },
    { rating: 3, body: "Three.", createdAt: newer },
    { rating: 5, body: "Hidden.", state: "refused", createdAt: newer },
    { workId: "godan", rating: 2, body: "Two." },
  );
  const bodies = async (atMost: number) =>
    (await listBestReviews(db, ["godan", "kim", "nobody"], atMost)).map(({ bookId, body }) => `${bookId}: ${body}`);
  expect(await bodies(5)).toEqual(["kim: New.", "kim: Old.", "kim: Four."]);
  expect(await bodies(2)).toEqual(["kim: New.", "kim: Old."]);
});
