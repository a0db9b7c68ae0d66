import { sql } from "drizzle-orm";

import { writersOf } from "#shop/catalogue/cards.server.ts";
import { emailChangeLink } from "#shop/identity/email-change-link.server.ts";
import type { Letter, LetterLine, LetterOrder } from "#shop/mail/letter.ts";
import type { LetterKind } from "#shop/mail/outbox.server.ts";
import { findOrder, type OrderPage } from "#shop/orders/find-order.server.ts";
import { indianStates } from "#shop/places/indian-states.ts";
import { orderLink } from "#shop/orders/order-link.server.ts";
import type { Services } from "#shop/services.ts";

/** A letter as it waits in the outbox. */
export interface WaitingLetter {
  kind: LetterKind;
  orderNumber: string | null;
  facts: Record<string, unknown>;
}

interface CancelFacts {
  isWhole: boolean;
  refundPaise: number;
  copies: { position: number; quantity: number }[];
}

const refundReasons: Record<string, string> = {
  cancelled: "You cancelled before we shipped",
  bookseller: "The shop gives this back to you",
  "sold-out": "The books were sold out when your payment came",
  duplicate: "The order had been paid twice",
  mismatch: "The payment did not fit the order",
  elsewhere: "Your payment was returned",
};

/** Reads what a waiting letter tells of, as it stands now; null when there is nothing left to tell. */
export async function composeLetter(
  services: Services,
  { kind, orderNumber, facts }: WaitingLetter,
): Promise<Letter | null> {
  if (kind === "back-in-stock") return composeBackInStock(services, String(facts.bookId));
  if (kind === "confirm-email") return composeConfirmEmail(services, String(facts.changeId));
  if (kind === "email-changed" || kind === "account-deleted") {
    return { kind, readerName: String(facts.readerName), orderCount: Number(facts.orderCount ?? 0) };
  }
  const found = orderNumber === null ? null : await findOrder(services.db, orderNumber, "link");
  if (!found) return null;
  const order = letterOrder(services, found);
  switch (kind) {
    case "order-confirmed":
    case "order-sold-out":
      return { kind, order };
    case "order-shipped":
      return found.shipment && { kind, order: { ...order, lines: linesInParcel(found) }, ...found.shipment };
    case "order-cancelled": {
      const { isWhole, refundPaise, copies } = facts as unknown as CancelFacts;
      const cancelledLines = copies.map(({ position, quantity }) => letterLine(found.lines[position]!, quantity));
      return { kind, order, cancelledLines: isWhole ? null : cancelledLines, refundPaise };
    }
    case "order-refunded": {
      const { rows } = await services.db.execute<{ amount_paise: string; reason: string; note: string }>(
        sql`select amount_paise, reason, note from refunds where id = ${Number(facts.refundId)}`,
      );
      const refund = rows[0];
      if (!refund) return null;
      const reason = (refund.reason === "bookseller" && refund.note) || refundReasons[refund.reason] || "";
      return { kind, order, refundPaise: Number(refund.amount_paise), reason };
    }
  }
}

function letterOrder({ settings, orderLinkKey }: Services, order: OrderPage): LetterOrder {
  const state = indianStates.find((one) => one.code === order.stateCode)?.name ?? "";
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
  };
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
  const { rows } = await db.execute<{ title: string; author: string; price_paise: number }>(sql`
    select w.title, b.price_paise, ${writersOf} as author
    from books b join works w on w.id = b.work_id where b.id = ${bookId}`);
  const book = rows[0];
  if (!book) return null;
  const { title, author, price_paise: pricePaise } = book;
  return { kind: "back-in-stock", book: { title, author, pricePaise, url: `${settings.publicUrl}/books/${bookId}` } };
}

async function composeConfirmEmail({ db, settings, orderLinkKey }: Services, changeId: string): Promise<Letter | null> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select r.name from email_changes c join readers r on r.id = c.reader_id where c.id = ${changeId}`,
  );
  if (!rows[0]) return null;
  return {
    kind: "confirm-email",
    readerName: rows[0].name,
    url: emailChangeLink(settings.publicUrl, orderLinkKey, changeId),
  };
}
