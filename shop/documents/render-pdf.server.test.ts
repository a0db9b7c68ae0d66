import { inflateSync } from "node:zlib";

import { expect, test } from "vitest";

import { billedOrder, seller, type BilledLine } from "#tests/support/billed-order.ts";
import { buildBill } from "./bill.ts";
import { renderPdf } from "./render-pdf.server.ts";

function bill(lines: Partial<BilledLine>[]) {
  return buildBill({ number: "EP26-27/000123", issuedOn: "2026-11-21", seller, order: billedOrder(lines) });
}

function pagesOf(pdf: Buffer): number {
  return pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;
}

/** The letters the PDF says its glyphs stand for: what searching and copying find. */
function lettersOf(pdf: Buffer): Set<string> {
  const letters = new Set<string>();
  for (const [, packed] of pdf.toString("latin1").matchAll(/\/FlateDecode\s*>>\s*stream\n([\s\S]*?)\nendstream/g)) {
    const stream = inflateSync(Buffer.from(packed!, "latin1")).toString("latin1");
    if (!stream.includes("beginbfrange")) continue;
    for (const [, hex] of stream.matchAll(/<([0-9a-f ]+)>/g))
      for (const code of hex!.split(" "))
        if (code.length === 4) letters.add(String.fromCharCode(Number.parseInt(code, 16)));
  }
  return letters;
}

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
