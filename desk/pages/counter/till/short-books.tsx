import { Link } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";
import { timeOfDay } from "#shop/kernel/dates/dates.ts";
import type { ShortBook } from "#shop/sales/counter/counter-sale.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Figure } from "#ui/figure.tsx";
import type { TillState } from "./use-till.ts";

/** The books that have too few free copies, each with the ways to sell or remove it. */
export function ShortBooks({ till: { short, settleShort } }: { till: TillState }) {
  return short.map((book) => (
    <Banner key={book.bookId} variant="error" className="mt-3">
      <p>{describeShort(book)}</p>
      {book.orders.length > 0 && (
        <p className="mt-1">
          {"Waiting to be sent with this book: "}
          {book.orders.map((number, place) => (
            <span key={number}>
              {place > 0 && ", "}
              <Link className="link" to={deskHref("/orders/:number", { number })}>
                <Figure>{number}</Figure>
              </Link>
            </span>
          ))}
          {". Is the copy in your hand one of theirs?"}
        </p>
      )}
      <p className="mt-2 flex flex-wrap gap-2">
        {book.held > 0 && (
          <Button type="button" variant="outline" onClick={() => settleShort(book.bookId, "held")}>
            Sell it here: the reader’s order ends
          </Button>
        )}
        <Button type="button" variant="outline" onClick={() => settleShort(book.bookId, "uncounted")}>
          It is a further copy: correct the stock
        </Button>
        <Button type="button" variant="quiet" onClick={() => settleShort(book.bookId, "off")}>
          Take it off the sale
        </Button>
      </p>
    </Banner>
  ));
}

function describeShort({ title, wanted, free, held, heldUntil }: ShortBook): string {
  const few = `“${title}”: ${free} of ${wanted} ${wanted === 1 ? "copy" : "copies"} free by the shop’s stock.`;
  if (held === 0 || heldUntil === null) return few;
  return `${few} A reader who is paying now holds ${held} until ${timeOfDay(heldUntil)}. If you sell it here, that order ends, and a payment that still comes is refunded.`;
}
