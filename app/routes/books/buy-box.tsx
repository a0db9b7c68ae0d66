import { Form, Link } from "react-router";

import { formatNames } from "#app/display/format-names.ts";
import { Price, Saving } from "#app/components/price.tsx";
import { stockLabel, StockLabel } from "#app/components/stock-label.tsx";
import { WishHeart } from "#app/components/wish-heart.tsx";
import { href } from "#routing/href.ts";
import type { BookPage } from "#shop/catalogue/book.ts";
import { formatPaise } from "#shop/money/money.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

import { BuyButton } from "./buy-button.tsx";
import { DeliveryTime } from "./delivery-time.tsx";

/** What it costs, whether it is here, and the one thing to press. */
export function BuyBox({ book, promise }: { book: BookPage; promise: string }) {
  const isSoldOut = book.stock.state === "sold-out";
  return (
    <div className="mt-6 max-w-measure border-t border-line pt-6">
      {book.editions.length > 1 && <Editions book={book} />}
      {!book.isListed && (
        <p className="mb-4">The shop no longer sells this {book.editions.length > 1 ? "edition" : "book"}.</p>
      )}
      {isSoldOut ? (
        <>
          <Price pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} isLarge />
          <Saving pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} />
          <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
            {book.isListed && <StockLabel stock={book.stock} />}
            <WishHeart key={book.id} book={book} isLarge />
          </div>
        </>
      ) : (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <div className="foot-bar">
            <div className="foot-bar-price order-1 basis-full">
              <Price pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} isLarge />
            </div>
            <div className="foot-bar-button order-3">
              <BuyButton key={book.id} book={book} />
            </div>
          </div>
          <div className="order-2 basis-full roomy:mb-4">
            <Saving pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} />
          </div>
          <div className="order-4">
            <WishHeart key={book.id} book={book} isLarge />
          </div>
          <div className="order-5 ml-4">
            <StockLabel stock={book.stock} />
          </div>
        </div>
      )}
      {isSoldOut ? (
        book.isListed && <TellMe bookId={book.id} />
      ) : (
        <DeliveryTime key={book.id} bookId={book.id} promise={promise} />
      )}
    </div>
  );
}

/** One e-mail when it is back; a form that needs no script. */
export function TellMe({ bookId, error }: { bookId: string; error?: string | undefined }) {
  return (
    <Form
      method="post"
      action={href("/books/:bookId/tell-me", { bookId })}
      noValidate
      className="mt-5 flex max-w-measure flex-wrap items-start gap-3"
    >
      <div className="min-w-56 flex-1">
        <TextField label="Your e-mail address" name="email" type="email" autoComplete="email" error={error} required />
      </div>
      <Button variant="outline" className="mt-[calc(1lh+0.375rem)]">
        Tell me when it is back
      </Button>
    </Form>
  );
}

function Editions({ book }: { book: BookPage }) {
  return (
    <nav aria-label="Formats" className="mb-6">
      <ul className="flex flex-wrap gap-3">
        {book.editions.map((edition) => (
          <li key={edition.id}>
            <Link
              to={href("/books/:bookId", { bookId: edition.id })}
              preventScrollReset
              aria-current={edition.id === book.id ? "page" : undefined}
              className="block min-w-32 rounded-sm border border-edge px-4 py-2 hover:border-action aria-[current]:border-2 aria-[current]:border-action aria-[current]:bg-raised aria-[current]:px-[calc(1rem-1px)] aria-[current]:py-[calc(0.5rem-1px)]"
            >
              <span className="block font-semibold">{formatNames[edition.format]}</span>
              <span className="figures block text-small text-quiet">{formatPaise(edition.pricePaise)}</span>
              <span className="figures block text-small text-quiet">{stockLabel(edition.stock)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
