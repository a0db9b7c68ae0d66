import { findPurchaseOrder, type PurchaseOrder } from "#shop/office/buying/purchase-orders.server.ts";
import {
  orderedLines,
  purchaseOrderNumber,
  renderPurchaseOrder,
  titleOf,
  writePurchaseOrderCsv,
} from "#shop/office/buying/purchase-order-files.server.ts";
import { sumLines } from "#shop/office/buying/sum-lines.ts";
import { formatDiscount } from "#shop/office/stock-room/terms.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { cleanText, shorten } from "#shop/kernel/text/clean-text.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";

/** More books than this are only in the attached files. */
const maxShown = 40;

const line = { cancelled: 0, came: 0, toCome: 4, bookId: "a-book", lookupTitle: null };

/** To a supplier: a purchase order, with the PDF and the table attached. */
export const purchaseOrderLetter: LetterType<PurchaseOrder, "purchase-order"> = {
  async load({ db }, { facts }) {
    const order = await findPurchaseOrder(db, facts.orderId);
    return order && orderedLines(order).length > 0 ? order : null;
  },
  write(order, shop) {
    const lines = orderedLines(order);
    const { copies, paise, unknown } = sumLines(lines);
    const number = purchaseOrderNumber(order.id);
    const shopName = cleanText(shop.name);
    const what = `${formatCount(copies, "copy", "copies")} of ${formatCount(lines.length, "title")}`;
    return {
      subject: `Purchase order ${number} of ${shopName}: ${what}`,
      preheader: `${what}. The list is attached as PDF and CSV.`,
      reference: number,
      heading: `Purchase order ${number}`,
      greeting: `Dear ${shorten(cleanText(order.supplier), 80)},`,
      paragraphs: [
        `Please send us ${what}. The whole order is attached as PDF and as a table (CSV).`,
        `Please name ${number} on the bill, and tell us which books you cannot send.`,
      ],
      facts: [
        { label: "Order", value: number },
        ...(order.discount > 0 ? [{ label: "Discount", value: `${formatDiscount(order.discount)} off the MRP` }] : []),
      ],
      links: [],
      books: {
        heading: lines.length > maxShown ? `The first ${maxShown} titles` : "The books",
        lines: lines.slice(0, maxShown).map((one) => ({
          title: titleOf(one),
          about: [one.author, one.code, formatCount(one.copies, "copy", "copies")].filter(Boolean).join(", "),
          ...(one.costPaise === null ? {} : { amount: formatPaise(one.costPaise * one.copies) }),
        })),
        sums: [],
        ...(unknown === 0 ? { total: { label: "Total", amount: formatPaise(paise) } } : {}),
      },
      note: "If anything is unclear, simply reply to this e-mail.",
      replyTo: shop.supportEmail,
      because: `You get this e-mail because ${shopName} orders books from you.`,
    };
  },
  async attach({ settings }, order) {
    const filename = purchaseOrderNumber(order.id);
    return [
      {
        filename: `${filename}.pdf`,
        contentType: "application/pdf",
        content: await renderPurchaseOrder(order, settings.seller),
      },
      {
        filename: `${filename}.csv`,
        contentType: "text/csv; charset=utf-8",
        // The byte order mark tells spreadsheet programs that the file is UTF-8.
        content: Buffer.from(`\uFEFF${writePurchaseOrderCsv(order)}`),
      },
    ];
  },
  sample: {
    id: 12,
    supplierId: 3,
    supplier: "Rupa Publications",
    email: "orders@rupa.example",
    gstin: "",
    madeAt: "2026-11-21T05:30:00.000Z",
    sentAt: "2026-11-21T06:30:00.000Z",
    discount: 4000,
    lines: [
      {
        ...line,
        code: "9780143039648",
        copies: 4,
        title: "The Guide",
        author: "R. K. Narayan",
        mrpPaise: 299_00,
        costPaise: 179_40,
      },
      {
        ...line,
        code: "9788126702206",
        copies: 2,
        title: "गोदान",
        author: "प्रेमचंद",
        mrpPaise: 250_00,
        costPaise: 150_00,
      },
    ],
  },
};
