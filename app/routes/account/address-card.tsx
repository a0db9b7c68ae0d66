import { Form, Link } from "react-router";

import { href } from "#routing/href.ts";
import type { SavedAddress } from "#shop/people/readers/addresses.server.ts";
import { spacePhone } from "#shop/kernel/regions/phone.ts";
import { stateName } from "#shop/kernel/regions/indian-states.ts";
import { Badge } from "#ui/badge.tsx";

/** Saved address with its actions. */
export function AddressCard({ address }: { address: SavedAddress }) {
  const state = stateName(address.stateCode);
  const lines = [
    address.addressLine1,
    address.addressLine2,
    `${address.city} ${address.pin}`,
    state,
    spacePhone(address.phone),
  ];
  const whose = (
    <span className="sr-only">
      {" "}
      the address of {address.name}, {address.addressLine1}
    </span>
  );
  return (
    <li className="flex flex-col border-t border-line py-5">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="font-text text-title font-semibold wrap-anywhere">{address.name}</h2>
        {address.isDefault && <Badge>Default</Badge>}
      </div>
      <address className="figures mt-1 wrap-anywhere not-italic">
        {lines.filter(Boolean).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
      <div className="mt-auto flex flex-wrap gap-x-5 pt-1 font-semibold">
        <Link
          to={href("/account/addresses/:addressId", { addressId: address.id })}
          className="link inline-flex min-h-11 items-center"
        >
          Edit{whose}
        </Link>
        <Form method="post" action={href("/account/addresses")} className="flex gap-x-5">
          <input type="hidden" name="id" value={address.id} />
          {!address.isDefault && (
            <button name="intent" value="make-default" className="link min-h-11">
              Make default{whose}
            </button>
          )}
          <button name="intent" value="delete" className="link min-h-11">
            Delete{whose}
          </button>
        </Form>
      </div>
    </li>
  );
}
