import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { useFieldErrors } from "#app/client/use-field-errors.ts";

import { addressFieldNames, AddressFields, addressLabel } from "#app/components/forms/address-fields.tsx";
import { Unbroken } from "#app/content/unbroken.tsx";
import { href } from "#routing/href.ts";
import { Banner } from "#ui/banner.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { prefillDelivery, type DeliveryPrefill } from "./delivery-prefill.ts";
import type { CollectionOffer } from "./collection-choice.tsx";
import { ChosenAddress } from "./chosen-address.tsx";
import { SavedAddresses } from "./saved-addresses.tsx";

interface DeliveryFormProps {
  known: DeliveryPrefill;
  errors: Partial<Record<string, string>>;
  /** The town of the PIN code, to be filled in; null if it is not known. */
  town: string | null;
  /** Called with the PIN code of the address. */
  onPin: (pin: string) => void;
  /** The shop as a place to collect the order; null if it is not offered. */
  collection: CollectionOffer | null;
}

/** The id of the form that the pay button submits. */
export const deliveryFormId = "delivery";

/** The delivery details of an order: a saved address, or the fields for one. */
export function DeliveryDetails({ known, errors: told, town, onPin, collection }: DeliveryFormProps) {
  const { account } = known;
  const [chosenId, choose] = useState(account?.chosenId ?? null);
  const [isChanging, setChanging] = useState(account?.isChanging ?? false);
  const summary = useRef<HTMLDivElement>(null);
  const { errors, onInput } = useFieldErrors(told);
  const wrong = addressFieldNames.filter((name) => errors[name]);
  useEffect(() => {
    if (addressFieldNames.some((name) => told[name])) summary.current?.focus();
    // Each response is a new object, even with equal errors.
  }, [told]);
  useEffect(() => {
    // The link that had the focus is replaced by the choice of addresses.
    if (isChanging && document.activeElement === document.body)
      document.querySelector<HTMLElement>("nav[aria-label='Saved addresses'] a")?.focus();
  }, [isChanging]);
  // Shows the fields for rejected values; they stay until the order is placed.
  if (wrong.length > 0 && !isChanging) setChanging(true);
  const prefill = prefillDelivery(known, chosenId);
  const saved = account?.addresses.find(({ id }) => id === chosenId);
  // An account without an e-mail address needs the field for it.
  const isCollection = collection?.isChosen ?? false;
  const hasAddress = !isCollection || collection?.withAddress;
  if (saved && account?.email && !isChanging && !isCollection)
    return (
      <ChosenAddress address={{ ...saved, email: account.email }} onPin={onPin} onChange={() => setChanging(true)} />
    );

  return (
    <section aria-labelledby="delivery-heading">
      <h2 id="delivery-heading" className="text-h3">
        {isCollection ? "Who collects the books" : "Delivery details"}
      </h2>
      {!isCollection && (
        <p className="mt-1 text-quiet">
          <Unbroken text="We deliver anywhere in India. The bill and the tracking number come by e-mail." />
        </p>
      )}
      {isCollection && hasAddress && (
        <p className="mt-3 text-quiet">The bill of an order of this sum must have your address.</p>
      )}
      {!account && (
        <p className="mt-1">
          <Link to={href("/login", { next: href("/cart") })} className="link inline-flex min-h-11 items-center">
            {isCollection ? "Sign in to use your saved details" : "Sign in to use a saved address"}
          </Link>
        </p>
      )}
      {account && account.addresses.length > 0 && hasAddress && (
        <SavedAddresses addresses={account.addresses} chosenId={chosenId} onChoose={choose} />
      )}
      {wrong.length > 0 && (
        <div ref={summary} tabIndex={-1} className="mt-5 outline-none">
          <Banner variant="error">
            <p className="font-semibold">Please check these fields:</p>
            <ul className="flex flex-wrap gap-x-5">
              {wrong.map((field) => (
                <li key={field}>
                  <a href={`#${field}`} className="link inline-flex min-h-8 items-center max-sm:min-h-11">
                    {addressLabel(field)}
                  </a>
                </li>
              ))}
            </ul>
          </Banner>
        </div>
      )}
      <div className="mt-6" onInput={onInput}>
        <AddressFields
          key={chosenId}
          known={prefill}
          errors={errors}
          town={town}
          onPin={onPin}
          phoneHint={known.phoneHint}
          withEmail
          isCollector={!hasAddress}
        />
      </div>
      {account && chosenId === null && !isCollection && (
        <Checkbox name="saveAddress">
          Save this address in <Link to={href("/account/addresses")}>my account</Link>
        </Checkbox>
      )}
    </section>
  );
}
