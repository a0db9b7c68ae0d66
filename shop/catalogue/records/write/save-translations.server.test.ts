/** Tests of translations and of names in other scripts that imports bring, including their undo. */
import { expect, test } from "vitest";

import { coverKey } from "#covers/draw-cover.ts";
import { sql } from "#db/sql.ts";
import { findBook } from "#shop/catalogue/books/book.server.ts";
import { listCoverSubjects } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import { splitWork } from "#shop/catalogue/merging/works/split-work.server.ts";
import { findWorks } from "#shop/catalogue/search/find-works.server.ts";
import { scriptOfLanguage } from "#shop/kernel/text/detect-script.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import { importCatalogue, type CheckedItem } from "#shop/catalogue/import/run-import.server.ts";
import { undoImport } from "#shop/catalogue/import/undo-import.server.ts";

const { db } = await openTestDatabase();
const services = { db, now: () => new Date("2026-03-01T10:00:00Z") };

async function* itemsOf(records: Partial<BookRecord>[]): AsyncIterable<CheckedItem> {
  for (const [index, record] of records.entries())
    yield { record: { place: { line: index + 2, record: index + 1 }, mrpPaise: 30_000, ...record }, mended: [] };
}

let files = 0;
const take = (...records: Partial<BookRecord>[]) => takeFrom("feed", ...records);

async function takeFrom(source: string, ...records: Partial<BookRecord>[]) {
  const { importId } = await importCatalogue(
    services,
    itemsOf(records),
    { fileName: "feed.xml", contentSha256: String((files += 1)).padStart(64, "0") },
    { source, discountPercent: 0, defaultMrpPaise: null, take: [] },
    { progress: () => {} },
    // One record per batch, as a translation may name a work of a later batch.
    1,
  );
  return importId!;
}

const isni = (value: string) => [{ scheme: "isni" as const, value }];
const person = (name: string, more: object = {}) => ({
  name,
  sortName: name,
  role: "author" as const,
  identifiers: [],
  ...more,
});
const doorsOf = async (id: string) =>
  (await findBook(db, id))!.doors.map(({ title, language, isOriginal }) => [title, language, isOriginal]);

test("a translation finds its original, whichever comes first, and nothing is joined because it sounds alike", async () => {
  const original = {
    reference: "t-1",
    title: "नदी के द्वीप",
    language: "hi",
    workReference: "Vani:11",
    contributors: [person("सच्चिदानंद")],
  };
  const translation = {
    reference: "t-2",
    title: "Islands in the Stream",
    language: "en",
    inOtherLanguages: [{ reference: "Vani:11", isOriginal: true }],
    contributors: [person("Sachchidananda")],
  };
  const namesake = { reference: "t-3", title: "Nadi ke Dwip", language: "en", contributors: [person("Sachchidanand")] };
  await take(translation, original, namesake);
  const doors = [
    ["नदी के द्वीप", "hi", true],
    ["Islands in the Stream", "en", false],
  ];
  expect(await doorsOf("islands-in-the-stream")).toEqual(doors);
  expect(await doorsOf("nadi-ke-dwip")).toHaveLength(1);

  // The feed does not link again what a person has split.
  await splitWork(services, "islands-in-the-stream");
  await take(translation, original);
  expect(await doorsOf("islands-in-the-stream")).toHaveLength(1);
});

test.each(["original first", "translation first"])(
  "a key that two publishers use is looked up only in the records of its own: %s",
  async (order) => {
    const original = {
      reference: order,
      title: `Key ${order}`,
      language: "en",
      workReference: `K:${order}`,
      contributors: [],
    };
    const translation = {
      reference: order,
      title: `कुंजी ${order}`,
      language: "hi",
      inOtherLanguages: [{ reference: `K:${order}`, isOriginal: true }],
      contributors: [],
    };
    const files: [source: string, record: Partial<BookRecord>][] = [
      ["one", original],
      ["other", translation],
    ];
    for (const [source, record] of order === "original first" ? files : files.toReversed())
      await takeFrom(source, record);
    const { rows } = await db.execute(sql`
    select from translations where work_id in (select work_id from books where record_reference = ${order})`);
    expect(rows).toEqual([]);
  },
);

test("an original may name its translations; undone, they are none any more", async () => {
  await take({ reference: "u-1", title: "The Glass Kite", language: "en", workReference: "W:2", contributors: [] });
  const importId = await take({
    reference: "u-2",
    title: "काँच की पतंग",
    language: "hi",
    inOtherLanguages: [{ reference: "W:2", isOriginal: false }],
    contributors: [person("रमा सेन")],
  });
  expect(await doorsOf("the-glass-kite")).toEqual([
    ["काँच की पतंग", "hi", true],
    ["The Glass Kite", "en", false],
  ]);
  await undoImport(services, importId);
  expect(await doorsOf("the-glass-kite")).toEqual([["The Glass Kite", "en", false]]);
});

test("one identifier of a work on records in two languages: two works, one title, each with its editions", async () => {
  const record = (reference: string, title: string, language: string, format?: "hardback") => ({
    reference,
    title,
    language,
    workReference: "W:3",
    contributors: [person("Uma Pai")],
    ...(format && { format }),
  });
  await take(
    record("w-1", "The Salt Road", "en"),
    record("w-2", "नमक की राह", "hi"),
    record("w-3", "The Salt Road, illustrated", "en", "hardback"),
    record("w-4", "नमक की राह (सचित्र)", "hi", "hardback"),
  );
  const { rows } = await db.execute<{ works: string[] }>(sql`
    select array_agg(work_id order by record_reference) as works from books where record_reference like 'w-%'`);
  const [english, hindi] = rows[0]!.works as [string, string];
  expect(english).not.toBe(hindi);
  expect(rows[0]!.works).toEqual([english, hindi, english, hindi]);
  expect(await doorsOf(english)).toEqual([
    ["The Salt Road", "en", false],
    ["नमक की राह", "hi", false],
  ]);
});

test("an author's name in two scripts: given beside the name, or by one number", async () => {
  await take(
    {
      reference: "n-1",
      title: "Clay",
      language: "en",
      contributors: [person("Kamla Bhasin Rao", { otherNames: ["कमला राव"] })],
    },
    { reference: "n-2", title: "मिट्टी", language: "hi", contributors: [person("कमला राव")] },
    {
      reference: "n-3",
      title: "Rain",
      language: "en",
      contributors: [person("Dev Anil", { identifiers: isni("0000000121479135") })],
    },
    {
      reference: "n-4",
      title: "बारिश",
      language: "hi",
      contributors: [person("देव अनिल", { identifiers: isni("0000000121479135") })],
    },
  );
  const authorOf = async (title: string) => {
    const { rows } = await db.execute<{ id: string }>(sql`
      select b.id from books b join works w on w.id = b.work_id where w.title = ${title}`);
    return (await findBook(db, rows[0]!.id))!.authors[0]!;
  };
  expect(await authorOf("Clay")).toEqual({ id: "kamla-bhasin-rao", name: "Kamla Bhasin Rao" });
  expect(await authorOf("मिट्टी")).toEqual({ id: "kamla-bhasin-rao", name: "कमला राव" });
  expect(await authorOf("Rain")).toEqual({ id: "dev-anil", name: "Dev Anil" });
  expect(await authorOf("बारिश")).toEqual({ id: "dev-anil", name: "देव अनिल" });
  const { rows } = await db.execute<{ workId: string; key: string }>(sql`
    select b.work_id, b.cover_key as key from books b where record_reference like 'n-%' order by b.work_id`);
  const subjects = await listCoverSubjects(
    db,
    rows.map(({ workId }) => workId),
  );
  for (const { workId, key } of rows) expect(key).toBe(coverKey(subjects.find(({ id }) => id === workId)!));
  expect((await findWorks(db, "dev anil", { limit: 9 })).found).toHaveLength(2);
  expect((await findWorks(db, "देव अनिल", { limit: 9 })).found).toHaveLength(2);
});

test("a name in another script goes with the import that brought it, and one that a person gave stays", async () => {
  await db.execute(sql`
    insert into author_names (author_id, script, name, name_key, decided_by)
    values ('ruskin-bond', 'Deva', 'रस्किन बॉन्ड', 'रस्किन बॉन्ड', 'person')`);
  const importId = await take({
    reference: "g-1",
    title: "Two Hills",
    language: "en",
    contributors: [
      person("Ruskin Bond", { otherNames: ["रस्किन बांड"] }),
      person("Anita Desai", { otherNames: ["अनीता देसाई"] }),
    ],
  });
  const names = async () =>
    (
      await db.execute<{ name: string }>(sql`
      select name from author_names where author_id in ('ruskin-bond', 'anita-desai') order by name`)
    ).rows.map(({ name }) => name);
  expect(await names()).toEqual(["अनीता देसाई", "रस्किन बॉन्ड"]);
  await undoImport(services, importId);
  expect(await names()).toEqual(["रस्किन बॉन्ड"]);
});

test("the database and the shop know the same script of each language", async () => {
  const languages = [
    "hi",
    "mr",
    "ne",
    "sa",
    "bho",
    "brx",
    "doi",
    "gom",
    "kok",
    "mai",
    "new",
    "bn",
    "as",
    "mni",
    "pa",
    "gu",
  ].concat(["or", "ory", "ta", "te", "kn", "ml", "ur", "ks", "sd", "ar", "fa", "en", "fr", "ru", "zh"]);
  const { rows } = await db.execute<{ language: string; script: string }>(sql`
    select language, script_of(language) as script from unnest(${languages}::text[]) as given (language)`);
  for (const { language, script } of rows) expect([language, script]).toEqual([language, scriptOfLanguage(language)]);
});
