import { Link } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";

interface SameDoorProps {
  /** Numbers of the other orders; nothing is shown without any. */
  numbers: string[];
}

/** Other orders that wait for the same reader at the same address: one parcel may do. */
export function SameDoor({ numbers }: SameDoorProps) {
  if (numbers.length === 0) return null;
  return (
    <p className="mt-2 font-semibold">
      <span>
        {numbers.length === 1
          ? "Another order for this reader and address waits: "
          : `${numbers.length} other orders for this reader and address wait: `}
      </span>
      {numbers.map((number) => (
        <Link
          key={number}
          className="link mr-3 inline-flex min-h-11 items-center sm:min-h-6"
          to={deskHref("/parcels/:number", { number })}
        >
          {number}
        </Link>
      ))}
    </p>
  );
}
