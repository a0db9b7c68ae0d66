import { Link } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { href } from "#routing/href.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { longDay } from "#shop/kernel/dates/dates.ts";
import type { OrderPage } from "#shop/sales/orders/find-order.server.ts";
import { CancelWaitingOrder } from "./cancel-waiting-order.tsx";

interface PayByTransferProps {
  order: OrderPage;
  /** The shop's account, line by line; empty if it takes no transfers. */
  account: string[];
  action: string;
  linkKey: string | null;
}

/** How the order of a quotation is paid: by bank transfer, or online. */
export function PayByTransfer({ order, account, action, linkKey }: PayByTransferProps) {
  const { number: orderNumber, totalPaise, transferPaise, dueOn, heldUntil, isPaymentComing } = order;
  const leftPaise = transferPaise ?? 0;
  if (isPaymentComing)
    return (
      <p className="mt-6 max-w-measure">
        Your bank has approved a payment. We wait for its final confirmation and will write to you. Please do not pay
        again.
      </p>
    );
  return (
    <section
      aria-labelledby="transfer-heading"
      className="mt-8 border-t-4 border-ink bg-raised p-6 sm:p-8 print:hidden"
    >
      <h2 id="transfer-heading" className="text-h3">
        Please pay <Money paise={leftPaise} />
      </h2>
      <p className="figures mt-3 max-w-measure">
        <span>
          {dueOn === null
            ? `Your copies are held for you until ${longDay(heldUntil)}. We send them once they are paid.`
            : `It is due by ${longDay(dueOn)}.`}
        </span>
        {leftPaise < totalPaise && <span> {`${formatPaise(totalPaise - leftPaise)} of it has come.`}</span>}
      </p>
      {account.length > 0 && (
        <>
          <p className="mt-4 font-semibold">By bank transfer to</p>
          <p className="figures mt-1 wrap-anywhere">
            {account.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </p>
          <p className="mt-2">
            Please name <span translate="no">{orderNumber}</span> with it, so that we find your payment.
          </p>
        </>
      )}
      {(leftPaise === totalPaise || dueOn === null) && (
        <div className="mt-4 flex flex-wrap items-center gap-x-5">
          {leftPaise === totalPaise && (
            <Link
              to={href("/orders/:orderNumber/pay", { orderNumber }, { key: linkKey })}
              // That page has a security policy of its own, which allows the payment window.
              reloadDocument
              className="link inline-flex min-h-11 items-center font-semibold"
            >
              Pay online now
            </Link>
          )}
          {dueOn === null && <CancelWaitingOrder action={action} />}
        </div>
      )}
    </section>
  );
}
