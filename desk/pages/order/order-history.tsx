import type { OrderRecord } from "#shop/office/back-office/orders/order-record.server.ts";
import { longMoment } from "#shop/kernel/dates/dates.ts";
import { nameProvider } from "#shop/sales/payments/provider-names.ts";
import { labelState, refundedStates } from "#shop/sales/orders/order-state.ts";

/** The texts for the causes of state changes. `provider` is the display name of the payment provider. */
const causesAt = (provider: string): Record<string, string> => ({
  checkout: "at the checkout",
  reader: "by the reader",
  browser: "reported by the reader’s browser",
  return: "when the reader came back from the payment page",
  webhook: `reported by ${provider}`,
  reconciler: `found when the shop asked ${provider}`,
  bookseller: "by the shop",
  clock: "because the time to pay was over",
});

/** The state changes of an order, oldest first. */
export function OrderHistory({
  events,
  payments,
  isCollection,
}: Pick<OrderRecord, "events" | "payments" | "isCollection">) {
  const causes = causesAt(payments[0] ? nameProvider(payments[0].provider) : "the payment provider");
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="text-title">
        History
      </h2>
      <ol className="mt-3 border-t border-line">
        {events.map(({ at, from, to, cause, note }, place) => (
          <li key={place} className="grid gap-x-4 border-b border-line py-2 sm:grid-cols-[14rem_1fr]">
            <time className="text-small text-quiet" dateTime={at}>
              {longMoment(at)}
            </time>
            <span className="min-w-0 break-words">
              {from !== to
                ? labelState(to, isCollection)
                : refundedStates.includes(to)
                  ? "Where its books are"
                  : "Paid"}
              <span className="text-small text-quiet">
                {", "}
                {causes[cause] ?? cause}
                {note && `, ${note}`}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
