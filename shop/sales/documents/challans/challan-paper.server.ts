import { shortDay } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { stateWithGstCode } from "#shop/sales/documents/gst-states.ts";
import type { PaperPicture } from "#shop/sales/documents/paper-mark.ts";
import { renderPlainPaper } from "#shop/sales/documents/pdf/plain-paper.server.ts";
import { noFigure, type Column } from "#shop/sales/documents/printed-document.ts";
import type { ChallanContent, ChallanLine } from "./challan.ts";

/** The three copies of a challan and their marks (CGST Rules, rule 55(2)). */
const marks = ["ORIGINAL FOR CONSIGNEE", "DUPLICATE FOR TRANSPORTER", "TRIPLICATE FOR CONSIGNER"];

/** A delivery challan as a PDF, in three copies. */
export function renderChallan(content: ChallanContent, picture: PaperPicture | null = null): Promise<Buffer> {
  const { number, issuedOn, seller, consignee, lines, taxes, totalPaise, bill, signature } = content;
  const copies = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const taxPaise = lines.reduce((sum, line) => sum + line.taxPaise, 0);
  return renderPlainPaper({
    title: "Delivery challan",
    number,
    day: issuedOn,
    shop: seller,
    recipient: {
      label: "To",
      lines: [
        consignee.name,
        ...consignee.addressLines,
        stateWithGstCode(consignee.stateCode),
        ...(consignee.gstin ? [`GSTIN ${consignee.gstin}`] : []),
      ],
    },
    facts: [
      { label: "Order", value: content.orderNumber },
      ...(content.purchaseOrder ? [{ label: "Your order", value: content.purchaseOrder }] : []),
      ...(content.billedTo ? [{ label: "Billed to", value: content.billedTo }] : []),
      { label: "Bill", value: bill ? `${bill.number} of ${shortDay(bill.issuedOn)}` : "Follows" },
      { label: "Parcel", value: String(content.parcel) },
      { label: "Carrier", value: content.carrier },
      { label: "Reason", value: content.reason },
      { label: "Place of supply", value: content.placeOfSupply },
    ],
    columns: taxes.length > 0 ? [...columns, ...taxColumns, valueColumn] : [...columns, valueColumn],
    lines,
    count: formatCount(copies, "copy", "copies"),
    sums: [
      ...(taxes.length > 0
        ? [
            { label: "Before tax", amount: formatPaise(totalPaise - taxPaise) },
            ...taxes.map(({ name, rate, taxPaise: amount }) => ({
              label: `${name} ${rate}%`,
              amount: formatPaise(amount),
            })),
          ]
        : []),
      { label: "Value", amount: formatPaise(totalPaise) },
    ],
    notes: [
      taxes.length > 0 ? "Values include GST." : "No GST is charged.",
      ...(bill ? ["This is not a bill. The bill named above lists all books of the order."] : []),
    ],
    signed: {
      forSeller: `For ${seller.legalName}`,
      signatory: signature?.signatory ?? "Authorised signatory",
      picture,
    },
    marks,
  });
}

const columns: Column<ChallanLine>[] = [
  { label: "No.", isFigure: false, cellOf: (_line, place) => ({ text: String(place + 1) }) },
  { label: "Title", isFigure: false, cellOf: ({ title, author }) => ({ text: title, below: author }) },
  { label: "HSN", isFigure: false, cellOf: ({ hsn }) => ({ text: hsn }) },
  { label: "Copies", isFigure: true, cellOf: ({ quantity }) => ({ text: String(quantity) }) },
];
const taxColumns: Column<ChallanLine>[] = [
  {
    label: "Taxable",
    isFigure: true,
    cellOf: ({ rate, taxablePaise }) => ({ text: rate > 0 ? formatPaise(taxablePaise) : noFigure }),
  },
  {
    label: "GST",
    isFigure: true,
    cellOf: ({ rate, taxPaise }) =>
      rate > 0 ? { text: formatPaise(taxPaise), below: `at ${rate}%` } : { text: noFigure },
  },
];
const valueColumn: Column<ChallanLine> = {
  label: "Value",
  isFigure: true,
  cellOf: ({ totalPaise }) => ({ text: formatPaise(totalPaise) }),
};
