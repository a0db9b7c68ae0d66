import type { ReactNode } from "react";

import { htmlTime } from "#app/display/html-time.ts";
import { longDay } from "#shop/kernel/dates/dates.ts";
import type { OrderPage } from "#shop/sales/orders/find-order.server.ts";
import { isToPack, orderStates } from "#shop/sales/orders/order-state.ts";
import { goesInParts, hasComeBack } from "#shop/sales/orders/parcels/parcel-copies.ts";
import { lastArrival, type OrderArrivals } from "#shop/sales/orders/parcels/parcel-arrival.ts";
import { ArrivalDays } from "./arrival-days.tsx";
import { CollectionProgress, type CollectionPlace } from "./collection-progress.tsx";
import { Steps } from "./order-steps.tsx";
import { ParcelTracking, TrackingLink } from "./parcel-tracking.tsx";

interface OrderProgressProps {
  order: OrderPage;
  arrivals: OrderArrivals;
  /** The shop, where the order is collected. */
  collectAt: CollectionPlace;
}

/** Text for an order whose sent parcels were all lost or returned; more parcels may follow. */
function describeNotReached(order: OrderPage): string {
  if (order.parcels.length > 1) return "The parcels did not reach you";
  return goesInParts(order) ? "A parcel did not reach you" : "The parcel did not reach you";
}

/** Progress of a paid order and its parcels; nothing for an unpaid one. */
export function OrderProgress({ order, arrivals, collectAt }: OrderProgressProps) {
  const { state, parcels } = order;
  if (!orderStates[state].isConfirmed) return null;
  if (order.isCollection) return <CollectionProgress order={order} {...collectAt} />;
  const [parcel] = parcels;
  const at = (moved: string) => order.moves.find((move) => move.state === moved)?.at;
  const orderedAt = order.moves.find((move) => isToPack(move.state))?.at;
  const sentAt = at("shipped");
  const cameAt = at("delivered");
  const arrival = lastArrival(arrivals);
  const days = arrival && <ArrivalDays arrival={arrival} />;
  const isBack = hasComeBack(parcels);
  const isInParts = goesInParts(order) || isBack;
  return (
    <section aria-labelledby="progress-heading" className="mt-8 border-t-4 border-ink bg-raised p-6 sm:p-8">
      <h2 id="progress-heading" className="figures text-h3">
        {nameProgress(order, cameAt, sentAt, isInParts ? null : days)}
      </h2>
      {!sentAt && !isInParts && days && <p className="figures mt-2 text-lead font-semibold">Arrives {days}</p>}
      {parcel && !isInParts && (
        <p className="mt-2 break-words">
          <TrackingLink parcel={parcel} />
        </p>
      )}
      {isInParts ? (
        <ParcelTracking order={order} arrivals={arrivals} />
      ) : (
        !cameAt && (
          <Steps
            steps={[
              { label: "Ordered", at: orderedAt },
              { label: "Packed", at: sentAt },
              { label: "Sent", at: sentAt },
              { label: "With you", at: undefined },
            ]}
          />
        )
      )}
    </section>
  );
}

/** The state of a paid order; `days` are those of the arrival, if all of it travels together. */
function nameProgress(order: OrderPage, cameAt?: string, sentAt?: string, days?: ReactNode): ReactNode {
  if (cameAt) {
    return (
      <>
        Delivered on <time dateTime={htmlTime(cameAt)}>{longDay(cameAt)}</time>
      </>
    );
  }
  if (hasComeBack(order.parcels)) return describeNotReached(order);
  if (!sentAt) return order.parcels.length > 0 ? "Part of your order is sent" : "We’re packing your books";
  return days ? <>On its way: {days}</> : "On its way";
}
