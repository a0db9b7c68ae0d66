import { Link } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { DayFigures } from "#shop/office/back-office/day-figures.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

/** One quiet line of what was sold today and yesterday. */
export function DayLine({ today, yesterday }: Record<"today" | "yesterday", DayFigures>) {
  if (today.orders + yesterday.orders === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-small text-quiet">
      <span>
        Today <OneDay day={today} />; yesterday <OneDay day={yesterday} />. Paid orders with delivery, before refunds.
      </span>
      <Link className="link inline-flex min-h-11 items-center lg:min-h-6" to={deskHref("/reports/sales")}>
        Reports
      </Link>
    </p>
  );
}

function OneDay({ day: { orders, totalPaise } }: { day: DayFigures }) {
  if (orders === 0) return "no order";
  return (
    <>
      <strong className="text-ink tabular-nums">
        <Money paise={totalPaise} />
      </strong>{" "}
      <span>from {formatCount(orders, "order")}</span>
    </>
  );
}
