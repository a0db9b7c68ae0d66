import { Link } from "react-router";

import { orderFilters, orderListPath, type OrderFilter, type OrderList } from "#shop/sales/orders/order-list.ts";
import { typedKeys } from "#shop/kernel/text/object-keys.ts";

/** Filters of the order list with their counts; those without orders are hidden, and all while one has every order. */
export function OrderFilters({ chosen, counts }: { chosen: OrderFilter; counts: OrderList["counts"] }) {
  const isNeedless = typedKeys(orderFilters).some((filter) => filter !== "all" && counts[filter] === counts.all);
  if (isNeedless && chosen === "all") return <div className="mt-6 border-b border-line" />;
  return (
    <nav
      aria-label="Which orders"
      className="scroll-strip mt-6 border-b border-line sm:mx-0 sm:px-0 sm:mask-none print:hidden"
    >
      <ul className="flex gap-x-6 sm:flex-wrap">
        {typedKeys(orderFilters).map((filter) => {
          const isChosen = filter === chosen;
          if (counts[filter] === 0 && !isChosen) return null;
          return (
            <li key={filter}>
              <Link
                to={orderListPath(filter)}
                aria-current={isChosen ? "page" : undefined}
                preventScrollReset
                className={`inline-flex min-h-11 items-center gap-2 border-b-2 whitespace-nowrap sm:-mb-px ${isChosen ? "border-action font-semibold" : "border-transparent text-quiet hover:border-line hover:text-ink"}`}
              >
                {orderFilters[filter]}
                <span className="figures text-small text-quiet">{counts[filter]}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
