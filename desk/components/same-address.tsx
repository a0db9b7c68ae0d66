import { Link } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";

interface SameAddressProps {
  /** The number of the order that the page shows. */
  number: string;
  /** The other orders. Nothing is rendered if there are none. */
  others: { number: string }[];
}

/** Lists other unpacked orders for the same name and address, with a link that prints one label for all of them. */
export function SameAddress({ number: shown, others }: SameAddressProps) {
  if (others.length === 0) return null;
  const numbers = others.map(({ number }) => number);
  const together = new URLSearchParams([
    ...[shown, ...numbers].map((number) => ["order", number]),
    ["together", "yes"],
  ]);
  return (
    <p className="mt-2 font-semibold">
      <span>
        {numbers.length === 1
          ? "Another order for the same name and address is waiting: "
          : `${numbers.length} other orders for the same name and address are waiting: `}
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
      <a
        className="link inline-flex min-h-11 items-center"
        href={`${deskHref("/parcels/print/:paper", { paper: "labels" })}?${together}`}
        target="_blank"
        rel="noreferrer"
      >
        {numbers.length === 1 ? "Print one label for both" : `Print one label for all ${numbers.length + 1}`}
      </a>
    </p>
  );
}
