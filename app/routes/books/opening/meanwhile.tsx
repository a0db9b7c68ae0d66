import { CompactBookCard } from "#app/components/books/compact-book-card.tsx";
import { Price } from "#app/components/books/price.tsx";
import type { BookCard } from "#shop/catalogue/books/book.ts";

/** Similar books in stock, shown for a sold-out book. */
export function Meanwhile({ books }: { books: BookCard[] }) {
  if (books.length === 0) return null;
  return (
    <section aria-labelledby="meanwhile-title" className="mt-8 border-t border-line pt-6 text-left">
      <h2 id="meanwhile-title" className="text-h3">
        While you wait
      </h2>
      <ul className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] gap-x-6 gap-y-5">
        {books.map((book) => (
          <li key={book.id}>
            <CompactBookCard book={book} cover={{ className: "w-16", sizes: "64px" }}>
              <Price pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} />
            </CompactBookCard>
          </li>
        ))}
      </ul>
    </section>
  );
}
