/** Writes GSTR-1 as JSON for the GST portal, and as the tables of the government's offline tool. */
import { requiredValue } from "#shop/kernel/text/required-value.ts";
import { indianStates } from "#shop/kernel/regions/indian-states.ts";
import { gstCodeOf } from "#shop/sales/documents/gst-states.ts";
import type { GstReturn } from "./gst-return.ts";

/**
 * GSTR-1 as the portal takes it: https://developer.gst.gov.in, "GSTR-1 save". Amounts are rupees with two decimals;
 * `fp` is the month as MMYYYY. Contains tables 7 (b2cs), 8 (nil), 12 (hsn) and 13 (doc_issue).
 */
export function gstReturnJson({ gstin, month, taxed, untaxed, hsn, numbers }: GstReturn) {
  return {
    gstin,
    fp: month.slice(5) + month.slice(0, 4),
    b2cs: taxed.map(({ supply, placeOfSupply, rate, ...sums }) => ({
      sply_ty: supply,
      pos: placeOfSupply,
      typ: "OE",
      rt: rate,
      ...taxJson(sums),
    })),
    nil: {
      inv: untaxed.map(({ supply, exemptPaise, nilRatedPaise }) => ({
        sply_ty: supply === "INTRA" ? "INTRAB2C" : "INTRB2C",
        expt_amt: rupees(exemptPaise),
        nil_amt: rupees(nilRatedPaise),
        ngsup_amt: 0,
      })),
    },
    hsn: {
      hsn_b2c: hsn.map(({ hsn: code, rate, copies, ...sums }, place) => ({
        num: place + 1,
        hsn_sc: code,
        desc: "",
        uqc: unit,
        qty: copies,
        rt: rate,
        ...taxJson(sums),
      })),
    },
    doc_issue: {
      doc_det: numbers.map(({ kind, first, last, count }) => ({
        doc_num: kind === "bill" ? 1 : 5,
        docs: [{ num: 1, from: first, to: last, totnum: count, cancel: 0, net_issue: count }],
      })),
    },
  };
}

/** One of the four tables, in the form of the government's offline tool. */
export interface GstTable {
  /** Name of its file, without the extension. */
  name: string;
  title: string;
  headings: string[];
  rows: string[][];
}

/** The four tables, with the headings of the government's offline tool. */
export function gstReturnTables({ taxed, untaxed, hsn, numbers }: GstReturn): GstTable[] {
  return [
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
      title: "Table 8, nil rated and exempt sales to consumers",
      headings: [
        "Description",
        "Nil Rated Supplies",
        "Exempted(other than nil rated/non GST supply)",
        "Non-GST Supplies",
      ],
      rows: untaxed.map(({ supply, exemptPaise, nilRatedPaise }) => [
        `${supply === "INTRA" ? "Intra" : "Inter"}-State supplies to unregistered persons`,
        written(nilRatedPaise),
        written(exemptPaise),
        "0.00",
      ]),
    },
    {
      name: "table-12-hsn-b2c",
      title: "Table 12, by HSN code, to consumers",
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
      rows: hsn.map(({ hsn: code, rate, copies, taxablePaise, integratedPaise, centralPaise, statePaise }) => [
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
    },
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

/** The four tables as CSV, by file name. */
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
