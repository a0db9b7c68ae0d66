import { Link } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import { stateName } from "#shop/kernel/regions/indian-states.ts";
import { spacePhone } from "#shop/kernel/regions/phone.ts";
import type { OrderRecord } from "#shop/office/back-office/orders/order-record.server.ts";
import { describeBusiness } from "#shop/sales/documents/business.ts";
import { numberInAddress } from "#shop/sales/documents/document-name.ts";
import { heldStates, isToPack } from "#shop/sales/orders/order-state.ts";
import { AddressForm } from "./parcels/address-form.tsx";
import { EmailForm } from "./parcels/email-form.tsx";

interface DeliveringToProps {
  order: OrderRecord;
  /** Errors of the forms for the address and the e-mail address. */
  ofAddress: ActionError | null;
  ofEmail: ActionError | null;
}

/** The recipient of an order, with the forms that correct the address and the e-mail address. */
export function DeliveringTo({ order, ofAddress, ofEmail }: DeliveringToProps) {
  return (
    <section aria-labelledby="reader">
      <h2 id="reader" className="text-title">
        {order.isCollection ? "Collected by" : "Delivering to"}
      </h2>
      {order.isErased ? (
        <p className="mt-3">The reader has deleted the account. The bill has the data that the law requires.</p>
      ) : (
        <address className="mt-3 break-words not-italic">
          <p className="font-semibold">{order.name}</p>
          {order.pin !== "" && <Street {...order} />}
          <p>
            <a className="link inline-flex min-h-6 items-center max-sm:min-h-11" href={`tel:${order.phone}`}>
              {spacePhone(order.phone)}
            </a>
          </p>
          <p>
            <a className="link inline-flex min-h-6 items-center max-sm:min-h-11" href={`mailto:${order.email}`}>
              {order.email}
            </a>
          </p>
        </address>
      )}
      <BilledTo order={order} />
      {(isToPack(order.state) || heldStates.includes(order.state)) && !order.isErased && order.pin !== "" && (
        <AddressForm order={order} trouble={ofAddress} />
      )}
      {order.isGuests && !order.isErased && <EmailForm number={order.number} email={order.email} trouble={ofEmail} />}
    </section>
  );
}

/** The business that the order is billed to, and the way to correct it. */
function BilledTo({ order: { number, business, isErased } }: { order: OrderRecord }) {
  return (
    <>
      {business && <p className="mt-3 break-words">{describeBusiness(business)}</p>}
      {!isErased && (
        <p>
          <Link
            className="link inline-flex min-h-11 items-center"
            to={deskHref("/orders/:number/business", { number })}
          >
            {business ? "Correct the name or GSTIN" : "Bill it to a business"}
          </Link>
        </p>
      )}
    </>
  );
}

function Street({ addressLine1, addressLine2, city, pin, stateCode }: OrderRecord) {
  return (
    <>
      <p>{addressLine1}</p>
      {addressLine2 && <p>{addressLine2}</p>}
      <p>
        {city} {pin}
      </p>
      {stateName(stateCode) !== city && <p>{stateName(stateCode)}</p>}
    </>
  );
}

/** The buyer of a sale at the counter. Most buyers leave no name. */
export function SoldTo({ order }: { order: OrderRecord }) {
  const { name, phone, addressLine1, documents } = order;
  const bill = documents.find(({ kind }) => kind === "bill");
  return (
    <section aria-labelledby="reader">
      <h2 id="reader" className="text-title">
        Sold to
      </h2>
      <p className="mt-3 break-words">{name}</p>
      {addressLine1 && <p className="break-words">{addressLine1}</p>}
      <p>{spacePhone(phone)}</p>
      <BilledTo order={order} />
      {bill && (
        <Link
          className="link mt-2 inline-flex min-h-11 items-center"
          to={deskHref("/counter/bills/:bill", { bill: numberInAddress(bill.number) })}
        >
          Print the receipt, or take books back
        </Link>
      )}
    </section>
  );
}
