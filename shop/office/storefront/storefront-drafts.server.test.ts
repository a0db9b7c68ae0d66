/** Tests of windows of the home page: publication when due, items that are gone, previews, and limits. */
import { beforeEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { hideReview } from "#shop/people/reviews/moderate-review.server.ts";
import { addReader } from "#tests/support/sales/readers.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { describeHiddenChoices } from "./describe-storefront.ts";
import { findStorefrontFacts } from "./find-storefront-facts.server.ts";
import { readStorefront } from "./published-storefront.server.ts";
import { findPreview, previewQuery } from "./preview-link.server.ts";
import { homeSections, inOrder, shownSections } from "./sections.ts";
import type { Storefront } from "./storefront.ts";
import {
  findDraft,
  listStorefronts,
  maxDrafts,
  publishDueStorefronts,
  publishStorefront,
  saveDraft,
} from "./storefront-drafts.server.ts";

const { services, db } = await openTestServices();
const at = new Date("2026-11-23T04:00:00Z");
const meera = { by: "Meera", at };
const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000);

beforeEach(() => db.execute(sql`delete from windows`));

const draft = async (name: string, changes: Partial<Storefront> = {}, dueAt: Date | null = null) => {
  const content = { ...(await readStorefront(db)), ...changes };
  const saved = { name, content, dueAt: dueAt && dueAt.toISOString() };
  return (await inTransaction(db, (tx) => saveDraft(tx, null, saved, meera)))!;
};
const publish = (id: number) => inTransaction(db, (tx) => publishStorefront(tx, id, meera));
const namesOf = (listed: { name: string }[]) => listed.map(({ name }) => name);

test("windows that became due while the shop was closed are published in the order of their times, each once", async () => {
  const before = await readStorefront(db);
  await draft("Second", { featured: ["kari"] }, later(20));
  await draft("First", { featured: ["godan"] }, later(10));
  await draft("Third", { featured: ["matilda"] }, later(60));
  await publishDueStorefronts({ ...services, now: () => later(5) });
  expect(await readStorefront(db)).toEqual(before);
  const open = { ...services, now: () => later(30) };
  await Promise.all([publishDueStorefronts(open), publishDueStorefronts(open)]);
  expect((await readStorefront(db)).featured).toEqual(["kari"]);
  const { drafts, published } = await listStorefronts(db);
  expect([namesOf(drafts), namesOf(published).toSorted()]).toEqual([["Third"], ["Before First", "First", "Second"]]);
  const { rows } = await db.execute<{ words: string }>(sql`
    select words from desk_record where action = 'window.publish' order by number`);
  expect(rows.map(({ words }) => words)).toEqual([
    "Published the window “First”, as Meera had planned.",
    "Published the window “Second”, as Meera had planned.",
  ]);
});

test("publishing leaves out items that no longer exist, and reports them; the rest stands, and what stood is kept", async () => {
  const reader = await addReader(db, "Asha");
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into reviews (work_id, reader_id, name, rating, body, state)
    select work_id, ${reader}, 'Asha', 5, 'Read it twice.', 'published' from books where id = 'godan' returning id::int as id`);
  const review = { id: rows[0]!.id, version: 1 };
  const chosen = { testimonials: [String(review.id)], codes: ["SUMMER20"], lists: ["sci-fi"] };
  const id = await draft("Monsoon", { ...chosen, featured: ["godan", "kari"] });
  await hideReview(db, review, "other-matter");
  await db.execute(sql`
    update windows set content = jsonb_set(content, '{featured}', '["godan", "sold-and-gone"]') where id = ${id}`);
  const content = (await findDraft(db, id))!.content;
  const facts = await findStorefrontFacts(db, content, at);
  expect(describeHiddenChoices(content, facts)).toEqual(
    expect.arrayContaining([
      "A chosen book is not in the shop any more: the next one is shown instead.",
      "The review by Asha is hidden, so the home page does not show it.",
    ]),
  );
  const published = await publish(id);
  expect(published!.missing).toBe("Left out, because the shop no longer has it: 1 book, 1 testimonial.");
  expect(await readStorefront(db)).toMatchObject({ ...chosen, featured: ["godan"], testimonials: [] });
  expect(await publish(id)).toBeNull();
});

test("a window that an older version of the shop wrote has the sections that are new, after those that it knew", () => {
  expect(inOrder(["chart", "no-section", "code", "chart"])).toEqual([
    "chart",
    "code",
    ...homeSections.filter((section) => section !== "chart" && section !== "code"),
  ]);
  expect(inOrder([])).toEqual(homeSections);
  expect(shownSections({ sections: ["lists"], leftOut: ["code", "chart"] })).toEqual([
    "lists",
    ...homeSections.filter((section) => !["lists", "code", "chart"].includes(section)),
  ]);
});

test("a look at a window, saved or not, is good for half an hour, and for the moment for which it is planned", async () => {
  const open = { ...services, now: () => at };
  const window = { ...(await readStorefront(db)), featured: ["kari"] };
  const link = previewQuery(open, { window, at: later(90) }, "dark").slice("window=".length);
  expect(findPreview(open, link)).toEqual({ window, at: later(90), look: "dark" });
  expect(findPreview({ ...open, now: () => later(29) }, link)).not.toBeNull();
  expect(findPreview({ ...open, now: () => later(30) }, link)).toBeNull();
  expect(findPreview({ ...open, linkKey: "another key" }, link)).toBeNull();
  const [content = "", ...signed] = link.split(".");
  const other = previewQuery(open, { window: { ...window, featured: [] }, at: later(90) }, "dark");
  expect(findPreview(open, [other.slice("window=".length).split(".")[0], ...signed].join("."))).toBeNull();
  expect(findPreview(open, [content.slice(1), ...signed].join("."))).toBeNull();
});

test("fifty windows may be prepared and no more, and a published one is never changed", async () => {
  const published = await draft("Published");
  await publish(published);
  for (let count = 0; count < maxDrafts; count += 1) await draft(`Window ${count}`);
  expect(await draft("One more")).toBeNull();
  await db.execute(sql`delete from windows where published_at is null`);
  const changed = { name: "Changed", content: await readStorefront(db), dueAt: null };
  expect(await inTransaction(db, (tx) => saveDraft(tx, published, changed, meera))).toBeNull();
  expect(namesOf((await listStorefronts(db)).published)).not.toContain("Changed");
});
