/** Lines of the cart: cards on a phone, a table on a wide screen, from the same list. */
import { Fragment } from "react";
import { Link } from "react-router";

import { AuthorNames } from "#app/components/books/author-names.tsx";
import { BookCover } from "#app/components/books/book-cover.tsx";
import { Money } from "#app/components/books/money.tsx";
import { formatNames } from "#app/display/format-names.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import type { CartLine, RemovedLine } from "#shop/sales/cart/cart.ts";
import type { Discount } from "#shop/sales/pricing/discount-line.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Button } from "#ui/button.tsx";
import { QuantityStepper } from "#ui/quantity-stepper.tsx";
import { useCartForm } from "./use-cart-form.ts";
import { removeButtonId } from "./use-focus-after-removal.ts";

interface CartLinesProps {
  lines: CartLine[];
  /** That of a bundle has a line of its own below the last of its books. */
  discounts: Discount[];
  removedLines: RemovedLine | null;
  isLocked: boolean;
}

export function CartLines({ lines, discounts, removedLines, isLocked }: CartLinesProps) {
  /** The place of the last line of each bundle. */
  const lastOf = new Map(lines.flatMap(({ bundleIds }, place) => bundleIds.map((id) => [id, place] as const)));
  return (
    <div>
      <div
        aria-hidden="true"
        className="hidden border-b border-line pb-2 text-small font-semibold text-quiet md:grid md:grid-cols-[1fr_9.5rem_7.5rem_5.5rem] md:gap-4"
      >
        <span>Book</span>
        <span className="text-center">Quantity</span>
        <span className="text-right">Total</span>
        <span />
      </div>
      <ul>
        {lines.map((line, place) => (
          <Fragment key={line.book.id}>
            {removedLines?.place === place && <TakenOutLine removedLines={removedLines} isLocked={isLocked} />}
            <Line line={line} isLocked={isLocked} />
            {discounts
              .filter(({ kind, source }) => kind === "bundle" && lastOf.get(source) === place)
              .map((discount) => (
                <BundleLine key={discount.source} {...discount} />
              ))}
          </Fragment>
        ))}
        {removedLines?.place === lines.length && <TakenOutLine removedLines={removedLines} isLocked={isLocked} />}
      </ul>
    </div>
  );
}

function BundleLine({ label, amountPaise }: Discount) {
  return (
    <li className="flex flex-wrap justify-between gap-x-4 bg-marigold-wash px-4 py-3 text-on-wash">
      <span>
        <span className="font-semibold" lang={detectLanguage(label)}>
          {label}
        </span>
        , bought together
      </span>{" "}
      <span className="figures">
        saves you <Money paise={amountPaise} className="font-semibold" />
      </span>
    </li>
  );
}

/** Describes the books that the last change removed. */
export function describeRemoved({ titles }: RemovedLine): string {
  if (titles.length === 1) return `${titles[0]} was removed from your cart.`;
  return `${formatCount(titles.length, "book")} were removed from your cart.`;
}

/** Button that restores the removed books; a form, so that it works without JavaScript. */
export function UndoForm({ isLocked }: { isLocked: boolean }) {
  const { isBusy, submit } = useCartForm();
  return (
    <form method="post" action={href("/cart/lines")} onSubmit={submit}>
      <input type="hidden" name="intent" value="undo" />
      <Button variant="quiet" disabled={isBusy || isLocked}>
        Undo
      </Button>
    </form>
  );
}

function TakenOutLine({ removedLines, isLocked }: { removedLines: RemovedLine; isLocked: boolean }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center border-b border-line bg-sunk py-2 pl-4">
      <span className="break-words">{describeRemoved(removedLines)}</span>
      <UndoForm isLocked={isLocked} />
    </li>
  );
}

function Line({ line, isLocked }: { line: CartLine; isLocked: boolean }) {
  const { book, quantity } = line;
  const { isBusy, submit } = useCartForm();
  const isOff = isBusy || isLocked;
  return (
    <li className="grid grid-cols-[5rem_1fr_auto] gap-x-4 gap-y-3 border-b border-line py-6 md:grid-cols-[1fr_9.5rem_7.5rem_5.5rem] md:items-center">
      <div className="contents md:grid md:grid-cols-[5rem_1fr] md:items-center md:gap-5">
        <Link
          to={href("/books/:bookId", { bookId: book.id })}
          tabIndex={-1}
          aria-hidden="true"
          className="row-span-3 self-start md:row-span-1"
        >
          <BookCover book={book} sizes="80px" loads="soon" />
        </Link>
        <div className="col-span-2 min-w-0 md:col-span-1">
          <h2 lang={book.language} className="text-title">
            <Link to={href("/books/:bookId", { bookId: book.id })} className="quiet-link inline-block py-0.5">
              {book.title}
            </Link>
          </h2>
          <AuthorNames authors={book.authors} />
          <p className="figures mt-1 text-small text-quiet">
            {book.format && <>{formatNames[book.format]}, </>}
            <span className="inline-block">
              <Money paise={book.pricePaise} /> each
              {book.mrpPaise > book.pricePaise && (
                <s className="ml-2">
                  <span className="sr-only">MRP </span>
                  <Money paise={book.mrpPaise} />
                </s>
              )}
            </span>
          </p>
          {line.maxQuantity < quantity && (
            <p className="mt-2 text-small font-semibold text-vermilion">
              {line.maxQuantity === 0
                ? "This book sold out while it was in your cart. Remove it to continue."
                : `Only ${line.maxQuantity} left. Lower the quantity to continue.`}
            </p>
          )}
        </div>
      </div>
      <form
        method="post"
        action={href("/cart/lines")}
        onSubmit={submit}
        className="col-span-2 col-start-2 md:col-span-1 md:col-start-auto md:justify-self-center"
      >
        <input type="hidden" name="intent" value="set-quantity" />
        <input type="hidden" name="bookId" value={book.id} />
        <QuantityStepper of={book.title} quantity={quantity} max={line.maxQuantity} isBusy={isOff} />
      </form>
      <p className="figures col-start-2 self-center text-title font-semibold md:col-start-auto md:text-right">
        <span className="sr-only">Total </span>
        <Money paise={line.lineTotalPaise} />
      </p>
      <form method="post" action={href("/cart/lines")} onSubmit={submit} className="justify-self-end">
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="bookId" value={book.id} />
        <Button id={removeButtonId(book.id)} variant="quiet" disabled={isOff} className="-mr-4 md:mr-0">
          Remove
          <span className="sr-only" lang={detectLanguage(book.title)}>
            {" "}
            {book.title}
          </span>
        </Button>
      </form>
    </li>
  );
}

/**
 * Announces a removed line to screen readers; mounted outside the lines, so it also works when the cart becomes empty.
 */
export function RemovalAnnouncement({ removedLines }: { removedLines: RemovedLine | null }) {
  return (
    <p role="status" className="sr-only">
      {removedLines && describeRemoved(removedLines)}
    </p>
  );
}
