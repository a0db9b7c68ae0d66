import { nameArrival, type Arrival } from "#shop/kernel/regions/delivery-promise.ts";

/** Estimated days of arrival; lines break only between the first and the last day. */
export function ArrivalDays({ arrival }: { arrival: Arrival }) {
  const [from, by] = nameArrival(arrival).split(" – ");
  if (by === undefined) return <span className="whitespace-nowrap">{from}</span>;
  return (
    <>
      <span className="whitespace-nowrap">{from} –</span> <span className="whitespace-nowrap">{by}</span>
    </>
  );
}
