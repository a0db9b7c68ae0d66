/**
 * Tests credit notes: how a refund is spread over copies, delivery and tax, and that all notes of a bill add up to the
 * bill.
 */

import fc from "fast-check";
import { expect, test } from "vitest";

import { billedOrder, seller } from "#tests/support/sales/billed-order.ts";
import { buildBill } from "./bill.ts";
import { buildCreditNote, type CreditNoteToWrite } from "./credit-note.ts";
import type { DocumentContent } from "./document.ts";

const novelAndEBook = billedOrder(
  [
    { quantity: 2, discountPaise: 15_960 },
    { title: "A Suitable Boy (e-book)", hsn: "998431", taxClass: "gst_5", unitPricePaise: 69_900 },
  ],
  { shippingPaise: 4_900 },
);
const bill = buildBill({ number: "EP26-27/000123", issuedOn: "2026-11-21", seller, order: novelAndEBook });

function creditNote(changes: Partial<CreditNoteToWrite>): DocumentContent {
  return buildCreditNote({
    number: "CN26-27/000045",
    issuedOn: "2026-11-25",
    bill,
    earlier: [],
    amountPaise: bill.totalPaise,
    copies: [],
    reason: "Cancelled before dispatch",
    ...changes,
  });
}

test("a full refund credits every copy, the delivery and all of the tax", () => {
  const note = creditNote({});
  expect(note.corrects).toEqual({
    number: "EP26-27/000123",
    issuedOn: "2026-11-21",
    reason: "Cancelled before dispatch",
  });
  const { kind, title, number, issuedOn, corrects, ...rest } = note;
  expect([kind, title, number, issuedOn]).toEqual(["credit-note", "Credit Note", "CN26-27/000045", "2026-11-25"]);
  expect(bill).toMatchObject(rest);
  expect(corrects).not.toBeNull();
});

test("a cancelled copy is credited at what it cost after its discount", () => {
  const note = creditNote({ amountPaise: 31_920, copies: [{ position: 0, quantity: 1 }] });
  expect(note.lines).toHaveLength(1);
  expect(note.lines[0]).toMatchObject({
    quantity: 1,
    unitPricePaise: 39_900,
    discountPaise: 7_980,
    totalPaise: 31_920,
  });
  expect(note).toMatchObject({
    taxes: [],
    totalPaise: 31_920,
    totalInWords: "Rupees Three Hundred Nineteen and Twenty Paise Only",
  });
});

test("copies of several lines are credited at what each cost, with the tax that is in it", () => {
  const both = billedOrder([
    { quantity: 3, unitPricePaise: 10_001, discountPaise: 2 },
    { taxClass: "gst_18", quantity: 2, unitPricePaise: 59_000 },
    { taxClass: "gst_5", quantity: 2, unitPricePaise: 69_900 },
  ]);
  const three = buildBill({ number: "EP26-27/000126", issuedOn: "2026-11-21", seller, order: both });
  const copies = [0, 1, 2].map((position) => ({ position, quantity: 1 }));
  const of = (note: DocumentContent) => note.lines.map(({ totalPaise, taxPaise }) => [totalPaise, taxPaise]);
  const first = creditNote({ bill: three, amountPaise: 10_000 + 59_000 + 69_900, copies });
  expect(of(first)).toEqual([
    [10_000, 0],
    [59_000, 9_000],
    [69_900, 3_330],
  ]);
  const second = creditNote({ bill: three, earlier: [first], amountPaise: 10_001 + 59_000 + 69_900, copies });
  expect(of(second)).toEqual([
    [10_001, 0],
    [59_000, 9_000],
    [69_900, 3_328],
  ]);
  expect(three.lines.map(({ taxPaise }) => taxPaise)).toEqual([0, 18_000, 6_658]);
});

test("copies cancelled one after the other are credited at what the order gave back for each", () => {
  const order = billedOrder([{ quantity: 3, unitPricePaise: 3_334, discountPaise: 2 }], { shippingPaise: 4_900 });
  const three = buildBill({ number: "EP26-27/000124", issuedOn: "2026-11-21", seller, order });
  const earlier: DocumentContent[] = [];
  for (const amountPaise of [3_333, 3_334, 3_333]) {
    const note = creditNote({
      bill: three,
      earlier: [...earlier],
      amountPaise,
      copies: [{ position: 0, quantity: 1 }],
    });
    expect(note.lines.map(({ totalPaise }) => totalPaise)).toEqual([amountPaise]);
    expect(note.shipping.totalPaise).toBe(0);
    earlier.push(note);
  }
});

test("what a refund gives beyond its copies is delivery first", () => {
  const note = creditNote({ amountPaise: 69_900 + 4_900, copies: [{ position: 1, quantity: 1 }] });
  expect(note.lines.map(({ position, totalPaise }) => [position, totalPaise])).toEqual([[1, 69_900]]);
  expect(note.shipping.totalPaise).toBe(4_900);
});

test("a refund that names no copies lowers the price of everything in proportion", () => {
  const note = creditNote({ amountPaise: 10_000 });
  expect(note.lines.map(({ quantity, unitPricePaise }) => [quantity, unitPricePaise])).toEqual([
    [0, 0],
    [0, 0],
  ]);
  // In proportion to ₹638.40, ₹699.00 and ₹49.00 of ₹1,386.40.
  expect(note.lines.map(({ totalPaise }) => totalPaise)).toEqual([4_604, 5_042]);
  expect(note.shipping.totalPaise).toBe(354);
  expect(note.totalPaise).toBe(10_000);
});

test("the last refund of a bill brings back every copy that is left", () => {
  const first = creditNote({ amountPaise: 31_920, copies: [{ position: 0, quantity: 1 }] });
  const last = creditNote({ earlier: [first], amountPaise: bill.totalPaise - 31_920 });
  expect(last.lines.map(({ quantity }) => quantity)).toEqual([1, 1]);
});

test("a credit note of a bill inside the state shares its tax in equal halves, however the bill is cut", () => {
  let before = 0;
  const earlier: DocumentContent[] = [];
  for (const amountPaise of [1, 12_345, 33, bill.totalPaise - 12_379]) {
    const note = creditNote({ earlier: [...earlier], amountPaise });
    const [central, state] = note.taxes;
    expect(central?.taxPaise).toBe(state?.taxPaise);
    before += 2 * (central?.taxPaise ?? 0);
    earlier.push(note);
  }
  expect(before).toBe(bill.taxes.reduce((sum, { taxPaise }) => sum + taxPaise, 0));
});

test("the notes of a bill whose tax has an odd paisa, from before both halves were equal, add up to that bill", () => {
  // The tax in ₹699.00 at 5 %: 3329 paise rounded once, 2 × 1664 rounded by halves. In ₹0.59 at 18 %: 9 and 2 × 5.
  for (const [taxClass, rate, unitPricePaise, taxPaise] of [
    ["gst_5", 5, 69_900, 3329],
    ["gst_18", 18, 59, 9],
  ] as const) {
    const order = billedOrder([{ taxClass, unitPricePaise }]);
    const now = buildBill({ number: "EP25-26/000001", issuedOn: "2026-03-01", seller, order });
    const old = { ...now, lines: [{ ...now.lines[0]!, rate, taxPaise, taxablePaise: unitPricePaise - taxPaise }] };
    const first = creditNote({ bill: old, amountPaise: unitPricePaise - 1 });
    const last = creditNote({ bill: old, earlier: [first], amountPaise: 1 });
    const taxes = [first, last].flatMap(({ lines }) => lines.map((line) => line.taxPaise));
    expect(Math.min(...taxes)).toBeGreaterThanOrEqual(0);
    expect(taxes.reduce((sum, tax) => sum + tax, 0)).toBe(taxPaise);
    expect(creditNote({ bill: old, amountPaise: unitPricePaise }).lines[0]!.taxPaise).toBe(taxPaise);
  }
});

test("a credit of one paisa has no more tax than value, where the last paisa of a price adds two to its tax", () => {
  // Half of 18 per cent is 403 paise in ₹52.90 and, rounded up, 404 in ₹52.91.
  const notebook = { title: "A ruled notebook", hsn: "4820", taxClass: "gst_18" as const, unitPricePaise: 5_291 };
  const one = buildBill({ number: "EP26-27/000125", issuedOn: "2026-11-21", seller, order: billedOrder([notebook]) });
  for (const [firstPaise, lastPaise] of [
    [5_290, 1],
    [1, 5_290],
  ] as const) {
    const first = creditNote({ bill: one, amountPaise: firstPaise });
    const last = creditNote({ bill: one, earlier: [first], amountPaise: lastPaise });
    const parts = [...first.lines, ...last.lines];
    expect(parts.map(({ totalPaise }) => totalPaise)).toEqual([firstPaise, lastPaise]);
    for (const { taxPaise, totalPaise } of parts) expect(taxPaise).toBeLessThanOrEqual(totalPaise);
    expect(parts.reduce((sum, { taxPaise }) => sum + taxPaise, 0)).toBe(808);
    // CGST and SGST each add up to the bill, not only their sum.
    for (const place of [0, 1]) {
      const share = [first, last].reduce((sum, { taxes }) => sum + (taxes[place]?.taxPaise ?? 0), 0);
      expect(share, one.taxes[place]!.name).toBe(404);
    }
  }
});

test("no more is credited than the bill says, in money or in copies", () => {
  const first = creditNote({ amountPaise: 31_920, copies: [{ position: 0, quantity: 1 }] });
  for (const wrong of [
    { amountPaise: bill.totalPaise + 1 },
    { amountPaise: 0 },
    { amountPaise: 0.5 },
    { amountPaise: 100.5 },
    { earlier: [first] },
    { amountPaise: 100, copies: [{ position: 0, quantity: 3 }] },
    { amountPaise: 100, copies: [{ position: 0, quantity: -1 }] },
    { amountPaise: 100, copies: [{ position: 7, quantity: 1 }] },
    { amountPaise: 100, earlier: [first], copies: [{ position: 0, quantity: 2 }] },
  ])
    expect(() => creditNote(wrong), JSON.stringify(wrong)).toThrow(RangeError);
});

test("however a bill is given back, each note is its amount and together they are the bill, line by line", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const step = fc.record({ share, places: fc.subarray([0, 1, 2]), quantity: fc.integer({ min: 1, max: 3 }) });
  const classes = fc.tuple(...[0, 1, 2].map(() => fc.constantFrom("exempt", "gst_5", "gst_18")));
  fc.assert(
    fc.property(
      classes,
      fc.array(step, { maxLength: 6 }),
      fc.integer({ min: 1, max: 40_000 }),
      (kinds, steps, price) => {
        const order = billedOrder(
          kinds.map((taxClass, i) => ({
            taxClass: taxClass as "exempt",
            quantity: i + 1,
            unitPricePaise: price + i * 777,
            discountPaise: i * 7,
          })),
          { shippingPaise: 4_900 },
        );
        const whole = buildBill({ number: "EP26-27/000001", issuedOn: "2026-11-21", seller, order });
        const earlier: DocumentContent[] = [];
        let left = whole.totalPaise;
        const give = (amountPaise: number, copies: CreditNoteToWrite["copies"]) => {
          if (amountPaise < 1) return;
          const note = creditNote({ bill: whole, earlier: [...earlier], amountPaise, copies });
          expect(note.totalPaise).toBe(amountPaise);
          for (const line of note.lines) {
            expect(line.totalPaise).toBeGreaterThanOrEqual(0);
            expect(line.taxPaise).toBeGreaterThanOrEqual(0);
            expect(line.taxablePaise).toBeGreaterThanOrEqual(0);
          }
          earlier.push(note);
          left -= amountPaise;
        };
        const given = (position: number) =>
          earlier
            .flatMap(({ lines }) => lines.filter((line) => line.position === position))
            .reduce((n, l) => n + l.quantity, 0);
        for (const { share, places, quantity } of steps)
          give(
            Math.floor(left * share),
            places
              .map((position) => ({ position, quantity: Math.min(quantity, position + 1 - given(position)) }))
              .filter((copies) => copies.quantity > 0),
          );
        give(left, []);
        for (const line of whole.lines) {
          const parts = earlier.flatMap(({ lines }) => lines.filter(({ position }) => position === line.position));
          const add = (key: "quantity" | "totalPaise" | "taxPaise") => parts.reduce((sum, part) => sum + part[key], 0);
          expect([add("totalPaise"), add("taxPaise")]).toEqual([line.totalPaise, line.taxPaise]);
          expect(add("quantity")).toBeLessThanOrEqual(line.quantity);
        }
        expect(earlier.reduce((sum, { shipping }) => sum + shipping.taxPaise, 0)).toBe(whole.shipping.taxPaise);
      },
    ),
    { numRuns: 200 },
  );
});
