import { Money } from "#app/components/books/money.tsx";
import type { NotPaidOut as Waiting } from "#shop/office/back-office/payouts.server.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { OrderOf } from "#desk/components/order-of.tsx";

interface NotPaidOutProps {
  waiting: { rows: Waiting[]; payments: number; paymentsPaise: number; refunds: number; refundsPaise: number };
  maySeeOrders: boolean;
}

/** Recent payments and refunds that are not in a payout yet. */
export function NotPaidOut({ waiting, maySeeOrders }: NotPaidOutProps) {
  const { rows, payments, paymentsPaise, refunds, refundsPaise } = waiting;
  const hidden = payments + refunds - rows.length;
  return (
    <>
      <p className="mt-3">
        {[
          payments > 0 && `${formatCount(payments, "payment")} of ${formatPaise(paymentsPaise)} together`,
          refunds > 0 && `${formatCount(refunds, "refund")} of ${formatPaise(refundsPaise)}`,
        ]
          .filter(Boolean)
          .join(", ")}
        , before fees.
      </p>
      <table className="desk-table desk-stacked mt-3">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What</th>
            <th scope="col">Order</th>
            <th scope="col" className="text-right!">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ entityId, kind, orderNumber, amountPaise, at }) => (
            <tr key={entityId}>
              <th scope="row">
                <time dateTime={at}>{shortMoment(at)}</time>
              </th>
              <td data-label="What" className="desk-words">
                <span className="max-md:text-right">
                  {kind === "payment" ? "Payment" : "Refund"}
                  <span className="block text-small break-all text-quiet">{entityId}</span>
                </span>
              </td>
              <td data-label="Order" className="desk-words">
                <OrderOf number={orderNumber} maySee={maySeeOrders} />
              </td>
              <td data-label="Amount">
                <Money paise={kind === "payment" ? amountPaise : -amountPaise} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <p className="mt-3 text-quiet">
          Only the newest {rows.length} are shown; there {hidden === 1 ? "is" : "are"} {formatCount(hidden, "other")}.
        </p>
      )}
    </>
  );
}
