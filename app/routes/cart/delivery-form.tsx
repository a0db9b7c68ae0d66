import { useEffect, useRef } from "react";
import { Link } from "react-router";

import { AddressFields, addressLabel } from "#app/components/address-fields.tsx";
import type { SavedAddress } from "#shop/account/addresses.server.ts";
import type { LastOrder } from "#shop/orders/find-order.server.ts";
import { Banner } from "#ui/banner.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { SavedAddresses } from "./saved-addresses.tsx";

/** What the delivery form starts from. */
export interface KnownDelivery {
  /** From the reader's account, the chosen address, or the last order. */
  delivery: Partial<Record<keyof LastOrder["delivery"], string | null>> | null;
  /** Null for a guest, who has no account to keep an address in. */
  saved: { addresses: SavedAddress[]; chosenId: number | null } | null;
}

interface DeliveryFormProps {
  known: KnownDelivery;
  errors: Partial<Record<string, string>>;
}

/** The id of the form the pay button belongs to. */
export const deliveryFormId = "delivery";

/** Where the parcel goes. */
export function DeliveryDetails({ known: { delivery, saved }, errors }: DeliveryFormProps) {
  const summary = useRef<HTMLDivElement>(null);
  const wrong = Object.entries(errors).filter(([, message]) => message);
  useEffect(() => {
    if (wrong.length > 0) summary.current?.focus();
    // A new answer is a new object, also with the same errors.
  }, [errors]);

  return (
    <section aria-labelledby="delivery-heading">
      <h2 id="delivery-heading" className="text-h3">
        Delivery details
      </h2>
      <p className="mt-1 text-quiet">
        We deliver anywhere in India. The order&apos;s letters go to the e-mail address.
      </p>
      {saved && saved.addresses.length > 0 && <SavedAddresses {...saved} />}
      {wrong.length > 0 && (
        <div ref={summary} tabIndex={-1} className="mt-5 outline-none">
          <Banner tone="error">
            <p className="font-semibold">Please look at these:</p>
            <ul className="mt-1">
              {wrong.map(([field, message]) => (
                <li key={field}>
                  <a href={`#${field}`} className="link inline-flex min-h-8 items-center">
                    {addressLabel(field)}
                  </a>
                  : {message}
                </li>
              ))}
            </ul>
          </Banner>
        </div>
      )}
      <div className="mt-6">
        <AddressFields key={saved?.chosenId} known={delivery} errors={errors} withEmail />
      </div>
      {saved && saved.chosenId === null && (
        <Checkbox name="saveAddress">
          Save this address in <Link to="/account/addresses">my account</Link>
        </Checkbox>
      )}
    </section>
  );
}
