import { Price, Saving } from "#app/components/books/price.tsx";
import { StockLabel } from "#app/components/books/stock-label.tsx";
import type { EndpaperTheme } from "#app/display/pick-endpaper.ts";
import { formatNames } from "#app/display/format-names.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import { byline, type BookCard, type TitlePage } from "#shop/catalogue/books/book.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Endpaper } from "#ui/endpaper.tsx";

import { NameField } from "#app/components/plates/name-field.tsx";
import { buyFormId } from "#app/routes/books/buy-button.tsx";
import { BuyBar } from "#app/routes/books/buy-bar.tsx";
import { Meanwhile } from "./meanwhile.tsx";

interface BookplateProps {
  book: TitlePage;
  endpaper: EndpaperTheme;
  /** Similar books in stock, shown while this one is sold out. */
  meanwhile: BookCard[];
}

/** Inside of the cover board: the book's endpaper with a label that contains price and buy button. */
export function Bookplate({ book, endpaper, meanwhile }: BookplateProps) {
  const by = byline(book.authors);
  const isSoldOut = book.stock.state === "sold-out";
  return (
    <Endpaper {...endpaper} className="open-book-board">
      <aside aria-label="The book" className="label bookplate">
        {!isSoldOut && (
          <div className="bookplate-name">
            <NameField formId={buyFormId} />
          </div>
        )}
        <p className="line-clamp-3 px-1 font-display text-h3" lang={book.language}>
          {book.title}
        </p>
        {by && (
          <p className="mt-1 line-clamp-3" lang={detectLanguage(by)}>
            {by}
          </p>
        )}
        {book.format && <p className="mt-1 text-small text-quiet">{formatNames[book.format]}</p>}
        <div className="bookplate-price mt-4 flex flex-col items-center border-t border-line pt-4">
          <Price pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} isLarge />
          <Saving pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} />
          {book.isListed && <StockLabel stock={book.stock} />}
          {!isSoldOut && (
            <div className="roomy:mt-4">
              <BuyBar book={book} />
            </div>
          )}
          {isSoldOut && book.isListed && (
            <p className="mt-4">
              <ButtonLink to={href("/books/:bookId", { bookId: book.id })} variant="outline">
                Tell me when it is back
              </ButtonLink>
            </p>
          )}
        </div>
        <Meanwhile books={meanwhile} />
      </aside>
    </Endpaper>
  );
}
