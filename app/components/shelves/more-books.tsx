import { BookRow } from "#app/components/books/book-row.tsx";
import { SectionHeading } from "#app/components/section-heading.tsx";
import { BookShelf } from "#app/components/shelves/book-shelf.tsx";
import { href } from "#routing/href.ts";
import type { BookCard, CategoryLink } from "#shop/catalogue/books/book.ts";

interface MoreBooksProps {
  books: BookCard[];
  /** Number of columns on a wide screen; with 5, smaller screens leave out those that fill no row. */
  columns?: 4 | 5;
  /** Whether the covers have no view transition: on the page of a book, another cover has the transition already. */
  isStill?: boolean;
}

/** More books as a shelf; one or two books as rows, because a shelf of five columns would look empty. */
export function MoreBooks({ books, columns = 5, isStill }: MoreBooksProps) {
  if (books.length > 2) return <BookShelf books={books} columns={columns} isStill={isStill} />;
  return (
    <ul className={`grid gap-x-10 gap-y-8 ${books.length === 2 ? "md:grid-cols-2" : ""}`}>
      {books.map((book) => (
        <li key={book.id} className="flex border-t border-line pt-6">
          <BookRow book={book} isStill={isStill} />
        </li>
      ))}
    </ul>
  );
}

interface SameShelfProps extends MoreBooksProps {
  /** The category that the section leads to. */
  category: CategoryLink | null | undefined;
  className?: string;
}

/** Section with related books, which leads on to their category. */
export function SameShelf({ category, className = "pt-14 lg:pt-20", ...more }: SameShelfProps) {
  if (more.books.length === 0) return null;
  return (
    <section aria-labelledby="related-title" className={`${className} print:hidden`}>
      <SectionHeading
        id="related-title"
        title="On the same shelf"
        {...(category && {
          more: { label: category.name, to: href("/categories/:categoryId", { categoryId: category.id }) },
        })}
      />
      <MoreBooks {...more} />
    </section>
  );
}
