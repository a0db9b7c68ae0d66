import { Link } from "react-router";

import { orderListPath, type OrderFilter } from "#shop/orders/order-list.ts";
import { ArrowLeftIcon, ArrowRightIcon } from "#ui/icons.tsx";

const link = "inline-flex min-h-11 items-center gap-2 font-semibold link";

/** The way through a long list of orders; nothing when it fits on one page. */
export function OrderPages({ filter, page, pages }: { filter: OrderFilter; page: number; pages: number }) {
  if (pages === 1) return null;
  return (
    <nav aria-label="Pages of orders" className="mt-8 grid grid-cols-[1fr_auto_1fr] items-center gap-x-4">
      <span>
        {page > 1 && (
          <Link to={orderListPath(filter, page - 1)} rel="prev" className={link}>
            <ArrowLeftIcon className="size-5" />
            Newer
          </Link>
        )}
      </span>
      <span className="figures text-quiet">
        Page {page} of {pages}
      </span>
      <span className="justify-self-end">
        {page < pages && (
          <Link to={orderListPath(filter, page + 1)} rel="next" className={link}>
            Older
            <ArrowRightIcon className="size-5" />
          </Link>
        )}
      </span>
    </nav>
  );
}
