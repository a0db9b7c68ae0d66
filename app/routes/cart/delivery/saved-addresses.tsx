import type { ReactNode } from "react";

import { href } from "#routing/href.ts";
import type { SavedAddress } from "#shop/people/readers/addresses.server.ts";

interface SavedAddressesProps {
  addresses: SavedAddress[];
  /** Address in the fields below; null for a new one. */
  chosenId: number | null;
  onChoose: (id: number | null) => void;
}

const choice =
  "flex min-h-11 flex-col justify-center rounded-sm border border-edge bg-raised px-4 py-2.5 hover:border-action aria-[current]:border-action aria-[current]:ring-1 aria-[current]:ring-action";

/**
 * Saved addresses of the reader: one click fills the fields below; without JavaScript the click reloads the page with
 * the address filled in.
 */
export function SavedAddresses({ addresses, chosenId, onChoose }: SavedAddressesProps) {
  const choiceOf = (id: number | null, words: ReactNode) => (
    <li key={id} className="grid">
      <a
        href={href("/cart", { address: id ?? "new" })}
        aria-current={id === chosenId ? "true" : undefined}
        onClick={(event) => {
          event.preventDefault();
          onChoose(id);
        }}
        className={choice}
      >
        {words}
      </a>
    </li>
  );
  return (
    <nav aria-label="Saved addresses" className="mt-5">
      <ul className="grid auto-rows-fr gap-3 sm:grid-cols-2">
        {addresses.map(({ id, name, addressLine1, city, pin }) =>
          choiceOf(
            id,
            <>
              <span className="font-semibold wrap-anywhere">{name}</span>
              <span className="text-small wrap-anywhere text-quiet">
                {addressLine1}, {city} <span className="figures">{pin}</span>
              </span>
            </>,
          ),
        )}
        {choiceOf(null, <span className="font-semibold">Another address</span>)}
      </ul>
    </nav>
  );
}
