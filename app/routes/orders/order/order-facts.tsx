import { htmlTime } from "#app/display/html-time.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { numberInAddress } from "#shop/sales/documents/document-name.ts";
import { describeBusiness } from "#shop/sales/documents/business.ts";
import type { OrderPage } from "#shop/sales/orders/find-order.server.ts";
import { paidBy } from "#shop/sales/orders/payment-labels.ts";
import { nameProvider } from "#shop/sales/payments/provider-names.ts";
import { stateName } from "#shop/kernel/regions/indian-states.ts";
import { buildTimeline } from "./timeline.ts";

/** The delivery address, the payment, the documents and the timeline of an order. */
export function OrderFacts({ order, linkKey }: { order: OrderPage; linkKey: string | null }) {
  const state = stateName(order.stateCode);
  const street = `${order.city} ${order.pin}`.trim();
  const address = [order.name, order.addressLine1, order.addressLine2, street, street && state];
  return (
    <div className="grid content-start gap-10 sm:max-lg:grid-cols-2 print:grid-cols-1">
      <section aria-labelledby="address-heading">
        <h2 id="address-heading" className="text-h3">
          {order.isCollection ? "Collected by" : "Delivery address"}
        </h2>
        <address className="mt-3 not-italic">
          {address.filter(Boolean).map((line) => (
            <span key={line} lang={detectLanguage(line)} className="block wrap-anywhere">
              {line}
            </span>
          ))}
        </address>
        <p className="mt-2 wrap-anywhere text-quiet">{order.email}</p>
        {order.business && <p className="mt-2 wrap-anywhere">{describeBusiness(order.business)}</p>}
      </section>

      {order.payment && (
        <section aria-labelledby="payment-heading">
          <h2 id="payment-heading" className="text-h3">
            Payment
          </h2>
          <p className="mt-3">{paidBy(order.payment, nameProvider(order.payment.provider), order.isCollection)}</p>
        </section>
      )}

      {order.documents.length > 0 && (
        <section aria-labelledby="documents-heading">
          <h2 id="documents-heading" className="text-h3">
            Documents
          </h2>
          <ul className="mt-2">
            {order.documents.map(({ number, kind }) => {
              const values = { orderNumber: order.number, document: numberInAddress(number) };
              return (
                <li key={number} className="flex flex-wrap items-center gap-x-4">
                  <a
                    href={href("/orders/:orderNumber/documents/:document", values, { key: linkKey })}
                    className="link inline-flex min-h-11 items-center font-semibold"
                  >
                    <span>
                      <span>{kind === "bill" ? "Bill" : "Credit note"}</span> {number}
                    </span>
                  </a>
                  <a
                    href={href("/orders/:orderNumber/documents/:document/pdf", values, { key: linkKey })}
                    className="link inline-flex min-h-11 items-center print:hidden"
                  >
                    PDF<span className="sr-only"> of {number}</span>
                  </a>
                </li>
              );
            })}
          </ul>
        </section>
      )}

      <section
        aria-labelledby="history-heading"
        className="sm:max-lg:col-start-2 sm:max-lg:row-span-3 sm:max-lg:row-start-1 print:col-auto print:row-auto"
      >
        <h2 id="history-heading" className="text-h3">
          History
        </h2>
        <ol className="mt-3 border-l border-line">
          {buildTimeline(order).map(({ at, words, detail }) => (
            <li
              key={at + words}
              className="relative break-inside-avoid pb-4 pl-5 last:pb-0 before:absolute before:top-2 before:-left-1 before:size-2 before:rounded-full before:bg-action"
            >
              <span className="block font-semibold">{words}</span>
              {detail && <span className="figures block text-small">{detail}</span>}
              <time dateTime={htmlTime(at)} className="figures text-small text-quiet">
                {shortMoment(at)}
              </time>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
