import { useEffect } from "react";

import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import type { Delivery } from "#shop/kernel/forms/delivery.server.ts";
import { stateName } from "#shop/kernel/regions/indian-states.ts";
import { spacePhone } from "#shop/kernel/regions/phone.ts";

interface ChosenAddressProps {
  address: Delivery;
  /** Called with the PIN code of the address. */
  onPin: (pin: string) => void;
  onChange: () => void;
}

const fields = ["email", "name", "phone", "addressLine1", "addressLine2", "city", "stateCode", "pin"] as const;

/** The saved address of this order, and a link to choose another; without JavaScript, the link opens a page. */
export function ChosenAddress({ address, onPin, onChange }: ChosenAddressProps) {
  const { name, addressLine1, addressLine2, city, stateCode, pin, phone, email } = address;
  const state = stateName(stateCode);
  useEffect(() => onPin(pin), [onPin, pin]);
  return (
    <section aria-labelledby="delivery-heading">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="delivery-heading" className="text-h3">
          Delivery details
        </h2>
        <a
          href={href("/cart", { address: "choose" })}
          onClick={(event) => {
            event.preventDefault();
            onChange();
          }}
          className="link inline-flex min-h-11 items-center font-semibold"
        >
          Change<span className="sr-only"> the address</span>
        </a>
      </div>
      <address className="mt-2 border-l-4 border-line pl-4 not-italic">
        <span className="block font-semibold wrap-anywhere" lang={detectLanguage(name)}>
          {name}
        </span>
        {[addressLine1, addressLine2, `${city} ${pin}`, state].filter(Boolean).map((line) => (
          <span key={line} lang={detectLanguage(line)} className="block wrap-anywhere">
            {line}
          </span>
        ))}
        <span className="figures mt-2 block text-small wrap-anywhere text-quiet">
          {spacePhone(phone)}, {email}
        </span>
      </address>
      {fields.map((field) => (
        <input key={field} type="hidden" name={field} value={address[field]} />
      ))}
    </section>
  );
}
