/** Tests that the tables of GSTR-1 add up to the documents, and have the portal's form. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { buildBill } from "#shop/sales/documents/bill.ts";
import { buildCreditNote } from "#shop/sales/documents/credit-note.ts";
import type { DocumentContent } from "#shop/sales/documents/document.ts";
import { billedOrder, seller } from "#tests/support/sales/billed-order.ts";
import { checkDocuments } from "./check-documents.ts";
import { gstReturnCsv, gstReturnJson } from "./gst-return-files.ts";
import { gstReturnOf } from "./gst-return.ts";

const gstin = seller.gstin!;

const lines = fc.array(
  fc.record({
    hsn: fc.constantFrom("4901", "4903", "4820", "8523"),
    taxClass: fc.constantFrom("exempt" as const, "gst_0" as const, "gst_5" as const, "gst_18" as const),
    quantity: fc.integer({ min: 1, max: 9 }),
    unitPricePaise: fc.integer({ min: 100, max: 2_500_000 }),
  }),
  { minLength: 1, maxLength: 4 },
);

/** An order's bill, and for some orders a credit note for part of it. */
const sale = fc.record({
  lines,
  stateCode: fc.constantFrom("KA", "KL", "DL", "LD"),
  isRegistered: fc.boolean(),
  shippingPaise: fc.constantFrom(0, 4_900),
  creditedShare: fc.option(fc.integer({ min: 1, max: 100 })),
});

interface Sale {
  bill: DocumentContent;
  note: DocumentContent | null;
}

function documentsOf(sales: (typeof sale extends fc.Arbitrary<infer T> ? T : never)[]): Sale[] {
  return sales.map(({ lines, stateCode, isRegistered, shippingPaise, creditedShare }, i) => {
    // The tables trust that the GSTIN was checked.
    const business = isRegistered ? { name: "A school", gstin: "A GSTIN", purchaseOrder: "" } : null;
    const order = billedOrder(lines, { stateCode, business, shippingPaise });
    const bill = buildBill({ number: `EP26-27/${i + 1}`, issuedOn: "2026-10-03", seller, order });
    const amountPaise = Math.max(1, Math.floor((bill.totalPaise * (creditedShare ?? 0)) / 100));
    const note =
      creditedShare === null
        ? null
        : buildCreditNote({
            number: `CN26-27/${i + 1}`,
            issuedOn: "2026-10-09",
            bill,
            earlier: [],
            amountPaise,
            copies: [],
            reason: "Returned",
          });
    return { bill, note };
  });
}

function returnOf(sales: Sale[]) {
  const adding = gstReturnOf(gstin, "2026-10");
  for (const { bill } of sales) adding.add(bill, null);
  for (const { bill, note } of sales) if (note) adding.add(note, bill.totalPaise);
  return adding.end();
}

/** The problems reported for these documents, with credit notes numbered without a gap. */
function problemsOf(sales: Sale[]) {
  const checking = checkDocuments();
  const bills = sales.map(({ bill }) => bill);
  const notes = sales.flatMap(({ note }) => (note ? [note] : []));
  const papers = [...bills, ...notes.map((note, i) => ({ ...note, number: `CN26-27/${i + 1}` }))];
  const adding = gstReturnOf(gstin, "2026-10");
  for (const paper of papers) {
    checking.add(paper);
    adding.add(paper, paper.kind === "bill" ? null : 1);
  }
  return checking.end(adding.end());
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

test("whatever was sold and given back, the tables add up to the documents to the paisa", () => {
  fc.assert(
    fc.property(fc.array(sale, { maxLength: 12 }), (made) => {
      const sales = documentsOf(made);
      const { registered, taxed, untaxed, hsn, large } = returnOf(sales);
      const signed = sales.flatMap(({ bill, note }) => [
        { sign: 1, paper: bill },
        ...(note ? [{ sign: -1, paper: note }] : []),
      ]);
      const total = sum(signed.map(({ sign, paper }) => sign * paper.totalPaise));
      const tax = (name: (tax: string) => boolean, papers: typeof signed) =>
        sum(papers.flatMap(({ sign, paper }) => paper.taxes.filter((t) => name(t.name)).map((t) => sign * t.taxPaise)));
      const inTables = (rows: typeof hsn | typeof taxed) => ({
        integrated: sum(rows.map((row) => row.integratedPaise)),
        central: sum(rows.map((row) => row.centralPaise)),
        state: sum(rows.map((row) => row.statePaise)),
      });
      const onDocuments = (papers: typeof signed) => ({
        integrated: tax((name) => name === "IGST", papers),
        central: tax((name) => name === "CGST", papers),
        state: tax((name) => name === "SGST" || name === "UTGST", papers),
      });

      // The independent check has the same sums and reports no problem.
      expect(problemsOf(sales)).toEqual({
        problems: [],
        sums: {
          papers: signed.length,
          totalPaise: total,
          taxPaise: sum(signed.flatMap(({ sign, paper }) => paper.taxes.map(({ taxPaise }) => sign * taxPaise))),
        },
      });
      // By HSN code: everything.
      expect(inTables(hsn)).toEqual(onDocuments(signed));
      const ofHsn = inTables(hsn);
      expect(sum(hsn.map((row) => row.taxablePaise)) + ofHsn.integrated + ofHsn.central + ofHsn.state).toBe(total);
      // By state, and untaxed: everything except documents that are entered one by one.
      const isOfBuyer = ({ paper }: (typeof signed)[number]) => paper.buyer.gstin !== undefined;
      const small = signed.filter((one) => !isOfBuyer(one) && !large.includes(one.paper.number));
      expect(inTables(taxed)).toEqual(onDocuments(small));
      const signedOf = ({ kind, ...row }: (typeof registered)[number]) => {
        const sign = kind === "bill" ? 1 : -1;
        const { integratedPaise, centralPaise, statePaise } = row;
        return {
          ...row,
          integratedPaise: sign * integratedPaise,
          centralPaise: sign * centralPaise,
          statePaise: sign * statePaise,
        };
      };
      expect(inTables(registered.map((row) => ({ isRegistered: true, hsn: "", copies: 0, ...signedOf(row) })))).toEqual(
        onDocuments(signed.filter(isOfBuyer)),
      );
      expect(sum(untaxed.map((row) => row.exemptPaise + row.nilRatedPaise))).toBe(
        sum(signed.map(({ sign, paper }) => sign * paper.untaxedPaise)),
      );
    }),
    { numRuns: 300 },
  );
});

test("a month's return has the tables as the portal reads them", () => {
  const book = { hsn: "4901", taxClass: "exempt" as const, quantity: 2, unitPricePaise: 39_900 };
  const diary = { hsn: "4820", taxClass: "gst_18" as const, quantity: 1, unitPricePaise: 11_800 };
  const billOf = (number: string, stateCode: string, shippingPaise: number) =>
    buildBill({
      number,
      issuedOn: "2026-10-03",
      seller,
      order: billedOrder([book, diary], { stateCode, shippingPaise }),
    });
  const [home, away] = [billOf("EP26-27/000007", "KA", 0), billOf("EP26-27/000008", "KL", 4_900)];
  const note = buildCreditNote({
    number: "CN26-27/000001",
    issuedOn: "2026-10-20",
    bill: home,
    earlier: [],
    amountPaise: 39_900,
    copies: [{ position: 0, quantity: 1 }],
    reason: "Returned",
  });
  const adding = gstReturnOf(gstin, "2026-10");
  adding.add(home, null);
  adding.add(away, null);
  adding.add(note, home.totalPaise);

  const json = gstReturnJson(adding.end());
  expect(json).toEqual({
    gstin,
    fp: "102026",
    b2cs: [
      { sply_ty: "INTRA", pos: "29", typ: "OE", rt: 18, txval: 100, iamt: 0, camt: 9, samt: 9, csamt: 0 },
      { sply_ty: "INTER", pos: "32", typ: "OE", rt: 18, txval: 100, iamt: 18, camt: 0, samt: 0, csamt: 0 },
    ],
    nil: {
      inv: [
        { sply_ty: "INTRB2C", expt_amt: 847, nil_amt: 0, ngsup_amt: 0 },
        { sply_ty: "INTRAB2C", expt_amt: 399, nil_amt: 0, ngsup_amt: 0 },
      ],
    },
    hsn: {
      hsn_b2c: [
        {
          num: 1,
          hsn_sc: "4820",
          desc: "",
          uqc: "NOS",
          qty: 2,
          rt: 18,
          txval: 200,
          iamt: 18,
          camt: 9,
          samt: 9,
          csamt: 0,
        },
        {
          num: 2,
          hsn_sc: "4901",
          desc: "",
          uqc: "NOS",
          qty: 3,
          rt: 0,
          txval: 1246,
          iamt: 0,
          camt: 0,
          samt: 0,
          csamt: 0,
        },
      ],
    },
    doc_issue: {
      doc_det: [
        {
          doc_num: 1,
          docs: [{ num: 1, from: "EP26-27/000007", to: "EP26-27/000008", totnum: 2, cancel: 0, net_issue: 2 }],
        },
        {
          doc_num: 5,
          docs: [{ num: 1, from: "CN26-27/000001", to: "CN26-27/000001", totnum: 1, cancel: 0, net_issue: 1 }],
        },
      ],
    },
  });
  const tables = gstReturnCsv(adding.end());
  expect(tables["table-7-b2cs.csv"]!.split("\r\n")[2]).toBe("OE,32-Kerala,,18,100.00,0.00,");
  expect(tables["table-12-hsn-b2c.csv"]!.split("\r\n")[1]).toBe(
    "4820,,NOS-NUMBERS,2,236.00,18,200.00,18.00,9.00,9.00,0.00",
  );
});

test("taxed bills to registered buyers and their credit notes are listed one by one, and untaxed ones are told apart", () => {
  const book = { hsn: "4901", taxClass: "exempt" as const, quantity: 30, unitPricePaise: 39_900 };
  const diary = { hsn: "4820", taxClass: "gst_18" as const, quantity: 10, unitPricePaise: 11_800 };
  const business = { name: "St. Anne’s School", gstin: "32AABCS1429B1Z3", purchaseOrder: "PO/7" };
  const order = billedOrder([book, diary], { stateCode: "KL", business });
  const bill = buildBill({ number: "EP26-27/000001", issuedOn: "2026-10-03", seller, order });
  const note = buildCreditNote({
    number: "CN26-27/000001",
    issuedOn: "2026-10-20",
    bill,
    earlier: [],
    amountPaise: 11_800,
    copies: [{ position: 1, quantity: 1 }],
    reason: "Returned",
  });
  expect(note).toMatchObject({ buyer: { gstin: business.gstin }, purchaseOrder: "PO/7" });
  const made = returnOf([{ bill, note }]);
  const common = { pos: "32", rchrg: "N", inv_typ: "R" };
  const itemOf = (txval: number, iamt: number) => [
    { num: 1, itm_det: { rt: 18, txval, iamt, camt: 0, samt: 0, csamt: 0 } },
  ];
  const sale = { ...common, inum: bill.number, idt: "03-10-2026", val: 13_150, itms: itemOf(1000, 180) };
  const back = { ...common, ntty: "C", nt_num: note.number, nt_dt: "20-10-2026", val: 118, itms: itemOf(100, 18) };
  expect(gstReturnJson(made)).toMatchObject({
    b2b: [{ ctin: business.gstin, inv: [sale] }],
    cdnr: [{ ctin: business.gstin, nt: [back] }],
    b2cs: [],
    nil: { inv: [{ sply_ty: "INTRB2B", expt_amt: 11_970 }] },
    hsn: {
      hsn_b2b: [
        { hsn_sc: "4820", qty: 9, txval: 900, iamt: 162 },
        { hsn_sc: "4901", qty: 30 },
      ],
      hsn_b2c: [],
    },
  });
  const csv = gstReturnCsv(made);
  expect(csv["table-4-b2b.csv"]!.split("\r\n")[1]).toBe(
    `${business.gstin},EP26-27/000001,03-Oct-2026,13150.00,32-Kerala,N,Regular B2B,18,1000.00,0.00`,
  );
  expect(problemsOf([{ bill, note }]).problems).toEqual([]);
});

test("a taxed bill of more than ₹1,00,000 to another state, and its credit note, are named and not in table 7", () => {
  const order = billedOrder([{ taxClass: "gst_18", hsn: "4820", unitPricePaise: 11_800_000 }], { stateCode: "KL" });
  const bill = buildBill({ number: "EP26-27/000001", issuedOn: "2026-10-03", seller, order });
  const note = buildCreditNote({
    number: "CN26-27/000001",
    issuedOn: "2026-10-04",
    bill,
    earlier: [],
    amountPaise: 1_180_000,
    copies: [],
    reason: "Damaged",
  });
  const { large, taxed, hsn } = returnOf([{ bill, note }]);
  expect({ large, taxed }).toEqual({ large: ["EP26-27/000001", "CN26-27/000001"], taxed: [] });
  expect(hsn).toMatchObject([{ hsn: "4820", taxablePaise: 9_000_000, integratedPaise: 1_620_000 }]);
});

test.each([
  // A bill is large if it is above ₹1 lakh, taxed, and to another state.
  { paise: 99_99_999, stateCode: "KL", taxClass: "gst_18" as const, isLarge: false },
  { paise: 1_00_00_000, stateCode: "KL", taxClass: "gst_18" as const, isLarge: false },
  { paise: 1_00_00_001, stateCode: "KL", taxClass: "gst_18" as const, isLarge: true },
  { paise: 1_00_00_001, stateCode: "KL", taxClass: "gst_5" as const, isLarge: true },
  { paise: 1_00_00_001, stateCode: "KA", taxClass: "gst_18" as const, isLarge: false },
  { paise: 1_00_00_001, stateCode: "KL", taxClass: "exempt" as const, isLarge: false },
  { paise: 1_00_00_001, stateCode: "KL", taxClass: "gst_0" as const, isLarge: false },
])("a bill of $paise paise at $taxClass to $stateCode is a large one: $isLarge", ({ paise, isLarge, ...sold }) => {
  const { stateCode, taxClass } = sold;
  // The total with delivery counts: the lines alone are below the limit.
  for (const shippingPaise of [0, 4_900]) {
    const line = { taxClass, hsn: "4820", unitPricePaise: paise - shippingPaise };
    const order = billedOrder([line], { stateCode, shippingPaise });
    const bill = buildBill({ number: "EP26-27/000001", issuedOn: "2026-10-03", seller, order });
    const note = buildCreditNote({
      number: "CN26-27/000001",
      issuedOn: "2026-10-04",
      bill,
      earlier: [],
      amountPaise: 10_000,
      copies: [],
      reason: "Damaged",
    });
    // Whether a credit note belongs to a large bill depends on the bill's full amount, however little is refunded.
    const { large, taxed, untaxed } = returnOf([{ bill, note }]);
    expect(large).toEqual(isLarge ? [bill.number, note.number] : []);
    expect(bill.totalPaise).toBe(paise);
    const isTaxed = taxClass === "gst_18" || taxClass === "gst_5";
    expect([taxed.length, untaxed.length]).toEqual([isTaxed && !isLarge ? 1 : 0, isTaxed ? 0 : 1]);
    const inTables = taxed.map((row) => row.taxablePaise + row.integratedPaise + row.centralPaise + row.statePaise);
    const exempt = untaxed.map((row) => row.exemptPaise + row.nilRatedPaise);
    expect(sum([...inTables, ...exempt])).toBe(isLarge ? 0 : paise - 10_000);
  }
});

test("what does not add up is said, and of which paper", () => {
  const book = { hsn: "4901", taxClass: "exempt" as const, quantity: 1, unitPricePaise: 40_000 };
  const diary = { hsn: "4820", taxClass: "gst_18" as const, quantity: 1, unitPricePaise: 11_800 };
  const billOf = (n: number) =>
    buildBill({ number: `EP26-27/00000${n}`, issuedOn: "2026-10-03", seller, order: billedOrder([book, diary]) });
  const good = billOf(1);
  const [first, second] = [good.lines[0]!, good.lines[1]!];
  const bad = { ...billOf(2), lines: [{ ...first, totalPaise: first.totalPaise + 1 }, second] };
  const badTax = { ...billOf(3), taxes: good.taxes.map((tax) => ({ ...tax, taxPaise: tax.taxPaise - 1 })) };
  const problemsFor = (...papers: DocumentContent[]) =>
    problemsOf(papers.map((bill) => ({ bill, note: null }))).problems;
  expect(problemsFor(good, billOf(2), billOf(3))).toEqual([]);
  expect(problemsFor(good, bad)).toEqual([
    "EP26-27/000002: its lines come to ₹518.01, its total is ₹518.00.",
    "EP26-27/000002: ₹400.01 of its lines is without tax, and it says ₹400.00.",
    "Tables 4, 7, 8 and 9B come to ₹1036.01, the papers to ₹1036.00.",
  ]);
  expect(problemsFor(badTax)).toEqual([
    "EP26-27/000003: the tax of its lines is ₹18.00, its own ₹17.98.",
    "The tax of table 12 is ₹18.00, that of the papers ₹17.98.",
  ]);
  expect(problemsFor(good, billOf(4))).toEqual([
    "Bills EP26-27/000001 to EP26-27/000004: these are 4 numbers, and there are 2 papers.",
  ]);
});
