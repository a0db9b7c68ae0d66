import { detectLanguage } from "#app/display/detect-language.ts";
import { OrderOf } from "#desk/components/order-of.tsx";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import type { AskedReturn } from "#shop/office/reports/returns.server.ts";
import { returnReasonLabels, returnStateLabels } from "#shop/sales/orders/return-labels.ts";
import { isKeyOf } from "#shop/kernel/text/object-keys.ts";

/** The table of return requests. */
export function AskedReturns({ returns, maySeeOrders }: { returns: AskedReturn[]; maySeeOrders: boolean }) {
  return (
    <table className="desk-table desk-stacked mt-3">
      <thead>
        <tr>
          <th scope="col">Book</th>
          <th scope="col">Order</th>
          <th scope="col">Why</th>
          <th scope="col">Status</th>
          <th scope="col" className="text-right!">
            Copies
          </th>
          <th scope="col" className="text-right!">
            Refund
          </th>
        </tr>
      </thead>
      <tbody>
        {returns.map(({ id, orderNumber, title, copies, reason, state, askedOn, refundedPaise }) => (
          <tr key={id}>
            <th scope="row">
              <cite lang={detectLanguage(title)}>{title}</cite>
              <time dateTime={askedOn} className="block text-small font-normal text-quiet">
                {shortDay(askedOn)}
              </time>
            </th>
            <td data-label="Order" className="desk-words">
              <OrderOf number={orderNumber} maySee={maySeeOrders} />
            </td>
            <td data-label="Why" className="desk-words">
              {describeReason(reason)}
            </td>
            <td data-label="Status" className="desk-words wrap-normal">
              <span className="block first-letter:uppercase">
                {isKeyOf(returnStateLabels, state) ? returnStateLabels[state] : state}
              </span>
            </td>
            <td data-label="Copies">{copies}</td>
            <td data-label="Refund">{refundedPaise === null ? "none" : formatPaise(refundedPaise)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The label of a reason. A reason that is no longer offered has no label, so its stored text is returned. */
export const describeReason = (reason: string) =>
  isKeyOf(returnReasonLabels, reason) ? returnReasonLabels[reason] : reason;
