import { Price, Saving } from "#app/components/books/price.tsx";
import { StockLabel } from "#app/components/books/stock-label.tsx";
import { BookFacts } from "#app/routes/books/book-facts.tsx";
import { Credits } from "#app/routes/books/opening/book-opening.tsx";
import type { BookPage } from "#shop/catalogue/books/book.ts";

/** The book's page as readers see it on a phone, without the cover and without data that is not in the form. */
export function PagePreview({ book }: { book: BookPage }) {
  const { series, title, subtitle, language, description } = book;
  return (
    <div className="desk-card min-w-0 p-4">
      {series && (
        <p className="line-clamp-2 font-display text-lead italic">
          {series.name}
          {series.position !== null && `, book ${series.position}`}
        </p>
      )}
      <h3 className="line-clamp-6 pb-[0.15em] text-h2" lang={language}>
        {title}
      </h3>
      {subtitle && (
        <p className="mt-2 line-clamp-4 font-display text-lead text-balance italic" lang={language}>
          {subtitle}
        </p>
      )}
      <Credits contributors={book.contributors} />
      <div className="mt-4 border-t border-line pt-4">
        <Price pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} isLarge />
        <Saving pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} />
        <StockLabel stock={book.stock} />
      </div>
      {description && (
        <>
          <h3 className="mt-6 text-h3">About this book</h3>
          <p className="reading mt-3 line-clamp-6" lang={language}>
            {description}
          </p>
        </>
      )}
      <BookFacts book={book} isbn={book.isbn13} />
    </div>
  );
}
