import { useEffect, useRef } from "react";
import { Link } from "react-router";

import { href } from "#routing/href.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Endpaper } from "#ui/endpaper.tsx";

/** The end of a purchase. */
export function PaymentSuccess({ orderNumber, isConfirmed }: { orderNumber: string; isConfirmed: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Endpaper pattern="buti" inks="rose" className="grid place-items-center px-4 py-16 sm:py-24">
      <div className="label max-w-measure px-8 py-10 sm:px-10">
        <h1 ref={heading} tabIndex={-1} className="text-h2 outline-none">
          Payment Successful
        </h1>
        <p className="mt-3 text-lead">Thank you for your purchase</p>
        <p className="mt-4">
          Your order is{" "}
          <Link
            to={href("/orders/:orderNumber", { orderNumber })}
            className="link figures font-semibold whitespace-nowrap"
          >
            {orderNumber}
          </Link>
          .
          {!isConfirmed &&
            " Your bank has approved the payment. We are waiting for its final confirmation and will write to you."}
        </p>
        <ButtonLink to={href("/")} reloadDocument size="large" className="mt-7">
          Continue Shopping
        </ButtonLink>
      </div>
    </Endpaper>
  );
}
