import { Link } from "react-router";

import { requiredItem } from "#shop/kernel/text/required-value.ts";
import { BookCover } from "#app/components/books/book-cover.tsx";
import { Money } from "#app/components/books/money.tsx";
import { htmlTime } from "#app/display/html-time.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import { longDay } from "#shop/kernel/dates/dates.ts";
import type { ListedOrder } from "#shop/sales/orders/order-list.ts";
import {
  describeOrderState,
  heldStates,
  isToPack,
  orderStates,
  type OrderState,
} from "#shop/sales/orders/order-state.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Figure } from "#ui/figure.tsx";
import { ArrivalDays } from "./order/arrival-days.tsx";

/** Row of the order list: covers, summary and state. The whole row links to the order. */
export function OrderRow({ order }: { order: ListedOrder }) {
  const { number, state, placedAt, arrival, totalPaise, copies, books, bookCount } = order;
  const more = bookCount - books.length;
  const { title } = requiredItem(books, 0);
  return (
    <li className="relative grid gap-x-10 gap-y-4 border-b border-line py-6 sm:grid-cols-[14rem_1fr_auto] sm:items-center">
      <div className="flex items-end gap-2" aria-hidden="true">
        {books.map((book) => (
          <BookCover
            key={book.bookId}
            book={{ ...book, authors: [] }}
            sizes="64px"
            className={books.length === 1 ? "w-20" : "w-14"}
          />
        ))}
        {more > 0 && (
          <Figure className="figures self-center pl-1 text-small font-semibold text-quiet">{`+${more}`}</Figure>
        )}
      </div>
      <div className="min-w-0">
        <h2 lang={detectLanguage(title)} className="text-title break-words">
          <Link
            to={href("/orders/:orderNumber", { orderNumber: number })}
            className="after:absolute after:inset-0 hover:text-action"
          >
            {title}
            {bookCount > 1 && (
              <span lang="en" className="font-normal text-quiet">
                {` and ${bookCount - 1} more`}
              </span>
            )}
          </Link>
        </h2>
        <p className="figures mt-1">
          <span aria-hidden="true" className={`mr-2 inline-block size-2.5 rounded-full ${markOf(state)}`} />
          <span className="mr-2 font-semibold">{describeOrderState(order)}</span>{" "}
          {isToPack(state) && !order.isSentInPart && arrival && (
            <span className="inline-block">
              <span>{order.isCollection ? "Ready by" : "Arrives"}</span> <ArrivalDays arrival={arrival} />
            </span>
          )}
        </p>
        <p className="figures mt-1 text-small text-quiet">
          <Figure>{number}</Figure> · <time dateTime={htmlTime(placedAt)}>{longDay(placedAt)}</time>
        </p>
      </div>
      <p className="figures sm:text-right">
        <Money paise={totalPaise} className="text-title font-semibold" />
        <span className="text-small text-quiet max-sm:ml-3 sm:block">{formatCount(copies, "copy", "copies")}</span>
      </p>
    </li>
  );
}

/** The mark before a state: full when the books have arrived, a ring while they are awaited. */
function markOf(state: OrderState): string {
  if (heldStates.includes(state)) return "bg-marigold";
  if (state === "delivered") return "bg-leaf";
  return orderStates[state].isConfirmed ? "border-2 border-leaf" : "bg-edge";
}
