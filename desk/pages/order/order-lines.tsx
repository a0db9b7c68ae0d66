import { Link } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { Figure } from "#ui/figure.tsx";
import type { OrderRecord } from "#shop/office/back-office/orders/order-record.server.ts";

type Props = { order: Pick<OrderRecord, "lines" | "discounts" | "isCollection" | "shippingPaise" | "totalPaise"> };

/** The lines of an order and its total. */
export function OrderLines({ order }: Props) {
  return (
    <section aria-labelledby="books">
      <h2 id="books" className="text-title">
        Books
      </h2>
      <ul className="mt-3 border-t border-line">
        {order.lines.map(({ bookId, title, isbn13, coverKey, quantity, cancelled, discountPaise, totalPaise }) => (
          <li key={bookId} className="flex gap-x-4 border-b border-line py-2">
            <img
              src={`/covers/${coverKey}-160.webp`}
              width="40"
              height="60"
              alt=""
              loading="lazy"
              className="h-15 w-10 flex-none bg-chip object-contain"
            />
            <span className="min-w-0 flex-1 break-words">
              <strong translate="no">{`${quantity} ×`}</strong>{" "}
              <cite lang={detectLanguage(title)}>
                <Link className="link" to={deskHref("/books/:book", { book: bookId })}>
                  {title}
                </Link>
              </cite>
              {isbn13 && (
                <span className="block text-small whitespace-nowrap text-quiet">
                  ISBN <Figure>{isbn13}</Figure>
                </span>
              )}
              {cancelled > 0 && <span className="text-small text-quiet">{` (${cancelled} cancelled)`}</span>}
            </span>
            <span className="tabular-nums">
              <Money paise={totalPaise + discountPaise} />
            </span>
          </li>
        ))}
        {order.discounts.map(({ label, amountPaise }) => (
          <li key={label} className="flex justify-between gap-x-4 border-b border-line py-2">
            <span className="min-w-0 break-words">{label}</span>
            <span className="tabular-nums">
              <Money paise={-amountPaise} />
            </span>
          </li>
        ))}
        <li className="flex justify-between border-b border-line py-2">
          <span>{order.isCollection ? "Collection" : "Delivery"}</span>
          <span className="tabular-nums">
            {order.shippingPaise === 0 ? "Free" : <Money paise={order.shippingPaise} />}
          </span>
        </li>
        <li className="flex justify-between py-2 font-semibold">
          <span>Total</span>
          <span className="tabular-nums">
            <Money paise={order.totalPaise} />
          </span>
        </li>
      </ul>
    </section>
  );
}
