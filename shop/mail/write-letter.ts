import { formatPaise } from "#shop/money/money.ts";
import { cleanText, linkTo, salutation, shorten } from "./clean-text.ts";
import type { Letter, LetterLine, LetterOrder, LetterShop } from "./letter.ts";
import type { LetterBooks, LetterContent } from "./letter-content.ts";

type LetterOf<Kind extends Letter["kind"]> = Extract<Letter, { kind: Kind }>;

const day = new Intl.DateTimeFormat("en-IN", { dateStyle: "long", timeZone: "Asia/Kolkata" });
const refundTime =
  "It goes to the card or account you paid with and usually shows there within 5 to 7 working days. There is nothing you need to do.";

/** Said of a paid order only: one that was not paid is closed without a letter. */
const nothingLeft =
  "What you paid for it has gone back to you already. Less than ₹1.00 of it is too little for a bank to send.";

/** Finds the words for a letter. Throws when it would link elsewhere than to the shop. */
export function writeLetter(letter: Letter, shop: LetterShop): LetterContent {
  switch (letter.kind) {
    case "order-confirmed":
      return writeConfirmed(letter, shop);
    case "order-shipped":
      return writeShipped(letter, shop);
    case "order-cancelled":
      return writeCancelled(letter, shop);
    case "order-refunded":
      return writeRefunded(letter, shop);
    case "order-sold-out":
      return writeSoldOut(letter, shop);
    case "back-in-stock":
      return writeBackInStock(letter, shop);
  }
}

function writeConfirmed({ order }: LetterOf<"order-confirmed">, shop: LetterShop): LetterContent {
  const next = "We are packing your books now. When the parcel leaves us, we will send you its tracking number.";
  return {
    ...beginOrderLetter(order, shop),
    subject: `Your order ${order.number} is paid`,
    preheader: `${summarise(order.lines)} for ${formatPaise(order.totalPaise)}. We write again when the parcel leaves.`,
    heading: "Thank you, your order is paid",
    paragraphs: [
      `We have received ${formatPaise(order.totalPaise)} for your order ${order.number}, placed on ${day.format(new Date(order.placedAt))}.`,
      ...(order.addressLines.length > 0 ? [next] : []),
    ],
    books: { heading: "Your books", lines: order.lines.map(pricedBook), ...addUpOrder(order, "Total paid") },
    ...goesTo(order),
    ...attach(order, shop, "Open your bill"),
    note: "Changed your mind? Until the parcel leaves us, you can cancel a book or the whole order on the order's page.",
  };
}

function writeShipped(letter: LetterOf<"order-shipped">, shop: LetterShop): LetterContent {
  const { order } = letter;
  const carrier = cleanText(letter.carrier);
  const start = beginOrderLetter(order, shop);
  const canTrack = letter.trackingUrl.length <= 500 && URL.parse(letter.trackingUrl)?.protocol === "https:";
  return {
    ...start,
    subject: `Your order ${order.number} is on its way`,
    preheader: `${summarise(order.lines)}, with ${carrier}, tracking number ${cleanText(letter.trackingNumber)}.`,
    heading: "Your books are on their way",
    paragraphs: [
      `The parcel with your order ${order.number} has left us with ${carrier}. The carrier's page may need a few hours before it knows the number.`,
    ],
    facts: [
      { label: "Tracking number", value: cleanText(letter.trackingNumber) },
      { label: "Carrier", value: carrier },
    ],
    action: canTrack ? { label: "Track your parcel", url: new URL(letter.trackingUrl).href } : start.action,
    books: { heading: "In the parcel", lines: order.lines.map(bookOnly), sums: [] },
    ...goesTo(order),
    ...attach(order, shop, "Open your bill"),
    note: "If a book arrives damaged or is not the one you chose, tell us and we will put it right.",
  };
}

function writeCancelled(letter: LetterOf<"order-cancelled">, shop: LetterShop): LetterContent {
  const { order, cancelledLines, refundPaise } = letter;
  const amount = formatPaise(refundPaise);
  const isWhole = cancelledLines === null;
  const money = refundPaise > 0 ? `We are sending ${amount} back to you. ${refundTime}` : nothingLeft;
  return {
    ...beginOrderLetter(order, shop),
    subject: `${isWhole ? "Your" : "Part of your"} order ${order.number} is cancelled`,
    preheader: refundPaise > 0 ? `${amount} is on its way back to you.` : nothingLeft,
    heading: `${isWhole ? "Your order" : "Part of your order"} is cancelled`,
    paragraphs: [
      isWhole
        ? `Your order ${order.number}, placed on ${day.format(new Date(order.placedAt))}, is cancelled. Nothing of it will be sent.`
        : `The books below are cancelled and will not be sent. The rest of your order ${order.number} goes ahead as before.`,
      money,
    ],
    facts: refundPaise > 0 ? [{ label: "Goes back to you", value: amount }] : [],
    books: isWhole
      ? { heading: "Cancelled", lines: order.lines.map(pricedBook), ...addUpOrder(order, "Total") }
      : { heading: "Cancelled", lines: cancelledLines.map(bookOnly), sums: [] },
    ...attach(order, shop, "Open your credit note"),
  };
}

function writeRefunded(letter: LetterOf<"order-refunded">, shop: LetterShop): LetterContent {
  const { order } = letter;
  const amount = formatPaise(letter.refundPaise);
  const reason = cleanText(letter.reason);
  return {
    ...beginOrderLetter(order, shop),
    subject: `Your refund of ${amount} for order ${order.number}`,
    preheader: "It usually shows within 5 to 7 working days. There is nothing you need to do.",
    heading: "Your money is on its way back",
    paragraphs: [`We have refunded ${amount} of your order ${order.number}. ${refundTime}`],
    facts: [
      { label: "Goes back to you", value: amount },
      ...(reason ? [{ label: "Why", value: reason }] : []),
      { label: "The order's total was", value: formatPaise(order.totalPaise) },
    ],
    ...attach(order, shop, "Open your credit note"),
    note: "Nothing there after 7 working days? Write to us, and we will follow it up with the bank.",
  };
}

function writeSoldOut({ order }: LetterOf<"order-sold-out">, shop: LetterShop): LetterContent {
  const amount = formatPaise(order.totalPaise);
  return {
    ...beginOrderLetter(order, shop),
    subject: `Your order ${order.number} sold out; you get ${amount} back`,
    preheader: "We are sorry. Your payment came when the books were gone, and it goes back in full.",
    heading: "We are sorry, your books are gone",
    paragraphs: [
      `Your payment for order ${order.number} reached us after the time for which we had held your books, and by then other readers had bought them. So we cannot send your order.`,
      `We are sending all of your money back, ${amount}. ${refundTime}`,
    ],
    facts: [{ label: "Goes back to you", value: amount }],
    books: { heading: "What you had chosen", lines: order.lines.map(pricedBook), ...addUpOrder(order, "Total") },
    ...attach(order, shop, "Open your credit note"),
    note: "On the page of a book that is sold out, you can ask us to write to you when it is back.",
  };
}

function writeBackInStock({ book }: LetterOf<"back-in-stock">, shop: LetterShop): LetterContent {
  const title = cleanText(book.title);
  const author = cleanText(book.author);
  const price = formatPaise(book.pricePaise);
  return {
    subject: `Back in stock: ${shorten(title, 60)}`,
    preheader: `You asked us to tell you. By ${author}, ${price}.`,
    heading: `${shorten(title, 90)} is back`,
    greeting: "Hello,",
    paragraphs: [
      `You asked us to write when “${title}” by ${author} is on the shelf again. It is.`,
      "We have not put a copy aside for you, and others may be waiting for it too. This is the only time we write about it.",
    ],
    facts: [{ label: "Price", value: price }],
    action: { label: "See the book", url: linkTo(book.url, shop.publicUrl) },
    because: `You get this letter because you asked ${cleanText(shop.name)} to tell you when the book is back.`,
  };
}

function beginOrderLetter(order: LetterOrder, shop: LetterShop) {
  return {
    reference: `Order ${order.number}`,
    greeting: salutation(order.readerName),
    facts: [],
    action: { label: "See your order", url: linkTo(order.url, shop.publicUrl) },
    because: `You get this letter because you ordered at ${cleanText(shop.name)}.`,
  };
}

function goesTo({ addressLines }: LetterOrder): Pick<LetterContent, "address"> {
  if (addressLines.length === 0) return {};
  return { address: { heading: "Goes to", lines: addressLines.map(cleanText) } };
}

function attach({ documentUrl }: LetterOrder, shop: LetterShop, label: string): Pick<LetterContent, "document"> {
  return documentUrl ? { document: { label, url: linkTo(documentUrl, shop.publicUrl) } } : {};
}

function pricedBook(line: LetterLine) {
  return { ...bookOnly(line), amount: formatPaise(line.totalPaise) };
}

function bookOnly({ title, author, format, quantity }: LetterLine) {
  const copies = `${quantity} ${quantity === 1 ? "copy" : "copies"}`;
  return {
    title: cleanText(title),
    about: `${cleanText(author)}, ${cleanText(format).replaceAll("-", " ")}, ${copies}`,
  };
}

function addUpOrder(order: LetterOrder, totalLabel: string): Pick<LetterBooks, "sums" | "total"> {
  const delivery = order.shippingPaise === 0 ? "Free" : formatPaise(order.shippingPaise);
  return {
    sums: [
      { label: "Subtotal", amount: formatPaise(order.subtotalPaise) },
      ...order.discounts.map(({ label, amountPaise }) => ({
        label: cleanText(label),
        amount: formatPaise(-amountPaise),
      })),
      ...(order.addressLines.length > 0 ? [{ label: "Shipping", amount: delivery }] : []),
    ],
    total: { label: totalLabel, amount: formatPaise(order.totalPaise) },
  };
}

/** The first book and how many more copies there are, such as `The Guide and 2 more`. */
function summarise(lines: LetterLine[]): string {
  const more = lines.reduce((sum, line) => sum + line.quantity, 0) - 1;
  const first = shorten(cleanText(lines[0]?.title ?? "Your books"), 60);
  return more > 0 ? `${first} and ${more} more` : first;
}
