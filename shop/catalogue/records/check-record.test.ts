/** Tests of the record check: ISBNs, prices, dates, texts, people, formats, taxes, availability and notices. */
import { expect, test } from "vitest";

import { book, options, mendedOf, recordOf, refusalOf } from "#tests/support/checked-record.ts";
import { checkRecord } from "./check-record.ts";
import type { RawRecord } from "#shop/catalogue/fields/raw-record.ts";

test("what a file does not name is absent", () => {
  expect(checkRecord(book, options)).toEqual({
    record: { place: book.place, isbn13: "9780143449348", title: "Godaan" },
    mended: [],
  });
});

test.each([
  ["978-0-14-344934-8", "9780143449348"],
  ["ISBN 978 0 14 344934 8", "9780143449348"],
  ['="9780143449348"', "9780143449348"],
  ["'9780143449348", "9780143449348"],
  ["9780143449348.0", "9780143449348"],
  ["0-8044-2957-x", "9780804429573"],
  ["9798886451740", "9798886451740"],
  // With a price add-on after the barcode, and with remarks after the ISBN.
  ["978014344934851299", "9780143449348"],
  ["978014344934805", "9780143449348"],
  ["9780143449348 (paperback)", "9780143449348"],
  ["[0143449346]", "9780143449348"],
  // A registrant group without an assignment when this was written.
  ["9789999999991", "9789999999991"],
])("the ISBN %s is %s", (isbn, isbn13) => {
  expect(recordOf({ isbn }).isbn13).toBe(isbn13);
});

test.each([
  ["9780143449349", "check digit 9, but must end in 8"],
  ["0804429574", "check digit 4, but must end in X"],
  ["978014344934", "12 digits"],
  ["9.78014E+12", "shortened by a spreadsheet"],
  ["97801434493481", "14 digits"],
  ["none yet", "is no ISBN"],
  ["1".repeat(10_000), "digits"],
])("the ISBN %s is refused: %s", (isbn, reason) => {
  expect(refusalOf({ isbn })).toMatchObject({ kind: "refused", field: "isbn", place: book.place });
  expect(refusalOf({ isbn })!.reason).toContain(reason);
});

test("an ISBN-10 gets its lost zero back, a barcode serves as reference, and nothing at all is refused", () => {
  expect(recordOf({ isbn: "439023483" }).isbn13).toBe("9780439023481");
  expect(mendedOf({ isbn: "439023483" })).toEqual([["isbn", expect.stringContaining("zero")]]);
  expect(recordOf({ isbn: "8901234567890" })).toMatchObject({ reference: "8901234567890" });
  expect(recordOf({ isbn: undefined, reference: "N-1" })).not.toHaveProperty("isbn13");
  expect(refusalOf({ isbn: undefined })!.reason).toContain("no ISBN and no item code");
});

test.each([
  ["₹1,234.50", 123_450],
  ["Rs. 399", 39_900],
  ["Rs 399/-", 39_900],
  ["1,23,456", 12_345_600],
  ["123,456.00", 12_345_600],
  ["499/-", 49_900],
  ["INR 250", 25_000],
  ["399.5", 39_950],
  ["399.5000", 39_950],
  ["MRP: ₹ 75", 7_500],
])("the price %s is %i paise", (amount, paise) => {
  expect(recordOf({ mrp: { amount } }).mrpPaise).toBe(paise);
});

test.each([
  "₹1,2,34",
  "1e9",
  "-5",
  "0",
  "0.00",
  "12.345",
  "1.234,50",
  "9,99",
  "free",
  "=1+1",
  "399 400",
  "1,00",
  "∞",
  "99999999999",
  "$ 12 INR",
])("the price %s is refused, never guessed", (amount) => {
  expect(refusalOf({ mrp: { amount } })).toMatchObject({ field: "mrp", kind: "refused" });
  expect(refusalOf({ price: { amount } })).toMatchObject({ field: "price", kind: "refused" });
});

test("another currency becomes whole rupees by its rate, or is refused", () => {
  expect(recordOf({ mrp: { amount: "7.99", currency: "GBP" } }).mrpPaise).toBe(83_500); // 834.955
  expect(recordOf({ mrp: { amount: "£1" } }).mrpPaise).toBe(10_500); // 104.50, half up
  expect(refusalOf({ mrp: { amount: "9.99", currency: "USD" } })!.reason).toContain("no exchange rate");
  const otherMrps = [{ amount: "2", currency: "GBP" }];
  expect(recordOf({ mrp: { amount: "9.99", currency: "USD" }, otherMrps }).mrpPaise).toBe(20_900);
  expect(refusalOf({ mrp: { amount: "$5", currency: "GBP" } })!.reason).toContain("a different currency");
});

test("a price above the MRP is refused; the discount is the bookseller's", () => {
  const mrp = { amount: "399" };
  expect(refusalOf({ mrp, price: { amount: "400" } })!.reason).toBe("The price ₹400.00 is above the MRP ₹399.00.");
  expect(recordOf({ mrp }, { discountPercent: 15 })).toMatchObject({ mrpPaise: 39_900, pricePaise: 33_900 });
  expect(recordOf({ mrp, price: { amount: "350" } }, { discountPercent: 15 }).pricePaise).toBe(35_000);
  expect(mendedOf({ costPrice: { amount: "cheap" } })).toEqual([["costPrice", expect.stringContaining("left out")]]);
});

test.each([
  ["2024-03-09", "2024-03-09", "day"],
  ["20240309", "2024-03-09", "day"],
  ["2024-03-09T00:00:00Z", "2024-03-09", "day"],
  ["09/03/2024", "2024-03-09", "day"],
  ["3/25/2024", "2024-03-25", "day"],
  ["10/12/2024", "2024-12-10", "day"],
  ["12/12/2024", "2024-12-12", "day"],
  ["12/13/2024", "2024-12-13", "day"],
  ["13/12/2024", "2024-12-13", "day"],
  ["9th March 2024", "2024-03-09", "day"],
  ["March 9, 2024", "2024-03-09", "day"],
  ["2024-03", "2024-03-01", "month"],
  ["202403", "2024-03-01", "month"],
  ["Mar 2024", "2024-03-01", "month"],
  ["20240300", "2024-03-01", "month"],
  ["2024", "2024-01-01", "year"],
  ["2024.0", "2024-01-01", "year"],
  ["2024-02-31", "2024-02-01", "month"],
])("the day %s is %s, known to the %s", (publishedOn, day, precision) => {
  expect(recordOf({ publishedOn }).publishedOn).toEqual({ day, precision });
});

test.each(["0", "0000", "0000-00-00", "1449", "2037", "-720.0", "soon", "31/31/2020", "9".repeat(5000)])(
  "the day %s is left out, with a line",
  (publishedOn) => {
    const checked = recordOf({ publishedOn });
    if (publishedOn === "31/31/2020") expect(checked.publishedOn?.precision).toBe("year");
    else expect(checked).not.toHaveProperty("publishedOn");
    expect(mendedOf({ publishedOn })).toEqual([["publishedOn", expect.any(String)]]);
  },
);

test("titles: long ones are refused, and what nobody sees or is markup is taken out with a line", () => {
  expect(refusalOf({ title: "A".repeat(10_000) })!.reason).toContain("10,000 characters");
  expect(recordOf({ title: "A".repeat(500) }).title).toHaveLength(500);
  const hostile = "\u202eGo\u0000daan \u200bof  <b>Benares</b>";
  expect(recordOf({ title: hostile }).title).toBe("Go daan of Benares");
  expect(mendedOf({ title: "\u202eGodaan" })).toEqual([["title", expect.stringContaining("Invisible characters")]]);
  expect(recordOf({ title: "Smith &amp; Sons &#8211; a &lt;3 story" }).title).toBe("Smith & Sons – a <3 story");
  expect(recordOf({ title: "=HYPERLINK(1)" }).title).toBe("=HYPERLINK(1)");
  expect(recordOf({ title: "Cafe\u0301  रश्मिरथी \n र्‍य" }).title).toBe("Café रश्मिरथी र्‍य");
  expect(recordOf({ title: " \u200b " })).not.toHaveProperty("title");
});

test("descriptions become plain paragraphs", () => {
  const of = (description: string) => recordOf({ description }).description;
  expect(of("<p>One <i>two</i>.</p>\n<p>Three<br/>four &amp; five</p>")).toBe("One two.\n\nThree\nfour & five");
  expect(of("<div>One<p>two</div>three")).toBe("One\n\ntwo\n\nthree");
  expect(of("<ul><li>one</li><li>two</li></ul>")).toBe("• one\n• two");
  expect(of("One line\r\nand another.\r\n\r\n\r\nA paragraph")).toBe("One line\nand another.\n\nA paragraph");
  expect(of("&lt;p&gt;Escaped &lt;b&gt;twice&lt;/b&gt;&lt;/p&gt;")).toBe("Escaped twice");
  expect(of("I <3 you, 5 < 6 & R&D")).toBe("I <3 you, 5 < 6 & R&D");
  expect(of("<p> </p>")).toBeUndefined();
  const hostile =
    "<p>Good</p><script>alert(1)</script><style>p{}</style><img src=x onerror=alert(2)><iframe src=//x>x</iframe>";
  expect(of(hostile)).toBe("Good");
  expect(mendedOf({ description: hostile })).toEqual([["description", expect.stringContaining("Scripts")]]);
  expect(of("&lt;script&gt;alert(1)&lt;/script&gt;after")).toBe("after");
  const long = "word ".repeat(10_000);
  expect(of(long)!.length).toBeLessThanOrEqual(20_000);
  expect(of(long)!.endsWith("word…")).toBe(true);
  expect(mendedOf({ description: long })).toEqual([["description", expect.stringContaining("shortened")]]);
});

test.each([
  ["Le Guin, Ursula K.", "Ursula K. Le Guin", "Le Guin, Ursula K."],
  ["R. K. Narayan", "R. K. Narayan", "Narayan, R. K."],
  ["Daphne du Maurier", "Daphne du Maurier", "du Maurier, Daphne"],
  ["King, Martin Luther, Jr.", "Martin Luther King, Jr.", "King, Martin Luther, Jr."],
  ["Martin Luther King, Jr.", "Martin Luther King, Jr.", "King, Martin Luther, Jr."],
  ["प्रेमचंद", "प्रेमचंद", "प्रेमचंद"],
  ["Penguin Books", "Penguin Books", "Penguin Books"],
])("the name %s is shown as %s and sorted as %s", (written, name, sortName) => {
  expect(recordOf({ contributors: [{ name: written, role: "author" }] }).contributors).toEqual([
    { name, sortName, role: "author", identifiers: [] },
  ]);
});

test("people: doubles, nobodies and wrong numbers are left out", () => {
  const identifiers = [
    { scheme: "isni" as const, value: "0000 0001 2147 9135" },
    { scheme: "orcid" as const, value: "https://orcid.org/0000-0002-1825-0098" },
  ];
  const contributors = [
    { name: "Maj Sjöwall", role: "author" as const, identifiers, biography: "<p>Born in <b>1935</b></p>" },
    { name: "N/A", role: "author" as const },
    { name: "Meera Iyer", role: "editor" as const },
    { name: "meera iyer", role: "editor" as const },
  ];
  expect(recordOf({ contributors }).contributors).toMatchObject([
    { name: "Maj Sjöwall", identifiers: [{ scheme: "isni", value: "0000000121479135" }], biography: "Born in 1935" },
    { name: "Meera Iyer", role: "editor" },
  ]);
  expect(mendedOf({ contributors })).toEqual([
    ["contributors", expect.stringContaining("ORCID")],
    ["contributors", expect.stringContaining("is not the name of a person")],
  ]);
});

test.each([
  ["BC", "paperback", "4901", "exempt"],
  ["Hardcover", "hardback", "4901", "exempt"],
  ["BH", "board-book", "4903", "exempt"],
  ["BE", "spiral-bound", "4901", "exempt"],
  ["CB", "map", "4905", "gst_0"],
  ["PC", "calendar", "4910", "gst_18"],
  ["AC", "audio-cd", "8523", "gst_18"],
  ["Boxed Set", "boxed-set", "4901", "exempt"],
  ["Notebook", "stationery", "4820", "gst_18"],
])("the format %s is %s, taxed as %s %s", (written, format, hsn, taxClass) => {
  expect(recordOf({ format: written })).toMatchObject({ format, hsn, taxClass });
});

test("a file's own HSN and tax class count; e-books and other forms are skipped", () => {
  expect(recordOf({ format: "stationery", taxClass: "0%" })).toMatchObject({ hsn: "4820", taxClass: "gst_0" });
  expect(recordOf({ format: "paperback", hsn: "4911.10" })).toMatchObject({ hsn: "491110", taxClass: "exempt" });
  expect(recordOf({ format: "Vellum scroll" })).not.toHaveProperty("format");
  // A book of unknown format.
  for (const format of ["BA", "BZ", "Book", "Print", "unknown"]) {
    expect(recordOf({ format }), format).not.toHaveProperty("format");
    expect(mendedOf({ format }), format).toEqual([]);
  }
  for (const format of ["ED", "DG", "EA", "AJ", "Kindle Edition", "VI", "ZE"])
    expect(refusalOf({ format, isbn: "1" }), format).toMatchObject({ kind: "skipped", field: "format" });
  expect(recordOf({ format: "constructor" })).not.toHaveProperty("format");
});

test.each([
  ["eng", "en"],
  ["ger", "de"],
  ["deu", "de"],
  ["en-US", "en"],
  ["Hindi", "hi"],
  ["bengali", "bn"],
  ["Konkani", "kok"],
  ["san", "sa"],
])("the language %s is %s", (language, code) => {
  expect(recordOf({ language }).language).toBe(code);
});

test("other values that are not right are left out, one line each", () => {
  const wrong: Partial<RawRecord> = {
    language: "und",
    pages: "20001",
    copies: "-3",
    weight: { value: "12,5", unit: "g" },
    height: { value: "20", unit: "kg" },
    countryOfOrigin: "Atlantis",
    coverLink: "javascript:alert(1)",
    rating: "6",
    ratingCount: "10",
    availability: "perhaps",
    audience: "aliens",
    taxClass: "12%",
    subjects: [{ scheme: "bisac", code: "FIC" }],
  };
  expect(recordOf(wrong)).toEqual({ ...recordOf({}), subjects: [] });
  expect(new Set(mendedOf(wrong).map(([field]) => field))).toEqual(
    new Set(Object.keys(wrong).filter((field) => field !== "ratingCount")),
  );
});

test("values that are right", () => {
  expect(
    recordOf({
      pages: "320 pages",
      copies: "12",
      weight: { value: "0.25", unit: "kg" },
      height: { value: "7.8", unit: "in" },
      countryOfOrigin: "United Kingdom",
      coverLink: "https://covers.example/a b.jpg\n",
      rating: "4.28",
      ratingCount: "4780653",
      audience: "02",
      ageFrom: "8",
      ageTo: "12 years",
      series: { name: "Feluda", position: "Book 3" },
      subjects: [
        { scheme: "thema", code: "ffp" },
        { scheme: "thema", code: "FFP" },
      ],
    }),
  ).toMatchObject({
    pages: 320,
    copies: 12,
    weightGrams: 250,
    heightMm: 198,
    countryOfOrigin: "GB",
    coverLink: "https://covers.example/a%20b.jpg",
    startingRating: 4.28,
    startingRatingCount: 4_780_653,
    audience: "children",
    ageFrom: 8,
    ageTo: 12,
    series: { name: "Feluda", position: 3 },
    subjects: [{ scheme: "thema", code: "FFP" }],
  });
});

test("availability: what was announced for a day that has passed counts as published", () => {
  const of = (availability: string, publishedOn?: string) => recordOf({ availability, publishedOn }).availability;
  expect(of("10", "2026-01-16")).toBe("forthcoming");
  // The announced day, month or year is not over yet.
  for (const day of ["2026-01-15", "2026-01", "2026"]) expect(of("10", day), day).toBe("forthcoming");
  for (const day of ["2026-01-14", "2025-12-31", "2025"]) expect(of("10", day), day).toBe("in-stock");
  expect(of("10", "2025-12")).toBe("in-stock");
  expect(of("NP")).toBe("forthcoming");
  expect([of("21"), of("22"), of("51"), of("Available")]).toEqual(["in-stock", "to-order", "out-of-print", "in-stock"]);
  // Status uncertain, and "ask the supplier".
  expect([of("CS"), of("99")]).toEqual([undefined, undefined]);
});

test("a delete notice needs no more than a name of the record", () => {
  const checked = checkRecord({ place: book.place, reference: "r1", notice: "delete", mrp: { amount: "x" } }, options);
  expect(checked).toEqual({ record: { place: book.place, reference: "r1", notice: "delete" }, mended: [] });
});

test.each([
  ["5 Nos", 5],
  ["12 Pcs", 12],
  ["12 pcs.", 12],
  ["5.00 Nos", 5],
  ["1,200", 1_200],
  ["1,20,000", undefined],
  ["12,000 copies", 12_000],
  ["0 Nos", 0],
  ["0", 0],
  ["5Nos", 5],
  ["-5 Nos", undefined],
  ["1,2", undefined],
  ["5 boxes", undefined],
  ["5.5 Nos", undefined],
])("%s copies are %s", (copies, number) => {
  expect(recordOf({ copies }).copies).toBe(number);
});

test("a record that may not be sold here has its keys and the reason", () => {
  expect(recordOf({ notForSale: "It is not for sale in India", price: { amount: "x" } })).toEqual({
    place: book.place,
    isbn13: "9780143449348",
    notForSale: "It is not for sale in India.",
  });
});

test("an ISBN that cannot be read is no reason to refuse a record that has another key", () => {
  for (const key of [{ reference: "SHELF-1" }, { shopId: "godan" }])
    for (const isbn of ["9.78E+12", "9780143449349"])
      expect(recordOf({ ...key, isbn })).toMatchObject({ ...key, isbnFault: expect.stringContaining("The ISBN") });
});
