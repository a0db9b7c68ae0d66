import { Link } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { Payout } from "#shop/office/back-office/payouts.server.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";

/** A table of payouts, newest first: the number of payments, the provider's fees, and the sum for the bank. */
export function PayoutTable({ payouts }: { payouts: Payout[] }) {
  return (
    <table className="desk-table desk-stacked mt-3">
      <thead>
        <tr>
          <th scope="col">Paid out</th>
          <th scope="col" className="text-right!">
            Payments and refunds
          </th>
          <th scope="col" className="text-right!">
            Fees, with GST
          </th>
          <th scope="col" className="text-right!">
            GST in the fees
          </th>
          <th scope="col" className="text-right!">
            To the bank
          </th>
        </tr>
      </thead>
      <tbody>
        {payouts.map(({ id, settledAt, utr, lines, creditPaise, debitPaise, feePaise, taxPaise }) => (
          <tr key={id}>
            <th scope="row">
              <Link className="link" to={deskHref("/payouts/:payout", { payout: id })}>
                {shortDay(settledAt)}
              </Link>
              {utr && <span className="block text-small font-normal break-all text-quiet">UTR {utr}</span>}
            </th>
            <td data-label="Payments and refunds">{lines.toLocaleString("en-IN")}</td>
            <td data-label="Fees, with GST">
              <Money paise={feePaise} />
            </td>
            <td data-label="GST in the fees">
              <Money paise={taxPaise} />
            </td>
            <td data-label="To the bank" className="font-semibold">
              <Money paise={creditPaise - debitPaise} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
