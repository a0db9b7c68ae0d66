/** Confirmation after a payment: the books, their arrival, the e-mail address, and a link to the order. */
import { useEffect, useRef } from "react";
import { Link } from "react-router";

import type { Receipt } from "#app/client/cart/checkout-answer.ts";
import { BookCover } from "#app/components/books/book-cover.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Figure } from "#ui/figure.tsx";
import { Endpaper } from "#ui/endpaper.tsx";

interface PaymentSuccessProps {
  orderNumber: string;
  isConfirmed: boolean;
  /** Null when it could not be loaded; the order's page contains the same data. */
  receipt: Receipt | null;
}

/** Number of covers that fit on the label. */
const maxCovers = 6;

export function PaymentSuccess({ orderNumber, isConfirmed, receipt }: PaymentSuccessProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const order = href("/orders/:orderNumber", { orderNumber });
  useEffect(() => heading.current?.focus(), []);
  return (
    <Endpaper pattern="buti" inks="rose" className="grid place-items-center px-4 py-10 sm:py-20">
      <div className="label w-full max-w-measure px-6 py-8 sm:px-10 sm:py-10">
        <h1 ref={heading} tabIndex={-1} className="text-h1 outline-none">
          Payment Successful
        </h1>
        <p className="mt-3 text-lead">Thank you for your purchase</p>
        {receipt && (
          <p className="mt-5 border-t border-line pt-4">
            {receipt.arrives && (
              <span className="figures block font-display text-h3">
                With you <span className="whitespace-nowrap">{receipt.arrives}</span>
              </span>
            )}
            <span className="block break-words text-quiet" lang={detectLanguage(receipt.to)}>
              {receipt.to}
            </span>
          </p>
        )}
        {receipt && <Books books={receipt.books} />}
        <p className="mt-4">
          Your order is{" "}
          <Link to={order} translate="no" className="link figures font-semibold whitespace-nowrap">
            {orderNumber}
          </Link>
          .{" "}
          {isConfirmed ? (
            receipt && (
              <span>
                We have written to {/* Keeps the address on one line instead of breaking at a hyphen. */}
                <span className="inline-block max-w-full wrap-anywhere">
                  <span className="font-semibold">{receipt.email}</span>.
                </span>{" "}
                We are packing your books, and write again when the parcel leaves.
              </span>
            )
          ) : (
            <span>
              Your bank has approved the payment. We are waiting for its final confirmation and will write to you.
            </span>
          )}
        </p>
        <p className="mt-7 flex flex-wrap gap-3">
          <ButtonLink to={order} size="large" className="max-sm:w-full">
            See your order
          </ButtonLink>
          <ButtonLink to={href("/")} reloadDocument variant="outline" size="large" className="max-sm:w-full">
            Continue Shopping
          </ButtonLink>
        </p>
      </div>
    </Endpaper>
  );
}

function Books({ books }: Pick<Receipt, "books">) {
  const more = books.length - maxCovers;
  return (
    <>
      <ul aria-label="Your books" className="mt-6 flex flex-wrap items-start gap-4">
        {books.slice(0, maxCovers).map(({ quantity, ...book }) => (
          <li key={book.bookId} className="w-20 sm:w-24">
            <BookCover book={{ ...book, authors: [] }} sizes="96px" loads="soon" />
            <p lang={detectLanguage(book.title)} className="mt-2 line-clamp-3 text-small">
              {book.title}
              {quantity > 1 && <Figure className="figures whitespace-nowrap">{` × ${quantity}`}</Figure>}
            </p>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-2 text-small text-quiet">
          and <Figure>{more}</Figure> more
        </p>
      )}
    </>
  );
}
