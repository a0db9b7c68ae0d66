import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { deskHref } from "#desk/desk-routes.ts";
import type { OrderOfDelivery } from "#shop/office/stock-room/bill.server.ts";

interface OrderedBooksProps {
  order: OrderOfDelivery;
  mayBuy: boolean;
}

/** What the purchase order of a delivery still lacks, and what came in excess, in all its deliveries. */
export function OrderedBooks({ order: { id, lines }, mayBuy }: OrderedBooksProps) {
  const open = lines.filter(({ copies, came }) => came < copies);
  const extra = lines.filter(({ copies, came }) => came > copies);
  return (
    <section aria-labelledby="ordered">
      <h2 id="ordered" className="text-title">
        {mayBuy ? (
          <Link className="link" to={deskHref("/stock/orders/:purchase", { purchase: id })}>
            {`Purchase order PO-${id}`}
          </Link>
        ) : (
          <span>{`Purchase order PO-${id}`}</span>
        )}
      </h2>
      {open.length === 0 && extra.length === 0 && <p className="mt-2">All ordered copies came.</p>}
      <ul className="mt-2">
        {open.map(({ code, title, copies, came }) => (
          <li key={code}>
            <cite className="not-italic" lang={detectLanguage(title)}>
              {title}
            </cite>
            {`: ${copies - came} to come${came > 0 ? `, ${came} of ${copies} came` : ""}`}
          </li>
        ))}
        {extra.map(({ code, title, copies, came }) => (
          <li key={code} className="font-semibold">
            <cite className="not-italic" lang={detectLanguage(title)}>
              {title}
            </cite>
            {`: ${came - copies} more than ordered`}
          </li>
        ))}
      </ul>
    </section>
  );
}
