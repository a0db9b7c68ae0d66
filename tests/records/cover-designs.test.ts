/** Cover designs: neighbouring covers differ, designs are stable, and staff can choose them. */
import { expect, test } from "vitest";

import { drawnLayouts } from "#covers/drawn-layouts.ts";
import { planCover } from "#covers/plan-cover.ts";
import { sql } from "#db/sql.ts";
import { loadDemoChoices } from "#server/demo-choices.ts";
import { readDemo } from "#server/demo-data.ts";
import { listBundles } from "#shop/catalogue/books/bundles.server.ts";
import { listCards } from "#shop/catalogue/books/cards.server.ts";
import { designNextShelves } from "#shop/catalogue/cover-designs/cover-designs.server.ts";
import { listCoverSubjects } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import {
  findSeries,
  listBestSellers,
  listFeaturedBooks,
  newReleases,
  recommendedBooks,
} from "#shop/catalogue/books/lists.server.ts";
import { pinDesign } from "#shop/catalogue/cover-designs/pin-design.server.ts";
import { readShelf } from "#shop/catalogue/shelves/read-shelf.server.ts";
import { nothingChosen, type ShelfSort } from "#shop/catalogue/shelves/shelf-choice.ts";
import { listReadingLists } from "#shop/catalogue/content/reading-lists.server.ts";
import { updateDrawingKeys } from "#shop/catalogue/import/update-drawing-keys.server.ts";
import { readStorefront } from "#shop/office/storefront/published-storefront.server.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";

const { db } = await openTestDatabase();

const idsOf = async (query: ReturnType<typeof sql>) =>
  (await db.execute<{ id: string }>(query)).rows.map(({ id }) => id);

/** The layout and palette of each cover, by edition. */
async function looks(): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ id: string; workId: string }>(sql`select id, work_id from books`);
  const subjects = await listCoverSubjects(
    db,
    rows.map(({ workId }) => workId),
  );
  const byWork = new Map(
    subjects.map((subject) => {
      const { layout, plan } = planCover(subject);
      return [subject.id, `${layout} in ${plan.palette.name}`];
    }),
  );
  return new Map(rows.map(({ id, workId }) => [id, byWork.get(workId)!]));
}

/**
 * Pairs of covers with the same look within five places: neighbours in a row, and above and below in two to five
 * columns.
 */
function alike(known: Map<string, string>, name: string, ids: string[]): string[] {
  return ids.flatMap((id, at) =>
    ids
      .slice(at + 1, at + 6)
      .filter((other) => other !== id && known.get(other) === known.get(id))
      .map((other) => `${name}: ${id} and ${other}, ${known.get(id)}`),
  );
}

async function firstPage(facet: string, sort: ShelfSort): Promise<string[]> {
  const { books } = await readShelf(
    db,
    { name: facet, books: { facet } },
    { choice: nothingChosen, sort, place: null, direction: "on" },
  );
  return books.map(({ id }) => id);
}

test("in the demonstration no cover is like one beside it: in a category, of an author or a series, on home, lists and bundles", async () => {
  const known = await looks();
  const found: string[] = [];
  for (const id of await idsOf(sql`select id from categories`))
    found.push(...alike(known, id, await firstPage(`category:${id}`, "popularity")));
  for (const id of await idsOf(sql`select author_id as id from author_listings where books > 1`))
    found.push(...alike(known, id, await firstPage(`author:${id}`, "rating")));
  for (const id of await idsOf(sql`select id from series`))
    found.push(...alike(known, id, (await findSeries(db, id))!.workIds));
  const newest = await listCards(db, newReleases(4));
  const home = {
    featured: await listFeaturedBooks(db, 12, newest.length),
    newReleases: newest,
    bestSellers: await listBestSellers(db, 20),
    recommended: await listCards(db, recommendedBooks(2, (await readStorefront(db)).recommended)),
    ...Object.fromEntries((await listBundles(db, new Date())).map(({ id, books }) => [`bundle ${id}`, books])),
  };
  for (const [name, books] of Object.entries(home))
    found.push(
      ...alike(
        known,
        name,
        books.map(({ id }) => id),
      ),
    );
  for (const { id } of await listReadingLists(db))
    found.push(
      ...alike(
        known,
        id,
        await idsOf(sql`select book_id as id from reading_list_books where reading_list_id = ${id} order by position`),
      ),
    );
  expect(found).toEqual([]);
});

test("what the demonstration chose is what is drawn, and every chosen layout can be", async () => {
  const known = await looks();
  for (const [id, { layout, inks }] of Object.entries(readDemo("choices").covers)) {
    expect([id, known.get(id)]).toEqual([id, `${layout} in ${inks}`]);
    expect(drawnLayouts).toHaveProperty(layout);
  }
});

test("the covers of a book and its design stay as they are when the job comes by again, and books without one get one", async () => {
  const keys = async () =>
    (await db.execute<{ id: string; coverKey: string }>(sql`select id, cover_key from books order by id`)).rows;
  const before = await keys();
  await db.execute(sql`delete from cover_designs where work_id in ('godan', 'tamas')`);
  await db.execute(sql`update works set starting_rating = 1 where id = 'a-suitable-boy'`);
  let chosen = 0;
  for (let run = 0; run < 8; run += 1) chosen += await designNextShelves(db);
  expect(chosen).toBe(2);
  const after = await keys();
  const others = (rows: typeof before) => rows.filter(({ id }) => !/^(godan|tamas)/.test(id));
  expect(others(after)).toEqual(others(before));
  expect(await designNextShelves(db)).toBe(0);
});

test("a person chooses layout and inks, takes the choice back, and hears which there are", async () => {
  const keyOf = async () => (await idsOf(sql`select cover_key as id from books where id = 'godan'`))[0]!;
  const first = await keyOf();
  expect((await pinDesign({ db }, "godan", { layout: "stack", inks: "bone" }, "Leela"))?.design).toEqual({
    layout: "stack",
    inks: "bone",
  });
  const pinned = await keyOf();
  expect(pinned).not.toBe(first);
  const again = await pinDesign({ db }, "godan", { inks: "rani" }, "Leela");
  expect(again?.design).toEqual({ layout: "stack", inks: "rani" });
  expect(await keyOf()).not.toBe(pinned);
  expect(await idsOf(sql`select chosen_by as id from cover_designs where work_id = 'godan'`)).toEqual(["Leela"]);
  await expect(pinDesign({ db }, "godan", { layout: "toString" }, "Leela")).rejects.toThrow(
    /no layout.*arches, .*windows/,
  );
  await expect(pinDesign({ db }, "godan", { inks: "mauve" }, "Leela")).rejects.toThrow(/no inks mauve.*bone/);
  expect(await pinDesign({ db }, "nobody", { inks: "rani" }, "Leela")).toBeNull();
  await pinDesign({ db }, "godan", {}, "Leela");
  expect(await idsOf(sql`select chosen_by as id from cover_designs where work_id = 'godan'`)).toEqual([null]);
});

test("a design that is drawn no more, however it came into the record, gives way to the book's own facts", async () => {
  await db.execute(sql`update cover_designs set layout = 'lithograph' where work_id = 'sita'`);
  const [subject] = await listCoverSubjects(db, ["sita"]);
  expect(drawnLayouts).toHaveProperty(planCover(subject!).layout);
});

test("a shop that got the demonstration before its covers were told apart gets that once, and keeps a person's choice", async () => {
  const before = await looks();
  await db.execute(sql`delete from catalogue_loads where source = 'demo covers'`);
  await db.execute(sql`delete from cover_designs`);
  await pinDesign({ db }, "macbeth", { layout: "frame", inks: "rose" }, "Leela");
  await loadDemoChoices(db);
  const after = await looks();
  expect(after.get("macbeth")).toBe("frame in rose");
  expect(after.size).toBe(before.size);
  await pinDesign({ db }, "joothan", { layout: "frame", inks: "rose" }, "Leela");
  await loadDemoChoices(db);
  expect((await looks()).get("joothan")).toBe("frame in rose");
});

test("covers that have the name of an earlier drawing are named anew, once", async () => {
  await updateDrawingKeys({ db });
  expect(await updateDrawingKeys({ db })).toBe(0);
  const [before] = await idsOf(sql`select cover_key as id from books where id = 'godan'`);
  await db.execute(sql`update books set cover_key = 'godan-0123456789' where id = 'godan'`);
  await db.execute(sql`update cover_walks set version = 1 where job = 'drawings'`);
  expect(await updateDrawingKeys({ db })).toBeGreaterThan(0);
  expect(await idsOf(sql`select cover_key as id from books where id = 'godan'`)).toEqual([before]);
  expect(await updateDrawingKeys({ db })).toBe(0);
});
