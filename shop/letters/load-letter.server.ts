import { sql } from "#db/sql.ts";

import { href } from "#routing/href.ts";
import { authorNamesSql } from "#shop/catalogue/cards.server.ts";
import { loadCorrespondenceLetter } from "./load-correspondence-letter.server.ts";
import { isCorrespondence } from "./correspondence-letter.ts";
import { emailChangeLink } from "#shop/readers/email-change-link.server.ts";
import type { Letter, LetterLine, LetterOrder } from "./letter.ts";
import type { LetterKind } from "#shop/mail/outbox.server.ts";
import { isReturnLetter } from "./return-letter.ts";
import { isReviewLetter } from "./review-letter.ts";
import { isWishLetter } from "./wish-letter.ts";
import { documentName } from "#shop/documents/document-name.ts";
import { findOrder, type OrderPage } from "#shop/orders/find-order.server.ts";
import { indianStates } from "#shop/places/indian-states.ts";
import { orderLink } from "#shop/orders/order-link.server.ts";
import { accountOf } from "#shop/orders/payment-labels.ts";
import { refundReason, type OrderRefund } from "#shop/orders/refund-labels.ts";
import { loadReviewLetter } from "#shop/reviews/review-letters.server.ts";
import type { Services } from "#shop/services.ts";
import { loadWishLetter } from "#shop/wishlist/wish-letters.server.ts";
import { loadReturnLetter } from "./load-return-letter.server.ts";

/** A letter as it waits in the outbox. */
export interface WaitingLetter {
  kind: LetterKind;
  orderNumber: string | null;
  facts: Record<string, unknown>;
}

interface CancelFacts {
  isWhole: boolean;
  paidPaise: number;
  beforePaise: number;
  refundPaise: number;
  copies: OrderRefund["copies"];
}

/**
 * Reads what a waiting letter tells of, as it stands now; null when there is nothing left to tell. Throws for a kind that
 * nobody knows how to write, such as one of a newer version of the shop.
 */
export async function loadLetter(
  services: Services,
  { kind, orderNumber, facts }: WaitingLetter,
): Promise<Letter | null> {
  if (kind === "back-in-stock") return composeBackInStock(services, String(facts.bookId));
  if (isWishLetter(kind)) return loadWishLetter(services, kind, facts);
  if (isReviewLetter(kind)) return loadReviewLetter(services, kind, facts);
  if (isCorrespondence(kind)) return loadCorrespondenceLetter(services, kind, facts);
  if (kind === "confirm-email") return composeConfirmEmail(services, String(facts.changeId));
  if (kind === "email-changed" || kind === "account-deleted") {
    return { kind, readerName: String(facts.readerName), orderCount: Number(facts.orderCount ?? 0) };
  }
  if (orderNumber === null) throw new Error(`Nobody knows how to write a letter of the kind "${kind}" about no order.`);
  const found = await findOrder(services.db, orderNumber, "link");
  if (!found) return null;
  const order = letterOrder(services, found);
  if (isReturnLetter(kind)) {
    const lineOf = (position: number, copies: number) => letterLine(found.lines[position]!, copies);
    return loadReturnLetter(services, kind, { found, order, lineOf }, facts);
  }
  switch (kind) {
    case "order-confirmed":
      return { kind, order };
    case "order-shipped":
      return found.shipment && { kind, order: { ...order, lines: linesInParcel(found) }, ...found.shipment };
    case "order-cancelled": {
      const { copies, ...cancelled } = facts as unknown as CancelFacts;
      return { kind, order, ...cancelled, lines: linesOf(found, copies), account: accountOf(found.payment) };
    }
    case "order-refunded": {
      const refund = found.refunds.find(({ id }) => id === Number(facts.refundId));
      return refund ? composeRefunded(services, order, found, refund) : null;
    }
    case "order-sold-out": {
      const refund = found.refunds.find(({ reason }) => reason === "sold-out");
      if (!refund) return null;
      const { amountPaise: refundPaise, paidInstead, payment } = refund;
      return { kind, order, refundPaise, paidInstead, account: accountOf(payment) };
    }
    default:
      throw unknownKind(kind satisfies never);
  }
}

function unknownKind(kind: string) {
  return new Error(`Nobody knows how to write a letter of the kind "${kind}".`);
}

function composeRefunded(services: Services, order: LetterOrder, found: OrderPage, refund: OrderRefund): Letter {
  const gone = found.refunds.filter(({ state, id }) => state === "processed" && id <= refund.id);
  return {
    kind: "order-refunded",
    order,
    lines: linesOf(found, refund.copies),
    reason: refundReason(refund),
    refundPaise: refund.amountPaise,
    account: accountOf(refund.payment),
    paidPaise: found.paidPaise,
    returnedPaise: gone.reduce((sum, { amountPaise }) => sum + amountPaise, 0),
    creditNoteUrl: refund.isOfBill ? linkToDocument(services, order.number, documentName(refund.id)) : "",
  };
}

function letterOrder(services: Services, order: OrderPage): LetterOrder {
  const { settings, orderLinkKey } = services;
  const state = indianStates.find((state) => state.code === order.stateCode)?.name ?? "";
  const address = [order.name, order.addressLine1, order.addressLine2, `${order.city} ${order.pin}`, state];
  return {
    number: order.number,
    url: orderLink(settings.publicUrl, orderLinkKey, order.number),
    readerName: order.name,
    placedAt: order.placedAt,
    lines: order.lines.map((line) => letterLine(line, line.quantity)),
    subtotalPaise: order.subtotalPaise,
    discounts: order.discounts,
    shippingPaise: order.shippingPaise,
    totalPaise: order.totalPaise,
    addressLines: address.filter((line) => line !== ""),
    billUrl: linkToDocument(services, order.number, documentName(null)),
  };
}

/** The address is good before the paper has its number: it is issued within seconds, by another job. */
function linkToDocument({ settings, orderLinkKey }: Services, orderNumber: string, paper: string): string {
  return orderLink(settings.publicUrl, orderLinkKey, orderNumber, paper);
}

function linesOf({ lines }: OrderPage, copies: OrderRefund["copies"]): LetterLine[] {
  return copies.map(({ position, quantity }) => letterLine(lines[position]!, quantity));
}

function linesInParcel({ lines }: OrderPage): LetterLine[] {
  return lines
    .filter((line) => line.cancelled < line.quantity)
    .map((line) => letterLine(line, line.quantity - line.cancelled));
}

function letterLine(line: OrderPage["lines"][number], quantity: number): LetterLine {
  const { title, author, format, unitPricePaise } = line;
  return { title, author, format, quantity, totalPaise: unitPricePaise * quantity };
}

async function composeBackInStock({ db, settings }: Services, bookId: string): Promise<Letter | null> {
  const { rows } = await db.execute<{ title: string; author: string; pricePaise: number }>(sql`
    select w.title, b.price_paise, ${authorNamesSql} as author
    from books b join works w on w.id = b.work_id where b.id = ${bookId}`);
  const book = rows[0];
  if (!book) return null;
  const { title, author, pricePaise } = book;
  return {
    kind: "back-in-stock",
    book: { title, author, pricePaise, url: settings.publicUrl + href("/books/:bookId", { bookId }) },
  };
}

async function composeConfirmEmail({ db, settings, orderLinkKey }: Services, changeId: string): Promise<Letter | null> {
  const { rows } = await db.execute(sql`select from email_changes where id = ${changeId}`);
  if (!rows[0]) return null;
  return { kind: "confirm-email", url: emailChangeLink(settings.publicUrl, orderLinkKey, changeId) };
}
