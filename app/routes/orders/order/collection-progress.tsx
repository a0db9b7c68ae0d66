import { htmlTime } from "#app/display/html-time.ts";
import { longDay } from "#shop/kernel/dates/dates.ts";
import { nameDay } from "#shop/kernel/regions/delivery-promise.ts";
import type { OrderPage } from "#shop/sales/orders/find-order.server.ts";
import { isToPack } from "#shop/sales/orders/order-state.ts";
import { hasComeBack } from "#shop/sales/orders/parcels/parcel-copies.ts";
import { Figure } from "#ui/figure.tsx";
import { Steps } from "./order-steps.tsx";

/** The shop as a place where orders are collected: its name and address, line by line, and its hours. */
export interface CollectionPlace {
  place: string[];
  hours: string;
}

/** Progress of an order that is collected at the shop: when it is ready, and where. */
export function CollectionProgress({ order, place, hours }: CollectionPlace & { order: OrderPage }) {
  const at = (moved: string) => order.moves.find((move) => move.state === moved)?.at;
  const orderedAt = order.moves.find((move) => isToPack(move.state))?.at;
  const readyAt = at("shipped");
  const collectedAt = at("delivered");
  const isOver = hasComeBack(order.parcels);
  const keptUntil = order.parcels[0]?.keptUntil;
  return (
    <section aria-labelledby="progress-heading" className="mt-8 border-t-4 border-ink bg-raised p-6 sm:p-8">
      <h2 id="progress-heading" className="figures text-h3">
        {collectedAt ? (
          <>
            Collected on <time dateTime={htmlTime(collectedAt)}>{longDay(collectedAt)}</time>
          </>
        ) : isOver ? (
          "You did not collect this order"
        ) : readyAt ? (
          "Your books are here"
        ) : (
          "We’re packing your books"
        )}
      </h2>
      {!readyAt && order.arrival && (
        <p className="figures mt-2 text-lead font-semibold">Ready by {nameDay(order.arrival.by)}</p>
      )}
      {readyAt && !collectedAt && !isOver && keptUntil && (
        <p className="figures mt-2 text-lead font-semibold">Kept for you until {nameDay(keptUntil)}</p>
      )}
      {!collectedAt && !isOver && (
        <>
          <address className="mt-3 not-italic">
            {place.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
          <p className="mt-1 text-small text-quiet">{hours}</p>
          <p className="mt-2">
            {readyAt ? (
              <>
                Please tell us the number <Figure className="figures whitespace-nowrap">{order.number}</Figure> or your
                name.
              </>
            ) : (
              "Please come when we have written to you that your books are ready."
            )}
          </p>
          <Steps
            steps={[
              { label: "Ordered", at: orderedAt },
              { label: "Ready", at: readyAt },
              { label: "Collected", at: undefined },
            ]}
          />
        </>
      )}
    </section>
  );
}
