import type { DocumentContent, DocumentKind } from "#shop/sales/documents/document.ts";
import type { GstReturn } from "./gst-return.ts";

/** Sums of a month's documents in paise; credit notes are subtracted. */
export interface PaperSums {
  papers: number;
  taxPaise: number;
  totalPaise: number;
}

/** The last digits of a document number, which count up. */
const sequenceOf = (number: string) => Number(/\d+$/.exec(number)?.[0]);
const names: Record<DocumentKind, string> = { bill: "Bills", "credit-note": "Credit notes" };

/** Adds up documents independently of the tables of the GST return, and reports differences. Add each document once. */
export function checkDocuments() {
  const sums: PaperSums = { papers: 0, taxPaise: 0, totalPaise: 0 };
  const problems: string[] = [];

  function add({ kind, number, lines, shipping, taxes, untaxedPaise, totalPaise }: DocumentContent) {
    const sign = kind === "bill" ? 1 : -1;
    const amounts = [...lines, shipping];
    const taxPaise = sum(taxes.map((tax) => tax.taxPaise));
    sums.papers += 1;
    sums.taxPaise += sign * taxPaise;
    sums.totalPaise += sign * totalPaise;
    const ofLines = sum(amounts.map((amount) => amount.totalPaise));
    if (ofLines !== totalPaise)
      problems.push(`${number}: its lines come to ${rupees(ofLines)}, its total is ${rupees(totalPaise)}.`);
    const taxOfLines = sum(amounts.map((amount) => amount.taxPaise));
    if (taxOfLines !== taxPaise)
      problems.push(`${number}: the tax of its lines is ${rupees(taxOfLines)}, its own ${rupees(taxPaise)}.`);
    const untaxed = sum(amounts.map(({ rate, totalPaise: paise }) => (rate === 0 ? paise : 0)));
    if (untaxed !== untaxedPaise)
      problems.push(`${number}: ${rupees(untaxed)} of its lines is without tax, and it says ${rupees(untaxedPaise)}.`);
  }

  /** Returns the sums, and the problems of the documents and of the GST return made from them. */
  function end({ hsn, registered, taxed, untaxed, numbers, large }: GstReturn): {
    sums: PaperSums;
    problems: string[];
  } {
    const tax = (rows: { integratedPaise: number; centralPaise: number; statePaise: number }[]) =>
      sum(rows.map((row) => row.integratedPaise + row.centralPaise + row.statePaise));
    const ofHsn = sum(hsn.map((row) => row.taxablePaise)) + tax(hsn);
    const all = [...problems];
    if (ofHsn !== sums.totalPaise)
      all.push(`Table 12 comes to ${rupees(ofHsn)}, the papers to ${rupees(sums.totalPaise)}.`);
    if (tax(hsn) !== sums.taxPaise)
      all.push(`The tax of table 12 is ${rupees(tax(hsn))}, that of the papers ${rupees(sums.taxPaise)}.`);
    const ofRegistered = registered.map((row) => {
      const paise = row.taxablePaise + tax([row]);
      return row.kind === "bill" ? paise : -paise;
    });
    const ofTables =
      sum(ofRegistered) +
      sum(taxed.map((row) => row.taxablePaise)) +
      tax(taxed) +
      sum(untaxed.map(({ exemptPaise, nilRatedPaise }) => exemptPaise + nilRatedPaise));
    // Large bills are entered one by one, and are not in table 7.
    if (large.length === 0 && ofTables !== sums.totalPaise)
      all.push(`Tables 4, 7, 8 and 9B come to ${rupees(ofTables)}, the papers to ${rupees(sums.totalPaise)}.`);
    for (const { kind, first, last, count } of numbers) {
      const wanted = sequenceOf(last) - sequenceOf(first) + 1;
      if (wanted !== count)
        all.push(`${names[kind]} ${first} to ${last}: these are ${wanted} numbers, and there are ${count} papers.`);
    }
    return { sums, problems: all };
  }

  return { add, end };
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

function rupees(paise: number): string {
  return `₹${(paise / 100).toFixed(2)}`;
}
