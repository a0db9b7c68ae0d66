/** Property tests of the record check with random and hostile values: every result is valid, stable and fast. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { checkRecord } from "./check-record.ts";
import type { RawRecord } from "#shop/catalogue/fields/raw-record.ts";

/** Texts that people, spreadsheets and attackers put into a field. */
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom(
    "",
    " ",
    "0",
    "-1",
    "1e9",
    "NaN",
    "Infinity",
    "null",
    "constructor",
    "__proto__",
    "toString",
    "‮x",
    "<b>x",
  ),
  fc.constantFrom(
    "₹1,234.50",
    "399",
    "2024-03-09",
    "9780143449348",
    "BC",
    "eng",
    "21",
    "<script>x</script>",
    "&#0;&lt;p&gt;",
  ),
  fc.integer().map(String),
  fc.double().map(String),
);
const amount = fc.record(
  { amount: text, currency: fc.oneof(text, fc.constantFrom("INR", "GBP")) },
  { requiredKeys: ["amount"] },
);
const measure = fc.record({
  value: text,
  unit: fc.constantFrom("mm" as const, "in" as const, "g" as const, "lb" as const),
});
const textFields =
  "reference isbn workReference title subtitle description publisher publisherGroup format language pages publishedOn " +
  "editionStatement supplier availability orderDays copies hsn taxClass audience ageFrom ageTo countryOfOrigin rating " +
  "ratingCount coverLink";

const raw: fc.Arbitrary<RawRecord> = fc.record(
  {
    place: fc.constant({ line: 1, record: 1 }),
    ...Object.fromEntries(textFields.split(" ").map((field) => [field, text])),
    notice: fc.constantFrom("partial" as const, "delete" as const),
    mrp: amount,
    otherMrps: fc.array(amount, { maxLength: 2 }),
    price: amount,
    costPrice: amount,
    weight: measure,
    height: measure,
    series: fc.record({ name: text, position: text }),
    subjects: fc.array(
      fc.record({ scheme: fc.constantFrom("thema" as const, "keyword" as const, "name" as const), code: text }),
    ),
    contributors: fc.array(
      fc.record({
        name: text,
        sortName: text,
        role: fc.constant("author" as const),
        biography: text,
        identifiers: fc.array(fc.record({ scheme: fc.constantFrom("isni" as const, "own" as const), value: text })),
      }),
    ),
  },
  { requiredKeys: ["place"] },
);

// oxlint-disable-next-line no-control-regex
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069\u200b\ufeff]/;
const isPaise = (paise: number | undefined) => paise === undefined || (Number.isSafeInteger(paise) && paise > 0);

test("rejects a record with a reason or returns valid values", () => {
  fc.assert(
    fc.property(raw, (record) => {
      const checked = checkRecord(record, { exchangeRates: { GBP: 104.5 }, now: new Date("2026-01-15") });
      if ("refused" in checked) {
        expect(checked.refused.reason).toMatch(/\S.*[.!?…]$/);
        return;
      }
      const { record: book, mended } = checked;
      expect(book.isbn13 ?? book.reference).toBeTruthy();
      if (book.isbn13) expect(book.isbn13).toMatch(/^97[89]\d{10}$/);
      for (const value of [
        book.title,
        book.subtitle,
        book.description,
        book.publisher,
        book.series?.name,
        book.reference,
      ])
        if (value !== undefined) expect(unseen.test(value) || value.trim() !== value || value === "").toBe(false);
      expect((book.title ?? "").length).toBeLessThanOrEqual(500);
      expect([book.mrpPaise, book.pricePaise, book.costPaise].every(isPaise)).toBe(true);
      expect((book.pricePaise ?? 0) <= (book.mrpPaise ?? Infinity)).toBe(true);
      for (const { name, sortName } of book.contributors ?? []) expect(name !== "" && sortName !== "").toBe(true);
      if (book.publishedOn)
        expect(new Date(book.publishedOn.day).toISOString().slice(0, 10)).toBe(book.publishedOn.day);
      if (book.language) expect(book.language).toMatch(/^[a-z]{2,3}$/);
      if (book.countryOfOrigin) expect(book.countryOfOrigin).toMatch(/^[A-Z]{2}$/);
      if (book.coverLink) expect(book.coverLink).toMatch(/^https?:/);
      expect(mended.every(({ kind, reason }) => kind === "mended" && reason !== "")).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("a clean record is clean: checking it once more changes nothing", () => {
  fc.assert(
    fc.property(raw, (record) => {
      const options = { exchangeRates: {}, now: new Date("2026-01-15") };
      const checked = checkRecord(record, options);
      if ("refused" in checked) return;
      const { title, subtitle, publisher, description } = checked.record;
      const again = checkRecord(
        { place: record.place, reference: "x", title, subtitle, publisher, description },
        options,
      );
      expect(again).toMatchObject({ record: { ...(title && { title }), ...(publisher && { publisher }) } });
    }),
    { numRuns: 300 },
  );
});

/** Processor time in milliseconds. */
function timeOf(record: Partial<RawRecord>): number {
  const before = process.cpuUsage();
  checkRecord({ place: { line: 1, record: 1 }, reference: "x", ...record }, { exchangeRates: {} });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

test("no text of a field takes long, however it is made", () => {
  const length = 300_000;
  const fill = (part: string) => part.repeat(length / part.length);
  const plain = timeOf({ description: `<p>${fill("word ")}</p>` });
  for (const part of [
    "<div>",
    "<p",
    "&lt;p",
    "<script>",
    "<a b='",
    "\u200d\u200c",
    "\u0301",
    "&amp;",
    " \n",
    "<!--",
    "a,",
    "[[",
    "É\u0301",
  ]) {
    const hostile = fill(part);
    const took = timeOf({
      description: hostile,
      title: hostile,
      subtitle: hostile.slice(0, 9_999),
      publishedOn: hostile,
      mrp: { amount: hostile },
      contributors: [{ name: hostile.slice(0, 3_999), role: "author", biography: hostile }],
    });
    expect(took, part).toBeLessThan(plain * 20 + 500);
  }
});

test("a description reads the same whether its tags have attributes or not", () => {
  const words = fc.constantFrom(
    "one",
    "two &amp; three",
    "R&#38;D",
    "<b>bold</b>",
    "<i>a <em>b</em></i>",
    "4&nbsp;5",
    "<br/>",
    " \n ",
  );
  const inside = fc.array(words, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(" "));
  const block = fc
    .tuple(fc.constantFrom("p", "div", "blockquote", "h3", "ul"), inside)
    .map(([tag, text]) => (tag === "ul" ? `<ul><li>${text}</li><li>${text}</li></ul>` : `<${tag}>${text}</${tag}>`));
  const descriptionOf = (description: string) => {
    const checked = checkRecord({ place: { line: 1, record: 1 }, reference: "x", description }, { exchangeRates: {} });
    return "record" in checked ? checked.record.description : undefined;
  };
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), (blocks) => {
      const html = blocks.join("\n");
      expect(descriptionOf(html)).toBe(descriptionOf(html.replace(/^<(\w+)>/, '<$1 class="x">')));
    }),
  );
});
