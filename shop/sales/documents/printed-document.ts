/** Builds the printed texts of bills and credit notes, which the page and the PDF share. */

import { shortDay } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatSigned } from "#shop/kernel/money/signed-amount.ts";
import { type DocumentContent, type DocumentLine } from "./document.ts";
import { tillOfNumber } from "./document-number.ts";
import { stateOfGstCode, stateWithGstCode } from "./gst-states.ts";

/** A cell of the table, with small text below. */
export interface Cell {
  text: string;
  below?: string;
}

/** A column of a table: its label, and its cell for a line. */
export interface Column<Line = DocumentLine> {
  label: string;
  isFigure: boolean;
  cellOf: (line: Line, place: number) => Cell;
}

/** The texts of a document in reading order. */
export interface PrintedDocument {
  sellerLines: string[];
  buyerLabel: string;
  buyerLines: string[];
  facts: { label: string; value: string }[];
  columns: Column[];
  sums: { label: string; amount: string; isTotal: boolean }[];
  /** Tax by rate; empty if nothing is taxed. */
  taxes: { name: string; rate: string; taxable: string; tax: string }[];
  notes: string[];
  /** The seller that it is signed for, the name of the picture, and the signatory; null on an unsigned document. */
  signed: { forSeller: string; picture: string | null; signatory: string } | null;
  /** At the foot of every page. */
  foot: string;
}

/** The text of a cell without a figure. */
export const noFigure = "–";

const untaxedLabels = { exempt: "Exempt", gst_0: "Nil rated", gst_5: "None", gst_18: "None" };

export function printedDocument(content: DocumentContent): PrintedDocument {
  const { seller, buyer, deliveredTo } = content;
  const isTaxed = content.taxes.length > 0;
  return {
    sellerLines: [
      ...seller.addressLines,
      stateWithGstCode(seller.stateCode),
      ...(seller.gstin ? [`GSTIN ${seller.gstin}`] : []),
      seller.email,
      seller.phone,
    ].filter(Boolean),
    buyerLabel: labelBuyer(content),
    buyerLines: [
      ...buyer.addressLines,
      // At the counter, a business of another state may buy: the state of the bill is then only the place of supply.
      stateWithGstCode((buyer.gstin && stateOfGstCode(buyer.gstin.slice(0, 2))) || buyer.stateCode),
      ...(buyer.gstin ? [`GSTIN ${buyer.gstin}`] : []),
      ...(deliveredTo
        ? [`Delivered to ${deliveredTo.name}`, ...deliveredTo.addressLines, stateWithGstCode(deliveredTo.stateCode)]
        : []),
    ],
    facts: factsOf(content),
    columns: columnsOf(content, isTaxed),
    sums: sumsOf(content),
    taxes: isTaxed ? taxesOf(content) : [],
    notes: [
      ...(isTaxed ? ["Prices include GST.", "Tax is not payable on reverse charge."] : ["No GST is charged."]),
      ...(content.words?.split("\n").filter(Boolean) ?? []),
    ],
    signed: content.signature
      ? {
          forSeller: `For ${seller.legalName}`,
          picture: content.signature.picture,
          signatory: content.signature.signatory ?? "Authorised signatory",
        }
      : null,
    foot: content.signature ? content.number : `${content.number}. Computer generated, no signature needed.`,
  };
}

/** A sale at the counter is not sent, and an order that is collected is usually billed without an address. */
function labelBuyer({ kind, number, buyer, deliveredTo }: DocumentContent): string {
  if (kind === "credit-note") return "Credited to";
  const isSentThere = buyer.addressLines.length > 0 && !deliveredTo && tillOfNumber(number) === "";
  return isSentThere ? "Billed and sent to" : "Billed to";
}

function factsOf(content: DocumentContent) {
  const { number, issuedOn, correctedOn, orderNumber, purchaseOrder, payBy, placeOfSupply, corrects } = content;
  const facts = [
    { label: "Number", value: number },
    { label: "Date", value: shortDay(issuedOn) },
    ...(correctedOn ? [{ label: "Corrected", value: shortDay(correctedOn) }] : []),
    { label: "Order", value: orderNumber },
    ...(purchaseOrder ? [{ label: "Your order", value: purchaseOrder }] : []),
    ...(payBy ? [{ label: "Pay by", value: shortDay(payBy) }] : []),
    { label: "Place of supply", value: placeOfSupply },
  ];
  if (corrects)
    facts.push(
      { label: "Corrects bill", value: corrects.number },
      { label: "Billed on", value: shortDay(corrects.issuedOn) },
      { label: "Reason", value: corrects.reason },
    );
  return facts;
}

function columnsOf(content: DocumentContent, isTaxed: boolean): Column[] {
  const money = (label: string, paiseOf: (line: DocumentLine) => number | null): Column => ({
    label,
    isFigure: true,
    cellOf(line) {
      const paise = paiseOf(line);
      return { text: paise === null ? noFigure : formatSigned(paise) };
    },
  });
  const columns: Column[] = [
    { label: "No.", isFigure: false, cellOf: (_line, place) => ({ text: String(place + 1) }) },
    { label: "Title", isFigure: false, cellOf: ({ title, author }) => ({ text: title, below: author }) },
    { label: "HSN", isFigure: false, cellOf: ({ hsn }) => ({ text: hsn }) },
    {
      label: "Copies",
      isFigure: true,
      cellOf: ({ quantity }) => ({ text: quantity === 0 ? noFigure : String(quantity) }),
    },
    money("Price", ({ quantity, unitPricePaise }) => (quantity === 0 ? null : unitPricePaise)),
  ];
  if (content.discountPaise > 0)
    columns.push(money("Discount", ({ discountPaise }) => (discountPaise > 0 ? -discountPaise : null)));
  if (isTaxed)
    columns.push(
      money("Taxable", ({ taxablePaise, rate }) => (rate > 0 ? taxablePaise : null)),
      taxColumn,
    );
  columns.push(money("Amount", ({ totalPaise }) => totalPaise));
  return columns;
}

const taxColumn: Column = {
  label: "GST",
  isFigure: true,
  cellOf: ({ rate, taxPaise, taxClass }) =>
    rate > 0 ? { text: formatPaise(taxPaise), below: `at ${rate}%` } : { text: untaxedLabels[taxClass] },
};

function sumsOf({ kind, goodsPaise, discountPaise, shipping, totalPaise }: DocumentContent) {
  const sums = [{ label: "Subtotal", amount: formatPaise(goodsPaise), isTotal: false }];
  if (discountPaise > 0) sums.push({ label: "Discount", amount: formatSigned(-discountPaise), isTotal: false });
  if (kind === "bill" || shipping.totalPaise > 0)
    sums.push({
      label: shipping.rate > 0 ? `Delivery, with GST at ${shipping.rate}%` : "Delivery",
      amount: shipping.totalPaise === 0 ? "Free" : formatPaise(shipping.totalPaise),
      isTotal: false,
    });
  sums.push({ label: kind === "bill" ? "Total" : "Credited", amount: formatPaise(totalPaise), isTotal: true });
  return sums;
}

function taxesOf({ taxes, untaxedPaise }: DocumentContent): PrintedDocument["taxes"] {
  const rows: PrintedDocument["taxes"] = taxes.map(({ name, rate, taxablePaise, taxPaise }) => ({
    name,
    rate: `${rate}%`,
    taxable: formatPaise(taxablePaise),
    tax: formatPaise(taxPaise),
  }));
  if (untaxedPaise > 0)
    rows.push({ name: "Exempt or nil", rate: noFigure, taxable: formatPaise(untaxedPaise), tax: noFigure });
  return rows;
}
