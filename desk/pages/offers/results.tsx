import { Link } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { OfferResults } from "#shop/sales/pricing/offer-results.server.ts";

/** Orders and sums of an offer so far. */
export function Results({
  results,
  uses,
  offer,
}: {
  results: OfferResults;
  uses?: string | undefined;
  offer: { code: string } | { bundle: string };
}) {
  const { orders, discountPaise, takingsPaise, refundedPaise } = results;
  return (
    <section aria-labelledby="results">
      <h2 id="results" className="text-title">
        Results so far
      </h2>
      {uses && <p className="mt-2">{uses}</p>}
      {orders === 0 ? (
        <p className="mt-2">No paid order has used it yet.</p>
      ) : (
        <dl className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
          <dt className="text-quiet">Paid orders</dt>
          <dd className="tabular-nums">{orders.toLocaleString("en-IN")}</dd>
          <dt className="text-quiet">Discounts given</dt>
          <dd className="tabular-nums">
            <Money paise={discountPaise} />
          </dd>
          <dt className="text-quiet">Paid for these orders</dt>
          <dd className="tabular-nums">
            <Money paise={takingsPaise} />
          </dd>
          <dt className="text-quiet">Refunded from that</dt>
          <dd className="tabular-nums">
            <Money paise={refundedPaise} />
          </dd>
        </dl>
      )}
      {orders > 0 && (
        <>
          <p>
            <Link className="link inline-flex min-h-11 items-center" to={deskHref("/offers/results", offer)}>
              Results per day, with the orders
            </Link>
          </p>
          <p className="text-small text-quiet">These amounts include delivery fees.</p>
        </>
      )}
    </section>
  );
}
