import { Link } from "react-router";

import { identityProviders } from "#app/content/ways-to-sign-in.ts";
import { href } from "#routing/href.ts";
import { Banner } from "#ui/banner.tsx";

/** Lists what is deleted with an account, and what the law requires the shop to keep. */
export function DeletionSummary() {
  return (
    <div className="mt-8 grid gap-8 sm:grid-cols-2">
      <section aria-labelledby="goes-heading">
        <h2 id="goes-heading" className="text-h3">
          Deleted at once
        </h2>
        <ul className="mt-3 list-disc space-y-1.5 pl-5">
          <li>your name, e-mail address, phone and picture</li>
          <li>your cart, saved addresses and wishlists</li>
          <li>reviews you have written, with their stars</li>
          <li>the cards and UPI handles you have paid with</li>
          <li>your account password, and the consents you have given or withdrawn</li>
          <li>the names, addresses and phone numbers in your orders</li>
          <li>your sign-in on every device</li>
        </ul>
      </section>
      <section aria-labelledby="stays-heading">
        <h2 id="stays-heading" className="text-h3">
          What remains
        </h2>
        <ul className="mt-3 list-disc space-y-1.5 pl-5">
          <li>for each order, what was sold, when, for how much and in which state of India, without your name</li>
          <li>
            bills and credit notes as they were printed, with the name and address on them: tax and company law ask a
            shop to keep its books for up to eight years
          </li>
          <li>if parcels that you had not paid came back: how many, with a code made from your phone number</li>
          {identityProviders.map(({ name }) => (
            <li key={name}>{`your account at ${name}, which is between you and ${name}`}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** Orders that must be completed before the account can be deleted. */
export function OpenOrders({ numbers }: { numbers: string[] }) {
  return (
    <Banner variant="note" className="mt-8 max-w-measure">
      <p>
        <span>{numbers.length === 1 ? "You have an order that is" : "You have orders that are"}</span> not finished, and
        we need to know where to send books and refunds. When everything has arrived, or is cancelled and refunded, you
        can delete the account here.
      </p>
      <ul className="mt-2 flex flex-wrap gap-x-5">
        {numbers.map((number) => (
          <li key={number}>
            <Link
              to={href("/orders/:orderNumber", { orderNumber: number })}
              className="link figures inline-flex min-h-11 items-center font-semibold"
            >
              {number}
            </Link>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
