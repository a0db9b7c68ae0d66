import type { LetterLine, LetterOrder } from "./letter.ts";
import type { ReturnLetter } from "./return-letter.ts";
import type { OrderPage } from "#shop/orders/find-order.server.ts";
import { accountOf } from "#shop/orders/payment-labels.ts";
import { returnReasonLabels } from "#shop/orders/return-labels.ts";
import type { Services } from "#shop/services.ts";

interface ReturnFacts {
  returnId?: number;
  isKept?: boolean;
  refundPaise?: number;
}

/** Finds what a waiting letter about a return tells of; null when there is no such return. */
export function loadReturnLetter(
  { settings }: Pick<Services, "settings">,
  kind: ReturnLetter["kind"],
  {
    found,
    order,
    lineOf,
  }: { found: OrderPage; order: LetterOrder; lineOf: (position: number, copies: number) => LetterLine },
  facts: ReturnFacts,
): ReturnLetter | null {
  const one = found.returns.find(({ id }) => id === Number(facts.returnId));
  if (!one) return null;
  const shared = { order, line: lineOf(one.position, one.quantity), reason: returnReasonLabels[one.reason] };
  switch (kind) {
    case "return-asked":
      return { kind, ...shared };
    case "return-for-shop":
      return { kind, ...shared, returnId: one.id, words: one.words, name: found.name, email: found.email };
    case "return-refused":
      return { kind, ...shared, answer: one.answer };
    case "return-accepted": {
      const { legalName, addressLines } = settings.seller;
      const money = { refundPaise: facts.refundPaise ?? 0, account: accountOf(found.payment) };
      return {
        kind,
        ...shared,
        ...money,
        isKept: facts.isKept === true,
        answer: one.answer,
        sendTo: [legalName, ...addressLines],
      };
    }
  }
}
