import { nameArrival, type Arrival } from "#shop/kernel/regions/delivery-promise.ts";

/** The days on which a parcel arrives; a line breaks between the first and the last, and never within one. */
export function ArrivalDays({ arrival }: { arrival: Arrival }) {
  const [from, by] = nameArrival(arrival).split(" – ");
  if (by === undefined) return <span className="whitespace-nowrap">{from}</span>;
  return (
    <>
      <span className="whitespace-nowrap">{from} –</span> <span className="whitespace-nowrap">{by}</span>
    </>
  );
}
