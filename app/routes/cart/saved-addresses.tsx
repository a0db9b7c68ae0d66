import type { ReactNode } from "react";
import { Link } from "react-router";

import type { SavedAddress } from "#shop/account/addresses.server.ts";

interface SavedAddressesProps {
  addresses: SavedAddress[];
  /** The one in the fields below; null for a new one. */
  chosenId: number | null;
}

const choice =
  "flex min-h-11 flex-col justify-center rounded-sm border border-edge bg-raised px-4 py-2.5 hover:border-action aria-[current]:border-action aria-[current]:ring-1 aria-[current]:ring-action";

/** The reader's addresses: one press fills the fields below. Links, so that they work without JavaScript too. */
export function SavedAddresses({ addresses, chosenId }: SavedAddressesProps) {
  return (
    <nav aria-label="Saved addresses" className="mt-5">
      <ul className="grid gap-3 sm:grid-cols-2">
        {addresses.map((address) => (
          <li key={address.id} className="grid">
            <Choice to={String(address.id)} isChosen={address.id === chosenId}>
              <span className="font-semibold break-words">{address.name}</span>
              <span className="text-small break-words text-quiet">
                {address.addressLine1}, {address.city} <span className="figures">{address.pin}</span>
              </span>
            </Choice>
          </li>
        ))}
        <li className="grid">
          <Choice to="new" isChosen={chosenId === null}>
            <span className="font-semibold">Another address</span>
          </Choice>
        </li>
      </ul>
    </nav>
  );
}

function Choice({ to, isChosen, children }: { to: string; isChosen: boolean; children: ReactNode }) {
  return (
    <Link
      to={`/cart?address=${to}`}
      replace
      preventScrollReset
      aria-current={isChosen ? "true" : undefined}
      className={choice}
    >
      {children}
    </Link>
  );
}
