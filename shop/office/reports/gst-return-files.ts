/** Writes GSTR-1 as JSON for the GST portal, and as the tables of the government's offline tool. */
import { requiredValue } from "#shop/kernel/text/required-value.ts";
import { indianStates } from "#shop/kernel/regions/indian-states.ts";
import { gstCodeOf } from "#shop/sales/documents/gst-states.ts";
import type { GstReturn, RegisteredSale } from "./gst-return.ts";

/**
 * GSTR-1 as the portal takes it: https://developer.gst.gov.in, "GSTR-1 save". Amounts are rupees with two decimals;
 * `fp` is the month as MMYYYY. Contains tables 4 (b2b), 7 (b2cs), 8 (nil), 9B (cdnr), 12 (hsn) and 13 (doc_issue).
 */
export function gstReturnJson({ gstin, month, registered, taxed, untaxed, hsn, numbers }: GstReturn) {
  const hsnJson = (isRegistered: boolean) =>
    hsn
      .filter((sums) => sums.isRegistered === isRegistered)
      .map(({ hsn: code, rate, copies, ...sums }, place) => ({
        num: place + 1,
        hsn_sc: code,
        desc: "",
        uqc: unit,
        qty: copies,
        rt: rate,
        ...taxJson(sums),
      }));
  const bills = ofBuyers(registered, "bill", (number, day) => ({ inum: number, idt: day }));
  const notes = ofBuyers(registered, "credit-note", (number, day) => ({ ntty: "C", nt_num: number, nt_dt: day }));
  const hsnB2b = hsnJson(true);
  return {
    gstin,
    fp: month.slice(5) + month.slice(0, 4),
    ...(bills.length > 0 && { b2b: bills.map(({ ctin, papers }) => ({ ctin, inv: papers })) }),
    ...(notes.length > 0 && { cdnr: notes.map(({ ctin, papers }) => ({ ctin, nt: papers })) }),
    b2cs: taxed.map(({ supply, placeOfSupply, rate, ...sums }) => ({
      sply_ty: supply,
      pos: placeOfSupply,
      typ: "OE",
      rt: rate,
      ...taxJson(sums),
    })),
    nil: {
      inv: untaxed.map(({ supply, isRegistered, exemptPaise, nilRatedPaise }) => ({
        sply_ty: `${supply === "INTRA" ? "INTRA" : "INTR"}${isRegistered ? "B2B" : "B2C"}`,
        expt_amt: rupees(exemptPaise),
        nil_amt: rupees(nilRatedPaise),
        ngsup_amt: 0,
      })),
    },
    hsn: { ...(hsnB2b.length > 0 && { hsn_b2b: hsnB2b }), hsn_b2c: hsnJson(false) },
    doc_issue: {
      doc_det: (["bill", "credit-note"] as const).flatMap((kind) => {
        const docs = numbers
          .filter((series) => series.kind === kind)
          .map(({ first, last, count }, place) => ({
            num: place + 1,
            from: first,
            to: last,
            totnum: count,
            cancel: 0,
            net_issue: count,
          }));
        return docs.length > 0 ? [{ doc_num: kind === "bill" ? 1 : 5, docs }] : [];
      }),
    },
  };
}

/** The documents to each registered buyer, with the names that the portal has for number and day. */
function ofBuyers<Names>(
  registered: RegisteredSale[],
  kind: RegisteredSale["kind"],
  nameDocument: (number: string, day: string) => Names,
) {
  const ofKind = registered.filter((sale) => sale.kind === kind);
  return [...Map.groupBy(ofKind, ({ gstin }) => gstin)].map(([ctin, ofBuyer]) => ({
    ctin,
    papers: [...Map.groupBy(ofBuyer, ({ number }) => number)].map(([number, rates]) => {
      const [{ issuedOn = "", totalPaise = 0, placeOfSupply = "" } = {}] = rates;
      return {
        ...nameDocument(number, issuedOn.split("-").toReversed().join("-")),
        val: rupees(totalPaise),
        pos: placeOfSupply,
        rchrg: "N",
        inv_typ: "R",
        itms: rates.map(({ rate, ...sums }, place) => ({ num: place + 1, itm_det: { rt: rate, ...taxJson(sums) } })),
      };
    }),
  }));
}

/** One of the tables, in the form of the government's offline tool. */
export interface GstTable {
  /** Name of its file, without the extension. */
  name: string;
  title: string;
  headings: string[];
  rows: string[][];
}

/** The tables, with the headings of the government's offline tool; those of registered buyers only if there are any. */
export function gstReturnTables({ registered, taxed, untaxed, hsn, numbers }: GstReturn): GstTable[] {
  const hasRegistered = [...registered, ...untaxed, ...hsn].some((row) => !("isRegistered" in row) || row.isRegistered);
  return [
    ...(hasRegistered ? [billsToRegistered(registered), notesToRegistered(registered)] : []),
    {
      name: "table-7-b2cs",
      title: "Table 7, taxed sales to consumers",
      headings: [
        "Type",
        "Place Of Supply",
        "Applicable % of Tax Rate",
        "Rate",
        "Taxable Value",
        "Cess Amount",
        "E-Commerce GSTIN",
      ],
      rows: taxed.map(({ placeOfSupply, rate, taxablePaise }) => [
        "OE",
        requiredValue(placeNames, placeOfSupply),
        "",
        String(rate),
        written(taxablePaise),
        "0.00",
        "",
      ]),
    },
    {
      name: "table-8-exemp",
      title: "Table 8, nil rated and exempt sales",
      headings: [
        "Description",
        "Nil Rated Supplies",
        "Exempted(other than nil rated/non GST supply)",
        "Non-GST Supplies",
      ],
      rows: untaxed.map(({ supply, isRegistered, exemptPaise, nilRatedPaise }) => [
        `${supply === "INTRA" ? "Intra" : "Inter"}-State supplies to ${isRegistered ? "" : "un"}registered persons`,
        written(nilRatedPaise),
        written(exemptPaise),
        "0.00",
      ]),
    },
    ...(hasRegistered ? [hsnTable(hsn, true)] : []),
    hsnTable(hsn, false),
    {
      name: "table-13-docs",
      title: "Table 13, documents",
      headings: ["Nature of Document", "Sr. No. From", "Sr. No. To", "Total Number", "Cancelled"],
      rows: numbers.map(({ kind, first, last, count }) => [
        kind === "bill" ? "Invoices for outward supply" : "Credit Note",
        first,
        last,
        String(count),
        "0",
      ]),
    },
  ];
}

/** Table 4. */
function billsToRegistered(registered: RegisteredSale[]): GstTable {
  return {
    name: "table-4-b2b",
    title: "Table 4, taxed bills to registered buyers",
    headings: [
      "GSTIN/UIN of Recipient",
      "Invoice Number",
      "Invoice date",
      "Invoice Value",
      "Place Of Supply",
      "Reverse Charge",
      "Invoice Type",
      "Rate",
      "Taxable Value",
      "Cess Amount",
    ],
    rows: ofRegistered(registered, "bill", ["N", "Regular B2B"]),
  };
}

/** Table 9B. */
function notesToRegistered(registered: RegisteredSale[]): GstTable {
  return {
    name: "table-9b-cdnr",
    title: "Table 9B, credit notes to registered buyers",
    headings: [
      "GSTIN/UIN of Recipient",
      "Note Number",
      "Note Date",
      "Note Value",
      "Place Of Supply",
      "Reverse Charge",
      "Note Type",
      "Note Supply Type",
      "Rate",
      "Taxable Value",
      "Cess Amount",
    ],
    rows: ofRegistered(registered, "credit-note", ["N", "C", "Regular B2B"]),
  };
}

function ofRegistered(registered: RegisteredSale[], kind: RegisteredSale["kind"], types: string[]): string[][] {
  return registered
    .filter((sale) => sale.kind === kind)
    .map(({ gstin, number, issuedOn, totalPaise, placeOfSupply, rate, taxablePaise }) => [
      gstin,
      number,
      offlineDay(issuedOn),
      written(totalPaise),
      requiredValue(placeNames, placeOfSupply),
      ...types,
      String(rate),
      written(taxablePaise),
      "0.00",
    ]);
}

/** A day as the offline tool takes it: `03-Oct-2026`. */
function offlineDay(isoDay: string): string {
  const [year = "", month = "", day = ""] = isoDay.split("-");
  const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
  return `${day}-${months[Number(month) - 1] ?? ""}-${year}`;
}

/** Table 12, one for registered buyers and one for consumers. */
function hsnTable(hsn: GstReturn["hsn"], isRegistered: boolean): GstTable {
  return {
    name: isRegistered ? "table-12-hsn-b2b" : "table-12-hsn-b2c",
    title: `Table 12, by HSN code, to ${isRegistered ? "registered buyers" : "consumers"}`,
    headings: [
      "HSN",
      "Description",
      "UQC",
      "Total Quantity",
      "Total Value",
      "Rate",
      "Taxable Value",
      "Integrated Tax Amount",
      "Central Tax Amount",
      "State/UT Tax Amount",
      "Cess Amount",
    ],
    rows: hsn
      .filter((sums) => sums.isRegistered === isRegistered)
      .map(({ hsn: code, rate, copies, taxablePaise, integratedPaise, centralPaise, statePaise }) => [
        code,
        "",
        `${unit}-NUMBERS`,
        String(copies),
        written(taxablePaise + integratedPaise + centralPaise + statePaise),
        String(rate),
        written(taxablePaise),
        written(integratedPaise),
        written(centralPaise),
        written(statePaise),
        "0.00",
      ]),
  };
}

/** The tables as CSV, by file name. */
export function gstReturnCsv(gstReturn: GstReturn): Record<string, string> {
  return Object.fromEntries(
    gstReturnTables(gstReturn).map(({ name, headings, rows }) => [`${name}.csv`, csv(headings, rows)]),
  );
}

/** The GST portal's unit of quantity for pieces. */
const unit = "NOS";

/** States in the form of the offline tool: `29-Karnataka`. */
const placeNames = new Map(indianStates.map(({ code, name }) => [gstCodeOf(code), `${gstCodeOf(code)}-${name}`]));

function taxJson(sums: { taxablePaise: number; integratedPaise: number; centralPaise: number; statePaise: number }) {
  return {
    txval: rupees(sums.taxablePaise),
    iamt: rupees(sums.integratedPaise),
    camt: rupees(sums.centralPaise),
    samt: rupees(sums.statePaise),
    csamt: 0,
  };
}

function rupees(paise: number): number {
  return Number(written(paise));
}

/** Paise as rupees with two decimals, such as `-12.50`. */
function written(paise: number): string {
  return (paise / 100).toFixed(2);
}

/** No cell contains a comma or a reader's text, so no cell is escaped: escaping would turn a negative sum into text. */
function csv(headings: string[], rows: string[][]): string {
  return [headings, ...rows].map((cells) => `${cells.join(",")}\r\n`).join("");
}
