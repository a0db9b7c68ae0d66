/** The desk's page of a payout: its sums, and the payments, refunds and adjustments in it. */
import { data } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { servicesContext } from "#app/http/context.ts";
import { Pager } from "#desk/components/pager.tsx";
import { BackLink } from "#desk/components/back-link.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { findPayout, linesOnPage, listPayoutLines } from "#shop/office/back-office/payouts.server.ts";
import { longDay, longMoment } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatSigned } from "#shop/kernel/money/signed-amount.ts";
import { nameProvider } from "#shop/sales/payments/provider-names.ts";
import { may } from "#shop/people/staff/roles.ts";
import { OrderOf } from "#desk/components/order-of.tsx";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "payouts" });
  const { db, now } = args.context.get(servicesContext);
  const id = args.params.payout ?? "";
  const after = (new URL(args.request.url).searchParams.get("after") ?? "").replaceAll(/\W/g, "").slice(0, 60);
  const [payout, lines] = await Promise.all([findPayout(db, id), listPayoutLines(db, id, after, linesOnPage + 1)]);
  if (!payout) throw data("There is no such payout.", { status: 404 });
  const isCut = lines.length > linesOnPage;
  const isOnItsWay = now().getTime() - Date.parse(payout.settledAt) < bankHours * 3_600_000;
  return {
    payout,
    isOnItsWay,
    lines: lines.slice(0, linesOnPage),
    isCut,
    after,
    maySeeOrders: may(staff.role, "orders"),
  };
}

/** The maximum time in hours until a provider's transfer reaches the bank. */
const bankHours = 3;

export const meta = () => [{ title: "A payout" }];

/** Labels for the kinds of lines. A kind without a label is shown with the provider's own word. */
const kinds: Record<string, string> = {
  payment: "Payment",
  refund: "Refund",
  adjustment: "Adjustment",
  transfer: "Transfer",
};

export default function Payout({ loaderData }: Route.ComponentProps) {
  const { payout, isOnItsWay, lines, isCut, after, maySeeOrders } = loaderData;
  const { id, settledAt, utr, creditPaise, debitPaise, feePaise, taxPaise } = payout;
  const provider = nameProvider(payout.provider);
  const last = lines.at(-1);
  return (
    <div className="desk-page">
      <BackLink to={deskHref("/payouts")}>Payouts</BackLink>
      <h1 className="text-h3">Payout of {longDay(settledAt)}</h1>
      <dl className="mt-4 grid gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-4">
        <Fact name="To the bank" value={formatSigned(creditPaise - debitPaise)} />
        <Fact name="Fees, with GST" value={formatPaise(feePaise)} />
        <Fact name="GST in the fees" value={formatPaise(taxPaise)} />
        <Fact name="Bank reference (UTR)" value={utr || "not known yet"} />
      </dl>
      <p className="mt-3 text-small text-quiet">
        Sent on <time dateTime={settledAt}>{longMoment(settledAt)}</time>.
        {isOnItsWay && ` It may take up to three hours until the bank has received it.`}
      </p>
      {lines.length > 0 && (
        <p>
          <a
            className="link inline-flex min-h-11 items-center"
            href={deskHref("/payouts/:payout/lines.csv", { payout: id })}
          >
            These lines as CSV
          </a>
        </p>
      )}
      <table className="desk-table desk-stacked mt-3">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Order</th>
            <th scope="col" className="text-right!">
              Amount
            </th>
            <th scope="col" className="text-right!">
              Fee, with GST
            </th>
            <th scope="col" className="text-right!">
              In this payout
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ entityId, kind, orderNumber, description, ...line }) => (
            <tr key={entityId}>
              <th scope="row">
                {kinds[kind] ?? kind}
                <span className="block text-small font-normal break-all">{entityId}</span>
                {description && <span className="block text-small font-normal">{description}</span>}
              </th>
              <td data-label="Order" className="desk-words">
                {orderNumber ? <OrderOf number={orderNumber} maySee={maySeeOrders} /> : "none"}
              </td>
              <td data-label="Amount">
                <Money paise={line.amountPaise} />
              </td>
              <td data-label="Fee, with GST">
                <Money paise={line.feePaise} />
              </td>
              <td data-label="In this payout">
                <Money paise={line.creditPaise - line.debitPaise} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length === 0 && (
        <p className="mt-3">
          {after ? "There are no more lines." : `${provider} has not reported yet which payments are in it.`}
        </p>
      )}
      <Pager
        newest={after ? deskHref("/payouts/:payout", { payout: id }) : null}
        older={isCut && last ? deskHref("/payouts/:payout", { payout: id, after: last.entityId }) : null}
      />
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-small text-quiet">{name}</dt>
      <dd className="font-semibold break-all tabular-nums">{value}</dd>
    </div>
  );
}
