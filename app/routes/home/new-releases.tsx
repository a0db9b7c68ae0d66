import { BookRow } from "#app/components/books/book-row.tsx";
import { SectionHeading } from "#app/components/section-heading.tsx";
import type { BookCard } from "#shop/catalogue/books/book.ts";

/** The four newest books in one row, with small covers. */
export function NewReleases({ books, words }: { books: BookCard[]; words: string }) {
  if (!books[0]) return null;
  return (
    <section aria-labelledby="new-title" className="page home-near">
      <SectionHeading id="new-title" title="New Releases" words={words} />
      <ul className="new-books sideways sideways-wide">
        {books.map((book) => (
          <li key={book.id} className="flex">
            <BookRow book={book} />
          </li>
        ))}
      </ul>
    </section>
  );
}
