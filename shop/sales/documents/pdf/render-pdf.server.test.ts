/** Tests the PDFs of bills: reproducible bytes, pages, fonts of all scripts, and tags for screen readers. */

import sharp from "sharp";
import { expect, test } from "vitest";

import { billedOrder, seller, type BilledLine } from "#tests/support/sales/billed-order.ts";
import { boxesIn, drawingsOf, lettersOf, pagesOf, textOf } from "#tests/support/pages/pdf.ts";
import { buildBill } from "#shop/sales/documents/bill.ts";
import { renderPdf } from "./render-pdf.server.ts";

function bill(lines: Partial<BilledLine>[], changes: Parameters<typeof billedOrder>[1] = {}) {
  return buildBill({ number: "EP26-27/000123", issuedOn: "2026-11-21", seller, order: billedOrder(lines, changes) });
}

const utf16 = (text: string) => Buffer.from(text, "utf16le").swap16().toString("hex");

test("the same document is the same PDF, to the byte", async () => {
  const content = bill([{}, { title: "गोदान" }]);
  const [first, second] = [await renderPdf(content), await renderPdf(structuredClone(content))];
  expect(first.equals(second)).toBe(true);
});

test("one line fits on one A4 page, small enough to be sent in a letter", async () => {
  const pdf = await renderPdf(bill([{}]));
  expect(pdf.toString("latin1", 0, 5)).toBe("%PDF-");
  expect(pagesOf(pdf)).toBe(1);
  expect(pdf.toString("latin1")).toContain("/MediaBox [0 0 595.28 841.89]");
  expect(pdf.length).toBeLessThan(40_000);
});

test("fifty lines with long titles go on over several pages", async () => {
  const title = "The Argumentative Indian: Writings on Indian History, Culture and Identity";
  expect(pagesOf(await renderPdf(bill(Array.from({ length: 50 }, () => ({ title })))))).toBeGreaterThan(2);
});

test("titles in Devanagari, Cyrillic and letters with marks have their letters, and so has the rupee sign", async () => {
  const pdf = await renderPdf(bill([{ title: "गोदान", author: "Анна Łukasz" }]));
  const letters = lettersOf(pdf);
  for (const letter of "गदन₹АŁ") expect(letters, letter).toContain(letter);
});

test("it says what it is, who sells, and when it was issued, and brings its own fonts", async () => {
  const pdf = (await renderPdf(bill([{}]))).toString("latin1");
  const said = [
    "(Bill of Supply EP26-27/000123)",
    "(Endpaper Books Private Limited)",
    "(D:20261121000000Z)",
    "(en-IN)",
  ];
  for (const words of said) expect(pdf.includes(words), words).toBe(true);
  expect(pdf.includes("Helvetica")).toBe(false);
});

test.each([
  ["a title of 200 letters without a space", "x".repeat(200)],
  ["a title of a whole page", "A very long title indeed ".repeat(200)],
  ["no title at all", ""],
  ["a title in a script no font here has", "கல்லும் முள்ளும் 🙂"],
])("%s does not break the page", async (_what, title) => {
  expect(pagesOf(await renderPdf(bill([{ title }])))).toBe(1);
});

test.each([
  ["Devanagari", "निर्मला क्षत्रिय ज़िंदगी"],
  ["Bengali", "রবীন্দ্রনাথ ক্ষুধিত পাষাণ"],
  ["Gurmukhi", "ਅੰਮ੍ਰਿਤਸਰ ਸ੍ਰੀ ਪ੍ਰੀਤਮ"],
  ["Gujarati", "ગુજરાતી ક્ષમા પ્રિય"],
  ["Odia", "ଓଡ଼ିଆ ଭୁବନେଶ୍ୱର ଶ୍ରୀ"],
  ["Tamil", "கல்லும் முள்ளும் ஸ்ரீ கௌரவம்"],
  ["Telugu", "తెలుగు శ్రీకృష్ణ స్త్రీ"],
  ["Kannada", "ಬೆಂಗಳೂರು ಶ್ರೀ ಕೃಷ್ಣ"],
  ["Malayalam", "ഒന്നാം നില ക്ഷേത്രം കൃഷ്ണൻ"],
  ["Urdu", "امراؤ جان ادا لکھنؤ"],
])("names in %s are set without a box, and read aloud and found as they were typed", async (script, name) => {
  const order = billedOrder([{ title: name, author: name }]);
  const content = buildBill({
    number: "EP26-27/000123",
    issuedOn: "2026-11-21",
    seller: { ...seller, legalName: name },
    order: { ...order, name, addressLine1: name },
  });
  const pdf = await renderPdf(content);
  expect(boxesIn(pdf)).toBe(0);
  const escapes: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
  const inTags = pdf
    .toString("latin1")
    .replaceAll(/\\([nrtbf()\\])/g, (_, letter: string) => escapes[letter] ?? letter);
  const asTag = Buffer.from(utf16(`\ufeff${name}`), "hex").toString("latin1");
  expect(inTags.split(`/ActualText (${asTag}`).length - 1).toBeGreaterThanOrEqual(3);
  if (script === "Urdu") return; // its glyphs are in the order of its letters
  expect(
    drawingsOf(pdf)
      .join()
      .split(`/ActualText <feff${utf16(name)}>`).length - 1,
  ).toBeGreaterThanOrEqual(3);
});

test("letters that no font here has are boxes, which say that something is missing", async () => {
  expect(boxesIn(await renderPdf(bill([{ title: "ᱚᱞ ᱪᱤᱠᱤ" }])))).toBeGreaterThan(0);
});

test("its parts are told to programs that read aloud: a heading, tables with heads, and nothing drawn without a mark", async () => {
  const pdf = await renderPdf(bill(Array.from({ length: 50 }, () => ({ taxClass: "gst_5" as const }))));
  const text = pdf.toString("latin1");
  for (const words of ["/Marked true", "/StructTreeRoot", "/DisplayDocTitle true", "pdfuaid"])
    expect(text.includes(words), words).toBe(true);
  const elements = [...text.matchAll(/\/S \/(\w+)/g)].map(([, tag]) => tag);
  const counted = (tag: string) => elements.filter((element) => element === tag).length;
  expect([counted("Document"), counted("H1"), counted("Table")]).toEqual([1, 1, 4]);
  // Rows: the books with a head, four facts, the sums, and two taxes with a head.
  const columns = 8;
  expect(counted("TR")).toBeGreaterThanOrEqual(51 + 4 + 2 + 3);
  expect(counted("TD")).toBeGreaterThanOrEqual(50 * columns);
  const heads = [...text.matchAll(/\/Scope \/(\w+)/g)].map(([, scope]) => scope);
  expect([heads.length, counted("TH")]).toEqual([columns + 4 + 3 + 4, columns + 4 + 3 + 4]);
  for (const stream of drawingsOf(pdf)) {
    let marks = 0;
    for (const line of stream.split("\n")) {
      if (/ B[MD]C$/.test(line)) marks += 1;
      if (line === "EMC") marks -= 1;
      if (line === "BT" || /(^| )[fS]$/.test(line)) expect(marks, line).toBeGreaterThan(0);
    }
    expect(marks).toBe(0);
  }
});

test("what a reader writes stands on the bill as it was written", async () => {
  const fields = { name: "<script>alert(1)</script>", addressLine1: "{{7*7}} ${7*7}", addressLine2: '=HYPERLINK("x")' };
  const text = textOf(await renderPdf(bill([{}], fields)));
  for (const field of Object.values(fields)) expect(text).toContain(field);
});

test("bookplates are below a short bill, else on pages of their own, and say to screen readers what they are", async () => {
  const png = await sharp({ create: { width: 74, height: 105, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  const plates = Array.from({ length: 7 }, (_, at) => ({ png, alt: `Ex libris Asha, for book ${at}` }));
  const drawn = async (lines: number, count: number) => {
    const pdf = await renderPdf(bill(Array.from({ length: lines }, () => ({}))), plates.slice(0, count));
    const figures = pdf.toString("latin1").match(/\/S \/Figure/g) ?? [];
    return [pagesOf(pdf), figures.length];
  };
  expect(await drawn(1, 2)).toEqual([1, 2]);
  expect(await drawn(1, 3)).toEqual([2, 3]);
  expect(await drawn(1, 7)).toEqual([3, 7]);
  expect(await drawn(12, 2)).toEqual([2, 2]);
  const [first, second] = [await renderPdf(bill([{}]), plates), await renderPdf(bill([{}]), plates)];
  expect(first.equals(second)).toBe(true);
  expect(first.toString("latin1")).toContain("(Ex libris Asha, for book 0)");
});

test("a logo takes the place of the mark, and long words at the foot stay beside the sums", async () => {
  const logo = await sharp({ create: { width: 320, height: 80, channels: 3, background: "#b0203a" } })
    .png()
    .toBuffer();
  const words = `${"Goods once sold are exchanged within ten days. ".repeat(6)}\nThank you.`;
  const content = buildBill({
    number: "EP26-27/000124",
    issuedOn: "2026-11-21",
    seller,
    order: billedOrder([{}]),
    words,
  });
  const pdf = await renderPdf(content, [], { color: "#b0203a", logo: { png: logo, width: 320, height: 80 } });
  expect(pdf.toString("latin1")).toContain("/Subtype /Image");
  expect((await renderPdf(content)).toString("latin1")).not.toContain("/Subtype /Image");
  expect(textOf(pdf)).toContain("Thank you.");
  expect(pagesOf(pdf)).toBe(1);
});

test("a signed bill has the picture and who signs in place of the sentence that needs none", async () => {
  const png = await sharp({ create: { width: 640, height: 200, channels: 3, background: "#15203a" } })
    .png()
    .toBuffer();
  const signature = { picture: "0123456789abcdef-640x200.png", signatory: "Asha Rao, proprietor" };
  const content = buildBill({
    number: "EP26-27/000125",
    issuedOn: "2026-11-21",
    seller,
    order: billedOrder([{}, { taxClass: "gst_5" }]),
    signature,
  });
  const pdf = await renderPdf(content, [], undefined, { png, width: 640, height: 200 });
  for (const words of ["For Endpaper Books Private Limited", "Asha Rao, proprietor"])
    expect(textOf(pdf)).toContain(words);
  expect(textOf(pdf)).not.toContain("no signature needed");
  expect(pdf.toString("latin1")).toContain("/Alt (Signature)");
  expect(textOf(await renderPdf(bill([{}])))).toContain("no signature needed");
  expect(pagesOf(pdf)).toBe(1);
});
