import { longDay, isoDay } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { stateWithGstCode } from "#shop/sales/documents/gst-states.ts";
import { renderPlainPaper } from "#shop/sales/documents/pdf/plain-paper.server.ts";
import type { Column } from "#shop/sales/documents/printed-document.ts";
import type { ShopSettings } from "#shop/services.ts";
import { quotationNumber, sumQuotation, type Quotation, type QuotationLine } from "./quotation.ts";

/** A quotation as a PDF for the buyer. */
export function renderQuotation(quotation: Quotation, { seller, quotations }: ShopSettings): Promise<Buffer> {
  const { id, business, name, stateCode, madeAt, sentAt, validUntil, lines, shippingPaise, creditDays, words } =
    quotation;
  const { copies, savedPaise, booksPaise, totalPaise } = sumQuotation(quotation);
  const { addressLine1, addressLine2, city, pin } = quotation;
  const delivery = [
    name,
    addressLine1,
    addressLine2,
    `${city} ${pin}`.trim(),
    stateCode && stateWithGstCode(stateCode),
  ];
  const recipient = [
    business?.name,
    ...(business?.address ? [business.address] : delivery),
    business?.gstin && `GSTIN ${business.gstin}`,
    business?.address && `Delivered to ${delivery.filter(Boolean).join(", ")}`,
  ];
  const { bankAccount } = quotations;
  return renderPlainPaper({
    title: "Quotation",
    number: quotationNumber(id),
    day: isoDay(sentAt ?? madeAt),
    shop: seller,
    recipient: { label: "To", lines: recipient.filter((line) => !!line) as string[] },
    facts: [
      { label: "Valid until", value: longDay(validUntil) },
      {
        label: "Payment",
        value: creditDays === null ? "Before the books are sent" : `Within ${creditDays} days of the order`,
      },
      ...(business?.purchaseOrder ? [{ label: "Your order", value: business.purchaseOrder }] : []),
      ...(savedPaise > 0 ? [{ label: "You save", value: `${formatPaise(savedPaise)} of the MRP` }] : []),
    ],
    columns,
    lines,
    count: formatCount(copies, "copy", "copies"),
    sums: [
      { label: "Books", amount: formatPaise(booksPaise) },
      { label: "Delivery", amount: shippingPaise === 0 ? "Free" : formatPaise(shippingPaise) },
      { label: "Total", amount: formatPaise(totalPaise) },
    ],
    notes: [
      ...words.split("\n").filter((line) => line.trim() !== ""),
      "Prices include GST where it applies. They hold until the day above, while the copies are there.",
      ...(bankAccount.length > 0 ? [`For bank transfers: ${bankAccount.join(", ")}.`] : []),
    ],
  });
}

const columns: Column<QuotationLine>[] = [
  { label: "No.", isFigure: false, cellOf: (_line, place) => ({ text: String(place + 1) }) },
  { label: "Title", isFigure: false, cellOf: ({ title, author }) => ({ text: title, below: author }) },
  { label: "ISBN", isFigure: false, cellOf: ({ isbn13 }) => ({ text: isbn13 ?? "" }) },
  { label: "Copies", isFigure: true, cellOf: ({ copies }) => ({ text: String(copies) }) },
  { label: "MRP", isFigure: true, cellOf: ({ mrpPaise }) => ({ text: formatPaise(mrpPaise) }) },
  { label: "Price", isFigure: true, cellOf: ({ pricePaise }) => ({ text: formatPaise(pricePaise) }) },
  { label: "Amount", isFigure: true, cellOf: ({ copies, pricePaise }) => ({ text: formatPaise(copies * pricePaise) }) },
];
