import { BookCover } from "#app/components/books/book-cover.tsx";
import { pickBookEndpaper } from "#app/display/book-endpaper.ts";
import type { PlateBook, PlateWords } from "#shop/sales/orders/plates/plate-words.ts";
import { Endpaper } from "#ui/endpaper.tsx";
import { Plate, PlateText } from "./plate.tsx";

/** A book whose board turns open, and its bookplate. */
export function OpenedBook({ book, words }: { book: PlateBook; words: PlateWords }) {
  return (
    <div className="opened-book">
      <Plate book={book} coverKey={book.coverKey}>
        <PlateText words={words} />
      </Plate>
      <div aria-hidden="true" className="opened-board">
        <BookCover book={{ ...book, authors: [] }} sizes="224px" loads="soon" />
        <Endpaper {...pickBookEndpaper(book)} />
      </div>
    </div>
  );
}
