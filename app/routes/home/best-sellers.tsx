import { BookCard } from "#app/components/book-card.tsx";
import { SectionHeading } from "#app/components/section-heading.tsx";
import { href } from "#routing/href.ts";
import type { BookCard as Book } from "#shop/catalogue/book.ts";

/** Three or four books, face out on a shelf. */
export function BestSellers({ books }: { books: Book[] }) {
  if (!books[2]) return null;
  return (
    <section
      aria-labelledby="best-title"
      className="far-below mt-10 overflow-x-clip bg-sunk pt-8 pb-8 sm:mt-20 sm:pt-14 sm:pb-16 lg:mt-32 lg:pt-20 lg:pb-24"
    >
      <div className="page">
        <SectionHeading
          id="best-title"
          title="Best Sellers"
          words="What readers carry to the counter."
          more={{ label: "All best sellers", to: href("/best-sellers") }}
        />
        <ul className="shelf">
          {books.map((book) => (
            <li key={book.id} className="flex">
              <BookCard
                book={book}
                isRated
                sizes="(min-width: 1240px) 262px, (min-width: 1024px) 21vw, (min-width: 640px) 22vw, 40vw"
              />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
