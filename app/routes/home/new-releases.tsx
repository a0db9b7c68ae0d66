import { BookRow } from "#app/components/books/book-row.tsx";
import type { BookCard } from "#shop/catalogue/books/book.ts";

/** The four newest books as a list, with the title in the margin. */
export function NewReleases({ books, words }: { books: BookCard[]; words: string }) {
  if (!books[0]) return null;
  return (
    <section aria-labelledby="new-title" className="page pt-8 sm:pt-16 lg:pt-32">
      <div className="grid gap-x-10 gap-y-5 sm:gap-y-8 lg:grid-cols-12">
        <div className="lg:col-span-3">
          <h2 id="new-title" className="text-h2">
            New Releases
          </h2>
          <p className="mt-2 text-balance text-quiet">{words}</p>
        </div>
        <ul className="sideways sideways-wide sm:grid sm:grid-cols-2 sm:gap-x-10 sm:gap-y-8 lg:col-span-9 lg:gap-y-10">
          {books.map((book) => (
            <li key={book.id} className="flex sm:border-t sm:border-line sm:pt-6">
              <BookRow book={book} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
