/** Tests the printed texts of bills and credit notes: table, addresses, sums, taxes and notes. */

import { expect, test } from "vitest";

import { billedOrder, seller } from "#tests/support/sales/billed-order.ts";
import { buildBill, type BilledOrder } from "./bill.ts";
import { buildCreditNote, type CreditNoteToWrite } from "./credit-note.ts";
import type { DocumentContent } from "./document.ts";
import { printedDocument } from "./printed-document.ts";

const eBook = { title: "A Suitable Boy (e-book)", author: "Vikram Seth", hsn: "998431", taxClass: "gst_5" } as const;
const mixed = billedOrder(
  [
    { quantity: 2, discountPaise: 15_960 },
    { ...eBook, unitPricePaise: 69_900 },
  ],
  {
    addressLine2: "Near the lake",
    shippingPaise: 4_900,
  },
);

const bill = (order: BilledOrder, by = seller) =>
  buildBill({ number: "EP26-27/000123", issuedOn: "2026-11-21", seller: by, order });
const creditNote = (of: DocumentContent, change: Partial<CreditNoteToWrite>) =>
  buildCreditNote({
    number: "CN26-27/000045",
    issuedOn: "2026-11-25",
    bill: of,
    earlier: [],
    amountPaise: of.totalPaise,
    copies: [],
    reason: "Cancelled before dispatch",
    ...change,
  });

/** The table as rows of text: the labels, then the cells of each line with their small text. */
function tableOf(content: DocumentContent): string[][] {
  const { columns } = printedDocument(content);
  const rows = content.lines.map((line, place) =>
    columns.map(({ cellOf }) => {
      const { text, below } = cellOf(line, place);
      return below ? `${text} / ${below}` : text;
    }),
  );
  return [columns.map(({ label }) => label), ...rows];
}

test("a bill with taxed and exempt lines shows price, discount, tax and amount of each, and adds them up", () => {
  const content = bill(mixed);
  expect(tableOf(content)).toEqual([
    ["No.", "Title", "HSN", "Copies", "Price", "Discount", "Taxable", "GST", "Amount"],
    ["1", "The God of Small Things / Arundhati Roy", "4901", "2", "₹399.00", "−₹159.60", "–", "Exempt", "₹638.40"],
    [
      "2",
      "A Suitable Boy (e-book) / Vikram Seth",
      "998431",
      "1",
      "₹699.00",
      "–",
      "₹665.72",
      "₹33.28 / at 5%",
      "₹699.00",
    ],
  ]);
  expect(printedDocument(content)).toMatchObject({
    sellerLines: [
      "14 Church Street",
      "Bengaluru 560001",
      "Karnataka (29)",
      "GSTIN 29AABCE1234F1Z1",
      "hello@endpaper.example",
      "+91 80 4123 4567",
    ],
    buyerLabel: "Billed and sent to",
    buyerLines: ["12 Residency Road", "Near the lake", "Bengaluru 560025", "Karnataka (29)"],
    facts: [
      { label: "Number", value: "EP26-27/000123" },
      { label: "Date", value: expect.stringContaining("2026") },
      { label: "Order", value: mixed.number },
      { label: "Place of supply", value: "Karnataka (29)" },
    ],
    sums: [
      { label: "Subtotal", amount: "₹1,497.00", isTotal: false },
      { label: "Discount", amount: "−₹159.60", isTotal: false },
      { label: "Delivery, with GST at 5%", amount: "₹49.00", isTotal: false },
      { label: "Total", amount: "₹1,386.40", isTotal: true },
    ],
    taxes: [
      { name: "CGST", rate: "2.5%", taxable: "₹712.38", tax: "₹17.81" },
      { name: "SGST", rate: "2.5%", taxable: "₹712.38", tax: "₹17.81" },
      { name: "Exempt or nil", rate: "–", taxable: "₹638.40", tax: "–" },
    ],
    notes: ["Prices include GST.", "Tax is not payable on reverse charge."],
  });
});

test("a bill without tax, discount and delivery leaves their columns and sums out", () => {
  const content = bill(billedOrder([{}, { taxClass: "gst_0" }]), { ...seller, gstin: null, phone: "" });
  expect(tableOf(content)[0]).toEqual(["No.", "Title", "HSN", "Copies", "Price", "Amount"]);
  const printed = printedDocument(content);
  expect(printed.sellerLines).toEqual([
    "14 Church Street",
    "Bengaluru 560001",
    "Karnataka (29)",
    "hello@endpaper.example",
  ]);
  expect(printed).toMatchObject({
    sums: [
      { label: "Subtotal", amount: "₹798.00", isTotal: false },
      { label: "Delivery", amount: "Free", isTotal: false },
      { label: "Total", amount: "₹798.00", isTotal: true },
    ],
    taxes: [],
    notes: ["No GST is charged."],
  });
});

test("of taxed lines alone nothing is called exempt, and a nil rated one is called that", () => {
  const names = (order: BilledOrder) => printedDocument(bill(order)).taxes.map(({ name }) => name);
  expect(names(billedOrder([eBook]))).toEqual(["CGST", "SGST"]);
  expect(names(billedOrder([eBook, { taxClass: "gst_0" }]))).toEqual(["CGST", "SGST", "Exempt or nil"]);
  expect(tableOf(bill(billedOrder([eBook, { taxClass: "gst_0" }])))[2]).toContain("Nil rated");
});

test("a credit note says what it corrects and why, and of a lower price no copies", () => {
  const content = creditNote(bill(mixed), { amountPaise: 10_000, reason: "A stained cover" });
  const printed = printedDocument(content);
  expect(printed.buyerLabel).toBe("Credited to");
  expect(printed.facts.slice(4)).toEqual([
    { label: "Corrects bill", value: "EP26-27/000123" },
    { label: "Billed on", value: printedDocument(bill(mixed)).facts[1]!.value },
    { label: "Reason", value: "A stained cover" },
  ]);
  expect(tableOf(content)[1]!.slice(3, 5)).toEqual(["–", "–"]);
  expect(printed.sums.slice(1)).toEqual([
    { label: "Delivery, with GST at 5%", amount: "₹3.54", isTotal: false },
    { label: "Credited", amount: "₹100.00", isTotal: true },
  ]);
  const copy = printedDocument(
    creditNote(bill(mixed), { amountPaise: 69_900, copies: [{ position: 1, quantity: 1 }] }),
  );
  expect(copy.sums.map(({ label, amount }) => [label, amount])).toEqual([
    ["Subtotal", "₹699.00"],
    ["Credited", "₹699.00"],
  ]);
});
