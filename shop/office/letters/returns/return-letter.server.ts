import { requiredItem } from "#shop/kernel/text/required-value.ts";
import type { OrderPage } from "#shop/sales/orders/find-order.server.ts";
import { returnReasonLabels, type ReturnReason } from "#shop/sales/orders/return-labels.ts";
import type { LetterShop } from "#shop/kernel/mail/letter-content.ts";
import type { Services } from "#shop/services.ts";
import { cleanText } from "#shop/kernel/text/clean-text.ts";
import { findLetterOrder, letterLine } from "#shop/office/letters/orders/find-letter-order.server.ts";
import type { WaitingLetter } from "#shop/office/letters/letter-type.ts";
import {
  beginOrderLetter,
  bookOnly,
  type LetterLine,
  type LetterOrder,
} from "#shop/office/letters/orders/order-letter.ts";
import { sampleOrder } from "#shop/office/letters/orders/sample-order.ts";

/** The data that all letters about a return share. */
export interface ReturnLetter {
  order: LetterOrder;
  /** The copies to return. */
  line: LetterLine;
  reason: ReturnReason;
}

/** The return of a waiting letter, with its order and the shared data; null if it does not exist. */
export async function findReturn(
  services: Services,
  letter: WaitingLetter<"return-asked" | "return-for-shop" | "return-accepted" | "return-refused">,
): Promise<{ found: OrderPage; request: OrderPage["returns"][number]; shared: ReturnLetter } | null> {
  const about = await findLetterOrder(services, letter);
  const request = about?.found.returns.find(({ id }) => id === letter.facts.returnId);
  const returned = request && about?.found.lines[request.position];
  if (!about || !returned) return null;
  const { found, order } = about;
  const line = letterLine(returned, request.quantity);
  return { found, request, shared: { order, line, reason: request.reason } };
}

/** The part that all letters about a return share. */
export function beginReturnLetter({ order, line, reason }: ReturnLetter, shop: LetterShop) {
  return {
    ...beginOrderLetter(order, shop),
    facts: [{ label: "Why", value: returnReasonLabels[reason] }],
    books: { heading: "The book", lines: [bookOnly(line)], sums: [] },
  };
}

/** The bookseller's answer as paragraphs, one per line. */
export function answerOf(answer: string): string[] {
  return answer.split("\n").map(cleanText).filter(Boolean);
}

export const sampleReturn: ReturnLetter = {
  order: sampleOrder,
  line: requiredItem(sampleOrder.lines, 0),
  reason: "damaged",
};
