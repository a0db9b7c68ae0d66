import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";

import { buildBill } from "#shop/sales/documents/bill.ts";
import type { Signature } from "#shop/sales/documents/document.ts";
import { billedOrder, seller, type BilledLine } from "#tests/support/sales/billed-order.ts";

import { DocumentView } from "./document-view.tsx";

function endpaper(lines: Partial<BilledLine>[], signature: Signature | null = null): string {
  const order = billedOrder(lines, { name: "Asha <Rao>" });
  const content = buildBill({ number: "EP26-27/000123", issuedOn: "2026-11-21", seller, order, signature });
  const Page = createRoutesStub([{ path: "/", Component: () => createElement(DocumentView, { content }) }]);
  return renderToStaticMarkup(createElement(Page));
}

test("the page shows the same texts as the PDF: title, number, day, total, words", () => {
  const html = endpaper([{}]);
  for (const words of ["Bill of Supply", "EP26-27/000123", "21 Nov 2026", "₹399.00", "Three Hundred Ninety-Nine Only"])
    expect(html).toContain(words);
});

test("nothing on it needs a style attribute, and names cannot bring markup in", () => {
  const html = endpaper([{ title: "<b>Bold</b>" }]);
  expect(html).not.toContain("style=");
  expect(html).not.toContain("<b>");
  expect(html).toContain("Asha &lt;Rao&gt;");
});

test("a Hindi title says that it is Hindi", () => {
  expect(endpaper([{ title: "गोदान" }])).toContain('<span lang="hi">गोदान</span>');
});

test("tax is shown only where there is some", () => {
  expect(endpaper([{}])).not.toContain("CGST");
  expect(endpaper([{}, { taxClass: "gst_5" }])).toContain("CGST");
});

test("who signs is below the sums, with a picture or with room to sign by hand", () => {
  expect(endpaper([{}])).toContain("no signature needed");
  const signed = endpaper([{}], { picture: "0123456789abcdef-640x200.png", signatory: null });
  expect(signed).toContain('<img src="/logos/0123456789abcdef-640x200.png" width="640" height="200" alt="Signature"/>');
  expect(signed).toContain("Authorised signatory");
  expect(signed).not.toContain("no signature needed");
  const byHand = endpaper([{}], { picture: null, signatory: "Asha Rao" });
  expect(byHand).not.toContain("<img");
  expect(byHand).toContain("Asha Rao");
});
