import { Money } from "#app/components/books/money.tsx";
import { PaperLink } from "#desk/components/papers/paper-link.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import type { OrderRecord } from "#shop/office/back-office/orders/order-record.server.ts";
import { namePaidAtCounter, namePaidAtShop, paidAtShop } from "#shop/sales/orders/collection/paid-at-shop.ts";
import { namePaidOtherwise } from "#shop/sales/orders/refund-labels.ts";
import { atCounter, isPaidByHand, onDelivery } from "#shop/sales/orders/paid-by-hand.ts";
import { nameProvider } from "#shop/sales/payments/provider-names.ts";
import { CloseRefundForm } from "./close-refund-form.tsx";

const paymentStatuses: Record<string, string> = {
  created: "started, not paid",
  authorized: "authorized by the bank, not yet captured",
  captured: "received",
  refunded: "received and refunded",
  failed: "failed",
  due: "due",
  void: "not needed: the order was cancelled or came back",
  replaced: "not needed: the order was paid online",
};

const refundStates: Record<string, string> = {
  requested: "requested",
  pending: "being paid",
  processed: "paid",
  failed: "failed",
};

const reasons: Record<string, string> = {
  cancelled: "cancelled",
  returned: "books were returned",
  bookseller: "made by the shop",
  "sold-out": "sold out when the payment came",
  duplicate: "paid twice",
  mismatch: "the amount was not the order’s total",
  elsewhere: "made outside the shop",
};

/** Who takes a payment that no provider takes, and how. */
function describeOffline(method: string, isCollection: boolean): string {
  const atShop = paidAtShop.find((by) => by === method);
  if (atShop) return `At the shop, ${namePaidAtShop(atShop)}`;
  return isCollection ? "When the reader collects it" : "On delivery, by the carrier";
}

interface PaymentsProps extends Pick<OrderRecord, "number" | "payments" | "refunds" | "documents"> {
  isCollection: boolean;
  /** Only owners may close a refund that failed at the payment provider. */
  isOwner: boolean;
  /** The current day in India, such as `2026-11-30`. */
  today: string;
  trouble: ActionError | null;
}

/** The payments and refunds of an order. */
export function Payments({
  number,
  payments,
  refunds,
  documents,
  isCollection,
  isOwner,
  today,
  trouble,
}: PaymentsProps) {
  return (
    <section aria-labelledby="payments">
      <h2 id="payments" className="text-title">
        Money
      </h2>
      {payments.length === 0 && <p className="mt-3">There are no payments.</p>}
      <ul className="mt-3 border-t border-line">
        {payments.map(({ id, provider, status, method, amountPaise, card }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2">
            <span className="min-w-0 flex-1 break-words">
              Payment {paymentStatuses[status] ?? status}
              <span className="block text-small text-quiet">
                {provider === onDelivery ? (
                  describeOffline(method, isCollection)
                ) : provider === atCounter ? (
                  `At the counter, ${namePaidAtCounter(method)}`
                ) : isPaidByHand(provider) ? (
                  nameProvider(provider)
                ) : (
                  <>
                    {card && `${card}, `}
                    {nameProvider(provider)} number {id}
                  </>
                )}
              </span>
            </span>
            <span className="tabular-nums">
              <Money paise={amountPaise} />
            </span>
          </li>
        ))}
        {refunds.map(({ id, state, amountPaise, reason, note, remark, paidOtherwise, isOnDelivery }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2">
            <span className="min-w-0 flex-1 break-words">
              {isOnDelivery && state === "processed" && !paidOtherwise
                ? "Less to pay"
                : `Refund ${isOnDelivery && state === "requested" ? "to be paid by you" : (refundStates[state] ?? state)}`}
              : {reasons[reason] ?? reason}
              {note && <span className="block text-small break-words">“{note}”</span>}
              {paidOtherwise && (
                <span className="block text-small">Paid by the shop {namePaidOtherwise(paidOtherwise)}</span>
              )}
              {remark && <span className="block text-small text-quiet">{remark}</span>}
            </span>
            <span className="tabular-nums">
              <Money paise={-amountPaise} />
            </span>
            {isOwner && (state === "failed" || (isOnDelivery && state === "requested")) && (
              <CloseRefundForm
                number={number}
                refundId={id}
                isByHand={isOnDelivery}
                today={today}
                trouble={trouble?.values.refund === String(id) ? trouble : null}
              />
            )}
          </li>
        ))}
      </ul>
      {documents.length > 0 && (
        <ul className="mt-2">
          {documents.map((one) => (
            <li key={one.number} className="flex flex-wrap items-center gap-x-2">
              {one.kind === "bill" ? "Bill" : "Credit note"} <PaperLink number={one.number} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
