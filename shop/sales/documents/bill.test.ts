/** Tests bills: their titles, the taxes and their rounding, and that every sum agrees with the order. */

import fc from "fast-check";
import { expect, test } from "vitest";

import { indianStates } from "#shop/kernel/regions/indian-states.ts";
import { billedOrder, seller } from "#tests/support/sales/billed-order.ts";
import { buildBill, type BilledOrder } from "./bill.ts";
import { taxClasses } from "./document.ts";
import { printedDocument } from "./printed-document.ts";
import { shareTax, taxClassOf, taxInside } from "./tax.ts";

function bill(order: BilledOrder, by = seller) {
  return buildBill({ number: "EP26-27/000123", issuedOn: "2026-11-21", seller: by, order });
}

const eBook = { title: "A Suitable Boy (e-book)", hsn: "998431", taxClass: "gst_5", unitPricePaise: 69_900 } as const;
const giftWrap = { title: "Gift wrap", author: "", hsn: "4819", taxClass: "gst_18", unitPricePaise: 4_900 } as const;

test("the bill of a business has its name, its GSTIN and the number of its own order", () => {
  const business = { name: "St. Anne’s School", gstin: "29AAATS1429B1ZS", purchaseOrder: "PO/2026/7" };
  const written = bill(billedOrder([{}], { business }));
  expect(written.buyer).toEqual({
    name: "St. Anne’s School",
    addressLines: ["Asha Rao", "12 Residency Road", "Bengaluru 560025"],
    stateCode: "KA",
    gstin: "29AAATS1429B1ZS",
  });
  const { buyerLines, facts } = printedDocument(written);
  expect(buyerLines.at(-1)).toBe("GSTIN 29AAATS1429B1ZS");
  expect(facts).toContainEqual({ label: "Your order", value: "PO/2026/7" });
  const withoutName = bill(billedOrder([{}], { business: { name: "", gstin: "", purchaseOrder: "7" } }));
  expect(withoutName.buyer).toEqual(bill(billedOrder([{}])).buyer);
});

test("books that a registered buyer has sent to another state are supplied, and taxed, in the buyer's", () => {
  const address = "5 Mahatma Gandhi Road, Pune 411001";
  const business = { name: "St. Anne’s Trust", gstin: "27AABCS1429B1ZU", purchaseOrder: "", address };
  const written = bill(billedOrder([giftWrap], { business }));
  expect(written).toMatchObject({
    buyer: { name: "St. Anne’s Trust", addressLines: [address], stateCode: "MH", gstin: "27AABCS1429B1ZU" },
    deliveredTo: { name: "Asha Rao", addressLines: ["12 Residency Road", "Bengaluru 560025"], stateCode: "KA" },
    placeOfSupply: "Maharashtra (27)",
    taxes: [{ name: "IGST", rate: 18 }],
  });
  const printed = printedDocument(written);
  expect(printed.buyerLabel).toBe("Billed to");
  expect(printed.buyerLines.join("; ")).toContain("GSTIN 27AABCS1429B1ZU; Delivered to Asha Rao; 12 Residency Road");
  // Sent home by a buyer from the shop's state: taxed inside it.
  const ofKarnataka = { ...business, gstin: "29AAATS1429B1ZS", address: "1 MG Road, Bengaluru 560001" };
  expect(bill(billedOrder([giftWrap], { business: ofKarnataka, stateCode: "MH" })).taxes).toMatchObject([
    { name: "CGST" },
    { name: "SGST" },
  ]);
});

test("printed books alone are a bill of supply without any tax", () => {
  const written = bill(billedOrder([{}, { taxClass: "gst_0", hsn: "4820" }]));
  expect(written).toMatchObject({
    title: "Bill of Supply",
    placeOfSupply: "Karnataka (29)",
    taxes: [],
    untaxedPaise: 79_800,
    totalPaise: 79_800,
    totalInWords: "Rupees Seven Hundred Ninety-Eight Only",
    corrects: null,
  });
});

test("a taxed line beside an exempt one makes it an invoice-cum-bill of supply, taxed lines alone a tax invoice", () => {
  expect(bill(billedOrder([{}, eBook])).title).toBe("Invoice-cum-Bill of Supply");
  expect(bill(billedOrder([eBook, giftWrap])).title).toBe("Tax Invoice");
});

test("a shop without a GSTIN charges no tax on anything", () => {
  const written = bill(billedOrder([eBook, giftWrap]), { ...seller, gstin: null });
  expect(written).toMatchObject({ title: "Bill of Supply", taxes: [], untaxedPaise: 74_800 });
});

test("tax is taken out of the price, half-up to the paisa", () => {
  expect(taxInside(69_900, 5, false)).toBe(3329); // 3328.57
  expect(taxInside(4_900, 18, false)).toBe(747); // 747.46
  expect(taxInside(59, 18, false)).toBe(9); // exactly 9
  expect(taxInside(105, 5, false)).toBe(5);
  expect(taxInside(0, 18, false)).toBe(0);
  expect(taxInside(39_900, 0, false)).toBe(0);
});

test("inside the state each half of the tax is rounded, and both are the same", () => {
  expect(taxInside(69_900, 5, true)).toBe(2 * 1664); // 1664.29 each
  expect(taxInside(4_900, 18, true)).toBe(2 * 374); // 373.73 each
  expect(taxInside(59, 18, true)).toBe(2 * 5); // 4.5 each
  expect(taxInside(39_900, 0, true)).toBe(0);
});

test("inside the state the tax is CGST and SGST, equal to the paisa; across states it is IGST", () => {
  expect(bill(billedOrder([eBook])).taxes).toEqual([
    { name: "CGST", rate: 2.5, taxablePaise: 66_572, taxPaise: 1664 },
    { name: "SGST", rate: 2.5, taxablePaise: 66_572, taxPaise: 1664 },
  ]);
  const elsewhere = bill(billedOrder([eBook], { stateCode: "MH" }));
  expect(elsewhere.taxes).toEqual([{ name: "IGST", rate: 5, taxablePaise: 66_571, taxPaise: 3329 }]);
  expect(elsewhere.placeOfSupply).toBe("Maharashtra (27)");
});

test("rates stand in their order, and an odd paisa of an earlier bill's tax is the state's", () => {
  const rates = bill(billedOrder([giftWrap, eBook], { stateCode: "MH" })).taxes.map(({ rate }) => rate);
  expect(rates).toEqual([5, 18]);
  const odd = { taxClass: "gst_5", rate: 5, taxablePaise: 66_571, taxPaise: 3_329, totalPaise: 69_900 } as const;
  expect(shareTax([odd], "KA", "KA").map(({ name, taxPaise }) => [name, taxPaise])).toEqual([
    ["CGST", 1_664],
    ["SGST", 1_665],
  ]);
});

test("a union territory without a legislature has UTGST, Delhi has SGST", () => {
  const names = (stateCode: string) =>
    bill(billedOrder([eBook], { stateCode }), { ...seller, stateCode }).taxes.map((tax) => tax.name);
  expect(names("CH")).toEqual(["CGST", "UTGST"]);
  expect(names("DL")).toEqual(["CGST", "SGST"]);
});

test("every state of the address form has its own GST code", () => {
  const places = indianStates.map(({ code }) => bill(billedOrder([{}], { stateCode: code })).placeOfSupply);
  expect(new Set(places.map((place) => place.slice(-4)))).toHaveProperty("size", indianStates.length);
  for (const place of places) expect(place).toMatch(/ \(\d\d\)$/);
});

test("delivery is taxed like most of what is delivered", () => {
  expect(bill(billedOrder([{}, giftWrap], { shippingPaise: 4_900 })).shipping).toMatchObject({ rate: 0, taxPaise: 0 });
  expect(bill(billedOrder([{}, eBook], { shippingPaise: 4_900 })).shipping).toMatchObject({ rate: 5, taxPaise: 234 });
});

test("delivery of books that cost nothing after their discount is not taxed for it", () => {
  const gift = { discountPaise: 39_900 };
  expect(bill(billedOrder([gift], { shippingPaise: 4_900 })).shipping).toMatchObject({ rate: 0, taxPaise: 0 });
});

test("a tax class that nobody knows is refused, as a bill must not guess", () => {
  expect(taxClassOf("gst_5")).toBe("gst_5");
  for (const word of ["gst_12", "", "GST_5"]) expect(() => taxClassOf(word), word).toThrow("Unknown tax class");
});

test("between equal values delivery takes the higher rate, in whatever order the lines stand", () => {
  const shippingPaise = 4_900;
  const wrapAsDear = { ...giftWrap, unitPricePaise: eBook.unitPricePaise };
  const bookAsDear = { unitPricePaise: eBook.unitPricePaise };
  for (const [lines, rate] of [
    [[bookAsDear, eBook], 5],
    [[eBook, bookAsDear], 5],
    [[wrapAsDear, eBook, bookAsDear], 18],
  ] as const)
    expect(bill(billedOrder([...lines], { shippingPaise })).shipping.rate).toBe(rate);
});

test("a bill that does not add up to its order is never written", () => {
  expect(() => bill(billedOrder([{}], { totalPaise: 39_901 }))).toThrow(/39901 paise.*39900/);
});

test("the address leaves out an empty second line", () => {
  expect(bill(billedOrder([{}])).buyer.addressLines).toEqual(["12 Residency Road", "Bengaluru 560025"]);
});

const line = fc
  .record({
    quantity: fc.integer({ min: 1, max: 20 }),
    unitPricePaise: fc.integer({ min: 1, max: 5_000_000 }),
    taxClass: fc.constantFrom(...taxClasses),
    discount: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ discount, ...rest }) => ({
    ...rest,
    discountPaise: Math.floor(discount * rest.quantity * rest.unitPricePaise),
  }));

test("whatever is bought, every sum of the bill agrees with the order to the paisa", () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 50 }),
      fc.integer({ min: 0, max: 50_000 }),
      fc.constantFrom("KA", "MH", "CH"),
      (lines, shippingPaise, stateCode) => {
        const order = billedOrder(lines, { shippingPaise, stateCode });
        const written = bill(order);
        const amounts = [...written.lines, written.shipping];
        for (const { taxablePaise, taxPaise, totalPaise, rate } of amounts) {
          expect(taxablePaise + taxPaise).toBe(totalPaise);
          // The tax differs from the exact totalPaise * rate / (100 + rate) by at most half a paisa for each of its
          // taxes.
          const taxes = stateCode === seller.stateCode ? 2 : 1;
          expect(Math.abs(taxPaise * (100 + rate) - totalPaise * rate) * 2).toBeLessThanOrEqual(taxes * (100 + rate));
        }
        for (const [at, share] of written.taxes.entries())
          if (share.name === "CGST")
            expect(share).toEqual({ ...written.taxes[at + 1]!, name: "CGST", rate: share.rate });
        const add = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
        expect(add(amounts.map(({ totalPaise }) => totalPaise))).toBe(order.totalPaise);
        expect(written.goodsPaise - written.discountPaise + written.shipping.totalPaise).toBe(order.totalPaise);
        expect(add(written.taxes.map(({ taxPaise }) => taxPaise))).toBe(add(amounts.map(({ taxPaise }) => taxPaise)));
        const isWithin = stateCode === seller.stateCode;
        for (const share of written.taxes) expect(share.name === "IGST").toBe(!isWithin);
        const taxable = add(written.taxes.map(({ taxablePaise }) => taxablePaise)) / (isWithin ? 2 : 1);
        expect(taxable + add(written.taxes.map(({ taxPaise }) => taxPaise)) + written.untaxedPaise).toBe(
          order.totalPaise,
        );
        expect(JSON.parse(JSON.stringify(written))).toEqual(written);
      },
    ),
    { numRuns: 200 },
  );
});
