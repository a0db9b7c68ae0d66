/** Price, stock, editions and buy button of a book. */
import { Form } from "react-router";

import { EmailField } from "#app/components/forms/email-field.tsx";
import { Money } from "#app/components/books/money.tsx";
import { formatNames } from "#app/display/format-names.ts";
import { Price, Saving } from "#app/components/books/price.tsx";
import { StockLabel } from "#app/components/books/stock-label.tsx";
import { stockLabel } from "#app/display/stock-label.ts";
import { WishHeart } from "#app/components/books/wish-heart.tsx";
import { href } from "#routing/href.ts";
import type { BookCard, BookPage } from "#shop/catalogue/books/book.ts";
import { Button } from "#ui/button.tsx";

import { BuyBar } from "./buy-bar.tsx";
import { ChoiceLink } from "./choice-link.tsx";
import { DeliveryTime, type Promises } from "./delivery-time.tsx";
import { LanguageDoors } from "./language-doors.tsx";
import { Meanwhile } from "./opening/meanwhile.tsx";

interface BuyBoxProps {
  book: BookPage;
  promises: Promises;
  /** Similar books in stock, shown while this one is sold out. */
  meanwhile: BookCard[];
}

export function BuyBox({ book, promises, meanwhile }: BuyBoxProps) {
  const isSoldOut = book.stock.state === "sold-out";
  return (
    <div className="mt-4 max-w-measure border-t border-line pt-4 sm:mt-6 sm:pt-6">
      {book.doors.length > 1 && <LanguageDoors book={book} />}
      <Editions book={book} />
      {!book.isListed && (
        <p className="mb-4">
          The shop no longer sells this <span>{book.editions.length > 1 ? "edition" : "book"}</span>.
        </p>
      )}
      <Price pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} isLarge />
      <Saving pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} />
      {isSoldOut ? (
        <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
          {book.isListed && <StockLabel stock={book.stock} />}
          <WishHeart key={book.id} book={book} isLarge />
        </div>
      ) : (
        <div className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 roomy:mt-5">
          <BuyBar book={book} hasPlace />
          <WishHeart key={book.id} book={book} isLarge />
          <div className="max-sm:basis-full sm:ml-4 print:ml-0">
            <StockLabel stock={book.stock} />
          </div>
        </div>
      )}
      {isSoldOut ? (
        <>
          {book.isListed && <StockRequestForm bookId={book.id} />}
          <Meanwhile books={meanwhile} />
        </>
      ) : (
        <DeliveryTime key={book.id} bookId={book.id} {...promises} />
      )}
    </div>
  );
}

/** Form that requests one e-mail when the book is back in stock; works without JavaScript. */
export function StockRequestForm({ bookId, error }: { bookId: string; error?: string | undefined }) {
  return (
    <Form
      method="post"
      action={href("/books/:bookId/tell-me", { bookId })}
      noValidate
      className="mt-5 flex max-w-measure flex-wrap items-end gap-3"
    >
      <p className="basis-full">Leave your e-mail and we’ll tell you the moment it is back.</p>
      <div className="min-w-56 flex-1">
        <EmailField label="Your e-mail address" name="email" error={error} required />
      </div>
      <Button variant="outline">Tell me when it is back</Button>
    </Form>
  );
}

/** Formats of the book in its language; nothing if there is only one. */
function Editions({ book }: { book: BookPage }) {
  const editions = book.editions.filter(({ language }) => language === book.language);
  if (editions.length < 2) return null;
  return (
    <nav aria-label="Formats" className="mb-6 print:hidden">
      <ul className="flex flex-wrap gap-3">
        {editions.map((edition) => (
          <li key={edition.id}>
            <ChoiceLink bookId={edition.id} isOpen={edition.id === book.id}>
              <span className="block font-semibold">{formatNames[edition.format] || "Book"}</span>
              {edition.flags.map((flag) => (
                <span key={flag} className="block text-small">
                  {flag}
                </span>
              ))}
              <span className="figures block text-small text-quiet">
                <Money paise={edition.pricePaise} />
              </span>
              <span className="figures block text-small text-quiet">{stockLabel(edition.stock)}</span>
            </ChoiceLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
