import { formatPaise } from "#shop/money/money.ts";
import { cleanText, linkTo, shorten } from "#shop/text/clean-text.ts";
import type { Letter, LetterShop } from "./letter.ts";
import type { LetterContent } from "#shop/mail/letter-content.ts";
import {
  addUpOrder,
  beginOrderLetter,
  billOf,
  bookOnly,
  dayOf,
  goesTo,
  pricedBook,
  summarise,
} from "./order-letter.ts";
import { renderCorrespondenceContent } from "./render-correspondence-content.ts";
import { renderCancelledContent, renderRefundedContent, renderSoldOutContent } from "./render-refund-content.ts";
import { renderWishContent } from "./render-wish-content.ts";
import { renderAccountContent } from "./render-account-content.ts";
import { renderReturnContent } from "./render-return-content.ts";
import { renderReviewContent } from "./render-review-content.ts";

type LetterOf<Kind extends Letter["kind"]> = Extract<Letter, { kind: Kind }>;

/** Finds the words for a letter. Throws when it would link elsewhere than to the shop. */
export function renderLetterContent(letter: Letter, shop: LetterShop): LetterContent {
  switch (letter.kind) {
    case "return-asked":
    case "return-for-shop":
    case "return-accepted":
    case "return-refused":
      return renderReturnContent(letter, shop);
    case "order-confirmed":
      return writeConfirmed(letter, shop);
    case "order-shipped":
      return writeShipped(letter, shop);
    case "order-cancelled":
      return renderCancelledContent(letter, shop);
    case "order-refunded":
      return renderRefundedContent(letter, shop);
    case "order-sold-out":
      return renderSoldOutContent(letter, shop);
    case "back-in-stock":
      return writeBackInStock(letter, shop);
    case "wish-cheaper":
    case "wish-back":
      return renderWishContent(letter, shop);
    case "review-hidden":
    case "review-shown":
    case "review-for-shop":
    case "review-ask":
      return renderReviewContent(letter, shop);
    case "confirm-email":
    case "email-changed":
    case "account-deleted":
      return renderAccountContent(letter, shop);
    default:
      return renderCorrespondenceContent(letter, shop);
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
      `We have received ${formatPaise(order.totalPaise)} for your order ${order.number}, placed on ${dayOf(order.placedAt)}.`,
      ...(order.addressLines.length > 0 ? [next] : []),
    ],
    books: { heading: "Your books", lines: order.lines.map(pricedBook), ...addUpOrder(order, "Total paid") },
    ...goesTo(order),
    links: [billOf(order, shop)],
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
    links: [...(canTrack ? [start.action] : []), billOf(order, shop)],
    note: "If a book arrives damaged or is not the one you chose, tell us and we will put it right.",
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
    links: [],
    because: `You get this letter because you asked ${cleanText(shop.name)} to tell you when the book is back.`,
  };
}
