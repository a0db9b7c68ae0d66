/** Reads the order of a letter, converts it and its lines for letters, and links to its documents. */
import { documentName } from "#shop/sales/documents/document-name.ts";
import { findOrder, type OrderPage } from "#shop/sales/orders/find-order.server.ts";
import { orderLink } from "#shop/sales/orders/order-link.server.ts";
import type { OrderRefund } from "#shop/sales/orders/refund-labels.ts";
import { stateName } from "#shop/kernel/regions/indian-states.ts";
import type { Services } from "#shop/services.ts";
import type { WaitingLetter } from "#shop/office/letters/letter-type.ts";
import type { LetterLine, LetterOrder } from "./order-letter.ts";

/** Reads the order of a queued letter: `found` as its page shows it, `order` as letters do; null if it is gone. */
export async function findLetterOrder(
  services: Services,
  { kind, orderNumber }: WaitingLetter,
): Promise<{ found: OrderPage; order: LetterOrder } | null> {
  if (orderNumber === null) throw new Error(`A letter of the kind "${kind}" requires an order.`);
  const found = await findOrder(services.db, orderNumber, "link");
  return found && { found, order: asLetterOrder(services, found) };
}

/** The link to a document for this reader. The link works at once; the document gets its number a few seconds later. */
export function linkToDocument(
  { settings, linkKey }: Services,
  order: Pick<OrderPage, "number" | "linkVersion">,
  document: string,
): string {
  return orderLink(settings.publicUrl, linkKey, order, document);
}

function asLetterOrder(services: Services, order: OrderPage): LetterOrder {
  const { settings, linkKey } = services;
  const state = stateName(order.stateCode);
  const address = [order.name, order.addressLine1, order.addressLine2, `${order.city} ${order.pin}`, state];
  return {
    number: order.number,
    url: orderLink(settings.publicUrl, linkKey, order),
    readerName: order.name,
    placedAt: order.placedAt,
    lines: order.lines.map((line) => letterLine(line, line.quantity)),
    subtotalPaise: order.subtotalPaise,
    discounts: order.discounts,
    shippingPaise: order.shippingPaise,
    totalPaise: order.totalPaise,
    addressLines: order.isCollection ? [] : address.filter((line) => line !== ""),
    collectAt: order.isCollection
      ? [settings.name, ...settings.seller.addressLines, settings.policies.supportHours]
      : null,
    arrival: order.arrival,
    duePaise: order.duePaise ?? (order.dueOn === null ? null : order.transferPaise),
    onlineSavingPaise: order.onlineSavingPaise,
    payBy: order.dueOn,
    bookplate: order.bookplate,
    billUrl: linkToDocument(services, order, documentName(null)),
  };
}

/** The lines of some copies of an order, such as those of a refund. */
export function linesOf({ lines }: OrderPage, copies: OrderRefund["copies"]): LetterLine[] {
  return copies.flatMap(({ position, quantity }) => {
    const line = lines[position];
    return line ? [letterLine(line, quantity)] : [];
  });
}

/** A line with `quantity` copies. */
export function letterLine(line: OrderPage["lines"][number], quantity: number): LetterLine {
  const { title, author, format, unitPricePaise } = line;
  return { title, author, format, quantity, totalPaise: unitPricePaise * quantity };
}
